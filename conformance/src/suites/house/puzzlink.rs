//! Addresses of puzz.link and its relatives: read, written back equal, solved.

use super::super::pencil::Says;
use super::{Left, Posed, files, of_address, stem, text_of, unread};
use crate::{Case, Cases, Options, Report, Suite, Verdict};
use serde_json::json;
use tesuji_genre::Told;
use tesuji_pencil::house::HouseGenre;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "puzzlink",
    about: "puzz.link addresses: read, written back equal, solved",
    counts: &[],
    load,
    together: None,
};

struct Address {
    genre: &'static dyn HouseGenre,
    text: String,
}

fn load(options: &Options) -> Cases {
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for file in files(&options.path, "txt")? {
        let text = text_of(&file)?;
        let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
        // A table has the address in its last column.
        cases.extend(lines.map(|line| case(line.rsplit('\t').next().unwrap_or(line), &stem(&file))));
    }
    Ok(cases)
}

/// The case of an address; what is no address of a genre that stands is left, by name.
pub(super) fn case(text: &str, file: &str) -> Box<dyn Case> {
    match Told::of(text) {
        None => Box::new(Left("no_address", file.to_string())),
        Some(Told { name, variation: Some(letters) }) => Box::new(Left("variations", format!("{name}/{letters}"))),
        Some(Told { name, .. }) => match of_address(name) {
            Some(genre) => Box::new(Address { genre, text: text.to_string() }),
            None => Box::new(Left("not_there", name.to_string())),
        },
    }
}

/// What of an address says the puzzle: size and body.
fn body(text: &str) -> String {
    let tail = text.rsplit('?').next().unwrap_or(text).trim_end_matches('/');
    let fields = tail.split('/').skip(1).filter(|f| !f.starts_with("v:"));
    fields.collect::<Vec<_>>().join("/")
}

impl Address {
    fn check(&self, options: &Options) -> Result<Report, String> {
        let posed = Posed::new(self.genre, &self.text).map_err(|bad| bad.to_string())?;
        if body(&posed.puzzle.text) != body(&self.text) {
            let line = json!({ "case": self.text, "reason": "written back differently", "got": posed.puzzle.text });
            return Ok(Report::with_line(Verdict::Differ, line));
        }
        let got = posed.solve(options.time)?;
        if matches!(got, Says::One(_)) {
            return Ok(Report::of(Verdict::Agree));
        }
        Ok(posed.judge(&got, options.time, json!({ "case": self.text, "expected": "one solution" })))
    }
}

impl Case for Address {
    fn run(&self, options: &Options) -> Report {
        self.check(options).unwrap_or_else(|reason| unread(&self.text, &reason))
    }
}
