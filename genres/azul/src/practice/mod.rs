//! The practice tool's JSON: positions with their metadata, in and out.
//!
//! The field names are those of the source document's tool (`state_version` 1). What that tool
//! lacks and a position needs is added, and may be left out on the way in: `start_player_id` (who
//! started the round), `phase` when the game is over, and for the grey wall the colours of its
//! tiles instead of `true`. `ruleset_id` is `azul_v1_2p`, `…_3p`, `…_4p`, with `_grey` behind it
//! for the grey wall.
//!
//! ```
//! use tesuji_azul::{Rng, State, WallKind, practice};
//!
//! let position = practice::Practice::new(State::deal(2, WallKind::Coloured, &mut Rng::new(7)));
//! let again = practice::import(&practice::export(&position))?;
//! assert_eq!(again, position);
//!
//! let wrong = practice::export(&position).replace("\"lid\"", "\"lids\"");
//! assert_eq!(practice::import(&wrong).unwrap_err().at.as_deref(), Some("lids"));
//! # Ok::<(), tesuji_genre::Bad>(())
//! ```

pub mod call;
mod export;
mod import;
pub(crate) mod tree;

use crate::{GameStage, State};
use tesuji_genre::Bad;

pub use export::{export, export_value};
pub use import::{Imported, import, read};

/// Shifts an error in a document by the number of lines before it.
pub fn after_lines(lines: u64, bad: Bad) -> Bad {
    if lines == 0 { bad } else { Bad { line: Some(lines + bad.line.unwrap_or(1)), ..bad } }
}

/// The documents of a text that holds them one after the other, each with the lines before it.
/// Where one is no JSON, the next one is looked for at the beginning of a line.
pub fn documents(text: &str) -> Vec<(u64, &str)> {
    let mut all = Vec::new();
    let (mut rest, mut lines) = (text, 0);
    loop {
        let gap = rest.len() - rest.trim_start().len();
        lines += newlines(&rest[..gap]);
        rest = &rest[gap..];
        if rest.is_empty() {
            return all;
        }
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<serde::de::IgnoredAny>();
        let end = match stream.next() {
            Some(Ok(_)) => stream.byte_offset(),
            _ => rest.find("\n{").map_or(rest.len(), |at| at + 1),
        };
        let (document, after) = rest.split_at(end.max(1));
        all.push((lines, document));
        lines += newlines(document);
        rest = after;
    }
}

fn newlines(text: &str) -> u64 {
    text.bytes().filter(|&b| b == b'\n').count() as u64
}

/// Version of the format.
pub const STATE_VERSION: u32 = 1;

/// A position with the metadata that the practice tool keeps. The stage of the round and the stage
/// of the game follow from the position; whether the game's stage is written down is part of the
/// document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Practice {
    /// The position.
    pub state: State,
    /// The seed that made the scenario.
    pub scenario_seed: Option<String>,
    /// The stage of the game that the scenario was made for.
    pub scenario_game_stage: Option<GameStage>,
}

impl Practice {
    /// A position without metadata.
    pub fn new(state: State) -> Practice {
        Practice { state, scenario_seed: None, scenario_game_stage: None }
    }

    /// A scenario: with its seed and the stage of the game.
    pub fn scenario(state: State, seed: u64) -> Practice {
        Practice { state, scenario_seed: Some(seed.to_string()), scenario_game_stage: Some(state.game_stage()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, WallKind};

    #[test]
    fn documents_one_after_the_other_are_parted_with_their_lines() {
        let of = |seed| export(&Practice::new(State::deal(2, WallKind::Coloured, &mut Rng::new(seed))));
        let (a, b) = (of(1), of(2));
        let broken = "{\"state_version\": 1,\n nonsense é";
        let text = format!("{a}\n\n{b}\n{broken}");
        let parted = documents(&text);
        assert_eq!(parted.iter().map(|(_, d)| *d).take(2).collect::<Vec<_>>(), [a.as_str(), b.as_str()]);
        let (first, second) = (newlines(&a), newlines(&b));
        assert_eq!(parted.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [0, first + 2, first + second + 3]);
        let bad = import(parted[2].1).expect_err("no JSON");
        assert_eq!((bad.line, bad.what.contains(" at line ")), (Some(2), false));
        assert_eq!(documents(""), []);
        // Reading goes on after a bad one.
        let text = format!("{broken}\n# words\n{a}");
        assert_eq!(documents(&text).iter().map(|(n, d)| (*n, d.len())).next_back(), Some((3, a.len())));
        for odd in ["é", "}{", "\n{", "{\n{\n{", "1 2"] {
            assert_eq!(documents(odd).iter().map(|(_, d)| *d).collect::<String>().trim(), odd.replace(' ', "").trim());
        }
    }
}
