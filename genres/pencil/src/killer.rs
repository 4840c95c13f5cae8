//! Killer sudoku: cages of different values with given sums.

use crate::family::{Family, Variant, boxed_size};
use crate::variant::constraints::CAGE;
use crate::variant::{Design, covering};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::clue::{ClueGenre, Clued, RivalSearch, option, pick};
use tesuji_genre::{Bad, GenerateRequest, OptionSpec};
use tesuji_solver::{RuleKind, Tier, Value};

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
    const OPTIONS: &'static [OptionSpec] = option::BASIC;
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
        // Large cages say little: hardly any grid of them is easier than expert.
        let most = match want.tier.or(needed) {
            Some(Tier::Beginner) => {
                let what = "a killer begins with a sum, and the easiest of these are of tier easy: no killer is easier";
                return Err(Bad::new(what).at("tier"));
            }
            Some(Tier::Easy | Tier::Medium) => 2 + pick(rng, 2),
            Some(Tier::Hard | Tier::Expert) => 2 + pick(rng, 4),
            Some(Tier::Master) => LARGEST,
            // In print cages have 2.4 cells on the mean, and the largest of a puzzle 3.7.
            None => 3 + pick(rng, 2),
        };
        design.set_cages(covering(&design.grid, most, rng));
        Ok(design)
    }
    fn settle(
        puzzle: &Clued<Family<Self>>,
        solution: &[Value],
        rivals: &mut RivalSearch<'_, Clued<Family<Self>>>,
        rng: &mut ChaCha8Rng,
    ) -> Option<Clued<Family<Self>>> {
        let mut at = puzzle.clone();
        let mut cages: Vec<Vec<u32>> = at.structure.cages().map(<[u32]>::to_vec).collect();
        for _ in 0..SEARCHES {
            let found = rivals(&at, solution, RIVALS).found;
            if found.is_empty() {
                break;
            }
            for other in &found {
                part(&mut cages, solution, other, &at.structure, rng);
            }
            let mut design = Design::clone(&at.structure);
            design.set_cages(cages.clone());
            let clue = |place| Some((place, KILLER.derive_clue_at(&design, place, solution)?));
            let clues = KILLER.places(&design).into_iter().filter_map(clue).collect();
            at = Clued { structure: Arc::new(design), clues };
        }
        Some(at)
    }
    fn structures(size: &str) -> Result<Vec<Design>, Bad> {
        boxed_size(size)?;
        Err(Bad::new("the divisions of a grid into cages are too many to enumerate"))
    }
}

/// Searches for other solutions while cages are parted, at most.
const SEARCHES: usize = 80;
/// Solutions that one search gives.
const RIVALS: usize = 4;

/// Parts a cage so that another solution has other sums; a cell is left alone only where no larger
/// parts do that. Nothing happens where the cages have other sums already.
fn part(cages: &mut Vec<Vec<u32>>, solution: &[Value], other: &[Value], design: &Design, rng: &mut ChaCha8Rng) {
    let sum = |cells: &[u32], of: &[Value]| -> u32 { cells.iter().map(|&c| u32::from(of[c as usize])).sum() };
    if cages.iter().any(|cage| sum(cage, solution) != sum(cage, other)) {
        return;
    }
    let mut ways: Vec<(usize, usize, Vec<u32>)> = Vec::new();
    for (index, cage) in cages.iter().enumerate() {
        // The first cell stays; the largest cages have few enough subsets.
        for set in 1..1_usize << (cage.len().min(MOST_PARTED) - 1) {
            let parted: Vec<u32> = (1..cage.len()).filter(|i| set >> (i - 1) & 1 == 1).map(|i| cage[i]).collect();
            let rest: Vec<u32> = cage.iter().copied().filter(|c| !parted.contains(c)).collect();
            let is_whole = |cells: &[u32]| is_one_piece(cells, design);
            if sum(&parted, solution) != sum(&parted, other) && is_whole(&parted) && is_whole(&rest) {
                ways.push((parted.len().min(rest.len()).min(2), index, parted));
            }
        }
    }
    let best = ways.iter().map(|(least, ..)| *least).max();
    ways.retain(|(least, ..)| Some(*least) == best);
    let Some((_, index, parted)) = ways.get(pick(rng, ways.len().max(1))) else { return };
    cages[*index].retain(|c| !parted.contains(c));
    cages.push(parted.clone());
    cages.sort();
}

/// Cells of a cage whose subsets are tried.
const MOST_PARTED: usize = 9;

/// Do cells hang together, edge by edge?
fn is_one_piece(cells: &[u32], design: &Design) -> bool {
    let mut reached: Vec<u32> = cells.first().copied().into_iter().collect();
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        let near = [(-1, 0), (0, -1), (0, 1), (1, 0)].map(|(down, right)| design.grid.step(cell, down, right));
        for near in near.into_iter().flatten() {
            if cells.contains(&near) && !reached.contains(&near) {
                reached.push(near);
            }
        }
        next += 1;
    }
    reached.len() == cells.len()
}
