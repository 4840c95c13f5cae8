//! New islands and bridges.

use crate::board::{Board, Direction};
use crate::house::Look;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::pick;
use tesuji_solver::Value;

/// Bridges that are tried, by cell.
const STEPS: usize = 24;

/// Bridges grow from islands to new islands.
pub(super) fn completion(board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let bridges = draw(board, look, rng);
    Some(board.inner_edges().map(|e| bridges[e]).collect())
}

/// Drawn bridges by edge: each new island is joined to one that is there.
fn draw(board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Vec<Value> {
    let cells: Vec<usize> = board.cells().collect();
    let mut bridges = vec![0; board.edges()];
    let mut islands = vec![cells[pick(rng, cells.len())]];
    let mut used = vec![false; board.size().cells()];
    used[islands[0]] = true;
    let wanted_islands = match look.drawn_clues(board.size(), rng) {
        0 => cells.len() / 4,
        wanted => wanted,
    };
    for _ in 0..cells.len() * STEPS {
        let from = islands[pick(rng, islands.len())];
        let way = Direction::ALL[pick(rng, 4)];
        let ahead: Vec<usize> = board.ray(from, way).take_while(|&c| !used[c] || islands.contains(&c)).collect();
        // Most bridges are short: boards in print are full.
        let wanted = if pick(rng, 8) == 0 { 2 + pick(rng, 3) } else { 1 };
        let hit = ahead.iter().position(|c| islands.contains(c));
        let last = match hit {
            Some(at) if pick(rng, 3) == 0 => at,
            Some(at) if at > wanted + 1 => wanted,
            None if ahead.len() > 1 => wanted.min(ahead.len() - 1),
            _ => continue,
        };
        let target = ahead[last];
        let is_new = !islands.contains(&target);
        let beside_island = board.neighbours(target).any(|n| islands.contains(&n));
        let path = std::iter::once(from).chain(ahead[..last].iter().copied());
        let edges: Vec<usize> = path.map(|c| board.edge(c, way)).collect();
        let enough = is_new && islands.len() >= wanted_islands;
        if last == 0 || enough || is_new && beside_island || edges.iter().any(|&e| bridges[e] > 0) {
            continue;
        }
        let n = if pick(rng, 3) == 0 { 2 } else { 1 };
        edges.into_iter().for_each(|e| bridges[e] = n);
        ahead[..=last].iter().for_each(|&c| used[c] = true);
        if is_new {
            islands.push(target);
        }
    }
    bridges
}
