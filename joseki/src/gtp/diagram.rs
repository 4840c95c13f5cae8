//! The board as text.

use crate::board::Board;
use crate::point::{Color, Point};

/// Rows from the top with coordinates; `X` Black, `O` White, brackets around the last move.
pub fn board(board: &Board) -> String {
    let size = board.size();
    let last = board.last().and_then(|mv| mv.at);
    let name = |x: u8| Point::new(x, 0).to_string().chars().next().unwrap_or('?');
    let letters: String = (0..size).flat_map(|x| [' ', name(x)]).collect();
    let mut lines = vec![
        format!(
            "Move: {}  Captures B: {} W: {}  To play: {}",
            board.moves(),
            board.captures(Color::Black),
            board.captures(Color::White),
            if board.to_play() == Color::Black { "Black" } else { "White" }
        ),
        format!("   {letters}"),
    ];
    for y in (0..size).rev() {
        let mut row = format!("{:>2} ", u16::from(y) + 1);
        for x in 0..size {
            let p = Point::new(x, y);
            let before = if x > 0 && last == Some(Point::new(x - 1, y)) { ')' } else { ' ' };
            row.push(if last == Some(p) { '(' } else { before });
            row.push(match board.at(p) {
                None => '.',
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
            });
        }
        row.push(if last == Some(Point::new(size - 1, y)) { ')' } else { ' ' });
        lines.push(format!("{row} {}", u16::from(y) + 1));
    }
    lines.push(format!("   {letters}"));
    lines.join("\n")
}
