//! The genres of the pencil house, all alike: round trips, solutions, hints, generation.

mod bad_input;
mod brute_force;
mod cases;
mod clashes;
mod documents;
mod drawn;
mod fixed;
mod forms;
mod grading;
mod making;
mod near_empty;
mod others;
mod pasted;
mod proofs;
mod reasons;
mod repairs;
mod several;
mod states;
mod steps;
mod texts;
mod unsolved;
mod wording;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tesuji_genre::{
    Coverage, EnumerateRequest, GenerateRequest, Genre, GradeRequest, HintRequest, Marks, Medium, Next, View,
};
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::engine::LearningSolver;
use tesuji_solver::{Limits, Solver, Stop};

/// The rows of a table with `N` columns: lines that begin with `#` are words, `\n` is a new line.
fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [String; N]> {
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let cells: Vec<String> = row.split('\t').map(|cell| cell.replace("\\n", "\n")).collect();
        cells.try_into().unwrap_or_else(|_| panic!("{N} columns: {row}"))
    })
}

fn data() -> Option<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pencil");
    if data.is_dir() {
        return Some(data);
    }
    println!("skipped: {} is not there", data.display());
    None
}

fn request(size: &str, seed: u64) -> GenerateRequest {
    GenerateRequest {
        size: Some(size.into()),
        seed,
        limits: Limits::default().with_time(std::time::Duration::from_secs(600)),
        ..GenerateRequest::default()
    }
}

fn graded(genre: &dyn HouseGenre) -> GradeRequest {
    let catalog = genre.catalog().clone();
    GradeRequest::new(catalog, Limits::default())
}

/// The smallest size offered.
fn small(genre: &dyn HouseGenre) -> &'static str {
    genre.info().sizes.iter().min_by_key(|s| (s.len(), **s)).copied().unwrap_or_default()
}

#[test]
fn what_is_generated_has_one_solution_and_comes_back_from_its_text() {
    for genre in tesuji_pencil::genres::all() {
        let mut made = Vec::new();
        let want = request(small(genre), 7);
        genre.generate(&want, &mut |r| made.push(r)).unwrap_or_else(|bad| panic!("{}: {bad}", genre.name()));
        let record = made.first().unwrap_or_else(|| panic!("{}: nothing made", genre.name()));
        let parsed = genre.parse(&record.puzzle).unwrap_or_else(|bad| panic!("{}: {bad}", record.puzzle));
        assert_eq!(parsed.puzzle.text, record.puzzle);
        let solved = genre.solve(&parsed.puzzle, &Limits::solutions(2)).expect("solved");
        assert_eq!(solved.solutions.len(), 1, "{} {}", genre.name(), record.puzzle);
        // No sign of a value is taken for the end of a row.
        let text = solved.solutions[0].text().expect("text");
        for layer in text.split('|').filter(|_| !text.contains(',')) {
            let widths: BTreeSet<usize> = layer.split('/').map(|row| row.chars().count()).collect();
            assert_eq!(widths.len(), 1, "{} {text}", genre.name());
        }
        assert_eq!(Some(&solved.solutions[0]), record.solution.as_ref(), "{} {}", genre.name(), record.puzzle);
        println!("{}: {}", genre.name(), record.puzzle);
        println!("{}", genre.draw(&parsed.puzzle, None, &Marks::default(), Medium::Unicode).expect("drawing"));
    }
}

#[test]
fn steps_lead_to_the_solution_in_words() {
    for genre in tesuji_pencil::genres::all() {
        let mut made = Vec::new();
        genre.generate(&request(small(genre), 3), &mut |r| made.push(r)).expect("generated");
        let puzzle = genre.parse(&made[0].puzzle).expect("puzzle").puzzle;
        let grade = genre.grade(&puzzle, None, &graded(genre)).expect("grade");
        println!("{}: {:?}\n{}", genre.name(), grade.info, grade.words.join("\n"));
        let catalog = genre.catalog();
        let want = HintRequest::new(catalog);
        let hint = genre.hint(&puzzle, None, &want).expect("hint");
        if let Next::Step(step) = hint.next {
            assert!(!step.words.is_empty());
            println!("{}", step.words);
        }
    }
}

#[test]
fn ids_of_techniques_are_one_name_each() {
    for genre in tesuji_pencil::genres::all() {
        let catalog = genre.catalog();
        let ids: BTreeSet<&str> = catalog.list().iter().map(|t| t.id().as_str()).collect();
        assert_eq!(ids.len(), catalog.list().len(), "{}", genre.name());
        assert!(ids.len() > 6, "{}", genre.name());
    }
}

#[test]
fn stored_answers_of_puzzle_kit_are_the_solutions() {
    let Some(data) = data() else { return };
    for genre in tesuji_pencil::genres::all().into_iter().filter(|g| !g.puzzle_kit().is_empty()) {
        let file = data.join("puzzlekit").join(format!("{}.json", genre.puzzle_kit()));
        let text = std::fs::read_to_string(&file).expect("data set");
        let set: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let mut entries: Vec<_> = set["data"].as_object().expect("entries").iter().collect();
        // Small ones; the conformance suite has them all.
        entries.sort_by_key(|(_, e)| e["problem"].as_str().map_or(0, str::len));
        let mut right = 0;
        for (id, entry) in entries.into_iter().take(25) {
            let answer = entry["solution"].as_str().unwrap_or("");
            if answer.is_empty() {
                continue;
            }
            // Variants that share a set are refused, not misread.
            let read = genre.read_kit(entry["problem"].as_str().expect("problem"), answer);
            let Ok((puzzle, stored)) = read.inspect_err(|bad| println!("{} {id}: {bad}", genre.name())) else {
                continue;
            };
            let puzzle = genre.parse(&puzzle).expect(id).puzzle;
            let View::Clues(view) = genre.view(&puzzle).expect(id) else { panic!("a network") };
            let answer = LearningSolver::default().solve(&view.network, Some(&view.domains), &Limits::solutions(2));
            assert_eq!((answer.solutions.len(), answer.stop), (1, Stop::Exhausted), "{} {id}", genre.name());
            assert!(!stored.is_empty(), "{} {id}", genre.name());
            for (var, value) in stored {
                assert_eq!(answer.solutions[0][var.index()], value, "{} {id} {}", genre.name(), view.names.var(var));
            }
            right += 1;
        }
        assert!(right > 10, "{}: {right}", genre.name());
    }
}

/// Every way to put clues 0 to 3 or none on 2×2 cells, those with exactly one solution by the
/// simple solver.
#[test]
fn small_slitherlinks_are_listed_like_brute_force() {
    let genre: &dyn Genre = &tesuji_pencil::genres::SLITHERLINK;
    let mut expected = BTreeSet::new();
    for number in 0..5_u32.pow(4) {
        let digits: Vec<u32> = (0..4).map(|i| number / 5_u32.pow(i) % 5).collect();
        let body: String = digits.iter().map(|&d| char::from_digit(d, 10).filter(|_| d < 4).unwrap_or('g')).collect();
        let puzzle = genre.parse(&format!("slither/2/2/{body}")).expect("puzzle").puzzle;
        let reference = genre.reference(&puzzle, &Limits::solutions(2)).expect("answer");
        assert!(reference.stop.is_complete());
        if reference.solutions.len() == 1 {
            expected.insert(puzzle.text);
        }
    }
    let mut listed = BTreeSet::new();
    let want = EnumerateRequest {
        size: "2x2".into(),
        minimal: false,
        modulo_symmetry: false,
        grids: false,
        count_only: false,
        set: Default::default(),
        limits: Limits { solutions: usize::MAX, ..Limits::default() },
    };
    let done = genre
        .enumerate(&want, &mut |r| {
            listed.insert(r.puzzle);
        })
        .expect("list");
    assert_eq!(done.coverage, Coverage::Complete);
    assert_eq!(listed, expected);
    assert!(expected.len() > 10, "{}", expected.len());
}

/// A game ID may have slashes: those of nonograms part the lines.
#[test]
fn game_ids_with_slashes_are_read() {
    let genre: &dyn Genre = &tesuji_pencil::genres::NONOGRAM;
    let puzzle = genre.parse("2x2:1/2/2/1").expect("puzzle").puzzle;
    assert_eq!(puzzle.size, "2x2");
    assert_eq!(genre.solve(&puzzle, &Limits::solutions(2)).expect("answer").solutions.len(), 1);
}
