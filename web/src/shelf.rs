//! The server's state: records, verdicts, and groups of similar records.

use crate::candidates::Candidates;
use crate::index::Index;
use crate::play::TimesFile;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use tesuji_corpus::verdicts::{Verdict, VerdictFile};
use tesuji_corpus::{Content, Groups, Item, Look, Reader, Source, Work};
use tesuji_genre::{Bad, Catalogs, Genre};

/// Least number of verdicts before a puzzle comes up again.
const APART: usize = 10;

/// Which records are much alike, when that is known.
#[derive(Debug, Default)]
pub struct Alike {
    /// The group of each record.
    group: Vec<usize>,
    members: Vec<Vec<u32>>,
}

/// The server's state.
pub struct Shelf {
    /// The records.
    pub index: Index,
    /// The verdicts.
    verdicts: Mutex<VerdictFile>,
    /// Records in the order in which something was said of them in this run.
    recent: Mutex<Vec<u32>>,
    alike: OnceLock<Alike>,
    /// Mined candidates, where there are some.
    pub candidates: Option<Mutex<Candidates>>,
    reader: Reader,
    /// The techniques of the page's steps, by genre.
    pub catalogs: Catalogs,
    /// The file of times, where the person wants them kept.
    pub times: Option<Mutex<TimesFile>>,
    /// One of this number of puzzles comes up again; 0: none.
    again: u64,
    drawn: AtomicU64,
    /// Is the server to end?
    pub is_ending: AtomicBool,
}

impl Shelf {
    /// A shelf with these.
    pub fn new(
        index: Index,
        verdicts: VerdictFile,
        candidates: Option<Candidates>,
        genres: &[&'static dyn Genre],
        catalogs: Catalogs,
        again: u64,
    ) -> Shelf {
        let reader = Reader::new(genres, None, &Source::Bytes(String::new(), Arc::new([])));
        Shelf {
            index,
            verdicts: Mutex::new(verdicts),
            recent: Mutex::default(),
            alike: OnceLock::new(),
            candidates: candidates.map(Mutex::new),
            reader,
            catalogs,
            times: None,
            again,
            drawn: AtomicU64::new(0),
            is_ending: AtomicBool::new(false),
        }
    }

    /// The same shelf, which keeps times in a file.
    #[must_use]
    pub fn with_times(self, times: Option<TimesFile>) -> Shelf {
        Shelf { times: times.map(Mutex::new), ..self }
    }

    /// The path of the file of times.
    pub fn times_path(&self) -> Option<String> {
        let times = self.times.as_ref()?.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        Some(times.path().display().to_string())
    }

    /// The verdicts. A thread that panicked while it held them has changed nothing halfway.
    pub fn verdicts(&self) -> MutexGuard<'_, VerdictFile> {
        self.verdicts.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A record with its puzzle.
    ///
    /// # Errors
    /// [`Bad`] where it can't be read any more, or is no puzzle.
    pub fn work(&self, n: u32) -> Result<Work, Bad> {
        let entry = self.index.entries.get(n as usize).ok_or_else(|| Bad::new(format!("no record {n}")))?;
        let changed = || Bad::new("the file was changed since it was opened: start again").line(entry.line);
        let text = self.index.text(n).map_err(|_| changed())?;
        let content = Content::Line(text);
        let item = Item { index: n.into(), line: Some(entry.line), heading: None, content, among_lines: true };
        let work = self.reader.work(item)?.ok_or_else(changed)?;
        if work.record.id == entry.id { Ok(work) } else { Err(changed()) }
    }

    /// Counts a verdict; sometimes gives a record that comes up again.
    pub fn said(&self, n: u32, verdict: Verdict, again: bool) -> Option<u32> {
        let mut recent = self.recent.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if again || self.again == 0 || matches!(verdict, Verdict::Undo | Verdict::Skip) {
            return None;
        }
        recent.retain(|&m| m != n);
        recent.push(n);
        let old = recent.len().checked_sub(APART).filter(|&old| old > 0)?;
        let random = mixed(self.drawn.fetch_add(1, Ordering::Relaxed));
        // Each once.
        random.is_multiple_of(self.again).then(|| recent.remove((random >> 32) as usize % old))
    }

    /// Finds out which records are much alike; takes a while.
    pub fn compare(&self) {
        let mut groups = Groups::default();
        let mut alike = Alike::default();
        for n in 0..self.index.entries.len() as u32 {
            if self.is_ending.load(Ordering::Relaxed) {
                return;
            }
            let group = match self.work(n) {
                Ok(work) => groups.add(Look::of(&work.puzzle, &work.record)),
                // An unreadable record has no similar ones; the page says so when it comes to it.
                Err(_) => usize::MAX,
            };
            alike.group.push(group);
            if group != usize::MAX {
                if alike.members.len() <= group {
                    alike.members.resize(group + 1, Vec::new());
                }
                alike.members[group].push(n);
            }
        }
        // It is found once.
        let _ = self.alike.set(alike);
    }

    /// Is it known which records are much alike?
    pub fn is_compared(&self) -> bool {
        self.alike.get().is_some()
    }

    /// The group of a record, and its size.
    pub fn group(&self, n: u32) -> (usize, usize) {
        let size = self.like(n).len();
        let group = self.alike.get().and_then(|a| a.group.get(n as usize).copied());
        (group.unwrap_or(usize::MAX), size)
    }

    /// The records that are much like one, itself among them.
    pub fn like(&self, n: u32) -> &[u32] {
        let members = self.alike.get().and_then(|a| a.members.get(*a.group.get(n as usize)?));
        members.map_or(&[], Vec::as_slice)
    }
}

/// A number that looks random (SplitMix64).
fn mixed(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
