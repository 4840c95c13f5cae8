//! Proofs beyond trial: impossible patterns and set proofs, where no candidate is refuted by its
//! own consequences.

use crate::counting::{SetPolicy, set_proofs};
use crate::impossible::{Impossible, ImpossiblePolicy, impossible};
use crate::probe::unlocks;
use crate::set_proof::{OpenSum, SetProof};
use crate::sets::Set;
use crate::stall::{Instance, Stall, Struck};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::Names;
use tesuji_solver::proof::Prover;
use tesuji_solver::{Clock, Domain, Literal, Network, Part, Truth};

/// Engines that are asked where trial finds nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Engines {
    /// Impossible patterns.
    pub impossible: bool,
    /// Set proofs.
    pub sets: bool,
}

/// A proof that is no trial.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// An impossible pattern.
    Impossible(Impossible),
    /// A set proof.
    Sets(SetProof),
}

impl Evidence {
    /// The referee.
    pub fn holds(&self, net: &Network, domains: &[Domain]) -> bool {
        match self {
            Evidence::Impossible(pattern) => pattern.holds(net, domains),
            Evidence::Sets(proof) => proof.holds(net, domains),
        }
    }

    /// What it strikes.
    pub fn goals(&self) -> &[Literal] {
        match self {
            Evidence::Impossible(pattern) => &pattern.goals,
            Evidence::Sets(proof) => &proof.goals,
        }
    }

    fn instance(self, net: &Network) -> Instance {
        let (core, form) = match &self {
            Evidence::Impossible(pattern) => {
                (pattern.cells.iter().map(|v| Truth::Cell(*v)).collect(), pattern.form(net))
            }
            Evidence::Sets(proof) => (proof.truths.iter().map(|(s, _)| truth(net, *s)).collect(), proof.form(net)),
        };
        let goals = self.goals().to_vec();
        Instance { core, form, goals, depth: 1, is_new: true, evidence: Some(self) }
    }

    /// In words, a line a thought.
    pub fn words(&self, net: &Network, names: &dyn Names) -> Vec<String> {
        let literal = |l: &Literal| format!("{}={}", names.var(l.var), names.value(l.value));
        let list = |all: &[Literal]| all.iter().map(literal).collect::<Vec<_>>().join(", ");
        match self {
            Evidence::Impossible(p) => vec![
                format!("{} can't all be filled from {}.", names.vars(&p.cells), names.values(p.values)),
                format!("So one of these holds: {}.", list(&p.guardians)),
                format!("None of these stands beside any of them: {}.", list(&p.goals)),
            ],
            Evidence::Sets(p) => {
                let one = |(set, weight): &(Set, u32)| {
                    let times = if *weight > 1 { format!("{weight}·") } else { String::new() };
                    format!("{times}{}", set_name(net, *set, names))
                };
                let all = |sets: &[(Set, u32)]| sets.iter().map(one).collect::<Vec<_>>().join(", ");
                let sum = |(sum, times): &(OpenSum, i32)| {
                    format!("{times}·{} (open cells add up to {})", names.rule(sum.rule), sum.total)
                };
                let sums: Vec<String> = p.sums.iter().map(sum).collect();
                let sums = (!sums.is_empty()).then(|| format!("Sums, counted by value: {}.", sums.join(", ")));
                let lines = [
                    format!("Truths, each holds once: {}.", all(&p.truths)),
                    format!("Links, each holds at most once: {}.", all(&p.links)),
                    format!("Rank {}: too few links are left for the truths with any of {}.", p.rank(), list(&p.goals)),
                ];
                lines.into_iter().chain(sums).collect()
            }
        }
    }
}

fn set_name(net: &Network, set: Set, names: &dyn Names) -> String {
    match set {
        Set::Cell(var) => names.var(var),
        Set::Places { house, value } => {
            let rule = net.houses().list()[usize::from(house)].rule;
            format!("{} in {}", names.value(value), names.rule(rule))
        }
    }
}

fn truth(net: &Network, set: Set) -> Truth {
    match set {
        Set::Cell(var) => Truth::Cell(var),
        Set::Places { house, value } => {
            let rule = net.houses().list()[usize::from(house)].rule;
            Truth::Rule { rule, part: Part::Value(value) }
        }
    }
}

/// What the engines find on candidates; `None`: nothing that strikes anything.
pub(crate) fn beyond(
    net: &Network,
    domains: &[Domain],
    prover: &Prover<'_, '_>,
    engines: Engines,
    clock: &Clock,
) -> Option<Stall> {
    let (mut found, mut complete) = (Vec::new(), true);
    if engines.impossible {
        let (patterns, all) = impossible(net, domains, &ImpossiblePolicy::default(), clock);
        found.extend(patterns.into_iter().map(Evidence::Impossible));
        complete &= all;
    }
    if engines.sets {
        let (proofs, all) = set_proofs(net, domains, &SetPolicy::default(), clock);
        found.extend(proofs.into_iter().map(Evidence::Sets));
        complete &= all;
    }
    found.retain(|e| !e.goals().is_empty());
    let instances: Vec<Instance> = found.into_iter().map(|e| e.instance(net)).collect();
    let mut by_goal = BTreeMap::<Literal, usize>::new();
    for (i, instance) in instances.iter().enumerate() {
        for &goal in instance.goals.iter().filter(|g| domains[g.var.index()].contains(g.value)) {
            let best = by_goal.entry(goal).or_insert(i);
            let rank = |at: usize| (instances[at].form.plainness(), &instances[at].form.key, at);
            if rank(i) < rank(*best) {
                *best = i;
            }
        }
    }
    let struck = by_goal.into_iter().map(|(goal, by)| Struck { goal, by: Some(by), unlocks: unlocks(prover, goal) });
    let struck: Vec<Struck> = struck.collect();
    (!struck.is_empty()).then(|| Stall { domains: domains.to_vec(), instances, struck, complete })
}
