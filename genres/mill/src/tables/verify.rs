//! Checking tables: every position's value is derived anew from its turns, forwards, one ply deep.
//!
//! This shares the numbering with the kernel, nothing else: no counters, no way back, no levels. A
//! table in which every position agrees with its successors, with distances that fall, is right;
//! draws agree because a drawn position has a turn that doesn't lose and none that wins.

use super::file::TableError;
use super::probe::{Tables, Value};
use super::sector::Sector;
use crate::board::{ALL, Board, Set, points};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use rayon::prelude::*;
use tesuji_solver::reading::Outcome;

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Checked {
    /// Positions looked at.
    pub positions: u64,
    /// Positions whose value is not what their turns say.
    pub bad: u64,
    /// The men of one of them: side to move, other side.
    pub example: Option<(Set, Set)>,
}

/// Checks a sector: the file's checksum, and each position (each `every`-th class of the mover's
/// men).
///
/// # Errors
/// [`TableError`] when the file is damaged or a sector that turns lead to is missing.
pub fn verify(tables: &Tables, sector: Sector, every: usize) -> Result<Checked, TableError> {
    let table = tables.table(sector).ok_or(TableError::Missing(sector))?;
    table.check()?;
    for needed in [Some(sector.swapped()), sector.after_capture()].into_iter().flatten() {
        tables.table(needed).ok_or(TableError::Missing(needed))?;
    }
    let layout = tables.layout(sector).ok_or(TableError::Missing(sector))?;
    let (classes, block) = (layout.classes.len(), layout.block());
    let check = |class: usize| {
        let mut checked = Checked::default();
        for slot in class * block..(class + 1) * block {
            let Some((own, other)) = layout.position(slot as u64) else { continue };
            if layout.slot(own, other) != Some(slot as u64) {
                continue;
            }
            checked.look(tables, own, other);
        }
        checked
    };
    let steps: Vec<usize> = (0..classes).step_by(every.max(1)).collect();
    Ok(steps.into_par_iter().map(check).reduce(Checked::default, Checked::and))
}

impl Checked {
    /// Derives one position anew.
    fn look(&mut self, tables: &Tables, own: Set, other: Set) {
        let is_right = match tables.value(own, other) {
            Some(stored) => derived(tables, own, other, |own, other| tables.value(own, other)) == Some(stored),
            // Values without plies: any plies will do.
            None => {
                let value = |own, other| {
                    Some(match tables.outcome(own, other)? {
                        Outcome::Win => Value::Win(1),
                        Outcome::Draw => Value::Draw,
                        Outcome::Loss => Value::Loss(2),
                    })
                };
                let found = derived(tables, own, other, value).map(Value::outcome);
                found.is_some() && found == tables.outcome(own, other)
            }
        };
        self.positions += 1;
        if !is_right {
            self.bad += 1;
            self.example = self.example.or(Some((own, other)));
        }
    }

    fn and(self, other: Checked) -> Checked {
        Checked {
            positions: self.positions + other.positions,
            bad: self.bad + other.bad,
            example: self.example.or(other.example),
        }
    }
}

/// Positions of a sample that one thread draws in a row.
const STRETCH: u64 = 1 << 14;

/// Checks `count` positions drawn over all sectors that are there, each place as likely, from a
/// seed: whatever the number of threads, the same ones. Sectors that turns lead to must be there,
/// too. Checksums are not looked at.
///
/// # Errors
/// [`TableError::Missing`] with the first sector that is needed and not there.
pub fn verify_sample(tables: &Tables, count: u64, seed: u64) -> Result<Checked, TableError> {
    let sectors: Vec<Sector> = tables.sectors().collect();
    for needed in sectors.iter().flat_map(|s| [Some(s.swapped()), s.after_capture()]).flatten() {
        tables.table(needed).ok_or(TableError::Missing(needed))?;
    }
    let total: u64 = sectors.iter().map(|s| s.slots()).sum();
    let stretch = |number: u64| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        let mut checked = Checked::default();
        for _ in 0..STRETCH.min(count - number * STRETCH) {
            let mut at = ((u128::from(rng.next_u64()) * u128::from(total)) >> 64) as u64;
            for sector in &sectors {
                let slots = sector.slots();
                if at < slots {
                    if let Some((own, other)) = tables.layout(*sector).and_then(|layout| layout.position(at)) {
                        checked.look(tables, own, other);
                    }
                    break;
                }
                at -= slots;
            }
        }
        checked
    };
    Ok((0..count.div_ceil(STRETCH)).into_par_iter().map(stretch).reduce(Checked::default, Checked::and))
}

/// The value by the turns, from the values of the positions after them.
fn derived(tables: &Tables, own: Set, other: Set, value: impl Fn(Set, Set) -> Option<Value>) -> Option<Value> {
    let movement = tables.movement();
    let board = Board::get(movement.diagonals);
    let empty = ALL & !(own | other);
    let flies = movement.flies(own.count_ones());
    let loose = other & !board.in_mills(other);
    let takeable = if movement.from_mills || loose == 0 { other } else { loose };
    let mut best: Option<Value> = None;
    let mut consider = |after: Value| {
        let value = after.before();
        if best.is_none_or(|b| value.merit() > b.merit()) {
            best = Some(value);
        }
    };
    for from in points(own) {
        let to = if flies { empty } else { empty & board.neighbours[from.index()] };
        for to in points(to) {
            let after = own & !from.bit() | to.bit();
            if board.mills_at(after, to) > 0 {
                for taken in points(takeable) {
                    consider(value(other & !taken.bit(), after)?);
                }
            } else {
                consider(value(other, after)?);
            }
        }
    }
    let blocked = if movement.blocked_draws { Value::Draw } else { Value::Loss(0) };
    Some(best.unwrap_or(blocked))
}
