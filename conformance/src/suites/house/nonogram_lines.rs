//! Lines of nonograms: exactly the listed cells follow from the rule of runs.

use super::text_of;
use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Network, Store, Var};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "nonogram-lines",
    about: "nonogram_line_transitions.tsv: exactly the listed cells follow",
    counts: &[],
    load,
    together: None,
};

struct Line {
    number: usize,
    lengths: Vec<u32>,
    start: String,
    target: String,
}

fn load(options: &Options) -> Cases {
    let text = text_of(&options.path)?;
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    let is_heading = |i: usize, line: &str| i == 0 && line.contains("hints");
    for (i, line) in text.lines().enumerate().filter(|(i, l)| !(l.trim().is_empty() || is_heading(*i, l))) {
        let bad = || Error::Input(format!("line {}: hints, start and target are expected", i + 1));
        let [hints, start, target] = line.split('\t').collect::<Vec<_>>()[..] else { return Err(bad()) };
        let lengths = hints.split_whitespace().map(|h| h.parse().map_err(|_| bad())).collect::<Result<_, _>>()?;
        let (start, target) = (start.trim().to_string(), target.trim().to_string());
        cases.push(Box::new(Line { number: i + 1, lengths, start, target }));
    }
    Ok(cases)
}

impl Line {
    /// What follows, in signs.
    fn pruned(&self) -> Result<String, String> {
        let mut net = Network::new();
        let vars: Vec<Var> = self.start.chars().map(|_| net.add_var(Domain::range(0, 1))).collect();
        let domain = |sign: char| match sign {
            '.' => Ok(Domain::range(0, 1)),
            '#' => Ok(Domain::single(1)),
            'x' => Ok(Domain::single(0)),
            _ => Err(format!("{sign:?} is no cell of a line")),
        };
        let domains = self.start.chars().map(domain).collect::<Result<Vec<_>, _>>()?;
        let lengths = self.lengths.iter().copied().filter(|&n| n > 0).collect();
        let spec = RuleSpec::Runs { vars, values: Domain::single(1), lengths };
        let rule = net.add(spec).map_err(|e| e.to_string())?;
        let mut store = Store::from_domains(&net, domains);
        loop {
            let before = store.domains().to_vec();
            net.rule(rule).prune(&mut store).map_err(|_| "no line fits")?;
            if before == store.domains() {
                break;
            }
        }
        let sign = |d: &Domain| match d.value() {
            Some(0) => 'x',
            Some(_) => '#',
            None => '.',
        };
        Ok(store.domains().iter().map(sign).collect())
    }
}

impl Case for Line {
    fn run(&self, _: &Options) -> Report {
        let got = self.pruned().unwrap_or_else(|why| why);
        if got == self.target {
            return Report::of(Verdict::Agree);
        }
        let line = json!({ "case": self.number, "hints": self.lengths, "start": self.start, "expected": self.target,
            "got": got });
        Report::with_line(Verdict::Differ, line)
    }
}
