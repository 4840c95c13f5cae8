//! The ordered list of techniques: grader, command line, notes and filters all read this one.

use crate::{Board, Deduction, Flow, Network, Phase, Row, RuleKind, Technique, TechniqueId, Tier};
use std::sync::Arc;

/// Techniques in grading order. Cheap to clone; sub-catalogs share the techniques.
#[derive(Clone, Default)]
pub struct Catalog {
    list: Vec<Arc<dyn Technique>>,
}

impl std::fmt::Debug for Catalog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.list.iter().map(|t| t.id().as_str())).finish()
    }
}

impl Catalog {
    /// The standard catalog: every technique over the rule kinds of this crate.
    pub fn standard() -> Self {
        crate::techniques::standard().into_iter().map(Arc::from).collect()
    }

    /// Techniques in order.
    pub fn list(&self) -> &[Arc<dyn Technique>] {
        &self.list
    }

    /// The techniques in the order in which a run asks them: those of the propagation phase come
    /// first.
    pub fn by_phase(&self) -> impl Iterator<Item = &Arc<dyn Technique>> {
        let phase = |phase| self.list.iter().filter(move |technique| technique.phase() == phase);
        phase(Phase::Propagation).chain(phase(Phase::Pattern))
    }

    /// The technique of that id.
    pub fn get(&self, id: &TechniqueId) -> Option<&Arc<dyn Technique>> {
        self.list.iter().find(|t| t.id() == id)
    }

    /// The techniques for which `keep` holds.
    #[must_use]
    pub fn filter(&self, keep: impl Fn(&dyn Technique) -> bool) -> Catalog {
        self.list.iter().filter(|t| keep(&***t)).cloned().collect()
    }

    /// The techniques of tier at most `tier`.
    #[must_use]
    pub fn up_to(&self, tier: Tier) -> Catalog {
        self.filter(|t| t.tier() <= tier)
    }

    /// All but the named ones.
    #[must_use]
    pub fn without(&self, ids: &[TechniqueId]) -> Catalog {
        self.filter(|t| !ids.contains(t.id()))
    }

    /// The catalog with further techniques, each before the first technique of the same phase that
    /// is harder by tier, then by points.
    #[must_use]
    pub fn with(&self, added: impl IntoIterator<Item = Arc<dyn Technique>>) -> Catalog {
        let rank = |t: &Arc<dyn Technique>| (t.tier(), t.score());
        let mut list = self.list.clone();
        for technique in added {
            let is_harder = |own: &Arc<dyn Technique>| own.phase() == technique.phase() && rank(own) > rank(&technique);
            let at = list.iter().position(is_harder).unwrap_or(list.len());
            list.insert(at, technique);
        }
        Catalog { list }
    }

    /// A catalog in which each technique may also name steps that an earlier one describes. Where
    /// some techniques are left out, a later name then takes over their steps
    /// ([`Technique::find_all`]). Where none is left out, the earlier one comes first anyway.
    #[must_use]
    pub fn taking_over(&self) -> Catalog {
        self.list.iter().map(|t| Arc::new(TakingOver::new(t)) as Arc<dyn Technique>).collect()
    }

    /// The techniques that read only the given rule kinds.
    #[must_use]
    pub fn for_kinds(&self, kinds: &[RuleKind]) -> Catalog {
        self.filter(|t| t.row().reads.iter().all(|k| kinds.contains(k)))
    }
}

impl FromIterator<Arc<dyn Technique>> for Catalog {
    fn from_iter<I: IntoIterator<Item = Arc<dyn Technique>>>(list: I) -> Self {
        Catalog { list: list.into_iter().collect() }
    }
}

/// A technique that also names what an earlier name describes.
struct TakingOver {
    row: Row,
    of: Arc<dyn Technique>,
}

impl TakingOver {
    fn new(of: &Arc<dyn Technique>) -> TakingOver {
        TakingOver { row: Row { is_preparation: false, ..of.row().clone() }, of: Arc::clone(of) }
    }
}

impl Technique for TakingOver {
    fn row(&self) -> &Row {
        &self.row
    }
    fn lacks(&self, net: &Network) -> Option<String> {
        self.of.lacks(net)
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        self.of.find_all(at, found)
    }
    fn find_all(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        self.of.find_all(at, found)
    }
}
