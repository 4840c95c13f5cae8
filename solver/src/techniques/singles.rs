//! Full house, naked single, hidden single.

use crate::packed::{Kernel, kernels};
use crate::{Because, Board, Deduction, Flow, HouseKind, Literal, Phase, Say, Technique, TechniqueId, Tier};
use std::ops::ControlFlow;

/// The singles in grading order. Ours, where HoDoKu has one hidden single after the naked one: a
/// hidden single in a region is its own technique, before the naked single.
pub(super) fn all() -> Vec<super::Ordered> {
    vec![
        (100, Box::new(FullHouse)),
        (150, Box::new(HiddenSingle { id: TechniqueId::new("hidden-single-box"), in_region: true })),
        (200, Box::new(NakedSingle)),
        (300, Box::new(HiddenSingle { id: TechniqueId::new("hidden-single"), in_region: false })),
    ]
}

/// The last open cell of a house that holds every value.
#[derive(Clone, Copy, Debug)]
pub struct FullHouse;

const FULL_HOUSE: TechniqueId = TechniqueId::new("full-house");

impl Technique for FullHouse {
    fn id(&self) -> &TechniqueId {
        static ID: TechniqueId = FULL_HOUSE;
        &ID
    }
    fn name(&self) -> &'static str {
        "Full House"
    }
    fn code(&self) -> Option<&'static str> {
        Some("0000")
    }
    fn tier(&self) -> Tier {
        Tier::Beginner
    }
    fn score(&self) -> u32 {
        4
    }
    fn phase(&self) -> Phase {
        Phase::Propagation
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
            found(Deduction::place(self.id(), literal, because))?;
        }
        ControlFlow::Continue(())
    }
}

/// A cell with one candidate.
#[derive(Clone, Copy, Debug)]
pub struct NakedSingle;

impl Technique for NakedSingle {
    fn id(&self) -> &TechniqueId {
        static ID: TechniqueId = TechniqueId::new("naked-single");
        &ID
    }
    fn name(&self) -> &'static str {
        "Naked Single"
    }
    fn code(&self) -> Option<&'static str> {
        Some("0003")
    }
    fn tier(&self) -> Tier {
        Tier::Easy
    }
    fn score(&self) -> u32 {
        4
    }
    fn ease(&self) -> u32 {
        1
    }
    fn phase(&self) -> Phase {
        Phase::Propagation
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
            found(Deduction::place(self.id(), literal, because))?;
        }
        ControlFlow::Continue(())
    }
}

/// A value with one place in a house that must hold it; regions (a box) are easier to see than
/// lines.
#[derive(Clone, Debug)]
pub struct HiddenSingle {
    id: TechniqueId,
    in_region: bool,
}

impl Technique for HiddenSingle {
    fn id(&self) -> &TechniqueId {
        &self.id
    }
    fn name(&self) -> &'static str {
        if self.in_region { "Hidden Single (box)" } else { "Hidden Single" }
    }
    fn code(&self) -> Option<&'static str> {
        Some("0002")
    }
    fn tier(&self) -> Tier {
        if self.in_region { Tier::Beginner } else { Tier::Easy }
    }
    fn score(&self) -> u32 {
        14
    }
    fn ease(&self) -> u32 {
        if self.in_region { 10 } else { 5 }
    }
    fn phase(&self) -> Phase {
        Phase::Propagation
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
                found(Deduction::place(self.id(), literal, because))?;
            }
        }
        ControlFlow::Continue(())
    }
}
