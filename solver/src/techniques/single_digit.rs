//! Two strong links of one value joined by a weak one: skyscraper, 2-string kite, turbot fish; and
//! the empty rectangle.
//!
//! A *strong link* is a house in which a value has two places. `a=b–c=d`: b and c see each other,
//! so a or d holds the value, and it goes from every cell that sees both. What the links are makes
//! the name.

use super::described::{Described, Find};
use crate::packed::kernels;
use crate::{
    Because, Board, Deduction, Domain, Flow, House, HouseKind, Literal, Say, TechniqueId, Tier, Value, Var, VarSet,
};
use std::ops::ControlFlow;

/// The patterns in HoDoKu's order.
pub(super) fn all() -> Vec<super::Ordered> {
    let row = |order, code, names, score, find: Find| Described::new(order, code, names, (Tier::Hard, score), find);
    vec![
        row(3000, "0400", ("skyscraper", "Skyscraper"), 130, |id, at, f| linked(id, at, f, Shape::Skyscraper))
            .packed(kernels::SKYSCRAPER)
            .ordered(),
        row(3100, "0401", ("two-string-kite", "2-String Kite"), 150, |id, at, f| linked(id, at, f, Shape::Kite))
            .packed(kernels::KITE)
            .ordered(),
        row(3120, "0403", ("turbot-fish", "Turbot Fish"), 120, |id, at, f| linked(id, at, f, Shape::Turbot))
            .packed(kernels::TURBOT_FISH)
            .ordered(),
        // With two places the region is itself a strong link, and the pattern a kite or a turbot
        // fish.
        row(3170, "0402", ("empty-rectangle", "Empty Rectangle"), 120, empty_rectangle::<3>)
            .with_all(empty_rectangle::<2>)
            .packed(kernels::EMPTY_RECTANGLE)
            .ordered(),
    ]
}

/// A house in which a value has two places.
#[derive(Clone, Copy)]
pub(super) struct StrongLink<'a> {
    /// The house.
    pub house: &'a House,
    /// The two places, in rising order.
    pub ends: [Var; 2],
}

/// The strong links of a value, in house order.
pub(super) fn strong_links<'a>(at: &Board<'a>, value: Value) -> Vec<StrongLink<'a>> {
    let mut links = Vec::new();
    for house in at.houses().covering(value) {
        if at.places(value).common(&house.set) != 2 {
            continue;
        }
        let places = at.places_in(house, value);
        let mut ends = places.iter();
        if let (Some(a), Some(b)) = (ends.next(), ends.next()) {
            links.push(StrongLink { house, ends: [a, b] });
        }
    }
    links
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Skyscraper,
    Kite,
    Turbot,
}

/// What `a=b–c=d` is called; `None` when it is no such pattern, or an earlier one.
fn shape(at: &Board<'_>, one: &StrongLink<'_>, two: &StrongLink<'_>, [a, b, c, d]: [Var; 4]) -> Option<Shape> {
    let houses = at.houses();
    let share = |x: Var, y: Var, kind: &dyn Fn(HouseKind) -> bool| {
        houses.of(x).iter().map(|&h| &houses.list()[h as usize]).any(|h| kind(h.kind) && h.set.contains(y))
    };
    let region = |k| k == HouseKind::Region;
    // A cell that sees both places of the other link has already lost the value to locked
    // candidates.
    if houses.sees(b, d) || houses.sees(a, c) {
        let both = |x, link: &StrongLink<'_>| link.ends.iter().all(|&e| houses.sees(x, e));
        if one.ends.iter().any(|&x| both(x, two)) || two.ends.iter().any(|&x| both(x, one)) {
            return None;
        }
    }
    match (one.house.kind, two.house.kind) {
        (HouseKind::Line(x), HouseKind::Line(y)) if x == y => {
            let across = |k| matches!(k, HouseKind::Line(z) if z != x);
            match (share(b, c, &across), share(a, d, &across)) {
                // Both ends in line: an X-wing.
                (true, true) => None,
                (true, false) => Some(Shape::Skyscraper),
                (false, _) => Some(Shape::Turbot),
            }
        }
        (HouseKind::Line(_), HouseKind::Line(_))
            if share(b, c, &region) && !share(a, c, &region) && !share(d, b, &region) =>
        {
            Some(Shape::Kite)
        }
        _ => Some(Shape::Turbot),
    }
}

/// All kites.
pub(super) fn kites(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    linked(id, at, found, Shape::Kite)
}

fn linked(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow, wanted: Shape) -> Flow {
    let houses = at.houses();
    for value in at.values().iter() {
        let links = strong_links(at, value);
        for (i, one) in links.iter().enumerate() {
            for two in &links[i + 1..] {
                if one.ends.iter().any(|e| two.ends.contains(e)) {
                    continue;
                }
                for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let (a, b, c, d) = (one.ends[1 - x], one.ends[x], two.ends[y], two.ends[1 - y]);
                    if !houses.sees(b, c) {
                        continue;
                    }
                    let gone = at.common_peers(value, &[a, d]);
                    if gone.is_empty() || shape(at, one, two, [a, b, c, d]) != Some(wanted) {
                        continue;
                    }
                    // The same four cells may be linked by other houses too: told once, by the
                    // first and by name.
                    let said_before = |p: &StrongLink<'_>, q: &StrongLink<'_>| {
                        (p.ends, q.ends) == (one.ends, two.ends) || (p.ends, q.ends) == (two.ends, one.ends)
                    };
                    let earlier = links.iter().enumerate().any(|(j, p)| {
                        links[j + 1..].iter().enumerate().any(|(k, q)| {
                            said_before(p, q) && {
                                let cells = if p.ends == one.ends { [a, b, c, d] } else { [d, c, b, a] };
                                let name = shape(at, p, q, cells);
                                let before = (j, j + 1 + k) < (i, index_of(&links, two));
                                name == Some(wanted) && before
                                    || wanted == Shape::Turbot && name != Some(Shape::Turbot)
                                    || wanted == Shape::Kite && name == Some(Shape::Skyscraper)
                            }
                        })
                    });
                    if earlier {
                        continue;
                    }
                    found_linked(id, value, (one, two), [a, b, c, d], &gone, found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn index_of(links: &[StrongLink<'_>], link: &StrongLink<'_>) -> usize {
    links.iter().position(|l| l.house.rule == link.house.rule).unwrap_or(links.len())
}

fn found_linked(
    id: &TechniqueId,
    value: Value,
    (one, two): (&StrongLink<'_>, &StrongLink<'_>),
    [a, b, c, d]: [Var; 4],
    gone: &VarSet,
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    let literal = |var| Literal { var, value };
    let link = |link: &StrongLink<'_>, p: Var, q: Var| {
        [Say::Vars(vec![p, q]), Say::Text(" are the places for it in ".into()), Say::Rule(link.house.rule)]
    };
    let mut say = vec![Say::Values(Domain::single(value)), Say::Text(": ".into())];
    say.extend(link(one, a, b));
    say.push(Say::Text(", ".into()));
    say.extend(link(two, c, d));
    say.extend([
        Say::Text("; ".into()),
        Say::Vars(vec![b, c]),
        Say::Text(" see each other, so one of ".into()),
        Say::Vars(vec![a, d]),
        Say::Text(" holds it".into()),
    ]);
    let because = Because {
        say,
        pattern: [a, b, c, d].map(literal).to_vec(),
        extra: Vec::new(),
        houses: vec![one.house.rule, two.house.rule],
        ..Because::default()
    };
    match Deduction::remove(id, gone.iter().map(|v| (v, value)), because) {
        Some(d) => found(d),
        None => ControlFlow::Continue(()),
    }
}

/// A region whose places for the value lie on a line and a line across it (not on one of them
/// alone), and a strong link with one end on the first line outside the region: a cell of the
/// second line that sees the other end loses the value.
pub(super) fn empty_rectangle<const LEAST: usize>(
    id: &TechniqueId,
    at: &Board<'_>,
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    let houses = at.houses();
    let list = houses.list();
    let is_line = |h: &&House| matches!(h.kind, HouseKind::Line(_));
    for value in at.values().iter() {
        let links: Vec<StrongLink<'_>> = strong_links(at, value).into_iter().filter(|l| is_line(&l.house)).collect();
        if links.is_empty() {
            continue;
        }
        for region in list.iter().filter(|h| h.kind == HouseKind::Region && h.covers.contains(value)) {
            let places = at.places_in(region, value);
            if places.len() < LEAST {
                continue;
            }
            for first in list.iter().filter(is_line).filter(|h| h.set.meets(&places)) {
                let beyond = places.minus(&first.set);
                if beyond.is_empty() {
                    continue;
                }
                for second in list.iter().filter(is_line).filter(|h| h.kind != first.kind && beyond.is_subset(&h.set)) {
                    if places.is_subset(&second.set) {
                        continue;
                    }
                    for link in links.iter().filter(|l| l.house.kind == second.kind) {
                        for (near, far) in [(link.ends[0], link.ends[1]), (link.ends[1], link.ends[0])] {
                            let outside = |v: Var| !region.set.contains(v);
                            if !first.set.contains(near) || !outside(near) || !outside(far) {
                                continue;
                            }
                            let mut gone = at.places_in(second, value).minus(&region.set);
                            gone.and_with(houses.peers(far));
                            gone.remove(near);
                            gone.remove(far);
                            if gone.is_empty() || link.house.rule == second.rule {
                                continue;
                            }
                            let literal = |var| Literal { var, value };
                            let because = Because {
                                say: vec![
                                    Say::Values(Domain::single(value)),
                                    Say::Text(" in ".into()),
                                    Say::Rule(region.rule),
                                    Say::Text(" stands only in ".into()),
                                    Say::Rules(vec![first.rule, second.rule]),
                                    Say::Text("; ".into()),
                                    Say::Vars(vec![near, far]),
                                    Say::Text(" are the places for it in ".into()),
                                    Say::Rule(link.house.rule),
                                ],
                                pattern: places.iter().chain([near, far]).map(literal).collect(),
                                extra: Vec::new(),
                                houses: vec![region.rule, first.rule, second.rule, link.house.rule],
                                ..Because::default()
                            };
                            if let Some(d) = Deduction::remove(id, gone.iter().map(|v| (v, value)), because) {
                                found(d)?;
                            }
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}
