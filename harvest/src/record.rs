//! The JSON line of a game.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use tesuji_sgf::{BoardSize, Color, Move, Point};

/// A clean game: what a later stage needs to know without reading the SGF again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Hash of size, setup and moves of the main line, the same for all symmetric images; `None`
    /// for an empty board. Where there are no moves, of who is to play, too.
    pub hash: Option<String>,
    /// Hash of the whole tree where there are variations, or where stones are set in play, so that
    /// the moves are not all: tells trees apart that share their main line, or what of it is moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
    /// Where it was found.
    pub source: Source,
    /// The clean file, relative to the folder of this line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sgf: Option<String>,
    /// Where that file should be, if it could not be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unwritten: Option<String>,
    /// Whose games these are.
    pub category: Category,
    /// Licence of the archive, as stated by whoever cleaned it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// Black.
    pub black: Player,
    /// White.
    pub white: Player,
    /// Komi in points, where it is stated and makes sense.
    pub komi: Option<f64>,
    /// The rules, by their usual name where they have one.
    pub rules: Option<String>,
    /// The result, where it is stated and understood.
    pub result: Option<ResultRecord>,
    /// The date; `YYYY-MM-DD` where it could be brought to that.
    pub date: Option<String>,
    /// Event, round, place, game name, program: what else the root says, by property.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub info: BTreeMap<String, String>,
    /// Stated handicap.
    pub handicap: Option<u8>,
    /// Stones on the board before the first move.
    #[serde(default, skip_serializing_if = "Setup::is_empty")]
    pub setup: Setup,
    /// Who is to move first, by `PL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_play: Option<String>,
    /// The moves of the main line: `Bpd`, `Wdp`; the colour alone is a pass.
    pub moves: Vec<PlayedMove>,
    /// Number of the first move that can't be played (a stone on a stone, without a liberty, or one
    /// that retakes a ko at once), if any, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<usize>,
    /// All nodes, variations included.
    pub nodes: usize,
    /// Ends of variations.
    pub leaves: usize,
    /// Findings by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub repairs: BTreeMap<String, u64>,
}

impl GameRecord {
    /// Size of the board.
    pub fn size(&self) -> BoardSize {
        BoardSize { width: self.width, height: self.height }
    }
}

/// Where a game was found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Source {
    /// The file, relative to the archive's folder.
    pub file: String,
    /// The entry, where the file is a `.zip`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// Where it starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// Format of the file.
    pub format: String,
    /// Charset of the file's text, by the first value that is not ASCII.
    pub charset: String,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    /// The name.
    pub name: Option<String>,
    /// The rank: `9p`, `3d`, `15k`, or as it was written.
    pub rank: Option<String>,
    /// The team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

/// A result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ResultRecord {
    /// As SGF writes it: `B+3.5`, `W+R`, `0`, `Void`, `?`.
    pub text: String,
    /// `B` or `W`.
    pub winner: Option<String>,
    /// The margin in points.
    pub points: Option<f64>,
}

/// Stones on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    /// Black ones.
    #[serde(default)]
    pub black: Vec<String>,
    /// White ones.
    #[serde(default)]
    pub white: Vec<String>,
}

impl Setup {
    /// None at all?
    pub fn is_empty(&self) -> bool {
        self.black.is_empty() && self.white.is_empty()
    }

    /// All stones.
    pub fn stones(&self) -> impl Iterator<Item = (Color, Point)> + '_ {
        let of = |color: Color, list: &'_ [String]| {
            list.iter().filter_map(|p| Point::read(p.as_bytes())).map(move |p| (color, p)).collect::<Vec<_>>()
        };
        of(Color::Black, &self.black).into_iter().chain(of(Color::White, &self.white))
    }
}

/// Whose games an archive holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Professionals.
    Pro,
    /// Programs.
    Ai,
    /// Amateurs.
    Amateur,
    /// Anything else, or not said.
    #[default]
    Other,
}

impl Category {
    /// All of them.
    pub const ALL: [Category; 4] = [Category::Pro, Category::Ai, Category::Amateur, Category::Other];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Category::Pro => "pro",
            Category::Ai => "ai",
            Category::Amateur => "amateur",
            Category::Other => "other",
        }
    }

    /// By its name.
    pub fn from_name(name: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|c| c.name() == name)
    }
}

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayedMove {
    /// Whose it is.
    pub color: Color,
    /// Where.
    pub at: Move,
}

impl fmt::Display for PlayedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.color.letter())?;
        match self.at {
            Move::At(point) => write!(f, "{point}"),
            Move::Pass => Ok(()),
        }
    }
}

impl FromStr for PlayedMove {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no move: Bpd, W");
        let (color, at) = text.split_at_checked(1).ok_or_else(wrong)?;
        let color = match color {
            "B" => Color::Black,
            "W" => Color::White,
            _ => return Err(wrong()),
        };
        let at = match at {
            "" => Move::Pass,
            letters => Move::At(Point::read(letters.as_bytes()).ok_or_else(wrong)?),
        };
        Ok(PlayedMove { color, at })
    }
}

impl Serialize for PlayedMove {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PlayedMove {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
