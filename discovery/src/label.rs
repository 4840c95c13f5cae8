//! Names for shapes, from cases that somebody else named. The miner itself never sees them.

use crate::shape::{Pattern, Plainness, Shape};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_solver::proof::{CoreLimits, Prover};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Domain, Limits, Literal, Network, Truth};

/// A named instance: candidates, and what the technique removes from them.
#[derive(Clone, Debug)]
pub struct NamedCase {
    /// The name.
    pub label: String,
    /// The candidates.
    pub domains: Vec<Domain>,
    /// What goes.
    pub goals: Vec<Literal>,
}

/// Which names go with which shapes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Labels {
    by_shape: BTreeMap<Shape, BTreeMap<String, u64>>,
}

impl Labels {
    /// The shapes of a case's smallest cores that are what the name means, as `own` judges: a removal often has other
    /// proofs of the same size, and these are not the technique's.
    pub fn shapes_of(
        net: &TrialNet<'_>,
        case: &NamedCase,
        limits: &CoreLimits,
        own: &dyn Fn(&str, &Network, &[Truth]) -> bool,
    ) -> BTreeSet<Shape> {
        let mut prover = Prover::unsettled(net, &case.domains, &Limits::default());
        let mut shapes = BTreeSet::new();
        for &goal in &case.goals {
            for core in prover.smallest_cores(goal, limits).cores {
                if own(&case.label, net.network(), &core) {
                    let pattern = Pattern { net: net.network(), domains: &case.domains, goal, core: &core };
                    let (_, shape): (Plainness, Shape) = pattern.shape();
                    shapes.insert(shape);
                }
            }
        }
        shapes
    }

    /// Counts a case's shapes under its name.
    pub fn add(&mut self, label: &str, shapes: BTreeSet<Shape>) {
        for shape in shapes {
            *self.by_shape.entry(shape).or_default().entry(label.to_string()).or_default() += 1;
        }
    }

    /// How many cases of each name have the shape.
    pub fn counts(&self, shape: &Shape) -> Option<&BTreeMap<String, u64>> {
        self.by_shape.get(shape)
    }

    /// The name with the most cases of the shape; of equals the least.
    pub fn name(&self, shape: &Shape) -> Option<&str> {
        let counts = self.by_shape.get(shape)?;
        let most = counts.values().max()?;
        counts.iter().find(|(_, n)| *n == most).map(|(name, _)| name.as_str())
    }
}
