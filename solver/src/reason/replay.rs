//! A reader of deductions who knows the rules and nothing else.

use super::{Fact, Reason};
use crate::{Domain, Network, RuleId, Store, Var};
use std::collections::BTreeSet;

/// Where a chain of reasons does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A reason, by its number, rests on a fact that nothing before it says.
    Unknown(usize, Fact),
    /// A fact does not follow by the rule of the reason of this number.
    Unfounded(usize, Fact),
    /// The rule of the reason of this number allows what is said to contradict it.
    NoContradiction(usize),
    /// A fact is concluded that no reason says.
    Unsaid(Fact),
}

/// Replays reasons link by link: each rests on premises, on the supposition or on what an earlier
/// one concludes, and its rule alone leads from there to what it concludes. A value that the
/// network fixes counts as a fact, unless its variable is a constant. A contradiction ends the
/// supposition: its opposite is known then, and what followed from it is forgotten. The conclusions
/// must be among what is known at the end.
///
/// # Errors
/// The first [`Fault`].
pub fn replay(
    net: &Network,
    is_constant: &dyn Fn(Var) -> bool,
    premises: &[Fact],
    supposed: Option<Fact>,
    reasons: &[Reason],
    conclusions: &[Fact],
) -> Result<(), Fault> {
    let mut known: BTreeSet<Fact> = premises.iter().chain(&supposed).copied().collect();
    for (number, reason) in reasons.iter().enumerate() {
        if let Some(&unknown) = reason.because.iter().find(|fact| !known.contains(fact)) {
            return Err(Fault::Unknown(number, unknown));
        }
        let refutes = |opposite: Option<Fact>| {
            let mut domains = loose(net, &reason.rules(), is_constant);
            for fact in reason.because.iter().copied().chain(opposite) {
                domains[fact.var.index()] &= fact.keeps();
            }
            match &reason.together {
                Some(proof) => proof.contradicts(net, &domains),
                None => contradicts(net, reason.rule, domains),
            }
        };
        if let Some(&fact) = reason.concludes.iter().find(|fact| !refutes(Some(fact.negated()))) {
            return Err(Fault::Unfounded(number, fact));
        }
        known.extend(&reason.concludes);
        if reason.concludes.is_empty() {
            if !refutes(None) {
                return Err(Fault::NoContradiction(number));
            }
            known = premises.iter().copied().chain(supposed.map(Fact::negated)).collect();
        }
    }
    let left = |fact: &Fact| {
        let of_var = known.iter().filter(|k| k.var == fact.var);
        of_var.fold(net.domains()[fact.var.index()], |left, k| left & k.keeps())
    };
    conclusions.iter().find(|fact| !fact.is_true(left(fact))).map_or(Ok(()), |&fact| Err(Fault::Unsaid(fact)))
}

/// The candidates before any fact: a variable that the network fixes may take what others of the
/// rules may.
pub(super) fn loose(net: &Network, rules: &[RuleId], is_constant: &dyn Fn(Var) -> bool) -> Vec<Domain> {
    let mut domains = net.domains().to_vec();
    for &rule in rules {
        let scope = net.rule(rule).scope();
        let all = scope.iter().fold(Domain::EMPTY, |all, var| all | net.domains()[var.index()]);
        for &var in scope.iter().filter(|&&var| !is_constant(var)) {
            if net.domains()[var.index()].is_single() {
                domains[var.index()] |= all;
            }
        }
    }
    domains
}

/// Do the candidates contradict the rule, asked again and again, or leave a variable nothing?
fn contradicts(net: &Network, rule: Option<RuleId>, mut domains: Vec<Domain>) -> bool {
    loop {
        if domains.iter().any(|domain| domain.is_empty()) {
            return true;
        }
        let Some(rule) = rule else { return false };
        let mut store = Store::from_domains(net, domains.clone());
        if net.rule(rule).prune(&mut store).is_err() {
            return true;
        }
        if store.domains() == domains {
            return false;
        }
        domains.copy_from_slice(store.domains());
    }
}
