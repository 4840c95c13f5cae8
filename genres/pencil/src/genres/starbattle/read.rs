//! Star battle as other programs write it: grids of Puzzle Kit.

use super::StarBattle;
use super::number::STARS;
use crate::board::Place;
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::{Kit, PencilGenre};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::Value;

pub(super) fn kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
    let stars = *kit.head.get(2).ok_or_else(|| Bad::new("the number of stars is expected").line(1))?;
    let clues = [(STARS, Clue::Number(stars as u16))].into();
    let board = kit.with_holes(kit.regions(0)?, 0, &["@", "#"])?;
    let puzzle = Puzzle { board: Arc::new(board), clues };
    StarBattle.lint(&puzzle)?;
    Ok((puzzle, kit.marked("x")?))
}
