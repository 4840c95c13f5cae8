//! A finished sector on disk: a header and a byte for each place, mapped into memory.

use super::kernel::{DRAW, UNUSED};
use super::movement::Movement;
use super::sector::{Layout, Sector};
use memmap2::Mmap;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The header's size in bytes.
const HEADER: usize = 192;
const MAGIC: &[u8; 16] = b"tesuji mill 0001";

/// Something wrong with table files.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file is not what it should be.
    #[error("{}: {what}", path.display())]
    Bad {
        /// The file.
        path: PathBuf,
        /// What is wrong.
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
    pub(super) fn io(path: &Path, error: std::io::Error) -> TableError {
        TableError::Io { path: path.to_path_buf(), error }
    }

    pub(super) fn bad(path: &Path, what: impl Into<String>) -> TableError {
        TableError::Bad { path: path.to_path_buf(), what: what.into() }
    }
}

/// What a sector holds, one for each position up to symmetry.
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
    counts: Counts,
    sum: [u8; 32],
    path: PathBuf,
    map: Mmap,
}

/// The name of a sector's file.
pub(super) fn path_of(dir: &Path, movement: &Movement, sector: Sector) -> PathBuf {
    dir.join(format!("{}-{sector}.mill", movement.key()))
}

fn header(movement: &Movement, sector: Sector, counts: &Counts, slots: u64, sum: &[u8; 32]) -> Vec<u8> {
    let mut out = Vec::with_capacity(HEADER);
    out.extend_from_slice(MAGIC);
    let mut key = movement.key().into_bytes();
    key.resize(48, 0);
    out.extend_from_slice(&key);
    out.extend_from_slice(&[sector.own, sector.other]);
    out.extend_from_slice(&[counts.longest_win.unwrap_or(UNUSED), counts.longest_loss.unwrap_or(UNUSED)]);
    out.extend_from_slice(&[0; 4]);
    for number in [slots, counts.win, counts.draw, counts.loss] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(sum);
    out.resize(HEADER - 32, 0);
    let own: [u8; 32] = Sha256::digest(&out).into();
    out.extend_from_slice(&own);
    out
}

/// Writes a sector under a temporary name and renames it when it is complete.
pub(super) fn write(dir: &Path, movement: &Movement, sector: Sector, bytes: &[u8]) -> Result<PathBuf, TableError> {
    let path = path_of(dir, movement, sector);
    let part = path.with_extension("part");
    let run = || -> std::io::Result<()> {
        let mut file = File::create(&part)?;
        let counts = Counts::of(bytes);
        let sum: [u8; 32] = Sha256::digest(bytes).into();
        file.write_all(&header(movement, sector, &counts, bytes.len() as u64, &sum))?;
        for chunk in bytes.chunks(1 << 20) {
            file.write_all(chunk)?;
        }
        file.sync_all()?;
        std::fs::rename(&part, &path)
    };
    run().map_err(|e| TableError::io(&path, e))?;
    Ok(path)
}

impl Table {
    /// Maps a sector's file; checks its header and its length, not yet its bytes.
    pub(super) fn open(dir: &Path, movement: &Movement, sector: Sector) -> Result<Table, TableError> {
        let path = path_of(dir, movement, sector);
        let file = File::open(&path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => TableError::Missing(sector),
            _ => TableError::io(&path, e),
        })?;
        // SAFETY: the map is only read. Finished files are never written again (a new build renames a new file into
        // place); another program that cuts the file short while it is mapped would end this one, as with any map.
        let map = unsafe { Mmap::map(&file) }.map_err(|e| TableError::io(&path, e))?;
        if map.len() < HEADER {
            return Err(TableError::bad(&path, format!("{} bytes, not even a header of {HEADER}", map.len())));
        }
        let number = |at: usize| map[at..at + 8].iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
        let (slots, win, draw, loss) = (number(72), number(80), number(88), number(96));
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
        if map[..16] != MAGIC[..] {
            return Err(TableError::bad(&path, "no table of this program and version"));
        }
        if map[..HEADER] != header(movement, sector, &counts, slots, &sum)[..] {
            return Err(TableError::bad(&path, "the header is damaged or of another sector or rule set"));
        }
        let (want, got) = (Layout::new(sector).slots(), (map.len() - HEADER) as u64);
        if slots != want || got != want {
            return Err(TableError::bad(&path, format!("truncated or too long: {got} positions, {want} expected")));
        }
        Ok(Table { sector, counts, sum, path, map })
    }

    /// The sector.
    pub fn sector(&self) -> Sector {
        self.sector
    }

    /// What it holds, as the header says.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// A byte for each place.
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
        if Counts::of(self.bytes()) != self.counts {
            return Err(TableError::bad(&self.path, "the counts in the header are not those of the bytes"));
        }
        Ok(())
    }
}
