//! The part of a solution that passes count.

/// The part of a solution that passes count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The values of a puzzle of clues.
    Values,
    /// The first moves of a position.
    Position {
        /// The number of right first moves, 0 where no move changes anything; `None`: unknown.
        moves: Option<usize>,
        /// Are there moves of which it is not known whether they succeed?
        is_undecided: bool,
    },
}
