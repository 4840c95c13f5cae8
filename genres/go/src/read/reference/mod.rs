//! The reference reader: the graph of all positions that can arise, labelled backwards from the captures. Nothing is
//! cut off, nothing is guessed; about 0.7·3ⁿ colourings for n empty points, so for small regions only.

mod graph;
#[cfg(test)]
mod tests;

use super::plain;
use super::{Area, Exits, MOST_THREATS, Reader, Reading, Supply, TooLarge};
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
        let over = |s: &super::State| self.area.is_captured(s) || self.area.has_escaped(s);
        let graph = Graph::explore(self.area, root, over, &self.limits)?;
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
        let alive = |s: &super::State| {
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
