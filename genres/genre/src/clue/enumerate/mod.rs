//! Enumeration of every puzzle of a size, or of every completed grid.
//!
//! A puzzle is a set of places of a completion; it has one solution when no other completion agrees
//! with it on all of them. Where the places are few, all sets are decided at once as bits of a
//! table ([`table`]); else sets are searched place by place ([`descent`]).

mod descent;
mod table;

use super::adapter::puzzle_of;
use super::genre::{ClueGenre, Clued, Clues};
use super::layout::Layout;
use super::option;
use crate::{Bad, Coverage, EnumerateRequest, Enumerated, Record, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use tesuji_solver::{Clock, Domain, Limits, Stop, Value, Var};

/// Streams every puzzle of a size.
pub(super) fn enumerate<G: ClueGenre>(
    genre: &G,
    want: &EnumerateRequest,
    emit: &mut dyn FnMut(Record),
) -> Result<Enumerated, Bad> {
    option::check(genre.info().options, &want.set)?;
    if let Some(key) = want.set.keys().find(|key| option::shapes_what_is_made(key)) {
        return Err(Bad::new(format!("--{key} is for generate: every puzzle is listed")));
    }
    if let Some(done) = ClueGenre::enumerate(genre, want, emit) {
        return done;
    }
    let structures = genre.structures(&want.size, want)?;
    let mut run = Run {
        genre,
        want,
        clock: want.limits.start(),
        emit,
        given_out: 0,
        // Structures that are images of each other share their classes.
        classes: BTreeSet::new(),
        is_too_many: false,
        out: Enumerated {
            coverage: Coverage::Partial,
            stop: Stop::Exhausted,
            total: 0,
            by: BTreeMap::new(),
            minimal: None,
        },
    };
    for structure in structures {
        let structure = Arc::new(structure);
        let layout = genre.layout(&structure, &Clues::new()).map_err(|e| Bad::new(e.to_string()))?;
        let flow = if want.grids { run.grids(&structure, &layout) } else { run.puzzles(&structure, &layout) };
        if run.is_too_many {
            return Err(Bad::new("more than 2^64 - 1 of them: too many to count"));
        }
        if let ControlFlow::Break(stop) = flow {
            run.out.stop = stop;
            return Ok(run.out);
        }
    }
    run.out.coverage = Coverage::Complete;
    Ok(run.out)
}

struct Run<'a, G> {
    genre: &'a G,
    want: &'a EnumerateRequest,
    clock: Clock,
    emit: &'a mut dyn FnMut(Record),
    given_out: usize,
    classes: BTreeSet<String>,
    /// More than a count can hold.
    is_too_many: bool,
    out: Enumerated,
}

impl<G: ClueGenre> Run<'_, G> {
    /// Counts a puzzle or grid and gives it out, unless its class was seen.
    fn found(&mut self, typed: &Clued<G>, solution: &[Value], minimal: bool) -> ControlFlow<Stop> {
        if self.want.modulo_symmetry && !self.classes.insert(ClueGenre::least_image(self.genre, typed)) {
            return ControlFlow::Continue(());
        }
        self.out.total += 1;
        if !self.want.grids {
            *self.out.by.entry(typed.clues.len() as u32).or_default() += 1;
            if minimal {
                *self.out.minimal.get_or_insert(0) += 1;
            }
        }
        if self.want.count_only {
            return ControlFlow::Continue(());
        }
        let mut record = puzzle_of(self.genre, typed).record();
        record.solution = Some(self.genre.solution(typed, solution));
        record.source = Some(Source { tool: Some(crate::recipe::tool()), ..Source::default() });
        (self.emit)(record);
        self.given_out += 1;
        if self.given_out >= self.want.limits.solutions {
            return ControlFlow::Break(Stop::Enough);
        }
        ControlFlow::Continue(())
    }

    /// The clues that a completion puts on all places.
    fn full(&self, structure: &Arc<G::Structure>, solution: &[Value]) -> Clued<G> {
        let places = self.genre.places(structure);
        let clues = self.genre.derive_clues_at(structure, &places, solution);
        let clues = places.into_iter().zip(clues).filter_map(|(place, clue)| Some((place, clue?))).collect();
        Clued { structure: Arc::clone(structure), clues }
    }

    fn expired(&self) -> ControlFlow<Stop> {
        match self.clock.expired() {
            Some(stop) => ControlFlow::Break(stop),
            None => ControlFlow::Continue(()),
        }
    }

    /// Every completion.
    fn grids(&mut self, structure: &Arc<G::Structure>, layout: &Layout) -> ControlFlow<Stop> {
        let bare = layout.network.domains().to_vec();
        let limits = self.search_limits();
        // Equal shares, one for each way to fix some variables: one share is counted (or, modulo
        // symmetry, searched for classes) for all.
        let share = self.genre.equal_shares(structure);
        if let (true, Some((fixed, shares))) = (self.want.count_only || self.want.modulo_symmetry, share) {
            let mut domains = bare;
            for (var, domain) in fixed {
                domains[var.index()] &= domain;
            }
            if !self.want.modulo_symmetry {
                let (solutions, stop) = layout.count(&domains, &limits);
                let all = (solutions as u64).checked_mul(shares).and_then(|n| self.out.total.checked_add(n));
                let Some(all) = all else {
                    self.is_too_many = true;
                    return ControlFlow::Break(stop);
                };
                self.out.total = all;
                return ended(stop);
            }
            return self.each_grid(structure, layout, &domains, &limits);
        }
        if self.want.count_only && !self.want.modulo_symmetry {
            let (solutions, stop) = layout.count(&bare, &limits);
            self.out.total += solutions as u64;
            return ended(stop);
        }
        self.each_grid(structure, layout, &bare, &limits)
    }

    fn each_grid(
        &mut self,
        structure: &Arc<G::Structure>,
        layout: &Layout,
        domains: &[Domain],
        limits: &Limits,
    ) -> ControlFlow<Stop> {
        let mut flow = ControlFlow::Continue(());
        let (_, stop) = layout.for_each(domains, limits, &mut |values| {
            let typed = self.full(structure, values);
            flow = self.found(&typed, values, false);
            if flow.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        flow?;
        ended(stop)
    }

    fn search_limits(&self) -> Limits {
        Limits {
            solutions: usize::MAX,
            nodes: self.want.limits.nodes,
            time: self.clock.remaining(),
            memory: self.want.limits.memory,
            interrupt: self.want.limits.interrupt.clone(),
        }
    }

    /// Every puzzle with one solution.
    fn puzzles(&mut self, structure: &Arc<G::Structure>, layout: &Layout) -> ControlFlow<Stop> {
        let places = self.genre.places(structure);
        if places.len() <= table::MOST_PLACES {
            let limits = Limits { solutions: table::MOST_GRIDS + 1, ..self.search_limits() };
            let grids = layout.solve(layout.network.domains(), &limits);
            if grids.stop == Stop::Exhausted {
                return table::puzzles(self, structure, &places, &grids.solutions);
            }
            if grids.stop != Stop::Enough {
                return ControlFlow::Break(grids.stop);
            }
        }
        descent::puzzles(self, structure, layout)
    }
}

/// Goes on where a search was not cut off.
fn ended(stop: Stop) -> ControlFlow<Stop> {
    if stop == Stop::Exhausted { ControlFlow::Continue(()) } else { ControlFlow::Break(stop) }
}

/// Values to fix, and into how many classes of equal size that splits the completions.
pub type Shares = (Vec<(Var, Domain)>, u64);
