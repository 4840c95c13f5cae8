//! Draws regions together with their numbers.

use crate::board::{Board, Direction, Size};
use crate::house::Look;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

/// Regions that are tried, for each cell of the board.
const TRIES: usize = 60;
/// The most regions beside a cell that are dissolved where no number fits.
const GONE: usize = 2;

/// A board while it is drawn. Equal numbers keep their distance at all times.
struct Drawing {
    board: Board,
    /// By cell, its region or `FREE`, and its number or 0.
    region: Vec<usize>,
    number: Vec<usize>,
    next: usize,
}

/// The region of a cell without one.
const FREE: usize = usize::MAX;

/// Grows regions from drawn cells, each with numbers that fit those around. If no number fits, the
/// cell joins a region beside it, or up to two of these are dissolved. Returns `None` if cells are
/// left over in the end.
pub(super) fn draw(size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Option<(Board, Vec<Value>)> {
    let board = Board::new(size);
    let cells = size.cells();
    let mut drawing = Drawing { board, region: vec![FREE; cells], number: vec![0; cells], next: 0 };
    for _ in 0..TRIES * cells {
        let free: Vec<usize> = (0..cells).filter(|&c| drawing.region[c] == FREE).collect();
        let Some(&first) = free.get(pick(rng, free.len().max(1))) else { break };
        let most = usize::from(look.cells[1]);
        let is_alone = drawing.board.neighbours(first).all(|n| drawing.region[n] != FREE);
        let is_done = is_alone && drawing.join(first, most, rng)
            || drawing.grow(first, look.drawn_part(rng), rng)
            || drawing.join(first, most, rng);
        if !is_done {
            drawing.make_room(first, rng);
        }
    }
    if drawing.region.contains(&FREE) {
        return None;
    }
    drawing.swap_numbers(rng);
    let labels: Vec<u32> = drawing.region.iter().map(|&region| region as u32).collect();
    let values = drawing.number.iter().map(|&number| number as Value).collect();
    Some((Board::new(size).with_regions(&labels).ok()?, values))
}

impl Drawing {
    /// Does a number keep its distance from equal ones?
    fn fits(&self, cell: usize, number: usize) -> bool {
        let near = |way| self.board.ray(cell, way).take(number);
        !Direction::ALL.into_iter().flat_map(near).any(|other| self.number[other] == number)
    }

    /// Grows a region of the wanted size, or of less, from a cell. Returns `false` if no number
    /// fits even for that cell alone.
    fn grow(&mut self, first: usize, wanted: usize, rng: &mut ChaCha8Rng) -> bool {
        let mut cells = vec![first];
        while cells.len() < wanted {
            let near = cells.iter().flat_map(|&c| self.board.neighbours(c));
            let open: Vec<usize> = near.filter(|n| self.region[*n] == FREE && !cells.contains(n)).collect();
            let Some(&next) = open.get(pick(rng, open.len().max(1))) else { break };
            cells.push(next);
        }
        while !cells.is_empty() {
            let mut numbers: Vec<usize> = (1..=cells.len()).collect();
            shuffle(&mut numbers, rng);
            if self.number_all(&cells, &mut numbers) {
                cells.iter().for_each(|&cell| self.region[cell] = self.next);
                self.next += 1;
                return true;
            }
            cells.pop();
        }
        false
    }

    /// Joins a cell to a region beside it, whose numbers are drawn anew. Returns `false` if no
    /// region has room and numbers that fit.
    fn join(&mut self, cell: usize, most: usize, rng: &mut ChaCha8Rng) -> bool {
        let mut near: Vec<usize> = self.board.neighbours(cell).map(|n| self.region[n]).collect();
        shuffle(&mut near, rng);
        for region in near.into_iter().filter(|&region| region != FREE) {
            let mut cells: Vec<usize> = (0..self.region.len()).filter(|&c| self.region[c] == region).collect();
            if cells.len() >= most {
                continue;
            }
            let before: Vec<usize> = cells.iter().map(|&c| std::mem::take(&mut self.number[c])).collect();
            cells.push(cell);
            let mut numbers: Vec<usize> = (1..=cells.len()).collect();
            shuffle(&mut numbers, rng);
            if self.number_all(&cells, &mut numbers) {
                self.region[cell] = region;
                return true;
            }
            cells.iter().zip(before).for_each(|(&c, number)| self.number[c] = number);
        }
        false
    }

    /// Gives some cells these numbers in an order that fits.
    fn number_all(&mut self, cells: &[usize], numbers: &mut Vec<usize>) -> bool {
        let Some((&cell, rest)) = cells.split_first() else { return true };
        for i in 0..numbers.len() {
            if !self.fits(cell, numbers[i]) {
                continue;
            }
            let number = numbers.remove(i);
            self.number[cell] = number;
            if self.number_all(rest, numbers) {
                return true;
            }
            self.number[cell] = 0;
            numbers.insert(i, number);
        }
        false
    }

    /// Dissolves regions beside a cell.
    fn make_room(&mut self, cell: usize, rng: &mut ChaCha8Rng) {
        let mut near: Vec<usize> = self.board.neighbours(cell).map(|n| self.region[n]).collect();
        shuffle(&mut near, rng);
        for gone in near.into_iter().filter(|&region| region != FREE).take(GONE) {
            for cell in 0..self.region.len() {
                if self.region[cell] == gone {
                    (self.region[cell], self.number[cell]) = (FREE, 0);
                }
            }
        }
    }

    /// Swaps numbers within regions where that fits, so that numbers don't show in which order the
    /// regions grew.
    fn swap_numbers(&mut self, rng: &mut ChaCha8Rng) {
        let cells = self.region.len();
        for _ in 0..4 * cells {
            let (a, b) = (pick(rng, cells), pick(rng, cells));
            let (x, y) = (self.number[a], self.number[b]);
            if a == b || self.region[a] != self.region[b] {
                continue;
            }
            (self.number[a], self.number[b]) = (0, 0);
            let fits = self.fits(a, y) && self.fits(b, x);
            (self.number[a], self.number[b]) = if fits { (y, x) } else { (x, y) };
        }
    }
}
