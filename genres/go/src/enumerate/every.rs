//! One judge for all the ways to fill a region: the graph of a number of threats is labelled once.

use crate::Problem;
use crate::read::{Area, Exits, LifeGame, State};
use crate::study::Judge;
use std::collections::BTreeMap;
use tesuji_genre::Bad;
use tesuji_solver::reading::{Fixpoint, Outcome, fixpoint};
use tesuji_solver::{Limits, Stop};

/// Judges by region.
#[derive(Default)]
pub(super) struct EveryJudge {
    areas: BTreeMap<crate::Points, One>,
}

/// The judge of one region.
pub(super) struct One {
    game: LifeGame,
    limits: Limits,
    /// By supply.
    solved: BTreeMap<i8, Fixpoint<LifeGame>>,
    /// Positions that the graphs do not hold (a capture made out of the blue), each with its own.
    more: Vec<Fixpoint<LifeGame>>,
    nodes: u64,
}

impl EveryJudge {
    /// The judge of a problem's region.
    pub(super) fn of(&mut self, problem: &Problem, limits: &Limits) -> Result<&mut One, Bad> {
        let area = Area::of(&problem.question, Exits::Free).map_err(|e| Bad::new(e.to_string()))?;
        // A search has no limit on the number of its answers.
        let limits = Limits { nodes: u64::MAX, ..limits.clone() };
        Ok(self.areas.entry(problem.question.region).or_insert_with(|| One {
            game: LifeGame { area },
            limits,
            solved: BTreeMap::new(),
            more: Vec::new(),
            nodes: 0,
        }))
    }
}

impl One {
    /// All ways to fill the region that leave every chain a liberty, both sides to move.
    fn roots(&self, like: &State) -> Vec<State> {
        let area = &self.game.area;
        // A group that is the target stands as it is.
        let fixed = area.target.unwrap_or(0);
        let free: Vec<u8> = crate::read::cells(area.all & !fixed).collect();
        let mut roots = Vec::new();
        for code in 0..3_u64.pow(free.len() as u32) {
            let (mut attacker, mut defender, mut rest) = (0_u64, fixed, code);
            for cell in &free {
                match rest % 3 {
                    1 => attacker |= 1 << cell,
                    2 => defender |= 1 << cell,
                    _ => {}
                }
                rest /= 3;
            }
            let empty = area.all & !attacker & !defender;
            let breathes = |mut stones: u64, walled: bool| {
                let all = stones;
                while stones != 0 {
                    let chain = area.flood(stones & stones.wrapping_neg(), all);
                    stones &= !chain;
                    if area.around(chain) & empty == 0 && !(walled && chain & area.wall != 0) {
                        return false;
                    }
                }
                true
            };
            if defender != 0 && breathes(defender, false) && breathes(attacker, true) {
                for turn in crate::Role::ALL {
                    roots.push(State { attacker, defender, turn, ko: State::NO_KO, supply: like.supply });
                }
            }
        }
        roots
    }

    fn value(&self, at: &State) -> Option<Outcome> {
        let known = self.solved.get(&at.supply.0).and_then(|f| f.value(at));
        known.or_else(|| self.more.iter().find_map(|f| f.value(at)))
    }
}

impl Judge for One {
    fn area(&self) -> &Area {
        &self.game.area
    }

    fn kills(&mut self, at: &State) -> Result<bool, Stop> {
        if let Some(value) = self.value(at) {
            return Ok(value == Outcome::Win);
        }
        let first = !self.solved.contains_key(&at.supply.0);
        let mut roots = vec![*at];
        if first {
            roots.extend(self.roots(at));
        }
        let solved = fixpoint(&self.game, roots, &self.limits);
        self.nodes += solved.graph().len() as u64;
        if !solved.graph().is_complete() {
            return Err(solved.stop());
        }
        let value = solved.value(at);
        if first {
            self.solved.insert(at.supply.0, solved);
        } else {
            self.more.push(solved);
        }
        Ok(value == Some(Outcome::Win))
    }

    fn free_of_ko(&mut self, _: &State) -> bool {
        false
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
