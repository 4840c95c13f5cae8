//! Making problems: one right first move, at least two plausible wrong ones that play refutes, three plies or more, no
//! stone that can be left out.
//!
//! Positions come from scaffolded random enclosures, from known shapes with stones changed, and from the endings of
//! random games.

mod enclosure;
mod game;
mod polish;
mod shapes;
#[cfg(test)]
mod tests;
pub(crate) mod wanted;

pub(crate) use enclosure::enclosed;
pub(crate) use polish::without;
pub use wanted::{OPTIONS, Wanted};

use crate::Problem;
use crate::genre::made;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::position::Candidate;
use tesuji_genre::recipe::Tried;
use tesuji_genre::{GenerateRequest, pick};
use tesuji_solver::Clock;

/// Where a position comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A random enclosure.
    Enclosure,
    /// A known shape, changed.
    Shape,
    /// The ending of a random game.
    Game,
}

/// One lot: a position, polished into a problem where it is one.
pub(crate) fn sample(
    want: &GenerateRequest,
    rng: &mut ChaCha8Rng,
    clock: &Clock,
    tried: &mut Tried,
) -> Vec<Candidate<Problem>> {
    tried.count += 1;
    // Checked before any sampling.
    let Ok(wanted) = Wanted::of(want) else { return Vec::new() };
    let origin = wanted.origin.unwrap_or_else(|| match pick(rng, 8) {
        0 => Origin::Game,
        1 | 2 => Origin::Shape,
        _ => Origin::Enclosure,
    });
    let drawn = match origin {
        Origin::Enclosure => enclosure::draw(&wanted, rng),
        Origin::Shape => shapes::draw(&wanted, rng),
        Origin::Game => game::draw(&wanted, rng),
    };
    let Some(problem) = drawn else {
        tried.reject("no position");
        return Vec::new();
    };
    match polish::polish(problem, &wanted, rng, clock) {
        Ok(problem) => match made(&problem, origin.name(), &polish::limits()) {
            Ok(candidate) => vec![candidate],
            Err(bad) => {
                tried.reject(bad.what);
                Vec::new()
            }
        },
        Err(polish::Rejected::Time) => {
            tried.cut = true;
            Vec::new()
        }
        Err(polish::Rejected::For(why)) => {
            tried.reject(why);
            Vec::new()
        }
    }
}

impl Origin {
    /// Its name among the options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Origin::Enclosure => "enclosure",
            Origin::Shape => "shape",
            Origin::Game => "game",
        }
    }
}
