//! The impact of a choice between two candidates: what the two branches take away together.
//!
//! A candidate takes away its peers: those of the same value in a group with it. A peer that is
//! one of two candidates itself leaves its partner alone, so it counts three times. A choice is a
//! cell with two values or a value with two places in a block; its impact is the sum over both.
//!
//! On hard sudokus the choice of the greatest impact needs 38% fewer nodes than the candidate with
//! most peers (209 and 130 children on the mean of 200 puzzles rated 11 and above).

use crate::lanes::{Lanes, Word};
use crate::model::Model;
use crate::plan::Candidate;

/// Lanes that are looked at: a small network has no more values.
const VALUES: usize = 16;

/// The choices of a state.
pub(crate) struct Choices<L, const NB: usize> {
    /// Candidates that are part of a choice.
    pub candidates: [L; NB],
    /// All ones in the lanes of values with two places, by block.
    pub twofold: [L; NB],
    /// Positions with two values, in the slot of each block. Not where both values have this place
    /// alone in the block: to assume one would change nothing, for ever.
    pub bivalue: L,
}

/// The cells as bits: the first blocks in the one word, the others in the other.
type Cells = [u64; 2];

/// Two words of at most 64 cells each.
const CELLS: usize = 128;

/// Peers by cell. Only small networks have it: their cells fit into two words.
pub(crate) struct Impact<const NB: usize> {
    peers: [Cells; CELLS],
}

/// Candidates: by word, then by value.
type Boards = [[u64; VALUES]; 2];

impl<const NB: usize> Impact<NB> {
    /// Blocks in the first word.
    const BLOCKS: usize = 64 / NB;

    /// The peers of a model's cells; `None` where there are too many.
    pub fn of(model: &Model) -> Option<Self> {
        let fits = NB * NB.saturating_sub(Self::BLOCKS) <= 64;
        if !fits || model.alphabet.len() > NB || NB > VALUES {
            return None;
        }
        let mut sets: Vec<Cells> = Vec::new();
        let mut set = |cells: &mut dyn Iterator<Item = (usize, u32)>| {
            let mut all = [0, 0];
            cells.for_each(|(block, mask)| Self::insert(&mut all, block, mask));
            sets.push(all);
        };
        for block in 0..model.blocks {
            set(&mut std::iter::once((block, model.full())));
        }
        for position in (0..model.alphabet.len()).filter(|_| model.columns) {
            set(&mut (0..model.blocks).map(|block| (block, 1 << position)));
        }
        for group in model.classes.iter().flat_map(|class| &class.groups).chain(&model.partial) {
            set(&mut group.pieces.iter().map(|piece| (piece.block, piece.mask)));
        }
        for positions in &model.transversals {
            set(&mut positions.iter().enumerate().map(|(block, &position)| (block, 1 << position)));
        }
        let peers = |cell: usize| {
            let mut own = [0, 0];
            Self::insert(&mut own, cell / NB, 1 << (cell % NB));
            let with = sets.iter().filter(|set| set[0] & own[0] | set[1] & own[1] != 0);
            with.fold([0, 0], |all, set| [all[0] | set[0], all[1] | set[1]])
        };
        Some(Self { peers: std::array::from_fn(|cell| if cell < NB * NB { peers(cell) } else { [0, 0] }) })
    }

    #[inline(always)]
    fn insert(cells: &mut Cells, block: usize, mask: u32) {
        if block < Self::BLOCKS {
            cells[0] |= u64::from(mask) << (NB * block);
        } else {
            cells[1] |= u64::from(mask) << (NB * (block - Self::BLOCKS));
        }
    }

    #[inline(always)]
    fn boards<L: Lanes>(of: &[L; NB]) -> Boards {
        let mut boards = [[0; VALUES]; 2];
        for (block, lanes) in of.iter().enumerate() {
            let words = lanes.words();
            let (half, row) = (block / Self::BLOCKS, block % Self::BLOCKS);
            for (cells, word) in boards[half].iter_mut().zip(words.as_ref()) {
                *cells |= u64::from(word.bits()) << (NB * row);
            }
        }
        boards
    }

    /// The heavier candidate of the choice with the greatest impact: of cells with two values, if
    /// there are any, else of values with two places.
    #[inline(always)]
    pub fn greatest<L: Lanes>(&self, x: &[L; NB], choices: &Choices<L, NB>) -> Candidate {
        let all = Self::boards(x);
        let chosen = Self::boards(&choices.candidates);
        let weigh = |cell: usize, value: usize| {
            let peers = &self.peers[cell % CELLS];
            let count = |of: &Boards| {
                (of[0][value % VALUES] & peers[0]).count_ones() + (of[1][value % VALUES] & peers[1]).count_ones()
            };
            count(&all) + 2 * count(&chosen)
        };
        // The impact, and below it what is to be assumed: cell and value.
        let mut best = 0;
        let key = |impact: u32, cell: usize, value: usize| impact << 16 | (cell as u32) << 4 | value as u32;
        let bivalue = choices.bivalue.words();
        for block in 0..NB {
            let mut positions = bivalue.as_ref()[L::slot(block)].bits();
            while positions != 0 {
                let position = positions.trailing_zeros();
                positions &= positions - 1;
                let values = x[block].lanes_with(position);
                let cell = block * NB + position as usize;
                let one = values.trailing_zeros() as usize;
                let two = 31 - values.leading_zeros() as usize;
                let (a, b) = (weigh(cell, one), weigh(cell, two));
                best = best.max(key(a + b, cell, if a >= b { one } else { two }));
            }
        }
        if best == 0 {
            for block in 0..NB {
                let mut values = choices.twofold[block].lanes_with(0);
                let words = x[block].words();
                while values != 0 {
                    let value = values.trailing_zeros() as usize;
                    values &= values - 1;
                    let places = words.as_ref()[value % VALUES].bits();
                    let one = block * NB + places.trailing_zeros() as usize;
                    let two = block * NB + 31 - places.leading_zeros() as usize;
                    let (a, b) = (weigh(one, value), weigh(two, value));
                    best = best.max(key(a + b, if a >= b { one } else { two }, value));
                }
            }
        }
        debug_assert!(best > 0, "a choice");
        let cell = (best >> 4) as usize % CELLS;
        Candidate { block: cell / NB, lane: best as usize % VALUES, bit: 1 << (cell % NB) }
    }
}

#[cfg(test)]
mod tests;
