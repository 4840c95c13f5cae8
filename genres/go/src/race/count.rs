//! Who wins a race, by its count; in words.

use super::Race;

/// How a race ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The first chain captures the other one.
    Wins,
    /// Neither captures the other one.
    Seki,
    /// The first chain is captured.
    Loses,
}

impl Ending {
    fn turned(self) -> Ending {
        match self {
            Ending::Wins => Ending::Loses,
            Ending::Seki => Ending::Seki,
            Ending::Loses => Ending::Wins,
        }
    }
}

/// How a race ends with either side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Count {
    /// The first chain's side moves first.
    pub own_first: Ending,
    /// The other side moves first.
    pub other_first: Ending,
}

impl Race {
    /// The race as the other side sees it.
    #[must_use]
    pub fn turned(self) -> Race {
        Race { color: self.color.other(), own: self.other, other: self.own, shared: self.shared }
    }

    /// How it ends by its count.
    #[must_use]
    pub fn count(self) -> Count {
        Count { own_first: self.ending(true), other_first: self.turned().ending(true).turned() }
    }

    /// How it ends for the first chain, with its side to move first, or not.
    fn ending(self, moves_first: bool) -> Ending {
        let (own, other, shared) = (self.own.own(), self.other.own(), self.shared);
        // He who has an eye, or a larger one, need not fear to fill what they share: it counts for
        // him alone, and there is no seki.
        let (own, other, gap) = match self.own.class().cmp(&self.other.class()) {
            std::cmp::Ordering::Greater => (own + shared, other, 1),
            std::cmp::Ordering::Less => (own, other + shared, 1),
            // With an eye each, all that they share has to be filled; without, all but one.
            std::cmp::Ordering::Equal if self.own.class() > 0 => (own, other, shared + 1),
            std::cmp::Ordering::Equal => (own, other, shared.max(1)),
        };
        let ahead = u32::from(moves_first);
        if own + ahead >= other + gap {
            Ending::Wins
        } else if other + 1 - ahead >= own + gap {
            Ending::Loses
        } else {
            Ending::Seki
        }
    }

    /// The count in words: `White has 4 liberties, Black 3 and an eye (2); 1 is shared`.
    #[must_use]
    pub fn words(self) -> String {
        let side = |color: crate::Color, has: super::Breath| {
            let name = if color == crate::Color::Black { "Black" } else { "White" };
            let count = has.outside + has.approach;
            let ies = if count == 1 { "liberty" } else { "liberties" };
            let approach = match has.approach {
                0 => String::new(),
                1 => " (1 of them an approach move)".to_string(),
                n => format!(" ({n} of them approach moves)"),
            };
            let eye = match has.eye_size {
                0 => String::new(),
                1 => " and an eye".to_string(),
                n => format!(" and an eye of {n} points, which takes {} moves", has.eye),
            };
            format!("{name} has {count} {ies}{approach}{eye}")
        };
        let shared = match self.shared {
            0 => "none are shared".to_string(),
            1 => "1 is shared".to_string(),
            n => format!("{n} are shared"),
        };
        format!("{}, {}; {shared}", side(self.color, self.own), side(self.color.other(), self.other))
    }
}
