//! The words and marks of one node of a stored solution about its line.

use super::words::{in_passing, in_words, is_sign};
use crate::Color;
use tesuji_sgf::{BoardSize, Move, Node};

/// The verdict of a node on the line that it is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// By words, or by `CH`: the line is right.
    Right,
    /// By `TE`: the move is right.
    GoodMove,
    /// By words: the line is wrong.
    Wrong,
    /// By `BM` or `WV`: the move is wrong.
    BadMove,
    /// A variation: neither right nor wrong is said.
    Variation,
}

/// Marks, each with what says it: `C[right]`, `TE`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Said(Vec<(Mark, &'static str)>);

impl Said {
    fn add(&mut self, mark: Mark, by: &'static str) {
        if !self.has(&[mark]) {
            self.0.push((mark, by));
        }
    }

    fn extend(&mut self, other: Said) {
        other.0.into_iter().for_each(|(mark, by)| self.add(mark, by));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Is one of those marks among them?
    pub(super) fn has(&self, wanted: &[Mark]) -> bool {
        self.0.iter().any(|(mark, _)| wanted.contains(mark))
    }

    pub(super) fn is_right(&self) -> bool {
        self.has(&[Mark::Right, Mark::GoodMove])
    }

    pub(super) fn is_wrong(&self) -> bool {
        self.has(&[Mark::Wrong, Mark::BadMove])
    }

    /// The property or word that gives the verdict.
    pub(super) fn by(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.iter().map(|(_, by)| *by)
    }
}

/// The verdicts of a node.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Marks {
    /// Plain verdicts, those in words first.
    pub(super) plain: Said,
    /// Verdicts in passing: signs, praise, who is better (`GB`, `GW`), `IT` and `DO`. They count
    /// only where the file says nothing plainly to be right.
    passing: Said,
    /// Is the node's own move marked with a triangle?
    has_triangle: bool,
}

impl Marks {
    /// With those of another node.
    pub(super) fn and(mut self, other: Marks) -> Marks {
        self.plain.extend(other.plain);
        self.passing.extend(other.passing);
        self.has_triangle |= other.has_triangle;
        self
    }

    /// Takes what is said in passing as said plainly, where nothing else is.
    fn take_passing(&mut self) {
        if self.plain.is_empty() {
            self.plain = std::mem::take(&mut self.passing);
        }
    }
}

/// Decides what counts of the marks of all nodes; `is_own` are those with moves of the solver. Is
/// what counts said plainly?
pub(super) fn settle(said: &mut [Marks], firsts: &[usize], is_own: impl Fn(usize) -> bool) -> bool {
    let is_plain = said.iter().any(|m| m.plain.is_right() || m.plain.is_wrong());
    if !said.iter().any(|m| m.plain.is_right()) {
        said.iter_mut().for_each(Marks::take_passing);
    }
    // Triangles on the moves themselves: only where nothing else is marked, and not on every first
    // move.
    if said.iter().all(|m| m.plain.is_empty()) && !firsts.iter().all(|&i| said[i].has_triangle) {
        for (i, marks) in said.iter_mut().enumerate() {
            if is_own(i) && marks.has_triangle {
                marks.plain.add(Mark::BadMove, "TR");
            }
        }
        return true;
    }
    is_plain
}

/// Reads the marks of a node. `solver` is the side whose problem it is: of the other side's moves
/// `TE`, `BM`, `IT`, `DO` and praise say nothing.
pub(super) fn marks(node: Node<'_>, solver: Color, size: BoardSize) -> Marks {
    let mut found = Marks::default();
    let is_last = node.first_child().is_none();
    let played = node.stone_played(size);
    let is_own = played.is_some_and(|(color, _)| crate::problem::own(color) == solver);
    for text in ["C", "N"].into_iter().filter_map(|name| node.text(name)) {
        if let Some((mark, by)) = in_words(&text, is_last) {
            found.plain.add(mark, by);
        } else if let Some((mark, by)) = in_passing(&text).filter(|(_, by)| is_own || played.is_none() || is_sign(by)) {
            found.passing.add(mark, by);
        }
    }
    let has = |name: &str| node.has(name);
    let says = [
        (has("CH"), Mark::Right, "CH"),
        (has("WV"), Mark::BadMove, "WV"),
        (is_own && has("TE"), Mark::GoodMove, "TE"),
        (is_own && has("BM"), Mark::BadMove, "BM"),
    ];
    says.into_iter().filter(|(says, ..)| *says).for_each(|(_, mark, by)| found.plain.add(mark, by));
    let (better, worse) = if solver == Color::Black { ("GB", "GW") } else { ("GW", "GB") };
    let says = [
        (has(better), Mark::Right, better),
        (has(worse), Mark::Wrong, worse),
        (has("UC") || has("DM"), Mark::Variation, "UC"),
        (is_own && has("IT"), Mark::GoodMove, "IT"),
        (is_own && has("DO"), Mark::BadMove, "DO"),
    ];
    says.into_iter().filter(|(says, ..)| *says).for_each(|(_, mark, by)| found.passing.add(mark, by));
    if is_own {
        let at = played.and_then(|(_, mv)| if let Move::At(p) = mv { Some(p) } else { None });
        found.has_triangle = at.is_some_and(|p| node.points("TR").contains(&p));
    }
    found
}
