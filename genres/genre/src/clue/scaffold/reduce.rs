//! Taking clues away and giving them back, by orbit.

use super::switched::Switched;
use crate::clue::adapter::start_of;
use crate::clue::genre::{ClueGenre, Clued, Clues, Place};
use crate::clue::layout::Layout;
use crate::clue::option::Shape;
use crate::lots::shuffle;
use rand_chacha::ChaCha8Rng;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use tesuji_solver::Clock;

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
    /// The one layout of all clue sets, where clues are no rules of their own.
    layout: Option<Arc<Layout>>,
    /// The engine of all clue sets, where clues are rules that can be switched.
    switched: Option<RefCell<Switched>>,
    /// Search nodes of one uniqueness test, and of one that is to tell that a clue can't be left
    /// out, where that is asked.
    nodes: u64,
    proof: Option<u64>,
}

impl<'a, G: ClueGenre> Scaffold<'a, G> {
    pub(super) fn new(genre: &'a G, structure: Arc<G::Structure>, full: Clues<G::Clue>, shape: &Shape) -> Self {
        let mut orbits: BTreeSet<Vec<Place>> = BTreeSet::new();
        let mut seen: BTreeSet<Place> = BTreeSet::new();
        for &place in full.keys() {
            if seen.contains(&place) {
                continue;
            }
            let mut orbit = genre.orbit(&structure, shape.symmetry, place);
            orbit.retain(|p| full.contains_key(p) && seen.insert(*p));
            orbit.sort_unstable();
            orbits.insert(orbit);
        }
        let shared = genre.clues_are_domains(&structure);
        let layout = if shared { genre.layout(&structure, &Clues::new()).ok() } else { None };
        let switched = if shared { None } else { Switched::new(genre, &structure, &full).map(RefCell::new) };
        let nodes = test_nodes(full.len());
        let proof = shape.minimal.then_some(nodes * PROOF);
        Scaffold { genre, structure, full, orbits: orbits.into_iter().collect(), layout, switched, nodes, proof }
    }

    /// The puzzle with the clues of these orbits.
    pub(super) fn puzzle(&self, kept: &[bool]) -> Clued<G> {
        let orbits = self.orbits.iter().zip(kept).filter(|(_, k)| **k);
        let clues = orbits.flat_map(|(o, _)| o.iter().filter_map(|p| Some((*p, self.full.get(p)?.clone())))).collect();
        Clued { structure: Arc::clone(&self.structure), clues }
    }

    /// Number of clues of these orbits.
    pub(super) fn clues(&self, kept: &[bool]) -> usize {
        self.orbits.iter().zip(kept).filter(|(_, k)| **k).map(|(o, _)| o.len()).sum()
    }

    /// Number of places with a clue.
    pub(super) fn places(&self) -> usize {
        self.full.len()
    }

    /// Is there shown to be one solution?
    pub(super) fn unique(&self, kept: &[bool], clock: &Clock) -> bool {
        self.unique_within(kept, self.nodes, clock)
    }

    fn unique_within(&self, kept: &[bool], nodes: u64, clock: &Clock) -> bool {
        if let Some(switched) = &self.switched {
            let orbits = self.orbits.iter().zip(kept).filter(|(_, k)| **k);
            let places = orbits.flat_map(|(orbit, _)| orbit.iter().copied());
            return switched.borrow_mut().is_unique(places, nodes, clock) == Some(true);
        }
        let Some(layout) = &self.layout else {
            let Ok((layout, domains, _)) = start_of(self.genre, &self.puzzle(kept)) else { return false };
            return layout.is_unique(&domains, nodes, clock) == Some(true);
        };
        let mut domains = layout.network.domains().to_vec();
        for (orbit, _) in self.orbits.iter().zip(kept).filter(|(_, k)| **k) {
            for place in orbit {
                let Some(clue) = self.full.get(place) else { continue };
                for (var, keep) in self.genre.clue_pattern(&self.structure, *place, clue) {
                    domains[var.index()] &= keep;
                }
            }
        }
        layout.is_unique(&domains, nodes, clock) == Some(true)
    }

    /// Takes orbits away in a drawn order as long as one solution is left, down to `floor` clues;
    /// those of `last` are tried last. `false` when the time is up before all were tried.
    pub(super) fn reduce(
        &self,
        kept: &mut [bool],
        floor: usize,
        last: &[usize],
        rng: &mut ChaCha8Rng,
        clock: &Clock,
    ) -> bool {
        let mut order: Vec<usize> = (0..kept.len()).filter(|i| kept[*i] && !last.contains(i)).collect();
        shuffle(&mut order, rng);
        order.extend(last.iter().copied().filter(|i| kept[*i]));
        let mut clues = self.clues(kept);
        // What few nodes could not tell of is looked at again where nothing that can go is to stay.
        for nodes in std::iter::once(self.nodes).chain(self.proof) {
            for &i in &order {
                if !kept[i] || clues < floor + self.orbits[i].len() {
                    continue;
                }
                kept[i] = false;
                if self.unique_within(kept, nodes, clock) {
                    clues -= self.orbits[i].len();
                } else {
                    kept[i] = true;
                }
                // What the time cut short is no answer.
                if clock.expired().is_some() {
                    return false;
                }
            }
        }
        true
    }

    /// Can no single clue be left out? `None`: of one it could not be told, or the time was up.
    pub(super) fn is_minimal(&self, kept: &[bool], clock: &Clock) -> Option<bool> {
        let puzzle = self.puzzle(kept);
        for place in puzzle.clues.keys() {
            clock.expired().is_none().then_some(())?;
            let mut fewer = puzzle.clone();
            fewer.clues.remove(place);
            let (layout, domains, _) = start_of(self.genre, &fewer).ok()?;
            if layout.is_unique(&domains, self.proof.unwrap_or(self.nodes), clock)? {
                return Some(false);
            }
        }
        Some(true)
    }
}
