//! Where records come from: a file or standard input, packed or not.

use crate::{Error, codec};
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

/// An input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Standard input (`-`).
    Stdin,
    /// A file.
    File(PathBuf),
    /// Bytes at hand (embedded corpora, tests), with a name for messages.
    Bytes(String, std::sync::Arc<[u8]>),
}

impl Source {
    /// `-` is standard input.
    pub fn of_arg(arg: &str) -> Source {
        if arg == "-" { Source::Stdin } else { Source::File(PathBuf::from(arg)) }
    }

    /// The name for messages, as the caller gave it.
    pub fn name(&self) -> String {
        match self {
            Source::Stdin => "-".to_string(),
            Source::File(path) => path.display().to_string(),
            Source::Bytes(name, _) => name.clone(),
        }
    }

    /// The file's own name, for a record's source.
    pub fn file_name(&self) -> Option<String> {
        match self {
            Source::Stdin => None,
            Source::File(path) => path.file_name().map(|n| n.to_string_lossy().into_owned()),
            Source::Bytes(name, _) => Some(name.clone()),
        }
    }

    /// Opens and unpacks.
    ///
    /// # Errors
    /// [`Error::Io`] with the path.
    pub fn open(&self) -> Result<Box<dyn BufRead + Send>, Error> {
        let opened = match self {
            Source::Stdin => codec::unpack(io::stdin()),
            Source::File(path) => open_file(path).and_then(codec::unpack),
            Source::Bytes(_, bytes) => codec::unpack(io::Cursor::new(bytes.clone())),
        };
        opened.map_err(Error::io(self.name()))
    }

    /// The same input, so that it can be read more than once: standard input, or a pipe by its path, is taken into memory, as it
    /// comes (packed or not).
    ///
    /// # Errors
    /// [`Error::Io`] with the path, where it can't be opened; [`Error::Usage`] where a pipe has more than a gigabyte.
    pub fn kept(&self) -> Result<Source, Error> {
        let pipe: Box<dyn Read> = match self {
            Source::Bytes(..) => return Ok(self.clone()),
            Source::Stdin => Box::new(io::stdin()),
            Source::File(path) => {
                let file = open_file(path).map_err(Error::io(path))?;
                if file.metadata().map_err(Error::io(path))?.is_file() {
                    return Ok(self.clone());
                }
                Box::new(file)
            }
        };
        let mut bytes = Vec::new();
        pipe.take(MOST_KEPT + 1).read_to_end(&mut bytes).map_err(Error::io(self.name()))?;
        if bytes.len() as u64 > MOST_KEPT {
            let name = self.name();
            return Err(Error::Usage(format!(
                "more than a gigabyte from {name}, which is read more than once: give a file"
            )));
        }
        Ok(Source::Bytes(self.name(), bytes.into()))
    }

    /// What tells this input from another of the same name: its length and its first bytes. `None` where it can't be
    /// read twice.
    ///
    /// # Errors
    /// [`Error::Io`] with the path.
    pub fn identity(&self) -> Result<Option<String>, Error> {
        let (length, head) = match self {
            Source::Stdin => return Ok(None),
            Source::Bytes(_, bytes) => (bytes.len() as u64, bytes.iter().copied().take(1 << 16).collect::<Vec<u8>>()),
            Source::File(path) => {
                let file = open_file(path).map_err(Error::io(path))?;
                let length = file.metadata().map_err(Error::io(path))?.len();
                let mut head = Vec::new();
                file.take(1 << 16).read_to_end(&mut head).map_err(Error::io(path))?;
                (length, head)
            }
        };
        Ok(Some(tesuji_genre::record_id(&length.to_string(), &String::from_utf8_lossy(&head))))
    }
}

/// Bytes of standard input that are kept at most.
const MOST_KEPT: u64 = 1 << 30;

fn open_file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder"));
    }
    Ok(file)
}
