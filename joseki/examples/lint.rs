//! Lints joseki files: `lint FILES`. A line a finding.

use tesuji_joseki::lint::lint;

fn main() {
    let files = std::env::args().skip(1).filter_map(|path| {
        let name = path.rsplit('/').next().unwrap_or(&path).to_string();
        std::fs::read(&path).map_err(|e| eprintln!("{path}: {e}")).ok().map(|bytes| (name, bytes))
    });
    for f in lint(&files.collect::<Vec<_>>()) {
        println!("{} [{}] {}", f.place, f.kind.name(), f.what);
    }
}
