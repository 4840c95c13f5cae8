//! The features of a puzzle's look. They are measured in the same way in every genre.

use std::collections::BTreeMap;
use tesuji_pencil::board::{Board, Place, Size};
use tesuji_pencil::clue::Clue;
use tesuji_pencil::codec::Puzzle;
use tesuji_solver::Value;

/// The features of a puzzle, by name.
pub(super) type Features = BTreeMap<&'static str, f64>;

/// The genres in which value 1 is a shaded or filled cell, of which the share is a feature.
const SHADED: &[&str] = &["aqre", "heyawake", "hitori", "kurodoko", "norinori", "nonogram", "nurikabe", "yajilin"];

/// The features of a puzzle with its solution, values by place, as far as that is known.
pub(super) fn features(genre: &str, puzzle: &Puzzle, solution: &BTreeMap<Place, Value>) -> Features {
    let board = &puzzle.board;
    let cells = board.size().cells() as f64;
    let mut found = Features::new();
    let mut note = |name: &'static str, value: Option<f64>| {
        found.extend(value.filter(|v| v.is_finite()).map(|v| (name, v)));
    };
    let inside: Vec<(Place, &Clue)> =
        puzzle.clues.iter().filter(|(p, _)| !matches!(p, Place::Outside(..))).map(|(&p, c)| (p, c)).collect();
    let outside = puzzle.clues.len() - inside.len();
    let holes = (0..board.size().cells()).filter(|&c| board.is_hole(c)).count();
    note("clue share", (!inside.is_empty()).then(|| inside.len() as f64 / cells));
    note("outer clue share", (outside > 0).then(|| outside as f64 / (2 * (board.rows() + board.cols())) as f64));
    note("holes", (holes > 0).then(|| holes as f64 / cells));
    let is_set: Vec<bool> = (0..board.size().cells())
        .map(|c| board.is_hole(c) || puzzle.clues.contains_key(&Place::Cell(c as u16)))
        .collect();
    note("symmetric", is_set.contains(&true).then(|| f64::from(u8::from(is_symmetric(board.size(), &is_set)))));
    numbers(puzzle, &mut note);
    let circles = |clue: Clue| inside.iter().filter(|(_, c)| **c == clue).count() as f64;
    let (white, black) = (circles(Clue::White), circles(Clue::Black));
    note("white circles", (black > 0.0).then(|| white / (white + black)));
    if genre == "galaxies" {
        note("mean area", Some(cells / inside.len() as f64));
    }
    if genre == "kakuro" {
        let runs = runs(board);
        note("mean run", mean(&runs));
        note("long runs", mean(&runs.iter().map(|&n| f64::from(u8::from(n >= 6.0))).collect::<Vec<_>>()));
    }
    if genre == "thermometers" {
        note("mean length", mean(&thermometers(puzzle)));
    }
    regions(board, &mut note);
    if SHADED.contains(&genre) {
        let values: Vec<f64> = (board.cells().filter_map(|c| solution.get(&Place::Cell(c as u16))))
            .map(|&value| f64::from(u8::from(value == 1)))
            .collect();
        note("shaded", mean(&values));
    }
    found
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Is a pattern the same after half a turn, or in a mirror?
fn is_symmetric(size: Size, is_set: &[bool]) -> bool {
    let (rows, cols) = (size.rows(), size.cols());
    let maps: [&dyn Fn(usize, usize) -> (usize, usize); 5] = [
        &|r, c| (rows - 1 - r, cols - 1 - c),
        &|r, c| (r, cols - 1 - c),
        &|r, c| (rows - 1 - r, c),
        &|r, c| (c, r),
        &|r, c| (cols - 1 - c, rows - 1 - r),
    ];
    let which = if rows == cols { &maps[..] } else { &maps[..3] };
    which.iter().any(|map| {
        (0..rows).all(|r| {
            (0..cols).all(|c| {
                let (mr, mc) = map(r, c);
                is_set[r * cols + c] == is_set[mr * cols + mc]
            })
        })
    })
}

fn numbers(puzzle: &Puzzle, note: &mut dyn FnMut(&'static str, Option<f64>)) {
    let single = |clue: &Clue| match clue {
        Clue::Number(n) | Clue::Arrow(_, Some(n)) | Clue::Result(_, n) => Some(f64::from(*n)),
        _ => None,
    };
    let all: Vec<f64> = puzzle.clues.values().filter_map(single).collect();
    let share = |is: &dyn Fn(f64) -> bool| mean(&all.iter().map(|&n| f64::from(u8::from(is(n)))).collect::<Vec<_>>());
    note("mean number", mean(&all));
    note("largest number", all.iter().copied().reduce(f64::max));
    note("zeros", share(&|n| n == 0.0));
    note("ones", share(&|n| n == 1.0));
    let most = all.iter().map(|n| all.iter().filter(|m| *m == n).count()).max();
    note("most frequent number", most.map(|most| most as f64 / all.len() as f64));
    let lists = puzzle.clues.values().filter_map(|clue| match clue {
        Clue::Numbers(list) => Some(list.len() as f64),
        _ => None,
    });
    note("numbers a line", mean(&lists.collect::<Vec<_>>()));
}

fn regions(board: &Board, note: &mut dyn FnMut(&'static str, Option<f64>)) {
    let Some(regions) = board.regions() else { return };
    let sizes: Vec<f64> = regions.iter().map(|cells| cells.len() as f64).collect();
    let Some(middle) = mean(&sizes) else { return };
    note("region size", Some(middle));
    let squares: Vec<f64> = sizes.iter().map(|size| (size - middle).powi(2)).collect();
    note("region spread", mean(&squares).map(|variance| variance.sqrt() / middle));
    let is_rectangle = |cells: &[usize]| {
        let side = |of: fn((usize, usize)) -> usize| {
            let all = || cells.iter().map(|&c| of(board.row_col(c)));
            all().max().unwrap_or(0) - all().min().unwrap_or(0) + 1
        };
        f64::from(u8::from(side(|at| at.0) * side(|at| at.1) == cells.len()))
    };
    note("rectangles", mean(&regions.iter().map(is_rectangle).collect::<Vec<_>>()));
    note("one-cell regions", mean(&sizes.iter().map(|&n| f64::from(u8::from(n == 1.0))).collect::<Vec<_>>()));
}

/// The lengths of the runs of cells between holes, in rows and columns.
fn runs(board: &Board) -> Vec<f64> {
    let rows = (0..board.rows()).map(|r| (0..board.cols()).map(|c| r * board.cols() + c).collect::<Vec<_>>());
    let cols = (0..board.cols()).map(|c| (0..board.rows()).map(|r| r * board.cols() + c).collect::<Vec<_>>());
    let mut found = Vec::new();
    for line in rows.chain(cols) {
        let runs = line.split(|&c| board.is_hole(c)).filter(|run| !run.is_empty());
        found.extend(runs.map(|run| run.len() as f64));
    }
    found
}

/// The lengths of thermometers: chains of arrows from bulb to tip.
fn thermometers(puzzle: &Puzzle) -> Vec<f64> {
    let board = &puzzle.board;
    let next: BTreeMap<usize, usize> = (puzzle.clues.iter())
        .filter_map(|(&place, clue)| match (place, clue) {
            (Place::Cell(cell), Clue::Arrow(way, None)) => {
                Some((usize::from(cell), board.neighbour(cell.into(), *way)?))
            }
            _ => None,
        })
        .collect();
    let is_bulb = |cell: &&usize| !next.values().any(|other| other == *cell);
    let length = |&bulb: &usize| {
        let chain = std::iter::successors(Some(bulb), |at| next.get(at).copied());
        chain.take(next.len() + 1).count() as f64
    };
    next.keys().filter(is_bulb).map(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn patterns_numbers_and_regions_are_measured() {
        let labels = [0, 0, 1, 0, 0, 1, 2, 3, 3];
        let size = Size::new(3, 3).expect("a size");
        let board = Board::new(size).with_regions(&labels).expect("a board");
        let number = |cell: u16, n| (Place::Cell(cell), Clue::Number(n));
        let clues = [number(0, 1), number(4, 0), number(8, 1)].into();
        let found = features("heyawake", &Puzzle { board: Arc::new(board), clues }, &BTreeMap::new());
        let near = |name: &str, value: f64| assert!((found[name] - value).abs() < 1e-9, "{name}: {}", found[name]);
        near("clue share", 1.0 / 3.0);
        near("symmetric", 1.0);
        near("zeros", 1.0 / 3.0);
        near("most frequent number", 2.0 / 3.0);
        near("region size", 9.0 / 4.0);
        near("rectangles", 1.0);
        near("one-cell regions", 0.25);
        assert!(!found.contains_key("holes") && !found.contains_key("shaded"));
    }
}
