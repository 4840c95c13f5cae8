//! The solve pass: fills in solutions, and says which puzzles have none or several.
//!
//! A record that was not finished says why in `stop`, and in `found` the one solution that was
//! found, of which it is not known whether it is the only one; of a position, what is proved of its
//! solution.

use super::{add, clues};
use crate::{Pass, Summary, Work};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::{Bad, FOUND, Record, Solution, Solved, State};
use tesuji_solver::{Limits, Network, SimpleSolver, Solver, Stop};

/// Who solves.
pub enum Engine {
    /// The genre's fast engine.
    Genre,
    /// The genre's reference engine.
    Reference,
    /// A solver of networks.
    Network(Box<dyn Solver>),
}

/// Solves each puzzle.
pub struct SolvePass {
    /// Who solves.
    pub engine: Engine,
    /// How many solutions to give out; `None`: the one, and a puzzle with more is bad.
    pub count: Option<usize>,
}

/// Counts of a solve pass.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SolveSummary {
    /// Puzzles with one solution.
    pub unique: u64,
    /// Positions among them: their solution names first moves, or an outcome.
    #[serde(default)]
    pub positions: u64,
    /// Positions with undecided alternative first moves.
    #[serde(default)]
    pub undecided: u64,
    /// Positions with several right first moves.
    #[serde(default)]
    pub several_moves: u64,
    /// Positions in which no move changes anything: their solution names none.
    #[serde(default)]
    pub settled: u64,
    /// Puzzles of which some is filled in: their solutions keep to that.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub begun: u64,
    /// Puzzles with none.
    pub none: u64,
    /// Puzzles with several.
    pub multiple: u64,
    /// Puzzles that were not finished, by why.
    pub unfinished: BTreeMap<String, u64>,
    /// Search nodes in all.
    pub nodes: u64,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl Summary for SolveSummary {
    fn merge(&mut self, other: &Self) {
        self.unique += other.unique;
        self.positions += other.positions;
        self.undecided += other.undecided;
        self.several_moves += other.several_moves;
        self.settled += other.settled;
        self.begun += other.begun;
        self.none += other.none;
        self.multiple += other.multiple;
        add(&mut self.unfinished, &other.unfinished);
        self.nodes += other.nodes;
    }
}

impl SolveSummary {
    /// Counts what a position's solution says of first moves.
    fn count(&mut self, solution: &Solution) {
        let moves = solution.keys().map(|keys| keys.len());
        self.positions += u64::from(moves.is_some());
        self.undecided += u64::from(solution.is_undecided());
        self.several_moves += u64::from(moves.is_some_and(|n| n > 1));
        self.settled += u64::from(moves == Some(0));
    }
}

/// Says in a record why it was not finished, and the one solution that was found.
pub(crate) fn keep_unfinished(record: &mut Record, solved: &Solved) {
    record.extra.insert("stop".into(), stop_name(solved.stop).into());
    if let [one] = &solved.solutions[..] {
        record.extra.insert(FOUND.into(), one.clone().into());
    }
}

/// The solution that a record keeps: what it says in more words, if that is the one that was found.
///
/// # Errors
/// [`Bad`] when its text is no puzzle of the genre.
pub(crate) fn kept(work: &Work, found: &Solution) -> Result<Solution, Bad> {
    Ok(match &work.record.solution {
        Some(stored)
            if matches!(stored, Solution::Position(_))
                && found.text().is_some()
                && contradicts(work, stored, found)?.is_none() =>
        {
            stored.clone()
        }
        _ => found.clone(),
    })
}

/// The part of a stored solution that can't be, where this one was found.
fn contradicts(work: &Work, stored: &Solution, found: &Solution) -> Result<Option<String>, Bad> {
    let Some(actions) = work.puzzle.genre.as_positions() else { return Ok(None) };
    actions.contradicts(&work.puzzle, stored, found)
}

/// Takes away what an earlier run that was not finished left in a record.
pub(crate) fn forget(record: &mut Record) {
    for name in ["stop", FOUND] {
        record.extra.remove(name);
    }
}

/// The name of a stop in summaries and records.
pub(crate) fn stop_name(stop: Stop) -> String {
    stop.name().to_string()
}

fn supported(solver: &dyn Solver, network: &Network) -> Result<(), Bad> {
    let refused = |kind| Bad::new(format!("{} can't take rules of kind {kind:?}", solver.name()));
    solver.supports(network).map_err(refused)
}

impl SolvePass {
    fn solve(&self, work: &Work, limits: &Limits) -> Result<Solved, Bad> {
        let genre = work.puzzle.genre;
        if let Some(state) = work.record.state.as_ref().filter(|state| state.is_marked()) {
            if let (Engine::Network(solver), Some(view)) = (&self.engine, clues(work)?) {
                supported(&**solver, &view.network)?;
            }
            let actions = genre.clues("is not solved from a state").map_err(|bad| bad.at("state"))?;
            return match &self.engine {
                Engine::Genre => actions.solve_from(&work.puzzle, state, None, limits),
                Engine::Reference => actions.solve_from(&work.puzzle, state, Some(&SimpleSolver), limits),
                Engine::Network(solver) => actions.solve_from(&work.puzzle, state, Some(&**solver), limits),
            };
        }
        match &self.engine {
            Engine::Genre => genre.solve(&work.puzzle, limits),
            Engine::Reference => genre.reference(&work.puzzle, limits),
            Engine::Network(solver) => {
                let view = clues(work)?.ok_or_else(|| {
                    Bad::new(format!(
                        "{} solves networks, and positions of {} have none: their own readers are the default and simple",
                        solver.name(),
                        work.record.genre
                    ))
                })?;
                supported(&**solver, &view.network)?;
                let answer = solver.solve(&view.network, Some(&view.domains), limits);
                let solutions = answer.solutions.iter().map(|s| view.solution(s)).collect();
                Ok(Solved { solutions, stop: answer.stop, stats: answer.stats })
            }
        }
    }
}

impl Pass for SolvePass {
    type Summary = SolveSummary;
    type Kept = ();

    fn name(&self) -> &'static str {
        "solve"
    }

    fn parameters(&self) -> String {
        let engine = match &self.engine {
            Engine::Genre => "genre",
            Engine::Reference => "reference",
            Engine::Network(solver) => solver.name(),
        };
        match self.count {
            Some(n) => format!("solver={engine} count={n}"),
            None => format!("solver={engine}"),
        }
    }

    fn visit(
        &self,
        work: &Work,
        _kept: &mut (),
        left: &Limits,
        out: &mut dyn FnMut(Record),
        into: &mut SolveSummary,
    ) -> Result<(), Bad> {
        if work.record.state.is_some() {
            clues(work)?;
        }
        // One more than asked for tells whether there are more.
        let wanted = self.count.unwrap_or(2).max(2);
        let mut solved = self.solve(work, &Limits { solutions: wanted, ..left.clone() })?;
        // A solution shows that the givens don't contradict each other.
        if solved.solutions.is_empty() {
            clues(work)?;
        }
        into.nodes += solved.stats.nodes;
        into.begun += u64::from(work.record.state.as_ref().is_some_and(State::is_marked));
        match solved.solutions.len() {
            0 if solved.stop.is_complete() => into.none += 1,
            1 if solved.stop == Stop::Exhausted => {
                into.unique += 1;
                if work.puzzle.genre.as_positions().is_some() {
                    into.count(&solved.solutions[0]);
                }
            }
            // Asked for more, the search ended before it had them, nor knows that there are no
            // more.
            n if n >= 2 && (n >= wanted || solved.stop.is_complete()) => into.multiple += 1,
            _ => *into.unfinished.entry(stop_name(solved.stop)).or_default() += 1,
        }
        let mut record = work.record.clone();
        forget(&mut record);
        if let Some(count) = self.count {
            solved.solutions.truncate(count);
            record.extra.insert("stop".into(), stop_name(solved.stop).into());
            record
                .extra
                .insert("solutions".into(), solved.solutions.into_iter().map(serde_json::Value::from).collect());
            out(record);
            return Ok(());
        }
        match solved.solutions.as_slice() {
            [] if solved.stop.is_complete() => Err(Bad::new("no solution")),
            [one] if solved.stop == Stop::Exhausted => {
                let is_other = record.solution.as_ref().is_some_and(|stored| stored != one);
                if let Some(Some(rule)) = is_other.then(|| work.broken_rule()).flatten() {
                    record.note(format!("its stored solution breaks {rule}"));
                }
                record.solution = Some(kept(work, one)?);
                out(record);
                Ok(())
            }
            [_, _, ..] => Err(Bad::new("more than one solution, where one is asked")),
            _ => {
                keep_unfinished(&mut record, &solved);
                out(record);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Positions without a known first move are not counted.
    #[test]
    fn first_moves_are_counted_where_they_are_known() {
        let told = |solution: serde_json::Value| {
            let mut counted = SolveSummary::default();
            counted.count(&solution.into());
            (counted.positions, counted.several_moves, counted.settled, counted.undecided)
        };
        assert_eq!(told(json!("a1-a4")), (0, 0, 0, 0));
        assert_eq!(told(json!({"outcome": "ALIVE"})), (1, 0, 1, 0));
        assert_eq!(told(json!({"outcome": "DEAD", "moves": ["B9"]})), (1, 0, 1, 0), "not shown to be needed");
        assert_eq!(told(json!({"outcome": "DEAD", "keys": ["B9"], "undecided": ["A9"]})), (1, 0, 0, 1));
        assert_eq!(told(json!({"key": ["a1-a4", "a1-d1"]})), (1, 1, 0, 0));
    }
}
