//! Orders of filling rows: every way of placing one tile a round on each of the top rows of an
//! empty wall.
//!
//! Each row is filled in some order of its five columns; in each of five rounds the rows' tiles are
//! placed from top to bottom and scored by the rules.

use crate::placement_score;
use std::collections::BTreeMap;

/// Scores of all orders of this number of rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orders {
    /// How many there are: 120 to the power of the rows.
    pub orders: u64,
    /// How many score each total.
    pub totals: BTreeMap<u32, u64>,
    /// Total of the obvious order: every row from left to right.
    pub obvious: u32,
}

/// All orders of five columns, in lexicographic order.
fn permutations() -> Vec<[usize; 5]> {
    let mut all = Vec::with_capacity(120);
    for code in 0..5usize.pow(5) {
        let order = [code / 625, code / 125 % 5, code / 25 % 5, code / 5 % 5, code % 5];
        let used = order.iter().fold(0u8, |u, &c| u | 1 << c);
        if used == 0b11111 {
            all.push(order);
        }
    }
    all
}

fn total(orders: &[&[usize; 5]]) -> u32 {
    let (mut wall, mut points) = (0u32, 0);
    for round in 0..5 {
        for (row, order) in orders.iter().enumerate() {
            let column = order[round];
            wall |= 1 << (5 * row + column);
            points += u32::from(placement_score(wall, row, column));
        }
    }
    points
}

/// The total of one order a row, from the top; `None` when it is none. An order says of each
/// column, from the left, in which round (from 0) it is filled, as the published lists do.
pub fn order_total(rows: &[Vec<usize>]) -> Option<u32> {
    let mut orders = Vec::with_capacity(rows.len());
    for row in rows {
        let rounds: [usize; 5] = row.as_slice().try_into().ok()?;
        let mut order = [usize::MAX; 5];
        for (column, &round) in rounds.iter().enumerate() {
            *order.get_mut(round)? = column;
        }
        orders.push((!order.contains(&usize::MAX)).then_some(order)?);
    }
    let orders: Vec<&[usize; 5]> = orders.iter().collect();
    (1..=5).contains(&orders.len()).then(|| total(&orders))
}

/// All orders of 1, 2 or 3 rows; `None` for more (207 million and up).
pub fn fill_orders(rows: usize) -> Option<Orders> {
    if !(1..=3).contains(&rows) {
        return None;
    }
    let each = permutations();
    let mut totals = BTreeMap::new();
    let mut count = [0u64; 128];
    let n = each.len().pow(rows as u32);
    let mut chosen = vec![&each[0]; rows];
    for code in 0..n {
        let mut rest = code;
        for slot in &mut chosen {
            *slot = &each[rest % each.len()];
            rest /= each.len();
        }
        count[total(&chosen) as usize & 127] += 1;
    }
    for (points, &ways) in count.iter().enumerate().filter(|(_, n)| **n > 0) {
        totals.insert(points as u32, ways);
    }
    let straight = [0, 1, 2, 3, 4];
    Some(Orders { orders: n as u64, totals, obvious: total(&vec![&straight; rows]) })
}
