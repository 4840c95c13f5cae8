//! What a solution says, as far as passes count it.

/// What a solution of a genre says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The values of a puzzle of clues.
    Values,
    /// What is known of the first moves of a position.
    Position {
        /// The number of right first moves, 0 where no move changes anything; `None`: it lists none.
        moves: Option<usize>,
        /// Are there moves of which it is not known whether they succeed?
        is_undecided: bool,
    },
}
