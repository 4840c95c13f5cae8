//! The reference reader: the graph of all positions that can arise, labelled backwards from the
//! captures. Nothing is cut off, nothing is guessed; about 0.7·3ⁿ colourings for n empty points, so
//! for small regions only.

mod graph;
mod judge;
#[cfg(test)]
mod tests;
pub(in crate::read) mod threats;

use super::plain;
use super::{Area, Exits, MOST_THREATS, Reader, Reading, State, Supply, TooLarge};
use crate::{Class, Outcome, Question, Role};
use graph::Graph;
pub use judge::GraphJudge;
use threats::{Ignored, ThreatGraph};

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
        // Of what succeeds for the side that moves, the last asks most of the move.
        if (self.first == Role::Attacker) == forced[0] {
            self.key = graph.move_to(|i| forced[i] == forced[0]);
        }
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
    /// The outcomes of many positions of an area (given with no threats), from one graph for all of
    /// them and for all numbers of threats.
    ///
    /// # Errors
    /// Why it stopped before all were decided.
    pub fn read_all(&self, area: &Area, positions: &[State], limits: &Limits) -> Result<Vec<Outcome>, Stop> {
        let over = |s: &State| area.is_captured(s) || area.has_escaped(s);
        let target = area.target.unwrap_or(u64::MAX);
        let graph = ThreatGraph::explore(area, positions, over, limits, false)?;
        let captured = graph.all(|s| area.is_captured(s));
        let killed = |ignored: &Ignored<'_>| graph.forced(Role::Attacker, &captured, ignored);
        // Threats never hurt: who is captured in spite of all threats is so with any number of
        // them, and who lives in spite of all threats likewise. Only what is neither is counted.
        let anyway = graph.of_roots(&killed(&Ignored::Always(Role::Defender)));
        let at_most = graph.of_roots(&killed(&Ignored::Always(Role::Attacker)));
        let alive =
            graph.all(|s| area.has_escaped(s) || !area.is_captured(s) && plain::pass_alive(area, s) & target != 0);
        let lives = graph.of_roots(&graph.forced(Role::Defender, &alive, &Ignored::Always(Role::Attacker)));
        let settled = |i: usize| match () {
            () if anyway[i] => Some(Class::Dead),
            () if at_most[i] => None,
            () if lives[i] => Some(Class::Alive),
            () => Some(Class::Seki),
        };
        let mut outcomes: Vec<Option<Outcome>> =
            (0..positions.len()).map(|i| settled(i).map(Outcome::exactly)).collect();
        if outcomes.iter().all(Option::is_some) {
            return Ok(outcomes.into_iter().flatten().collect());
        }
        let without = killed(&Ignored::Never);
        let dying = graph.of_roots(&without);
        for (role, dies) in [(Role::Defender, true), (Role::Attacker, false)] {
            let mut labels = without.clone();
            for t in 1..=MOST_THREATS {
                labels = killed(&Ignored::Once(role, &labels));
                for (i, &killed) in graph.of_roots(&labels).iter().enumerate() {
                    if outcomes[i].is_none() && dying[i] == dies && killed != dies {
                        outcomes[i] = Some(Outcome::ko(role, t));
                    }
                }
            }
        }
        // Where as many threats as are tried change nothing, a ko is not told from death, or is
        // left without a count.
        let rest = |i: usize| Outcome::exactly(if dying[i] { Class::Dead } else { Class::Ko });
        Ok(outcomes.into_iter().enumerate().map(|(i, outcome)| outcome.unwrap_or(rest(i))).collect())
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
