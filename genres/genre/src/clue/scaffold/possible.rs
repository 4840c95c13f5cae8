//! Techniques that no rule of a genre can make, refused before any puzzle is tried.

use crate::clue::genre::{ClueGenre, Clues};
use crate::clue::option::Style;
use crate::random::sub_rng;
use crate::{Bad, GenerateRequest};
use std::sync::Arc;
use tesuji_solver::{Catalog, Limits, Network, Technique};

/// Puzzles that are looked at for the rules that a genre has.
const SAMPLES: u64 = 16;
/// Search nodes of a completion.
const NODES: u64 = 100_000;

/// Can rules of the genre make every technique that is to be needed? Puzzles with all their clues
/// tell.
///
/// # Errors
/// [`Bad`] naming the technique and the rules that are not there.
pub(super) fn can_be_needed<G: ClueGenre>(
    genre: &G,
    catalog: &Catalog,
    want: &GenerateRequest,
    size: &str,
) -> Result<(), Bad> {
    let mut lacking: Vec<&Arc<dyn Technique>> = want.needs.iter().filter_map(|id| catalog.get(id)).collect();
    // Most techniques name no rules that could be missing.
    lacking.retain(|t| t.lacks(&Network::new()).is_some());
    let mut why = None;
    for lot in 0..SAMPLES {
        if lacking.is_empty() {
            return Ok(());
        }
        let Some(net) = sample(genre, want, size, lot) else { continue };
        lacking.retain(|t| t.lacks(&net).is_some());
        why = lacking.first().and_then(|t| Some((t.id(), t.lacks(&net)?)));
    }
    match why {
        Some((id, class)) => {
            let name = genre.info().name;
            Err(Bad::new(format!("{id} can't be needed: it takes a rule {class}, which no puzzle of {name} has")))
        }
        None => Ok(()),
    }
}

/// The network of a puzzle with all its clues.
fn sample<G: ClueGenre>(genre: &G, want: &GenerateRequest, size: &str, lot: u64) -> Option<Network> {
    let (mut rng, style) = (sub_rng(want.seed, lot), Style::of(&want.set));
    let structure = genre.structure(size, want, &mut rng).ok()?;
    let solution = genre.completion(&structure, style, &mut rng).or_else(|| {
        let bare = genre.layout(&structure, &Clues::new()).ok()?;
        let clock = Limits::default().with_time(want.limits.time).start();
        bare.random_solution(bare.network.domains(), &mut rng, NODES, &clock)
    })?;
    let clues = genre.derive_clues(&structure, &solution, style, &mut rng);
    Some(genre.layout(&structure, &clues).ok()?.network.as_ref().clone())
}
