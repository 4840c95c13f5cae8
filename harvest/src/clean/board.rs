//! Stones on a board, as far as a move can be told from a slip: no ko, no rule sets.

use tesuji_sgf::{BoardSize, Color, Move, Point};

/// A board.
pub(crate) struct Board {
    size: BoardSize,
    stones: Vec<Option<Color>>,
    seen: Vec<u32>,
    round: u32,
}

impl Board {
    /// An empty one.
    pub fn new(size: BoardSize) -> Self {
        let n = usize::from(size.width) * usize::from(size.height);
        Board { size, stones: vec![None; n], seen: vec![0; n], round: 0 }
    }

    fn index(&self, p: Point) -> usize {
        usize::from(p.y) * usize::from(self.size.width) + usize::from(p.x)
    }

    /// Sets a stone, or takes one off.
    pub fn set(&mut self, p: Point, stone: Option<Color>) {
        let i = self.index(p);
        if let Some(at) = self.stones.get_mut(i) {
            *at = stone;
        }
    }

    fn at(&self, p: Point) -> Option<Color> {
        self.stones.get(self.index(p)).copied().flatten()
    }

    fn beside(&self, p: Point) -> impl Iterator<Item = Point> + use<> {
        let size = self.size;
        let all = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        all.into_iter().filter_map(move |(dx, dy)| {
            let q = Point::new(p.x.checked_add_signed(dx)?, p.y.checked_add_signed(dy)?);
            q.is_on(size).then_some(q)
        })
    }

    /// The chain of the stone there, when it has no liberty.
    fn breathless(&mut self, from: Point) -> Option<Vec<Point>> {
        let color = self.at(from)?;
        self.round += 1;
        let mut chain = vec![from];
        let mut next = 0;
        while let Some(&p) = chain.get(next) {
            next += 1;
            for q in self.beside(p) {
                match self.at(q) {
                    None => return None,
                    Some(c) if c == color => {
                        let i = self.index(q);
                        if let Some(seen) = self.seen.get_mut(i)
                            && *seen != self.round
                            && q != from
                        {
                            *seen = self.round;
                            chain.push(q);
                        }
                    }
                    Some(_) => {}
                }
            }
        }
        Some(chain)
    }

    /// Plays; false when there is a stone already, or the stone would have no liberty (it is played
    /// nevertheless).
    pub fn play(&mut self, color: Color, at: Move) -> bool {
        let Move::At(p) = at else { return true };
        let free = self.at(p).is_none();
        self.set(p, Some(color));
        for q in self.beside(p) {
            if self.at(q) == Some(color.other())
                && let Some(chain) = self.breathless(q)
            {
                chain.into_iter().for_each(|c| self.set(c, None));
            }
        }
        match self.breathless(p) {
            None => free,
            Some(chain) => {
                chain.into_iter().for_each(|c| self.set(c, None));
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(board: &mut Board, text: &str) -> Vec<bool> {
        let moves = text.split(' ').filter_map(|m| m.parse::<crate::PlayedMove>().ok());
        moves.map(|m| board.play(m.color, m.at)).collect()
    }

    #[test]
    fn captures_and_slips() {
        let mut board = Board::new(BoardSize::square(9));
        assert_eq!(
            play(&mut board, "Wba Bab Wbb Bcb Wbc Wac Baa"),
            [true; 7].map(|t| t).to_vec()[..6].iter().copied().chain([false]).collect::<Vec<_>>()
        );
        // White takes aa's and ab's place: both were without liberties.
        let mut board = Board::new(BoardSize::square(9));
        assert_eq!(play(&mut board, "Baa Wba Wab Baa B W"), [true, true, true, false, true, true]);
        assert_eq!(play(&mut board, "Bba Bcc Wcc"), [false, true, false]);
    }
}
