//! Wings: XY, XYZ, W.

use super::described::{Described, Find};
use super::single_digit::{StrongLink, strong_links};
use super::subsets::literals;
use crate::packed::kernels;
use crate::{Because, Board, Deduction, Domain, Flow, Literal, Say, TechniqueId, Tier, Value, Var};
use std::ops::ControlFlow;

/// The wings in HoDoKu's order.
pub(super) fn all() -> Vec<super::Ordered> {
    let row = |order, code, names, score, find: Find| Described::new(order, code, names, (Tier::Hard, score), find);
    vec![
        row(3200, "0803", ("w-wing", "W-Wing"), 150, w_wing::<false>)
            .with_all(w_wing::<true>)
            .packed(kernels::W_WING)
            .ordered(),
        row(3300, "0800", ("xy-wing", "XY-Wing"), 160, |id, at, found| xy_wing(id, at, found, 2))
            .packed(kernels::XY_WING)
            .ordered(),
        row(3400, "0801", ("xyz-wing", "XYZ-Wing"), 180, |id, at, found| xy_wing(id, at, found, 3))
            .packed(kernels::XYZ_WING)
            .ordered(),
    ]
}

/// A pivot with `size` candidates and two pincers that it sees, together three values: in the pivot
/// a, b (and c), in the pincers a, c and b, c. One of the cells holds c.
fn xy_wing(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow, size: u32) -> Flow {
    let houses = at.houses();
    let mut pincers: Vec<Var> = Vec::new();
    for pivot in at.open().iter().filter(|&v| at.domain(v).len() == size) {
        let of_pivot = at.domain(pivot);
        pincers.clear();
        pincers.extend(houses.peers(pivot).iter().filter(|&v| {
            let d = at.domain(v);
            d.len() == 2 && (d & of_pivot).len() == size - 1
        }));
        for (i, &p) in pincers.iter().enumerate() {
            for &q in &pincers[i + 1..] {
                let (dp, dq) = (at.domain(p), at.domain(q));
                let (Some(value), true) = ((dp & dq).value(), (dp | dq | of_pivot).len() == 3) else { continue };
                if of_pivot.contains(value) != (size == 3) {
                    continue;
                }
                let cells = [pivot, p, q];
                let gone = at.common_peers(value, if size == 3 { &cells } else { &cells[1..] });
                // Three cells of one house with three candidates are a naked triple.
                let triple = houses
                    .of(pivot)
                    .iter()
                    .map(|&h| &houses.list()[h as usize])
                    .any(|h| h.set.contains(p) && h.set.contains(q));
                if gone.is_empty() || triple {
                    continue;
                }
                let because = Because {
                    say: vec![
                        Say::Text("whatever ".into()),
                        Say::Vars(vec![pivot]),
                        Say::Text(" is, one of ".into()),
                        Say::Vars(if size == 3 { cells.to_vec() } else { vec![p, q] }),
                        Say::Text(" is ".into()),
                        Say::Values(Domain::single(value)),
                    ],
                    pattern: literals(at, &cells, dp | dq),
                    extra: Vec::new(),
                    houses: Vec::new(),
                    ..Because::default()
                };
                if let Some(d) = Deduction::remove(id, gone.iter().map(|v| (v, value)), because) {
                    found(d)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two cells with the same two candidates, each seeing one end of a strong link on one of them: one
/// of the cells holds the other. `ALL`: also those whose link's ends have the same two candidates,
/// which are remote pairs.
fn w_wing<const ALL: bool>(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let houses = at.houses();
    let cells: Vec<Var> = at.bivalue().collect();
    let mut links: Vec<Option<Vec<_>>> = vec![None; 64];
    for (i, &p) in cells.iter().enumerate() {
        for &q in &cells[i + 1..] {
            let pair = at.domain(p);
            // Two cells that see each other are a naked pair.
            if at.domain(q) != pair || houses.sees(p, q) {
                continue;
            }
            for bridge in pair.iter() {
                let Some(value) = pair.minus(Domain::single(bridge)).value() else { continue };
                let gone = at.common_peers(value, &[p, q]);
                if gone.is_empty() {
                    continue;
                }
                let links = links[bridge as usize].get_or_insert_with(|| strong_links(at, bridge));
                let joins = |[a, b]: [Var; 2]| {
                    houses.sees(p, a) && houses.sees(q, b) && ![a, b].contains(&p) && ![a, b].contains(&q)
                };
                let joined = links.iter().find_map(|l| {
                    let [a, b] = l.ends;
                    [[a, b], [b, a]].into_iter().find(|&ends| joins(ends)).map(|ends| (l, ends))
                });
                let remote = |l: &StrongLink<'_>| l.ends.iter().all(|&e| at.domain(e) == pair);
                let by_remote_pair =
                    |l: &&StrongLink<'_>| remote(l) && (joins(l.ends) || joins([l.ends[1], l.ends[0]]));
                if !ALL && links.iter().any(|l| by_remote_pair(&l)) {
                    continue;
                }
                let Some((link, [a, b])) = joined else { continue };
                let literal = |var: Var, value: Value| Literal { var, value };
                let mut pattern = literals(at, &[p, q], pair);
                pattern.extend([literal(a, bridge), literal(b, bridge)]);
                let because = Because {
                    say: vec![
                        Say::Vars(vec![p, q]),
                        Say::Text(" hold only ".into()),
                        Say::Values(pair),
                        Say::Text("; both can't be ".into()),
                        Say::Values(Domain::single(bridge)),
                        Say::Text(", whose places in ".into()),
                        Say::Rule(link.house.rule),
                        Say::Text(" are ".into()),
                        Say::Vars(vec![a, b]),
                    ],
                    pattern,
                    extra: Vec::new(),
                    houses: vec![link.house.rule],
                    ..Because::default()
                };
                if let Some(d) = Deduction::remove(id, gone.iter().map(|v| (v, value)), because) {
                    found(d)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
