//! Wings, remote pairs and BUG+1: cells with two candidates.

use super::linked::{Link, Links};
use super::shape::{Cells, VALUES, bits, each};
use super::state::{Packed, Step};

/// A pivot with `SIZE` candidates and two pincers that it sees, three values together.
pub(super) fn xy_wing<const SIZE: u32>(at: &Packed<'_>, step: &mut Step) -> bool {
    let shape = at.shape;
    let pivots = if SIZE == 2 { at.bivalue } else { at.open & !at.bivalue };
    for pivot in each(pivots).filter(|&cell| at.cand[cell].count_ones() == SIZE) {
        let own = at.cand[pivot];
        let pincers = shape.peers[pivot] & at.bivalue;
        for p in each(pincers).filter(|&p| (at.cand[p] & own).count_ones() == SIZE - 1) {
            let later = pincers & (Cells::MAX << p) & !(1 << p);
            for q in each(later).filter(|&q| (at.cand[q] & own).count_ones() == SIZE - 1) {
                let (of_p, of_q) = (at.cand[p], at.cand[q]);
                let both = of_p & of_q;
                if both.count_ones() != 1 || (of_p | of_q | own).count_ones() != 3 {
                    continue;
                }
                if (own & both != 0) != (SIZE == 3) {
                    continue;
                }
                let cells = [pivot, p, q];
                let value = both.trailing_zeros() as usize;
                let gone = at.common(value, if SIZE == 3 { &cells } else { &cells[1..] });
                // Three cells of one house with three candidates are a naked triple.
                if gone != 0 && shape.shared(&cells) == 0 {
                    return step.strike(value, gone);
                }
            }
        }
    }
    false
}

/// Two cells with the same pair, each seeing one end of a strong link on one of its values.
pub(super) fn w_wing(at: &Packed<'_>, step: &mut Step) -> bool {
    let shape = at.shape;
    let mut links: [Option<Links>; VALUES] = Default::default();
    for p in each(at.bivalue) {
        let pair = at.cand[p];
        let later = at.bivalue & (Cells::MAX << p) & !(1 << p) & !shape.peers[p];
        for q in each(later).filter(|&q| at.cand[q] == pair) {
            for bridge in bits(pair.into()) {
                let value = Packed::other(pair, bridge);
                let gone = at.common(value, &[p, q]);
                if gone == 0 {
                    continue;
                }
                let links = links[bridge].get_or_insert_with(|| Links::of(at, bridge)).list();
                let apart = |end: usize| end != p && end != q;
                let joins = |[a, b]: [usize; 2]| shape.sees(p, a) && shape.sees(q, b) && apart(a) && apart(b);
                let is_joined = |link: &&Link| joins(link.ends()) || joins([link.ends()[1], link.ends()[0]]);
                // Ends with the same pair make a remote pair.
                let is_remote = |link: &Link| link.ends().iter().all(|&end| at.cand[end] == pair);
                let mut joined = links.iter().filter(is_joined).peekable();
                if joined.peek().is_some() && !joined.any(is_remote) {
                    return step.strike(value, gone);
                }
            }
        }
    }
    false
}

/// May there be remote pairs: four cells or more with the same pair?
pub(super) fn may_be_remote(at: &Packed<'_>) -> bool {
    each(at.bivalue).any(|first| {
        let pair = at.cand[first];
        let mut same = each(at.bivalue & (Cells::MAX << first)).filter(|&cell| at.cand[cell] == pair);
        same.nth(3).is_some()
    })
}

/// BUG+1: one open cell has three candidates, the others have two. Without one of the three every
/// value has two places in each house where it is open.
pub(super) fn bug_plus_1(at: &Packed<'_>, step: &mut Step) -> bool {
    let shape = at.shape;
    let odd = at.open & !at.bivalue;
    let cell = odd.trailing_zeros() as usize;
    if odd.count_ones() != 1 || at.cand[cell].count_ones() != 3 {
        return false;
    }
    let is_deadly = |kept: usize| {
        let numbered = shape.houses.iter().enumerate();
        numbered.into_iter().all(|(number, house)| {
            (0..shape.n).all(|value| {
                let own = u32::from(value == kept && house.set >> cell & 1 == 1);
                matches!(at.within[number][value].count_ones() - own, 0 | 2)
            })
        })
    };
    let mut kept = bits(at.cand[cell].into()).filter(|&value| is_deadly(value));
    let (Some(value), None) = (kept.next(), kept.next()) else { return false };
    bits((at.cand[cell] & !(1 << value)).into()).for_each(|other| step.gone[other] |= 1 << cell);
    true
}
