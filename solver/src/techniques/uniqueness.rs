//! Unique rectangles 1 to 4 and BUG+1: sound when the puzzle has one solution. (Types 5 and 6 and
//! hidden rectangles: [`super::more_rectangles`]; with cells that hold a value:
//! [`super::avoidable_rectangles`].)
//!
//! Four cells with two values in the pattern a b / b a are deadly when swapping the values keeps
//! every rule: then the puzzle has a second solution. That is so when each rule that touches the
//! cells is all-different and holds as many cells of one diagonal as of the other, and when the
//! candidates that the puzzle itself leaves the cells allow the swap. It is checked so, from the
//! rules, not from rows and boxes: a cage, an inequality or a knight's move at a cell makes the
//! pattern harmless.

use super::described::{Described, Find};
use super::subsets::literals;
use crate::packed::kernels;
use crate::{Because, Board, Deduction, Domain, Flow, House, Literal, RuleKind, Say, TechniqueId, Tier, Value, Var};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The uniqueness techniques in HoDoKu's order.
pub(super) fn all() -> Vec<super::Ordered> {
    let row = |order, code, names, find: Find, kernel| {
        let plain = Described::new(order, code, names, (Tier::Hard, 100), find);
        plain.assuming_uniqueness().packed(kernel).ordered()
    };
    let [one, two, three, four, ..] = kernels::UNIQUE_RECTANGLES;
    vec![
        row(2900, "0610", ("bug-plus-1", "BUG+1"), bug_plus_1, kernels::BUG_PLUS_1),
        row(3500, "0600", ("unique-rectangle-1", "Unique Rectangle 1"), type_1, one),
        row(3600, "0601", ("unique-rectangle-2", "Unique Rectangle 2"), type_2, two),
        row(3700, "0602", ("unique-rectangle-3", "Unique Rectangle 3"), type_3, three),
        row(3800, "0603", ("unique-rectangle-4", "Unique Rectangle 4"), type_4, four),
    ]
}

/// Two floor cells with the two values only, and the roof cells: `roof[i]` shares a house with
/// `floor[i]`.
struct Rectangle {
    floor: [Var; 2],
    roof: [Var; 2],
    pair: Domain,
}

impl Rectangle {
    fn cells(&self) -> [Var; 4] {
        [self.floor[0], self.floor[1], self.roof[0], self.roof[1]]
    }

    fn because(
        &self,
        at: &Board<'_>,
        what_follows: &[Say],
        extra: Vec<Literal>,
        houses: Vec<crate::RuleId>,
    ) -> Because {
        Because {
            say: rectangle_say(&self.cells(), self.pair, what_follows),
            pattern: literals(at, &self.cells(), self.pair),
            extra,
            houses,
            ..Because::default()
        }
    }
}

/// The wording: the cells and values of a rectangle, then what follows.
pub(super) fn rectangle_say(cells: &[Var], pair: Domain, what_follows: &[Say]) -> Vec<Say> {
    let mut say = vec![
        Say::Vars(cells.to_vec()),
        Say::Text(" with only ".into()),
        Say::Values(pair),
        Say::Text(" would leave two solutions".into()),
    ];
    say.extend_from_slice(what_follows);
    say
}

/// Does swapping two values between the diagonals `one` and `two` keep every rule and every
/// candidate that the puzzle itself leaves? (It leaves a given one candidate only.)
pub(super) fn is_deadly(at: &Board<'_>, one: [Var; 2], two: [Var; 2], pair: Domain) -> bool {
    let (net, puzzle) = (at.network(), at.store().puzzle());
    one.iter().chain(&two).all(|&v| {
        pair.minus(puzzle[v.index()]).is_empty()
            && net.rules_of(v).iter().all(|&id| {
                let rule = net.rule(id);
                let count = |cells: [Var; 2]| cells.iter().filter(|c| net.rules_of(**c).contains(&id)).count();
                rule.kind() == RuleKind::AllDifferent && count(one) == count(two)
            })
    })
}

/// Calls `found` with each deadly rectangle that has two floor cells in one house.
fn each_rectangle(at: &Board<'_>, found: &mut dyn FnMut(&Rectangle) -> Flow) -> Flow {
    let houses = at.houses();
    let cells: Vec<Var> = at.bivalue().collect();
    for (i, &a) in cells.iter().enumerate() {
        let pair = at.domain(a);
        for &b in cells[i + 1..].iter().filter(|&&b| at.domain(b) == pair && houses.sees(a, b)) {
            for c in houses.peers(a).iter() {
                if c == b || houses.sees(c, b) || (at.domain(c) & pair).is_empty() {
                    continue;
                }
                for d in houses.peers(b).and(houses.peers(c)).iter() {
                    if d == a || houses.sees(d, a) || (at.domain(d) & pair).is_empty() {
                        continue;
                    }
                    if is_deadly(at, [a, d], [b, c], pair) {
                        found(&Rectangle { floor: [a, b], roof: [c, d], pair })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Three cells with the two values only: the fourth loses both.
fn type_1(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let mut told: BTreeSet<[Var; 4]> = BTreeSet::new();
    each_rectangle(at, &mut |r| {
        for (full, target) in [(r.roof[0], r.roof[1]), (r.roof[1], r.roof[0])] {
            let mut cells = r.cells();
            cells.sort_unstable();
            let extra = at.domain(target).minus(r.pair);
            if at.domain(full) != r.pair || extra.is_empty() || !told.insert(cells) {
                continue;
            }
            let follows = [
                Say::Text(", so ".into()),
                Say::Vars(vec![target]),
                Say::Text(" is one of ".into()),
                Say::Values(extra),
            ];
            let because = r.because(at, &follows, literals(at, &[target], extra), Vec::new());
            let gone = (at.domain(target) & r.pair).iter().map(|value| (target, value));
            if let Some(d) = Deduction::remove(id, gone, because) {
                found(d)?;
            }
        }
        ControlFlow::Continue(())
    })
}

/// The roof's candidates beyond the pair, when both cells have some.
fn roof_extra(at: &Board<'_>, r: &Rectangle) -> Option<Domain> {
    let [c, d] = r.roof.map(|v| at.domain(v).minus(r.pair));
    (!c.is_empty() && !d.is_empty()).then_some(c | d)
}

/// Both roof cells have the same one candidate more: one of them holds it.
fn type_2(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    each_rectangle(at, &mut |r| {
        let Some(value) = roof_extra(at, r).and_then(Domain::value) else { return ControlFlow::Continue(()) };
        let follows = [
            Say::Text(", so one of ".into()),
            Say::Vars(r.roof.to_vec()),
            Say::Text(" is ".into()),
            Say::Values(Domain::single(value)),
        ];
        let because = r.because(at, &follows, literals(at, &r.roof, Domain::single(value)), Vec::new());
        let gone = at.common_peers(value, &r.roof);
        match Deduction::remove(id, gone.iter().map(|v| (v, value)), because) {
            Some(d) => found(d),
            None => ControlFlow::Continue(()),
        }
    })
}

/// The roof's further candidates act as one cell of a naked subset with other cells of a house.
fn type_3(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    each_rectangle(at, &mut |r| {
        let Some(extra) = roof_extra(at, r).filter(|e| e.len() >= 2) else { return ControlFlow::Continue(()) };
        let mut told: BTreeSet<Vec<Var>> = BTreeSet::new();
        for house in shared_houses(at, &r.roof) {
            let open: Vec<Var> =
                house.vars.iter().copied().filter(|v| at.open().contains(*v) && !r.cells().contains(v)).collect();
            let mut chosen = Vec::new();
            subsets_with(at, &open, 0, extra, &mut chosen, &mut |others, union| {
                if !told.insert(others.to_vec()) {
                    return ControlFlow::Continue(());
                }
                let whole: Vec<Var> = others.iter().chain(&r.roof).copied().collect();
                let mut gone: Vec<(Var, Value)> = Vec::new();
                for value in union.iter() {
                    gone.extend(at.common_peers(value, &whole).iter().map(|v| (v, value)));
                }
                let follows = [
                    Say::Text(", so ".into()),
                    Say::Vars(whole.clone()),
                    Say::Text(" hold all of ".into()),
                    Say::Values(union),
                    Say::Text(" in ".into()),
                    Say::Rule(house.rule),
                ];
                let mut more = literals(at, &r.roof, extra);
                more.extend(literals(at, others, union));
                let rules = shared_houses(at, &whole).map(|h: &House| h.rule).collect();
                match Deduction::remove(id, gone, r.because(at, &follows, more, rules)) {
                    Some(d) => found(d),
                    None => ControlFlow::Continue(()),
                }
            })?;
        }
        ControlFlow::Continue(())
    })
}

/// Houses that hold all of the cells.
fn shared_houses<'a>(at: &Board<'a>, cells: &[Var]) -> impl Iterator<Item = &'a House> {
    let houses = at.houses();
    let cells = cells.to_vec();
    let first = cells.first().map_or(&[] as &[u16], |&v| houses.of(v));
    first.iter().map(|&h| &houses.list()[h as usize]).filter(move |h| cells.iter().all(|v| h.set.contains(*v)))
}

/// Calls `found` with each non-empty choice of cells that has, together with `union`, one value
/// more than cells; no part of it already has.
fn subsets_with(
    at: &Board<'_>,
    cells: &[Var],
    from: usize,
    union: Domain,
    chosen: &mut Vec<Var>,
    found: &mut dyn FnMut(&[Var], Domain) -> Flow,
) -> Flow {
    if !chosen.is_empty() && union.len() as usize == chosen.len() + 1 {
        return found(chosen, union);
    }
    // Larger subsets leave a small complement: naked subsets of up to four cells, the roof counting
    // for one.
    if chosen.len() >= 3 {
        return ControlFlow::Continue(());
    }
    for i in from..cells.len() {
        let next = union | at.domain(cells[i]);
        if next.len() > 4 {
            continue;
        }
        chosen.push(cells[i]);
        let flow = subsets_with(at, cells, i + 1, next, chosen, found);
        chosen.pop();
        flow?;
    }
    ControlFlow::Continue(())
}

/// One of the two values has no other place in a house of the roof: the roof loses the other value.
fn type_4(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    each_rectangle(at, &mut |r| {
        if roof_extra(at, r).is_none() {
            return ControlFlow::Continue(());
        }
        for value in r.pair.iter() {
            let Some(other) = r.pair.minus(Domain::single(value)).value() else { continue };
            let only = |h: &&House| {
                let places = at.places_in(h, value);
                h.covers.contains(value) && !places.is_empty() && places.iter().all(|v| r.roof.contains(&v))
            };
            let Some(house) = shared_houses(at, &r.roof).find(only) else { continue };
            let follows = [
                Say::Text("; ".into()),
                Say::Values(Domain::single(value)),
                Say::Text(" in ".into()),
                Say::Rule(house.rule),
                Say::Text(" stands only in ".into()),
                Say::Vars(r.roof.to_vec()),
            ];
            let because = r.because(at, &follows, Vec::new(), vec![house.rule]);
            let gone = r.roof.iter().filter(|&&v| at.domain(v).contains(other)).map(|&v| (v, other));
            if let Some(d) = Deduction::remove(id, gone, because) {
                found(d)?;
            }
        }
        ControlFlow::Continue(())
    })
}

/// All open cells have two candidates but one, which has three; without one of the three every
/// value has two places in every house where it is open. Such a grid has no solution or several, so
/// the cell holds that value.
fn bug_plus_1(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let mut odd = at.open().iter().filter(|&v| at.domain(v).len() != 2);
    let (Some(cell), None) = (odd.next(), odd.next()) else { return ControlFlow::Continue(()) };
    if at.domain(cell).len() != 3 {
        return ControlFlow::Continue(());
    }
    let net = at.network();
    let plain = |v: Var| net.rules_of(v).iter().all(|&id| net.rule(id).kind() == RuleKind::AllDifferent);
    if !at.open().iter().all(plain) {
        return ControlFlow::Continue(());
    }
    let deadly = |kept: Value| {
        at.houses().list().iter().all(|house| {
            at.values().iter().all(|value| {
                let own = usize::from(value == kept && house.set.contains(cell));
                let places = at.places(value).common(&house.set) - own;
                // Where the house must hold the value, a solution and its swap each use one of two
                // places.
                if house.covers.contains(value) { places == 0 || places == 2 } else { places <= 1 }
            })
        })
    };
    let mut kept = at.domain(cell).iter().filter(|&v| deadly(v));
    let (Some(value), None) = (kept.next(), kept.next()) else { return ControlFlow::Continue(()) };
    let literal = Literal { var: cell, value };
    let because = Because {
        say: vec![
            Say::Text("every other open cell has two candidates, and without ".into()),
            Say::Is(literal),
            Say::Text(" every value two places in each house: that would be two solutions".into()),
        ],
        pattern: vec![literal],
        extra: literals(at, &[cell], at.domain(cell).minus(Domain::single(value))),
        houses: Vec::new(),
        ..Because::default()
    };
    let gone = at.domain(cell).minus(Domain::single(value)).iter().map(|v| (cell, v));
    match Deduction::remove(id, gone, because) {
        Some(d) => found(d),
        None => ControlFlow::Continue(()),
    }
}
