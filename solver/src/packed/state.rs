//! The candidates of cells, and the places of values on the board and in houses. Every removal
//! keeps them up to date, and the sets of single candidates, too.

use super::shape::{CELLS, Cells, HOUSES, Shape, VALUES, bits, each};
use crate::{Deduction, Domain, Literal, Store, Var};

/// The value that a step writes down, and the candidates that it strikes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Step {
    /// The cell and value written down.
    pub(super) place: Option<(usize, usize)>,
    /// By value: the cells that lose it.
    pub(super) gone: [Cells; VALUES],
}

impl Step {
    pub(super) fn clear(&mut self) {
        *self = Step::default();
    }

    /// Does a step from a board do the same?
    pub(super) fn is(&self, step: &Deduction) -> bool {
        let mut gone = [0; VALUES];
        for removal in &step.removes {
            bits((removal.values.0 >> 1) as u32).for_each(|value| gone[value] |= 1 << removal.var.0);
        }
        let place = |l: &Literal| (l.var.index(), usize::from(l.value) - 1);
        self.place.iter().copied().eq(step.places.iter().map(place)) && gone == self.gone
    }

    /// Strikes one value; does anything go?
    #[inline]
    pub(super) fn strike(&mut self, value: usize, cells: Cells) -> bool {
        self.gone[value] |= cells;
        cells != 0
    }
}

/// The candidates of a puzzle on a [`Shape`]. Values count from 0 here, and a cell that holds its
/// value has no candidates.
#[derive(Clone, Debug)]
pub(crate) struct Packed<'s> {
    pub(super) shape: &'s Shape,
    pub(super) cand: [u16; CELLS],
    /// By value: the cells that have it.
    pub(super) places: [Cells; VALUES],
    /// By house and value: places in the house.
    pub(super) within: [[u16; VALUES]; HOUSES],
    /// Cells without a value.
    pub(super) open: Cells,
    /// Cells with two candidates.
    pub(super) bivalue: Cells,
    /// Open cells with one candidate.
    pub(super) naked: Cells,
    /// By house: values with one place.
    hidden: [u16; HOUSES],
    /// Houses with such values.
    hidden_in: u32,
    /// By house: open cells.
    left: [u8; HOUSES],
    /// Houses with one open cell.
    last: u32,
    /// By cell: the value that it holds.
    pub(super) held: [u8; CELLS],
    /// By cell: the candidates that the puzzle itself leaves.
    pub(super) puzzle: [u16; CELLS],
    /// Does a cell lack a candidate, or a house a place?
    pub(super) is_broken: bool,
}

fn mask(domain: Domain) -> u16 {
    (domain.0 >> 1) as u16
}

impl<'s> Packed<'s> {
    /// The candidates of a store. Returns `None` if a cell has none or has a value that is not of
    /// the shape, if a value that is written down is not struck from its peers, or if a house has
    /// no place for a value.
    pub(crate) fn of(shape: &'s Shape, at: &Store<'_>) -> Option<Packed<'s>> {
        let values = Domain::range(1, shape.n as u8);
        let mut packed = Packed {
            shape,
            cand: [0; CELLS],
            places: [0; VALUES],
            within: [[0; VALUES]; HOUSES],
            open: 0,
            bivalue: 0,
            naked: 0,
            hidden: [0; HOUSES],
            hidden_in: 0,
            left: [0; HOUSES],
            last: 0,
            held: [0; CELLS],
            puzzle: [0; CELLS],
            is_broken: false,
        };
        let mut held: [Cells; VALUES] = [0; VALUES];
        for cell in each(shape.all()) {
            let (var, domain) = (Var(cell as u32), at.domain(Var(cell as u32)));
            if domain.is_empty() || !domain.minus(values).is_empty() {
                return None;
            }
            packed.puzzle[cell] = mask(at.puzzle()[cell] & values);
            if at.is_placed(var) {
                packed.held[cell] = domain.value()? - 1;
                held[usize::from(packed.held[cell])] |= 1 << cell;
                continue;
            }
            packed.open |= 1 << cell;
            let own = mask(domain);
            packed.cand[cell] = own;
            match own.count_ones() {
                1 => packed.naked |= 1 << cell,
                2 => packed.bivalue |= 1 << cell,
                _ => {}
            }
            bits(own.into()).for_each(|value| packed.places[value] |= 1 << cell);
            for &(house, place) in &shape.places_of[cell] {
                packed.left[usize::from(house)] += 1;
                for value in bits(own.into()) {
                    packed.within[usize::from(house)][value] |= 1 << place;
                }
            }
        }
        for (value, &cells) in held.iter().enumerate() {
            if each(cells).any(|cell| shape.peers[cell] & (packed.places[value] | cells) != 0) {
                return None;
            }
        }
        for house in 0..shape.houses.len() {
            if packed.left[house] == 1 {
                packed.last |= 1 << house;
            }
            for (value, held) in held.iter().enumerate().take(shape.n) {
                match packed.within[house][value].count_ones() {
                    0 if held & shape.houses[house].set == 0 => return None,
                    1 => packed.note_hidden(house, value),
                    _ => {}
                }
            }
        }
        Some(packed)
    }

    /// Writes the candidates into a store of the network.
    pub(crate) fn write_to(&self, at: &mut Store<'_>) {
        for cell in each(self.shape.all()) {
            let is_open = self.open >> cell & 1 == 1;
            let own = if is_open { self.cand[cell] } else { 1 << self.held[cell] };
            at.take_over(Var(cell as u32), Domain(u64::from(own) << 1), !is_open);
        }
    }

    fn note_hidden(&mut self, house: usize, value: usize) {
        self.hidden[house] |= 1 << value;
        self.hidden_in |= 1 << house;
    }

    fn forget_hidden(&mut self, house: usize, value: usize) {
        self.hidden[house] &= !(1 << value);
        if self.hidden[house] == 0 {
            self.hidden_in &= !(1 << house);
        }
    }

    /// A place of a value in the houses of a cell goes.
    #[inline]
    fn lose(&mut self, cell: usize, value: usize) {
        self.places[value] &= !(1 << cell);
        let shape = self.shape;
        for &(house, place) in &shape.places_of[cell] {
            let house = usize::from(house);
            let left = &mut self.within[house][value];
            *left &= !(1 << place);
            let left = *left;
            if left & left.wrapping_sub(1) == 0 {
                if left == 0 {
                    self.is_broken = true;
                } else {
                    self.note_hidden(house, value);
                }
            }
        }
    }

    /// Strikes a candidate that is there.
    #[inline]
    pub(super) fn remove(&mut self, cell: usize, value: usize) {
        self.cand[cell] &= !(1 << value);
        match self.cand[cell].count_ones() {
            0 => self.is_broken = true,
            1 => {
                self.naked |= 1 << cell;
                self.bivalue &= !(1 << cell);
            }
            2 => self.bivalue |= 1 << cell,
            _ => {}
        }
        self.lose(cell, value);
    }

    /// Writes a candidate of a cell down.
    pub(super) fn place(&mut self, cell: usize, value: usize) {
        let bit: Cells = 1 << cell;
        if self.open & bit == 0 || self.cand[cell] >> value & 1 == 0 {
            self.is_broken = true;
            return;
        }
        self.open &= !bit;
        self.naked &= !bit;
        self.bivalue &= !bit;
        self.held[cell] = value as u8;
        let others = std::mem::take(&mut self.cand[cell]) & !(1 << value);
        for other in bits(others.into()) {
            self.lose(cell, other);
        }
        self.places[value] &= !bit;
        let shape = self.shape;
        for &(house, _) in &shape.places_of[cell] {
            let house = usize::from(house);
            self.left[house] -= 1;
            match self.left[house] {
                0 => self.last &= !(1 << house),
                1 => self.last |= 1 << house,
                _ => {}
            }
        }
        // Its own place stays in its houses until the value is struck from the peers.
        for peer in each(self.places[value] & shape.peers[cell]) {
            self.remove(peer, value);
        }
        for &(house, _) in &shape.places_of[cell] {
            self.within[usize::from(house)][value] = 0;
            self.forget_hidden(usize::from(house), value);
        }
    }

    /// Applies a step.
    pub(super) fn apply(&mut self, step: &Step) {
        for value in 0..self.shape.n {
            for cell in each(step.gone[value] & self.places[value]) {
                self.remove(cell, value);
            }
        }
        if let Some((cell, value)) = step.place {
            self.place(cell, value);
        }
    }

    /// The last open cell of a house.
    pub(super) fn full_house(&self) -> Option<(usize, usize)> {
        bits(self.last).find_map(|house| self.of_last(house))
    }

    fn of_last(&self, house: usize) -> Option<(usize, usize)> {
        let cell = (self.shape.houses[house].set & self.open).trailing_zeros() as usize;
        let own = self.cand.get(cell)?;
        (own.count_ones() == 1).then(|| (cell, own.trailing_zeros() as usize))
    }

    /// The first cell with one candidate.
    pub(super) fn naked_single(&self) -> Option<(usize, usize)> {
        let cell = (self.naked != 0).then(|| self.naked.trailing_zeros() as usize)?;
        Some((cell, self.cand[cell].trailing_zeros() as usize))
    }

    /// The first value with one place in a house of some.
    pub(super) fn hidden_single(&self, among: u32) -> Option<(usize, usize)> {
        let house = bits(self.hidden_in & among).next()?;
        let value = self.hidden[house].trailing_zeros() as usize;
        self.place_in(house, value).map(|cell| (cell, value))
    }

    /// The first place of a value in a house.
    fn place_in(&self, house: usize, value: usize) -> Option<usize> {
        let place = self.within[house][value].trailing_zeros() as usize;
        self.shape.houses[house].cells.get(place).map(|&cell| usize::from(cell))
    }

    /// Adds the single candidates that last cells of houses make, by value.
    pub(super) fn full_houses(&self, into: &mut [Cells; VALUES]) {
        bits(self.last).filter_map(|house| self.of_last(house)).for_each(|(cell, value)| into[value] |= 1 << cell);
    }

    /// Adds those that cells with one candidate make.
    pub(super) fn naked_singles(&self, into: &mut [Cells; VALUES]) {
        each(self.naked).for_each(|cell| into[self.cand[cell].trailing_zeros() as usize] |= 1 << cell);
    }

    /// Adds those that values with one place in a house of some make.
    pub(super) fn hidden_singles(&self, among: u32, into: &mut [Cells; VALUES]) {
        for house in bits(self.hidden_in & among) {
            for value in bits(self.hidden[house].into()) {
                if let Some(cell) = self.place_in(house, value) {
                    into[value] |= 1 << cell;
                }
            }
        }
    }

    /// The places of a value that see all of some cells.
    #[inline]
    pub(super) fn common(&self, value: usize, cells: &[usize]) -> Cells {
        cells.iter().fold(self.places[value], |all, &cell| all & self.shape.peers[cell])
    }

    /// The value of a cell's pair that is not this one.
    #[inline]
    pub(super) fn other(pair: u16, value: usize) -> usize {
        (pair & !(1 << value)).trailing_zeros() as usize
    }
}
