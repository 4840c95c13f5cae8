//! Replaying a log: each event is checked against the rules and the position before it changes
//! anything.

use super::event::{Event, LogTile, Scored, WallPlacement};
use super::places::{Place, Places};
use crate::board::{FLOOR_PENALTY, FLOOR_SPACES, NO_COLUMN, Tiling};
use crate::state::{CENTRE, FLOOR, ROUND_CAP};
use crate::{
    COLOUR_BONUS, COLUMN_BONUS, Colour, Move, Phase, ROW_BONUS, State, Tiles, WallKind, factories_for, placement_runs,
    placement_score,
};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_genre::Bad;

/// Tiles in hand.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Hand {
    source: u8,
    colour: Colour,
    tiles: Vec<LogTile>,
}

/// A bonus: of a row, a column, or a colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Bonus {
    Row(usize),
    Column(usize),
    Colour(Colour),
}

/// The state before a decision, to take it back.
#[derive(Clone, Debug)]
struct Before {
    state: State,
    hand: Hand,
    token_said: bool,
    spilt: [Tiles; 4],
    places: Places,
}

/// One game while it is replayed.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Players in the order of seats, as far as they are known.
    names: Vec<String>,
    state: State,
    /// Has a deal been seen?
    dealt: bool,
    /// Is the round's tiling done?
    settled: bool,
    hand: Option<Hand>,
    /// Was the token taken in this turn?
    token_said: bool,
    /// Did the token come to the floor line in this turn?
    token_placed: bool,
    /// Tiles that found no space on the floor lines in this round: the log keeps them there, the
    /// rules send them to the lid.
    spilt: [Tiles; 4],
    /// In the tiling phase: the position at its beginning, columns chosen so far, rows done, floor
    /// lines counted.
    tiling: Option<(Box<State>, [Tiling; 4], [usize; 4], [bool; 4])>,
    claimed: BTreeSet<(usize, Bonus)>,
    places: Places,
    before: Option<Box<Before>>,
    last_move: Option<(State, Move)>,
}

type Checked = Result<(), Bad>;

fn bad(field: &str, what: impl Into<String>) -> Bad {
    Bad::new(what).at(field)
}

impl Replay {
    /// A game of these players, none of whose events are known; with no names the players are
    /// learnt from their first turns.
    pub fn new(players: usize, names: Vec<String>, kind: WallKind) -> Replay {
        Replay {
            names,
            state: State::empty(players, kind),
            dealt: false,
            settled: false,
            hand: None,
            token_said: false,
            token_placed: false,
            spilt: [Tiles::EMPTY; 4],
            tiling: None,
            claimed: BTreeSet::new(),
            places: Places::default(),
            before: None,
            last_move: None,
        }
    }

    /// The position. In the tiling phase lines and walls change event by event.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The players in the order of seats.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The position before the last placing of tiles in hand, and the move, until the next event
    /// says otherwise.
    pub fn last_move(&self) -> Option<&(State, Move)> {
        self.last_move.as_ref()
    }

    /// Is the game over with all its bonuses counted?
    pub fn finished(&self) -> bool {
        self.missing_bonus().is_none() && matches!(self.state.phase(), Phase::Over | Phase::Stalled)
    }

    /// Checks an event and plays it.
    ///
    /// # Errors
    /// [`Bad`] with the field that the rules or the position contradict; the game is then as it
    /// was.
    pub fn event(&mut self, event: &Event) -> Checked {
        let mut next = self.clone();
        next.apply(event)?;
        *self = next;
        Ok(())
    }

    /// The log ends here.
    ///
    /// # Errors
    /// [`Bad`] when the game is over and a bonus is missing.
    pub fn end(&mut self) -> Checked {
        if self.dealt && self.state.phase() == Phase::Tiling && !self.settled {
            // The log may end within a round.
            let _ = self.close_round();
        }
        match self.missing_bonus() {
            Some(what) => Err(Bad::new(what)),
            None => Ok(()),
        }
    }

    fn apply(&mut self, event: &Event) -> Checked {
        if !matches!(
            event,
            Event::LastRound { .. } | Event::UndoSelectLine { .. } | Event::Note {} | Event::Foreign { .. }
        ) {
            (self.last_move, self.before) = (None, None);
        }
        match event {
            Event::Note {} | Event::Foreign { .. } | Event::Conceded { .. } => Ok(()),
            Event::GameStart { .. } => Err(bad("type", "a game begins within another")),
            Event::FactoriesFilled { factories, remaining_tiles } => self.fill(factories, *remaining_tiles),
            Event::TilesSelected { player_id, number, colour, from_factory, selected_tiles, discarded_tiles } => {
                self.select(player_id, *number, *colour, *from_factory, selected_tiles, discarded_tiles)
            }
            Event::TilesPlacedOnLine { player_id, line, placed_tiles, discarded_tiles } => {
                self.place(player_id, *line, placed_tiles, discarded_tiles)
            }
            Event::FirstPlayerToken { player_id } => self.take_token(player_id),
            Event::PlaceTileOnWall { complete_lines } => {
                complete_lines.iter().try_for_each(|(name, line)| self.wall(name, line))
            }
            Event::EmptyFloorLine { floor_lines } => self.empty_floors(floor_lines),
            Event::EndScore { scores } => self.score_bonuses(scores),
            Event::LastRound { player_id } => self.last_round(player_id),
            Event::UndoTakeTiles { player_id } => self.undo_take(player_id),
            Event::UndoSelectLine { player_id } => self.undo_line(player_id),
        }
    }

    /// The seat of a player. A new name takes the next seat on its first turn.
    fn seat(&mut self, name: &str, field: &str) -> Result<usize, Bad> {
        if let Some(seat) = self.names.iter().position(|n| n == name) {
            return Ok(seat);
        }
        let drafting = self.state.phase() == Phase::Drafting && self.dealt;
        if drafting && self.names.len() < self.state.players() && self.state.turn() == self.names.len() {
            self.names.push(name.to_string());
            return Ok(self.names.len() - 1);
        }
        Err(bad(field, format!("{name} is no player of this game")))
    }

    fn name(&self, seat: usize) -> String {
        self.names.get(seat).cloned().unwrap_or_else(|| format!("the player on seat {}", seat + 1))
    }

    /// It must be this player's turn to take or place tiles.
    fn on_turn(&mut self, name: &str) -> Result<usize, Bad> {
        if !self.dealt || self.state.phase() != Phase::Drafting {
            let what = match self.state.phase() {
                _ if !self.dealt => "the factories are not filled yet",
                Phase::Tiling => "all tiles of the round are taken",
                _ => "the game is over",
            };
            return Err(bad("type", what));
        }
        let seat = self.seat(name, "playerId")?;
        if seat != self.state.turn() {
            return Err(bad("playerId", format!("{name}, but it is the turn of {}", self.name(self.state.turn()))));
        }
        Ok(seat)
    }

    fn fill(&mut self, factories: &BTreeMap<u32, Vec<LogTile>>, remaining: Option<u32>) -> Checked {
        if self.dealt && self.state.phase() == Phase::Tiling && !self.settled {
            self.close_round()?;
        }
        match self.state.phase() {
            Phase::Over | Phase::Stalled => return Err(bad("type", "the game is over")),
            _ if self.dealt && self.state.tiles_on_table() > 0 => {
                return Err(bad(
                    "type",
                    format!("{} tiles of the round are still to be taken", self.state.tiles_on_table()),
                ));
            }
            _ if self.state.round >= ROUND_CAP => return Err(bad("type", format!("more than {ROUND_CAP} rounds"))),
            _ => {}
        }
        let n = factories_for(self.state.players());
        if let Some(tiles) = factories.get(&0) {
            if tiles.len() != 1 || tiles[0].colour.is_some() {
                return Err(bad("factories.0", "only the first player's token lies in the centre"));
            }
            self.places.add(&tiles[0], Place::Centre).map_err(|e| bad("factories.0", e))?;
        }
        if let Some(&over) = factories.keys().find(|&&f| f as usize > n) {
            let what = format!("{} players have {n} factories", self.state.players());
            return Err(bad(&format!("factories.{over}"), what));
        }
        let mut short: Option<u32> = None;
        for f in 1..=n as u32 {
            let field = format!("factories.{f}");
            let listed = factories.get(&f).map_or(&[][..], Vec::as_slice);
            let colours: Option<Vec<Colour>> = listed.iter().map(|t| t.colour).collect();
            let colours = colours.ok_or_else(|| bad(&field, "the token lies on a factory"))?;
            if colours.len() > 4 {
                return Err(bad(&field, format!("{} tiles; a factory has 4", colours.len())));
            }
            if let Some(before) = short.filter(|_| !colours.is_empty()) {
                return Err(bad(&field, format!("filled though factory {before} is short of tiles")));
            }
            self.draw(&colours, &field)?;
            if colours.len() < 4 {
                if !self.state.bag.is_empty() || !self.state.lid.is_empty() {
                    return Err(bad(&field, format!("{} tiles though there are more to draw", colours.len())));
                }
                short = short.or(Some(f));
            }
            for tile in listed {
                self.places.add(tile, Place::Factory(f as u8 - 1)).map_err(|e| bad(&field, e))?;
            }
            self.state.factories[f as usize - 1] = colours.into_iter().collect();
        }
        if let Some(n) = remaining.filter(|&n| n != u32::from(self.state.bag.total())) {
            return Err(bad("remainingTiles", format!("{n}, but the bag has {}", self.state.bag.total())));
        }
        self.state.index_sources();
        if self.state.sources == 0 {
            return Err(bad("factories", "no tiles at all"));
        }
        self.state.round += u8::from(self.dealt);
        self.state.phase = Phase::Drafting;
        (self.dealt, self.settled) = (true, false);
        self.places.keep();
        self.spilt = [Tiles::EMPTY; 4];
        Ok(())
    }

    /// A factory's tiles come out of the bag; the lid goes back into it when it is empty, and only
    /// then.
    fn draw(&mut self, colours: &[Colour], field: &str) -> Checked {
        let drawn: Tiles = colours.iter().copied().collect();
        let has = |all: Tiles, part: Tiles| Colour::ALL.iter().all(|&c| all.get(c) >= part.get(c));
        let bag = self.state.bag;
        if has(bag, drawn) && drawn.total() <= bag.total() {
            self.state.bag = bag.minus(drawn);
            return Ok(());
        }
        let lacking = |from: Tiles| Colour::ALL.into_iter().find(|&c| from.get(c) < drawn.get(c));
        if bag.total() >= drawn.total() || !has(drawn, bag) {
            let colour = lacking(bag).map_or("that", Colour::name);
            return Err(bad(field, format!("the bag has not so many {colour} tiles: {}", bag.letters())));
        }
        let rest = drawn.minus(bag);
        if !has(self.state.lid, rest) {
            let both = bag.plus(self.state.lid);
            let colour = lacking(both).map_or("that", Colour::name);
            return Err(bad(field, format!("bag and lid have not so many {colour} tiles: {}", both.letters())));
        }
        self.state.bag = self.state.lid.minus(rest);
        self.state.lid = Tiles::EMPTY;
        self.places.lid_to_bag();
        Ok(())
    }

    fn take_token(&mut self, name: &str) -> Checked {
        self.on_turn(name)?;
        if self.state.token().is_some() {
            return Err(bad("type", "the token has been taken in this round already"));
        }
        if self.token_said {
            return Err(bad("type", "the token was taken already"));
        }
        if self.hand.as_ref().is_some_and(|h| h.source != CENTRE) {
            return Err(bad("type", "the tiles in hand are not from the centre"));
        }
        if self.hand.is_none() && self.state.centre().is_empty() {
            return Err(bad("type", "the centre has no tiles to take"));
        }
        self.token_said = true;
        Ok(())
    }

    fn select(
        &mut self,
        name: &str,
        number: u32,
        colour: Colour,
        from: u32,
        selected: &[LogTile],
        discarded: &[LogTile],
    ) -> Checked {
        self.on_turn(name)?;
        if self.hand.is_some() {
            return Err(bad("type", format!("{name} has tiles in hand")));
        }
        let source = match from {
            0 => CENTRE,
            n if n as usize <= factories_for(self.state.players()) => n as u8 - 1,
            n => return Err(bad("fromFactory", format!("there is no factory {n}"))),
        };
        if self.token_said && source != CENTRE {
            return Err(bad("fromFactory", "the token is taken with tiles of the centre only"));
        }
        let there = self.state.source(source);
        let n = there.get(colour);
        if n == 0 {
            return Err(bad("type", format!("no {colour} there: {}", there.letters())));
        }
        if number != u32::from(n) {
            return Err(bad("number", format!("{number}, but there are {n}: {}", there.letters())));
        }
        if selected.len() != usize::from(n) || selected.iter().any(|t| t.colour != Some(colour)) {
            return Err(bad("selectedTiles", format!("all {n} {colour} tiles are taken, and no others")));
        }
        let rest = if source == CENTRE { Tiles::EMPTY } else { there.without(colour) };
        if coloured(discarded) != Some(rest) {
            return Err(bad("discardedTiles", format!("{} go to the centre", rest.letters())));
        }
        let from = if source == CENTRE { Place::Centre } else { Place::Factory(source) };
        self.move_tiles(selected, from, Place::Hand, "selectedTiles")?;
        self.move_tiles(discarded, from, Place::Centre, "discardedTiles")?;
        self.hand = Some(Hand { source, colour, tiles: selected.to_vec() });
        Ok(())
    }

    fn move_tiles(&mut self, tiles: &[LogTile], from: Place, to: Place, field: &str) -> Checked {
        tiles.iter().try_for_each(|t| self.places.shift(t, from, to).map_err(|e| bad(field, e)))
    }

    fn place(&mut self, name: &str, line: u32, placed: &[LogTile], discarded: &[LogTile]) -> Checked {
        if self.state.phase() == Phase::Tiling && self.dealt {
            return self.drop_line(name, line, placed, discarded);
        }
        if placed.iter().chain(discarded).any(|t| t.colour.is_none()) {
            return self.place_token(name, line, placed, discarded);
        }
        let seat = self.on_turn(name)?;
        let hand = self.hand.clone().ok_or_else(|| bad("type", format!("{name} has no tiles in hand")))?;
        let to = if line == 0 { FLOOR } else { line as u8 - 1 };
        let mv = Move { source: hand.source, colour: hand.colour, to };
        self.state.check_move(mv).map_err(|e| bad("line", e.to_string()))?;
        let takes_token = hand.source == CENTRE && self.state.token().is_none();
        if takes_token && !self.token_said {
            return Err(bad("type", format!("{name} takes from the centre first, but nobody took the token")));
        }
        let n = hand.tiles.len();
        let fits = match line {
            0 => 0,
            row => {
                let filled = self.state.board(seat).line(row as usize - 1).map_or(0, |l| usize::from(l.1));
                n.min(row as usize - filled)
            }
        };
        if placed.len() != fits {
            return Err(bad("placedTiles", format!("{} tiles where {fits} find room", placed.len())));
        }
        if discarded.len() != n - fits {
            return Err(bad("discardedTiles", format!("{} tiles where {} do not fit", discarded.len(), n - fits)));
        }
        if let Some(tile) = placed.iter().chain(discarded).find(|t| t.colour != Some(hand.colour)) {
            let other = tile.colour.map_or("the token", Colour::name);
            return Err(bad("placedTiles", format!("{other}, but the hand has {}", hand.colour)));
        }
        self.before = Some(Box::new(Before {
            state: self.state,
            token_said: self.token_said,
            spilt: self.spilt,
            places: self.places.clone(),
            hand,
        }));
        let filled = placed.first().and_then(|_| self.state.board(seat).line(line as usize - 1)).map_or(0, |l| l.1);
        lies_at(placed, line, u32::from(filled), "placedTiles")?;
        let board = self.state.board(seat);
        let token = self.state.token() == Some(seat) || takes_token;
        let on_floor = board.floor().plus(self.spilt[seat]).total() + u8::from(token);
        lies_at(discarded, 0, on_floor.into(), "discardedTiles")?;
        self.move_tiles(placed, Place::Hand, Place::Line(seat as u8, line as u8), "placedTiles")?;
        self.move_tiles(discarded, Place::Hand, Place::Line(seat as u8, 0), "discardedTiles")?;
        let free = FLOOR_SPACES.saturating_sub(self.state.board(seat).floor_len() + u8::from(takes_token));
        let spilt = (discarded.len() as u8).saturating_sub(free);
        self.spilt[seat] = self.spilt[seat].plus(Tiles::of(mv.colour, spilt));
        self.last_move = Some((self.state, mv));
        self.state.apply(mv);
        (self.hand, self.token_said, self.token_placed) = (None, false, false);
        self.places.keep();
        Ok(())
    }

    /// The token comes to the floor line.
    fn place_token(&mut self, name: &str, line: u32, placed: &[LogTile], discarded: &[LogTile]) -> Checked {
        let seat = self.on_turn(name)?;
        if line != 0 || placed.len() + discarded.len() != 1 {
            return Err(bad("line", "the token goes to the floor line, alone"));
        }
        if self.state.token().is_some() || self.token_placed {
            return Err(bad("discardedTiles", "the token has been taken in this round already"));
        }
        if self.hand.as_ref().is_some_and(|h| h.source != CENTRE) {
            return Err(bad("discardedTiles", "the tiles in hand are not from the centre"));
        }
        self.move_tiles(placed, Place::Centre, Place::Line(seat as u8, 0), "placedTiles")?;
        self.move_tiles(discarded, Place::Centre, Place::Line(seat as u8, 0), "discardedTiles")?;
        self.token_placed = true;
        Ok(())
    }

    /// The tiling phase, from its first event on.
    fn tiling(&mut self) -> Result<&mut (Box<State>, [Tiling; 4], [usize; 4], [bool; 4]), Bad> {
        if !self.dealt || self.state.phase() != Phase::Tiling {
            return Err(bad("type", "the round's tiles are not all taken"));
        }
        if self.settled {
            return Err(bad("type", "the round is over"));
        }
        let state = self.state;
        Ok(self.tiling.get_or_insert_with(|| (Box::new(state), [[NO_COLUMN; 5]; 4], [0; 4], [false; 4])))
    }

    /// The next full line of a player in the tiling phase.
    fn next_line(&mut self, seat: usize) -> Result<Option<usize>, Bad> {
        let (_, _, done, emptied) = *self.tiling()?;
        if emptied[seat] {
            return Err(bad("type", format!("the floor line of {} is counted already", self.name(seat))));
        }
        Ok((done[seat]..5).find(|&row| self.state.board(seat).line_full(row)))
    }

    fn wall(&mut self, name: &str, line: &WallPlacement) -> Checked {
        let field = format!("completeLines.{name}");
        let seat = self.seat(name, &field)?;
        let kind = self.state.kind();
        let Some(row) = self.next_line(seat)? else {
            return Err(bad(&field, "no full line is left"));
        };
        let board = self.state.board(seat);
        // A full line has a colour.
        let (colour, _) = board.line(row).unwrap_or((Colour::Blue, 0));
        let tile = &line.placed_tile;
        let at = format!("{field}.placedTile");
        if tile.line.is_some_and(|l| l as usize != row + 1) {
            return Err(bad(&at, format!("line {}, but line {} comes next", tile.line.unwrap_or_default(), row + 1)));
        }
        if tile.colour != Some(colour) {
            let other = tile.colour.map_or("the token", Colour::name);
            return Err(bad(&at, format!("{other}, but line {} is {colour}", row + 1)));
        }
        let free = board.free_columns(kind, row, colour);
        let column = match tile.column {
            Some(c) if (1..=5).contains(&c) && free >> (c - 1) & 1 == 1 => c as usize - 1,
            None if free.count_ones() == 1 => free.trailing_zeros() as usize,
            Some(c) => return Err(bad(&at, format!("{colour} of line {} can't go to column {c}", row + 1))),
            None => return Err(bad(&at, "the column is missing")),
        };
        let rest = Tiles::of(colour, row as u8);
        if coloured(&line.discarded_tiles) != Some(rest) {
            let at = format!("{field}.discardedTiles");
            return Err(bad(&at, format!("the line's other tiles are {}", rest.letters())));
        }
        let wall = board.wall() | 1 << (5 * row + column);
        let points = placement_score(wall, row, column);
        if line.points_detail.points != i64::from(points) {
            let at = format!("{field}.pointsDetail.points");
            return Err(bad(&at, format!("{}, but the tile scores {points}", line.points_detail.points)));
        }
        let (across, down) = placement_runs(wall, row, column);
        for (what, tiles, n) in [
            ("rowTiles", &line.points_detail.row_tiles, across),
            ("columnTiles", &line.points_detail.column_tiles, down),
        ] {
            if let Some(tiles) = tiles.as_ref().filter(|t| t.len() != usize::from(n)) {
                let at = format!("{field}.pointsDetail.{what}");
                return Err(bad(&at, format!("{} tiles, but the run has {n}", tiles.len())));
            }
        }
        let from = Place::Line(seat as u8, row as u8 + 1);
        self.places.shift(tile, from, Place::Wall(seat as u8)).map_err(|e| bad(&at, e))?;
        self.move_tiles(&line.discarded_tiles, from, Place::Lid, &format!("{field}.discardedTiles"))?;
        let board = &mut self.state.boards[seat];
        board.clear_line(row);
        board.place(kind, row, column, colour);
        board.open &= !(1 << (5 * colour.index() + row));
        board.score += points;
        self.state.lid = self.state.lid.plus(rest);
        let (_, columns, done, _) = self.tiling()?;
        done[seat] = row + 1;
        if kind == WallKind::Grey {
            columns[seat][row] = column as u8;
        }
        Ok(())
    }

    /// On the grey wall a full line without a legal column falls to the floor.
    fn drop_line(&mut self, name: &str, line: u32, placed: &[LogTile], discarded: &[LogTile]) -> Checked {
        let seat = self.seat(name, "playerId")?;
        let Some(row) = self.next_line(seat)? else {
            return Err(bad("type", "all tiles of the round are taken"));
        };
        let (colour, _) = self.state.board(seat).line(row).unwrap_or((Colour::Blue, 0));
        if self.state.board(seat).free_columns(self.state.kind(), row, colour) != 0 {
            return Err(bad("type", format!("line {} has a place on the wall", row + 1)));
        }
        let all = Tiles::of(colour, row as u8 + 1);
        if line != 0 || !placed.is_empty() || coloured(discarded) != Some(all) {
            return Err(bad("discardedTiles", format!("line {} falls to the floor: {}", row + 1, all.letters())));
        }
        let (from, to) = (Place::Line(seat as u8, row as u8 + 1), Place::Line(seat as u8, 0));
        self.move_tiles(discarded, from, to, "discardedTiles")?;
        let board = &mut self.state.boards[seat];
        board.clear_line(row);
        let lost = Tiles::of(colour, board.drop_tiles(colour, row as u8 + 1));
        self.state.lid = self.state.lid.plus(lost);
        self.spilt[seat] = self.spilt[seat].plus(lost);
        self.tiling()?.2[seat] = row + 1;
        Ok(())
    }

    fn empty_floors(&mut self, floors: &BTreeMap<String, Scored>) -> Checked {
        if floors.is_empty() && (self.settled || self.state.phase() != Phase::Tiling) {
            return Ok(());
        }
        for (name, floor) in floors {
            let field = format!("floorLines.{name}");
            let seat = self.seat(name, &field)?;
            if let Some(row) = self.next_line(seat)? {
                return Err(bad(&field, format!("line {} is full and not on the wall yet", row + 1)));
            }
            let board = self.state.board(seat);
            let token = usize::from(self.state.token() == Some(seat));
            let all = board.floor().plus(self.spilt[seat]);
            let tokens = floor.tiles.iter().filter(|t| t.colour.is_none()).count();
            let tiles: Tiles = floor.tiles.iter().filter_map(|t| t.colour).collect();
            if tokens != token || tiles != all || floor.tiles.len() > 101 {
                let with = if token == 1 { " and the token" } else { "" };
                return Err(bad(&format!("{field}.tiles"), format!("the floor line has {}{with}", all.letters())));
            }
            if floor.tiles.is_empty() {
                return Err(bad(&field, "the floor line is empty"));
            }
            let penalty = FLOOR_PENALTY[usize::from(board.floor_len())];
            if floor.points != -i64::from(penalty) {
                let at = format!("{field}.points");
                return Err(bad(&at, format!("{}, but the floor line costs {penalty}", floor.points)));
            }
            for tile in &floor.tiles {
                let to = if tile.colour.is_none() { Place::Centre } else { Place::Lid };
                let at = format!("{field}.tiles");
                self.places.shift(tile, Place::Line(seat as u8, 0), to).map_err(|e| bad(&at, e))?;
            }
            let board = &mut self.state.boards[seat];
            board.score = board.score.saturating_sub(penalty);
            self.state.lid = self.state.lid.plus(board.floor);
            board.floor = Tiles::EMPTY;
            board.floor_len = 0;
            self.tiling()?.3[seat] = true;
        }
        self.tiling()?;
        // In the slow kind of scoring each player has an event; the last of them ends the round.
        if self.unfinished().is_none() {
            self.close_round()?;
        }
        Ok(())
    }

    /// The events that the tiling phase still lacks.
    fn unfinished(&self) -> Option<String> {
        let (_, _, done, emptied) = self.tiling.as_ref()?;
        (0..self.state.players()).find_map(|seat| {
            let board = self.state.board(seat);
            let line = (done[seat]..5).find(|&row| board.line_full(row));
            match line {
                Some(row) => Some(format!("line {} of {} is full and not on the wall", row + 1, self.name(seat))),
                None if !emptied[seat] && (board.floor_len() > 0 || !self.spilt[seat].is_empty()) => {
                    Some(format!("the floor line of {} is not counted", self.name(seat)))
                }
                None => None,
            }
        })
    }

    /// Ends the round by the rules, and compares with what the events did.
    fn close_round(&mut self) -> Checked {
        self.tiling()?;
        if let Some(what) = self.unfinished() {
            return Err(bad("type", what));
        }
        let Some((mut settled, columns, ..)) = self.tiling.take() else { return Ok(()) };
        // A line of the grey wall that fell to the floor has no column; on the coloured wall none
        // is named.
        settled.settle(Some(&columns[..self.state.players()])).map_err(|e| bad("type", e.to_string()))?;
        let over = settled.phase() == Phase::Over;
        let bonuses: Vec<u16> = settled.boards().iter().map(|b| if over { b.bonus() } else { 0 }).collect();
        let same = (0..self.state.players()).all(|p| {
            let (a, b) = (settled.board(p), self.state.board(p));
            (a.wall(), a.score() - bonuses[p], a.tiles()) == (b.wall(), b.score(), b.tiles())
        });
        if !same || settled.lid() != self.state.lid() {
            return Err(bad("type", "the events of the round's end do not add up"));
        }
        for (board, bonus) in settled.boards.iter_mut().zip(bonuses) {
            // Bonuses are counted as the log brings them.
            board.score -= bonus;
        }
        self.state = *settled;
        self.settled = true;
        if self.names.len() < self.state.players() && self.state.round() == 1 {
            return Err(bad("type", "a player had no turn"));
        }
        Ok(())
    }

    /// The bonuses that the walls bring.
    fn due(&self) -> Vec<(usize, Bonus)> {
        if self.state.phase() != Phase::Over {
            return Vec::new();
        }
        let mut all = Vec::new();
        for (p, board) in self.state.boards().iter().enumerate() {
            all.extend((0..5).filter(|&r| board.row_tiles(r) == 5).map(|r| (p, Bonus::Row(r))));
            all.extend((0..5).filter(|&c| board.column_tiles(c) == 5).map(|c| (p, Bonus::Column(c))));
            all.extend(Colour::ALL.into_iter().filter(|&c| board.colour_tiles(c) == 5).map(|c| (p, Bonus::Colour(c))));
        }
        all
    }

    fn missing_bonus(&self) -> Option<String> {
        let (p, bonus) = self.due().into_iter().find(|due| !self.claimed.contains(due))?;
        Some(format!("the game is over, but {} of {} has not been scored", words(bonus), self.name(p)))
    }

    fn score_bonuses(&mut self, scores: &BTreeMap<String, Scored>) -> Checked {
        if self.dealt && self.state.phase() == Phase::Tiling && !self.settled {
            self.close_round()?;
        }
        if self.state.phase() != Phase::Over {
            return Err(bad("type", "nobody has completed a row; the game goes on"));
        }
        for (name, scored) in scores {
            let field = format!("scores.{name}");
            let seat = self.seat(name, &field)?;
            let at = format!("{field}.tiles");
            let bonus = bonus_of(&scored.tiles).ok_or_else(|| bad(&at, "no row, no column, no colour"))?;
            let wrong = scored.tiles.iter().find(|t| match (t.line, t.column) {
                (Some(l @ 1..=5), Some(c @ 1..=5)) => {
                    self.state.board(seat).wall_tile(self.state.kind(), l as usize - 1, c as usize - 1) != t.colour
                }
                _ => false,
            });
            if let Some(tile) = wrong {
                let colour = tile.colour.map_or("no tile", Colour::name);
                let (l, c) = (tile.line.unwrap_or_default(), tile.column.unwrap_or_default());
                return Err(bad(&at, format!("{colour} is not on row {l} column {c} of the wall")));
            }
            if !self.due().contains(&(seat, bonus)) {
                return Err(bad(&at, format!("{name} has not completed {}", words(bonus))));
            }
            if !self.claimed.insert((seat, bonus)) {
                return Err(bad(&at, format!("{} of {name} was scored already", words(bonus))));
            }
            let points = match bonus {
                Bonus::Row(_) => ROW_BONUS,
                Bonus::Column(_) => COLUMN_BONUS,
                Bonus::Colour(_) => COLOUR_BONUS,
            };
            if scored.points != i64::from(points) {
                let what = format!("{}, but {} brings {points}", scored.points, words(bonus));
                return Err(bad(&format!("{field}.points"), what));
            }
            self.state.boards[seat].score += points;
        }
        Ok(())
    }

    fn last_round(&mut self, name: &str) -> Checked {
        let seat = self.seat(name, "playerId")?;
        let board = self.state.board(seat);
        match (0..5).any(|row| board.line_full(row) && board.row_tiles(row) == 4) {
            true => Ok(()),
            false => Err(bad("playerId", format!("{name} is not about to complete a row"))),
        }
    }

    fn undo_take(&mut self, name: &str) -> Checked {
        self.on_turn(name)?;
        if self.hand.take().is_none() {
            return Err(bad("type", format!("{name} has no tiles in hand")));
        }
        self.places.put_back();
        (self.token_said, self.token_placed) = (false, false);
        Ok(())
    }

    fn undo_line(&mut self, name: &str) -> Checked {
        let before = self.before.take().ok_or_else(|| bad("type", "there is nothing to take back"))?;
        if self.names.get(before.state.turn()).map(String::as_str) != Some(name) {
            return Err(bad("playerId", format!("{name} did not place tiles last")));
        }
        (self.state, self.hand, self.token_said) = (before.state, Some(before.hand), before.token_said);
        (self.spilt, self.places) = (before.spilt, before.places);
        self.last_move = None;
        Ok(())
    }
}

/// The tiles by colour; `None` when the token is among them.
fn coloured(tiles: &[LogTile]) -> Option<Tiles> {
    // A game has a hundred tiles; more can't be right.
    let all: Option<Vec<Colour>> = tiles.iter().take(101).map(|t| t.colour).collect();
    all.filter(|a| a.len() <= 100).map(|a| a.into_iter().collect())
}

/// Lines and columns, where the tiles have them.
fn lies_at(tiles: &[LogTile], line: u32, filled: u32, field: &str) -> Checked {
    for (i, tile) in tiles.iter().enumerate() {
        if let Some(l) = tile.line.filter(|&l| l != line) {
            return Err(bad(&format!("{field}[{i}].line"), format!("{l}, but the event's line is {line}")));
        }
        let column = filled + i as u32 + 1;
        if let Some(c) = tile.column.filter(|&c| c != column) {
            return Err(bad(&format!("{field}[{i}].column"), format!("{c}, but the next free place is {column}")));
        }
    }
    Ok(())
}

/// The kind of a set of five tiles.
fn bonus_of(tiles: &[LogTile]) -> Option<Bonus> {
    let first = tiles.first().filter(|_| tiles.len() == 5)?;
    let place = |n: Option<u32>| n.filter(|n| (1..=5).contains(n)).map(|n| n as usize - 1);
    let distinct = |f: &dyn Fn(&LogTile) -> Option<u32>| {
        let all: BTreeSet<u32> = tiles.iter().filter_map(f).collect();
        all.len()
    };
    let (lines, columns) = (distinct(&|t| t.line), distinct(&|t| t.column));
    if lines == 1 && columns == 5 {
        return place(first.line).map(Bonus::Row);
    }
    if columns == 1 && lines == 5 {
        return place(first.column).map(Bonus::Column);
    }
    let one_colour = tiles.iter().all(|t| t.colour == first.colour);
    first.colour.filter(|_| one_colour).map(Bonus::Colour)
}

fn words(bonus: Bonus) -> String {
    match bonus {
        Bonus::Row(r) => format!("row {}", r + 1),
        Bonus::Column(c) => format!("column {}", c + 1),
        Bonus::Colour(c) => c.name().to_lowercase(),
    }
}
