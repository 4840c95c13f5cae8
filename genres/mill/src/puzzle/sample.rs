//! Drawing positions at random that may be puzzles of a category.

use super::library::Library;
use super::probe::Probe;
use super::question::Question;
use super::state::State;
use crate::board::{Board, Set};
use crate::exchange::Category;
use crate::position::Colour;
use crate::variant::Variant;
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;

/// Where positions are drawn from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The rule set.
    pub variant: &'static Variant,
    /// The task.
    pub category: Category,
    /// Captures asked for.
    pub captures: u8,
    /// Numbers of men, in all, of the side to move and of the other.
    pub sectors: Vec<(u32, u32)>,
}

/// A number below `n`, every one as likely (Lemire's method without the last correction: 2^32 is
/// far above all `n`).
fn below(rng: &mut ChaCha8Rng, n: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(n)) >> 32) as u32
}

impl Source {
    /// The sectors of a library that fit a category, up to `most` men a side.
    pub fn new(
        variant: &'static Variant,
        category: Category,
        captures: u8,
        library: &Library,
        only: Option<(u32, u32)>,
        most: u32,
    ) -> Source {
        let fits = |&(own, enemy): &(u32, u32)| {
            only.is_none_or(|o| o == (own, enemy))
                && match category {
                    Category::Endgame => own.min(enemy) <= 4,
                    Category::CapturePieces => enemy >= 2 + u32::from(captures),
                    Category::Opening => own.min(enemy) >= 4,
                    _ => true,
                }
        };
        // Mills and captures are read, not looked up: any number of men will do. With three men
        // each nearly every turn that is no mistake wins at once or draws for ever.
        let read = matches!(category, Category::FormMill | Category::CapturePieces);
        let men = u32::from(variant.rules.men).min(9);
        let sectors = match read {
            true => (4..=men).flat_map(|own| (4..=men).map(move |enemy| (own, enemy))).filter(fits).collect(),
            false => {
                let there = |&(own, enemy): &(u32, u32)| own.max(enemy) <= most && library.covers(enemy, own);
                library.sectors().into_iter().filter(there).filter(fits).collect()
            }
        };
        Source { variant, category, captures, sectors }
    }

    /// A position; `None` when the numbers don't fit the board's rules.
    pub fn draw(&self, rng: &mut ChaCha8Rng) -> Option<Question> {
        let (own, enemy) = *self.sectors.get(below(rng, self.sectors.len().max(1) as u32) as usize)?;
        let side = if rng.next_u32() & 1 == 0 { Colour::White } else { Colour::Black };
        let (mut own_hand, mut enemy_hand) = (0, 0);
        let placing = match self.category {
            Category::Opening => true,
            Category::FormMill | Category::CapturePieces => below(rng, 4) == 0,
            _ => false,
        };
        if placing {
            own_hand = 1 + u32::from(below(rng, 8) == 0);
            // White placed first: both have equal numbers in hand when he is to move, White one
            // less when Black is.
            enemy_hand = if side == Colour::White { own_hand } else { own_hand - 1 };
            if own < own_hand + 2 || enemy < enemy_hand + 2 {
                return None;
            }
        }
        // Captures want a mill that can open and close: every other position starts with one.
        let mill = match self.category {
            Category::CapturePieces if below(rng, 2) == 0 => {
                let lines = Board::get(self.variant.rules.diagonals).lines;
                lines[below(rng, lines.len() as u32) as usize].iter().fold(0, |set, p| set | 1 << p)
            }
            _ => 0,
        };
        let mut free: Vec<u8> = (0..24).filter(|p| mill >> p & 1 == 0).collect();
        let mut set = |n: u32, from: Set| {
            (from.count_ones()..n).fold(from, |set, _| {
                let at = below(rng, free.len() as u32) as usize;
                set | 1 << free.swap_remove(at)
            })
        };
        let state = State {
            own: set(own - own_hand, mill),
            enemy: set(enemy - enemy_hand, 0),
            own_hand: own_hand as u8,
            enemy_hand: enemy_hand as u8,
        };
        Some(Question { variant: self.variant, state, side, category: self.category, captures: self.captures })
    }
}
