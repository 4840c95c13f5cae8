//! From played games to clean games: archives of records in any state, read, repaired, normalised
//! and written as FF\[4\] in UTF-8 with a line of JSON each.
//!
//! ```
//! use tesuji_harvest::{CleanOptions, clean_file};
//!
//! let file = b"(;KM[375]RE[\xe9\xbb\x91\xe4\xb8\xad\xe7\x9b\x98\xe8\x83\x9c]BR[9\xe6\xae\xb5](;AddBlack[pd:qd];W[tt])";
//! let games = clean_file(file, "a.sgf", &CleanOptions::default());
//! let game = &games.games[0];
//! // 375 is komi in hundredths of Chinese half counts; the result says "Black wins by resignation".
//! assert_eq!((game.record.komi, game.record.result.as_ref().unwrap().text.as_str()), (Some(7.5), "B+R"));
//! assert_eq!(game.record.black.rank.as_deref(), Some("9d"));
//! // The setup belongs to the root, its list is written out, and `tt` is a pass.
//! assert_eq!(game.record.setup.black, ["pd", "qd"]);
//! assert_eq!(game.record.moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["W"]);
//! assert!(game.findings.iter().all(|f| f.offset.is_some_and(|o| o <= file.len() as u64)));
//! ```

mod clean;
pub mod engine;
mod finding;
pub mod go;
mod hash;
mod info;
mod input;
pub mod normal;
mod packed;
mod place;
mod props;
mod record;
mod run;
mod stream;

pub use clean::{CleanGame, CleanOptions, Games, Strip, clean_file, clean_game};
pub use finding::Finding;
pub use hash::{least_image, move_hash};
pub use input::{Unit, Units, find};
pub use record::{Category, GameRecord, PlayedMove, Player, ResultRecord, Setup, Source};
pub use run::{RunOptions, Summary, clean};
pub use stream::{Stream, games};
