//! Endings of random games: a group that came to be enclosed, cut out.

use super::enclosure::tidy;
use super::{Wanted, place};
use crate::{Board, Color, Point, Points, Problem, Question, Role};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::pick;

/// A group of the board after some random play: moves beside stones, no own eyes filled.
pub(super) fn draw(wanted: &Wanted, rng: &mut ChaCha8Rng) -> Option<Problem> {
    let side = wanted.board.0.min(wanted.board.1).min(9);
    let mut board = Board::new(side, side).ok()?;
    let mut color = Color::Black;
    let moves = 30 + pick(rng, 45);
    for _ in 0..moves {
        let empty: Vec<Point> = board.empty().iter().collect();
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        for _ in 0..12 {
            let p = empty[pick(rng, empty.len().max(1)).min(empty.len().saturating_sub(1))];
            let near = board.beside(&Points::single(p));
            // Mostly near other stones, so that groups come about.
            let lonely = !near.meets(&stones) && pick(rng, 3) != 0;
            if lonely || near.within(&board.stones(color)) {
                continue;
            }
            if board.play(p, color).is_ok() {
                break;
            }
        }
        color = color.other();
        if board.empty().is_empty() {
            return None;
        }
    }
    board.set_ko(None);
    let mut found = Vec::new();
    let mut seen = Vec::new();
    for p in (board.stones(Color::Black) | board.stones(Color::White)).iter() {
        let Ok(question) = Question::of_target(&board, &Points::single(p)) else { continue };
        let empty = (question.region & question.board.empty()).len();
        let fits = !question.is_open() && (3..=wanted.empty.1).contains(&empty) && question.region.len() <= 40;
        if fits && !seen.contains(&question.region) {
            seen.push(question.region);
            let target = question.region & board.stones(question.defender);
            found.push(Question { target, ..question });
        }
    }
    if found.is_empty() {
        return None;
    }
    let question = found.swap_remove(pick(rng, found.len()));
    let first = wanted.first.unwrap_or(if pick(rng, 2) == 0 { Role::Attacker } else { Role::Defender });
    place::on(wanted.board, &tidy(Problem::new(question, first)))
}
