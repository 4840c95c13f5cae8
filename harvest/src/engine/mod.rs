//! A client of KataGo's JSON analysis protocol: a line of JSON each way, replies in any order.
//!
//! An [`Engine`] is a process ([`Process`]), a tape of what one said ([`Tape`]), or a process with
//! a tape that keeps what it says ([`Recording`]): recorder, replay and cache are one file.

mod process;
mod query;
mod replay;
mod reply;
mod session;
mod tape;
mod transcript;

pub use query::{Query, Rules};
pub use reply::{Analysis, MoveInfo, Reply, View};
pub use session::{Process, SessionOptions};
pub use tape::{Recording, Tape};
pub use transcript::{Transcript, view_named};

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Which engine speaks: answers of another one are no answers of this one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EngineId {
    /// Its version.
    pub version: String,
    /// The name of its network.
    pub model: String,
}

/// A sent query.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket(pub u64);

/// A reply.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The answer about a turn of a query.
    Answer {
        /// The query's id.
        ticket: Ticket,
        /// The number of moves before the position.
        turn: usize,
        /// The answer.
        analysis: Box<Analysis>,
    },
    /// The same while the search goes on.
    Partial {
        /// The query's id.
        ticket: Ticket,
        /// The number of moves before the position.
        turn: usize,
    },
    /// Something odd, which is no answer.
    Warning {
        /// The query's id, where the reply has it.
        ticket: Option<Ticket>,
        /// The words.
        what: String,
    },
    /// A query is refused: no answers of it come.
    Refused {
        /// The query's id, where the refusal has it.
        ticket: Option<Ticket>,
        /// The field at fault, where that is said.
        field: Option<String>,
        /// Why.
        what: String,
    },
    /// A turn gets no answer: it was called off, or the engine fell over it too often.
    Dropped {
        /// The query's id.
        ticket: Ticket,
        /// The number of moves before the position.
        turn: usize,
        /// Why.
        what: String,
    },
}

/// Nothing more comes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Gone {
    /// There is nothing to wait for.
    #[error("nothing is asked")]
    Idle,
    /// Nothing came in time; one may go on waiting.
    #[error("no answer in time")]
    Late,
    /// The engine can't be used any more.
    #[error("{0}")]
    Broken(String),
}

/// Who analyses positions.
pub trait Engine {
    /// Which engine it is.
    fn identity(&self) -> &EngineId;

    /// Asks. Queries are answered in any order.
    fn ask(&mut self, query: &Query) -> Ticket;

    /// The next event, within that time.
    ///
    /// # Errors
    /// Why none comes.
    fn next(&mut self, wait: Duration) -> Result<Event, Gone>;
}

/// The result of a query.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answers {
    /// The answer about each turn of the query, in order.
    pub turns: Vec<Option<Analysis>>,
    /// Why it was refused, if it was: the field at fault, and the engine's words.
    pub refused: Option<String>,
    /// Other words on the way.
    pub told: Vec<String>,
}

/// Asks one query, and waits for all of its answers: each event within the time.
///
/// # Errors
/// [`Gone::Broken`], or [`Gone::Late`].
pub fn answers(engine: &mut dyn Engine, query: &Query, wait: Duration) -> Result<Answers, Gone> {
    let ticket = engine.ask(query);
    let mut found = Answers { turns: vec![None; query.turns.len()], ..Answers::default() };
    let mut left: Vec<usize> = query.turns.clone();
    while !left.is_empty() {
        match engine.next(wait)? {
            Event::Answer { ticket: of, turn, analysis } if of == ticket => {
                left.retain(|&t| t != turn);
                if let Some(at) = query.turns.iter().position(|&t| t == turn) {
                    found.turns[at] = Some(*analysis);
                }
            }
            Event::Refused { ticket: of, field, what } if of.is_none_or(|of| of == ticket) => {
                let field = field.map_or(String::new(), |field| format!("{field}: "));
                found.refused = Some(format!("{field}{what}"));
                break;
            }
            Event::Dropped { ticket: of, turn, what } if of == ticket => {
                left.retain(|&t| t != turn);
                found.told.push(what);
            }
            Event::Warning { what, .. } => found.told.push(what),
            _ => {}
        }
    }
    Ok(found)
}
