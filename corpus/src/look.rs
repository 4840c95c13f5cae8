//! The map of a run: one item, looked at by any thread.

use crate::{Bad, Item, Pass, Reader, Work};
use tesuji_genre::Record;
use tesuji_solver::{Clock, Limits};

/// What every thread knows of a run.
pub(crate) struct Look<'a, P: Pass> {
    pub(crate) pass: &'a P,
    pub(crate) reader: &'a Reader,
    pub(crate) clock: Clock,
    pub(crate) limits: Limits,
}

/// What came out of an item.
pub(crate) enum Seen<S> {
    /// No puzzle stands there.
    Blank,
    /// Something that is no puzzle.
    Bad(Bad, Option<String>),
    /// The pass's records and counts, and what is wrong with the puzzle.
    Done(Vec<Record>, S, Option<(Bad, Option<String>)>),
}

impl<P: Pass> Look<'_, P> {
    /// Treats one item; `None` when time ran out before it was done.
    pub(crate) fn at(&self, item: Item) -> Option<Seen<P::Summary>> {
        if self.clock.expired().is_some() {
            return None;
        }
        let line = item.line;
        let text = item.content.text();
        let work = match self.reader.work(item) {
            Ok(None) => return Some(Seen::Blank),
            Err(bad) => return Some(Seen::Bad(bad, text)),
            Ok(Some(work)) => work,
        };
        let mut records = Vec::new();
        let mut counts = P::Summary::default();
        let left = Limits { time: self.clock.remaining(), ..self.limits.clone() };
        let bad = self.pass.visit(&work, &left, &mut |r| records.push(r), &mut counts).err();
        // What time cut short in here is not the answer; the run ends before it.
        if self.clock.expired().is_some() {
            return None;
        }
        let bad = bad.map(|b| (placed(b, self.reader, line, &work), text));
        Some(Seen::Done(records, counts, bad))
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
