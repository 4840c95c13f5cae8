//! Sudoku with boxes of any shape, alone and with a rule for the whole grid.

use crate::family::{Family, INFO, boxed};
use crate::variant::Constraint;
use crate::variant::constraints::{self, diagonals};
use std::sync::LazyLock;
use tesuji_genre::{GenreInfo, HumanTimes};

/// Rows, columns and boxes hold every value once.
pub static SUDOKU: Family = boxed(
    GenreInfo {
        name: "sudoku",
        title: "Sudoku",
        about: "Rows, columns and boxes hold every value once",
        rules: "Put a value into every cell so that every row, column and box holds each value once.",
        sizes: &["9x9", "4x4", "6x6", "8x8", "10x10", "12x12", "16x16", "25x25", "6x6:3x2", "8x8:4x2"],
        formats: crate::formats::NAMES,
        address_names: &["sudoku"],
        data_set: "Sudoku",
        // `discover times` on 767 puzzles with the mean times of their solvers.
        human_times: Some(HumanTimes { variables: 81, base: 2.864, slope: 0.508, interval: (0.74, 1.44) }),
        patience: 5_000,
        ..INFO
    },
    || &[],
    || &SUDOKU,
);

/// Rows, columns, boxes and both diagonals hold every value once.
pub static SUDOKU_X: Family = boxed(
    GenreInfo {
        name: "sudoku-x",
        title: "Sudoku X",
        about: "Rows, columns, boxes and both diagonals hold every value once",
        rules: "Put a value into every cell so that every row, column and box and both diagonals hold each value once.",
        sizes: &["9x9", "4x4", "6x6", "8x8"],
        ..INFO
    },
    || {
        static RULES: LazyLock<[Constraint; 2]> = LazyLock::new(diagonals);
        &*RULES
    },
    || &SUDOKU_X,
);

/// Sudoku in which cells a knight's move apart differ.
pub static ANTI_KNIGHT: Family = boxed(
    GenreInfo {
        name: "anti-knight",
        title: "Anti-knight sudoku",
        about: "Sudoku in which cells a knight's move apart differ",
        rules: "Put a value into every cell so that every row, column and box holds each value once. Cells a \
                knight's move apart differ.",
        sizes: &["9x9", "8x8", "10x10"],
        formats: crate::formats::OWN,
        ..INFO
    },
    || {
        static RULES: LazyLock<[Constraint; 1]> = LazyLock::new(|| [Constraint::of(&constraints::ANTI_KNIGHT)]);
        &*RULES
    },
    || &ANTI_KNIGHT,
);
