//! Words of steps: sentences of a genre, each technique's first ones, and a check of all steps; a
//! page of hints with their drawings; the time that gradings take.
//!
//! `zcat data/puzzles/masyu.jsonl.gz | cargo run --release -p tesuji-pencil --example words -- masyu`
#![allow(missing_docs, dead_code)]

#[path = "../tests/it/house/steps.rs"]
mod steps;

use clap::Parser;
use std::collections::BTreeMap;
use std::io::Read;
use tesuji_genre::{Genre, GradeRequest, HintRequest, Medium, Puzzle, Record, State};
use tesuji_solver::Limits;

/// Words of steps: sentences of a genre, each technique's first ones, and a check of all steps.
#[derive(Parser)]
struct Args {
    /// The genre of the records on standard input
    genre: String,
    /// Puzzles that are looked at
    #[arg(long, default_value_t = 10)]
    puzzles: usize,
    /// Steps of a puzzle that are looked at
    #[arg(long, default_value_t = 400)]
    steps: u64,
    /// Sentences of each technique that are printed
    #[arg(long, default_value_t = 3)]
    sentences: usize,
    /// Writes the hints of the first puzzle as a page of drawings
    #[arg(long, value_name = "FILE")]
    page: Option<std::path::PathBuf>,
    /// Hints on the page
    #[arg(long, default_value_t = 12)]
    hints: usize,
    /// Only grades, and tells the time of each
    #[arg(long)]
    grade: bool,
}

/// The puzzles on standard input: records, or what the genre reads.
fn puzzles(genre: &dyn Genre, most: usize) -> Vec<Puzzle> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("text");
    let records: Vec<Record> = text.lines().take(most).map_while(|line| serde_json::from_str(line).ok()).collect();
    if !records.is_empty() {
        return records.iter().map(|r| genre.parse(&r.puzzle).expect("a puzzle").puzzle).collect();
    }
    let mut found = Vec::new();
    genre.read(text.as_bytes(), &mut |read| found.extend(read.map(|parsed| parsed.puzzle)));
    found.truncate(most);
    found
}

/// The hints of a puzzle from its start, with drawings, as a page.
fn page(genre: &dyn Genre, puzzle: &Puzzle, hints: usize) -> String {
    let mut state = State::default();
    let mut out = "<!doctype html><meta charset=\"utf-8\"><style>figure{display:inline-block;width:30%;\
                   vertical-align:top;margin:1%}svg{max-width:100%;height:auto}</style>"
        .to_string();
    for _ in 0..hints {
        let want = HintRequest { last_resort: true, ..HintRequest::new(genre.catalog()) };
        let Ok(hint) = genre.hint(puzzle, Some(&state), &want) else { break };
        let Some(step) = hint.step() else { break };
        let drawing = genre.draw(puzzle, Some(&state), &step.marks, Medium::Svg).expect("a drawing");
        out += &format!("<figure>{drawing}<figcaption>{}</figcaption></figure>", step.words);
        state.placed.extend(step.deduction.places.iter().map(|l| (l.var.0, l.value)));
        for gone in &step.deduction.removes {
            *state.removed.entry(gone.var.0).or_default() |= gone.values.0;
        }
        for l in &step.deduction.places {
            state.removed.remove(&l.var.0);
        }
    }
    out
}

fn main() {
    let args = Args::parse();
    let genres = tesuji_pencil::genres::all();
    let genre = genres.iter().find(|g| Genre::name(**g) == args.genre).expect("a genre of the house");
    let mut tally = steps::Tally::default();
    let puzzles = puzzles(*genre, args.puzzles);
    if args.grade {
        for puzzle in &puzzles {
            let from = std::time::Instant::now();
            let want = GradeRequest { words: false, ..GradeRequest::new(genre.catalog().clone(), Limits::default()) };
            let grade = genre.grade(puzzle, None, &want).expect("a grade").info;
            println!("{} {} {} {:.3} s", puzzle.size, grade.tier, grade.score, from.elapsed().as_secs_f64());
        }
        return;
    }
    if let (Some(file), Some(puzzle)) = (&args.page, puzzles.first()) {
        std::fs::write(file, page(*genre, puzzle, args.hints)).expect("written");
    }
    puzzles.iter().for_each(|puzzle| tally.puzzle(*genre, puzzle, args.steps));
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for (technique, words) in &tally.words {
        let n = told.entry(technique).or_default();
        *n += 1;
        if *n <= args.sentences {
            println!("{words}");
        }
    }
    tally.wrong.iter().take(5).for_each(|wrong| println!("WRONG {wrong}"));
    println!(
        "{}: {} steps, {} with no premise to spare, {} conclusions by the simple reference, {} without a place, {} wrong",
        args.genre,
        tally.steps,
        tally.minimal,
        tally.simply,
        tally.bare,
        tally.wrong.len()
    );
    std::process::exit(i32::from(!tally.wrong.is_empty() || tally.bare > 0));
}
