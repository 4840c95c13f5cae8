//! The referee of proofs. Shares no code with the prover: it knows domains, `holds`, and `prune` of
//! single rules.

use super::{Proof, Step};
use crate::{Domain, Literal, Network, Part, Removal, RuleId, Store, Truth, Value, Var};
use std::collections::BTreeSet;

/// Bounds of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckLimits {
    /// A rule's scope is searched with `holds` alone up to this many assignments; beyond, its
    /// `prune` is asked.
    pub assignments: u64,
}

impl Default for CheckLimits {
    fn default() -> Self {
        CheckLimits { assignments: 1_000_000 }
    }
}

/// How an accepted proof was verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Verdict {
    /// Facts verified by `holds` over all assignments of a scope.
    pub by_holds: u64,
    /// Facts verified by `prune`, the scope being too large.
    pub by_prune: u64,
}

/// Why a proof is refused, and where: the numbers of the steps from the outermost proof inwards.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("step {at:?}: {why}")]
pub struct Refusal {
    /// Step numbers, outermost first; empty when the proof as a whole is at fault.
    pub at: Vec<usize>,
    /// What is wrong.
    pub why: &'static str,
}

struct Checker<'n> {
    net: &'n Network,
    limits: CheckLimits,
    verdict: Verdict,
    assumed: Vec<Literal>,
    path: Vec<usize>,
}

/// Checks a proof on the candidates of `domains`.
///
/// # Errors
/// The first fault, as a [`Refusal`].
pub fn check(proof: &Proof, net: &Network, domains: &[Domain], limits: &CheckLimits) -> Result<Verdict, Refusal> {
    let mut checker =
        Checker { net, limits: *limits, verdict: Verdict::default(), assumed: Vec::new(), path: Vec::new() };
    if domains.len() != net.len() {
        return checker.refuse("the domains are of another network");
    }
    checker.proof(proof, domains.to_vec())?;
    Ok(checker.verdict)
}

impl Checker<'_> {
    fn refuse<T>(&self, why: &'static str) -> Result<T, Refusal> {
        Err(Refusal { at: self.path.clone(), why })
    }

    fn require(&self, fact: bool, why: &'static str) -> Result<(), Refusal> {
        if fact { Ok(()) } else { self.refuse(why) }
    }

    /// Checks a proof and gives the truths that it rests on.
    fn proof(&mut self, proof: &Proof, mut at: Vec<Domain>) -> Result<BTreeSet<Truth>, Refusal> {
        let Some(value) = proof.goal.values.value() else { return self.refuse("a goal is one candidate") };
        let goal = Literal { var: proof.goal.var, value };
        self.require(has(&at, goal), "the goal is no candidate")?;
        self.assumed.push(goal);
        let mut used = BTreeSet::new();
        let mut ended = false;
        for (i, step) in proof.steps.iter().enumerate() {
            self.path.push(i);
            self.require(!ended, "a step after the end")?;
            match step {
                Step::Prune { what, truth, rule } => {
                    self.prune(*what, *truth, *rule, &at)?;
                    used.extend(*truth);
                    at[what.var.index()] = at[what.var.index()].minus(what.values);
                }
                Step::Case { assume, proof } => {
                    self.require(proof.literal() == Some(*assume), "the case proves something else")?;
                    used.extend(self.proof(proof, at.clone())?);
                    at[assume.var.index()] = at[assume.var.index()].minus(Domain::single(assume.value));
                }
                Step::Clash { truth } => {
                    self.clash(*truth, &at)?;
                    used.insert(*truth);
                    ended = true;
                }
            }
            self.path.pop();
        }
        self.require(ended, "the proof does not end in a contradiction")?;
        let core: BTreeSet<Truth> = proof.core.iter().copied().collect();
        self.require(core.len() == proof.core.len(), "the core names a truth twice")?;
        self.require(used.is_subset(&core), "the core lacks a truth")?;
        self.require(core.is_subset(&used), "the core names a truth that no step uses")?;
        self.assumed.pop();
        Ok(used)
    }

    fn prune(
        &mut self,
        what: Removal,
        truth: Option<Truth>,
        rule: Option<RuleId>,
        at: &[Domain],
    ) -> Result<(), Refusal> {
        self.require(what.var.index() < at.len(), "the variable does not exist")?;
        self.require(!what.values.is_empty(), "nothing goes")?;
        self.require(what.values.minus(at[what.var.index()]).is_empty(), "what goes is no candidate any more")?;
        match truth {
            None => {
                for i in 0..self.assumed.len() {
                    if self.excludes(self.assumed[i], what, rule, at)? {
                        return Ok(());
                    }
                }
                self.refuse("no assumption excludes it")
            }
            Some(Truth::Rule { rule: whole, part: Part::Whole }) => {
                self.require(rule == Some(whole), "the rule is not that of the truth")?;
                self.known(whole)?;
                for value in what.values.iter() {
                    let fits = self.possible(whole, at, &[Literal { var: what.var, value }])?;
                    self.require(!fits, "the rule allows it")?;
                }
                Ok(())
            }
            Some(truth) => {
                let unit = self.unit(truth, at)?;
                let excluded = self.excludes(unit, what, rule, at)?;
                self.require(excluded, "the truth's last candidate does not exclude it")
            }
        }
    }

    /// The one candidate that a truth has left.
    fn unit(&mut self, truth: Truth, at: &[Domain]) -> Result<Literal, Refusal> {
        match truth {
            Truth::Cell(var) => {
                let value = at.get(var.index()).and_then(|d| d.value());
                value.map_or_else(
                    || self.refuse("the cell has not one candidate left"),
                    |value| Ok(Literal { var, value }),
                )
            }
            Truth::Rule { rule, part: Part::Value(value) } => {
                let places = self.places(rule, value, at)?;
                let [var] = places[..] else { return self.refuse("the value has not one place left") };
                let mut without = at.to_vec();
                without[var.index()] = without[var.index()].minus(Domain::single(value));
                let fits = self.possible(rule, &without, &[])?;
                self.require(!fits, "the rule does not need the value")?;
                Ok(Literal { var, value })
            }
            Truth::Rule { part: Part::Whole, .. } => self.refuse("a rule as a whole has no last candidate"),
        }
    }

    fn clash(&mut self, truth: Truth, at: &[Domain]) -> Result<(), Refusal> {
        match truth {
            Truth::Cell(var) => {
                let empty = at.get(var.index()).is_some_and(|d| d.is_empty());
                self.require(empty, "the cell has a candidate left")
            }
            Truth::Rule { rule, part } => {
                if let Part::Value(value) = part {
                    let places = self.places(rule, value, at)?;
                    self.require(places.is_empty(), "the value has a place left")?;
                }
                self.known(rule)?;
                let fits = self.possible(rule, at, &[])?;
                self.require(!fits, "the rule can still hold")
            }
        }
    }

    fn known(&self, rule: RuleId) -> Result<(), Refusal> {
        self.require(rule.index() < self.net.rule_ids().len(), "the rule does not exist")
    }

    fn places(&self, rule: RuleId, value: Value, at: &[Domain]) -> Result<Vec<Var>, Refusal> {
        self.known(rule)?;
        self.require(value < 64, "the value does not exist")?;
        let scope = self.net.rule(rule).scope().iter();
        Ok(scope.copied().filter(|v| at[v.index()].contains(value)).collect())
    }

    /// Does `unit`, being true, exclude all of `what`: as another value of its variable, or by the
    /// rule?
    fn excludes(&mut self, unit: Literal, what: Removal, rule: Option<RuleId>, at: &[Domain]) -> Result<bool, Refusal> {
        let Some(rule) = rule else {
            return Ok(unit.var == what.var && !what.values.contains(unit.value));
        };
        self.known(rule)?;
        let scope = self.net.rule(rule).scope();
        if unit.var == what.var || !scope.contains(&unit.var) || !scope.contains(&what.var) {
            return Ok(false);
        }
        for value in what.values.iter() {
            if self.possible(rule, at, &[unit, Literal { var: what.var, value }])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Can the rule hold on the domains with some variables fixed? By `holds` over all assignments
    /// where they are few, else by `prune`.
    fn possible(&mut self, rule: RuleId, at: &[Domain], fixed: &[Literal]) -> Result<bool, Refusal> {
        let mut domains = at.to_vec();
        for l in fixed {
            domains[l.var.index()] = Domain::single(l.value);
        }
        let behaviour = self.net.rule(rule);
        let scope = behaviour.scope();
        let product = scope.iter().try_fold(1u64, |n, v| n.checked_mul(u64::from(domains[v.index()].len())));
        if product.is_some_and(|n| n <= self.limits.assignments) {
            self.verdict.by_holds += 1;
            return Ok(any_holds(self.net, rule, &domains));
        }
        self.verdict.by_prune += 1;
        let mut store = Store::from_domains(self.net, domains);
        store.take_changed();
        // One pass may not reach the fixpoint.
        loop {
            if behaviour.prune(&mut store).is_err() {
                return Ok(false);
            }
            if store.take_changed().is_empty() {
                return Ok(true);
            }
        }
    }
}

fn has(at: &[Domain], l: Literal) -> bool {
    l.value < 64 && at.get(l.var.index()).is_some_and(|d| d.contains(l.value))
}

/// Counts through the assignments of the scope until one satisfies the rule.
fn any_holds(net: &Network, rule: RuleId, domains: &[Domain]) -> bool {
    let behaviour = net.rule(rule);
    let scope = behaviour.scope();
    let choices: Vec<Vec<Value>> = scope.iter().map(|v| domains[v.index()].iter().collect()).collect();
    if choices.iter().any(Vec::is_empty) {
        return false;
    }
    let mut values = vec![0; net.len()];
    let mut digits = vec![0; scope.len()];
    for (v, c) in scope.iter().zip(&choices) {
        values[v.index()] = c[0];
    }
    loop {
        if behaviour.holds(&|v| values[v.index()]) {
            return true;
        }
        let mut i = 0;
        loop {
            let Some(v) = scope.get(i) else { return false };
            digits[i] += 1;
            if digits[i] < choices[i].len() {
                values[v.index()] = choices[i][digits[i]];
                break;
            }
            digits[i] = 0;
            values[v.index()] = choices[i][0];
            i += 1;
        }
    }
}
