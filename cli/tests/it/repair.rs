//! `tesuji repair`: the fewest edits, each repair with one solution.

use crate::run;

use run::piped;

/// A sudoku of 4×4 with one solution, found by a plain search outside this program.
const PUZZLE: &str = "12..34..2.4....1";

fn repaired(puzzle: &str, args: &[&str]) -> serde_json::Value {
    let args = [&["repair", "--genre", "sudoku"], args].concat();
    piped(&args, puzzle).json().remove(0)
}

#[test]
fn a_puzzle_with_one_solution_needs_no_edit() {
    assert_eq!(repaired(PUZZLE, &[])["fewest"], 0);
}

#[test]
fn a_wrong_clue_is_found_with_what_it_clashes_with() {
    // The 1 stands twice in the first row.
    let line = repaired("12.134..2.4....1", &[]);
    assert_eq!((&line["solutions"], &line["fewest"], &line["proved"]), (&0.into(), &1.into(), &true.into()), "{line}");
    assert_eq!(line["clash"].as_array().expect("clash").len(), 2);
    for repair in line["repairs"].as_array().expect("repairs") {
        let puzzle = repair["puzzle"].as_str().expect("puzzle");
        piped(&["solve", "--genre", "sudoku"], puzzle).code(0);
    }
}

#[test]
fn a_puzzle_with_several_solutions_gets_a_clue() {
    let line = repaired("1...2..........4", &["--count", "100"]);
    assert_eq!((&line["solutions"], &line["fewest"]), (&2.into(), &1.into()), "{line}");
    let repairs = line["repairs"].as_array().expect("repairs");
    assert!(!repairs.is_empty(), "{line}");
    for repair in repairs {
        let puzzle = repair["puzzle"].as_str().expect("puzzle");
        assert_eq!(puzzle.chars().filter(|c| *c != '.').count(), 4, "{puzzle}");
        piped(&["solve", "--genre", "sudoku"], puzzle).code(0);
    }
}
