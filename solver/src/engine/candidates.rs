//! True candidates: those that occur in some solution, and in how many.

use super::literal::Lit;
use super::session::Session;
use crate::{Domain, Limits, Literal, Stop, Value, Var};

/// By variable and value: the number of solutions that have it, up to a bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    counts: Vec<[u32; 64]>,
    up_to: u32,
    /// Why the search ended; with [`Stop::Exhausted`] every number below the bound is exact.
    pub stop: Stop,
}

impl Candidates {
    /// The number of solutions in which the variable takes the value; the bound stands for itself
    /// and more.
    pub fn count(&self, candidate: Literal) -> u32 {
        self.counts[candidate.var.index()][usize::from(candidate.value)].min(self.up_to)
    }

    /// The values that the variable takes in some solution that was found.
    pub fn domain(&self, var: Var) -> Domain {
        let counts = &self.counts[var.index()];
        (0..64).filter(|&v: &Value| counts[usize::from(v)] > 0).collect()
    }

    /// Number of variables.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Are there no variables?
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}

impl Session {
    /// The candidates that occur in solutions under the assumptions, and in how many, up to
    /// `up_to`. Each solution that is found counts for all its candidates, and what is learnt is
    /// kept. `limits` bounds the whole.
    pub fn candidates(&mut self, assume: &[Lit], up_to: usize, limits: &Limits) -> Candidates {
        let vars = self.network().len();
        let up_to = u32::try_from(up_to).unwrap_or(u32::MAX);
        let mut found = Candidates { counts: vec![[0; 64]; vars], up_to, stop: Stop::Exhausted };
        let Some(open) = self.propagate(assume) else { return found };
        let clock = limits.start();
        let mut nodes = limits.nodes;
        // Solutions that were found are excluded where this is assumed.
        let new = self.take_selector();
        'all: for (i, domain) in open.into_iter().enumerate() {
            let var = Var(i as u32);
            for value in domain.iter() {
                let candidate = Literal { var, value };
                while found.counts[i][usize::from(value)] < up_to {
                    let own = Limits { solutions: 1, nodes, time: clock.remaining(), ..limits.clone() };
                    let assumed: Vec<Lit> = [new, self.is(candidate)].iter().chain(assume).copied().collect();
                    let answer = self.solve(&assumed, &own);
                    nodes = nodes.saturating_sub(answer.stats.nodes);
                    let Some(solution) = answer.solutions.first() else {
                        if answer.stop != Stop::Exhausted {
                            found.stop = answer.stop;
                            break 'all;
                        }
                        break;
                    };
                    for (counts, &value) in found.counts.iter_mut().zip(solution) {
                        counts[usize::from(value)] += 1;
                    }
                    let is = |(i, &value): (usize, &Value)| self.is(Literal { var: Var(i as u32), value });
                    let clause: Vec<Lit> = solution.iter().enumerate().map(|v| !is(v)).chain([!new]).collect();
                    self.add_clause(&clause);
                }
            }
        }
        self.give_selector_back(new);
        found
    }
}
