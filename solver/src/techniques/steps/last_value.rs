//! The last candidate of a variable is its value.

use super::{Row, technique_of_row};
use crate::{Because, Board, Catalog, Deduction, Explainer, Flow, Literal, Technique, Tier};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A variable with one candidate left has that value. Unlike a naked single it asks for no
/// all-different rule. A [`Sweep`](crate::grade::Sweep) whose first technique it is writes last
/// values down by itself.
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

    /// The techniques of a catalog in the order of a run, parted into last values and the others.
    /// Returns `None` if last values are not the first technique.
    pub(crate) fn split_from(catalog: &Catalog) -> Option<(Arc<dyn Technique>, Vec<Arc<dyn Technique>>)> {
        let mut order = catalog.by_phase().cloned();
        let last = order.next().filter(|technique| technique.id().as_str() == LastValue::ID)?;
        Some((last, order.collect()))
    }

    fn search(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        for var in at.open().iter() {
            let Some(value) = at.domain(var).value() else { continue };
            let literal = Literal { var, value };
            found(Deduction::place(&self.row.id, literal, Because::default()))?;
        }
        ControlFlow::Continue(())
    }

    fn words(&self) -> &'static str {
        ""
    }

    fn reasons(&self, _at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        let reasons = step.places.iter().map(|l| with.last_value(l.var, l.value)).collect();
        let because = Because { reasons, ..Because::default() };
        vec![Deduction { because, ..step.clone() }]
    }
}

impl Default for LastValue {
    fn default() -> LastValue {
        LastValue::new()
    }
}

technique_of_row!(LastValue);
