//! Dual and Siamese forms: two instances of a technique that share most of their pattern, told as
//! one.
//!
//! A grading names the two one after the other, as an earlier name describes each of them, so these
//! forms are found only where instances are asked for by name
//! ([`Technique::find_all`](crate::Technique::find_all)).

use super::described::{Described, Find};
use super::{fish, single_digit};
use crate::packed::kernels;
use crate::{Board, Deduction, Flow, Literal, RuleId, TechniqueId, Tier, Value, Var};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The forms that HoDoKu lists of the catalog's techniques, each after the technique that it is a
/// form of.
pub(super) fn all() -> Vec<super::Ordered> {
    let row = |order, code, names, form_of, (tier, score), all: Find| {
        Described::new(order, code, names, (tier, score), none)
            .with_all(all)
            .form_of(form_of)
            .packed(kernels::NOTHING)
            .ordered()
    };
    let hard = |score| (Tier::Hard, score);
    let expert = |score| (Tier::Expert, score);
    vec![
        row(3101, "0404", ("dual-two-string-kite", "Dual 2-String Kite"), "two-string-kite", hard(150), dual_kite),
        row(
            3171,
            "0405",
            ("dual-empty-rectangle", "Dual Empty Rectangle"),
            "empty-rectangle",
            hard(120),
            dual_rectangle,
        ),
        row(
            4301,
            "03111",
            ("siamese-finned-swordfish", "Siamese Finned Swordfish"),
            "finned-swordfish",
            expert(200),
            siamese::<3, false>,
        ),
        row(
            4401,
            "03211",
            ("siamese-sashimi-swordfish", "Siamese Sashimi Swordfish"),
            "sashimi-swordfish",
            expert(240),
            siamese::<3, true>,
        ),
        row(
            4501,
            "03121",
            ("siamese-finned-jellyfish", "Siamese Finned Jellyfish"),
            "finned-jellyfish",
            expert(250),
            siamese::<4, false>,
        ),
        row(
            4601,
            "03221",
            ("siamese-sashimi-jellyfish", "Siamese Sashimi Jellyfish"),
            "sashimi-jellyfish",
            expert(260),
            siamese::<4, true>,
        ),
    ]
}

fn none(_: &TechniqueId, _: &Board<'_>, _: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    ControlFlow::Continue(())
}

/// All instances of a technique.
fn instances(find: Find, id: &TechniqueId, at: &Board<'_>) -> Vec<Deduction> {
    let mut all = Vec::new();
    let _ = find(id, at, &mut |step| {
        all.push(step);
        ControlFlow::Continue(())
    });
    all
}

/// Calls `found` with each two instances of one group that fit together and remove different
/// candidates, as one step.
fn pairs<K: Ord>(
    id: &TechniqueId,
    all: Vec<Deduction>,
    key: impl Fn(&Deduction) -> Option<K>,
    fits: &dyn Fn(&Deduction, &Deduction) -> bool,
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    let mut groups: BTreeMap<K, Vec<Deduction>> = BTreeMap::new();
    for step in all {
        if let Some(key) = key(&step) {
            groups.entry(key).or_default().push(step);
        }
    }
    for group in groups.values() {
        for (i, one) in group.iter().enumerate() {
            for two in group[i + 1..].iter().filter(|two| two.removes != one.removes && fits(one, two)) {
                if let Some(step) = joined(id, one, two) {
                    found(step)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two steps as one.
fn joined(id: &TechniqueId, one: &Deduction, two: &Deduction) -> Option<Deduction> {
    let mut because = one.because.clone();
    because.say.push(crate::Say::Text("; and ".into()));
    because.say.extend(two.because.say.iter().cloned());
    let add = |to: &mut Vec<Literal>, from: &[Literal]| {
        let new: Vec<Literal> = from.iter().copied().filter(|l| !to.contains(l)).collect();
        to.extend(new);
    };
    // Of two values the first is what the step is about.
    let value = |step: &Deduction| step.because.pattern.first().map(|l| l.value);
    let is_same = value(one) == value(two);
    add(if is_same { &mut because.pattern } else { &mut because.extra }, &two.because.pattern);
    add(&mut because.extra, &two.because.extra);
    let pattern = because.pattern.clone();
    because.extra.retain(|l| !pattern.contains(l));
    let houses: Vec<RuleId> = two.because.houses.iter().copied().filter(|h| !because.houses.contains(h)).collect();
    because.houses.extend(houses);
    let gone = one.removes.iter().chain(&two.removes).flat_map(|r| r.values.iter().map(|value| (r.var, value)));
    Deduction::remove(id, gone, because)
}

/// Two kites over the same two cells of a region: of one value, each with the row of one cell and
/// the column of the other, or of two values.
fn dual_kite(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let key = |step: &Deduction| -> Option<[Var; 2]> {
        let [_, b, c, _] = step.because.pattern.as_slice() else { return None };
        Some([b.var.min(c.var), b.var.max(c.var)])
    };
    pairs(id, instances(single_digit::kites, id, at), key, &|_, _| true, found)
}

/// Two empty rectangles of one region.
fn dual_rectangle(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let key = |step: &Deduction| -> Option<(Value, RuleId)> {
        Some((step.because.pattern.first()?.value, *step.because.houses.first()?))
    };
    pairs(id, instances(single_digit::empty_rectangle::<2>, id, at), key, &|_, _| true, found)
}

/// Two finned fish over the same base lines, with different cover lines; one of them at least is
/// sashimi, or is not.
fn siamese<const K: u32, const SASHIMI: bool>(
    id: &TechniqueId,
    at: &Board<'_>,
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    let key = |step: &Deduction| -> Option<(Value, Vec<RuleId>)> {
        let bases = step.because.houses.get(..K as usize)?;
        Some((step.because.pattern.first()?.value, bases.to_vec()))
    };
    let named = instances(fish::finned::<K, SASHIMI, true>, id, at);
    let other = match SASHIMI {
        true => instances(fish::finned::<K, false, true>, id, at),
        false => instances(fish::finned::<K, true, true>, id, at),
    };
    let all = named.iter().chain(&other).cloned().collect();
    pairs(id, all, key, &|one, two| named.contains(one) || named.contains(two), found)
}
