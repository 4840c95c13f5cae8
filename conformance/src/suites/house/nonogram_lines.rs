//! Lines of nonograms: exactly the listed cells follow from the rule of runs.

use super::text_of;
use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use tesuji_discovery::line_family;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Network, Store, Var};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "nonogram-lines",
    about: "nonogram_line_transitions.tsv: exactly the listed cells follow; their families",
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
    /// The cells that follow, in signs.
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

impl Line {
    /// The family of each cell that the line gives away: what it follows from.
    fn families(&self) -> Vec<String> {
        let cell = |sign: char| match sign {
            '#' => Some(true),
            'x' => Some(false),
            _ => None,
        };
        let (start, target): (Vec<_>, Vec<_>) =
            (self.start.chars().map(cell).collect(), self.target.chars().map(cell).collect());
        let lengths: Vec<usize> = self.lengths.iter().filter(|n| **n > 0).map(|n| *n as usize).collect();
        let line = tesuji_discovery::Line { lengths: &lengths, cells: &start };
        let told = |at: usize| {
            let filled = target[at].filter(|_| start[at].is_none())?;
            let told = line.explain(at, filled).map(|truths| line_family(filled, &truths));
            Some(told.unwrap_or_else(|| "none".to_string()))
        };
        (0..start.len()).filter_map(told).collect()
    }
}

impl Case for Line {
    fn run(&self, _: &Options) -> Report {
        let got = self.pruned().unwrap_or_else(|why| why);
        if got == self.target {
            let mut report = Report::of(Verdict::Agree);
            report.tally = self.families().into_iter().map(|f| ("families", Some(f), 1)).collect();
            return report;
        }
        let line = json!({ "case": self.number, "hints": self.lengths, "start": self.start, "expected": self.target,
            "got": got });
        Report::with_line(Verdict::Differ, line)
    }
}
