//! New islands and bridges.

use crate::board::{Board, Direction, Place};
use crate::codec::Puzzle;
use crate::house::{Edit, Look, PencilGenre};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

/// Bridges that are tried, by cell.
const STEPS: usize = 60;

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
        // Most bridges are short: boards in print are full. Lengths of one parity would leave three
        // cells of four without an island.
        let wanted = match pick(rng, 12) {
            0 => 3 + pick(rng, 2),
            1..=5 => 2,
            _ => 1,
        };
        let hit = ahead.iter().position(|c| islands.contains(c));
        let last = match hit {
            Some(at) if pick(rng, 8) == 0 => at,
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
        let n = if pick(rng, 4) == 0 { 2 } else { 1 };
        edges.into_iter().for_each(|e| bridges[e] = n);
        ahead[..=last].iter().for_each(|&c| used[c] = true);
        if is_new {
            islands.push(target);
        }
    }
    bridges
}

/// A change of bridges that takes effect: edges, and how many bridges cross each of them then.
type Change = (Vec<usize>, Value);

/// The first solution with another number of bridges where the two differ: between two islands, or
/// from one of them to a new island on the way. All islands still hang together.
pub(super) fn repair(
    genre: &dyn PencilGenre,
    puzzle: &Puzzle,
    two: [&[Value]; 2],
    look: &Look,
    rng: &mut ChaCha8Rng,
) -> Option<Edit> {
    let board = &puzzle.board;
    let mut bridges = vec![0; board.edges()];
    let mut differs = vec![false; board.edges()];
    for (edge, (&kept, &other)) in board.inner_edges().zip(two[0].iter().zip(two[1])) {
        (bridges[edge], differs[edge]) = (kept, kept != other);
    }
    let most = (board.size().cells() * usize::from(look.clues[1].max(MOST_ISLANDS)) / 100).max(puzzle.clues.len());
    let mut changes = changes(puzzle, &bridges, &differs, most);
    shuffle(&mut changes, rng);
    // Small numbers are more frequent in print.
    if pick(rng, 2) == 0 {
        changes.sort_by_key(|(_, number)| *number);
    }
    changes.into_iter().find_map(|(edges, number)| {
        let mut bridges = bridges.clone();
        edges.iter().for_each(|&edge| bridges[edge] = number);
        let value = |place: Place| match place {
            Place::Edge(edge) => bridges[usize::from(edge)],
            _ => 0,
        };
        let clue = |place| Some((place, genre.clue_at(board, place, &value)?));
        let clues = genre.clue_places(board).into_iter().filter_map(clue).collect();
        let changed = Puzzle { clues, board: Arc::clone(board) };
        (are_apart(&changed) && is_one_piece(board, &bridges, changed.clues.len())).then_some(Edit { puzzle: changed })
    })
}

/// The largest share of islands where the look names none, in hundredths of the cells.
const MOST_ISLANDS: u16 = 36;

fn changes(puzzle: &Puzzle, bridges: &[Value], differs: &[bool], most: usize) -> Vec<Change> {
    let board = &*puzzle.board;
    let is_island = |cell: usize| puzzle.clues.contains_key(&Place::Cell(cell as u16));
    let is_free = |cell: usize| board.sides(cell).into_iter().all(|edge| bridges[edge] == 0);
    let mut changes = Vec::new();
    for from in board.cells().filter(|&c| is_island(c)) {
        for way in [Direction::Right, Direction::Down] {
            let ahead: Vec<usize> = board.ray(from, way).collect();
            let Some(last) = ahead.iter().position(|&c| is_island(c)) else { continue };
            let path = std::iter::once(from).chain(ahead[..last].iter().copied());
            let edges: Vec<usize> = path.map(|c| board.edge(c, way)).collect();
            if !edges.iter().any(|&edge| differs[edge]) {
                continue;
            }
            let own = bridges[edges[0]];
            if own == 0 && !ahead[..last].iter().all(|&c| is_free(c)) {
                continue;
            }
            let others = (0..=super::MOST).filter(|&number| number != own);
            changes.extend(others.map(|number| (edges.clone(), number)));
            // A new island on the way has one bridge on one side, and two on the other.
            if own > 0 && puzzle.clues.len() < most {
                for at in 1..last {
                    changes.push((edges[..=at].to_vec(), 3 - own));
                    changes.push((edges[at + 1..].to_vec(), 3 - own));
                }
            }
        }
    }
    changes.retain(|(edges, _)| !edges.is_empty());
    changes
}

/// Is no island beside another?
fn are_apart(puzzle: &Puzzle) -> bool {
    let is_island = |cell: usize| puzzle.clues.contains_key(&Place::Cell(cell as u16));
    let board = &puzzle.board;
    board.cells().filter(|&c| is_island(c)).all(|c| !board.neighbours(c).any(is_island))
}

/// Do all islands hang together by bridges, none of which cross?
fn is_one_piece(board: &Board, bridges: &[Value], islands: usize) -> bool {
    let joins = |cell: usize| board.sides(cell).into_iter().any(|edge| bridges[edge] > 0);
    let Some(first) = board.cells().find(|&c| joins(c)) else { return false };
    let mut reached = vec![false; board.size().cells()];
    reached[first] = true;
    let mut stack = vec![first];
    while let Some(cell) = stack.pop() {
        for way in Direction::ALL {
            let Some(near) = board.neighbour(cell, way).filter(|_| bridges[board.edge(cell, way)] > 0) else {
                continue;
            };
            if !std::mem::replace(&mut reached[near], true) {
                stack.push(near);
            }
        }
    }
    islands > 1 && board.cells().all(|c| reached[c] == joins(c))
}
