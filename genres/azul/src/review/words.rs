//! Moves and costs in words.

use super::Cost;
use crate::state::{CENTRE, FLOOR};
use crate::{Move, State};

/// A number of points: `1 point`, `2.5 points`.
pub(super) fn points(points: f64) -> String {
    let text = format!("{points:.1}");
    let number = text.strip_suffix(".0").unwrap_or(&text);
    format!("{number} point{}", if number == "1" { "" } else { "s" })
}

/// A cost in words: `21 points, exactly`, `3.4 ± 0.8 points, by play-outs`.
pub fn cost_words(cost: Cost) -> String {
    match cost.error {
        None => format!("{}, exactly", points(cost.points)),
        Some(error) => format!("{:.1} ± {error:.1} points, by play-outs", cost.points),
    }
}

/// The effect of a move: `3 blue from factory 2: fills line 3 and drops 1`.
pub fn effect(state: &State, mv: Move) -> String {
    let n = state.source(mv.source).get(mv.colour);
    let from = match mv.source {
        CENTRE if state.token().is_none() => "the centre, with the first player's token".to_string(),
        CENTRE => "the centre".to_string(),
        source => format!("factory {}", source + 1),
    };
    let colour = mv.colour.name().to_lowercase();
    let does = if mv.to == FLOOR {
        "onto the floor".to_string()
    } else {
        let there = state.board(state.turn()).line(mv.to.into()).map_or(0, |(_, n)| n);
        let (room, line) = (mv.to + 1 - there, mv.to + 1);
        match n {
            n if n < room => format!("onto line {line}, which then has {} of {line}", there + n),
            n if n == room => format!("fills line {line}"),
            n => format!("fills line {line} and drops {}", n - room),
        }
    };
    format!("{n} {colour} from {from}: {does}")
}
