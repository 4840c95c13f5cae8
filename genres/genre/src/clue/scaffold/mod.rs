//! `scaffold_solve_derive`: structure → completion → clues → reduced by orbit, unique at every step; then a guided
//! search for the tier and the techniques that the request names.

mod climb;
mod judge;
mod reduce;

use super::draw::sub_rng;
use super::genre::ClueGenre;
use super::option::{self, Shape};
use crate::{Bad, GenerateReport, GenerateRequest, Record, nearest};
use judge::Target;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tesuji_solver::{Catalog, Limits, Stop, TechniqueId};

/// Time of a run that names none.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Candidates of a run that names no limit.
const DEFAULT_CANDIDATES: u64 = 10_000_000;

/// Runs the recipe.
///
/// Candidate `i` is a pure function of the request and `i`; candidates are looked at in parallel and given out in the
/// order of `i`, so that the output does not depend on the number of threads. A time limit cuts the output short, and
/// changes nothing before the cut.
pub(super) fn generate<G: ClueGenre>(
    genre: &G,
    want: &GenerateRequest,
    emit: &mut dyn FnMut(Record),
) -> Result<GenerateReport, Bad> {
    option::check(ClueGenre::options(genre), &want.set)?;
    let shape = option::shape(&want.set)?;
    let catalog = ClueGenre::catalog(genre);
    known(catalog, want.needs.iter().chain(&want.without))?;
    possible(catalog, want)?;
    let size = want.size.clone().unwrap_or_else(|| ClueGenre::sizes(genre).first().unwrap_or(&"").to_string());
    // A wrong size is an error of the request, not of every candidate.
    genre.structure(&size, want, &mut sub_rng(want.seed, 0))?;

    let time = if want.limits.time == Duration::MAX { DEFAULT_TIME } else { want.limits.time };
    let most = if want.limits.nodes == u64::MAX { DEFAULT_CANDIDATES } else { want.limits.nodes };
    let clock = Limits::default().with_time(time).start();
    let threads = want.threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|e| Bad::new(format!("no worker threads: {e}")))?;

    let mut report = GenerateReport { made: 0, tried: 0, rejected: BTreeMap::new(), stop: Stop::Exhausted };
    let mut seen = BTreeSet::new();
    let run = Run { genre, want, size: &size, shape: &shape, target: Target::new(catalog, want), clock: &clock };
    let mut next = 0u64;
    while report.made < want.count {
        let end = next + 2 * threads as u64;
        let batch: Vec<Tried> = pool.install(|| (next..end).into_par_iter().map(|i| run.candidate(i)).collect());
        for mut tried in batch {
            report.tried += tried.count;
            if let Some(record) = tried.record.take() {
                if seen.insert(record.id.clone()) {
                    emit(record);
                    report.made += 1;
                } else {
                    tried.reject("duplicate");
                }
            }
            for (reason, n) in tried.rejected {
                *report.rejected.entry(reason).or_default() += n;
            }
            if tried.cut {
                report.stop = Stop::Time;
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
    report.stop = Stop::Enough;
    Ok(report)
}

/// Are all techniques in the catalog?
fn known<'a>(catalog: &Catalog, ids: impl Iterator<Item = &'a TechniqueId>) -> Result<(), Bad> {
    for id in ids {
        if catalog.get(id).is_none() {
            let near = nearest(id.as_str(), catalog.list().iter().map(|t| t.id().as_str())).join(", ");
            return Err(Bad::new(format!("no technique {id}; nearest: {near}")));
        }
    }
    Ok(())
}

/// Does the request contradict itself?
fn possible(catalog: &Catalog, want: &GenerateRequest) -> Result<(), Bad> {
    for id in &want.needs {
        if want.without.contains(id) {
            return Err(Bad::new(format!("{id} can't be needed and not allowed")));
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

struct Run<'a, G> {
    genre: &'a G,
    want: &'a GenerateRequest,
    size: &'a str,
    shape: &'a Shape,
    target: Target,
    clock: &'a tesuji_solver::Clock,
}

/// What one candidate came to: at most a record, and what was tried on the way.
#[derive(Default)]
struct Tried {
    record: Option<Record>,
    count: u64,
    rejected: BTreeMap<String, u64>,
    /// The time was up: what a longer run would find here is unknown.
    cut: bool,
}

impl Tried {
    fn reject(&mut self, reason: impl Into<String>) {
        *self.rejected.entry(reason.into()).or_default() += 1;
    }
}
