//! The files of an archive, those inside of `.zip` among them.

use crate::packed::Packed;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tesuji_corpus::Error;

/// One record file, or why it could not be read.
#[derive(Debug)]
pub struct Unit {
    /// The file, relative to the folder, with `/` between names; bytes that are no UTF-8 stand as `\xff`.
    pub file: String,
    /// The entry, where the file is a `.zip`.
    pub entry: Option<String>,
    /// Its bytes.
    pub bytes: Result<Vec<u8>, String>,
}

/// What counts as a record or an archive.
const EXTENSIONS: [&str; 4] = ["sgf", "gib", "ngf", "zip"];

pub(crate) fn extension(name: &str) -> Option<&'static str> {
    let (_, last) = name.rsplit_once('.')?;
    EXTENSIONS.into_iter().find(|e| last.eq_ignore_ascii_case(e))
}

/// All record files and archives below a folder (or the file itself), and the folders that can't be listed, sorted by
/// path. Folders behind links are not entered; `without` is a folder to leave out.
///
/// # Errors
/// When the folder can't be read.
pub fn find(dir: &Path, without: Option<&Path>) -> Result<Vec<PathBuf>, Error> {
    if fs::metadata(dir).map_err(Error::io(dir))?.is_file() {
        return Ok(vec![PathBuf::new()]);
    }
    let without = without.and_then(|w| w.canonicalize().ok());
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inside) = open.pop() {
        let entries = match fs::read_dir(dir.join(&inside)) {
            Err(e) if inside.as_os_str().is_empty() => return Err(Error::io(dir)(e)),
            Err(_) => {
                found.push(inside);
                continue;
            }
            Ok(entries) => entries,
        };
        for entry in entries {
            let Ok(entry) = entry else {
                found.push(inside.clone());
                continue;
            };
            let path = inside.join(entry.file_name());
            let is_folder = entry.file_type().is_ok_and(|t| t.is_dir());
            if is_folder {
                let left_out = without.is_some() && dir.join(&path).canonicalize().ok() == without;
                if !left_out {
                    open.push(path);
                }
            } else if extension(&path.to_string_lossy()).is_some() {
                found.push(path);
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// Reads the files one after the other.
pub struct Units {
    dir: PathBuf,
    paths: std::vec::IntoIter<PathBuf>,
    /// The archive that is open, and its name.
    open: Option<(Box<Packed>, String)>,
    largest: u64,
}

impl Units {
    /// Of these paths below the folder; files and entries of more than `largest` bytes are refused.
    pub fn new(dir: &Path, paths: Vec<PathBuf>, largest: u64) -> Self {
        Units { dir: dir.to_path_buf(), paths: paths.into_iter(), open: None, largest }
    }

    /// Skips so many files and entries.
    pub fn pass_over(&mut self, n: u64) {
        for _ in 0..n {
            if self.step(false).is_none() {
                break;
            }
        }
    }

    fn step(&mut self, read: bool) -> Option<Unit> {
        loop {
            if let Some((archive, file)) = &mut self.open {
                match archive.step(read.then_some(self.largest)) {
                    Some((entry, bytes)) => return Some(Unit { file: file.clone(), entry: Some(entry), bytes }),
                    None => self.open = None,
                }
                continue;
            }
            let path = self.paths.next()?;
            let whole = if path.as_os_str().is_empty() { self.dir.clone() } else { self.dir.join(&path) };
            let named = if path.as_os_str().is_empty() {
                whole.file_name().map(PathBuf::from).unwrap_or_default()
            } else {
                path
            };
            let file: Vec<String> = named.components().map(|c| shown(c.as_os_str())).collect();
            let file = file.join("/");
            if extension(&file) == Some("zip") {
                match open(&whole).map_err(|e| e.to_string()).and_then(Packed::open) {
                    Ok(archive) => self.open = Some((Box::new(archive), file)),
                    Err(why) => return Some(Unit { file, entry: None, bytes: Err(why) }),
                }
                continue;
            }
            let bytes = match read {
                true => file_bytes(&whole, self.largest).map_err(|e| e.to_string()),
                false => Ok(Vec::new()),
            };
            return Some(Unit { file, entry: None, bytes });
        }
    }
}

impl Iterator for Units {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        self.step(true)
    }
}

/// A name as text. Where it is no UTF-8 the bytes that make it none are written as `\\xff`, and backslashes double, so that different names
/// of that kind stay different.
fn shown(name: &OsStr) -> String {
    if let Some(name) = name.to_str() {
        return name.to_string();
    }
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(&chunk.valid().replace('\\', "\\\\"));
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// Opens a file. What only has the name of one (a pipe, a socket, a device) could keep its reader for ever.
fn open(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        fs::read_dir(path)?;
        return Err(io::Error::other("a folder that can't be listed, or behind a link"));
    }
    if !kind.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    File::open(path)
}

fn file_bytes(path: &Path, largest: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let size = file.metadata()?.len();
    limited(file, size, largest)
}

/// Reads at most so much, whatever the size was said to be.
pub(crate) fn limited(from: impl Read, size: u64, largest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(size.min(1 << 24) as usize);
    from.take(largest.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > largest {
        return Err(io::Error::other(format!("larger than {largest} bytes")));
    }
    Ok(bytes)
}
