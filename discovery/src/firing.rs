//! How a proof runs: the truths in the order in which they come down to one candidate, and which
//! candidate excludes which.

use tesuji_solver::proof::{Proof, Step};
use tesuji_solver::{Domain, Literal, Network, Truth};

/// A truth on its way to one candidate, or to none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fired {
    /// The truth.
    pub truth: Truth,
    /// Its candidates.
    pub candidates: Vec<Literal>,
    /// The one that is left; `None` of the last truth, which has none.
    pub left: Option<Literal>,
}

/// A proof of depth 1 as it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Firing {
    /// What is assumed.
    pub goal: Literal,
    /// The truths, in order.
    pub truths: Vec<Fired>,
    /// Who excludes whom: the goal, or the last candidate of a truth, and candidates of truths.
    pub links: Vec<(Literal, Literal)>,
}

impl Firing {
    /// That of a proof; `None` of deeper ones and of those with rules as a whole.
    pub fn of(proof: &Proof, net: &Network, domains: &[Domain]) -> Option<Firing> {
        let goal = proof.literal()?;
        let mut firing = Firing { goal, truths: Vec::new(), links: Vec::new() };
        let mut now = domains.to_vec();
        let all: Vec<Literal> = proof.core.iter().flat_map(|t| t.literals(net, &|v| domains[v.index()])).collect();
        for step in &proof.steps {
            match step {
                Step::Prune { what, truth, .. } => {
                    let cause = match truth {
                        None => goal,
                        Some(truth) => firing.fire(*truth, net, domains, &now)?,
                    };
                    for value in what.values.iter() {
                        let gone = Literal { var: what.var, value };
                        if all.contains(&gone) {
                            firing.links.push((cause, gone));
                        }
                    }
                    now[what.var.index()] = now[what.var.index()].minus(what.values);
                }
                Step::Clash { truth } => {
                    let candidates = truth.literals(net, &|v| domains[v.index()]);
                    if candidates.is_empty() {
                        return None;
                    }
                    firing.truths.push(Fired { truth: *truth, candidates, left: None });
                }
                Step::Case { .. } => return None,
            }
        }
        firing.links.sort_unstable();
        firing.links.dedup();
        Some(firing)
    }

    /// The last candidate of a truth, which is noted when it is new.
    fn fire(&mut self, truth: Truth, net: &Network, domains: &[Domain], now: &[Domain]) -> Option<Literal> {
        if let Some(known) = self.truths.iter().find(|f| f.truth == truth) {
            return known.left;
        }
        let [left] = truth.literals(net, &|v| now[v.index()])[..] else { return None };
        let candidates = truth.literals(net, &|v| domains[v.index()]);
        self.truths.push(Fired { truth, candidates, left: Some(left) });
        Some(left)
    }

    /// From a truth's excluded candidates to the one that is left.
    pub fn strong(&self) -> impl Iterator<Item = (Literal, Literal)> + '_ {
        self.truths.iter().flat_map(|fired| {
            let gone =
                move |left: Literal| fired.candidates.iter().filter(move |l| **l != left).map(move |l| (*l, left));
            fired.left.into_iter().flat_map(gone)
        })
    }
}
