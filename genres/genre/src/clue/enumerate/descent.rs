//! Place by place: leave a clue out as long as the rest can still have one solution, then take it.

use super::{Run, ended};
use crate::clue::adapter::start_of;
use crate::clue::genre::{ClueGenre, Clued, Place};
use crate::clue::layout::Layout;
use std::ops::ControlFlow;
use std::sync::Arc;
use tesuji_solver::{Stop, Value};

/// Search nodes of one test for one solution; where they do not suffice, the run says so and ends.
const NODES: u64 = 1_000_000;

/// Gives out the puzzles of each completion, completions in the engine's order.
pub(super) fn puzzles<G: ClueGenre>(
    run: &mut Run<'_, G>,
    structure: &Arc<G::Structure>,
    layout: &Layout,
) -> ControlFlow<Stop> {
    let limits = run.search_limits();
    let mut flow = ControlFlow::Continue(());
    let (_, stop) = layout.for_each(layout.network.domains(), &limits, &mut |grid| {
        let full = run.full(structure, grid);
        // Clues that go together are all there; others may be left out.
        let optional = run.genre.clues_are_optional();
        let open: Vec<Place> = full.clues.keys().copied().filter(|_| optional).collect();
        flow = match unique(run, &full) {
            ControlFlow::Continue(true) => descend(run, &full, &open, grid),
            ControlFlow::Continue(false) => ControlFlow::Continue(()),
            ControlFlow::Break(stop) => ControlFlow::Break(stop),
        };
        if flow.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    flow?;
    ended(stop)
}

/// `at` holds the clues taken and the ones of `open`, which are undecided.
fn descend<G: ClueGenre>(run: &mut Run<'_, G>, at: &Clued<G>, open: &[Place], grid: &[Value]) -> ControlFlow<Stop> {
    run.expired()?;
    let Some((&place, rest)) = open.split_first() else {
        let minimal = is_minimal(run, at)?;
        return if run.want.minimal && !minimal { ControlFlow::Continue(()) } else { run.found(at, grid, minimal) };
    };
    if run.want.minimal && open.len() < at.clues.len() {
        // Once the clues taken suffice, one more would be one too many.
        let mut taken = at.clone();
        taken.clues.retain(|p, _| !open.contains(p));
        if unique(run, &taken)? {
            return if is_minimal(run, &taken)? { run.found(&taken, grid, true) } else { ControlFlow::Continue(()) };
        }
    }
    let mut fewer = at.clone();
    fewer.clues.remove(&place);
    if unique(run, &fewer)? {
        descend(run, &fewer, rest, grid)?;
    }
    descend(run, at, rest, grid)
}

fn is_minimal<G: ClueGenre>(run: &Run<'_, G>, at: &Clued<G>) -> ControlFlow<Stop, bool> {
    let parts = at.clues.keys().filter(|_| run.genre.clues_are_optional());
    for place in parts {
        let mut fewer = at.clone();
        fewer.clues.remove(place);
        if unique(run, &fewer)? {
            return ControlFlow::Continue(false);
        }
    }
    ControlFlow::Continue(true)
}

fn unique<G: ClueGenre>(run: &Run<'_, G>, at: &Clued<G>) -> ControlFlow<Stop, bool> {
    let Ok((layout, domains, _)) = start_of(run.genre, at) else { return ControlFlow::Continue(false) };
    match layout.is_unique(&domains, NODES, &run.clock) {
        Some(unique) => ControlFlow::Continue(unique),
        None => ControlFlow::Break(run.clock.expired().unwrap_or(Stop::Nodes)),
    }
}
