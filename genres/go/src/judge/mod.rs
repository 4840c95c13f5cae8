//! The judge of problems: their answers, in their own regions, in regions of the whole board, and
//! proved on it.
//!
//! Generating, enumerating, grading, books and the genre itself ask here; nothing here knows them.

mod answer;
mod proved;
mod racing;
mod region;
mod regional;
mod solution;
mod stored;

pub(crate) use answer::{Answer, Unfinished, answer, board_of, solve};
pub(crate) use proved::OnBoard;
pub(crate) use region::{Who, judge};
pub(crate) use regional::{Regional, Shown, first_moves, for_idea, is_decided};
pub(crate) use solution::{name, solution, told};
pub(crate) use stored::{compared, contradicts};
