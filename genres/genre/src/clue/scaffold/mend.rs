//! A puzzle with several solutions, changed step by step until it has one.
//!
//! A variable is open if some other solution gives it another value; a search finds all of them. A
//! change is kept where no more variables are open after it than before, now and then a few more.

use super::Run;
use crate::clue::adapter::start_of;
use crate::clue::genre::{ClueGenre, Clued, Rivals};
use crate::random::pick;
use rand_chacha::ChaCha8Rng;
use tesuji_solver::engine::Lit;
use tesuji_solver::{Limits, Literal, Value, Var};

/// The most changes of one candidate.
const CHANGES: usize = 2000;
/// Changes without fewer open variables than ever before, after which a candidate is given up: for
/// each variable, …
const PATIENCE: usize = 3;
/// … and the most.
const MOST_PATIENCE: usize = 300;
/// Nodes of a search for another solution.
const NODES: u64 = 20_000;
/// Nodes of a search for another solution while a drawn puzzle settles.
const SETTLING_NODES: u64 = 20_000;
/// The mean number of variables that may be open after a change and were not before, in thousandths
/// of a variable, …
const SLACK: usize = 500;
/// … and what each open variable adds to it.
const SLACK_BY_OPEN: usize = 30;

/// A puzzle with a solution, and how others differ from it.
struct State<G: ClueGenre> {
    puzzle: Clued<G>,
    solution: Vec<Value>,
    /// Variables in which another solution differs.
    open: usize,
    /// Solutions that together differ in all of them.
    others: Vec<Vec<Value>>,
}

impl<G: ClueGenre> Run<'_, G> {
    /// The puzzle changed until it has one solution, with that one.
    pub(super) fn repaired(
        &self,
        puzzle: Clued<G>,
        drawn: Vec<Value>,
        rng: &mut ChaCha8Rng,
    ) -> Option<(Clued<G>, Vec<Value>)> {
        let mut at = self.state(puzzle, (drawn, &[]), usize::MAX)?;
        let (mut best, mut since) = (at.open, 0);
        let patience = (PATIENCE * at.solution.len()).min(MOST_PATIENCE);
        for _ in 0..CHANGES {
            if at.open == 0 {
                return Some((at.puzzle, at.solution));
            }
            since += 1;
            if since > patience || self.clock.expired().is_some() {
                return None;
            }
            let other = at.others.get(pick(rng, at.others.len()))?;
            let two = [&at.solution[..], &other[..]];
            let Some(puzzle) = self.genre.repair(&at.puzzle, two, self.shape.style, rng) else { continue };
            let most = at.open + slack(at.open, rng);
            let Some(next) = self.state(puzzle, (at.solution.clone(), &at.others), most) else { continue };
            at = next;
            if at.open < best {
                (best, since) = (at.open, 0);
            }
        }
        None
    }

    /// Lets the genre change the puzzle until the solution is its only one; `None` if the genre
    /// has no such method.
    pub(super) fn settled(
        &self,
        puzzle: &Clued<G>,
        solution: &[Value],
        rng: &mut ChaCha8Rng,
    ) -> Option<(Clued<G>, Vec<Value>)> {
        let mut rivals = |puzzle: &Clued<G>, solution: &[Value], most: usize| {
            let mut rivals = Rivals { found: Vec::new(), is_only: false };
            if self.clock.expired().is_some() {
                return rivals;
            }
            let Ok((layout, domains, _)) = start_of(self.genre, puzzle) else { return rivals };
            let mut session = layout.session(&domains);
            let limits = || Limits::solutions(1).with_nodes(SETTLING_NODES).with_time(self.clock.remaining());
            let mut is_same: Vec<bool> = domains.iter().map(|domain| !domain.is_single()).collect();
            while rivals.found.len() < most {
                let same = solution.iter().enumerate().filter(|(i, _)| is_same[*i]);
                let differs = same.map(|(i, &value)| !session.is(Literal { var: Var(i as u32), value }));
                let clause: Vec<Lit> = differs.collect();
                session.add_clause(&clause);
                let answer = session.solve(&[], &limits());
                let Some(other) = answer.solutions.into_iter().next() else {
                    rivals.is_only = rivals.found.is_empty() && answer.stop.is_complete();
                    break;
                };
                is_same.iter_mut().zip(other.iter().zip(solution)).for_each(|(same, (a, b))| *same &= a == b);
                rivals.found.push(other);
            }
            rivals
        };
        self.genre.settle(puzzle, solution, self.shape.style, &mut rivals, self.clock, rng)
    }

    /// The open variables of a puzzle; `None` where they are more than `most`, or where a search
    /// gave up. The solution is kept if it is still one; earlier ones that still are need no search.
    fn state(
        &self,
        puzzle: Clued<G>,
        (mut solution, earlier): (Vec<Value>, &[Vec<Value>]),
        most: usize,
    ) -> Option<State<G>> {
        let (layout, domains, _) = start_of(self.genre, &puzzle).ok()?;
        let limits = || Limits::solutions(1).with_nodes(NODES).with_time(self.clock.remaining());
        // Places that became clues have the clue's value.
        for (value, domain) in solution.iter_mut().zip(&domains) {
            *value = domain.value().unwrap_or(*value);
        }
        let mut session = None;
        if !layout.is_solution(&domains, &solution) {
            let session = session.get_or_insert_with(|| layout.session(&domains));
            solution = session.solve(&[], &limits()).solutions.pop()?;
        }
        let mut is_open: Vec<bool> = vec![false; solution.len()];
        let mut others: Vec<Vec<Value>> = Vec::new();
        for other in earlier.iter().filter(|other| **other != solution && layout.is_solution(&domains, other)) {
            is_open.iter_mut().zip(other).zip(&solution).for_each(|((open, a), b)| *open |= a != b);
            others.push(other.clone());
        }
        if is_open.iter().filter(|open| **open).count() > most {
            return None;
        }
        let mut session = session.unwrap_or_else(|| layout.session(&domains));
        loop {
            let differs = |(i, &value): (usize, &Value)| !session.is(Literal { var: Var(i as u32), value });
            let same = solution.iter().enumerate().filter(|(i, _)| !is_open[*i] && !domains[*i].is_single());
            let clause: Vec<Lit> = same.map(differs).collect();
            let open = is_open.iter().filter(|open| **open).count();
            if open > most {
                return None;
            }
            if clause.is_empty() {
                return Some(State { puzzle, solution, open, others });
            }
            session.add_clause(&clause);
            let answer = session.solve(&[], &limits());
            let Some(other) = answer.solutions.into_iter().next() else {
                return answer.stop.is_complete().then_some(State { puzzle, solution, open, others });
            };
            is_open.iter_mut().zip(&other).zip(&solution).for_each(|((open, a), b)| *open |= a != b);
            others.push(other);
        }
    }
}

/// How many more variables may be open after a change: mostly none, seldom many.
fn slack(open: usize, rng: &mut ChaCha8Rng) -> usize {
    let mean = SLACK + SLACK_BY_OPEN * open;
    // Each step goes on with the chance that makes the mean.
    let mut more = 0;
    while more < open && pick(rng, mean + 1000) < mean {
        more += 1;
    }
    more
}
