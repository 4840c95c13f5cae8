//! Building sectors in the order of dependence, resumable.

use super::bits;
use super::file::{self, Kind, Table, TableError};
use super::kernel::{Failed, Pair};
use super::movement::Movement;
use super::plan::{PairPlan, Plan, both};
use super::sector::Sector;
use crate::variant::RuleSet;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tesuji_solver::{Clock, Limits, Stop};

/// Messages of a build.
#[derive(Clone, Debug)]
pub enum Progress {
    /// A sector was there already, with the right checksum.
    Kept(Sector),
    /// A file was there but damaged, and is built anew; why.
    Damaged(Sector, String),
    /// A pair is begun.
    Begun {
        /// The sector.
        sector: Sector,
        /// Places of the pair.
        slots: u64,
        /// Places that are still to be built, these included.
        left: u64,
    },
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

/// The sectors w-b with w ≤ `own` and b ≤ `other`, and those on which they depend.
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
    values_only: bool,
}

/// Which files are there.
#[derive(Default)]
struct There {
    plies: BTreeSet<Sector>,
    values: BTreeSet<Sector>,
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
            values_only: false,
        })
    }

    /// Without the processor's special instructions: for comparison.
    #[must_use]
    pub fn portable(self) -> Builder {
        Builder { fast: false, ..self }
    }

    /// Refuses games longer than `plies` plies, even where a byte would hold them.
    #[must_use]
    pub fn longest(self, plies: u8) -> Builder {
        Builder { longest: plies, ..self }
    }

    /// Keeps two bits a place, the value without its plies. Plies are kept in a folder of their own
    /// for as long as the build needs them.
    #[must_use]
    pub fn values_only(self) -> Builder {
        Builder { values_only: true, ..self }
    }

    /// Adds sectors (side to move, other side) and all that they depend on. Pairs out of range are
    /// left out.
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

    /// All sectors of the rules.
    #[must_use]
    pub fn all(self) -> Builder {
        let most = self.movement.men;
        self.sectors(sectors_up_to(most, most))
    }

    /// The pairs to build, in order: fewer men first; the greater number of men to move first.
    pub fn order(&self) -> Vec<Sector> {
        let mut pairs: Vec<Sector> = self.wanted.iter().copied().filter(|s| s.own >= s.other).collect();
        pairs.sort_unstable_by_key(|s| (s.own + s.other, s.own));
        pairs
    }

    /// The needs of the build, by the headers of the existing files.
    ///
    /// # Errors
    /// [`TableError`] when a file can't be read.
    pub fn plan(&self) -> Result<Plan, TableError> {
        let there = self.there(&mut |_| Ok(()), &mut |_| {})?;
        let missing = self.missing(&there);
        let pairs = self.order().into_iter().map(|pair| PairPlan::new(pair, missing.contains(&pair))).collect();
        Ok(Plan::new(pairs, self.values_only))
    }

    /// The folder of what is kept only during the build.
    fn work(&self) -> PathBuf {
        if self.values_only { self.dir.join("building") } else { self.dir.clone() }
    }

    /// The file with the plies, wherever it is.
    fn open(&self, sector: Sector) -> Result<Table, TableError> {
        match Table::open(&self.dir, &self.movement, sector, Kind::Plies) {
            Err(TableError::Missing(_)) => Table::open(&self.work(), &self.movement, sector, Kind::Plies),
            found => found,
        }
    }

    fn there(
        &self,
        check: &mut dyn FnMut(&Table) -> Result<(), TableError>,
        report: &mut dyn FnMut(Progress),
    ) -> Result<There, TableError> {
        let mut there = There::default();
        for pair in self.order() {
            for sector in both(pair) {
                let kinds: &[Kind] = if self.values_only { &[Kind::Plies, Kind::Values] } else { &[Kind::Plies] };
                for &kind in kinds {
                    let found = match kind {
                        Kind::Plies => self.open(sector),
                        Kind::Values => Table::open(&self.dir, &self.movement, sector, kind),
                    };
                    match found.and_then(|table| check(&table)) {
                        Ok(()) => {
                            _ = if kind == Kind::Plies { &mut there.plies } else { &mut there.values }.insert(sector)
                        }
                        Err(TableError::Missing(_)) => {}
                        Err(TableError::Bad { what, .. }) => report(Progress::Damaged(sector, what)),
                        Err(e) => return Err(e),
                    }
                }
                if if self.values_only { &there.values } else { &there.plies }.contains(&sector) {
                    report(Progress::Kept(sector));
                }
            }
        }
        Ok(there)
    }

    /// The pairs that must be built. Values alone are no ground for greater sectors, so plies that
    /// are gone are built again where a greater pair needs them.
    fn missing(&self, there: &There) -> BTreeSet<Sector> {
        let mut missing = BTreeSet::new();
        for pair in self.order().into_iter().rev() {
            let needed = |s: &Sector| s.before_capture().is_some_and(|p| missing.contains(&p));
            let done = |s: &Sector| match self.values_only {
                true => there.values.contains(s) && (!needed(s) || there.plies.contains(s)),
                false => there.plies.contains(s),
            };
            if !both(pair).iter().all(done) {
                missing.insert(pair);
            }
        }
        missing
    }

    /// Builds what is not there yet. Sectors that are there with the right checksum are kept;
    /// unfinished files of an interrupted build are begun anew. Ends early where a limit of
    /// `limits` (time) is reached, between levels.
    ///
    /// # Errors
    /// [`TableError`] when files can't be written or a byte is too small.
    pub fn run(&self, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Result<Stop, TableError> {
        let work = self.work();
        std::fs::create_dir_all(&work).map_err(|e| TableError::io(&work, e))?;
        let clock = limits.start();
        let missing = self.missing(&self.there(&mut Table::check, report)?);
        let mut open: Vec<Sector> = self.order().into_iter().filter(|pair| missing.contains(pair)).collect();
        let places = |pair: Sector| both(pair).iter().map(|s| s.slots()).sum::<u64>();
        while let Some(&pair) = open.first() {
            if let Some(stop) = clock.expired() {
                return Ok(stop);
            }
            let left = open.iter().map(|&pair| places(pair)).sum();
            report(Progress::Begun { sector: pair, slots: places(pair), left });
            let start = Instant::now();
            let done = match self.pair(pair, &clock)? {
                Ok(done) => done,
                Err(stop) => return Ok(stop),
            };
            let time = start.elapsed();
            for (one, bytes) in done {
                file::write(&work, &self.movement, one, Kind::Plies, &bytes)?;
                if self.values_only {
                    file::write(&self.dir, &self.movement, one, Kind::Values, &bytes)?;
                }
            }
            report(Progress::Built { sector: pair, slots: places(pair), time });
            open.remove(0);
            self.clear(&open)?;
        }
        if self.values_only {
            self.clear(&open)?;
            // Not empty where other sectors were begun: then it stays.
            let _ = std::fs::remove_dir(&work);
        }
        Ok(Stop::Exhausted)
    }

    /// The bytes of a pair, or the limit that ended it.
    #[allow(clippy::type_complexity)]
    fn pair(&self, pair: Sector, clock: &Clock) -> Result<Result<Vec<(Sector, Vec<u8>)>, Stop>, TableError> {
        let below = |s: Sector| s.after_capture().map(|below| self.open(below)).transpose();
        let (first, second) = (below(pair)?, below(pair.swapped())?);
        let below = [first.as_ref(), second.as_ref()];
        match Pair::build(self.movement, pair, below, self.fast, self.longest, clock) {
            Ok(done) => Ok(Ok(done)),
            Err(Failed::Stopped(stop)) => Ok(Err(stop)),
            Err(Failed::TooLong(s) | Failed::TooMany(s)) => Err(TableError::Overflow(s)),
        }
    }

    /// Where only values are kept: removes the plies that no pair of `open` looks up.
    fn clear(&self, open: &[Sector]) -> Result<(), TableError> {
        if !self.values_only {
            return Ok(());
        }
        let needed = |s: &Sector| s.before_capture().is_some_and(|pair| open.contains(&pair));
        for &sector in self.wanted.iter().filter(|s| !needed(s)) {
            let path = file::path_of(&self.work(), &self.movement, sector, Kind::Plies);
            match std::fs::remove_file(&path) {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(TableError::io(&path, e)),
                _ => {}
            }
        }
        Ok(())
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }
}
