//! The steps by which the catalogs finish other people's puzzles: none strikes a value of the solution.

use super::house::{self, Posed, files, stem, text_of};
use super::pencil::Says;
use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::{Value as Json, json};
use tesuji_genre::GradeRequest;
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::{Deduction, Limits, Value, Var};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "steps",
    about: "Steps of the techniques on sets of Puzzle Kit and Tatham (a file or a folder): none strikes a value \
            of the solution",
    counts: &[],
    load,
    together: None,
};

struct Steps {
    genre: &'static dyn HouseGenre,
    text: String,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let mut texts = Vec::new();
    let ending = |end: &str| if options.path.is_dir() { files(&options.path, end) } else { Ok(Vec::new()) };
    let mut all = ending("json").unwrap_or_default();
    all.extend(ending("txt").unwrap_or_default());
    if !options.path.is_dir() {
        all.push(options.path.clone());
    }
    for file in all {
        let text = text_of(&file)?;
        if file.extension().is_some_and(|e| e == "json") {
            let top: Json = serde_json::from_str(&text)
                .map_err(|e| Error::Input(format!("{}: no data set of Puzzle Kit: {e}", file.display())))?;
            if let (Some(set), Some(data)) = (top["name"].as_str(), top["data"].as_object()) {
                texts.extend(house::kit::texts(set, data));
            }
        } else {
            let lines: Vec<(usize, &str)> = text.lines().map(str::trim).enumerate().collect();
            texts.extend(house::tatham::texts(&stem(&file), &lines));
        }
    }
    if texts.is_empty() {
        return Err(Error::Input(format!("{} holds no puzzles of the pencil house", options.path.display())));
    }
    Ok(texts.into_iter().map(|(genre, text)| Box::new(Steps { genre, text }) as Box<dyn Case>).collect())
}

impl Steps {
    fn check(&self, options: &Options) -> Result<Report, String> {
        let posed = Posed::new(self.genre, &self.text).map_err(|bad| bad.to_string())?;
        let Says::One(solution) = posed.solve(options.time)? else {
            return Ok(Report::of(Verdict::Unknown).count_in("not_unique_in_time", self.genre.name()));
        };
        let catalog = self.genre.catalog().clone();
        let limits = Limits::default().with_time(options.time);
        let want = GradeRequest { words: false, steps: true, ..GradeRequest::new(catalog, limits) };
        let graded = self.genre.grade(&posed.puzzle, None, &want).map_err(|bad| bad.to_string())?;
        let is_wrong = |step: &Deduction| {
            let value = |var: Var| -> Value { solution[var.index()] };
            step.removes.iter().any(|r| r.values.contains(value(r.var)))
                || step.places.iter().any(|lit| lit.value != value(lit.var))
        };
        let wrong = graded.steps.iter().position(is_wrong);
        if graded.steps.is_empty() {
            return Ok(Report::of(Verdict::Unknown).count_in("no_steps", self.genre.name()));
        }
        let tally = |mut report: Report| {
            report.tally.push(("steps", Some(self.genre.name().to_string()), graded.steps.len() as u64));
            report.count_in("puzzles", self.genre.name())
        };
        let Some(at) = wrong else { return Ok(tally(Report::of(Verdict::Agree))) };
        let step = &graded.steps[at];
        let line = json!({
            "genre": self.genre.name(), "puzzle": self.text, "step": at + 1, "technique": step.technique.as_str(),
            "got": "a value of the solution is struck",
        });
        Ok(tally(Report::with_line(Verdict::Differ, line)))
    }
}

impl Case for Steps {
    fn run(&self, options: &Options) -> Report {
        self.check(options).unwrap_or_else(|reason| {
            let line = json!({ "genre": self.genre.name(), "puzzle": self.text, "reason": reason });
            Report::with_line(Verdict::Unknown, line)
        })
    }
}
