//! New boards and digits.

use super::LONGEST;
use super::run::{Run, runs};
use crate::board::{Board, Size};
use crate::house::Look;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{Bad, pick, shuffle};
use tesuji_solver::{Domain, Value};

/// Boards that are drawn before one is given up.
const DRAWS: usize = 60;
/// Orders of the cells in which digits are tried.
const FILLS: usize = 50;
/// Digits that are changed on the way to telling sums, by cell.
const CHANGES: usize = 4;

/// A board whose runs are as long as the look says on the mean, in one part, the same after half a
/// turn.
pub(super) fn board(size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
    let drawn = (0..DRAWS).find_map(|_| draw(size, look, rng));
    Board::new(size).with_holes(drawn.ok_or_else(|| Bad::new("no board was found").at("size"))?)
}

/// Pairs of holes that part runs, long ones first, without leaving single cells.
fn draw(size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<bool>> {
    let n = size.cells();
    let mut holes = vec![false; n];
    let most = usize::from(look.cells[1]).min(LONGEST);
    loop {
        let board = Board::new(size).with_holes(holes.clone()).ok()?;
        let all = runs(&board);
        let cells: usize = all.iter().map(|run| run.cells.len()).sum();
        let longest = all.iter().map(|run| run.cells.len()).max()?;
        let is_short = cells * 100 <= all.len() * usize::from(look.part);
        if is_short && longest <= most {
            return Some(holes);
        }
        let mut long: Vec<&Run> = all.iter().filter(|run| run.cells.len() > 3).collect();
        shuffle(&mut long, rng);
        long.sort_by_cached_key(|run| std::cmp::Reverse(run.cells.len() / 3));
        let mut at: Vec<usize> = long.iter().take(6).flat_map(|run| run.cells.iter().copied()).collect();
        if at.is_empty() {
            return (longest <= most).then_some(holes);
        }
        shuffle(&mut at, rng);
        if longest > most {
            at.sort_by_cached_key(|cell| !long[0].cells.contains(cell));
        }
        let next = at.into_iter().find_map(|cell| {
            let mut next = holes.clone();
            (next[cell], next[n - 1 - cell]) = (true, true);
            let board = Board::new(size).with_holes(next.clone()).ok()?;
            let is_whole = runs(&board).iter().all(|run| run.cells.len() > 1) && board.is_connected(&|_| true);
            is_whole.then_some(next)
        });
        match next {
            Some(next) => holes = next,
            None => return (longest <= LONGEST && cells < all.len() * 450).then_some(holes),
        }
    }
}

/// Digits that differ in every run, changed so that sums tell much of their digits.
pub(super) fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let all = runs(board);
    let cells: Vec<usize> = board.cells().collect();
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); board.size().cells()];
    for (i, run) in all.iter().enumerate() {
        run.cells.iter().for_each(|&c| of[c].push(i));
    }
    let free = |digits: &[Value], cell: usize| {
        let around = of[cell].iter().flat_map(|&i| &all[i].cells).filter(|&&c| c != cell);
        Domain::range(1, 9).minus(around.map(|&c| digits[c]).filter(|&digit| digit > 0).collect())
    };
    let mut fill = || {
        let mut digits: Vec<Value> = vec![0; board.size().cells()];
        let mut order = cells.clone();
        shuffle(&mut order, rng);
        // Long runs leave the fewest digits.
        order.sort_by_cached_key(|&c| std::cmp::Reverse(of[c].iter().map(|&i| all[i].cells.len()).max()));
        for cell in order {
            let values: Vec<Value> = free(&digits, cell).iter().collect();
            digits[cell] = *values.get(pick(rng, values.len().max(1)))?;
        }
        Some(digits)
    };
    let mut digits = (0..FILLS).find_map(|_| fill())?;
    let sets = Sets::new();
    let open = |digits: &[Value], cell: usize| -> f64 {
        let total = |i: usize| all[i].cells.iter().map(|&c| usize::from(digits[c])).sum();
        of[cell].iter().map(|&i| sets.count(all[i].cells.len(), total(i)).ln()).sum()
    };
    for _ in 0..CHANGES * cells.len() {
        let cell = cells[pick(rng, cells.len())];
        let values: Vec<Value> = free(&digits, cell).iter().collect();
        let before = (digits[cell], open(&digits, cell));
        digits[cell] = values[pick(rng, values.len())];
        if open(&digits, cell) > before.1 {
            digits[cell] = before.0;
        }
    }
    Some(cells.iter().map(|&c| digits[c]).collect())
}

/// How many sets of different digits there are, by their number and their sum.
pub(super) struct Sets(Vec<[f64; 46]>);

impl Sets {
    pub(super) fn new() -> Sets {
        let mut counts = vec![[0.0; 46]; LONGEST + 1];
        for set in 0..1_u32 << LONGEST {
            let sum: usize = (1..=LONGEST).filter(|digit| set >> (digit - 1) & 1 == 1).sum();
            counts[set.count_ones() as usize][sum] += 1.0;
        }
        Sets(counts)
    }

    pub(super) fn count(&self, cells: usize, total: usize) -> f64 {
        self.0[cells.min(LONGEST)][total.min(45)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards of all sizes have runs of some three cells, no single cells, and one part.
    #[test]
    fn boards_are_like_printed_ones() {
        let mut rng = tesuji_genre::sub_rng(7, 0);
        let look = Look::PLAIN.with_parts(320, [2, 9]);
        for (rows, cols) in [(4, 4), (6, 6), (8, 8), (9, 9), (9, 11), (14, 10)] {
            let board = board(Size::new(rows, cols).expect("a size"), &look, &mut rng).expect("a board");
            let lengths: Vec<usize> = runs(&board).iter().map(|run| run.cells.len()).collect();
            let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
            assert!(lengths.iter().all(|n| (2..=9).contains(n)) && board.is_connected(&|_| true));
            assert!((2.0..3.9).contains(&mean), "{rows}x{cols}: {mean}");
            let values = completion(&board, &mut rng).expect("digits");
            assert!(values.iter().all(|value| (1..=9).contains(value)));
        }
    }
}
