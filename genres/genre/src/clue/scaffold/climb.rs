//! One candidate: a reduced puzzle, and from there a walk over clue sets of the same completion
//! towards the target.
//!
//! A puzzle that is too hard gets clues back until it is as hard as asked, or too easy: the number
//! is found by halving. One that is too easy trades clues: some are given back, others go, and the
//! result is kept when it is no easier, and no farther from needing what must be needed (`judge.rs`
//! says how near).

use super::Run;
use super::judge::Judged;
use super::reduce::Scaffold;
use crate::clue::adapter::{puzzle_of, start_of};
use crate::clue::genre::{ClueGenre, Clued, Clues};
use crate::lots::{pick, shuffle, sub_rng};
use crate::recipe::Tried;
use crate::{GradeInfo, Source};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_solver::{Limits, Value};

/// Search nodes of one completion.
const COMPLETION_NODES: u64 = 1_000_000;
/// Trades before the walk starts over with another completion.
const TRADES: usize = 24;
/// Repairs of one candidate at most, and the search nodes of the look for two solutions before
/// each.
const REPAIRS: usize = 120;
const REPAIR_NODES: u64 = 20_000;

impl<G: ClueGenre> Run<'_, G> {
    /// Candidate `index`: a pure function of the request and the index, unless the time is up.
    pub(super) fn candidate(&self, index: u64) -> Tried {
        let mut tried = Tried::default();
        if self.clock.expired().is_some() {
            tried.cut = true;
            return tried;
        }
        let mut rng = sub_rng(self.want.seed, index);
        let structure = match self.genre.structure(self.size, self.want, &mut rng) {
            Ok(structure) => Arc::new(structure),
            Err(bad) => return rejected(tried, format!("structure: {}", bad.what)),
        };
        let drawn = match self.genre.completion(&structure, &mut rng) {
            Some(solution) => Some(solution),
            None => {
                let Ok(bare) = self.genre.layout(&structure, &Clues::new()) else {
                    return rejected(tried, "structure");
                };
                // Where nothing is put on places any solution will do: the structure is the puzzle.
                if self.genre.places(&structure).is_empty() {
                    let limits = Limits::solutions(1).with_nodes(REPAIR_NODES).with_time(self.clock.remaining());
                    bare.solve(bare.network.domains(), &limits).solutions.pop()
                } else {
                    bare.random_solution(bare.network.domains(), &mut rng, COMPLETION_NODES, self.clock)
                }
            }
        };
        let Some(mut solution) = drawn else {
            tried.cut = self.clock.expired().is_some();
            return rejected(tried, "no completion");
        };
        let full = self.genre.derive_clues(&structure, &solution, &mut rng);
        let mut scaffold = Scaffold::new(self.genre, structure, full, &solution, self.shape);
        let mut kept = vec![true; scaffold.orbits.len()];
        if !scaffold.unique(&kept, self.clock) {
            let Some((whole, only)) = self.repaired(scaffold.puzzle(&kept), solution, &mut rng) else {
                tried.cut = self.clock.expired().is_some();
                return rejected(tried, "all clues leave several solutions");
            };
            solution = only;
            scaffold = Scaffold::new(self.genre, whole.structure, whole.clues, &solution, self.shape);
            kept = vec![true; scaffold.orbits.len()];
        }
        let floor = self.shape.floor(scaffold.places()).max(*self.shape.clues.start());
        if self.genre.clues_are_optional()
            && !scaffold.reduce(&mut kept, (floor, self.target.is_easy()), &[], &mut rng, self.clock)
        {
            tried.cut = true;
            return tried;
        }
        let mut walk = Walk { run: self, scaffold: &scaffold, solution: &solution, tried: &mut tried, floor };
        if let Some((kept, info)) = walk.climb(kept, &mut rng) {
            tried.records.push(self.record(&scaffold, &kept, info, &solution));
        }
        tried
    }

    /// A puzzle with several solutions repaired until it has one, with that one. The solution that
    /// it was drawn for is kept as long as the repairs leave it one.
    fn repaired(
        &self,
        mut puzzle: Clued<G>,
        drawn: Vec<Value>,
        rng: &mut ChaCha8Rng,
    ) -> Option<(Clued<G>, Vec<Value>)> {
        let mut keep = drawn;
        for _ in 0..REPAIRS {
            let (layout, domains, _) = start_of(self.genre, &puzzle).ok()?;
            let limits = Limits::solutions(1).with_nodes(REPAIR_NODES).with_time(self.clock.remaining());
            // Places that became clues have the clue's value.
            for (value, domain) in keep.iter_mut().zip(&domains) {
                *value = domain.value().unwrap_or(*value);
            }
            if !layout.is_solution(&domains, &keep) {
                keep = layout.solve(&domains, &limits).solutions.pop()?;
            }
            let answer = layout.others(&domains, &keep, &limits);
            match answer.solutions.first() {
                Some(other) => puzzle = self.genre.repair(&puzzle, [&keep, other], rng)?,
                None if answer.stop.is_complete() => return Some((puzzle, keep)),
                None => return None,
            }
        }
        None
    }

    fn record(&self, scaffold: &Scaffold<'_, G>, kept: &[bool], info: GradeInfo, solution: &[Value]) -> crate::Record {
        let puzzle = scaffold.puzzle(kept);
        let mut record = puzzle_of(self.genre, &puzzle).record();
        record.solution = Some(self.genre.solution(&puzzle.structure, solution));
        record.grade = Some(info);
        record.source =
            Some(Source { tool: Some(crate::recipe::tool()), seed: Some(self.want.seed), ..Source::default() });
        record
    }
}

fn rejected(mut tried: Tried, reason: impl Into<String>) -> Tried {
    tried.count += 1;
    tried.reject(reason);
    tried
}

struct Walk<'w, 'r, G: ClueGenre> {
    run: &'w Run<'r, G>,
    scaffold: &'w Scaffold<'w, G>,
    solution: &'w [Value],
    tried: &'w mut Tried,
    floor: usize,
}

/// A puzzle's place on the walk.
enum Step {
    Fit(Box<GradeInfo>),
    /// How near the techniques that must be needed are, and how hard it is.
    Easier(u32, u64),
    Harder(u32),
    /// Out of the range of clues, or not minimal though that is asked.
    Wrong,
}

impl<G: ClueGenre> Walk<'_, '_, G> {
    fn look(&mut self, kept: &[bool]) -> Step {
        self.tried.count += 1;
        let clues = self.scaffold.clues(kept);
        if !self.run.shape.clues.contains(&clues) {
            self.tried.reject("number of clues");
            return Step::Wrong;
        }
        let judged = match self.scaffold.start(kept) {
            Ok((layout, domains, given)) => self.run.target.judge(&layout, domains, given, self.solution),
            Err(bad) => Judged::Harder { near: 0, why: bad.what },
        };
        match judged {
            Judged::Fit(info) => {
                let minimal =
                    if self.run.shape.minimal { self.scaffold.is_minimal(kept, self.run.clock) } else { Some(true) };
                match minimal {
                    Some(true) => return Step::Fit(info),
                    Some(false) => self.tried.reject("not minimal"),
                    None if self.run.clock.expired().is_some() => self.tried.cut = true,
                    None => self.tried.reject("of some clue it is not known whether it can be left out"),
                }
                Step::Wrong
            }
            Judged::Easier { near, hardness, why } => {
                self.tried.reject(why);
                Step::Easier(near, hardness)
            }
            Judged::Harder { near, why } => {
                self.tried.reject(why);
                Step::Harder(near)
            }
        }
    }

    fn climb(&mut self, kept: Vec<bool>, rng: &mut ChaCha8Rng) -> Option<(Vec<bool>, GradeInfo)> {
        let mut at = kept;
        let mut height = match self.look(&at) {
            Step::Fit(info) => return Some((at, *info)),
            Step::Harder(near) => match self.soften(&at, near, rng) {
                Some(found) => return Some(found),
                None => (near, u64::MAX),
            },
            Step::Easier(near, hardness) => (near, hardness),
            Step::Wrong => (0, 0),
        };
        if self.run.target.is_any() || !self.run.genre.clues_are_optional() {
            return None;
        }
        let mut left = TRADES;
        while left > 0 {
            left -= 1;
            if self.run.clock.expired().is_some() {
                self.tried.cut = true;
                return None;
            }
            let mut next = at.clone();
            let mut out: Vec<usize> = (0..next.len()).filter(|i| !next[*i]).collect();
            shuffle(&mut out, rng);
            out.truncate(1 + pick(rng, 4));
            for &i in &out {
                next[i] = true;
            }
            if !self.scaffold.reduce(&mut next, (self.floor, self.run.target.is_easy()), &out, rng, self.run.clock) {
                self.tried.cut = true;
                return None;
            }
            let got = match self.look(&next) {
                Step::Fit(info) => return Some((next, *info)),
                Step::Harder(near) => match self.soften(&next, near, rng) {
                    Some(found) => return Some(found),
                    None => (near, u64::MAX),
                },
                Step::Easier(near, hardness) => (near, hardness),
                Step::Wrong => continue,
            };
            if got.0 > height.0 {
                left = TRADES;
            }
            if got >= height {
                (at, height) = (next, got);
            }
        }
        None
    }

    /// Gives clues back in a drawn order until a puzzle that is too hard fits; the number is found
    /// by halving.
    fn soften(&mut self, kept: &[bool], near: u32, rng: &mut ChaCha8Rng) -> Option<(Vec<bool>, GradeInfo)> {
        if self.run.shape.minimal {
            return None;
        }
        let mut out: Vec<usize> = (0..kept.len()).filter(|i| !kept[*i]).collect();
        shuffle(&mut out, rng);
        if self.nearest(near) {
            return self.fill(kept.to_vec(), &out);
        }
        let (mut low, mut high) = (0, out.len() + 1);
        while high - low > 1 {
            let middle = (low + high) / 2;
            let mut next = kept.to_vec();
            for &i in &out[..middle] {
                next[i] = true;
            }
            match self.look(&next) {
                Step::Fit(info) => return Some((next, *info)),
                Step::Harder(near) if self.nearest(near) => return self.fill(next, &out[middle..]),
                Step::Harder(_) => low = middle,
                Step::Easier(..) | Step::Wrong => high = middle,
            }
        }
        None
    }

    fn nearest(&self, near: u32) -> bool {
        near > 0 && near == self.run.target.nearest()
    }

    /// The techniques that must be needed find something where all others stall, but the puzzle is
    /// too hard: clues are given back one by one, those without which all this would no longer hold
    /// left out.
    fn fill(&mut self, mut kept: Vec<bool>, out: &[usize]) -> Option<(Vec<bool>, GradeInfo)> {
        for &i in out {
            if self.run.clock.expired().is_some() {
                self.tried.cut = true;
                return None;
            }
            kept[i] = true;
            match self.look(&kept) {
                Step::Fit(info) => return Some((kept, *info)),
                Step::Harder(near) if self.nearest(near) => {}
                _ => kept[i] = false,
            }
        }
        None
    }
}
