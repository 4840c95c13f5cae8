//! Cells that differ, and squares that hold a bit of everything: diagonals, chess moves, extra
//! regions, global rules.

use crate::variant::constraint::{Constraint, Family, Form, Kind, Symmetry, Words};
use crate::variant::grid::Grid;
use crate::variant::rules::Rules;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Value};

/// The kinds of this file.
pub const ALL: &[&Kind] = &[
    &DIAGONAL,
    &ANTI_KNIGHT,
    &ANTI_KING,
    &ANTI_CONSECUTIVE,
    &ANTI_TAXICAB,
    &DISJOINT_SETS,
    &WINDOKU,
    &ALL_DIFFERENT,
    &GLOBAL_ENTROPY,
    &GLOBAL_MOD,
    &DUTCH_FLATMATES,
    &DOPPELGANGER,
];

const fn global(
    name: &'static str,
    noun: &'static str,
    words: Words,
    symmetry: Symmetry,
    rules: fn(&Constraint, &mut Rules<'_>) -> Result<(), Bad>,
) -> Kind {
    Kind { name, noun, words, form: Form::Global, symmetry, rules, draw: |_, _| {} }
}

/// The cells of a diagonal differ.
pub static DIAGONAL: Kind = Kind {
    name: "Diagonal",
    noun: "diagonal",
    words: Words::new(Family::Regions, "{slope} diagonal", "values of {it} differ"),
    form: Form::Choice(&["1", "-1"]),
    symmetry: Symmetry::DIAGONALS,
    rules: |c, to| {
        let cells = diagonal(c, to.grid())?;
        to.house(&cells, tesuji_solver::HouseKind::Diagonal);
        Ok(())
    },
    draw: |c, scene| {
        if let Ok(cells) = diagonal(c, scene.grid()) {
            scene.diagonal(&cells);
        }
    },
};

/// The diagonal that rises (`1`) or falls (`-1`).
pub fn diagonal_of(slope: &str) -> Constraint {
    Constraint { numbers: slope.parse().into_iter().collect(), text: slope.to_string(), ..Constraint::of(&DIAGONAL) }
}

/// Both diagonals.
pub fn diagonals() -> [Constraint; 2] {
    ["-1", "1"].map(diagonal_of)
}

fn diagonal(c: &Constraint, grid: &Grid) -> Result<Vec<u32>, Bad> {
    if grid.rows != grid.cols {
        return Err(Bad::new("diagonals are of square grids"));
    }
    let n = grid.rows;
    Ok((0..n).map(|r| grid.cell(r, if c.text == "1" { n - 1 - r } else { r })).collect())
}

fn apart_by(moves: &[(i32, i32)], to: &mut Rules<'_>) {
    let regions = to.design().regions();
    for a in 0..to.grid().cells() as u32 {
        for &(down, right) in moves {
            if let Some(b) = to.grid().step(a, down, right) {
                // What a row, a column or a box says already is not said again.
                if !(to.is_second_round() && regions.iter().any(|r| r.contains(&a) && r.contains(&b))) {
                    to.different(&[a, b]);
                }
            }
        }
    }
}

/// Cells a knight's move apart differ.
pub static ANTI_KNIGHT: Kind = global(
    "AntiKnight",
    "knight's move",
    Words::new(Family::Regions, "knight's move {scope}", "cells a knight's move apart differ"),
    Symmetry::GRID.renaming(),
    |_, to| {
        apart_by(&[(1, -2), (1, 2), (2, -1), (2, 1)], to);
        Ok(())
    },
);

/// Cells a king's move apart differ.
pub static ANTI_KING: Kind = global(
    "AntiKing",
    "king's move",
    Words::new(Family::Regions, "king's move {scope}", "cells a king's move apart differ"),
    Symmetry::GRID.renaming(),
    |_, to| {
        let lines = to.grid().has_lines;
        apart_by(if lines { &[(1, 1), (1, -1)] } else { &[(1, 1), (1, -1), (1, 0), (0, 1)] }, to);
        Ok(())
    },
);

/// Cells side by side are not consecutive.
pub static ANTI_CONSECUTIVE: Kind = global(
    "AntiConsecutive",
    "ban on consecutive neighbours",
    Words::new(
        Family::Absences,
        "ban on consecutive neighbours at {scope}",
        "{scope} are neighbours and so not consecutive",
    ),
    Symmetry::GRID,
    |_, to| {
        for (a, b) in to.grid().neighbours() {
            to.pair(a, b, &|x, y| (x - y).abs() != 1);
        }
        Ok(())
    },
);

/// A value does not stand twice at a distance, along the grid, of itself.
static ANTI_TAXICAB: Kind = global(
    "AntiTaxicab",
    "taxicab rule",
    Words::new(Family::Absences, "taxicab rule for {scope}", "a value does not stand twice at its own distance"),
    Symmetry::GRID,
    |_, to| {
        to.only_from_one()?;
        if !to.is_second_round() {
            return Ok(());
        }
        let grid = to.grid();
        for a in 0..grid.cells() as u32 {
            for b in a + 1..grid.cells() as u32 {
                let ((r, c), (s, d)) = (grid.row_col(a), grid.row_col(b));
                let distance = (r.abs_diff(s) + c.abs_diff(d)) as i32;
                if !to.are_apart(a, b) && to.values().contains(distance as Value) {
                    to.clause(&[(a, distance, false), (b, distance, false)]);
                }
            }
        }
        Ok(())
    },
);

/// Cells with one place in different boxes differ.
pub static DISJOINT_SETS: Kind = global(
    "DisjointSets",
    "disjoint set",
    Words::new(Family::Regions, "disjoint set of {scope}", "cells with one place in different boxes differ"),
    Symmetry::UNKNOWN,
    |_, to| {
        let regions = to.design().regions();
        let size = regions.iter().map(Vec::len).max().unwrap_or(0);
        for place in 0..size {
            let cells: Vec<u32> = regions.iter().filter_map(|r| r.get(place).copied()).collect();
            to.different(&cells);
        }
        Ok(())
    },
);

/// Further boxes, one cell off the border and from each other.
static WINDOKU: Kind = Kind {
    name: "Windoku",
    noun: "window",
    words: Words::new(Family::Regions, "window at {scope}", "values of {it} differ"),
    form: Form::Global,
    symmetry: Symmetry::UNKNOWN,
    rules: |_, to| {
        for window in windows(to.design()) {
            to.different(&window);
        }
        Ok(())
    },
    draw: |_, scene| {
        for window in windows(scene.design()) {
            scene.shade(&window, "#e4e4f4");
        }
    },
};

fn windows(design: &crate::variant::Design) -> Vec<Vec<u32>> {
    let grid = &design.grid;
    let size = design.region_size.unwrap_or(grid.values().len() as usize);
    let Some((h, w)) = grid.box_shape(size) else { return Vec::new() };
    let tops = (1..grid.rows).step_by(h + 1).filter(|t| t + h < grid.rows);
    let lefts = || (1..grid.cols).step_by(w + 1).filter(|l| l + w < grid.cols);
    let cells = |t: usize, l: usize| (0..h * w).map(|k| grid.cell(t + k / w, l + k % w)).collect();
    tops.flat_map(|t| lefts().map(move |l| (t, l))).map(|(t, l)| cells(t, l)).collect()
}

/// The cells differ.
pub static ALL_DIFFERENT: Kind = Kind {
    name: "AllDifferent",
    noun: "extra region",
    words: Words::new(Family::Regions, "extra region at {first}", "values of {it} differ"),
    form: Form::Cells,
    symmetry: Symmetry::SETS.renaming(),
    rules: |c, to| {
        to.different(c.line());
        Ok(())
    },
    draw: |c, scene| scene.shade(c.line(), "#e4f0e4"),
};

/// Each square of four cells has a value of each group.
fn each_square(to: &mut Rules<'_>, groups: &[Domain]) {
    for cell in 0..to.grid().cells() as u32 {
        if let Some(square) = to.grid().square(cell) {
            groups.iter().for_each(|&group| to.count(&square, group, 1, 4));
        }
    }
}

static GLOBAL_ENTROPY: Kind = global(
    "GlobalEntropy",
    "entropy of squares",
    Words::new(
        Family::Others,
        "entropy of the square {scope}",
        "the square {scope} has a low, a middle and a high value",
    ),
    Symmetry::GRID,
    |_, to| {
        if (to.grid().low, to.grid().high) != (1, 9) {
            return Err(Bad::new("entropy is of the values 1 to 9"));
        }
        each_square(to, &[Domain::range(1, 3), Domain::range(4, 6), Domain::range(7, 9)]);
        Ok(())
    },
);

static GLOBAL_MOD: Kind = global(
    "GlobalMod",
    "remainders of squares",
    Words::new(Family::Others, "remainders of the square {scope}", "the square {scope} has each remainder by 3"),
    Symmetry::GRID,
    |_, to| {
        if to.values().len() != 9 {
            return Err(Bad::new("remainders are of nine values"));
        }
        let of = |rest: Value| to.values().iter().filter(|v| v % 3 == rest).collect::<Domain>();
        let groups = [of(0), of(1), of(2)];
        each_square(to, &groups);
        Ok(())
    },
);

/// Above each middle value stands the least one, or the greatest one below it.
static DUTCH_FLATMATES: Kind = global(
    "DutchFlatmates",
    "flatmates of the middle value",
    Words::new(
        Family::Others,
        "flatmates rule for {scope}",
        "each middle value has the least one above it or the greatest one below it",
    ),
    Symmetry::UNKNOWN,
    |_, to| {
        to.only_from_one()?;
        let (low, high) = (i32::from(to.grid().low), i32::from(to.grid().high));
        let middle = (low + high) / 2;
        for cell in 0..to.grid().cells() as u32 {
            let mut clause = vec![(cell, middle, false)];
            clause.extend(to.grid().step(cell, -1, 0).map(|above| (above, low, true)));
            clause.extend(to.grid().step(cell, 1, 0).map(|below| (below, high, true)));
            to.clause(&clause);
        }
        Ok(())
    },
);

/// Rows, columns and boxes hold 0 and all other values but one, which differs among those of a
/// kind, and among those of a cell with 0.
static DOPPELGANGER: Kind = global(
    "Doppelganger",
    "doppelgangers",
    Words::new(Family::Others, "doppelganger rule", "{it} leaves no other way"),
    Symmetry::GRID,
    |_, to| {
        let grid = to.grid();
        let n = grid.rows;
        if n != grid.cols || grid.low != 0 || usize::from(grid.high) != n || to.design().region_size() != n {
            return Err(Bad::new(format!("doppelgangers are of square grids with the values 0-{n}")));
        }
        let all: Vec<u32> = (0..grid.cells() as u32).collect();
        let boxes = to.design().boxes();
        for house in (0..n).map(|i| grid.row(i)).chain((0..n).map(|i| grid.col(i))).chain(boxes.iter().cloned()) {
            to.count(&house, Domain::single(0), 1, 1);
        }
        // One value is missing in each row, and no two rows miss one: each is missing once.
        for value in 1..=n as Value {
            to.count(&all, Domain::single(value), n - 1, n - 1);
        }
        for cell in all {
            let (r, c) = grid.row_col(cell);
            let mut houses = vec![grid.row(r), grid.col(c)];
            houses.extend(boxes.iter().find(|b| b.contains(&cell)).cloned());
            for (i, a) in houses.iter().enumerate() {
                for b in &houses[..i] {
                    let mut both: Vec<u32> = a.iter().chain(b).copied().filter(|&x| x != cell).collect();
                    both.sort_unstable();
                    both.dedup();
                    for value in 1..=n as i32 {
                        let somewhere = both.iter().map(|&x| (x, value, true));
                        to.clause(&somewhere.chain([(cell, 0, false)]).collect::<Vec<_>>());
                    }
                }
            }
        }
        Ok(())
    },
);
