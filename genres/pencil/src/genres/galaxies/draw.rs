//! New areas, and the stars in them.

use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::star_places;
use crate::genres::star_areas::{MOST_STARS, core, half_turn};
use crate::house::Look;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

/// The drawn size of an area in percent of the wanted one: there is less and less room.
const DRAWN_LARGER: usize = 350;

/// Areas grow in pairs of mirrored cells around drawn points.
pub(super) fn completion(board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let mut order = star_places(board);
    shuffle(&mut order, rng);
    let mut of: Vec<Option<Place>> = vec![None; board.size().cells()];
    for star in order {
        let mut area = core(board, star);
        if area.iter().any(|&c| of[c].is_some()) {
            continue;
        }
        area.iter().for_each(|&c| of[c] = Some(star));
        let mirror = half_turn(board, star);
        let wanted = DRAWN_LARGER * look.drawn_part(rng) / 100;
        while area.len() < wanted {
            let near = area.iter().flat_map(|&c| board.neighbours(c)).filter(|&n| of[n].is_none());
            let pairs = near.filter_map(|n| Some([n, mirror(n)?]));
            let free: Vec<[usize; 2]> = pairs.filter(|p| of[p[1]].is_none()).collect();
            let Some(&pair) = free.get(pick(rng, free.len().max(1))) else { break };
            pair.into_iter().for_each(|c| of[c] = Some(star));
            area.extend(pair);
        }
    }
    let used: BTreeSet<Place> = of.iter().copied().flatten().collect();
    let numbered = star_places(board).into_iter().filter(|p| used.contains(p)).zip(1..);
    let number: BTreeMap<Place, Value> = numbered.take(MOST_STARS + 1).collect();
    let values = board.cells().map(|c| number.get(&of[c]?).copied());
    (number.len() <= MOST_STARS).then_some(values.collect::<Option<_>>()).flatten()
}

/// A star in the middle of each area.
pub(super) fn clues(board: &Board, value: &dyn Fn(Place) -> Value) -> BTreeMap<Place, Clue> {
    let mut areas: BTreeMap<Value, Vec<usize>> = BTreeMap::new();
    board.cells().for_each(|c| areas.entry(value(Place::Cell(c as u16))).or_default().push(c));
    let places = star_places(board);
    let middle = |cells: &Vec<usize>| {
        let ends = |part: fn((usize, usize)) -> usize| {
            let all = || cells.iter().map(|&c| part(board.row_col(c)));
            all().min().unwrap_or(0) + all().max().unwrap_or(0)
        };
        places.get(ends(|at| at.0) * (2 * board.cols() - 1) + ends(|at| at.1)).copied()
    };
    areas.values().filter_map(|cells| Some((middle(cells)?, Clue::White))).collect()
}
