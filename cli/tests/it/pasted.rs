//! Pasted text goes through every command, and comes back from every format.

use crate::run;

use run::piped;

/// A 4×4 puzzle with its one solution, found by a plain search outside this program.
const SMALL: &str = "12..34..2.4....1";
const SMALL_SOLUTION: &str = "1234341221434321";
const DRAWN: &str =
    "+-----+-----+\n| 1 2 | . . |\n| 3 4 | . . |\n+-----+-----+\n| 2 . | 4 . |\n| . . | . 1 |\n+-----+-----+\n";

#[test]
fn a_drawn_grid_goes_through_every_command() {
    let solved = piped(&["solve", "--genre", "sudoku"], DRAWN).code(0).json().remove(0);
    assert_eq!((&solved["puzzle"], &solved["solution"]), (&SMALL.into(), &SMALL_SOLUTION.into()));
    let drawing = piped(&["show", "--genre", "sudoku"], DRAWN).code(0).stdout();
    assert_eq!(piped(&["solve", "--genre", "sudoku"], &drawing).code(0).json()[0]["puzzle"], SMALL);
    for command in ["grade", "hint", "check"] {
        piped(&[command, "--genre", "sudoku"], DRAWN).code(0);
    }
    let csv =
        piped(&["corpus", "export", "--genre", "sudoku", "--format", "csv"], &solved.to_string()).code(0).stdout();
    assert_eq!(csv, format!("puzzle,solution,tier,score\n{SMALL},{SMALL_SOLUTION},,\n"));
    assert_eq!(piped(&["corpus", "import", "--genre", "sudoku"], &csv).code(0).json()[0]["solution"], SMALL_SOLUTION);
    let sdk =
        piped(&["corpus", "export", "--genre", "sudoku", "--format", "sdk"], &solved.to_string()).code(0).stdout();
    assert_eq!(piped(&["corpus", "import", "--genre", "sudoku"], &sdk).code(0).json()[0]["puzzle"], SMALL);
}

#[test]
fn a_wrong_drawing_costs_one_message() {
    let cut = DRAWN.lines().take(3).collect::<Vec<_>>().join("\n");
    let text = format!("{DRAWN}\n{cut}\n\n\nno puzzle\n{SMALL}\n");
    let ran = piped(&["solve", "--genre", "sudoku"], &text).code(1).says("-:9:").says("-:14:");
    assert_eq!(ran.words().lines().filter(|l| l.starts_with("error:")).count(), 2, "{}", ran.words());
    let (errors, solved): (Vec<_>, Vec<_>) = ran.json().into_iter().partition(|answer| answer["error"].is_string());
    assert_eq!((errors.len(), solved.len()), (2, 2), "{errors:?}");
}

/// The puzzle by its candidates alone.
#[test]
fn a_sukaku_goes_through_every_command() {
    let marks: String =
        SMALL.chars().map(|c| if let Some(v) = c.to_digit(10) { mark(v) } else { "1234".into() }).collect();
    let solved = piped(&["solve", "--genre", "sukaku"], &marks).code(0).json().remove(0);
    assert_eq!((&solved["puzzle"], &solved["solution"]), (&marks.as_str().into(), &SMALL_SOLUTION.into()));
    for command in ["grade", "hint", "check", "show"] {
        piped(&[command, "--genre", "sukaku"], &marks).code(0);
    }
    let graded = piped(&["grade", "--genre", "sukaku"], &marks).code(0).json().remove(0);
    assert_eq!(graded["grade"]["solved"], true);
    let count = piped(&["solve", "--genre", "sukaku", "--count", "400"], &"1234".repeat(16)).code(0).json().remove(0);
    assert_eq!(count["solutions"].as_array().expect("a list").len(), 288);
}

fn mark(value: u32) -> String {
    (1..=4).map(|v| if v == value { v.to_string() } else { ".".to_string() }).collect()
}

/// For a text with two readings, the message has both.
#[test]
fn an_ambiguous_text_is_told() {
    let text = "12345678.0.......".to_string() + &".".repeat(64);
    piped(&["solve", "--genre", "sudoku"], &text).code(1).says("ambiguous").says("0 to 8").says("empty cell");
}
