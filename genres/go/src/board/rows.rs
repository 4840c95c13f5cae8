//! Boards as rows of text.

use super::{Board, Color, Point};
use std::fmt;

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height {
            for x in 0..self.width {
                let glyph = match self.get(Point::new(x, y)) {
                    None => '.',
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                };
                write!(f, "{glyph}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Board {
    /// Its rows from above, parted by `|`: `X`, `O` and `.`.
    #[must_use]
    pub fn rows(&self) -> String {
        self.to_string().trim_end().replace('\n', "|")
    }

    /// Of such rows.
    #[must_use]
    pub fn parse_rows(text: &str) -> Option<Board> {
        let rows: Vec<&str> = text.split('|').collect();
        let (w, h) = (u8::try_from(rows.first()?.len()).ok()?, u8::try_from(rows.len()).ok()?);
        let mut stones = Vec::new();
        for (y, row) in (0..h).zip(&rows) {
            if row.len() != usize::from(w) {
                return None;
            }
            for (x, glyph) in (0..w).zip(row.bytes()) {
                match glyph {
                    b'.' => {}
                    b'X' => stones.push((Point::new(x, y), Color::Black)),
                    b'O' => stones.push((Point::new(x, y), Color::White)),
                    _ => return None,
                }
            }
        }
        Board::set_up(w, h, stones).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_are_written() {
        let stones = [(0, 0, Color::Black), (4, 2, Color::White), (1, 2, Color::Black)];
        let board = Board::set_up(5, 3, stones.map(|(x, y, color)| (Point::new(x, y), color))).unwrap();
        assert_eq!(board.rows(), "X....|.....|.X..O");
        assert_eq!(Board::parse_rows(&board.rows()).map(|read| read.rows()), Some(board.rows()));
        for wrong in ["", "X..|..", "X.?|...", "X|X", ".", "...|.é"] {
            assert!(Board::parse_rows(wrong).is_none(), "{wrong}");
        }
    }
}
