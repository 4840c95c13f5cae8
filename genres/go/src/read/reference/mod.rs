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
        Ok(self.captures(&graph))
    }

    fn captures(&mut self, graph: &Graph) -> bool {
        let forced = graph.forced(Role::Attacker, |s| self.area.is_captured(s));
        let wanted = (self.first == Role::Attacker) == forced[0];
        self.key = if wanted { graph.move_to(|i| forced[i] == forced[0]) } else { None };
        forced[0]
    }

    /// Can the defender force pass-alive stones?
    fn lives(&mut self, graph: &Graph) -> bool {
        let target = self.area.target.unwrap_or(u64::MAX);
        let alive = |s: &State| {
            self.area.has_escaped(s) || !self.area.is_captured(s) && plain::pass_alive(self.area, s) & target != 0
        };
        let forced = graph.forced(Role::Defender, alive);
        if self.first == Role::Defender && forced[0] {
            self.key = graph.move_to(|i| forced[i]);
        }
        forced[0]
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
        let graph = self.graph(Supply::ATTACKER_UNLIMITED)?;
        if self.captures(&graph) {
            *known = Outcome::exactly(Class::Ko);
            for t in 1..=MOST_THREATS as i8 {
                if self.killed(Supply(t))? {
                    return Ok(Outcome::ko(Role::Attacker, t as u8));
                }
            }
            return Ok(Outcome::exactly(Class::Ko));
        }
        *known = Outcome::between(Class::Seki, Class::Alive);
        Ok(Outcome::exactly(if self.lives(&graph) { Class::Alive } else { Class::Seki }))
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
        let captured = |s: &State| area.is_captured(s);
        let alive = |s: &State| area.has_escaped(s) || !area.is_captured(s) && plain::pass_alive(area, s) & target != 0;
        let graph = |ids: &[usize], supply: Supply| {
            let roots: Vec<State> = ids
                .iter()
                .map(|&i| {
                    let s = positions[i];
                    State { supply, ko: if supply.unlimited(s.turn) { State::NO_KO } else { s.ko }, ..s }
                })
                .collect();
            Graph::explore(area, &roots, over, limits)
        };
        let of_roots = |graph: &Graph, ids: &[usize], forced: &[bool]| -> Vec<(usize, bool)> {
            ids.iter().copied().zip(graph.roots.iter().map(|&r| forced[r as usize])).collect()
        };
        // Which of these positions does the attacker capture, with that supply?
        let labels = |ids: &[usize], supply: Supply| -> Result<Vec<(usize, bool)>, Stop> {
            if ids.is_empty() {
                return Ok(Vec::new());
            }
            let graph = graph(ids, supply)?;
            Ok(of_roots(&graph, ids, &graph.forced(Role::Attacker, captured)))
        };
        let of = |labels: &[(usize, bool)], killed: bool| {
            labels.iter().filter(|l| l.1 == killed).map(|l| l.0).collect::<Vec<usize>>()
        };
        let mut outcomes = vec![Outcome::exactly(Class::Dead); positions.len()];
        let every: Vec<usize> = (0..positions.len()).collect();
        let without = labels(&every, Supply::NONE)?;
        let mut dying = of(&without, true);
        for t in 1..=MOST_THREATS {
            let more = labels(&dying, Supply(-(t as i8)))?;
            of(&more, false).into_iter().for_each(|i| outcomes[i] = Outcome::ko(Role::Defender, t));
            let left = of(&more, true);
            // Most shapes have no ko at all: those that stay dead with unlimited threats need no more counting.
            let free = labels(&left, Supply::DEFENDER_UNLIMITED)?;
            dying = of(&free, false);
            if dying.is_empty() {
                break;
            }
        }
        // One graph for both questions: captured, or pass-alive?
        let surviving = of(&without, false);
        let graph = graph(&surviving, Supply::ATTACKER_UNLIMITED)?;
        let unlimited = of_roots(&graph, &surviving, &graph.forced(Role::Attacker, captured));
        for (i, alive) in of_roots(&graph, &surviving, &graph.forced(Role::Defender, alive)) {
            outcomes[i] = Outcome::exactly(if alive { Class::Alive } else { Class::Seki });
        }
        let mut kos = of(&unlimited, true);
        for &i in &kos {
            outcomes[i] = Outcome::exactly(Class::Ko);
        }
        for t in 1..=MOST_THREATS {
            let more = labels(&kos, Supply(t as i8))?;
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
