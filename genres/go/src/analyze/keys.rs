//! The right first moves of either side.

use super::{Analysis, Fault, title};
use crate::judge::{Regional, first_moves, is_decided};
use crate::{Color, Outcome, Point};
use std::fmt;
use tesuji_solver::Limits;

/// The first moves of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideKeys {
    /// Who moves first.
    pub first: Color,
    /// The proofs.
    pub outcome: Outcome,
    /// Is it proved that a pass gets it too?
    pub settled: bool,
    /// Moves that are proved to get it.
    pub right: Vec<Point>,
    /// Moves of the region that are proved not to get it.
    pub wrong: usize,
    /// Moves that were not decided.
    pub open: Vec<Point>,
    /// The words.
    pub text: String,
}

/// The right first moves of either side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keys {
    /// Black first, then White.
    pub sides: [SideKeys; 2],
    height: u8,
}

impl Analysis {
    /// The right first moves of either side: those that keep the best outcome, judged as `solve`
    /// judges them. Where a pass keeps it too, the chain is settled for that side, and none is
    /// named. Each side has half of the nodes.
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn keys(&self, limits: &Limits) -> Result<Keys, Fault> {
        let [black, white] = self.sides().map(|(color, _)| self.side_keys(color, limits));
        Ok(Keys { sides: [black?, white?], height: self.question.board.size().1 })
    }

    fn side_keys(&self, color: Color, limits: &Limits) -> Result<SideKeys, Fault> {
        let first = self.question.role(color);
        let question = self.asked(first);
        let half = limits.clone().with_nodes(limits.nodes / 2);
        let read = Regional::of(&self.reader, &question, first, &half)?;
        let outcome = read.read.reading.outcome;
        let mut found = SideKeys {
            first: color,
            outcome,
            settled: is_decided(outcome) && read.is_settled(first),
            right: Vec::new(),
            wrong: 0,
            open: Vec::new(),
            text: String::new(),
        };
        let has_aim = is_decided(outcome) && outcome.succeeds(first) == Some(true);
        let mut pass = found.settled.then_some(true);
        if has_aim && !found.settled {
            let left = limits.clone().with_nodes(half.nodes.saturating_sub(read.nodes));
            let moves = first_moves(&self.reader, &question, first, &read, &left)?;
            found.right = moves.right();
            found.wrong = moves.study.wrong().count();
            found.open = moves.study.undecided.iter().copied().flatten().collect();
            pass = (!moves.study.undecided.contains(&None)).then_some(false);
        }
        found.right.sort();
        found.open.sort();
        let what = match () {
            () if outcome.class().is_none() && !outcome.lives() => "not decided".to_string(),
            () if !has_aim => "nothing to play for".to_string(),
            () if found.settled => "settled".to_string(),
            () if found.right.is_empty() => "no right move found".to_string(),
            () => format!("by {}", self.names(found.right.iter().copied())),
        };
        let open = match (found.settled || !has_aim, found.open.len(), pass) {
            (true, ..) | (_, 0, Some(_)) => String::new(),
            (_, 0, None) => " (a pass not decided)".to_string(),
            (_, n, Some(_)) => format!(" ({n} moves not decided)"),
            (_, n, None) => format!(" ({n} moves and a pass not decided)"),
        };
        found.text = format!("{} first: {}, {what}{open}", title(color), self.words(outcome));
        Ok(found)
    }
}

/// Lines of GoGui's `gfx`: circles for Black's right moves, triangles for White's, crosses for
/// moves that were not decided for a side that has right moves at all.
impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |points: &[Point]| points.iter().map(|p| p.name(self.height)).collect::<Vec<_>>().join(" ");
        for (side, mark) in self.sides.iter().zip(["CIRCLE", "TRIANGLE"]) {
            if !side.settled && !side.right.is_empty() {
                writeln!(f, "{mark} {}", words(&side.right))?;
            }
        }
        let mut open: Vec<Point> =
            self.sides.iter().filter(|s| !s.settled).flat_map(|s| s.open.iter().copied()).collect();
        open.sort();
        open.dedup();
        if !open.is_empty() {
            writeln!(f, "MARK {}", words(&open))?;
        }
        let texts: Vec<&str> = self.sides.iter().map(|s| s.text.as_str()).collect();
        write!(f, "TEXT {}", texts.join("; "))
    }
}
