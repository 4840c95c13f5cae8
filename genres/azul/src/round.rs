//! Dealing, and the end of a round.

use crate::board::{NO_COLUMN, Tiling};
use crate::leaf::{Close, Leaf};
use crate::state::{NOBODY, ROUND_CAP, factories_for};
use crate::{Aim, Board, Colour, Phase, Rng, State, Tiled, Tiles, WallKind};

/// The result of a round's end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundEnd {
    /// Each player's tiling.
    pub boards: Vec<Tiled>,
    /// Bonuses, when the game ended.
    pub bonuses: Option<Vec<u16>>,
}

/// Why a round can't be ended so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotYet {
    /// Tiles are still to be taken, or the game is over.
    #[error("it is not the tiling phase")]
    NotTiling,
    /// A player's columns are not legal.
    #[error("player {} can't tile those columns", .0 + 1)]
    IllegalColumns(usize),
}

impl State {
    /// A new game, its first round dealt; player 0 starts. `players` is kept within 2 to 4.
    pub fn deal(players: usize, kind: WallKind, rng: &mut Rng) -> State {
        let mut state = State::empty(players, kind);
        state.refill(rng);
        state
    }

    /// A new game with all tiles in the bag.
    pub(crate) fn empty(players: usize, kind: WallKind) -> State {
        State {
            factories: [Tiles::EMPTY; 9],
            centre: Tiles::EMPTY,
            bag: Tiles::ALL,
            lid: Tiles::EMPTY,
            sources: 0,
            boards: [Board::default(); 4],
            kind,
            phase: Phase::Drafting,
            players: players.clamp(2, 4) as u8,
            turn: 0,
            starter: 0,
            token: NOBODY,
            round: 1,
        }
    }

    /// Draws one tile from the bag; the lid goes back into the bag when that is empty, and only
    /// then.
    #[inline]
    fn draw(&mut self, rng: &mut Rng) -> Option<Colour> {
        if self.bag.is_empty() {
            if self.lid.is_empty() {
                return None;
            }
            std::mem::swap(&mut self.bag, &mut self.lid);
        }
        let colour = self.bag.at(rng.below(self.bag.total().into()) as u8);
        self.bag = self.bag.minus(Tiles::of(colour, 1));
        Some(colour)
    }

    /// Fills the factories one after the other, four tiles each, as far as there are tiles.
    fn refill(&mut self, rng: &mut Rng) {
        let n = factories_for(self.players());
        'all: for i in 0..n {
            let mut factory = Tiles::EMPTY;
            for _ in 0..4 {
                let Some(colour) = self.draw(rng) else {
                    self.factories[i] = factory;
                    break 'all;
                };
                factory = factory.plus(Tiles::of(colour, 1));
            }
            self.factories[i] = factory;
        }
        self.index_sources();
    }

    /// Ends a round whose tiles are all taken: tiling, scores, the game's end or the next deal. On
    /// the grey wall each player tiles as [`leaf`](crate::leaf) says.
    ///
    /// # Errors
    /// [`NotYet::NotTiling`] when it is not that time.
    pub fn end_round(&mut self, rng: &mut Rng) -> Result<RoundEnd, NotYet> {
        let mut ended = self.settle(None)?;
        self.next_round(rng, &mut ended);
        Ok(ended)
    }

    /// The tiling phase alone: boards and lid; who starts next; over if a row is complete (bonuses
    /// are then counted).
    pub(crate) fn settle(&mut self, tilings: Option<&[Tiling]>) -> Result<RoundEnd, NotYet> {
        if self.phase != Phase::Tiling {
            return Err(NotYet::NotTiling);
        }
        let (mut boards, mut lid) = (self.boards, self.lid);
        let mut done = Vec::with_capacity(self.players());
        let own = if tilings.is_none() { self.own_tilings() } else { [[NO_COLUMN; 5]; 4] };
        let tilings = tilings.unwrap_or(&own);
        for (p, board) in boards[..self.players()].iter_mut().enumerate() {
            let tiling = *tilings.get(p).ok_or(NotYet::IllegalColumns(p))?;
            let (tiled, gone) = board.tile(self.kind, &tiling).ok_or(NotYet::IllegalColumns(p))?;
            lid = lid.plus(gone);
            done.push(tiled);
        }
        (self.boards, self.lid) = (boards, lid);
        let bonuses = self.hand_over();
        Ok(RoundEnd { boards: done, bonuses })
    }

    /// The tilings that the engine chooses for all players.
    fn own_tilings(&self) -> [Tiling; 4] {
        let mut all = [[NO_COLUMN; 5]; 4];
        if self.kind == WallKind::Coloured {
            return all;
        }
        let (close, _) = Leaf::True.close(self, 0);
        for (p, (tiling, board)) in all.iter_mut().zip(self.boards()).enumerate() {
            let aim = match close {
                Close::GoesOn => Aim::GoOn,
                Close::Over(Some(who)) if who == p => Aim::Complete,
                Close::Over(_) => Aim::End,
            };
            *tiling = board.best_tiling(self.kind, aim).unwrap_or(*tiling);
        }
        all
    }

    /// As [`end_round`](Self::end_round) without a report, for self-play; does nothing out of time.
    pub(crate) fn end_round_quietly(&mut self, rng: &mut Rng) {
        if self.phase != Phase::Tiling {
            return;
        }
        let n = self.players();
        let mut lid = self.lid;
        let tilings = self.own_tilings();
        for (board, tiling) in self.boards[..n].iter_mut().zip(&tilings) {
            // The engine's own tiling is legal.
            if let Some((_, gone)) = board.tile(self.kind, tiling) {
                lid = lid.plus(gone);
            }
        }
        self.lid = lid;
        let mut ended = RoundEnd { boards: Vec::new(), bonuses: self.hand_over() };
        self.next_round(rng, &mut ended);
    }

    /// After the tiling: who starts next, and whether the game is over (bonuses are then counted).
    fn hand_over(&mut self) -> Option<Vec<u16>> {
        // Nobody has it when every pick emptied a factory of one colour: then the starter stays.
        if self.token != NOBODY {
            self.starter = self.token;
            self.token = NOBODY;
        }
        self.turn = self.starter;
        let over = self.boards().iter().any(|b| b.complete_rows() > 0);
        over.then(|| self.finish(Phase::Over))
    }

    /// Counts the bonuses.
    fn finish(&mut self, phase: Phase) -> Vec<u16> {
        self.phase = phase;
        let n = self.players();
        let add = |board: &mut Board| {
            let bonus = board.bonus();
            board.score += bonus;
            bonus
        };
        self.boards[..n].iter_mut().map(add).collect()
    }

    fn next_round(&mut self, rng: &mut Rng, ended: &mut RoundEnd) {
        if self.phase == Phase::Over {
            return;
        }
        if self.round >= ROUND_CAP {
            ended.bonuses = Some(self.finish(Phase::Stalled));
            return;
        }
        self.refill(rng);
        if self.sources == 0 {
            ended.bonuses = Some(self.finish(Phase::Stalled));
            return;
        }
        self.round += 1;
        self.phase = Phase::Drafting;
    }
}
