//! The area score of a board as it stands.

use crate::board::Board;
use crate::point::{Color, Point};

/// Black's points less White's, komi counted: stones, and empty regions that touch one colour only.
/// All stones count as alive: this engine judges no life and death.
pub fn area(board: &Board, komi: f64) -> f64 {
    let size = board.size();
    let mut seen = vec![false; usize::from(size) * usize::from(size)];
    let mut points = [0u32; 2];
    for p in Point::all(size) {
        if let Some(color) = board.at(p) {
            points[color as usize] += 1;
            continue;
        }
        if seen[p.index(size)] {
            continue;
        }
        let mut region = vec![p];
        let mut touches = [false; 2];
        seen[p.index(size)] = true;
        let mut next = 0;
        while let Some(&at) = region.get(next) {
            next += 1;
            for q in at.neighbours(size) {
                match board.at(q) {
                    Some(color) => touches[color as usize] = true,
                    None if !seen[q.index(size)] => {
                        seen[q.index(size)] = true;
                        region.push(q);
                    }
                    None => {}
                }
            }
        }
        for color in Color::BOTH {
            if touches[color as usize] && !touches[color.other() as usize] {
                points[color as usize] += region.len() as u32;
            }
        }
    }
    f64::from(points[0]) - f64::from(points[1]) - komi
}

/// `B+3.5`, `W+12`, `0`.
pub fn text(score: f64) -> String {
    let amount = (score.abs() * 10.0).round() / 10.0;
    match (amount == 0.0, score > 0.0) {
        (true, _) => "0".to_string(),
        (false, true) => format!("B+{amount}"),
        (false, false) => format!("W+{amount}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Move;

    #[test]
    fn regions_count_for_who_surrounds_them() {
        let mut board = Board::new(5);
        assert_eq!(text(area(&board, 0.0)), "0");
        for y in 0..5 {
            for (x, color) in [(1, Color::Black), (3, Color::White)] {
                board.play(Move { color, at: Some(Point::new(x, y)) }).unwrap();
            }
        }
        assert_eq!(text(area(&board, 0.0)), "0", "ten each, the middle column counts for neither");
        assert_eq!(text(area(&board, 6.5)), "W+6.5");
        board.play(Move { color: Color::Black, at: Some(Point::new(2, 0)) }).unwrap();
        assert_eq!(text(area(&board, -0.5)), "B+1.5");
    }
}
