//! The tables that puzzles are proved by: a folder of sectors, opened once, small ones built when
//! missing.

use super::probe::{Oracle, Probe};
use super::state::{Kernel, State};
use super::worth::Worth;
use crate::tables::{Builder, Plan, Tables, human};
use crate::variant::Variant;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};
use tesuji_genre::Bad;
use tesuji_solver::{Limits, Stop};

/// Tables with the rules of reading.
#[derive(Debug)]
pub struct Library {
    kernel: Kernel,
    tables: Tables,
}

/// Why tables are not there.
#[derive(Debug)]
pub enum NoTables {
    /// They can't be had.
    Bad(Bad),
    /// A limit ended the building of missing ones; what was built stays.
    Limit(Stop),
}

impl From<Bad> for NoTables {
    fn from(bad: Bad) -> Self {
        NoTables::Bad(bad)
    }
}

/// Nothing is known: for what is read without values.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl Probe for Nothing {
    fn probe(&self, _: &State) -> Option<Worth> {
        None
    }

    fn covers(&self, _: u32, _: u32) -> bool {
        false
    }
}

/// Sectors with twice this number of men in all, or fewer, are built when missing; `mill tables
/// build` builds greater ones.
pub const BUILT_ON_DEMAND: u8 = 5;
/// Where tables are looked for when nothing is said: `out/tables`, or the variable `TESUJI_TABLES`.
pub const DEFAULT_FOLDER: &str = "out/tables";

/// Opened folders by rule set. Only a cache: what it holds is what the files say.
static OPEN: LazyLock<Mutex<BTreeMap<(&'static str, PathBuf), Arc<Library>>>> = LazyLock::new(Mutex::default);

/// Tables that were built and not told of yet: folders with the bytes written into them.
static BUILT: LazyLock<Mutex<BTreeMap<PathBuf, u64>>> = LazyLock::new(Mutex::default);

/// The tables built since the last call, in words.
pub fn built_tables() -> Vec<String> {
    let mut built = BUILT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let words = |(folder, bytes): (PathBuf, u64)| {
        format!("tables: {} built in {} (TESUJI_TABLES says where)", human(bytes), folder.display())
    };
    std::mem::take(&mut *built).into_iter().map(words).collect()
}

/// The folder when nothing is said.
pub fn default_folder() -> PathBuf {
    std::env::var_os("TESUJI_TABLES").map_or_else(|| PathBuf::from(DEFAULT_FOLDER), PathBuf::from)
}

impl Library {
    /// The tables of a rule set in a folder, with all sectors of up to `own` and `enemy` men;
    /// missing ones are built, if they are small.
    ///
    /// # Errors
    /// [`Bad`] when the rule set has no tables, a file is damaged, or a missing sector is too big
    /// to be built here.
    pub fn open(variant: &'static Variant, folder: &Path, own: u32, enemy: u32) -> Result<Arc<Library>, Bad> {
        Library::open_within(variant, folder, own, enemy, &Limits::default()).map_err(|why| match why {
            NoTables::Bad(bad) => bad,
            NoTables::Limit(stop) => {
                Bad::new(format!("not built: the limit of {} was reached", stop.name())).at("tables")
            }
        })
    }

    /// Opens the tables, building for as long as the limits allow.
    ///
    /// # Errors
    /// [`NoTables`]: as above, or the limit that ended the building.
    pub fn open_within(
        variant: &'static Variant,
        folder: &Path,
        own: u32,
        enemy: u32,
        limits: &Limits,
    ) -> Result<Arc<Library>, NoTables> {
        let mut open = OPEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let key = (variant.id, folder.to_path_buf());
        if let Some(library) = open.get(&key)
            && library.covers(own, enemy)
            && library.covers(enemy, own)
        {
            return Ok(library.clone());
        }
        let kernel = kernel_of(variant)?;
        let bad = |e: crate::tables::TableError| Bad::new(e.to_string()).at("tables");
        let mut library = Library { kernel, tables: Tables::open(&variant.rules, folder).map_err(bad)? };
        if !(library.covers(own, enemy) && library.covers(enemy, own)) {
            let before = size(folder);
            let builder = Builder::new(&variant.rules, folder).map_err(bad)?.sectors([(own as u8, enemy as u8)]);
            if own + enemy > 2 * u32::from(BUILT_ON_DEMAND) {
                let plan = builder.plan().map_err(bad)?;
                return Err(Bad::new(needed(&plan, own, enemy, folder)).at("tables").into());
            }
            let time = Limits::default().with_time(limits.time);
            let stop = builder.run(&time, &mut |_| {}).map_err(bad)?;
            let written = size(folder).saturating_sub(before);
            if written > 0 {
                let mut built = BUILT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                *built.entry(folder.to_path_buf()).or_default() += written;
            }
            if !stop.is_complete() {
                return Err(NoTables::Limit(stop));
            }
            library.tables = Tables::open(&variant.rules, folder).map_err(bad)?;
        }
        let library = Arc::new(library);
        open.insert(key, library.clone());
        Ok(library)
    }

    /// Whatever tables of a rule set are there.
    ///
    /// # Errors
    /// [`Bad`] when the rule set has no tables or a file is damaged.
    pub fn partial(variant: &'static Variant, folder: &Path) -> Result<Library, Bad> {
        let kernel = kernel_of(variant)?;
        let tables = Tables::open(&variant.rules, folder).map_err(|e| Bad::new(e.to_string()).at("tables"))?;
        Ok(Library { kernel, tables })
    }

    /// A reader of exact values.
    pub fn oracle(&self, budget: u64) -> Oracle<'_> {
        Oracle::new(self.kernel, self, budget)
    }

    /// The tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The rules of reading.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The sectors that are there: men of the side to move, of the other.
    pub fn sectors(&self) -> Vec<(u32, u32)> {
        self.tables.sectors().map(|s| (u32::from(s.own), u32::from(s.other))).collect()
    }
}

/// Bytes of a folder's files and of those in its folders.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let of = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() => size(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    entries.map(of).sum()
}

fn kernel_of(variant: &Variant) -> Result<Kernel, Bad> {
    Kernel::of(&variant.rules)
        .ok_or_else(|| Bad::new(format!("{} has no tables: its past counts", variant.id)).at("variant"))
}

/// Which sectors are not there, how large they are, and what builds them.
fn needed(plan: &Plan, own: u32, enemy: u32, folder: &Path) -> String {
    let missing: Vec<String> = plan.pairs.iter().filter(|p| p.is_missing).map(|p| p.sector.to_string()).collect();
    format!(
        "sectors {} are not in {} ({}); `tesuji mill tables build --sector {own}-{enemy}` builds them",
        missing.join(", "),
        folder.display(),
        human(plan.disk)
    )
}

impl Probe for Library {
    fn probe(&self, at: &State) -> Option<Worth> {
        self.tables.value(at.own, at.enemy).map(Worth::from)
    }

    fn tables(&self) -> Option<&Tables> {
        Some(&self.tables)
    }

    fn covers(&self, own: u32, enemy: u32) -> bool {
        let sector = |a: u32, b: u32| crate::tables::Sector::new(u8::try_from(a).ok()?, u8::try_from(b).ok()?);
        sector(own, enemy).is_some_and(|s| self.tables.has_plies(s))
    }
}
