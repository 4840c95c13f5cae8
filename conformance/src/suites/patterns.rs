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
    Catalog, Domain, LearningSolver, Limits, Literal, Solver, Store, Technique, TechniqueId, Value, Var,
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
    /// Must it be reached? What else follows is told along.
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

/// Where a run of a catalog ended.
struct Reached {
    domains: Vec<Domain>,
    used: BTreeSet<TechniqueId>,
    /// What was struck.
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
        if let Some(literal) = wrong(&start, &named, options) {
            let names = &posed.view.names;
            let reason = format!("{} can be {}", names.var(literal.var), names.value(literal.value));
            return Ok(Report::with_line(Verdict::Differ, line(&named, &reason)).count("wrong"));
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

/// A candidate that was struck although a solution has it.
fn wrong(start: &Store<'_>, reached: &Reached, options: &Options) -> Option<Literal> {
    let limits = Limits::solutions(1).with_time(options.time);
    let solver = LearningSolver::default();
    let has_solution = |literal: &Literal| {
        let mut domains = start.domains().to_vec();
        domains[literal.var.index()] &= only(literal.value);
        !domains[literal.var.index()].is_empty()
            && !solver.solve(start.network(), Some(&domains), &limits).solutions.is_empty()
    };
    reached.gone.iter().copied().find(has_solution)
}

impl Case for Pattern {
    fn run(&self, options: &Options) -> Report {
        self.check(options).unwrap_or_else(|reason| unread(&self.id, &reason))
    }
}
