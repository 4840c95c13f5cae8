//! The area with tables that make floods cheap.

use super::nakade::EyeSpaces;
use crate::read::{Area, Cell};

/// By which of the eight cells around a cell are in a set (in the order of [`Area::neighbours`]):
/// do those beside it fall into several parts?
static CUTS: [bool; 256] = {
    let mut table = [false; 256];
    let mut around = 0;
    while around < 256 {
        let (mut sides, mut joints, mut i) = (0, 0, 0);
        while i < 4 {
            let (side, corner, next) = (around >> i & 1, around >> (4 + i) & 1, around >> ((i + 1) % 4) & 1);
            sides += side;
            joints += side & corner & next;
            i += 1;
        }
        table[around] = sides > joints + 1;
        around += 1;
    }
    table
};

/// An [`Area`] with the cells beside each byte of a set.
pub(super) struct Geometry {
    pub(super) area: Area,
    /// `near[k][b]`: the cells beside the cells `8k + i` for the bits `i` of `b`.
    near: Box<[[u64; 256]]>,
    pub(super) all: u64,
    /// Leave out moves that can't matter (see [`forced`](super::forced)); not where a proof is to
    /// hold every legal reply.
    pub(super) prunes: bool,
    pub(super) wall: u64,
    /// As in the area, for all 64 cells.
    pub(super) neighbours: Box<[[Cell; 8]; 64]>,
    /// The up to eight cells around each.
    pub(super) touching: Box<[u64; 64]>,
    /// The eye spaces that were met.
    pub(super) spaces: EyeSpaces,
}

impl Geometry {
    pub(super) fn new(area: Area) -> Geometry {
        let bytes = area.cells.len().div_ceil(8);
        let near = (0..bytes).map(|k| {
            let mut table = [0; 256];
            for (b, entry) in table.iter_mut().enumerate() {
                *entry = area.around((b as u64) << (8 * k) & area.all);
            }
            table
        });
        let (mut neighbours, mut touching) = (Box::new([[Area::OUTSIDE; 8]; 64]), Box::new([0; 64]));
        for (i, all) in area.neighbours.iter().enumerate().take(64) {
            neighbours[i] = *all;
            touching[i] = all.iter().filter(|&&n| n < Area::OUTSIDE).fold(0, |all, n| all | 1 << n);
        }
        let (near, spaces) = (near.collect(), EyeSpaces::default());
        Geometry { neighbours, touching, near, all: area.all, prunes: true, wall: area.wall, spaces, area }
    }

    /// The cells beside one cell.
    #[inline]
    pub(super) fn beside(&self, cell: Cell) -> u64 {
        self.area.beside[cell as usize & 63]
    }

    /// The cells beside those of a set.
    #[inline]
    pub(super) fn around(&self, set: u64) -> u64 {
        self.near.iter().enumerate().fold(0, |all, (k, table)| all | table[(set >> (8 * k)) as usize & 255])
    }

    /// What hangs together with `seed` inside `mask`, and the cells beside it.
    #[inline]
    pub(super) fn flood(&self, seed: u64, mask: u64) -> (u64, u64) {
        let at = seed & mask;
        self.grow(at, self.around(at), mask)
    }

    /// The same from one cell that is in the mask.
    #[inline]
    pub(super) fn flood_from(&self, cell: Cell, mask: u64) -> (u64, u64) {
        self.grow(1 << cell, self.beside(cell), mask)
    }

    #[inline]
    fn grow(&self, mut at: u64, mut around: u64, mask: u64) -> (u64, u64) {
        loop {
            let next = at | around & mask;
            if next == at {
                return (at, around);
            }
            at = next;
            around = self.around(at);
        }
    }

    /// Could the set fall apart without that cell of it? Not if the cells beside it hang together
    /// by those at its corners.
    #[inline]
    pub(super) fn may_cut(&self, cell: Cell, set: u64) -> bool {
        let n = &self.neighbours[cell as usize & 63];
        let around =
            n.iter().enumerate().fold(0, |all, (i, &n)| all | usize::from(n < 64 && set >> (n & 63) & 1 == 1) << i);
        CUTS[around & 255]
    }

    /// The cells of a set, parted greedily into such that are not beside each other: how many there
    /// are.
    #[inline]
    pub(super) fn apart(&self, set: u64) -> u32 {
        let mut rest = set;
        let mut count = 0;
        while rest != 0 {
            let cell = rest.trailing_zeros() as Cell;
            rest &= !(1 << cell | self.beside(cell));
            count += 1;
        }
        count
    }

    /// Are there two cells in the set that are not beside each other? (Of three cells of a grid two
    /// never are.)
    #[inline]
    pub(super) fn two_apart(&self, set: u64) -> bool {
        let others = set & set.wrapping_sub(1);
        others != 0 && (others & (others - 1) != 0 || self.beside(set.trailing_zeros() as Cell) & others == 0)
    }
}

/// All ones if so, else none: for loops whose branches are hard to foretell.
#[inline(always)]
pub(super) fn mask(is_so: bool) -> u64 {
    u64::from(is_so).wrapping_neg()
}

/// The cells of a set.
#[inline(always)]
pub(super) fn each(set: u64, mut f: impl FnMut(Cell)) {
    let mut rest = set;
    while rest != 0 {
        f(rest.trailing_zeros() as Cell);
        rest &= rest - 1;
    }
}
