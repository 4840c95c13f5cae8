//! Puzzle Kit's data sets: each puzzle has one solution, the stored one.

use super::super::pencil::Says;
use super::{Left, Posed, unread};
use crate::{Case, Error, Options, Report, Verdict};
use serde_json::{Map, Value as Json, json};
use tesuji_pencil::house::HouseGenre;

struct Entry {
    genre: &'static dyn HouseGenre,
    case: String,
    problem: String,
    answer: String,
}

/// The cases of a data set of that name. Sets whose genre is not there are left.
pub(in super::super) fn cases(name: &str, data: &Map<String, Json>) -> Result<Vec<Box<dyn Case>>, Error> {
    let genre = tesuji_pencil::genres::all().into_iter().find(|g| g.puzzle_kit() == name && !name.is_empty());
    let Some(genre) = genre else {
        return Ok(data.iter().map(|_| Box::new(Left::not_there(name, None)) as Box<dyn Case>).collect());
    };
    let text = |entry: &Json, field: &str| entry[field].as_str().unwrap_or_default().to_string();
    let entry = |(id, entry): (&String, &Json)| Entry {
        genre,
        case: format!("{name} {id}"),
        problem: text(entry, "problem"),
        answer: text(entry, "solution"),
    };
    Ok(data.iter().map(|e| Box::new(entry(e)) as Box<dyn Case>).collect())
}

/// The puzzles of a data set of that name, each with its genre and its text; none where there is no
/// such genre.
pub(in super::super) fn texts(name: &str, data: &Map<String, Json>) -> Vec<(&'static dyn HouseGenre, String)> {
    let genre = tesuji_pencil::genres::all().into_iter().find(|g| g.puzzle_kit() == name && !name.is_empty());
    let Some(genre) = genre else { return Vec::new() };
    let text = |entry: &Json| genre.read_kit(entry["problem"].as_str()?, "").ok().map(|(text, _)| (genre, text));
    data.values().filter_map(text).collect()
}

impl Entry {
    fn check(&self, options: &Options) -> Result<Report, String> {
        let (text, stored) = self.genre.read_kit(&self.problem, &self.answer).map_err(|bad| bad.to_string())?;
        let posed = Posed::new(self.genre, &text).map_err(|bad| bad.to_string())?;
        let got = posed.solve(options.time)?;
        let is_stored = |values: &[u8]| stored.iter().all(|&(var, value)| values[var.index()] == value);
        if matches!(&got, Says::One(values) if is_stored(values)) {
            return Ok(Report::of(Verdict::Agree));
        }
        let reason = match &got {
            Says::Many(all) if all.iter().any(|values| is_stored(values)) => "the stored answer is one of several",
            Says::GaveUp(_) => "not solved within the time",
            Says::None => "there is no solution",
            _ => "the stored answer breaks a rule",
        };
        let line = json!({ "case": self.case, "reason": reason, "stored_breaks": posed.broken(&stored) });
        Ok(posed.judge(&got, options.time, line))
    }
}

impl Case for Entry {
    fn run(&self, options: &Options) -> Report {
        let report = self.check(options).unwrap_or_else(|reason| unread(&self.case, &reason));
        if self.answer.trim().is_empty() { report.count("no_answer") } else { report }
    }
}
