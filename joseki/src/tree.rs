//! A file of joseki: an SGF tree, read by the conventions of a book.

use crate::board::Board;
use crate::point::{Color, Move, Point};
use crate::tags::FirstLine;
use crate::variation::{Chapter, Problem, Step, Tags, Variation};
use tesuji_sgf::{Collection, NodeId};

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
}

impl Tree {
    /// Reads a file. Whatever is wrong is reported with the path to its node; what comes after a node that can't be
    /// played is left out.
    pub fn read(name: &str, bytes: &[u8], problem: &mut dyn FnMut(Problem)) -> Tree {
        let (sgf, diagnostics) = Collection::parse(bytes);
        for d in diagnostics {
            problem(Problem { place: format!("{name}: byte {}", d.offset), what: d.fault.describe().to_string() });
        }
        let mut tree = Tree { name: name.to_string(), size: 19, entries: Vec::new(), sgf };
        let (sizes, placed) = tree.collect();
        if let Some(size) = sizes {
            tree.size = size;
        }
        for (entry, what) in placed {
            problem(Problem { place: tree.place(entry), what });
        }
        tree.play(problem);
        tree
    }

    /// Makes the entries; gives the board's size, and what is wrong where.
    fn collect(&mut self) -> (Option<u8>, Vec<(usize, String)>) {
        let mut wrong = Vec::new();
        let mut size = None;
        let mut entries: Vec<Entry> = Vec::new();
        let mut stack: Vec<(NodeId, Option<usize>)> = self.sgf.roots().rev().map(|r| (r.id(), None)).collect();
        while let Some((id, parent)) = stack.pop() {
            let node = self.sgf.node(id);
            let board = node.board_size();
            let mut broken = None;
            let here = Some(board.width).filter(|n| board.width == board.height && (13..=19).contains(n));
            match (here, size) {
                (Some(n), None) => size = Some(n),
                (Some(n), Some(first)) if n == first => {}
                _ if parent.is_some() => {}
                (None, _) => broken = Some(format!("a board of {board}: a book has one from 13 to 19")),
                (Some(n), Some(first)) => broken = Some(format!("a board of {n} after one of {first}")),
            }
            let size = size.unwrap_or(19);
            let flip = |p: tesuji_sgf::Point| (p.x < size && p.y < size).then(|| Point::new(p.x, size - 1 - p.y));
            let color = |c: tesuji_sgf::Color| match c {
                tesuji_sgf::Color::Black => Color::Black,
                tesuji_sgf::Color::White => Color::White,
            };
            let mut entry = Entry {
                node: id,
                parent,
                children: Vec::new(),
                setup: Vec::new(),
                moves: Vec::new(),
                line: FirstLine::default(),
                broken: None,
            };
            if node.has("AE") {
                broken = Some("AE: stones can't be taken off in a book".to_string());
            }
            // Black's stones first, as in a built book.
            for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
                for value in node.values(name) {
                    let points: Vec<_> = value.points().collect();
                    if points.is_empty() {
                        broken = Some(format!("{name}[{}] is no point", value.simple_text()));
                    }
                    for p in points {
                        match flip(p) {
                            Some(at) => entry.setup.push((color, at)),
                            None => broken = Some(format!("{name}[{p}] is off the board")),
                        }
                    }
                }
            }
            for name in ["B", "W"] {
                for value in node.values(name) {
                    let mover = if name == "B" { tesuji_sgf::Color::Black } else { tesuji_sgf::Color::White };
                    let at = match value.played(board) {
                        Some(tesuji_sgf::Move::Pass) => None,
                        Some(tesuji_sgf::Move::At(p)) => match flip(p) {
                            Some(at) => Some(at),
                            None => {
                                broken = Some(format!("{name}[{p}] is off the board"));
                                continue;
                            }
                        },
                        None => {
                            broken = Some(format!("{name}[{}] is neither a point nor a pass", value.simple_text()));
                            continue;
                        }
                    };
                    entry.moves.push(Move { color: color(mover), at });
                }
            }
            if !entry.moves.is_empty() {
                entry.line = FirstLine::read(&node.text("C").unwrap_or_default());
            }
            let index = entries.len();
            if let Some(what) = &broken {
                wrong.push((index, what.clone()));
            }
            entry.broken = broken;
            for word in &entry.line.unknown {
                let near = nearest(word);
                wrong.push((index, format!("unknown tag <{word}>; nearest: <{near}>")));
            }
            if !entry.line.outside.is_empty() {
                let text = &entry.line.outside;
                wrong.push((
                    index,
                    format!("the first line of a comment is for tags only: {text:?} belongs on the second"),
                ));
            }
            if entry.moves.iter().any(|m| m.at.is_none()) && !entry.line.tenuki && !entry.line.tags.later {
                let what = "a pass must be tagged <later> or <tenuki>".to_string();
                wrong.push((index, what.clone()));
                entry.broken.get_or_insert(what);
            }
            entries.push(entry);
            if let Some(parent) = parent {
                entries[parent].children.push(index);
            }
            let first = stack.len();
            stack.extend(node.children().map(|c| (c.id(), Some(index))));
            stack[first..].reverse();
        }
        self.entries = entries;
        (size, wrong)
    }

    /// Plays all branches; marks what can't be played.
    fn play(&mut self, problem: &mut dyn FnMut(Problem)) {
        let mut found = Vec::new();
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
                if let Some(what) = what
                    && self.entries[at].broken.is_none()
                {
                    self.entries[at].broken = Some(what.clone());
                    found.push((at, what));
                }
                stack.push((at, Some(played), false));
                if self.entries[at].broken.is_none() {
                    stack.extend(self.entries[at].children.iter().rev().map(|&c| (c, None, prev)));
                }
            }
        }
        for (at, what) in found {
            problem(Problem { place: self.place(at), what });
        }
    }

    /// Plays an entry: how many moves were made, does a move now come before, what could not be played.
    fn play_entry(&self, at: usize, board: &mut Board, mut prev: bool) -> (usize, bool, Option<String>) {
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
                return (played, prev, Some(format!("{mv} is tagged <3x3>, but no move comes before it")));
            }
            if let (Step::Setup { .. }, Some(at)) = (step, mv.at)
                && board.at(at).is_some()
            {
                return (played, prev, Some(format!("a stone is set up at {at}, where there is one")));
            }
            match board.play(mv) {
                Ok(_) => played += 1,
                Err(e) => return (played, prev, Some(format!("{mv} can't be played: {e}"))),
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
        format!("{}: {}", self.name, self.sgf.node(self.entries[entry].node).path())
    }

    /// The children that are in the book.
    pub fn sound_children(&self, entry: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.entries[entry].children.iter().copied().filter(|&c| self.entries[c].broken.is_none())
    }

    /// The last entry of each variation, in the order of the book: of the branches at a node the first comes last.
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

    /// How much it holds.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally { variations: self.leaves().len(), ..Tally::default() };
        // What follows a broken node is out of the book.
        let mut out = vec![false; self.entries.len()];
        for (i, e) in self.entries.iter().enumerate() {
            out[i] = e.broken.is_some() || e.parent.is_some_and(|p| out[p]);
            if !out[i] {
                tally.ignored += if e.line.tags.ignore { e.moves.len() } else { 0 };
                tally.near += if e.line.tags.near { e.moves.len() } else { 0 };
            }
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
    fn odd_boards() {
        assert!(read("(;SZ[9];B[aa])").1[0].contains("13 to 19"));
        assert!(read("(;SZ[19:13];B[aa])").1[0].contains("13 to 19"));
        assert_eq!(read("(;SZ[13];B[ma])").0.size, 13);
        assert_eq!(read("").0.chapter().variations.len(), 0);
    }
}
