//! A game that was played, as positions.

use crate::{Board, Color, Point};

/// A game: what stood on the board, and the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Width and height.
    pub size: (u8, u8),
    /// Stones before the first move.
    pub setup: Vec<(Point, Color)>,
    /// The moves; `None` is a pass.
    pub moves: Vec<(Color, Option<Point>)>,
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Position {
    /// Moves played so far.
    pub after: usize,
    /// The board.
    pub board: Board,
    /// The move that was played here, if the game went on.
    pub next: Option<(Color, Option<Point>)>,
}

impl Position {
    /// Who is to move: who did, or else the opponent of who moved last.
    #[must_use]
    pub fn to_move(&self, game: &Played) -> Color {
        let last = self.after.checked_sub(1).and_then(|i| game.moves.get(i));
        self.next.map(|(color, _)| color).or(last.map(|(color, _)| color.other())).unwrap_or(Color::Black)
    }
}

impl Played {
    /// The positions from the first on. They end where a move can't be played; there are none where
    /// the setup can't stand.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut at = Board::set_up(self.size.0, self.size.1, self.setup.iter().copied()).ok();
        let mut after = 0;
        std::iter::from_fn(move || {
            let board = at.take()?;
            let next = self.moves.get(after).copied();
            at = next.and_then(|(color, p)| {
                let mut board = board.clone();
                match p {
                    None => board.pass(),
                    Some(p) => drop(board.play(p, color).ok()?),
                }
                Some(board)
            });
            after += 1;
            Some(Position { after: after - 1, board, next: next.filter(|_| at.is_some()) })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_end_where_a_move_cannot_be_played() {
        let p = |x, y| Point::new(x, y);
        let (b, w) = (Color::Black, Color::White);
        let moves = vec![(b, Some(p(1, 0))), (w, Some(p(0, 0))), (b, None), (w, Some(p(0, 1))), (w, Some(p(0, 1)))];
        let game = Played { size: (9, 9), setup: vec![(p(4, 4), w)], moves };
        let positions: Vec<Position> = game.positions().collect();
        assert_eq!(positions.len(), 5, "the fifth move is on a stone");
        assert_eq!(positions.iter().map(|at| at.after).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(positions[3].board.get(p(0, 0)), Some(w));
        assert_eq!((positions[2].next, positions[4].next), (Some((b, None)), None));
        assert_eq!((positions[2].to_move(&game), positions[4].to_move(&game)), (b, b));
        let stands = Played { setup: vec![(p(0, 0), b), (p(1, 0), w), (p(0, 1), w)], ..game };
        assert_eq!(stands.positions().count(), 0, "a stone without a liberty");
    }
}
