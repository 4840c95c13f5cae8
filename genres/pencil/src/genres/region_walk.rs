//! Local search for regions with a single solution (LITS, norinori).
//!
//! A search finds other solutions than the known one, its rivals. All rivals are kept. A move puts a
//! cell into another region, and the best move leaves the fewest rivals that still solve the puzzle.
//! When no rival does, the next search runs.

use crate::board::Board;
use crate::codec::Puzzle;
use crate::house::Look;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::clue::RivalSearch;
use tesuji_genre::pick;
use tesuji_solver::{Clock, Value};

/// The rules of a genre that shades the same number of cells in every region.
pub(super) struct Shading {
    /// The number of shaded cells of each region.
    pub each: usize,
    /// The values of the cells in play for a set of shaded cells with the right number in each
    /// region. Its arguments are the board, the region of each cell, and whether each is shaded.
    /// Returns `None` if a rule is broken.
    pub values: fn(&Board, &[u32], &[bool]) -> Option<Vec<Value>>,
}

/// The most searches for a puzzle.
const SEARCHES: usize = 400;
/// The most rivals that one search finds.
const RIVALS: usize = 8;
/// Moves before a rival takes the place of the known solution.
const MOVES: usize = 150;
/// The most times that a rival takes this place between two searches.
const EXCHANGES: usize = 60;
/// A moved cell is tabu for at least this many moves, and for less than twice as many.
const TABU: usize = 5;
/// One move in this many is random; the others are the best.
const RANDOM: usize = 12;

/// A solution of earlier regions that differs from the known one.
struct Rival {
    shaded: Vec<bool>,
    /// By region, the number of its shaded cells.
    counts: Vec<usize>,
    /// The number of regions with a wrong count.
    wrong: usize,
    /// Does it solve the puzzle with the regions as they are?
    fits: bool,
}

struct Walk<'a> {
    board: &'a Board,
    shading: &'a Shading,
    /// The least and the most cells of a region.
    cells: [usize; 2],
    /// By cell: does the known solution shade it?
    known: Vec<bool>,
    /// By cell: its region.
    labels: Vec<u32>,
    /// By region: its number of cells.
    sizes: Vec<usize>,
    rivals: Vec<Rival>,
    /// By cell: the rivals that shade it.
    rivals_of: Vec<Vec<usize>>,
    /// The number of rivals that fit.
    fitting: usize,
}

/// Changes the regions of a puzzle until its known solution is the only one, or the bounds end the
/// search. Returns the puzzle with a solution, which may be another one than before. Returns `None`
/// if the board has no regions.
pub(super) fn settled(
    shading: &Shading,
    (puzzle, values): (&Puzzle, &[Value]),
    look: &Look,
    rivals: &mut RivalSearch<'_, Puzzle>,
    clock: &Clock,
    rng: &mut ChaCha8Rng,
) -> Option<(Puzzle, Vec<Value>)> {
    let board = &*puzzle.board;
    let regions = board.regions()?;
    let shaded_by = |values: &[Value]| {
        let mut shaded = vec![false; board.size().cells()];
        board.cells().zip(values).for_each(|(cell, &value)| shaded[cell] = value != 0);
        shaded
    };
    let labels = (0..board.size().cells()).map(|c| if board.is_hole(c) { u32::MAX } else { regions.of(c) as u32 });
    let mut walk = Walk {
        board,
        shading,
        cells: look.cells.map(usize::from),
        known: shaded_by(values),
        labels: labels.collect(),
        sizes: regions.iter().map(<[usize]>::len).collect(),
        rivals: Vec::new(),
        rivals_of: vec![Vec::new(); board.size().cells()],
        fitting: 0,
    };
    let (mut at, mut values) = (puzzle.clone(), values.to_vec());
    for _ in 0..SEARCHES {
        let answer = rivals(&at, &values, RIVALS);
        if answer.found.is_empty() {
            break;
        }
        answer.found.iter().for_each(|other| walk.add(&shaded_by(other)));
        if !walk.refute_all(clock, rng) {
            break;
        }
        at.board = Arc::new(board.clone().with_regions(&walk.labels).ok()?);
        values = walk.values(&walk.known)?;
    }
    Some((at, values))
}

impl Walk<'_> {
    /// The values of a set of shaded cells; `None` if a rule is broken.
    fn values(&self, shaded: &[bool]) -> Option<Vec<Value>> {
        (self.shading.values)(self.board, &self.labels, shaded)
    }

    /// Adds a rival. If parts of its difference are rivals by themselves, adds these instead: a move
    /// against a small one is against all that contain it.
    fn add(&mut self, other: &[bool]) {
        let parts = self.parts(other);
        let mut is_kept = false;
        if parts.len() > 1 {
            for part in parts {
                let mut shaded = self.known.clone();
                part.iter().for_each(|&c| shaded[c] = other[c]);
                is_kept |= self.keep(shaded);
            }
        }
        if !is_kept {
            self.keep(other.to_vec());
        }
    }

    /// Keeps a set of shaded cells if it solves the puzzle, once. Returns whether it does.
    fn keep(&mut self, shaded: Vec<bool>) -> bool {
        let mut counts = vec![0; self.sizes.len()];
        self.board.cells().filter(|&c| shaded[c]).for_each(|c| counts[self.labels[c] as usize] += 1);
        let fits = counts.iter().all(|&n| n == self.shading.each) && self.values(&shaded).is_some();
        if fits && !self.rivals.iter().any(|rival| rival.shaded == shaded) {
            let index = self.rivals.len();
            self.board.cells().filter(|&c| shaded[c]).for_each(|c| self.rivals_of[c].push(index));
            self.rivals.push(Rival { shaded, counts, wrong: 0, fits });
            self.fitting += 1;
        }
        fits
    }

    /// The cells in which a rival differs from the known solution, in parts that share no region and
    /// don't touch.
    fn parts(&self, other: &[bool]) -> Vec<Vec<usize>> {
        let differ: Vec<usize> = self.board.cells().filter(|&c| self.known[c] != other[c]).collect();
        let mut part: BTreeMap<usize, usize> = differ.iter().map(|&c| (c, c)).collect();
        let joined = |part: &mut BTreeMap<usize, usize>, a: usize, b: usize| {
            let (into, from) = (part[&a], part[&b]);
            part.values_mut().filter(|p| **p == from).for_each(|p| *p = into);
        };
        for (i, &a) in differ.iter().enumerate() {
            for &b in &differ[..i] {
                if self.labels[a] == self.labels[b] || self.board.neighbours(a).any(|n| n == b) {
                    joined(&mut part, a, b);
                }
            }
        }
        let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        part.iter().for_each(|(&cell, &of)| parts.entry(of).or_default().push(cell));
        parts.into_values().collect()
    }

    /// Moves cells until no rival fits. When that takes long, a rival becomes the known solution, so
    /// that other cells can move. Returns whether no rival fits in the end.
    fn refute_all(&mut self, clock: &Clock, rng: &mut ChaCha8Rng) -> bool {
        for _ in 0..EXCHANGES {
            self.move_cells(clock, rng);
            if self.fitting == 0 {
                return true;
            }
            if clock.expired().is_some() {
                return false;
            }
            let fitting = self.fitting_rivals();
            let index = fitting[pick(rng, fitting.len())];
            let rival = &mut self.rivals[index];
            for cell in 0..self.known.len() {
                match (self.known[cell], rival.shaded[cell]) {
                    (true, false) => self.rivals_of[cell].push(index),
                    (false, true) => self.rivals_of[cell].retain(|&other| other != index),
                    _ => {}
                }
            }
            std::mem::swap(&mut self.known, &mut rival.shaded);
        }
        false
    }

    fn fitting_rivals(&self) -> Vec<usize> {
        (0..self.rivals.len()).filter(|&i| self.rivals[i].fits).collect()
    }

    /// Makes up to [`MOVES`] moves, or fewer if no rival fits.
    fn move_cells(&mut self, clock: &Clock, rng: &mut ChaCha8Rng) {
        let mut tabu_until = vec![0; self.labels.len()];
        for number in 0..MOVES {
            let fitting = self.fitting_rivals();
            let Some(&index) = fitting.get(pick(rng, fitting.len().max(1))) else { return };
            if clock.expired().is_some() {
                return;
            }
            let rival = &self.rivals[index];
            let uses: Vec<usize> = self.board.cells().filter(|&c| rival.shaded[c] && !self.known[c]).collect();
            let mut moves = self.moves(&mut uses.iter().copied());
            moves.retain(|&(cell, _)| tabu_until[cell] <= number);
            let is_random = pick(rng, RANDOM) == 0;
            if moves.is_empty() || is_random {
                // A move of a cell near by can make room for a cell that the rival shades.
                let beside = uses.iter().flat_map(|&c| self.board.all_neighbours(c)).filter(|&c| !self.known[c]);
                let around = self.moves(&mut beside.collect::<Vec<_>>().into_iter());
                moves.extend(around.get(pick(rng, around.len().max(1))));
            }
            if moves.is_empty() {
                let any = self.moves(&mut self.board.cells().filter(|&c| !self.known[c]));
                moves.extend(any.get(pick(rng, any.len().max(1))));
            }
            let Some(&drawn) = moves.get(pick(rng, moves.len().max(1))) else { return };
            let mut best = (usize::MAX, 0, drawn);
            if !is_random && moves.len() > 1 {
                for &(cell, label) in &moves {
                    let from = self.labels[cell];
                    self.put(cell, label);
                    best = best.min((self.fitting, pick(rng, 1 << 16), (cell, label)));
                    self.put(cell, from);
                }
            }
            let (_, _, (cell, label)) = best;
            self.put(cell, label);
            tabu_until[cell] = number + TABU + pick(rng, TABU);
        }
    }

    /// The moves of some cells: each cell with a region beside it that has room for it.
    fn moves(&self, cells: &mut dyn Iterator<Item = usize>) -> Vec<(usize, u32)> {
        let mut moves = Vec::new();
        for cell in cells {
            let own = self.labels[cell];
            let from = moves.len();
            for near in self.board.neighbours(cell).map(|n| self.labels[n]) {
                let is_new = near != own && !moves[from..].contains(&(cell, near));
                if is_new && self.sizes[near as usize] < self.cells[1] {
                    moves.push((cell, near));
                }
            }
            if moves.len() > from && !self.may_leave(cell) {
                moves.truncate(from);
            }
        }
        moves
    }

    /// Is the region of a cell still large enough and connected without it?
    fn may_leave(&self, cell: usize) -> bool {
        let own = self.labels[cell];
        let size = self.sizes[own as usize];
        let is_own = |&c: &usize| c != cell && self.labels[c] == own;
        let Some(first) = self.board.neighbours(cell).find(is_own) else { return false };
        if size <= self.cells[0] {
            return false;
        }
        let mut reached = vec![first];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            for near in self.board.neighbours(at).filter(is_own) {
                if !reached.contains(&near) {
                    reached.push(near);
                }
            }
            next += 1;
        }
        reached.len() + 1 == size
    }

    /// Puts a cell into another region, and updates the rivals that shade it.
    fn put(&mut self, cell: usize, label: u32) {
        let from = std::mem::replace(&mut self.labels[cell], label) as usize;
        let to = label as usize;
        self.sizes[from] -= 1;
        self.sizes[to] += 1;
        let each = self.shading.each;
        for &index in &self.rivals_of[cell] {
            let rival = &mut self.rivals[index];
            let wrong = |counts: &[usize]| usize::from(counts[from] != each) + usize::from(counts[to] != each);
            let before = wrong(&rival.counts);
            rival.counts[from] -= 1;
            rival.counts[to] += 1;
            rival.wrong = rival.wrong + wrong(&rival.counts) - before;
            let fits = rival.wrong == 0 && (self.shading.values)(self.board, &self.labels, &rival.shaded).is_some();
            self.fitting = self.fitting + usize::from(fits) - usize::from(rival.fits);
            rival.fits = fits;
        }
    }
}
