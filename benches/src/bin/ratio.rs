//! `ratio [--rounds N] [--width W] [--tdoku LIBRARY] FILE…`: the fast engine beside the sudoku crate
//! and, where its library is named, tdoku; each parses the 81-character lines itself.
//!
//! Answers are compared first. Then ours and a rival run in turn over a whole file; printed are the
//! medians of the rounds in thread CPU time a puzzle, and the median of the rounds' ratios.

use clap::Parser;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use sudoku::Sudoku;
use tesuji_benches::tdoku::Tdoku;
use tesuji_benches::{boxed, cpu_time, median, parse_line};
use tesuji_solver::Limits;
use tesuji_solver::fast::{Engine, Width};

/// CPU time that one measurement should take at least.
const SLICE: f64 = 0.03;

fn ours_count(engine: &Engine, line: &str, limits: &Limits) -> usize {
    parse_line(line).map_or(0, |givens| engine.count_givens(&givens, 0, limits).solutions)
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

/// A rival: solutions up to two, and the first of them.
struct Rival {
    name: &'static str,
    count: Box<dyn Fn(&str) -> usize>,
    first: Box<dyn Fn(&str) -> Option<[u8; 81]>>,
}

fn rivals(tdoku: Option<Tdoku>) -> Vec<Rival> {
    let mut all = vec![Rival {
        name: "crate",
        count: Box::new(|line| Sudoku::from_str_line(line).map_or(0, |s| s.solutions_count_up_to(2))),
        first: Box::new(|line| Some(Sudoku::from_str_line(line).ok()?.some_solution()?.to_bytes())),
    }];
    if let Some(tdoku) = tdoku {
        let tdoku = std::rc::Rc::new(tdoku);
        let other = tdoku.clone();
        all.push(Rival {
            name: "tdoku",
            count: Box::new(move |line| tdoku.count(line)),
            first: Box::new(move |line| other.first(line)),
        });
    }
    all
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

/// The fast engine beside the sudoku crate and tdoku.
#[derive(Parser)]
struct Args {
    /// Rounds over each file
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Vectors of the engine; the widest where nothing is said
    #[arg(long, value_parser = ["portable", "sse2", "avx2", "best"])]
    width: Option<String>,
    /// The shared library of tdoku
    #[arg(long)]
    tdoku: Option<PathBuf>,
    /// Files of 81-character lines
    #[arg(required = true)]
    files: Vec<String>,
}

fn run(args: &Args) -> Result<(), String> {
    let rounds = args.rounds as usize;
    let width = match args.width.as_deref() {
        Some("portable") => Width::Portable,
        Some("sse2") => Width::Sse2,
        Some("avx2") => Width::Avx2,
        _ => Width::best(),
    };
    let rivals = rivals(args.tdoku.as_deref().map(Tdoku::load).transpose()?);
    let engine = Engine::compile_for(&boxed(3, 3), width);
    println!("{} beside rivals; thread CPU time, median of {rounds} rounds, µs a puzzle", engine.kernel());
    println!(
        "{:34} {:>6} {:>6} {:>24} {:>28}",
        "file", "lines", "rival", "count to 2: ours it ratio", "first: ours it ratio"
    );
    let (one, two) = (Limits::solutions(1), Limits::solutions(2));
    for file in &args.files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let lines: Vec<String> = text
            .lines()
            .filter(|l| !l.starts_with('#') && parse_line(l).is_some())
            .map(|l| l[..81].replace('0', "."))
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        for (rival, line) in rivals.iter().flat_map(|rival| lines.iter().map(move |line| (rival, line))) {
            let (ours, theirs) = (ours_count(&engine, line, &two), (rival.count)(line));
            if ours != theirs || (ours == 1 && ours_first(&engine, line, &one) != (rival.first)(line)) {
                return Err(format!("{file}: {} has another answer for {line}: {ours} and {theirs}", rival.name));
            }
        }
        let name = file.rsplit('/').next().unwrap_or(file);
        for rival in &rivals {
            let ours = |l: &str| {
                black_box(ours_count(&engine, l, &two));
            };
            let theirs = |l: &str| {
                black_box((rival.count)(l));
            };
            let count = paired(&lines, rounds, &ours, &theirs);
            let ours = |l: &str| {
                black_box(ours_first(&engine, l, &one));
            };
            let theirs = |l: &str| {
                black_box((rival.first)(l));
            };
            let first = paired(&lines, rounds, &ours, &theirs);
            println!(
                "{name:34} {:>6} {:>6} {:>12.2} {:>8.2} {:>6.2} {:>12.2} {:>8.2} {:>6.2}",
                lines.len(),
                rival.name,
                count[0],
                count[1],
                count[2],
                first[0],
                first[1],
                first[2]
            );
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(1)
        }
    }
}
