//! Commands from outside: about the board as it stands, by whoever starts the engine.

use super::protocol::Reply;
use crate::board::Board;

/// A command that looks at the board and changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Extra {
    /// Its name.
    pub name: &'static str,
    /// Its line in the reply to `gogui-analyze_commands`: type, label, command with its arguments,
    /// help, with `/` between.
    pub analyze: &'static str,
    /// Its answer about the board, with these arguments.
    pub run: fn(&Board, &[String]) -> Reply,
}
