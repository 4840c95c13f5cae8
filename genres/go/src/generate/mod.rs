//! Making problems: one right first move, at least two plausible wrong ones that play refutes,
//! three plies or more, no stone of the region that can be left out, a wall whose chains have three
//! liberties outside.
//!
//! Positions come from scaffolded random enclosures, from known shapes with stones changed, and
//! from the endings of random games.

mod enclosure;
mod game;
mod key;
mod mutate;
mod place;
mod polish;
mod shapes;
#[cfg(test)]
mod tests;
pub(crate) mod wanted;

pub(crate) use enclosure::enclosed;
pub(crate) use polish::without;
pub use wanted::{OPTIONS, Wanted};

use crate::Problem;
use crate::grade::{Made, Ungraded};
use key::Rejected;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::position::Candidate;
use tesuji_genre::recipe::Tried;
use tesuji_genre::{GenerateRequest, pick};
use tesuji_solver::{Clock, Tier};

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

/// Plies of the main line, and wrong first moves that play must refute, that a problem has at
/// least.
const LEAST_PLIES: usize = 3;
const LEAST_WRONG: usize = 2;
/// Neighbours that are looked at of a problem of another tier than is wanted.
const NEIGHBOURS: usize = 16;

/// One lot: a position, polished into a problem where it is one; if that is of another tier than is
/// wanted, its neighbours, from each that comes nearer on.
pub(crate) fn sample(
    want: &GenerateRequest,
    rng: &mut ChaCha8Rng,
    clock: &Clock,
    tried: &mut Tried,
) -> Vec<Candidate<Problem>> {
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
    let Some(mut best) = attempt(drawn, &wanted, rng, clock, tried) else { return Vec::new() };
    if want.tier.is_some() || wanted.ranks.is_some() {
        let distance = |made: &Made| distance(made, want.tier, wanted.ranks);
        for _ in 0..NEIGHBOURS {
            let far = distance(&best);
            if far == 0 || tried.cut {
                break;
            }
            let near = mutate::neighbour(&best.position, &wanted, rng);
            match attempt(near, &wanted, rng, clock, tried) {
                Some(next) if distance(&next) < far => best = next,
                Some(next) => tried.reject(format!("tier {}", next.tier())),
                None => {}
            }
        }
    }
    if wanted.ranks.is_some_and(|(easy, hard)| !(easy..=hard).contains(&best.rank())) {
        tried.reject("another rank");
        return Vec::new();
    }
    if let Some(id) = wanted.shows.iter().find(|id| !best.shows(id)) {
        tried.reject(format!("does not show {id}"));
        return Vec::new();
    }
    if let Some(id) = wanted.hides.iter().find(|id| best.shows(id)) {
        tried.reject(format!("shows {id}"));
        return Vec::new();
    }
    vec![best.record(origin.name())]
}

/// The tiers and ranks that a problem is away.
fn distance(made: &Made, tier: Option<Tier>, ranks: Option<(u32, u32)>) -> usize {
    let at = |name: &str| Tier::ALL.iter().position(|t| t.name() == name).unwrap_or(0);
    let tiers = tier.map_or(0, |tier| at(made.tier()).abs_diff(at(tier.name())));
    let outside = |(easy, hard): (u32, u32)| made.rank().abs_diff(made.rank().clamp(easy, hard));
    tiers + ranks.map_or(0, outside) as usize
}

/// The problem that a position makes, if any; else it is counted why not.
fn attempt(
    drawn: Option<Problem>,
    wanted: &Wanted,
    rng: &mut ChaCha8Rng,
    clock: &Clock,
    tried: &mut Tried,
) -> Option<Made> {
    tried.count += 1;
    let found = match drawn {
        None => key::because("no position"),
        Some(problem) => {
            polish::polish(problem, wanted, rng, clock).and_then(|problem| match place::with_thick_wall(&problem) {
                Some(problem) => accepted(&place::shown(&problem)),
                None => key::because("thin wall"),
            })
        }
    };
    match found {
        Ok(made) => return Some(made),
        Err(Rejected::Time) => tried.cut = true,
        Err(Rejected::Hard) => tried.reject("too much to read"),
        Err(Rejected::For(why)) => tried.reject(why),
    }
    None
}

/// The problem with its grade, if its lines are long and many enough.
fn accepted(problem: &Problem) -> Result<Made, Rejected> {
    let made = match Made::of(problem, &key::limits()) {
        Ok(made) => made,
        Err(Ungraded::Undecided(stop, _)) => return Err(stop.into()),
        Err(Ungraded::Bad(bad)) => return key::because(bad.what),
    };
    if made.plies() < LEAST_PLIES {
        return key::because("main line too short");
    }
    if made.plausible() < LEAST_WRONG {
        return key::because("no plausible wrong moves");
    }
    Ok(made)
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
