//! Sizes that a genre can't have, with the nearest that it can.

use crate::clue::genre::ClueGenre;
use crate::random::sub_rng;
use crate::{Bad, GenerateRequest};

/// How much a side of the nearest size differs at most.
const REACH: usize = 12;
/// Structures that are tried in the search for it.
const TRIES: usize = 60;

/// The refusal of a size, with the nearest size that has a structure.
pub(super) fn with_nearest<G: ClueGenre>(genre: &G, want: &GenerateRequest, size: &str, bad: Bad) -> Bad {
    let sides = size.split_once('x').and_then(|(r, c)| Some((r.parse::<usize>().ok()?, c.parse::<usize>().ok()?)));
    let near = sides.map(|(rows, cols)| {
        let mut near: Vec<(usize, usize, usize)> = Vec::new();
        for r in rows.saturating_sub(REACH).max(1)..=rows.saturating_add(REACH) {
            for c in cols.saturating_sub(REACH).max(1)..=cols.saturating_add(REACH) {
                near.push((r.abs_diff(rows) + c.abs_diff(cols), r, c));
            }
        }
        near.sort_unstable();
        let others = near.into_iter().filter(|(distance, ..)| *distance > 0);
        others.take(TRIES).map(|(_, r, c)| format!("{r}x{c}")).collect::<Vec<_>>()
    });
    let offered = genre.info().sizes.iter().map(ToString::to_string);
    let mut all = near.unwrap_or_default().into_iter().chain(offered);
    let fits = |size: &String| genre.structure(size, want, &mut sub_rng(want.seed, 0)).is_ok();
    match all.find(fits) {
        Some(nearest) => Bad { what: format!("{}; nearest: {nearest}", bad.what), ..bad },
        None => bad,
    }
}
