//! Where records come from: a file or standard input, packed or not.

use crate::{Error, codec};
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use tesuji_genre::{Told, site};

/// An input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Standard input (`-`).
    Stdin,
    /// A file.
    File(PathBuf),
    /// Bytes at hand (embedded corpora, tests), with a name for messages; empty where they have
    /// none.
    Bytes(String, std::sync::Arc<[u8]>),
}

impl Source {
    /// `-` is standard input.
    pub fn of_arg(arg: impl AsRef<Path>) -> Source {
        let path = arg.as_ref();
        if path == Path::new("-") { Source::Stdin } else { Source::File(path.to_path_buf()) }
    }

    /// The input of an argument, as [`of_arg`](Self::of_arg) gives it; an address, a state, a game
    /// ID, a grid or some lines that are no file's name are the input itself.
    pub fn of_arg_or_text(arg: impl AsRef<Path>) -> Source {
        let path = arg.as_ref();
        match path.to_str().filter(|text| is_puzzle(text) && !path.exists()) {
            Some(text) => Source::Bytes(String::new(), text.as_bytes().into()),
            None => Source::of_arg(path),
        }
    }

    /// The ending of the file's name, without that of its packing.
    pub fn ending(&self) -> Option<String> {
        let name = self.file_name()?.to_lowercase();
        let name = [".gz", ".zst"].iter().find_map(|packed| name.strip_suffix(packed)).unwrap_or(&name);
        name.rsplit_once('.').map(|(_, ending)| ending.to_string())
    }

    /// The name for messages, as the caller gave it.
    pub fn name(&self) -> String {
        match self {
            Source::Stdin => "-".to_string(),
            Source::File(path) => path.display().to_string(),
            Source::Bytes(name, _) if name.is_empty() => "the text".to_string(),
            Source::Bytes(name, _) => name.clone(),
        }
    }

    /// The file's own name, for a record's source.
    pub fn file_name(&self) -> Option<String> {
        match self {
            Source::Stdin => None,
            Source::File(path) => path.file_name().map(|n| n.to_string_lossy().into_owned()),
            Source::Bytes(name, _) => (!name.is_empty()).then(|| name.clone()),
        }
    }

    /// Is it standard input, or a pipe by its path: something that can be read only once?
    pub fn is_stream(&self) -> bool {
        match self {
            Source::Stdin => true,
            Source::File(path) => std::fs::metadata(path).is_ok_and(|of| !of.is_file() && !of.is_dir()),
            Source::Bytes(..) => false,
        }
    }

    /// Opens and unpacks.
    ///
    /// # Errors
    /// [`Error::Io`] with the path.
    pub fn open(&self) -> Result<Box<dyn BufRead + Send>, Error> {
        let opened = match self {
            Source::Stdin => codec::unpack(Fused::new(io::stdin())),
            Source::File(path) => open_file(path).and_then(unpacked),
            Source::Bytes(_, bytes) => codec::unpack(io::Cursor::new(bytes.clone())),
        };
        opened.map_err(Error::io(self.name()))
    }

    /// The same input, so that it can be read more than once: standard input, or a pipe by its
    /// path, is taken into memory, as it comes (packed or not).
    ///
    /// # Errors
    /// [`Error::Io`] with the path, where it can't be opened; [`Error::Usage`] where a
    /// pipe has more than a gigabyte.
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

    /// The identity of this input, beside its name: its length, and its bytes in places all over
    /// it. `None` where it can't be read twice.
    ///
    /// # Errors
    /// [`Error::Io`] with the path.
    pub fn identity(&self) -> Result<Option<String>, Error> {
        match self {
            _ if self.is_stream() => Ok(None),
            Source::Stdin => Ok(None),
            Source::Bytes(_, bytes) => {
                digest(&mut io::Cursor::new(bytes), bytes.len() as u64).map_err(Error::io(self.name()))
            }
            Source::File(path) => {
                let mut file = open_file(path).map_err(Error::io(path))?;
                let length = file.metadata().map_err(Error::io(path))?.len();
                digest(&mut file, length).map_err(Error::io(path))
            }
        }
    }
}

/// Cells of the smallest grid that is given as an argument.
const FEWEST_CELLS: usize = 16;

/// Could the argument be a puzzle rather than a file's name?
fn is_puzzle(text: &str) -> bool {
    let is_id = || {
        let (size, rest) = text.split_once(':').unwrap_or_default();
        // Rows of numbers are parted by slashes in some IDs; a folder has a name with letters.
        let is_list = rest.starts_with(|c: char| c.is_ascii_digit() || c == '/')
            && rest.chars().all(|c| c.is_ascii_digit() || "/.,_abcdefghijklmnopqrstuvwxyz".contains(c));
        let has_slash = text.contains(['/', '\\']);
        size.starts_with(|c: char| c.is_ascii_digit())
            && !rest.is_empty()
            && (!has_slash || (is_list && !size.contains('/')))
    };
    let is_grid =
        || text.len() >= FEWEST_CELLS && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '*' | '_'));
    Told::of(text).is_some() || site::is_address(text) || text.trim().contains('\n') || is_id() || is_grid()
}

/// Once at its end, always at its end: a terminal goes on after the key that ends the input.
struct Fused<R> {
    inner: R,
    ended: bool,
}

impl<R> Fused<R> {
    fn new(inner: R) -> Self {
        Fused { inner, ended: false }
    }
}

impl<R: Read> Read for Fused<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.ended {
            return Ok(0);
        }
        let read = self.inner.read(into)?;
        self.ended = read == 0 && !into.is_empty();
        Ok(read)
    }
}

/// Blocks that an input is looked at in, and bytes of each: all of an input of up to a megabyte.
const BLOCKS: u64 = 256;
const BLOCK: u64 = 1 << 12;

/// A digest of the length and of the bytes in places all over an input, the first and the last of
/// it among them; a block at a time.
fn digest(input: &mut (impl Read + io::Seek), length: u64) -> io::Result<Option<String>> {
    let mut told = length.to_string();
    for block in 0..BLOCKS.min(length.div_ceil(BLOCK)) {
        let from = match length.saturating_sub(BLOCK) {
            _ if length <= BLOCKS * BLOCK => block * BLOCK,
            last => (u128::from(last) * u128::from(block) / u128::from(BLOCKS - 1)) as u64,
        };
        input.seek(io::SeekFrom::Start(from))?;
        let mut seen = Vec::new();
        input.by_ref().take(BLOCK).read_to_end(&mut seen)?;
        // A character for each byte, so that packed bytes stay distinct.
        let seen: String = seen.into_iter().map(char::from).collect();
        told = tesuji_genre::record_id(&told, &seen);
    }
    Ok(Some(told))
}

/// Bytes of standard input that are kept at most.
const MOST_KEPT: u64 = 1 << 30;

/// The text of a file, packed or in the columns of a Parquet file.
fn unpacked(mut file: File) -> io::Result<Box<dyn BufRead + Send>> {
    if !file.metadata()?.is_file() {
        return codec::unpack(file);
    }
    let mut head = Vec::new();
    file.by_ref().take(codec::PARQUET.len() as u64).read_to_end(&mut head)?;
    io::Seek::rewind(&mut file)?;
    if head == codec::PARQUET { in_columns(file) } else { codec::unpack(file) }
}

#[cfg(feature = "parquet")]
fn in_columns(file: File) -> io::Result<Box<dyn BufRead + Send>> {
    crate::parquet::lines(file)
}

#[cfg(not(feature = "parquet"))]
fn in_columns(_: File) -> io::Result<Box<dyn BufRead + Send>> {
    Err(io::Error::other("a Parquet file, which a program built with the feature `parquet` reads"))
}

fn open_file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder"));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_of_one_length_are_told_apart() {
        let of = |bytes: Vec<u8>| Source::Bytes("x".to_string(), bytes.into()).identity().expect("in memory");
        let all = (BLOCKS * BLOCK) as usize;
        for length in [0, 1, 1000, all - 1, all, all + 1, 9 << 20] {
            let whole = vec![0xff; length];
            assert_eq!(of(whole.clone()), of(whole.clone()));
            // The last byte, the second half, and one in the middle of what is looked at whole.
            let middle = if length <= all { length / 2 } else { 0 };
            for (from, to) in
                [(length.saturating_sub(1), length), (length / 2, length), (middle, (middle + 1).min(length))]
            {
                let mut other = whole.clone();
                other[from..to].fill(0xfe);
                assert_eq!(of(other) == of(whole.clone()), from == to, "{length} bytes, from {from}");
            }
        }
    }

    #[test]
    fn an_id_with_slashes_is_no_path() {
        for id in ["5x5:2/1.1/3/1/4/1.3/1.2/2/1/2", "4:2//3/1/1/2/2/,a3b", "7x7n7:a1b2"] {
            assert!(is_puzzle(id), "{id}");
        }
        for path in ["puzzles/a.txt", "5x5/2:1", "1:/Puzzles/A.txt", "2:folder/file"] {
            assert!(!is_puzzle(path), "{path}");
        }
    }

    #[test]
    fn a_parquet_file_is_told_by_its_first_bytes() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), b"PAR1 and no end").expect("writes");
        assert!(Source::File(file.path().to_path_buf()).open().is_err());
        assert!(Source::Bytes("x".to_string(), b"PAR1 in memory"[..].into()).open().is_err());
    }

    #[test]
    fn an_end_is_the_end() {
        /// As a terminal: a line, its end, and another line.
        struct Terminal(Vec<&'static [u8]>);
        impl Read for Terminal {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                let next = if self.0.is_empty() { &b""[..] } else { self.0.remove(0) };
                into[..next.len()].copy_from_slice(next);
                Ok(next.len())
            }
        }
        let mut text = String::new();
        let mut fused = Fused::new(Terminal(vec![b"one\n", b"", b"two\n"]));
        fused.read_to_string(&mut text).expect("reads");
        fused.read_to_string(&mut text).expect("reads");
        assert_eq!(text, "one\n");
    }

    #[test]
    fn an_argument_may_be_the_puzzle() {
        let is_text = |arg: &str| matches!(Source::of_arg_or_text(arg), Source::Bytes(..));
        let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        for text in [
            "slither/4/4/dgdh2c71",
            "https://www.f-puzzles.com/?load=N4Ig",
            "8x8:ajacbaklab_ag,2,1,1,1,3,1,2,1,3,0,1,2,1,2,1,2",
            "1..\n.2.\n..3",
            grid,
        ] {
            assert!(is_text(text), "{text}");
        }
        for file in ["-", "a.jsonl", "books/a.txt", "../x/y.url", "12", "2024.01.txt"] {
            assert!(!is_text(file), "{file}");
        }
    }

    #[test]
    fn what_can_be_read_once_only_has_no_identity() {
        assert!(Source::Stdin.is_stream() && Source::Stdin.identity().expect("nothing is read").is_none());
        let file = tempfile::NamedTempFile::new().expect("a file");
        let source = Source::File(file.path().to_path_buf());
        assert!(!source.is_stream() && source.identity().expect("reads").is_some());
    }
}
