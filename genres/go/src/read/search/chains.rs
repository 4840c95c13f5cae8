//! Chains and liberties of a position, found anew.

use super::geometry::Geometry;

/// No region of 64 cells has more chains of a side.
const MOST: usize = 64;

/// Chains of one side with their liberties.
#[derive(Clone)]
pub(super) struct ChainList {
    pub(super) len: usize,
    pub(super) stones: [u64; MOST],
    pub(super) liberties: [u64; MOST],
}

impl ChainList {
    fn new() -> Self {
        ChainList { len: 0, stones: [0; MOST], liberties: [0; MOST] }
    }

    #[inline]
    fn find(&mut self, geometry: &Geometry, stones: u64, empty: u64) {
        self.len = 0;
        let mut rest = stones;
        while rest != 0 {
            let (chain, around) = geometry.flood(rest & rest.wrapping_neg(), stones);
            rest &= !chain;
            self.stones[self.len] = chain;
            self.liberties[self.len] = around & empty;
            self.len += 1;
        }
    }

    /// Stones and liberties of each chain.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.stones[..self.len].iter().copied().zip(self.liberties[..self.len].iter().copied())
    }

    /// The stones that a move on that cell takes.
    #[inline]
    pub(super) fn taken_by(&self, cell: u64) -> u64 {
        self.iter().filter(|&(_, l)| l == cell).fold(0, |all, (s, _)| all | s)
    }

    /// Is the cell a liberty of a chain that has another one?
    #[inline]
    pub(super) fn extends(&self, cell: u64) -> bool {
        self.iter().any(|(_, l)| l & cell != 0 && l != cell)
    }
}

/// What the lemmas and the move generator look at.
#[derive(Clone)]
pub(super) struct Chains {
    /// The defender's chains.
    pub(super) defender: ChainList,
    /// The attacker's chains that don't touch the wall.
    pub(super) attacker: ChainList,
    /// Attacker stones of chains that touch the wall.
    pub(super) immortal: u64,
    /// Cells beside those, or beside the wall.
    pub(super) near_immortal: u64,
    /// Empty cells.
    pub(super) empty: u64,
}

impl Chains {
    pub(super) fn new() -> Chains {
        Chains { defender: ChainList::new(), attacker: ChainList::new(), immortal: 0, near_immortal: 0, empty: 0 }
    }

    /// Fills it in for a position.
    #[inline]
    pub(super) fn find(&mut self, geometry: &Geometry, attacker: u64, defender: u64) {
        self.empty = geometry.all & !(attacker | defender);
        let (immortal, around) = geometry.flood(attacker & geometry.wall, attacker);
        self.immortal = immortal;
        self.near_immortal = around | geometry.wall;
        self.defender.find(geometry, defender, self.empty);
        self.attacker.find(geometry, attacker & !immortal, self.empty);
    }

    /// Cells where the defender could still have an eye: no stone of his, not immortal, not beside the immortal.
    #[inline]
    pub(super) fn eye_cells(&self, geometry: &Geometry, defender: u64) -> u64 {
        geometry.all & !defender & !self.immortal & !self.near_immortal
    }
}
