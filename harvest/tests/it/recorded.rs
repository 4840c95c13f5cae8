//! Recorded games: the rule of the source, changes of owners, and one candidate a group. The tapes
//! are test data beside the checkout; without them the test says so.

use flate2::read::GzDecoder;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tesuji_harvest::engine::{EngineId, Query, Reply, Tape, View, answers};
use tesuji_harvest::go::{Rule, candidates, hits, played};
use tesuji_harvest::{CleanOptions, clean_file};

fn data() -> Option<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    if !dir.is_dir() {
        eprintln!("skipped: no recorded games at {}", dir.display());
        return None;
    }
    Some(dir)
}

/// The hits were counted by another program before this one was written, the changes of owners by a
/// second one, of a few lines of Python, from the definition.
#[test]
fn the_rule_hits_what_it_is_known_to_hit() {
    let Some(data) = data() else { return };
    let known = [("gnugo_0796", 39, 10, 2), ("gnugo_0030", 85, 35, 7), ("foxpro_0054", 8, 0, 0)];
    for (name, by_rule, flips, distinct) in known {
        let mut lines = String::new();
        let tape = data.join(format!("katago/games/{name}.jsonl.gz"));
        GzDecoder::new(File::open(tape).expect("opens")).read_to_string(&mut lines).expect("reads");
        let sgf = fs::read(data.join(format!("sgf/games/{name}.sgf"))).expect("reads");
        let game = clean_file(&sgf, name, &CleanOptions::default()).games.remove(0).record;
        let query = Query::of(&game, 30);
        let mut tape = Tape::new(EngineId::default());
        assert_eq!(tape.take(&query, lines.lines(), View::SideToMove), query.turns.len(), "{name}");
        let views = answers(&mut tape, &query, Duration::ZERO).expect("answers").turns;
        let rule = Rule::default();
        let found = hits(&played(&game), &views, &rule);
        let flipped = found.iter().filter(|hit| hit.flips(rule.stones)).count();
        assert_eq!((found.len(), flipped), (by_rule, flips), "{name}");
        let groups = candidates(&found, &rule);
        let told: Vec<_> = groups.iter().map(|hit| (hit.at.after, hit.best.clone(), hit.group().len())).collect();
        eprintln!("{name}: {} groups: {told:?}", groups.len());
        assert_eq!(groups.len(), distinct, "{name}: {told:?}");
    }
}

#[test]
fn all_recorded_lines_are_understood() {
    let Some(data) = data() else { return };
    let text = fs::read_to_string(data.join("katago/fixtures.jsonl")).expect("reads");
    let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line");
        if line["dir"] != "recv" {
            continue;
        }
        let raw = line["raw"].as_str().expect("text");
        let kind = match Reply::parse(raw, View::SideToMove).unwrap_or_else(|why| panic!("{why}: {raw}")) {
            Reply::Answer { is_during: true, .. } => "partial",
            Reply::Answer { analysis: None, .. } => "called off",
            Reply::Answer { .. } => "answer",
            Reply::Warning { .. } => "warning",
            Reply::Refused { id: None, .. } => "refused without an id",
            Reply::Refused { .. } => "refused",
            Reply::Done { .. } => "done",
        };
        *kinds.entry(kind).or_default() += 1;
    }
    assert_eq!(kinds.values().sum::<usize>(), 96, "{kinds:?}");
    assert_eq!(kinds["partial"], 10);
    assert_eq!(kinds["called off"], 3);
    assert_eq!(kinds["warning"], 3);
    assert_eq!(kinds["refused without an id"], 6);
}
