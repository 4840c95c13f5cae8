//! A position as plain data, and the check that it can be one.

use crate::board::{FLOOR_SPACES, placement_runs};
use crate::state::{MAX_PLAYERS, NOBODY, ROUND_CAP, factories_for};
use crate::tiles::TILES_PER_COLOUR;
use crate::{Board, Colour, Phase, State, Tiles, WallKind, coloured_at};
use tesuji_genre::Bad;

/// A board as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardSetup {
    /// Score.
    pub score: u32,
    /// Pattern lines from the top: colour and number of tiles.
    pub lines: [Option<(Colour, u32)>; 5],
    /// Wall, row after row.
    pub wall: [[Option<Colour>; 5]; 5],
    /// Tiles on the floor line, without the token.
    pub floor: Vec<Colour>,
}

/// A position as plain data: anything can be written into it; [`State::from_setup`] says whether it
/// can be a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Which wall.
    pub kind: WallKind,
    /// Where the game stands; tiles on the table mean drafting, none mean tiling.
    pub phase: Phase,
    /// The round, from 1.
    pub round: u32,
    /// Whose turn.
    pub turn: usize,
    /// Who started the round.
    pub starter: usize,
    /// Who has the token; `None`: it lies in the centre.
    pub token: Option<usize>,
    /// Factories.
    pub factories: Vec<[u32; 5]>,
    /// Centre.
    pub centre: [u32; 5],
    /// Bag.
    pub bag: [u32; 5],
    /// Lid.
    pub lid: [u32; 5],
    /// Boards, one a player.
    pub boards: Vec<BoardSetup>,
}

impl Setup {
    /// All that is wrong with it, in a fixed order; none: it is a position. Beyond the rules'
    /// bounds (tiles, lines, wall) it checks what every reachable position obeys: a row of the wall
    /// grows by one tile a round at most, no complete row while the game goes on, short factories
    /// only when the bag is empty, and no score that the wall can't have given.
    pub fn flaws(&self) -> Vec<Bad> {
        let mut flaws = Vec::new();
        let n = self.boards.len();
        if !(2..=MAX_PLAYERS).contains(&n) {
            flaws.push(Bad::new(format!("{n} players; Azul is for 2 to 4")).at("players"));
            return flaws;
        }
        let most = if matches!(self.phase, Phase::Over | Phase::Stalled) { ROUND_CAP + 1 } else { ROUND_CAP };
        if !(1..=u32::from(most)).contains(&self.round) {
            flaws.push(Bad::new(format!("round {}; rounds count from 1 to {ROUND_CAP}", self.round)).at("round"));
        }
        for (what, player) in [("turn", Some(self.turn)), ("starter", Some(self.starter)), ("token", self.token)] {
            if let Some(p) = player.filter(|&p| p >= n) {
                flaws.push(Bad::new(format!("player {} of {n}", p + 1)).at(what));
            }
        }
        self.table_flaws(&mut flaws);
        for (p, board) in self.boards.iter().enumerate() {
            self.board_flaws(p, board, &mut flaws);
        }
        self.conservation_flaws(&mut flaws);
        flaws
    }

    fn table_flaws(&self, flaws: &mut Vec<Bad>) {
        let factories = factories_for(self.boards.len());
        if self.factories.len() != factories {
            let what = format!("{} factories; {} players have {factories}", self.factories.len(), self.boards.len());
            flaws.push(Bad::new(what).at("factories"));
        }
        let total = |tiles: &[u32; 5]| tiles.iter().map(|&n| u64::from(n)).sum::<u64>();
        let mut short = None;
        for (i, factory) in self.factories.iter().enumerate() {
            let at = format!("factory {}", i + 1);
            match total(factory) {
                0 | 4 => {}
                1..=3 if total(&self.bag) > 0 => {
                    flaws.push(Bad::new(format!("{} tiles though the bag is not empty", total(factory))).at(at))
                }
                1..=3 if short.is_some() => flaws.push(Bad::new("a second factory with fewer than 4 tiles").at(at)),
                1..=3 => short = Some(i),
                n => flaws.push(Bad::new(format!("{n} tiles; a factory has 4")).at(at)),
            }
        }
        if let Some(i) = short
            && let Some(j) = (i + 1..self.factories.len()).find(|&j| total(&self.factories[j]) > 0)
        {
            flaws.push(Bad::new("filled after a factory that is short of tiles").at(format!("factory {}", j + 1)));
        }
        let table = total(&self.centre) + self.factories.iter().map(total).sum::<u64>();
        let ended = matches!(self.phase, Phase::Over | Phase::Stalled);
        if ended && table > 0 {
            flaws.push(Bad::new(format!("{table} tiles on the table though the game is over")).at("centre"));
        }
        if ended && self.token.is_some() {
            flaws.push(Bad::new("with a player though the game is over").at("token"));
        }
        let untouched = self.factories.len() == factories && self.factories.iter().all(|f| total(f) == 4);
        if untouched && total(&self.centre) > 0 {
            flaws.push(Bad::new("tiles though every factory is full").at("centre"));
        }
        if untouched && self.token.is_some() {
            flaws.push(Bad::new("taken though every factory is full").at("token"));
        }
    }

    fn board_flaws(&self, p: usize, board: &BoardSetup, flaws: &mut Vec<Bad>) {
        let player = format!("player {}", p + 1);
        for (row, line) in board.lines.iter().enumerate() {
            let Some((colour, n)) = *line else { continue };
            let at = format!("{player} line {}", row + 1);
            if n == 0 || n as usize > row + 1 {
                flaws.push(Bad::new(format!("{n} tiles; it holds 1 to {}", row + 1)).at(at.clone()));
            }
            if board.wall[row].contains(&Some(colour)) {
                flaws.push(Bad::new(format!("{colour} though the row of the wall has it")).at(at.clone()));
            }
            if matches!(self.phase, Phase::Over | Phase::Stalled) && n as usize == row + 1 {
                flaws.push(Bad::new("full though the game is over").at(at));
            }
        }
        let mut complete = false;
        // While a round is on, as many have been tiled as are over.
        let tilings = if matches!(self.phase, Phase::Over) { self.round } else { self.round.saturating_sub(1) };
        let tilings = if self.phase == Phase::Stalled { self.round } else { tilings };
        for (row, places) in board.wall.iter().enumerate() {
            let at = |column: usize| format!("{player} wall row {} column {}", row + 1, column + 1);
            for (column, tile) in places.iter().enumerate() {
                let Some(colour) = *tile else { continue };
                if self.kind == WallKind::Coloured && coloured_at(row, column) != colour {
                    let what = format!("{colour}; the place is {}", coloured_at(row, column));
                    flaws.push(Bad::new(what).at(at(column)));
                }
                if places[..column].contains(&Some(colour)) {
                    flaws.push(Bad::new(format!("{colour} twice in the row")).at(at(column)));
                }
                if board.wall[..row].iter().any(|above| above[column] == Some(colour)) {
                    flaws.push(Bad::new(format!("{colour} twice in the column")).at(at(column)));
                }
            }
            let n = places.iter().flatten().count();
            complete |= n == 5;
            if n as u32 > tilings {
                let what = format!("{n} tiles after {tilings} rounds; a row gets one a round at most");
                flaws.push(Bad::new(what).at(format!("{player} wall row {}", row + 1)));
            }
            if n == 5 && !matches!(self.phase, Phase::Over) {
                let what = "complete, but the game is not over";
                flaws.push(Bad::new(what).at(format!("{player} wall row {}", row + 1)));
            }
        }
        let others = self.boards.iter().any(|b| b.wall.iter().any(|row| row.iter().all(Option::is_some)));
        if self.phase == Phase::Over && !complete && !others && p == 0 {
            flaws.push(Bad::new("over though nobody has a complete row").at("phase"));
        }
        let token = usize::from(self.token == Some(p));
        // A full floor line has no space for the token, which is taken all the same.
        if board.floor.len() > usize::from(FLOOR_SPACES) {
            let what = format!("{} tiles; it has {FLOOR_SPACES} spaces", board.floor.len() + token);
            flaws.push(Bad::new(what).at(format!("{player} floor")));
        }
        if matches!(self.phase, Phase::Over | Phase::Stalled) && !board.floor.is_empty() {
            flaws.push(Bad::new("not empty though the game is over").at(format!("{player} floor")));
        }
        let bound = self.score_bound(board);
        if board.score > bound {
            let what = format!("{} points; tiles as on this wall give {bound} at most", board.score);
            flaws.push(Bad::new(what).at(format!("{player} score")));
        }
    }

    /// No order of placing gives more than each tile's runs on the wall as it stands (and the
    /// bonuses when over).
    fn score_bound(&self, board: &BoardSetup) -> u32 {
        let wall = board.wall.iter().flatten().enumerate();
        let wall: u32 = wall.filter(|(_, t)| t.is_some()).map(|(i, _)| 1 << i).sum();
        let mut most = 0;
        for i in (0..25).filter(|i| wall >> i & 1 == 1) {
            most += u32::from(crate::board::placement_score(wall, i / 5, i % 5));
        }
        // Runs count n(n+1)/2 at most when they grow tile by tile: less than n² for each run of n.
        let shared: u32 = (0..25)
            .filter(|i| wall >> i & 1 == 1)
            .map(|i| {
                let (across, down) = placement_runs(wall, i / 5, i % 5);
                // Each of a run's n tiles saw half of it on average: (n+1)/2, so twice the sum is
                // n+1 a tile.
                let half = |n: u16| if n > 1 { u32::from(n) + 1 } else { 0 };
                (half(across) + half(down)).max(2)
            })
            .sum();
        let bonus = match self.phase {
            Phase::Over | Phase::Stalled => {
                let board = Board { wall, have: have_of(board), ..Board::default() };
                u32::from(board.bonus())
            }
            _ => 0,
        };
        most.min(shared.div_ceil(2)) + bonus
    }

    fn conservation_flaws(&self, flaws: &mut Vec<Bad>) {
        for colour in Colour::ALL {
            let i = colour.index();
            let mut n: u64 = [&self.centre, &self.bag, &self.lid].iter().map(|t| u64::from(t[i])).sum();
            n += self.factories.iter().map(|f| u64::from(f[i])).sum::<u64>();
            for board in &self.boards {
                n += board.lines.iter().flatten().filter(|l| l.0 == colour).map(|l| u64::from(l.1)).sum::<u64>();
                n += board.wall.iter().flatten().filter(|&&t| t == Some(colour)).count() as u64;
                n += board.floor.iter().filter(|&&c| c == colour).count() as u64;
            }
            if n != u64::from(TILES_PER_COLOUR) {
                let what = format!("tile conservation: {n} of {TILES_PER_COLOUR}");
                flaws.push(Bad::new(what).at(colour.name()));
            }
        }
    }
}

fn have_of(board: &BoardSetup) -> u32 {
    let mut have = 0;
    for (row, places) in board.wall.iter().enumerate() {
        for colour in places.iter().flatten() {
            have |= 1 << (5 * colour.index() + row);
        }
    }
    have
}

impl State {
    /// The position of a setup.
    ///
    /// # Errors
    /// The first of its [`flaws`](Setup::flaws).
    pub fn from_setup(setup: &Setup) -> Result<State, Bad> {
        if let Some(flaw) = setup.flaws().into_iter().next() {
            return Err(flaw);
        }
        let too_many = || Bad::new("more than 100 tiles");
        let tiles = |counts: &[u32; 5]| Tiles::from_counts(*counts).ok_or_else(too_many);
        let mut state = State::empty(setup.boards.len(), setup.kind);
        for (to, from) in state.factories.iter_mut().zip(&setup.factories) {
            *to = tiles(from)?;
        }
        (state.centre, state.bag, state.lid) = (tiles(&setup.centre)?, tiles(&setup.bag)?, tiles(&setup.lid)?);
        state.index_sources();
        state.round = setup.round as u8;
        (state.turn, state.starter) = (setup.turn as u8, setup.starter as u8);
        state.token = setup.token.map_or(NOBODY, |p| p as u8);
        for (p, (to, from)) in state.boards.iter_mut().zip(&setup.boards).enumerate() {
            for (row, places) in from.wall.iter().enumerate() {
                for (column, tile) in places.iter().enumerate() {
                    if let Some(colour) = *tile {
                        to.place(setup.kind, row, column, colour);
                    }
                }
            }
            to.open &= !to.have;
            for (row, line) in from.lines.iter().enumerate() {
                if let Some((colour, n)) = *line {
                    to.put(row, colour, n as u8);
                }
            }
            to.floor = from.floor.iter().copied().collect();
            to.floor_len = (from.floor.len() + usize::from(setup.token == Some(p))).min(FLOOR_SPACES.into()) as u8;
            to.score = from.score as u16;
        }
        state.phase = match setup.phase {
            Phase::Drafting | Phase::Tiling if state.sources == 0 => Phase::Tiling,
            Phase::Drafting | Phase::Tiling => Phase::Drafting,
            ended => ended,
        };
        Ok(state)
    }

    /// The position as plain data.
    pub fn setup(&self) -> Setup {
        let boards = self.boards().iter().map(|b| BoardSetup {
            score: b.score.into(),
            lines: std::array::from_fn(|row| b.line(row).map(|(c, n)| (c, n.into()))),
            wall: std::array::from_fn(|row| std::array::from_fn(|column| b.wall_tile(self.kind, row, column))),
            floor: Colour::ALL.iter().flat_map(|&c| std::iter::repeat_n(c, b.floor.get(c).into())).collect(),
        });
        Setup {
            kind: self.kind,
            phase: self.phase,
            round: self.round(),
            turn: self.turn(),
            starter: self.starter(),
            token: self.token(),
            factories: self.factories().iter().map(|f| f.counts()).collect(),
            centre: self.centre.counts(),
            bag: self.bag.counts(),
            lid: self.lid.counts(),
            boards: boards.collect(),
        }
    }
}
