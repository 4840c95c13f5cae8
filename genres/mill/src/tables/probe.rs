//! Asking the tables.

use super::file::{Counts, Kind, Table, TableError};
use super::kernel::{DRAW, UNUSED};
use super::movement::Movement;
use super::sector::{Layout, Sector};
use crate::board::Set;
use crate::position::{Phase, Position};
use crate::rules;
use crate::variant::RuleSet;
use std::path::Path;
use tesuji_solver::reading::{Outcome, Side};

/// The exact value of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// It wins in this number of plies (complete turns of both sides).
    Win(u8),
    /// Nobody can force anything.
    Draw,
    /// It loses in this number of plies.
    Loss(u8),
}

impl Value {
    /// The meaning of a byte.
    fn of(byte: u8) -> Option<Value> {
        match byte {
            DRAW => Some(Value::Draw),
            UNUSED => None,
            plies if plies & 1 == 1 => Some(Value::Win(plies)),
            plies => Some(Value::Loss(plies)),
        }
    }

    /// The outcome for the side to move.
    pub fn outcome(self) -> Outcome {
        match self {
            Value::Win(_) => Outcome::Win,
            Value::Draw => Outcome::Draw,
            Value::Loss(_) => Outcome::Loss,
        }
    }

    /// Plies to the end, unless drawn.
    pub fn plies(self) -> Option<u8> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// The value for the side that moved here, counted from before its turn.
    #[must_use]
    pub fn before(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
        }
    }

    /// How good the value is for the side to move: quick wins first, then slow ones, draws, slow
    /// losses, quick ones.
    pub fn merit(self) -> i16 {
        match self {
            Value::Win(plies) => 1000 - i16::from(plies),
            Value::Draw => 0,
            Value::Loss(plies) => i16::from(plies) - 1000,
        }
    }

    /// The outcome as the readers want it: seen from White, who is [`Side::First`].
    pub fn seen_by_white(self, white_to_move: bool) -> Outcome {
        self.outcome().seen_by(if white_to_move { Side::First } else { Side::Second })
    }
}

/// Decided by a side with fewer than three men; of two such sides nothing is known.
fn few(own: Set, other: Set) -> Option<Option<Value>> {
    match (own.count_ones() < 3, other.count_ones() < 3) {
        (false, false) => None,
        (true, true) => Some(None),
        (few, _) => Some(Some(if few { Value::Loss(0) } else { Value::Win(0) })),
    }
}

/// The finished sectors of a folder.
#[derive(Debug)]
pub struct Tables {
    rules: RuleSet,
    movement: Movement,
    /// By [`number`] of the sector.
    tables: Vec<Option<(Table, Layout)>>,
}

/// A sector's place among all.
fn number(sector: Sector) -> usize {
    usize::from(sector.own) * 13 + usize::from(sector.other)
}

impl Tables {
    /// Maps all finished sectors of the rules' movement phase in a folder (none, if there is no
    /// such folder).
    ///
    /// # Errors
    /// [`TableError`] when the rules have no tables or a file is damaged.
    pub fn open(rules: &RuleSet, dir: impl AsRef<Path>) -> Result<Tables, TableError> {
        let movement = Movement::of(rules)?;
        let mut tables: Vec<_> = (0..13 * 13).map(|_| None).collect();
        for (own, other) in super::sectors_up_to(movement.men, movement.men) {
            let Some(sector) = Sector::new(own, other) else { continue };
            // Where both are there, the one with plies.
            for kind in [Kind::Plies, Kind::Values] {
                match Table::open(dir.as_ref(), &movement, sector, kind) {
                    Ok(table) => {
                        tables[number(sector)] = Some((table, Layout::new(sector)));
                        break;
                    }
                    Err(TableError::Missing(_)) => {}
                    Err(e) => return Err(e),
                }
            }
        }
        Ok(Tables { rules: *rules, movement, tables })
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The rules on which the tables depend.
    pub fn movement(&self) -> &Movement {
        &self.movement
    }

    /// The sectors that are there.
    pub fn sectors(&self) -> impl Iterator<Item = Sector> + '_ {
        self.tables.iter().flatten().map(|(table, _)| table.sector())
    }

    /// A sector's table.
    pub fn table(&self, sector: Sector) -> Option<&Table> {
        self.found(sector).map(|(table, _)| table)
    }

    /// A sector's numbering.
    pub fn layout(&self, sector: Sector) -> Option<&Layout> {
        self.found(sector).map(|(_, layout)| layout)
    }

    /// A sector's counts.
    pub fn counts(&self, sector: Sector) -> Option<Counts> {
        self.table(sector).map(Table::counts)
    }

    /// Is the sector here with its plies?
    pub fn has_plies(&self, sector: Sector) -> bool {
        self.table(sector).is_some_and(|table| table.kind() == Kind::Plies)
    }

    #[inline]
    fn found(&self, sector: Sector) -> Option<&(Table, Layout)> {
        self.tables.get(number(sector))?.as_ref()
    }

    /// Where a position with three men or more a side is stored.
    #[inline]
    fn find(&self, own: Set, other: Set) -> Option<(&Table, u64)> {
        let sector = Sector::new(own.count_ones() as u8, other.count_ones() as u8)?;
        let (table, layout) = self.found(sector)?;
        Some((table, layout.slot(own, other)?))
    }

    /// The value for the side that has the men `own`, to move, with empty hands. `None`: no such
    /// sector here with its plies, or no such position.
    pub fn value(&self, own: Set, other: Set) -> Option<Value> {
        if let Some(decided) = few(own, other) {
            return decided;
        }
        let (table, slot) = self.find(own, other)?;
        Value::of(table.byte(slot)?)
    }

    /// The outcome without plies, of every sector that is here.
    pub fn outcome(&self, own: Set, other: Set) -> Option<Outcome> {
        if let Some(decided) = few(own, other) {
            return decided.map(Value::outcome);
        }
        let (table, slot) = self.find(own, other)?;
        table.outcome(slot)
    }

    /// The value for the side to move. In the middle of a turn (a man is to be taken) the turn
    /// counts as one ply from its start. `None` where the tables don't reach: men in hand, sectors
    /// not built, marked points.
    pub fn probe(&self, position: &Position) -> Option<Value> {
        if let Some(end) = position.end {
            return match end.winner {
                Some(winner) if winner == position.side => Some(Value::Win(0)),
                Some(_) => Some(Value::Loss(0)),
                None if end.why == crate::position::Why::Stated => None,
                None => Some(Value::Draw),
            };
        }
        if position.must_remove() {
            let next = rules::turns_played(&self.rules, position);
            let mut values = Vec::with_capacity(next.len());
            for (_, after) in next {
                let value = self.probe(&after)?;
                values.push(if after.side == position.side { value } else { value.before() });
            }
            return values.into_iter().max_by_key(|v| v.merit());
        }
        let plain = position.hand == [0, 0] && position.marked == 0 && position.phase == Phase::Moving;
        plain.then(|| self.value(position.own(), position.enemy())).flatten()
    }

    /// All positions of a sector, one for each class of symmetric ones: men of the side to move, of
    /// the other, value.
    pub fn positions(&self, sector: Sector) -> impl Iterator<Item = (Set, Set, Value)> + '_ {
        self.found(sector).into_iter().flat_map(|(table, layout)| {
            (0..table.sector().slots()).filter_map(|slot| {
                let value = Value::of(table.byte(slot)?)?;
                let (own, other) = layout.position(slot)?;
                Some((own, other, value))
            })
        })
    }
}
