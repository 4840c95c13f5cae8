//! Technique rediscovery: mines a file of puzzles with singles known, and asks where the techniques
//! of a regression library (`--book`) come out in the ranking. One case: the whole file.
//!
//! A cluster rediscovers a technique when its form is one of the technique's own forms in the
//! library: *strictly* when no other technique has more cases of that form there (`strict_twice`:
//! and it has two at least), *loosely* in any case.

use super::reglib::line::Line;
use crate::{Case, Error, Options, Report, Suite, Verdict, sudoku};
use rayon::prelude::*;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_discovery::{Cluster, Clusters, Labels, NamedCase, Options as Mining, mine, page};
use tesuji_genre::{Genre, Record};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{HouseKind, Limits, Network, Part, PlainSolver, RuleId, Solver, Truth, Value};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "rediscovery",
    about: "where the techniques of a regression library (--book) rank among mined forms",
    counts: &["clusters", "removals", "examples_checked", "false_removals"],
    load,
    together: None,
};

/// The techniques looked for: those that remove single candidates and whose reason is a set of
/// truths.
const CODES: [&str; 31] = [
    "0100", "0101", "0110", "0111", "0200", "0201", "0202", "0210", "0211", "0212", "0300", "0301", "0302", "0310",
    "0311", "0312", "0320", "0321", "0322", "0400", "0401", "0402", "0403", "0404", "0405", "0701", "0702", "0703",
    "0800", "0801", "0803",
];
/// Ranks at which the summary gives the recall.
const AT: [usize; 5] = [10, 20, 30, 50, 100];
/// The number of codes that have to be found strictly, and the number of first clusters to look
/// through.
const WANTED: [(usize, usize); 3] = [(10, 9), (20, 15), (50, 26)];
/// Clusters whose pages are made, as a check of proofs and drawings.
const PAGES: usize = 50;

struct Run {
    genre: &'static dyn Genre,
    records: Vec<Record>,
    cases: Vec<NamedCase>,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let read = |path: &std::path::Path| {
        let bytes = std::fs::read(path).map_err(|e| Error::Input(format!("cannot read {}: {e}", path.display())))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let book = options.book.as_deref().ok_or_else(|| Error::Input("--book: a regression library is needed".into()))?;
    let genre = tesuji_genres::get("sudoku").ok_or_else(|| Error::Input("the genre `sudoku` is missing".into()))?;
    let text = read(&options.path)?;
    let cells = text.lines().filter_map(|l| l.split_whitespace().next()).filter(|c| sudoku::domains(c).is_ok());
    let records: Vec<Record> = cells.filter_map(|c| genre.parse(c).ok()).map(|p| p.puzzle.record()).collect();
    let lines = read(book)?;
    let lines = lines.lines().filter_map(|l| Line::read(l).ok());
    let wanted = lines.filter(|l| CODES.contains(&l.code.as_str()) && l.variant != "x");
    let cases = wanted.filter_map(|l| {
        let net = l.network().ok()?;
        let domains = l.store(&net).ok()?.domains().to_vec();
        Some(NamedCase { label: l.code, domains, goals: l.eliminations })
    });
    Ok(vec![Box::new(Run { genre, records, cases: cases.collect() })])
}

impl Case for Run {
    fn run(&self, _: &Options) -> Report {
        let clusters = mine(self.genre, &self.records, &Mining::default());
        let labels = self.labels();
        let ranked = clusters.ranked();
        let first = |with: &dyn Fn(&Cluster) -> Vec<String>| {
            let mut ranks = BTreeMap::<String, usize>::new();
            for (i, c) in ranked.iter().enumerate() {
                for name in with(c) {
                    ranks.entry(name).or_insert(i + 1);
                }
            }
            ranks
        };
        let named = |least: u64| {
            first(&|c: &Cluster| labels.name(&c.form.key, least).map(str::to_string).into_iter().collect())
        };
        let (strict, strict_twice) = (named(1), named(2));
        let loose = first(&|c| labels.counts(&c.form.key).map(|m| m.keys().cloned().collect()).unwrap_or_default());
        let recall = |ranks: &BTreeMap<String, usize>| {
            AT.map(|n| (n.to_string(), ranks.values().filter(|r| **r <= n).count()))
                .into_iter()
                .collect::<BTreeMap<_, _>>()
        };
        let (checked, wrong) = self.soundness(&clusters);
        let pages: Vec<Json> = ranked
            .iter()
            .take(PAGES)
            .enumerate()
            .filter_map(|(i, c)| {
                page(self.genre, c, i + 1).err().map(|e| json!({ "rank": i + 1, "error": e.to_string() }))
            })
            .collect();
        let within = |code: &str, n: usize| strict.get(code).is_some_and(|r| *r <= n);
        let apart: BTreeSet<_> = ["0300", "0200", "0210"].iter().filter_map(|c| strict.get(*c)).collect();
        let at = |n: usize| strict.values().filter(|r| **r <= n).count();
        let good = WANTED.iter().all(|(n, codes)| at(*n) >= *codes)
            && within("0100", 3)
            && within("0101", 3)
            && apart.len() == 3
            && wrong == 0
            && pages.is_empty();
        let top: Vec<Json> = ranked
            .iter()
            .take(PAGES)
            .enumerate()
            .map(|(i, c)| {
                json!({
                    "rank": i + 1, "puzzles": c.puzzles, "plain": c.plain, "cores": c.cores, "seen": c.seen,
                    "unlocks": c.unlocks, "form": c.form.key, "named": labels.counts(&c.form.key),
                })
            })
            .collect();
        let line = json!({
            "strict": recall(&strict), "strict_twice": recall(&strict_twice), "loose": recall(&loose), "of": CODES.len(), "strict_ranks": strict,
            "loose_ranks": loose, "summary": clusters.summary, "top": top, "pages_refused": pages,
        });
        let mut report = Report::with_line(if good { Verdict::Agree } else { Verdict::Differ }, line);
        report.tally = vec![
            ("clusters", None, clusters.len() as u64),
            ("removals", None, clusters.summary.removals),
            ("examples_checked", None, checked),
            ("false_removals", None, wrong),
        ];
        report
    }
}

impl Run {
    fn labels(&self) -> Labels {
        let net = TrialNet::new(sudoku::network());
        let forms: Vec<_> = self.cases.par_iter().map(|c| (&c.label, Labels::forms_of(&net, c, &own_shape))).collect();
        let mut labels = Labels::default();
        for (label, forms) in forms {
            labels.add(label, forms);
        }
        labels
    }

    /// Every example's removal against the puzzle's solution, found by search: how many were looked
    /// at, how many are false.
    fn soundness(&self, clusters: &Clusters) -> (u64, u64) {
        let examples: Vec<_> = clusters.iter().flat_map(|c| &c.examples).collect();
        let puzzles: BTreeSet<&str> = examples.iter().map(|e| e.puzzle.as_str()).collect();
        let solve = |text: &&str| -> Option<Vec<Value>> {
            let domains = sudoku::domains(text).ok()?;
            PlainSolver.solve(sudoku::network(), Some(&domains), &Limits::solutions(1)).solutions.pop()
        };
        let solutions: BTreeMap<&str, Option<Vec<Value>>> = puzzles.into_par_iter().map(|p| (p, solve(&p))).collect();
        let fine = |e: &&&tesuji_discovery::Example| {
            solutions
                .get(e.puzzle.as_str())
                .and_then(Option::as_ref)
                .is_some_and(|s| s[e.goal.var.index()] != e.goal.value)
        };
        let wrong = examples.iter().filter(|e| !fine(e)).count();
        (examples.len() as u64, wrong as u64)
    }
}

/// Is the core what the code means: the right kinds of truths, houses and values? A removal that
/// such a technique makes often has other proofs, which are not the technique's.
fn own_shape(code: &str, net: &Network, core: &[Truth]) -> bool {
    let n = core.len();
    let cells: Vec<_> = core.iter().filter_map(|t| if let Truth::Cell(v) = t { Some(*v) } else { None }).collect();
    let placed: Vec<(RuleId, Value)> = core
        .iter()
        .filter_map(|t| match t {
            Truth::Rule { rule, part: Part::Value(v) } => Some((*rule, *v)),
            _ => None,
        })
        .collect();
    let houses: BTreeSet<RuleId> = placed.iter().map(|p| p.0).collect();
    let values: BTreeSet<Value> = placed.iter().map(|p| p.1).collect();
    let kinds: Vec<HouseKind> = placed.iter().map(|p| net.house_kind(p.0)).collect();
    let regions = kinds.iter().filter(|k| **k == HouseKind::Region).count();
    let all_cells = cells.len() == n;
    let all_placed = placed.len() == n;
    let common = |v: u16| cells.iter().all(|c| net.houses().of(*c).contains(&v));
    let shared = (0..net.houses().list().len() as u16).filter(|&h| all_cells && common(h)).count();
    let one_value = all_placed && values.len() == 1;
    let parallel = one_value && regions == 0 && kinds.iter().all(|k| *k == kinds[0]);
    match code {
        "0100" => n == 1 && all_placed && regions == 1,
        "0101" => n == 1 && all_placed && regions == 0,
        "0110" => n == 2 && shared == 2,
        "0111" => n == 3 && shared == 2,
        "0200" => n == 2 && shared == 1,
        "0201" => n == 3 && shared >= 1,
        "0202" => n == 4 && shared >= 1,
        "0210" | "0211" | "0212" => {
            let size = usize::from(code.as_bytes()[3] - b'0') + 2;
            n == size && all_placed && houses.len() == 1
        }
        "0300" | "0310" | "0320" | "0400" => n == 2 && parallel,
        "0301" | "0311" | "0321" => n == 3 && parallel,
        "0302" | "0312" | "0322" => n == 4 && parallel,
        "0401" | "0404" => n == 2 && one_value && regions == 0 && kinds[0] != kinds[1],
        "0402" | "0403" | "0405" => n == 2 && one_value && regions == 1,
        "0701" => n >= 3 && one_value,
        "0702" => n >= 3 && all_cells && shared == 0,
        "0703" => n >= 4 && all_cells && shared == 0,
        "0800" | "0801" => n == 3 && all_cells && shared == 0,
        "0803" => n == 3 && cells.len() == 2,
        _ => false,
    }
}
