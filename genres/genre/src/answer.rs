//! The part of a solution that passes count.

/// What a position's solution says of first moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The number of right first moves, 0 where no move changes anything; `None`: unknown.
    pub moves: Option<usize>,
    /// Are there moves of which it is not known whether they succeed?
    pub is_undecided: bool,
}
