//! Small wrong states by hand, one for each code that a rule of a genre answers.

use super::pzprjs::{Missing, case};
use crate::{Options, Verdict};
use std::path::PathBuf;
use std::time::Duration;

/// A code, and a state that has this fault.
const WRONG: &str = include_str!("states_by_hand.tsv");

#[test]
fn the_rules_that_a_code_names_refuse_the_state() {
    let options = Options::of(PathBuf::new(), Duration::from_secs(60));
    let mut faults = Vec::new();
    for row in WRONG.lines().filter(|row| !row.starts_with('#')) {
        let (code, state) = row.split_once('\t').expect("a code and a state");
        let report = case("", state, Some(code.to_string()), &Missing::new()).run(&options);
        if report.verdict != Verdict::Agree {
            faults.push(format!("{code} {state}: {:?} {:?}", report.verdict, report.line.map(|l| l["reason"].clone())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
