//! The engine's way to candidates: moves that lost much, where the status of a group changed.
//!
//! The rule of the source: a move that lost more than 15% of the chances or 5 points, in a game
//! that was open. Most of these are big points elsewhere; so stones must change owners too, three
//! of one colour at least. One corner that both sides leave alone is hit again and again: hits
//! about one group are one candidate, the last of them.

use crate::engine::Analysis;
use tesuji_go::cut::{Played, Position};
use tesuji_go::{Color, Points};

/// Thresholds for blunders, and for candidates among them.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// Loss of chances, from 0 to 1; or
    pub winrate: f64,
    /// points that were lost.
    pub points: f64,
    /// Chances of the mover between which the game is open before the move.
    pub open: (f64, f64),
    /// Change of the mean ownership of a chain, of -1 to 1, that counts.
    pub flip: f64,
    /// Stones of one colour in such chains.
    pub stones: usize,
}

impl Default for Rule {
    fn default() -> Self {
        Rule { winrate: 0.15, points: 5.0, open: (0.01, 0.99), flip: 0.7, stones: 3 }
    }
}

/// A move that lost much.
#[derive(Clone, Debug)]
pub struct Hit {
    /// The position before it.
    pub at: Position,
    /// Who moved.
    pub mover: Color,
    /// Chances that the move lost.
    pub drop: f64,
    /// Points that it lost.
    pub points: f64,
    /// The engine's best move there, by its name.
    pub best: Option<String>,
    /// Stones, of each colour, that changed owners.
    pub flipped: [Points; 2],
}

impl Hit {
    /// The stones that changed owners, of the colour that has more of them.
    #[must_use]
    pub fn group(&self) -> Points {
        let [black, white] = self.flipped;
        if black.len() >= white.len() { black } else { white }
    }

    /// Do at least this number of stones of one colour change owners?
    #[must_use]
    pub fn flips(&self, stones: usize) -> bool {
        self.group().len() >= stones
    }
}

/// The moves that lost much by the rule. `views` are the answers about each position, as far as
/// there are any.
#[must_use]
pub fn hits(game: &Played, views: &[Option<Analysis>], rule: &Rule) -> Vec<Hit> {
    let view = |turn: usize| views.get(turn).and_then(Option::as_ref);
    let hit = |at: Position| {
        let (before, after) = (view(at.after)?, view(at.after + 1)?);
        let (mover, _) = at.next?;
        let own = |black: f64, all: f64| if mover == Color::Black { black } else { all - black };
        let chances = own(before.winrate, 1.0);
        let (drop, points) = (chances - own(after.winrate, 1.0), own(before.score, 0.0) - own(after.score, 0.0));
        let is_open = (rule.open.0..=rule.open.1).contains(&chances);
        if !is_open || drop < rule.winrate && points < rule.points {
            return None;
        }
        let best = before.moves.first().map(|m| m.name.clone());
        let flipped = flipped(&at, before, after, rule.flip);
        Some(Hit { at, mover, drop, points, best, flipped })
    };
    game.positions().filter_map(hit).collect()
}

/// The stones of chains of which the mean ownership changes by more than that.
fn flipped(at: &Position, before: &Analysis, after: &Analysis, by: f64) -> [Points; 2] {
    let (w, h) = at.board.size();
    let cells = usize::from(w) * usize::from(h);
    let mut found = [Points::EMPTY; 2];
    if before.ownership.len() != cells || after.ownership.len() != cells {
        return found;
    }
    for chain in at.board.chains() {
        let mean = |of: &Analysis| {
            let owned = chain
                .stones
                .iter()
                .map(|p| f64::from(of.ownership[usize::from(p.y) * usize::from(w) + usize::from(p.x)]));
            owned.sum::<f64>() / chain.stones.len().max(1) as f64
        };
        if (mean(before) - mean(after)).abs() > by {
            found[chain.color.index()] |= chain.stones;
        }
    }
    found
}

/// One hit of each group in which stones change owners: the last of those that share half of their
/// stones or more.
#[must_use]
pub fn candidates(hits: &[Hit], rule: &Rule) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    for hit in hits.iter().filter(|hit| hit.flips(rule.stones)) {
        let group = hit.group();
        let is_same = |other: &Hit| 2 * (other.group() & group).len() >= (other.group() | group).len();
        found.retain(|other| !is_same(other));
        found.push(hit.clone());
    }
    found
}
