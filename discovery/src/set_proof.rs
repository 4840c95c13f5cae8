//! Set proofs: some truths, counted with weights, have no room in some links if a candidate holds.
//!
//! Each truth holds exactly once, each link at most once. Let each candidate lie in links at least
//! as often as in truths, and the goal more often by more than the *rank*, the links less the
//! truths. If the goal held, the truths would need more places in the links than there are.
//! Programs find the weights; [`SetProof::holds`] counts.
//!
//! Rules that add up values count too, with any sign: each candidate of such a rule counts as much
//! as its value, and all together as much as the total.

use crate::form::Form;
use crate::sets::Set;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Literal, Network, RuleId, Var};

/// Truths and links with weights, and what they strike.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct SetProof {
    /// Sets of which exactly one candidate holds.
    pub truths: Vec<(Set, u32)>,
    /// Sets of which at most one does.
    pub links: Vec<(Set, u32)>,
    /// Rules that add up values, with how often each counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sums: Vec<(OpenSum, i32)>,
    /// What goes.
    pub goals: Vec<Literal>,
}

/// What is left of a rule that adds up values, on candidates.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct OpenSum {
    /// The rule.
    pub rule: RuleId,
    /// Its cells that are open, rising.
    pub cells: Vec<Var>,
    /// What these add up to.
    pub total: u32,
}

impl OpenSum {
    /// Of a rule on candidates; `None` where it adds up nothing, or no cell is open.
    pub(crate) fn of(net: &Network, domains: &[Domain], rule: RuleId) -> Option<OpenSum> {
        let (RuleSpec::Sum { vars, total } | RuleSpec::Cage { vars, total }) = net.spec(rule) else { return None };
        let known: u32 = vars.iter().filter_map(|v| domains[v.index()].value()).map(u32::from).sum();
        let mut cells: Vec<Var> = vars.iter().copied().filter(|v| !domains[v.index()].is_single()).collect();
        cells.sort_unstable();
        let total = total.checked_sub(known)?;
        (!cells.is_empty()).then_some(OpenSum { rule, cells, total })
    }
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
    /// Links less truths, and the totals of sums.
    pub fn rank(&self) -> i64 {
        let sums: i64 = self.sums.iter().map(|(sum, times)| i64::from(sum.total) * i64::from(*times)).sum();
        weight(&self.links) - weight(&self.truths) + sums
    }

    /// How much is counted.
    pub fn size(&self) -> i64 {
        let sums: i64 = self.sums.iter().map(|(_, times)| i64::from(times.unsigned_abs())).sum();
        weight(&self.links) + weight(&self.truths) + sums
    }

    /// By how much the links and sums hold a candidate more often than the truths.
    pub(crate) fn excess(&self, net: &Network, l: Literal) -> i64 {
        let own = self.sums.iter().filter(|(sum, _)| sum.cells.contains(&l.var));
        let sums: i64 = own.map(|(_, times)| i64::from(*times) * i64::from(l.value)).sum();
        count(net, &self.links, l) - count(net, &self.truths, l) + sums
    }

    /// The referee: counts.
    pub fn holds(&self, net: &Network, domains: &[Domain]) -> bool {
        self.truths.iter().all(|(set, _)| set.is_truth(net))
            && self.sums.iter().all(|(sum, _)| OpenSum::of(net, domains, sum.rule).as_ref() == Some(sum))
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
        if !self.sums.is_empty() {
            return self.form_of_sums(net);
        }
        let n = self.truths.len();
        let most = self.truths.iter().chain(&self.links).map(|(_, w)| *w).max().unwrap_or(1);
        let heavy = if most > 1 { format!(" w{most}") } else { String::new() };
        let values: BTreeSet<_> = self.truths.iter().filter_map(|(s, _)| crate::sets::value(*s)).collect();
        let words = |swap: bool| {
            let (truths, links) = (kinds(net, &self.truths, swap), kinds(net, &self.links, swap));
            format!("sets-{n}:{truths}/{links} rank{} v{}{heavy}", self.rank(), values.len())
        };
        Form { size: n.min(255) as u8, length: 100 + 2 * n as u32, scope: 0, key: words(false).min(words(true)) }
    }
}

impl SetProof {
    /// With sums: the houses by kind whose values are all counted, how many sums are taken away and
    /// added, and in how many cells the removals stand.
    fn form_of_sums(&self, net: &Network) -> Form {
        let houses: BTreeSet<(u16, char)> = self
            .truths
            .iter()
            .chain(&self.links)
            .filter_map(|(set, _)| Some((crate::sets::house(*set)?, set.kind(net, false))))
            .collect();
        let words = |swap: bool| {
            let turned = |kind: char| match kind {
                'r' if swap => 'c',
                'c' if swap => 'r',
                other => other,
            };
            let mut kinds: Vec<char> = houses.iter().map(|(_, kind)| turned(*kind)).collect();
            kinds.sort_unstable();
            String::from_iter(kinds)
        };
        let (less, more): (Vec<_>, Vec<_>) = self.sums.iter().partition(|(_, times)| *times < 0);
        let cells: BTreeSet<Var> = self.goals.iter().map(|g| g.var).collect();
        let n = houses.len() + self.sums.len();
        let kinds = words(false).min(words(true));
        let key = format!("sums-{n}:{kinds} {}-{} in{}", less.len(), more.len(), cells.len());
        Form { size: n.min(255) as u8, length: 20 + 4 * n as u32, scope: 0, key }
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
    use tesuji_genre::View;
    use tesuji_solver::proof::Prover;
    use tesuji_solver::rules::RuleSpec;
    use tesuji_solver::trial::TrialNet;
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

    /// Easter Monster by tarek, and what was published of it: the SK loop counts 16 truths in 16
    /// links.
    #[test]
    fn the_sk_loop_of_easter_monster() {
        let genre = tesuji_genres::get("sudoku").unwrap();
        let text = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
        let View::Clues(view) = genre.view(&genre.parse(text).unwrap().puzzle).unwrap() else { panic!() };
        let table = TrialNet::new(&view.network);
        let prover = Prover::new(&table, &view.domains, &Limits::default()).unwrap();
        let domains = prover.domains();
        let policy = SetPolicy { rank: 0, ..SetPolicy::default() };
        let (found, complete) = set_proofs(&view.network, &domains, &policy, &Limits::default().start());
        assert!(complete);
        let loops = |p: &&SetProof| (p.rank(), p.truths.len(), p.links.len()) == (0, 16, 16);
        assert!(found.iter().filter(loops).count() > 0, "{found:?}");
        let solution = SimpleSolver.solve(&view.network, Some(&domains), &Limits::solutions(1)).solutions.remove(0);
        for proof in &found {
            assert!(proof.holds(&view.network, &domains));
            assert!(proof.goals.iter().all(|g| solution[g.var.index()] != g.value), "{proof:?}");
        }
    }

    /// A row of four, three cells of which add up to 7: the fourth is 3 (an innie).
    #[test]
    fn an_innie_is_found_by_adding_up() {
        let mut net = row(4);
        net.add(RuleSpec::Cage { vars: vec![Var(0), Var(1), Var(2)], total: 7 }).unwrap();
        let domains = net.domains().to_vec();
        let (found, _) = set_proofs(&net, &domains, &SetPolicy::default(), &Limits::default().start());
        let struck: BTreeSet<Literal> = found.iter().flat_map(|p| p.goals.clone()).collect();
        for value in [1, 2, 4] {
            assert!(struck.contains(&Literal { var: Var(3), value }), "{found:?}");
        }
        assert!(found.iter().all(|p| p.holds(&net, &domains)));
        let of_sums = found.iter().filter(|p| !p.sums.is_empty());
        assert!(
            of_sums.clone().any(|p| p.form(&net).key == "sums-2:r 1-0 in1" || p.form(&net).key == "sums-2:c 1-0 in1"),
            "{:?}",
            of_sums.map(|p| p.form(&net).key).collect::<Vec<_>>()
        );
        // Another total, another rule.
        let one = found.iter().find(|p| !p.sums.is_empty()).unwrap();
        let mut wrong = one.clone();
        wrong.sums[0].0.total += 1;
        assert!(!wrong.holds(&net, &domains));
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
