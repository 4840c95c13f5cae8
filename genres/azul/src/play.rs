//! Legal moves, and what a move does.

use crate::state::{CENTRE, FLOOR, MAX_FACTORIES, NOBODY, SPREAD};
use crate::{Board, Colour, Move, Phase, State, Tiles};

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// Nobody is to take tiles.
    #[error("the round's drafting is over")]
    NotDrafting,
    /// No such factory.
    #[error("there is no such factory")]
    NoSource,
    /// The source lacks the colour.
    #[error("the source has no tile of that colour")]
    NoTile,
    /// No such line.
    #[error("there is no such line")]
    NoLine,
    /// The line is full.
    #[error("the line is full")]
    LineFull,
    /// The line holds another colour.
    #[error("the line holds another colour")]
    OtherColour,
    /// The row of the wall has the colour.
    #[error("the row of the wall has the colour already")]
    OnWall,
}

impl State {
    /// The legal moves, in order of source, colour, destination (lines from the top, then the
    /// floor).
    pub fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        self.legal_into(&mut moves);
        moves
    }

    /// Appends the legal moves in the order of [`legal`](Self::legal).
    pub fn legal_into(&self, to: &mut Vec<Move>) {
        if self.phase != Phase::Drafting {
            return;
        }
        let board = &self.boards[usize::from(self.turn)];
        let lines = Colour::ALL.map(|c| board.open_lines(c) | 1 << FLOOR);
        for source in (0..MAX_FACTORIES as u8).chain([CENTRE]) {
            let here = self.source(source).colours();
            for colour in Colour::ALL.into_iter().filter(|c| here >> c.index() & 1 == 1) {
                let mut left = lines[colour.index()];
                while left != 0 {
                    to.push(Move { source, colour, to: left.trailing_zeros() as u8 });
                    left &= left - 1;
                }
            }
        }
    }

    /// How many legal moves there are.
    #[inline]
    pub fn legal_count(&self) -> u32 {
        if self.phase != Phase::Drafting {
            return 0;
        }
        let board = &self.boards[usize::from(self.turn)];
        let each = |c: usize| self.sources_of(c).count_ones() * (board.open_lines(Colour::ALL[c]).count_ones() + 1);
        (0..5).map(each).sum()
    }

    /// Is the move legal?
    ///
    /// # Errors
    /// [`Illegal`] with the first thing that is wrong.
    pub fn check_move(&self, mv: Move) -> Result<(), Illegal> {
        if self.phase != Phase::Drafting {
            return Err(Illegal::NotDrafting);
        }
        if mv.source != CENTRE && usize::from(mv.source) >= self.factories().len() {
            return Err(Illegal::NoSource);
        }
        if self.source(mv.source).get(mv.colour) == 0 {
            return Err(Illegal::NoTile);
        }
        let board = &self.boards[usize::from(self.turn)];
        match mv.to {
            FLOOR => Ok(()),
            row if row > FLOOR => Err(Illegal::NoLine),
            row => match board.line(row.into()) {
                Some((c, _)) if c != mv.colour => Err(Illegal::OtherColour),
                Some((_, n)) if n > row => Err(Illegal::LineFull),
                _ if board.has(row.into(), mv.colour) => Err(Illegal::OnWall),
                _ => Ok(()),
            },
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`Illegal`]; the position is as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.check_move(mv)?;
        self.apply(mv);
        Ok(())
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn apply(&mut self, mv: Move) {
        debug_assert_eq!(self.check_move(mv), Ok(()), "{mv} at {self}");
        let board = &mut self.boards[usize::from(self.turn)];
        let n;
        if mv.source == CENTRE {
            n = self.centre.get(mv.colour);
            self.centre = self.centre.without(mv.colour);
            self.sources &= !(1 << (10 * mv.colour.index() + usize::from(CENTRE)));
            if self.token == NOBODY {
                self.token = self.turn;
                board.take_token();
            }
        } else {
            let source = usize::from(mv.source);
            let from = self.factories[source];
            let rest = from.without(mv.colour);
            n = from.get(mv.colour);
            self.factories[source] = Tiles::EMPTY;
            self.centre = self.centre.plus(rest);
            self.sources &= !(SPREAD[31] << source);
            self.sources |= SPREAD[usize::from(rest.colours())] << CENTRE;
        }
        let lost = deliver(board, mv, n);
        self.lid = self.lid.plus(Tiles::of(mv.colour, lost));
        if self.sources == 0 {
            self.phase = Phase::Tiling;
        }
        self.turn += 1;
        if self.turn == self.players {
            self.turn = 0;
        }
    }
}

/// Puts `n` tiles where the move says; gives how many go to the lid.
#[inline]
pub(crate) fn deliver(board: &mut Board, mv: Move, n: u8) -> u8 {
    let over = if mv.to == FLOOR { n } else { board.put(mv.to.into(), mv.colour, n) };
    if over == 0 { 0 } else { board.drop_tiles(mv.colour, over) }
}
