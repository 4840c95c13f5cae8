//! Messages of a run under way; the command line draws bars from them.

use tesuji_genre::Bad;

/// Told by a run, in order, from one thread.
pub trait Progress {
    /// Does anybody look at how much of all is done? Then all items are counted before the run.
    fn is_watched(&self) -> bool {
        false
    }
    /// Items in all, when known, and how many are done already (a resumed run).
    fn start(&mut self, _total: Option<u64>, _done: u64) {}
    /// More items are done.
    fn advance(&mut self, _items: u64) {}
    /// A bad item, with its line where it is one: it is counted, and the run goes on.
    fn bad(&mut self, _bad: &Bad, _line: Option<&str>) {}
    /// Something worth saying.
    fn note(&mut self, _words: &str) {}
    /// The run is over.
    fn finish(&mut self) {}
}

/// Says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quiet;

impl Progress for Quiet {}
