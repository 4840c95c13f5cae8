//! Colours, and multisets of tiles.

use std::fmt;

/// The five colours, in the order in which they stand on the first row of the coloured wall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[repr(u8)]
pub enum Colour {
    /// Blue, `B`.
    Blue,
    /// Yellow, `Y`.
    Yellow,
    /// Red, `R`.
    Red,
    /// Black, `K`.
    Black,
    /// White, `W` (cyan in some editions).
    White,
}

/// Tiles of each colour in the game.
pub const TILES_PER_COLOUR: u32 = 20;

impl Colour {
    /// All colours in order.
    pub const ALL: [Colour; 5] = [Colour::Blue, Colour::Yellow, Colour::Red, Colour::Black, Colour::White];

    /// Its number, 0 to 4.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its letter: `B`, `Y`, `R`, `K` (black) or `W`.
    pub fn letter(self) -> char {
        ['B', 'Y', 'R', 'K', 'W'][self.index()]
    }

    /// From its letter.
    pub fn from_letter(letter: char) -> Option<Colour> {
        Self::ALL.into_iter().find(|c| c.letter() == letter)
    }

    /// Its name in English, capitalised.
    pub fn name(self) -> &'static str {
        ["Blue", "Yellow", "Red", "Black", "White"][self.index()]
    }

    /// From its name, whatever the case.
    pub fn from_name(name: &str) -> Option<Colour> {
        Self::ALL.into_iter().find(|c| c.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A multiset of tiles: a count of up to 127 in all, five lanes of eight bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tiles(u64);

const ONES: u64 = 0x01_0101_0101;

impl Tiles {
    /// None.
    pub const EMPTY: Tiles = Tiles(0);
    /// All hundred.
    pub const ALL: Tiles = Tiles(ONES * TILES_PER_COLOUR as u64);

    /// `n` tiles of a colour.
    #[inline]
    pub fn of(colour: Colour, n: u8) -> Tiles {
        Tiles(u64::from(n) << (8 * colour.index()))
    }

    /// From counts by colour; `None` when they are more than 100 in all.
    pub fn from_counts(counts: [u32; 5]) -> Option<Tiles> {
        let total: u64 = counts.iter().map(|&n| u64::from(n)).sum();
        (total <= 100).then(|| Tiles(counts.iter().rev().fold(0, |all, &n| (all << 8) | u64::from(n))))
    }

    /// Counts by colour.
    pub fn counts(self) -> [u32; 5] {
        Colour::ALL.map(|c| u32::from(self.get(c)))
    }

    /// How many of a colour.
    #[inline]
    pub fn get(self, colour: Colour) -> u8 {
        (self.0 >> (8 * colour.index())) as u8
    }

    /// How many in all.
    #[inline]
    pub fn total(self) -> u8 {
        (self.0.wrapping_mul(ONES) >> 32) as u8
    }

    /// None at all?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Tiles) -> Tiles {
        Tiles(self.0 + other.0)
    }

    /// Without `other`, which it has.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Tiles) -> Tiles {
        debug_assert!(Colour::ALL.iter().all(|&c| self.get(c) >= other.get(c)), "tiles that are not there");
        Tiles(self.0.wrapping_sub(other.0))
    }

    /// Without any of a colour.
    #[inline]
    #[must_use]
    pub fn without(self, colour: Colour) -> Tiles {
        Tiles(self.0 & !(0xff << (8 * colour.index())))
    }

    /// The greater count of each colour.
    #[inline]
    #[must_use]
    pub(crate) fn most(self, other: Tiles) -> Tiles {
        const TOPS: u64 = 0x80 * ONES;
        // A lane's top bit stays where this count is at least the other; counts are below 128.
        let keep = ((((self.0 | TOPS) - other.0) & TOPS) >> 7) * 0xff;
        Tiles(self.0 & keep | other.0 & !keep)
    }

    /// The colours there are, a bit each.
    #[inline]
    pub fn colours(self) -> u8 {
        const TOPS: u64 = 0x80 * ONES;
        let present = ((self.0 + 0x7f * ONES) & TOPS) >> 7;
        // Bit 8i times 2^(28-7i) lands on bit 28+i; no two other products share a bit.
        ((present.wrapping_mul(0x1020_4081) >> 28) & 31) as u8
    }

    /// The colour of the tile at `place` when the tiles lie sorted by colour; `place` is less than
    /// the total.
    #[inline]
    pub(crate) fn at(self, place: u8) -> Colour {
        const TOPS: u64 = 0x80 * ONES;
        let sums = self.0.wrapping_mul(ONES) & 0xff_ffff_ffff;
        // A lane keeps its top bit where the sum up to it exceeds the place.
        let beyond = ((sums | TOPS) - (u64::from(place) + 1) * ONES) & TOPS;
        let index = 5 - beyond.count_ones();
        match index {
            0 => Colour::Blue,
            1 => Colour::Yellow,
            2 => Colour::Red,
            3 => Colour::Black,
            _ => Colour::White,
        }
    }

    /// Five bits a colour (no more than 31 of each).
    #[inline]
    pub(crate) fn pressed(self) -> u64 {
        let x = self.0;
        x & 31 | x >> 3 & 31 << 5 | x >> 6 & 31 << 10 | x >> 9 & 31 << 15 | x >> 12 & 31 << 20
    }

    /// Letters in order of colour, `-` for none.
    pub fn letters(self) -> String {
        if self.is_empty() {
            return "-".to_string();
        }
        Colour::ALL.iter().flat_map(|&c| std::iter::repeat_n(c.letter(), self.get(c).into())).collect()
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.letters())
    }
}

impl FromIterator<Colour> for Tiles {
    fn from_iter<I: IntoIterator<Item = Colour>>(iter: I) -> Tiles {
        iter.into_iter().fold(Tiles::EMPTY, |all, c| all.plus(Tiles::of(c, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop, prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn lanes_are_counts(counts in prop::array::uniform5(0u32..=20)) {
            let tiles = Tiles::from_counts(counts).unwrap();
            prop_assert_eq!(tiles.counts(), counts);
            prop_assert_eq!(u32::from(tiles.total()), counts.iter().sum::<u32>());
            for c in Colour::ALL {
                prop_assert_eq!(tiles.colours() >> c.index() & 1 == 1, counts[c.index()] > 0);
                prop_assert_eq!(tiles.without(c).plus(Tiles::of(c, tiles.get(c))), tiles);
            }
            let other = Tiles::from_counts([3, 0, 20, 7, 1]).unwrap();
            prop_assert_eq!(tiles.most(other).counts(), std::array::from_fn(|i| counts[i].max(other.counts()[i])));
            let sorted: Vec<Colour> = Colour::ALL.iter().flat_map(|&c| vec![c; counts[c.index()] as usize]).collect();
            for (i, &c) in sorted.iter().enumerate() {
                prop_assert_eq!(tiles.at(i as u8), c);
            }
            prop_assert_eq!(sorted.into_iter().collect::<Tiles>(), tiles);
        }
    }

    #[test]
    fn too_many_are_refused() {
        assert_eq!(Tiles::from_counts([101, 0, 0, 0, 0]), None);
        assert_eq!(Tiles::from_counts([u32::MAX; 5]), None);
    }
}
