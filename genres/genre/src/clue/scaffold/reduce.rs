//! Taking clues away and giving them back, by orbit.

use crate::clue::adapter::start_of;
use crate::clue::genre::{ClueGenre, Clued, Clues, Place};
use crate::clue::layout::Layout;
use crate::clue::option::Symmetry;
use crate::lots::shuffle;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::sync::Arc;
use tesuji_solver::Clock;

/// Search nodes of one uniqueness test; a set that takes more counts as not unique. Fewer where places are many, as
/// nodes cost more and tests are more, too.
fn test_nodes(places: usize) -> u64 {
    (500_000 / places.max(1) as u64).clamp(200, 5_000)
}

/// A completion with all clues that it puts on places, and the orbits that go together.
pub(super) struct Scaffold<'a, G: ClueGenre> {
    genre: &'a G,
    structure: Arc<G::Structure>,
    full: Clues<G::Clue>,
    /// Orbits of the places with clues.
    pub(super) orbits: Vec<Vec<Place>>,
    /// The one layout of all clue sets, where clues are no rules of their own.
    layout: Option<Arc<Layout>>,
}

impl<'a, G: ClueGenre> Scaffold<'a, G> {
    pub(super) fn new(genre: &'a G, structure: Arc<G::Structure>, full: Clues<G::Clue>, symmetry: Symmetry) -> Self {
        let mut orbits: BTreeSet<Vec<Place>> = BTreeSet::new();
        let mut seen: BTreeSet<Place> = BTreeSet::new();
        for &place in full.keys() {
            if seen.contains(&place) {
                continue;
            }
            let mut orbit = genre.orbit(&structure, symmetry, place);
            orbit.retain(|p| full.contains_key(p) && seen.insert(*p));
            orbit.sort_unstable();
            orbits.insert(orbit);
        }
        let shared = genre.clues_are_domains(&structure);
        let layout = if shared { genre.layout(&structure, &Clues::new()).ok() } else { None };
        Scaffold { genre, structure, full, orbits: orbits.into_iter().collect(), layout }
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

    pub(super) fn unique(&self, kept: &[bool]) -> bool {
        let Some(layout) = &self.layout else {
            let Ok((layout, domains, _)) = start_of(self.genre, &self.puzzle(kept)) else { return false };
            return layout.is_unique(&domains, test_nodes(self.full.len()));
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
        layout.is_unique(&domains, test_nodes(self.full.len()))
    }

    /// Takes orbits away in a drawn order as long as one solution is left, down to `floor` clues; those of `last` are
    /// tried last. `false` when the time is up before all were tried.
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
        for i in order {
            if clues < floor + self.orbits[i].len() {
                continue;
            }
            if clock.expired().is_some() {
                return false;
            }
            kept[i] = false;
            if self.unique(kept) {
                clues -= self.orbits[i].len();
            } else {
                kept[i] = true;
            }
        }
        true
    }

    /// Can no single clue be left out?
    pub(super) fn is_minimal(&self, kept: &[bool]) -> bool {
        let puzzle = self.puzzle(kept);
        puzzle.clues.keys().all(|place| {
            let mut fewer = puzzle.clone();
            fewer.clues.remove(place);
            start_of(self.genre, &fewer)
                .is_ok_and(|(layout, domains, _)| !layout.is_unique(&domains, test_nodes(self.full.len())))
        })
    }
}
