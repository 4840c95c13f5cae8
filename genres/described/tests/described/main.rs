//! Genres from files: those of `data/genres`, and what is said of files that are wrong.

mod external;
mod faults;
mod parts;
mod twins;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tesuji_backends::by_name;
use tesuji_described as described;
use tesuji_genre::{GenerateRequest, Genre, HintRequest, Next, Record, View};
use tesuji_pencil::board::Transform;
use tesuji_pencil::codec::Puzzle;
use tesuji_pencil::house::{HouseGenre, Pencil};
use tesuji_solver::{Limits, Stop};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/genres")
}

/// The genres of the files, by name of the file.
fn genres() -> &'static BTreeMap<String, &'static Pencil> {
    static GENRES: OnceLock<BTreeMap<String, &'static Pencil>> = OnceLock::new();
    GENRES.get_or_init(|| {
        let files = std::fs::read_dir(folder()).expect("the folder of genre files");
        let file = |entry: std::io::Result<std::fs::DirEntry>| {
            let path = entry.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            let genre = described::read(&text).unwrap_or_else(|bad| panic!("{}: {bad}", path.display()));
            (path.file_stem().expect("a name").to_string_lossy().into_owned(), genre)
        };
        files.map(file).collect()
    })
}

fn made(genre: &dyn Genre, size: Option<&str>, count: usize, seed: u64) -> Vec<Record> {
    let mut out = Vec::new();
    let want = GenerateRequest {
        size: size.map(str::to_string),
        seed,
        count: count as u64,
        limits: Limits::default().with_nodes(1500),
        ..GenerateRequest::default()
    };
    genre.generate(&want, &mut |record| out.push(record)).unwrap_or_else(|bad| panic!("{}: {bad}", genre.name()));
    out
}

/// The genres whose names no other genre has.
fn new_genres() -> impl Iterator<Item = &'static Pencil> {
    let known: Vec<&str> = tesuji_pencil::genres::all().iter().map(|genre| genre.name()).collect();
    genres().values().copied().filter(move |genre| !known.contains(&Genre::name(*genre)))
}

#[test]
fn files_are_short_and_named_as_their_genres() {
    for (file, genre) in genres() {
        assert_eq!(file, Genre::name(*genre));
        let text = std::fs::read_to_string(folder().join(format!("{file}.toml"))).expect("a text");
        assert!(text.lines().count() <= 80, "{file}");
    }
    assert!(new_genres().count() >= 10);
}

/// Files of which no puzzles are made in seconds yet: their areas are not drawn (known faults, 17).
const NOT_MADE: [&str; 10] = [
    "araf",
    "dominion",
    "koburin",
    "mochikoro",
    "mochinyoro",
    "nawabari",
    "regional-yajilin",
    "squarejam",
    "tatamibari",
    "uso-tatami",
];

/// The new genres of which puzzles are made.
fn made_genres() -> impl Iterator<Item = &'static Pencil> {
    new_genres().filter(|genre| !NOT_MADE.contains(&Genre::name(*genre)))
}

/// Puzzles are made, have one solution by SAT too, and come back from their text.
#[test]
fn puzzles_are_made_and_have_one_solution_by_sat() {
    let sat = by_name("sat").expect("a SAT solver");
    let mut few = Vec::new();
    for genre in made_genres() {
        let size = genre.info().sizes[0];
        let records = made(genre, Some(size), 3, 5);
        println!("{}: {} of {size}", Genre::name(genre), records.len());
        if records.len() < 3 {
            few.push(Genre::name(genre));
        }
        for record in records {
            let puzzle = Genre::parse(genre, &record.puzzle).unwrap_or_else(|bad| panic!("{}: {bad}", record.puzzle));
            assert_eq!(puzzle.puzzle.text, record.puzzle);
            let View::Clues(view) = genre.view(&puzzle.puzzle).expect("a network") else { panic!("a network") };
            let answer = sat.solve(&view.network, Some(&view.domains), &Limits::solutions(2));
            assert_eq!((answer.solutions.len(), answer.stop), (1, Stop::Exhausted), "{}", record.puzzle);
            let own = record.solution.as_ref().and_then(|s| genre.solution_values(&record.puzzle, s));
            assert_eq!(own.as_deref(), answer.solutions.first().map(Vec::as_slice), "{}", record.puzzle);
        }
    }
    assert!(few.is_empty(), "{few:?}");
}

/// Hints name cells and premises.
#[test]
fn hints_have_premises() {
    let mut without = Vec::new();
    for genre in made_genres() {
        let (mut steps, mut with_premises) = (0, 0);
        for record in made(genre, Some(genre.info().sizes[0]), 2, 5) {
            let puzzle = Genre::parse(genre, &record.puzzle).expect("a puzzle").puzzle;
            let want = HintRequest::new(Genre::catalog(genre));
            let hint = genre.hint(&puzzle, None, &want).unwrap_or_else(|bad| panic!("{}: {bad}", record.puzzle));
            if let Next::Step(step) = hint.next {
                println!("{}: {}", Genre::name(genre), step.words);
                steps += 1;
                with_premises += usize::from(step.data.is_some_and(|data| !data.reasons.is_empty()));
            }
        }
        if steps == 0 || with_premises < steps {
            without.push(format!("{}: {with_premises} of {steps}", Genre::name(genre)));
        }
    }
    assert!(without.is_empty(), "{without:?}");
}

/// A turned or mirrored puzzle is the same puzzle, but where rules tell directions apart.
#[test]
fn images_are_equal_where_rules_tell_no_directions_apart() {
    for (file, images) in [("suguru", false), ("cojun", true), ("aquarium", true), ("chocona", false)] {
        let genre = genres()[file];
        let record = made(genre, Some("6x6"), 1, 9).remove(0);
        let typed = genre.typed(&record.puzzle).expect("a puzzle");
        let texts = Transform::all().filter_map(|transform| {
            let image = transform.image(&typed.board);
            let clues = typed.clues.iter().map(|(&p, clue)| Some((image.place(p)?, clue.transformed(transform)?)));
            let board = std::sync::Arc::new(image.board().clone());
            genre.codec().write(&Puzzle { board, clues: clues.collect::<Option<_>>()? }).ok()
        });
        let least = |text: String| genre.least_image(&Genre::parse(genre, &text).expect("an image").puzzle);
        let least: BTreeSet<String> = texts.map(least).collect();
        assert_eq!(least.len() > 1, images, "{file}: {least:?}");
    }
}
