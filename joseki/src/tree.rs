//! A file of joseki: an SGF tree, read by the conventions of a book.

use crate::board::Board;
use crate::point::{Color, Move, Point};
use crate::tags::FirstLine;
use crate::variation::{Chapter, Fault, Problem, Step, Tags, Variation};
use tesuji_sgf::{BoardSize, Branches, Collection, Node, NodeId};

/// Most faults of a file that are named one by one: the path to a node takes time to write in a
/// deep tree.
const MOST_FAULTS: usize = 1000;
/// Most variations of a file.
const MOST_VARIATIONS: usize = 1 << 16;
/// Most moves of a file, each variation counted from its start as in a built book.
const MOST_STEPS: usize = 4_000_000;

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its node in the file.
    pub node: NodeId,
    /// The entry before it.
    pub parent: Option<usize>,
    /// The entries after it, in the order of the file.
    pub children: Vec<usize>,
    /// Stones set up.
    pub setup: Vec<(Color, Point)>,
    /// Moves: mostly one.
    pub moves: Vec<Move>,
    /// The first line of its comment.
    pub line: FirstLine,
    /// Why it and all that follows is left out of the book.
    pub broken: Option<String>,
}

/// How much a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
pub struct Tally {
    /// Branches, from the start to the end.
    pub variations: usize,
    /// Moves marked not to be played.
    pub ignored: usize,
    /// Moves matched by their neighbours alone.
    pub near: usize,
}

/// A file of joseki.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The file's name.
    pub name: String,
    /// Size of its board.
    pub size: u8,
    /// The nodes; parents come before children.
    pub entries: Vec<Entry>,
    /// The file.
    pub sgf: Collection,
    /// For the places of its nodes.
    branches: Branches,
}

impl Tree {
    /// Reads a file. Whatever is wrong is reported with the path to its node; what comes after a
    /// node that can't be played is left out.
    pub fn read(name: &str, bytes: &[u8], problem: &mut dyn FnMut(Problem)) -> Tree {
        let (sgf, diagnostics) = Collection::parse(bytes);
        for d in diagnostics {
            let what = d.fault.describe().to_string();
            problem(Problem { place: format!("{name}: byte {}", d.offset), kind: Fault::Format, what });
        }
        let branches = Branches::of(&sgf);
        let mut tree = Tree { name: name.to_string(), size: 19, entries: Vec::new(), sgf, branches };
        let mut wrong = tree.collect();
        tree.play(&mut wrong);
        tree.bound(&mut wrong);
        let more = wrong.len().saturating_sub(MOST_FAULTS);
        for (entry, (kind, what)) in wrong.into_iter().take(MOST_FAULTS) {
            problem(Problem { place: tree.place(entry), kind, what });
        }
        if more > 0 {
            problem(Problem { place: name.to_string(), kind: Fault::TooLarge, what: format!("{more} more faults") });
        }
        tree
    }

    /// A tree with more than a book may hold is left out as a whole.
    fn bound(&mut self, wrong: &mut Vec<(usize, Wrong)>) {
        let mut depth = vec![0; self.entries.len()];
        for (i, e) in self.entries.iter().enumerate() {
            depth[i] = e.parent.map_or(0, |p| depth[p]) + e.setup.len() + e.moves.len();
        }
        let leaves = self.leaves();
        let steps: usize = leaves.iter().map(|&leaf| depth[leaf]).sum();
        let longest = leaves.iter().map(|&leaf| depth[leaf]).max().unwrap_or(0);
        if leaves.len() >= MOST_VARIATIONS || longest >= MOST_VARIATIONS || steps > MOST_STEPS {
            let what = format!("{} variations with {steps} moves: more than a book may have", leaves.len());
            for (i, e) in self.entries.iter_mut().enumerate().filter(|(_, e)| e.parent.is_none()) {
                e.broken = Some(what.clone());
                wrong.push((i, (Fault::TooLarge, what.clone())));
            }
        }
    }

    /// Makes the entries; gives what is wrong where.
    fn collect(&mut self) -> Vec<(usize, Wrong)> {
        let mut wrong = Vec::new();
        let mut first_size = None;
        let mut entries: Vec<Entry> = Vec::new();
        for root in self.sgf.roots() {
            let board = root.board_size();
            let square = board.width == board.height && (13..=19).contains(&board.width);
            let size = *first_size.get_or_insert(if square { board.width } else { 19 });
            let mut stack = vec![(root.id(), None)];
            while let Some((id, parent)) = stack.pop() {
                let node = self.sgf.node(id);
                let (mut entry, mut here) = entry_of(node, parent, board, size);
                if parent.is_none() && (!square || board.width != size) {
                    let what = format!("a board of {board}: a book has one from 13 to 19, the same in all of a file");
                    here.insert(0, (Fault::BoardSize, what));
                }
                // Faults that reject the entry; others are warnings.
                let breaks = |(kind, _): &&Wrong| !matches!(kind, Fault::UnknownTag | Fault::TextAmongTags);
                entry.broken = here.iter().find(breaks).map(|(_, what)| what.clone());
                if parent.is_none()
                    && let Some(value) = node.get("SZ")
                    && BoardSize::read(value.raw()).is_none()
                {
                    let text: String = value.simple_text().chars().take(30).collect();
                    here.push((Fault::BoardSize, format!("SZ[{text}] makes no sense: taken as 19")));
                }
                let index = entries.len();
                wrong.extend(here.into_iter().map(|w| (index, w)));
                entries.push(entry);
                if let Some(parent) = parent {
                    let parent: &mut Entry = &mut entries[parent];
                    parent.children.push(index);
                }
                let first = stack.len();
                stack.extend(node.children().map(|c| (c.id(), Some(index))));
                stack[first..].reverse();
            }
        }
        self.entries = entries;
        self.size = first_size.unwrap_or(19);
        wrong
    }

    /// Plays all branches; marks what can't be played.
    fn play(&mut self, wrong: &mut Vec<(usize, Wrong)>) {
        for root in 0..self.entries.len() {
            if self.entries[root].parent.is_some() {
                continue;
            }
            let mut board = Board::new(self.size);
            // Each node is met twice: before and after its children.
            let mut stack = vec![(root, None, false)];
            while let Some((at, done, prev)) = stack.pop() {
                if let Some(done) = done {
                    (0..done).for_each(|_| drop(board.undo()));
                    continue;
                }
                let (played, prev, what) = self.play_entry(at, &mut board, prev);
                if let Some((kind, what)) = what
                    && self.entries[at].broken.is_none()
                {
                    self.entries[at].broken = Some(what.clone());
                    wrong.push((at, (kind, what)));
                }
                stack.push((at, Some(played), false));
                if self.entries[at].broken.is_none() {
                    stack.extend(self.entries[at].children.iter().rev().map(|&c| (c, None, prev)));
                }
            }
        }
    }

    /// Plays an entry: how many moves were made, does a move now come before, what could not be
    /// played.
    fn play_entry(&self, at: usize, board: &mut Board, mut prev: bool) -> (usize, bool, Option<Wrong>) {
        let mut played = 0;
        for step in self.entries[at].steps() {
            let mv = match step {
                Step::Setup { color, at } => Move { color, at: Some(at) },
                Step::Play { mv, .. } => mv,
            };
            if let Step::Play { tags: Tags { near: true, ignore: false, .. }, .. } = step
                && !prev
                && mv.at.is_some()
            {
                let what = format!("{mv} is tagged <3x3>, but no move comes before it");
                return (played, prev, Some((Fault::NoMoveBefore, what)));
            }
            if let (Step::Setup { .. }, Some(at)) = (step, mv.at)
                && board.at(at).is_some()
            {
                let what = format!("a stone is set up at {at}, where there is one");
                return (played, prev, Some((Fault::IllegalMove, what)));
            }
            match board.play(mv) {
                Ok(_) => played += 1,
                Err(e) => return (played, prev, Some((Fault::IllegalMove, format!("{mv} can't be played: {e}")))),
            }
            match step {
                Step::Setup { .. } => prev = false,
                Step::Play { mv: Move { at: Some(_), .. }, .. } => prev = true,
                Step::Play { .. } => {}
            }
        }
        (played, prev, None)
    }

    /// The file and the path to an entry's node.
    pub fn place(&self, entry: usize) -> String {
        format!("{}: {}", self.name, self.branches.path(self.sgf.node(self.entries[entry].node)))
    }

    /// The children that are in the book.
    pub fn sound_children(&self, entry: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.entries[entry].children.iter().copied().filter(|&c| self.entries[c].broken.is_none())
    }

    /// The last entry of each variation, in the order of the book: of the branches at a node the
    /// first comes last.
    pub fn leaves(&self) -> Vec<usize> {
        let sound_root = |&e: &usize| self.entries[e].parent.is_none() && self.entries[e].broken.is_none();
        let mut leaves = Vec::new();
        for root in (0..self.entries.len()).filter(sound_root) {
            let mut stack = vec![root];
            while let Some(at) = stack.pop() {
                let children: Vec<usize> = self.sound_children(at).collect();
                match children.split_first() {
                    None => leaves.push(at),
                    Some((&first, others)) => {
                        stack.push(first);
                        stack.extend(others.iter().rev());
                    }
                }
            }
        }
        leaves
    }

    /// The entries from the start to an entry.
    pub fn path(&self, entry: usize) -> Vec<usize> {
        let mut path: Vec<usize> = std::iter::successors(Some(entry), |&e| self.entries[e].parent).collect();
        path.reverse();
        path
    }

    /// The variation that ends at an entry.
    pub fn variation(&self, leaf: usize) -> Variation {
        Variation { steps: self.path(leaf).into_iter().flat_map(|e| self.entries[e].steps()).collect() }
    }

    /// The variations, in the order of the book.
    pub fn chapter(&self) -> Chapter {
        let variations = self.leaves().into_iter().map(|leaf| self.variation(leaf)).collect();
        Chapter { name: self.name.clone(), size: self.size, variations }
    }

    /// Which entries are in the book: neither broken nor after one that is.
    pub fn sound(&self) -> Vec<bool> {
        let mut sound = vec![true; self.entries.len()];
        for (i, e) in self.entries.iter().enumerate() {
            sound[i] = e.broken.is_none() && e.parent.is_none_or(|p| sound[p]);
        }
        sound
    }

    /// How many entries follow each.
    pub fn below(&self) -> Vec<usize> {
        let mut below = vec![0; self.entries.len()];
        for (i, e) in self.entries.iter().enumerate().rev() {
            if let Some(p) = e.parent {
                below[p] += below[i] + 1;
            }
        }
        below
    }

    /// How much it holds.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally { variations: self.leaves().len(), ..Tally::default() };
        for (e, _) in self.entries.iter().zip(self.sound()).filter(|(_, sound)| *sound) {
            tally.ignored += if e.line.tags.ignore { e.moves.len() } else { 0 };
            tally.near += if e.line.tags.near { e.moves.len() } else { 0 };
        }
        tally
    }
}

impl Entry {
    /// Its steps: stones first, then moves.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let setup = self.setup.iter().map(|&(color, at)| Step::Setup { color, at });
        setup.chain(self.moves.iter().map(|&mv| Step::Play { mv, tags: self.line.tags }))
    }
}

/// The fault of an entry.
type Wrong = (Fault, String);

/// The entry of a node, and what is wrong with it as it stands.
fn entry_of(node: Node<'_>, parent: Option<usize>, board: BoardSize, size: u8) -> (Entry, Vec<Wrong>) {
    let mut wrong = Vec::new();
    let mut bad = |kind, what| wrong.push((kind, what));
    let (mut setup, mut moves) = (Vec::new(), Vec::new());
    let flip = |p: tesuji_sgf::Point| (p.x < size && p.y < size).then(|| Point::new(p.x, size - 1 - p.y));
    if node.has("AE") {
        bad(Fault::RemovedStones, "AE: stones can't be taken off in a book".to_string());
    }
    // Black's stones first, as in a built book.
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        for value in node.values(name) {
            if value.points().next().is_none() {
                bad(Fault::BadValue, format!("{name}[{}] is no point", value.simple_text()));
            }
            for p in value.points() {
                match flip(p) {
                    Some(at) => setup.push((color, at)),
                    None => bad(Fault::BadValue, format!("{name}[{p}] is off the board")),
                }
            }
        }
    }
    for (name, color) in [("B", Color::Black), ("W", Color::White)] {
        for value in node.values(name) {
            match value.played(board) {
                Some(tesuji_sgf::Move::Pass) => moves.push(Move { color, at: None }),
                Some(tesuji_sgf::Move::At(p)) => match flip(p) {
                    Some(at) => moves.push(Move { color, at: Some(at) }),
                    None => bad(Fault::BadValue, format!("{name}[{p}] is off the board")),
                },
                None => {
                    bad(Fault::BadValue, format!("{name}[{}] is neither a point nor a pass", value.simple_text()));
                }
            }
        }
    }
    let comment = if moves.is_empty() { None } else { node.text("C") };
    let line = FirstLine::read(&comment.unwrap_or_default());
    for word in &line.unknown {
        bad(Fault::UnknownTag, format!("unknown tag <{word}>; nearest: <{}>", nearest(word)));
    }
    if !line.outside.is_empty() {
        let what = format!("{:?} on the first line of a comment, which is for tags: it belongs below", line.outside);
        bad(Fault::TextAmongTags, what);
    }
    if moves.iter().any(|m| m.at.is_none()) && !line.tenuki && !line.tags.later {
        bad(Fault::UntaggedPass, "a pass must be tagged <later> or <tenuki>".to_string());
    }
    (Entry { node: node.id(), parent, children: Vec::new(), setup, moves, line, broken: None }, wrong)
}

/// The known tag with the fewest letters changed.
fn nearest(word: &str) -> &'static str {
    let distance = |known: &str| {
        let known: Vec<char> = known.chars().collect();
        let mut row: Vec<usize> = (0..=known.len()).collect();
        for (i, c) in word.to_lowercase().chars().enumerate() {
            let mut corner = std::mem::replace(&mut row[0], i + 1);
            for j in 0..known.len() {
                let cost = corner + usize::from(known[j] != c);
                corner = row[j + 1];
                row[j + 1] = cost.min(corner + 1).min(row[j] + 1);
            }
        }
        row[known.len()]
    };
    crate::tags::WORDS.into_iter().min_by_key(|known| distance(known)).unwrap_or("3x3")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book_file;
    use crate::variation::Book;

    fn read(sgf: &str) -> (Tree, Vec<String>) {
        let mut problems = Vec::new();
        let tree = Tree::read("a.sgf", sgf.as_bytes(), &mut |p| problems.push(p.to_string()));
        (tree, problems)
    }

    fn built(tree: &Tree) -> String {
        book_file::write(&Book { chapters: vec![tree.chapter()] })
    }

    #[test]
    fn the_first_branch_comes_last() {
        let (tree, problems) = read("(;SZ[19](;B[pd](;W[qf])(;W[nc])(;W[pf]))(;B[qd]))");
        assert_eq!(problems, [""; 0]);
        let moves: Vec<String> = built(&tree).split("clear_board\n").skip(1).map(|v| v.replace("play ", "")).collect();
        assert_eq!(moves, ["b r16  \n", "b q16  \nw o17  \n", "b q16  \nw q14  \n", "b q16  \nw r14  \n"]);
    }

    #[test]
    fn tags_setup_and_passes_as_a_built_book_has_them() {
        let (tree, problems) = read(
            "(;SZ[19]AW[dd]AB[pd][nc];W[qf]C[<3x3> <don't>\nno];B[qe];W[]C[<tenuki>];B[]C[<later>\n];W[rc]C[<later>])",
        );
        assert_eq!(problems, [""; 0]);
        let wanted = "echo a.sgf\nboardsize 19\nclear_board\nplay b q16  setup\nplay b o17  setup\nplay w d16  setup\n\
            play w r14  ignore 3x3 \nplay b r15  \nplay w pass  \nplay b pass  later \nplay w s17  later \n";
        assert_eq!(built(&tree), wanted);
        assert_eq!(tree.tally(), Tally { variations: 1, ignored: 1, near: 1 });
    }

    #[test]
    fn a_size_that_makes_no_sense_is_named() {
        for size in ["0", "-5", "abc", "", "53"] {
            let (tree, problems) = read(&format!("(;SZ[{size}];B[pd];W[qf])"));
            assert_eq!(problems, [format!("a.sgf: game 1, node 1: SZ[{size}] makes no sense: taken as 19")]);
            assert_eq!((tree.size, tree.leaves().len()), (19, 1), "it is built all the same");
        }
        assert_eq!(read("(;B[pd])").1, [""; 0], "without one it is 19");
    }

    #[test]
    fn what_is_wrong_is_named_and_the_rest_is_built() {
        let (tree, problems) = read(
            "(;SZ[19];B[pd](;W[pd];B[aa])(;W[qf];B[];W[aa])(;W[nc]C[<bda>];B[zz];W[ab])(;W[pf]C[hello <3x3>])\
             (;W[pg];AE[pd];B[ac])(;W[ph];AB[pd])(;W[pi];W[a]))",
        );
        let places: Vec<&str> = problems.iter().map(|p| p.split(": ").nth(1).unwrap()).collect();
        assert_eq!(
            places,
            [
                "game 1, node 2/2:2",
                "game 1, node 2/3:1",
                "game 1, node 2/3:2",
                "game 1, node 2/4:1",
                "game 1, node 2/5:2",
                "game 1, node 2/7:2",
                "game 1, node 3",
                "game 1, node 2/6:2"
            ],
            "{problems:#?}"
        );
        assert!(problems[1].contains("<bad>"), "{}", problems[1]);
        let lengths: Vec<usize> = tree.chapter().variations.iter().map(|v| v.steps.len()).collect();
        // The first branch is gone at once; the others end before the wrong node.
        assert_eq!(lengths, [2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn a_match_by_neighbours_needs_a_move_before() {
        let (tree, problems) = read("(;SZ[19];B[pd]C[<3x3>];W[qf])");
        assert_eq!((problems.len(), tree.chapter().variations[0].steps.len()), (1, 0));
        let (_, problems) = read("(;SZ[19];B[pd];AW[dd];W[qf]C[<3x3>])");
        assert!(problems[0].contains("game 1, node 4") && problems[0].contains("<3x3>"), "{problems:?}");
    }

    #[test]
    fn deep_and_broad_trees_are_refused_in_time() {
        let passes = format!("(;SZ[19]{})", ";B[]".repeat(200_000));
        let (tree, problems) = read(&passes);
        assert_eq!((problems.len(), tree.leaves().len()), (1001, 1));
        assert!(problems[1000].contains("199000 more faults"), "{}", problems[1000]);
        let comb = format!("(;SZ[19]{}{})", "(;B[]C[<later>];W[]C[<later>](;B[aa])".repeat(3000), ")".repeat(3000));
        let (tree, problems) = read(&comb);
        assert_eq!(tree.chapter().variations.len(), 0);
        assert!(problems.last().unwrap().contains("more than a book may have"), "{problems:?}");
    }

    #[test]
    fn odd_boards() {
        assert!(read("(;SZ[9];B[aa])").1[0].contains("13 to 19"));
        assert!(read("(;SZ[19:13];B[aa])").1[0].contains("13 to 19"));
        assert_eq!(read("(;SZ[13];B[ma])").0.size, 13);
        assert_eq!(read("").0.chapter().variations.len(), 0);
    }
}
