//! Fish over lines: basic, finned, sashimi.
//!
//! A value's places in `K` lines of one axis (the base), all within `K` lines of another (the
//! cover), fill the cover: the value goes from the cover's other cells. Places of the base outside
//! the cover are *fins*: then it goes only from cells that see every fin. A finned fish is
//! *sashimi* when a base line has fewer than two places in the cover; a sashimi X-wing out of two
//! strong links is a skyscraper.
//!
//! Of two fish that do the same, the smaller gives the name. A fish without fins is one whatever
//! the boxes say of its cells; one with fins needs all its lines for one cell at least, else parts
//! of it (or locked candidates) do all.

use super::described::{Described, Find};
use crate::packed::kernels;
use crate::{
    Because, Board, Deduction, Domain, Flow, House, HouseKind, Literal, RuleId, Say, TechniqueId, Tier, Value, VarSet,
};
use std::ops::ControlFlow;

/// Basic, finned and sashimi fish of two to four lines.
pub(super) fn all() -> Vec<super::Ordered> {
    use Tier::{Expert, Hard};
    let described =
        |order, code, names, tier, score, find: Find| Described::new(order, code, names, (tier, score), find);
    let row = |order, code, names, tier, score, find, kernel| {
        described(order, code, names, tier, score, find).packed(kernel).ordered()
    };
    vec![
        row(2200, "0300", ("x-wing", "X-Wing"), Hard, 140, basic::<2>, kernels::X_WING),
        row(2300, "0301", ("swordfish", "Swordfish"), Hard, 150, basic::<3>, kernels::SWORDFISH),
        row(2400, "0302", ("jellyfish", "Jellyfish"), Hard, 160, basic::<4>, kernels::JELLYFISH),
        row(
            4100,
            "0310",
            ("finned-x-wing", "Finned X-Wing"),
            Hard,
            130,
            finned::<2, false, true>,
            kernels::FINNED_X_WING,
        ),
        row(
            4300,
            "0311",
            ("finned-swordfish", "Finned Swordfish"),
            Expert,
            200,
            finned::<3, false, true>,
            kernels::FINNED_SWORDFISH,
        ),
        row(
            4500,
            "0312",
            ("finned-jellyfish", "Finned Jellyfish"),
            Expert,
            250,
            finned::<4, false, true>,
            kernels::FINNED_JELLYFISH,
        ),
        described(4200, "0320", ("sashimi-x-wing", "Sashimi X-Wing"), Hard, 150, finned::<2, true, false>)
            .with_all(finned::<2, true, true>)
            .packed(kernels::SASHIMI_X_WING)
            .ordered(),
        row(
            4400,
            "0321",
            ("sashimi-swordfish", "Sashimi Swordfish"),
            Expert,
            240,
            finned::<3, true, true>,
            kernels::SASHIMI_SWORDFISH,
        ),
        row(
            4600,
            "0322",
            ("sashimi-jellyfish", "Sashimi Jellyfish"),
            Expert,
            260,
            finned::<4, true, true>,
            kernels::SASHIMI_JELLYFISH,
        ),
    ]
}

/// A value's places in the lines of one axis, as masks over the lines of another.
struct Waters<'a> {
    value: Value,
    bases: Vec<&'a House>,
    covers: Vec<&'a House>,
    /// By base line: the cover lines with a place.
    masks: Vec<u64>,
    /// By base line: its places.
    places: Vec<VarSet>,
}

/// Calls `found` for each value and each ordered pair of axes.
fn each_waters<'a>(at: &Board<'a>, found: &mut dyn FnMut(&Waters<'a>) -> Flow) -> Flow {
    let houses = at.houses().list();
    let lines = |axis: u8| houses.iter().filter(move |h| h.kind == HouseKind::Line(axis));
    let axes = houses.iter().filter_map(|h| if let HouseKind::Line(a) = h.kind { Some(a) } else { None }).max();
    for value in at.values().iter() {
        if at.places(value).len() < 4 {
            continue;
        }
        for base in 0..=axes.unwrap_or(0) {
            for cover in (0..=axes.unwrap_or(0)).filter(|&c| c != base) {
                let covers: Vec<&House> = lines(cover).filter(|h| h.set.meets(at.places(value))).take(64).collect();
                let mut waters = Waters { value, bases: Vec::new(), masks: Vec::new(), places: Vec::new(), covers };
                for line in lines(base).filter(|h| h.covers.contains(value)) {
                    let places = at.places_in(line, value);
                    // A line with one place is a hidden single, an empty one has the value placed.
                    if places.len() < 2 {
                        continue;
                    }
                    let hit = |c: &&House| c.set.meets(&places);
                    let mask = waters.covers.iter().enumerate().filter(|(_, c)| hit(c)).fold(0, |m, (j, _)| m | 1 << j);
                    waters.bases.push(line);
                    waters.masks.push(mask);
                    waters.places.push(places);
                }
                found(&waters)?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl Waters<'_> {
    fn in_bases(&self, bases: u64) -> VarSet {
        let mut all = VarSet::new();
        for i in Domain(bases).iter() {
            all.or_with(&self.places[i as usize]);
        }
        all
    }

    fn in_covers(&self, at: &Board<'_>, covers: u64) -> VarSet {
        let mut all = VarSet::new();
        for j in Domain(covers).iter() {
            all.or_with(&self.covers[j as usize].set);
        }
        all.and_with(at.places(self.value));
        all
    }

    fn tell(
        &self,
        id: &TechniqueId,
        (bases, covers): (u64, u64),
        (body, fins, gone): (&VarSet, &VarSet, &VarSet),
        found: &mut dyn FnMut(Deduction) -> Flow,
    ) -> Flow {
        let value = self.value;
        let rules =
            |of: &[&House], mask: u64| Domain(mask).iter().map(|i| of[i as usize].rule).collect::<Vec<RuleId>>();
        let (base_rules, cover_rules) = (rules(&self.bases, bases), rules(&self.covers, covers));
        let literals = |set: &VarSet| set.iter().map(|var| Literal { var, value }).collect::<Vec<_>>();
        let mut say = vec![
            Say::Values(Domain::single(value)),
            Say::Text(" in ".into()),
            Say::Rules(base_rules.clone()),
            Say::Text(" stands only in ".into()),
            Say::Rules(cover_rules.clone()),
        ];
        if !fins.is_empty() {
            say.push(Say::Text(" or in ".into()));
            say.push(Say::Vars(fins.iter().collect()));
        }
        let houses = base_rules.into_iter().chain(cover_rules).collect();
        let because = Because { say, pattern: literals(body), extra: literals(fins), houses, ..Because::default() };
        match Deduction::remove(id, gone.iter().map(|v| (v, value)), because) {
            Some(d) => found(d),
            None => ControlFlow::Continue(()),
        }
    }
}

/// Calls `found` with each choice of `K` masks (as bits of a mask) whose union, with `with`, has at
/// most `K` bits.
fn choices<const K: u32>(masks: &[u64], with: u64, found: &mut dyn FnMut(u64, u64) -> Flow) -> Flow {
    fn go<const K: u32>(
        masks: &[u64],
        from: usize,
        chosen: u64,
        union: u64,
        found: &mut dyn FnMut(u64, u64) -> Flow,
    ) -> Flow {
        if chosen.count_ones() == K {
            return found(chosen, union);
        }
        for i in from..masks.len() {
            let union = union | masks[i];
            if union.count_ones() <= K {
                go::<K>(masks, i + 1, chosen | 1 << i, union, found)?;
            }
        }
        ControlFlow::Continue(())
    }
    go::<K>(&masks[..masks.len().min(64)], 0, 0, with, found)
}

/// Has a proper part of the base lines a fish of its own, with as many of the cover lines, that
/// removes `gone`? Then that (or locked candidates, for one line) is the name for it.
fn has_smaller(waters: &Waters<'_>, at: &Board<'_>, (bases, covers): (u64, u64), gone: &VarSet) -> bool {
    // Non-empty proper subsets of a mask, falling.
    let parts = |whole: u64| {
        std::iter::successors(Some(whole), move |&part| Some(part.wrapping_sub(1) & whole))
            .skip(1)
            .take_while(|&part| part != 0)
    };
    parts(bases).any(|base| {
        let places = waters.in_bases(base);
        parts(covers).filter(|c| c.count_ones() == base.count_ones()).any(|cover| {
            let cover = waters.in_covers(at, cover);
            let fins = places.minus(&cover);
            gone.is_subset(&cover)
                && !gone.meets(&places)
                && fins.iter().all(|fin| gone.is_subset(at.houses().peers(fin)))
        })
    })
}

fn basic<const K: u32>(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    each_waters(at, &mut |waters| {
        // Base lines with places outside all cover lines can only have them as fins.
        let whole: Vec<u64> = waters
            .masks
            .iter()
            .zip(&waters.places)
            .map(|(&m, p)| if m.count_ones() as usize == p.len() { m } else { u64::MAX })
            .collect();
        choices::<K>(&whole, 0, &mut |bases, covers| {
            if covers.count_ones() < K {
                return ControlFlow::Continue(());
            }
            let body = waters.in_bases(bases);
            let gone = waters.in_covers(at, covers).minus(&body);
            if gone.is_empty() || has_smaller(waters, at, (bases, covers), &gone) {
                return ControlFlow::Continue(());
            }
            waters.tell(id, (bases, covers), (&body, &VarSet::new(), &gone), found)
        })
    })
}

/// `ALL`: also those that are skyscrapers.
pub(super) fn finned<const K: u32, const SASHIMI: bool, const ALL: bool>(
    id: &TechniqueId,
    at: &Board<'_>,
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    let peers = at.houses();
    let mut told: Vec<(u64, u64)> = Vec::new();
    let mut masks: Vec<u64> = Vec::new();
    each_waters(at, &mut |waters| {
        told.clear();
        if waters.bases.len() < K as usize {
            return ControlFlow::Continue(());
        }
        // From the target: with the value there, each base line keeps only the places that the
        // target does not see.
        for target in at.places(waters.value).iter() {
            let Some(column) = waters.covers.iter().position(|c| c.set.contains(target)) else { continue };
            let column_bit = 1u64 << column;
            masks.clear();
            let mut finny = 0u64;
            for (i, places) in waters.places.iter().enumerate() {
                if places.contains(target) {
                    masks.push(u64::MAX);
                    continue;
                }
                let mut left = places.clone();
                left.minus_with(&waters.covers[column].set);
                let outside = left.len();
                left.minus_with(peers.peers(target));
                if left.len() < outside {
                    finny |= 1 << i;
                }
                let mask = cover_mask(waters, &left);
                // A line whose only places the target sees is locked candidates; so is a place
                // outside all lines.
                masks.push(if left.is_empty() || mask.count_ones() as usize != left.len() { u64::MAX } else { mask });
            }
            if finny == 0 {
                continue;
            }
            choices::<K>(&masks, column_bit, &mut |bases, covers| {
                if bases & finny == 0 || covers.count_ones() < K || told.contains(&(bases, covers)) {
                    return ControlFlow::Continue(());
                }
                told.push((bases, covers));
                let all = waters.in_bases(bases);
                let cover = waters.in_covers(at, covers);
                let fins = all.minus(&cover);
                let body = all.and(&cover);
                let thin = Domain(bases).iter().any(|i| waters.places[i as usize].common(&cover) < 2);
                let strong = |i: u8| waters.places[i as usize].len() == 2;
                let skyscraper = !ALL && K == 2 && Domain(bases).iter().all(strong);
                if fins.is_empty() || thin != SASHIMI || skyscraper {
                    return ControlFlow::Continue(());
                }
                let mut gone = cover.minus(&all);
                for fin in fins.iter() {
                    gone.and_with(peers.peers(fin));
                }
                if gone.is_empty() || has_smaller(waters, at, (bases, covers), &gone) {
                    return ControlFlow::Continue(());
                }
                waters.tell(id, (bases, covers), (&body, &fins, &gone), found)
            })?;
        }
        ControlFlow::Continue(())
    })
}

/// The cover lines that the places meet.
fn cover_mask(waters: &Waters<'_>, places: &VarSet) -> u64 {
    let meets = |c: &&House| c.set.meets(places);
    waters.covers.iter().enumerate().filter(|(_, c)| meets(c)).fold(0, |m, (j, _)| m | 1 << j)
}
