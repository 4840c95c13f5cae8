//! Which cores of a removal are looked for, and which of them count.

use crate::form::Form;
use crate::sets::CoreSets;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tesuji_solver::proof::{CoreLimits, Prover};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Domain, Literal, Network, Part, Truth};

/// How far cores are looked for. *Pure* cores keep to one vocabulary: cells, one value, or one
/// house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CorePolicy {
    /// Most truths of any kind.
    pub mixed: usize,
    /// Most truths of a pure core.
    pub pure: usize,
    /// Where a stall has nothing smaller: most truths of its least cores.
    pub further: usize,
    /// Truths fired for one goal, of any kind.
    pub fires: u64,
    /// The same within each pure vocabulary.
    pub pure_fires: u64,
    /// The same for least cores beyond `mixed`.
    pub further_fires: u64,
}

impl Default for CorePolicy {
    fn default() -> Self {
        CorePolicy { mixed: 3, pure: 4, further: 6, fires: 6_000, pure_fires: 1_500, further_fires: 20_000 }
    }
}

/// A rule as a whole costs this many times what a truth does.
pub(crate) const RULED: u64 = 20;

impl CorePolicy {
    /// The policy on a network: where rules take part as a whole, fewer truths are fired.
    #[must_use]
    pub fn on(self, net: &TrialNet<'_>) -> CorePolicy {
        let by = if net.extra().is_empty() { 1 } else { RULED };
        let (fires, pure_fires) = (self.fires / by, self.pure_fires / by);
        CorePolicy { fires, pure_fires, further_fires: self.further_fires / by, ..self }
    }
}

/// Cores kept for one goal at most.
const KEEP: usize = 4_096;

/// Limits of one search.
pub(crate) fn limits(fires: u64) -> CoreLimits {
    CoreLimits { fires, keep: KEEP, ..CoreLimits::default() }
}

/// The cores of one goal, what of them is known to be all, and the truths fired.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The cores, each sorted.
    pub cores: Vec<Vec<Truth>>,
    /// Was everything searched that the policy asks for?
    pub complete: bool,
    /// Truths fired.
    pub fires: u64,
}

/// The truths of a network by vocabulary.
#[derive(Clone, Debug)]
pub struct Vocabularies<'t, 'n> {
    net: &'t TrialNet<'n>,
    cells: Vec<bool>,
}

impl<'t, 'n> Vocabularies<'t, 'n> {
    /// Those of a network.
    pub fn new(net: &'t TrialNet<'n>) -> Self {
        let cells = net.truths().iter().map(|t| matches!(t, Truth::Cell(_))).collect();
        Vocabularies { net, cells }
    }

    fn of(&self, is_in: impl Fn(&Truth) -> bool) -> Vec<bool> {
        self.net.truths().iter().map(is_in).collect()
    }

    /// All irreducible cores of a goal that the policy asks for, small ones first.
    pub fn cores(&self, prover: &Prover<'_, '_>, goal: Literal, policy: &CorePolicy) -> Found {
        let mixed = prover.irreducible_cores(goal, policy.mixed, None, &limits(policy.fires));
        let mut found = Found { cores: mixed.cores, complete: mixed.complete, fires: mixed.fires };
        if policy.pure <= policy.mixed {
            return found;
        }
        let is_value = |t: &Truth| matches!(t, Truth::Rule { part: Part::Value(v), .. } if *v == goal.value);
        let mut kinds = vec![self.cells.clone(), self.of(is_value)];
        let network = self.net.network();
        for &house in network.houses().of(goal.var) {
            let own = network.houses().list()[usize::from(house)].rule;
            kinds.push(self.of(|t| matches!(t, Truth::Rule { rule, .. } if *rule == own)));
        }
        let mut more = BTreeSet::new();
        for among in kinds {
            let pure = prover.irreducible_cores(goal, policy.pure, Some(&among), &limits(policy.pure_fires));
            found.complete &= pure.complete;
            found.fires += pure.fires;
            more.extend(pure.cores.into_iter().filter(|c| c.len() > policy.mixed));
        }
        // Cores of one vocabulary may still have a part of several.
        for core in more {
            if !found.cores.iter().any(|c| c.iter().all(|t| core.contains(t))) {
                found.cores.push(core);
            }
        }
        found
    }
}

/// Does the core keep to one vocabulary?
pub fn is_pure(core: &[Truth]) -> bool {
    let part = |t: &Truth| match *t {
        Truth::Rule { rule, part: Part::Value(value) } => Some((rule, value)),
        _ => None,
    };
    match core.iter().map(part).collect::<Option<Vec<_>>>() {
        Some(parts) => {
            parts.windows(2).all(|two| two[0].0 == two[1].0) || parts.windows(2).all(|two| two[0].1 == two[1].1)
        }
        None => core.iter().all(|t| matches!(t, Truth::Cell(_))),
    }
}

/// What is known of cores on one puzzle: the same core comes up at stall after stall.
#[derive(Debug, Default)]
pub(crate) struct Judge {
    judged: HashMap<(Vec<Truth>, Vec<Literal>), Judged>,
}

#[derive(Debug, Default)]
struct Judged {
    is_composite: bool,
    forms: BTreeMap<Literal, Form>,
}

/// A core that is one step, with the forms that it has for its goals.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    pub(crate) forms: Vec<(Form, Vec<Literal>)>,
    pub(crate) is_new: bool,
}

impl Judge {
    /// The forms of a core for its goals; `None` when it is two steps in one.
    pub(crate) fn judge(
        &mut self,
        net: &Network,
        domains: &[Domain],
        core: &[Truth],
        goals: &[Literal],
    ) -> Option<Verdict> {
        let literals = core.iter().flat_map(|t| t.literals(net, &|v| domains[v.index()])).collect();
        let mut sets: Option<Option<CoreSets<'_>>> = None;
        let mut is_new = false;
        let judged = self.judged.entry((core.to_vec(), literals)).or_insert_with(|| {
            is_new = true;
            let own = CoreSets::new(net, domains, core);
            let is_composite = own.as_ref().is_some_and(CoreSets::is_composite);
            sets = Some(own);
            Judged { is_composite, forms: BTreeMap::new() }
        });
        if judged.is_composite {
            return None;
        }
        let mut forms: BTreeMap<String, (Form, Vec<Literal>)> = BTreeMap::new();
        for &goal in goals {
            let form = judged.forms.entry(goal).or_insert_with(|| {
                let sets = sets.get_or_insert_with(|| CoreSets::new(net, domains, core));
                sets.as_ref().map_or_else(|| Form::of(net, domains, core, goal), |s| Form::of_sets(s, goal))
            });
            let own = forms.entry(form.key.clone()).or_insert_with(|| (form.clone(), Vec::new()));
            own.0.keep_plainest(form);
            own.1.push(goal);
        }
        Some(Verdict { forms: forms.into_values().collect(), is_new })
    }
}
