//! Writing a log while a game is played.

use super::event::{Event, LogTile, PointsDetail, Scored, WallPlacement};
use crate::state::{CENTRE, FLOOR};
use crate::{COLOUR_BONUS, COLUMN_BONUS, Colour, Move, Phase, ROW_BONUS, RoundEnd, State, Tiles, WallKind};
use std::collections::BTreeMap;

/// Numbers of the tiles that lie in a place, in the order in which they came.
type Pile = Vec<(u32, Option<Colour>)>;

/// Number of the token.
const TOKEN: (u32, Option<Colour>) = (1, None);

/// Follows a game and gives its events. Tiles are numbered: 1 is the token, 2 to 101 the colours.
#[derive(Clone, Debug)]
pub struct Recorder {
    names: Vec<String>,
    bag: Pile,
    lid: Pile,
    /// Factories 0 to 8, and the centre.
    table: [Pile; 10],
    lines: [[Pile; 5]; 4],
    floors: [Pile; 4],
    walls: [[Option<(u32, Option<Colour>)>; 25]; 4],
    last_round: bool,
}

impl Recorder {
    /// A game as it was dealt, the first player first; `None` when moves have been made already.
    pub fn start(state: &State, names: Vec<String>) -> Option<(Recorder, Vec<Event>)> {
        let fresh = state.round() == 1 && state.boards().iter().all(|b| b.tiles().is_empty());
        if !fresh || state.turn() != 0 || !state.centre().is_empty() || names.len() != state.players() {
            return None;
        }
        let all = Colour::ALL.into_iter().flat_map(|c| std::iter::repeat_n(Some(c), 20));
        let mut recorder = Recorder {
            names,
            bag: (2..).zip(all).collect(),
            lid: Pile::new(),
            table: Default::default(),
            lines: Default::default(),
            floors: Default::default(),
            walls: [[None; 25]; 4],
            last_round: false,
        };
        let start = Event::GameStart { players: recorder.names.clone(), wall: state.kind() };
        let deal = recorder.deal(state);
        Some((recorder, vec![start, deal]))
    }

    /// The factories of a position that has just been dealt.
    fn deal(&mut self, state: &State) -> Event {
        let mut factories = BTreeMap::from([(0, vec![shown(TOKEN, 0, 0)])]);
        self.table[usize::from(CENTRE)] = vec![TOKEN];
        for (f, tiles) in state.factories().iter().enumerate() {
            let mut pile = Pile::new();
            for colour in in_order(*tiles) {
                if self.bag.is_empty() {
                    self.bag = std::mem::take(&mut self.lid);
                    self.bag.sort_unstable();
                }
                let tile = match self.bag.iter().position(|t| t.1 == Some(colour)) {
                    Some(at) => self.bag.remove(at),
                    // The factory was begun with the last of the bag; its other tiles come out of
                    // the lid.
                    None => match self.lid.iter().position(|t| t.1 == Some(colour)) {
                        Some(at) => self.lid.remove(at),
                        None => continue,
                    },
                };
                pile.push(tile);
            }
            factories.insert(f as u32 + 1, pile.iter().map(|&t| shown(t, 0, f as u32 + 1)).collect());
            self.table[f] = pile;
        }
        // The rest of the lid went into the bag when that ran out.
        if self.bag.len() != usize::from(state.bag().total()) {
            self.bag.append(&mut self.lid);
        }
        Event::FactoriesFilled { factories, remaining_tiles: Some(state.bag().total().into()) }
    }

    /// The events of a move that is legal in the position.
    pub fn play(&mut self, before: &State, mv: Move) -> Vec<Event> {
        let mut events = Vec::new();
        let player = before.turn();
        let player_id = self.names[player].clone();
        let source = usize::from(mv.source);
        if mv.source == CENTRE && before.token().is_none() {
            let column = self.floors[player].len() as u32 + 1;
            self.table[source].retain(|t| t.1.is_some());
            self.floors[player].push(TOKEN);
            events.push(Event::TilesPlacedOnLine {
                player_id: player_id.clone(),
                line: 0,
                placed_tiles: Vec::new(),
                discarded_tiles: vec![shown(TOKEN, 0, column)],
            });
            events.push(Event::FirstPlayerToken { player_id: player_id.clone() });
        }
        let from = if mv.source == CENTRE { 0 } else { source as u32 + 1 };
        let pile = std::mem::take(&mut self.table[source]);
        let (hand, rest): (Pile, Pile) = pile.into_iter().partition(|t| t.1 == Some(mv.colour));
        let discarded: Vec<LogTile> = match mv.source {
            CENTRE => Vec::new(),
            _ => rest.iter().map(|&t| shown(t, 0, from)).collect(),
        };
        self.table[usize::from(CENTRE)].extend(rest);
        events.push(Event::TilesSelected {
            player_id: player_id.clone(),
            number: hand.len() as u32,
            colour: mv.colour,
            from_factory: from,
            selected_tiles: hand.iter().map(|&t| shown(t, 0, from)).collect(),
            discarded_tiles: discarded,
        });
        let (mut placed_tiles, mut discarded_tiles) = (Vec::new(), Vec::new());
        for tile in hand {
            let row = usize::from(mv.to);
            if mv.to != FLOOR && self.lines[player][row].len() <= row {
                self.lines[player][row].push(tile);
                placed_tiles.push(shown(tile, row as u32 + 1, self.lines[player][row].len() as u32));
            } else {
                self.floors[player].push(tile);
                discarded_tiles.push(shown(tile, 0, self.floors[player].len() as u32));
            }
        }
        let line = if mv.to == FLOOR { 0 } else { u32::from(mv.to) + 1 };
        events.push(Event::TilesPlacedOnLine { player_id: player_id.clone(), line, placed_tiles, discarded_tiles });
        let row = usize::from(mv.to);
        let completes = row < 5 && self.lines[player][row].len() == row + 1 && before.board(player).row_tiles(row) == 4;
        if completes && !self.last_round {
            self.last_round = true;
            events.push(Event::LastRound { player_id });
        }
        events
    }

    /// The events of a round's end: the position before it, what it did, and the position after it
    /// (dealt, or over).
    pub fn end_round(&mut self, before: &State, ended: &RoundEnd, after: &State) -> Vec<Event> {
        let mut events = Vec::new();
        for row in 0..5 {
            let mut complete_lines = BTreeMap::new();
            for (p, tiled) in ended.boards.iter().enumerate() {
                if self.lines[p][row].len() <= row {
                    continue;
                }
                let mut line = std::mem::take(&mut self.lines[p][row]);
                let Some(column) = tiled.columns[row].map(usize::from) else {
                    // No place on the grey wall: the line falls to the floor.
                    let first = self.floors[p].len() as u32 + 1;
                    let fallen = line.iter().zip(first..).map(|(&t, column)| shown(t, 0, column)).collect();
                    self.floors[p].append(&mut line);
                    events.push(Event::TilesPlacedOnLine {
                        player_id: self.names[p].clone(),
                        line: 0,
                        placed_tiles: Vec::new(),
                        discarded_tiles: fallen,
                    });
                    continue;
                };
                let tile = line.remove(0);
                self.walls[p][5 * row + column] = Some(tile);
                let placement = WallPlacement {
                    placed_tile: shown(tile, row as u32 + 1, column as u32 + 1),
                    discarded_tiles: line.iter().zip(2..).map(|(&t, i)| shown(t, row as u32 + 1, i)).collect(),
                    points_detail: PointsDetail {
                        row_tiles: Some(self.run(p, row, column, (0, 1))),
                        column_tiles: Some(self.run(p, row, column, (1, 0))),
                        points: tiled.points[row].into(),
                    },
                };
                self.lid.append(&mut line);
                complete_lines.insert(self.names[p].clone(), placement);
            }
            if !complete_lines.is_empty() {
                events.push(Event::PlaceTileOnWall { complete_lines });
            }
        }
        let mut floor_lines = BTreeMap::new();
        for (p, tiled) in ended.boards.iter().enumerate() {
            let floor = std::mem::take(&mut self.floors[p]);
            if !floor.is_empty() {
                let tiles = floor.iter().zip(1..).map(|(&t, column)| shown(t, 0, column)).collect();
                floor_lines.insert(self.names[p].clone(), Scored { tiles, points: -i64::from(tiled.penalty) });
            }
            self.lid.extend(floor.into_iter().filter(|t| t.1.is_some()));
        }
        events.push(Event::EmptyFloorLine { floor_lines });
        debug_assert_eq!(before.players(), after.players());
        match after.phase() {
            Phase::Drafting => {
                self.last_round = self.last_round && before.kind() == WallKind::Coloured;
                events.push(self.deal(after));
            }
            Phase::Over => self.bonuses(after, &mut events),
            _ => {}
        }
        events
    }

    /// The tiles of the run through a place of the wall, itself first.
    fn run(&self, p: usize, row: usize, column: usize, step: (isize, isize)) -> Vec<LogTile> {
        let at = |n: isize| {
            let (r, c) = (row as isize + n * step.0, column as isize + n * step.1);
            let there = (0..5).contains(&r) && (0..5).contains(&c);
            let tile = if there { self.walls[p][(5 * r + c) as usize] } else { None };
            tile.map(|t| shown(t, r as u32 + 1, c as u32 + 1))
        };
        let ahead = (0..).map_while(at);
        let behind = (1..).map_while(|n: isize| at(-n));
        ahead.chain(behind).collect()
    }

    fn bonuses(&self, after: &State, events: &mut Vec<Event>) {
        let place = |p: usize, i: usize| self.walls[p][i].map(|t| shown(t, i as u32 / 5 + 1, i as u32 % 5 + 1));
        let mut score = |points: u16, of: &dyn Fn(usize) -> Vec<LogTile>| {
            let all = (0..self.names.len()).map(|p| (p, of(p))).filter(|(_, tiles)| tiles.len() == 5);
            let scores: BTreeMap<String, Scored> =
                all.map(|(p, tiles)| (self.names[p].clone(), Scored { tiles, points: points.into() })).collect();
            if !scores.is_empty() {
                events.push(Event::EndScore { scores });
            }
        };
        for row in 0..5 {
            score(ROW_BONUS, &|p| (0..5).filter_map(|c| place(p, 5 * row + c)).collect());
        }
        for column in 0..5 {
            score(COLUMN_BONUS, &|p| (0..5).filter_map(|r| place(p, 5 * r + column)).collect());
        }
        for colour in Colour::ALL {
            score(COLOUR_BONUS, &|p| {
                (0..25).filter_map(|i| place(p, i)).filter(|t| t.colour == Some(colour)).collect()
            });
        }
        debug_assert_eq!(after.phase(), Phase::Over);
    }
}

/// The tiles one by one.
fn in_order(tiles: Tiles) -> impl Iterator<Item = Colour> {
    Colour::ALL.into_iter().flat_map(move |c| std::iter::repeat_n(c, tiles.get(c).into()))
}

fn shown((id, colour): (u32, Option<Colour>), line: u32, column: u32) -> LogTile {
    LogTile { id: Some(id), colour, location: None, line: Some(line), column: Some(column) }
}
