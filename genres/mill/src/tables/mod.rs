//! Exact tables of the movement phase: for each position with empty hands, who wins and in how many
//! plies.
//!
//! A *sector* w-b holds the positions in which the side to move has w men and the other b. A ply is
//! a complete turn: a mill with its removal is one. A side with fewer than three men, or without a
//! move, has lost (in 0 plies); play that never ends is a draw, draws by counting are left out.
//! These are Malom's conventions, so counts and distances compare.
//!
//! Colours don't matter, and each position is stored once for its 16 images: the place is (class of
//! the mover's men under the symmetries) × (number of ways to set the other men) + (rank of the
//! other men among the points left). A state is one byte: the plies (even: lost, odd: won), or a
//! draw; or two bits, the value alone. Sectors are built by retrograde analysis in the order of
//! dependence.
//!
//! ```
//! use tesuji_mill::{RuleSet, fen, tables};
//! use tesuji_solver::Limits;
//!
//! let dir = std::env::temp_dir().join(format!("tesuji-mill-doc-{}", std::process::id()));
//! let rules = RuleSet::STANDARD;
//! tables::Builder::new(&rules, &dir)?.sectors([(3, 3)]).run(&Limits::default(), &mut |_| {})?;
//! let tables = tables::Tables::open(&rules, &dir)?;
//! let won = fen::parse(&rules, "@@*O***@/**O*****/****O*** w m p 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes")?;
//! assert!(tables.probe(&won.position).is_some());
//! # std::fs::remove_dir_all(&dir)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod build;
mod classes;
mod file;
mod kernel;
mod movement;
mod plan;
mod probe;
mod rank;
mod sector;
mod verify;

pub use build::{Builder, Progress, sectors_up_to};
pub(crate) use file::write_whole;
pub use file::{Counts, Kind, TableError};
pub use movement::{Movement, NotClosed};
pub use plan::{PairPlan, Plan, RATE, Room, TooLittle, human};
pub use probe::{Tables, Value};
pub use sector::{Layout, Sector};
pub use verify::{Checked, verify, verify_sample};

#[cfg(test)]
mod tests;
