//! The fewest edits of clues, found by trying places: their clues are taken away, and each solution
//! that is left says which clues would take their place. A set of new clues that only one solution
//! agrees with is a repair.
//!
//! What is left depends on the clues that go alone: it is looked for once, and serves all sets of
//! places with these clues and places without one. Clues that clash tell of other sets: each must
//! have one of their places.

mod clash;
mod subsets;
mod worth;

pub(super) use worth::worth;

use super::adapter::{puzzle_of, start_of};
use super::genre::{ClueGenre, Clued, Clues, Place, SingleEdit};
use crate::{Bad, ClueEdit, Repair, RepairRequest, Repaired};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use subsets::Subsets;
use tesuji_solver::{Clock, Limits, Stop, Value};

/// Solutions that are looked at for one set of places. Where there are more, what is found is
/// right, but there may be other repairs.
const MOST_SOLUTIONS: usize = 400;

struct Search<'a, G: ClueGenre> {
    genre: &'a G,
    puzzle: &'a Clued<G>,
    subsets: Subsets<'a, G>,
    want: &'a RepairRequest,
    clock: Clock,
    /// Clues that clash: every set of places has one of each.
    clashes: Vec<BTreeSet<Place>>,
    /// Was every look for solutions complete?
    complete: bool,
    /// Edits, the puzzle after them, its solution.
    repairs: Vec<(Vec<ClueEdit>, Clued<G>, Vec<Value>)>,
    /// The places that can be edited.
    places: Vec<Place>,
    /// The places of what can be left out.
    stated: BTreeSet<Place>,
    /// By the clues that are taken away: what is left.
    left: BTreeMap<Vec<Place>, Rc<Remainder<G::Clue>>>,
}

/// The solutions that are left without some clues.
struct Remainder<C> {
    solutions: Vec<Vec<Value>>,
    /// By solution: the clues that it puts on all places; empty where they are not kept.
    clues: Vec<Vec<Option<C>>>,
    complete: bool,
}

/// A clue with its place, in words.
fn named<G: ClueGenre>(genre: &G, puzzle: &Clued<G>, subsets: &Subsets<'_, G>, place: Place) -> String {
    let name = genre.place_name(&puzzle.structure, place);
    let Some(clue) = puzzle.clues.get(&place) else { return subsets.words(place).unwrap_or(name) };
    let words = genre.clue_words(clue);
    // "the clue left of row 1" says where by itself.
    match name.strip_prefix("the clue ") {
        // A clue that says no more than that it stands.
        _ if words.is_empty() => name,
        Some(rest) => format!("{words} {rest}"),
        None => format!("{words} at {name}"),
    }
}

/// Looks for the repairs of a puzzle with the fewest edits.
pub(super) fn repair<G: ClueGenre>(genre: &G, puzzle: &Clued<G>, want: &RepairRequest) -> Result<Repaired, Bad> {
    let clock = want.limits.start();
    let subsets = Subsets::new(genre, puzzle);
    let mut search = Search {
        genre,
        puzzle,
        stated: subsets.places(),
        subsets,
        want,
        clock,
        clashes: Vec::new(),
        complete: true,
        repairs: Vec::new(),
        places: Vec::new(),
        left: BTreeMap::new(),
    };
    let (solutions, stop) = search.solutions(&puzzle.clues, 2)?;
    let singles = genre.single_edits(puzzle);
    let derived = genre.derives_edits();
    let edits = derived || !singles.is_empty();
    let mut out =
        Repaired { solutions: solutions.len(), clash: Vec::new(), edits, repairs: Vec::new(), proved: true, stop };
    if solutions.len() == 1 && stop == Stop::Exhausted {
        return Ok(out);
    }
    if solutions.is_empty() && stop != Stop::Exhausted {
        out.proved = false;
        return Ok(out);
    }
    let clash = if solutions.is_empty() { search.clash()? } else { BTreeSet::new() };
    // Where clues clash by their places, one more clue elsewhere may help: edits can't rest on
    // that.
    let by_places = if solutions.is_empty() && clash.is_empty() { search.clash_of_places()? } else { BTreeSet::new() };
    out.clash = clash.iter().chain(&by_places).map(|&place| search.named(place)).collect();
    // What is wrong at sight, and not with the clues of some places.
    if let (true, true, Err(bad)) = (solutions.is_empty(), out.clash.is_empty(), genre.lint(puzzle)) {
        out.clash.push(bad.to_string());
    }
    if !clash.is_empty() {
        search.clashes.push(clash);
    }
    if !edits {
        out.proved = false;
        return Ok(out);
    }
    let mut places: BTreeSet<Place> = genre.places(&puzzle.structure).into_iter().collect();
    places.extend(puzzle.clues.keys());
    search.places = places.into_iter().collect();
    out.stop = Stop::Exhausted;
    for edits in 1..=want.edits {
        let mut chosen = Vec::new();
        let singles = if edits == 1 { &singles[..] } else { &[] };
        let mut end = search.try_singles(singles)?;
        if derived && end.is_ok() {
            end = search.choose(0, edits, &mut chosen)?;
        }
        if let Err(stop) = end {
            out.stop = stop;
            // Repairs were found, or the search was cut short.
            out.proved &= stop == Stop::Enough;
        }
        if !search.repairs.is_empty() || out.stop != Stop::Exhausted {
            break;
        }
        // Not all edits are among those that are listed one by one.
        out.proved &= search.complete && derived;
    }
    let repairs = std::mem::take(&mut search.repairs);
    out.repairs = repairs.into_iter().map(|repair| search.told(repair)).collect();
    Ok(out)
}

impl<G: ClueGenre> Search<'_, G> {
    fn with(&self, clues: &Clues<G::Clue>) -> Clued<G> {
        Clued { structure: std::sync::Arc::clone(&self.puzzle.structure), clues: clues.clone() }
    }

    fn solutions(&self, clues: &Clues<G::Clue>, most: usize) -> Result<(Vec<Vec<Value>>, Stop), Bad> {
        self.solutions_of(&self.with(clues), most)
    }

    fn solutions_of(&self, puzzle: &Clued<G>, most: usize) -> Result<(Vec<Vec<Value>>, Stop), Bad> {
        // Clues that clash at sight leave no solution.
        if self.genre.lint(puzzle).is_err() {
            return Ok((Vec::new(), Stop::Exhausted));
        }
        let (layout, domains, _) = start_of(self.genre, puzzle)?;
        let limits = Limits { solutions: most, ..self.want.limits.clone() }.with_time(self.clock.remaining());
        let answer = layout.solve(&domains, &limits);
        Ok((answer.solutions, answer.stop))
    }

    /// What is left with the clues of some places.
    fn subset(&mut self, kept: &BTreeSet<Place>, most: usize) -> Result<subsets::Left, Bad> {
        let limits = Limits { solutions: most, ..self.want.limits.clone() }.with_time(self.clock.remaining());
        self.subsets.left(kept, &limits)
    }

    /// Tries edits that are listed one by one.
    fn try_singles(&mut self, singles: &[SingleEdit<G>]) -> Result<Result<(), Stop>, Bad> {
        for single in singles {
            if let Some(stop) = self.clock.expired() {
                return Ok(Err(stop));
            }
            // Edits elsewhere leave a clash.
            let meets = |clash: &BTreeSet<Place>| single.touches.iter().any(|place| clash.contains(place));
            if !self.clashes.iter().all(meets) {
                continue;
            }
            let (mut all, stop) = self.solutions_of(&single.puzzle, 2)?;
            if all.len() == 1 && stop == Stop::Exhausted {
                let solution = all.swap_remove(0);
                self.repairs.push((vec![single.words.clone()], single.puzzle.clone(), solution));
                if self.repairs.len() >= self.want.count {
                    return Ok(Err(Stop::Enough));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Tries all sets of so many places from `first` on, with those chosen. Every set meets all
    /// clashes: edits elsewhere leave them.
    fn choose(&mut self, first: usize, left: usize, chosen: &mut Vec<usize>) -> Result<Result<(), Stop>, Bad> {
        let meets = |clash: &BTreeSet<Place>, chosen: &[usize], places: &[Place]| {
            chosen.iter().any(|&p| clash.contains(&places[p]))
        };
        if left == 0 {
            if !self.clashes.iter().all(|clash| meets(clash, chosen, &self.places)) {
                return Ok(Ok(()));
            }
            return self.try_places(chosen);
        }
        for i in first..self.places.len() {
            chosen.push(i);
            // The last place meets all clashes that the others do not.
            let is_hopeless = left == 1 && !self.clashes.iter().all(|clash| meets(clash, chosen, &self.places));
            let end = if is_hopeless { Ok(()) } else { self.choose(i + 1, left - 1, chosen)? };
            chosen.pop();
            if end.is_err() {
                return Ok(end);
            }
        }
        Ok(Ok(()))
    }

    /// What is left without the clues of some places.
    fn left(&mut self, removed: &[Place], keep: bool) -> Result<Rc<Remainder<G::Clue>>, Bad> {
        if let Some(left) = self.left.get(removed) {
            return Ok(Rc::clone(left));
        }
        let kept = self.stated.iter().copied().filter(|p| !removed.contains(p)).collect();
        let subsets::Left { solutions, stop, clash } = self.subset(&kept, MOST_SOLUTIONS)?;
        self.clashes.extend(clash);
        let put = |solution: &Vec<Value>| self.genre.edited_at(self.puzzle, &self.places, solution);
        let is_complete = stop == Stop::Exhausted;
        let clues = if keep || !is_complete { solutions.iter().map(put).collect() } else { Vec::new() };
        let left = Rc::new(Remainder { solutions, clues, complete: is_complete });
        if keep {
            self.left.insert(removed.to_vec(), Rc::clone(&left));
        }
        Ok(left)
    }

    /// Takes the clues of some places away; what each solution would put there makes groups, and a
    /// group of one is a repair.
    fn try_places(&mut self, chosen: &[usize]) -> Result<Result<(), Stop>, Bad> {
        if let Some(stop) = self.clock.expired() {
            return Ok(Err(stop));
        }
        let places: Vec<Place> = chosen.iter().map(|&i| self.places[i]).collect();
        let mut removed = places.clone();
        removed.retain(|p| self.stated.contains(p));
        let left = self.left(&removed, removed.len() < chosen.len())?;
        self.complete &= left.complete;
        // By solution: the clues that it puts on the places chosen.
        let put = |number: usize| match left.clues.get(number) {
            Some(all) => chosen.iter().map(|&i| all[i].clone()).collect(),
            None => self.genre.edited_at(self.puzzle, &places, &left.solutions[number]),
        };
        let clues: Vec<Vec<Option<G::Clue>>> = (0..left.solutions.len()).map(put).collect();
        let mut groups: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (number, clues) in clues.iter().enumerate() {
            groups.entry(format!("{clues:?}")).or_insert((number, 0)).1 += 1;
        }
        // Where a solution puts no clue, the puzzle says nothing: it has all solutions that agree
        // elsewhere.
        let is_alone = |number: usize| {
            let own = &clues[number];
            let agrees = |other: &&Vec<Option<G::Clue>>| {
                own.iter().zip(*other).all(|(own, other)| own.is_none() || other == own)
            };
            clues.iter().filter(agrees).nth(1).is_none()
        };
        let of_solution = |number: usize| -> Vec<(Place, Option<G::Clue>)> {
            places.iter().copied().zip(clues[number].iter().cloned()).collect()
        };
        let mut alone: Vec<usize> = groups.into_values().filter(|g| g.1 == 1).map(|g| g.0).collect();
        alone.retain(|&number| is_alone(number));
        alone.sort_unstable();
        let mut ways: Vec<Vec<(Place, Option<G::Clue>)>> = alone.into_iter().map(of_solution).collect();
        if let ([place], false) = (chosen, left.complete) {
            // Of too many solutions not all were looked at: clues that they put elsewhere are
            // tried.
            let mut others: Vec<&G::Clue> = Vec::new();
            for clue in left.clues.iter().flatten().flatten() {
                let is_seen = || left.clues.iter().any(|c| c[*place].as_ref() == Some(clue));
                let fits = || self.genre.fits(&self.puzzle.structure, self.places[*place], clue);
                if !others.contains(&clue) && !is_seen() && fits() {
                    others.push(clue);
                }
            }
            ways.extend(others.into_iter().map(|clue| vec![(self.places[*place], Some(clue.clone()))]));
        }
        // Only clues taken away, and one solution left: that is a repair, too.
        if left.solutions.len() == 1 && left.complete && self.genre.clues_are_optional() {
            ways.push(places.iter().map(|&p| (p, None)).collect());
        }
        for edits in ways {
            if edits.iter().any(|(p, clue)| clue.as_ref() == self.puzzle.clues.get(p)) {
                continue;
            }
            let mut clues = self.puzzle.clues.clone();
            for (place, clue) in edits {
                match clue {
                    Some(clue) => drop(clues.insert(place, clue)),
                    None => drop(clues.remove(&place)),
                }
            }
            // Whatever the groups say, the puzzle itself is asked.
            let (mut all, stop) = self.solutions(&clues, 2)?;
            if all.len() != 1 || stop != Stop::Exhausted {
                continue;
            }
            let solution = all.swap_remove(0);
            let repaired = self.with(&clues);
            if self.genre.lint(&repaired).is_ok() {
                self.repairs.push((self.edits_of(&repaired), repaired, solution));
                if self.repairs.len() >= self.want.count {
                    return Ok(Err(Stop::Enough));
                }
            }
        }
        Ok(Ok(()))
    }

    fn named(&self, place: Place) -> String {
        named(self.genre, self.puzzle, &self.subsets, place)
    }

    fn edits_of(&self, repaired: &Clued<G>) -> Vec<ClueEdit> {
        let (before, after) = (&self.puzzle.clues, &repaired.clues);
        let places: BTreeSet<Place> = before.keys().chain(after.keys()).copied().collect();
        let changed = places.into_iter().filter(|p| before.get(p) != after.get(p));
        let words = |clue: Option<&G::Clue>| clue.map(|clue| self.genre.clue_words(clue));
        let edit = |p: Place| ClueEdit {
            at: self.genre.place_name(&self.puzzle.structure, p),
            from: words(before.get(&p)),
            to: words(after.get(&p)),
        };
        changed.map(edit).collect()
    }

    fn told(&self, (edits, repaired, solution): (Vec<ClueEdit>, Clued<G>, Vec<Value>)) -> Repair {
        let mut record = puzzle_of(self.genre, &repaired).record();
        record.solution = Some(self.genre.solution(&repaired, &solution));
        Repair { edits, record }
    }
}
