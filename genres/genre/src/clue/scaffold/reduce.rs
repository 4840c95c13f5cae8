//! Taking clues away and giving them back, by orbit.

use super::switched::Switched;
use super::whole::Whole;
use crate::Bad;
use crate::clue::adapter::start_of;
use crate::clue::genre::{Arrangement, ClueGenre, Clued, Clues, Place};
use crate::clue::layout::Layout;
use crate::clue::option::Shape;
use crate::random::{pick, shuffle};
use rand_chacha::ChaCha8Rng;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tesuji_solver::engine::Session;
use tesuji_solver::{Clock, Domain, Limits, Value, Var, VarSet};

/// Search nodes of one uniqueness test; a set that takes more counts as not unique. Fewer where
/// places are many, as nodes cost more and tests are more, too.
fn test_nodes(places: usize) -> u64 {
    (500_000 / places.max(1) as u64).clamp(200, 5_000)
}

/// The same where it is asked that no clue can be left out: a clue of which that is not shown costs
/// the whole puzzle.
const PROOF: u64 = 100;

/// A completion with all clues that it puts on places, and the orbits that go together.
pub(super) struct Scaffold<'a, G: ClueGenre> {
    genre: &'a G,
    structure: Arc<G::Structure>,
    full: Clues<G::Clue>,
    /// Orbits of the places with clues.
    pub(super) orbits: Vec<Vec<Place>>,
    /// By orbit: how much rather than others its clues stay; empty where all are alike.
    weights: Vec<i32>,
    /// The one layout of all clue sets, where clues are no rules of their own.
    layout: Option<Arc<Layout>>,
    /// By orbit, the candidates that its clues leave variables; empty without that one layout.
    patterns: Vec<Vec<(Var, Domain)>>,
    /// The last set of orbits that was shown to be minimal: without any one there are several
    /// solutions.
    minimal: RefCell<Option<Vec<bool>>>,
    /// The network of all clues, where clues can be left out of it; made when first asked.
    whole: OnceCell<Option<Whole>>,
    /// The engine of all clue sets, where clues are rules that can be switched; compiled when first
    /// asked.
    switched: OnceCell<Option<RefCell<Switched>>>,
    /// Search nodes of one uniqueness test, and of one that is to tell that a clue can't be left
    /// out, where that is asked.
    nodes: u64,
    proof: Option<u64>,
    /// The last puzzle that was looked at, ready for a search.
    last: RefCell<Option<(Vec<bool>, Start)>>,
    solution: Vec<Value>,
}

/// A puzzle's network and candidates, and the variables that are given.
type Start = (Arc<Layout>, Vec<Domain>, VarSet);

impl<'a, G: ClueGenre> Scaffold<'a, G> {
    /// `solution`: the one that the clues are taken from.
    pub(super) fn new(
        genre: &'a G,
        structure: Arc<G::Structure>,
        full: Clues<G::Clue>,
        solution: &[Value],
        (shape, arrangement): (&Shape, Arrangement),
    ) -> Self {
        let mut orbits: BTreeSet<Vec<Place>> = BTreeSet::new();
        let mut seen: BTreeSet<Place> = BTreeSet::new();
        let places: Vec<Place> = full.keys().copied().collect();
        let all = genre.orbits(&structure, arrangement.symmetry, &places);
        for (&place, mut orbit) in places.iter().zip(all) {
            if seen.contains(&place) {
                continue;
            }
            orbit.retain(|p| full.contains_key(p) && seen.insert(*p));
            orbit.sort_unstable();
            orbits.insert(orbit);
        }
        let orbits: Vec<Vec<Place>> = orbits.into_iter().collect();
        let weight =
            |place: &Place| full.get(place).map_or(0, |clue| genre.clue_weight(&structure, shape.style, *place, clue));
        let mean = |orbit: &Vec<Place>| orbit.iter().map(weight).sum::<i32>() / orbit.len().max(1) as i32;
        let mut weights: Vec<i32> = orbits.iter().map(mean).collect();
        if weights.iter().all(|&weight| weight == 0) {
            weights.clear();
        }
        let shared = genre.clues_are_domains(&structure);
        let layout = if shared { genre.layout(&structure, &Clues::new()).ok() } else { None };
        let mut by_place: BTreeMap<Place, Vec<(Var, Domain)>> = BTreeMap::new();
        if shared {
            let mut note = |place, var, keep| by_place.entry(place).or_default().push((var, keep));
            genre.for_each_pattern(&structure, &full, &mut note);
        }
        let of_orbit = |orbit: &Vec<Place>| orbit.iter().filter_map(|p| by_place.get(p)).flatten().copied().collect();
        let patterns = if shared { orbits.iter().map(of_orbit).collect() } else { Vec::new() };
        let nodes = test_nodes(full.len());
        let proof = shape.minimal.then_some(nodes * PROOF);
        Scaffold {
            genre,
            structure,
            full,
            orbits,
            weights,
            layout,
            patterns,
            minimal: RefCell::default(),
            whole: OnceCell::new(),
            switched: OnceCell::new(),
            nodes,
            proof,
            last: RefCell::default(),
            solution: solution.to_vec(),
        }
    }

    /// Are some clues to stay rather than others?
    pub(super) fn is_weighted(&self) -> bool {
        !self.weights.is_empty()
    }

    /// Orbits in a drawn order, what is to stay rather than others first.
    pub(super) fn drawn_order(&self, among: impl Iterator<Item = usize>, rng: &mut ChaCha8Rng) -> Vec<usize> {
        let mut order: Vec<usize> = among.collect();
        shuffle(&mut order, rng);
        if !self.weights.is_empty() {
            order.sort_by_cached_key(|&i| pick(rng, 100) as i32 - self.weights[i]);
        }
        order
    }

    /// The network of all clues, where clues can be left out of it; made when first asked.
    pub(super) fn whole(&self) -> Option<&Whole> {
        let make = || Whole::new(self.genre, &self.structure, &self.full, &self.solution);
        self.whole.get_or_init(make).as_ref()
    }

    fn switched(&self) -> Option<&RefCell<Switched>> {
        let compile = || {
            let whole = self.whole().filter(|_| self.genre.clues_are_optional())?;
            Switched::new(whole, self.full.keys().copied(), &self.solution).map(RefCell::new)
        };
        self.switched.get_or_init(compile).as_ref()
    }

    /// Is a place of these orbits?
    pub(super) fn is_kept(&self, kept: &[bool]) -> impl Fn(Place) -> bool + use<G> {
        let mut is_kept: Vec<bool> = Vec::new();
        for (orbit, _) in self.orbits.iter().zip(kept).filter(|(_, k)| **k) {
            for &place in orbit {
                is_kept.resize(is_kept.len().max(place as usize + 1), false);
                is_kept[place as usize] = true;
            }
        }
        move |place| is_kept.get(place as usize).copied().unwrap_or(false)
    }

    /// The puzzle with the clues of these orbits.
    pub(super) fn puzzle(&self, kept: &[bool]) -> Clued<G> {
        let orbits = self.orbits.iter().zip(kept).filter(|(_, k)| **k);
        let clues = orbits.flat_map(|(o, _)| o.iter().filter_map(|p| Some((*p, self.full.get(p)?.clone())))).collect();
        Clued { structure: Arc::clone(&self.structure), clues }
    }

    /// The puzzle with the clues of these orbits, ready for a search.
    ///
    /// # Errors
    /// [`Bad`] when it makes no network.
    pub(super) fn start(&self, kept: &[bool]) -> Result<Start, Bad> {
        let mut last = self.last.borrow_mut();
        if let Some((of, start)) = &*last
            && of == kept
        {
            return Ok(start.clone());
        }
        let start = start_of(self.genre, &self.puzzle(kept))?;
        *last = Some((kept.to_vec(), start.clone()));
        Ok(start)
    }

    /// Number of clues of these orbits.
    pub(super) fn clues(&self, kept: &[bool]) -> usize {
        self.orbits.iter().zip(kept).filter(|(_, k)| **k).map(|(o, _)| o.len()).sum()
    }

    /// Is there shown to be one solution?
    pub(super) fn unique(&self, kept: &[bool], clock: &Clock) -> bool {
        self.unique_within(kept, self.nodes, clock)
    }

    /// Does a search within some nodes find another solution?
    pub(super) fn has_other(&self, kept: &[bool], nodes: u64, clock: &Clock) -> bool {
        let Ok((layout, domains, _)) = self.start(kept) else { return false };
        let limits = Limits::solutions(1).with_nodes(nodes).with_time(clock.remaining());
        !layout.others(&domains, &self.solution, &limits).solutions.is_empty()
    }

    fn unique_within(&self, kept: &[bool], nodes: u64, clock: &Clock) -> bool {
        if let Some(switched) = self.switched() {
            let orbits = self.orbits.iter().zip(kept).filter(|(_, k)| **k);
            let places = orbits.flat_map(|(orbit, _)| orbit.iter().copied());
            return switched.borrow_mut().is_unique(places, nodes, clock) == Some(true);
        }
        let Some(layout) = &self.layout else {
            if let Some(told) = self.unique_coarsely(kept, nodes, clock) {
                return told;
            }
            let Ok((layout, domains, _)) = self.start(kept) else { return false };
            let limits = Limits::solutions(1).with_nodes(nodes).with_time(clock.remaining());
            let answer = layout.others(&domains, &self.solution, &limits);
            let is_complete = answer.stop.is_complete() && answer.solutions.is_empty();
            return is_complete && layout.is_solution(&domains, &self.solution);
        };
        layout.is_unique(&self.domains(layout, kept), nodes, clock) == Some(true)
    }

    /// The candidates that the clues of these orbits leave, where clues are no rules of their own.
    fn domains(&self, layout: &Layout, kept: &[bool]) -> Vec<Domain> {
        let mut domains = layout.network.domains().to_vec();
        let patterns = self.patterns.iter().zip(kept).filter(|(_, k)| **k);
        patterns.flat_map(|(list, _)| list).for_each(|&(var, keep)| domains[var.index()] &= keep);
        domains
    }

    /// Does a puzzle with one solution still have only one after the orbit `without` was taken
    /// away? Returns `None` if the nodes or the time don't suffice to tell.
    fn stays_unique(&self, kept: &[bool], without: usize, nodes: u64, clock: &Clock) -> Option<bool> {
        // Without nodes the answer must come from propagation alone, which `can_avoid` does not give.
        let Some(layout) = self.layout.as_ref().filter(|layout| nodes > 0 && layout.engine().is_in_lanes()) else {
            return self.unique_within(kept, nodes, clock).then_some(true);
        };
        // Another solution differs from the known one at some clue of the orbit. So each is asked
        // for in turn, with the clues before it kept.
        let mut domains = self.domains(layout, kept);
        let mut is_known = true;
        for &(var, keep) in &self.patterns[without] {
            let limits = Limits::default().with_nodes(nodes).with_time(clock.remaining());
            match layout.engine().can_avoid(&domains, var, keep, &limits) {
                Some(true) => return Some(false),
                Some(false) => {}
                None => is_known = false,
            }
            domains[var.index()] &= keep;
        }
        is_known.then_some(true)
    }

    /// The same by the genre's coarse network, where it has one. Where the known solution has the
    /// value that stands for several, it can't be told from others with the same: that is no.
    fn unique_coarsely(&self, kept: &[bool], nodes: u64, clock: &Clock) -> Option<bool> {
        let (network, several) = self.genre.coarse(&self.puzzle(kept))?;
        let known = |(domain, &value): (&Domain, &Value)| if domain.contains(value) { value } else { several };
        let known: Vec<Value> = network.domains().iter().zip(&self.solution).map(known).collect();
        if known.contains(&several) {
            return Some(false);
        }
        let mut session = Session::new(&network);
        session.exclude(&known);
        let limits = Limits::solutions(1).with_nodes(nodes).with_time(clock.remaining());
        let answer = session.solve(&[], &limits);
        Some(answer.stop.is_complete() && answer.solutions.is_empty())
    }

    /// Takes orbits away in a drawn order as long as one solution is left, down to `floor` clues;
    /// those of `last` are tried last. Where the target `is_easy` and all clues together take no
    /// search, what is left takes none. `false` when the time is up before all were tried.
    pub(super) fn reduce(
        &self,
        kept: &mut [bool],
        (floor, is_easy): (usize, bool),
        last: &[usize],
        rng: &mut ChaCha8Rng,
        clock: &Clock,
    ) -> bool {
        let among = (0..kept.len()).filter(|i| kept[*i] && !last.contains(i));
        let mut order = self.drawn_order(among, rng);
        if self.is_weighted() {
            order.reverse();
        }
        let first = order.len();
        order.extend(last.iter().copied().filter(|i| kept[*i]));
        let mut clues = self.clues(kept);
        let is_easy = is_easy && self.proof.is_none() && self.unique_within(kept, 0, clock);
        let all = if is_easy { 0 } else { self.nodes };
        if last.is_empty() && self.switched().is_some() && self.unique_within(kept, all, clock) {
            self.leave_out(kept, &order, &mut clues, floor);
        }
        // What few nodes could not tell of is looked at again where nothing that can go is to stay.
        let mut is_needed = vec![false; kept.len()];
        for nodes in std::iter::once(all).chain(self.proof) {
            for &i in &order {
                if !kept[i] || is_needed[i] || clues < floor + self.orbits[i].len() {
                    continue;
                }
                kept[i] = false;
                let told = self.stays_unique(kept, i, nodes, clock);
                if told == Some(true) {
                    clues -= self.orbits[i].len();
                    self.leave_out(kept, &order[..first], &mut clues, floor);
                } else {
                    kept[i] = true;
                    is_needed[i] = told == Some(false);
                }
                // What the time cut short is no answer.
                if clock.expired().is_some() {
                    return false;
                }
            }
        }
        // A clue that was needed beside more clues is needed beside fewer.
        let mut stay = (0..kept.len()).filter(|&i| kept[i]);
        if stay.all(|i| is_needed[i] && self.orbits[i].len() == 1) {
            *self.minimal.borrow_mut() = Some(kept.to_vec());
        }
        true
    }

    /// Takes away what the last answer, that one solution is left, did not rest on.
    fn leave_out(&self, kept: &mut [bool], order: &[usize], clues: &mut usize, floor: usize) {
        let Some(switched) = self.switched() else { return };
        let switched = switched.borrow();
        let Some(needed) = switched.needed() else { return };
        for &i in order {
            let orbit = &self.orbits[i];
            if kept[i] && *clues >= floor + orbit.len() && !orbit.iter().any(|place| needed.contains(place)) {
                kept[i] = false;
                *clues -= orbit.len();
            }
        }
    }

    /// Can no single clue be left out? `None`: of one it could not be told, or the time was up.
    pub(super) fn is_minimal(&self, kept: &[bool], clock: &Clock) -> Option<bool> {
        let puzzle = self.puzzle(kept);
        let is_shown = self.minimal.borrow().as_deref() == Some(kept);
        if is_shown && self.genre.with_less(&puzzle).is_empty() {
            return Some(true);
        }
        let without = |place: &Place| {
            let mut fewer = puzzle.clone();
            fewer.clues.remove(place);
            fewer
        };
        for fewer in puzzle.clues.keys().map(without).chain(self.genre.with_less(&puzzle)) {
            clock.expired().is_none().then_some(())?;
            let (layout, domains, _) = start_of(self.genre, &fewer).ok()?;
            if layout.is_unique(&domains, self.proof.unwrap_or(self.nodes), clock)? {
                return Some(false);
            }
        }
        Some(true)
    }
}
