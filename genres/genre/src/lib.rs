//! The contract between genres and everything right of them: puzzles, records, requests, and the
//! object-safe [`Genre`]. Names no genre and no option of one.
//!
//! ```
//! use tesuji_genre::{Record, record_id};
//!
//! // A record is one JSON line; what it does not know, it keeps.
//! let line = r#"{"id":"","genre":"toy","size":"2","puzzle":"1.2.","mood":"calm"}"#;
//! let mut record: Record = serde_json::from_str(line)?;
//! record.id = record_id(&record.genre, &record.puzzle);
//! assert_eq!(record.id.len(), 16);
//! assert_eq!(record.extra["mood"], "calm");
//! # Ok::<(), serde_json::Error>(())
//! ```

mod actions;
mod argument;
mod bad;
mod broken;
mod catalogs;
pub mod clue;
pub mod document;
mod draw;
mod genre;
mod hint;
mod info;
mod minimal;
mod moves;
mod names;
pub mod penpa;
pub mod position;
mod random;
pub mod recipe;
mod record;
mod repair;
mod request;
mod restriction;
mod review;
pub mod site;
mod solution;
mod stated;
mod told;
mod view;
mod walk;

pub use actions::{ClueActions, PositionActions};
pub use argument::{LONG, argument, brief_argument};
pub use bad::Bad;
pub use broken::{BrokenRule, GIVEN};
pub use catalogs::Catalogs;
pub use draw::{Link, Marks, Medium};
pub use genre::{Adviser, Choosing, Genre, Graded, Later, Parsed, Puzzle, Solved};
pub use hint::{Candidate, Hint, HintRequest, Next, ReasonData, Statement, Step, StepData, Uniqueness};
pub use info::{GenreInfo, HumanTimes};
pub use minimal::{MinimalPolicy, MinimalPosition, Reducible, reduce};
pub use moves::FirstMove;
pub use names::{Names, law_together, listed, sentence};
pub use random::{Streams, pick, shuffle, sub_rng};
pub use record::{
    CASE, CHOSEN, FOUND, GAME, GradeInfo, NAME, NOTED, Need, READ_AS, RULESET, Record, Source, State, UNREAD, record_id,
};
pub use repair::{ClueEdit, ClueWorth, Repair, RepairRequest, Repaired, WorthRequest};
pub use request::{
    CompiledForms, Coverage, EnumerateRequest, Enumerated, GenerateReport, GenerateRequest, GradeRequest, OptionSpec,
    known_techniques, near, nearest, plain_name,
};
pub use restriction::{Restriction, RestrictionRequest};
pub use review::{REVIEW, Remark, Review};
pub use solution::Solution;
pub use stated::Stated;
pub use told::{Told, lines_of_state};
pub use view::{ClueView, View};
pub use walk::{Choice, ClueSpot, GAME_POSITION, Judged, MOST_MOVES, Rect, Spot, WalkRequest, Walked};
