//! What can be struck at a stall, and the cores that show it.

use crate::cores::{self, CorePolicy, Judge, Vocabularies, is_pure};
use crate::form::Form;
use crate::stall::{Instance, Stall, Struck};
use std::collections::BTreeMap;
use tesuji_solver::proof::Prover;
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Clock, Domain, Literal, Truth};

/// The cores of all removals at a stall.
pub(crate) struct Probe {
    pub(crate) goals: Vec<(Literal, Vec<Vec<Truth>>)>,
    /// Truths of the smallest core.
    least: usize,
    depth: u8,
    complete: bool,
}

/// The removals at the least depth that refutes anything, with the cores that count.
pub(crate) fn probe(
    prover: &mut Prover<'_, '_>,
    vocabularies: &Vocabularies<'_, '_>,
    (depth, policy): (u8, &CorePolicy),
    (clock, fires): (&Clock, &mut u64),
) -> Probe {
    let refutable = prover.refutable(1);
    if refutable.is_empty() {
        return deeper(prover, depth, clock);
    }
    let mut found = Probe { goals: Vec::new(), least: 0, depth: 1, complete: true };
    let mut spend = |spent: u64| {
        *fires = fires.saturating_sub(spent);
        clock.expired().is_none() && *fires > 0
    };
    for &goal in &refutable {
        let cores = vocabularies.cores(prover, goal, policy);
        found.complete &= cores.complete;
        found.goals.push((goal, cores.cores));
        if !spend(cores.fires) {
            return found;
        }
    }
    found.least = found.smallest();
    if found.least == 0 || found.least > policy.mixed {
        found.goals.clear();
        let mut most = policy.further;
        for &goal in &refutable {
            let cores = prover.least_cores(goal, most, &cores::limits(policy.further_fires));
            found.complete &= cores.complete;
            // What is larger than the least of others is not struck.
            most = if cores.size() > 0 { most.min(cores.size()) } else { most };
            found.goals.push((goal, cores.cores));
            if !spend(cores.fires) {
                return found;
            }
        }
        found.least = found.smallest();
    }
    if found.least == 0 {
        // Beyond that, any irreducible core that a trial comes to.
        for (goal, cores) in &mut found.goals {
            let proof = prover.refute(*goal, 1);
            cores.extend(proof.and_then(|proof| prover.minimise(&proof)).map(|proof| proof.core));
            if !spend(0) {
                return found;
            }
        }
        found.least = found.smallest();
        found.complete = false;
    }
    let (least, pure) = (found.least, policy.pure);
    for (_, cores) in &mut found.goals {
        cores.retain(|c| c.len() <= least || (c.len() <= pure && is_pure(c)));
    }
    found
}

/// Irreducible cores of deeper proofs: those of the least size.
fn deeper(prover: &mut Prover<'_, '_>, most: u8, clock: &Clock) -> Probe {
    let mut found = Probe { goals: Vec::new(), least: 0, depth: 1, complete: false };
    for depth in 2..=most {
        let goals = prover.refutable(depth);
        for goal in goals.into_iter().take_while(|_| clock.expired().is_none()) {
            let Some(proof) = prover.refute(goal, depth) else { continue };
            let core = prover.minimise(&proof).unwrap_or(proof).core;
            found.goals.push((goal, vec![core]));
        }
        if !found.goals.is_empty() {
            found.least = found.smallest();
            found.depth = depth;
            found.goals.retain(|(_, cores)| cores.iter().any(|c| c.len() == found.least));
            return found;
        }
    }
    found
}

impl Probe {
    fn smallest(&self) -> usize {
        self.goals.iter().flat_map(|(_, cores)| cores.iter().map(Vec::len)).min().unwrap_or(0)
    }

    /// What has a core of the least size.
    pub(crate) fn struck(&self) -> impl Iterator<Item = Literal> + '_ {
        let has = |cores: &[Vec<Truth>]| cores.iter().any(|c| c.len() == self.least);
        self.goals.iter().filter(move |(_, cores)| has(cores)).map(|(goal, _)| *goal)
    }

    /// The cores by form.
    pub(crate) fn stall(
        &self,
        net: &TrialNet<'_>,
        domains: &[Domain],
        prover: &Prover<'_, '_>,
        judge: &mut Judge,
    ) -> Stall {
        let mut by_core = BTreeMap::<&Vec<Truth>, Vec<Literal>>::new();
        for (goal, cores) in &self.goals {
            for core in cores {
                by_core.entry(core).or_default().push(*goal);
            }
        }
        let mut instances = Vec::new();
        for (core, goals) in by_core {
            let (depth, size) = (self.depth, core.len());
            if depth > 1 {
                let form = Form::of_deep(core, depth);
                instances.push(Instance { core: core.clone(), form, goals, depth, is_new: true, evidence: None });
                continue;
            }
            let Some(verdict) = judge.judge(net.network(), domains, core, &goals) else { continue };
            let is_new = verdict.is_new;
            let each = verdict.forms.into_iter();
            instances.extend(each.map(|(form, goals)| Instance {
                core: core.clone(),
                form,
                goals,
                depth,
                is_new,
                evidence: None,
            }));
            debug_assert!(size > 0, "a core has truths");
        }
        let plainest = |goal: Literal| {
            let own = instances.iter().enumerate();
            let own = own.filter(|(_, i)| i.core.len() == self.least && i.goals.contains(&goal));
            own.min_by_key(|(_, i)| (i.form.plainness(), &i.form.key)).map(|(at, _)| at)
        };
        let struck = self.struck().map(|goal| Struck { goal, by: plainest(goal), unlocks: unlocks(prover, goal) });
        let struck = struck.collect();
        Stall { domains: domains.to_vec(), instances, struck, complete: self.complete }
    }
}

/// Does striking the candidate let a single be drawn?
pub(crate) fn unlocks(prover: &Prover<'_, '_>, goal: Literal) -> bool {
    let mut after = prover.clone();
    let before: u32 = prover.domains().iter().map(|d| d.len()).sum();
    after.strike(goal).is_ok_and(|()| after.domains().iter().map(|d| d.len()).sum::<u32>() + 1 < before)
}
