//! Drawn shapes that several genres begin their puzzles with.

use crate::board::{Board, Direction, Place, Size};
use crate::codec::Puzzle;
use crate::house::{Edit, Look, PencilGenre};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::{Bad, pick, shuffle};
use tesuji_solver::Value;

/// A drawn set of cells, connected, with a connected outside that reaches the border, without cells
/// that touch at a corner only: the inside of a loop.
pub(super) fn simply_connected(board: &Board, rng: &mut ChaCha8Rng) -> Vec<bool> {
    let cells: Vec<usize> = board.cells().collect();
    let mut inside = vec![false; board.size().cells()];
    if cells.is_empty() {
        return inside;
    }
    inside[cells[pick(rng, cells.len())]] = true;
    let wanted = cells.len() * (45 + pick(rng, 20)) / 100;
    let mut count = 1;
    // Cells with few neighbours inside come first, which makes long arms.
    for most in [1, 1, 2, 2, 3] {
        let mut order = cells.clone();
        for _ in 0..3 {
            shuffle(&mut order, rng);
            for &cell in &order {
                let near = board.neighbours(cell).filter(|&n| inside[n]).count();
                if count < wanted && !inside[cell] && (1..=most).contains(&near) && keeps_simple(board, &inside, cell) {
                    inside[cell] = true;
                    count += 1;
                }
            }
        }
    }
    inside
}

/// Does the inside stay connected in one piece without a hole if the cell joins it? Walking round
/// the cell, its neighbours inside must form one run, those outside (with what lies beyond the
/// board) another.
fn keeps_simple(board: &Board, inside: &[bool], cell: usize) -> bool {
    let (r, c) = board.row_col(cell);
    let around = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
    let ring = around.map(|(dr, dc): (isize, isize)| {
        let (r, c) = (r.checked_add_signed(dr), c.checked_add_signed(dc));
        matches!((r, c), (Some(r), Some(c)) if r < board.rows() && c < board.cols() && inside[board.cell(r, c)])
    });
    let changes = (0..8).filter(|&i| ring[i] != ring[(i + 1) % 8]).count();
    // A corner alone would touch diagonally.
    let lone = (0..4).any(|k| {
        let i = 2 * k + 1;
        ring[i] && !ring[i - 1] && !ring[(i + 1) % 8]
    });
    changes == 2 && !lone
}

/// Drawn blobs and arms: noise, smoothed over neighbouring cells and cut so that about half of the
/// cells are in.
pub(super) fn blobs(board: &Board, rng: &mut ChaCha8Rng) -> Vec<bool> {
    let mut height: Vec<usize> = (0..board.size().cells()).map(|_| pick(rng, 1000)).collect();
    for _ in 0..1 + pick(rng, 2) {
        let mean = |cell: usize| {
            let near: Vec<usize> = board.all_neighbours(cell).map(|n| height[n]).collect();
            (2 * height[cell] + near.iter().sum::<usize>()) / (near.len() + 2)
        };
        height = (0..height.len()).map(mean).collect();
    }
    let mut sorted: Vec<usize> = board.cells().map(|c| height[c]).collect();
    sorted.sort_unstable();
    let cut = sorted.get(sorted.len() * (35 + pick(rng, 20)) / 100).copied().unwrap_or(0);
    (0..height.len()).map(|c| !board.is_hole(c) && height[c] >= cut).collect()
}

/// The parts in which the cells that `takes` hang together, edge by edge.
pub(super) fn parts(board: &Board, takes: &dyn Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut seen = vec![false; board.size().cells()];
    let mut parts = Vec::new();
    for first in board.cells().filter(|&c| takes(c)) {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut part = vec![first];
        let mut next = 0;
        while let Some(&cell) = part.get(next) {
            for near in board.neighbours(cell).filter(|&n| takes(n)) {
                if !std::mem::replace(&mut seen[near], true) {
                    part.push(near);
                }
            }
            next += 1;
        }
        parts.push(part);
    }
    parts
}

/// A drawn loop through cell centres: by edge, whether the loop crosses it.
pub(super) fn centre_loop(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<bool>> {
    let size = Size::new(board.rows().checked_sub(1)?, board.cols().checked_sub(1)?).ok()?;
    // The cells of the smaller board stand on the corners of this one; its corners are the cells of
    // this one.
    let inner = Board::new(size);
    let inside = simply_connected(&inner, rng);
    let mut crosses = vec![false; board.edges()];
    for edge in 0..inner.edges() {
        let [a, b] = inner.cells_beside(edge).map(|c| c.is_some_and(|c| inside[c]));
        if a != b {
            let [from, to] = inner.ends(edge);
            let direction = if inner.is_horizontal(edge) { Direction::Right } else { Direction::Down };
            debug_assert_eq!(board.neighbour(from, direction), Some(to));
            crosses[board.edge(from, direction)] = true;
        }
    }
    Some(crosses)
}

/// A loop through cell centres with one drawn detour over two cells more or less, of those that
/// touch a cell of which `near` holds. `None` where there is none.
pub(super) fn rerouted(
    board: &Board,
    crosses: &[bool],
    near: &dyn Fn(usize) -> bool,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<bool>> {
    let mut ways: Vec<[usize; 4]> = Vec::new();
    for edge in board.inner_edges() {
        let [Some(a), Some(b)] = board.cells_beside(edge) else { continue };
        let across = Direction::ALL.into_iter().find(|&way| board.neighbour(a, way) == Some(b));
        let Some(across) = across else { continue };
        for way in Direction::ALL {
            let (Some(c), Some(d)) = (board.neighbour(a, way), board.neighbour(b, way)) else { continue };
            if way == across || way == across.opposite() || ![a, b, c, d].into_iter().any(near) {
                continue;
            }
            let detour = [board.edge(a, way), board.edge(b, way), board.edge(c, across)];
            let is_free = |cell: usize| board.sides(cell).into_iter().all(|e| !crosses[e]);
            let longer = crosses[edge] && is_free(c) && is_free(d);
            let shorter = !crosses[edge] && detour.iter().all(|&e| crosses[e]);
            if longer || shorter {
                ways.push([edge, detour[0], detour[1], detour[2]]);
            }
        }
    }
    let way = ways.get(pick(rng, ways.len().max(1)))?;
    let mut crosses = crosses.to_vec();
    way.iter().for_each(|&edge| crosses[edge] = !crosses[edge]);
    Some(crosses)
}

/// A puzzle about another loop: that of one of two solutions over inner edges, which takes a detour
/// more or less where they differ, with all its clues.
pub(super) fn repaired_loop(
    genre: &dyn PencilGenre,
    puzzle: &Puzzle,
    two: [&[Value]; 2],
    _look: &Look,
    rng: &mut ChaCha8Rng,
) -> Option<Edit> {
    let board = &puzzle.board;
    let mut crosses = vec![false; board.edges()];
    let mut differs = vec![false; board.edges()];
    let which = pick(rng, 2);
    for (edge, (&kept, &other)) in board.inner_edges().zip(two[which].iter().zip(two[1 - which])) {
        (crosses[edge], differs[edge]) = (kept != 0, kept != other);
    }
    let near = |cell: usize| board.sides(cell).into_iter().any(|edge| differs[edge]);
    let crosses = rerouted(board, &crosses, &near, rng)?;
    let value = |place: Place| match place {
        Place::Edge(edge) => Value::from(crosses[usize::from(edge)]),
        _ => 0,
    };
    let clues =
        genre.clue_places(board).into_iter().filter_map(|place| Some((place, genre.clue_at(board, place, &value)?)));
    Some(Edit { puzzle: Puzzle { clues: clues.collect(), board: Arc::clone(board) } })
}

/// A drawn set of cells, connected and without squares of two by two, in long arms.
pub(super) fn sea(board: &Board, rng: &mut ChaCha8Rng) -> Vec<bool> {
    let mut order: Vec<usize> = board.cells().collect();
    let mut sea = vec![false; board.size().cells()];
    if order.is_empty() {
        return sea;
    }
    sea[order[pick(rng, order.len())]] = true;
    let fills_square = |sea: &[bool], cell: usize| {
        let (r, c) = board.row_col(cell);
        let corners = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)].map(|(r, c)| r * (board.cols() + 1) + c);
        corners.into_iter().any(|corner| {
            let square: Vec<usize> = board.cells_at(corner).collect();
            square.len() == 4 && square.iter().all(|&c| c == cell || sea[c])
        })
    };
    for most in [1, 1, 1, 2, 2] {
        shuffle(&mut order, rng);
        for &cell in &order {
            let near = board.neighbours(cell).filter(|&n| sea[n]).count();
            if !sea[cell] && (1..=most).contains(&near) && !fills_square(&sea, cell) {
                sea[cell] = true;
            }
        }
    }
    sea
}

/// A board with a drawn division into regions as large as the look says.
///
/// # Errors
/// [`Bad`] when the regions don't fit the board.
pub(super) fn division(size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
    let board = Board::new(size);
    let mut order: Vec<usize> = board.cells().collect();
    shuffle(&mut order, rng);
    let mut labels = vec![u32::MAX; board.size().cells()];
    for (label, &first) in (0..).zip(&order) {
        if labels[first] != u32::MAX {
            continue;
        }
        let wanted = look.drawn_part(rng);
        let mut region = vec![first];
        labels[first] = label;
        while region.len() < wanted {
            let near = region.iter().flat_map(|&c| board.neighbours(c));
            let open: Vec<usize> = near.filter(|&n| labels[n] == u32::MAX).collect();
            let Some(&next) = open.get(pick(rng, open.len().max(1))) else { break };
            labels[next] = label;
            region.push(next);
        }
        // Most single cells that are left over join a neighbour.
        let near: Vec<u32> = board.neighbours(first).map(|n| labels[n]).filter(|&l| l != u32::MAX).collect();
        if region.len() == 1 && wanted > 1 && !near.is_empty() && pick(rng, 2) == 0 {
            let into = near[pick(rng, near.len())];
            if labels.iter().filter(|&&l| l == into).count() < usize::from(look.cells[1]) {
                labels[first] = into;
            }
        }
    }
    board.with_regions(&labels)
}

/// Drawn cells, about `percent` of all, in a pattern that half a turn maps to itself.
pub(super) fn sprinkled(size: Size, percent: usize, rng: &mut ChaCha8Rng) -> Vec<bool> {
    let cells = size.cells();
    let half: Vec<bool> = (0..cells.div_ceil(2)).map(|_| pick(rng, 100) < percent).collect();
    (0..cells).map(|c| half[c.min(cells - 1 - c)]).collect()
}

/// Drawn cells that share no edge and part the others nowhere, as many as fit.
pub(super) fn scattered(board: &Board, rng: &mut ChaCha8Rng) -> Vec<bool> {
    let mut order: Vec<usize> = board.cells().collect();
    shuffle(&mut order, rng);
    let mut taken = vec![false; board.size().cells()];
    let is_plain = order.len() == board.size().cells() && board.rows().min(board.cols()) > 1;
    for cell in order {
        if board.neighbours(cell).any(|n| taken[n]) {
            continue;
        }
        // The others can only fall apart if taken cells form a chain, by corners, that is closed or
        // ends at the border twice. A cell that touches only one of them, or the border, closes
        // none.
        let (r, c) = board.row_col(cell);
        let is_outer = r == 0 || c == 0 || r + 1 == board.rows() || c + 1 == board.cols();
        let met = board.all_neighbours(cell).filter(|&n| taken[n]).count() + usize::from(is_outer);
        taken[cell] = true;
        if (met > 1 || !is_plain) && !board.is_connected(&|c| !taken[c]) {
            taken[cell] = false;
        }
    }
    taken
}

/// Fills a drawn cell of each line that has no filled one.
pub(super) fn fill_empty_lines(board: &Board, filled: &mut [bool], rng: &mut ChaCha8Rng) {
    for line in board.lines() {
        if !line.iter().any(|&c| filled[c]) {
            filled[line[pick(rng, line.len())]] = true;
        }
    }
}

/// Moves of scattered cells that make room for more, for each cell of the board.
const MOVES: usize = 12;

/// Scattered cells moved to where they leave room for more, until there are as many as wanted; `may`
/// says which sets are allowed.
pub(super) fn packed(
    board: &Board,
    taken: &mut [bool],
    wanted: usize,
    may: &dyn Fn(&[bool]) -> bool,
    rng: &mut ChaCha8Rng,
) {
    let cells: Vec<usize> = board.cells().collect();
    let mut count = taken.iter().filter(|is| **is).count();
    for _ in 0..MOVES * cells.len() {
        if count >= wanted {
            return;
        }
        let cell = cells[pick(rng, cells.len())];
        let near: Vec<usize> = board.neighbours(cell).filter(|&n| taken[n]).collect();
        if taken[cell] || near.len() > 1 {
            continue;
        }
        near.iter().for_each(|&n| taken[n] = false);
        taken[cell] = true;
        if board.is_connected(&|c| !taken[c]) && may(taken) {
            count += 1 - near.len();
        } else {
            near.iter().for_each(|&n| taken[n] = true);
            taken[cell] = false;
        }
    }
}

/// Drawn numbers from 1 on, by cell, each at most once in every row and column.
pub(super) fn latin(board: &Board, rng: &mut ChaCha8Rng) -> Vec<u16> {
    let n = board.rows().max(board.cols());
    let mut drawn = || {
        let mut order: Vec<usize> = (0..n).collect();
        shuffle(&mut order, rng);
        order
    };
    let (rows, cols, numbers) = (drawn(), drawn(), drawn());
    let number = |cell: usize| {
        let (r, c) = board.row_col(cell);
        numbers[(rows[r] + cols[c]) % n] as u16 + 1
    };
    (0..board.size().cells()).map(number).collect()
}

/// A drawn division into dominoes (and one single cell, where the number of cells is odd), as
/// labels by cell.
pub(super) fn dominoes(board: &Board, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let (rows, cols) = (board.rows(), board.cols());
    // Bricks in rows; where a column is left over, bricks down that column.
    let first = |cell: usize| {
        let (r, c) = board.row_col(cell);
        if cols % 2 == 1 && c + 1 == cols { board.cell(r - r % 2, c) } else { board.cell(r, c - c % 2) }
    };
    let mut labels: Vec<u32> = (0..rows * cols).map(|c| first(c) as u32).collect();
    let squares: Vec<[usize; 4]> = board.squares().collect();
    for _ in 0..squares.len() * 20 {
        // Two dominoes side by side turn.
        let [a, b, c, d] = squares[pick(rng, squares.len())];
        if labels[a] == labels[b] && labels[c] == labels[d] {
            (labels[b], labels[c], labels[d]) = (labels[d], labels[a], labels[d]);
        } else if labels[a] == labels[c] && labels[b] == labels[d] {
            (labels[b], labels[c], labels[d]) = (labels[a], labels[d], labels[d]);
        }
    }
    labels
}

/// A puzzle about another picture: one of two solutions over cells, a cell turned in which they
/// differ.
pub(super) fn repaired_picture(
    genre: &dyn PencilGenre,
    puzzle: &Puzzle,
    two: [&[Value]; 2],
    _look: &Look,
    rng: &mut ChaCha8Rng,
) -> Option<Edit> {
    let board = &puzzle.board;
    let differ: Vec<usize> = (0..two[0].len()).filter(|&i| two[0][i] != two[1][i]).collect();
    let turned = *differ.get(pick(rng, differ.len()))?;
    let mut picture = two[pick(rng, 2)].to_vec();
    picture[turned] = 1 - picture[turned].min(1);
    let value = |place: Place| match place {
        Place::Cell(cell) => picture.get(usize::from(cell)).copied().unwrap_or(0),
        _ => 0,
    };
    let clues = genre.clues(board, &value, rng);
    Some(Edit { puzzle: Puzzle { board: Arc::clone(board), clues } })
}
