//! The loop that every generator runs in: candidates by number, looked at in parallel, given out in
//! order.

use crate::{Bad, GenerateReport, GenerateRequest, Record, near};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tesuji_solver::{Catalog, Clock, Limits, Stop, TechniqueId};

/// Time of a run that names none. In a browser's module there is no clock: candidates bound a run.
const DEFAULT_TIME: Duration = if cfg!(target_arch = "wasm32") { Duration::MAX } else { Duration::from_secs(60) };
/// Candidates of a run that names no limit.
const DEFAULT_CANDIDATES: u64 = 10_000_000;

/// What one candidate came to: the records it yields, and what was tried on the way.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tried {
    /// What came of it, in order.
    pub records: Vec<Record>,
    /// How many things were tried.
    pub count: u64,
    /// How many of them were rejected, by reason.
    pub rejected: BTreeMap<String, u64>,
    /// The time was up: what a longer run would find here is unknown.
    pub cut: bool,
}

impl Tried {
    /// Counts one thing rejected for this reason.
    pub fn reject(&mut self, reason: impl Into<String>) {
        *self.rejected.entry(reason.into()).or_default() += 1;
    }
}

/// Looks at candidates 0, 1, 2 … until the request's count or a limit is reached.
///
/// `candidate` must be a pure function of the request and the number (as
/// [`Streams`](crate::Streams) make it); candidates are looked at in parallel, `batch` a worker,
/// and given out in the order of their numbers, so that the output does not depend on the number of
/// threads. A time limit cuts the output short and changes nothing before the cut. Of records with
/// the same id, or a text of `essence` in common, one is given out.
///
/// # Errors
/// [`Bad`] when no worker threads can be had.
pub fn run(
    want: &GenerateRequest,
    batch: u64,
    essence: &dyn Fn(&Record) -> Vec<String>,
    emit: &mut dyn FnMut(Record),
    candidate: &(dyn Fn(u64, &Clock) -> Tried + Sync),
) -> Result<GenerateReport, Bad> {
    let time = if want.limits.time == Duration::MAX { DEFAULT_TIME } else { want.limits.time };
    let most = if want.limits.nodes == u64::MAX { DEFAULT_CANDIDATES } else { want.limits.nodes };
    let clock = Limits { interrupt: want.limits.interrupt.clone(), ..Limits::default().with_time(time) }.start();
    let threads = want.threads.max(1);
    // One thread works without workers to wait for.
    let workers = || rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool =
        if threads > 1 { Some(workers().map_err(|e| Bad::new(format!("no worker threads: {e}")))?) } else { None };

    let mut report = GenerateReport { made: 0, tried: 0, rejected: BTreeMap::new(), stop: Stop::Enough };
    let restriction = want.restriction();
    let (mut seen, mut essences) = (BTreeSet::new(), BTreeSet::new());
    let mut next = 0u64;
    while report.made < want.count {
        if let Some(stop) = clock.expired() {
            report.stop = stop;
            return Ok(report);
        }
        let end = next + batch.max(1) * threads as u64;
        let looked: Vec<Tried> = match &pool {
            Some(pool) => pool.install(|| (next..end).into_par_iter().map(|i| candidate(i, &clock)).collect()),
            None => (next..end).map(|i| candidate(i, &clock)).collect(),
        };
        for mut tried in looked {
            report.tried += tried.count;
            for mut record in std::mem::take(&mut tried.records) {
                if report.made == want.count {
                    break;
                }
                if !seen.insert(record.id.clone()) {
                    tried.reject("duplicate");
                    continue;
                }
                let texts = essence(&record);
                if texts.iter().any(|text| essences.contains(text)) {
                    tried.reject("the position or solution of an earlier puzzle");
                    continue;
                }
                essences.extend(texts);
                if let Some(grade) = &mut record.grade {
                    restriction.note(grade);
                }
                emit(record);
                report.made += 1;
            }
            for (reason, n) in tried.rejected {
                *report.rejected.entry(reason).or_default() += n;
            }
            if tried.cut {
                report.stop = clock.expired().unwrap_or(Stop::Time);
                return Ok(report);
            }
            if report.made == want.count {
                break;
            }
            // Here, not after the batch: the size of batches must not show.
            if report.tried >= most {
                report.stop = Stop::Nodes;
                return Ok(report);
            }
        }
        next = end;
    }
    Ok(report)
}

/// Are all techniques of the request in the catalog, and does it not contradict itself?
///
/// # Errors
/// [`Bad`] naming the technique.
pub fn possible(catalog: &Catalog, want: &GenerateRequest) -> Result<(), Bad> {
    if want.ungraded && (want.tier.is_some() || !want.needs.is_empty() || !want.without.is_empty()) {
        return Err(Bad::new("only a grade tells the tier and the techniques of a puzzle").at("ungraded"));
    }
    for id in want.needs.iter().chain(&want.without) {
        known(catalog, id)?;
    }
    for id in &want.needs {
        if want.without.contains(id) {
            return Err(Bad::new(format!("{id} can't be needed and not allowed")));
        }
        if let Some(other) = catalog.get(id).and_then(|t| t.row().form_of) {
            return Err(Bad::new(format!(
                "{id} is twice {other} told as one, which does the same: no puzzle needs it"
            )));
        }
        let tier = catalog.get(id).map(|t| t.tier());
        if let (Some(tier), Some(ceiling)) = (tier, want.tier)
            && tier > ceiling
        {
            let what = format!("{id} is of tier {}, above the tier {} asked for", tier.name(), ceiling.name());
            return Err(Bad::new(what));
        }
    }
    Ok(())
}

fn known(catalog: &Catalog, id: &TechniqueId) -> Result<(), Bad> {
    if catalog.get(id).is_none() {
        let near = near(id.as_str(), catalog.list().iter().map(|t| t.id().as_str()));
        return Err(Bad::new(format!("no technique {id}; {near}")));
    }
    Ok(())
}

/// The tool's name and version, for a record's source.
pub fn tool() -> String {
    concat!("tesuji ", env!("CARGO_PKG_VERSION")).to_string()
}
