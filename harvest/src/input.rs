//! The files of an archive, those inside of `.zip` and behind `.gz` among them.

use crate::packed::Packed;
use flate2::read::MultiGzDecoder;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tesuji_corpus::Error;

/// One record file, or why it could not be read.
#[derive(Debug)]
pub struct Unit {
    /// The file, relative to the folder, with `/` between names; bytes that are no UTF-8 stand as
    /// `\xff`.
    pub file: String,
    /// The entry, where the file is a `.zip`.
    pub entry: Option<String>,
    /// Its bytes.
    pub bytes: Result<Vec<u8>, String>,
}

/// The kind of a file, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A record.
    Record,
    /// A record packed with gzip.
    Gzip,
    /// An archive of records.
    Zip,
    /// Something that may hold records and is not read: why.
    Unread(&'static str),
    /// Anything else.
    Other,
}

/// Formats of records that are read. MultiGo's `.mgt` is SGF.
const RECORDS: [&str; 4] = ["sgf", "gib", "ngf", "mgt"];

/// Formats of records, and of archives, that are not.
const UNREAD: [(&str, &str); 14] = [
    ("ugf", "the format UGF of PandaNet is not read: export the game as SGF"),
    ("ugi", "the format UGI of PandaNet is not read: export the game as SGF"),
    ("ugz", "the format UGZ of PandaNet is not read: export the game as SGF"),
    ("gz", PACKED),
    ("tgz", PACKED),
    ("tar", PACKED),
    ("bz2", PACKED),
    ("xz", PACKED),
    ("zst", PACKED),
    ("7z", PACKED),
    ("rar", PACKED),
    ("lzh", PACKED),
    ("lha", PACKED),
    ("arj", PACKED),
];
const PACKED: &str = "archives of this kind are not read: unpack it first";

impl Kind {
    pub fn of(name: &str) -> Kind {
        let Some((stem, last)) = name.rsplit_once('.') else { return Kind::Other };
        let is = |extension: &str| last.eq_ignore_ascii_case(extension);
        if RECORDS.iter().any(|e| is(e)) {
            return Kind::Record;
        }
        if is("zip") {
            return Kind::Zip;
        }
        if is("gz") && Kind::of(stem) == Kind::Record {
            return Kind::Gzip;
        }
        UNREAD.iter().find(|(e, _)| is(e)).map_or(Kind::Other, |(_, why)| Kind::Unread(why))
    }
}

/// Files that are passed over since nothing in their names says that they hold records: how many,
/// by extension.
pub type PassedOver = BTreeMap<String, u64>;

/// Extensions that are counted apart, so that odd names don't fill the memory.
const MOST_EXTENSIONS: usize = 100;

/// Counts a file that is passed over.
pub(crate) fn pass_over(passed: &mut PassedOver, name: &str) {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let extension = match name.rsplit_once('.') {
        Some((_, last)) if !last.is_empty() && last.len() <= 8 => format!(".{}", last.to_lowercase()),
        _ => "others".to_string(),
    };
    let is_known = passed.contains_key(&extension) || passed.len() < MOST_EXTENSIONS;
    *passed.entry(if is_known { extension } else { "others".to_string() }).or_default() += 1;
}

/// The files below a folder.
#[derive(Debug, Default)]
pub struct Listing {
    /// Files that may hold records, and folders that can't be listed, sorted by path.
    pub paths: Vec<PathBuf>,
    /// Files that are passed over.
    pub passed: PassedOver,
}

/// All record files and archives below a folder (or the file itself), and the folders that can't be
/// listed, sorted by path. Folders behind links are not entered; `without` is a folder to leave
/// out.
///
/// # Errors
/// When the folder can't be read.
pub fn find(dir: &Path, without: Option<&Path>) -> Result<Listing, Error> {
    if fs::metadata(dir).map_err(Error::io(dir))?.is_file() {
        return Ok(Listing { paths: vec![PathBuf::new()], passed: PassedOver::new() });
    }
    let mut passed = PassedOver::new();
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
            } else {
                let name = path.to_string_lossy();
                match Kind::of(&name) {
                    Kind::Other => pass_over(&mut passed, &name),
                    _ => found.push(path),
                }
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(Listing { paths: found, passed })
}

/// Reads the files one after the other.
pub struct Units {
    dir: PathBuf,
    paths: std::vec::IntoIter<PathBuf>,
    /// The archive that is open, and its name.
    open: Option<(Box<Packed>, String)>,
    largest: u64,
    /// Entries of archives that were passed over.
    passed: PassedOver,
}

impl Units {
    /// The input of these paths below the folder; files and entries of more than `largest` bytes
    /// are refused.
    pub fn new(dir: &Path, paths: Vec<PathBuf>, largest: u64) -> Self {
        Units { dir: dir.to_path_buf(), paths: paths.into_iter(), open: None, largest, passed: PassedOver::new() }
    }

    /// The entries of archives that were passed over so far.
    pub fn passed(&self) -> &PassedOver {
        &self.passed
    }

    /// Skips `n` files and entries.
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
                match archive.step(read.then_some(self.largest), &mut self.passed) {
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
            // A file that is named itself is read whatever its name.
            let kind = Kind::of(&file);
            if kind == Kind::Zip {
                match open(&whole).map_err(|e| e.to_string()).and_then(Packed::open) {
                    Ok(archive) => self.open = Some((Box::new(archive), file)),
                    Err(why) => return Some(Unit { file, entry: None, bytes: Err(why) }),
                }
                continue;
            }
            let bytes = match kind {
                Kind::Unread(why) => Err(why.to_string()),
                _ if !read => Ok(Vec::new()),
                _ => file_bytes(&whole, kind, self.largest).map_err(|e| e.to_string()),
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

/// A name as text. Where it is no UTF-8 the bytes that make it none are written as `\\xff`, and
/// backslashes double, so that different names of that kind stay different.
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

/// Opens a file. What only has the name of one (a pipe, a socket, a device) could keep its reader
/// for ever.
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

fn file_bytes(path: &Path, kind: Kind, largest: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let size = file.metadata()?.len();
    unpacked(file, kind, size, largest)
}

/// Reads at most so much of a record, packed or not.
pub(crate) fn unpacked(from: impl Read, kind: Kind, size: u64, largest: u64) -> io::Result<Vec<u8>> {
    match kind {
        Kind::Gzip => limited(MultiGzDecoder::new(from), size, largest),
        _ => limited(from, size, largest),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_is_read() {
        for (name, kind) in [
            ("a.sgf", Kind::Record),
            ("A.SGF", Kind::Record),
            ("deep/a.mgt", Kind::Record),
            ("a.sgf.gz", Kind::Gzip),
            ("a.GIB.GZ", Kind::Gzip),
            ("a.zip", Kind::Zip),
            ("readme.txt", Kind::Other),
            ("sgf", Kind::Other),
            ("", Kind::Other),
        ] {
            assert_eq!(Kind::of(name), kind, "{name}");
        }
        for name in ["a.ugf", "a.ugi", "a.tar.gz", "a.gz", "a.7z", "a.sgf.bz2", "a.gz.gz"] {
            assert!(matches!(Kind::of(name), Kind::Unread(_)), "{name}");
        }
    }
}
