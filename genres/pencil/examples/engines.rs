//! Solves the puzzles of files of one genre with one engine and prints what each cost.
//!
//! `cargo run --release -p tesuji-pencil --example engines -- ENGINE GENRE FILE… [--nodes N] [--seconds S] [--count N]
//! [--plain-policy] [--quiet]`, ENGINE being `fast`, `plain` or `learning`.

use std::time::{Duration, Instant};
use tesuji_genre::View;
use tesuji_solver::engine::{Policy, Session};
use tesuji_solver::{FastSolver, Limits, PlainSolver, Solver, Stop};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1));
    let number = |name: &str, default: u64| option(name).and_then(|n| n.parse().ok()).unwrap_or(default);
    let (Some(engine), Some(genre)) = (args.first(), args.get(1)) else {
        eprintln!("usage: engines ENGINE GENRE FILE… [--nodes N] [--seconds S] [--count N] [--no-probe] [--quiet]");
        return;
    };
    let genres = tesuji_pencil::genres();
    let Some(genre) = genres.iter().find(|g| g.name() == genre) else {
        eprintln!("no genre is called {genre}");
        return;
    };
    let limits = Limits::solutions(number("--count", 2) as usize)
        .with_nodes(number("--nodes", u64::MAX))
        .with_time(Duration::from_secs(number("--seconds", 60)));
    let quiet = args.iter().any(|a| a == "--quiet");
    let policy = Policy {
        probe: !args.iter().any(|a| a == "--no-probe"),
        decide_values: !args.iter().any(|a| a == "--decide-removals"),
        ..Policy::default()
    };
    let files = args[2..].iter().take_while(|a| !a.starts_with("--"));
    let (mut puzzles, mut unique, mut several, mut none, mut open) = (0, 0, 0, 0, 0);
    let all = Instant::now();
    for file in files {
        let Ok(text) = std::fs::read_to_string(file) else {
            eprintln!("{file}: can't be read");
            continue;
        };
        for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let view = genre.parse(line.trim()).and_then(|p| genre.view(&p.puzzle));
            let view = match view {
                Ok(View::Clues(view)) => view,
                Ok(View::Reading) => continue,
                Err(bad) => {
                    eprintln!("{file} {}: {bad}", i + 1);
                    continue;
                }
            };
            let start = Instant::now();
            let mut words = String::new();
            let answer = match engine.as_str() {
                "fast" => FastSolver::default().solve(&view.network, Some(&view.domains), &limits),
                "plain" => PlainSolver.solve(&view.network, Some(&view.domains), &limits),
                _ => {
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
            if !quiet {
                println!(
                    "{} {} {:.1?} solutions {} {} {words}",
                    file.rsplit('/').next().unwrap_or(file),
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
