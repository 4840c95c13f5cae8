//! Candidate pages: a cluster as words and drawings, for a person who may name it.

use crate::beyond::Evidence;
use crate::cluster::{Cluster, Example};
use crate::diagram::diagram;
use crate::eureka::chain_line;
use crate::facts::{facts, rules_of};
use crate::firing::Firing;
use crate::glossary::literature;
use tesuji_genre::{Bad, Genre, Link, Marks, Medium, Names, Puzzle, State, View};
use tesuji_solver::proof::{CheckLimits, Proof, Prover, Step, check};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Domain, Limits, Literal, Network, Part, Removal, RuleId, Truth, Value};

/// A candidate page.
#[derive(Clone, Debug)]
pub struct Page {
    /// A title: rank and family.
    pub title: String,
    /// Figures and, for each example, the proof in words.
    pub text: String,
    /// A drawing (SVG) for each example.
    pub boards: Vec<String>,
}

/// The page of a cluster at a rank (from 1).
///
/// # Errors
/// [`Bad`] when an example is no puzzle of the genre, or its proof does not pass the referee.
pub fn page(genre: &'static dyn Genre, cluster: &Cluster, rank: usize) -> Result<Page, Bad> {
    let title = format!("Candidate {rank}: {}", cluster.form.key);
    let mut text = format!(
        "{title}\n  {} truth{}; in {} puzzles, plainest in {} of them; {} removals, {} of them let a single be \
         drawn; it finishes {} puzzles\n",
        cluster.form.size,
        if cluster.form.size == 1 { "" } else { "s" },
        cluster.puzzles,
        cluster.plain,
        cluster.seen,
        cluster.unlocks,
        cluster.finishes,
    );
    if let Some(name) = literature(&cluster.form.key) {
        text.push_str(&format!("  in the literature: {name}\n"));
    }
    let mut boards = Vec::new();
    for (i, example) in cluster.examples.iter().enumerate() {
        let Board { svg, chain, words, .. } = board(genre, example)?;
        text.push_str(&format!("  example {} ({}):\n", i + 1, example.puzzle));
        for line in chain.into_iter().chain(words) {
            text.push_str(&format!("    {line}\n"));
        }
        boards.push(svg);
    }
    Ok(Page { title, text, boards })
}

/// An example drawn.
#[derive(Clone, Debug)]
pub struct Board {
    /// The board at the stall, with the proof (SVG).
    pub svg: String,
    /// The proof as a chain, where it is one.
    pub chain: Option<String>,
    /// The proof in words, a line a step.
    pub words: Vec<String>,
    /// The proof without the board (SVG), where it can be drawn so.
    pub diagram: Option<String>,
    /// What the marks on the board mean, a colour each.
    pub legend: Vec<&'static str>,
}

/// An example as a board. Its proof is made again, and checked by the referee.
///
/// # Errors
/// [`Bad`] when it is no puzzle of the genre, or its proof does not pass the referee.
pub fn board(genre: &'static dyn Genre, example: &Example) -> Result<Board, Bad> {
    let puzzle = Puzzle::new(genre, example.size.clone(), example.puzzle.clone());
    let View::Clues(view) = genre.view(&puzzle)? else {
        return Err(Bad::new("no network referees this genre"));
    };
    let net = &view.network;
    if let Some(evidence) = &example.evidence {
        if !evidence.holds(net, &example.domains) {
            return Err(Bad::new("the referee refuses the example's proof").at(example.id.clone()));
        }
        let state = state(example, net, &|v| view.given.contains(v));
        let marks = shown(example, evidence, net);
        let svg = genre.draw(&puzzle, Some(&state), &marks, Medium::Svg)?;
        let words = evidence.words(net, &*view.names);
        let legend = legend(&marks, &svg);
        return Ok(Board { svg, chain: None, words, diagram: None, legend });
    }
    let proof = prove(net, example)
        .ok_or_else(|| Bad::new("the example's proof could not be made again").at(example.id.clone()))?;
    check(&proof, net, &example.domains, &CheckLimits::default())
        .map_err(|e| Bad::new(format!("the referee refuses the example's proof: {e}")).at(example.id.clone()))?;
    let chain = chain_line(net, &example.domains, &example.core, example.goal, &*view.names);
    let words = words(&proof, net, &example.domains, &*view.names);
    let state = state(example, net, &|v| view.given.contains(v));
    let firing = Firing::of(&proof, net, &example.domains);
    let marks = marks(example, net, firing.as_ref(), &proof);
    let svg = genre.draw(&puzzle, Some(&state), &marks, Medium::Svg)?;
    let diagram = firing.map(|firing| diagram(net, &firing));
    let legend = legend(&marks, &svg);
    Ok(Board { svg, chain: chain.filter(|_| example.depth == 1), words, diagram, legend })
}

fn prove(net: &Network, example: &Example) -> Option<Proof> {
    let table = TrialNet::new(net);
    let mut prover = Prover::new(&table, &example.domains, &Limits::default()).ok()?;
    if example.depth == 1 {
        prover.from_core(example.goal, &example.core)
    } else {
        // As small as the core that is told of.
        let proof = prover.refute(example.goal, example.depth)?;
        Some(prover.minimise(&proof).unwrap_or(proof))
    }
}

/// The board at the stall in the genre's own terms: values found, candidates struck out.
fn state(example: &Example, net: &Network, given: &dyn Fn(tesuji_solver::Var) -> bool) -> State {
    let mut state = State::default();
    for var in net.vars().filter(|&v| !given(v)) {
        let now = example.domains[var.index()];
        match now.value() {
            Some(value) => {
                state.placed.insert(var.0, value);
            }
            None => {
                state.removed.insert(var.0, net.domains()[var.index()].minus(now).0);
            }
        }
    }
    state
}

/// What to point at: the truths, cells and houses, and the links between their candidates as the
/// proof runs.
fn marks(example: &Example, net: &Network, firing: Option<&Firing>, proof: &Proof) -> Marks {
    let mut marks = marks_of_truths(example, net, firing);
    if let Some(rules) = rules_of(net, &example.core) {
        marks.facts = facts(net, &example.domains, &rules, example.goal);
        marks.rules = rules;
        let struck =
            proof.steps.iter().filter_map(|s| if let Step::Prune { what, .. } = s { Some(what.var) } else { None });
        marks.cells = struck.filter(|&var| var != example.goal.var).collect();
        marks.cells.sort_unstable();
        marks.cells.dedup();
    }
    marks
}

/// The colour that drawings have behind the places of rules, where nothing else is marked there.
const BEHIND_RULES: &str = "#e9e2fa";

/// The meanings of the colours of some marks, those that a drawing has alone.
fn legend(marks: &Marks, svg: &str) -> Vec<&'static str> {
    let are_truths = marks.rules.is_empty();
    let all = [
        (!marks.gone.is_empty(), "red ring: what goes"),
        (!are_truths && svg.contains(BEHIND_RULES), "violet: the rules (one of the whole board is not marked)"),
        (!marks.facts.is_empty(), "blue: what is known, and matters"),
        (!marks.cells.is_empty() && !are_truths, "yellow: what would follow"),
        (!marks.cells.is_empty() && are_truths, "yellow: cells that are truths"),
        (!marks.houses.is_empty(), "blue: houses that are truths for a value"),
        (marks.links.iter().any(|l| l.is_strong), "green lines: one of both holds"),
        (marks.links.iter().any(|l| !l.is_strong), "red dashed lines: at most one of both holds"),
    ];
    all.into_iter().filter(|(is_drawn, _)| *is_drawn).map(|(_, words)| words).collect()
}

fn marks_of_truths(example: &Example, net: &Network, firing: Option<&Firing>) -> Marks {
    let mut pattern: Vec<Literal> =
        example.core.iter().flat_map(|t| t.literals(net, &|v| example.domains[v.index()])).collect();
    pattern.sort_unstable();
    pattern.dedup();
    let cells = example.core.iter().filter_map(|t| if let Truth::Cell(v) = t { Some(*v) } else { None }).collect();
    let house = |t: &Truth| match *t {
        Truth::Rule { rule, part: Part::Value(_) } => Some(net.rule(rule).scope().to_vec()),
        _ => None,
    };
    let houses = example.core.iter().filter_map(house).collect();
    let mut links = Vec::new();
    if let Some(firing) = firing {
        links.extend(firing.links.iter().map(|&(from, to)| Link { from, to, is_strong: false }));
        links.extend(firing.strong().map(|(from, to)| Link { from, to, is_strong: true }));
    }
    Marks { candidates: true, cells, pattern, gone: vec![example.goal], houses, links, ..Marks::default() }
}

/// The same of proofs that are no trials: guardians stand out, links of sets are houses too.
fn shown(example: &Example, evidence: &Evidence, net: &Network) -> Marks {
    let mut marks = marks_of_truths(example, net, None);
    marks.gone = evidence.goals().to_vec();
    if let Evidence::Impossible(pattern) = evidence {
        marks.extra = pattern.guardians.clone();
        marks.pattern.retain(|l| pattern.values.contains(l.value));
    }
    marks
}

/// A proof in words, a line a step.
pub fn words(proof: &Proof, net: &Network, domains: &[Domain], names: &dyn Names) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(goal) = proof.literal() {
        let all = net.domains()[goal.var.index()];
        lines.push(format!("If {} were {}:", names.var(goal.var), value_words(goal.value, all, names)));
    }
    let mut now = domains.to_vec();
    // The conclusions of one rule are one line.
    let mut last = None;
    for step in &proof.steps {
        match step {
            // The first line says that the goal is assumed.
            Step::Prune { what, truth: None, .. } if what.var == proof.goal.var => {
                now[what.var.index()] = now[what.var.index()].minus(what.values);
            }
            Step::Prune { what, truth, .. } => {
                let why = truth.map_or_else(String::new, |truth| left(truth, net, &now, names));
                let after = now[what.var.index()].minus(what.values);
                let says = gone(*what, (now[what.var.index()], after), names);
                now[what.var.index()] = after;
                let is_said = matches!(truth, Some(Truth::Rule { part: Part::Whole, .. }));
                match lines.last_mut().filter(|_| is_said && last == Some(*truth)) {
                    Some(line) => line.push_str(&format!(", {says}")),
                    None => lines.push(format!("  {why}{says}")),
                }
                last = Some(*truth);
            }
            Step::Case { assume, proof } => {
                lines.extend(words(proof, net, &now, names).into_iter().map(|l| format!("  {l}")));
                now[assume.var.index()] = now[assume.var.index()].minus(Domain::single(assume.value));
                last = None;
            }
            Step::Clash { truth } => lines.push(format!("  {}.", nothing(*truth, names))),
        }
    }
    // Where two values are possible, one that goes leaves the other.
    if let Some(goal) = proof.literal() {
        let before = domains[goal.var.index()];
        let after = before.minus(Domain::single(goal.value));
        lines.push(format!("So {}.", gone(proof.goal, (before, after), names)));
    }
    lines
}

/// Says what a variable with these candidates before and after is, if one of two is left; else
/// what it is not.
fn gone(what: Removal, (before, after): (Domain, Domain), names: &dyn Names) -> String {
    match after.value().filter(|_| before.len() == 2) {
        Some(value) => format!("{} is {}", names.var(what.var), value_words(value, before, names)),
        None => format!("{} is not {}", names.var(what.var), names.values(what.values)),
    }
}

/// A value as what something is: "a line" where another value is "no line".
fn value_words(value: Value, all: Domain, names: &dyn Names) -> String {
    let word = names.value(value);
    let is_thing = all.iter().any(|other| names.value(other) == format!("no {word}"));
    if is_thing { format!("a {word}") } else { word }
}

/// A rule with the clue that it states.
fn rule_words(rule: RuleId, names: &dyn Names) -> String {
    match names.clue(rule) {
        Some(clue) => format!("{} ({clue})", names.rule(rule)),
        None => names.rule(rule),
    }
}

fn left(truth: Truth, net: &Network, now: &[Domain], names: &dyn Names) -> String {
    match truth {
        Truth::Rule { rule, part: Part::Whole } => format!("by {}, ", rule_words(rule, names)),
        _ => match truth.literals(net, &|v| now[v.index()])[..] {
            [l] => match truth {
                Truth::Rule { rule, .. } => {
                    format!("{} has {} left for {}, so ", names.rule(rule), names.var(l.var), names.value(l.value))
                }
                Truth::Cell(_) => format!("{} has {} left, so ", names.var(l.var), names.value(l.value)),
            },
            _ => String::new(),
        },
    }
}

fn nothing(truth: Truth, names: &dyn Names) -> String {
    match truth {
        Truth::Cell(var) => format!("{} has no candidate left", names.var(var)),
        Truth::Rule { rule, part: Part::Value(value) } => {
            format!("{} has no place left for {}", names.rule(rule), names.value(value))
        }
        Truth::Rule { rule, part: Part::Whole } => format!("{} can't hold any more", rule_words(rule, names)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, mine};
    use tesuji_genre::Record;

    /// The proof that a page prints rests on the truths that its figures count, also where it was
    /// made smaller.
    #[test]
    fn a_deep_proof_is_printed_as_small_as_it_is_told_of() {
        let root =
            std::env::var("TESUJI_DATA").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data").into());
        let Ok(hardest) = std::fs::read_to_string(format!("{root}/sudoku/forum_hardest_1905_11plus.txt")) else {
            eprintln!("SKIPPED: no sudoku/forum_hardest_1905_11plus.txt in {root} (external puzzles)");
            return;
        };
        let genre = tesuji_genres::get("sudoku").expect("the sudoku genre is registered");
        let record = |line: &str| genre.parse(&line[..81]).unwrap().puzzle.record();
        let records: Vec<Record> = hardest.lines().take(1).map(record).collect();
        let mined = mine(genre, &records, &Options { depth: 2, ..Options::default() });
        let mut deep = 0;
        for example in mined.ranked_from(1).into_iter().flat_map(|c| &c.examples).filter(|e| e.depth == 2).take(20) {
            let puzzle = Puzzle::new(genre, example.size.clone(), example.puzzle.clone());
            let View::Clues(view) = genre.view(&puzzle).unwrap() else { panic!("sudoku has a network") };
            let core = prove(&view.network, example).unwrap().core;
            assert_eq!(core, example.core, "{}", example.puzzle);
            deep += 1;
        }
        assert!(deep > 0, "{:?}", mined.summary);
    }
}
