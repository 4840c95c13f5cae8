//! `scaffold_solve_derive`: structure → completion → clues → reduced by orbit, unique at every step.

use super::adapter::{puzzle_of, start_of, view_of};
use super::draw::{shuffle, sub_rng};
use super::genre::{ClueGenre, Clued, Clues, Place};
use super::grade;
use super::option::{self, Shape};
use crate::{Bad, GenerateReport, GenerateRequest, GradeRequest, Record, Source, nearest};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tesuji_solver::{Catalog, Limits, Stop, TechniqueId, Value};

/// Time of a run that names none.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Candidates of a run that names no limit.
const DEFAULT_CANDIDATES: u64 = 10_000_000;
/// Search nodes for one completion and for one uniqueness test.
const NODES: u64 = 200_000;

/// Runs the recipe.
pub(super) fn generate<G: ClueGenre>(
    genre: &G,
    want: &GenerateRequest,
    emit: &mut dyn FnMut(Record),
) -> Result<GenerateReport, Bad> {
    option::check(ClueGenre::options(genre), &want.set)?;
    let shape = option::shape(&want.set)?;
    let catalog = ClueGenre::catalog(genre);
    known(catalog, want.needs.iter().chain(&want.without))?;
    let size = want.size.clone().unwrap_or_else(|| ClueGenre::sizes(genre).first().unwrap_or(&"").to_string());
    // A wrong size is an error of the request, not of every candidate.
    genre.structure(&size, want, &mut sub_rng(want.seed, 0))?;

    let time = if want.limits.time == Duration::MAX { DEFAULT_TIME } else { want.limits.time };
    let most = if want.limits.nodes == u64::MAX { DEFAULT_CANDIDATES } else { want.limits.nodes };
    let clock = Limits::default().with_time(time).start();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(want.threads.max(1))
        .build()
        .map_err(|e| Bad::new(format!("no worker threads: {e}")))?;

    let mut report = GenerateReport { made: 0, tried: 0, rejected: BTreeMap::new(), stop: Stop::Exhausted };
    let mut seen = BTreeSet::new();
    let run = Run { genre, want, size: &size, shape: &shape, catalog };
    if want.count == 0 {
        report.stop = Stop::Enough;
        return Ok(report);
    }
    let mut next = 0u64;
    loop {
        if next >= most {
            report.stop = Stop::Nodes;
            return Ok(report);
        }
        if let Some(stop) = clock.expired() {
            report.stop = stop;
            return Ok(report);
        }
        let end = (next + 4 * want.threads.max(1) as u64).min(most);
        let batch: Vec<Result<Record, Reject>> =
            pool.install(|| (next..end).into_par_iter().map(|i| run.candidate(i)).collect());
        for result in batch {
            report.tried += 1;
            let reject = match result {
                Ok(record) if seen.insert(record.id.clone()) => {
                    emit(record);
                    report.made += 1;
                    if report.made == want.count {
                        report.stop = Stop::Enough;
                        return Ok(report);
                    }
                    continue;
                }
                Ok(_) => Reject("duplicate".to_string()),
                Err(reject) => reject,
            };
            *report.rejected.entry(reject.0).or_default() += 1;
        }
        next = end;
    }
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

/// Why a candidate is no puzzle of the request.
struct Reject(String);

struct Run<'a, G> {
    genre: &'a G,
    want: &'a GenerateRequest,
    size: &'a str,
    shape: &'a Shape,
    catalog: &'a Catalog,
}

impl<G: ClueGenre> Run<'_, G> {
    /// Candidate `index`: a pure function of the request and the index.
    fn candidate(&self, index: u64) -> Result<Record, Reject> {
        let reject = |why: &str| Reject(why.to_string());
        let mut rng = sub_rng(self.want.seed, index);
        let structure = self
            .genre
            .structure(self.size, self.want, &mut rng)
            .map_err(|e| Reject(format!("structure: {}", e.what)))?;
        let structure = Arc::new(structure);
        let bare = self.genre.layout(&structure, &Clues::new()).map_err(|_| reject("structure"))?;
        let solution =
            bare.random_solution(bare.network.domains(), &mut rng, NODES).ok_or_else(|| reject("no completion"))?;
        let full: Clues<G::Clue> = self
            .genre
            .places(&structure)
            .into_iter()
            .filter_map(|p| Some((p, self.genre.derive_clue_at(&structure, p, &solution)?)))
            .collect();
        let puzzle = self.reduce(Clued { structure, clues: full }, &mut rng).ok_or_else(|| reject("not unique"))?;
        if !self.shape.clues.contains(&puzzle.clues.len()) {
            return Err(reject("clues"));
        }
        self.finish(&puzzle, &solution)
    }

    /// Takes orbits away in a drawn order as long as the puzzle stays unique, down to the floors.
    fn reduce(&self, mut puzzle: Clued<G>, rng: &mut ChaCha8Rng) -> Option<Clued<G>> {
        let floor = (self.shape.density * puzzle.clues.len() as f64).ceil() as usize;
        let floor = floor.max(*self.shape.clues.start());
        if !self.unique(&puzzle) {
            return None;
        }
        let mut orbits: BTreeSet<Vec<Place>> = BTreeSet::new();
        for &p in puzzle.clues.keys() {
            orbits.insert(self.genre.orbit(&puzzle.structure, self.shape.symmetry, p));
        }
        let mut orbits: Vec<Vec<Place>> = orbits.into_iter().collect();
        shuffle(&mut orbits, rng);
        for orbit in orbits {
            if puzzle.clues.len() < floor + orbit.len() {
                continue;
            }
            let mut fewer = puzzle.clone();
            fewer.clues.retain(|p, _| !orbit.contains(p));
            if self.unique(&fewer) {
                puzzle = fewer;
            }
        }
        Some(puzzle)
    }

    fn unique(&self, puzzle: &Clued<G>) -> bool {
        let Ok((layout, domains, _)) = start_of(self.genre, puzzle) else { return false };
        layout.is_unique(&domains, NODES)
    }

    /// Grades the puzzle and makes its record when it fits the request.
    fn finish(&self, puzzle: &Clued<G>, solution: &[Value]) -> Result<Record, Reject> {
        let (_, view) = view_of(self.genre, puzzle).map_err(|e| Reject(e.what))?;
        let want = GradeRequest {
            catalog: self.catalog.without(&self.want.without),
            ceiling: self.want.tier,
            needs: !self.want.needs.is_empty(),
            trial: 0,
            limits: Limits::default(),
        };
        let graded = grade::grade(&view, None, &want).map_err(|e| Reject(e.what))?;
        if let Some(tier) = self.want.tier {
            if !graded.info.solved {
                return Err(Reject("beyond the catalog".to_string()));
            }
            if graded.info.tier != tier.name() {
                return Err(Reject(format!("tier {}", graded.info.tier)));
            }
        }
        let mut record = puzzle_of(self.genre, puzzle).record();
        record.solution = Some(self.genre.solution(&puzzle.structure, solution));
        record.grade = Some(graded.info);
        record.source = Some(Source {
            tool: Some(concat!("tesuji ", env!("CARGO_PKG_VERSION")).to_string()),
            seed: Some(self.want.seed),
            ..Source::default()
        });
        Ok(record)
    }
}
