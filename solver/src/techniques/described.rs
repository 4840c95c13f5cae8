//! A technique as its row in the catalog's table and a finder function.

use super::Ordered;
use crate::packed::Kernel;
use crate::{Board, Deduction, Flow, Phase, Row, RuleKind, Technique, TechniqueId, Tier};

/// Whom a finder tells of each instance.
pub(super) type Found<'f> = &'f mut dyn FnMut(Deduction) -> Flow;

/// The signature of a finder: the technique's id, the candidates, and whom to tell.
pub(super) type Find = fn(&TechniqueId, &Board<'_>, &mut dyn FnMut(Deduction) -> Flow) -> Flow;

/// A technique of the catalog's table.
pub(super) struct Described {
    order: u32,
    row: Row,
    find: Find,
    find_all: Find,
    kernel: Option<Kernel>,
}

impl Described {
    /// Order, code, tier and score as in HoDoKu's table.
    pub(super) fn new(
        order: u32,
        code: &'static str,
        (id, name): (&'static str, &'static str),
        (tier, score): (Tier, u32),
        find: Find,
    ) -> Self {
        let row = Row::new(id, name, tier, score).reading(&[RuleKind::AllDifferent], Phase::Pattern);
        Described { order, row: Row { code: Some(code), ..row }, find, find_all: find, kernel: None }
    }

    /// The same, marked as resting on the puzzle having one solution.
    pub(super) fn assuming_uniqueness(self) -> Self {
        Described { row: Row { assumes_uniqueness: true, ..self.row }, ..self }
    }

    /// The same, as two instances of another technique told as one.
    pub(super) fn form_of(self, other: &'static str) -> Self {
        Described { row: Row { form_of: Some(other), ..self.row }, ..self }
    }

    /// The same, with a finder that also yields what an earlier name describes.
    pub(super) fn with_all(self, find_all: Find) -> Self {
        Described { find_all, ..self }
    }

    /// The row with the technique's form on packed candidates.
    pub(super) fn packed(self, kernel: Kernel) -> Self {
        Described { kernel: Some(kernel), ..self }
    }

    /// With its place in the order.
    pub(super) fn ordered(self) -> Ordered {
        (self.order, Box::new(self))
    }
}

impl Technique for Described {
    fn row(&self) -> &Row {
        &self.row
    }
    fn kernel(&self) -> Option<Kernel> {
        self.kernel
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        (self.find)(&self.row.id, at, found)
    }
    fn find_all(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        (self.find_all)(&self.row.id, at, found)
    }
}
