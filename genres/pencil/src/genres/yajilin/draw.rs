//! New loops and arrows, and arrows that change.

use super::{CLUE, LINE, LOOP_CELL, NO_LINE, SHADED};
use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use crate::house::Look;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

/// A drawn loop with few cells off it, which are shaded where they do not touch; the rest are
/// clues, and some more, so that a board has as many as the look says.
pub(super) fn completion(board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let mut crosses = crate::genres::shapes::centre_loop(board, rng)?;
    lengthen(board, &mut crosses, rng);
    let mut values = vec![LOOP_CELL; board.size().cells()];
    let is_off = |cell: usize| board.sides(cell).into_iter().all(|e| !crosses[e]);
    let mut off: Vec<usize> = board.cells().filter(|&c| is_off(c)).collect();
    shuffle(&mut off, rng);
    let wanted = look.drawn_clues(board.size(), rng).max(1);
    let mut clues = 0;
    for &cell in &off {
        let touches = board.neighbours(cell).any(|n| values[n] == SHADED);
        values[cell] = if touches { CLUE } else { SHADED };
        clues += usize::from(touches);
    }
    for &cell in &off {
        if clues < wanted && values[cell] == SHADED && pick(rng, 2) == 0 {
            values[cell] = CLUE;
            clues += 1;
        }
    }
    let edges = board.inner_edges().map(|e| if crosses[e] { LINE } else { NO_LINE });
    Some(board.cells().map(|c| values[c]).chain(edges).collect())
}

/// The percentage of possible detours that the loop does not take.
const LEFT_OUT: usize = 12;

/// Lets the loop go over two free cells side by side where it passes them, as long as there are
/// such.
fn lengthen(board: &Board, crosses: &mut [bool], rng: &mut ChaCha8Rng) {
    let mut order: Vec<usize> = board.inner_edges().collect();
    loop {
        let mut count = 0;
        shuffle(&mut order, rng);
        for &edge in &order {
            let [Some(a), Some(b)] = board.cells_beside(edge) else { continue };
            if !crosses[edge] {
                continue;
            }
            for way in Direction::ALL {
                let (Some(c), Some(d)) = (board.neighbour(a, way), board.neighbour(b, way)) else { continue };
                let is_free = |cell: usize| board.sides(cell).into_iter().all(|e| !crosses[e]);
                if c != b && d != a && is_free(c) && is_free(d) && pick(rng, 100) >= LEFT_OUT {
                    let across = Direction::ALL.into_iter().find(|&w| board.neighbour(c, w) == Some(d));
                    let Some(across) = across else { continue };
                    crosses[edge] = false;
                    for turned in [board.edge(a, way), board.edge(b, way), board.edge(c, across)] {
                        crosses[turned] = true;
                    }
                    count += 1;
                    break;
                }
            }
        }
        if count == 0 {
            return;
        }
    }
}

/// An arrow in a drawn direction on each cell that is a clue, rather towards many shaded cells.
pub(super) fn clues(board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
    let at = |cell: usize| value(Place::Cell(cell as u16));
    let shaded = |cell: usize, way: Direction| board.ray(cell, way).filter(|&c| at(c) == SHADED).count();
    let mut clues = BTreeMap::new();
    for cell in board.cells().filter(|&c| at(c) == CLUE) {
        let ways = drawn_ways(board, cell, rng);
        let best = ways.into_iter().max_by_key(|&w| shaded(cell, w)).unwrap_or(Direction::Up);
        clues.insert(Place::Cell(cell as u16), Clue::Arrow(best, Some(shaded(cell, best) as u16)));
    }
    clues
}

/// Three drawn directions from a cell with two cells ahead at least, where there are such.
fn drawn_ways(board: &Board, cell: usize, rng: &mut ChaCha8Rng) -> [Direction; 3] {
    let far = Direction::ALL.into_iter().filter(|&way| board.ray(cell, way).nth(1).is_some());
    let far: Vec<Direction> = far.collect();
    [0; 3].map(|_| far.get(pick(rng, far.len().max(1))).copied().unwrap_or(Direction::Up))
}
