//! Locked candidates: a value's places in a house all see the same candidate elsewhere.

use super::described::Described;
use crate::packed::kernels;
use crate::{Because, Board, Deduction, Domain, Flow, HouseKind, Literal, Say, TechniqueId, Tier, Var};
use std::ops::ControlFlow;

/// Pointing (out of a region) and claiming (out of a line or any other house).
pub(super) fn all() -> Vec<super::Ordered> {
    let points = (Tier::Medium, 50);
    vec![
        Described::new(1200, "0100", ("pointing", "Pointing"), points, |id, at, found| locked(id, at, found, true))
            .packed(kernels::POINTING)
            .ordered(),
        Described::new(1210, "0101", ("claiming", "Claiming"), points, |id, at, found| locked(id, at, found, false))
            .packed(kernels::CLAIMING)
            .ordered(),
    ]
}

fn locked(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow, out_of_region: bool) -> Flow {
    let houses = at.houses();
    for house in houses.list().iter().filter(|h| (h.kind == HouseKind::Region) == out_of_region) {
        for value in house.covers.iter() {
            let places = at.places_in(house, value);
            if places.len() < 2 {
                continue;
            }
            let mut gone = at.places(value).minus(&house.set);
            for var in places.iter() {
                gone.and_with(houses.peers(var));
                if gone.is_empty() {
                    break;
                }
            }
            if gone.is_empty() {
                continue;
            }
            let cells: Vec<Var> = places.iter().collect();
            let other = houses
                .list()
                .iter()
                .find(|h| h.rule != house.rule && places.is_subset(&h.set) && gone.is_subset(&h.set));
            let mut say = vec![
                Say::Values(Domain::single(value)),
                Say::Text(" in ".into()),
                Say::Rule(house.rule),
                Say::Text(" stands only in ".into()),
            ];
            match other {
                Some(other) => say.push(Say::Rule(other.rule)),
                // By several houses, or other rules (a knight's move).
                None => {
                    say.extend([Say::Vars(cells.clone()), Say::Text(", all seen from each cell that loses it".into())])
                }
            }
            let because = Because {
                say,
                pattern: cells.iter().map(|&var| Literal { var, value }).collect(),
                extra: Vec::new(),
                houses: std::iter::once(house.rule).chain(other.map(|h| h.rule)).collect(),
                ..Because::default()
            };
            if let Some(d) = Deduction::remove(id, gone.iter().map(|v| (v, value)), because) {
                found(d)?;
            }
        }
    }
    ControlFlow::Continue(())
}
