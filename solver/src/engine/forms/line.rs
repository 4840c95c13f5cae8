//! Runs along a line of at most [`LONGEST`] places: all placements at once, in machine words.

use super::flood::{LitIndex, NOWHERE};
use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Wakes};

/// The longest line that fits: one place more stands behind the end, and one bit more is the
/// position behind that.
pub const LONGEST: usize = 62;

/// Runs of given lengths of the places whose literals hold.
#[derive(Clone, Debug)]
pub struct Line {
    literals: Vec<Lit>,
    index: LitIndex,
    runs: Vec<u32>,
    /// By number of runs: the positions at which so many runs, each with a gap behind it, may be
    /// over.
    before: Vec<u64>,
}

/// What is known of a line: places in and places out, as bits.
#[derive(Clone, Copy)]
struct Known {
    inside: u64,
    outside: u64,
}

impl Line {
    /// `literals[i]` says that place `i` of the line is in; `None` if the line is too long.
    pub fn new(literals: Vec<Lit>, runs: Vec<u32>) -> Option<Line> {
        let index = LitIndex::new(&literals);
        let before = vec![0; runs.len() + 1];
        (literals.len() <= LONGEST).then_some(Line { literals, index, runs, before })
    }

    /// The places that some placement of the runs has in, and those that some placement has out;
    /// `None` if there is no placement.
    fn possible(&mut self, known: Known) -> Option<(u64, u64)> {
        let n = self.literals.len();
        // Place n stands behind the end and is out.
        let all = (1_u64 << (n + 1)) - 1;
        let may_out = all & !known.inside;
        let may_in = all & !known.outside & !(1 << n);
        self.before[0] = spread_up(1, may_out);
        for (k, &length) in self.runs.iter().enumerate() {
            let starts = self.before[k] & starts(may_in, length) & shift_down(may_out, length);
            if starts == 0 {
                return None;
            }
            self.before[k + 1] = spread_up(shift_up(starts, length + 1), may_out);
        }
        if self.before[self.runs.len()] >> (n + 1) & 1 == 0 {
            return None;
        }
        // From the end: positions from which the remaining runs can be placed.
        let mut after = spread_down(1 << (n + 1), may_out);
        let mut inside = 0;
        let mut outside = self.before[self.runs.len()] & may_out & (after >> 1);
        for (k, &length) in self.runs.iter().enumerate().rev() {
            let starts = starts(may_in, length) & shift_down(may_out, length) & shift_down(after, length + 1);
            let good = starts & self.before[k];
            inside |= cover(good, length);
            outside |= shift_up(good, length);
            after = spread_down(starts, may_out);
            outside |= self.before[k] & may_out & (after >> 1);
        }
        Some((inside, outside & all))
    }

    fn known(&self, is_true: impl Fn(Lit) -> bool) -> Known {
        let mut known = Known { inside: 0, outside: 0 };
        for (i, &lit) in self.literals.iter().enumerate() {
            known.inside |= u64::from(is_true(lit)) << i;
            known.outside |= u64::from(is_true(!lit)) << i;
        }
        known
    }

    /// Adds literals of `known` that leave no placement, none of them superfluous; the place
    /// `fixed` is not asked.
    fn shrink(&mut self, mut known: Known, fixed: Option<usize>, past: Past<'_>, because: &mut Vec<Lit>) {
        let mut order: Vec<usize> = (0..self.literals.len())
            .filter(|&i| (known.inside | known.outside) >> i & 1 == 1 && Some(i) != fixed)
            .filter(|&i| !self.is_given(i, past))
            .collect();
        order.sort_by_key(|&i| std::cmp::Reverse(past.time_of(self.literals[i])));
        let without = |known: Known, places: &[usize]| {
            let bits = places.iter().fold(0, |b, &i| b | 1_u64 << i);
            Known { inside: known.inside & !bits, outside: known.outside & !bits }
        };
        for chunk in order.chunks(CHUNK) {
            let fewer = without(known, chunk);
            if self.possible(fewer).is_none() {
                known = fewer;
                continue;
            }
            for place in chunk {
                let fewer = without(known, &[*place]);
                if self.possible(fewer).is_none() {
                    known = fewer;
                }
            }
        }
        for (i, &lit) in self.literals.iter().enumerate() {
            if Some(i) != fixed && !self.is_given(i, past) {
                because.extend((known.inside >> i & 1 == 1).then_some(lit));
                because.extend((known.outside >> i & 1 == 1).then_some(!lit));
            }
        }
    }

    fn is_given(&self, place: usize, past: Past<'_>) -> bool {
        let lit = self.literals[place];
        past.is_given(lit) || past.is_given(!lit)
    }
}

/// Places that a reason drops at once, if it can.
const CHUNK: usize = 4;

/// Shifts that may be by 64 or more.
fn shift_up(bits: u64, by: u32) -> u64 {
    bits.checked_shl(by).unwrap_or(0)
}

fn shift_down(bits: u64, by: u32) -> u64 {
    bits.checked_shr(by).unwrap_or(0)
}

/// The positions reached from those of `from` by steps up, each across a place of `through`.
fn spread_up(mut from: u64, mut through: u64) -> u64 {
    for step in [1, 2, 4, 8, 16, 32] {
        from |= (from & through) << step;
        through &= through >> step;
    }
    from
}

/// The positions reached from those of `from` by steps down, each across a place of `through`.
fn spread_down(mut from: u64, through: u64) -> u64 {
    // A step down from position p crosses the place p - 1.
    let mut through = through << 1;
    for step in [1, 2, 4, 8, 16, 32] {
        from |= (from & through) >> step;
        through &= through << step;
    }
    from
}

/// The positions at which `length` places of `within` start.
fn starts(mut within: u64, length: u32) -> u64 {
    let mut have = 1;
    while have < length {
        let step = have.min(length - have);
        within &= shift_down(within, step);
        have += step;
    }
    within
}

/// The places that runs of a length cover which start at the positions.
fn cover(mut positions: u64, length: u32) -> u64 {
    let mut have = 1;
    while have < length {
        let step = have.min(length - have);
        positions |= shift_up(positions, step);
        have += step;
    }
    positions
}

impl Propagator for Line {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        self.literals.iter().for_each(|&l| wakes.on_both(l));
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn cost(&self) -> Cost {
        Cost::Line
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let known = self.known(|l| at.is_true(l));
        let Some((inside, outside)) = self.possible(known) else {
            let mut because = Vec::new();
            self.shrink(known, None, at.past(), &mut because);
            return Err(Conflict::Because(because));
        };
        for (i, &lit) in self.literals.iter().enumerate() {
            if at.is_open(lit) && (inside & outside) >> i & 1 == 0 {
                at.imply(if inside >> i & 1 == 1 { lit } else { !lit }, 0)?;
            }
        }
        Ok(())
    }

    fn explain(&mut self, what: Lit, _code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        let place = self.index.place(what);
        if place == NOWHERE {
            return;
        }
        let mut known = self.known(|l| past.is_true(l));
        // The opposite is assumed: then no placement is left.
        if self.literals[place] == what {
            known.outside |= 1 << place;
        } else {
            known.inside |= 1 << place;
        }
        self.shrink(known, Some(place), past, because);
    }
}
