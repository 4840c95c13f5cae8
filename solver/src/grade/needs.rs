//! What a puzzle needs: ablation under a ceiling.

use super::StandardGrader;
use crate::{Catalog, Conflict, Domain, Store, TechniqueId, Tier, VarSet};
use std::collections::BTreeSet;

/// Where a catalog stalls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stall {
    /// The variables placed.
    pub placed: VarSet,
    /// The candidates.
    pub domains: Vec<Domain>,
}

impl Stall {
    /// Candidates of the variables that are still open.
    pub fn candidates(&self) -> u32 {
        let open = self.domains.iter().enumerate().filter(|(i, _)| !self.placed.contains(crate::Var(*i as u32)));
        open.map(|(_, d)| d.len()).sum()
    }
}

/// What solving a puzzle under a ceiling needs.
#[derive(Clone, Debug)]
pub struct Needs {
    /// The ceiling: the one asked for, else the lowest tier whose techniques solve the puzzle ([`Tier::Master`] when
    /// none does).
    pub ceiling: Tier,
    /// Do the techniques up to the ceiling solve it?
    pub solved: bool,
    /// Each technique without which they don't, in grading order, and where the others stall. Empty unless solved.
    pub needs: Vec<(TechniqueId, Stall)>,
}

/// Runs a catalog from a state: the techniques that fired, and the stall unless it solved.
fn trace(at: &Store<'_>, catalog: &Catalog) -> Result<(BTreeSet<TechniqueId>, Tier, Option<Stall>), Conflict> {
    let mut end = at.clone();
    let (mut fired, mut tier) = (BTreeSet::new(), Tier::Beginner);
    let (solved, _) = StandardGrader::new(catalog).run(&mut end, &mut |_, technique, _| {
        tier = tier.max(technique.tier());
        if !fired.contains(technique.id()) {
            fired.insert(technique.id().clone());
        }
    })?;
    let stall = Stall { placed: end.placed().clone(), domains: end.domains().to_vec() };
    Ok((fired, tier, (!solved).then_some(stall)))
}

/// The lowest tier whose techniques solve the puzzle; `None` when the whole catalog stalls.
///
/// # Errors
/// [`Conflict`] when the candidates contradict each other.
pub fn lowest_tier(at: &Store<'_>, catalog: &Catalog) -> Result<Option<Tier>, Conflict> {
    let (_, mut tier, stall) = trace(at, catalog)?;
    if stall.is_some() {
        return Ok(None);
    }
    // The order is not by tier: what a harder technique did early, easier ones may do later.
    while let Some(&lower) = Tier::ALL.iter().rev().find(|&&t| t < tier) {
        match trace(at, &catalog.up_to(lower))? {
            (_, _, Some(_)) => break,
            (_, used, None) => tier = used,
        }
    }
    Ok(Some(tier))
}

/// The techniques without which the others up to the ceiling stall. `catalog` is less the techniques that are not
/// allowed.
///
/// A technique that does not fire when all are allowed is not needed: without it the run is the same.
///
/// # Errors
/// [`Conflict`] when the candidates contradict each other.
pub fn needs(at: &Store<'_>, catalog: &Catalog, ceiling: Option<Tier>) -> Result<Needs, Conflict> {
    let ceiling = match ceiling {
        Some(tier) => tier,
        None => match lowest_tier(at, catalog)? {
            Some(tier) => tier,
            None => return Ok(Needs { ceiling: Tier::Master, solved: false, needs: Vec::new() }),
        },
    };
    let allowed = catalog.up_to(ceiling);
    let (fired, _, stall) = trace(at, &allowed)?;
    let mut out = Needs { ceiling, solved: stall.is_none(), needs: Vec::new() };
    if !out.solved {
        return Ok(out);
    }
    for technique in allowed.list().iter().filter(|t| fired.contains(t.id())) {
        let id = technique.id().clone();
        if let (_, _, Some(stall)) = trace(at, &allowed.without(std::slice::from_ref(&id)))? {
            out.needs.push((id, stall));
        }
    }
    Ok(out)
}
