//! How often closers and motifs occur in sets of problems.
//!
//! ```text
//! cargo run --release -p tesuji-go --example names -- [--nodes N] [--find N] [--every K] [--show NAME] FILE…
//!     [--chains FILE…] [--driven FILE…]
//! ```
//! A FILE is a table of enclosed problems with levels (`.tsv`, the columns of the example
//! `difficulty`), the table of GNU Go's tests or of tsumego.js (with a column `sgf`; the games
//! beside it), an SGF collection (where no stones are marked, the target is the first candidate
//! that the side to move can change), or lines and records. Open problems are read in wider regions
//! first, within `--find` positions, and graded in the region in which they are decided; every Kth
//! problem is graded within `--nodes` positions. After `--chains`, a FILE is a game, and every
//! chain with two or three liberties at its end is asked about (one set together); after
//! `--driven`, every chain that three ataris or more would drive to its capture by a plain reading
//! of ladders, at every tenth move. One line a name: how many problems show it in each set, and in
//! all. `--show NAME` prints the problems that show it, with the words of their grade.

mod sets;
mod table;

use clap::Parser;
use sets::Asked;
use std::collections::BTreeMap;
use std::path::Path;
use table::problem;
use tesuji_genre::GradeRequest;
use tesuji_genre::position::PositionGenre;
use tesuji_go::{DfPnReader, Problem, Tsumego, genres};
use tesuji_solver::Limits;

/// A problem as it stands, or what is to be read first.
enum Entry {
    Ready(Box<Problem>),
    Open(Box<Asked>),
}

fn open(asked: Asked) -> Entry {
    Entry::Open(Box::new(asked))
}

/// The problems of a file.
fn read(path: &str) -> Vec<Entry> {
    let Ok(doc) = std::fs::read(path) else {
        eprintln!("SKIPPED: {path} can't be read");
        return Vec::new();
    };
    let file = Path::new(path);
    if path.ends_with(".tsv") {
        let text = String::from_utf8_lossy(&doc);
        let header = text.lines().next().unwrap_or_default();
        let has = |column: &str| header.split('\t').any(|c| c == column);
        return match (has("sgf"), has("command")) {
            (true, true) => sets::gnugo(file).into_iter().map(open).collect(),
            (true, false) => sets::tsumegojs(file).into_iter().map(open).collect(),
            _ => text
                .lines()
                .skip(1)
                .filter_map(|l| problem(&l.split('\t').collect::<Vec<_>>()))
                .map(|p| Entry::Ready(Box::new(p)))
                .collect(),
        };
    }
    if path.ends_with(".sgf")
        && !["MA[", "TR[", "SQ[", "CR[", "SL["].iter().any(|m| String::from_utf8_lossy(&doc).contains(m))
    {
        return sets::book(&doc).into_iter().map(open).collect();
    }
    let mut all = Vec::new();
    genres()[0].read(&doc, &mut |found| {
        if let Ok(parsed) = found.and_then(|parsed| parsed.settled(&tesuji_genre::Choosing::default()))
            && let Ok(problem) = Problem::parse(&parsed.puzzle.text)
        {
            all.push(Entry::Ready(Box::new(problem)));
        }
    });
    all
}

/// How often closers and motifs occur in sets of problems.
#[derive(Parser)]
struct Args {
    /// Positions to grade a problem
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    /// Positions to find a region in which an open problem is decided
    #[arg(long, default_value_t = 100_000)]
    find: u64,
    /// Every K-th problem
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Print the problems that show these names (with commas between, or `all`)
    #[arg(long, default_value = "", hide_default_value = true)]
    show: String,
    /// Sets of problems
    #[arg(required_unless_present_any = ["chains", "driven"])]
    files: Vec<String>,
    /// Games whose chains with two or three liberties are asked about
    #[arg(long, num_args = 1..)]
    chains: Vec<String>,
    /// Games whose chains that ladders drive are asked about
    #[arg(long, num_args = 1..)]
    driven: Vec<String>,
}

fn main() {
    let Args { nodes, find, every, show, files, chains, driven } = Args::parse();
    let of_kind = |files: Vec<String>, kind| files.into_iter().map(move |file| (file, kind));
    let files = of_kind(files, "").chain(of_kind(chains, "chains")).chain(of_kind(driven, "driven"));
    let limits = Limits::default().with_nodes(nodes).with_memory(512 << 20);
    let want = GradeRequest::new(Tsumego.catalog().clone(), limits);
    let reader = DfPnReader::new();
    // All problems, found (decided in a region), graded.
    let mut sets: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    let mut names: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for (path, kind) in files {
        let file = Path::new(&path);
        let stem = file.file_stem().map_or(path.clone(), |s| s.to_string_lossy().into_owned());
        let set = if kind.is_empty() { stem } else { kind.to_string() };
        let entries: Vec<Entry> = match kind {
            "chains" => sets::chains(file).into_iter().map(open).collect(),
            "driven" => sets::driven_chains(file).into_iter().map(open).collect(),
            _ => read(&path),
        };
        for entry in entries.into_iter().step_by(every as usize) {
            let seen = sets.entry(set.clone()).or_default();
            seen[0] += 1;
            let (name, problem) = match entry {
                Entry::Ready(problem) => (String::new(), Some(*problem)),
                Entry::Open(asked) => (asked.name.clone(), asked.problem(&reader, find)),
            };
            let Some(problem) = problem else { continue };
            seen[1] += 1;
            let graded = match Tsumego.grade(&problem, None, &want) {
                Ok(graded) => graded,
                Err(why) => {
                    if show == "failed" {
                        println!("{set} {name}: {why}: {}", problem.print());
                    }
                    continue;
                }
            };
            seen[2] += 1;
            for id in graded.info.techniques.keys() {
                *names.entry(id.clone()).or_default().entry(set.clone()).or_default() += 1;
                if show.split(',').any(|s| s == id || s == "all") {
                    println!("{id} in {set} {name}: {}\n  {}", problem.print(), graded.words.join("\n  "));
                }
            }
        }
    }
    for (set, [all, found, graded]) in &sets {
        println!("{set}: {all} problems, {found} decided or enclosed, {graded} graded");
    }
    for technique in Tsumego.catalog().list() {
        let id = technique.id().as_str();
        let counts = names.get(id).cloned().unwrap_or_default();
        let each: Vec<String> = counts.iter().map(|(set, n)| format!("{set} {n}")).collect();
        println!("{id}: {} ({})", counts.values().sum::<u64>(), each.join(", "));
    }
}
