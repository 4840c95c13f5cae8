//! Unconditional life, death and territory: what holds even if the owner always passes.
//!
//! Stones are unconditionally **alive** if the opponent can't capture them with any number of moves
//! in a row (Benson 1976). A point is unconditional **territory** if the opponent, with any number
//! of moves in a row, can't make stones there that are alive in turn, or live in seki. That is what
//! GNU Go calls unconditional status; the argument why one way of playing alone is as good for the
//! opponent as any is given with its description (*Dragons and worms*, and the notes on
//! unconditional life). The way is stated in `alone`; on small boards the tests compare it with all
//! ways.

mod alone;
#[cfg(test)]
mod tests;

use super::{Board, Color, Point, Points};
use alone::territory;
use std::fmt;

/// The status of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// A stone that can't be captured although its owner always passes, or that stands in its
    /// owner's territory.
    Alive,
    /// A stone in the opponent's territory.
    Dead,
    /// A point where that colour's opponent can't live although the colour always passes.
    Territory(Color),
    /// None of these.
    Undecided,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Alive => f.write_str("alive"),
            Status::Dead => f.write_str("dead"),
            Status::Territory(color) => write!(f, "{color}_territory"),
            Status::Undecided => f.write_str("undecided"),
        }
    }
}

/// Pass-alive stones and territory of both colours.
#[derive(Clone, Copy, Debug)]
pub struct Unconditional {
    stones: [Points; 2],
    alive: [Points; 2],
    territory: [Points; 2],
}

impl Unconditional {
    /// Of a position.
    #[must_use]
    pub fn of(board: &Board) -> Unconditional {
        let alive = Color::ALL.map(|c| pass_alive(board, c));
        let territory = Color::ALL.map(|c| territory(board, c, alive[c.index()]));
        Unconditional { stones: Color::ALL.map(|c| board.stones(c)), alive, territory }
    }

    /// The pass-alive stones of a colour.
    #[must_use]
    pub fn alive(&self, color: Color) -> Points {
        self.alive[color.index()]
    }

    /// The territory of a colour, with the dead stones in it.
    #[must_use]
    pub fn territory(&self, color: Color) -> Points {
        self.territory[color.index()]
    }

    /// The status of a point.
    #[must_use]
    pub fn status(&self, p: Point) -> Status {
        for color in Color::ALL {
            let (own, other) = (color.index(), color.other().index());
            if self.stones[own].contains(p) {
                return match () {
                    () if self.alive[own].contains(p) || self.territory[own].contains(p) => Status::Alive,
                    () if self.territory[other].contains(p) => Status::Dead,
                    () => Status::Undecided,
                };
            }
        }
        let owner = Color::ALL.into_iter().find(|c| self.territory[c.index()].contains(p));
        owner.map_or(Status::Undecided, Status::Territory)
    }
}

/// Benson's algorithm (1976): chains with two vital regions each, the regions bounded by such
/// chains.
fn pass_alive(board: &Board, color: Color) -> Points {
    let own = board.stones(color);
    let mut chains: Vec<_> = board.chains().filter(|c| c.color == color).copied().collect();
    let mut regions = (board.all() - own).parts();
    loop {
        let before = (chains.len(), regions.len());
        chains.retain(|chain| {
            let vital =
                |r: &&Points| board.beside(r).meets(&chain.stones) && (**r & board.empty()).within(&chain.liberties);
            regions.iter().filter(vital).count() >= 2
        });
        let alive = chains.iter().fold(Points::EMPTY, |all, c| all | c.stones);
        regions.retain(|r| (board.beside(r) & own).within(&alive));
        if before == (chains.len(), regions.len()) {
            return alive;
        }
    }
}
