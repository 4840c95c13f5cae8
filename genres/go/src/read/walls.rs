//! Do the walls of regions hold that stones of the defender touch from outside? (See
//! [`Question::is_held_by`].)

use super::search::{Objective, SharedLives};
use super::{DfPnReader, Exits};
use crate::{Class, Outcome, Points, Question, Role};
use tesuji_solver::Limits;

/// All walls together get this share of the nodes of a reading, and one region around a chain this
/// share of that.
const SHARE: u64 = 8;
const OF_ONE: u64 = 40;
/// Positions that one region gets at least.
const LEAST: u64 = 500;

/// What was read of the walls of one board.
#[derive(Default)]
pub(super) struct Walls {
    /// Regions in which a chain lives though its attacker moves first.
    shown: Vec<Question>,
    /// Regions in which that is not shown.
    failed: Vec<Question>,
    /// Positions that were read.
    nodes: u64,
}

impl Walls {
    /// The positions that were read.
    pub(super) fn spent(&self) -> u64 {
        self.nodes
    }

    /// Questions that show that the walls of a region hold; `None` where that is not shown.
    /// `limits` are those of the whole reading.
    pub(super) fn of(&mut self, reader: &DfPnReader, region: &Question, limits: &Limits) -> Option<Vec<Question>> {
        let (mut found, mut taken) = (Vec::new(), region.region);
        for chain in region.touched_wall() {
            let wall = self.holds(reader, region, &chain, taken, limits)?;
            taken |= wall.region;
            found.push(wall);
        }
        region.is_held_by(&found).is_ok().then_some(found)
    }

    fn holds(
        &mut self,
        reader: &DfPnReader,
        region: &Question,
        chain: &Points,
        taken: Points,
        limits: &Limits,
    ) -> Option<Question> {
        // What was shown for another region holds for this one, where it is apart from it and
        // counts its points as the defender's.
        let chains = region.touched_wall().len();
        let fits = |wall: &&Question| {
            let outside = wall.board.beside(&wall.region) - wall.region;
            wall.target == *chain
                && !wall.region.meets(&taken)
                && (outside & region.region).within(&wall.wall)
                && (!wall.is_at_outlets() || wall.away.len() > chains && wall.has_outlets(&region.region, &[]))
        };
        if let Some(known) = self.shown.iter().find(fits) {
            return Some(known.clone());
        }
        for wall in region.around_wall(chain).into_iter().filter(|wall| !wall.region.meets(&taken)) {
            let is_same = |q: &Question| {
                let beside = q.board.beside(&q.region);
                (q.target, q.region, q.exits, q.away) == (wall.target, wall.region, wall.exits, wall.away)
                    && q.wall & beside == wall.wall & beside
            };
            if self.failed.iter().any(is_same) {
                continue;
            }
            if self.lives(reader, &wall, limits)? {
                self.shown.push(wall.clone());
                return Some(wall);
            }
            self.failed.push(wall);
        }
        None
    }

    /// Does the chain live in that region though its attacker moves first? `None` if there are no
    /// nodes left to see.
    fn lives(&mut self, reader: &DfPnReader, wall: &Question, limits: &Limits) -> Option<bool> {
        let all = (limits.nodes / SHARE).max(LEAST);
        let left = all.checked_sub(self.nodes).filter(|&left| left > 0)?;
        let limits = limits.clone().with_nodes((all / OF_ONE).max(LEAST).min(left));
        let is_told = |o: Outcome| o.lives() || o.high <= Class::Ko;
        let mut ongoing = reader.begin(wall, Role::Attacker, Exits::Blocked, &limits).ok()?;
        let reading = ongoing.resume(&mut SharedLives::default(), Objective::Life, &is_told, &limits);
        reader.end(ongoing);
        self.nodes += reading.nodes.max(1);
        Some(reading.outcome.lives())
    }
}
