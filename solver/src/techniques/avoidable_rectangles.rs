//! Avoidable rectangles: deadly rectangles of which some cells hold a value already, one that the
//! puzzle does not give.
//!
//! What was filled in later can be swapped as well as what is still open, so four such cells must
//! not come out as a b / b a. A given can't be swapped: which cells are given is read from the
//! candidates that the puzzle leaves by itself ([`Store::puzzle`](crate::Store::puzzle)).

use super::described::{Described, Find};
use super::uniqueness::is_deadly;
use crate::packed::kernels;
use crate::{Because, Board, Deduction, Domain, Flow, Literal, Say, TechniqueId, Tier, Value, Var, VarSet};
use std::ops::ControlFlow;

/// The two types in HoDoKu's order.
pub(super) fn all() -> Vec<super::Ordered> {
    let row = |order, code, names, find: Find, kernel| {
        let plain = Described::new(order, code, names, (Tier::Hard, 100), find);
        plain.assuming_uniqueness().packed(kernel).ordered()
    };
    let [one, two] = kernels::AVOIDABLE_RECTANGLES;
    vec![
        row(4020, "0607", ("avoidable-rectangle-1", "Avoidable Rectangle 1"), type_1, one),
        row(4030, "0608", ("avoidable-rectangle-2", "Avoidable Rectangle 2"), type_2, two),
    ]
}

/// Variables that hold a value which the puzzle does not give.
fn filled(at: &Board<'_>) -> VarSet {
    let store = at.store();
    store.placed().iter().filter(|v| store.puzzle()[v.index()].len() > 1).collect()
}

fn value_of(at: &Board<'_>, var: Var) -> Option<Value> {
    at.store().domain(var).value()
}

fn say(cells: [Var; 4], pair: Domain, follows: Vec<Say>) -> Vec<Say> {
    let mut say = vec![
        Say::Vars(cells.to_vec()),
        Say::Text(", none of them given, with only ".into()),
        Say::Values(pair),
        Say::Text(" would leave two solutions".into()),
    ];
    say.extend(follows);
    say
}

/// Three cells hold a / b b: the fourth is not a.
fn type_1(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let houses = at.houses();
    let filled = filled(at);
    for d in at.open().iter() {
        let beside: Vec<(Var, Value)> =
            filled.and(houses.peers(d)).iter().filter_map(|v| Some((v, value_of(at, v)?))).collect();
        for (i, &(b, value)) in beside.iter().enumerate() {
            for &(c, _) in beside[i + 1..].iter().filter(|&&(c, other)| other == value && !houses.sees(b, c)) {
                let mut opposite = filled.and(houses.peers(b));
                opposite.and_with(houses.peers(c));
                for a in opposite.iter().filter(|&a| !houses.sees(a, d)) {
                    let Some(swapped) = value_of(at, a).filter(|&s| at.domain(d).contains(s)) else { continue };
                    let pair = Domain::from_iter([value, swapped]);
                    if !is_deadly(at, [a, d], [b, c], pair) {
                        continue;
                    }
                    let wrong = Literal { var: d, value: swapped };
                    let follows = vec![Say::Text(", so ".into()), Say::IsNot(wrong)];
                    let pattern =
                        vec![Literal { var: a, value: swapped }, Literal { var: b, value }, Literal { var: c, value }];
                    let say = say([a, b, c, d], pair, follows);
                    let because = Because { say, pattern, ..Because::default() };
                    if let Some(step) = Deduction::remove(id, [(d, swapped)], because) {
                        found(step)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two cells of one house hold a and b; the cells across from them have b or c, a or c: one of them
/// is c.
fn type_2(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let houses = at.houses();
    let filled = filled(at);
    let open: Vec<Var> = at.bivalue().collect();
    for (i, &c) in open.iter().enumerate() {
        for &d in open[i + 1..].iter().filter(|&&d| houses.sees(c, d)) {
            let Some(value) = (at.domain(c) & at.domain(d)).value() else { continue };
            let further = Domain::single(value);
            let (Some(of_b), Some(of_a)) = (at.domain(c).minus(further).value(), at.domain(d).minus(further).value())
            else {
                continue;
            };
            for a in filled.and(houses.peers(c)).iter().filter(|&a| value_of(at, a) == Some(of_a)) {
                if houses.sees(a, d) {
                    continue;
                }
                let mut beside = filled.and(houses.peers(d));
                beside.and_with(houses.peers(a));
                for b in beside.iter().filter(|&b| value_of(at, b) == Some(of_b) && !houses.sees(b, c)) {
                    let pair = Domain::from_iter([of_a, of_b]);
                    if !is_deadly(at, [a, d], [b, c], pair) {
                        continue;
                    }
                    let follows = vec![
                        Say::Text(", so one of ".into()),
                        Say::Vars(vec![c, d]),
                        Say::Text(" is ".into()),
                        Say::Values(further),
                    ];
                    let literal = |var, value| Literal { var, value };
                    let because = Because {
                        say: say([a, b, c, d], pair, follows),
                        pattern: vec![literal(a, of_a), literal(b, of_b), literal(c, of_b), literal(d, of_a)],
                        extra: vec![literal(c, value), literal(d, value)],
                        houses: Vec::new(),
                        ..Because::default()
                    };
                    let gone = at.common_peers(value, &[c, d]);
                    if let Some(step) = Deduction::remove(id, gone.iter().map(|v| (v, value)), because) {
                        found(step)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}
