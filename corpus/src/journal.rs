//! How far a pass got, so that it can go on after being killed.

use crate::codec::FRAME;
use crate::{Codec, Error, atomic};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A checkpoint: everything before `position` is in the output or in `pending`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Journal {
    /// The request: pass, parameters, input. Another request starts afresh.
    pub fingerprint: String,
    /// Items done.
    pub position: u64,
    /// Bytes of the output that stand.
    pub length: u64,
    /// Lines that are in no frame yet.
    pub pending: String,
    /// Counts and summary so far.
    pub outcome: serde_json::Value,
    /// Is the output whole, with only the renaming left?
    pub done: bool,
}

/// An output file in the making, under a temporary name, with its journal.
#[derive(Debug)]
pub struct PartFile {
    target: PathBuf,
    part: PathBuf,
    journal: PathBuf,
    file: File,
}

/// Bytes reserved for the next journal, beside the lines that are in no frame yet.
const RESERVED: usize = 64 << 10;

/// Reserved room goes with the run.
impl Drop for PartFile {
    fn drop(&mut self) {
        // It may be the journal by now.
        let _ = fs::remove_file(fresh(&self.journal));
    }
}

/// How a run starts.
#[derive(Debug)]
pub enum Start {
    /// From the beginning.
    Afresh(PartFile),
    /// After a checkpoint.
    Resumed(PartFile, Journal),
    /// The run had ended; only its last renaming was left, and is done now.
    Done(Journal),
}

impl PartFile {
    /// Starts or resumes the making of `target`.
    ///
    /// # Errors
    /// [`Error::Locked`] when another run is at it, [`Error::Io`] else.
    pub fn open(target: &Path, fingerprint: &str) -> Result<Start, Error> {
        let target = &atomic::place(target).map_err(Error::io(target))?;
        let part = atomic::beside(target, "part");
        let journal = atomic::beside(target, "journal");
        let found = || read_journal(&journal).filter(|j| j.fingerprint == fingerprint);
        let known = found();
        if let Some(known) = &known
            && known.done
            && !part.exists()
            && fs::metadata(target).is_ok_and(|m| m.len() == known.length)
        {
            return Ok(Start::Done(known.clone()));
        }
        let file = loop {
            let file = OpenOptions::new()
                .create(true)
                .read(true)
                .write(true)
                .truncate(false)
                .open(&part)
                .map_err(Error::io(target))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Error::Locked(target.to_path_buf())),
                Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(e)) => return Err(Error::io(&part)(e)),
            }
            // Another run may have given it its name, or removed it, since it was opened.
            if is_at(&file, &part) {
                break file;
            }
        };
        // Nobody else writes the journal now.
        let known = found();
        let mut made = PartFile { target: target.to_path_buf(), part, journal, file };
        let length = made.file.metadata().map_err(Error::io(&made.part))?.len();
        let known = known.filter(|j| j.length <= length);
        let keep = known.as_ref().map_or(0, |j| j.length);
        made.file.set_len(keep).map_err(Error::io(&made.part))?;
        made.file.seek(SeekFrom::Start(keep)).map_err(Error::io(&made.part))?;
        if known.is_none() {
            remove(&made.journal)?;
        }
        match (made.reserve(), known) {
            (Ok(()), Some(journal)) => Ok(Start::Resumed(made, journal)),
            (Ok(()), None) => Ok(Start::Afresh(made)),
            (Err(e), Some(_)) => Err(e),
            (Err(e), None) => {
                made.discard()?;
                Err(e)
            }
        }
    }

    /// The file, for writing at its end.
    ///
    /// # Errors
    /// When the handle can't be shared.
    pub fn writer(&self) -> Result<File, Error> {
        self.file.try_clone().map_err(Error::io(&self.part))
    }

    /// The part's path.
    pub fn path(&self) -> &Path {
        &self.part
    }

    /// Makes the state of the journal the one to resume from.
    ///
    /// # Errors
    /// [`Error::Io`] when it can't be written.
    pub fn checkpoint(&self, journal: &Journal) -> Result<(), Error> {
        self.file.sync_data().map_err(Error::io(&self.part))?;
        self.write(journal)?;
        self.reserve()
    }

    /// Cuts the file back to the journal's length after a failed write, on a full disk too.
    ///
    /// # Errors
    /// [`Error::Io`] when it can't be written; the checkpoint before it stands then.
    pub fn rescue(&self, journal: &Journal) -> Result<(), Error> {
        self.file.set_len(journal.length).map_err(Error::io(&self.part))?;
        self.file.sync_data().map_err(Error::io(&self.part))?;
        self.write(journal)
    }

    fn write(&self, journal: &Journal) -> Result<(), Error> {
        let text = serde_json::to_vec(journal).map_err(|e| Error::io(&self.journal)(e.into()))?;
        // A name of its own, so that what a kill leaves here is overwritten, or removed with the
        // journal. What is reserved there is written over: that takes no room of a full disk.
        let fresh = fresh(&self.journal);
        let write = || -> io::Result<()> {
            let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(&fresh)?;
            file.write_all(&text)?;
            file.set_len(text.len() as u64)?;
            file.sync_data()?;
            fs::rename(&fresh, &self.journal)
        };
        write().map_err(Error::io(&self.journal))
    }

    /// Takes room for the next journal.
    fn reserve(&self) -> Result<(), Error> {
        let lines = if Codec::of_path(&self.target) == Codec::Plain { 0 } else { FRAME };
        fs::write(fresh(&self.journal), vec![0; RESERVED + lines]).map_err(Error::io(&self.target))
    }

    /// Gives the whole file its name. The journal stays until [`forget`](Self::forget): whoever has
    /// something more to write first can be killed in between.
    ///
    /// # Errors
    /// [`Error::Io`] when it can't be renamed.
    pub fn publish(self) -> Result<(), Error> {
        self.file.sync_data().map_err(Error::io(&self.part))?;
        fs::rename(&self.part, &self.target).map_err(Error::io(&self.target))
    }

    /// Removes the part and the journal: nothing of the run stays.
    ///
    /// # Errors
    /// [`Error::Io`] when they can't be removed.
    pub fn discard(self) -> Result<(), Error> {
        remove(&self.part)?;
        remove(&fresh(&self.journal))?;
        remove(&self.journal)
    }

    /// Where a run that was interrupted keeps what it has made of `target`, if one does.
    pub fn kept(target: &Path) -> Option<PathBuf> {
        let target = atomic::place(target).ok()?;
        let (part, journal) = (atomic::beside(&target, "part"), atomic::beside(&target, "journal"));
        (part.exists() && journal.exists()).then_some(part)
    }

    /// The failure of a run with what is kept of it, if anything is; else nothing of it stays.
    /// `next` says how to go on.
    #[must_use]
    pub fn failed(self, why: Error, next: &'static str) -> Error {
        match read_journal(&self.journal) {
            Some(journal) if self.part.exists() => {
                Error::Kept { why: Box::new(why), part: self.part.clone(), done: journal.position, next }
            }
            _ => {
                // The first failure is the one to tell.
                let _ = self.discard();
                why
            }
        }
    }

    /// Removes the journal of a published file.
    ///
    /// # Errors
    /// [`Error::Io`] when it can't be removed.
    pub fn forget(target: &Path) -> Result<(), Error> {
        let target = atomic::place(target).map_err(Error::io(target))?;
        let journal = atomic::beside(&target, "journal");
        remove(&fresh(&journal))?;
        remove(&journal)
    }
}

/// Is it this file that has the name? (Where the system does not tell files apart by numbers, it is
/// taken to be.)
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let numbers = |m: fs::Metadata| (m.dev(), m.ino());
        match (file.metadata(), fs::metadata(path)) {
            (Ok(own), Ok(there)) => numbers(own) == numbers(there),
            _ => false,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// The journal's name while it is written.
fn fresh(journal: &Path) -> PathBuf {
    journal.with_extension("journal.new")
}

fn read_journal(path: &Path) -> Option<Journal> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(Error::io(path)(e)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
