//! Genres beside engines: a puzzle of each tier of several genres, asked of every engine.

use crate::embedded;
use crate::html::{self, Cell};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tesuji_corpus::passes::check::{CheckPass, CheckSummary, Plan, Share};
use tesuji_corpus::{Error, Items, Progress, Reader, RunOptions, Source, Target, run};
use tesuji_genre::{Genre, Record};
use tesuji_solver::Limits;

/// Answers of the engines for one genre's puzzles.
#[derive(Clone, Debug, Serialize)]
pub struct GenreRow {
    /// Genre.
    pub genre: String,
    /// Puzzles asked about.
    pub puzzles: u64,
    /// Puzzles among them that at least two engines finished.
    pub compared: u64,
    /// Compared puzzles on which the engines disagree.
    pub disagreements: u64,
    /// By engine.
    pub engines: BTreeMap<String, EngineCell>,
}

/// One engine on one genre.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EngineCell {
    /// Puzzles given to it.
    pub asked: u64,
    /// Puzzles that it finished.
    pub done: u64,
    /// Finished puzzles on which it agrees with the others.
    pub agree: u64,
    /// Puzzles with a rule kind that it can't take.
    pub refused: u64,
}

/// Limits of an engine for one genre: nodes, time a puzzle, number of puzzles.
fn bounded(plan: &mut Plan) {
    let (nodes, time, first) = match plan.solver.name() {
        "simple" => (3_000, Duration::from_millis(200), 6),
        "milp" => (u64::MAX, Duration::from_millis(100), 1),
        "cpsat" => (u64::MAX, Duration::from_millis(500), 1),
        _ => (u64::MAX, Duration::from_secs(1), 6),
    };
    plan.limits = Limits::default().with_nodes(nodes).with_time(time);
    plan.share = Share::First(first);
}

/// Asks all engines about genres whose corpora come with the project. `disagreements` takes what
/// the check records of those. Where the time is up, later genres are left out.
pub(crate) fn genres(
    list: &[&'static dyn Genre],
    all: &[&'static dyn Genre],
    (threads, time): (usize, Duration),
    disagreements: &mut Vec<serde_json::Value>,
    progress: &mut dyn Progress,
) -> Result<Vec<GenreRow>, Error> {
    let clock = Limits::default().with_time(time).start();
    let mut rows = Vec::new();
    for &genre in list {
        if clock.expired().is_some() {
            break;
        }
        let records = one_of_each_tier(genre, all)?;
        if records.is_empty() {
            continue;
        }
        let source = Source::Bytes(genre.name().to_string(), crate::cycle::to_lines(&records)?.into());
        let reader = Reader::new(all, Some(genre), &source);
        let (mut plans, _) = Plan::standard();
        plans.iter_mut().for_each(bounded);
        let mut lines = Vec::new();
        let limits = Limits::default().with_time(clock.remaining());
        let options = RunOptions { threads, limits, ..RunOptions::default() };
        let outcome = run(&CheckPass::new(plans), &source, &reader, Target::Stream(&mut lines), &options, progress)?;
        rows.push(row(genre, &outcome.counts));
        for record in crate::cycle::from_lines(&lines)? {
            disagreements.push(serde_json::to_value(record).unwrap_or_default());
        }
    }
    Ok(rows)
}

fn row(genre: &dyn Genre, counts: &CheckSummary) -> GenreRow {
    let cell = |s: &tesuji_corpus::passes::check::SolverSummary| EngineCell {
        asked: s.asked,
        done: s.done,
        agree: s.agree,
        refused: s.refused.values().sum(),
    };
    GenreRow {
        genre: genre.name().to_string(),
        puzzles: counts.puzzles,
        compared: counts.puzzles.saturating_sub(counts.uncompared),
        disagreements: counts.disagreements,
        engines: counts.solvers.iter().map(|(name, s)| (name.clone(), cell(s))).collect(),
    }
}

/// The first puzzle of the corpus of a genre that comes with the project.
pub(crate) fn first_of(genre: &'static dyn Genre) -> Option<Record> {
    one_of_each_tier(genre, &tesuji_genres::all()).ok()?.into_iter().next()
}

/// The first puzzle of each tier of the corpus that comes with the project.
pub(crate) fn one_of_each_tier(genre: &'static dyn Genre, all: &[&'static dyn Genre]) -> Result<Vec<Record>, Error> {
    let Some(source) = embedded::corpus(genre.name()) else { return Ok(Vec::new()) };
    let reader = Reader::new(all, Some(genre), &source);
    let mut items = Items::open(&source, &reader)?;
    let (mut seen, mut records) = (BTreeSet::new(), Vec::new());
    loop {
        let block = items.block(256, 1 << 20)?;
        if block.is_empty() {
            return Ok(records);
        }
        for item in block {
            let Some(work) = reader.work(item)? else { continue };
            let tier = work.record.grade.as_ref().map_or(String::new(), |grade| grade.tier.clone());
            if seen.insert(tier) {
                records.push(work.record);
            }
        }
    }
}

/// The matrix as a table: for each engine, the number of its puzzles on which it agrees with the
/// others.
pub(crate) fn drawn(rows: &[GenreRow]) -> String {
    if rows.is_empty() {
        return "<p>Only the genre of this cycle was asked about.</p>".to_string();
    }
    let engines: BTreeSet<&str> = rows.iter().flat_map(|row| row.engines.keys().map(String::as_str)).collect();
    let heads: Vec<&str> =
        ["genre", "puzzles", "compared", "disagree"].into_iter().chain(engines.iter().copied()).collect();
    let cell = |row: &GenreRow, engine: &str| match row.engines.get(engine) {
        None => Cell::text("–"),
        Some(cell) if cell.asked > 0 && cell.refused == cell.asked => Cell::text("can't"),
        Some(cell) if cell.done < cell.asked => {
            Cell::text(format!("{} of {}", cell.agree, cell.asked)).sort_by(cell.agree)
        }
        Some(cell) => Cell::text(format!("{}", cell.agree)).sort_by(cell.agree),
    };
    let body: Vec<Vec<Cell>> = rows
        .iter()
        .map(|row| {
            let counts = [row.puzzles, row.compared, row.disagreements].map(Cell::count);
            let cells = engines.iter().map(|engine| cell(row, engine));
            std::iter::once(Cell::text(&row.genre)).chain(counts).chain(cells).collect()
        })
        .collect();
    "<p>A puzzle of each tier of other genres, each within a second an engine: how many each engine decides as the \
     others do, of those that it was asked about.</p>"
        .to_string()
        + &html::table(&heads, &body)
}
