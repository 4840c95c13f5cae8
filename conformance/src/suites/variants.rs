//! Variants of sudoku: each has one solution, the stored one; and pairs of puzzles, where each
//! solution of the narrow one is a solution of the wide one.

mod denied;

use super::house::{files, text_of};
use super::pencil::{Says, fast};
use crate::{Case, Cases, Options, Report, Suite, Verdict};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::time::Instant;
use tesuji_genre::Bad;
use tesuji_genre::clue::{ClueGenre, Clued, Layout};
use tesuji_pencil::VARIANT;
use tesuji_pencil::variant::{Constraint, Variant};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Limits, Literal, Network, Value, Var};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "variants",
    about: "variants of sudoku: one solution, the stored one; and pairs of which one follows",
    counts: &[],
    load,
    together: None,
};

/// A puzzle with its solution.
struct Puzzle {
    name: String,
    text: String,
    solution: String,
}

/// Two puzzles: is every solution of the narrow one a solution of the wide one?
struct Law {
    name: String,
    wide: String,
    narrow: String,
    inherits: bool,
}

fn load(options: &Options) -> Cases {
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for file in files(&options.path, "jsonl")? {
        for (i, line) in text_of(&file)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let bad = |what: &str| crate::Error::Input(format!("{}:{}: {what}", file.display(), i + 1));
            let json: Json = serde_json::from_str(line).map_err(|e| bad(&e.to_string()))?;
            let text = |key: &str| json[key].as_str().map(str::to_string);
            let name = text("name").or(text("title")).unwrap_or_else(|| format!("line {}", i + 1));
            if let Some(inherits) = json["inherits"].as_bool() {
                let (wide, narrow) = (json["wide"].to_string(), json["narrow"].to_string());
                cases.push(Box::new(Law { name, wide, narrow, inherits }));
                continue;
            }
            let solution = text("solution").ok_or_else(|| bad("no solution"))?;
            let text = text("input").or(text("fpuzzles").map(|code| format!("https://www.f-puzzles.com/?load={code}")));
            cases.push(Box::new(Puzzle { name, text: text.ok_or_else(|| bad("no puzzle"))?, solution }));
        }
    }
    Ok(cases)
}

/// The kinds of constraints of a puzzle.
fn kinds(all: &[Constraint], into: &mut BTreeSet<&'static str>) {
    for c in all {
        into.insert(c.kind.name);
        kinds(&c.inner, into);
    }
}

/// A puzzle with its network and the domains that it starts from.
type Read = (Clued<Variant>, std::sync::Arc<Layout>, Vec<Domain>);

fn read(text: &str) -> Result<Read, Bad> {
    let puzzle = VARIANT.parse(text)?.puzzle;
    let layout = VARIANT.layout(&puzzle.structure, &puzzle.clues).map_err(|e| Bad::new(e.to_string()))?;
    let mut domains = layout.network.domains().to_vec();
    VARIANT.for_each_pattern(&puzzle.structure, &puzzle.clues, &mut |_, var, keep| domains[var.index()] &= keep);
    Ok((puzzle, layout, domains))
}

/// A puzzle that could not be read is skipped, and counted by the type at fault.
fn unread(name: &str, bad: &Bad) -> Report {
    let at = bad.at.clone().unwrap_or_default();
    let kind = at.split([' ', '[', '.']).next().unwrap_or("").to_string();
    let line = json!({"case": name, "skipped": kind, "reason": bad.to_string()});
    Report::with_line(Verdict::Skipped, line).count_in("skipped_by_type", kind)
}

/// Are these the stored values: numbers one after the other, or letters from A on?
fn is_stored(values: &[Value], solution: &str) -> bool {
    let letter = |&v: &Value| char::from(b'A' + v.max(1) - 1);
    values.iter().map(Value::to_string).collect::<String>() == solution
        || values.iter().map(letter).collect::<String>() == solution
}

/// The values of a stored solution.
fn stored_values(solution: &str, cells: usize) -> Option<Vec<Value>> {
    let value = |c: char| match c {
        '0'..='9' => Some(c as Value - b'0'),
        'A'..='Z' => Some(c as Value - b'A' + 1),
        _ => None,
    };
    solution.chars().map(value).collect::<Option<Vec<Value>>>().filter(|values| values.len() == cells)
}

/// The stored solution and another one, where both satisfy every rule by `holds`: a proof that the
/// puzzle has more than the stored one.
fn two_solutions(
    layout: &Layout,
    domains: &[Domain],
    stored: &str,
    (cells, found): (usize, &[Vec<Value>]),
    options: &Options,
) -> Option<[Vec<Value>; 2]> {
    let stored = stored_values(stored, cells)?;
    let mut fixed = domains.to_vec();
    for (domain, &value) in fixed.iter_mut().zip(&stored) {
        *domain &= Domain::single(value);
    }
    let limits = Limits::solutions(1).with_time(options.time);
    let first = layout.solve(&fixed, &limits).solutions.pop()?;
    let second = found.iter().find(|values| values[..cells] != first[..cells])?.clone();
    let is_solution = |values: &[Value]| {
        values.iter().zip(domains).all(|(&value, domain)| domain.contains(value)) && layout.network.holds(values)
    };
    (is_solution(&first) && is_solution(&second)).then_some([first, second])
}

impl Case for Puzzle {
    fn run(&self, options: &Options) -> Report {
        let start = Instant::now();
        let (puzzle, layout, domains) = match read(&self.text) {
            Ok(read) => read,
            Err(bad) => return unread(&self.name, &bad),
        };
        let mut limits = Limits::solutions(2).with_time(options.time);
        let mut got = fast(&layout, &domains, &limits);
        let cells = puzzle.structure.grid.cells();
        // Solutions that differ outside of the grid alone are one: others are looked for.
        if let Says::Many(all) = &got
            && all.len() == 2
            && all[0][..cells] == all[1][..cells]
            && let Some(net) = without(&layout.network, &all[0][..cells])
        {
            limits.solutions = 1;
            let one = all[0].clone();
            let other = Layout::learning(net, std::sync::Arc::clone(&layout.names)).solve(&domains, &limits);
            got = match (other.solutions.into_iter().next(), other.stop) {
                (Some(second), _) => Says::Many(vec![one, second]),
                (None, tesuji_solver::Stop::Exhausted) => Says::One(one),
                (None, stop) => Says::GaveUp(stop),
            };
        }
        let seconds = start.elapsed().as_secs_f64();
        let mut names = BTreeSet::new();
        kinds(&puzzle.structure.constraints, &mut names);
        let proof = match &got {
            Says::Many(all) => two_solutions(&layout, &domains, &self.solution, (cells, all), options),
            _ => None,
        };
        let (verdict, table) = match &got {
            Says::Many(_) if proof.is_some() => (Verdict::Proved, "proved_by_type"),
            Says::One(values) if is_stored(&values[..cells], &self.solution) => (Verdict::Agree, "agree_by_type"),
            Says::GaveUp(_) => (Verdict::Unknown, "unknown_by_type"),
            _ => (Verdict::Differ, "differ_by_type"),
        };
        let mut report = Report::of(verdict);
        if verdict != Verdict::Agree {
            let mut line = json!({"case": self.name, "expected": self.solution, "got": got.word()});
            if let Says::One(values) = &got {
                line["solution"] = super::pencil::line(values).into();
            }
            if let Some(proof) = proof {
                line["solutions"] = proof.map(|values| super::pencil::line(&values[..cells])).to_vec().into();
            }
            report.line = Some(line);
        } else if seconds > 2.0 {
            report.line = Some(json!({"case": self.name, "seconds": (seconds * 10.0).round() / 10.0}));
        }
        let within = match seconds {
            s if s <= 0.1 => "0.1",
            s if s <= 1.0 => "1",
            s if s <= 2.0 => "2",
            s if s <= 10.0 => "10",
            _ => "more",
        };
        report = report.count_in("within_seconds", within);
        if names.is_empty() {
            report = report.count_in(table, "no constraint");
        }
        names.into_iter().fold(report, |report, name| report.count_in(table, name))
    }
}

/// The network without one assignment of its first variables.
fn without(net: &Network, values: &[Value]) -> Option<Network> {
    let is = |(i, &value): (usize, &Value)| (Literal { var: Var(i as u32), value }, false);
    let mut net = net.clone();
    net.add(RuleSpec::Clause { literals: values.iter().enumerate().map(is).collect() }).ok()?;
    Some(net)
}

/// Does one puzzle of a pair follow from the other?
enum Follows {
    Always,
    /// Not for this solution; an empty one stands for all where the grids have other sizes.
    NotFor(Vec<Value>),
    Unknown(String),
}

impl Law {
    /// Is each rule of the wide puzzle kept in all solutions of the narrow one?
    fn follows(
        &self,
        (wide_puzzle, wide, wide_domains): &Read,
        (narrow_puzzle, narrow, narrow_domains): &Read,
        options: &Options,
    ) -> Follows {
        let (wide, narrow) = (&wide.network, &narrow.network);
        if wide_puzzle.structure.grid.cells() != narrow_puzzle.structure.grid.cells() {
            return Follows::NotFor(Vec::new());
        }
        if wide.len() != narrow.len() {
            return Follows::Unknown("their networks have different numbers of variables".to_string());
        }
        let mut open: Vec<RuleSpec> = Vec::new();
        for (i, (&w, &n)) in
            wide_domains.iter().zip(narrow_domains).enumerate().filter(|(_, (w, n))| !n.minus(**w).is_empty())
        {
            let outside = n.minus(w).iter().map(|v| vec![v]).collect();
            open.push(RuleSpec::Table { vars: vec![Var(i as u32)], tuples: outside });
        }
        let said: Vec<&RuleSpec> = narrow.rule_ids().map(|id| narrow.spec(id)).collect();
        let mut unknown = None;
        for id in wide.rule_ids().filter(|&id| !said.contains(&wide.spec(id))) {
            match denied::denial(wide.spec(id), narrow_domains) {
                Some(denial) => open.push(denial),
                None => unknown = Some(format!("{:?}", wide.rule(id).kind())),
            }
        }
        let limits = Limits::solutions(1).with_time(options.time);
        for denial in open {
            let mut net = Network::clone(narrow);
            if net.add(denial).is_err() {
                unknown = Some("a rule that can't be denied".to_string());
                continue;
            }
            let mut session = tesuji_solver::engine::Session::within(&net, narrow_domains, Default::default());
            let answer = session.solve(&[], &limits);
            if let Some(solution) = answer.solutions.into_iter().next() {
                return Follows::NotFor(solution);
            }
            if answer.stop != tesuji_solver::Stop::Exhausted {
                unknown = Some(format!("gave up: {:?}", answer.stop));
            }
        }
        unknown.map_or(Follows::Always, Follows::Unknown)
    }
}

impl Case for Law {
    fn run(&self, options: &Options) -> Report {
        let (wide, narrow) = match (read(&self.wide), read(&self.narrow)) {
            (Ok(wide), Ok(narrow)) => (wide, narrow),
            (Err(bad), _) | (_, Err(bad)) => return unread(&self.name, &bad),
        };
        let stated = if self.inherits { "inherits" } else { "does not inherit" };
        match self.follows(&wide, &narrow, options) {
            Follows::Always if self.inherits => Report::of(Verdict::Agree).count_in("laws", stated),
            // It is not stated that there is a solution of one alone.
            Follows::Always => Report::of(Verdict::Agree).count_in("laws", "follows, which is not stated"),
            Follows::NotFor(solution) => {
                // The witness is a solution of the narrow puzzle, and of the wide one none.
                let is_one = solution.is_empty()
                    || narrow.1.is_solution(&narrow.2, &solution) && !wide.1.is_solution(&wide.2, &solution);
                if is_one && !self.inherits {
                    return Report::of(Verdict::Agree).count_in("laws", stated);
                }
                let line = json!({"case": self.name, "stated": stated, "solution": super::pencil::line(&solution)});
                Report::with_line(Verdict::Differ, line)
            }
            Follows::Unknown(why) => Report::with_line(Verdict::Unknown, json!({"case": self.name, "reason": why})),
        }
    }
}
