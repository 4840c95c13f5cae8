//! Loops through the middles of cells, and small changes to them.

use super::LINE;
use crate::board::{Board, Direction};
use tesuji_solver::Value;

/// A set of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cells(Vec<u64>);

impl Cells {
    pub(super) fn of(size: usize, cells: impl IntoIterator<Item = usize>) -> Cells {
        let mut set = Cells(vec![0; size.div_ceil(64)]);
        cells.into_iter().for_each(|c| set.insert(c));
        set
    }

    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn is_within(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The cells of this set and of `other` that are not in `less`.
    pub(super) fn shared_less(&self, other: &Cells, less: &Cells) -> u32 {
        self.0.iter().zip(&other.0).zip(&less.0).map(|((a, b), c)| (a & b & !c).count_ones()).sum()
    }
}

/// A loop through the middles of cells.
#[derive(Clone)]
pub(super) struct Loop {
    /// By edge: does the loop cross it?
    pub(super) crosses: Vec<bool>,
    /// The cells off the loop.
    pub(super) off: Cells,
    /// The pairs of cells off the loop that are neighbours.
    pub(super) pairs: Vec<[usize; 2]>,
}

impl Loop {
    /// The loop of a solution: the values of the cells in play, then those of the inner edges.
    pub(super) fn of_values(board: &Board, values: &[Value]) -> Loop {
        let mut crosses = vec![false; board.edges()];
        let cells = board.cells().count();
        board.inner_edges().zip(&values[cells..]).for_each(|(edge, &value)| crosses[edge] = value == LINE);
        Loop::new(board, crosses)
    }

    pub(super) fn new(board: &Board, crosses: Vec<bool>) -> Loop {
        let is_off = |&cell: &usize| board.sides(cell).into_iter().all(|e| !crosses[e]);
        let off = Cells::of(board.size().cells(), board.cells().filter(is_off));
        let beside = board.inner_edges().filter_map(|edge| match board.cells_beside(edge) {
            [Some(a), Some(b)] if off.has(a) && off.has(b) => Some([a, b]),
            _ => None,
        });
        let pairs = beside.collect();
        Loop { crosses, off, pairs }
    }

    /// The cells off the loop.
    pub(super) fn cells_off<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = usize> + 'a {
        board.cells().filter(|&c| self.off.has(c))
    }
}

/// The number of pairs of two by two squares that change the loop into another one over the same
/// cells. Where a loop runs along two opposite sides of a square, exchanging these sides for the
/// other two makes two loops of it. A second such square joins the two again if the first one parts
/// its sides along the loop.
pub(super) fn crossings(board: &Board, known: &Loop) -> usize {
    let passes = |cell: usize, way: Direction| known.crosses[board.edge(cell, way)];
    let Some(first) = board.cells().find(|&c| !known.off.has(c)) else { return 0 };
    let mut number = vec![usize::MAX; board.size().cells()];
    let (mut at, mut count) = (first, 0);
    while number[at] == usize::MAX {
        number[at] = count;
        count += 1;
        let next = |way: Direction| board.neighbour(at, way).filter(|&n| passes(at, way) && number[n] == usize::MAX);
        match Direction::ALL.into_iter().find_map(next) {
            Some(next) => at = next,
            None => break,
        }
    }
    // A link of the loop has the number of its first cell; the last one leads back.
    let link = |a: usize, b: usize| match (number[a].min(number[b]), number[a].abs_diff(number[b])) {
        (low, 1) => low,
        _ => count - 1,
    };
    let mut ends: Vec<[usize; 2]> = Vec::new();
    for [a, b, c, d] in board.squares() {
        let [top, bottom] = [a, c].map(|cell| passes(cell, Direction::Right));
        let [left, right] = [a, b].map(|cell| passes(cell, Direction::Down));
        let two = match [top, bottom, left, right] {
            [true, true, false, false] => [link(a, b), link(c, d)],
            [false, false, true, true] => [link(a, c), link(b, d)],
            _ => continue,
        };
        ends.push([two[0].min(two[1]), two[0].max(two[1])]);
    }
    let parted = |one: &[usize; 2], other: &[usize; 2]| one[0] < other[0] && other[0] < one[1] && one[1] < other[1];
    ends.iter().map(|one| ends.iter().filter(|other| parted(one, other)).count()).sum()
}

/// The loop that takes the other way around a square of cells. Returns `None` if that is no single
/// loop.
pub(super) fn turned(board: &Board, crosses: &[bool], square: [usize; 4]) -> Option<Vec<bool>> {
    one_loop(board, flipped(board, crosses, square))
}

/// The crossed edges, with the four edges between the cells of a square the other way round.
fn flipped(board: &Board, crosses: &[bool], square: [usize; 4]) -> Vec<bool> {
    let mut crosses = crosses.to_vec();
    for (cell, way) in square.into_iter().flat_map(|cell| [Direction::Right, Direction::Down].map(|way| (cell, way))) {
        if board.neighbour(cell, way).is_some_and(|near| square.contains(&near)) {
            let edge = board.edge(cell, way);
            crosses[edge] = !crosses[edge];
        }
    }
    crosses
}

/// Returns the crossed edges if they make a single loop.
fn one_loop(board: &Board, crosses: Vec<bool>) -> Option<Vec<bool>> {
    let degree = |cell: usize| board.sides(cell).into_iter().filter(|&e| crosses[e]).count();
    if board.cells().any(|cell| !matches!(degree(cell), 0 | 2)) {
        return None;
    }
    // It is one loop if a walk along it comes by every cell on it.
    let first = board.cells().find(|&c| degree(c) > 0)?;
    let passed = board.cells().filter(|&c| degree(c) > 0).count();
    let (mut at, mut came, mut steps) = (first, None, 0);
    loop {
        let is_next = |way: &Direction| crosses[board.edge(at, *way)] && Some(*way) != came;
        let way = Direction::ALL.into_iter().find(is_next)?;
        at = board.neighbour(at, way)?;
        came = Some(way.opposite());
        steps += 1;
        if at == first {
            return (steps == passed).then_some(crosses);
        }
        if steps > passed {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use tesuji_genre::pick;

    /// Two squares that a loop passes on two opposite sides make another loop over the same cells
    /// if they count as crossing, and else none: all pairs of them are turned.
    #[test]
    fn crossings_are_pairs_of_squares_that_make_another_loop() {
        let mut count = 0;
        for seed in 0..40 {
            let mut rng = tesuji_genre::sub_rng(seed, 0);
            let board = Board::new(Size::new(5 + pick(&mut rng, 4), 6).expect("a size"));
            let crosses = crate::genres::shapes::centre_loop(&board, &mut rng).expect("a loop");
            let known = Loop::new(&board, crosses.clone());
            let passes = |cell: usize, way: Direction| crosses[board.edge(cell, way)];
            let is_passed_twice = |&[a, b, c, _]: &[usize; 4]| {
                let [top, bottom] = [a, c].map(|cell| passes(cell, Direction::Right));
                let [left, right] = [a, b].map(|cell| passes(cell, Direction::Down));
                [top, bottom, left, right] == [true, true, false, false]
                    || [top, bottom, left, right] == [false, false, true, true]
            };
            let squares: Vec<[usize; 4]> = board.squares().filter(is_passed_twice).collect();
            let mut others = 0;
            for (i, &one) in squares.iter().enumerate() {
                for &other in &squares[..i] {
                    let turned = flipped(&board, &flipped(&board, &crosses, one), other);
                    let other = one_loop(&board, turned).map(|crosses| Loop::new(&board, crosses));
                    others += usize::from(other.is_some_and(|other| other.off == known.off));
                }
            }
            assert_eq!(crossings(&board, &known), others, "seed {seed}");
            count += others;
        }
        assert!(count > 40, "{count}");
    }
}
