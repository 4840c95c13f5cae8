//! Published patterns of pencil genres: from a board and marks, what follows is reached by named
//! techniques and ideas, by trial alone, or not.

use super::house::{Posed, text_of, unread};
use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::grade::StandardGrader;
use tesuji_solver::{
    Catalog, Domain, LearningSolver, Limits, Literal, Solver, Stop, Store, Technique, TechniqueId, Value, Var,
};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "patterns",
    about: "published patterns: reached by named techniques without trial",
    counts: &["wrong"],
    load,
    together: None,
};

/// A value at a place, in the genre's words.
#[derive(Deserialize)]
struct Mark {
    place: String,
    value: String,
    /// Must it be reached? The others are no part of the verdict.
    #[serde(default = "yes")]
    must: bool,
}

fn yes() -> bool {
    true
}

/// A line of the file.
#[derive(Deserialize)]
struct Pattern {
    id: String,
    genre: String,
    name: String,
    board: String,
    state: Vec<Mark>,
    conclusions: Vec<Mark>,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let text = text_of(&options.path)?;
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let pattern: Pattern = serde_json::from_str(line)
            .map_err(|e| Error::Input(format!("{}:{}: {e}", options.path.display(), number + 1)))?;
        cases.push(Box::new(pattern));
    }
    Ok(cases)
}

/// The end of a run of a catalog.
struct Reached {
    domains: Vec<Domain>,
    used: BTreeSet<TechniqueId>,
    /// The candidates that the steps removed.
    gone: Vec<Literal>,
}

/// The words of a board's variables.
struct Places<'p> {
    posed: &'p Posed,
    by_name: BTreeMap<String, Var>,
}

impl Places<'_> {
    fn new(posed: &Posed) -> Places<'_> {
        let names = &posed.view.names;
        Places { posed, by_name: posed.view.network.vars().map(|var| (names.var(var), var)).collect() }
    }

    fn literal(&self, mark: &Mark) -> Result<Literal, String> {
        let var = *self.by_name.get(&mark.place).ok_or_else(|| format!("no place {:?}", mark.place))?;
        let all = self.posed.view.network.domains()[var.index()];
        let names = &self.posed.view.names;
        let value = all.iter().find(|&value| names.value(value) == mark.value);
        value.map(|value| Literal { var, value }).ok_or_else(|| format!("no value {:?}", mark.value))
    }

    /// The store with the marks written down.
    fn store(&self, marks: &[Mark]) -> Result<Store<'_>, String> {
        let mut at = self.posed.view.store(None).map_err(|bad| bad.to_string())?;
        for mark in marks {
            let literal = self.literal(mark)?;
            at.place(literal).map_err(|_| format!("the mark at {} contradicts the board", mark.place))?;
        }
        Ok(at)
    }

    fn run(&self, start: &Store<'_>, catalog: &Catalog) -> Result<Reached, String> {
        let mut at = start.clone();
        let (mut used, mut gone) = (BTreeSet::new(), Vec::new());
        let grader = StandardGrader::new(catalog);
        let mut told = |technique: &dyn Technique, step: &tesuji_solver::Deduction| {
            used.insert(technique.id().clone());
            let struck = step.removes.iter();
            gone.extend(struck.flat_map(|r| r.values.iter().map(|value| Literal { var: r.var, value })));
        };
        grader.run(&mut at, &mut told).map_err(|_| "a contradiction".to_string())?;
        Ok(Reached { domains: at.domains().to_vec(), used, gone })
    }
}

fn only(value: Value) -> Domain {
    Domain::single(value)
}

impl Pattern {
    fn check(&self, options: &Options) -> Result<Report, String> {
        let genre: &'static dyn HouseGenre = tesuji_pencil::genres::all()
            .into_iter()
            .find(|g| g.name() == self.genre)
            .ok_or_else(|| format!("no genre {:?}", self.genre))?;
        let posed = Posed::new(genre, &self.board).map_err(|bad| bad.to_string())?;
        let places = Places::new(&posed);
        let start = places.store(&self.state)?;
        let asked: Vec<&Mark> = self.conclusions.iter().filter(|mark| mark.must).collect();
        if asked.is_empty() {
            return Err("it has no conclusion that must be reached".to_string());
        }
        let said: Vec<Literal> = asked.iter().map(|mark| places.literal(mark)).collect::<Result<_, String>>()?;
        let catalog = genre.catalog();
        let named = places.run(&start, &catalog.filter(|t| !t.is_last_resort()))?;
        let is_reached = |at: &Reached, literal: &Literal| at.domains[literal.var.index()] == only(literal.value);
        let missing = |at: &Reached| -> Vec<Json> {
            let open = asked.iter().zip(&said).filter(|(_, literal)| !is_reached(at, literal));
            open.map(|(mark, _)| json!({"place": mark.place, "value": mark.value})).collect()
        };
        let line = |at: &Reached, reason: &str| {
            json!({"case": self.id, "name": self.name, "reason": reason, "missing": missing(&named),
                "techniques": at.used.iter().map(TechniqueId::as_str).collect::<Vec<_>>()})
        };
        match soundness(&start, &named, options) {
            Soundness::Wrong(literal) => {
                let names = &posed.view.names;
                let reason = format!("{} can be {}", names.var(literal.var), names.value(literal.value));
                return Ok(Report::with_line(Verdict::Differ, line(&named, &reason)).count("wrong"));
            }
            Soundness::Unsolvable => return Err("the board with its marks has no solution".to_string()),
            Soundness::Unknown => {
                let reason = "no time to show that the steps are sound";
                return Ok(Report::with_line(Verdict::Unknown, line(&named, reason)));
            }
            Soundness::Shown => {}
        }
        if missing(&named).is_empty() {
            return Ok(Report::of(Verdict::Agree));
        }
        let all = places.run(&start, catalog)?;
        Ok(if missing(&all).is_empty() {
            Report::with_line(Verdict::Unknown, line(&all, "by trial alone"))
        } else {
            Report::with_line(Verdict::Differ, line(&named, "not reached"))
        })
    }
}

/// Are the steps of a run right?
enum Soundness {
    /// No solution has a candidate that was removed.
    Shown,
    /// A solution has this candidate, which was removed.
    Wrong(Literal),
    /// There is no solution, so that any step would be right.
    Unsolvable,
    /// The time was over before.
    Unknown,
}

fn soundness(start: &Store<'_>, reached: &Reached, options: &Options) -> Soundness {
    let limits = Limits::solutions(1).with_time(options.time);
    let solver = LearningSolver::default();
    // Has the board a solution with these candidates? `None` where the time is over.
    let has_solution = |domains: &[Domain]| {
        let answer = solver.solve(start.network(), Some(domains), &limits);
        if answer.solutions.is_empty() { (answer.stop == Stop::Exhausted).then_some(false) } else { Some(true) }
    };
    let mut worst = match has_solution(start.domains()) {
        Some(true) => Soundness::Shown,
        Some(false) => return Soundness::Unsolvable,
        None => Soundness::Unknown,
    };
    for &literal in &reached.gone {
        let mut domains = start.domains().to_vec();
        domains[literal.var.index()] &= only(literal.value);
        if domains[literal.var.index()].is_empty() {
            continue;
        }
        match has_solution(&domains) {
            Some(true) => return Soundness::Wrong(literal),
            Some(false) => {}
            None => worst = Soundness::Unknown,
        }
    }
    worst
}

impl Case for Pattern {
    fn run(&self, options: &Options) -> Report {
        self.check(options).unwrap_or_else(|reason| unread(&self.id, &reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A slitherlink with a 1 in a corner: the two edges of the corner are no lines.
    fn report(state: Json, conclusions: Json) -> Report {
        let pattern = json!({"id": "own", "genre": "slitherlink", "name": "1 in a corner",
            "board": "https://puzz.link/p?slither/5/5/bzh", "state": state, "conclusions": conclusions});
        let pattern: Pattern = serde_json::from_value(pattern).unwrap();
        pattern.run(&Options { limit: 1, ..Options::of("".into(), Duration::from_secs(20)) })
    }

    #[test]
    fn a_pattern_agrees_only_where_something_is_shown() {
        let edge = |value: &str| json!([{"place": "the edge above r1c1", "value": value}]);
        assert_eq!(report(json!([]), edge("no line")).verdict, Verdict::Agree);
        let wrong = report(json!([]), edge("line"));
        assert_eq!(wrong.verdict, Verdict::Differ, "{:?}", wrong.line);
        let none = report(json!([]), json!([]));
        assert_eq!(none.verdict, Verdict::Differ, "nothing has to be reached: {:?}", none.line);
    }
}
