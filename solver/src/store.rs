//! Domains while they shrink, and the record of why.

use crate::{Domain, Literal, Network, Removal, RuleId, Value, Var, VarSet};
use std::sync::Arc;

/// The domains leave no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conflict {
    /// The rule that noticed, if it was a rule.
    pub rule: Option<RuleId>,
    /// A variable without candidates, if that was it.
    pub var: Option<Var>,
}

/// One removal with its origin, in order of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// What went.
    pub what: Removal,
    /// The rule whose `prune` removed it; `None` for assumptions and technique steps.
    pub rule: Option<RuleId>,
}

/// Current domains of a network's variables. Rules prune it, techniques read it.
///
/// A variable is *placed* when its value has been written down and struck from its houses; a
/// variable with one candidate left that is not placed yet is a naked single still to be found.
#[derive(Clone, Debug)]
pub struct Store<'n> {
    net: &'n Network,
    /// What the puzzle itself leaves, before any step.
    puzzle: Arc<[Domain]>,
    domains: Vec<Domain>,
    placed: VarSet,
    /// Variables changed since the queue was last drained.
    changed: Vec<Var>,
    log: Option<Vec<Event>>,
    cause: Option<RuleId>,
    solution: Option<Arc<[Value]>>,
}

impl<'n> Store<'n> {
    /// The initial domains; variables with a single initial value are not placed yet.
    pub fn new(net: &'n Network) -> Self {
        Self::from_domains(net, net.domains().to_vec())
    }

    /// Given domains, one for each variable of the network, in order. They count as what the puzzle
    /// itself leaves; see [`of_puzzle`](Self::of_puzzle).
    ///
    /// # Panics
    /// When the number of domains is not the number of variables.
    pub fn from_domains(net: &'n Network, domains: Vec<Domain>) -> Self {
        assert_eq!(domains.len(), net.len(), "one domain per variable");
        Store {
            net,
            puzzle: domains.as_slice().into(),
            placed: VarSet::with_capacity(net.len()),
            domains,
            changed: Vec::new(),
            log: None,
            cause: None,
            solution: None,
        }
    }

    /// The same store as a state of a puzzle which leaves these candidates by itself: one for a
    /// given, all that are possible for another variable.
    ///
    /// # Panics
    /// When the number of domains is not the number of variables.
    #[must_use]
    pub fn of_puzzle(mut self, puzzle: &[Domain]) -> Self {
        assert_eq!(puzzle.len(), self.net.len(), "one domain per variable");
        self.puzzle = puzzle.into();
        self
    }

    /// The candidates that the puzzle itself leaves, by variable. Techniques that rest on a puzzle
    /// having one solution ask them which values a variable could have in another solution: a given
    /// none but its own.
    pub fn puzzle(&self) -> &[Domain] {
        &self.puzzle
    }

    /// The same store with a solution of the network within its domains: what cannot be refuted, so
    /// that techniques need not try it. Nothing else is read from it.
    #[must_use]
    pub fn with_solution(self, values: &[Value]) -> Self {
        Store { solution: Some(values.into()), ..self }
    }

    /// Is it known that the candidate cannot be refuted?
    pub fn is_irrefutable(&self, candidate: Literal) -> bool {
        self.solution.as_ref().is_some_and(|s| s.get(candidate.var.index()) == Some(&candidate.value))
    }

    /// The same candidates and values written down, on a network with the same variables.
    pub(crate) fn on<'m>(&self, net: &'m Network) -> Store<'m> {
        let (puzzle, domains) = (Arc::clone(&self.puzzle), self.domains.clone());
        let (placed, solution) = (self.placed.clone(), self.solution.clone());
        Store { net, puzzle, domains, placed, changed: Vec::new(), log: None, cause: None, solution }
    }

    /// The same store with other candidates.
    pub(crate) fn with_domains(&self, domains: Vec<Domain>) -> Store<'n> {
        Store { domains, ..self.on(self.net) }
    }

    /// The network.
    pub fn network(&self) -> &'n Network {
        self.net
    }

    /// Turns on the record of removals.
    #[must_use]
    pub fn recording(mut self) -> Self {
        self.log = Some(Vec::new());
        self
    }

    /// Are removals recorded?
    pub(crate) fn is_recording(&self) -> bool {
        self.log.is_some()
    }

    /// The removals recorded so far (empty unless [`recording`](Self::recording)).
    pub fn events(&self) -> &[Event] {
        self.log.as_deref().unwrap_or(&[])
    }

    /// Current domain.
    #[inline]
    pub fn domain(&self, var: Var) -> Domain {
        self.domains[var.index()]
    }

    /// All domains, by variable.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
    }

    /// Gives the domains away.
    pub fn into_domains(self) -> Vec<Domain> {
        self.domains
    }

    /// The placed variables.
    pub fn placed(&self) -> &VarSet {
        &self.placed
    }

    /// Is the variable placed?
    pub fn is_placed(&self, var: Var) -> bool {
        self.placed.contains(var)
    }

    /// Have all variables a single value?
    pub fn is_solved(&self) -> bool {
        self.domains.iter().all(|d| d.is_single())
    }

    /// The values, if all variables have one.
    pub fn values(&self) -> Option<Vec<Value>> {
        self.domains.iter().map(|d| d.value()).collect()
    }

    /// Says which rule the following removals come from.
    pub fn set_cause(&mut self, rule: Option<RuleId>) {
        self.cause = rule;
    }

    /// Keeps only the values of `keep`; `Ok(true)` if something went.
    ///
    /// # Errors
    /// [`Conflict`] when nothing is left.
    #[inline]
    pub fn restrict(&mut self, var: Var, keep: Domain) -> Result<bool, Conflict> {
        let old = self.domains[var.index()];
        let new = old & keep;
        if new == old {
            return if old.is_empty() { Err(Conflict { rule: self.cause, var: Some(var) }) } else { Ok(false) };
        }
        self.domains[var.index()] = new;
        self.changed.push(var);
        if let Some(log) = &mut self.log {
            log.push(Event { what: Removal { var, values: old.minus(new) }, rule: self.cause });
        }
        if new.is_empty() { Err(Conflict { rule: self.cause, var: Some(var) }) } else { Ok(true) }
    }

    /// Removes the values of `gone`; `Ok(true)` if something went.
    ///
    /// # Errors
    /// [`Conflict`] when nothing is left.
    #[inline]
    pub fn remove(&mut self, var: Var, gone: Domain) -> Result<bool, Conflict> {
        self.restrict(var, Domain(!gone.0))
    }

    /// Leaves `literal.var` only `literal.value`.
    ///
    /// # Errors
    /// [`Conflict`] when the value is no candidate.
    pub fn assign(&mut self, literal: Literal) -> Result<bool, Conflict> {
        self.restrict(literal.var, Domain::single(literal.value))
    }

    /// Writes a value down as a person would: assigns it, marks the variable placed, and strikes
    /// the value from all other variables of its all-different rules.
    ///
    /// # Errors
    /// [`Conflict`] when the value is no candidate, or a peer loses its last one.
    pub fn place(&mut self, literal: Literal) -> Result<(), Conflict> {
        self.assign(literal)?;
        self.placed.insert(literal.var);
        for peer in self.net.houses().peers(literal.var).iter() {
            self.remove(peer, Domain::single(literal.value))?;
        }
        Ok(())
    }

    /// Writes a value down like [`place`](Self::place), as if some rules were not there. Adds the
    /// rules that strike something to `by`.
    ///
    /// # Errors
    /// [`Conflict`] when the value is no candidate, or a peer loses its last one.
    pub fn place_without(
        &mut self,
        literal: Literal,
        is_off: &dyn Fn(RuleId) -> bool,
        by: &mut Vec<RuleId>,
    ) -> Result<(), Conflict> {
        self.assign(literal)?;
        self.placed.insert(literal.var);
        let houses = self.net.houses();
        let of_var = houses.of(literal.var).iter().map(|&number| &houses.list()[usize::from(number)]);
        for house in of_var.filter(|house| !is_off(house.rule)) {
            let mut strikes = false;
            for &peer in house.vars.iter().filter(|&&peer| peer != literal.var) {
                strikes |= self.remove(peer, Domain::single(literal.value))?;
            }
            if strikes {
                by.push(house.rule);
            }
        }
        Ok(())
    }

    /// Marks a variable placed without touching domains: how tests build a state that a run has
    /// reached.
    pub fn mark_placed(&mut self, var: Var) {
        self.placed.insert(var);
    }

    /// Takes a variable's candidates from elsewhere, without a note of that.
    pub(crate) fn take_over(&mut self, var: Var, domain: Domain, is_placed: bool) {
        self.domains[var.index()] = domain;
        if is_placed {
            self.placed.insert(var);
        } else {
            self.placed.remove(var);
        }
    }

    /// Takes the domains of another store of the same network, and forgets what changed.
    ///
    /// # Panics
    /// When the other store is of a network with another number of variables.
    pub fn restore(&mut self, from: &Store<'_>) {
        self.domains.copy_from_slice(&from.domains);
        self.changed.clear();
        self.cause = None;
    }

    /// Becomes a copy of another store of the same network, and keeps its own room.
    pub(crate) fn copy_from(&mut self, from: &Store<'n>) {
        self.net = from.net;
        self.domains.clone_from(&from.domains);
        self.placed.clone_from(&from.placed);
        self.changed.clone_from(&from.changed);
        self.cause = from.cause;
        self.log.clone_from(&from.log);
        if !Arc::ptr_eq(&self.puzzle, &from.puzzle) {
            self.puzzle = Arc::clone(&from.puzzle);
        }
        self.solution.clone_from(&from.solution);
    }

    /// Gives all variables candidates that they had before, without a note of that.
    pub(crate) fn set_domains(&mut self, domains: &[Domain]) {
        self.domains.copy_from_slice(domains);
    }

    /// Gives a variable candidates that it had before, without a note of that.
    pub(crate) fn reset(&mut self, var: Var, domain: Domain) {
        self.domains[var.index()] = domain;
    }

    /// Takes the queue of changed variables in rising order, each once, and leaves `into`'s room.
    pub(crate) fn drain_changed(&mut self, into: &mut Vec<Var>) {
        into.clear();
        std::mem::swap(&mut self.changed, into);
        into.sort_unstable();
        into.dedup();
    }

    /// Takes the queue of changed variables.
    pub fn take_changed(&mut self) -> Vec<Var> {
        std::mem::take(&mut self.changed)
    }
}
