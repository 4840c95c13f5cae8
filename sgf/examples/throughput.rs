//! How fast the reader is: every `.sgf` file of a folder, one after the other as one input, on one
//! core.
//!
//! `cargo run --release -p tesuji-sgf --example throughput -- FOLDER [ROUNDS]`
//!
//! The timed work is checked: the node counts of the whole must be those of the files read one by
//! one, and of a count that knows only brackets.

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;
use tesuji_sgf::Collection;

/// How fast the reader is.
#[derive(Parser)]
struct Args {
    /// A folder of `.sgf` files
    folder: PathBuf,
    /// Rounds over all of them
    #[arg(default_value_t = 21)]
    rounds: usize,
}

fn main() -> ExitCode {
    let Args { folder, rounds } = Args::parse();
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("cannot read {}", folder.display());
        return ExitCode::from(2);
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "sgf"));
    paths.sort();
    let files: Vec<Vec<u8>> = paths.iter().filter_map(|p| std::fs::read(p).ok()).collect();
    let (mut nodes, mut values) = (0, 0);
    let mut whole = Vec::new();
    for file in &files {
        let (sgf, _) = Collection::parse(file);
        // A file of one's own is repaired at its end; in the middle of others it would swallow
        // them.
        if !sgf.is_empty() && semicolons(file).is_some() {
            nodes += sgf.nodes().count();
            values += count_values(&sgf);
            whole.extend_from_slice(file);
            whole.push(b'\n');
        }
    }
    assert_eq!(semicolons(&whole), Some(nodes), "nodes by brackets alone");
    let mut times = Vec::new();
    for _ in 0..rounds {
        let input = whole.clone();
        let start = cpu_time::ThreadTime::now();
        let (sgf, _) = Collection::parse_owned(input);
        times.push(start.elapsed().as_secs_f64());
        assert_eq!((sgf.nodes().count(), count_values(&sgf)), (nodes, values));
    }
    times.sort_by(f64::total_cmp);
    let rate = |t: f64| whole.len() as f64 / 1e6 / t;
    println!(
        "{} files, {} bytes, {nodes} nodes, {values} values: median {:.0} MB/s, best {:.0} MB/s of processor time",
        files.len(),
        whole.len(),
        rate(times[times.len() / 2]),
        rate(times[0])
    );
    ExitCode::SUCCESS
}

fn count_values(sgf: &Collection) -> usize {
    sgf.nodes().flat_map(|n| n.properties().map(|p| p.values().len()).collect::<Vec<_>>()).sum()
}

/// Semicolons outside of values and inside of brackets; `None` when brackets don't match.
fn semicolons(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut nodes, mut at) = (0i64, 0, 0);
    while let Some(&b) = bytes.get(at) {
        at += 1;
        match b {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b';' if depth > 0 => nodes += 1,
            b'[' => {
                while *bytes.get(at)? != b']' {
                    at += 1 + usize::from(bytes.get(at) == Some(&b'\\'));
                }
                at += 1;
            }
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    (depth == 0).then_some(nodes)
}
