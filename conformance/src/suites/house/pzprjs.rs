//! States of pzprjs: solved ones are accepted, and each wrong one is refused by the rule that its
//! code names.

use super::rules_of_codes::{NO_PUZZLE, UNFINISHED, rules};
use super::{Left, Posed, files, of_address, text_of, unread};
use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::path::Path;
use tesuji_genre::Told;
use tesuji_pencil::house::{HouseGenre, Mark, Marked};
use tesuji_solver::engine::LearningSolver;
use tesuji_solver::{Domain, Limits, Network, RuleId, Solver, Stop, Value, Var};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "pzprjs",
    about: "pzprjs: solved states accepted, wrong ones refused by the rule that the code names",
    counts: &["unfinished", "not_named"],
    load,
    together: None,
};

struct State {
    genre: &'static dyn HouseGenre,
    text: String,
    /// The failure code; `None`: the state is solved.
    code: Option<String>,
}

/// What is missing for genres that are not there, by their names in addresses.
pub(super) type Missing = BTreeMap<String, String>;

/// The table of genres beside the folder: name, what is said of it, and the kind that is missing.
const TABLE: &str = "genres_341.tsv";

fn missing(path: &Path) -> Missing {
    let beside = [path.parent(), path.parent().and_then(Path::parent)];
    let text = beside.into_iter().flatten().find_map(|folder| std::fs::read_to_string(folder.join(TABLE)).ok());
    let row = |line: &str| {
        let [name, says, kind] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
        let kind = if kind.trim().is_empty() { says } else { kind };
        Some((name.to_string(), kind.trim().to_string()))
    };
    text.unwrap_or_default().lines().skip(1).filter_map(row).collect()
}

fn load(options: &Options) -> Cases {
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    let missing = missing(&options.path);
    for file in files(&options.path, "json")? {
        let bad = |what: String| Error::Input(format!("{}: {what}", file.display()));
        let top: Json = serde_json::from_str(&text_of(&file)?).map_err(|e| bad(e.to_string()))?;
        let name = top["genre"].as_str().ok_or_else(|| bad("a genre is expected".into()))?;
        if let Some(url) = top["url"].as_str() {
            cases.push(super::puzzlink::case(url, name, &missing));
        }
        let list = |field: &str| top[field].as_array().cloned().unwrap_or_default();
        let solved = list("solved").into_iter().map(|s| (s, None));
        let wrong = list("wrong").into_iter().map(|w| {
            let code = w["code"].as_str().unwrap_or_default().to_string();
            (w["state"].clone(), Some(code))
        });
        for (state, code) in solved.chain(wrong) {
            let text = state.as_str().ok_or_else(|| bad("a state is no text".into()))?;
            cases.push(case(name, text, code, &missing));
        }
    }
    Ok(cases)
}

/// The case of a state; variations and genres that are not there are left, by name.
pub(super) fn case(file: &str, text: &str, code: Option<String>, missing: &Missing) -> Box<dyn Case> {
    let told = Told::of(text);
    let name = told.map_or(file, |t| t.name);
    let variation = told.and_then(|t| t.variation);
    match (of_address(name), variation) {
        // A genre may read a variation.
        (genre, Some(letters)) if genre.is_none_or(|g| g.read_state(text).is_err()) => {
            Box::new(Left::of("variations", format!("{name}/{letters}")))
        }
        (None, _) => Box::new(Left::not_there(name, missing.get(name))),
        (Some(genre), _) if !genre.has_states() => Box::new(Left::of("no_states", name)),
        (Some(genre), _) => Box::new(State { genre, text: text.to_string(), code }),
    }
}

/// The marks, and what places without a mark count as: what a finished puzzle has there, or a given
/// value.
fn finished(marked: &Marked, unmarked: Option<Value>) -> Vec<(Var, Domain)> {
    let values = |mark: &Mark| mark.values.or(mark.unmarked.or(unmarked).map(Domain::single));
    marked.marks.iter().filter_map(|mark| Some((mark.var, values(mark)?))).collect()
}

/// Do values contradict a network, so far as they are known? `None`: not within the time.
fn contradicts(net: &Network, domains: &[Domain], options: &Options) -> Option<bool> {
    if domains.iter().any(|d| d.is_empty()) {
        return Some(true);
    }
    let answer = LearningSolver::default().solve(net, Some(domains), &Limits::solutions(1).with_time(options.time));
    match (answer.solutions.len(), answer.stop) {
        (1.., _) => Some(false),
        (0, Stop::Exhausted) => Some(true),
        _ => None,
    }
}

impl State {
    /// The rules whose class has one of these names, and nothing else.
    fn part(&self, net: &Network, words: &[&str]) -> Result<Network, String> {
        let mut part = Network::new();
        for &domain in net.domains() {
            part.add_var(domain);
        }
        for id in net.rule_ids() {
            let class = net.origin(id).and_then(|o| self.genre.class_words(o.class));
            if class.is_some_and(|c| words.contains(&c)) {
                part.add(net.spec(id).clone()).map_err(|e| e.to_string())?;
            }
        }
        Ok(part)
    }

    /// Are rules with one of these names among those that the genre says the state breaks? A state
    /// that is not finished can break a rule only by what else must follow: then none is named.
    fn is_named(&self, net: &Network, words: &[&str]) -> Result<bool, String> {
        let actions = self.genre.as_clues().ok_or("the genre has no rules")?;
        let mut told = Vec::new();
        for finished in [false, true] {
            let parsed = actions.parse_answer(&self.text, finished).map_err(|bad| bad.to_string())?;
            let state = parsed.state.unwrap_or_default();
            told.extend(actions.broken_rules(&parsed.puzzle, &state).map_err(|bad| bad.to_string())?);
        }
        let is_meant = |id: &RuleId| {
            net.origin(*id).and_then(|o| self.genre.class_words(o.class)).is_some_and(|c| words.contains(&c))
        };
        let classes: Vec<&str> = net.rule_ids().filter(is_meant).filter_map(|id| net.class_name(id)).collect();
        Ok(told.iter().any(|rule| classes.contains(&&*rule.class) || words.contains(&&*rule.rule)))
    }

    fn check(&self, options: &Options) -> Result<Report, String> {
        let marked = self.genre.read_state(&self.text).map_err(|bad| bad.to_string())?;
        let posed = match Posed::new(self.genre, &marked.puzzle) {
            Err(_) if self.code.as_deref().is_some_and(|code| NO_PUZZLE.contains(&code)) => {
                return Ok(Report::of(Verdict::Agree));
            }
            posed => posed.map_err(|bad| bad.to_string())?,
        };
        let values = finished(&marked, None);
        let net = &posed.view.network;
        let single: Vec<(Var, Value)> = values.iter().filter_map(|(var, d)| Some((*var, d.value()?))).collect();
        let broken = posed.broken(&single);
        let line = |what: &str| {
            json!({ "case": self.text, "code": self.code, "reason": what, "broken": broken,
                "puzzle": marked.puzzle })
        };
        let all = told(&posed.view.domains, &values);
        let Some(refused) = contradicts(net, &all, options) else {
            return Ok(Report::with_line(Verdict::Unknown, line("not decided within the time")));
        };
        let is_full = values.len() == marked.marks.len();
        let verdict = |holds: bool, what: &str| match holds {
            true => Report::of(Verdict::Agree),
            false => Report::with_line(Verdict::Differ, line(what)),
        };
        let Some(code) = &self.code else {
            return Ok(verdict(!refused && is_full && broken.is_empty(), "a solved state is refused"));
        };
        if let Some(named) = rules(self.genre.name(), code) {
            let part = self.part(net, &named.words)?;
            // The meaning of clues by themselves counts as a rule named `what is given`.
            let given = named.words.contains(&"what is given");
            let domains = if given { all } else { told(part.domains(), &finished(&marked, named.unmarked)) };
            let refused = contradicts(&part, &domains, options).ok_or("not decided within the time")?;
            if refused && !self.is_named(net, &named.words)? {
                return Ok(Report::of(Verdict::Agree).count("not_named"));
            }
            return Ok(verdict(refused, "the rules that the code names do not refuse the state"));
        }
        if UNFINISHED.contains(&code.as_str()) {
            let is_empty = marked.marks.iter().all(|mark| mark.values.is_none());
            let is_told = is_full && single.len() == values.len();
            return Ok(verdict(refused || is_empty || !is_told, "an unfinished state is accepted").count("unfinished"));
        }
        let report = Report::with_line(Verdict::Unknown, line("the code is not listed for the genre"));
        Ok(report.count_in("not_listed", format!("{} {code}", self.genre.name())))
    }
}

/// The domains with the given values of some.
fn told(domains: &[Domain], values: &[(Var, Domain)]) -> Vec<Domain> {
    let mut domains = domains.to_vec();
    values.iter().for_each(|&(var, left)| domains[var.index()] &= left);
    domains
}

impl Case for State {
    fn run(&self, options: &Options) -> Report {
        self.check(options).unwrap_or_else(|reason| unread(&self.text, &reason))
    }
}
