//! The needs of a build, known before it starts: places, disk, memory, time.

use super::file::Kind;
use super::sector::Sector;
use std::time::Duration;

/// Places a second on one core: what sectors of seven men took (`notes/mill-tables.md`). The
/// greater half of all places lies in sectors of that kind.
pub const RATE: f64 = 3.3e6;

/// The needs of a pair of sectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct PairPlan {
    /// Men of the side to move, men of the other: the pair is named by the sector where the first
    /// is the greater.
    #[serde(serialize_with = "as_text")]
    pub sector: Sector,
    /// Places of both sectors.
    pub places: u64,
    /// Must it be built?
    pub is_missing: bool,
    /// Memory while it is built.
    pub memory: u64,
}

fn as_text<S: serde::Serializer>(sector: &Sector, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(sector)
}

impl PairPlan {
    /// The needs of a pair.
    pub(super) fn new(sector: Sector, is_missing: bool) -> PairPlan {
        let both = both(sector);
        let places = both.iter().map(|s| s.slots()).sum();
        let below: u64 = both.iter().filter_map(|s| s.after_capture()).map(Sector::slots).sum();
        // The bytes, marks of levels, what the patterns and classes take, and the mapped sectors
        // below.
        let memory = places + places / 8 + below + (64 << 20);
        PairPlan { sector, places, is_missing, memory }
    }
}

/// The sectors of a pair.
pub(super) fn both(sector: Sector) -> Vec<Sector> {
    if sector.own == sector.other { vec![sector] } else { vec![sector, sector.swapped()] }
}

/// The needs of a build.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The pairs in the order of building.
    pub pairs: Vec<PairPlan>,
    /// Most bytes that are written and stand on the disk at the same time, beyond what is there.
    pub disk: u64,
}

/// A machine's memory and disk, where they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Room {
    /// Free bytes on the disk.
    pub disk: Option<u64>,
    /// Free bytes of memory.
    pub memory: Option<u64>,
}

/// A machine has too little.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("too little {what}: {} needed, {} there", human(*needed), human(*there))]
pub struct TooLittle {
    /// The resource.
    pub what: &'static str,
    /// Bytes that are needed.
    pub needed: u64,
    /// Bytes that are there.
    pub there: u64,
}

/// Bytes in words.
pub fn human(bytes: u64) -> String {
    match bytes {
        b if b >= 1_000_000_000 => format!("{:.2} GB", b as f64 / 1e9),
        b if b >= 1_000_000 => format!("{:.1} MB", b as f64 / 1e6),
        b => format!("{b} bytes"),
    }
}

impl Plan {
    /// The plan of pairs in the order of building, some of which must be built. Where only values
    /// are kept, the plies of a sector stay until the last pair that looks captures up in it is
    /// built.
    pub(super) fn new(pairs: Vec<PairPlan>, values_only: bool) -> Plan {
        let missing: Vec<Sector> = pairs.iter().filter(|p| p.is_missing).map(|p| p.sector).collect();
        let size = |kind: Kind, s: Sector| kind.file_size(s.slots());
        let (mut written, mut most) = (0, 0);
        for (i, &pair) in missing.iter().enumerate() {
            let kinds: &[Kind] = if values_only { &[Kind::Plies, Kind::Values] } else { &[Kind::Plies] };
            written += both(pair).iter().flat_map(|&s| kinds.iter().map(move |&k| size(k, s))).sum::<u64>();
            most = most.max(written);
            if values_only {
                let used = |s: &Sector, from: usize| s.before_capture().is_some_and(|p| missing[from..].contains(&p));
                let was = missing[..=i].iter().flat_map(|&p| both(p));
                let gone = was.filter(|s| (used(s, i) || s.pair() == pair) && !used(s, i + 1));
                written -= gone.map(|s| size(Kind::Plies, s)).sum::<u64>();
            }
        }
        Plan { pairs, disk: most }
    }

    /// Places that must be built.
    pub fn places(&self) -> u64 {
        self.pairs.iter().filter(|p| p.is_missing).map(|p| p.places).sum()
    }

    /// Most memory that a pair takes.
    pub fn memory(&self) -> u64 {
        self.pairs.iter().filter(|p| p.is_missing).map(|p| p.memory).max().unwrap_or(0)
    }

    /// The time at `rate` places a second.
    pub fn time(&self, rate: f64) -> Duration {
        Duration::try_from_secs_f64(self.places() as f64 / rate.max(1.0)).unwrap_or(Duration::MAX)
    }

    /// Is there room for it? What is not known of the machine is taken to be enough.
    ///
    /// # Errors
    /// [`TooLittle`] with both numbers.
    pub fn fits(&self, room: &Room) -> Result<(), TooLittle> {
        let enough = |what, needed, there: Option<u64>| match there {
            Some(there) if there < needed => Err(TooLittle { what, needed, there }),
            _ => Ok(()),
        };
        enough("disk", self.disk, room.disk)?;
        enough("memory", self.memory(), room.memory)
    }
}
