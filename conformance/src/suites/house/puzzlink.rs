//! Addresses of puzz.link and its relatives: read, written back equal, solved.

use super::super::pencil::Says;
use super::pzprjs::Missing;
use super::{Left, Posed, files, of_address, stem, text_of, unread};
use crate::{Case, Cases, Options, Report, Suite, Verdict};
use serde_json::json;
use tesuji_genre::{Genre, Told};
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
    let (mut cases, missing): (Vec<Box<dyn Case>>, _) = (Vec::new(), Missing::new());
    for file in files(&options.path, "txt")? {
        let text = text_of(&file)?;
        let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
        // A table has the address in its last column.
        cases.extend(lines.map(|line| case(line.rsplit('\t').next().unwrap_or(line), &stem(&file), &missing)));
    }
    Ok(cases)
}

/// The case of an address; what is no address of a genre that stands is left, by name.
pub(super) fn case(text: &str, file: &str, missing: &Missing) -> Box<dyn Case> {
    match Told::of(text) {
        None => Box::new(Left::of("no_address", file)),
        Some(Told { name, variation }) => match (of_address(name), variation) {
            // A genre may read a variation.
            (Some(genre), Some(_)) if Genre::parse(genre, text).is_ok() => address(genre, text),
            (_, Some(letters)) => Box::new(Left::of("variations", format!("{name}/{letters}"))),
            (Some(genre), None) => address(genre, text),
            (None, None) => Box::new(Left::not_there(name, missing.get(name))),
        },
    }
}

fn address(genre: &'static dyn HouseGenre, text: &str) -> Box<dyn Case> {
    Box::new(Address { genre, text: text.to_string() })
}

/// The part of an address that holds the puzzle: size and body.
fn body(text: &str) -> String {
    let tail = text.rsplit('?').next().unwrap_or(text).trim_end_matches('/');
    let mut fields: Vec<&str> = tail.split('/').skip(1).filter(|f| !f.starts_with("v:")).collect();
    // The letters of a variation that a genre reads say how it is drawn, or that the form is older.
    if fields.first().is_some_and(|f| f.starts_with(|c: char| c.is_ascii_alphabetic())) {
        fields.remove(0);
    }
    fields.join("/")
}

/// Do two bodies differ in the last symbol alone, a number up to 4 that says in one of them how
/// many empty cells follow? Some writers leave that out at the end of the board.
fn is_last_gap(ours: &str, theirs: &str) -> bool {
    let split =
        |text: &'_ str| Some((text.get(..text.len().checked_sub(1)?)?.to_string(), text.chars().last()?.to_digit(15)?));
    match (split(ours), split(theirs)) {
        (Some((a, x)), Some((b, y))) => a == b && y < 5 && x > y && x % 5 == y,
        _ => false,
    }
}

impl Address {
    fn check(&self, options: &Options) -> Result<Report, String> {
        let posed = Posed::new(self.genre, &self.text).map_err(|bad| bad.to_string())?;
        let (ours, theirs) = (body(&posed.puzzle.text), body(&self.text));
        if ours != theirs {
            let (verdict, reason) = if is_last_gap(&ours, &theirs) {
                (Verdict::Proved, "pzprjs writes the last number with the gap that follows, past the board's end")
            } else {
                (Verdict::Differ, "written back differently")
            };
            let line = json!({ "case": self.text, "reason": reason, "got": posed.puzzle.text });
            return Ok(Report::with_line(verdict, line));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_gap_behind_the_last_number_may_be_left_out() {
        assert!(is_last_gap("4/4/2cb", "4/4/2c1"));
        for (ours, theirs) in [("4/4/2c1", "4/4/2cb"), ("4/4/2cb", "4/4/2c2"), ("4/4/2cb", "4/4/3c1"), ("", "")] {
            assert!(!is_last_gap(ours, theirs), "{ours} {theirs}");
        }
    }
}
