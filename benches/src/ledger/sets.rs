//! Rows over the corpora of all genres: solving, grading, hints, reading of records.

use super::clock::timed;
use super::{Row, Trouble, Work};
use crate::race::{spread, works};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tesuji_corpus::Source;
use tesuji_genre::{Genre, GradeRequest, HintRequest, Next, Puzzle, Record};
use tesuji_solver::Limits;

/// Puzzles of a set.
const TAKE: usize = 6;
/// Nodes of a question about one puzzle.
const NODES: u64 = 2_000_000;
/// CPU seconds of a turn.
const SLICE: f64 = 0.06;

/// The corpus of a genre: its name in `data`.
fn file(genre: &dyn Genre) -> PathBuf {
    let data = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../data"));
    match genre.name() {
        "azul" => data.join("azul/pack-end-bonus.jsonl"),
        name => data.join(format!("puzzles/{name}.jsonl.gz")),
    }
}

/// A puzzle and its record.
type Item = (Puzzle, Record);

fn items(genre: &'static dyn Genre) -> Result<Vec<Item>, String> {
    let path = file(genre);
    let all = works(genre, &Source::of_arg(path.display().to_string()))?;
    let items: Vec<Item> = spread(all, TAKE).map(|work| (work.puzzle, work.record)).collect();
    if items.is_empty() { Err(format!("{}: no puzzles", path.display())) } else { Ok(items) }
}

/// Looks at `amount` items, in turn.
fn each(items: &[Item], amount: u64, look: &dyn Fn(&Item) -> Result<(), String>) -> Result<super::Done, String> {
    let all = items.iter().cycle().take(amount as usize);
    timed(amount, || all.into_iter().try_for_each(|item| look(item).map_err(|why| format!("{}: {why}", item.0.text))))
}

/// A puzzle has the solution of its record, and no other.
fn solved(genre: &dyn Genre, (puzzle, record): &Item) -> Result<(), String> {
    let solved = genre.solve(puzzle, &Limits::solutions(2).with_nodes(NODES)).map_err(|bad| bad.to_string())?;
    match (&solved.solutions[..], &record.solution) {
        // A game's record has a value beside the move, which the answer may give more exactly.
        ([_], _) if genre.as_clues().is_none() => Ok(()),
        ([only], Some(stored)) if only == stored => Ok(()),
        (found, _) => Err(format!("{} solutions, not that of the record ({:?})", found.len(), solved.stop)),
    }
}

/// The techniques solve it if they did when its record was made.
fn graded(genre: &dyn Genre, (puzzle, record): &Item) -> Result<(), String> {
    let want = GradeRequest { words: false, ..GradeRequest::new(genre.catalog().clone(), limits()) };
    let graded = genre.grade(puzzle, None, &want).map_err(|bad| bad.to_string())?;
    let was_solved = record.grade.as_ref().is_some_and(|grade| grade.solved);
    if graded.info.solved || !was_solved { Ok(()) } else { Err("the techniques don't solve it".to_string()) }
}

/// There is a step to tell.
fn hinted(genre: &dyn Genre, (puzzle, record): &Item) -> Result<(), String> {
    let want = HintRequest { limits: limits(), ..HintRequest::new(genre.catalog()) };
    let hint = genre.hint(puzzle, None, &want).map_err(|bad| bad.to_string())?;
    let is_solvable = record.grade.as_ref().is_some_and(|grade| grade.solved);
    match hint.next {
        Next::Step(step) if !step.words.is_empty() => Ok(()),
        _ if !is_solvable => Ok(()),
        other => Err(format!("no step: {other:?}")),
    }
}

fn limits() -> Limits {
    Limits::default().with_nodes(NODES)
}

/// The rows.
pub(super) fn rows(to: &mut Vec<Row>) {
    type Look = fn(&dyn Genre, &Item) -> Result<(), String>;
    let looks: [(&str, Look); 3] = [("solve", solved), ("grade", graded), ("hint", hinted)];
    for (what, look) in looks {
        for genre in tesuji_genres::all().into_iter().filter(|genre| file(*genre).exists()) {
            let prepare = move || -> Result<Work, Trouble> {
                let items = items(genre)?;
                Ok(Box::new(move |amount| each(&items, amount, &|item| look(genre, item))))
            };
            to.push(Row::new(format!("{what} {}", genre.name()), "puzzles", SLICE, prepare));
        }
    }
    to.push(Row::new("parse records".to_string(), "records", SLICE, reading));
}

/// Records of all genres as lines, read down to their puzzles.
fn reading() -> Result<Work, Trouble> {
    let genres: BTreeMap<&str, &dyn Genre> = tesuji_genres::all().into_iter().map(|g| (g.name(), g)).collect();
    let mut lines = Vec::new();
    for &genre in genres.values().filter(|genre| file(**genre).exists()) {
        for (_, record) in items(genre)? {
            lines.push(serde_json::to_string(&record).map_err(|e| e.to_string())?);
        }
    }
    Ok(Box::new(move |amount| {
        let read = |line: &String| {
            let record: Record = serde_json::from_str(line).map_err(|e| e.to_string())?;
            let genre = genres.get(record.genre.as_str()).ok_or_else(|| format!("no genre {}", record.genre))?;
            let parsed = genre.parse(&record.puzzle).map_err(|bad| bad.to_string())?;
            if parsed.puzzle.text == record.puzzle { Ok(()) } else { Err(format!("{line}: another text")) }
        };
        timed(amount, || lines.iter().cycle().take(amount as usize).try_for_each(read))
    }))
}
