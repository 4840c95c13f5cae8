//! Does the wall hold against moves from outside?

use super::Question;
use super::open::STRONG;
use crate::{Board, Chain, Color, Points};

/// Positions that one reading may look at.
const MOST: usize = 2000;
/// Plies.
const DEPTH: usize = 24;

struct Siege {
    region: Points,
    wall: Points,
    attacker: Color,
    left: usize,
    /// Chains that fell, in the line read last.
    fallen: Points,
}

impl Question {
    /// The wall's chains that are not shown to hold.
    #[must_use]
    pub fn falls(&self) -> Points {
        let mut fallen = Points::EMPTY;
        loop {
            let mut siege = Siege {
                region: self.region,
                wall: self.wall - fallen,
                attacker: self.attacker(),
                left: MOST,
                fallen: Points::EMPTY,
            };
            if siege.holds(&self.board, DEPTH) || siege.fallen.is_empty() {
                return fallen;
            }
            let is_weak = |c: &&Chain| c.color == self.attacker() && c.stones.meets(&(self.wall - fallen)) && (c.liberties - self.region).len() < STRONG;
            let any = self.board.chains().filter(is_weak).any(|c| c.stones.meets(&siege.fallen));
            let more = self.board.chains().filter(is_weak).filter(|c| !any || c.stones.meets(&siege.fallen));
            fallen = more.fold(fallen, |all, c| all | c.stones);
        }
    }
}

impl Siege {
    fn out(&self, c: &Chain) -> Points {
        c.liberties - self.region
    }

    fn weak(&self, b: &Board) -> Vec<Chain> {
        b.chains()
            .filter(|c| c.color == self.attacker && c.stones.meets(&self.wall) && self.out(c).len() < STRONG)
            .copied()
            .collect()
    }

    /// The defender of the question moves.
    fn holds(&mut self, b: &Board, depth: usize) -> bool {
        let weak = self.weak(b);
        if let Some(c) = weak.iter().find(|c| self.out(c).len() < 2) {
            self.fallen = c.stones & self.wall;
            return false;
        }
        if weak.is_empty() {
            return true;
        }
        if depth == 0 || self.left == 0 {
            self.fallen = weak[0].stones & self.wall;
            return false;
        }
        self.left -= 1;
        let at = weak.iter().fold(Points::EMPTY, |all, c| all | self.out(c));
        let near = (b.beside(&at) & b.empty()) - self.region - at;
        for p in at.iter().chain(near.iter()) {
            let mut next = b.clone();
            if next.play(p, self.attacker.other()).is_ok() && !self.saves(&next, depth - 1) {
                return false;
            }
        }
        true
    }

    /// The attacker of the question moves.
    fn saves(&mut self, b: &Board, depth: usize) -> bool {
        let weak = self.weak(b);
        let atari: Vec<&Chain> = weak.iter().filter(|c| self.out(c).len() < 2).collect();
        if let Some(c) = atari.iter().find(|c| self.out(c).is_empty()) {
            // Only what takes something could help.
            self.fallen = c.stones & self.wall;
        }
        if self.wall.iter().any(|p| b.get(p) != Some(self.attacker)) {
            self.fallen = self.wall - b.stones(self.attacker);
            return false;
        }
        if depth == 0 || self.left == 0 {
            self.fallen = weak.first().map_or(self.wall, |c| c.stones & self.wall);
            return false;
        }
        let mut fallen = Points::EMPTY;
        if atari.is_empty() {
            let mut next = b.clone();
            next.pass();
            if self.holds(&next, depth - 1) {
                return true;
            }
            fallen = self.fallen;
        }
        let of: Vec<&Chain> = if atari.is_empty() { weak.iter().collect() } else { atari };
        let stones = of.iter().fold(Points::EMPTY, |all, c| all | c.stones);
        let extends = of.iter().fold(Points::EMPTY, |all, c| all | self.out(c));
        let beside = b.beside(&stones);
        let takes = b
            .chains()
            .filter(|c| c.color != self.attacker && c.liberties.len() == 1 && c.stones.meets(&beside))
            .fold(Points::EMPTY, |all, c| all | c.liberties)
            - self.region;
        for p in (takes | extends).iter() {
            let mut next = b.clone();
            if next.play(p, self.attacker).is_ok() {
                if self.holds(&next, depth - 1) {
                    return true;
                }
                if fallen.is_empty() {
                    fallen = self.fallen;
                }
            }
        }
        self.fallen = if fallen.is_empty() { of[0].stones & self.wall } else { fallen };
        false
    }
}
