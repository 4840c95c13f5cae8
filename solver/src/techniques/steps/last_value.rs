//! The last candidate of a variable is its value.

use super::{Row, technique_of_row};
use crate::{Because, Board, Deduction, Flow, Literal, Say, Tier};
use std::ops::ControlFlow;

/// A variable with one candidate left has that value. Unlike a naked single it asks for no
/// all-different rule.
#[derive(Clone, Debug)]
pub struct LastValue {
    row: Row,
}

impl LastValue {
    /// The technique; a genre needs it once.
    pub const fn new() -> LastValue {
        LastValue { row: Row::new("last-value", "Last Value", Tier::Beginner, 1) }
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

technique_of_row!(LastValue);
