//! First moves whose results are known, and what lies around them: what a miner of moves counts.

use tesuji_solver::Literal;

/// A first move of a position that has been solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// The move in the genre's words.
    pub name: String,
    /// The move as a mark: the first one placed.
    pub mark: Literal,
    /// Is it right? Every other one is proved to be worse.
    pub is_right: bool,
    /// What lies around it as lines of text, up to symmetry, the narrowest view first: equal for
    /// moves that look the same.
    pub shapes: Vec<String>,
}
