//! The passes: solve, grade, check and the house-keeping ones.

pub mod check;
mod dedupe;
mod grade;
mod import;
mod solve;
mod stats;
mod tally;

pub use dedupe::{DedupePass, DedupeSummary, FirstOfClass};
pub use grade::{GradePass, GradeSummary};
pub use import::{ImportPass, ImportSummary};
pub use solve::{Engine, SolvePass, SolveSummary};
pub use stats::{StatsPass, StatsSummary};
pub use tally::add;

use crate::Work;
use tesuji_genre::{Bad, ClueView, View};

/// The network view of a puzzle whose givens have been put on the board; `None` for games.
///
/// # Errors
/// [`Bad`] with the cell where givens or state contradict each other.
pub fn clues(work: &Work) -> Result<Option<ClueView>, Bad> {
    match work.puzzle.genre.view(&work.puzzle)? {
        View::Reading => Ok(None),
        View::Clues(view) => {
            view.check(work.record.state.as_ref())?;
            Ok(Some(view))
        }
    }
}
