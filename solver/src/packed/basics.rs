//! Locked candidates, naked and hidden subsets.

use super::shape::{Cells, VALUES, bits};
use super::state::{Packed, Step};

/// Pointing and claiming: all places of a value in a house see a place elsewhere.
pub(super) fn locked<const OUT_OF_REGION: bool>(at: &Packed<'_>, step: &mut Step) -> bool {
    let shape = at.shape;
    for (number, house) in shape.houses.iter().enumerate() {
        if (shape.regions >> number & 1 == 1) != OUT_OF_REGION {
            continue;
        }
        for value in 0..shape.n {
            let places = at.within[number][value];
            if places & places.wrapping_sub(1) == 0 {
                continue;
            }
            let mut gone = at.places[value] & !house.set;
            for place in bits(places.into()) {
                gone &= shape.peers[usize::from(house.cells[place])];
                if gone == 0 {
                    break;
                }
            }
            if gone != 0 {
                return step.strike(value, gone);
            }
        }
    }
    false
}

/// Calls `found` with each choice of `K` masks whose union has exactly `K` bits, until it holds.
fn tight_unions<const K: usize>(masks: &[u16], found: &mut dyn FnMut(&[usize; K], u16) -> bool) -> bool {
    fn go<const K: usize>(
        masks: &[u16],
        (from, depth): (usize, usize),
        chosen: &mut [usize; K],
        union: u16,
        found: &mut dyn FnMut(&[usize; K], u16) -> bool,
    ) -> bool {
        if depth == K {
            return union.count_ones() as usize == K && found(chosen, union);
        }
        // Enough masks are left for the rest.
        for i in from..=masks.len() + depth - K {
            let union = union | masks[i];
            if union.count_ones() as usize <= K {
                chosen[depth] = i;
                if go(masks, (i + 1, depth + 1), chosen, union, found) {
                    return true;
                }
            }
        }
        false
    }
    masks.len() >= K && go(masks, (0, 0), &mut [0; K], 0, found)
}

/// Is there a part of the chosen masks, of two or more, with a union as small as itself, for which
/// `explains` holds?
fn smaller<const K: usize>(masks: &[u16], chosen: &[usize; K], explains: &dyn Fn(u32, u16) -> bool) -> bool {
    (1u32..(1 << K) - 1).filter(|part| part.count_ones() >= 2).any(|part| {
        let union = bits(part).fold(0, |union, i| union | masks[chosen[i]]);
        union.count_ones() <= part.count_ones() && explains(part, union)
    })
}

/// `K` cells of a house with `K` candidates together. `LOCKED`: those in a region and another house
/// that strike candidates in both. The others otherwise.
pub(super) fn naked<const K: usize, const LOCKED: bool>(at: &Packed<'_>, step: &mut Step) -> bool {
    let shape = at.shape;
    let houses = if LOCKED { shape.regions } else { u32::MAX >> (32 - shape.houses.len()) };
    for number in bits(houses) {
        let house = &shape.houses[number];
        let (mut cells, mut masks, mut count) = ([0; VALUES], [0; VALUES], 0);
        for &cell in &house.cells[..shape.n] {
            let own = at.cand[usize::from(cell)];
            if (2..=K as u32).contains(&own.count_ones()) {
                (cells[count], masks[count]) = (usize::from(cell), own);
                count += 1;
            }
        }
        let (cells, masks) = (&cells[..count], &masks[..count]);
        let is_found = tight_unions::<K>(masks, &mut |chosen, union| {
            let subset = chosen.map(|i| cells[i]);
            let shared = shape.shared(&subset);
            // A subset that lies in several houses counts at the first of them alone.
            if !LOCKED && shared.trailing_zeros() as usize != number {
                return false;
            }
            let mut gone: [Cells; VALUES] = [0; VALUES];
            for value in bits(union.into()) {
                gone[value] = at.common(value, &subset);
            }
            let all = gone.iter().fold(0, |all, cells| all | cells);
            if all == 0 || is_locked::<K>(at, shared, all) != LOCKED {
                return false;
            }
            // A smaller subset with the same outcome is the name for it.
            let explains = |part: u32, union: u16| {
                let seen = bits(part).fold(shape.all(), |seen, i| seen & shape.peers[subset[i]]);
                (0..shape.n).all(|value| gone[value] == 0 || union >> value & 1 == 1 && gone[value] & !seen == 0)
            };
            if smaller(masks, chosen, &explains) {
                return false;
            }
            step.gone = gone;
            true
        });
        if is_found {
            return true;
        }
    }
    false
}

/// In a region and a house of another kind, with removals in each of them alone?
fn is_locked<const K: usize>(at: &Packed<'_>, shared: u32, gone: Cells) -> bool {
    let shape = at.shape;
    let set = |house: usize| shape.houses[house].set;
    let goes_only = |this: usize, other: usize| gone & set(this) & !set(other) != 0;
    K <= 3
        && bits(shared & shape.regions)
            .any(|region| bits(shared & !shape.regions).any(|line| goes_only(region, line) && goes_only(line, region)))
}

/// `K` values of a house with `K` places together.
pub(super) fn hidden<const K: usize>(at: &Packed<'_>, step: &mut Step) -> bool {
    let shape = at.shape;
    for (number, house) in shape.houses.iter().enumerate() {
        let (mut values, mut masks, mut count) = ([0; VALUES], [0; VALUES], 0);
        for value in 0..shape.n {
            let places = at.within[number][value];
            if (2..=K as u32).contains(&places.count_ones()) {
                (values[count], masks[count]) = (value, places);
                count += 1;
            }
        }
        let (values, masks) = (&values[..count], &masks[..count]);
        let is_found = tight_unions::<K>(masks, &mut |chosen, union| {
            let these = chosen.iter().fold(0, |these, &i| these | 1 << values[i]);
            let lost = |place: usize| at.cand[usize::from(house.cells[place])] & !these;
            if bits(union.into()).all(|place| lost(place) == 0) {
                return false;
            }
            let explains = |part: u32, within: u16| {
                let part = bits(part).fold(0, |part, i| part | 1 << values[chosen[i]]);
                let is_told = |place: usize| lost(place) == 0 || within >> place & 1 == 1 && lost(place) & part == 0;
                bits(union.into()).all(is_told)
            };
            if smaller(masks, chosen, &explains) {
                return false;
            }
            for place in bits(union.into()) {
                bits(lost(place).into()).for_each(|value| step.gone[value] |= 1 << house.cells[place]);
            }
            true
        });
        if is_found {
            return true;
        }
    }
    false
}
