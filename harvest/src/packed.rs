//! The entries of a `.zip`, those told that are not read.

use crate::input::{Kind, PassedOver, pass_over, unpacked};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use zip::ZipArchive;

/// An archive that is open, and the next entry.
pub(crate) struct Packed {
    zip: ZipArchive<File>,
    next: usize,
    /// Names of entries that the reader does not show.
    hidden: std::vec::IntoIter<String>,
}

impl Packed {
    /// Reads the list of entries.
    pub fn open(file: File) -> Result<Packed, String> {
        let listed = file.try_clone().map_err(|e| e.to_string())?;
        let mut zip = ZipArchive::new(file).map_err(|e| e.to_string())?;
        // A list that can't be read again hides nothing that is known of.
        let hidden = hidden(listed, &mut zip).unwrap_or_default();
        Ok(Packed { zip, next: 0, hidden: hidden.into_iter() })
    }

    /// The next record with its bytes, at most `largest` of them; without a bound, none are read.
    /// Other entries are counted.
    pub fn step(&mut self, largest: Option<u64>, passed: &mut PassedOver) -> Option<(String, Result<Vec<u8>, String>)> {
        while self.next < self.zip.len() {
            let index = self.next;
            self.next += 1;
            let Some(name) = self.zip.name_for_index(index).map(str::to_string) else { continue };
            let kind = Kind::of(&name);
            match (kind, largest) {
                // Folders are entries of their own.
                (Kind::Other, _) if name.ends_with('/') => {}
                (Kind::Other, _) => pass_over(passed, &name),
                (Kind::Zip, _) => return Some((name, Err("an archive inside of an archive is not read".into()))),
                (Kind::Unread(why), _) => return Some((name, Err(why.to_string()))),
                (Kind::Record | Kind::Gzip, None) => return Some((name, Ok(Vec::new()))),
                (Kind::Record | Kind::Gzip, Some(largest)) => {
                    return Some((name, self.entry(index, kind, largest).map_err(|e| e.to_string())));
                }
            }
        }
        let name = self.hidden.next()?;
        Some((name, Err("not read: another entry of the archive has the same name".into())))
    }

    fn entry(&mut self, index: usize, kind: Kind, largest: u64) -> io::Result<Vec<u8>> {
        let entry = self.zip.by_index(index)?;
        let size = entry.size();
        unpacked(entry, kind, size, largest)
    }
}

/// The reader gives one of several entries with the same name: the records among the others, in the
/// order of the list.
fn hidden(file: File, zip: &mut ZipArchive<File>) -> io::Result<Vec<String>> {
    let all = listed(file, zip.central_directory_start())?;
    if all.len() <= zip.len() {
        return Ok(Vec::new());
    }
    let mut shown = HashSet::new();
    for index in 0..zip.len() {
        // An entry that can't be opened is reported twice rather than never.
        if let Ok(entry) = zip.by_index_raw(index) {
            shown.insert(entry.central_header_start());
        }
    }
    let missing = all.into_iter().filter(|(at, _)| !shown.contains(at)).map(|(_, name)| name);
    Ok(missing.filter(|name| Kind::of(name) != Kind::Other).collect())
}

/// The heads in the list of entries: where each starts, and its name.
fn listed(mut file: File, start: u64) -> io::Result<Vec<(u64, String)>> {
    file.seek(SeekFrom::Start(start))?;
    let mut file = BufReader::new(file);
    let (mut all, mut at) = (Vec::new(), start);
    let mut head = [0; 46];
    while file.read_exact(&mut head).is_ok() && head.starts_with(b"PK\x01\x02") {
        let length = |i: usize| u64::from(u16::from_le_bytes([head[i], head[i + 1]]));
        let mut name = Vec::new();
        (&mut file).take(length(28)).read_to_end(&mut name)?;
        let rest = length(30) + length(32);
        file.seek_relative(rest as i64)?;
        all.push((at, String::from_utf8_lossy(&name).into_owned()));
        at += 46 + length(28) + rest;
    }
    Ok(all)
}
