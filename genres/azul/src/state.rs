//! Positions and moves.

use crate::{Board, Colour, Tiles, WallKind};
use std::fmt;

/// The most players.
pub const MAX_PLAYERS: usize = 4;
/// The most factories.
pub const MAX_FACTORIES: usize = 9;
/// Number of the centre as a source.
pub const CENTRE: u8 = 9;
/// Number of the floor line as a destination.
pub const FLOOR: u8 = 5;
/// Number of the token's holder while it lies in the centre.
pub(crate) const NOBODY: u8 = u8::MAX;
/// A game that reaches this round counts as stalled: the rules let tiles go round for ever (some 1
/// in 1,000 four-player games of greedy players never ends).
pub const ROUND_CAP: u8 = 200;

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// A player is to take tiles.
    Drafting,
    /// All tiles are taken; [`State::end_round`] comes next.
    Tiling,
    /// Over: somebody completed a row; bonuses are counted.
    Over,
    /// No row after [`ROUND_CAP`] rounds, or no tile left to deal; bonuses are counted.
    Stalled,
}

/// Taking all tiles of a colour from a source to a destination.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Factory 0 to 8, or [`CENTRE`].
    pub source: u8,
    /// Colour.
    pub colour: Colour,
    /// Pattern line 0 to 4, or [`FLOOR`].
    pub to: u8,
}

impl Move {
    /// From its text: factory `1`–`9` or `C`, colour letter, line `1`–`5` or `F`: `3B2`, `CRF`.
    pub fn parse(text: &str) -> Option<Move> {
        let mut chars = text.chars();
        let source = match chars.next()? {
            'C' => CENTRE,
            c => c.to_digit(10).filter(|&d| d > 0)? as u8 - 1,
        };
        let colour = Colour::from_letter(chars.next()?)?;
        let to = match chars.next()? {
            'F' => FLOOR,
            c => c.to_digit(10).filter(|d| (1..=5).contains(d))? as u8 - 1,
        };
        chars.next().is_none().then_some(Move { source, colour, to })
    }

    /// In words: "blue from factory 3 to line 2".
    pub fn words(self) -> String {
        let source = if self.source == CENTRE { "the centre".into() } else { format!("factory {}", self.source + 1) };
        let to = if self.to == FLOOR { "the floor".into() } else { format!("line {}", self.to + 1) };
        format!("{} from {source} to {to}", self.colour.name().to_lowercase())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source {
            CENTRE => f.write_str("C")?,
            n => write!(f, "{}", n + 1)?,
        }
        write!(f, "{}", self.colour.letter())?;
        match self.to {
            FLOOR => f.write_str("F"),
            n => write!(f, "{}", n + 1),
        }
    }
}

/// A position, complete: everything that the rules look at. Built by play from [`State::deal`], or
/// checked from a [`Setup`](crate::Setup) or a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) factories: [Tiles; MAX_FACTORIES],
    pub(crate) centre: Tiles,
    pub(crate) bag: Tiles,
    pub(crate) lid: Tiles,
    /// For each colour ten bits: the factories (0 to 8) and the centre (9) that have it. Follows
    /// from the above.
    pub(crate) sources: u64,
    pub(crate) boards: [Board; MAX_PLAYERS],
    pub(crate) kind: WallKind,
    pub(crate) phase: Phase,
    pub(crate) players: u8,
    pub(crate) turn: u8,
    pub(crate) starter: u8,
    pub(crate) token: u8,
    pub(crate) round: u8,
}

/// Ten bits of [`State::sources`] for each of these colours (bits), at bit 0.
pub(crate) const SPREAD: [u64; 32] = {
    let mut table = [0; 32];
    let mut mask = 0;
    while mask < 32 {
        let mut c = 0;
        while c < 5 {
            if mask >> c & 1 == 1 {
                table[mask] |= 1 << (10 * c);
            }
            c += 1;
        }
        mask += 1;
    }
    table
};

/// Factories for a number of players: 5, 7, 9.
pub fn factories_for(players: usize) -> usize {
    2 * players + 1
}

impl State {
    /// Number of players, 2 to 4.
    #[inline]
    pub fn players(&self) -> usize {
        self.players.into()
    }

    /// Which wall is played.
    #[inline]
    pub fn kind(&self) -> WallKind {
        self.kind
    }

    /// Where the game stands.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> usize {
        self.turn.into()
    }

    /// Who started this round.
    #[inline]
    pub fn starter(&self) -> usize {
        self.starter.into()
    }

    /// Who has the first player's token; `None` while it lies in the centre.
    #[inline]
    pub fn token(&self) -> Option<usize> {
        (self.token != NOBODY).then_some(self.token.into())
    }

    /// The round, from 1.
    #[inline]
    pub fn round(&self) -> u32 {
        self.round.into()
    }

    /// The factories in play.
    #[inline]
    pub fn factories(&self) -> &[Tiles] {
        &self.factories[..factories_for(self.players())]
    }

    /// The centre.
    #[inline]
    pub fn centre(&self) -> Tiles {
        self.centre
    }

    /// The bag.
    #[inline]
    pub fn bag(&self) -> Tiles {
        self.bag
    }

    /// The lid.
    #[inline]
    pub fn lid(&self) -> Tiles {
        self.lid
    }

    /// A player's board.
    ///
    /// # Panics
    /// When there is no such player.
    #[inline]
    pub fn board(&self, player: usize) -> &Board {
        &self.boards[..self.players()][player]
    }

    /// The boards of all players.
    #[inline]
    pub fn boards(&self) -> &[Board] {
        &self.boards[..self.players()]
    }

    /// The tiles on a source: a factory or [`CENTRE`].
    #[inline]
    pub fn source(&self, source: u8) -> Tiles {
        match source {
            CENTRE => self.centre,
            n => self.factories.get(usize::from(n)).copied().unwrap_or_default(),
        }
    }

    /// Tiles on factories and centre.
    #[inline]
    pub fn tiles_on_table(&self) -> u32 {
        self.factories().iter().fold(self.centre, |all, &f| all.plus(f)).total().into()
    }

    /// All tiles wherever they lie, by colour: twenty of each, always.
    pub fn all_tiles(&self) -> [u32; 5] {
        let mut all = [0; 5];
        let table = [self.centre, self.bag, self.lid].into_iter().chain(self.factories().iter().copied());
        for tiles in table.chain(self.boards().iter().map(Board::tiles)) {
            for (n, more) in all.iter_mut().zip(tiles.counts()) {
                *n += more;
            }
        }
        all
    }

    /// Are there twenty tiles of each colour? The invariant that tests ask after each move.
    pub fn conserves(&self) -> bool {
        self.all_tiles() == [crate::tiles::TILES_PER_COLOUR; 5]
    }

    /// Sources that have a colour, a bit each: factories 0 to 8, centre 9.
    #[inline]
    pub(crate) fn sources_of(&self, colour: usize) -> u16 {
        (self.sources >> (10 * colour)) as u16 & 0x3ff
    }

    /// Recounts [`sources`](Self::sources).
    pub(crate) fn index_sources(&mut self) {
        self.sources = SPREAD[usize::from(self.centre.colours())] << CENTRE;
        for (i, f) in self.factories.iter().enumerate() {
            self.sources |= SPREAD[usize::from(f.colours())] << i;
        }
    }

    /// Places of the players at the end, best first: by score, then complete rows; players that are
    /// equal in both share a place. `None` while the game goes on.
    pub fn ranking(&self) -> Option<Vec<Vec<usize>>> {
        if !matches!(self.phase, Phase::Over | Phase::Stalled) {
            return None;
        }
        let worth = |&p: &usize| (self.boards[p].score, self.boards[p].complete_rows());
        let mut order: Vec<usize> = (0..self.players()).collect();
        order.sort_by_key(|p| std::cmp::Reverse(worth(p)));
        Some(order.chunk_by(|a, b| worth(a) == worth(b)).map(<[usize]>::to_vec).collect())
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::text::write(self))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::text::write(self))
    }
}
