//! Events from their JSON.

use super::event::{Event, LogTile, PointsDetail, Scored, WallPlacement, colour_of};
use crate::practice::tree::{At, Tree, optional as field_of, read as read_tree, required};
use crate::{Colour, WallKind};
use std::collections::BTreeMap;
use tesuji_genre::Bad;

/// Events that bring words only.
const NOTES: [&str; 7] = [
    "note",
    "placeTileOnWallTextLogDetails",
    "emptyFloorLineTextLogDetails",
    "completeLineLogDetails",
    "completeColumnLogDetails",
    "completeColorLogDetails",
    "removeLastRound",
];

/// A field that is there and not null.
fn optional<'a, 'b>(fields: &'b [(&'a str, At<'a>)], name: &str) -> Option<&'b At<'a>> {
    field_of(fields, name).filter(|at| !at.is_null())
}

/// Events of the game itself.
const EVENTS: [&str; 15] = [
    "gameStart",
    "factoriesFilled",
    "tilesSelected",
    "tilesPlacedOnLine",
    "firstPlayerToken",
    "placeTileOnWall",
    "emptyFloorLine",
    "endScore",
    "lastRound",
    "undoTakeTiles",
    "undoSelectLine",
    "specialFactories",
    "factoriesChanged",
    "factoriesCompleted",
    "moveSpecialFactoryZero",
];

/// A player gives the game up; by name, else by number.
fn conceded(args: Option<&At<'_>>) -> Event {
    let all = args.and_then(|args| args.entries().ok()).unwrap_or_default();
    let who = ["playerId", "player_id", "player_name"].into_iter().find_map(|name| optional(&all, name));
    Event::Conceded { player_id: who.and_then(|at| player(at).ok()).unwrap_or_default() }
}

/// Fields of words that any event may have.
const WORDS: [&str; 5] = ["player_name", "color", "i18n", "preserve", "lineNumber"];

impl Event {
    /// Reads a line of a log.
    ///
    /// # Errors
    /// [`Bad`] with the path of the first element that is unknown or has the wrong form.
    pub fn parse(text: &str) -> Result<Event, Bad> {
        Event::of(&read_tree(text)?)
    }

    /// Reads an event of a log. Beside its name and arguments it may have what the server adds.
    pub(super) fn of(tree: &Tree) -> Result<Event, Bad> {
        let root = At::root(tree);
        let Tree::Fields(_) = tree else { return Err(root.bad("an event is an object with a `type`")) };
        let all = root.entries()?;
        let kind = required(&root, &all, "type")?;
        let name = kind.text()?;
        if NOTES.contains(&name) {
            return Ok(Event::Note {});
        }
        if name == "playerConcedeGame" {
            return Ok(conceded(optional(&all, "args")));
        }
        if !EVENTS.contains(&name) {
            return Ok(Event::Foreign { name: name.to_string() });
        }
        let args = required(&root, &all, "args")?;
        let args = Args { at: args, name };
        match name {
            "gameStart" => args.game_start(),
            "factoriesFilled" => args.factories_filled(),
            "tilesSelected" => args.tiles_selected(),
            "tilesPlacedOnLine" => args.tiles_placed(),
            "firstPlayerToken" => args.alone(|player_id| Event::FirstPlayerToken { player_id }),
            "placeTileOnWall" => args.on_wall(),
            "emptyFloorLine" => args.floors(),
            "endScore" => args.end_score(),
            "lastRound" => args.alone(|player_id| Event::LastRound { player_id }),
            "undoTakeTiles" => args.alone(|player_id| Event::UndoTakeTiles { player_id }),
            "undoSelectLine" => args.alone(|player_id| Event::UndoSelectLine { player_id }),
            "specialFactories" | "factoriesChanged" | "factoriesCompleted" | "moveSpecialFactoryZero" => {
                Err(kind.bad(format!("{name}: the variant with special factories is not played here")))
            }
            _ => Ok(Event::Foreign { name: name.to_string() }),
        }
    }
}

/// The arguments of an event.
struct Args<'a, 'b> {
    at: &'b At<'a>,
    name: &'a str,
}

impl<'a> Args<'a, '_> {
    fn fields(&self, known: &[&str]) -> Result<Vec<(&'a str, At<'a>)>, Bad> {
        let known: Vec<&str> = known.iter().chain(&WORDS).copied().collect();
        self.at.fields(&known)
    }

    fn alone(&self, event: impl Fn(String) -> Event) -> Result<Event, Bad> {
        let mut known = vec!["playerId"];
        if self.name.starts_with("undo") {
            known.extend(["undo", "factoryTilesBefore", "repositionTiles"]);
        }
        let all = self.fields(&known)?;
        Ok(event(player(required(self.at, &all, "playerId")?)?))
    }

    fn game_start(&self) -> Result<Event, Bad> {
        let all = self.fields(&["players", "wall"])?;
        let list = required(self.at, &all, "players")?;
        let players = list.list(None)?.iter().map(player).collect::<Result<Vec<_>, Bad>>()?;
        if !(2..=4).contains(&players.len()) {
            return Err(list.bad(format!("{} players; Azul is for 2 to 4", players.len())));
        }
        if let Some(twice) = (1..players.len()).find(|&i| players[..i].contains(&players[i])) {
            return Err(list.bad(format!("player {} twice", players[twice])));
        }
        let wall = match optional(&all, "wall") {
            None => WallKind::Coloured,
            Some(at) => match at.text()? {
                "coloured" => WallKind::Coloured,
                "grey" => WallKind::Grey,
                other => return Err(at.bad(format!("{other:?}; coloured or grey"))),
            },
        };
        Ok(Event::GameStart { players, wall })
    }

    fn factories_filled(&self) -> Result<Event, Bad> {
        let all = self.fields(&["factories", "remainingTiles"])?;
        let at = required(self.at, &all, "factories")?;
        let mut factories = BTreeMap::new();
        for (name, tiles_at) in table(at)? {
            let n: u32 = name.parse().ok().filter(|&n| n <= 9).ok_or_else(|| tiles_at.bad("no factory: 0 to 9"))?;
            factories.insert(n, tiles(&tiles_at)?);
        }
        let remaining_tiles = optional(&all, "remainingTiles").map(|n| n.counted(0, 100)).transpose()?;
        Ok(Event::FactoriesFilled { factories, remaining_tiles })
    }

    fn tiles_selected(&self) -> Result<Event, Bad> {
        let known = ["playerId", "number", "type", "fromFactory", "selectedTiles", "discardedTiles"];
        let all = self.fields(&known)?;
        let field = |name: &str| required(self.at, &all, name);
        Ok(Event::TilesSelected {
            player_id: player(field("playerId")?)?,
            number: field("number")?.counted(1, 100)?,
            colour: colour(field("type")?)?,
            from_factory: field("fromFactory")?.counted(0, 9)?,
            selected_tiles: tiles(field("selectedTiles")?)?,
            discarded_tiles: tiles(field("discardedTiles")?)?,
        })
    }

    fn tiles_placed(&self) -> Result<Event, Bad> {
        let special = "discardedTilesToSpecialFactoryZero";
        let known = ["playerId", "line", "placedTiles", "discardedTiles", "number", "type", "fromHand", special];
        let all = self.fields(&known)?;
        let field = |name: &str| required(self.at, &all, name);
        if let Some(at) = optional(&all, special).filter(|at| at.list(Some(0)).is_err()) {
            return Err(at.bad("the variant with special factories is not played here"));
        }
        let placed_tiles = tiles(field("placedTiles")?)?;
        let discarded_tiles = tiles(field("discardedTiles")?)?;
        let (on, off) = (placed_tiles.len(), discarded_tiles.len());
        if let Some(at) = optional(&all, "number")
            && at.counted(1, 100)? as usize != on + off
        {
            return Err(at.bad(format!("{} where {on} are placed and {off} discarded", at.number()?)));
        }
        if let Some(at) = optional(&all, "type") {
            let colour = tile_type(at)?;
            if placed_tiles.iter().chain(&discarded_tiles).any(|t| t.colour != colour) {
                return Err(at.bad(format!("{}, but a tile is of another type", at.number()?)));
            }
        }
        Ok(Event::TilesPlacedOnLine {
            player_id: player(field("playerId")?)?,
            line: field("line")?.counted(0, 5)?,
            placed_tiles,
            discarded_tiles,
        })
    }

    fn on_wall(&self) -> Result<Event, Bad> {
        let all = self.fields(&["completeLines"])?;
        let mut complete_lines = BTreeMap::new();
        for (name, at) in table(required(self.at, &all, "completeLines")?)? {
            let parts = at.fields(&["placedTile", "discardedTiles", "pointsDetail"])?;
            let detail = required(&at, &parts, "pointsDetail")?;
            let points = detail.fields(&["rowTiles", "columnTiles", "points"])?;
            let points_detail = PointsDetail {
                row_tiles: optional(&points, "rowTiles").map(tiles).transpose()?,
                column_tiles: optional(&points, "columnTiles").map(tiles).transpose()?,
                points: required(detail, &points, "points")?.number()?,
            };
            let placed_tile = tile(required(&at, &parts, "placedTile")?)?;
            let discarded_tiles = tiles(required(&at, &parts, "discardedTiles")?)?;
            complete_lines.insert(name.to_string(), WallPlacement { placed_tile, discarded_tiles, points_detail });
        }
        Ok(Event::PlaceTileOnWall { complete_lines })
    }

    fn floors(&self) -> Result<Event, Bad> {
        let all = self.fields(&["floorLines", "specialFactoryZeroTiles"])?;
        Ok(Event::EmptyFloorLine { floor_lines: scored(required(self.at, &all, "floorLines")?)? })
    }

    fn end_score(&self) -> Result<Event, Bad> {
        let all = self.fields(&["scores"])?;
        Ok(Event::EndScore { scores: scored(required(self.at, &all, "scores")?)? })
    }
}

fn scored(at: &At<'_>) -> Result<BTreeMap<String, Scored>, Bad> {
    let mut all = BTreeMap::new();
    for (name, at) in table(at)? {
        let parts = at.fields(&["tiles", "points"])?;
        let points = required(&at, &parts, "points")?.number()?;
        all.insert(name.to_string(), Scored { tiles: tiles(required(&at, &parts, "tiles")?)?, points });
    }
    Ok(all)
}

/// A player's name or number.
fn player(at: &At<'_>) -> Result<String, Bad> {
    match at.whole() {
        Ok(n) => Ok(n.to_string()),
        Err(_) => at.text().map(str::to_string).map_err(|_| at.bad("a player's number or name is expected")),
    }
}

fn tile_type(at: &At<'_>) -> Result<Option<Colour>, Bad> {
    // The bound makes it one.
    Ok(colour_of(at.counted(0, 5)?).unwrap_or_default())
}

fn colour(at: &At<'_>) -> Result<Colour, Bad> {
    tile_type(at)?.ok_or_else(|| at.bad("0 is the token; 1 to 5 are colours"))
}

fn tiles(at: &At<'_>) -> Result<Vec<LogTile>, Bad> {
    if at.is_null() {
        return Ok(Vec::new());
    }
    at.list(None)?.iter().map(tile).collect()
}

/// A table, empty where there is null.
fn table<'a>(at: &At<'a>) -> Result<Vec<(&'a str, At<'a>)>, Bad> {
    if at.is_null() { Ok(Vec::new()) } else { at.entries() }
}

fn tile(at: &At<'_>) -> Result<LogTile, Bad> {
    let all = at.fields(&["id", "type", "location", "line", "column"])?;
    let number = |name: &str, most: u32| optional(&all, name).map(|n| n.counted(0, most)).transpose();
    Ok(LogTile {
        id: number("id", 999)?,
        colour: tile_type(required(at, &all, "type")?)?,
        location: optional(&all, "location").map(|t| t.text().map(str::to_string)).transpose()?,
        line: number("line", 9)?,
        column: number("column", 999)?,
    })
}
