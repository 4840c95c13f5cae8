//! The right first moves of either side.

use super::{Analysis, Fault, title};
use crate::read::search::SearchJudge;
use crate::read::{Area, Exits, Ply, State};
use crate::study::{Aim, Judge};
use crate::{Color, Outcome, Point};
use std::fmt;
use tesuji_solver::Limits;

/// The first moves of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideKeys {
    /// Who moves first.
    pub first: Color,
    /// What is proved.
    pub outcome: Outcome,
    /// Is it proved that a pass gets it too?
    pub settled: bool,
    /// Moves that are proved to get it.
    pub right: Vec<Point>,
    /// Moves of the region that are proved not to get it there.
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
    /// The right first moves of either side: those of the region that keep the best outcome. Where a pass keeps it too, the
    /// chain is settled for that side, and none is named. Half of the nodes go to the outcomes, half to the moves.
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn keys(&self, limits: &Limits) -> Result<Keys, Fault> {
        let [black, white] = self.sides().map(|(color, _)| self.side_keys(color, limits));
        Ok(Keys { sides: [black?, white?], height: self.question.board.size().1 })
    }

    fn side_keys(&self, color: Color, limits: &Limits) -> Result<SideKeys, Fault> {
        let first = self.question.role(color);
        let read = self.read(first, &limits.clone().with_nodes(limits.nodes / 2))?;
        let outcome = read.reading.outcome;
        let mut found = SideKeys {
            first: color,
            outcome,
            settled: false,
            right: Vec::new(),
            wrong: 0,
            open: Vec::new(),
            text: String::new(),
        };
        let mut pass = None;
        let aim = Aim::of(outcome, first);
        if let Some(aim) = aim {
            // Proved whatever is outside the region: a capture with the exits free, life with the exits blocked.
            let exits = if aim.kill { Exits::Free } else { Exits::Blocked };
            let question = read.showing(aim.kill);
            let area = Area::of(question, exits)?;
            let root: State = area.state(question, first, aim.supply);
            let mut judge = SearchJudge::new(area, &limits.clone().with_nodes(limits.nodes / 4));
            let mut plies = judge.area().moves(&root);
            // The pass, which may settle it; then the move that the proof names; then the rest.
            let named = read.reading.key;
            plies.sort_by_key(|&ply| {
                let point = judge.area().point(ply);
                (ply != Ply::PASS, named != Some(point), ply)
            });
            for ply in plies {
                let area = judge.area();
                let (point, after) = (area.point(ply), area.play(&root, ply));
                let Some(after) = after else { continue };
                match (aim.kept(&mut judge, &after), point) {
                    (Ok(kept), None) => pass = Some(kept),
                    (Err(_), None) => {}
                    (Ok(true), Some(p)) => found.right.push(p),
                    (Ok(false), Some(_)) => found.wrong += 1,
                    (Err(_), Some(p)) => found.open.push(p),
                }
                if pass == Some(true) {
                    found.settled = true;
                    break;
                }
            }
        }
        found.right.sort();
        found.open.sort();
        let what = match () {
            () if outcome.class().is_none() && !outcome.lives() => "not decided".to_string(),
            () if aim.is_none() => "nothing to play for".to_string(),
            () if found.settled => "settled".to_string(),
            () if found.right.is_empty() => "no right move found".to_string(),
            () => format!("by {}", self.names(found.right.iter().copied())),
        };
        let open = match (found.settled || aim.is_none(), found.open.len(), pass) {
            (true, ..) | (_, 0, Some(_)) => String::new(),
            (_, 0, None) => " (a pass not decided)".to_string(),
            (_, n, Some(_)) => format!(" ({n} moves not decided)"),
            (_, n, None) => format!(" ({n} moves and a pass not decided)"),
        };
        found.text = format!("{} first: {}, {what}{open}", title(color), self.words(outcome));
        Ok(found)
    }
}

/// Lines of GoGui's `gfx`: circles for Black's right moves, triangles for White's, crosses for moves that were not
/// decided for a side that has right moves at all.
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
