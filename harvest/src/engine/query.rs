//! Queries.

use crate::GameRecord;
use serde_json::{Value, json};
use tesuji_sgf::{BoardSize, Color, Move, Point};

/// Visits by default.
const VISITS: u32 = 100;

/// Rules and komi.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// By the engine's name.
    pub name: String,
    /// Points: a whole or half number.
    pub komi: f64,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { name: "chinese".to_string(), komi: 7.5 }
    }
}

/// Names of rules that the engine knows, beside names of records.
const NAMED: [(&str, &str); 7] = [
    ("japanese", "japanese"),
    ("korean", "korean"),
    ("chinese", "chinese"),
    ("aga", "aga"),
    ("nz", "new-zealand"),
    ("new zealand", "new-zealand"),
    ("tromp-taylor", "tromp-taylor"),
];

/// Komi that the engine takes: it must be a whole or half number of at most this size.
const MOST_KOMI: f64 = 400.0;

impl Rules {
    /// A query about a game: fields that the game lacks, or the engine does not know, have their
    /// defaults.
    #[must_use]
    pub fn of(game: &GameRecord) -> Rules {
        let own = Rules::default();
        let said = game.rules.as_deref().map(str::to_lowercase).unwrap_or_default();
        let known = NAMED.iter().find(|(name, _)| *name == said).map(|(_, name)| (*name).to_string());
        let fits = |komi: &f64| (komi * 2.0).fract() == 0.0 && komi.abs() <= MOST_KOMI;
        Rules { name: known.unwrap_or(own.name), komi: game.komi.filter(fits).unwrap_or(own.komi) }
    }
}

/// A position with moves, and the turns after which it is to be analysed.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    /// The board.
    pub size: BoardSize,
    /// Stones before the first move.
    pub setup: Vec<(Color, Point)>,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
    /// The rules.
    pub rules: Rules,
    /// Who moves first, where there are no moves to tell.
    pub first: Option<Color>,
    /// After how many of the moves.
    pub turns: Vec<usize>,
    /// Visits for each turn.
    pub visits: u32,
    /// Is the ownership of points asked for?
    pub ownership: bool,
    /// Is the network's policy for all points asked for?
    pub policy: bool,
}

impl Query {
    /// About all positions of a game, up to the first move that can't be played; stones of the
    /// setup are no moves.
    #[must_use]
    pub fn of(game: &GameRecord, visits: u32) -> Query {
        let legal = game.illegal.map_or(game.moves.len(), |n| n.saturating_sub(1)).min(game.moves.len());
        let first = game.to_play.as_deref().and_then(|text| match text {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        });
        Query {
            size: game.size(),
            setup: game.setup.stones().collect(),
            moves: game.moves[..legal].iter().map(|m| (m.color, m.at)).collect(),
            rules: Rules::of(game),
            first,
            turns: (0..=legal).collect(),
            visits: if visits == 0 { VISITS } else { visits },
            ownership: true,
            policy: false,
        }
    }

    /// The query about other turns.
    #[must_use]
    pub fn about(&self, turns: Vec<usize>) -> Query {
        Query { turns, ..self.clone() }
    }

    /// As it is sent, without an id. The query wants results as Black sees them.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let h = self.size.height;
        let name = |at: Move| at.point().map_or("pass".to_string(), |p| name_of(p, h));
        let stones = self.setup.iter().map(|(c, p)| json!([c.letter(), name_of(*p, h)]));
        let mut json = json!({
            "initialStones": stones.collect::<Vec<_>>(),
            "moves": self.moves.iter().map(|(c, at)| json!([c.letter(), name(*at)])).collect::<Vec<_>>(),
            "rules": self.rules.name,
            "komi": self.rules.komi,
            "boardXSize": self.size.width,
            "boardYSize": self.size.height,
            "analyzeTurns": self.turns,
            "maxVisits": self.visits,
            "includeOwnership": self.ownership,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
        });
        if self.policy {
            json["includePolicy"] = true.into();
        }
        if let Some(first) = self.first {
            json["initialPlayer"] = first.letter().into();
        }
        json
    }

    /// The identity of an answer about a turn, independent of the query's other turns: the moves up
    /// to it, and how it is searched.
    #[must_use]
    pub fn key(&self, turn: usize) -> String {
        let mut one = self.about(vec![turn]);
        one.moves.truncate(turn);
        crate::hash::digest(&one.to_json().to_string())
    }
}

/// A point as the protocol names it: columns without I, rows from below.
pub(super) fn name_of(p: Point, height: u8) -> String {
    const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let column = COLUMNS.get(usize::from(p.x)).copied().map_or('?', char::from);
    format!("{column}{}", height.saturating_sub(p.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CleanOptions, clean_file};

    fn game(sgf: &str) -> GameRecord {
        clean_file(sgf.as_bytes(), "a.sgf", &CleanOptions::default()).games.remove(0).record
    }

    #[test]
    fn setup_is_no_move_and_illegal_moves_are_not_sent() {
        let query = Query::of(&game("(;SZ[9]AB[cc][gg]HA[2]KM[3.75]RU[Japanese];W[ee];B[ee];W[aa])"), 30);
        let json = query.to_json();
        assert_eq!(json["initialStones"], json!([["B", "C7"], ["B", "G3"]]));
        assert_eq!((&json["moves"], &json["analyzeTurns"]), (&json!([["W", "E5"]]), &json!([0, 1])));
        assert_eq!((&json["komi"], &json["rules"]), (&json!(7.5), &json!("japanese")), "3.75 is not taken");
    }

    #[test]
    fn keys_tell_positions_and_searches_apart() {
        let query = Query::of(&game("(;SZ[9]KM[6.5];B[cc];W[gg];B[cg])"), 30);
        assert_eq!(query.key(1), query.about(vec![1]).key(1));
        let longer = Query::of(&game("(;SZ[9]KM[6.5];B[cc];W[gg];B[gc])"), 30);
        assert_eq!(query.key(2), longer.key(2));
        assert_ne!(query.key(3), longer.key(3));
        assert_ne!(query.key(1), Query { visits: 31, ..query.clone() }.key(1));
    }

    #[test]
    fn columns_have_no_i_and_rows_count_from_below() {
        let names = [(0, 18), (7, 0), (8, 0), (18, 9)].map(|(x, y)| name_of(Point::new(x, y), 19));
        assert_eq!(names, ["A1", "H19", "J19", "T10"]);
    }
}
