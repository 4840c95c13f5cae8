//! Lists of games: text as Sanmill writes it, a game a line, or the JSON of its replays and packs.

use crate::game_text::{self, PlayedGame};
use crate::variant::{VARIANTS, Variant};
use serde_json::Value;
use tesuji_genre::Bad;

/// A game with its name in the list.
#[derive(Clone, Debug)]
pub struct NamedGame {
    /// Its name in the list: the id, or the number from 1.
    pub name: String,
    /// The game.
    pub game: PlayedGame,
}

/// All games of a text: objects with `games` (`id`, `moves`) or with `puzzles` (those that say how
/// their position came about), else games as [`game_text::games`] reads them.
#[must_use]
pub fn lists(text: &str) -> Vec<Result<NamedGame, Bad>> {
    lists_by(text, &VARIANTS[0])
}

/// Reads the list by these rules where a game names no others.
#[must_use]
pub fn lists_by(text: &str, variant: &'static Variant) -> Vec<Result<NamedGame, Bad>> {
    if text.trim_start().starts_with('{') {
        return match serde_json::from_str::<Value>(text) {
            Ok(value) => of_json(&value, variant),
            Err(e) => vec![Err(Bad::new(format!("no JSON: {e}")))],
        };
    }
    let named = |(i, game): (usize, Result<PlayedGame, Bad>)| Ok(NamedGame { name: (i + 1).to_string(), game: game? });
    game_text::games_by(text, variant).into_iter().enumerate().map(named).collect()
}

/// Where an object keeps the turns of a game.
fn turns_of(value: &Value) -> Option<&Vec<Value>> {
    let history = || value.get("provenance").and_then(|p| p.get("replayHistory"));
    value.get("moves").or_else(history).and_then(Value::as_array)
}

fn of_json(value: &Value, by: &'static Variant) -> Vec<Result<NamedGame, Bad>> {
    let Some(all) = ["games", "puzzles"].iter().find_map(|key| value.get(key).and_then(Value::as_array)) else {
        return vec![Err(Bad::new("neither `games` nor `puzzles` are in it"))];
    };
    let listed = (1..).zip(all).filter_map(|(number, entry): (usize, &Value)| {
        let name = entry.get("id").and_then(Value::as_str).map_or(number.to_string(), str::to_string);
        let turns = turns_of(entry)?;
        let at = |bad: Bad| {
            let place = bad.at.as_deref().map_or(String::new(), |at| format!(", {at}"));
            bad.at(format!("game {name}{place}"))
        };
        let words: Option<Vec<&str>> = turns.iter().map(Value::as_str).collect();
        let Some(words) = words else { return Some(Err(at(Bad::new("a turn is no text")))) };
        let variant = ["ruleVariantId", "variant"].iter().find_map(|key| entry.get(key).and_then(Value::as_str));
        let tag = variant.map_or(String::new(), |id| format!("[Variant \"{id}\"]\n"));
        // A recorded turn goes on from where the history ends.
        let recorded = entry.get("provenance").and_then(|p| p.get("recordedTurn")).and_then(Value::as_str);
        let text = format!("{tag}1. {} {}", words.join(" "), recorded.unwrap_or_default());
        let game = game_text::games_by(&text, by).pop().unwrap_or_else(|| Err(Bad::new("no turns")));
        Some(game.map(|game| NamedGame { name: name.clone(), game }).map_err(at))
    });
    listed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_lines_and_objects_hold_games() {
        let turns = |text: &str| -> Vec<usize> {
            lists(text).into_iter().map(|listed| listed.unwrap().game.turns.len()).collect()
        };
        assert_eq!(turns("1. d6 f4\n2. b4 d2\n\n1. a7 d6\n2. d7 b4\n3. g7 xd6\n"), [4, 5]);
        assert_eq!(turns("d6 f4 b4\na7 d6 d7 b4 g7xd6\n"), [3, 5]);
        let games = r#"{"games":[{"id":"a","moves":["a7","d6","d7","b4","g7","xd6"]},{"id":"b","moves":["d6"]}]}"#;
        assert_eq!(turns(games), [5, 1]);
        assert_eq!(lists(games)[0].as_ref().unwrap().name, "a");
        let history = r#""provenance":{"replayHistory":["d6","f4"],"recordedTurn":"b4"}"#;
        assert_eq!(turns(&format!("{{\"puzzles\":[{{\"id\":\"p\",{history}}},{{\"id\":\"bare\"}}]}}")), [3]);
    }

    #[test]
    fn what_is_wrong_is_named_and_the_others_are_read() {
        let games = r#"{"games":[{"id":"a","moves":["a7","a7"]},{"moves":[7]},{"id":"c","moves":["d6"]}]}"#;
        let read = lists(games);
        assert_eq!(read[0].as_ref().unwrap_err().at.as_deref(), Some("game a, line 1, turn 2"));
        assert_eq!(read[1].as_ref().unwrap_err().at.as_deref(), Some("game 2"));
        assert!(read[2].is_ok());
        let lines = lists("d6 f4\nd6 d6\nhello\na7");
        assert_eq!(lines.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, false, true]);
        assert_eq!(lines[1].as_ref().unwrap_err().at.as_deref(), Some("line 2, turn 2"));
        assert!(lists("{\"games\": 3}")[0].is_err() && lists("{")[0].is_err());
        assert!(lists("").is_empty());
    }
}
