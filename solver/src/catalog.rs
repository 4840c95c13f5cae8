//! The ordered list of techniques: grader, command line, notes and filters all read this one.

use crate::{RuleKind, Technique, TechniqueId, Tier};
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

    /// The techniques that read only the given rule kinds.
    #[must_use]
    pub fn for_kinds(&self, kinds: &[RuleKind]) -> Catalog {
        self.filter(|t| t.reads().iter().all(|k| kinds.contains(k)))
    }
}

impl FromIterator<Arc<dyn Technique>> for Catalog {
    fn from_iter<I: IntoIterator<Item = Arc<dyn Technique>>>(list: I) -> Self {
        Catalog { list: list.into_iter().collect() }
    }
}
