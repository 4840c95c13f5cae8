//! Game records in SGF: trees that lose nothing of what was read, whatever was read.
//!
//! ```
//! use tesuji_sgf::{Collection, Color, Move, Point};
//!
//! // The last bracket is missing, and `Black` is a name of the first file formats.
//! let (sgf, diagnostics) = Collection::parse(b"(;FF[4]SZ[9]AB[aa:ba];Black[cc]C[a good \\] move];W[]");
//! assert_eq!(diagnostics.len(), 2);
//! let root = sgf.roots().next().unwrap();
//! assert_eq!(root.points("AB"), [Point::new(0, 0), Point::new(1, 0)]);
//! let moves: Vec<_> = root.main_line().filter_map(|node| node.stone_played(root.board_size())).collect();
//! assert_eq!(moves, [(Color::Black, Move::At(Point::new(2, 2))), (Color::White, Move::Pass)]);
//! let comment = root.main_line().find_map(|node| node.text("C")).unwrap();
//! assert_eq!(comment, "a good ] move");
//!
//! // A tree of one's own, written.
//! let mut sgf = Collection::new();
//! let root = sgf.add_game();
//! sgf.add(root, "SZ", "9");
//! let child = sgf.add_child(root);
//! sgf.add_point(child, "B", Point::new(2, 2));
//! assert_eq!(sgf.write(), b"(;SZ[9];B[cc])\n");
//! ```
//!
//! The format is that of <https://www.red-bean.com/sgf/> (FF\[4\]), with what FF\[1\] to FF\[3\]
//! and the wild have made of it. This crate knows the notation of points and moves, and no rules of
//! Go.

mod arena;
mod build;
mod charset;
mod diagnostic;
mod format;
mod gib;
mod ident;
mod name_index;
mod nesting;
mod ngf;
mod node;
mod parse;
mod path;
mod point;
mod text;
mod value;
mod write;

pub use arena::{Collection, NodeId};
pub use charset::{Charset, Origin};
pub use diagnostic::{Diagnostic, Fault};
pub use format::Format;
pub use node::{Children, MainLine, Node, Nodes, Property, last_of_each};
pub use path::Branches;
pub use point::{BoardSize, Color, Move, Point, points_between};
pub use text::{escape, plain_text, simple_text};
pub use value::{Decoded, Value};
