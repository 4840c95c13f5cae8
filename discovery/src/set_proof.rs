//! Set proofs: some truths, counted with weights, have no room in some links if a candidate holds.
//!
//! Each truth holds exactly once, each link at most once. Let each candidate lie in links at least
//! as often as in truths, and the goal more often by more than the *rank*, the links less the
//! truths. If the goal held, the truths would need more places in the links than there are.
//! Programs find the weights; [`SetProof::holds`] counts.

use crate::form::Form;
use crate::sets::Set;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use tesuji_solver::{Domain, Literal, Network};

/// Truths and links with weights, and what they strike.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct SetProof {
    /// Sets of which exactly one candidate holds.
    pub truths: Vec<(Set, u32)>,
    /// Sets of which at most one does.
    pub links: Vec<(Set, u32)>,
    /// What goes.
    pub goals: Vec<Literal>,
}

fn weight(sets: &[(Set, u32)]) -> i64 {
    sets.iter().map(|(_, w)| i64::from(*w)).sum()
}

/// How often the sets hold a candidate.
fn count(net: &Network, sets: &[(Set, u32)], l: Literal) -> i64 {
    sets.iter().filter(|(set, _)| set.has(net, l)).map(|(_, w)| i64::from(*w)).sum()
}

/// All candidates.
pub(crate) fn candidates(net: &Network, domains: &[Domain]) -> Vec<Literal> {
    net.vars().flat_map(|var| domains[var.index()].iter().map(move |value| Literal { var, value })).collect()
}

impl SetProof {
    /// Links less truths.
    pub fn rank(&self) -> i64 {
        weight(&self.links) - weight(&self.truths)
    }

    /// How much is counted.
    pub fn size(&self) -> i64 {
        weight(&self.links) + weight(&self.truths)
    }

    /// By how much the links hold a candidate more often than the truths.
    pub(crate) fn excess(&self, net: &Network, l: Literal) -> i64 {
        count(net, &self.links, l) - count(net, &self.truths, l)
    }

    /// The referee: counts.
    pub fn holds(&self, net: &Network, domains: &[Domain]) -> bool {
        let is_truth = |set: &Set| match *set {
            Set::Cell(_) => true,
            Set::Places { house, value } => net.houses().list()[usize::from(house)].covers.contains(value),
        };
        self.truths.iter().all(|(set, _)| is_truth(set))
            && candidates(net, domains).into_iter().all(|l| self.excess(net, l) >= 0)
            && self.goals.iter().all(|&goal| self.excess(net, goal) > self.rank())
    }

    /// All that it strikes.
    pub(crate) fn struck(&self, net: &Network, domains: &[Domain]) -> Vec<Literal> {
        let rank = self.rank();
        candidates(net, domains).into_iter().filter(|&l| self.excess(net, l) > rank).collect()
    }

    /// Of several proofs the plainer one is less: fewer sets, smaller weights, fewer kinds, houses
    /// and values; then the form.
    pub(crate) fn order(&self, net: &Network) -> (i64, u32, usize, String, SetProof) {
        let all = || self.truths.iter().chain(&self.links);
        let most = all().map(|(_, w)| *w).max().unwrap_or(0);
        let kinds: BTreeSet<char> = all().map(|(s, _)| s.kind(net, false)).collect();
        (self.size(), most, kinds.len(), self.form(net).key, self.clone())
    }

    /// Its form: the numbers of truths and links of each kind, the rank, the values that truths in
    /// houses are of, and the greatest weight where it is not 1. Lines may swap axes.
    pub fn form(&self, net: &Network) -> Form {
        let n = self.truths.len();
        let most = self.truths.iter().chain(&self.links).map(|(_, w)| *w).max().unwrap_or(1);
        let heavy = if most > 1 { format!(" w{most}") } else { String::new() };
        let values: BTreeSet<_> = self.truths.iter().filter_map(|(s, _)| crate::sets::value(*s)).collect();
        let words = |swap: bool| {
            let (truths, links) = (kinds(net, &self.truths, swap), kinds(net, &self.links, swap));
            format!("sets-{n}:{truths}/{links} rank{} v{}{heavy}", self.rank(), values.len())
        };
        Form { size: n.min(255) as u8, length: 100 + 2 * n as u32, key: words(false).min(words(true)) }
    }
}

fn kinds(net: &Network, sets: &[(Set, u32)], swap: bool) -> String {
    let of = |letter: char| {
        let n = sets.iter().filter(|(s, _)| s.kind(net, swap) == letter).count();
        (n > 0).then(|| format!("{letter}{n}"))
    };
    "nrcbdo".chars().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::{SetPolicy, set_proofs};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore, SeedableRng};
    use tesuji_solver::rules::RuleSpec;
    use tesuji_solver::{HouseKind, Limits, SimpleSolver, Solver, Var};

    fn row(n: u32) -> Network {
        let mut net = Network::with_vars(n as usize, Domain::range(1, n as u8));
        net.add_house(RuleSpec::AllDifferent { vars: (0..n).map(Var).collect() }, HouseKind::Line(0)).unwrap();
        net
    }

    #[test]
    fn a_pair_is_a_proof_of_rank_0() {
        let net = row(4);
        let mut domains = net.domains().to_vec();
        domains[0] = Domain::range(1, 2);
        domains[1] = Domain::range(1, 2);
        let (found, complete) = set_proofs(&net, &domains, &SetPolicy::default(), &Limits::default().start());
        let [pair] = &found[..] else { panic!("{found:?}") };
        assert!(complete && pair.holds(&net, &domains));
        assert_eq!((pair.rank(), pair.truths.len(), pair.goals.len()), (0, 2, 4));
        // A link less, a truth that is none, a goal too many, a heavier truth.
        let less = SetProof { links: pair.links[1..].to_vec(), ..pair.clone() };
        let goal = Literal { var: Var(2), value: 3 };
        let more = SetProof { goals: [pair.goals.clone(), vec![goal]].concat(), ..pair.clone() };
        let mut heavy = pair.clone();
        heavy.truths[0].1 = 2;
        assert!([less, more, heavy].iter().all(|wrong| !wrong.holds(&net, &domains)));
    }

    /// Latin squares with some candidates struck: no proof strikes what a solution has.
    #[test]
    fn nothing_of_a_solution_is_struck() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut struck = 0;
        for _ in 0..40 {
            let mut net = Network::with_vars(16, Domain::range(1, 4));
            for i in 0..4 {
                for (axis, vars) in
                    [(0, [0, 1, 2, 3].map(|j| Var(4 * i + j))), (1, [0, 1, 2, 3].map(|j| Var(4 * j + i)))]
                {
                    net.add_house(RuleSpec::AllDifferent { vars: vars.to_vec() }, HouseKind::Line(axis)).unwrap();
                }
            }
            let domains: Vec<Domain> = (0..16_u32)
                .map(|i| {
                    let own = ((i / 4 + i % 4) % 4 + 1) as u8;
                    Domain(Domain::range(1, 4).0 & u64::from(rng.next_u32())).with(own).with(own % 4 + 1)
                })
                .collect();
            let (found, _) = set_proofs(&net, &domains, &SetPolicy::default(), &Limits::default().start());
            let all = SimpleSolver.solve(&net, Some(&domains), &Limits::default()).solutions;
            for proof in &found {
                assert!(proof.holds(&net, &domains));
                struck += proof.goals.len();
                let is_safe = |g: &Literal| all.iter().all(|s| s[g.var.index()] != g.value);
                assert!(proof.goals.iter().all(is_safe), "{proof:?}");
            }
        }
        assert!(struck > 0);
    }
}
