//! `ratio [--rounds N] [--width W] FILE…`: the fast engine beside the sudoku crate, both parsing
//! each 81-character line.
//!
//! Answers are compared first. Then both run in turn over a whole file; printed are the medians of
//! the rounds in thread CPU time a puzzle, and the median of the rounds' ratios.

use clap::Parser;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::ExitCode;
use sudoku::Sudoku;
use tesuji_benches::{boxed, cpu_time, median, parse_line};
use tesuji_solver::Limits;
use tesuji_solver::fast::{Engine, Width};

/// CPU time that one measurement should take at least.
const SLICE: f64 = 0.03;

fn ours_count(engine: &Engine, line: &str, limits: &Limits) -> usize {
    parse_line(line).map_or(0, |givens| engine.count_givens(&givens, 0, limits).solutions)
}

fn theirs_count(line: &str) -> usize {
    Sudoku::from_str_line(line).map_or(0, |s| s.solutions_count_up_to(2))
}

fn ours_first(engine: &Engine, line: &str, limits: &Limits) -> Option<[u8; 81]> {
    let mut first = None;
    let givens = parse_line(line)?;
    engine.solve_givens(&givens, 0, limits, &mut |values| {
        first = values.try_into().ok();
        ControlFlow::Continue(())
    });
    first
}

fn theirs_first(line: &str) -> Option<[u8; 81]> {
    Some(Sudoku::from_str_line(line).ok()?.some_solution()?.to_bytes())
}

/// Medians of the two times a puzzle (µs), and of their ratio.
fn paired(lines: &[&str], rounds: usize, ours: &dyn Fn(&str), theirs: &dyn Fn(&str)) -> [f64; 3] {
    let pass = |work: &dyn Fn(&str)| cpu_time(|| lines.iter().for_each(|l| work(l))).as_secs_f64();
    let repeats = |work: &dyn Fn(&str)| (SLICE / pass(work).max(1e-6)).ceil().max(1.0) as usize;
    let (n, m) = (repeats(ours), repeats(theirs));
    let figures: Vec<(f64, f64)> = (0..rounds)
        .map(|_| {
            let a = (0..n).map(|_| pass(ours)).sum::<f64>() / n as f64;
            let b = (0..m).map(|_| pass(theirs)).sum::<f64>() / m as f64;
            (a * 1e6 / lines.len() as f64, b * 1e6 / lines.len() as f64)
        })
        .collect();
    let of = |f: &dyn Fn(&(f64, f64)) -> f64| median(figures.iter().map(f).collect());
    [of(&|p| p.0), of(&|p| p.1), of(&|p| p.0 / p.1)]
}

/// The fast engine beside the sudoku crate.
#[derive(Parser)]
struct Args {
    /// Rounds over each file
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Vectors of the engine; the widest where nothing is said
    #[arg(long, value_parser = ["portable", "sse2", "avx2", "best"])]
    width: Option<String>,
    /// Files of 81-character lines
    #[arg(required = true)]
    files: Vec<String>,
}

fn main() -> ExitCode {
    let Args { rounds, width, files } = Args::parse();
    let rounds = rounds as usize;
    let width = match width.as_deref() {
        Some("portable") => Width::Portable,
        Some("sse2") => Width::Sse2,
        Some("avx2") => Width::Avx2,
        _ => Width::best(),
    };
    let engine = Engine::compile_for(&boxed(3, 3), width);
    println!("{} beside the sudoku crate; thread CPU time, median of {rounds} rounds, µs a puzzle", engine.kernel());
    println!("{:34} {:>6} {:>24} {:>28}", "file", "lines", "count to 2: ours crate ratio", "first: ours crate ratio");
    let (one, two) = (Limits::solutions(1), Limits::solutions(2));
    for file in &files {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(1);
            }
        };
        let lines: Vec<&str> =
            text.lines().filter(|l| !l.starts_with('#') && parse_line(l).is_some()).map(|l| &l[..81]).collect();
        for line in &lines {
            let (ours, theirs) = (ours_count(&engine, line, &two), theirs_count(line));
            if ours != theirs || (ours == 1 && ours_first(&engine, line, &one) != theirs_first(line)) {
                eprintln!("{file}: different answers for {line}: {ours} and {theirs}");
                return ExitCode::from(1);
            }
        }
        let count = paired(
            &lines,
            rounds,
            &|l| {
                black_box(ours_count(&engine, l, &two));
            },
            &|l| {
                black_box(theirs_count(l));
            },
        );
        let first = paired(
            &lines,
            rounds,
            &|l| {
                black_box(ours_first(&engine, l, &one));
            },
            &|l| {
                black_box(theirs_first(l));
            },
        );
        let name = file.rsplit('/').next().unwrap_or(file);
        println!(
            "{name:34} {:>6} {:>12.2} {:>8.2} {:>6.2} {:>12.2} {:>8.2} {:>6.2}",
            lines.len(),
            count[0],
            count[1],
            count[2],
            first[0],
            first[1],
            first[2]
        );
    }
    ExitCode::SUCCESS
}
