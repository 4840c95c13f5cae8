//! Turns of all rows, one after the other.

use super::{Entry, Figure, Kernel, Row, Trouble, Turn, Work, has_fallen, ratio};
use crate::median;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A turn takes at least this part of a row's slice, and at most this many slices.
const FIT: (f64, f64) = (0.25, 4.0);
/// Rows that seem to have fallen get this many times the turns before it is said.
const AGAIN: usize = 2;
/// The most work of a turn.
const MOST: u64 = 1 << 32;

/// How rows are measured.
pub struct Options {
    /// Turns of a row.
    pub turns: usize,
    /// CPU seconds after which no further round begins.
    pub seconds: f64,
    /// The ledger of another version that takes turns with this one.
    pub with: Option<PathBuf>,
}

/// A row with its turns.
pub struct Measured {
    /// The row.
    pub row: Row,
    /// The amount of work of a turn.
    pub amount: u64,
    /// Its turns.
    pub turns: Vec<Turn>,
    /// Turns of the other version.
    pub others: Vec<Turn>,
    /// The wrong answer, or what is missing.
    pub failed: Option<Trouble>,
    work: Option<Work>,
}

impl Measured {
    /// Its rates on the nominal machine, by turn.
    pub fn normals(&self) -> Vec<f64> {
        self.turns.iter().map(|turn| turn.normal).collect()
    }

    /// The figure for an entry; `None` without turns.
    pub fn figure(&self) -> Option<Figure> {
        if self.turns.is_empty() {
            return None;
        }
        let rate = median(self.turns.iter().map(|turn| turn.rate).collect());
        let (unit, normal) = (self.row.unit.to_string(), median(self.normals()));
        Some(Figure { unit, amount: self.amount, rate, normal })
    }

    /// Its turns as ratios to those of the other version, or to the last entry's figure, and that
    /// figure.
    pub fn compared(&self, last: &Entry) -> Option<(Vec<f64>, f64)> {
        if !self.others.is_empty() {
            let pairs = self.turns.iter().zip(&self.others);
            return Some((pairs.map(|(own, other)| own.normal / other.normal).collect(), 1.0));
        }
        let figure = last.figures.get(&self.row.name)?;
        (!self.turns.is_empty()).then(|| (self.normals(), figure.normal))
    }

    /// Its median as a part of what it is compared with.
    pub fn ratio(&self, last: &Entry) -> Option<f64> {
        self.compared(last).map(|(turns, before)| ratio(&turns, before))
    }

    /// Is it slower by more than a tenth? Other programs are not judged.
    pub fn has_fallen(&self, last: &Entry) -> bool {
        !self.row.is_rival && self.compared(last).is_some_and(|(turns, before)| has_fallen(&turns, before))
    }

    /// Finds the amount of work of a turn, beginning with the last entry's.
    fn fit(&mut self, last: &Entry, kernel: &Kernel) -> Result<(), Trouble> {
        let mut work = self.row.work()?;
        // Preparations that happen once happen now.
        work(1)?;
        self.amount = last.figures.get(&self.row.name).map_or(1, |figure| figure.amount.max(1));
        loop {
            let turn = Turn::take(&mut work, self.amount, kernel)?;
            let part = turn.seconds / self.row.slice;
            if part > FIT.1 && self.amount > 1 {
                self.amount = ((self.amount as f64 / part) as u64).max(1);
            } else if part < FIT.0 && self.amount < MOST {
                self.amount = (self.amount as f64 * (1.0 / part).clamp(2.0, 8.0)).ceil() as u64;
                continue;
            }
            break;
        }
        self.work = Some(work);
        Ok(())
    }

    /// Takes a turn, and one of the other version.
    fn turn(&mut self, kernel: &Kernel, with: Option<&PathBuf>) -> Result<(), String> {
        let Some(other) = with else {
            let Some(work) = &mut self.work else { return Ok(()) };
            self.turns.push(Turn::take(work, self.amount, kernel)?);
            return Ok(());
        };
        let own = std::env::current_exe().map_err(|e| e.to_string())?;
        let (first, second) = (outside(&own, self)?, outside(other, self)?);
        self.turns.push(first);
        self.others.push(second);
        Ok(())
    }
}

/// A turn in a process of its own.
fn outside(program: &Path, of: &Measured) -> Result<Turn, String> {
    let words = ["--turn", &of.row.name, "--amount", &of.amount.to_string()];
    let output = Command::new(program).args(words).output().map_err(|e| format!("{}: {e}", program.display()))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let mut numbers = printed.split_whitespace().map(str::parse::<f64>);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(rate)), Some(Ok(normal)), Some(Ok(seconds))) => Ok(Turn { rate, normal, seconds }),
        _ => Err(format!("{}: {}", program.display(), String::from_utf8_lossy(&output.stderr).trim())),
    }
}

/// Measures rows in rounds; those that seem to have fallen take further turns. `told` hears of what
/// goes on.
pub fn measure(rows: Vec<Row>, last: &Entry, options: &Options, told: &mut dyn FnMut(&str)) -> Vec<Measured> {
    let kernel = Kernel::default();
    let start = cpu_time::ProcessTime::now();
    let fresh = |row| Measured { row, amount: 1, turns: vec![], others: vec![], failed: None, work: None };
    let mut all: Vec<Measured> = rows.into_iter().map(fresh).collect();
    for one in &mut all {
        one.failed = one.fit(last, &kernel).err();
        if let Some(why) = &one.failed {
            let word = if matches!(why, Trouble::Missing(_)) { "SKIPPED" } else { "FAILED" };
            told(&format!("{word}: {}: {why}", one.row.name));
        }
    }
    told(&format!("{} rows are ready: {:.0} s", all.len(), start.elapsed().as_secs_f64()));
    let mut round = |all: &mut [Measured], is_asked: &dyn Fn(&Measured) -> bool| {
        for one in all.iter_mut().filter(|one| one.failed.is_none() && is_asked(one)) {
            one.failed = one.turn(&kernel, options.with.as_ref()).err().map(Trouble::Wrong);
            if let Some(why) = &one.failed {
                told(&format!("FAILED: {}: {why}", one.row.name));
            }
        }
        let spent = start.elapsed().as_secs_f64();
        told(&format!("a round of turns: {spent:.0} s"));
        spent < options.seconds
    };
    for _ in 0..options.turns {
        if !round(&mut all, &|_| true) {
            break;
        }
    }
    for _ in 0..AGAIN * options.turns {
        let suspects: Vec<String> =
            all.iter().filter(|one| one.has_fallen(last)).map(|one| one.row.name.clone()).collect();
        if suspects.is_empty() || !round(&mut all, &|one| suspects.contains(&one.row.name)) {
            break;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Done, NOMINAL};
    use rand_chacha::ChaCha8Rng;
    use rand_core::{RngCore, SeedableRng};

    fn between(rng: &mut ChaCha8Rng, least: f64, most: f64) -> f64 {
        least + (most - least) * f64::from(rng.next_u32()) / f64::from(u32::MAX)
    }

    /// A turn of a row that makes 100 a second, on a machine whose load slows all by a factor,
    /// slower by `slow`. One turn in eight is disturbed, the others by 4 % at most.
    fn drawn(rng: &mut ChaCha8Rng, slow: f64) -> f64 {
        let load = between(rng, 1.0, 3.0);
        let noise = if rng.next_u32().is_multiple_of(8) { between(rng, 1.0, 1.6) } else { between(rng, 0.96, 1.04) };
        let done = Done { units: 20, seconds: 0.2 * load * noise * slow };
        Turn::of(done, NOMINAL * load * between(rng, 0.98, 1.02)).expect("a turn").normal
    }

    /// The number of rows of a thousand that are named where a version is slower by `slow`.
    fn named(slow: f64) -> usize {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let rows = (0..1_000).filter(|_| {
            let before = median((0..5).map(|_| drawn(&mut rng, 1.0)).collect());
            let mut turns: Vec<f64> = (0..5).map(|_| drawn(&mut rng, slow)).collect();
            if has_fallen(&turns, before) {
                turns.extend((0..5 * AGAIN).map(|_| drawn(&mut rng, slow)));
            }
            has_fallen(&turns, before)
        });
        rows.count()
    }

    #[test]
    fn a_fifth_is_named_and_noise_is_not() {
        assert!(named(1.25) >= 970, "{} of 1000 rows that fell by a fifth", named(1.25));
        assert!(named(1.0) <= 2, "{} of 1000 rows as before", named(1.0));
    }

    #[test]
    fn load_does_not_show() {
        let quiet = Turn::of(Done { units: 10, seconds: 0.1 }, NOMINAL).expect("a turn");
        let loaded = Turn::of(Done { units: 10, seconds: 0.3 }, 3.0 * NOMINAL).expect("a turn");
        assert!((quiet.normal / loaded.normal - 1.0).abs() < 1e-9);
        assert_eq!(Turn::of(Done { units: 0, seconds: 0.1 }, NOMINAL), None);
    }

    #[test]
    fn an_entry_is_read_as_it_is_written() {
        let figure = Figure { unit: "puzzles".into(), amount: 12, rate: 1234.0, normal: 0.5678 };
        let entry = Entry { name: "d".into(), figures: [("make a 1x1 easy".to_string(), figure)].into() };
        assert_eq!(Entry::parse("d".into(), &entry.text("a machine")), Ok(entry));
        let bad = Entry::parse("d".into(), "# x\nrow\tunit\n").expect_err("no row");
        assert!(bad.contains("line 2"), "{bad}");
    }

    /// Every entry on record can be read.
    #[test]
    fn the_last_entry_is_read() {
        let last = Entry::last(&super::super::folder()).unwrap_or_else(|why| panic!("{why}"));
        assert!(last.figures.values().all(|figure| figure.amount > 0 && figure.normal > 0.0), "{}", last.name);
    }
}
