//! Solves the puzzles of files of one genre with one engine and prints what each cost.
//!
//! `cargo run --release -p tesuji-pencil --example engines -- ENGINE GENRE FILE… [--nodes N]
//! [--seconds S] [--count N] [--no-probe] [--decide-removals] [--quiet]`

use clap::{Parser, ValueEnum};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tesuji_genre::View;
use tesuji_solver::engine::{Policy, Session};
use tesuji_solver::{FastSolver, Limits, PlainSolver, Solver, Stop};

/// An engine of the solver.
#[derive(Clone, Copy, ValueEnum)]
enum Engine {
    /// The kernels, with the hand-over to the learning engine
    Fast,
    /// The plain kernel
    Plain,
    /// The learning engine alone
    Learning,
}

/// Solves the puzzles of files with one engine.
#[derive(Parser)]
struct Args {
    /// The engine
    engine: Engine,
    /// The genre
    genre: String,
    /// Files of a puzzle a line
    files: Vec<PathBuf>,
    /// Nodes of a puzzle
    #[arg(long, default_value_t = u64::MAX)]
    nodes: u64,
    /// Seconds of a puzzle
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Solutions that are looked for
    #[arg(long, default_value_t = 2)]
    count: usize,
    /// The learning engine does not probe at the root
    #[arg(long)]
    no_probe: bool,
    /// The learning engine decides removals in place of values
    #[arg(long)]
    decide_removals: bool,
    /// Print only the summary
    #[arg(long)]
    quiet: bool,
}

fn main() {
    let args = Args::parse();
    let genres = tesuji_pencil::genres();
    let Some(genre) = genres.iter().find(|g| g.name() == args.genre) else {
        eprintln!("no genre is called {}", args.genre);
        std::process::exit(2);
    };
    let limits = Limits::solutions(args.count).with_nodes(args.nodes).with_time(Duration::from_secs(args.seconds));
    let policy = Policy { probe: !args.no_probe, decide_values: !args.decide_removals, ..Policy::default() };
    let (mut puzzles, mut unique, mut several, mut none, mut open) = (0, 0, 0, 0, 0);
    let all = Instant::now();
    for file in &args.files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let Ok(text) = std::fs::read_to_string(file) else {
            eprintln!("{name}: can't be read");
            continue;
        };
        for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let view = genre.parse(line.trim()).and_then(|p| genre.view(&p.puzzle));
            let view = match view {
                Ok(View::Clues(view)) => view,
                Ok(View::Reading) => continue,
                Err(bad) => {
                    eprintln!("{name} {}: {bad}", i + 1);
                    continue;
                }
            };
            let start = Instant::now();
            let mut words = String::new();
            let answer = match args.engine {
                Engine::Fast => FastSolver::default().solve(&view.network, Some(&view.domains), &limits),
                Engine::Plain => PlainSolver.solve(&view.network, Some(&view.domains), &limits),
                Engine::Learning => {
                    let mut session = Session::within(&view.network, &view.domains, policy);
                    let build = start.elapsed();
                    let answer = session.solve(&[], &limits);
                    words = format!("build {build:.1?} {:?}", session.effort());
                    answer
                }
            };
            puzzles += 1;
            match (answer.solutions.len(), answer.stop) {
                (1, Stop::Exhausted) => unique += 1,
                (0, Stop::Exhausted) => none += 1,
                (2.., _) => several += 1,
                _ => open += 1,
            }
            if !args.quiet {
                println!(
                    "{name} {} {:.1?} solutions {} {} {words}",
                    i + 1,
                    start.elapsed(),
                    answer.solutions.len(),
                    answer.stop.name()
                );
            }
        }
    }
    println!("{puzzles} puzzles: {unique} unique, {several} several, {none} none, {open} open; {:.2?}", all.elapsed());
}
