//! Fish over lines of one value: its places in a line are the crossing lines that it may stand in.

use super::shape::{Cells, VALUES, bits, each};
use super::state::{Packed, Step};

/// A value's places in the lines of one axis, as masks over the lines of the other.
struct Waters<'p, 's> {
    at: &'p Packed<'s>,
    value: usize,
    /// By line with two places or more: the crossing lines of its places.
    masks: [u16; VALUES],
    /// By base line: its places.
    places: [Cells; VALUES],
    count: usize,
    /// By crossing line: its places.
    covers: [Cells; VALUES],
}

impl<'p, 's> Waters<'p, 's> {
    fn new(at: &'p Packed<'s>, value: usize, axis: usize) -> Self {
        let shape = at.shape;
        let line = |axis: usize, i: usize| usize::from(shape.lines[axis][i]);
        let mut waters = Waters { at, value, masks: [0; VALUES], places: [0; VALUES], count: 0, covers: [0; VALUES] };
        for i in 0..shape.n {
            let (base, cover) = (line(axis, i), line(1 - axis, i));
            waters.covers[i] = shape.houses[cover].set & at.places[value];
            let mask = at.within[base][value];
            if mask.count_ones() >= 2 {
                let count = waters.count;
                waters.masks[count] = mask;
                waters.places[count] = shape.houses[base].set & at.places[value];
                waters.count += 1;
            }
        }
        waters
    }

    fn in_bases(&self, bases: u32) -> Cells {
        bits(bases).fold(0, |all, i| all | self.places[i])
    }

    fn in_covers(&self, covers: u16) -> Cells {
        bits(covers.into()).fold(0, |all, i| all | self.covers[i])
    }

    /// Has a proper part of the base lines a fish of its own, with as many of the cover lines, that
    /// removes as much?
    fn has_smaller(&self, bases: u32, covers: u16, gone: Cells) -> bool {
        parts(bases).any(|base| {
            let places = self.in_bases(base);
            gone & places == 0
                && parts(covers.into()).filter(|cover| cover.count_ones() == base.count_ones()).any(|cover| {
                    let cover = self.in_covers(cover as u16);
                    gone & !cover == 0 && each(places & !cover).all(|fin| gone & !self.at.shape.peers[fin] == 0)
                })
        })
    }
}

/// Proper parts of a mask, none of them empty.
fn parts(whole: u32) -> impl Iterator<Item = u32> {
    let next = move |&part: &u32| Some(part.wrapping_sub(1) & whole);
    std::iter::successors(Some(whole), next).skip(1).take_while(|&part| part != 0)
}

/// Calls `found` with each choice of `K` masks whose union with `union` has at most `K` bits, until
/// it holds.
fn choices<const K: u32>(
    masks: &[u16],
    from: usize,
    chosen: u32,
    union: u16,
    found: &mut dyn FnMut(u32, u16) -> bool,
) -> bool {
    if chosen.count_ones() == K {
        return found(chosen, union);
    }
    for i in from..masks.len() {
        let union = union | masks[i];
        if union.count_ones() <= K && choices::<K>(masks, i + 1, chosen | 1 << i, union, found) {
            return true;
        }
    }
    false
}

/// Basic fish of one value.
pub(super) fn basic<const K: u32>(at: &Packed<'_>, value: usize, step: &mut Step) -> bool {
    (0..2).any(|axis| {
        let waters = Waters::new(at, value, axis);
        choices::<K>(&waters.masks[..waters.count], 0, 0, 0, &mut |bases, covers| {
            if covers.count_ones() < K {
                return false;
            }
            let gone = waters.in_covers(covers) & !waters.in_bases(bases);
            gone != 0 && !waters.has_smaller(bases, covers, gone) && step.strike(value, gone)
        })
    })
}

/// Finned fish of one value, or sashimi ones. `ALL`: also those that are skyscrapers.
pub(super) fn finned<const K: u32, const SASHIMI: bool, const ALL: bool>(
    at: &Packed<'_>,
    value: usize,
    step: &mut Step,
) -> bool {
    (0..2).any(|axis| finned_over::<K, SASHIMI, ALL>(&Waters::new(at, value, axis), step))
}

/// The mask of a line that no choice takes.
const NEVER: u16 = u16::MAX;

fn finned_over<const K: u32, const SASHIMI: bool, const ALL: bool>(waters: &Waters<'_, '_>, step: &mut Step) -> bool {
    let (at, value) = (waters.at, waters.value);
    let shape = at.shape;
    if waters.count < K as usize {
        return false;
    }
    let mut told: Vec<(u32, u16)> = Vec::new();
    // From the target: with the value there, each base line keeps only the places that the target
    // does not see.
    for target in each(at.places[value]) {
        let Some(column) = (0..shape.n).find(|&i| waters.covers[i] >> target & 1 == 1) else { continue };
        let (mut masks, mut finny) = ([NEVER; VALUES], 0u32);
        for (i, mask) in masks.iter_mut().enumerate().take(waters.count) {
            let places = waters.places[i];
            if places >> target & 1 == 1 {
                continue;
            }
            let outside = places & !waters.covers[column];
            let left = outside & !shape.peers[target];
            if left != outside {
                finny |= 1 << i;
            }
            // A line whose only places the target sees is locked candidates.
            if left != 0 {
                let crossing = bits(waters.masks[i].into()).filter(|&j| waters.covers[j] & left != 0);
                *mask = crossing.fold(0, |mask, j| mask | 1 << j);
            }
        }
        if finny == 0 {
            continue;
        }
        let is_found = choices::<K>(&masks[..waters.count], 0, 0, 1 << column, &mut |bases, covers| {
            if bases & finny == 0 || covers.count_ones() < K || told.contains(&(bases, covers)) {
                return false;
            }
            told.push((bases, covers));
            let (all, cover) = (waters.in_bases(bases), waters.in_covers(covers));
            let fins = all & !cover;
            let is_thin = bits(bases).any(|i| (waters.places[i] & cover).count_ones() < 2);
            let is_strong = |i: usize| waters.places[i].count_ones() == 2;
            let is_skyscraper = !ALL && K == 2 && bits(bases).all(is_strong);
            if fins == 0 || is_thin != SASHIMI || is_skyscraper {
                return false;
            }
            let gone = cover & !all & shape.seen_by_all(fins);
            gone != 0 && !waters.has_smaller(bases, covers, gone) && step.strike(value, gone)
        });
        if is_found {
            return true;
        }
    }
    false
}
