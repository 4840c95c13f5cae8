//! Propagation with the recorder on. It runs on portable lanes, with the kernels of the searching
//! twin, so that the search carries no trace of it.

use super::fixpoint::{Outcome, fixpoint};
use super::further::Further;
use super::kernel::Kernel;
use super::lanes::{Lanes, Portable, Word};
use super::model::Model;
use super::plan::{Plan, State};
use super::recorder::{Step, Trail};
use crate::{Domain, Network, Removal, RuleId, Store, Var, propagate};

/// Removals in order of time.
pub(crate) struct Record {
    /// What went, when, and by which further rule (`None`: the all-different rules).
    pub removals: Vec<(Removal, u32, Option<RuleId>)>,
    /// Did the propagation end in a conflict, and did a further rule notice it?
    pub conflict: Option<Option<RuleId>>,
}

/// Propagates with the recorder on.
pub(crate) trait Witness: Send + Sync {
    fn record(&self, domains: &[Domain]) -> Record;
}

/// A plan on portable lanes.
pub(crate) struct Twin<L, K, const NB: usize> {
    pub plan: Plan<L, K, NB>,
    pub further: Further,
}

/// The widest portable lanes that a model needs.
pub(crate) type Narrow = Portable<u16, 16>;
/// For more than 16 values or blocks.
pub(crate) type Wide = Portable<u32, 32>;

impl<L: Lanes, K: Kernel<L, NB> + 'static, const NB: usize> Twin<L, K, NB> {
    pub fn boxed(net: &Network, model: Model) -> Box<dyn Witness>
    where
        L: 'static,
    {
        Box::new(Twin::<L, K, NB> { plan: Plan::new(model, net), further: Further::new(net) })
    }

    fn domains(&self, s: &State<L, NB>) -> Vec<Domain> {
        let mut cells = [[0; 32]; NB];
        for (block, cells) in cells.iter_mut().enumerate() {
            for (position, lanes) in cells.iter_mut().enumerate().take(L::LANES) {
                *lanes = s.x[block].lanes_with(position as u32);
            }
        }
        self.plan.domains(&cells)
    }
}

impl<L: Lanes, K: Kernel<L, NB> + 'static, const NB: usize> Witness for Twin<L, K, NB> {
    fn record(&self, domains: &[Domain]) -> Record {
        let model = &self.plan.model;
        let mut s = self.plan.load(domains);
        let mut trail = Trail::default();
        let mut by_rule: Vec<(Removal, u32, Option<RuleId>)> = Vec::new();
        let conflict = loop {
            // The engine's fixpoint may leave its last cell step out; once more from a fixpoint
            // catches up.
            let before = self.domains(&s);
            if fixpoint(&self.plan, &mut s, &mut trail) == Outcome::Conflict {
                break Some(None);
            }
            if self.domains(&s) != before {
                continue;
            }
            if self.plan.is_crowded(&s) {
                break Some(None);
            }
            if self.further.is_empty() {
                break None;
            }
            let mut store = Store::from_domains(self.further.network(), self.domains(&s)).recording();
            let done = propagate::propagate_rules(&mut store, self.further.rules());
            for event in store.events() {
                trail.time += 1;
                by_rule.push((event.what, trail.time, event.rule));
                let (block, position) = model.place[event.what.var.index()];
                let mut words = s.x[block].words();
                for lane in event.what.values.iter().filter_map(|v| model.lane(v)) {
                    let word = &mut words.as_mut()[lane];
                    *word = L::Word::of(word.bits() & !(1 << position));
                }
                s.x[block] = L::from_words(words);
            }
            match done {
                Err(conflict) => break Some(conflict.rule),
                Ok(()) if store.events().is_empty() => break None,
                Ok(()) => {}
            }
        };
        let mut removals = by_rule;
        for gone in &trail.gone {
            debug_assert!(matches!(gone.step, Step::Group | Step::Cell));
            let lanes = (0..model.alphabet.len()).filter(|l| gone.lanes >> l & 1 == 1);
            let values: Domain = lanes.map(|l| model.alphabet[l]).collect();
            let var: Option<&Var> = model.at.get(gone.block).and_then(|at| at.get(gone.position as usize));
            if let (Some(&var), false) = (var, values.is_empty()) {
                removals.push((Removal { var, values }, gone.time, None));
            }
        }
        removals.sort_by_key(|&(what, time, _)| (time, what.var));
        Record { removals, conflict }
    }
}

/// The plain kernel's record: the events of its store.
pub(crate) struct PlainWitness(pub Network);

impl Witness for PlainWitness {
    fn record(&self, domains: &[Domain]) -> Record {
        let own = self.0.domains().iter().enumerate();
        let domains = own.map(|(i, &d)| domains.get(i).map_or(d, |&x| d & x)).collect();
        let mut store = Store::from_domains(&self.0, domains).recording();
        let done = propagate::propagate(&mut store);
        let events = store.events().iter().enumerate();
        Record {
            removals: events.map(|(i, e)| (e.what, i as u32 + 1, e.rule)).collect(),
            conflict: done.err().map(|c| c.rule),
        }
    }
}
