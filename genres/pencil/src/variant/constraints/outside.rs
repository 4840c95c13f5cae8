//! Clues at the ends of rows, columns and diagonals, and lines that they are like.

use crate::variant::constraint::{Constraint, Family, Form, Kind, Symmetry, Words};
use crate::variant::grid::Grid;
use crate::variant::rules::{Rules, once_each};
use crate::variant::scene::Scene;
use tesuji_genre::Bad;
use tesuji_solver::Domain;
use tesuji_solver::rules::Arrow;

/// The kinds of this file.
pub const ALL: &[&Kind] =
    &[&LITTLE_KILLER, &SANDWICH, &LUNCHBOX, &X_SUM, &SKYSCRAPER, &HIDDEN_SKYSCRAPER, &NUMBERED_ROOM];

/// The cells of a diagonal that starts at a cell of the border, in the one direction that clues of
/// this cell have.
pub fn diagonal_from(grid: &Grid, cell: u32) -> Option<Vec<u32>> {
    let (rows, cols) = (grid.rows, grid.cols);
    let (r, c) = grid.row_col(cell);
    let (down, right) = if c == 0 && r + 1 < rows {
        (1, 1)
    } else if c + 1 == cols && r > 0 && r + 1 < rows {
        (-1, -1)
    } else if r == 0 && c > 0 {
        (1, -1)
    } else if r + 1 == rows && c > 0 && c + 1 < cols {
        (-1, 1)
    } else {
        return None;
    };
    let cells = diagonal(grid, cell, down, right);
    (cells.len() > 1).then_some(cells)
}

/// The cells from one on along a diagonal.
pub fn diagonal(grid: &Grid, cell: u32, down: i32, right: i32) -> Vec<u32> {
    std::iter::successors(Some(cell), |&c| grid.step(c, down, right)).collect()
}

/// The row or column with a name such as R1 or C3, and its number from 0.
pub fn line_of(grid: &Grid, name: &str) -> Option<Vec<u32>> {
    let number: usize = name.get(1..)?.parse().ok()?;
    match name.as_bytes().first()? {
        b'R' if (1..=grid.rows).contains(&number) => Some(grid.row(number - 1)),
        b'C' if (1..=grid.cols).contains(&number) => Some(grid.col(number - 1)),
        _ => None,
    }
}

fn outside(c: &Constraint, scene: &mut Scene<'_>) {
    if let [first, second, ..] = c.line() {
        scene.outside(*first, *second, &c.number().to_string());
    }
}

/// A diagonal adds up to the number.
pub static LITTLE_KILLER: Kind = Kind {
    name: "LittleKiller",
    noun: "little killer",
    words: Words::new(Family::Outside, "little killer of {n} from {first}", "{cells} add up to {n}"),
    form: Form::Diagonal,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        to.total(c.line(), c.number());
        Ok(())
    },
    draw: |c, scene| {
        if let Some(&first) = c.line().first() {
            let (r, col) = scene.grid().row_col(first);
            let next = c.line().get(1).map(|&n| scene.grid().row_col(n));
            let (down, right) = next.map_or((1, 1), |(s, d)| (s as i32 - r as i32, d as i32 - col as i32));
            scene.outside_diagonal(first, down, right, &c.number().to_string());
        }
    },
};

/// What lies between the least and the greatest value of the cells adds up to the number.
fn between_ends(c: &Constraint, to: &mut Rules<'_>) -> Result<(), Bad> {
    let cells = once_each(c.line());
    let sum = c.number();
    if cells.len() < 2 || sum < 0 {
        return Err(Bad::new(format!("{} cells with a sum of {sum} between two of them", cells.len())));
    }
    if !to.is_second_round() {
        return Ok(());
    }
    let (values, sum) = (to.values(), sum as u32);
    let (low, high) = (to.grid().low, to.grid().high);
    let holds_all = cells.len() == values.len() as usize;
    // State: the two values, and where the word is: before the first, between with what it adds up
    // to so far and by which it began, or behind the second.
    let places = 2 * (sum + 1) + 2;
    let mut arrows = Vec::new();
    let mut starts = Vec::new();
    let mut ends = 0;
    for least in values.iter() {
        for greatest in values.iter().filter(|&g| g > least) {
            if holds_all && (least, greatest) != (low, high) {
                continue;
            }
            let base = ends * places;
            ends += 1;
            starts.push(base);
            let inner = if greatest > least + 1 { Domain::range(least + 1, greatest - 1) } else { Domain::EMPTY };
            let between = |by_greatest: u32, so_far: u32| base + 1 + by_greatest * (sum + 1) + so_far;
            let behind = base + places - 1;
            arrows.push(Arrow { from: base, values: inner, to: base });
            arrows.push(Arrow { from: behind, values: inner, to: behind });
            for (by_greatest, first, second) in [(0, least, greatest), (1, greatest, least)] {
                arrows.push(Arrow { from: base, values: Domain::single(first), to: between(by_greatest, 0) });
                arrows.push(Arrow { from: between(by_greatest, sum), values: Domain::single(second), to: behind });
                for so_far in 0..=sum {
                    for value in inner.iter().filter(|&v| so_far + u32::from(v) <= sum) {
                        let next = between(by_greatest, so_far + u32::from(value));
                        arrows.push(Arrow {
                            from: between(by_greatest, so_far),
                            values: Domain::single(value),
                            to: next,
                        });
                    }
                }
            }
        }
    }
    to.word(&cells, starts, &[arrows], &|state| state % places == places - 1);
    Ok(())
}

/// A row or column: what lies between its least and its greatest value.
pub static SANDWICH: Kind = Kind {
    name: "Sandwich",
    noun: "sandwich",
    words: Words::new(
        Family::Outside,
        "sandwich of {n} in {line}",
        "what lies between the least and the greatest value of {line} adds up to {n}",
    ),
    form: Form::Side,
    symmetry: Symmetry::UNKNOWN,
    rules: between_ends,
    draw: outside,
};

/// Different values: what lies between the least and the greatest.
static LUNCHBOX: Kind = Kind {
    name: "Lunchbox",
    noun: "lunchbox",
    words: Words::new(
        Family::Outside,
        "lunchbox of {n} at {first}",
        "what lies between the least and the greatest value of {it} adds up to {n}",
    ),
    form: Form::Number(Some(0)),
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        to.different(c.line());
        between_ends(c, to)
    },
    draw: |c, scene| {
        scene.line(c.line(), "#d8d8d8", 20);
        scene.cage(c.line(), &c.number().to_string());
    },
};

/// As many first cells as the first one says add up to the number.
pub static X_SUM: Kind = Kind {
    name: "XSum",
    noun: "X-sum",
    words: Words::new(
        Family::Outside,
        "X-sum of {n} in {line}",
        "as many first cells of {line} as {first} says add up to {n}",
    ),
    form: Form::Ends,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let cells = c.line();
        let mut branches = Vec::new();
        for n in 1..=cells.len() {
            let rest = c.number() - n as i32;
            if !to.values().contains(n as u8) || rest < 0 {
                continue;
            }
            branches.push(to.branch(|to| {
                to.among(cells[0], Domain::single(n as u8));
                to.total(&cells[1..n], rest);
                Ok(())
            })?);
        }
        to.any_of(branches);
        Ok(())
    },
    draw: outside,
};

/// As many heights are seen from the end.
pub static SKYSCRAPER: Kind = Kind {
    name: "Skyscraper",
    noun: "skyscraper clue",
    words: Words::new(
        Family::Outside,
        "skyscraper clue {n} in {line}",
        "{n} heights are seen from {first} along {line}",
    ),
    form: Form::Ends,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let n = c.number();
        if n < 1 || n as usize > c.line().len() {
            to.never();
            return Ok(());
        }
        // State: the greatest height so far, and how many are seen.
        let (n, values) = (n as u32, to.values());
        let state = |height: u8, seen: u32| u32::from(height) * (n + 1) + seen;
        let mut arrows = Vec::new();
        for height in 0..=to.grid().high {
            for seen in 0..=n {
                let hidden = values.iter().filter(|&v| v <= height).collect();
                arrows.push(Arrow { from: state(height, seen), values: hidden, to: state(height, seen) });
                for taller in values.iter().filter(|&v| v > height && seen < n) {
                    let next = state(taller, seen + 1);
                    arrows.push(Arrow { from: state(height, seen), values: Domain::single(taller), to: next });
                }
            }
        }
        to.word(c.line(), vec![0], &[arrows], &|state| state % (n + 1) == n);
        Ok(())
    },
    draw: outside,
};

/// The first height that is not seen from the end.
static HIDDEN_SKYSCRAPER: Kind = Kind {
    name: "HiddenSkyscraper",
    noun: "hidden skyscraper clue",
    words: Words::new(
        Family::Outside,
        "hidden skyscraper clue {n} in {line}",
        "{n} is the first height that is hidden from {first} along {line}",
    ),
    form: Form::Ends,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let values = to.values();
        let hidden = u8::try_from(c.number()).ok().filter(|&v| v < 64 && values.contains(v));
        let Some(hidden) = hidden else {
            to.never();
            return Ok(());
        };
        // State: one more than the greatest height so far, all of which are seen.
        let done = 64;
        let mut arrows = vec![Arrow { from: done, values, to: done }];
        for before in std::iter::once(0).chain(values.iter().map(|v| u32::from(v) + 1)) {
            for value in values.iter().filter(|&v| u32::from(v) + 1 > before) {
                arrows.push(Arrow { from: before, values: Domain::single(value), to: u32::from(value) + 1 });
            }
            if u32::from(hidden) + 1 < before {
                arrows.push(Arrow { from: before, values: Domain::single(hidden), to: done });
            }
        }
        to.word(c.line(), vec![0], &[arrows], &|state| state == done);
        Ok(())
    },
    draw: outside,
};

/// The first cell says in which cell the number stands.
static NUMBERED_ROOM: Kind = Kind {
    name: "NumberedRoom",
    noun: "numbered room",
    words: Words::new(
        Family::Outside,
        "numbered room of {n} in {line}",
        "{first} says in which cell of {line} {n} stands",
    ),
    form: Form::Ends,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let cells = c.line();
        to.among(cells[0], Domain::range(1, cells.len() as u8));
        for (i, &cell) in cells.iter().enumerate() {
            to.clause(&[(cells[0], i as i32 + 1, false), (cell, c.number(), true)]);
        }
        Ok(())
    },
    draw: outside,
};
