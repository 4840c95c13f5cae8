//! Helpers of the tests.

use super::state::{State, Step};
use crate::action::Turn;
use crate::board::Point;

/// A position from the points of the side to move and of the other.
pub(crate) fn men(own: &str, enemy: &str) -> State {
    let set = |names: &str| names.split_whitespace().fold(0, |s, n| s | Point::named(n).unwrap().bit());
    State::moving(set(own), set(enemy))
}

/// Turns from text.
pub(crate) fn steps(text: &str) -> Vec<Step> {
    text.split_whitespace().map(|t| Step::of(t.parse::<Turn>().unwrap()).unwrap()).collect()
}
