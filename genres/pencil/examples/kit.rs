//! Solves the stored puzzles of a genre of the house; counts and times on one thread:
//! `cargo run --release -p tesuji-pencil --example kit -- GENRE FILE`.

use clap::Parser;
use std::time::Instant;
use tesuji_genre::View;
use tesuji_solver::engine::LearningSolver;
use tesuji_solver::{Limits, Solver, Stop};

/// Solves the stored puzzles of a data set of Puzzle Kit.
#[derive(Parser)]
struct Args {
    /// The genre
    genre: String,
    /// The data set
    file: std::path::PathBuf,
}

fn main() {
    let Args { genre: name, file } = Args::parse();
    let genre = tesuji_pencil::genres::all().into_iter().find(|g| g.name() == name);
    let (Some(genre), Ok(text)) = (genre, std::fs::read_to_string(&file)) else {
        return println!("no genre {name:?}, or no such file");
    };
    let set: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    let (mut total, mut slowest) = (0.0, (0.0, String::new()));
    for (id, entry) in set["data"].as_object().into_iter().flatten() {
        let text = |key: &str| entry[key].as_str().unwrap_or("");
        let read = genre.read_kit(text("problem"), text("solution"));
        let view = read.and_then(|(puzzle, stored)| {
            let puzzle = genre.parse(&puzzle)?.puzzle;
            Ok((genre.view(&puzzle)?, stored, puzzle))
        });
        let (view, stored, puzzle) = match view {
            Ok((View::Clues(view), stored, puzzle)) => (view, stored, puzzle),
            Ok(_) => continue,
            Err(bad) => {
                println!("{id}: {bad}");
                *counts.entry("not read").or_default() += 1;
                continue;
            }
        };
        let limits = Limits::solutions(2).with_time(std::time::Duration::from_secs(10));
        let start = Instant::now();
        let answer = LearningSolver::default().solve(&view.network, Some(&view.domains), &limits);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        total += ms;
        if ms > slowest.0 {
            slowest = (ms, id.clone());
        }
        let fits = |solution: &Vec<u8>| stored.iter().all(|(var, value)| solution[var.index()] == *value);
        let verdict = match (answer.solutions.as_slice(), answer.stop) {
            ([one], Stop::Exhausted) if stored.is_empty() => {
                let _ = one;
                "unique, no answer stored"
            }
            ([one], Stop::Exhausted) if fits(one) => "found",
            ([_], Stop::Exhausted) => "differ",
            ([], Stop::Exhausted) => "without solution",
            ([_, _, ..], _) => "several solutions",
            _ => "unfinished",
        };
        if !["found", "unique, no answer stored"].contains(&verdict) {
            println!("{id}: {verdict} {}", puzzle.text);
        }
        *counts.entry(verdict).or_default() += 1;
    }
    println!("{name}: {counts:?}, {total:.0} ms in all, slowest {:.1} ms ({})", slowest.0, slowest.1);
}
