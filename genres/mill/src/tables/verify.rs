//! Checking tables: every position's value is derived anew from its turns, forwards, one ply deep.
//!
//! This shares the numbering with the kernel, nothing else: no counters, no way back, no levels. A table in which every
//! position agrees with its successors, with distances that fall, is right; draws agree because a drawn position has a
//! turn that doesn't lose and none that wins.

use super::file::TableError;
use super::probe::{Tables, Value};
use super::sector::Sector;
use crate::board::{ALL, Board, Set, points};
use rayon::prelude::*;

/// What a check found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Checked {
    /// Positions looked at.
    pub positions: u64,
    /// Positions whose value is not what their turns say.
    pub bad: u64,
    /// The men of one of them: side to move, other side.
    pub example: Option<(Set, Set)>,
}

/// Checks a sector: the file's checksum, and each position (each `every`-th class of the mover's men).
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
            checked.positions += 1;
            let stored = tables.value(own, other);
            if stored.is_none() || stored != derived(tables, own, other) {
                checked.bad += 1;
                checked.example = checked.example.or(Some((own, other)));
            }
        }
        checked
    };
    let add = |a: Checked, b: Checked| Checked {
        positions: a.positions + b.positions,
        bad: a.bad + b.bad,
        example: a.example.or(b.example),
    };
    let steps: Vec<usize> = (0..classes).step_by(every.max(1)).collect();
    Ok(steps.into_par_iter().map(check).reduce(Checked::default, add))
}

/// The value by the turns.
fn derived(tables: &Tables, own: Set, other: Set) -> Option<Value> {
    let movement = tables.movement();
    let board = Board::get(movement.diagonals);
    let empty = ALL & !(own | other);
    let flies = movement.flies(own.count_ones());
    let loose = other & !board.in_mills(other);
    let takeable = if movement.from_mills || loose == 0 { other } else { loose };
    let mut best: Option<Value> = None;
    let mut consider = |value: Value| {
        let value = value.before();
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
                    consider(tables.value(other & !taken.bit(), after)?);
                }
            } else {
                consider(tables.value(other, after)?);
            }
        }
    }
    let blocked = if movement.blocked_draws { Value::Draw } else { Value::Loss(0) };
    Some(best.unwrap_or(blocked))
}
