//! A finished sector on disk, mapped into memory: a header, and a byte for each place or two bits.

use super::kernel::{DRAW, UNUSED};
use super::movement::Movement;
use super::sector::Sector;
use memmap2::Mmap;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use tesuji_solver::reading::Outcome;

/// The header's size in bytes.
const HEADER: usize = 192;

/// The kind of value that a file has for each place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A byte: the value with its plies.
    Plies,
    /// Two bits: the value alone.
    Values,
}

impl Kind {
    fn magic(self) -> &'static [u8; 16] {
        match self {
            Kind::Plies => b"tesuji mill 0001",
            Kind::Values => b"tesuji mill v001",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Kind::Plies => "mill",
            Kind::Values => "values",
        }
    }

    /// Bytes for `places` places, header included.
    pub fn file_size(self, places: u64) -> u64 {
        HEADER as u64 + self.size(places)
    }

    fn size(self, places: u64) -> u64 {
        match self {
            Kind::Plies => places,
            Kind::Values => places.div_ceil(4),
        }
    }
}

/// Two bits of a place: not used, lost, drawn, won.
fn two_bits(byte: u8) -> u8 {
    match byte {
        UNUSED => 0,
        DRAW => 2,
        plies if plies & 1 == 1 => 3,
        _ => 1,
    }
}

/// Four places in a byte, the first lowest.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    let pack = |four: &[u8]| four.iter().rev().fold(0, |all, &byte| all << 2 | two_bits(byte));
    bytes.chunks(4).map(pack).collect()
}

/// Something wrong with table files.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// A file is not what it should be.
    #[error("{}: {what}", path.display())]
    Bad {
        /// The file.
        path: PathBuf,
        /// The fault.
        what: String,
    },
    /// A sector that is needed is not there.
    #[error("sector {0} is not built")]
    Missing(Sector),
    /// The rules have no tables.
    #[error(transparent)]
    NotClosed(#[from] super::NotClosed),
    /// A game is longer than a byte holds.
    #[error(
        "sector {0}: a game longer than the allowed plies (212 at most, 198 where men fly), or too many quiet turns"
    )]
    Overflow(Sector),
}

impl TableError {
    pub(crate) fn io(path: &Path, error: std::io::Error) -> TableError {
        TableError::Io { path: path.to_path_buf(), error }
    }

    pub(crate) fn bad(path: &Path, what: impl Into<String>) -> TableError {
        TableError::Bad { path: path.to_path_buf(), what: what.into() }
    }
}

/// Values of a sector, one for each position up to symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Counts {
    /// Positions.
    pub positions: u64,
    /// The side to move wins.
    pub win: u64,
    /// Nobody wins.
    pub draw: u64,
    /// The side to move loses.
    pub loss: u64,
    /// Plies of the longest win, if there is one.
    pub longest_win: Option<u8>,
    /// Plies of the longest loss, if there is one.
    pub longest_loss: Option<u8>,
}

impl Counts {
    /// The counts of two sectors together.
    #[must_use]
    pub fn and(&self, other: &Counts) -> Counts {
        Counts {
            positions: self.positions + other.positions,
            win: self.win + other.win,
            draw: self.draw + other.draw,
            loss: self.loss + other.loss,
            longest_win: self.longest_win.max(other.longest_win),
            longest_loss: self.longest_loss.max(other.longest_loss),
        }
    }

    /// Counts the bytes of a sector.
    pub(super) fn of(bytes: &[u8]) -> Counts {
        let mut seen = [0_u64; 256];
        bytes.iter().for_each(|&b| seen[usize::from(b)] += 1);
        let decided = |odd: usize| (0..usize::from(UNUSED)).filter(move |b| b % 2 == odd);
        let last = |odd| decided(odd).rfind(|&b| seen[b] > 0).map(|b| b as u8);
        let win: u64 = decided(1).map(|b| seen[b]).sum();
        let loss: u64 = decided(0).map(|b| seen[b]).sum();
        let draw = seen[usize::from(DRAW)];
        Counts { positions: win + draw + loss, win, draw, loss, longest_win: last(1), longest_loss: last(0) }
    }
}

/// A finished sector, mapped.
#[derive(Debug)]
pub struct Table {
    sector: Sector,
    kind: Kind,
    counts: Counts,
    sum: [u8; 32],
    path: PathBuf,
    map: Mmap,
}

/// The name of a sector's file.
pub(super) fn path_of(dir: &Path, movement: &Movement, sector: Sector, kind: Kind) -> PathBuf {
    dir.join(format!("{}-{sector}.{}", movement.key(), kind.extension()))
}

/// The fields of a header.
struct Header<'a> {
    movement: &'a Movement,
    sector: Sector,
    kind: Kind,
    counts: Counts,
    places: u64,
    sum: [u8; 32],
}

impl Header<'_> {
    fn bytes(&self) -> Vec<u8> {
        let Counts { win, draw, loss, longest_win, longest_loss, .. } = self.counts;
        let mut out = Vec::with_capacity(HEADER);
        out.extend_from_slice(self.kind.magic());
        let mut key = self.movement.key().into_bytes();
        key.resize(48, 0);
        out.extend_from_slice(&key);
        out.extend_from_slice(&[self.sector.own, self.sector.other]);
        out.extend_from_slice(&[longest_win.unwrap_or(UNUSED), longest_loss.unwrap_or(UNUSED)]);
        out.extend_from_slice(&[0; 4]);
        for number in [self.places, win, draw, loss] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(&self.sum);
        out.resize(HEADER - 32, 0);
        let own: [u8; 32] = Sha256::digest(&out).into();
        out.extend_from_slice(&own);
        out
    }
}

/// Writes a file under a temporary name and renames it when it is complete.
pub(crate) fn write_whole(path: &Path, parts: [&[u8]; 2]) -> std::io::Result<()> {
    let part = path.with_extension("part");
    let mut file = File::create(&part)?;
    for chunk in parts.iter().flat_map(|part| part.chunks(1 << 20)) {
        file.write_all(chunk)?;
    }
    file.sync_all()?;
    std::fs::rename(&part, path)
}

/// Writes a sector, from its bytes, as a file of that kind.
pub(super) fn write(
    dir: &Path,
    movement: &Movement,
    sector: Sector,
    kind: Kind,
    bytes: &[u8],
) -> Result<(), TableError> {
    let path = path_of(dir, movement, sector, kind);
    let (counts, places) = (Counts::of(bytes), bytes.len() as u64);
    let two;
    let body = match kind {
        Kind::Plies => bytes,
        Kind::Values => {
            two = packed(bytes);
            &two[..]
        }
    };
    let header = Header { movement, sector, kind, counts, places, sum: Sha256::digest(body).into() };
    write_whole(&path, [&header.bytes(), body]).map_err(|e| TableError::io(&path, e))
}

impl Table {
    /// Maps a sector's file; checks its header and its length, not yet its bytes.
    pub(super) fn open(dir: &Path, movement: &Movement, sector: Sector, kind: Kind) -> Result<Table, TableError> {
        let path = path_of(dir, movement, sector, kind);
        let file = File::open(&path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => TableError::Missing(sector),
            _ => TableError::io(&path, e),
        })?;
        // SAFETY: the map is only read. Finished files are never written again (a new build renames
        // a new file into place); another program that cuts the file short while it is mapped would
        // end this one, as with any map.
        let map = unsafe { Mmap::map(&file) }.map_err(|e| TableError::io(&path, e))?;
        if map.len() < HEADER {
            return Err(TableError::bad(&path, format!("{} bytes, not even a header of {HEADER}", map.len())));
        }
        let number = |at: usize| map[at..at + 8].iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
        let (places, win, draw, loss) = (number(72), number(80), number(88), number(96));
        let known = |b: u8| (b != UNUSED).then_some(b);
        let counts = Counts {
            positions: win.saturating_add(draw).saturating_add(loss),
            win,
            draw,
            loss,
            longest_win: known(map[66]),
            longest_loss: known(map[67]),
        };
        let mut sum = [0; 32];
        sum.copy_from_slice(&map[104..136]);
        if map[..16] != kind.magic()[..] {
            return Err(TableError::bad(&path, "no table of this program and version"));
        }
        if map[..HEADER] != (Header { movement, sector, kind, counts, places, sum }).bytes()[..] {
            return Err(TableError::bad(&path, "the header is damaged or of another sector or rule set"));
        }
        let (want, got) = (sector.slots(), (map.len() - HEADER) as u64);
        if places != want || got != kind.size(want) {
            let expected = kind.size(want);
            return Err(TableError::bad(&path, format!("truncated or too long: {got} bytes, {expected} expected")));
        }
        Ok(Table { sector, kind, counts, sum, path, map })
    }

    /// The kind of its values.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The byte of a place; `None` where there are but two bits.
    #[inline]
    pub(super) fn byte(&self, slot: u64) -> Option<u8> {
        if self.kind == Kind::Values {
            return None;
        }
        self.bytes().get(slot as usize).copied()
    }

    /// The value of a place, without plies.
    #[inline]
    pub(super) fn outcome(&self, slot: u64) -> Option<Outcome> {
        let two = match self.kind {
            Kind::Plies => two_bits(*self.bytes().get(slot as usize)?),
            Kind::Values => *self.bytes().get(slot as usize / 4)? >> (2 * (slot % 4)) & 3,
        };
        [None, Some(Outcome::Loss), Some(Outcome::Draw), Some(Outcome::Win)][usize::from(two)]
    }

    /// The sector.
    pub fn sector(&self) -> Sector {
        self.sector
    }

    /// Its contents, from the header.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The bytes after the header.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.map[HEADER..]
    }

    /// Checks all bytes against the checksum and the counts.
    ///
    /// # Errors
    /// [`TableError::Bad`] when they don't fit.
    pub fn check(&self) -> Result<(), TableError> {
        let sum: [u8; 32] = Sha256::digest(self.bytes()).into();
        if sum != self.sum {
            return Err(TableError::bad(&self.path, "the checksum does not fit: the file is damaged"));
        }
        if !self.counts_fit() {
            return Err(TableError::bad(&self.path, "the counts in the header are not those of the bytes"));
        }
        Ok(())
    }

    fn counts_fit(&self) -> bool {
        match self.kind {
            Kind::Plies => Counts::of(self.bytes()) == self.counts,
            Kind::Values => {
                let mut seen = [0_u64; 4];
                let twos = self.bytes().iter().flat_map(|byte| (0..4).map(move |i| byte >> (2 * i) & 3));
                twos.for_each(|two| seen[usize::from(two)] += 1);
                [self.counts.loss, self.counts.draw, self.counts.win] == seen[1..]
            }
        }
    }
}
