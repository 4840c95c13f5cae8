//! The state of the engine, and how it goes back in time.

use super::activity::Activity;
use super::analyze::Analysis;
use super::clauses::{Clauses, Moves};
use super::literal::{Atom, Atoms, Lit};
use super::policy::Policy;
use super::propagator::Propagator;
use super::queue::Propagators;
use super::reason::{Cache, Why};
use super::rephase::Rephase;
use super::restart::Restart;
use super::trail::Trail;
use crate::{Clock, Domain, Limits, RuleId};

/// What the engine did so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Decisions.
    pub decisions: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Propagator calls.
    pub calls: u64,
    /// Events on the trail, taken back or not.
    pub events: u64,
    /// Reasons that propagators were asked for.
    pub explanations: u64,
    /// Literals in these reasons.
    pub explained_literals: u64,
    /// Literals in learnt clauses.
    pub learnt_literals: u64,
    /// Restarts.
    pub restarts: u64,
    /// Assumptions tried at the root.
    pub probes: u64,
    /// Those of them that failed.
    pub failed_probes: u64,
}

/// Trail, clauses, propagators and what the search remembers.
pub(crate) struct Engine {
    pub trail: Trail,
    pub clauses: Clauses,
    pub propagators: Propagators,
    pub reasons: Cache,
    pub activity: Activity,
    pub restart: Restart,
    pub rephase: Rephase,
    pub analysis: Analysis,
    pub policy: Policy,
    pub effort: Effort,
    pub clock: Clock,
    /// By atom: the truth that it had last.
    pub phase: Vec<bool>,
    /// Atoms to probe, until they were.
    pub keys: Vec<Atom>,
    /// By atom: never decided (selectors).
    pub frozen: Vec<bool>,
    /// Events that clauses and propagators have been told of.
    pub head: usize,
    /// The true literals that can't hold together, after a conflict.
    pub conflict: Vec<Lit>,
    /// The rule that they contradict; none if it is the values of a variable, or a learnt clause.
    pub conflict_rule: Option<RuleId>,
    /// Scratch memory of clauses that are added.
    clause: Vec<Lit>,
    /// `false` once there is no solution whatever is assumed.
    pub consistent: bool,
    /// Learnt clauses before the next halving.
    pub learnt_limit: f64,
    /// Bytes that clauses and reasons may take.
    pub memory: usize,
}

impl Engine {
    /// An engine over variables with the given domains and no rules.
    pub fn new(domains: &[Domain], policy: Policy) -> Engine {
        let trail = Trail::new(Atoms::new(domains));
        let atoms = trail.atoms().len();
        let mut engine = Engine {
            trail,
            clauses: Clauses::default(),
            propagators: Propagators::default(),
            reasons: Cache::default(),
            activity: Activity::default(),
            restart: Restart::default(),
            rephase: Rephase::default(),
            analysis: Analysis::default(),
            policy,
            effort: Effort::default(),
            clock: Limits::default().start(),
            phase: Vec::new(),
            keys: Vec::new(),
            frozen: Vec::new(),
            head: 0,
            conflict: Vec::new(),
            conflict_rule: None,
            clause: Vec::new(),
            consistent: domains.iter().all(|d| !d.is_empty()),
            learnt_limit: policy.learnt as f64,
            memory: usize::MAX,
        };
        engine.grow(atoms);
        engine
    }

    fn grow(&mut self, atoms: usize) {
        self.clauses.grow(atoms);
        self.propagators.grow(atoms);
        self.reasons.grow(atoms);
        self.activity.grow(atoms);
        self.analysis.grow(atoms);
        self.phase.resize(atoms, false);
        self.frozen.resize(atoms, false);
    }

    /// A new auxiliary atom. A frozen one is never decided, only assumed or implied.
    pub fn add_atom(&mut self, frozen: bool) -> Lit {
        let atom = self.trail.add_atom();
        self.grow(self.trail.atoms().len());
        self.frozen[atom.index()] = frozen;
        atom.positive()
    }

    /// Adds a propagator on behalf of a rule.
    pub fn add_propagator(&mut self, propagator: Box<dyn Propagator>, rule: Option<RuleId>) {
        self.propagators.add(propagator, rule, &self.trail);
    }

    /// Adds a clause that always holds; goes back to the root for it.
    pub fn add_clause(&mut self, literals: &[Lit], rule: Option<RuleId>) {
        self.back_to(0);
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        clause.extend_from_slice(literals);
        self.add_sorted(&mut clause, rule);
        self.clause = clause;
    }

    fn add_sorted(&mut self, clause: &mut Vec<Lit>, rule: Option<RuleId>) {
        clause.sort_unstable();
        clause.dedup();
        let is_tautology = clause.windows(2).any(|w| w[0] == !w[1]);
        if is_tautology || clause.iter().any(|&l| self.trail.is_true(l)) {
            return;
        }
        // Open literals are watched; the false ones stay, since reasons name them.
        clause.sort_by_key(|&l| !self.trail.is_open(l));
        let open = clause.iter().filter(|&&l| self.trail.is_open(l)).count();
        let id = (clause.len() > 1).then(|| self.clauses.add(clause, false, 0, rule.map_or(0, |r| r.0 + 1)));
        match (open, id) {
            (0, _) => self.consistent = false,
            (1, Some(id)) => self.trail.set(clause[0], Why::Clause(id)),
            (1, None) => self.trail.set(clause[0], rule.map_or(Why::Given, Why::Stated)),
            _ => {}
        }
    }

    /// Takes all events above a level back.
    pub fn back_to(&mut self, level: u32) {
        if self.trail.level() <= level {
            return;
        }
        let start = self.trail.start(level + 1);
        while self.trail.now() > start {
            let Some(lit) = self.trail.pop() else { break };
            let atom = lit.atom();
            self.phase[atom.index()] = !lit.is_negative();
            self.reasons.forget(atom.index());
            if !self.frozen[atom.index()] {
                self.activity.insert(atom);
            }
        }
        self.trail.truncate_levels(level);
        self.head = start as usize;
        self.propagators.rewind(start);
    }

    /// Starts a level with a literal that is open.
    pub fn decide(&mut self, lit: Lit) {
        self.trail.push_level();
        self.trail.set(lit, Why::Decision);
    }

    /// Drops half of the learnt clauses, except those that are reasons now.
    pub fn reduce(&mut self) {
        let trail = &self.trail;
        let moves = self.clauses.reduce(|clauses, clause| {
            let first = clauses.literal(clause, 0);
            trail.is_true(first) && trail.why(first.atom()) == Why::Clause(clause)
        });
        self.follow(&moves);
    }

    /// Lets the reasons on the trail follow their clauses.
    pub fn follow(&mut self, moves: &Moves) {
        for i in 0..self.trail.events().len() {
            let atom = self.trail.events()[i].atom();
            if let Why::Clause(clause) = self.trail.why(atom) {
                // A root fact stands by itself when its clause is gone.
                self.trail.set_why(atom, moves.of(clause).map_or(Why::Given, Why::Clause));
            }
        }
    }

    /// Bytes taken by what grows during a search, about.
    pub fn bytes(&self) -> usize {
        self.clauses.bytes() + self.reasons.bytes()
    }

    /// The atoms that may be decided.
    pub fn is_decidable(&self, atom: Atom) -> bool {
        !self.frozen[atom.index()]
    }
}
