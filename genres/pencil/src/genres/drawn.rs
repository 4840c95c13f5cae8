//! Solutions drawn by construction, which is faster than a search.

use crate::board::{Board, Direction};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

/// A drawn latin square: row by row a matching of columns to numbers that they still lack. Every
/// latin rectangle can be completed to a square (Hall), so no row is ever taken back.
pub(super) fn latin_square(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let n = board.rows();
    if n != board.cols() || n > 32 || board.cells().count() != n * n {
        return None;
    }
    // By column, the numbers that it lacks, as bits.
    let mut left = vec![u32::MAX >> (32 - n as u32); n];
    let mut values = vec![0; n * n];
    for row in 0..n {
        let mut numbers: Vec<usize> = (0..n).collect();
        shuffle(&mut numbers, rng);
        // By number, the column that has it in this row.
        let mut column_of: Vec<Option<usize>> = vec![None; n];
        for column in 0..n {
            let mut seen = 0;
            if !augment(column, &left, &numbers, &mut column_of, &mut seen) {
                return None;
            }
        }
        for (number, column) in column_of.iter().enumerate() {
            let column = (*column)?;
            left[column] &= !(1 << number);
            values[board.cell(row, column)] = number as Value + 1;
        }
    }
    Some(values)
}

/// Finds an augmenting path: gives a column a number, where columns that have theirs may change.
fn augment(column: usize, left: &[u32], numbers: &[usize], column_of: &mut [Option<usize>], seen: &mut u32) -> bool {
    for &number in numbers {
        if left[column] >> number & 1 == 0 || *seen >> number & 1 == 1 {
            continue;
        }
        *seen |= 1 << number;
        let is_free = match column_of[number] {
            None => true,
            Some(other) => augment(other, left, numbers, column_of, seen),
        };
        if is_free {
            column_of[number] = Some(column);
            return true;
        }
    }
    false
}

/// The most columns for which all rows are listed.
const MOST_COLUMNS: usize = 14;
/// Attempts, each from an empty board.
const STARTS: usize = 200;
/// Rows that are drawn at random before the list is searched for one that fits.
const DRAWS: usize = 8;

/// A drawn board of zeros and ones, with as many of each in every row and column and no three equal
/// ones side by side. If `is_distinct`, no two rows and no two columns are equal. Rows are drawn
/// from top to bottom among those that fit.
pub(super) fn halves(board: &Board, is_distinct: bool, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let (n, cols) = (board.rows(), board.cols());
    if cols > MOST_COLUMNS || n > 32 || board.cells().count() != n * cols || n % 2 + cols % 2 > 0 {
        return None;
    }
    let full = (1_u32 << cols) - 1;
    let no_three = |x: u32| x & x >> 1 & x >> 2 == 0;
    let fits = |x: &u32| x.count_ones() as usize * 2 == cols && no_three(*x) && no_three(!x & full);
    let all: Vec<u32> = (0..=full).filter(fits).collect();
    (0..STARTS).find_map(|_| {
        let mut rows: Vec<u32> = Vec::with_capacity(n);
        // By column, the number of ones.
        let mut ones = vec![0; cols];
        for r in 0..n {
            let (mut no_one, mut no_zero) = (0, 0);
            if let [.., a, b] = rows[..] {
                (no_one, no_zero) = (a & b, !a & !b & full);
            }
            for (c, &count) in ones.iter().enumerate() {
                no_one |= u32::from(2 * count == n) << c;
                no_zero |= u32::from(2 * (r - count) == n) << c;
            }
            let fits = |row: &u32| row & no_one == 0 && !row & no_zero == 0 && !(is_distinct && rows.contains(row));
            let drawn = (0..DRAWS).map(|_| all[pick(rng, all.len())]).find(|row| fits(row));
            let row = drawn.or_else(|| {
                let from = pick(rng, all.len());
                all[from..].iter().chain(&all[..from]).copied().find(|row| fits(row))
            })?;
            ones.iter_mut().enumerate().for_each(|(c, count)| *count += (row >> c & 1) as usize);
            rows.push(row);
        }
        let column = |c: usize| rows.iter().fold(0_u64, |all, row| all << 1 | u64::from(row >> c & 1));
        let mut columns: Vec<u64> = (0..cols).map(column).collect();
        columns.sort_unstable();
        if is_distinct && columns.windows(2).any(|two| two[0] == two[1]) {
            return None;
        }
        Some(board.cells().map(|cell| (rows[cell / cols] >> (cell % cols) & 1) as Value).collect())
    })
}

/// Drawn bulbs that light all cells and not each other: in a drawn order, a bulb in each cell that
/// is not lit yet.
pub(super) fn lights(board: &Board, rng: &mut ChaCha8Rng) -> Vec<bool> {
    let mut order: Vec<usize> = board.cells().collect();
    shuffle(&mut order, rng);
    let (mut lights, mut is_lit) = (vec![false; board.size().cells()], vec![false; board.size().cells()]);
    for cell in order {
        if !is_lit[cell] {
            (lights[cell], is_lit[cell]) = (true, true);
            Direction::ALL.into_iter().for_each(|way| board.ray(cell, way).for_each(|seen| is_lit[seen] = true));
        }
    }
    lights
}
