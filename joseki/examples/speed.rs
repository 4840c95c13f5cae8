//! How long loading and a query take, and what the book holds in memory:
//! `speed BOOK.gtp [GAMES.jsonl]`.
//!
//! The positions of the second file (an object a line with `size` and `moves`) are asked; without
//! it, those along every variation of the book. Every answer is compared with that of the plain
//! matcher on a sample, and all are summed, so that no work can be left out.

use clap::Parser;
use std::hint::black_box;
use std::time::Instant;
use tesuji_joseki::book_file;
use tesuji_joseki::dictionary::Dictionary;
use tesuji_joseki::point::{Color, Move, Point};
use tesuji_joseki::position::Position;
use tesuji_joseki::variation::{Book, Step};

/// Positions along the variations of a book.
fn along(book: &Book) -> Vec<Position> {
    let mut positions = Vec::new();
    for variation in book.chapters.iter().flat_map(|c| &c.variations) {
        let mut position = Position::new(19);
        for step in &variation.steps {
            let mv = match *step {
                Step::Setup { color, at } => Move { color, at: Some(at) },
                Step::Play { mv, .. } => mv,
            };
            if position.play(mv).is_err() {
                break;
            }
            positions.push(position.clone());
        }
    }
    positions
}

fn recorded(text: &str) -> Vec<Position> {
    let mut positions = Vec::new();
    for line in text.lines() {
        let Ok(case) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let mut position = Position::new(case["size"].as_u64().unwrap_or(19) as u8);
        for mv in case["moves"].as_array().into_iter().flatten() {
            let (Some(color), Some(at)) = (mv[0].as_str().and_then(Color::read), mv[1].as_str()) else { continue };
            let at = Point::read(at, position.board().size());
            let _ = position.play(Move { color, at });
        }
        if position.board().size() == 19 {
            positions.push(position);
        }
    }
    positions
}

/// How long loading and a query take, and what the book holds in memory.
#[derive(Parser)]
struct Args {
    /// The pattern book
    book: String,
    /// Positions to ask about, an object a line with `size` and `moves`
    games: Option<String>,
}

fn main() {
    let Args { book: path, games } = Args::parse();
    let mut best_load = f64::MAX;
    let mut loaded = None;
    for _ in 0..11 {
        let start = Instant::now();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let book = book_file::read(&path, &text, &mut |p| eprintln!("{p}"));
        let dictionary = Dictionary::build(19, &book, &mut |p| eprintln!("{p}"));
        best_load = best_load.min(start.elapsed().as_secs_f64() * 1e3);
        loaded = Some((book, dictionary));
    }
    let Some((book, dictionary)) = loaded else { return };
    let counts = dictionary.counts();
    println!("load {best_load:.1} ms (best of 11): {counts:?}, {} bytes", dictionary.memory());

    let positions = match games {
        Some(games) => recorded(&std::fs::read_to_string(games).unwrap_or_default()),
        None => along(&book),
    };
    let (mut best, mut worst, mut sum) = (f64::MAX, 0f64, 0);
    for round in 0..7 {
        sum = 0;
        let start = Instant::now();
        for position in &positions {
            sum += dictionary.suggest(black_box(position)).iter().map(|s| usize::from(s.rating)).sum::<usize>();
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / positions.len() as f64);
        if round == 0 {
            for position in &positions {
                // The slowest single position, each measured at its best of five.
                let one = (0..5).map(|_| {
                    let start = Instant::now();
                    black_box(dictionary.suggest(black_box(position)));
                    start.elapsed().as_secs_f64() * 1e6
                });
                worst = worst.max(one.fold(f64::MAX, f64::min));
            }
        }
    }
    println!(
        "suggest {best:.2} µs a query (best round of 7 over {} positions), slowest {worst:.2} µs",
        positions.len()
    );
    let (mut marks, mut whole) = (0, f64::MAX);
    for _ in 0..7 {
        let start = Instant::now();
        marks = positions.iter().map(|p| dictionary.matches(black_box(p)).ignored.len()).sum();
        whole = whole.min(start.elapsed().as_secs_f64() * 1e6 / positions.len() as f64);
    }
    println!("matches, with marks and circles: {whole:.2} µs a query (best round of 7)");
    println!("sum of ratings {sum}, marks {marks}");

    // The answers are right: those of the plain matcher, over the smaller chapters (it is slow).
    let few = Book { chapters: book.chapters.iter().rev().take(2).cloned().collect() };
    let plain = tesuji_joseki::reference::PlainBook::build(19, &few);
    let fast = Dictionary::build(19, &few, &mut |_| ());
    for position in positions.iter().step_by(positions.len() / 40 + 1) {
        let ours: Vec<(String, u8)> = fast.suggest(position).iter().map(|s| (s.at.to_string(), s.rating)).collect();
        let theirs = plain.matches(position.board()).ratings;
        assert_eq!(ours.into_iter().collect::<std::collections::BTreeMap<_, _>>(), theirs);
    }
    println!("answers agree with the plain matcher");
}
