//! The ordered list of techniques: grader, command line, notes and filters all read this one.

use crate::{Board, Deduction, Flow, Means, Network, Phase, RuleKind, Technique, TechniqueId, Tier};
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
        self.list.iter().map(|t| Arc::new(TakingOver(Arc::clone(t))) as Arc<dyn Technique>).collect()
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

/// A technique that also names what an earlier name describes.
struct TakingOver(Arc<dyn Technique>);

impl Technique for TakingOver {
    fn id(&self) -> &TechniqueId {
        self.0.id()
    }
    fn name(&self) -> &str {
        self.0.name()
    }
    fn code(&self) -> Option<&'static str> {
        self.0.code()
    }
    fn tier(&self) -> Tier {
        self.0.tier()
    }
    fn score(&self) -> u32 {
        self.0.score()
    }
    fn ease(&self) -> u32 {
        self.0.ease()
    }
    fn phase(&self) -> Phase {
        self.0.phase()
    }
    fn is_slow(&self) -> bool {
        self.0.is_slow()
    }
    fn lacks(&self, net: &Network) -> Option<String> {
        self.0.lacks(net)
    }
    fn reads(&self) -> &'static [RuleKind] {
        self.0.reads()
    }
    fn assumes_uniqueness(&self) -> bool {
        self.0.assumes_uniqueness()
    }
    fn form_of(&self) -> Option<&'static str> {
        self.0.form_of()
    }
    fn means(&self) -> Means {
        self.0.means()
    }
    fn minimal_form(&self) -> Option<&str> {
        self.0.minimal_form()
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        self.0.find_all(at, found)
    }
    fn find_all(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        self.0.find_all(at, found)
    }
}
