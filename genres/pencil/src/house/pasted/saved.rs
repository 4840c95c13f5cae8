//! Saved games of Simon Tatham's collection: lines with a name, a length and a value.

use crate::house::TathamId;
use std::collections::BTreeMap;
use tesuji_genre::Bad;

/// Names of games in Simon Tatham's saved games, with those of their programs.
const GAMES: &[(&str, &str)] = &[
    ("Bridges", "bridges"),
    ("Dominosa", "dominosa"),
    ("Filling", "filling"),
    ("Galaxies", "galaxies"),
    ("Keen", "keen"),
    ("Light Up", "lightup"),
    ("Loopy", "loopy"),
    ("Magnets", "magnets"),
    ("Palisade", "palisade"),
    ("Pattern", "pattern"),
    ("Pearl", "pearl"),
    ("Range", "range"),
    ("Rectangles", "rect"),
    ("Singles", "singles"),
    ("Slant", "slant"),
    ("Solo", "solo"),
    ("Tents", "tents"),
    ("Towers", "towers"),
    ("Tracks", "tracks"),
    ("Undead", "undead"),
    ("Unequal", "unequal"),
    ("Unruly", "unruly"),
];

/// A saved game of Simon Tatham's collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SavedGame {
    /// The name of its program; that of the game where it is not known.
    pub(crate) program: String,
    /// Its game ID.
    pub(crate) id: String,
    /// Moves that were made and are not read.
    pub(crate) moves: usize,
}

/// Does a saved game begin here?
pub(crate) fn is_saved_game(text: &str) -> bool {
    text.starts_with("SAVEFILE:")
}

/// The saved games of a text, each with its line.
pub(crate) fn saved_games(text: &str) -> Vec<(u64, Result<SavedGame, Bad>)> {
    let mut games: Vec<(u64, Vec<&str>)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if is_saved_game(line.trim_start()) {
            games.push((number, Vec::new()));
        }
        if let Some((_, lines)) = games.last_mut() {
            lines.push(line.trim());
        }
    }
    games.into_iter().map(|(line, lines)| (line, saved_game(&lines).map_err(|bad| bad.line(line)))).collect()
}

fn saved_game(lines: &[&str]) -> Result<SavedGame, Bad> {
    // `DESC    :85:a3cBb…`: a name, the length of the value in bytes, and the value.
    let of = |name: &str| {
        lines.iter().find_map(|line| {
            let (key, rest) = line.split_once(':')?;
            (key.trim() == name).then(|| rest.split_once(':').map_or(rest, |(_, value)| value))
        })
    };
    let expected = |name: &str| of(name).ok_or_else(|| Bad::new(format!("a saved game without {name}")));
    let desc = expected("DESC")?;
    // The parameters of this game; those of the next one may be others.
    let params = of("CPARAMS").map_or_else(|| expected("PARAMS"), Ok)?;
    let length = lines.iter().find_map(|line| line.split_once(':').filter(|(key, _)| key.trim() == "DESC"));
    if let Some(told) = length.and_then(|(_, rest)| rest.split_once(':')?.0.parse::<usize>().ok())
        && told != desc.len()
    {
        return Err(Bad::new(format!("{told} bytes of DESC are told, and {} are there", desc.len())).at("DESC"));
    }
    let game = expected("GAME")?;
    let program = GAMES.iter().find(|(name, _)| *name == game).map_or(game, |(_, program)| program);
    let moves = lines.iter().filter(|line| line.starts_with("MOVE") || line.starts_with("SOLVE")).count();
    Ok(SavedGame { program: program.to_string(), id: format!("{params}:{desc}"), moves })
}

impl SavedGame {
    /// Its ID, where the game is the wanted one.
    ///
    /// # Errors
    /// [`Bad`] naming both.
    pub(crate) fn id_of(&self, wanted: &str) -> Result<TathamId<'_>, Bad> {
        TathamId::new(self.id_text(wanted)?)
    }

    /// The text of its ID, likewise.
    ///
    /// # Errors
    /// [`Bad`] naming both.
    pub(crate) fn id_text(&self, wanted: &str) -> Result<&str, Bad> {
        if self.program != wanted {
            let what = if wanted.is_empty() { "a game that the collection does not have" } else { wanted };
            return Err(Bad::new(format!("a saved game of {}; {what} is expected", self.program)).at("GAME"));
        }
        Ok(&self.id)
    }

    /// Says that moves are not read, where there are any.
    pub(crate) fn note_moves(&self, notes: &mut BTreeMap<String, serde_json::Value>) {
        if self.moves > 0 {
            let what = format!("{} moves of the saved game are not read", self.moves);
            notes.insert("note".to_string(), what.into());
        }
    }
}
