//! The verdicts that stand.

use super::{Reason, Said, Verdict};
use crate::Error;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use tesuji_genre::Bad;

/// The verdict on a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The last verdict that was not undone.
    pub verdict: Verdict,
    /// Why.
    pub reason: Option<Reason>,
    /// Did the puzzle get another verdict when it came up again?
    pub doubtful: bool,
}

/// Counts of equal and different verdicts on puzzles that came up again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Agreement {
    /// Verdicts equal to the first.
    pub same: u64,
    /// Something else.
    pub different: u64,
}

/// All that was said, by puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdicts {
    by_id: BTreeMap<String, Vec<Said>>,
    lines: u64,
}

impl Verdicts {
    /// Those of a file; of none where there is no file. A last line that was torn is not read.
    ///
    /// # Errors
    /// [`Error::Io`] where it can't be read, [`Error::Bad`] with the line where it is something
    /// else.
    pub fn read(path: &Path) -> Result<Verdicts, Error> {
        match fs::read(path) {
            Ok(bytes) => Verdicts::parse(&bytes, path),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Verdicts::default()),
            Err(e) => Err(Error::io(path)(e)),
        }
    }

    /// Those of a file's bytes, up to its last line feed.
    pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Verdicts, Error> {
        let mut all = Verdicts::default();
        let whole = &bytes[..whole_lines(bytes)];
        for (line, number) in whole.split(|&b| b == b'\n').zip(1_u64..).filter(|(l, _)| !l.is_empty()) {
            let said = serde_json::from_slice::<Said>(line)
                .map_err(|e| Bad::new(format!("no verdict: {e}")).file(path.display().to_string()).line(number))?;
            all.say(said);
        }
        Ok(all)
    }

    /// Takes in one more line.
    pub fn say(&mut self, said: Said) {
        self.lines = self.lines.max(said.n);
        let on = self.by_id.entry(said.id.clone()).or_default();
        if said.verdict == Verdict::Undo {
            on.pop();
        } else {
            on.push(said);
        }
    }

    /// The number of the next line.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.lines + 1
    }

    /// The verdict that stands on a puzzle.
    #[must_use]
    pub fn of(&self, id: &str) -> Option<Standing> {
        let all = self.by_id.get(id)?;
        let at = all.iter().rposition(|s| !s.again)?;
        let doubtful = all[at + 1..].iter().any(|s| s.verdict != all[at].verdict);
        Some(Standing { verdict: all[at].verdict, reason: all[at].reason, doubtful })
    }

    /// The last thing said that was not undone, on puzzles whose ids are in question.
    #[must_use]
    pub fn last(&self, is_in: impl Fn(&str) -> bool) -> Option<&Said> {
        let all = self.by_id.iter().filter(|(id, _)| is_in(id)).filter_map(|(_, all)| all.last());
        all.max_by_key(|said| said.n)
    }

    /// Is a puzzle approved, without doubt?
    #[must_use]
    pub fn approves(&self, id: &str) -> bool {
        self.of(id).is_some_and(|s| s.verdict == Verdict::Approve && !s.doubtful)
    }

    /// The ids that something stands of.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.by_id.iter().filter(|(_, all)| all.iter().any(|s| !s.again)).map(|(id, _)| id.as_str())
    }

    /// Counts of equal and different verdicts on puzzles that came up again.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        let mut told = Agreement::default();
        for all in self.by_id.values() {
            let mut standing = None;
            for said in all {
                match standing {
                    Some(verdict) if said.again && verdict == said.verdict => told.same += 1,
                    Some(_) if said.again => told.different += 1,
                    _ => standing = Some(said.verdict),
                }
            }
        }
        told
    }
}

/// Bytes up to the last line feed, and it.
pub(super) fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1)
}
