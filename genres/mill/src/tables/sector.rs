//! A sector and where its positions are stored.

use super::bits::{self, Bits, Plain};
use super::classes::Classes;
use super::rank::{Ranks, choose, sets};
use crate::board::{ALL, Set};
use crate::symmetry::Symmetry;
use std::fmt;
use std::sync::Arc;

/// The positions in which the side to move has `own` men and the other side `other`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sector {
    /// Men of the side to move.
    pub own: u8,
    /// Men of the other side.
    pub other: u8,
}

impl Sector {
    /// The sector, if both sides have from three to twelve men.
    pub fn new(own: u8, other: u8) -> Option<Sector> {
        ((3..=12).contains(&own) && (3..=12).contains(&other)).then_some(Sector { own, other })
    }

    /// The sector after a quiet turn.
    #[must_use]
    pub fn swapped(self) -> Sector {
        Sector { own: self.other, other: self.own }
    }

    /// The sector after a turn that takes a man; `None` where that wins.
    pub fn after_capture(self) -> Option<Sector> {
        Sector::new(self.other - 1, self.own)
    }

    /// The number of stored places. Where symmetries keep the mover's men, only the least of the
    /// equal ones is used.
    pub fn slots(self) -> u64 {
        let own = u32::from(self.own);
        Classes::of(own).len() as u64 * u64::from(choose(24 - own, u32::from(self.other)))
    }

    /// The pair of the sector, named by the one whose side to move has more men.
    #[must_use]
    pub fn pair(self) -> Sector {
        if self.own >= self.other { self } else { self.swapped() }
    }

    /// The pair whose captures lead here; `None` beyond twelve men.
    #[must_use]
    pub fn before_capture(self) -> Option<Sector> {
        Sector::new(self.other, self.own + 1).map(Sector::pair)
    }
}

impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.own, self.other)
    }
}

impl std::str::FromStr for Sector {
    type Err = String;

    fn from_str(text: &str) -> Result<Sector, String> {
        let bad = || format!("`{text}` is no sector (as 4-3: the side to move has 4 men; 3 to 12 each)");
        let (own, other) = text.split_once('-').ok_or_else(bad)?;
        let number = |t: &str| t.parse().map_err(|_| bad());
        Sector::new(number(own)?, number(other)?).ok_or_else(bad)
    }
}

/// The numbering of a sector's positions.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The sector.
    pub sector: Sector,
    pub(super) classes: Arc<Classes>,
    /// The other side's men by rank, squeezed together past the mover's.
    pub(super) patterns: Arc<Vec<u32>>,
    fast: bool,
}

/// Where a position is: the class of the mover's men, the place, and how many symmetries keep the
/// position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub class: usize,
    pub slot: usize,
    pub kept_by: u8,
}

impl Layout {
    /// The numbering of a sector.
    pub fn new(sector: Sector) -> Layout {
        let free = 24 - u32::from(sector.own);
        Layout {
            sector,
            classes: Classes::of(u32::from(sector.own)),
            patterns: Arc::new(sets(free, u32::from(sector.other))),
            fast: bits::fast(),
        }
    }

    /// Places for each class.
    #[inline(always)]
    pub(super) fn block(&self) -> usize {
        self.patterns.len()
    }

    /// The number of stored places.
    pub fn slots(&self) -> u64 {
        self.sector.slots()
    }

    #[inline(always)]
    pub(super) fn place<B: Bits>(&self, ranks: &Ranks, own: Set, other: Set) -> Place {
        let (class, s) = self.classes.find(ranks, own);
        self.place_in::<B>(ranks, class, s.set(other))
    }

    /// The place of (representative of the class, `other`).
    #[inline(always)]
    pub(super) fn place_in<B: Bits>(&self, ranks: &Ranks, class: usize, other: Set) -> Place {
        let free = ALL & !self.classes.least[class];
        let mut rank = ranks.of(B::gather(other, free));
        let keeps = self.classes.keeps[class];
        let mut kept_by = 1;
        if keeps != 1 {
            let mut rest = keeps & !1;
            while rest != 0 {
                let image = Symmetry::of(rest.trailing_zeros()).set(other);
                rest &= rest - 1;
                if image == other {
                    kept_by += 1;
                } else {
                    rank = rank.min(ranks.of(B::gather(image, free)));
                }
            }
        }
        Place { class, slot: class * self.block() + rank as usize, kept_by }
    }

    /// The place of a position, if the numbers of men are the sector's and no point is used twice.
    pub fn slot(&self, own: Set, other: Set) -> Option<u64> {
        let fits = own & other == 0
            && (own | other) & !ALL == 0
            && own.count_ones() == u32::from(self.sector.own)
            && other.count_ones() == u32::from(self.sector.other);
        fits.then(|| self.find(own, other).slot as u64)
    }

    fn find(&self, own: Set, other: Set) -> Place {
        #[cfg(target_arch = "x86_64")]
        if self.fast {
            // SAFETY: `fast` is only set where the processor has the instructions.
            return unsafe { place_native(self, own, other) };
        }
        self.place::<Plain>(Ranks::get(), own, other)
    }

    /// The position at a place: men of the side to move, men of the other.
    pub fn position(&self, slot: u64) -> Option<(Set, Set)> {
        let slot = usize::try_from(slot).ok()?;
        let own = *self.classes.least.get(slot / self.block())?;
        Some((own, Plain::scatter(self.patterns[slot % self.block()], ALL & !own)))
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn place_native(layout: &Layout, own: Set, other: Set) -> Place {
    layout.place::<bits::Native>(Ranks::get(), own, other)
}
