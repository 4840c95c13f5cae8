//! Techniques in parts that read a few variables each, so that a grading asks only those parts
//! again of which something changed.

use super::line::LineState;
use super::local::scratch;
use crate::{Board, Deduction, Flow, Network, RuleId, Store, VarSet};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A technique that is the sum of its parts, one for each of some rules.
pub trait Parted {
    /// The parts, in the order in which [`find`](crate::Technique::find) goes through them.
    fn parts(&self, net: &Network) -> Vec<RuleId>;

    /// What a part finds. `read` takes the variables on which that depends: as long as none of them
    /// changes, the part finds the same.
    fn find_part(
        &self,
        trial: &mut Trial<'_, '_>,
        part: RuleId,
        read: &mut VarSet,
        found: &mut dyn FnMut(Deduction) -> Flow,
    ) -> Flow;
}

/// Asks all parts.
pub(super) fn find_parts(technique: &dyn Parted, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let mut trial = Trial::new(at);
    let mut read = VarSet::new();
    for part in technique.parts(at.network()) {
        technique.find_part(&mut trial, part, &mut read, found)?;
    }
    ControlFlow::Continue(())
}

/// A board, and its candidates to try things on.
#[derive(Debug)]
pub struct Trial<'a, 'n> {
    pub(super) at: &'a Board<'n>,
    pub(super) start: Store<'n>,
    pub(super) tried: Store<'n>,
    /// What was found out of lines with runs.
    pub(super) lines: BTreeMap<RuleId, Option<LineState>>,
}

impl<'a, 'n> Trial<'a, 'n> {
    /// The candidates on a board.
    pub fn new(at: &'a Board<'n>) -> Trial<'a, 'n> {
        let start = scratch(at);
        Trial { at, tried: start.clone(), start, lines: BTreeMap::new() }
    }

    /// The candidates as they are on the board again.
    pub(super) fn begin(&mut self) -> &mut Store<'n> {
        self.tried.restore(&self.start);
        &mut self.tried
    }
}

/// Adds the variables of a rule.
pub(super) fn read_rule(net: &Network, id: RuleId, read: &mut VarSet) {
    net.rule(id).scope().iter().for_each(|&var| read.insert(var));
}
