//! What is known of a puzzle's solutions before techniques are applied to it, and whether a state
//! agrees with them.

use super::layout::Layout;
use crate::{Bad, ClueView, State, Uniqueness};
use std::collections::BTreeMap;
use tesuji_solver::{Answer, Clock, Domain, Limits, Solver, Stop, Store, Value, Var};

/// Nodes of the genre's own engines before further solvers of the request are asked.
const FIRST: u64 = 40_000;
/// Nodes of the genre's own engines where there are no further solvers.
const ALONE: u64 = 1_000_000;
/// Nodes of each further solver (conflicts, for a SAT solver).
const FURTHER: u64 = 5_000_000;

/// What is said of a puzzle with several solutions where it must have one.
pub const SEVERAL: &str = "more than one solution, where one is asked";

/// How far the search for the solutions within some domains got.
enum Found {
    None,
    One(Vec<Value>),
    Several,
    /// This limit ended it.
    Unknown(Stop),
}

/// What is known of a puzzle's solutions.
pub(super) struct Known {
    pub(super) uniqueness: Uniqueness,
    /// The only solution, where that is proved.
    pub(super) solution: Option<Vec<Value>>,
}

impl Known {
    /// A state of the puzzle, in which techniques need not try what the solution says.
    pub(super) fn store<'v>(&self, view: &'v ClueView, state: Option<&State>) -> Result<Store<'v>, Bad> {
        let at = view.store(state)?;
        Ok(match &self.solution {
            Some(solution) => at.with_solution(solution),
            None => at,
        })
    }
}

/// The engines that are asked, one after the other, and the bounds of all of them together.
pub(super) struct Engines<'a> {
    pub(super) layout: &'a Layout,
    pub(super) solvers: &'a [&'a dyn Solver],
    pub(super) limits: &'a Limits,
}

/// A bounded run of several engines on one question.
struct Search<'a> {
    engines: &'a Engines<'a>,
    clock: Clock,
    /// Nodes left of all.
    left: u64,
    domains: &'a [Domain],
    /// Different solutions so far; two are enough.
    seen: Vec<Vec<Value>>,
}

impl Search<'_> {
    /// Asks one engine; `Some` when the question is answered, else the limit that ended it.
    fn ask(&mut self, nodes: u64, solve: impl FnOnce(&[Domain], &Limits) -> Answer<Vec<Value>>) -> Result<Found, Stop> {
        let nodes = nodes.min(self.left);
        if nodes == 0 {
            return Err(Stop::Nodes);
        }
        if let Some(stop) = self.clock.expired() {
            return Err(stop);
        }
        let limits = Limits { nodes, solutions: 2, ..self.engines.limits.clone() }.with_time(self.clock.remaining());
        let answer = solve(self.domains, &limits);
        self.left -= answer.stats.nodes.min(self.left);
        let complete = answer.stop.is_complete();
        for solution in answer.solutions {
            if !self.seen.contains(&solution) {
                self.seen.push(solution);
            }
        }
        match self.seen.as_slice() {
            [_, _, ..] => Ok(Found::Several),
            _ if !complete => Err(answer.stop),
            [one] => Ok(Found::One(one.clone())),
            [] => Ok(Found::None),
        }
    }

    fn run(&mut self) -> Found {
        let layout = self.engines.layout;
        let solvers = self.engines.solvers.iter().filter(|solver| solver.supports(&layout.network).is_ok());
        let solvers: Vec<_> = solvers.collect();
        let own = if solvers.is_empty() { ALONE } else { FIRST };
        let mut last = match self.ask(own, |domains, limits| layout.solve(domains, limits)) {
            Ok(found) => return found,
            Err(stop) => stop,
        };
        for solver in solvers {
            let further = |domains: &[Domain], limits: &Limits| solver.solve(&layout.network, Some(domains), limits);
            match self.ask(FURTHER, further) {
                Ok(found) => return found,
                Err(stop) => last = stop,
            }
        }
        Found::Unknown(last)
    }
}

impl Engines<'_> {
    fn within(&self, domains: &[Domain]) -> Found {
        let clock = self.limits.start();
        Search { engines: self, clock, left: self.limits.nodes, domains, seen: Vec::new() }.run()
    }

    /// Looks whether the puzzle has one solution, and whether the state agrees with it.
    ///
    /// # Errors
    /// [`Bad`] when the puzzle has no solution, or several and `takes_several` is false, or when
    /// the state contradicts the solution: then its first wrong cell is named. Where there are
    /// several solutions, or their number is not known, a state is bad that has none.
    pub(super) fn look(&self, view: &ClueView, state: Option<&State>, takes_several: bool) -> Result<Known, Bad> {
        let has_solutions = || state.map_or(Ok(()), |state| self.state_has_solutions(view, state));
        let uniqueness = match self.within(&view.domains) {
            Found::None => return Err(Bad::new("no solution")),
            Found::Several if takes_several => {
                has_solutions()?;
                Uniqueness::Several
            }
            Found::Several => return Err(Bad::new(SEVERAL)),
            Found::One(solution) => {
                state.map_or(Ok(()), |state| agrees(view, state, &solution))?;
                return Ok(Known { uniqueness: Uniqueness::Proved, solution: Some(solution) });
            }
            Found::Unknown(stop) => {
                has_solutions()?;
                Uniqueness::Unproved(stop)
            }
        };
        Ok(Known { uniqueness, solution: None })
    }

    /// A state within which no solution is left is bad: the cell is named with which that begins.
    pub(super) fn state_has_solutions(&self, view: &ClueView, state: &State) -> Result<(), Bad> {
        let placed: Vec<(u32, Value)> = state.placed.iter().map(|(&v, &value)| (v, value)).collect();
        let within = |count: usize, removed: &BTreeMap<u32, u64>| {
            let mut domains = view.domains.clone();
            for &(v, value) in &placed[..count] {
                if let (Some(d), true) = (domains.get_mut(v as usize), value < 64) {
                    *d &= Domain::single(value);
                }
            }
            for (&v, &mask) in removed {
                if let Some(d) = domains.get_mut(v as usize) {
                    *d = d.minus(Domain(mask));
                }
            }
            matches!(self.within(&domains), Found::None)
        };
        if !within(placed.len(), &state.removed) {
            return Ok(());
        }
        // The fewest values, in order of cells, that leave no solution; what is struck out comes
        // after them.
        let none = BTreeMap::new();
        let (mut low, mut high) = (0, placed.len());
        if !within(high, &none) {
            return Err(Bad::new("with these candidates struck out there is no solution").at("state"));
        }
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if within(middle, &none) { high = middle } else { low = middle }
        }
        let Some(&(v, value)) = placed.get(high.saturating_sub(1)) else { return Ok(()) };
        let what = format!("{} leaves no solution, with what is filled in before it", view.names.value(value));
        Err(Bad::new(what).at(view.names.var(Var(v))))
    }
}

/// Does a state agree with the solution?
fn agrees(view: &ClueView, state: &State, solution: &[Value]) -> Result<(), Bad> {
    for (&v, &value) in &state.placed {
        let Some(&right) = solution.get(v as usize) else { continue };
        if right != value {
            let what = format!("{} contradicts the solution", view.names.value(value));
            return Err(Bad::new(what).at(view.names.var(Var(v))));
        }
    }
    for (&v, &mask) in &state.removed {
        let Some(&right) = solution.get(v as usize) else { continue };
        if Domain(mask).contains(right) {
            let what = format!("{} is struck out, but it is the solution's value", view.names.value(right));
            return Err(Bad::new(what).at(view.names.var(Var(v))));
        }
    }
    Ok(())
}
