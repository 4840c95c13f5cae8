//! Full house, naked single, hidden single.

use crate::packed::{Kernel, kernels};
use crate::{Because, Board, Deduction, Flow, HouseKind, Literal, Phase, Row, RuleKind, Say, Technique, Tier};
use std::ops::ControlFlow;

/// The singles in grading order. Ours, where HoDoKu has one hidden single after the naked one: a
/// hidden single in a region is its own technique, before the naked single.
pub(super) fn all() -> Vec<super::Ordered> {
    vec![
        (100, Box::new(FullHouse(single("full-house", "Full House", Tier::Beginner, "0000", (4, 10))))),
        (
            150,
            Box::new(HiddenSingle {
                row: single("hidden-single-box", "Hidden Single (box)", Tier::Beginner, "0002", (14, 10)),
                in_region: true,
            }),
        ),
        (200, Box::new(NakedSingle(single("naked-single", "Naked Single", Tier::Easy, "0003", (4, 1))))),
        (
            300,
            Box::new(HiddenSingle {
                row: single("hidden-single", "Hidden Single", Tier::Easy, "0002", (14, 5)),
                in_region: false,
            }),
        ),
    ]
}

/// The row of a single, with the points of a step and how readily it is seen.
fn single(id: &'static str, name: &'static str, tier: Tier, code: &'static str, (score, ease): (u32, u32)) -> Row {
    let row = Row::new(id, name, tier, score).reading(&[RuleKind::AllDifferent], Phase::Propagation);
    Row { code: Some(code), ease, ..row }
}

/// The last open cell of a house that holds every value.
#[derive(Clone, Debug)]
pub struct FullHouse(Row);

impl Technique for FullHouse {
    fn row(&self) -> &Row {
        &self.0
    }
    fn kernel(&self) -> Option<Kernel> {
        Some(kernels::FULL_HOUSE)
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        for house in at.houses().list().iter().filter(|h| !h.covers.is_empty()) {
            let open = at.open().and(&house.set);
            if open.len() != 1 {
                continue;
            }
            let Some(var) = open.first() else { continue };
            let Some(value) = at.domain(var).value() else { continue };
            let literal = Literal { var, value };
            let because = Because {
                say: vec![Say::Vars(vec![var]), Say::Text(" is the last open cell of ".into()), Say::Rule(house.rule)],
                pattern: vec![literal],
                houses: vec![house.rule],
                ..Because::default()
            };
            found(Deduction::place(&self.row().id, literal, because))?;
        }
        ControlFlow::Continue(())
    }
}

/// A cell with one candidate.
#[derive(Clone, Debug)]
pub struct NakedSingle(Row);

impl Technique for NakedSingle {
    fn row(&self) -> &Row {
        &self.0
    }
    fn kernel(&self) -> Option<Kernel> {
        Some(kernels::NAKED_SINGLE)
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        for var in at.open().iter() {
            let Some(value) = at.domain(var).value() else { continue };
            let literal = Literal { var, value };
            let because = Because {
                say: vec![Say::Vars(vec![var]), Say::Text(" has one candidate left".into())],
                pattern: vec![literal],
                ..Because::default()
            };
            found(Deduction::place(&self.row().id, literal, because))?;
        }
        ControlFlow::Continue(())
    }
}

/// A value with one place in a house that must hold it; regions (a box) are easier to see than
/// lines.
#[derive(Clone, Debug)]
pub struct HiddenSingle {
    row: Row,
    in_region: bool,
}

impl Technique for HiddenSingle {
    fn row(&self) -> &Row {
        &self.row
    }
    fn kernel(&self) -> Option<Kernel> {
        Some(if self.in_region { kernels::HIDDEN_IN_REGION } else { kernels::HIDDEN_SINGLE })
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        for house in at.houses().list().iter().filter(|h| (h.kind == HouseKind::Region) == self.in_region) {
            for value in house.covers.iter() {
                let places = at.places_in(house, value);
                let (1, Some(var)) = (places.len(), places.first()) else { continue };
                // A value already placed in the house has no second place to look for.
                let literal = Literal { var, value };
                if house.vars.iter().any(|&v| !at.open().contains(v) && at.store().domain(v).value() == Some(value)) {
                    continue;
                }
                let because = Because {
                    say: vec![
                        Say::Vars(vec![var]),
                        Say::Text(" is the only place for ".into()),
                        Say::Values(crate::Domain::single(value)),
                        Say::Text(" in ".into()),
                        Say::Rule(house.rule),
                    ],
                    pattern: vec![literal],
                    houses: vec![house.rule],
                    ..Because::default()
                };
                found(Deduction::place(&self.row().id, literal, because))?;
            }
        }
        ControlFlow::Continue(())
    }
}
