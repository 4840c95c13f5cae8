//! The fewest edits of clues, found by trying places: their clues are taken away, and each solution
//! that is left says which clues would take their place. A set of new clues that only one solution
//! agrees with is a repair.

use super::adapter::{puzzle_of, start_of};
use super::genre::{ClueGenre, Clued, Clues, Place};
use crate::{Bad, ClueEdit, Repair, RepairRequest, Repaired};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_solver::{Clock, Limits, Stop, Value};

/// Solutions that are looked at for one set of places. Where there are more, what is found is
/// right, but there may be other repairs.
const MOST_SOLUTIONS: usize = 400;

struct Search<'a, G: ClueGenre> {
    genre: &'a G,
    puzzle: &'a Clued<G>,
    want: &'a RepairRequest,
    clock: Clock,
    /// Was every look for solutions complete?
    complete: bool,
    repairs: Vec<(Clued<G>, Vec<Value>)>,
}

/// Looks for the repairs of a puzzle with the fewest edits.
pub(super) fn repair<G: ClueGenre>(genre: &G, puzzle: &Clued<G>, want: &RepairRequest) -> Result<Repaired, Bad> {
    let clock = want.limits.start();
    let mut search = Search { genre, puzzle, want, clock, complete: true, repairs: Vec::new() };
    let (solutions, stop) = search.solutions(&puzzle.clues, 2)?;
    let mut out = Repaired { solutions: solutions.len(), clash: Vec::new(), repairs: Vec::new(), proved: true, stop };
    if solutions.len() == 1 && stop == Stop::Exhausted {
        return Ok(out);
    }
    if solutions.is_empty() && stop != Stop::Exhausted {
        out.proved = false;
        return Ok(out);
    }
    let clash = if solutions.is_empty() { search.clash()? } else { Vec::new() };
    let name = |place: &Place| search.named(*place);
    out.clash = clash.iter().map(name).collect();
    let mut places: BTreeSet<Place> = genre.places(&puzzle.structure).into_iter().collect();
    places.extend(puzzle.clues.keys());
    let places: Vec<Place> = places.into_iter().collect();
    out.stop = Stop::Exhausted;
    for edits in 1..=want.edits {
        let mut chosen = Vec::new();
        if let Err(stop) = search.choose(&places, 0, edits, &clash, &mut chosen)? {
            out.stop = stop;
            // Repairs were found, or the search was cut short.
            out.proved &= stop == Stop::Enough;
        }
        if !search.repairs.is_empty() || out.stop != Stop::Exhausted {
            break;
        }
        out.proved &= search.complete;
    }
    let repairs = std::mem::take(&mut search.repairs);
    out.repairs = repairs.into_iter().map(|(repaired, solution)| search.told(&repaired, &solution)).collect();
    Ok(out)
}

impl<G: ClueGenre> Search<'_, G> {
    fn with(&self, clues: &Clues<G::Clue>) -> Clued<G> {
        Clued { structure: std::sync::Arc::clone(&self.puzzle.structure), clues: clues.clone() }
    }

    fn solutions(&self, clues: &Clues<G::Clue>, most: usize) -> Result<(Vec<Vec<Value>>, Stop), Bad> {
        let puzzle = self.with(clues);
        // Clues that clash at sight leave no solution.
        if self.genre.lint(&puzzle).is_err() {
            return Ok((Vec::new(), Stop::Exhausted));
        }
        let (layout, domains, _) = start_of(self.genre, &puzzle)?;
        let limits = Limits { solutions: most, ..self.want.limits.clone() }.with_time(self.clock.remaining());
        let answer = layout.solve(&domains, &limits);
        Ok((answer.solutions, answer.stop))
    }

    /// Clues without a common solution, none of which can be left out.
    fn clash(&self) -> Result<Vec<Place>, Bad> {
        let mut clues = self.puzzle.clues.clone();
        for place in self.puzzle.clues.keys() {
            let Some(clue) = clues.remove(place) else { continue };
            let (solutions, stop) = self.solutions(&clues, 1)?;
            if !solutions.is_empty() || stop != Stop::Exhausted {
                clues.insert(*place, clue);
            }
        }
        Ok(clues.into_keys().collect())
    }

    /// Tries all sets of so many places from `first` on, with those chosen. Every set meets the
    /// clash, if there is one: edits elsewhere leave it.
    fn choose(
        &mut self,
        places: &[Place],
        first: usize,
        left: usize,
        clash: &[Place],
        chosen: &mut Vec<Place>,
    ) -> Result<Result<(), Stop>, Bad> {
        if left == 0 {
            if !clash.is_empty() && !chosen.iter().any(|p| clash.contains(p)) {
                return Ok(Ok(()));
            }
            return self.try_places(chosen);
        }
        for i in first..places.len() {
            chosen.push(places[i]);
            let end = self.choose(places, i + 1, left - 1, clash, chosen)?;
            chosen.pop();
            if end.is_err() {
                return Ok(end);
            }
        }
        Ok(Ok(()))
    }

    /// Takes the clues of some places away; what each solution would put there makes groups, and a
    /// group of one is a repair.
    fn try_places(&mut self, chosen: &[Place]) -> Result<Result<(), Stop>, Bad> {
        if let Some(stop) = self.clock.expired() {
            return Ok(Err(stop));
        }
        let mut fewer = self.puzzle.clues.clone();
        chosen.iter().for_each(|p| drop(fewer.remove(p)));
        let (solutions, stop) = self.solutions(&fewer, MOST_SOLUTIONS)?;
        let complete = stop == Stop::Exhausted;
        self.complete &= complete;
        let mut groups: Vec<(Clues<G::Clue>, usize, &Vec<Value>)> = Vec::new();
        for solution in &solutions {
            let put = |&p: &Place| Some((p, self.genre.derive_clue_at(&self.puzzle.structure, p, solution)?));
            let mut clues = fewer.clone();
            clues.extend(chosen.iter().filter_map(put));
            match groups.iter_mut().find(|g| g.0 == clues) {
                Some(group) => group.1 += 1,
                None => groups.push((clues, 1, solution)),
            }
        }
        // Only clues taken away, and one solution left: that is a repair, too.
        if let ([solution], true) = (solutions.as_slice(), complete) {
            groups.push((fewer.clone(), 1, solution));
        }
        for (clues, members, solution) in groups {
            let is_edit = |p: &Place| clues.get(p) != self.puzzle.clues.get(p);
            if members > 1 || !chosen.iter().all(is_edit) {
                continue;
            }
            if !complete {
                let (all, stop) = self.solutions(&clues, 2)?;
                if all.len() != 1 || stop != Stop::Exhausted {
                    continue;
                }
            }
            let repaired = self.with(&clues);
            if self.genre.lint(&repaired).is_ok() {
                self.repairs.push((repaired, solution.clone()));
                if self.repairs.len() >= self.want.count {
                    return Ok(Err(Stop::Enough));
                }
            }
        }
        Ok(Ok(()))
    }

    fn named(&self, place: Place) -> String {
        let name = self.genre.place_name(&self.puzzle.structure, place);
        match self.puzzle.clues.get(&place) {
            Some(clue) => format!("{} at {name}", self.genre.clue_words(clue)),
            None => name,
        }
    }

    fn told(&self, repaired: &Clued<G>, solution: &[Value]) -> Repair {
        let (before, after) = (&self.puzzle.clues, &repaired.clues);
        let places: BTreeSet<Place> = before.keys().chain(after.keys()).copied().collect();
        let words: BTreeMap<Place, (Option<String>, Option<String>)> = places
            .into_iter()
            .filter(|p| before.get(p) != after.get(p))
            .map(|p| (p, (before.get(&p), after.get(&p))))
            .map(|(p, (a, b))| (p, (a.map(|c| self.genre.clue_words(c)), b.map(|c| self.genre.clue_words(c)))))
            .collect();
        let edits = words
            .into_iter()
            .map(|(p, (from, to))| ClueEdit { at: self.genre.place_name(&self.puzzle.structure, p), from, to })
            .collect();
        let mut record = puzzle_of(self.genre, repaired).record();
        record.solution = Some(self.genre.solution(&repaired.structure, solution));
        Repair { edits, record }
    }
}
