//! Building sectors in the order of dependence, resumable.

use super::bits;
use super::file::{self, Table, TableError};
use super::kernel::{Failed, Pair};
use super::movement::Movement;
use super::sector::Sector;
use crate::variant::RuleSet;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tesuji_solver::{Limits, Stop};

/// What a build reports.
#[derive(Clone, Debug)]
pub enum Progress {
    /// A sector was there already, with the right checksum.
    Kept(Sector),
    /// A file was there but damaged, and is built anew; why.
    Damaged(Sector, String),
    /// A sector (and its mirror, where that is another) was built.
    Built {
        /// The sector.
        sector: Sector,
        /// Places, those of the mirror included.
        slots: u64,
        /// Time without writing.
        time: Duration,
    },
}

/// The sectors with up to so many men: all w-b with w ≤ `own` and b ≤ `other`, and what they depend on.
pub fn sectors_up_to(own: u8, other: u8) -> Vec<(u8, u8)> {
    let (a, b) = (own.max(other), own.min(other));
    let within = |w: u8, o: u8| w.max(o) <= a && w.min(o) <= b;
    (3..=a).flat_map(|w| (3..=a).map(move |o| (w, o))).filter(|&(w, o)| within(w, o)).collect()
}

/// A build.
#[derive(Clone, Debug)]
pub struct Builder {
    movement: Movement,
    dir: PathBuf,
    wanted: BTreeSet<Sector>,
    fast: bool,
    longest: u8,
}

impl Builder {
    /// A build for the movement phase of a rule set into a folder.
    ///
    /// # Errors
    /// [`TableError::NotClosed`] when the rules have no tables.
    pub fn new(rules: &RuleSet, dir: impl Into<PathBuf>) -> Result<Builder, TableError> {
        Ok(Builder {
            movement: Movement::of(rules)?,
            dir: dir.into(),
            wanted: BTreeSet::new(),
            fast: bits::fast(),
            longest: u8::MAX,
        })
    }

    /// Without the processor's special instructions: for comparison.
    #[must_use]
    pub fn portable(self) -> Builder {
        Builder { fast: false, ..self }
    }

    /// Refuses games longer than so many plies, even where a byte would hold them.
    #[must_use]
    pub fn longest(self, plies: u8) -> Builder {
        Builder { longest: plies, ..self }
    }

    /// Adds sectors (side to move, other side) and all that they depend on. Pairs out of range are left out.
    #[must_use]
    pub fn sectors(mut self, sectors: impl IntoIterator<Item = (u8, u8)>) -> Builder {
        let most = self.movement.men;
        let mut open: Vec<Sector> = sectors
            .into_iter()
            .filter(|&(w, b)| w <= most && b <= most)
            .filter_map(|(w, b)| Sector::new(w, b))
            .collect();
        while let Some(sector) = open.pop() {
            if self.wanted.insert(sector) {
                open.push(sector.swapped());
                open.extend(sector.after_capture());
            }
        }
        self
    }

    /// The pairs to build, in order: fewer men first; the greater number of men to move first.
    pub fn order(&self) -> Vec<Sector> {
        let mut pairs: Vec<Sector> = self.wanted.iter().copied().filter(|s| s.own >= s.other).collect();
        pairs.sort_unstable_by_key(|s| (s.own + s.other, s.own));
        pairs
    }

    /// Builds what is not there yet. Sectors that are there with the right checksum are kept; unfinished files of an
    /// interrupted build are begun anew. Ends early where a limit of `limits` (time) is reached, between levels.
    ///
    /// # Errors
    /// [`TableError`] when files can't be written or a byte is too small.
    pub fn run(&self, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Result<Stop, TableError> {
        std::fs::create_dir_all(&self.dir).map_err(|e| TableError::io(&self.dir, e))?;
        let clock = limits.start();
        for sector in self.order() {
            let pair: BTreeSet<Sector> = [sector, sector.swapped()].into();
            let mut missing = false;
            for &one in &pair {
                match Table::open(&self.dir, &self.movement, one).and_then(|table| table.check()) {
                    Ok(()) => report(Progress::Kept(one)),
                    Err(TableError::Missing(_)) => missing = true,
                    Err(TableError::Bad { what, .. }) => {
                        report(Progress::Damaged(one, what));
                        missing = true;
                    }
                    Err(e) => return Err(e),
                }
            }
            if !missing {
                continue;
            }
            if let Some(stop) = clock.expired() {
                return Ok(stop);
            }
            let start = Instant::now();
            let [first, second] = [sector, sector.swapped()].map(|s| self.below(s));
            let (first, second) = (first?, second?);
            let below = [first.as_ref(), second.as_ref()];
            let built = Pair::build(self.movement, sector, below, self.fast, self.longest, &clock);
            let done = match built {
                Ok(done) => done,
                Err(Failed::Stopped(stop)) => return Ok(stop),
                Err(Failed::TooLong(s) | Failed::TooMany(s)) => return Err(TableError::Overflow(s)),
            };
            let time = start.elapsed();
            let slots = done.iter().map(|(_, bytes)| bytes.len() as u64).sum();
            for (one, bytes) in done {
                file::write(&self.dir, &self.movement, one, &bytes)?;
            }
            report(Progress::Built { sector, slots, time });
        }
        Ok(Stop::Exhausted)
    }

    fn below(&self, sector: Sector) -> Result<Option<Table>, TableError> {
        sector.after_capture().map(|below| Table::open(&self.dir, &self.movement, below)).transpose()
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }
}
