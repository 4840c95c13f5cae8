//! Killer sudoku: cages of different values with given sums.

use crate::family::{Family, Variant, boxed_size};
use crate::variant::constraints::CAGE;
use crate::variant::{Design, covering};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::clue::{ClueGenre, option, pick};
use tesuji_genre::{Bad, GenerateRequest, OptionSpec};
use tesuji_solver::{RuleKind, Tier};

/// Cells of a cage at most.
const LARGEST: usize = 5;

/// Sudoku with cages: the values of a cage differ and add up to its sum.
#[derive(Debug)]
pub struct Killer;

/// The genre.
pub static KILLER: Family<Killer> = Family::new();

impl Variant for Killer {
    const NAME: &'static str = "killer";
    const ABOUT: &'static str = "Sudoku with cages whose values differ and add up to a given sum";
    const RULES: &'static str = "Put a value into every cell so that every row, column and box holds each value once. The values of a \
         cage differ and add up to its number.";
    const TITLE: &'static str = "Killer sudoku";
    const SIZES: &'static [&'static str] = &["9x9", "4x4", "6x6"];
    const KINDS: &'static [RuleKind] = &[RuleKind::AllDifferent, RuleKind::Sum, RuleKind::Cage];
    // Cages are drawn as they come: clues that have a symmetry would want cages that have it.
    const OPTIONS: &'static [OptionSpec] = option::WHOLE;
    /// Without givens nothing begins before a sum does.
    const EASIEST: Tier = Tier::Easy;
    const PUZZLE_KIT: &'static str = "KillerSudoku";

    fn handle() -> &'static Family<Self> {
        &KILLER
    }
    fn fits(design: &Design) -> Result<(), Bad> {
        if !design.has(&CAGE) {
            return Err(Bad::new("killer has cages, and here is none: sudoku reads it"));
        }
        Ok(())
    }
    fn structure(size: &str, want: &GenerateRequest, rng: &mut ChaCha8Rng) -> Result<Design, Bad> {
        let mut design = boxed_size(size)?;
        let needed = want
            .needs
            .iter()
            .filter_map(|id| Some(want.catalog(KILLER.catalog()).get(id)?.tier().max(Self::EASIEST)))
            .max();
        // Large cages say little; with all sums given, those of two and three cells begin most grids.
        let most = match want.tier.or(needed) {
            Some(Tier::Beginner) => {
                let what = "a killer begins with a sum, and the easiest of these are of tier easy: no killer is easier";
                return Err(Bad::new(what).at("tier"));
            }
            Some(Tier::Easy) => 3,
            Some(Tier::Medium) => 3 + pick(rng, 2),
            Some(Tier::Hard | Tier::Expert) => 3 + pick(rng, 3),
            Some(Tier::Master) | None => LARGEST,
        };
        design.set_cages(covering(&design.grid, most, rng));
        Ok(design)
    }
    fn structures(size: &str) -> Result<Vec<Design>, Bad> {
        boxed_size(size)?;
        Err(Bad::new("the divisions of a grid into cages are too many to enumerate"))
    }
}
