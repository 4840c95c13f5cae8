//! The region of a question as at most 64 cells, and the rules of play in it.

use super::orientation::Orientation;
use crate::{Goal, Point, Points, Question, Role};

/// A cell of an [`Area`]: its place in [`Area::cells`].
pub type Cell = u8;

/// A move in a region: a cell or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ply(pub Cell);

impl Ply {
    /// The pass.
    pub const PASS: Ply = Ply(64);

    /// The cell, unless it is a pass.
    #[must_use]
    pub fn cell(self) -> Option<Cell> {
        (self != Ply::PASS).then_some(self.0)
    }
}

/// External ko threats that are left, in one number: so many of the attacker's if positive, of the
/// defender's if negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Supply(pub i8);

impl Supply {
    /// Nobody has any.
    pub const NONE: Supply = Supply(0);
    /// The attacker may ignore every ban.
    pub const ATTACKER_UNLIMITED: Supply = Supply(i8::MAX);
    /// The defender may ignore every ban.
    pub const DEFENDER_UNLIMITED: Supply = Supply(-i8::MAX);

    /// Has that side a threat left?
    #[must_use]
    pub fn has(self, role: Role) -> bool {
        match role {
            Role::Attacker => self.0 > 0,
            Role::Defender => self.0 < 0,
        }
    }

    /// Does no ban bind that side?
    #[must_use]
    pub fn unlimited(self, role: Role) -> bool {
        match role {
            Role::Attacker => self == Supply::ATTACKER_UNLIMITED,
            Role::Defender => self == Supply::DEFENDER_UNLIMITED,
        }
    }

    /// One less.
    #[must_use]
    pub fn used(self) -> Supply {
        if self.0.unsigned_abs() == i8::MAX as u8 { self } else { Supply(self.0 - self.0.signum()) }
    }
}

/// A position in a region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// Attacker stones.
    pub attacker: u64,
    /// Defender stones.
    pub defender: u64,
    /// Side to move.
    pub turn: Role,
    /// Where the side to move may not play without a threat; [`State::NO_KO`] if nowhere.
    pub ko: Cell,
    /// Ko threats left.
    pub supply: Supply,
}

impl State {
    /// No ko ban.
    pub const NO_KO: Cell = 64;

    /// Stones of a side.
    #[must_use]
    pub fn stones(&self, role: Role) -> u64 {
        match role {
            Role::Attacker => self.attacker,
            Role::Defender => self.defender,
        }
    }
}

/// Why a question can't be read here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a region of {0} points: regions of up to 64 are read")]
pub struct TooLarge(pub usize);

/// How points from which the defender gets away are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exits {
    /// As they are: a defender stone there can't be captured, and a target that is joined to one
    /// has got away. A capture in spite of that is proved.
    Free,
    /// As part of the wall, unless they lie in the open: life in spite of that is proved.
    Blocked,
}

/// A region: cells, what lies beside what, and the wall.
#[derive(Clone, Debug)]
pub struct Area {
    /// The points of the cells, in the order of the question's least image.
    pub cells: Vec<Point>,
    /// All cells.
    pub all: u64,
    /// Cells beside each cell.
    pub beside: [u64; 64],
    /// Cells beside a stone of the wall: an attacker chain with a stone on one of them can't be
    /// captured.
    pub wall: u64,
    /// Cells where a defender stone is safe: a chain with a stone on one of them can't be captured.
    pub exits: u64,
    /// The target, where only it counts.
    pub target: Option<u64>,
    /// Does the question have exits, be they blocked here or not?
    pub is_open: bool,
    /// What lies up, right, down, left, then at the four corners of each cell, clockwise: a cell,
    /// [`Area::OUTSIDE`] or [`Area::EDGE`].
    pub neighbours: Vec<[Cell; 8]>,
    orientation: Orientation,
}

/// The cells of a set.
pub fn cells(set: u64) -> impl Iterator<Item = Cell> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let cell = rest.trailing_zeros() as Cell;
            rest &= rest - 1;
            cell
        })
    })
}

impl Area {
    /// A neighbour on the board, but not in the region.
    pub const OUTSIDE: Cell = 64;
    /// A neighbour off the board.
    pub const EDGE: Cell = 65;

    /// The area of a question.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn of(question: &Question, exits: Exits) -> Result<Area, TooLarge> {
        let q = question;
        let (region, wall, held) = match exits {
            Exits::Free => (q.region, q.wall, q.held),
            Exits::Blocked => {
                let blocked = q.exits - q.away - q.shut;
                // Stones that this leaves without a liberty are the attacker's too: else nothing
                // could capture them.
                let (own, free) = (q.board.stones(q.defender) - blocked, q.board.empty() & (q.region - blocked));
                let parts = (own & q.region).parts().into_iter().filter(|part| !q.board.beside(part).meets(&free));
                let lost = parts.fold(blocked, |all, part| all | part);
                // An attacker stone on one into the open holds: he gains by it, as by the others.
                (q.region - lost, q.wall | lost, q.held | (q.away - q.shut))
            }
        };
        if region.len() > 64 {
            return Err(TooLarge(region.len()));
        }
        let orientation = Orientation::of(q, &region, &wall);
        let cells = orientation.cells(&region);
        let to_cells =
            |set: &Points| (0..cells.len()).filter(|&i| set.contains(cells[i])).fold(0, |all, i| all | 1 << i);
        let mut beside = [0; 64];
        for (i, &p) in cells.iter().enumerate() {
            beside[i] = to_cells(&q.board.beside(&Points::single(p)));
        }
        const STEPS: [(i16, i16); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];
        let next = |p, by| orientation.step(p, by).map(|next| orientation.cell(&cells, next).unwrap_or(Area::OUTSIDE));
        let neighbours = cells.iter().map(|&p| STEPS.map(|by| next(p, by).unwrap_or(Area::EDGE)));
        Ok(Area {
            neighbours: neighbours.collect(),
            all: to_cells(&region),
            beside,
            wall: to_cells(&(q.board.beside(&wall) | held)),
            exits: to_cells(if exits == Exits::Free { &q.exits } else { &q.away }),
            target: (q.goal == Goal::Crucial).then(|| to_cells(&q.target)),
            is_open: q.is_open(),
            cells,
            orientation,
        })
    }

    /// The question's position with `first` to move, who may be [banned](Question::banned) from a
    /// point, and so many ko threats. Attacker's chains whose liberties are all beyond the region
    /// count as taken: nothing in it shows whether they can be.
    #[must_use]
    pub fn state(&self, question: &Question, first: Role, supply: Supply) -> State {
        let q = question;
        let of = |role| {
            let stones = q.board.stones(q.color(role));
            (0..self.cells.len()).filter(|&i| stones.contains(self.cells[i])).fold(0_u64, |all, i| all | 1 << i)
        };
        let banned = q.banned(first).filter(|_| !supply.unlimited(first));
        let (attacker, defender) = (of(Role::Attacker), of(Role::Defender));
        let empty = self.all & !attacker & !defender;
        let (mut rest, mut gone) = (attacker, 0);
        while rest != 0 {
            let chain = self.flood(rest & rest.wrapping_neg(), attacker);
            rest &= !chain;
            if chain & self.wall == 0 && self.around(chain) & empty == 0 {
                gone |= chain;
            }
        }
        State {
            attacker: attacker & !gone,
            defender,
            turn: first,
            ko: banned.and_then(|p| self.cell(p)).unwrap_or(State::NO_KO),
            supply,
        }
    }

    /// What is left where a chain is around an eye space and all else is filled: first the cells of
    /// the space, in their order; then one for the whole chain, which is the target; then so many
    /// liberties of it beside the wall. (Its cells have no points.)
    pub(in crate::read) fn around_eye_space(&self, space: u64, chain: u64, outside: usize) -> Area {
        let inner: Vec<Cell> = cells(space).collect();
        let own = inner.len();
        let count = own + 1 + outside;
        let to_cells = |set: u64| (0..own).filter(|&i| set >> inner[i] & 1 == 1).fold(0_u64, |all, i| all | 1 << i);
        let mut beside = [0; 64];
        for (i, &cell) in inner.iter().enumerate() {
            beside[i] = to_cells(self.beside[cell as usize]);
            if self.beside[cell as usize] & chain != 0 {
                beside[i] |= 1 << own;
            }
        }
        let wall = ((1_u64 << outside) - 1) << (own + 1);
        beside[own] = to_cells(self.around(chain)) | wall;
        beside[own + 1..count].fill(1 << own);
        Area {
            cells: Vec::new(),
            all: (1 << count) - 1,
            beside,
            wall,
            exits: 0,
            target: Some(1 << own),
            is_open: false,
            neighbours: Vec::new(),
            orientation: self.orientation,
        }
    }

    /// The cell of a point.
    #[must_use]
    pub fn cell(&self, p: Point) -> Option<Cell> {
        self.orientation.cell(&self.cells, p)
    }

    /// The points of a set of cells.
    #[must_use]
    pub fn points(&self, set: u64) -> Points {
        cells(set & self.all).map(|cell| self.cells[cell as usize]).collect()
    }

    /// The point of a move; `None` for a pass.
    #[must_use]
    pub fn point(&self, ply: Ply) -> Option<Point> {
        self.cells.get(ply.cell()? as usize).copied()
    }

    /// The cells beside those of a set.
    #[must_use]
    pub fn around(&self, set: u64) -> u64 {
        cells(set).fold(0, |all, c| all | self.beside[c as usize])
    }

    /// What hangs together with `seed` inside `mask`.
    #[must_use]
    pub fn flood(&self, seed: u64, mask: u64) -> u64 {
        let mut at = seed & mask;
        let mut edge = at;
        while edge != 0 {
            edge = self.around(edge) & mask & !at;
            at |= edge;
        }
        at
    }

    /// Has the attacker reached his goal?
    #[must_use]
    pub fn is_captured(&self, at: &State) -> bool {
        at.defender & self.target.unwrap_or(u64::MAX) == 0
    }

    /// Has the defender got away? Where only a target counts, it must be joined to an exit.
    #[must_use]
    pub fn has_escaped(&self, at: &State) -> bool {
        let out = at.defender & self.exits;
        out != 0 && self.target.is_none_or(|t| t & self.flood(out, at.defender) != 0)
    }

    /// The position after a move, or `None` where it is illegal. Suicide is; a ban can be ignored
    /// for a threat.
    #[must_use]
    pub fn play(&self, at: &State, ply: Ply) -> Option<State> {
        let turn = at.turn.other();
        let Some(cell) = ply.cell() else {
            return Some(State { turn, ko: State::NO_KO, ..*at });
        };
        let stone = 1_u64.checked_shl(cell.into())? & self.all;
        if stone == 0 || (at.attacker | at.defender) & stone != 0 {
            return None;
        }
        let mut supply = at.supply;
        if at.ko == cell {
            if !supply.has(at.turn) {
                return None;
            }
            supply = supply.used();
        }
        let (own, mut other) = (at.stones(at.turn) | stone, at.stones(turn));
        let beside = self.beside[cell as usize];
        let empty = self.all & !own & !other;
        // Attacker chains that touch the wall always breathe, and defender chains that touch an
        // exit.
        let breathes = |chain: u64, role: Role, empty: u64| {
            let safe = if role == Role::Attacker { self.wall } else { self.exits };
            self.around(chain) & empty != 0 || chain & safe != 0
        };
        let mut taken = 0;
        for c in cells(beside & other) {
            // Most stones have liberties of their own; only where one has none is its chain looked
            // for.
            if self.beside[c as usize] & empty == 0 {
                let chain = self.flood(1 << c, other);
                if !breathes(chain, turn, empty) {
                    taken |= chain;
                }
            }
        }
        other &= !taken;
        let empty = self.all & !own & !other;
        if beside & empty == 0 && !breathes(self.flood(stone, own), at.turn, empty) {
            return None;
        }
        let safe = if at.turn == Role::Attacker { self.wall } else { self.exits };
        let alone = beside & own == 0 && beside & empty == taken;
        let is_ko = taken.count_ones() == 1 && alone && stone & safe == 0;
        let ko = if is_ko && !supply.unlimited(turn) { taken.trailing_zeros() as Cell } else { State::NO_KO };
        let (attacker, defender) = match at.turn {
            Role::Attacker => (own, other),
            Role::Defender => (other, own),
        };
        Some(State { attacker, defender, turn, ko, supply })
    }

    /// The legal moves, by cells, the pass last.
    #[must_use]
    pub fn moves(&self, at: &State) -> Vec<Ply> {
        let empty = self.all & !at.attacker & !at.defender;
        let legal = cells(empty).map(Ply).filter(|&ply| self.play(at, ply).is_some());
        legal.chain([Ply::PASS]).collect()
    }
}
