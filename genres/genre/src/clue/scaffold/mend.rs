//! A puzzle with several solutions, changed step by step until it has one.
//!
//! A variable is open if some other solution gives it another value; a search finds all of them. A
//! change is kept where no more variables are open after it than before, now and then a few more.

use super::Run;
use crate::clue::adapter::start_of;
use crate::clue::genre::{ClueGenre, Clued, Rival};
use crate::random::{pick, sub_rng};
use rand_chacha::ChaCha8Rng;
use tesuji_solver::engine::Lit;
use tesuji_solver::propagate::propagate;
use tesuji_solver::{Domain, Limits, Literal, Store, Value, Var};

/// The most changes of one candidate.
const CHANGES: usize = 2000;
/// Changes without fewer open variables than ever before, after which a candidate is given up: for
/// each variable, …
const PATIENCE: usize = 3;
/// … and the most.
const MOST_PATIENCE: usize = 300;
/// Nodes of a search for another solution.
const NODES: u64 = 20_000;
/// Nodes of a search for another solution while a structure grows.
const GROWING_NODES: u64 = 1_000;
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

    /// The structure grown anew around a solution of it, as far as that stays the only one; `None`:
    /// the genre has no such way.
    pub(super) fn grown(
        &self,
        structure: &G::Structure,
        solution: &[Value],
        rng: &mut ChaCha8Rng,
    ) -> Option<G::Structure> {
        let mut rival = |structure: &G::Structure, solution: &[Value], differs: Option<usize>| {
            if self.clock.expired().is_some() {
                return Rival::Unknown;
            }
            let clues = self.genre.derive_clues(structure, solution, self.shape.style, &mut sub_rng(0, 0));
            let Ok(layout) = self.genre.layout(structure, &clues) else { return Rival::Unknown };
            let limits = Limits::solutions(1).with_nodes(GROWING_NODES).with_time(self.clock.remaining());
            let mut domains = layout.network.domains().to_vec();
            if let Some((domain, &value)) = differs.and_then(|at| Some((domains.get_mut(at)?, solution.get(at)?))) {
                *domain = domain.minus(Domain::single(value));
                // That mostly leads to a contradiction at once, before an engine is compiled.
                let mut start = Store::from_domains(&layout.network, domains.clone());
                if propagate(&mut start).is_err() {
                    return Rival::None;
                }
                domains.copy_from_slice(start.domains());
            }
            let answer = layout.others(&domains, solution, &limits);
            match answer.solutions.into_iter().next() {
                Some(other) => Rival::Found(other),
                None if answer.stop.is_complete() => Rival::None,
                None => Rival::Unknown,
            }
        };
        self.genre.grow(structure, solution, self.shape.style, &mut rival, rng)
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
