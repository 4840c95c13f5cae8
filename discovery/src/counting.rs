//! Looks for set proofs by linear programs.

use crate::program::Sets;
use crate::set_proof::SetProof;
use crate::windows::windows;
use tesuji_solver::lp::{End, Row, Simplex, whole};
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
    /// Programs solved for whole weights of one proof.
    pub branches: u32,
    /// The rank that is asked for where rules add up values.
    pub sum_rank: u32,
    /// Fractions of weights that are multiplied out there.
    pub sum_parts: u32,
}

impl Default for SetPolicy {
    fn default() -> Self {
        SetPolicy { rank: 1, weight: 3, programs: 600, branches: 40, sum_rank: 9, sum_parts: 24 }
    }
}

/// How far from a whole number a float may be to be taken for it.
const NEAR: f64 = 1e-6;

/// Set proofs on candidates where no single is left, plainer ones first, each with all that it
/// strikes; `true` when the search came to its end.
///
/// On a board with sums houses are looked at first with the sums that meet them: what that strikes
/// is simpler than what takes the whole board, which is asked only where it strikes nothing.
pub fn set_proofs(net: &Network, domains: &[Domain], policy: &SetPolicy, clock: &Clock) -> (Vec<SetProof>, bool) {
    let (found, complete) = by_windows(net, domains, policy, clock);
    if !found.is_empty() || !complete {
        return (plainest(net, found), complete);
    }
    let board = Sets::new(net, domains);
    let mut search = Search::new(&board, policy, clock);
    search.never();
    // With sums candidates count by their values: a share of nine tenths is told from one.
    let ranks = if board.has_sums { policy.sum_rank..=policy.sum_rank } else { 1..=policy.rank };
    for rank in ranks {
        search.seldom(rank);
    }
    (plainest(net, search.found), search.complete)
}

/// Those of houses and the sums that meet them.
fn by_windows(net: &Network, domains: &[Domain], policy: &SetPolicy, clock: &Clock) -> (Vec<SetProof>, bool) {
    let mut found: Vec<SetProof> = Vec::new();
    for window in windows(net, domains) {
        let board = Sets::within(net, domains, &window);
        let mut search = Search::new(&board, policy, clock);
        for goal in window.goals {
            let is_struck = found.iter().any(|p| p.goals.contains(&goal));
            let at = board.all.iter().position(|l| *l == goal);
            if let Some(at) = at.filter(|_| !is_struck) {
                search.prove(at, policy.sum_rank);
            }
        }
        found.append(&mut search.found);
        if !search.complete {
            return (found, false);
        }
    }
    (found, true)
}

/// Plainer proofs first; of proofs that strike nothing new the plainest are kept.
fn plainest(net: &Network, mut found: Vec<SetProof>) -> Vec<SetProof> {
    found.sort_by_cached_key(|p| p.order(net));
    let mut struck: Vec<Literal> = Vec::new();
    found.retain(|p| {
        let is_new = p.goals.iter().any(|g| !struck.contains(g));
        struck.extend(&p.goals);
        is_new
    });
    found
}

struct Search<'a> {
    sets: &'a Sets<'a>,
    simplex: Simplex<'a>,
    policy: &'a SetPolicy,
    clock: &'a Clock,
    /// The greatest share that a candidate was met with, where each truth has shares of 1 in all: a
    /// proof of rank r strikes no candidate with more than r / (r + 1).
    share: Vec<f64>,
    found: Vec<SetProof>,
    programs: u32,
    complete: bool,
}

impl<'a> Search<'a> {
    fn new(sets: &'a Sets<'a>, policy: &'a SetPolicy, clock: &'a Clock) -> Self {
        let simplex = Simplex::new(&sets.rows, sets.all.len() + 1);
        let share = vec![0.0; sets.all.len()];
        Search { sets, simplex, policy, clock, share, found: Vec::new(), programs: 0, complete: true }
    }

    /// Weights that strike all of some candidates at a rank; `None` where there are none, or the
    /// search was cut off.
    fn weights(&mut self, goals: &[usize], rank: u32) -> Option<Vec<f64>> {
        self.programs += 1;
        if self.programs > self.policy.programs || self.clock.expired().is_some() {
            self.complete = false;
            return None;
        }
        let clock = self.clock;
        match self.simplex.solve(&self.sets.need(goals, rank), &mut || clock.expired().is_some()) {
            End::Weights(weights) => Some(weights),
            End::Ray(ray) => {
                let whole = ray[self.sets.all.len()];
                if whole > 0.0 {
                    self.share.iter_mut().zip(&ray).for_each(|(s, y)| *s = s.max(y / whole));
                }
                None
            }
            End::Stopped => {
                self.complete = false;
                None
            }
        }
    }

    /// Proofs of rank 0. One program asks for all candidates at once; what has a share is dropped,
    /// until nothing is.
    fn never(&mut self) {
        let mut left: Vec<usize> = (0..self.share.len()).collect();
        while !left.is_empty() && self.weights(&left, 0).is_none() && self.complete {
            let before = left.len();
            left.retain(|i| self.share[*i] < NEAR);
            if left.len() == before {
                self.complete = false;
                return;
            }
        }
        for goal in left {
            self.prove(goal, 0);
        }
    }

    /// Proofs of a higher rank, candidate by candidate.
    fn seldom(&mut self, rank: u32) {
        let most = f64::from(rank) / f64::from(rank + 1) + NEAR;
        for goal in 0..self.share.len() {
            if self.complete && self.share[goal] <= most {
                self.prove(goal, rank);
            }
        }
    }

    /// Adds the proof of a candidate with the least weight in all; what a proof strikes besides
    /// needs none of its own.
    fn prove(&mut self, goal: usize, rank: u32) {
        if self.found.iter().any(|p| p.goals.contains(&self.sets.all[goal])) {
            return;
        }
        let Some(weights) = self.weights(&[goal], rank) else { return };
        let proof = match self.sets.has_sums {
            true => (1..=self.policy.sum_parts).find_map(|by| multiplied(&weights, by)).map(reduced),
            false => {
                let proof = multiplied(&weights, 1).or_else(|| self.whole(goal, rank, &weights));
                proof.or_else(|| (2..=self.policy.weight).find_map(|by| multiplied(&weights, by)))
            }
        };
        self.found.extend(proof.and_then(|weights| self.sets.proof(&weights, goal)));
    }

    /// Whole weights of the sets of a fractional proof.
    fn whole(&self, goal: usize, rank: u32, weights: &[f64]) -> Option<Vec<u32>> {
        let support: Vec<usize> = (0..weights.len()).filter(|&i| weights[i] > NEAR).collect();
        let rows: Vec<Row> = support.iter().map(|&i| self.sets.rows[i].clone()).collect();
        let bounds = (self.policy.weight, self.policy.branches);
        let need = self.sets.need(&[goal], rank);
        let found = whole(&rows, &need, bounds, &mut || self.clock.expired().is_some())?;
        let mut all = vec![0; weights.len()];
        support.iter().zip(found).for_each(|(i, w)| all[*i] = w);
        Some(all)
    }
}

/// Weights so many times as large, where they are whole then.
fn multiplied(weights: &[f64], by: u32) -> Option<Vec<u32>> {
    let times = |w: &f64| w * f64::from(by);
    let is_whole = weights.iter().all(|w| (times(w) - times(w).round()).abs() < 1e-5);
    is_whole.then(|| weights.iter().map(|w| times(w).round() as u32).collect())
}

/// Weights without what divides all of them.
fn reduced(weights: Vec<u32>) -> Vec<u32> {
    let gcd = weights.iter().fold(0, |a, b| {
        let (mut a, mut b) = (a, *b);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    weights.into_iter().map(|w| w / gcd.max(1)).collect()
}
