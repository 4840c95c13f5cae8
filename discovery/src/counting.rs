//! Looks for set proofs by linear programs.

use crate::lp::{Program, Side};
use crate::set_proof::{SetProof, candidates};
use crate::sets::Set;
use std::collections::BTreeMap;
use tesuji_solver::{Clock, Domain, Literal, Network};

/// How far set proofs are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetPolicy {
    /// Greatest rank.
    pub rank: u32,
    /// Greatest weight of a set.
    pub weight: u32,
    /// Programs solved for one board.
    pub programs: u32,
}

impl Default for SetPolicy {
    fn default() -> Self {
        SetPolicy { rank: 1, weight: 4, programs: 300 }
    }
}

/// How far from a whole number a float may be to be taken for it.
const NEAR: f64 = 1e-6;

/// Set proofs on candidates where no single is left, plainer ones first, each with all that it
/// strikes; `true` when the search came to its end.
pub fn set_proofs(net: &Network, domains: &[Domain], policy: &SetPolicy, clock: &Clock) -> (Vec<SetProof>, bool) {
    let mut search = Search::new(net, domains, policy, clock);
    let goals = search.never();
    search.prove(&goals, 0);
    for rank in 1..=policy.rank {
        let goals = search.seldom(1.0 / f64::from(rank + 1));
        search.prove(&goals, rank);
    }
    search.told()
}

struct Search<'a> {
    net: &'a Network,
    domains: &'a [Domain],
    policy: &'a SetPolicy,
    clock: &'a Clock,
    /// Candidates of open cells.
    all: Vec<Literal>,
    /// The sets that have two of them or more, with these by number; those that are truths.
    sets: Vec<(Set, Vec<usize>, bool)>,
    /// The greatest share that a candidate was met with.
    share: Vec<f64>,
    found: Vec<SetProof>,
    programs: u32,
    complete: bool,
}

impl<'a> Search<'a> {
    fn new(net: &'a Network, domains: &'a [Domain], policy: &'a SetPolicy, clock: &'a Clock) -> Self {
        let is_open = |l: &Literal| !domains[l.var.index()].is_single();
        let all: Vec<Literal> = candidates(net, domains).into_iter().filter(is_open).collect();
        let mut by_set = BTreeMap::<Set, Vec<usize>>::new();
        for (i, l) in all.iter().enumerate() {
            by_set.entry(Set::Cell(l.var)).or_default().push(i);
            for &house in net.houses().of(l.var) {
                by_set.entry(Set::Places { house, value: l.value }).or_default().push(i);
            }
        }
        let is_truth = |set: Set| match set {
            Set::Cell(_) => true,
            Set::Places { house, value } => net.houses().list()[usize::from(house)].covers.contains(value),
        };
        let sets = by_set.into_iter().filter(|(_, m)| m.len() > 1).map(|(s, m)| (s, m, is_truth(s))).collect();
        let share = vec![0.0; all.len()];
        Search { net, domains, policy, clock, all, sets, share, found: Vec::new(), programs: 0, complete: true }
    }

    fn solve(&mut self, program: &Program) -> Option<Vec<f64>> {
        self.programs += 1;
        if self.programs > self.policy.programs || self.clock.expired().is_some() {
            self.complete = false;
            return None;
        }
        let point = program.solve(self.clock.remaining());
        self.complete &= point.is_some() || self.clock.expired().is_none();
        point
    }

    /// The greatest sum of some candidates' shares, where each truth has shares of 1 in all: a
    /// point that has it.
    fn most(&mut self, of: &[usize]) -> Option<f64> {
        let mut costs = vec![0.0; self.all.len()];
        of.iter().for_each(|&i| costs[i] = -1.0);
        let row = |(_, members, is_truth): &(Set, Vec<usize>, bool)| {
            let side = if *is_truth { Side::Equal } else { Side::Most };
            (members.iter().map(|&i| (i, 1.0)).collect(), side, 1.0)
        };
        let program = Program { costs, rows: self.sets.iter().map(row).collect(), upper: 1.0, whole: false };
        let point = self.solve(&program)?;
        self.share.iter_mut().zip(&point).for_each(|(s, x)| *s = s.max(*x));
        Some(of.iter().map(|&i| point[i]).sum())
    }

    /// The candidates that have no share in any point: those that proofs of rank 0 strike.
    fn never(&mut self) -> Vec<usize> {
        loop {
            let left: Vec<usize> = (0..self.all.len()).filter(|&i| self.share[i] < NEAR).collect();
            match self.most(&left) {
                Some(sum) if sum < NEAR => return left,
                Some(_) if !left.is_empty() => {}
                _ => return Vec::new(),
            }
        }
    }

    /// The candidates whose greatest share is at most so much.
    fn seldom(&mut self, most: f64) -> Vec<usize> {
        let mut seldom = Vec::new();
        let struck: Vec<Literal> = self.found.iter().flat_map(|p| p.goals.clone()).collect();
        for i in 0..self.all.len() {
            if self.share[i] > most + NEAR || struck.contains(&self.all[i]) {
                continue;
            }
            match self.most(&[i]) {
                Some(share) if share <= most + NEAR => seldom.push(i),
                Some(_) => {}
                None => return seldom,
            }
        }
        seldom
    }

    /// Adds proofs of a rank for some candidates, one after the other; what a proof strikes besides
    /// needs none of its own.
    fn prove(&mut self, goals: &[usize], rank: u32) {
        for &goal in goals {
            if self.found.iter().any(|p| p.goals.contains(&self.all[goal])) {
                continue;
            }
            if let Some(proof) = self.proof(goal, rank) {
                self.found.push(proof);
            }
        }
    }

    /// The proof with the least weight in all, if weights come out as multiples of a fraction.
    fn proof(&mut self, goal: usize, rank: u32) -> Option<SetProof> {
        let mut chosen: Vec<usize> = (0..self.sets.len()).collect();
        let program = self.weights(goal, rank, &chosen);
        let mut point = self.solve(&program)?;
        let is_whole = |point: &[f64], by: f64| point.iter().all(|w| (w * by - (w * by).round()).abs() < 1e-4);
        if !is_whole(&point, 1.0) {
            // The sets of the fractional proof often hold a whole one.
            let n = chosen.len();
            let support: Vec<usize> = chosen.iter().copied().filter(|i| point[*i] + point[n + i] > NEAR).collect();
            let whole = Program { whole: true, ..self.weights(goal, rank, &support) };
            if let Some(better) = self.solve(&whole) {
                (point, chosen) = (better, support);
            }
        }
        let by = (1..=self.policy.weight).find(|by| is_whole(&point, f64::from(*by)))?;
        let weights = |part: &[f64]| -> Vec<(Set, u32)> {
            let whole = part.iter().map(|w| (w * f64::from(by)).round() as u32);
            chosen.iter().zip(whole).filter(|(_, w)| *w > 0).map(|(i, w)| (self.sets[*i].0, w)).collect()
        };
        let (truths, links) = point.split_at(chosen.len());
        let mut proof = SetProof { truths: weights(truths), links: weights(links), goals: Vec::new() };
        proof.goals = proof.struck(self.net, self.domains);
        (proof.goals.contains(&self.all[goal]) && proof.holds(self.net, self.domains)).then_some(proof)
    }

    /// The program of weights of the chosen sets, as truths and then as links: least in all, every
    /// candidate at least as often in links as in truths, the goal by more than the rank.
    fn weights(&self, goal: usize, rank: u32, chosen: &[usize]) -> Program {
        let n = chosen.len();
        let mut rows = vec![(Vec::new(), Side::Least, 0.0); self.all.len()];
        let (mut whole, mut no_truths) = (Vec::with_capacity(2 * n), Vec::new());
        for (at, &i) in chosen.iter().enumerate() {
            let (_, members, is_truth) = &self.sets[i];
            whole.extend([(at, -1.0), (n + at, 1.0)]);
            for &member in members {
                rows[member].0.extend([(at, -1.0), (n + at, 1.0)]);
            }
            no_truths.extend((!is_truth).then_some((at, 1.0)));
        }
        rows[goal].2 = f64::from(rank) + 1.0;
        rows.push((whole, Side::Most, f64::from(rank)));
        rows.push((no_truths, Side::Most, 0.0));
        rows.retain(|(terms, ..)| !terms.is_empty());
        // Of equals, cells come before lines and lines before regions.
        let cost = |&i: &usize| match self.sets[i].0 {
            Set::Cell(_) => 1.0,
            Set::Places { house, .. } => 1.001 + f64::from(house) * 1e-6,
        };
        let costs: Vec<f64> = chosen.iter().map(cost).collect();
        let upper = f64::from(self.policy.weight);
        Program { costs: [costs.clone(), costs].concat(), rows, upper, whole: false }
    }

    /// What was found, plainer proofs first; of proofs that strike nothing new the plainest are
    /// kept.
    fn told(mut self) -> (Vec<SetProof>, bool) {
        self.found.sort_by_cached_key(|p| p.order(self.net));
        let mut struck: Vec<Literal> = Vec::new();
        self.found.retain(|p| {
            let is_new = p.goals.iter().any(|g| !struck.contains(g));
            struck.extend(&p.goals);
            is_new
        });
        (self.found, self.complete)
    }
}
