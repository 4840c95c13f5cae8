//! Retrograde analysis of a sector together with its mirror (w-b and b-w): a byte per position,
//! level by level.
//!
//! While a pair is built, a byte is one of: the plies of a decided position; a counter of quiet
//! turns not yet known to lose; "can't lose" (a capture draws, at least); "not used" (another place
//! holds the same position). Captures lead into finished sectors and are settled first. A position
//! that a capture wins in d plies starts with d; until level d comes a quiet turn may lower it. A
//! position all of whose turns lose gets its plies when the last of them is known, the longest
//! capture counted. So at level L all positions with byte L are final, and nothing but greater
//! bytes is written.
//!
//! A quiet turn is counted once for each man and target. Where symmetries keep a position, several
//! of its turns lead to one stored position, or one turn stands for several: if n symmetries keep
//! the successor and m the predecessor, each way back stands for m / n turns.

use super::bits::{Bits, Plain};
use super::file::Table;
use super::movement::Movement;
use super::rank::Ranks;
use super::sector::{Layout, Sector};
use crate::board::{ALL, Board, Point, Set, points};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use tesuji_solver::{Clock, Stop};

/// The most quiet turns of three flying men and of what can't fly: 3 × 18 targets; 40 ways on the
/// board.
const FLYING: u8 = 54;
const SLIDING: u8 = 40;
/// Another place holds the position.
pub(super) const UNUSED: u8 = 254;
/// Drawn; while building: can't lose.
pub(super) const DRAW: u8 = 255;

/// Why a pair of sectors could not be built.
#[derive(Debug)]
pub(super) enum Failed {
    /// A game is longer than the byte holds.
    TooLong(Sector),
    /// A position has more quiet turns than the counter holds.
    TooMany(Sector),
    /// A limit was reached.
    Stopped(Stop),
}

/// One sector under construction.
struct Side<'a> {
    layout: Layout,
    cells: Vec<AtomicU8>,
    /// For each class, which levels occur (256 bits).
    levels: Vec<[AtomicU64; 4]>,
    /// The finished sector that captures lead to; `None`: a capture wins.
    below: Option<(&'a Table, Layout)>,
}

/// The outcome of a position's captures, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Taken {
    /// There is none.
    Nothing,
    /// The best wins in this number of plies.
    Win(u8),
    /// The best draws.
    Draw,
    /// All lose, the longest in this number of plies.
    Loss(u8),
}

pub(super) struct Pair<'a> {
    movement: Movement,
    board: &'static Board,
    ranks: &'static Ranks,
    sides: Vec<Side<'a>>,
    fast: bool,
    /// The most plies that fit.
    last: u8,
    /// A counter of n quiet turns is this plus n.
    counter: u8,
}

impl<'a> Pair<'a> {
    /// Fills both sectors of a pair (one, where both sides have equal numbers of men). `below` are
    /// the finished sectors that captures from the first and from the second lead to; no game may
    /// be longer than `longest` plies.
    pub(super) fn build(
        movement: Movement,
        sector: Sector,
        below: [Option<&'a Table>; 2],
        fast: bool,
        longest: u8,
        clock: &Clock,
    ) -> Result<Vec<(Sector, Vec<u8>)>, Failed> {
        let mut sectors = vec![sector];
        if sector.own != sector.other {
            sectors.push(sector.swapped());
        }
        let sides = sectors.iter().zip(below).map(|(&sector, below)| {
            let layout = Layout::new(sector);
            let cells = || (0..layout.slots()).into_par_iter().map(|_| AtomicU8::new(DRAW)).collect();
            let levels = || (0..layout.classes.len()).map(|_| [const { AtomicU64::new(0) }; 4]).collect();
            let below = below.map(|table| (table, Layout::new(table.sector())));
            Side { cells: cells(), levels: levels(), below, layout }
        });
        let board = Board::get(movement.diagonals);
        // The room that the counters don't need is for plies.
        let flies = movement.flies(u32::from(sector.own.min(sector.other)));
        let counter = UNUSED - 1 - if flies { FLYING } else { SLIDING };
        let last = (counter - 1).min(longest);
        let pair = Pair { movement, board, ranks: Ranks::get(), sides: sides.collect(), fast, last, counter };
        pair.fill(clock)?;
        let open = pair.counter..UNUSED;
        let done = |side: Side<'_>| {
            side.cells
                .par_iter()
                .filter(|cell| open.contains(&cell.load(Relaxed)))
                .for_each(|c| c.store(DRAW, Relaxed));
            // As many bytes as before, so no second copy.
            (side.layout.sector, side.cells.into_iter().map(AtomicU8::into_inner).collect())
        };
        Ok(pair.sides.into_iter().map(done).collect())
    }

    fn fill(&self, clock: &Clock) -> Result<(), Failed> {
        for at in 0..self.sides.len() {
            let classes = self.sides[at].layout.classes.len();
            let fitted =
                (0..classes).into_par_iter().map(|class| self.start_class(at, class)).reduce(|| true, |a, b| a && b);
            if !fitted {
                return Err(Failed::TooMany(self.sides[at].layout.sector));
            }
            stop(clock)?;
        }
        let mut level = 0;
        while let Some(next) = self.next_level(level) {
            level = next;
            for at in 0..self.sides.len() {
                let classes: Vec<usize> = (0..self.sides[at].layout.classes.len())
                    .filter(|&c| {
                        self.sides[at].levels[c][usize::from(level >> 6)].load(Relaxed) >> (level & 63) & 1 != 0
                    })
                    .collect();
                let fits = classes
                    .par_iter()
                    .with_max_len(16)
                    .map_init(Buffers::default, |buffers, &class| self.spread_class(at, class, level, buffers))
                    .reduce(|| true, |a, b| a && b);
                if !fits {
                    return Err(Failed::TooLong(self.sides[at].layout.sector));
                }
            }
            stop(clock)?;
            level += 1;
        }
        Ok(())
    }

    /// The least level from `from` on that occurs.
    fn next_level(&self, from: u8) -> Option<u8> {
        let mut all = [0; 4];
        for side in &self.sides {
            for class in &side.levels {
                all.iter_mut().zip(class).for_each(|(all, word)| *all |= word.load(Relaxed));
            }
        }
        (from..=self.last).find(|&level| all[usize::from(level >> 6)] >> (level & 63) & 1 != 0)
    }

    fn start_class(&self, at: usize, class: usize) -> bool {
        #[cfg(target_arch = "x86_64")]
        if self.fast {
            // SAFETY: `fast` is only set where the processor has the instructions.
            return unsafe { start_native(self, at, class) };
        }
        self.start::<Plain>(at, class)
    }

    fn spread_class(&self, at: usize, class: usize, level: u8, buffers: &mut Buffers) -> bool {
        #[cfg(target_arch = "x86_64")]
        if self.fast {
            // SAFETY: as above.
            return unsafe { spread_native(self, at, class, level, buffers) };
        }
        self.spread::<Plain>(at, class, level, buffers)
    }

    /// Settles what captures and blocked positions decide, and counts quiet turns. `false` when a
    /// counter is too small or a game too long.
    #[inline(always)]
    fn start<B: Bits>(&self, at: usize, class: usize) -> bool {
        let side = &self.sides[at];
        let own = side.layout.classes.least[class];
        let keeps = side.layout.classes.keeps[class];
        let moves = Moves::of(self, own);
        let first = class * side.layout.block();
        let free = ALL & !own;
        let mut fits = true;
        for (rank, &pattern) in side.layout.patterns.iter().enumerate() {
            let slot = first + rank;
            let cell = &side.cells[slot];
            let other = B::scatter(pattern, free);
            if keeps != 1 && side.layout.place_in::<B>(self.ranks, class, other).slot != slot {
                cell.store(UNUSED, Relaxed);
                continue;
            }
            let empty = free & !other;
            let quiet = moves.quiet(empty);
            let byte = match self.taken::<B>(side, &moves, own, other) {
                Taken::Win(plies) => plies,
                Taken::Draw => DRAW,
                Taken::Loss(plies) if quiet == 0 => plies,
                Taken::Nothing if quiet == 0 && self.movement.blocked_draws => DRAW,
                Taken::Nothing if quiet == 0 => 0,
                Taken::Nothing | Taken::Loss(_) => {
                    let room = u32::from(UNUSED - 1 - self.counter);
                    fits &= quiet <= room;
                    cell.store(self.counter + quiet.min(room) as u8, Relaxed);
                    continue;
                }
            };
            cell.store(byte, Relaxed);
            if byte <= self.last {
                side.mark(class, byte);
            } else {
                // Too long a game; what is stored then is never used.
                fits &= byte == DRAW;
            }
        }
        fits
    }

    /// The outcome of a position's captures.
    #[inline(always)]
    fn taken<B: Bits>(&self, side: &Side<'_>, moves: &Moves, own: Set, other: Set) -> Taken {
        let free = ALL & !(own | other);
        if moves.closing_to & free == 0 {
            return Taken::Nothing;
        }
        let Some((table, layout)) = &side.below else { return Taken::Win(1) };
        let in_mills = if self.movement.from_mills { 0 } else { self.board.in_mills(other) };
        let loose = other & !in_mills;
        let takeable = if loose == 0 { other } else { loose };
        let bytes = table.bytes();
        let (mut best_win, mut draws, mut longest) = (u8::MAX, false, 0);
        for &(step, to) in &moves.closing[..moves.closings] {
            if to & free == 0 {
                continue;
            }
            let after = own ^ step;
            let mut rest = takeable;
            while rest != 0 {
                let taken = rest & rest.wrapping_neg();
                rest ^= taken;
                let place = layout.place::<B>(self.ranks, other ^ taken, after);
                let byte = bytes[place.slot];
                if byte == DRAW {
                    draws = true;
                } else if byte & 1 == 0 {
                    best_win = best_win.min(byte);
                } else {
                    longest = longest.max(byte);
                }
            }
        }
        // Bytes of finished tables are below those of counters there, so one more is no wrap;
        // whether it fits here is checked where it is used.
        if best_win != u8::MAX {
            Taken::Win(best_win + 1)
        } else if draws {
            Taken::Draw
        } else {
            Taken::Loss(longest + 1)
        }
    }

    /// Tells the predecessors of all positions of a class with this level. `false` when a game is
    /// too long.
    #[inline(always)]
    fn spread<B: Bits>(&self, at: usize, class: usize, level: u8, buffers: &mut Buffers) -> bool {
        let side = &self.sides[at];
        let back = &self.sides[self.sides.len() - 1 - at];
        let own = side.layout.classes.least[class];
        let keeps = side.layout.classes.keeps[class];
        let first = class * side.layout.block();
        let free = ALL & !own;
        let flies = self.movement.flies(u32::from(side.layout.sector.other));
        let mut fits = true;
        let cells = &side.cells[first..first + side.layout.block()];
        for (rank, cell) in cells.iter().enumerate() {
            if cell.load(Relaxed) != level {
                continue;
            }
            let other = B::scatter(side.layout.patterns[rank], free);
            let empty = free & !other;
            let kept_by = if keeps == 1 { 1 } else { side.layout.place_in::<B>(self.ranks, class, other).kept_by };
            let from = buffers.found.len();
            let mut men = other & !self.board.in_mills(other);
            while men != 0 {
                let man = men & men.wrapping_neg();
                men ^= man;
                let reach = if flies { empty } else { self.board.neighbours[man.trailing_zeros() as usize] & empty };
                let mut reach = reach;
                while reach != 0 {
                    let origin = reach & reach.wrapping_neg();
                    reach ^= origin;
                    let place = back.layout.place::<B>(self.ranks, other ^ man ^ origin, own);
                    let entry = Entry { slot: place.slot as u32, class: place.class as u32, weight: place.kept_by };
                    buffers.found.push(entry);
                }
            }
            if kept_by > 1 && level & 1 == 1 {
                gather_equal(&mut buffers.found, from, kept_by);
            }
            if buffers.found.len() >= Buffers::FULL {
                fits &= self.update::<B>(back, level, buffers);
            }
        }
        fits & self.update::<B>(back, level, buffers)
    }

    /// Writes what the entries in the buffer say.
    #[inline(always)]
    fn update<B: Bits>(&self, side: &Side<'_>, level: u8, buffers: &mut Buffers) -> bool {
        let mut fits = true;
        // Reading all first lets the processor fetch them at the same time.
        let sum = buffers.found.iter().fold(0, |sum: u8, e| sum ^ side.cells[e.slot as usize].load(Relaxed));
        std::hint::black_box(sum);
        for entry in buffers.found.drain(..) {
            let cell = &side.cells[entry.slot as usize];
            let byte = cell.load(Relaxed);
            if level & 1 == 0 {
                // The successor has lost.
                if byte > level + 1 {
                    fits &= level < self.last;
                    cell.store(level + 1, Relaxed);
                    side.mark(entry.class as usize, level + 1);
                }
            } else if (self.counter..UNUSED).contains(&byte) {
                // The successor has won; was it the last open one?
                if cell.fetch_sub(entry.weight, Relaxed) == self.counter + entry.weight {
                    let plies = self.lost::<B>(side, entry).max(level.saturating_add(1));
                    fits &= plies <= self.last;
                    cell.store(plies.min(self.last), Relaxed);
                    side.mark(entry.class as usize, plies.min(self.last));
                }
            }
        }
        fits
    }

    /// The plies of the longest losing capture of a position, 0 without one.
    #[inline(always)]
    fn lost<B: Bits>(&self, side: &Side<'_>, entry: Entry) -> u8 {
        let own = side.layout.classes.least[entry.class as usize];
        let rank = entry.slot as usize - entry.class as usize * side.layout.block();
        let other = B::scatter(side.layout.patterns[rank], ALL & !own);
        match self.taken::<B>(side, &Moves::of(self, own), own, other) {
            Taken::Loss(plies) => plies,
            _ => 0,
        }
    }
}

fn stop(clock: &Clock) -> Result<(), Failed> {
    clock.expired().map_or(Ok(()), |stop| Err(Failed::Stopped(stop)))
}

impl Side<'_> {
    #[inline(always)]
    fn mark(&self, class: usize, level: u8) {
        let (word, bit) = (&self.levels[class][usize::from(level >> 6)], 1 << (level & 63));
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }
}

/// A predecessor to tell.
#[derive(Clone, Copy)]
struct Entry {
    slot: u32,
    class: u32,
    weight: u8,
}

#[derive(Default)]
struct Buffers {
    found: Vec<Entry>,
}

impl Buffers {
    const FULL: usize = 256;
}

/// The ways back from a position that `kept_by` symmetries keep, equal ones made one with the right
/// weight.
fn gather_equal(found: &mut Vec<Entry>, from: usize, kept_by: u8) {
    found[from..].sort_unstable_by_key(|e| e.slot);
    let mut to = from;
    let mut i = from;
    while i < found.len() {
        let entry = found[i];
        let same = found[i..].iter().take_while(|e| e.slot == entry.slot).count();
        found[to] = Entry { weight: (same as u32 * u32::from(entry.weight) / u32::from(kept_by)) as u8, ..entry };
        to += 1;
        i += same;
    }
    found.truncate(to);
}

/// The moves of the men of a representative, whatever the other men are.
struct Moves {
    /// Number of quiet moves to a point, in binary: points where it has bit 0, 1, 2.
    counts: [Set; 3],
    /// Moves that close a mill: both points, and the target.
    closing: [(Set, Set); 96],
    closings: usize,
    closing_to: Set,
}

impl Moves {
    #[inline(always)]
    fn of(pair: &Pair<'_>, own: Set) -> Moves {
        let mut moves = Moves { counts: [0; 3], closing: [(0, 0); 96], closings: 0, closing_to: 0 };
        let flies = pair.movement.flies(own.count_ones());
        for to in points(ALL & !own) {
            let froms = if flies { own } else { own & pair.board.neighbours[to.index()] };
            let mut quiet = 0;
            for from in points(froms) {
                if pair.board.closes(own ^ from.bit(), to) {
                    moves.closing[moves.closings] = (from.bit() | to.bit(), to.bit());
                    moves.closings += 1;
                    moves.closing_to |= to.bit();
                } else {
                    quiet += 1;
                }
            }
            for (bit, count) in moves.counts.iter_mut().enumerate() {
                *count |= (quiet >> bit & 1) << Point::index(to);
            }
        }
        moves
    }

    #[inline(always)]
    fn quiet(&self, empty: Set) -> u32 {
        let [ones, twos, fours] = self.counts.map(|c| (c & empty).count_ones());
        ones + 2 * twos + 4 * fours
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn start_native(pair: &Pair<'_>, at: usize, class: usize) -> bool {
    pair.start::<super::bits::Native>(at, class)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn spread_native(pair: &Pair<'_>, at: usize, class: usize, level: u8, buffers: &mut Buffers) -> bool {
    pair.spread::<super::bits::Native>(at, class, level, buffers)
}
