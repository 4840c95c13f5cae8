//! Killer sudoku: cages of different values with given sums.

use crate::family::{Family, INFO, boxed_size};
use crate::variant::constraints::CAGE;
use crate::variant::{Design, covering};
use rand_chacha::ChaCha8Rng;
use std::sync::OnceLock;
use tesuji_genre::clue::{ClueGenre, option, pick};
use tesuji_genre::{Bad, GenerateRequest, GenreInfo};
use tesuji_solver::{RuleKind, Tier};

/// Cells of a cage at most.
const LARGEST: usize = 5;

/// Without givens nothing begins before a sum does.
const EASIEST: Tier = Tier::Easy;

/// Sudoku with cages: the values of a cage differ and add up to its sum.
pub static KILLER: Family = Family {
    info: GenreInfo {
        name: "killer",
        title: "Killer sudoku",
        about: "Sudoku with cages whose values differ and add up to a given sum",
        rules: "Put a value into every cell so that every row, column and box holds each value once. The values of a \
                cage differ and add up to its number.",
        sizes: &["9x9", "4x4", "6x6"],
        // Cages are drawn as they come: clues that have a symmetry would want cages that have it.
        options: option::WHOLE,
        easiest: EASIEST,
        data_set: "KillerSudoku",
        ..INFO
    },
    rules: || &[],
    kinds: &[RuleKind::AllDifferent, RuleKind::Sum, RuleKind::Cage],
    fits: |design, _| match design.has(&CAGE) {
        true => Ok(()),
        false => Err(Bad::new("killer has cages, and here is none: sudoku reads it")),
    },
    structure,
    structures: |size| {
        boxed_size(size)?;
        Err(Bad::new("the divisions of a grid into cages are too many to enumerate"))
    },
    handle: || &KILLER,
    catalog: OnceLock::new(),
};

fn structure(size: &str, want: &GenerateRequest, rng: &mut ChaCha8Rng) -> Result<Design, Bad> {
    let mut design = boxed_size(size)?;
    let needed =
        want.needs.iter().filter_map(|id| Some(want.catalog(KILLER.catalog()).get(id)?.tier().max(EASIEST))).max();
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
