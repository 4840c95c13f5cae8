//! What a puzzle needs: ablation under a ceiling.

use super::{StandardGrader, Tally};
use crate::{Catalog, Clock, Conflict, Domain, Limits, Stop, Store, TechniqueId, Tier, VarSet};
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
    /// The ceiling: the one asked for, else the lowest tier whose techniques solve the puzzle
    /// ([`Tier::Master`] when none does).
    pub ceiling: Tier,
    /// Do the techniques up to the ceiling solve it?
    pub solved: bool,
    /// Each technique without which they don't, in grading order, and where the others stall. Empty
    /// unless solved.
    pub needs: Vec<(TechniqueId, Stall)>,
    /// A limit that ended it before that was known.
    pub limit: Option<Stop>,
}

/// Why a run told nothing.
enum Untold {
    Conflict(Conflict),
    Limit(Stop),
}

impl From<Conflict> for Untold {
    fn from(conflict: Conflict) -> Untold {
        Untold::Conflict(conflict)
    }
}

/// The limits of each run, and the time of all.
struct Bounds<'a> {
    limits: &'a Limits,
    clock: Clock,
}

/// What a run told: the techniques that fired, the hardest tier of them, and the stall unless it
/// solved.
type Trace = (BTreeSet<TechniqueId>, Tier, Option<Stall>);

/// Runs a catalog from a state.
fn trace(at: &Store<'_>, catalog: &Catalog, bounds: &Bounds<'_>) -> Result<Trace, Untold> {
    let mut end = at.clone();
    let own = bounds.limits.clone().with_time(bounds.clock.remaining());
    let Tally { solved, tier, counts, limit, .. } = StandardGrader::new(catalog).with_limits(own).tally(&mut end)?;
    if let Some(stop) = limit {
        return Err(Untold::Limit(stop));
    }
    let stall = Stall { placed: end.placed().clone(), domains: end.domains().to_vec() };
    Ok((counts.into_keys().collect(), tier, (!solved).then_some(stall)))
}

/// The lowest tier whose techniques solve the puzzle; `None` when the whole catalog stalls.
///
/// # Errors
/// [`Conflict`] when the candidates contradict each other.
pub fn lowest_tier(at: &Store<'_>, catalog: &Catalog) -> Result<Option<Tier>, Conflict> {
    let limits = Limits::default();
    match lowest(at, catalog, &Bounds { limits: &limits, clock: limits.start() }) {
        Ok(tier) => Ok(tier),
        Err(Untold::Conflict(conflict)) => Err(conflict),
        // There is none.
        Err(Untold::Limit(_)) => Ok(None),
    }
}

fn lowest(at: &Store<'_>, catalog: &Catalog, bounds: &Bounds<'_>) -> Result<Option<Tier>, Untold> {
    let (_, mut tier, stall) = trace(at, catalog, bounds)?;
    if stall.is_some() {
        return Ok(None);
    }
    // The order is not by tier: what a harder technique did early, easier ones may do later.
    while let Some(&lower) = Tier::ALL.iter().rev().find(|&&t| t < tier) {
        match trace(at, &catalog.up_to(lower), bounds)? {
            (_, _, Some(_)) => break,
            (_, used, None) => tier = used,
        }
    }
    Ok(Some(tier))
}

/// The techniques without which the others up to the ceiling stall. `catalog` is less the
/// techniques that are not allowed. The limits are those of each run; their time is that of all of
/// them.
///
/// A technique that does not fire when all are allowed is not needed: without it the run is the
/// same.
///
/// # Errors
/// [`Conflict`] when the candidates contradict each other.
pub fn needs(at: &Store<'_>, catalog: &Catalog, ceiling: Option<Tier>, limits: &Limits) -> Result<Needs, Conflict> {
    match ablated(at, catalog, ceiling, &Bounds { limits, clock: limits.start() }) {
        Ok(needs) => Ok(needs),
        Err(Untold::Conflict(conflict)) => Err(conflict),
        Err(Untold::Limit(stop)) => {
            let ceiling = ceiling.unwrap_or(Tier::Master);
            Ok(Needs { ceiling, solved: false, needs: Vec::new(), limit: Some(stop) })
        }
    }
}

fn ablated(at: &Store<'_>, catalog: &Catalog, ceiling: Option<Tier>, bounds: &Bounds<'_>) -> Result<Needs, Untold> {
    let ceiling = match ceiling {
        Some(tier) => tier,
        None => match lowest(at, catalog, bounds)? {
            Some(tier) => tier,
            None => return Ok(Needs { ceiling: Tier::Master, solved: false, needs: Vec::new(), limit: None }),
        },
    };
    let allowed = catalog.up_to(ceiling);
    let (fired, _, stall) = trace(at, &allowed, bounds)?;
    let mut out = Needs { ceiling, solved: stall.is_none(), needs: Vec::new(), limit: None };
    if !out.solved {
        return Ok(out);
    }
    for technique in allowed.list().iter().filter(|t| fired.contains(t.id())) {
        let id = technique.id().clone();
        if let (_, _, Some(stall)) = trace(at, &allowed.without(std::slice::from_ref(&id)), bounds)? {
            out.needs.push((id, stall));
        }
    }
    Ok(out)
}
