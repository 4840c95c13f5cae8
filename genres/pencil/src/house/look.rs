//! How the puzzles of a genre look in print, as data.

use crate::board::Size;
use crate::clue::Clue;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::clue::option::Shape;
use tesuji_genre::clue::{Style, Symmetry};
use tesuji_genre::pick;

/// The look of a genre's puzzles: what its drawings aim at, and which clues stay. Shares are
/// percentages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The least and the greatest share of the board's cells that have a clue, where clues may be
    /// left out; 0: no more clues than are needed.
    pub clues: [u16; 2],
    /// The share of puzzles whose clues stand symmetrically.
    pub symmetric: u16,
    /// The mean number of cells of a part (a region, room, island, cage or run) in hundredths of a
    /// cell; 0: as the genre draws them.
    pub part: u16,
    /// The least and the most cells of a part.
    pub cells: [u16; 2],
    /// Is the share of clues one of the places around the board, not of its cells?
    pub around: bool,
    /// By number from 0 on, how much rather than others its clue stays, in hundredths from -100 to
    /// 100; larger numbers are as the last, and all are alike where there is none.
    pub weights: &'static [i32],
}

impl Look {
    /// No more clues than are needed, in no pattern.
    pub const PLAIN: Look =
        Look { clues: [0, 0], symmetric: 0, part: 0, cells: [1, u16::MAX], around: false, weights: &[] };

    /// The look with another share of clues.
    #[must_use]
    pub const fn with_clues(self, least: u16, most: u16) -> Look {
        Look { clues: [least, most], ..self }
    }

    /// The look with another share of clues around the board.
    #[must_use]
    pub const fn with_clues_around(self, least: u16, most: u16) -> Look {
        Look { clues: [least, most], around: true, ..self }
    }

    /// The look with another share of symmetric patterns.
    #[must_use]
    pub const fn with_symmetric(self, symmetric: u16) -> Look {
        Look { symmetric, ..self }
    }

    /// The look with another mean number of cells of a part, in hundredths of a cell, and with the
    /// least and the most cells of one.
    #[must_use]
    pub const fn with_parts(self, part: u16, cells: [u16; 2]) -> Look {
        Look { part, cells, ..self }
    }

    /// The look with other weights of clues by their number.
    #[must_use]
    pub const fn with_weights(self, weights: &'static [i32]) -> Look {
        Look { weights, ..self }
    }

    /// How much rather than others a clue stays for its number, in hundredths.
    pub fn weight(&self, clue: &Clue) -> i32 {
        let number = match clue {
            Clue::Number(n) | Clue::Arrow(_, Some(n)) => usize::from(*n),
            _ => return 0,
        };
        self.weights.get(number).or(self.weights.last()).copied().unwrap_or(0)
    }

    /// The look in another style: fewer clues and larger parts, or more clues and smaller parts.
    #[must_use]
    pub fn in_style(self, style: Style) -> Look {
        let [least, most] = self.cells;
        let scaled = |n: u16, percent: u32| u16::try_from(u32::from(n) * percent / 100).unwrap_or(u16::MAX);
        match style {
            Style::Published => self,
            Style::Minimal => Look {
                clues: [0, 0],
                symmetric: 0,
                weights: &[],
                part: scaled(self.part, MINIMAL_PARTS),
                cells: [least, scaled(most, MINIMAL_PARTS)],
                ..self
            },
            Style::Dense => {
                let clues = if self.clues == [0, 0] {
                    DENSE
                } else {
                    self.clues.map(|share| scaled(share, DENSE_CLUES).min(100))
                };
                Look {
                    clues,
                    part: scaled(self.part, DENSE_PARTS),
                    cells: [least, scaled(most, DENSE_PARTS).max(least)],
                    ..self
                }
            }
        }
    }

    /// The number of clues that a new puzzle of a size gets, if it has no other reason to have
    /// more.
    pub fn drawn_clues(&self, size: Size, rng: &mut ChaCha8Rng) -> usize {
        let [least, most] = self.clues.map(usize::from);
        let places = if self.around { 2 * (size.rows() + size.cols()) } else { size.cells() };
        if most == 0 { 0 } else { places * (least + pick(rng, most - least + 1)) / 100 }
    }

    /// The symmetry of a new puzzle: as the request says, else drawn as often as in print.
    pub fn drawn_symmetry(&self, shape: &Shape, rng: &mut ChaCha8Rng) -> Symmetry {
        if let Some(symmetry) = shape.symmetry {
            return symmetry;
        }
        if pick(rng, 100) >= usize::from(self.symmetric) {
            return Symmetry::None;
        }
        const MIRRORS: [Symmetry; 2] = [Symmetry::MirrorVertical, Symmetry::MirrorHorizontal];
        // Most printed patterns are the same after half a turn.
        if pick(rng, MIRRORED) > 0 { Symmetry::Rotational180 } else { MIRRORS[pick(rng, 2)] }
    }

    /// A drawn number of cells of a part, between the least and the most, on the mean as the look
    /// says: many small parts and a few large ones.
    pub fn drawn_part(&self, rng: &mut ChaCha8Rng) -> usize {
        let [least, most] = self.cells.map(usize::from);
        let mean = usize::from(self.part).max(100 * least);
        let mut cells = least;
        // Each step goes on with the chance that makes the mean.
        let more = mean - 100 * least;
        while cells < most && pick(rng, more + 100) < more {
            cells += 1;
        }
        cells
    }
}

/// The least and the greatest share of clues of a dense puzzle in percent, where the genre's look
/// names none.
const DENSE: [u16; 2] = [40, 50];
/// The clues of a dense puzzle in percent of those of a printed one.
const DENSE_CLUES: u32 = 140;
/// The cells of a part of a dense puzzle in percent of those in print.
const DENSE_PARTS: u32 = 80;
/// The cells of a part of a puzzle with few clues in percent of those in print.
const MINIMAL_PARTS: u32 = 125;
/// One symmetric pattern of this many is mirrored, the others are turned by half.
const MIRRORED: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const LOOK: Look = Look::PLAIN.with_clues(30, 40).with_symmetric(50).with_parts(400, [2, 9]);

    #[test]
    fn parts_and_clues_are_drawn_as_the_look_says() {
        let (mut rng, size) = (tesuji_genre::sub_rng(3, 0), Size::new(10, 10).expect("a size"));
        let parts: Vec<usize> = (0..2000).map(|_| LOOK.drawn_part(&mut rng)).collect();
        let mean = parts.iter().sum::<usize>() as f64 / 2000.0;
        assert!((3.4..4.2).contains(&mean) && parts.iter().all(|part| (2..=9).contains(part)), "{mean}");
        assert!((0..500).all(|_| (30..=40).contains(&LOOK.drawn_clues(size, &mut rng))));
        assert_eq!(LOOK.in_style(Style::Minimal).drawn_clues(size, &mut rng), 0);
        assert!(LOOK.in_style(Style::Dense).drawn_clues(size, &mut rng) >= 42);
    }

    #[test]
    fn clues_stay_by_their_number() {
        let look = LOOK.with_weights(&[-20, 30, 0]);
        let weights = |look: Look| [0, 1, 2, 9].map(|n| look.weight(&Clue::Number(n)));
        assert_eq!(weights(look), [-20, 30, 0, 0]);
        assert_eq!((look.weight(&Clue::White), weights(LOOK)), (0, [0; 4]));
        assert_eq!(weights(look.in_style(Style::Minimal)), [0; 4]);
    }

    #[test]
    fn a_request_says_more_than_a_style() {
        let mut rng = tesuji_genre::sub_rng(4, 0);
        let mut symmetry = |word: Option<&str>| {
            let set: BTreeMap<String, String> = word.map(|w| ("symmetry".into(), w.into())).into_iter().collect();
            let shape = tesuji_genre::clue::option::shape(&set).expect("a shape");
            (0..200).filter(|_| LOOK.drawn_symmetry(&shape, &mut rng) != Symmetry::None).count()
        };
        assert!((60..140).contains(&symmetry(None)) && (60..140).contains(&symmetry(Some("style"))));
        assert_eq!((symmetry(Some("none")), symmetry(Some("full"))), (0, 200));
    }
}
