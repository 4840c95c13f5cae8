//! Pumpkin on the clauses that the SAT engines get.

use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_core::Solver;
use pumpkin_core::predicates::Predicate;
use pumpkin_core::proof::ConstraintTag;
use pumpkin_core::results::{ProblemSolution, SatisfactionResultUnderAssumptions};
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::variables::Literal;
use tesuji_backends::sat::{Lit, SatBackend, Verdict};
use tesuji_solver::{Clock, Stop};

/// Pumpkin behind [`SatBackend`]; conflicts are not counted.
pub(super) struct Pumpkin {
    solver: Solver,
    variables: Vec<Literal>,
    tag: ConstraintTag,
    model: Vec<bool>,
}

/// Stops the search when the clock does.
struct Watch<'a> {
    clock: &'a Clock,
    stop: Option<Stop>,
}

impl TerminationCondition for Watch<'_> {
    fn should_stop(&mut self) -> bool {
        self.stop = self.clock.expired();
        self.stop.is_some()
    }
}

impl Pumpkin {
    fn predicate(&self, lit: Lit) -> Predicate {
        let variable = self.variables[lit.unsigned_abs() as usize - 1];
        if lit > 0 { variable.get_true_predicate() } else { variable.get_false_predicate() }
    }
}

impl SatBackend for Pumpkin {
    const NAME: &'static str = "pumpkin";
    const EXACT: &'static str = "pumpkin-exact";

    fn new(_interruptible: bool) -> Self {
        let mut solver = Solver::default();
        let tag = solver.new_constraint_tag();
        Self { solver, variables: Vec::new(), tag, model: Vec::new() }
    }

    fn reserve(&mut self, n: usize) {
        while self.variables.len() < n {
            self.variables.push(self.solver.new_literal());
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        let clause: Vec<Predicate> = clause.iter().map(|&lit| self.predicate(lit)).collect();
        self.solver.add_clause(clause, self.tag);
    }

    fn solve(&mut self, assumptions: &[Lit], clock: &Clock, _nodes: u64) -> Verdict {
        let assumptions: Vec<Predicate> = assumptions.iter().map(|&lit| self.predicate(lit)).collect();
        let mut watch = Watch { clock, stop: None };
        let mut brancher = self.solver.default_brancher();
        let mut resolver = ResolutionResolver::default();
        let result = self.solver.satisfy_under_assumptions(&mut brancher, &mut watch, &mut resolver, &assumptions);
        match result {
            SatisfactionResultUnderAssumptions::Satisfiable(found) => {
                let solution = found.solution();
                self.model = self.variables.iter().map(|&literal| solution.get_literal_value(literal)).collect();
                Verdict::Sat
            }
            SatisfactionResultUnderAssumptions::Unsatisfiable(_)
            | SatisfactionResultUnderAssumptions::UnsatisfiableUnderAssumptions(_) => Verdict::Unsat,
            SatisfactionResultUnderAssumptions::Unknown(_) => Verdict::Stopped(watch.stop.unwrap_or(Stop::Interrupted)),
        }
    }

    fn value(&self, n: Lit) -> bool {
        self.model[n.unsigned_abs() as usize - 1] == (n > 0)
    }

    fn conflicts(&self) -> Option<u64> {
        None
    }
}
