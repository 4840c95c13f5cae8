//! The pattern book of joseki: corner sequences, matched move by move by what stands around them.
//!
//! ```
//! use tesuji_joseki::book_file;
//! use tesuji_joseki::dictionary::Dictionary;
//! use tesuji_joseki::matches::Kind;
//! use tesuji_joseki::point::{Color, Move, Point};
//! use tesuji_joseki::position::Position;
//!
//! // White approaches the star point low, Black answers with the one-space jump.
//! let text = "boardsize 19\nclear_board\nplay b q16\nplay w o17\nplay b r14\n";
//! let book = book_file::read("book", text, &mut |problem| panic!("{problem}"));
//! let dictionary = Dictionary::build(19, &book, &mut |problem| panic!("{problem}"));
//!
//! // The same in another corner, mirrored and with the colours exchanged.
//! let mut position = Position::new(19);
//! for (color, at) in [(Color::Black, "K10"), (Color::White, "D4"), (Color::White, "Q4"), (Color::Black, "C6")] {
//!     position.play(Move { color, at: Point::read(at, 19) }).unwrap();
//! }
//! let best = dictionary.suggest(&position).into_iter().max_by_key(|s| s.rating).unwrap();
//! assert_eq!((best.at.to_string(), best.rating, best.kind), ("F3".to_string(), 100, Kind::Answer));
//! ```
//!
//! A book is a list of variations ([`variation`]). They come from SGF files or from a built book
//! ([`book_file`]), and become the patterns of a [`dictionary`], which [`mod@matches`] asks.
//! [`mod@reference`] is the plain matcher that the fast one is compared with; [`gtp`] is the
//! engine.

pub mod board;
pub mod book_file;
mod builder;
pub mod dictionary;
pub mod game;
pub mod gogui;
pub mod gtp;
pub mod lint;
pub mod matches;
pub mod patch;
pub mod point;
pub mod position;
pub mod reference;
pub mod show;
pub mod stats;
pub mod symmetry;
pub mod tags;
pub mod tree;
pub mod variation;
