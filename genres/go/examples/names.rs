//! How often closers and motifs occur in sets of problems.
//!
//! ```text
//! cargo run --release -p tesuji-go --example names -- NODES EVERY FILE…
//! ```
//! A FILE is a table of enclosed problems with levels (`.tsv`, the columns of the example `difficulty`), an SGF collection,
//! or lines and records; every EVERYth of its problems is graded within NODES positions. One line a name: how many problems
//! show it in each file, and in all.

mod table;

use std::collections::BTreeMap;
use table::problem;
use tesuji_genre::GradeRequest;
use tesuji_genre::position::PositionGenre;
use tesuji_go::{Problem, Tsumego, genres};
use tesuji_solver::Limits;

/// The problems of a file.
fn read(path: &str) -> Vec<Problem> {
    let Ok(doc) = std::fs::read(path) else {
        eprintln!("SKIPPED: {path} can't be read");
        return Vec::new();
    };
    if path.ends_with(".tsv") {
        let text = String::from_utf8_lossy(&doc);
        return text.lines().skip(1).filter_map(|l| problem(&l.split('\t').collect::<Vec<_>>())).collect();
    }
    let mut all = Vec::new();
    genres()[0].read(&doc, &mut |found| {
        if let Ok(parsed) = found
            && let Ok(problem) = Problem::parse(&parsed.puzzle.text)
        {
            all.push(problem);
        }
    });
    all
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = |default: u64| args.next().and_then(|a| a.parse().ok()).unwrap_or(default);
    let (nodes, every) = (number(200_000), number(1).max(1));
    let limits = Limits::default().with_nodes(nodes).with_memory(512 << 20);
    let want = GradeRequest { catalog: Tsumego.catalog().clone(), ceiling: None, needs: false, trial: 0, limits };
    let mut sets: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut names: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for path in args {
        // Files of one folder are one set.
        let parts: Vec<&str> = path.rsplit('/').collect();
        let single = path.ends_with(".tsv") || path.ends_with(".jsonl");
        let set = if single { parts[0] } else { parts.get(1).copied().unwrap_or(parts[0]) };
        for problem in read(&path).into_iter().step_by(every as usize) {
            let seen = sets.entry(set.to_string()).or_default();
            seen.0 += 1;
            let Ok(graded) = Tsumego.grade(&problem, None, &want) else { continue };
            seen.1 += 1;
            for id in graded.info.techniques.keys() {
                *names.entry(id.clone()).or_default().entry(set.to_string()).or_default() += 1;
            }
        }
    }
    for (set, (all, decided)) in &sets {
        println!("{set}: {all} problems, {decided} graded");
    }
    for technique in Tsumego.catalog().list() {
        let id = technique.id().as_str();
        let counts = names.get(id).cloned().unwrap_or_default();
        let each: Vec<String> = counts.iter().map(|(set, n)| format!("{set} {n}")).collect();
        println!("{id}: {} ({})", counts.values().sum::<u64>(), each.join(", "));
    }
}
