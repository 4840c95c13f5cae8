//! The file of verdicts while somebody reviews.

use super::book::whole_lines;
use super::{Reason, Said, Verdict, Verdicts};
use crate::{Error, atomic};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of verdicts, held alone. What [`say`](Self::say) has taken is on the disk.
#[derive(Debug)]
pub struct VerdictFile {
    path: PathBuf,
    file: File,
    /// Its bytes, all of whole lines.
    length: u64,
    all: Verdicts,
    /// Could what a failed write left not be taken back?
    is_torn: bool,
    _lock: File,
}

impl VerdictFile {
    /// Opens the file, which need not exist; a last line that was torn is dropped.
    ///
    /// # Errors
    /// [`Error::Held`] where somebody else has it, [`Error::Bad`] where it holds something else,
    /// [`Error::Io`] where it can't be opened.
    pub fn open(path: &Path) -> Result<VerdictFile, Error> {
        let lock = lock(path)?;
        let opened = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = opened.map_err(Error::io(path))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(Error::io(path))?;
        let all = Verdicts::parse(&bytes, path)?;
        let length = whole_lines(&bytes) as u64;
        file.set_len(length).and_then(|()| file.sync_data()).map_err(Error::io(path))?;
        sync_folder(path);
        Ok(VerdictFile { path: path.to_path_buf(), file, length, all, is_torn: false, _lock: lock })
    }

    /// All that was said.
    #[must_use]
    pub fn all(&self) -> &Verdicts {
        &self.all
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line, and returns its number when it is on the disk.
    ///
    /// # Errors
    /// Where it can't be written: it does not count then, and the file is as it was.
    pub fn say(&mut self, id: &str, verdict: Verdict, reason: Option<Reason>, again: bool) -> io::Result<u64> {
        if self.is_torn {
            self.take_back()?;
        }
        let said = Said { id: id.to_string(), verdict, reason, n: self.all.next(), again };
        let mut line = serde_json::to_vec(&said)?;
        line.push(b'\n');
        let written = self.file.seek(SeekFrom::Start(self.length)).and_then(|_| self.file.write_all(&line));
        if let Err(e) = written.and_then(|()| self.file.sync_data()) {
            self.is_torn = self.take_back().is_err();
            return Err(e);
        }
        self.length += line.len() as u64;
        let n = said.n;
        self.all.say(said);
        Ok(n)
    }

    fn take_back(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.sync_data()?;
        self.is_torn = false;
        Ok(())
    }
}

/// A file beside it whose lock only one process has; it says which.
fn lock(path: &Path) -> Result<File, Error> {
    let beside = atomic::beside(path, "lock");
    let opened = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&beside);
    let mut file = opened.map_err(Error::io(&beside))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut by = String::new();
            // Only for the message.
            let _ = file.read_to_string(&mut by);
            let by = if by.trim().is_empty() { "another process".to_string() } else { by.trim().to_string() };
            return Err(Error::Held { path: path.to_path_buf(), by });
        }
        Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => {}
        Err(TryLockError::Error(e)) => return Err(Error::io(&beside)(e)),
    }
    let name = format!("process {}\n", std::process::id());
    let written = file.set_len(0).and_then(|()| file.write_all(name.as_bytes()));
    written.map_err(Error::io(&beside))?;
    Ok(file)
}

/// A new file is there after a crash only when its folder is on the disk too.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Not every system can.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}
