//! The events of a game log, as Board Game Arena's implementation of Azul sends them to its players
//! (format read from the public repository thoun/azul).

use crate::{Colour, WallKind};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A tile as an event shows it. Only the type must be there; what else is there is checked.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct LogTile {
    /// Number of the tile in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// Its colour; `None` is the first player's token. On paper 0 is the token, 1 black, 2 white
    /// ("cyan"), 3 blue, 4 yellow, 5 red.
    #[serde(rename = "type", serialize_with = "type_number")]
    pub colour: Option<Colour>,
    /// Where it lies: `factory`, `line` or `wall` with the player, and so on; not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Line 1 to 5, 0 for the floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column; on the table the factory, 0 for the centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

/// The log's number of a colour.
pub fn type_of(colour: Option<Colour>) -> u32 {
    match colour {
        None => 0,
        Some(Colour::Black) => 1,
        Some(Colour::White) => 2,
        Some(Colour::Blue) => 3,
        Some(Colour::Yellow) => 4,
        Some(Colour::Red) => 5,
    }
}

/// The colour of a log's number: the inner `None` is the token, the outer one no tile at all.
pub fn colour_of(number: u32) -> Option<Option<Colour>> {
    let all =
        [None, Some(Colour::Black), Some(Colour::White), Some(Colour::Blue), Some(Colour::Yellow), Some(Colour::Red)];
    all.get(number as usize).copied()
}

fn type_number<S: Serializer>(colour: &Option<Colour>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u32(type_of(*colour))
}

fn colour_number<S: Serializer>(colour: &Colour, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u32(type_of(Some(*colour)))
}

/// A line's tile placed on the wall.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WallPlacement {
    /// The tile, with its line and column.
    pub placed_tile: LogTile,
    /// The rest of the line.
    pub discarded_tiles: Vec<LogTile>,
    /// Its points.
    pub points_detail: PointsDetail,
}

/// The points of a placed tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PointsDetail {
    /// The tiles of its horizontal run, itself among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_tiles: Option<Vec<LogTile>>,
    /// The tiles of its vertical run, itself among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column_tiles: Option<Vec<LogTile>>,
    /// The points.
    pub points: i64,
}

/// Tiles and the points that they bring (a floor line's are negative).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Scored {
    /// The tiles.
    pub tiles: Vec<LogTile>,
    /// The points.
    pub points: i64,
}

/// An event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", content = "args", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Event {
    /// A game begins (an addition of ours; without it the players are known by their first turns,
    /// and the wall is coloured).
    GameStart {
        /// The players, the one who starts first.
        players: Vec<String>,
        /// Which wall.
        wall: WallKind,
    },
    /// A round's deal.
    FactoriesFilled {
        /// Tiles by factory, from 1; 0 is the centre with the token.
        factories: BTreeMap<u32, Vec<LogTile>>,
        /// Tiles left in the bag.
        #[serde(skip_serializing_if = "Option::is_none")]
        remaining_tiles: Option<u32>,
    },
    /// A player takes tiles.
    TilesSelected {
        /// Who.
        player_id: String,
        /// How many.
        number: u32,
        /// Their colour.
        #[serde(rename = "type", serialize_with = "colour_number")]
        colour: Colour,
        /// Factory, 0 for the centre.
        from_factory: u32,
        /// The tiles.
        selected_tiles: Vec<LogTile>,
        /// The factory's other tiles, which go to the centre.
        discarded_tiles: Vec<LogTile>,
    },
    /// Tiles are put on a line: those in hand, the token, or a full line that finds no place on the
    /// grey wall.
    TilesPlacedOnLine {
        /// Who.
        player_id: String,
        /// 1 to 5, 0 for the floor.
        line: u32,
        /// Tiles on the line.
        placed_tiles: Vec<LogTile>,
        /// Tiles on the floor.
        discarded_tiles: Vec<LogTile>,
    },
    /// A player takes the first player's token.
    FirstPlayerToken {
        /// Who.
        player_id: String,
    },
    /// Full lines put their tile on the wall.
    PlaceTileOnWall {
        /// By player.
        complete_lines: BTreeMap<String, WallPlacement>,
    },
    /// Floor lines are counted and emptied.
    EmptyFloorLine {
        /// By player.
        floor_lines: BTreeMap<String, Scored>,
    },
    /// Bonuses at the end.
    EndScore {
        /// By player: a row, a column, or the five tiles of a colour.
        scores: BTreeMap<String, Scored>,
    },
    /// A player will complete a row.
    LastRound {
        /// Who.
        player_id: String,
    },
    /// A player puts back the tiles in hand.
    UndoTakeTiles {
        /// Who.
        player_id: String,
    },
    /// A player takes back onto the hand what was put on a line.
    UndoSelectLine {
        /// Who.
        player_id: String,
    },
    /// A player gives the game up: it ends there.
    #[serde(rename = "playerConcedeGame")]
    Conceded {
        /// Who; empty where it is not said.
        player_id: String,
    },
    /// Words only.
    Note {},
    /// An event that is no part of the game: of the clock, of the server's states.
    #[serde(untagged)]
    Foreign {
        /// Its name.
        #[serde(rename = "type")]
        name: String,
    },
}

impl Event {
    /// Its name in the log.
    pub fn name(&self) -> &str {
        match self {
            Event::Conceded { .. } => "playerConcedeGame",
            Event::Foreign { name } => name,
            Event::GameStart { .. } => "gameStart",
            Event::FactoriesFilled { .. } => "factoriesFilled",
            Event::TilesSelected { .. } => "tilesSelected",
            Event::TilesPlacedOnLine { .. } => "tilesPlacedOnLine",
            Event::FirstPlayerToken { .. } => "firstPlayerToken",
            Event::PlaceTileOnWall { .. } => "placeTileOnWall",
            Event::EmptyFloorLine { .. } => "emptyFloorLine",
            Event::EndScore { .. } => "endScore",
            Event::LastRound { .. } => "lastRound",
            Event::UndoTakeTiles { .. } => "undoTakeTiles",
            Event::UndoSelectLine { .. } => "undoSelectLine",
            Event::Note {} => "note",
        }
    }

    /// The event as a line of a log.
    pub fn line(&self) -> String {
        // Its parts are texts and numbers: writing them does not fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
