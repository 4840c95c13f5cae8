//! `sample_read_filter`: candidates of the genre, graded and filtered by tier, needs and without.

use super::{PositionGenre, Positions, motif};
use crate::recipe::{self, Tried};
use crate::{
    Bad, GenerateReport, GenerateRequest, GradeInfo, GradeRequest, Graded, Record, Solution, Source, Streams, clue,
};
use std::collections::BTreeMap;
use tesuji_solver::Clock;

/// What a sampler yields: a position that passed the exact key-move test.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate<P> {
    /// The position with its question.
    pub position: P,
    /// Its solution in the record's shape.
    pub solution: Option<Solution>,
    /// Its grade, when the sampler had to find it anyway; must be the one that `grade` gives.
    pub grade: Option<GradeInfo>,
    /// Further fields of the record.
    pub extra: BTreeMap<String, serde_json::Value>,
}

impl<P> From<P> for Candidate<P> {
    fn from(position: P) -> Self {
        Candidate { position, solution: None, grade: None, extra: BTreeMap::new() }
    }
}

/// Positions that grading one candidate may look at. (The nodes of a request to generate count
/// candidates.)
const EACH: u64 = 1_000_000;

pub(super) fn generate<G: PositionGenre>(
    genres: &Positions<G>,
    want: &GenerateRequest,
    emit: &mut dyn FnMut(Record),
) -> Result<GenerateReport, Bad> {
    let genre = &genres.0;
    clue::option::check(genre.info().options, &want.set)?;
    recipe::possible(want.catalog(genre.catalog()), want)?;
    genre.check_request(want)?;
    let request = GradeRequest {
        ceiling: want.tier,
        needs: !want.needs.is_empty(),
        ..GradeRequest::new(want.allowed(genre.catalog()), want.limits.clone().with_nodes(EACH))
    };
    let plain = want.needs.is_empty() && want.without.is_empty();
    let has_forms = motif::has_forms(&request.catalog);
    let streams = Streams::new(want, genre.info().sizes, genre.info().options);
    let essence = |record: &Record| genre.essence(record);
    let emit = &mut |mut record: Record| {
        record.grade = record.grade.filter(|_| !want.ungraded);
        emit(record);
    };
    recipe::run(want, 8, &essence, emit, &|index, clock| {
        let mut tried = Tried::default();
        if clock.expired().is_some() {
            tried.cut = true;
            return tried;
        }
        let found = genre.sample(want, index, &mut streams.candidate(index), clock, &mut tried);
        for candidate in found {
            if let Some(record) = judged(genres, want, (&request, plain && !has_forms), candidate, clock, &mut tried) {
                tried.records.push(record);
            }
        }
        tried
    })
}

/// The record of a candidate that the request takes.
fn judged<G: PositionGenre>(
    genres: &Positions<G>,
    want: &GenerateRequest,
    (request, is_graded): (&GradeRequest, bool),
    candidate: Candidate<G::Position>,
    clock: &Clock,
    tried: &mut Tried,
) -> Option<Record> {
    if clock.expired().is_some() {
        tried.cut = true;
        return None;
    }
    let genre = &genres.0;
    let info = match candidate.grade.filter(|_| is_graded) {
        Some(info) => info,
        None => match motif::graded(genre, &candidate.position, None, request) {
            Ok(Graded { limit: Some(_), .. }) => {
                tried.cut = clock.expired().is_some();
                tried.reject("no grade: not read to the end");
                return None;
            }
            Ok(graded) => graded.info,
            Err(bad) => {
                tried.reject(format!("no grade: {}", bad.what));
                return None;
            }
        },
    };
    if let Some(tier) = want.tier
        && info.tier != tier.name()
    {
        tried.reject(format!("tier {}", info.tier));
        return None;
    }
    if !info.solved && (!want.needs.is_empty() || !want.without.is_empty()) {
        tried.reject("not solved without the techniques left out");
        return None;
    }
    for id in &want.needs {
        if !info.needs.iter().flatten().any(|need| need.technique == id.as_str()) {
            tried.reject(format!("{id} not needed"));
            return None;
        }
    }
    let mut record = genres.puzzle(&candidate.position).record();
    record.solution = candidate.solution;
    record.grade = Some(info);
    record.source = Some(Source { tool: Some(recipe::tool()), seed: Some(want.seed), ..Source::default() });
    record.extra = candidate.extra;
    Some(record)
}
