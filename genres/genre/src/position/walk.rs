//! Walking through a position by what its solution tells of first moves.

use super::PositionGenre;
use crate::{Bad, Choice, Judged, Marks, Medium, WalkRequest, Walked};

/// The position with its first moves to choose from; after one of them, that move shown and judged.
pub(super) fn by_first_moves<G: PositionGenre>(
    genre: &G,
    position: &G::Position,
    want: &WalkRequest<'_>,
) -> Result<Walked, Bad> {
    let puzzle = genre.handle().puzzle(position);
    let firsts = want.solution.map_or_else(|| Ok(Vec::new()), |s| genre.first_moves(&puzzle, s))?;
    let mut moves = want.moves.to_vec();
    if want.step && moves.is_empty() {
        moves.extend(firsts.iter().find(|m| m.is_right).map(|m| m.name.clone()));
    }
    let made = match &moves[..] {
        [] => None,
        [name] => Some(firsts.iter().find(|m| m.name == *name).ok_or_else(|| unknown(name))?),
        [_, name, ..] => return Err(unknown(name)),
    };
    let marks = Marks { placed: made.iter().map(|m| m.mark).collect(), ..Marks::default() };
    let choices =
        if made.is_none() { firsts.iter().map(|m| Choice::plain(m.name.clone())).collect() } else { Vec::new() };
    Ok(Walked {
        svg: genre.draw(position, None, &marks, Medium::Svg)?,
        alt: genre.print(position),
        judged: made.map(|m| Judged::of(m.is_right)),
        is_end: made.is_some() || firsts.is_empty(),
        moves,
        choices,
        ..Walked::default()
    })
}

fn unknown(name: &str) -> Bad {
    Bad::new("no such move here").at(name)
}
