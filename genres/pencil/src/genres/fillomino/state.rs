//! Borders in states of pzprv3.

use super::sizes::Sizes;
use super::{Fillomino, LARGEST};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Filled, Rows, StateSection, borders_and_given};
use crate::house::PencilGenre;
use tesuji_genre::Bad;
use tesuji_solver::Domain;

/// The borders of a state: behind them an area has no more room.
pub(super) struct Bordered;

impl StateSection for Bordered {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Board::clone(&to.puzzle.board);
        let (border, given) = borders_and_given(from, &board)?;
        to.puzzle.clues.extend(given.into_iter().map(|edge| (Place::Edge(edge as u16), Clue::Black)));
        let divided = board.with_borders(&border)?;
        let Some(sizes) = Sizes::of(&to.puzzle, LARGEST) else { return Ok(()) };
        for part in divided.regions().into_iter().flat_map(|r| r.iter()) {
            let room = sizes.up_to(part.len());
            for &cell in part {
                let place = Place::Cell(cell as u16);
                let told = to.marks.get(&place).copied().flatten().map(|told| match told.value() {
                    Some(size) => Domain::single(sizes.value(size.into())),
                    None => told,
                });
                let said = to.puzzle.clues.get(&place).map(|clue| Fillomino.pattern_in(&to.puzzle, place, clue));
                let given = said.and_then(|said| said.first().map(|(_, number)| *number));
                if let Some(values) = told.or(given) {
                    to.marks.insert(place, Some(values & room));
                }
            }
        }
        Ok(())
    }
}
