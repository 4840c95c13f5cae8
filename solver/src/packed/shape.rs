//! The network behind packed candidates: which cells see each other, and which four cells form a
//! rectangle of which a uniqueness technique may speak.

use crate::{HouseKind, Network, RuleKind, Var};
use tesuji_base::Domain;

/// The most values. The candidates of a cell, and the places of a value in a house, are bits of a
/// `u16`.
pub(super) const VALUES: usize = 9;
/// The most cells.
pub(super) const CELLS: usize = VALUES * VALUES;
/// The most houses. Each is a bit of a `u32`.
pub(super) const HOUSES: usize = 32;

/// A set of cells.
pub(super) type Cells = u128;

/// A rectangle, from a corner: four cells such that each house has as many cells of one diagonal as
/// of the other. The ends of a diagonal share no house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Corners {
    /// The opposite corner.
    pub across: u8,
    /// The corners of the other diagonal, in rising order.
    pub beside: [u8; 2],
}

/// The other three corners of a rectangle, from a first corner and a second one that it sees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Roof {
    /// The second corner. It comes after the first one in order.
    pub second: u8,
    /// The corner that sees the first one.
    pub of_first: u8,
    /// The corner that sees the second one.
    pub of_second: u8,
}

/// A square grid whose rules are houses alone: each house has as many cells as there are values,
/// and all rows and columns are among them.
#[derive(Debug)]
pub(crate) struct Shape {
    /// The greatest value. The least is 1.
    pub(super) n: usize,
    pub(super) houses: Vec<House>,
    /// By axis: the houses of its lines, in order.
    pub(super) lines: [[u8; VALUES]; 2],
    /// Houses that are regions, a bit each.
    pub(super) regions: u32,
    /// Houses that are lines, by axis.
    pub(super) lines_along: [u32; 2],
    /// By cell: its houses.
    pub(super) houses_of: [u32; CELLS],
    /// By cell: its houses with its place there.
    pub(super) places_of: Vec<Vec<(u8, u8)>>,
    /// By cell: those that share a house with it.
    pub(super) peers: [Cells; CELLS],
    /// By cell: the rectangles with it as a corner, by the opposite one.
    pub(super) corners: Vec<Vec<Corners>>,
    /// By cell: the rectangles with it as the first corner, by a second corner that it sees.
    pub(super) roofs: Vec<Vec<Roof>>,
}

/// A house.
#[derive(Debug)]
pub(super) struct House {
    pub kind: HouseKind,
    /// Its cells in the rule's order. Entries beyond the number of values mean nothing.
    pub cells: [u8; VALUES],
    pub set: Cells,
}

impl Shape {
    /// The shape of a network. Returns `None` if the network has another one.
    pub(crate) fn of(net: &Network) -> Option<Shape> {
        let n = net.domains().iter().fold(Domain::EMPTY, |all, &d| all | d).max()? as usize;
        let list = net.houses().list();
        let is_plain = net.rule_ids().all(|id| net.rule(id).kind() == RuleKind::AllDifferent);
        if !(2..=VALUES).contains(&n) || net.len() != n * n || list.len() > HOUSES || !is_plain {
            return None;
        }
        let values = Domain::range(1, n as u8);
        let mut shape = Shape {
            n,
            houses: Vec::new(),
            lines: [[0; VALUES]; 2],
            regions: 0,
            lines_along: [0; 2],
            houses_of: [0; CELLS],
            places_of: vec![Vec::new(); n * n],
            peers: [0; CELLS],
            corners: vec![Vec::new(); n * n],
            roofs: vec![Vec::new(); n * n],
        };
        let mut count = [0; 2];
        for (number, house) in list.iter().enumerate() {
            if house.vars.len() != n || house.covers != values {
                return None;
            }
            let mut own = House { kind: house.kind, cells: [0; VALUES], set: 0 };
            for (place, var) in house.vars.iter().enumerate() {
                own.cells[place] = var.0 as u8;
                own.set |= 1 << var.0;
                shape.houses_of[var.index()] |= 1 << number;
                shape.places_of[var.index()].push((number as u8, place as u8));
            }
            match house.kind {
                HouseKind::Line(axis @ (0 | 1)) => {
                    // The lines are the rows and the columns of the grid, in order.
                    let (axis, line) = (usize::from(axis), count[usize::from(axis)]);
                    let cell = |i: usize| Var((if axis == 0 { line * n + i } else { i * n + line }) as u32);
                    if line == n || (0..n).any(|i| house.vars[i] != cell(i)) {
                        return None;
                    }
                    shape.lines[axis][line] = number as u8;
                    shape.lines_along[axis] |= 1 << number;
                    count[axis] += 1;
                }
                HouseKind::Line(_) => return None,
                HouseKind::Region => shape.regions |= 1 << number,
                HouseKind::Diagonal | HouseKind::Other => {}
            }
            shape.houses.push(own);
        }
        if count != [n; 2] {
            return None;
        }
        for cell in 0..n * n {
            let seen = shape.places_of[cell].iter().fold(0, |all, &(h, _)| all | shape.houses[usize::from(h)].set);
            shape.peers[cell] = seen & !(1 << cell);
        }
        shape.list_rectangles();
        Some(shape)
    }

    fn list_rectangles(&mut self) {
        for a in 0..self.n * self.n {
            for d in each(self.all() & !self.peers[a] & !(1 << a)) {
                let beside = self.peers[a] & self.peers[d];
                for b in each(beside) {
                    for c in each(beside & !self.peers[b]).filter(|&c| c > b) {
                        if !self.is_balanced([a, d], [b, c]) {
                            continue;
                        }
                        self.corners[a].push(Corners { across: d as u8, beside: [b as u8, c as u8] });
                        for (second, first) in [(b, c), (c, b)].into_iter().filter(|(second, _)| *second > a) {
                            let (second, of_first, of_second) = (second as u8, first as u8, d as u8);
                            self.roofs[a].push(Roof { second, of_first, of_second });
                        }
                    }
                }
            }
            self.corners[a].sort_unstable();
            self.roofs[a].sort_unstable();
        }
    }

    /// Has every house as many cells of one pair as of the other?
    fn is_balanced(&self, one: [usize; 2], two: [usize; 2]) -> bool {
        let [a, d] = one.map(|cell| self.houses_of[cell]);
        let [b, c] = two.map(|cell| self.houses_of[cell]);
        a & d == b & c && a ^ d == b ^ c
    }

    /// All cells.
    pub(super) fn all(&self) -> Cells {
        (1 << (self.n * self.n)) - 1
    }

    /// Does one cell see another?
    #[inline]
    pub(super) fn sees(&self, a: usize, b: usize) -> bool {
        self.peers[a] >> b & 1 == 1
    }

    /// All cells that see each cell of a set.
    #[inline]
    pub(super) fn seen_by_all(&self, set: Cells) -> Cells {
        each(set).fold(self.all(), |seen, cell| seen & self.peers[cell])
    }

    /// All cells that see a cell of a set.
    pub(super) fn seen_by_any(&self, set: Cells) -> Cells {
        each(set).fold(0, |seen, cell| seen | self.peers[cell])
    }

    /// The houses that hold all of these cells, a bit each.
    #[inline]
    pub(super) fn shared(&self, cells: &[usize]) -> u32 {
        cells.iter().fold(u32::MAX, |all, &cell| all & self.houses_of[cell])
    }
}

/// The cells of a set in rising order.
#[inline]
pub(super) fn each(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

/// The bits of a mask in rising order.
#[inline]
pub(super) fn bits(mask: u32) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(bit)
    })
}
