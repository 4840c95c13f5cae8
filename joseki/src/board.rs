//! A board with captures and simple ko: no more than a pattern book needs.

use crate::point::{Color, Move, Point};

/// Why a move can't be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The point is not on the board.
    #[error("off the board")]
    Off,
    /// There is a stone.
    #[error("the point is occupied")]
    Occupied,
    /// Takes back at once in a ko.
    #[error("the ko can't be taken back at once")]
    Ko,
    /// No liberty and nothing captured.
    #[error("suicide")]
    Suicide,
}

/// The effect of a move, so that it can be taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Stones taken.
    pub captured: Vec<Point>,
    ko_before: Option<Point>,
}

/// Stones on a square board, and how they came there.
///
/// Colours need not alternate: a joseki book plays elsewhere by not playing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    size: u8,
    cells: Vec<Option<Color>>,
    ko: Option<Point>,
    captures: [u32; 2],
    played: Vec<Played>,
    first: Color,
}

impl Board {
    /// An empty board. Sizes from 1 to 25; others are brought into that range.
    pub fn new(size: u8) -> Board {
        let size = size.clamp(1, crate::point::LARGEST);
        let cells = vec![None; usize::from(size) * usize::from(size)];
        Board { size, cells, ko: None, captures: [0, 0], played: Vec::new(), first: Color::Black }
    }

    /// Points a side.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The stone at a point.
    pub fn at(&self, p: Point) -> Option<Color> {
        if p.x < self.size && p.y < self.size { self.cells[p.index(self.size)] } else { None }
    }

    /// Moves played, passes too.
    pub fn moves(&self) -> usize {
        self.played.len()
    }

    /// The moves played, in order.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// The last move.
    pub fn last(&self) -> Option<Move> {
        self.played.last().map(|p| p.mv)
    }

    /// Where who is to play may not take back at once in a ko.
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Who is to play when colours alternate; at first Black, after handicap stones White.
    pub fn to_play(&self) -> Color {
        self.last().map_or(self.first, |mv| mv.color.other())
    }

    /// Puts stones on an empty board, where they can't be taken back, and says who plays first.
    ///
    /// # Errors
    /// The board is not empty, a point is not on it, or a chain would have no liberty; the board
    /// stays empty.
    pub fn set_up(&mut self, stones: &[(Color, Point)], first: Color) -> Result<(), Illegal> {
        if !self.played.is_empty() || self.cells.iter().any(Option::is_some) {
            return Err(Illegal::Occupied);
        }
        if stones.iter().any(|(_, p)| p.x >= self.size || p.y >= self.size) {
            return Err(Illegal::Off);
        }
        for (color, p) in stones {
            self.cells[p.index(self.size)] = Some(*color);
        }
        if stones.iter().any(|(_, p)| !self.chain(*p).1) {
            self.cells.fill(None);
            return Err(Illegal::Suicide);
        }
        self.first = first;
        Ok(())
    }

    /// How many stones a colour has taken.
    pub fn captures(&self, color: Color) -> u32 {
        self.captures[color as usize]
    }

    /// The stones of the chain at a point, and does it have a liberty?
    fn chain(&self, at: Point) -> (Vec<Point>, bool) {
        let color = self.at(at);
        let mut seen = vec![false; self.cells.len()];
        let mut stones = vec![at];
        let mut free = false;
        seen[at.index(self.size)] = true;
        let mut next = 0;
        while let Some(&p) = stones.get(next) {
            next += 1;
            for q in p.neighbours(self.size) {
                if self.at(q).is_none() {
                    free = true;
                } else if self.at(q) == color && !std::mem::replace(&mut seen[q.index(self.size)], true) {
                    stones.push(q);
                }
            }
        }
        (stones, free)
    }

    /// Plays a move; what it captured is the last of [`Board::played`].
    ///
    /// # Errors
    /// [`Illegal`], and the board stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<&Played, Illegal> {
        let ko_before = self.ko;
        let mut captured = Vec::new();
        let mut ko = None;
        if let Some(at) = mv.at {
            if at.x >= self.size || at.y >= self.size {
                return Err(Illegal::Off);
            }
            if self.at(at).is_some() {
                return Err(Illegal::Occupied);
            }
            // Only the opponent of who took is bound by the ko.
            if ko_before == Some(at) && self.last().is_some_and(|last| last.color != mv.color) {
                return Err(Illegal::Ko);
            }
            self.cells[at.index(self.size)] = Some(mv.color);
            for q in at.neighbours(self.size) {
                if self.at(q) == Some(mv.color.other()) {
                    let (stones, free) = self.chain(q);
                    if !free {
                        for &s in &stones {
                            self.cells[s.index(self.size)] = None;
                        }
                        captured.extend(stones);
                    }
                }
            }
            let (own, free) = self.chain(at);
            if !free {
                self.cells[at.index(self.size)] = None;
                return Err(Illegal::Suicide);
            }
            let one_liberty = at.neighbours(self.size).filter(|&q| self.at(q).is_none()).count() == 1;
            if let (&[taken], 1, true) = (&captured[..], own.len(), one_liberty) {
                ko = Some(taken);
            }
        }
        self.captures[mv.color as usize] += captured.len() as u32;
        self.ko = ko;
        self.played.push(Played { mv, captured, ko_before });
        Ok(&self.played[self.played.len() - 1])
    }

    /// Takes the last move back; gives it.
    pub fn undo(&mut self) -> Option<Played> {
        let last = self.played.pop()?;
        if let Some(at) = last.mv.at {
            self.cells[at.index(self.size)] = None;
        }
        for &p in &last.captured {
            self.cells[p.index(self.size)] = Some(last.mv.color.other());
        }
        self.captures[last.mv.color as usize] -= last.captured.len() as u32;
        self.ko = last.ko_before;
        Some(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn play(board: &mut Board, moves: &str) -> Result<(), Illegal> {
        for word in moves.split_whitespace() {
            let (color, at) = word.split_at(1);
            let at = Point::read(at, board.size());
            board.play(Move { color: Color::read(color).unwrap(), at })?;
        }
        Ok(())
    }

    #[test]
    fn captures_ko_and_suicide() {
        let mut ko = Board::new(5);
        play(&mut ko, "bA2 wB3 bB1 wC2 bC1 wB2").unwrap();
        assert_eq!(play(&mut ko, "bA1"), Ok(()), "filling an own eye is no suicide");
        let mut corner = Board::new(5);
        play(&mut corner, "bA2 bB1").unwrap();
        assert_eq!(play(&mut corner, "wA1"), Err(Illegal::Suicide));
        play(&mut corner, "wA3 wB2").unwrap();
        assert_eq!(play(&mut corner, "wA1"), Ok(()), "takes A2");
        assert_eq!((corner.at(Point::new(0, 1)), corner.captures(Color::White)), (None, 1));
        assert_eq!(play(&mut corner, "bA2"), Err(Illegal::Ko));
    }

    #[test]
    fn a_ko_waits_one_move() {
        let mut board = Board::new(9);
        play(&mut board, "bD4 wE4 bC5 wF5 bD6 wE6 bE5 wD5").unwrap();
        assert_eq!(board.captures(Color::White), 1);
        assert_eq!(play(&mut board, "bE5"), Err(Illegal::Ko));
        assert_eq!(board.clone().play(Move { color: Color::White, at: Point::read("E5", 9) }).err(), None);
        play(&mut board, "ba1 wa9 bE5").unwrap();
        assert_eq!(board.captures(Color::Black), 1);
        assert_eq!(play(&mut board, "wD5"), Err(Illegal::Ko));
    }

    #[test]
    fn off_the_board_and_occupied() {
        let mut board = Board::new(5);
        let far = Move { color: Color::Black, at: Some(Point::new(5, 0)) };
        assert_eq!(board.play(far), Err(Illegal::Off));
        play(&mut board, "bA1").unwrap();
        assert_eq!(play(&mut board, "wA1"), Err(Illegal::Occupied));
    }

    proptest! {
        /// Undo gives each earlier board, and no chain is ever without a liberty.
        #[test]
        fn undo_is_the_way_back(size in 1u8..6, moves in prop::collection::vec((any::<bool>(), 0usize..40), 0..120)) {
            let mut board = Board::new(size);
            let mut before = Vec::new();
            for (black, index) in moves {
                let color = if black { Color::Black } else { Color::White };
                let at = (index < usize::from(size) * usize::from(size)).then(|| Point::of_index(index, size));
                let was = board.clone();
                match board.play(Move { color, at }) {
                    Ok(_) => before.push(was),
                    Err(_) => prop_assert_eq!(&board, &was),
                }
                for p in Point::all(size).filter(|&p| board.at(p).is_some()) {
                    prop_assert!(board.chain(p).1);
                }
            }
            while let Some(was) = before.pop() {
                prop_assert!(board.undo().is_some());
                prop_assert_eq!(&board, &was);
            }
            prop_assert!(board.undo().is_none());
        }
    }
}
