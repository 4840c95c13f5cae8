//! The corpora of `data/puzzles`: each solution once, and something to solve in each puzzle.

use std::collections::BTreeMap;
use std::path::Path;
use tesuji_corpus::{Line, Source, next_line};
use tesuji_genre::{Genre, Record, View};

fn genre(name: &str) -> &'static dyn Genre {
    tesuji_genres::all().into_iter().find(|g| g.name() == name).expect("it is registered")
}

#[test]
fn no_corpus_repeats_a_solution_or_has_nothing_to_solve() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/puzzles");
    let (mut files, mut faults) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).expect("the corpora").map_while(Result::ok) {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "gz") {
            continue;
        }
        files += 1;
        let mut seen: BTreeMap<String, u64> = BTreeMap::new();
        let mut input = Source::File(path.clone()).open().expect("it opens");
        let mut number = 0;
        while let Some(line) = next_line(&mut *input).expect("it reads") {
            number += 1;
            let Line::Text(text) = line else { continue };
            let at = format!("{}:{number}", path.display());
            let record: Record = serde_json::from_slice(&text).expect("a record");
            let solution = format!("{} {:?}", record.size, record.solution);
            if let Some(other) = seen.insert(solution, number) {
                faults.push(format!("{at}: the solution of line {other}"));
            }
            let genre = genre(&record.genre);
            let puzzle = genre.parse(&record.puzzle).expect("a puzzle").puzzle;
            let View::Clues(view) = genre.view(&puzzle).expect("a view") else { continue };
            let open = view.domains.iter().filter(|domain| !domain.is_single()).count();
            if 3 * open < view.domains.len() {
                faults.push(format!("{at}: {open} of {} open", view.domains.len()));
            }
        }
    }
    assert!(files > 50, "{files}");
    assert!(faults.is_empty(), "{} faults, of which {:#?}", faults.len(), &faults[..faults.len().min(20)]);
}
