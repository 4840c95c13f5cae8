//! Unique rectangles 5 and 6 and hidden rectangles: deadly rectangles whose floor is one cell, or
//! two cells at a diagonal. See [`super::uniqueness`] for what makes a rectangle deadly.

use super::described::{Described, Find};
use super::subsets::literals;
use super::uniqueness::{is_deadly, rectangle_say};
use crate::packed::kernels;
use crate::{
    Because, Board, Deduction, Domain, Flow, House, HouseKind, Literal, RuleId, Say, TechniqueId, Tier, Value, Var,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// These techniques in HoDoKu's order.
pub(super) fn all() -> Vec<super::Ordered> {
    let row = |order, code, names, find: Find, kernel| {
        let plain = Described::new(order, code, names, (Tier::Hard, 100), find);
        plain.assuming_uniqueness().packed(kernel).ordered()
    };
    let [.., five, six] = kernels::UNIQUE_RECTANGLES;
    vec![
        row(3900, "0604", ("unique-rectangle-5", "Unique Rectangle 5"), type_5, five),
        row(4000, "0605", ("unique-rectangle-6", "Unique Rectangle 6"), type_6, six),
        row(4010, "0606", ("hidden-rectangle", "Hidden Rectangle"), hidden, kernels::HIDDEN_RECTANGLE),
    ]
}

/// Calls `found` with each two further corners `b`, `c` of a rectangle that has `a` and `d` as
/// opposite corners, all open, in rising order.
fn each_side(at: &Board<'_>, [a, d]: [Var; 2], found: &mut dyn FnMut([Var; 2]) -> Flow) -> Flow {
    let houses = at.houses();
    let mut beside = houses.peers(a).and(houses.peers(d));
    beside.and_with(at.open());
    for b in beside.iter() {
        for c in beside.iter().filter(|&c| c > b && !houses.sees(b, c)) {
            found([b, c])?;
        }
    }
    ControlFlow::Continue(())
}

/// A floor cell with the two values only; the others have no further candidate but one, the same,
/// and those that have it are three or two opposite corners: one of them holds it.
fn type_5(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let houses = at.houses();
    let mut told: BTreeSet<([Var; 4], Domain)> = BTreeSet::new();
    for a in at.bivalue() {
        let pair = at.domain(a);
        let opposite = at.open().iter().filter(|&d| d != a && !houses.sees(a, d));
        for d in opposite.filter(|&d| at.domain(d).minus(pair).len() <= 1 && !(at.domain(d) & pair).is_empty()) {
            each_side(at, [a, d], &mut |[b, c]| {
                let further = at.domain(b).minus(pair);
                let of_d = at.domain(d).minus(pair);
                let Some(value) = further.value().filter(|_| at.domain(c).minus(pair) == further) else {
                    return ControlFlow::Continue(());
                };
                let cells = sorted([a, b, c, d]);
                let within = |v: Var| !(at.domain(v) & pair).is_empty();
                if !(of_d.is_empty() || of_d == further)
                    || !within(b)
                    || !within(c)
                    || told.contains(&(cells, pair))
                    || !is_deadly(at, [a, d], [b, c], pair)
                {
                    return ControlFlow::Continue(());
                }
                told.insert((cells, pair));
                let mut with: Vec<Var> = vec![b, c];
                with.extend((!of_d.is_empty()).then_some(d));
                let follows = [
                    Say::Text(", so one of ".into()),
                    Say::Vars(with.clone()),
                    Say::Text(" is ".into()),
                    Say::Values(further),
                ];
                let because = Because {
                    say: rectangle_say(&[a, b, c, d], pair, &follows),
                    pattern: literals(at, &[a, b, c, d], pair),
                    extra: literals(at, &with, further),
                    houses: Vec::new(),
                    ..Because::default()
                };
                tell(id, at.common_peers(value, &with).iter().map(|v| (v, value)), because, found)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// The lines of one axis in which `b` and `c` lie, one each, where `value` has no places but in the
/// rectangle: then it stands at two opposite corners.
fn lines_of<'a>(at: &Board<'a>, cells: [Var; 4], [b, c]: [Var; 2], value: Value) -> Option<[&'a House; 2]> {
    let closed = |of: Var| -> Vec<&'a House> {
        let houses = at.houses();
        houses
            .of(of)
            .iter()
            .map(|&h| &houses.list()[h as usize])
            .filter(|h| matches!(h.kind, HouseKind::Line(_)) && is_link(at, h, value, &cells))
            .collect()
    };
    let (of_b, of_c) = (closed(b), closed(c));
    of_b.iter().find_map(|x| Some([*x, *of_c.iter().find(|y| x.kind == y.kind && x.rule != y.rule)?]))
}

/// Must the house hold the value, in exactly two of the cells?
fn is_link(at: &Board<'_>, house: &House, value: Value, cells: &[Var]) -> bool {
    let places = at.places_in(house, value);
    house.covers.contains(value) && places.len() == 2 && places.iter().all(|v| cells.contains(&v))
}

/// Two opposite corners with the two values only; one value has no other places in the two rows, or
/// the two columns. It would stand at both other corners or at neither: there it goes.
fn type_6(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let houses = at.houses();
    let cells: Vec<Var> = at.bivalue().collect();
    for (i, &a) in cells.iter().enumerate() {
        let pair = at.domain(a);
        for &d in cells[i + 1..].iter().filter(|&&d| at.domain(d) == pair && !houses.sees(a, d)) {
            each_side(at, [a, d], &mut |[b, c]| {
                let further = |v: Var| !at.domain(v).minus(pair).is_empty();
                if !further(b) || !further(c) || !is_deadly(at, [a, d], [b, c], pair) {
                    return ControlFlow::Continue(());
                }
                for value in pair.iter() {
                    if !at.domain(b).contains(value) || !at.domain(c).contains(value) {
                        continue;
                    }
                    let Some(lines) = lines_of(at, [a, b, c, d], [b, c], value) else { continue };
                    let rules: Vec<RuleId> = lines.iter().map(|h| h.rule).collect();
                    let follows = [
                        Say::Text("; ".into()),
                        Say::Values(Domain::single(value)),
                        Say::Text(" in ".into()),
                        Say::Rules(rules.clone()),
                        Say::Text(" stands only there, at two opposite corners, and not at ".into()),
                        Say::Vars(vec![b, c]),
                    ];
                    let because = Because {
                        say: rectangle_say(&[a, b, c, d], pair, &follows),
                        pattern: literals(at, &[a, b, c, d], pair),
                        extra: Vec::new(),
                        houses: rules,
                        ..Because::default()
                    };
                    tell(id, [(b, value), (c, value)], because, found)?;
                }
                ControlFlow::Continue(())
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// A corner with the two values only. In the row and the column of the opposite corner one value
/// has no other places than the rectangle's: with the other value there, it would stand at both
/// corners beside, and the rectangle be deadly.
fn hidden(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let houses = at.houses();
    for a in at.bivalue() {
        let pair = at.domain(a);
        let opposite = at.open().iter().filter(|&d| d != a && !houses.sees(a, d));
        for d in opposite.filter(|&d| !(at.domain(d) & pair).is_empty()) {
            each_side(at, [a, d], &mut |[b, c]| {
                let further = |v: Var| !at.domain(v).minus(pair).is_empty();
                if !further(b) || !further(c) {
                    return ControlFlow::Continue(());
                }
                for value in pair.iter() {
                    let Some(other) = pair.minus(Domain::single(value)).value() else { continue };
                    if !at.domain(d).contains(other) || !at.domain(d).contains(value) {
                        continue;
                    }
                    let line = |with: Var| {
                        let of_d = houses.of(d).iter().map(|&h| &houses.list()[h as usize]);
                        let lines = of_d.filter(|h| matches!(h.kind, HouseKind::Line(_)) && h.set.contains(with));
                        lines.filter(|h| is_link(at, h, value, &[d, with])).map(|h| h.rule).next()
                    };
                    let (Some(one), Some(two)) = (line(b), line(c)) else { continue };
                    if one == two || !is_deadly(at, [a, d], [b, c], pair) {
                        continue;
                    }
                    let wrong = Literal { var: d, value: other };
                    let follows = [
                        Say::Text("; in ".into()),
                        Say::Rules(vec![one, two]),
                        Say::Text(" ".into()),
                        Say::Values(Domain::single(value)),
                        Say::Text(" stands only there, so ".into()),
                        Say::Is(wrong),
                        Say::Text(" would lead to that".into()),
                    ];
                    let because = Because {
                        say: rectangle_say(&[a, b, c, d], pair, &follows),
                        pattern: literals(at, &[a, b, c, d], pair),
                        extra: Vec::new(),
                        houses: vec![one, two],
                        ..Because::default()
                    };
                    tell(id, [(d, other)], because, found)?;
                }
                ControlFlow::Continue(())
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn sorted(mut cells: [Var; 4]) -> [Var; 4] {
    cells.sort_unstable();
    cells
}

fn tell(
    id: &TechniqueId,
    gone: impl IntoIterator<Item = (Var, Value)>,
    because: Because,
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    match Deduction::remove(id, gone, because) {
        Some(step) => found(step),
        None => ControlFlow::Continue(()),
    }
}
