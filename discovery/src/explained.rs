//! Forms that a catalog explains: at each board where such a form strikes, techniques that have
//! names come to the same removal without it.

use crate::cluster::{Cluster, Clusters, Example};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use tesuji_genre::{Genre, Puzzle, View};
use tesuji_solver::grade::StandardGrader;
use tesuji_solver::{Catalog, Domain, Literal, Means, Phase, Store, Technique, TechniqueId, Tier};

/// The removals of a catalog on a board, each with its technique.
type Struck = BTreeMap<Literal, TechniqueId>;

/// Finds out whether a catalog explains forms; keeps its findings on boards.
pub struct CatalogReplay {
    genre: &'static dyn Genre,
    catalog: Catalog,
    boards: Mutex<HashMap<(String, Vec<Domain>), Arc<Struck>>>,
}

/// Boards that are kept at most.
const BOARDS: usize = 2_000;
/// Forms that are looked at together, and at most.
const TOGETHER: usize = 16;
const FORMS: usize = 2_000;

impl CatalogReplay {
    /// The patterns of a catalog that have names: no counting, rounds or trial.
    pub fn of_patterns(genre: &'static dyn Genre, catalog: &Catalog) -> CatalogReplay {
        CatalogReplay::new(genre, catalog, &|technique| technique.means() == Means::Pattern)
    }

    /// The techniques up to a tier but those by trial.
    pub fn up_to(genre: &'static dyn Genre, catalog: &Catalog, tier: Tier) -> CatalogReplay {
        CatalogReplay::new(genre, catalog, &|technique| technique.tier() <= tier && !technique.is_last_resort())
    }

    fn new(genre: &'static dyn Genre, catalog: &Catalog, takes: &dyn Fn(&dyn Technique) -> bool) -> CatalogReplay {
        let catalog = catalog.filter(|t| t.phase() == Phase::Propagation || takes(t));
        CatalogReplay { genre, catalog, boards: Mutex::default() }
    }

    /// The techniques that come to what the form strikes in all its examples, each once; empty
    /// where an example is left to the form.
    pub fn explains(&self, cluster: &Cluster) -> Vec<String> {
        let all = cluster.examples.iter().chain(&cluster.early).chain(&cluster.typical);
        let ids: Option<BTreeSet<String>> = all.map(|example| self.technique(example)).collect();
        ids.unwrap_or_default().into_iter().collect()
    }

    /// The technique that strikes what goes in an example.
    fn technique(&self, example: &Example) -> Option<String> {
        let key = (format!("{} {}", example.size, example.puzzle), example.domains.clone());
        let known = self.boards.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        let struck = match known {
            Some(struck) => struck,
            None => {
                let struck = Arc::new(self.struck(example));
                let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
                if boards.len() < BOARDS {
                    boards.insert(key, Arc::clone(&struck));
                }
                struck
            }
        };
        struck.get(&example.goal).map(|id| id.as_str().to_string())
    }

    fn struck(&self, example: &Example) -> Struck {
        let mut struck = Struck::new();
        let puzzle = Puzzle::new(self.genre, example.size.clone(), example.puzzle.clone());
        let Ok(View::Clues(view)) = self.genre.view(&puzzle) else { return struck };
        let mut now = example.domains.clone();
        if now.len() != view.network.len() {
            return struck;
        }
        let mut at = Store::from_domains(&view.network, now.clone()).of_puzzle(&view.domains);
        for var in view.network.vars() {
            let placed = now[var.index()].value().map(|value| at.place(Literal { var, value }));
            if placed.is_some_and(|placed| placed.is_err()) {
                return struck;
            }
        }
        // A run that comes to a contradiction has struck what it has struck.
        let _ = StandardGrader::new(&self.catalog).run(&mut at, &mut |technique, step| {
            for fact in step.conclusions() {
                let left = now[fact.var.index()] & fact.keeps();
                for value in now[fact.var.index()].minus(left).iter() {
                    struck.entry(Literal { var: fact.var, value }).or_insert_with(|| technique.id().clone());
                }
                now[fact.var.index()] = left;
            }
        });
        struck
    }
}

impl Clusters {
    /// Says of clusters, in the order of their ranks, whether a catalog explains them, until `most`
    /// are left that it does not; the others have no rank then. `None`: none is explained.
    pub fn leave_explained_out(&mut self, by: Option<&CatalogReplay>, support: u64, most: usize) {
        self.values_mut().for_each(|cluster| cluster.explained.clear());
        let Some(by) = by else { return };
        let ranked: Vec<Cluster> = self.ranked_from(support).into_iter().take(FORMS).cloned().collect();
        let mut left = 0;
        for some in ranked.chunks(TOGETHER) {
            let explained: Vec<Vec<String>> = some.par_iter().map(|cluster| by.explains(cluster)).collect();
            for (cluster, ids) in some.iter().zip(explained) {
                left += usize::from(ids.is_empty());
                if let Some(own) = self.get_mut(&cluster.form.key) {
                    own.explained = ids;
                }
            }
            if left >= most {
                return;
            }
        }
    }
}
