//! Alpha-beta down to the tables.

use super::merit::{BOUND, Bounds, after};
use crate::action::Turn;
use crate::position::Position;
use crate::rules;
use crate::symmetry::Symmetry;
use crate::tables::{Tables, Value};
use std::collections::HashMap;
use tesuji_solver::{Clock, Limits, Stop};

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value for the side to move; `None`: not within the depth, the tables and the limits.
    pub value: Option<Value>,
    /// The first turn (in the rules' order) that keeps it, where there is one.
    pub best: Option<Turn>,
    /// Positions searched.
    pub nodes: u64,
    /// `Exhausted`, or the limit that was reached.
    pub stop: Stop,
}

struct Search<'a> {
    tables: &'a Tables,
    clock: Clock,
    nodes: u64,
    stop: Option<Stop>,
    known: HashMap<Position, Bounds>,
    most: usize,
}

/// The exact value of a position: at most `depth` turns deep, and down to the tables. Men in hand
/// run out, so a depth of their number is enough where nothing moves while placing.
pub fn exact(tables: &Tables, position: &Position, depth: u32, limits: &Limits) -> Found {
    let most = limits.memory / (4 * size_of::<(Position, Bounds)>());
    let (clock, known) = (limits.start(), HashMap::new());
    let mut search = Search { tables, clock, nodes: 0, stop: None, known, most };
    let (range, best) = search.range(&position.timeless(), depth.min(512), -BOUND, BOUND);
    let value = range.value();
    Found { value, best: value.and(best), nodes: search.nodes, stop: search.stop.unwrap_or(Stop::Exhausted) }
}

impl Search<'_> {
    /// The bounds of the merit after reading; reading ends where it is outside `alpha` to `beta`.
    fn range(&mut self, at: &Position, depth: u32, alpha: i16, beta: i16) -> (Bounds, Option<Turn>) {
        if let Some(value) = self.tables.probe(at) {
            let best = if at.end.is_none() && depth > 0 { self.keeping(at, value) } else { None };
            return (Bounds::exact(value), best);
        }
        let mut range = Bounds::UNKNOWN;
        self.stop = self.stop.or_else(|| self.clock.check(self.nodes));
        if self.stop.is_some() || depth == 0 || at.end.is_some() {
            return (range, None);
        }
        let key = least(at);
        // Whatever the depth was, bounds are bounds.
        if let Some(&known) = self.known.get(&key)
            && known.settles(alpha, beta)
        {
            return (known, None);
        }
        self.nodes += 1;
        let mut next: Vec<(Turn, Position)> = rules::turns_played(self.tables.rules(), at);
        // Turns that take a man first: they cut off most.
        next.sort_by_key(|(turn, _)| !turn.takes());
        let (mut low, mut high, mut best) = (-BOUND, -BOUND, None);
        let mut cut = false;
        for (turn, child) in next {
            let child = child.timeless();
            let same = child.side == at.side && child.end.is_none();
            let floor = alpha.max(low);
            let (mut found, _) = if same {
                self.range(&child, depth - 1, floor, beta)
            } else {
                self.range(&child, depth - 1, after(beta), after(floor))
            };
            if !same {
                found = found.before();
            }
            if best.is_none() || found.low > low {
                best = Some(turn);
            }
            low = low.max(found.low);
            high = high.max(found.high);
            if low >= beta {
                cut = true;
                break;
            }
        }
        range.low = low;
        if !cut {
            range.high = high;
        }
        if self.stop.is_none() && self.known.len() < self.most {
            self.known.insert(key, range);
        }
        (range, best)
    }

    /// The first turn that keeps a value from the tables.
    fn keeping(&self, at: &Position, value: Value) -> Option<Turn> {
        let next = rules::turns_played(self.tables.rules(), at);
        next.into_iter().find_map(|(turn, child)| {
            let found = self.tables.probe(&child)?;
            let found = if child.side == at.side { found } else { found.before() };
            (found == value).then_some(turn)
        })
    }
}

/// The least image of a position under the symmetries: by men, then by what else the rules look at.
fn least(at: &Position) -> Position {
    let key = |p: &Position| (p.men, p.marked, p.used_mills);
    Symmetry::all().map(|s| at.moved(s)).min_by_key(key).unwrap_or(*at)
}

/// The reference: every turn to the same depth. `None` where the tables and the depth don't reach
/// for every turn that matters.
pub fn plain(tables: &Tables, position: &Position, depth: u32) -> Option<Value> {
    if let Some(value) = tables.probe(position) {
        return Some(value);
    }
    if depth == 0 {
        return None;
    }
    let mut best: Option<Value> = None;
    for (_, next) in rules::turns_played(tables.rules(), position) {
        let value = plain(tables, &next, depth - 1)?;
        let value = if next.side == position.side && next.end.is_none() { value } else { value.before() };
        if best.is_none_or(|b| value.merit() > b.merit()) {
            best = Some(value);
        }
    }
    best
}
