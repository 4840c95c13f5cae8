//! `killer FILE.json`: counts the solutions (up to 2) of every killer sudoku of a Puzzle Kit file
//! and compares the first with the stored one; prints times and nodes, by size.

use clap::Parser;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;
use tesuji_benches::{boxed, cpu_time};
use tesuji_solver::fast::Engine;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Limits, Network, Var};

/// The words of a grid block, after its first line with the size.
fn words(text: &str) -> (usize, Vec<&str>) {
    let mut words = text.split_whitespace();
    let size = words.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    words.next();
    (size, words.collect())
}

/// The network: boxes, and a cage for every label; sums stand in any cell of the cage.
fn network(n: usize, words: &[&str]) -> Option<Network> {
    let (h, w) = match n {
        4 => (2, 2),
        6 => (2, 3),
        8 => (2, 4),
        9 => (3, 3),
        _ => return None,
    };
    let (sums, labels) = words.split_at_checked(n * n)?;
    let mut cages: BTreeMap<&str, (Vec<Var>, Option<u32>)> = BTreeMap::new();
    for (i, (&label, sum)) in labels.iter().zip(sums).enumerate() {
        let cage = cages.entry(label).or_default();
        cage.0.push(Var(i as u32));
        cage.1 = cage.1.or(sum.parse().ok());
    }
    let mut net = boxed(h, w);
    for (vars, total) in cages.into_values() {
        let spec = match total {
            Some(total) => RuleSpec::Cage { vars, total },
            None => RuleSpec::AllDifferent { vars },
        };
        net.add(spec).ok()?;
    }
    Some(net)
}

/// Counts the solutions (up to 2) of every killer sudoku of a Puzzle Kit file.
#[derive(Parser)]
struct Args {
    /// The Puzzle Kit file
    file: String,
}

fn main() -> ExitCode {
    let Args { file } = Args::parse();
    let parsed: Option<Json> = std::fs::read_to_string(&file).ok().and_then(|t| serde_json::from_str(&t).ok());
    let Some(puzzles) = parsed.as_ref().and_then(|j| j["data"].as_object()) else {
        eprintln!("{file}: no Puzzle Kit file");
        return ExitCode::from(1);
    };
    let mut tally: BTreeMap<usize, Vec<(f64, u64)>> = BTreeMap::new();
    let (mut differ, mut several, mut skipped, mut unfinished) = (0, 0, 0, 0);
    for (name, puzzle) in puzzles {
        let (n, problem) = words(puzzle["problem"].as_str().unwrap_or(""));
        let (_, solution) = words(puzzle["solution"].as_str().unwrap_or(""));
        let Some(net) = network(n, &problem) else {
            skipped += 1;
            continue;
        };
        let engine = Engine::compile(&net);
        let limits = Limits::solutions(2).with_time(Duration::from_secs(10));
        let mut answer = None;
        let time = cpu_time(|| answer = Some(engine.solve(net.domains(), &limits)));
        let Some(answer) = answer else { continue };
        unfinished += usize::from(!answer.stop.is_complete());
        several += usize::from(answer.solutions.len() > 1);
        let stored: Vec<u8> = solution.iter().filter_map(|w| w.parse().ok()).collect();
        if answer.solutions.len() == 1 && answer.solutions[0] != stored || answer.solutions.is_empty() {
            println!("{name}: {} solutions, {:?}", answer.solutions.len(), answer.stop);
            differ += 1;
        }
        tally.entry(n).or_default().push((time.as_secs_f64() * 1e3, answer.stats.nodes));
    }
    for (n, mut times) in tally {
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mean = times.iter().map(|t| t.0).sum::<f64>() / times.len() as f64;
        let nodes = times.iter().map(|t| t.1).sum::<u64>() as f64 / times.len() as f64;
        println!(
            "{n}×{n}: {} puzzles, ms mean {mean:.3} median {:.3} max {:.3}, nodes mean {nodes:.1}",
            times.len(),
            times[times.len() / 2].0,
            times[times.len() - 1].0
        );
    }
    println!("differ {differ}, several solutions {several}, unfinished {unfinished}, skipped {skipped}");
    ExitCode::from(u8::from(differ > 0))
}
