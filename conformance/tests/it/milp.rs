//! Mixed integer programming finds the one solution of the project's own puzzles, or gives up: its
//! engine works with floating-point numbers and once said of rows with a point that they have none.

use flate2::read::MultiGzDecoder;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Duration;
use tesuji_backends::Milp;
use tesuji_genre::{Genre, Puzzle, View};
use tesuji_solver::{FastSolver, Limits, Solver};

/// Puzzles of each genre.
const PUZZLES: usize = 3;
/// Time of a question about each of them.
const TIME: Duration = Duration::from_millis(100);

/// Was the search finished? Panics where it finds other solutions than the fast engine.
fn finishes(genre: &dyn Genre, puzzle: &Puzzle, time: Duration) -> bool {
    let Ok(View::Clues(view)) = genre.view(puzzle) else { return false };
    let expected = FastSolver::default().solve(&view.network, Some(&view.domains), &Limits::solutions(2));
    let limits = Limits::solutions(2).with_time(time);
    let answer = Milp.solve(&view.network, Some(&view.domains), &limits);
    if !answer.stop.is_complete() {
        return false;
    }
    assert_eq!(answer.solutions, expected.solutions, "{} {}", genre.name(), puzzle.text);
    true
}

#[test]
fn rows_with_a_point_are_not_infeasible() {
    let genre = tesuji_genres::get("creek").unwrap();
    let parsed = genre.parse("creek/10/10/v95agdg755911bmbg2ag931bndezzi").unwrap();
    assert!(finishes(genre, &parsed.puzzle, Duration::from_secs(60)), "out of time");
}

#[test]
fn no_puzzle_of_the_corpora_has_another_solution() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/puzzles");
    let mut finished = 0;
    for genre in tesuji_genres::all() {
        let Ok(file) = std::fs::File::open(folder.join(format!("{}.jsonl.gz", genre.name()))) else { continue };
        for line in BufReader::new(MultiGzDecoder::new(file)).lines().take(PUZZLES) {
            let record: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
            let parsed = genre.parse(record["puzzle"].as_str().unwrap()).unwrap();
            finished += usize::from(finishes(genre, &parsed.puzzle, TIME));
        }
    }
    assert!(finished > 40, "{finished} puzzles only");
}
