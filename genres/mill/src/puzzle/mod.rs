//! Puzzles: positions with one right turn, proved by the tables or by reading.
//!
//! A turn is complete (a mill and what it takes are one), distances are plies of complete turns
//! from the tables, draws by counting are left out, N counts the solver's turns. With V the value
//! and a *right* turn one that reaches the goal, a position is a puzzle of a category when
//!
//! | category | the position | the one right turn |
//! |---|---|---|
//! | `formMill` | a mill within N turns can be forced against every defence | starts the quickest way (one man's step, whatever a mill takes); N ≥ 2, or two men in a line look like a mill and are none |
//! | `capturePieces` | K captures within N turns can be forced (K ≥ 2) | starts the quickest way |
//! | `winGame` | V = win, no men in hand | wins quickest; slower wins are stored as not optimal |
//! | `defend` | V = draw, two turns or more lose; or a mill is threatened, V ≥ draw | holds the draw; or stops the mill and keeps V |
//! | `findBestMove` | any V, no men in hand | keeps V where every other turn drops it; in a lost position lasts two turns longer than any other |
//! | `endgame` | as `winGame` or holding a draw, one side has four men or fewer | as there |
//! | `opening` | as `winGame` or holding a draw, men in hand, read down to the tables | as there |
//! | `mixed` | as `winGame`, the line shows two motifs or more | as there |
//!
//! Where several turns are right it is no puzzle, and solving tells them all ([`judge_loosely`]);
//! of a draw that no turn loses only for `findBestMove`, since other categories have no task then.
//! Men in hand that may wait while others move (Lasker) have no values: play can go in circles
//! before the tables are reached.

mod around;
mod claims;
mod difficulty;
mod goals;
mod judge;
mod library;
mod meter;
mod minimal;
#[cfg(test)]
mod motif_tests;
mod motifs;
mod packing;
mod plain;
mod probe;
mod question;
mod reading;
mod sample;
mod series;
mod shallow;
mod state;
mod studies;
#[cfg(test)]
mod testing;
mod text;
mod tiers;
mod worth;

pub(crate) use around::right_turns;
pub use around::{first_moves, mark_of, step_of};
pub use claims::{Checked, WrongClaim, check_claims, check_lines, check_puzzle, needed_sectors};
pub use difficulty::{Difficulty, app_rating, difficulty, may_be, rating, tier_of};
pub use goals::{Captures, Goals, OutOfBudget};
pub use judge::{Aim, Judged, MOST_TURNS, NoPuzzle, interesting, judge, judge_loosely};
pub use library::{BUILT_ON_DEMAND, DEFAULT_FOLDER, Library, NoTables, Nothing, built_tables, default_folder};
pub use meter::{Meter, Spent};
pub use minimal::{Minimal, reducible};
pub use motifs::{Line, MOTIFS, Motif, motifs};
pub use packing::{PackWords, pack, pack_of, pack_puzzle};
pub use plain::{Plain, plain_keys};
pub use probe::{Oracle, Probe, Valued};
pub use question::{Question, standard};
pub use reading::{Mill, Turned, closers, decisive_mill, fork, shut_in};
pub use sample::Source;
pub use series::{CategoryReport, Series, SeriesRequest, series};
pub use shallow::{DEPTHS, trial_depth};
pub use state::{Kernel, State, Step};
pub use studies::{Study, StudyKind, studies};
pub use text::{Words, hint, telling, words, words_of_goal};
pub use tiers::THRESHOLDS;
pub use worth::{Outcome, Worth};
