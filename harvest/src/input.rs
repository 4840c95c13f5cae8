//! The files of an archive, those inside of `.zip` among them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tesuji_corpus::Error;
use zip::ZipArchive;

/// One record file, or why it could not be read.
#[derive(Debug)]
pub struct Unit {
    /// The file, relative to the folder, with `/` between names.
    pub file: String,
    /// The entry, where the file is a `.zip`.
    pub entry: Option<String>,
    /// Its bytes.
    pub bytes: Result<Vec<u8>, String>,
}

/// What counts as a record or an archive.
const EXTENSIONS: [&str; 4] = ["sgf", "gib", "ngf", "zip"];

fn extension(name: &str) -> Option<&'static str> {
    let (_, last) = name.rsplit_once('.')?;
    EXTENSIONS.into_iter().find(|e| last.eq_ignore_ascii_case(e))
}

/// All record files and archives below a folder (or the file itself), sorted by path. Folders behind links are not
/// entered; `without` is a folder to leave out.
///
/// # Errors
/// When the folder can't be read. What can't be read below it is left out.
pub fn find(dir: &Path, without: Option<&Path>) -> Result<Vec<PathBuf>, Error> {
    if fs::metadata(dir).map_err(Error::io(dir))?.is_file() {
        return Ok(vec![PathBuf::new()]);
    }
    let without = without.and_then(|w| w.canonicalize().ok());
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inside) = open.pop() {
        let folder = dir.join(&inside);
        let entries = match fs::read_dir(&folder) {
            Err(e) if inside.as_os_str().is_empty() => return Err(Error::io(dir)(e)),
            Err(_) => continue,
            Ok(entries) => entries,
        };
        for entry in entries.flatten() {
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
    Ok(found)
}

/// Reads the files one after the other.
pub struct Units {
    dir: PathBuf,
    paths: std::vec::IntoIter<PathBuf>,
    /// The archive that is open, its name, and the next entry.
    open: Option<(Box<ZipArchive<File>>, String, usize)>,
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
            if let Some((archive, file, next)) = &mut self.open {
                if *next >= archive.len() {
                    self.open = None;
                    continue;
                }
                let index = *next;
                *next += 1;
                let name = archive.name_for_index(index).map(str::to_string);
                let Some(name) = name.filter(|n| extension(n).is_some_and(|e| e != "zip")) else { continue };
                let bytes = match read {
                    true => entry(archive, index, self.largest).map_err(|e| e.to_string()),
                    false => Ok(Vec::new()),
                };
                return Some(Unit { file: file.clone(), entry: Some(name), bytes });
            }
            let path = self.paths.next()?;
            let whole = if path.as_os_str().is_empty() { self.dir.clone() } else { self.dir.join(&path) };
            let named = if path.as_os_str().is_empty() {
                whole.file_name().map(PathBuf::from).unwrap_or_default()
            } else {
                path
            };
            let file: Vec<String> = named.components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
            let file = file.join("/");
            if extension(&file) == Some("zip") {
                let opened = File::open(&whole).map_err(|e| e.to_string());
                match opened.and_then(|f| ZipArchive::new(f).map_err(|e| e.to_string())) {
                    Ok(archive) => self.open = Some((Box::new(archive), file, 0)),
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

fn file_bytes(path: &Path, largest: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    limited(file, size, largest)
}

fn entry(archive: &mut ZipArchive<File>, index: usize, largest: u64) -> io::Result<Vec<u8>> {
    let entry = archive.by_index(index)?;
    let size = entry.size();
    limited(entry, size, largest)
}

/// Reads at most so much, whatever the size was said to be.
fn limited(from: impl Read, size: u64, largest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(size.min(1 << 24) as usize);
    from.take(largest.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > largest {
        return Err(io::Error::other(format!("larger than {largest} bytes")));
    }
    Ok(bytes)
}
