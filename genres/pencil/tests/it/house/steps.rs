//! The steps of puzzles with their reasons, each checked by a reader that knows the rules alone.

use std::collections::BTreeMap;
use tesuji_genre::{ClueView, Genre, Puzzle, StepData, View, argument};
use tesuji_solver::grade::StandardGrader;
use tesuji_solver::reason::replay;
use tesuji_solver::{
    Board, Deduction, Domain, Explainer, Fact, Limits, Network, RuleId, SimpleSolver, Solver, Stop, Store, Technique,
    Var, propagate,
};

/// Counts over the steps of some puzzles.
#[derive(Debug, Default)]
pub struct Tally {
    /// Deductions.
    pub steps: u64,
    /// Those of which no premise can be dropped.
    pub minimal: u64,
    /// Conclusions that the simple reference confirms; `prune` confirms the others.
    pub simply: u64,
    /// Those that name no cell, edge or clue.
    pub bare: u64,
    /// Faults, in words.
    pub wrong: Vec<String>,
    /// Sentences, with their techniques.
    pub words: Vec<(String, String)>,
}

/// Values that the rules themselves leave a variable: what a puzzle fixes counts as a fact.
fn loose(view: &ClueView, rules: &[RuleId]) -> Vec<Domain> {
    let net = &view.network;
    let mut domains = net.domains().to_vec();
    for &rule in rules {
        let scope = net.rule(rule).scope();
        let all = scope.iter().fold(Domain::EMPTY, |all, v| all | net.domains()[v.index()]);
        for var in scope.iter().filter(|v| net.domains()[v.index()].is_single() && !view.names.is_constant(**v)) {
            domains[var.index()] |= all;
        }
    }
    domains
}

/// Nodes of the reference.
const NODES: u64 = 3000;

/// Do the named rules and the premises alone lead to what is concluded? By the simple reference
/// where it comes to an end, else by `prune`; counts what the reference said.
fn follows(view: &ClueView, step: &Deduction, rules: &[RuleId], simply: &mut u64) -> bool {
    let mut domains = loose(view, rules);
    for fact in step.premises() {
        domains[fact.var.index()] &= fact.keeps();
    }
    // Only what the rules speak of has variables, so that the reference need not fill a board.
    let mut net = Network::new();
    let mut number: BTreeMap<Var, Var> = BTreeMap::new();
    let said = step.conclusions();
    let scopes = rules.iter().flat_map(|&rule| view.network.rule(rule).scope());
    for &var in scopes.chain(said.iter().map(|fact| &fact.var)) {
        number.entry(var).or_insert_with(|| net.add_var(domains[var.index()]));
    }
    for &rule in rules {
        net.add(view.network.spec(rule).map_vars(|var| number[&var])).expect("it fitted before");
    }
    said.iter().all(|fact| {
        let mut net = net.clone();
        let var = number[&fact.var];
        let left = net.domains()[var.index()] & fact.negated().keeps();
        net.set_domain(var, left);
        if left.is_empty() {
            return true;
        }
        let answer = SimpleSolver.solve(&net, None, &Limits::solutions(1).with_nodes(NODES));
        match answer.stop {
            Stop::Exhausted => {
                *simply += 1;
                true
            }
            Stop::Enough => false,
            // A board is too much for that: each rule is pruned by itself until nothing changes. The
            // reader of reasons, which ran before, adds up what several rules say together.
            _ => {
                let is_together = step.because.reasons.iter().any(|r| r.together.is_some());
                is_together || propagate::propagate(&mut Store::new(&net)).is_err()
            }
        }
    })
}

/// Does every reason need each of its premises?
fn is_minimal(view: &ClueView, step: &Deduction) -> bool {
    let none = |var: Var| view.names.is_constant(var);
    step.because.reasons.iter().all(|reason| {
        (0..reason.because.len()).all(|i| {
            let mut less = reason.clone();
            less.because.remove(i);
            let alone = std::slice::from_ref(&less);
            replay(&view.network, &none, &less.because, None, alone, &less.concludes).is_err()
        })
    })
}

impl Tally {
    fn look(&mut self, view: &ClueView, at: &Board<'_>, technique: &dyn Technique, step: &Deduction) {
        self.steps += 1;
        let names = &*view.names;
        let words = format!("{}: {}", technique.name(), argument(step, technique.says(), names));
        let premises = step.premises();
        let mut faults: Vec<String> = Vec::new();
        let mut wrong = |what: String| faults.push(format!("{what}: {words}"));
        let known = |fact: &&Fact| fact.is_true(at.store().domain(fact.var));
        if let Some(fact) = premises.iter().find(|fact| !known(fact)) {
            wrong(format!("{} is not known", names.fact(*fact)));
        }
        let none = |var: Var| names.is_constant(var);
        let because = &step.because;
        if because.reasons.is_empty() || step.conclusions().is_empty() {
            wrong("no reason".to_string());
        }
        let replayed = replay(&view.network, &none, &premises, because.supposed, &because.reasons, &step.conclusions());
        if let Err(fault) = replayed {
            wrong(format!("{fault:?}"));
        }
        let mut rules: Vec<RuleId> = because.reasons.iter().flat_map(|r| r.rules()).collect();
        rules.sort_unstable();
        rules.dedup();
        if !follows(view, step, &rules, &mut self.simply) {
            wrong("the premises don't lead there".to_string());
        }
        self.wrong.append(&mut faults);
        let data = StepData::of(step, (technique.name(), technique.says()), names);
        self.bare += u64::from(data.cells.is_empty() && data.clues.is_empty());
        self.minimal += u64::from(is_minimal(view, step));
        self.words.push((technique.id().to_string(), words));
    }

    /// Looks at all steps of a puzzle's grading, as far as a number of them.
    pub fn puzzle(&mut self, genre: &dyn Genre, puzzle: &Puzzle, most: u64) {
        let Ok(View::Clues(view)) = genre.view(puzzle) else { panic!("{}: a network", puzzle.text) };
        let mut with: Explainer<'_> = view.explainer();
        let at = view.store(None).expect("clues that fit");
        let before = self.steps;
        let mut sweep = StandardGrader::new(genre.catalog()).begin(at);
        while let Some((technique, look)) = sweep.next_step().filter(|_| self.steps - before < most) {
            let board = &Board::new(sweep.store());
            let explained = technique.explain(board, &look, &mut with);
            let says = |step: &Deduction| step.conclusions();
            let all: Vec<Fact> = explained.iter().flat_map(says).collect();
            let left = |var: Var| all.iter().filter(|f| f.var == var).fold(board.domain(var), |d, f| d & f.keeps());
            for gone in &look.removes {
                if !(left(gone.var) & gone.values).is_empty() {
                    self.wrong.push(format!("{}: a part of it has no reason: {look:?}", technique.id()));
                }
            }
            explained.iter().for_each(|step| self.look(&view, board, &*technique, step));
            sweep.apply(&look).expect("no contradiction");
        }
    }
}
