//! Races of two chains that are shut in, neither of which has two eyes, counted as books count them
//! (R. Hunter, "Counting Liberties and Winning Capturing Races", 2003; M. Müller, "Race to
//! capture: Analyzing semeai in Go", 1999).
//!
//! A count is a rule of thumb with conditions, not a proof: an answer has it only where reading
//! gives the same outcome.

mod count;

pub use count::{Count, Ending};

use crate::{Board, Chain, Color, Point, Points};

/// Moves that it takes to fill an eye, by its number of points.
const EYE: [u32; 7] = [0, 1, 2, 3, 5, 8, 12];
/// Points of an eye that counts as one of its own size; smaller ones count alike.
const SMALL: usize = 3;

/// The counts of one side of a race.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Breath {
    /// Liberties of its own outside of eyes.
    pub outside: u32,
    /// Moves by which these have to be approached first.
    pub approach: u32,
    /// Moves that it takes to fill its eye; 0 where it has none.
    pub eye: u32,
    /// Points of the eye.
    pub eye_size: usize,
}

impl Breath {
    /// The moves that are its own.
    #[must_use]
    pub fn own(self) -> u32 {
        self.outside + self.approach + self.eye
    }

    /// Eyes of up to three points are of one class, larger ones each of its own; 0 without one.
    #[must_use]
    pub fn class(self) -> usize {
        match self.eye_size {
            0 => 0,
            size => size.max(SMALL),
        }
    }
}

/// A race: what each of two chains has, and what they share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// The colour of the first chain.
    pub color: Color,
    /// The counts of the first chain.
    pub own: Breath,
    /// The counts of the other chain.
    pub other: Breath,
    /// Liberties of both.
    pub shared: u32,
}

impl Race {
    /// The race of the chains at two points; `None` where they are no chains of two colours that
    /// touch or share a liberty, or where one has more than one eye, or a larger one than is counted.
    #[must_use]
    pub fn of(board: &Board, at: Point, against: Point) -> Option<Race> {
        let (own, other) = (board.chain(at)?, board.chain(against)?);
        let shared = own.liberties & other.liberties;
        let touch = board.beside(&own.stones).meets(&other.stones);
        if own.color == other.color || !touch && shared.is_empty() {
            return None;
        }
        let race = Race {
            color: own.color,
            own: breath(board, own, &shared)?,
            other: breath(board, other, &shared)?,
            shared: shared.len() as u32,
        };
        Some(race)
    }
}

/// The counts of a chain alone.
fn breath(board: &Board, chain: &Chain, shared: &Points) -> Option<Breath> {
    let eyes = eyes(board, chain)?;
    let mut breath = Breath::default();
    let outside = match eyes {
        None => chain.liberties - *shared,
        Some(eye) => {
            let size = eye.len();
            let inside = (eye & board.stones(chain.color.other())).len() as u32;
            breath.eye_size = size;
            breath.eye = EYE.get(size)?.checked_sub(inside)?;
            chain.liberties - *shared - eye
        }
    };
    breath.outside = outside.len() as u32;
    breath.approach = outside.iter().map(|p| approach(board, chain, p)).sum();
    Some(breath)
}

/// The one eye of a chain: an enclosed part with nothing but the chain around. `None` where there
/// are several.
fn eyes(board: &Board, chain: &Chain) -> Option<Option<Points>> {
    let rest = board.all() - board.stones(chain.color);
    let mut eye = None;
    let mut seen = Points::EMPTY;
    for p in chain.liberties.iter() {
        if seen.contains(p) {
            continue;
        }
        let part = Points::single(p).flood(&rest);
        seen |= part;
        if part.len() < EYE.len() && (board.beside(&part) - part).within(&chain.stones) {
            if eye.is_some() {
                return None;
            }
            eye = Some(part);
        }
    }
    Some(eye)
}

/// Moves that the other side has to make before it can fill a liberty: one where a stone there would
/// be in atari and takes nothing.
fn approach(board: &Board, chain: &Chain, p: Point) -> u32 {
    if chain.liberties.len() == 1 {
        return 0;
    }
    let mut after = board.clone();
    match after.play(p, chain.color.other()) {
        Ok(taken) if taken.is_empty() => u32::from(after.chain(p).is_some_and(|stone| stone.liberties.len() == 1)),
        Ok(_) => 0,
        Err(_) => 1,
    }
}
