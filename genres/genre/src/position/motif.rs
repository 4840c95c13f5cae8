//! Motifs that are forms of minimal positions: a person named them.

use super::PositionGenre;
use crate::{Bad, GradeRequest, Graded, MinimalPolicy, Need, State, StepData, reduce};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use tesuji_solver::{Board, Catalog, Deduction, Limits, Row, Technique, Tier};

/// A form of minimal positions as a technique. A puzzle shows it where a position of its main line,
/// made smaller point by point, comes to this form. No point of such a position can be left out, so
/// the puzzle needs it.
#[derive(Clone, Debug)]
pub struct MinimalMotif(Row);

impl MinimalMotif {
    /// The motif of a form.
    pub fn new(form: &str, id: &str, name: &str, tier: Tier, score: u32) -> MinimalMotif {
        MinimalMotif(Row { minimal_form: Some(form.to_string()), ..Row::named(id, name, tier, score) })
    }
}

impl Technique for MinimalMotif {
    fn row(&self) -> &Row {
        &self.0
    }
    fn find(&self, _at: &Board<'_>, _found: &mut dyn FnMut(Deduction) -> ControlFlow<()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Are some of the motifs forms of minimal positions?
pub(super) fn has_forms(catalog: &Catalog) -> bool {
    catalog.list().iter().any(|t| t.row().minimal_form.is_some())
}

/// The grade of the genre, with the forms of minimal positions that the catalog names.
pub(super) fn graded<G: PositionGenre>(
    genre: &G,
    position: &G::Position,
    state: Option<&State>,
    want: &GradeRequest,
) -> Result<Graded, Bad> {
    let mut graded = genre.grade(position, state, want)?;
    if want.words {
        let words = graded.words.join(" ");
        let all = graded.steps.iter().map(|step| StepData::of_game(&step.technique, &want.catalog, &words, &[]));
        graded.data = all.collect();
    }
    if !has_forms(&want.catalog) || graded.limit.is_some() {
        return Ok(graded);
    }
    let shown = forms(genre, position, &want.limits)?;
    for motif in want.catalog.list() {
        let Some(&times) = motif.row().minimal_form.as_ref().and_then(|form| shown.get(form)) else { continue };
        let id = motif.id().as_str();
        graded.info.techniques.insert(id.to_string(), times);
        graded.steps.push(super::step(motif.id()));
        let words = format!("{}: the position comes down to this form", motif.name());
        if want.words {
            graded.data.push(StepData::of_game(motif.id(), &want.catalog, &words, &[]));
        }
        graded.words.push(words);
        if want.needs {
            let need = Need { technique: id.to_string(), stalls_after: 0, open: 0, extra: BTreeMap::new() };
            graded.info.needs.get_or_insert_with(Vec::new).push(need);
        }
    }
    Ok(graded)
}

/// The forms to which the positions of the main line come, with their numbers.
fn forms<G: PositionGenre>(genre: &G, position: &G::Position, limits: &Limits) -> Result<BTreeMap<String, u32>, Bad> {
    let mut shown = BTreeMap::new();
    let Some(solution) = genre.with_line(position, limits)? else { return Ok(shown) };
    let policy = MinimalPolicy::default();
    for position in genre.reducible(&genre.handle().puzzle(position), &solution)? {
        if let Some(reduced) = reduce(position, &policy) {
            *shown.entry(reduced.form()).or_default() += 1;
        }
    }
    Ok(shown)
}
