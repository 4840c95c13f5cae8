//! Book problems: the solution trees that files store, read in the usual conventions and held
//! against the reader.
//!
//! | convention | says |
//! |---|---|
//! | comments (GoProblems, Go Game Guru, 101weiqi …) | a line whose last comment is `RIGHT`, `Correct`, `正解` … is right, any other wrong |
//! | `TE`, `BM` (Many Faces of Go, this program) | the move is right, or wrong, and so is what follows |
//! | `WV` (uliGo) | the move is wrong; what is not marked is right |
//! | `TR` on the move itself (uliGo) | the same, in files that mark nothing else |
//! | `CH` (old files) | the line that ends there is right |
//! | `GB`, `GW`, `IT`, `DO`, `+`, `-`, `good`, `bad` … | the same, if nothing says it plainly |
//! | no mark at all (EasyGo, Drago) | the main line is right; of the other lines nothing is said |

mod copy;
mod doubt;
mod marks;
mod position;
mod review;
mod target;
mod tree;
mod verify;
mod words;

pub(crate) use copy::{game_of, with_found};
pub(crate) use doubt::subject_of;
pub use marks::Mark;
pub use review::given;
pub(crate) use review::review;
pub(crate) use target::{Fit, is_told};
pub use tree::{Claim, Convention, Fault, StoredNode, StoredTree};
pub use verify::{Cook, Finding, Leaf, Marking, Policy, Verified, position_after, verify};

/// The note of a record with the solution that its file gives: the game, its convention, the right
/// and the wrong first moves.
pub(crate) const GIVEN: &str = "given";

/// The note of a record whose target is still to be chosen: with `task`, where words say what the
/// side to move wants, and with `stones`, where they say how many.
pub(crate) const OPEN_TARGET: &str = "open_target";
