//! A table of enclosed problems with levels. Columns: number, volume, level (1 to 14), id,
//! attacker's and defender's stones, then the results for either side to move first.

use tesuji_go::{BadPosition, Board, Color, Point, Problem, Question, Role};

/// The stones of a field: two capital letters each, column and row from A.
fn stones(field: &str, color: Color) -> impl Iterator<Item = (Point, Color)> + '_ {
    field.split_whitespace().filter_map(move |p| match p.as_bytes() {
        &[x, y] => Some((Point::new(x.wrapping_sub(b'A'), y.wrapping_sub(b'A')), color)),
        _ => None,
    })
}

/// The board of a row's two fields of stones, the attacker's and the defender's.
pub fn board(attacker: &str, defender: &str) -> Result<Board, BadPosition> {
    Board::set_up(19, 19, stones(attacker, Color::Black).chain(stones(defender, Color::White)))
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
    let board = board(black, white).ok()?;
    let question = Question::of_target(&board, &board.stones(Color::White)).ok()?;
    (!question.is_open()).then_some(Problem::new(question, first))
}
