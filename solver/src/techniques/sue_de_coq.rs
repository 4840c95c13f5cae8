//! Sue de Coq: cells of a region-line intersection, of the rest of the line and of the rest of the
//! region that hold as many values as cells, each value at most once.

use super::Ordered;
use super::described::{Described, Found};
use crate::packed::kernels;
use crate::{Because, Board, Deduction, Domain, Flow, House, HouseKind, Literal, Say, TechniqueId, Tier, Value, Var};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The techniques of this file with their places in the order.
pub(super) fn all() -> Vec<Ordered> {
    vec![
        Described::new(5300, "1101", ("sue-de-coq", "Sue de Coq"), (Tier::Expert, 250), find)
            .packed(kernels::SUE_DE_COQ)
            .ordered(),
    ]
}

/// At most so many cells of each of the three parts, where there are up to nine to choose from and
/// where there are more.
const CELLS: [usize; 2] = [6, 3];

/// Cells of one part with the union of their candidates.
#[derive(Clone)]
struct Part {
    cells: Vec<Var>,
    values: Domain,
}

fn parts(at: &Board<'_>, from: &[Var]) -> Vec<Part> {
    fn go(at: &Board<'_>, from: &[Var], most: usize, part: &mut Part, out: &mut Vec<Part>) {
        for (i, &var) in from.iter().enumerate() {
            let before = part.values;
            part.cells.push(var);
            part.values |= at.domain(var);
            out.push(part.clone());
            if part.cells.len() < most {
                go(at, &from[i + 1..], most, part, out);
            }
            part.cells.pop();
            part.values = before;
        }
    }
    let mut out = Vec::new();
    let most = CELLS[usize::from(from.len() > 9)];
    go(at, from, most, &mut Part { cells: Vec::new(), values: Domain::EMPTY }, &mut out);
    out
}

type Best = BTreeMap<(usize, Vec<(Var, Value)>), [Part; 3]>;

fn find(id: &TechniqueId, at: &Board<'_>, found: Found<'_>) -> Flow {
    let houses = at.houses().list();
    let mut best: BTreeMap<(usize, Vec<(Var, Value)>), ([Part; 3], [&House; 2])> = BTreeMap::new();
    for region in houses.iter().filter(|h| h.kind == HouseKind::Region) {
        for line in houses.iter().filter(|h| matches!(h.kind, HouseKind::Line(_))) {
            let mut here = Best::new();
            intersection(at, region, line, &mut here);
            for (key, parts) in here {
                best.entry(key).or_insert((parts, [line, region]));
            }
        }
    }
    for ((_, gone), (parts, houses)) in best {
        if let Some(d) = Deduction::remove(id, gone, words(at, &parts, houses)) {
            found(d)?;
        }
    }
    ControlFlow::Continue(())
}

fn intersection(at: &Board<'_>, region: &House, line: &House, best: &mut Best) {
    let open = |h: &House, keep: bool, other: &House| -> Vec<Var> {
        let mine = h.vars.iter().copied().filter(|&v| at.open().contains(v) && other.set.contains(v) == keep);
        mine.collect()
    };
    let shared = open(region, true, line);
    if shared.len() < 2 {
        return;
    }
    let in_line = parts(at, &open(line, false, region));
    let in_region = parts(at, &open(region, false, line));
    for core in parts(at, &shared).iter().filter(|p| p.cells.len() >= 2) {
        if (core.values.len() as usize) < core.cells.len() + 2 {
            continue;
        }
        // A part takes more cells than it adds values, without being a locked set itself.
        let spare = |p: &Part| p.cells.len().checked_sub(p.values.minus(core.values).len() as usize).filter(|&s| s > 0);
        let fits = |p: &&Part| spare(p).is_some() && p.values.len() as usize > p.cells.len();
        let in_region: Vec<&Part> = in_region.iter().filter(fits).collect();
        let needed = core.values.len() as usize - core.cells.len();
        for l in in_line.iter().filter(fits) {
            for &r in &in_region {
                let cells = core.cells.len() + l.cells.len() + r.cells.len();
                let values = core.values | l.values | r.values;
                if spare(l).zip(spare(r)).is_none_or(|(a, b)| a + b != needed) || !(l.values & r.values).is_empty() {
                    continue;
                }
                let mut gone: Vec<(Var, Value)> = Vec::new();
                let mut strike = |house: &House, other: &Part, mine: &Part| {
                    let locked = values.minus(other.values);
                    for &var in house.vars.iter().filter(|v| !core.cells.contains(v) && !mine.cells.contains(v)) {
                        gone.extend((at.domain(var) & locked).iter().map(|value| (var, value)));
                    }
                };
                strike(line, r, l);
                strike(region, l, r);
                gone.sort_unstable();
                gone.dedup();
                if !gone.is_empty() {
                    best.entry((cells, gone)).or_insert_with(|| [core.clone(), l.clone(), r.clone()]);
                }
            }
        }
    }
}

fn words(at: &Board<'_>, [core, l, r]: &[Part; 3], [line, region]: [&House; 2]) -> Because {
    let literals = |p: &Part| {
        let cells = p.cells.iter().flat_map(|&var| at.domain(var).iter().map(move |value| Literal { var, value }));
        cells.collect::<Vec<_>>()
    };
    let together = core.values | l.values | r.values;
    Because {
        say: vec![
            Say::Vars(core.cells.clone()),
            Say::Text(" (".into()),
            Say::Values(core.values),
            Say::Text(") with ".into()),
            Say::Vars(l.cells.clone()),
            Say::Text(" (".into()),
            Say::Values(l.values),
            Say::Text(") in ".into()),
            Say::Rule(line.rule),
            Say::Text(" and ".into()),
            Say::Vars(r.cells.clone()),
            Say::Text(" (".into()),
            Say::Values(r.values),
            Say::Text(") in ".into()),
            Say::Rule(region.rule),
            Say::Text(" hold each of ".into()),
            Say::Values(together),
            Say::Text(" exactly once".into()),
        ],
        pattern: literals(core),
        extra: [literals(l), literals(r)].concat(),
        houses: vec![line.rule, region.rule],
        ..Because::default()
    }
}
