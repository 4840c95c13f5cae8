//! The weights of the points of a position, so that those of a successor follow from what its move
//! changes.

use super::super::chains::Chains;
use super::super::geometry::{self, Geometry};
use super::super::lemmas::PositionFeatures;
use super::counts::{self, Counted};
use super::features::{Classes, PAIR, PLUS, PLUSES, RING, RINGS, base, class, classes, each, of_attacker, of_defender};
use super::weight::Sum;
use crate::Role;
use crate::read::{Cell, Ply, State};

/// Whose a cell of a class is, as an eye beside it sees it: attacker, defender, empty, edge are 2,
/// 1, 0, 3; the wall is the attacker's.
#[inline]
fn owner(class: u8) -> u16 {
    (0x0003_2221_1100_u64 >> (4 * class)) as u16 & 3
}

/// What is around a point, packed.
#[derive(Clone, Copy)]
struct Around {
    /// The classes of the four neighbours, a nibble each: those that stand opposite to each other
    /// side by side.
    classes: [u16; SEEN],
    /// Whose the eight neighbours are, two bits each.
    owners: [u16; SEEN],
}

/// The cells, and what is off the region or off the board (which is written to, and never read).
const SEEN: usize = 66;

/// Where the nibble of a neighbour is.
const NIBBLE: [u16; 4] = [4, 12, 0, 8];

impl Around {
    #[inline]
    fn plus(&self, class: u8, c: Cell) -> usize {
        let around = self.classes[c as usize & 63];
        let (one, two) = (PAIR[around as usize & 255] as usize, PAIR[around as usize >> 8] as usize);
        class as usize * 1035 + PLUS[(one << 6 | two) & 4095] as usize
    }

    #[inline]
    fn eye(&self, class: u8, c: Cell) -> usize {
        // Cells that can't be eyes map to class 4, which has no weight.
        const EYE: [usize; 16] = [0, 1, 4, 4, 4, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4];
        let around = self.owners[c as usize & 63] as usize;
        PLUSES + (EYE[class as usize & 15] * 55 + RING[around & 255] as usize) * 55 + RING[around >> 8] as usize
    }

    /// A cell's class changes.
    #[inline]
    fn change(&mut self, geometry: &Geometry, c: Cell, from: u8, to: u8) {
        let n = &geometry.neighbours[c as usize & 63];
        for (i, shift) in NIBBLE.iter().enumerate() {
            // The neighbour sees it where the opposite one is.
            self.classes[n[i ^ 2] as usize] ^= u16::from(from ^ to) << shift;
        }
        let change = owner(from) ^ owner(to);
        if change != 0 {
            for i in 0..8 {
                self.owners[n[i ^ 2] as usize] ^= change << (2 * i);
            }
        }
    }
}

/// The weights of a position's points with the other side to move, one by one: a successor needs
/// only what its move changes.
pub(in super::super) struct Points {
    of: Classes,
    around: Around,
    /// The cells of each class.
    cells: [u64; 8],
    plus: [Sum; 64],
    eye: [Sum; 64],
    sum: Sum,
}

/// Classes that can be eyes.
const EYES: u16 = 1 << class::DAME | 1 << class::EMPTY | 3 << class::ATTACKER;

impl Points {
    pub(in super::super) fn new() -> Points {
        let around = Around { classes: [0; SEEN], owners: [0; SEEN] };
        Points {
            of: [class::WALL; 128],
            around,
            cells: [0; 8],
            plus: [Sum::ZERO; 64],
            eye: [Sum::ZERO; 64],
            sum: Sum::ZERO,
        }
    }

    /// Computes the weights of all cells; `next` is to move in the successors.
    pub(super) fn find(&mut self, geometry: &Geometry, weights: &[Sum], chains: &Chains, next: Role) {
        let weights = &weights[base(next)..];
        self.of = classes(chains);
        self.cells = [0; 8];
        self.cells[class::WALL as usize] = chains.immortal;
        self.sum = Sum::ZERO;
        (self.plus, self.eye) = ([Sum::ZERO; 64], [Sum::ZERO; 64]);
        geometry::each(geometry.all & !chains.immortal, |c| {
            let n = &geometry.neighbours[c as usize & 63];
            let at = |i: usize| self.of[n[i] as usize & 127];
            self.around.classes[c as usize & 63] = (0..4).fold(0, |all, i| all | u16::from(at(i)) << NIBBLE[i]);
            let class = self.of[c as usize & 63];
            self.cells[class as usize & 7] |= 1 << c;
            let plus = weights[self.around.plus(class, c)];
            // What is around a defender's stone matters for no eye: it becomes none without a
            // capture.
            let eye = if EYES >> class & 1 == 1 {
                self.around.owners[c as usize & 63] = (0..8).fold(0, |all, i| all | owner(at(i)) << (2 * i));
                weights[self.around.eye(class, c)]
            } else {
                Sum::ZERO
            };
            (self.plus[c as usize & 63], self.eye[c as usize & 63]) = (plus, eye);
            self.sum += plus + eye;
        });
    }

    /// The sum of the weights of a successor: the position after a move that takes those stones.
    pub(super) fn after(
        &self,
        geometry: &Geometry,
        weights: &[Sum],
        look: &PositionFeatures,
        s: &State,
        ply: Ply,
        taken: u64,
    ) -> Sum {
        let chains = &look.chains;
        let mut sum = Sum::ZERO;
        if taken != 0 {
            each(geometry, chains, &look.eyes, s, |i| sum += weights[i]);
            return sum;
        }
        sum = self.sum;
        let weights = &weights[base(s.turn)..];
        // Only chains with the move's point, or beside it, can have changed.
        let near = ply.cell().map_or(0, |cell| 1_u64 << cell | geometry.beside(cell));
        let counted = Counted::of_both(geometry, chains, near);
        counts::each(geometry, chains, &counted, &look.eyes, s, |i| sum += weights[PLUSES + RINGS + i]);
        let Some(cell) = ply.cell() else { return sum };
        let mut around = self.around;
        let (mut changed, mut affected) = (0_u64, 0_u64);
        let mut new = [0_u8; 64];
        let mut set = |cells: u64, class: u8| {
            let others = cells & !self.cells[class as usize & 7];
            changed |= others;
            geometry::each(others, |c| {
                new[c as usize & 63] = class;
                affected |= geometry.beside(c);
                around.change(geometry, c, self.of[c as usize & 63], class);
            });
        };
        if chains.out.0 >> cell & 1 == 1 {
            set(chains.out.0, class::OUT);
        }
        let [defender, attacker] = &counted;
        geometry::each(defender.near, |i| {
            let (stones, liberties) = chains.defender.at(i);
            set(stones, of_defender(liberties));
        });
        geometry::each(attacker.near, |i| {
            let (stones, liberties) = chains.attacker.at(i);
            set(stones, of_attacker(liberties));
        });
        if chains.immortal >> cell & 1 == 1 {
            set(chains.immortal, class::WALL);
            set(chains.empty & chains.near_immortal, class::DAME);
        }
        let class = |c: Cell| if changed >> c & 1 == 1 { new[c as usize & 63] } else { self.of[c as usize & 63] };
        geometry::each((changed | affected) & geometry.all, |c| {
            let new = if chains.immortal >> c & 1 == 0 { weights[around.plus(class(c), c)] } else { Sum::ZERO };
            sum += new - self.plus[c as usize & 63];
        });
        // Of the points around, an eye only sees whose they are; so only the move's point counts.
        let eyes = [class::DAME, class::EMPTY, class::ATTACKER, class::ATTACKER + 1];
        let eyes = eyes.iter().fold(0, |all, &class| all | self.cells[class as usize]);
        geometry::each(changed | geometry.touching[cell as usize & 63] & eyes, |c| {
            let class = class(c);
            let new = if EYES >> class & 1 == 1 { weights[around.eye(class, c)] } else { Sum::ZERO };
            sum += new - self.eye[c as usize & 63];
        });
        sum
    }
}
