//! Names for forms, from cases that somebody else named. The miner itself never sees them.

use crate::cores::{self, CorePolicy, Judge, Vocabularies};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_solver::proof::Prover;
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

/// Which names go with which forms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Labels {
    by_form: BTreeMap<String, BTreeMap<String, u64>>,
}

/// Cores of named cases are looked for further than at stalls: their names say that they are there.
const POLICY: CorePolicy =
    CorePolicy { mixed: 3, pure: 5, further: 5, fires: 30_000, pure_fires: 30_000, further_fires: 200_000 };

impl Labels {
    /// The forms of a case's cores that are what the name means, as `own` judges: a removal often
    /// has other proofs, and these are not the technique's.
    pub fn forms_of(
        net: &TrialNet<'_>,
        case: &NamedCase,
        own: &dyn Fn(&str, &Network, &[Truth]) -> bool,
    ) -> BTreeSet<String> {
        let prover = Prover::unsettled(net, &case.domains, &Limits::default());
        let (vocabularies, mut judge) = (Vocabularies::new(net), Judge::default());
        let is_own = |core: &Vec<Truth>| own(&case.label, net.network(), core);
        let mut forms = BTreeSet::new();
        for &goal in &case.goals {
            let mut found = vocabularies.cores(&prover, goal, &POLICY).cores;
            if !found.iter().any(is_own) {
                let limits = cores::limits(POLICY.further_fires);
                found.extend(prover.least_cores(goal, POLICY.further, &limits).cores);
            }
            for core in found.iter().filter(|c| is_own(c)) {
                let verdict = judge.judge(net.network(), &case.domains, core, &[goal]);
                forms.extend(verdict.into_iter().flat_map(|v| v.forms).map(|(form, _)| form.key));
            }
        }
        forms
    }

    /// Counts a case's forms under its name.
    pub fn add(&mut self, label: &str, forms: BTreeSet<String>) {
        for form in forms {
            *self.by_form.entry(form).or_default().entry(label.to_string()).or_default() += 1;
        }
    }

    /// How many cases of each name have the form.
    pub fn counts(&self, form: &str) -> Option<&BTreeMap<String, u64>> {
        self.by_form.get(form)
    }

    /// The name with the most cases of the form, if there are so many; of equals the least.
    pub fn name(&self, form: &str, least: u64) -> Option<&str> {
        let counts = self.by_form.get(form)?;
        let most = counts.values().max().filter(|n| **n >= least)?;
        counts.iter().find(|(_, n)| *n == most).map(|(name, _)| name.as_str())
    }
}
