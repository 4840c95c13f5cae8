//! How our puzzles look beside published ones: for each genre and feature, how well the feature
//! tells one from the other.

mod features;

use super::house::{files, text_of};
use crate::{Case, Error, Options, Report, Suite, Verdict};
use features::{Features, features};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use tesuji_genre::{GenerateRequest, Genre, Record};
use tesuji_pencil::board::Place;
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::{Limits, Value, Var};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "style",
    about: "Published sets beside our puzzles (--records, else made): how well features tell them apart",
    counts: &[],
    load,
    together: None,
};

/// A feature that separates more is a difference.
const MOST: f64 = 0.7;
/// Puzzles of a genre that are made, where the command line names no number.
const COUNT: u64 = 100;

/// A genre's puzzles on both sides.
struct Sides {
    genre: &'static dyn HouseGenre,
    published: Vec<Features>,
    /// The median size of the published.
    size: String,
    /// The records of a folder; `None`: they are made when first asked for.
    given: Option<Vec<Record>>,
    ours: OnceLock<Vec<Features>>,
}

/// One feature of a genre.
struct Feature {
    of: Arc<Sides>,
    name: &'static str,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let mut records: BTreeMap<String, Vec<Record>> = BTreeMap::new();
    if let Some(folder) = &options.records {
        for file in files(folder, "jsonl")? {
            read_records(&file, &mut records)?;
        }
    }
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for file in files(&options.path, "json")? {
        let given = options.records.is_some().then_some(&records);
        if let Some(sides) = sides(&file, given)? {
            let sides = Arc::new(sides);
            let names: BTreeSet<&'static str> = sides.published.iter().flat_map(|f| f.keys().copied()).collect();
            let of = |name| Box::new(Feature { of: Arc::clone(&sides), name }) as Box<dyn Case>;
            cases.extend(names.into_iter().map(of));
        }
    }
    Ok(cases)
}

/// The records of a file of JSON lines, by genre.
fn read_records(path: &Path, to: &mut BTreeMap<String, Vec<Record>>) -> Result<(), Error> {
    for (i, line) in text_of(path)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let bad = |what: String| Error::Input(format!("{}, line {}: {what}", path.display(), i + 1));
        let record = Record::from_json(line).map_err(|e| bad(e.to_string()))?;
        to.entry(record.genre.clone()).or_default().push(record);
    }
    Ok(())
}

/// A data set of Puzzle Kit with the records of its genre; `None`: the house has no such genre, or
/// a folder was named that has none of it.
fn sides(path: &Path, given: Option<&BTreeMap<String, Vec<Record>>>) -> Result<Option<Sides>, Error> {
    let bad = |what: &str| Error::Input(format!("{}: {what}", path.display()));
    let set: Json = serde_json::from_str(&text_of(path)?).map_err(|e| bad(&e.to_string()))?;
    let name = set["name"].as_str().ok_or_else(|| bad("no data set of Puzzle Kit: it has no name"))?;
    let data = set["data"].as_object().ok_or_else(|| bad("no data set of Puzzle Kit: it has no data"))?;
    let genre = tesuji_pencil::genres::all().into_iter().find(|g| g.puzzle_kit() == name && !name.is_empty());
    let Some(genre) = genre else { return Ok(None) };
    let given = given.map(|records| records.get(genre.name()).cloned().unwrap_or_default());
    if given.as_ref().is_some_and(Vec::is_empty) {
        return Ok(None);
    }
    let (mut published, mut sizes) = (Vec::new(), Vec::new());
    for entry in data.values() {
        let text = |field: &str| entry[field].as_str().unwrap_or_default();
        let Ok((puzzle, stored)) = genre.read_kit(text("problem"), text("solution")) else { continue };
        let Some(found) = measured(genre, &puzzle, &stored) else { continue };
        let Ok(typed) = genre.typed(&puzzle) else { continue };
        sizes.push((typed.board.size().cells(), typed.board.size()));
        published.push(found);
    }
    sizes.sort_unstable();
    let Some((_, size)) = sizes.get(sizes.len() / 2) else { return Ok(None) };
    Ok(Some(Sides { genre, published, size: size.to_string(), given, ours: OnceLock::new() }))
}

/// The features of a puzzle with the values of its solution.
fn measured(genre: &'static dyn HouseGenre, puzzle: &str, values: &[(Var, Value)]) -> Option<Features> {
    let places = genre.places(puzzle).ok()?;
    let solution: BTreeMap<Place, Value> =
        values.iter().filter_map(|(var, value)| Some((*places.get(var.index())?, *value))).collect();
    Some(features(genre.name(), &genre.typed(puzzle).ok()?, &solution))
}

impl Sides {
    /// The features of our puzzles.
    fn ours(&self, options: &Options) -> &[Features] {
        self.ours.get_or_init(|| {
            let made = || self.made(options);
            let records = self.given.clone().unwrap_or_else(made);
            let values = |record: &Record| {
                let values = self.genre.solution_values(&record.puzzle, record.solution.as_ref()?)?;
                Some(values.into_iter().enumerate().map(|(i, value)| (Var(i as u32), value)).collect::<Vec<_>>())
            };
            let of = |record: &Record| measured(self.genre, &record.puzzle, &values(record).unwrap_or_default());
            records.iter().filter_map(of).collect()
        })
    }

    /// New puzzles of the median size in the default style, as many as the time allows.
    fn made(&self, options: &Options) -> Vec<Record> {
        let count = u64::try_from(options.limit).map_or(COUNT, |limit| limit.min(COUNT));
        let time = options.time.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX));
        let limits = Limits::default().with_time(time);
        let want = GenerateRequest { size: Some(self.size.clone()), count, limits, ..GenerateRequest::default() };
        let mut made = Vec::new();
        let genre: &dyn Genre = self.genre;
        // Where the genre can't make puzzles of that size, the list stays empty, and the case's line
        // says so.
        drop(genre.generate(&want, &mut |record| made.push(record)));
        made
    }
}

/// The chance that a drawn value of one side is above one of the other, or below, whichever is
/// greater; equal ones count half.
fn separates(a: &[f64], b: &[f64]) -> Option<f64> {
    let above: f64 = a
        .iter()
        .flat_map(|x| b.iter().map(move |y| f64::from(u8::from(x > y)) + f64::from(u8::from(x == y)) / 2.0))
        .sum();
    let pairs = (a.len() * b.len()) as f64;
    (pairs > 0.0).then(|| (above / pairs).max(1.0 - above / pairs))
}

impl Case for Feature {
    fn run(&self, options: &Options) -> Report {
        let ours = self.of.ours(options);
        let side = |all: &[Features]| all.iter().filter_map(|f| f.get(self.name).copied()).collect::<Vec<f64>>();
        let (published, ours) = (side(&self.of.published), side(ours));
        let mean = |values: &[f64]| thousandths(values.iter().sum::<f64>() / values.len().max(1) as f64);
        let mut line = json!({
            "genre": self.of.genre.name(), "feature": self.name, "size": self.of.size,
            "published": mean(&published), "puzzles": published.len(),
        });
        let Some(told) = separates(&published, &ours) else {
            line["reason"] = "no puzzle of ours has the feature".into();
            return Report::with_line(Verdict::Unknown, line);
        };
        line["ours"] = mean(&ours).into();
        line["made"] = ours.len().into();
        line["separates"] = thousandths(told).into();
        // A feature with one value on both sides says nothing about the puzzles.
        if published.iter().chain(&ours).all(|value| *value == published[0]) {
            line["reason"] = "the feature has one value in all puzzles".into();
            return Report::with_line(Verdict::Skipped, line);
        }
        let verdict = if told > MOST { Verdict::Differ } else { Verdict::Agree };
        Report::with_line(verdict, line).figure("separates", told)
    }
}

fn thousandths(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_separates_by_a_half_and_what_is_apart_by_one() {
        assert_eq!(separates(&[1.0, 2.0], &[1.0, 2.0]), Some(0.5));
        assert_eq!(separates(&[1.0, 2.0], &[3.0, 4.0]), Some(1.0));
        assert_eq!(separates(&[3.0], &[1.0, 2.0, 3.0, 4.0]), Some(0.625));
        assert_eq!(separates(&[], &[1.0]), None);
    }
}
