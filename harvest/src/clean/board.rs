//! Stones on a board, enough to know a move from a slip: a ko may not be retaken at once; no rule
//! sets.

use tesuji_sgf::{BoardSize, Color, Move, Point};

/// A board.
pub(crate) struct Board {
    size: BoardSize,
    stones: Vec<Option<Color>>,
    seen: Vec<u32>,
    round: u32,
    /// The stone that took a ko with the last move, and where it took.
    ko: Option<(Point, Point)>,
}

/// Why a move can't be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slip {
    /// There is a stone already.
    Occupied,
    /// The stone would have no liberty.
    NoLiberty,
    /// It retakes a ko at once.
    Ko,
}

impl Board {
    /// An empty one.
    pub fn new(size: BoardSize) -> Self {
        let n = usize::from(size.width) * usize::from(size.height);
        Board { size, stones: vec![None; n], seen: vec![0; n], round: 0, ko: None }
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

    /// The first stone of each chain that has no liberty, with the number of its stones.
    pub fn all_breathless(&mut self) -> Vec<(Point, usize)> {
        let mut seen: Vec<Point> = Vec::new();
        let mut found = Vec::new();
        for y in 0..self.size.height {
            for p in (0..self.size.width).map(|x| Point::new(x, y)) {
                if !seen.contains(&p)
                    && let Some(chain) = self.breathless(p)
                {
                    found.push((p, chain.len()));
                    seen.extend(chain);
                }
            }
        }
        found
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

    /// Plays; says what is wrong with the move, which is played nevertheless.
    pub fn play(&mut self, color: Color, at: Move) -> Result<(), Slip> {
        let ko = self.ko.take();
        let Move::At(p) = at else { return Ok(()) };
        let is_free = self.at(p).is_none();
        self.set(p, Some(color));
        let mut taken = Vec::new();
        for q in self.beside(p) {
            if self.at(q) == Some(color.other())
                && let Some(chain) = self.breathless(q)
            {
                chain.iter().for_each(|&c| self.set(c, None));
                taken.extend(chain);
            }
        }
        if let Some(chain) = self.breathless(p) {
            chain.into_iter().for_each(|c| self.set(c, None));
            return Err(if is_free { Slip::NoLiberty } else { Slip::Occupied });
        }
        let is_retaken = ko.is_some_and(|(stone, from)| p == from && taken == [stone]);
        if let [stone] = taken[..]
            && self.beside(p).filter(|&q| q != stone).all(|q| self.at(q) == Some(color.other()))
        {
            self.ko = Some((p, stone));
        }
        match (is_free, is_retaken) {
            (false, _) => Err(Slip::Occupied),
            (true, true) => Err(Slip::Ko),
            (true, false) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(board: &mut Board, text: &str) -> Vec<bool> {
        let moves = text.split(' ').filter_map(|m| m.parse::<crate::PlayedMove>().ok());
        moves.map(|m| board.play(m.color, m.at).is_ok()).collect()
    }

    /// A ko at c2 and b2, and more stones that are taken.
    #[test]
    fn kos_are_not_retaken_at_once() {
        let ko = "Bba Wca Bab Wdb Bbc Wcc Bjj Wbb Bcb";
        let last = |moves: &str| play(&mut Board::new(BoardSize::square(9)), moves).pop();
        let slip = |moves: &str| {
            let mut board = Board::new(BoardSize::square(9));
            let moves: Vec<crate::PlayedMove> = moves.split(' ').filter_map(|m| m.parse().ok()).collect();
            moves.into_iter().map(|m| board.play(m.color, m.at)).last()
        };
        assert_eq!(slip(ko), Some(Ok(())), "the ko is taken");
        assert_eq!(slip(&format!("{ko} Wbb")), Some(Err(Slip::Ko)));
        assert_eq!(last(&format!("{ko} Wii Bhh Wbb")), Some(true), "after a threat");
        assert_eq!(last(&format!("{ko} W B Wbb")), Some(true), "after passes");
        assert_eq!(last(&format!("{ko} Wii Bii")), Some(false));
        // Two stones that are taken, and one of the taker's: no ko.
        let two = "Baa Wca Bba Wbb Bab Wac";
        assert_eq!(slip(&format!("{two} Wad Bbc Wcb")), Some(Ok(())));
    }

    #[test]
    fn chains_without_liberties_are_found_once_each() {
        let found = |stones: &str| {
            let mut board = Board::new(BoardSize::square(9));
            let moves = stones.split(' ').filter_map(|m| m.parse::<crate::PlayedMove>().ok());
            moves.for_each(|m| {
                if let Move::At(p) = m.at {
                    board.set(p, Some(m.color))
                }
            });
            board.all_breathless()
        };
        assert_eq!(found("Baa Wba Wab"), [(Point::new(0, 0), 1)]);
        assert_eq!(found("Baa Bba Wca Wab Wbb"), [(Point::new(0, 0), 2)]);
        assert_eq!(found("Baa Wab Wbb"), []);
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
