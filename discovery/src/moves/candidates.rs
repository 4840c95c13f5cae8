//! Views that tell right moves from wrong ones.

use super::{Judged, Moves};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::FirstMove;
use tesuji_solver::Literal;

/// Right moves that a candidate has at least, in the half that is mined, and in the other one if it
/// holds there.
const LEAST: u64 = 4;
/// Chi squared (one degree of freedom) that a candidate has at least there. As only views count
/// that are right more often, that is one view in two thousand by chance, were there many places,
/// and all independent; they are neither, so it is a rule for choosing and no error rate.
const MINED: f64 = 10.83;
/// The same in the half that is kept apart, in what the candidates before it leave there: one in
/// forty.
const CHECKED: f64 = 3.84;
/// Examples that are shown of a candidate.
pub(super) const EXAMPLES: usize = 3;

/// Places where a move is right, and where it is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Places {
    /// Right.
    pub right: u64,
    /// Wrong.
    pub wrong: u64,
}

impl Places {
    pub(super) fn of<'a>(moves: impl Iterator<Item = &'a FirstMove>) -> Places {
        moves.fold(Places::default(), |mut all, m| {
            all.count(m.is_right);
            all
        })
    }

    fn count(&mut self, is_right: bool) {
        *(if is_right { &mut self.right } else { &mut self.wrong }) += 1;
    }

    /// All of them.
    #[must_use]
    pub fn all(self) -> u64 {
        self.right + self.wrong
    }

    /// Chi squared of the fourfold table of these places within `all`; zero where these are not
    /// right more often.
    pub(super) fn above(self, all: Places) -> f64 {
        let rest = Places { right: all.right - self.right, wrong: all.wrong - self.wrong };
        let [a, b, c, d] = [self.right, self.wrong, rest.right, rest.wrong].map(|n| n as f64);
        let margins = (a + b) * (c + d) * (a + c) * (b + d);
        let skew = a * d - b * c;
        if skew <= 0.0 || margins == 0.0 { 0.0 } else { (a + b + c + d) * skew * skew / margins }
    }
}

/// A view in which moves are right more often than elsewhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveCandidate {
    /// The view.
    pub shape: String,
    /// Where it occurs in the half that was mined, and all places of that half.
    pub mined: [Places; 2],
    /// The same in the half that was kept apart.
    pub checked: [Places; 2],
    /// Is it right more often there, too?
    pub holds: bool,
    /// A few puzzles where it is right, one example each.
    pub examples: Vec<MoveExample>,
}

/// A puzzle with a key move of some view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveExample {
    /// Record id of the puzzle.
    pub id: String,
    /// The puzzle.
    pub puzzle: String,
    /// Its size.
    pub size: String,
    /// The move.
    pub name: String,
    /// The move as a mark.
    pub mark: Literal,
}

/// Does a puzzle belong to the half that is kept apart?
fn is_apart(id: &str) -> bool {
    id.bytes().next_back().is_some_and(|last| last & 1 == 1)
}

impl Moves {
    /// The views that tell right moves from wrong ones best, each in what the ones before leave: at
    /// most `top`.
    #[must_use]
    pub fn candidates(&self, top: usize) -> Vec<MoveCandidate> {
        let half = |apart: bool| -> Vec<&FirstMove> {
            self.of_interest().filter(|(id, _)| is_apart(id) == apart).flat_map(|(_, p)| &p.moves).collect()
        };
        let (mined, checked) = (half(false), half(true));
        let places = |half: &[&FirstMove], shape: &String| {
            [Places::of(half.iter().copied().filter(|m| m.shapes.contains(shape))), Places::of(half.iter().copied())]
        };
        let (mut left, mut left_apart, mut found) = (mined.clone(), checked.clone(), Vec::new());
        while found.len() < top
            && let Some(shape) = best(&left)
        {
            // By its own merit, not by that of a view before it.
            let [own, rest] = places(&left_apart, &shape);
            let holds = own.right >= LEAST && own.above(rest) >= CHECKED;
            for half in [&mut left, &mut left_apart] {
                half.retain(|m| !m.shapes.contains(&shape));
            }
            let (mined, checked) = (places(&mined, &shape), places(&checked, &shape));
            found.push(MoveCandidate { examples: self.examples(&shape), shape, mined, checked, holds });
        }
        found
    }

    fn examples(&self, shape: &String) -> Vec<MoveExample> {
        let of = |(_, p): (&String, &Judged)| {
            let m = p.moves.iter().find(|m| m.is_right && m.shapes.contains(shape))?;
            let (puzzle, size) = (p.puzzle.clone(), p.size.clone());
            Some(MoveExample { id: p.id.clone(), puzzle, size, name: m.name.clone(), mark: m.mark })
        };
        self.of_interest().filter_map(of).take(EXAMPLES).collect()
    }
}

/// The view with the greatest chi squared among those that are good enough; the first by name of
/// equals.
fn best(moves: &[&FirstMove]) -> Option<String> {
    let all = Places::of(moves.iter().copied());
    let mut by_shape: BTreeMap<&String, Places> = BTreeMap::new();
    for m in moves {
        for shape in &m.shapes {
            by_shape.entry(shape).or_default().count(m.is_right);
        }
    }
    let mut best: Option<(f64, &String)> = None;
    for (shape, places) in by_shape {
        let above = places.above(all);
        if places.right >= LEAST && above >= MINED && best.is_none_or(|(most, _)| above > most) {
            best = Some((above, shape));
        }
    }
    best.map(|(_, shape)| shape.clone())
}

impl MoveCandidate {
    /// How often it is right, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let often = |[here, all]: [Places; 2]| {
            let share = |p: Places| if p.all() == 0 { 0.0 } else { 100.0 * p.right as f64 / p.all() as f64 };
            format!("right in {} of {} places (of all moves {:.0}%)", here.right, here.all(), share(all))
        };
        let holds = if self.holds { "it holds there" } else { "which does not show that it holds" };
        format!("{}; in the puzzles kept apart {}, {holds}", often(self.mined), often(self.checked))
    }
}
