//! What Solo's own solver finds without trial, or a little less.
//!
//! Its trial is not to be relied on in killers: it does not hold that the values of a cage differ
//! wherever the cage lies in several houses, and so reports several solutions of puzzles that have
//! one, and it aborts where a cage's sum is used up before its cells are. What deduction alone
//! solves, Solo solves, and does not abort on. The rules here are among its own: the only place,
//! the only value, blocks against lines, the least and the greatest sum of a cage's other cells,
//! combinations of two to four cells in one house, and what is left of a house beside the cages
//! inside it.

use crate::Sheet;
use crate::variant::Design;
use crate::variant::constraints::DIAGONAL;
use tesuji_solver::{Domain, Value};

/// A cage with what is left of it: open cells, and the sum of these.
#[derive(Clone)]
struct Cage {
    cells: Vec<usize>,
    sum: u16,
}

#[derive(Clone)]
struct Board {
    n: usize,
    houses: Vec<Vec<usize>>,
    cages: Vec<Cage>,
    values: Vec<Value>,
    left: Vec<Domain>,
}

/// Adds as few values of the solution as givens as a greedy choice finds, until deduction solves
/// the puzzle. Returns the givens.
pub(super) fn eased(sheet: &Sheet, solution: &[Value]) -> Vec<Value> {
    let mut givens = sheet.givens.clone();
    let mut board = Board::new(&sheet.design, &sheet.sums);
    for (cell, &value) in givens.iter().enumerate().filter(|(_, value)| **value > 0) {
        board.place(cell, value);
    }
    board.deduce();
    while board.open() > 0 {
        let tried = (0..givens.len()).filter(|&cell| board.values[cell] == 0).map(|cell| {
            let mut after = board.clone();
            after.place(cell, solution[cell]);
            after.deduce();
            (after.open(), cell, after)
        });
        let Some((_, cell, after)) = tried.min_by_key(|(open, cell, _)| (*open, *cell)) else { break };
        givens[cell] = solution[cell];
        board = after;
    }
    givens
}

impl Board {
    fn new(grid: &Design, sums: &[Option<u16>]) -> Board {
        let n = grid.n();
        let mut houses: Vec<Vec<usize>> = (0..n).map(|r| (0..n).map(|c| r * n + c).collect()).collect();
        houses.extend((0..n).map(|c| (0..n).map(|r| r * n + c).collect()));
        houses.extend(grid.regions().iter().map(|cells| cells.iter().map(|&c| c as usize).collect()));
        if grid.has(&DIAGONAL) {
            houses.push((0..n).map(|r| r * n + r).collect());
            houses.push((0..n).map(|r| r * n + n - 1 - r).collect());
        }
        let cages = grid
            .cages()
            .zip(sums)
            .filter_map(|(cells, sum)| Some(Cage { cells: cells.iter().map(|&c| c as usize).collect(), sum: (*sum)? }));
        let left = vec![Domain::range(1, n as Value); n * n];
        Board { n, houses, cages: cages.collect(), values: vec![0; n * n], left }
    }

    fn open(&self) -> usize {
        self.values.iter().filter(|value| **value == 0).count()
    }

    fn place(&mut self, cell: usize, value: Value) {
        self.values[cell] = value;
        self.left[cell] = Domain::single(value);
        for house in self.houses.iter().filter(|house| house.contains(&cell)) {
            for &other in house.iter().filter(|other| **other != cell) {
                self.left[other] = self.left[other].minus(Domain::single(value));
            }
        }
        for cage in self.cages.iter_mut().filter(|cage| cage.cells.contains(&cell)) {
            cage.cells.retain(|c| *c != cell);
            cage.sum = cage.sum.saturating_sub(value.into());
            for &other in &cage.cells {
                self.left[other] = self.left[other].minus(Domain::single(value));
            }
        }
    }

    /// Deduces until nothing more follows.
    fn deduce(&mut self) {
        while self.singles() || self.remainders() || self.sums() || self.intersections() {}
    }

    fn singles(&mut self) -> bool {
        for cell in 0..self.values.len() {
            if self.values[cell] == 0
                && let Some(value) = self.left[cell].value()
            {
                self.place(cell, value);
                return true;
            }
        }
        for house in 0..self.houses.len() {
            for value in 1..=self.n as Value {
                let mut places = self.houses[house].iter().copied().filter(|&cell| self.left[cell].contains(value));
                if let (Some(cell), None) = (places.next(), places.next())
                    && self.values[cell] == 0
                {
                    self.place(cell, value);
                    return true;
                }
            }
        }
        false
    }

    /// What is left of a house beside the cages inside it: its open cells and their sum. The
    /// diagonals are not looked at.
    fn remainder(&self, house: usize) -> Option<Cage> {
        let total = (self.n * (self.n + 1) / 2) as u16;
        let cells: Vec<usize> = self.houses[house].iter().copied().filter(|&cell| self.values[cell] == 0).collect();
        let placed: u16 = self.houses[house].iter().map(|&cell| u16::from(self.values[cell])).sum();
        let inside = |cage: &&Cage| !cage.cells.is_empty() && cage.cells.iter().all(|cell| cells.contains(cell));
        let whole: Vec<&Cage> = self.cages.iter().filter(inside).collect();
        let known: u16 = placed + whole.iter().map(|cage| cage.sum).sum::<u16>();
        let rest: Vec<usize> =
            cells.iter().copied().filter(|cell| !whole.iter().any(|cage| cage.cells.contains(cell))).collect();
        let says_something = !rest.is_empty() && rest.len() < self.n && known < total;
        says_something.then(|| Cage { cells: rest, sum: total - known })
    }

    /// Places a remainder of one cell; parts a cage of which a remainder is a part.
    fn remainders(&mut self) -> bool {
        for house in 0..3 * self.n {
            let Some(rest) = self.remainder(house) else { continue };
            if let &[cell] = rest.cells.as_slice() {
                if usize::from(rest.sum) <= self.n {
                    self.place(cell, rest.sum as Value);
                    return true;
                }
                continue;
            }
            let holds = |cage: &Cage| rest.cells.iter().all(|cell| cage.cells.contains(cell));
            if let Some(cage) = self.cages.iter_mut().find(|cage| holds(cage)) {
                cage.cells.retain(|cell| !rest.cells.contains(cell));
                cage.sum = cage.sum.saturating_sub(rest.sum);
                self.cages.push(rest);
                return true;
            }
        }
        false
    }

    fn sums(&mut self) -> bool {
        let rests: Vec<Cage> = (0..3 * self.n).filter_map(|house| self.remainder(house)).collect();
        let before = self.left.clone();
        for cage in self.cages.clone().iter().chain(&rests).filter(|cage| !cage.cells.is_empty()) {
            self.bounds(cage);
            // Solo has combinations for sums of values up to nine.
            let in_house = |house: &Vec<usize>| cage.cells.iter().all(|cell| house.contains(cell));
            if (2..=4).contains(&cage.cells.len()) && self.n <= 9 && self.houses[..3 * self.n].iter().any(in_house) {
                self.combinations(cage);
            }
        }
        self.left != before
    }

    /// Values that the least or the greatest sum of the other cells forbids.
    fn bounds(&mut self, cage: &Cage) {
        let end = |domain: Domain, least: bool| -> u16 {
            let value = if least { domain.iter().next() } else { domain.iter().last() };
            value.unwrap_or(0).into()
        };
        for (i, &cell) in cage.cells.iter().enumerate() {
            let others = |least: bool| -> u16 {
                let others = cage.cells.iter().enumerate().filter(|(j, _)| *j != i);
                others.map(|(_, &other)| end(self.left[other], least)).sum()
            };
            let (low, high) = (others(true), others(false));
            let fits = |&value: &Value| (low + u16::from(value)..=high + u16::from(value)).contains(&cage.sum);
            self.left[cell] = self.left[cell].iter().filter(fits).collect();
        }
    }

    /// Values that are in no set of different values with the cage's sum of which each cell has
    /// one.
    fn combinations(&mut self, cage: &Cage) {
        let mut possible = Domain::EMPTY;
        for mask in 0u64..1 << self.n {
            let set = Domain(mask << 1);
            let fits = set.iter().count() == cage.cells.len()
                && set.iter().map(u16::from).sum::<u16>() == cage.sum
                && cage.cells.iter().all(|&cell| !(self.left[cell] & set).is_empty());
            if fits {
                possible |= set;
            }
        }
        for &cell in &cage.cells {
            self.left[cell] &= possible;
        }
    }

    /// A value whose places in one house lie in another leaves the rest of that one. Solo looks at
    /// blocks against lines.
    fn intersections(&mut self) -> bool {
        let before = self.left.clone();
        for a in 0..3 * self.n {
            for b in 0..3 * self.n {
                if (a < 2 * self.n) == (b < 2 * self.n) {
                    continue;
                }
                for value in 1..=self.n as Value {
                    let has = |cell: &&usize| self.left[**cell].contains(value);
                    if self.houses[a].iter().filter(has).all(|cell| self.houses[b].contains(cell)) {
                        for &cell in self.houses[b].iter().filter(|cell| !self.houses[a].contains(cell)) {
                            self.left[cell] = self.left[cell].minus(Domain::single(value));
                        }
                    }
                }
            }
        }
        self.left != before
    }
}
