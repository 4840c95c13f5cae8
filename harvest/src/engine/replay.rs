//! The queue of events of an engine that answers from a record, for tapes and transcripts alike.

use super::{Analysis, Event, Gone, Ticket};
use std::collections::VecDeque;

/// Events that are ready, and the number of queries so far.
#[derive(Debug, Default)]
pub(super) struct Replay {
    asked: u64,
    ready: VecDeque<Event>,
}

impl Replay {
    /// Queues the events of a query: its turns with their answers, as far as they were recorded.
    pub(super) fn ask(&mut self, answers: Vec<(usize, Option<Analysis>)>) -> Ticket {
        self.asked += 1;
        let ticket = Ticket(self.asked);
        self.ready.extend(answers.into_iter().map(|(turn, analysis)| match analysis {
            Some(analysis) => Event::Answer { ticket, turn, analysis: Box::new(analysis) },
            None => Event::Dropped { ticket, turn, what: "not on the tape".to_string() },
        }));
        ticket
    }

    /// The next event.
    pub(super) fn next(&mut self) -> Result<Event, Gone> {
        self.ready.pop_front().ok_or(Gone::Idle)
    }
}
