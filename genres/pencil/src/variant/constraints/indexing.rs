//! Cells that say where a value stands.

use crate::variant::constraint::{Family, Form, Kind, Symmetry, Words};
use tesuji_genre::Bad;
use tesuji_solver::Domain;

/// The kinds of this file.
pub const ALL: &[&Kind] = &[&INDEXING, &VALUE_INDEXING, &BOX_INDEXING];

/// A cell of column c (row r) with the value v says: in its row (column) c (r) stands at v.
pub static INDEXING: Kind = Kind {
    name: "Indexing",
    noun: "indexing cells",
    words: Words::new(
        Family::Others,
        "indexing cell {scope}",
        "an indexing cell says where its own row or column has the number of its line",
    ),
    form: Form::Word,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let by_column = match &*c.text {
            "C" => true,
            "R" => false,
            other => return Err(Bad::new(format!("{other:?} is neither R nor C"))),
        };
        let grid = to.grid();
        for &cell in c.line() {
            if cell as usize >= grid.cells() {
                return Err(Bad::new("a variable outside has no row and no column"));
            }
            let (row, col) = grid.row_col(cell);
            let (line, own) = if by_column { (grid.row(row), col) } else { (grid.col(col), row) };
            to.among(cell, Domain::range(1, line.len() as u8));
            for (i, &at) in line.iter().enumerate() {
                to.clause(&[(cell, i as i32 + 1, false), (at, own as i32 + 1, true)]);
            }
        }
        Ok(())
    },
    draw: |c, scene| {
        let color = if c.text == "C" { "#f8d8d8" } else { "#d8e8f8" };
        c.line().iter().for_each(|&cell| scene.shade(&[cell], color));
    },
};

/// The first value stands on the line as many cells behind the second as this one says.
static VALUE_INDEXING: Kind = Kind {
    name: "ValueIndexing",
    noun: "indexing arrow",
    words: Words::new(Family::Others, "indexing arrow from {first}", "{it} says how far its value stands from it"),
    form: Form::Cells,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| match c.line() {
        [value, control, cells @ ..] if !cells.is_empty() => {
            to.among(*control, Domain::range(1, cells.len().min(63) as u8));
            for (i, &cell) in cells.iter().enumerate() {
                for v in to.values().iter().map(i32::from) {
                    let here = (*control, i as i32 + 1, false);
                    to.clause(&[here, (*value, v, false), (cell, v, true)]);
                    to.clause(&[here, (*value, v, true), (cell, v, false)]);
                }
            }
            Ok(())
        }
        _ => Err(Bad::new("less than three cells")),
    },
    draw: |c, scene| scene.arrow(&c.line()[..1], &c.line()[1..]),
};

/// A cell at place p of box b with the value v says: at place v of the box stands p.
static BOX_INDEXING: Kind = Kind {
    name: "BoxIndexing",
    noun: "indexing cells of boxes",
    words: Words::new(Family::Others, "box-indexing cells at {first}", "{it} say where in the box a value stands"),
    form: Form::Cells,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let regions = to.design().regions();
        for &cell in c.line() {
            let Some(region) = regions.iter().find(|r| r.contains(&cell)) else {
                return Err(Bad::new("a cell in no region"));
            };
            let own = region.iter().position(|&x| x == cell).unwrap_or(0);
            to.among(cell, Domain::range(1, region.len() as u8));
            for (i, &at) in region.iter().enumerate() {
                to.clause(&[(cell, i as i32 + 1, false), (at, own as i32 + 1, true)]);
            }
        }
        Ok(())
    },
    draw: |c, scene| c.line().iter().for_each(|&cell| scene.shade(&[cell], "#e8d8f0")),
};
