//! Lints joseki files: `lint FILES`. A line a finding.

use clap::Parser;
use tesuji_joseki::lint::lint;

/// Lints joseki files.
#[derive(Parser)]
struct Args {
    /// Joseki trees, in SGF
    #[arg(required = true)]
    files: Vec<String>,
}

fn main() {
    let Args { files } = Args::parse();
    let files = files.into_iter().filter_map(|path| {
        let name = path.rsplit('/').next().unwrap_or(&path).to_string();
        std::fs::read(&path).map_err(|e| eprintln!("{path}: {e}")).ok().map(|bytes| (name, bytes))
    });
    for f in lint(&files.collect::<Vec<_>>()) {
        println!("{} [{}] {}", f.place, f.kind.name(), f.what);
    }
}
