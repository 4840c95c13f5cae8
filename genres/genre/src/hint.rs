//! The next step of a puzzle: what is asked, and the answers there are.

use crate::{Marks, Names, argument, sentence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use tesuji_solver::{Catalog, Deduction, Domain, Fact, Limits, Literal, Reason, Solver, Stop, TechniqueId, Var};

/// What to ask for the next step with.
#[derive(Clone)]
pub struct HintRequest<'a> {
    /// Techniques that may be named.
    pub catalog: &'a Catalog,
    /// Where the techniques find nothing: look for a step by trial.
    pub last_resort: bool,
    /// Of a puzzle with several solutions: give steps that hold in all of them. Without this, such
    /// a puzzle is refused.
    pub any_solution: bool,
    /// Bounds: `nodes` counts search nodes, or positions of a game that is read.
    pub limits: Limits,
    /// Solvers that are asked whether the puzzle has one solution where the genre's own engines do
    /// not settle it.
    pub solvers: &'a [&'a dyn Solver],
}

impl<'a> HintRequest<'a> {
    /// A request without bounds, without further solvers and without a last resort.
    pub fn new(catalog: &'a Catalog) -> Self {
        HintRequest { catalog, last_resort: false, any_solution: false, limits: Limits::default(), solvers: &[] }
    }
}

impl fmt::Debug for HintRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solvers: Vec<&str> = self.solvers.iter().map(|s| s.name()).collect();
        f.debug_struct("HintRequest")
            .field("catalog", self.catalog)
            .field("last_resort", &self.last_resort)
            .field("any_solution", &self.any_solution)
            .field("limits", &self.limits)
            .field("solvers", &solvers)
            .finish()
    }
}

/// Is it known that the puzzle has exactly one solution?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Uniqueness {
    /// The question does not arise: a position to be read.
    #[default]
    NotAsked,
    /// There is exactly one solution.
    Proved,
    /// There are several solutions. Techniques that assume one stay out: what the others conclude
    /// holds in all solutions.
    Several,
    /// This limit ended the search before that was known. Techniques that assume one solution stay
    /// out.
    Unproved(Stop),
}

impl Uniqueness {
    /// Its name in JSON; `None` where the question does not arise.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Uniqueness::NotAsked => None,
            Uniqueness::Proved => Some("proved"),
            Uniqueness::Several => Some("several"),
            Uniqueness::Unproved(_) => Some("not-proved"),
        }
    }

    /// The techniques that may be used: without a proof of one solution, none that assumes it.
    pub fn allowed(self, catalog: &Catalog) -> Catalog {
        match self {
            Uniqueness::NotAsked | Uniqueness::Proved => catalog.clone(),
            Uniqueness::Several | Uniqueness::Unproved(_) => catalog.filter(|t| !t.row().assumes_uniqueness),
        }
    }
}

/// The next step, and what is known of the puzzle.
#[derive(Clone, Debug)]
pub struct Hint {
    /// Is there one solution?
    pub uniqueness: Uniqueness,
    /// The step, or why there is none.
    pub next: Next,
}

/// The next step, or why there is none.
#[derive(Clone, Debug)]
pub enum Next {
    /// A step.
    Step(Box<Step>),
    /// Every value is written down.
    Solved,
    /// The techniques find nothing.
    Stuck,
    /// A position in which there is nothing to say.
    Nothing,
}

/// A step with its words.
#[derive(Clone, Debug)]
pub struct Step {
    /// What follows, and by which technique.
    pub deduction: Deduction,
    /// One line.
    pub words: String,
    /// The same in at most a few lines, where `words` are many.
    pub brief: Option<String>,
    /// What to point at in a drawing.
    pub marks: Marks,
    /// The step as data.
    pub data: Option<StepData>,
}

impl Hint {
    /// The answer of a genre whose positions are read. The catalog gives techniques their names.
    pub fn of_position(step: Option<(Deduction, String, Marks)>, catalog: &Catalog) -> Hint {
        let next = match step {
            Some((deduction, words, marks)) => {
                let data = Some(StepData::of_game(&deduction.technique, catalog, &words, &marks.moves));
                Next::Step(Box::new(Step { deduction, words, brief: None, marks, data }))
            }
            None => Next::Nothing,
        };
        Hint { uniqueness: Uniqueness::NotAsked, next }
    }

    /// The step, where there is one.
    pub fn step(self) -> Option<Step> {
        match self.next {
            Next::Step(step) => Some(*step),
            Next::Solved | Next::Stuck | Next::Nothing => None,
        }
    }
}

/// A candidate: a cell and a value, both as the genre writes them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Candidate {
    /// The cell: `r3c5`.
    pub cell: String,
    /// The value as in the puzzle's notation: `7`, or a letter in large grids.
    pub value: String,
}

/// The places of the clues that a step uses, by the board's numbers and in words. Where it rests on
/// no fact and no clue, the places that its rules are about.
pub(crate) fn clue_places(step: &Deduction, names: &dyn Names) -> Vec<(u32, String)> {
    let rules = || step.because.reasons.iter().flat_map(Reason::rules);
    let mut places: Vec<(String, u32)> = rules().filter_map(|rule| names.clue_place(rule)).collect();
    if places.is_empty() && step.looked_at().is_empty() {
        places.extend(rules().flat_map(|rule| names.scope_places(rule)));
    }
    let mut places: Vec<(u32, String)> = places.into_iter().map(|(name, number)| (number, name)).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// A fact: a cell takes a value, or it does not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// The cell, edge or corner.
    pub cell: String,
    /// The value as in the puzzle's notation.
    pub value: String,
    /// Does it take the value?
    pub holds: bool,
}

/// One use of one rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReasonData {
    /// The rule in the genre's words; empty: a cell takes one of its values.
    pub rule: String,
    /// The part of the rule in the field's words: "cut cell".
    pub part: String,
    /// The facts that it follows from.
    pub because: Vec<Statement>,
    /// What follows; nothing: these facts contradict the rule.
    pub concludes: Vec<Statement>,
    /// Was dropping each of the facts tried?
    pub minimal: bool,
}

/// A step as data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct StepData {
    /// The technique's id: `x-wing`.
    pub technique: String,
    /// The technique's name for people: "X-Wing".
    pub name: String,
    /// Cells of the pattern, in order.
    pub cells: Vec<String>,
    /// Values of the pattern.
    pub values: Vec<String>,
    /// Rows, columns, boxes, cages that the pattern rests on.
    pub houses: Vec<String>,
    /// Candidates of the pattern.
    pub pattern: Vec<Candidate>,
    /// Candidates that need a second look: fins, the ends of chains, what a deadly pattern has
    /// besides.
    pub extra: Vec<Candidate>,
    /// The facts that the step rests on: what is written down or struck out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<Statement>,
    /// The places of the clues, or of the cells of other rules, that it uses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clues: Vec<String>,
    /// What a chain supposes, and refutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supposed: Option<Statement>,
    /// The uses of rules, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ReasonData>,
    /// Values that can be written down.
    pub placements: Vec<Candidate>,
    /// Candidates that can be struck out.
    pub eliminations: Vec<Candidate>,
    /// In games: the moves, as the genre writes them, the one to make first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Why, as one sentence.
    pub because: String,
}

impl StepData {
    /// A step of a game: a technique, its words, and the moves.
    pub fn of_game(technique: &TechniqueId, catalog: &Catalog, words: &str, moves: &[String]) -> StepData {
        let known = catalog.list().iter().find(|t| t.id() == technique);
        StepData {
            technique: technique.to_string(),
            name: known.map_or_else(|| technique.to_string(), |t| t.name().to_string()),
            moves: moves.to_vec(),
            because: words.to_string(),
            ..StepData::default()
        }
    }

    /// A deduction in the genre's words for cells, values and houses. `name` is the technique's
    /// name for people, `says` what it says of rules that have no words of their own.
    pub fn of(step: &Deduction, (name, says): (&str, &str), names: &dyn Names) -> StepData {
        let candidate = |l: &Literal| Candidate { cell: names.var(l.var), value: names.value(l.value) };
        let fact = |f: &Fact| Statement { cell: names.var(f.var), value: names.value(f.value), holds: f.holds };
        let facts = |list: &[Fact]| list.iter().map(fact).collect::<Vec<_>>();
        let premises = step.premises();
        let reason = |r: &Reason| ReasonData {
            rule: if r.rules().is_empty() { String::new() } else { names.rules(&r.rules()) },
            part: r.part.name().to_string(),
            because: facts(&r.because),
            concludes: facts(&r.concludes),
            minimal: r.is_minimal,
        };
        let candidates = |list: &[Literal]| list.iter().map(candidate).collect::<Vec<_>>();
        let gone = step.removes.iter().flat_map(|r| r.values.iter().map(|value| Literal { var: r.var, value }));
        let shown = step.because.pattern.iter().chain(&step.because.extra).map(|l| l.var);
        let mut cells: Vec<Var> = shown.chain(step.looked_at()).collect();
        cells.sort_unstable();
        cells.dedup();
        let values: Domain = step.because.pattern.iter().map(|l| l.value).collect();
        StepData {
            technique: step.technique.to_string(),
            name: name.to_string(),
            cells: cells.iter().map(|&v| names.var(v)).collect(),
            values: values.iter().map(|v| names.value(v)).collect(),
            houses: step.because.houses.iter().map(|&r| names.rule(r)).collect(),
            pattern: candidates(&step.because.pattern),
            extra: candidates(&step.because.extra),
            premises: facts(&premises),
            clues: clue_places(step, names).into_iter().map(|(_, name)| name).collect(),
            supposed: step.because.supposed.as_ref().map(fact),
            reasons: step.because.reasons.iter().map(reason).collect(),
            placements: candidates(&step.places),
            eliminations: gone.map(|l| candidate(&l)).collect(),
            moves: Vec::new(),
            because: if step.because.reasons.is_empty() {
                sentence(&step.because.say, names)
            } else {
                argument(step, says, names)
            },
        }
    }
}
