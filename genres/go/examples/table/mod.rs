//! A table of enclosed problems with levels. Columns: number, volume, level (1 to 14), id,
//! attacker's and defender's stones, then the results for either side to move first.

use tesuji_go::{Board, Color, Point, Points, Problem, Question, Role};

fn stones(text: &str) -> Vec<Point> {
    let at = |b: u8| b.wrapping_sub(b'A');
    text.split_whitespace()
        .filter_map(|w| Some(Point::new(at(*w.as_bytes().first()?), at(*w.as_bytes().get(1)?))))
        .collect()
}

/// The problem of a row, for the side that succeeds by moving first: the defender, or else the
/// attacker.
pub fn problem(columns: &[&str]) -> Option<Problem> {
    let &[_, _, _, _, black, white, _, _, _, a_result, _, _, q_result, ..] = columns else { return None };
    let first = match (q_result.starts_with('+'), a_result.starts_with('+')) {
        (true, _) => Role::Defender,
        (_, true) => Role::Attacker,
        _ => return None,
    };
    let (black, white) = (stones(black), stones(white));
    let put = black.iter().map(|&p| (p, Color::Black)).chain(white.iter().map(|&p| (p, Color::White)));
    let board = Board::set_up(19, 19, put).ok()?;
    let question = Question::of_target(&board, &white.iter().copied().collect::<Points>()).ok()?;
    (!question.is_open()).then_some(Problem { question, first })
}
