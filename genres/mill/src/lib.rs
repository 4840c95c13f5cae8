//! Mill (nine men's morris and its variants): rules, position strings, exact endgame tables,
//! search.
//!
//! ```
//! use tesuji_mill::{Position, RuleSet, Turn, fen, rules};
//!
//! let standard = RuleSet::STANDARD;
//! let parsed = fen::parse(&standard, "***O**@*/@****@*O/OO@***@O b m p 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes")?;
//! let turn: Turn = "b2-b4xe3".parse()?;
//! let after = rules::play_turn(&standard, &parsed.position, turn)?;
//! assert!(after.end.is_some(), "White is blocked");
//! assert_eq!(rules::turns(&standard, &Position::start(&standard)).len(), 24);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod action;
pub mod board;
pub mod cut;
pub mod draw;
pub mod exchange;
pub mod fen;
pub mod game;
pub mod game_text;
pub mod genre;
pub mod perft;
pub mod position;
pub mod puzzle;
pub mod rules;
pub mod search;
pub mod symmetry;
pub mod tables;
pub mod variant;

pub use action::{Action, Turn};
pub use board::{Board, Point, Set};
pub use position::{Colour, End, Phase, Position};
pub use symmetry::Symmetry;
pub use variant::{RuleSet, Variant};
