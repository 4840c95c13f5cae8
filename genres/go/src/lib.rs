//! Go: the board, the question of life and death, and exact readers of it.
//!
//! A [`Question`] says who wants to capture what, and where. A [`Reader`] answers with a proved
//! [`Outcome`] for each side to move first: DEAD, KO (with the number of external threats), SEKI,
//! ALIVE, or the interval that is proved.
//!
//! ```
//! use tesuji_go::{Class, Question, Reader, ReferenceReader, Role};
//! use tesuji_solver::Limits;
//!
//! // An eye space of three in a row lives or dies by who plays in the middle (`!`: only the marked chain counts).
//! let q = Question::from_picture("!XXXXXXX|XOOOOOX|XO...OX|XOOOOOX|XXXXXXX")?;
//! let verdict = ReferenceReader.read(&q, &Limits::default())?;
//! assert!(verdict.is_unsettled());
//! assert_eq!(verdict.attacker_first.outcome.class(), Some(Class::Dead));
//! assert_eq!(verdict.first(Role::Defender).outcome.class(), Some(Class::Alive));
//! assert_eq!(verdict.defender_first.key.flatten(), Some(tesuji_go::Point::new(3, 2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod advice;
mod analyze;
mod board;
pub mod book;
pub mod cut;
pub mod difficulty;
pub mod draw;
pub mod enumerate;
pub mod generate;
mod genre;
mod grade;
mod judge;
pub mod names;
pub mod problem;
mod question;
pub mod race;
pub mod read;
pub mod study;
pub mod zones;

pub use analyze::{Analysis, Fault, Keys, SideKeys, SideStatus, Status as ChainStatus, Zone, zone_of};
pub use board::{BadPosition, Board, Chain, Color, Illegal, MAX_SIZE, Point, Points, Status, Symmetry, Unconditional};
pub use genre::{Minimal, Tsumego, first_hint, genres};
pub use grade::{CATALOG, TAGS, estimated};
pub use problem::{Idea, Place, Problem};
pub use question::{Class, Goal, Outcome, Question, Role, STRONG, Threats, Unclear};
pub use read::{DfPnReader, Reader, Reading, ReferenceReader, Verdict};
