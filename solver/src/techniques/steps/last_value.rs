//! The last candidate of a variable is its value.

use super::{Ground, Marks, Part, Row, Silent, technique_of_row};
use crate::{Because, Board, Deduction, Flow, Literal, Network, Say, Tier};
use std::ops::ControlFlow;

/// A variable with one candidate left has that value. Unlike a naked single it asks for no
/// all-different rule.
#[derive(Clone, Debug)]
pub struct LastValue {
    row: Row,
}

impl LastValue {
    /// Its name.
    pub const ID: &'static str = "last-value";

    /// The technique; a genre needs it once.
    pub const fn new() -> LastValue {
        LastValue { row: Row::new(LastValue::ID, "Last Value", Tier::Beginner, 1) }
    }

    fn search(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        for var in at.open().iter() {
            let Some(value) = at.domain(var).value() else { continue };
            let literal = Literal { var, value };
            let say = vec![Say::Text("nothing else is left there".into())];
            found(Deduction::place(&self.row.id, literal, Because { say, ..Because::default() }))?;
        }
        ControlFlow::Continue(())
    }
}

impl Default for LastValue {
    fn default() -> LastValue {
        LastValue::new()
    }
}

/// A [`Sweep`](crate::grade::Sweep) writes last values down by itself.
impl Silent for LastValue {
    fn silent_parts(&self, _net: &Network, _marks: &mut Marks) -> Vec<Part> {
        Vec::new()
    }

    fn conclude(&self, _ground: &mut Ground<'_>, _part: &Part) -> bool {
        false
    }
}

technique_of_row!(LastValue);
