//! A stored solution as a tree of moves, with what the file claims of each line.

use super::marks::{Mark, Marks, marks, settle};
use crate::problem::{Start, own};
use crate::{Color, Point};
use std::collections::BTreeSet;
use tesuji_sgf::{Move, Node};

/// The claim of a file about a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Claim {
    /// The side to move succeeds.
    Right,
    /// It fails.
    Wrong,
    /// Nothing.
    Unsaid,
}

/// A move of the tree.
#[derive(Clone, Debug)]
pub struct StoredNode {
    /// The move before it.
    pub parent: Option<usize>,
    /// The moves after it.
    pub children: Vec<usize>,
    /// Who plays it.
    pub color: Color,
    /// Where; `None` is a pass.
    pub mv: Option<Point>,
    /// Does its node say that a ko is taken back after a threat (`KO`)?
    pub retakes: bool,
    /// Stones that its node sets (or takes off) besides: they stand there after the move.
    pub stones: Vec<(Point, Option<Color>)>,
    /// The path of its node in the file.
    pub path: String,
    /// What is claimed: of a line's last move, of the line; of another, right where a line through
    /// it is right.
    pub claim: Claim,
}

/// By what a file says that a line is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Convention {
    /// The marks that it uses.
    pub by: Vec<&'static str>,
    /// The verdict on lines without a mark.
    pub unmarked: Claim,
    /// Is nothing marked by which it is known what is right? Then the main line is taken for the
    /// solution, and of the others nothing is said.
    pub is_main_line: bool,
}

impl Convention {
    /// In words.
    #[must_use]
    pub fn name(&self) -> String {
        match (self.is_main_line, self.by.is_empty()) {
            (true, true) => "main line".to_string(),
            (true, false) => format!("main line, {}", self.by.join(", ")),
            _ => self.by.join(", "),
        }
    }
}

/// Something in a tree that can't be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The path of the node.
    pub at: String,
    /// The fault.
    pub what: String,
}

/// A stored solution.
#[derive(Clone, Debug)]
pub struct StoredTree {
    /// Whose problem it is.
    pub solver: Color,
    /// All moves, each behind the one before it.
    pub nodes: Vec<StoredNode>,
    /// The first moves.
    pub firsts: Vec<usize>,
    /// How it is marked.
    pub convention: Convention,
    /// Where it contradicts itself.
    pub faults: Vec<Fault>,
    /// The paths of first moves of the other side: what it would play is a diagram, and no solution.
    pub diagrams: Vec<String>,
}

/// A node of the file on the way to a stored one.
struct Open<'a> {
    node: Node<'a>,
    /// The last move before it.
    parent: Option<usize>,
    /// Its path is `prefix` and `run`.
    prefix: String,
    run: usize,
    /// Marks of nodes without a move between the two.
    marks: Marks,
}

impl StoredTree {
    /// Reads the solution of a problem, where the file has one. `start_path` is the path of its
    /// node in the file.
    pub(crate) fn read(start: Start<'_>, solver: Color, start_path: &str) -> Option<StoredTree> {
        let size = start.node.board_size();
        let mut tree = StoredTree {
            solver,
            nodes: Vec::new(),
            firsts: Vec::new(),
            convention: Convention { by: Vec::new(), unmarked: Claim::Unsaid, is_main_line: true },
            faults: Vec::new(),
            diagrams: Vec::new(),
        };
        let mut said: Vec<Marks> = Vec::new();
        let digits = start_path.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (prefix, run) = start_path.split_at(digits);
        let run: usize = run.parse().unwrap_or(1);
        let firsts = start.firsts();
        let is_start = firsts.first().is_some_and(|f| *f == start.node);
        let mut open: Vec<Open<'_>> = Vec::new();
        for (i, node) in firsts.into_iter().enumerate().rev() {
            let (prefix, run) = if is_start { (prefix.to_string(), run) } else { below(prefix, run, i) };
            open.push(Open { node, parent: None, prefix, run, marks: Marks::default() });
        }
        while let Some(Open { node, mut parent, prefix, run, marks: before }) = open.pop() {
            let played = node.stone_played(size);
            // Stones that are set without a move make a picture, not a line.
            if node.has_setup() && !is_start && played.is_none() {
                continue;
            }
            if let (None, Some((color, _))) = (parent, played)
                && own(color) != solver
            {
                tree.diagrams.push(format!("{prefix}{run}"));
                continue;
            }
            let own_marks = before.and(marks(node, solver, size));
            let mut passed_on = own_marks.clone();
            if let Some((color, mv)) = played {
                let id = tree.nodes.len();
                let mv = if let Move::At(p) = mv { Some(Point::new(p.x, p.y)) } else { None };
                let path = format!("{prefix}{run}");
                let set = node.setup().into_iter().filter(|(_, p)| !is_start && p.is_on(size));
                tree.nodes.push(StoredNode {
                    stones: set.map(|(color, p)| (Point::new(p.x, p.y), color.map(own))).collect(),
                    parent,
                    children: Vec::new(),
                    color: own(color),
                    mv,
                    retakes: node.has("KO"),
                    path,
                    claim: Claim::Unsaid,
                });
                said.push(own_marks);
                match parent {
                    Some(up) => tree.nodes[up].children.push(id),
                    None => tree.firsts.push(id),
                }
                (parent, passed_on) = (Some(id), Marks::default());
            } else if node.first_child().is_none()
                && let Some(up) = parent
            {
                // A comment behind the last move is about its line.
                said[up] = std::mem::take(&mut said[up]).and(passed_on.clone());
            }
            let children: Vec<Node<'_>> = node.children().collect();
            for (i, child) in children.into_iter().enumerate().rev() {
                let (prefix, run) = below(&prefix, run, i);
                open.push(Open { node: child, parent, prefix, run, marks: passed_on.clone() });
            }
        }
        if tree.nodes.is_empty() && tree.diagrams.is_empty() {
            return None;
        }
        tree.judge(&mut said);
        Some(tree)
    }

    /// Makes claims of marks.
    fn judge(&mut self, said: &mut [Marks]) {
        let is_plain = settle(said, &self.firsts, |i| self.nodes[i].color == self.solver);
        let has_right = said.iter().any(|m| m.plain.is_right());
        let has_wrong = said.iter().any(|m| m.plain.is_wrong());
        let by: BTreeSet<&'static str> = said.iter().flat_map(|m| m.plain.by()).collect();
        self.convention.by = by.into_iter().collect();
        // That some lines are blamed in passing does not say that all others are right.
        self.convention.unmarked = match (has_right, has_wrong && is_plain) {
            (true, _) => Claim::Wrong,
            (false, true) => Claim::Right,
            (false, false) => Claim::Unsaid,
        };
        self.convention.is_main_line = self.convention.unmarked == Claim::Unsaid;
        // From the first moves on: what was said last.
        let mut lines: Vec<Option<Claim>> = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let before = node.parent.and_then(|up| lines[up]);
            let own = &said[i].plain;
            let says_right = own.has(&[Mark::Right]);
            let by = || own.by().collect::<Vec<_>>().join(", ");
            let fault = |what: &str| Fault { at: node.path.clone(), what: format!("{what} ({})", by()) };
            lines.push(match (own.is_right(), own.is_wrong()) {
                (true, true) => {
                    self.faults.push(fault("right and wrong at once"));
                    Some(Claim::Unsaid)
                }
                (true, false) if before == Some(Claim::Wrong) && says_right => {
                    self.faults.push(fault("a right line behind a move that is marked wrong"));
                    Some(Claim::Unsaid)
                }
                // The best move of a line that is wrong.
                (true, false) if before == Some(Claim::Wrong) => before,
                (true, false) => Some(Claim::Right),
                (false, true) => Some(Claim::Wrong),
                (false, false) if own.has(&[Mark::Variation]) => Some(Claim::Unsaid),
                (false, false) => before,
            });
        }
        let main = if self.convention.is_main_line { self.main_line() } else { None };
        for i in (0..self.nodes.len()).rev() {
            self.nodes[i].claim = if self.nodes[i].children.is_empty() {
                let unmarked = if main == Some(i) { Claim::Right } else { self.convention.unmarked };
                lines[i].unwrap_or(unmarked)
            } else {
                let below = self.nodes[i].children.iter().map(|&child| self.nodes[child].claim);
                // Right, where one line is; wrong, where all are.
                let claims: BTreeSet<Claim> = below.collect();
                if claims.contains(&Claim::Right) {
                    Claim::Right
                } else if claims.contains(&Claim::Unsaid) {
                    Claim::Unsaid
                } else {
                    Claim::Wrong
                }
            };
        }
    }

    /// The last move of the main line.
    fn main_line(&self) -> Option<usize> {
        let mut at = *self.firsts.first()?;
        while let Some(&next) = self.nodes[at].children.first() {
            at = next;
        }
        Some(at)
    }

    /// The first moves of which that is claimed, each once.
    fn first_moves(&self, claim: Claim) -> Vec<Point> {
        let firsts = self.firsts.iter().map(|&i| &self.nodes[i]).filter(|n| n.color == self.solver && n.claim == claim);
        let mut points: Vec<Point> = Vec::new();
        for p in firsts.filter_map(|n| n.mv) {
            if !points.contains(&p) {
                points.push(p);
            }
        }
        points
    }

    /// The first moves that the file says are right.
    #[must_use]
    pub fn right_first_moves(&self) -> Vec<Point> {
        self.first_moves(Claim::Right)
    }

    /// Those that it says are wrong.
    #[must_use]
    pub fn wrong_first_moves(&self) -> Vec<Point> {
        let right = self.right_first_moves();
        self.first_moves(Claim::Wrong).into_iter().filter(|p| !right.contains(p)).collect()
    }

    /// The last moves of all lines.
    pub fn leaves(&self) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(|&i| self.nodes[i].children.is_empty())
    }

    /// The moves down to one of them.
    #[must_use]
    pub fn line(&self, node: usize) -> Vec<usize> {
        let mut line: Vec<usize> = std::iter::successors(Some(node), |&i| self.nodes[i].parent).collect();
        line.reverse();
        line
    }
}

/// The path of a child, by its number among its siblings.
fn below(prefix: &str, run: usize, child: usize) -> (String, usize) {
    if child == 0 { (prefix.to_string(), run + 1) } else { (format!("{prefix}{run}/{}:", child + 1), 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::starts;
    use tesuji_sgf::Collection;

    fn tree(moves: &str) -> StoredTree {
        let (sgf, _) = Collection::parse(format!("(;SZ[9]AB[aa]AW[bb]{moves})").as_bytes());
        let start = starts(sgf.roots().next().unwrap())[0];
        StoredTree::read(start, Color::Black, &start.node.path()).unwrap()
    }

    /// Right and wrong first moves, and how that is said.
    fn firsts(moves: &str) -> (Vec<String>, Vec<String>, String) {
        let tree = tree(moves);
        assert_eq!(tree.faults, [], "{moves}");
        let names = |points: Vec<Point>| points.into_iter().map(|p| p.name(9)).collect();
        (names(tree.right_first_moves()), names(tree.wrong_first_moves()), tree.convention.name())
    }

    #[test]
    fn each_convention_tells_right_from_wrong() {
        let right_and_wrong = (vec!["C9".to_string()], vec!["D9".to_string()]);
        for (moves, by) in [
            ("(;B[ca];W[cb];B[cc]C[RIGHT])(;B[da];W[cb])", "C[right]"),
            ("(;B[da];W[cb])(;B[ca];W[cb];B[cc];C[Correct.])", "C[right]"),
            ("(;C[正解图];B[ca];W[cb])(;C[失败图];B[da];W[cb])", "C[right], C[wrong]"),
            ("(;B[ca]TE[1];W[cb])(;B[da]BM[1];W[cb])", "BM, TE"),
            ("(;B[ca]TE[2])(;B[da])", "TE"),
            ("(;B[ca];W[cb])(;B[da]WV[];W[cb])", "WV"),
            ("(;B[ca];W[cb])(;B[da]TR[da];W[cb])", "TR"),
            ("(;B[ca];W[cb];B[cc]CH[1])(;B[da])", "CH"),
            ("(;B[ca]TE[1]C[Correct.];W[cb])(;B[da]BM[1]C[Fails.];W[cb])", "BM, C[right], C[wrong], TE"),
            ("(;B[ca]N[正解])(;B[da]N[失敗])", "C[right], C[wrong]"),
            ("(;B[da];W[cb])(;B[ca]C[CHOICERIGHT])", "C[right]"),
            ("(;B[da];W[cb])(;B[ca];W[cb];B[cc]C[Well done!FORCERIGHT])", "C[right]"),
            ("(;B[da];W[cb]C[NOTTHIS])(;B[ca];W[cb]C[CHOICE];B[cc]C[goodRIGHT])", "C[right]"),
            ("(;B[da]GW[1])(;B[ca]GB[1])", "GB, GW"),
            ("(;B[da]GW[])(;B[ca];W[cb];B[cc]GB[2])", "GB, GW"),
            ("(;B[da]C[-])(;B[ca]C[+])", "C[+], C[-]"),
            ("(;B[da];W[cb])(;B[ca]C[+])", "C[+]"),
            ("(;B[da]C[bad])(;B[ca]C[good])", "C[bad], C[good]"),
            ("(;B[da]C[No.])(;B[ca]C[Yes!])", "C[bad], C[good]"),
            ("(;B[da]DO[])(;B[ca]IT[])", "DO, IT"),
        ] {
            let (right, wrong, told) = firsts(moves);
            assert_eq!(((right, wrong), told.as_str()), (right_and_wrong.clone(), by), "{moves}");
        }
        // Where nothing is marked, of the other lines nothing is said.
        assert_eq!(firsts("(;B[ca];W[cb])(;B[da];W[cb])"), (vec!["C9".into()], vec![], "main line".to_string()));
        // Triangles on all first moves are no such marks; nor are those of the other side's moves.
        assert_eq!(firsts("(;B[ca]TR[ca])(;B[da]TR[da])").0, ["C9"]);
        assert_eq!(firsts("(;B[ca];W[cb]BM[1])(;B[da];W[cb])").2, "main line");
        // Blame in passing says nothing of the other lines, nor does praise where words are plainer.
        assert_eq!(
            firsts("(;B[ca];W[cb])(;B[da]C[no])(;B[ea])"),
            (vec!["C9".into()], vec!["D9".into()], "main line, C[bad]".to_string())
        );
        assert_eq!(firsts("(;B[ca]C[RIGHT])(;B[da];W[cb];B[cc]C[good])").1, ["D9"]);
        assert_eq!(firsts("(;B[ca]C[RIGHT])(;B[da];W[cb]C[good])").1, ["D9"]);
        // One right line is enough.
        assert_eq!(firsts("(;B[ca](;W[cb])(;W[cc];B[cb]C[RIGHT]))(;B[da])").0, ["C9"]);
        assert_eq!(firsts("(;B[ca]C[RIGHT])(;B[ca];W[cb])(;B[da]C[right])").0, ["C9", "D9"]);
    }

    #[test]
    fn a_tree_that_contradicts_itself_is_named_with_the_path() {
        let faults =
            |moves: &str| -> Vec<(String, String)> { tree(moves).faults.into_iter().map(|f| (f.at, f.what)).collect() };
        let [(at, what)] = &faults("(;B[ca];W[cb])(;B[da]TE[1]BM[1])")[..] else { panic!("one fault") };
        assert_eq!((at.as_str(), what.as_str()), ("game 1, node 1/2:1", "right and wrong at once (TE, BM)"));
        let [(at, what)] = &faults("(;B[ca]WV[];W[cb];B[cc]C[RIGHT])")[..] else { panic!("one fault") };
        assert!(at == "game 1, node 4" && what.contains("behind a move that is marked wrong"), "{at}: {what}");
        // The best move of a wrong line may be praised.
        assert_eq!(faults("(;B[ca]BM[1];W[cb];B[cc]TE[1])(;B[da])"), []);
    }

    /// What the other side would play is no solution, wherever it stands, and its marks say nothing.
    #[test]
    fn a_line_that_the_other_side_begins_is_a_diagram() {
        let right = "(;B[ca]C[Correct Answer];W[cb])";
        for other in ["(;W[ca]C[If White plays first];B[cb])", "(;C[If it were White's turn];W[ca]C[Right for White])"]
        {
            for moves in [format!("{right}{other}"), format!("{other}{right}")] {
                let tree = tree(&moves);
                assert_eq!((tree.faults.len(), tree.diagrams.len(), tree.nodes.len()), (0, 1, 2), "{moves}");
                assert_eq!(tree.right_first_moves(), [Point::new(2, 0)], "{moves}");
            }
        }
        let alone = tree("(;W[ca];B[cb])");
        assert!(alone.faults.is_empty() && alone.nodes.is_empty());
        assert_eq!(alone.diagrams, ["game 1, node 2"]);
    }

    /// Editors write the stone of a move once more as one that is set: the move comes first, and the
    /// marks behind it count.
    #[test]
    fn a_move_with_stones_beside_it_is_a_move() {
        for moves in [
            "(;B[ca];W[cb]AW[cb];B[cc]C[RIGHT])(;B[da];W[cb])",
            "(;B[ca]AB[ca];W[cb]AW[cb];B[cc]AB[cc]C[RIGHT])(;B[da]AB[da];W[cb]AW[cb])",
            "(;B[da]AB[da])(;B[ca]AB[ca];W[cb]AE[dd];B[cc]C[RIGHT])",
        ] {
            assert_eq!(firsts(moves), (vec!["C9".into()], vec!["D9".into()], "C[right]".into()), "{moves}");
        }
    }

    #[test]
    fn paths_are_those_of_the_file() {
        let moves = "(;B[ca];W[cb](;B[cc])(;B[dd]))(;B[da];W[cb])";
        let (sgf, _) = Collection::parse(format!("(;SZ[9]AB[aa]AW[bb]{moves})").as_bytes());
        let start = starts(sgf.roots().next().unwrap())[0];
        let tree = StoredTree::read(start, Color::Black, &start.node.path()).unwrap();
        let ours: Vec<&str> = tree.nodes.iter().map(|n| n.path.as_str()).collect();
        let theirs: Vec<String> = sgf.nodes().skip(1).map(|n| n.path()).collect();
        assert_eq!(ours, theirs);
    }
}
