//! What every propagator must satisfy, derived from `holds` and `prune` of its rule: the tests of
//! postings are loops over these.

use super::core::Engine;
use super::literal::{Lit, Meaning};
use super::policy::Policy;
use super::propagate::Fixpoint;
use super::session::Session;
use crate::laws::{Breach, each_assignment};
use crate::rules::RuleSpec;
use crate::{Domain, Literal, Network, Rule, RuleId, Store, Var, propagate};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::collections::BTreeSet;

/// Scopes with more assignments than this are checked with `prune` instead of `holds`.
const ASSIGNMENTS: u64 = 20_000;

/// One rule over the variables 0, 1, …, with the domains from which the engine starts.
struct Case<'s> {
    spec: &'s RuleSpec,
    domains: Vec<Domain>,
    net: Network,
}

impl Case<'_> {
    fn breach<T>(&self, law: &'static str, detail: String) -> Result<T, Breach> {
        Err(Breach { law, spec: Box::new(self.spec.clone()), domains: self.domains.clone(), detail })
    }

    fn rule(&self) -> &dyn Rule {
        self.net.rule(RuleId(0))
    }

    /// Can the rule hold on these domains? By `holds` where the assignments are few, else by
    /// `prune` to its fixpoint.
    fn can_hold(&self, domains: &[Domain]) -> bool {
        let count = domains.iter().try_fold(1u64, |n, d| n.checked_mul(u64::from(d.len())));
        if count.is_some_and(|n| n <= ASSIGNMENTS) {
            let mut any = false;
            each_assignment(domains, &mut |values| any |= self.rule().holds(&|v| values[v.index()]));
            return any;
        }
        self.prune(domains).is_some()
    }

    /// The fixpoint of `prune`, `None` in a conflict.
    fn prune(&self, domains: &[Domain]) -> Option<Vec<Domain>> {
        let mut store = Store::from_domains(&self.net, domains.to_vec());
        propagate::propagate(&mut store).ok()?;
        Some(store.into_domains())
    }
}

/// Checks the posting of one rule. The engine starts from `initial` and assumes, one by one, the
/// removals that lead to `domains`; both are over the variables 0, 1, … of the rule.
///
/// The laws: what the engine removes no assignment needs; it removes at least what `prune` does;
/// every reason is of older literals, and the rule with these literals alone excludes the opposite
/// of what they explain.
///
/// # Errors
/// The first [`Breach`].
pub fn check_posting(spec: &RuleSpec, initial: &[Domain], domains: &[Domain]) -> Result<(), Breach> {
    let case = case(spec, initial)?;
    let mut session = Session::new(&case.net);
    let mut assume = Vec::new();
    for (i, (&from, &to)) in initial.iter().zip(domains).enumerate() {
        let gone = from.minus(to);
        assume.extend(gone.iter().map(|value| !session.is(Literal { var: Var(i as u32), value })));
    }
    let pruned = case.prune(domains);
    match (session.propagate(&assume), &pruned) {
        (Some(left), None) => return case.breach("as strong as prune", format!("{left:?} left, prune conflicts")),
        (Some(left), Some(pruned)) => {
            if left.iter().zip(pruned).any(|(l, p)| !l.minus(*p).is_empty()) {
                return case.breach("as strong as prune", format!("{left:?} left, by prune {pruned:?}"));
            }
        }
        (None, _) => {}
    }
    check_reasons(&case, &mut session, &assume)
}

fn case<'s>(spec: &'s RuleSpec, initial: &[Domain]) -> Result<Case<'s>, Breach> {
    let mut net = Network::new();
    for &d in initial {
        net.add_var(d);
    }
    let added = net.add(spec.clone());
    let case = Case { spec, domains: initial.to_vec(), net };
    match added {
        Ok(_) => Ok(case),
        Err(e) => case.breach("well formed", e.to_string()),
    }
}

/// Every literal about a variable, and the conflict, follows from its reason by the rule alone.
fn check_reasons(case: &Case<'_>, session: &mut Session, assume: &[Lit]) -> Result<(), Breach> {
    let steps = session.explain(assume);
    let mut known = BTreeSet::new();
    for (lit, reason) in &steps {
        if let Some(young) = reason.because.iter().find(|l| !known.contains(*l)) {
            return case.breach("a reason is older", format!("{lit:?} because of {young:?}, which is not known yet"));
        }
        known.extend(*lit);
    }
    for (i, (lit, reason)) in steps.iter().enumerate() {
        let is_assumed = reason.because.is_empty() && lit.is_some_and(|l| assume.contains(&l));
        let is_auxiliary = lit.is_some_and(|l| session.meaning(l) == Meaning::Auxiliary);
        if is_assumed || is_auxiliary {
            continue;
        }
        let because = without_auxiliaries(session, &steps[..i], &reason.because);
        let mut domains = case.domains.clone();
        for &l in because.iter().chain(lit.map(|l| !l).iter()) {
            match session.meaning(l) {
                Meaning::Is(l) => domains[l.var.index()] &= Domain::single(l.value),
                Meaning::IsNot(l) => domains[l.var.index()] = domains[l.var.index()].minus(Domain::single(l.value)),
                Meaning::Auxiliary => {}
            }
        }
        if domains.iter().all(|d| !d.is_empty()) && case.can_hold(&domains) {
            return case.breach("a reason entails", format!("{lit:?} does not follow: {domains:?} are possible"));
        }
    }
    Ok(())
}

/// The literals with each auxiliary one replaced by what it rests on.
fn without_auxiliaries(session: &Session, steps: &[(Option<Lit>, super::Reason)], because: &[Lit]) -> BTreeSet<Lit> {
    let mut set: BTreeSet<Lit> = because.iter().copied().collect();
    for (lit, reason) in steps.iter().rev() {
        if let Some(lit) = lit
            && session.meaning(*lit) == Meaning::Auxiliary
            && set.remove(lit)
        {
            set.extend(&reason.because);
        }
    }
    set
}

/// Walks up and down through levels at random; after every step the engine must know what a new
/// engine knows that is told the same. The seed makes the walk.
///
/// # Errors
/// The first [`Breach`].
pub fn check_rewinding(spec: &RuleSpec, initial: &[Domain], seed: u64, steps: u32) -> Result<(), Breach> {
    let case = case(spec, initial)?;
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut below = |n: u32| if n == 0 { 0 } else { rng.next_u32() % n };
    let mut engine = Session::new(&case.net).into_engine();
    if engine.propagate() != Fixpoint::Stable {
        return Ok(());
    }
    let mut told: Vec<Lit> = Vec::new();
    for _ in 0..steps {
        if below(3) == 0 {
            let level = below(engine.trail.level() + 1);
            engine.back_to(level);
            told.truncate(level as usize);
        } else {
            let atoms = engine.trail.atoms().len() as u32;
            let open = (1..2 * atoms).map(Lit).filter(|&l| engine.trail.is_open(l)).collect::<Vec<_>>();
            let Some(&lit) = open.get(below(open.len() as u32) as usize) else { continue };
            engine.decide(lit);
            told.push(lit);
        }
        let stable = engine.propagate() == Fixpoint::Stable;
        let fresh = from_scratch(&case.net, &told);
        let same = match (&fresh, stable) {
            (Some(domains), true) => domains[..] == *engine.trail.domains(),
            (None, false) => true,
            _ => false,
        };
        if !same {
            let now = stable.then(|| engine.trail.domains().to_vec());
            return case.breach("as from scratch", format!("{now:?} instead of {fresh:?} after {told:?}"));
        }
        if !stable {
            let level = engine.trail.level() - 1;
            engine.back_to(level);
            told.truncate(level as usize);
        }
    }
    Ok(())
}

fn from_scratch(net: &Network, told: &[Lit]) -> Option<Vec<Domain>> {
    let mut engine: Engine = Session::within(net, net.domains(), Policy::default()).into_engine();
    let mut stable = engine.propagate() == Fixpoint::Stable;
    for &lit in told {
        if !stable || engine.trail.is_false(lit) {
            return None;
        }
        engine.trail.push_level();
        if engine.trail.is_open(lit) {
            engine.trail.set(lit, super::Why::Decision);
        }
        stable = engine.propagate() == Fixpoint::Stable;
    }
    stable.then(|| engine.trail.domains().to_vec())
}
