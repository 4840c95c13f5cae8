//! Regions for puzzles whose only clues they are: drawn around a solution, then moved until there
//! is no other.

use super::lits::tetrominoes;
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::{Edit, ListedEdit, Look};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::{Bad, ClueEdit, pick, shuffle};
use tesuji_solver::Value;

/// No label yet.
const NONE: u32 = u32::MAX;

/// The fastest growth of a region; each is from 1 to this many times as fast as the slowest.
const FASTEST: usize = 8;

/// Regions that grow from their first cells, in a drawn order, until every cell has one. Some grow
/// faster than others, so that sizes differ as in print.
fn grown(board: &Board, mut labels: Vec<u32>, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let regions = labels.iter().filter(|&&label| label != NONE).max().map_or(0, |&most| most as usize + 1);
    let speed: Vec<usize> = (0..regions).map(|_| 1 + pick(rng, FASTEST)).collect();
    loop {
        let beside = |&cell: &usize| labels[cell] == NONE && board.neighbours(cell).any(|n| labels[n] != NONE);
        let edge: Vec<usize> = board.cells().filter(beside).collect();
        if edge.is_empty() {
            return labels;
        }
        loop {
            let cell = edge[pick(rng, edge.len())];
            let near: Vec<u32> = board.neighbours(cell).map(|n| labels[n]).filter(|&label| label != NONE).collect();
            let label = near[pick(rng, near.len())];
            if pick(rng, FASTEST) < speed[label as usize] {
                labels[cell] = label;
                break;
            }
        }
    }
}

/// Regions grown from groups of cells; every group is one region, with the least number of
/// cells of the look where there is room.
pub(super) fn around(board: &Board, groups: &[Vec<usize>], look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
    let mut labels = vec![NONE; board.size().cells()];
    for (i, group) in groups.iter().enumerate() {
        group.iter().for_each(|&c| labels[c] = i as u32);
    }
    let least = usize::from(look.cells[0]);
    for (i, group) in groups.iter().enumerate() {
        let mut own = group.clone();
        while own.len() < least {
            let near = own.iter().flat_map(|&c| board.neighbours(c));
            let free: Vec<usize> = near.filter(|&n| labels[n] == NONE).collect();
            let Some(&next) = free.get(pick(rng, free.len().max(1))) else { break };
            labels[next] = i as u32;
            own.push(next);
        }
    }
    let labels = grown(board, labels, rng);
    board.clone().with_regions(&labels)
}

/// How often all tetrominoes are gone through for more of them; the look's number of regions bounds
/// all rounds but the first.
const ROUNDS: usize = 3;

/// Regions around tetrominoes that solve a LITS.
pub(super) fn around_tetrominoes(board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
    let cells: Vec<usize> = board.cells().collect();
    let mut all = tetrominoes(board, &cells);
    shuffle(&mut all, rng);
    let mut values: Vec<Value> = vec![0; board.size().cells()];
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for round in 0..ROUNDS {
        for (part, shape) in &all {
            let near = || part.iter().flat_map(|&c| board.neighbours(c)).filter(|n| !part.contains(n));
            let free = part.iter().all(|&c| values[c] == 0) && !near().any(|n| values[n] == *shape);
            if !free || (!groups.is_empty() && !near().any(|n| values[n] > 0)) {
                continue;
            }
            let taken = |c: &usize| values[*c] > 0 || part.contains(c);
            let dense = groups.len() * usize::from(look.part) > cells.len() * 100 && round > 0;
            if dense || board.squares().any(|square| square.iter().all(taken)) {
                continue;
            }
            part.iter().for_each(|&c| values[c] = *shape);
            groups.push(part.to_vec());
        }
    }
    around(board, &groups, look, rng)
}

/// Gives a cell that only the second solution uses to a neighbouring region: the first stays one.
pub(super) fn repair(puzzle: &Puzzle, two: [&[Value]; 2], look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let board = with_moved(&puzzle.board, &|first, second| first == 0 && second != 0, two, look, rng)?;
    Some(Edit { puzzle: Puzzle { board: Arc::new(board), clues: puzzle.clues.clone() } })
}

/// Gives a cell in which the solutions differ to a neighbouring region. The numbers of the regions
/// are those of the first.
pub(super) fn repair_numbers(
    puzzle: &Puzzle,
    takes: Value,
    two: [&[Value]; 2],
    look: &Look,
    rng: &mut ChaCha8Rng,
) -> Option<Edit> {
    let board = with_moved(&puzzle.board, &|first, second| (first == takes) != (second == takes), two, look, rng)?;
    let takes = |cell: usize| two[0].get(cell) == Some(&takes);
    let clues = places(&board).into_iter().filter_map(|p| Some((p, number(&board, p, &takes)?))).collect();
    Some(Edit { puzzle: Puzzle { board: Arc::new(board), clues } })
}

/// All ways to give a cell to a region beside it that leave each region in one piece.
pub(super) fn moved_cells(puzzle: &Puzzle) -> Vec<ListedEdit> {
    let board = &puzzle.board;
    let Some(regions) = board.regions() else { return Vec::new() };
    let mut edits = Vec::new();
    for cell in board.cells() {
        let from = regions.of(cell);
        for to in board.regions_that_could_take(cell) {
            let Some(moved) = board.with_cell_in(cell, to) else { continue };
            let [from, to] = [from, to].map(|region| Place::Region(region as u16));
            let name = |region: Place| Some(board.name(region));
            let words = ClueEdit { at: board.name(Place::Cell(cell as u16)), from: name(from), to: name(to) };
            let puzzle = Puzzle { board: Arc::new(moved), clues: puzzle.clues.clone() };
            edits.push(ListedEdit { touches: vec![from, to], words, puzzle });
        }
    }
    edits
}

/// One repair of this many moves a cell of a region in which two solutions differ; the others move a
/// cell that itself differs.
const INDIRECT: usize = 3;

/// The board with a drawn cell in another region, of those for which `moves` holds of the
/// values in two solutions.
fn with_moved(
    board: &Board,
    moves: &dyn Fn(Value, Value) -> bool,
    two: [&[Value]; 2],
    look: &Look,
    rng: &mut ChaCha8Rng,
) -> Option<Board> {
    let regions = board.regions()?;
    let [least, most] = look.cells.map(usize::from);
    let is_direct = pick(rng, INDIRECT) > 0;
    let mut is_open = vec![false; regions.len()];
    for (cell, (first, second)) in board.cells().zip(two[0].iter().zip(two[1])) {
        is_open[regions.of(cell)] |= first != second;
    }
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (cell, (&first, &second)) in board.cells().zip(two[0].iter().zip(two[1])) {
        let from = regions.of(cell);
        let stays_whole = || board.is_connected(&|c| c != cell && regions.of(c) == from);
        let may_go = if is_direct { moves(first, second) } else { moves(first, !first) };
        if regions.cells(from).len() > least && may_go && stays_whole() {
            let other =
                board.neighbours(cell).map(|n| regions.of(n)).filter(|&r| r != from && regions.cells(r).len() < most);
            let other = other.filter(|&r| is_direct || is_open[from] || is_open[r]);
            found.extend(other.map(|r| (cell, r)));
        }
    }
    let &(cell, to) = found.get(pick(rng, found.len().max(1)))?;
    board.with_cell_in(cell, to)
}

/// The longest side of a drawn rectangle in cells, but where a strip beside the border joins it.
const LONGEST_SIDE: usize = 4;

/// Drawn rectangles, as labels by cell.
pub(super) fn rectangles(board: &Board, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let mut labels = vec![NONE; board.size().cells()];
    let mut next = 0;
    for first in 0..labels.len() {
        if labels[first] != NONE {
            continue;
        }
        let (row, col) = board.row_col(first);
        let free = (col..board.cols()).take_while(|&c| labels[board.cell(row, c)] == NONE).count();
        let (high, wide) =
            ((1 + pick(rng, LONGEST_SIDE)).min(board.rows() - row), (1 + pick(rng, LONGEST_SIDE)).min(free));
        // A strip one cell wide beside the border makes dull rooms.
        let wide = if free - wide == 1 { free } else { wide };
        for cell in (row..row + high).flat_map(|r| (col..col + wide).map(move |c| (r, c))) {
            labels[board.cell(cell.0, cell.1)] = next;
        }
        next += 1;
    }
    labels
}

/// The places of all regions.
pub(super) fn places(board: &Board) -> Vec<Place> {
    (0..board.regions().map_or(0, |r| r.len()) as u16).map(Place::Region).collect()
}

/// The number of cells of a region that `takes`.
pub(super) fn number(board: &Board, place: Place, takes: &dyn Fn(usize) -> bool) -> Option<Clue> {
    let Place::Region(region) = place else { return None };
    let cells = board.regions()?.cells(region.into());
    Some(Clue::Number(cells.iter().filter(|&&c| takes(c)).count() as u16))
}

/// Refuses boards without regions, and numbers above a region's cells.
pub(super) fn lint_numbers(puzzle: &Puzzle) -> Result<(), Bad> {
    let board = &puzzle.board;
    let regions = board.regions().ok_or_else(|| Bad::new("regions are expected"))?;
    for (&place, clue) in &puzzle.clues {
        let (Place::Region(region), Some(n)) = (place, clue.number()) else { continue };
        let cells = regions.cells(region.into()).len();
        if usize::from(n) > cells {
            return Err(Bad::new(format!("{n} of {cells} cells")).at(board.name(place)));
        }
    }
    Ok(())
}

/// The puzzle whose regions have the numbers that stand in their cells.
pub(super) fn with_numbers(board: Board, numbers: &Puzzle) -> Puzzle {
    let clues = numbers.clues.iter().filter_map(|(&place, clue)| {
        let Place::Cell(cell) = place else { return None };
        Some((Place::Region(board.regions()?.of(cell.into()) as u16), clue.clone()))
    });
    Puzzle { clues: clues.collect(), board: Arc::new(board) }
}

/// Joins drawn pairs of cells by short ways over other cells, which then belong to them; `may` says
/// which pairs are allowed. `None` when some cell stays alone.
pub(super) fn linked(
    board: &Board,
    cells: &[usize],
    may: &dyn Fn(usize, usize) -> bool,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<Vec<usize>>> {
    let mut order = cells.to_vec();
    shuffle(&mut order, rng);
    let mut taken = vec![false; board.size().cells()];
    let mut groups = Vec::new();
    for &first in &order {
        if taken[first] {
            continue;
        }
        let mut from = vec![usize::MAX; taken.len()];
        from[first] = first;
        let mut queue = std::collections::VecDeque::from([first]);
        let mut partner = None;
        while let (None, Some(cell)) = (partner, queue.pop_front()) {
            let mut near: Vec<usize> = board.neighbours(cell).filter(|&n| !taken[n] && from[n] == usize::MAX).collect();
            shuffle(&mut near, rng);
            for next in near {
                if !cells.contains(&next) {
                    from[next] = cell;
                    queue.push_back(next);
                } else if may(first, next) && may(next, first) {
                    from[next] = cell;
                    partner = partner.or(Some(next));
                }
            }
        }
        let mut at = partner?;
        let mut group = vec![at];
        while at != first {
            at = from[at];
            group.push(at);
        }
        group.iter().for_each(|&c| taken[c] = true);
        groups.push(group);
    }
    Some(groups)
}
