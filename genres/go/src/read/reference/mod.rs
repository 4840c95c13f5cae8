//! The reference reader: the graph of all positions that can arise, labelled backwards from the captures. Nothing is
//! cut off, nothing is guessed; about 0.7·3ⁿ colourings for n empty points, so for small regions only.

mod graph;
#[cfg(test)]
mod tests;

use super::plain;
use super::{Area, Exits, MOST_THREATS, Reader, Reading, State, Supply, TooLarge};
use crate::{Class, Outcome, Question, Role};
use graph::Graph;

use tesuji_solver::{Limits, Stop};

/// Reads by the whole graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReferenceReader;

struct Run<'a> {
    area: &'a Area,
    question: &'a Question,
    first: Role,
    limits: Limits,
    nodes: u64,
    key: Option<super::Ply>,
}

impl Run<'_> {
    fn graph(&mut self, supply: Supply) -> Result<Graph, Stop> {
        let root = self.area.state(self.question, self.first, supply);
        let over = |s: &State| self.area.is_captured(s) || self.area.has_escaped(s);
        let graph = Graph::explore(self.area, &[root], over, &self.limits)?;
        self.nodes += graph.states.len() as u64;
        Ok(graph)
    }

    /// Can the attacker capture with that supply of threats?
    fn killed(&mut self, supply: Supply) -> Result<bool, Stop> {
        let graph = self.graph(supply)?;
        let forced = graph.forced(Role::Attacker, |s| self.area.is_captured(s));
        let wanted = (self.first == Role::Attacker) == forced[0];
        self.key = if wanted { graph.move_to(|i| forced[i] == forced[0]) } else { None };
        Ok(forced[0])
    }

    /// Can the defender force pass-alive stones, whatever threats the attacker has?
    fn lives(&mut self) -> Result<bool, Stop> {
        let graph = self.graph(Supply::ATTACKER_UNLIMITED)?;
        let target = self.area.target.unwrap_or(u64::MAX);
        let alive = |s: &State| {
            self.area.has_escaped(s) || !self.area.is_captured(s) && plain::pass_alive(self.area, s) & target != 0
        };
        let forced = graph.forced(Role::Defender, alive);
        if self.first == Role::Defender && forced[0] {
            self.key = graph.move_to(|i| forced[i]);
        }
        Ok(forced[0])
    }

    fn outcome(&mut self, known: &mut Outcome) -> Result<Outcome, Stop> {
        if self.killed(Supply::NONE)? {
            *known = Outcome::between(Class::Dead, Class::Ko);
            for t in 1..=MOST_THREATS as i8 {
                if !self.killed(Supply(-t))? {
                    return Ok(Outcome::ko(Role::Defender, t as u8));
                }
            }
            return Ok(Outcome::exactly(Class::Dead));
        }
        *known = Outcome::between(Class::Ko, Class::Alive);
        if self.killed(Supply::ATTACKER_UNLIMITED)? {
            *known = Outcome::exactly(Class::Ko);
            for t in 1..=MOST_THREATS as i8 {
                if self.killed(Supply(t))? {
                    return Ok(Outcome::ko(Role::Attacker, t as u8));
                }
            }
            return Ok(Outcome::exactly(Class::Ko));
        }
        *known = Outcome::between(Class::Seki, Class::Alive);
        Ok(Outcome::exactly(if self.lives()? { Class::Alive } else { Class::Seki }))
    }
}

impl ReferenceReader {
    /// The outcomes of many positions of an area (given with no threats, each once), from common graphs.
    ///
    /// # Errors
    /// Why it stopped before all were decided.
    pub fn read_all(&self, area: &Area, positions: &[State], limits: &Limits) -> Result<Vec<Outcome>, Stop> {
        let over = |s: &State| area.is_captured(s) || area.has_escaped(s);
        let target = area.target.unwrap_or(u64::MAX);
        // Which of these positions are forced, with that supply?
        let labels = |ids: &[usize], supply: Supply, forcer: Role| -> Result<Vec<(usize, bool)>, Stop> {
            let roots: Vec<State> = ids
                .iter()
                .map(|&i| {
                    let s = positions[i];
                    State { supply, ko: if supply.unlimited(s.turn) { State::NO_KO } else { s.ko }, ..s }
                })
                .collect();
            let graph = Graph::explore(area, &roots, over, limits)?;
            let forced = graph.forced(forcer, |s| match forcer {
                Role::Attacker => area.is_captured(s),
                Role::Defender => {
                    area.has_escaped(s) || !area.is_captured(s) && plain::pass_alive(area, s) & target != 0
                }
            });
            Ok(ids.iter().copied().zip(forced).collect())
        };
        let of = |labels: &[(usize, bool)], killed: bool| {
            labels.iter().filter(|l| l.1 == killed).map(|l| l.0).collect::<Vec<usize>>()
        };
        let mut outcomes = vec![Outcome::exactly(Class::Dead); positions.len()];
        let every: Vec<usize> = (0..positions.len()).collect();
        let without = labels(&every, Supply::NONE, Role::Attacker)?;
        let mut dying = of(&without, true);
        for t in 1..=MOST_THREATS {
            let more = labels(&dying, Supply(-(t as i8)), Role::Attacker)?;
            of(&more, false).into_iter().for_each(|i| outcomes[i] = Outcome::ko(Role::Defender, t));
            let left = of(&more, true);
            // Most shapes have no ko at all: those that stay dead with unlimited threats need no more counting.
            let free = labels(&left, Supply::DEFENDER_UNLIMITED, Role::Attacker)?;
            dying = of(&free, false);
            if dying.is_empty() {
                break;
            }
        }
        let unlimited = labels(&of(&without, false), Supply::ATTACKER_UNLIMITED, Role::Attacker)?;
        let living = labels(&of(&unlimited, false), Supply::ATTACKER_UNLIMITED, Role::Defender)?;
        for (i, alive) in living {
            outcomes[i] = Outcome::exactly(if alive { Class::Alive } else { Class::Seki });
        }
        let mut kos = of(&unlimited, true);
        for &i in &kos {
            outcomes[i] = Outcome::exactly(Class::Ko);
        }
        for t in 1..=MOST_THREATS {
            let more = labels(&kos, Supply(t as i8), Role::Attacker)?;
            of(&more, true).into_iter().for_each(|i| outcomes[i] = Outcome::ko(Role::Attacker, t));
            kos = of(&more, false);
            if kos.is_empty() {
                break;
            }
        }
        Ok(outcomes)
    }
}

impl Reader for ReferenceReader {
    fn name(&self) -> &'static str {
        "whole-graph"
    }

    fn read_first(&self, question: &Question, first: Role, limits: &Limits) -> Result<Reading, TooLarge> {
        if question.is_captured() {
            return Ok(Reading::captured());
        }
        let free = Area::of(question, Exits::Free)?;
        let mut run = Run { area: &free, question, first, limits: limits.clone(), nodes: 0, key: None };
        let mut known = Outcome::UNKNOWN;
        let (outcome, stop) = match run.outcome(&mut known) {
            Ok(outcome) => (outcome, Stop::Exhausted),
            Err(stop) => (known, stop),
        };
        Ok(Reading { outcome, key: run.key.map(|ply| free.point(ply)), stop, nodes: run.nodes })
    }
}
