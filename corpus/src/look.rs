//! The map of a run: one item, looked at by any thread.

use crate::answer::{LINE, blank_line, error_line};
use crate::{Bad, Item, Pass, Reader, Work};
use tesuji_genre::Record;
use tesuji_solver::{Clock, Limits};

/// Context that every thread of a run has.
pub(crate) struct Look<'a, P: Pass> {
    pub(crate) pass: &'a P,
    pub(crate) reader: &'a Reader,
    pub(crate) clock: Clock,
    pub(crate) limits: Limits,
    /// Does the run look at the records in order before they are written?
    pub(crate) is_filtered: bool,
    /// Is every item answered by a line?
    pub(crate) is_answered: bool,
}

/// The result of an item.
pub(crate) enum Seen<S> {
    /// No puzzle stands there; with the line that answers it, where one does.
    Blank(String),
    /// Something that is no puzzle, with its text, and the line that answers it.
    Bad(Bad, Option<String>, String),
    /// A puzzle was treated.
    Done(Done<S>),
    /// A record could not be written.
    Failed(std::io::Error),
}

/// A pass's result for a puzzle.
pub(crate) struct Done<S> {
    /// Its records as lines.
    pub(crate) lines: Vec<u8>,
    /// The same as records, where the run is filtered.
    pub(crate) records: Vec<Record>,
    /// Its counts.
    pub(crate) counts: S,
    /// The size of the board that its text was read as.
    pub(crate) read_as: Option<String>,
    /// The puzzle's error, with its text.
    pub(crate) bad: Option<(Bad, Option<String>)>,
    /// The parts of its document that were not read, with their place.
    pub(crate) unread: Option<Bad>,
}

impl<P: Pass> Look<'_, P> {
    /// Treats one item; `None` when time ran out before it was done. `kept` is the worker's.
    pub(crate) fn at(&self, mut item: Item, kept: &mut P::Kept) -> Option<Seen<P::Summary>> {
        if self.clock.expired().is_some() {
            return None;
        }
        let answer = |line: &dyn Fn() -> String| if self.is_answered { line() } else { String::new() };
        let work = match self.reader.read(&mut item) {
            Ok(None) => {
                let line = if item.among_lines { answer(&|| blank_line(item.line)) } else { String::new() };
                return Some(Seen::Blank(line));
            }
            Err(bad) => {
                let line = answer(&|| error_line(item.line, &bad));
                return Some(Seen::Bad(bad, item.content.text(), line));
            }
            Ok(Some(work)) => work,
        };
        let read_as = work.read_as.clone();
        let (mut lines, mut records, mut failed) = (Vec::new(), Vec::new(), None);
        let mut take = |mut record: Record| {
            if let (true, Some(n)) = (self.is_answered, item.line) {
                record.extra.insert(LINE.to_string(), n.into());
            }
            failed = serde_json::to_writer(&mut lines, &record).err().or(failed.take());
            lines.push(b'\n');
            if self.is_filtered {
                records.push(record);
            }
        };
        let mut counts = P::Summary::default();
        let left = Limits { time: self.clock.remaining(), ..self.limits.clone() };
        let bad = self.pass.visit(&work, kept, &left, &mut take, &mut counts).err();
        // A result that the clock cut short is no answer; the run ends before it.
        if self.clock.expired().is_some() {
            return None;
        }
        if let Some(failed) = failed {
            return Some(Seen::Failed(failed.into()));
        }
        let bad = bad.map(|bad| work.as_far_as_read(bad));
        if let Some(bad) = bad.as_ref().filter(|_| lines.is_empty()) {
            lines.extend(answer(&|| error_line(item.line, bad)).into_bytes());
        }
        let unread = work.record.unread().filter(|_| bad.is_none());
        let unread = unread.map(|parts| Bad::new(format!("as far as it was read; not read: {parts}")));
        let unread = unread.map(|note| placed(note, self.reader, item.line, &work));
        let bad = bad.map(|bad| (placed(bad, self.reader, item.line, &work), item.content.text()));
        Some(Seen::Done(Done { lines, records, counts, read_as, bad, unread }))
    }
}

fn placed(bad: Bad, reader: &Reader, line: Option<u64>, work: &Work) -> Bad {
    let bad = bad.file(reader.name());
    match line {
        Some(n) => bad.line(n),
        None if bad.at.is_none() => bad.at(format!("puzzle {}", work.index + 1)),
        None => bad,
    }
}
