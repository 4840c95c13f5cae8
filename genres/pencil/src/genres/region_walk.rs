//! Regions that change until a shading is the only one that fits them.
//!
//! Shadings that fit beside the known one, its rivals, are found by a search and all kept: a change
//! of regions is judged by how many of them fit afterwards. Only where none does is a search asked
//! again.

use crate::board::Board;
use crate::codec::Puzzle;
use crate::house::Look;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::clue::RivalSearch;
use tesuji_genre::pick;
use tesuji_solver::{Clock, Value};

/// What is shaded in regions.
pub(super) struct Shading {
    /// The number of shaded cells of each region.
    pub each: usize,
    /// The values of the cells in play if a shading fits regions, given by cell, in each of which so
    /// many cells are shaded.
    pub values: fn(&Board, &[u32], &[bool]) -> Option<Vec<Value>>,
}

/// Searches of a puzzle at most.
const SEARCHES: usize = 400;
/// Rivals that one search gives.
const RIVALS: usize = 8;
/// Changes until a rival becomes the known shading, …
const CHANGES: usize = 150;
/// … and how often that happens until no rival fits.
const EXCHANGES: usize = 60;
/// A cell stays in its new region for so many changes, and for up to as many more.
const REST: usize = 5;
/// One change of this many is drawn, the others are the best.
const DRAWN: usize = 12;

/// A shading that may fit beside the known one.
struct Rival {
    shaded: Vec<bool>,
    /// Its cells in each region.
    counts: Vec<usize>,
    /// The regions in which it has not as many as it should.
    wrong: usize,
    fits: bool,
}

struct Walk<'a> {
    board: &'a Board,
    shading: &'a Shading,
    /// The least and the most cells of a region.
    cells: [usize; 2],
    known: Vec<bool>,
    /// By cell: its region.
    labels: Vec<u32>,
    sizes: Vec<usize>,
    rivals: Vec<Rival>,
    /// By cell: the rivals that shade it.
    shading_it: Vec<Vec<usize>>,
    /// The number of rivals that fit.
    fitting: usize,
}

/// The puzzle with regions for which the known shading is the only one, as far as that goes.
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
        shading_it: vec![Vec::new(); board.size().cells()],
        fitting: 0,
    };
    let (mut at, mut values) = (puzzle.clone(), values.to_vec());
    for _ in 0..SEARCHES {
        let answer = rivals(&at, &values, RIVALS);
        if answer.found.is_empty() {
            break;
        }
        answer.found.iter().for_each(|other| walk.meet(&shaded_by(other)));
        if !walk.refute_all(clock, rng) {
            break;
        }
        at.board = Arc::new(board.clone().with_regions(&walk.labels).ok()?);
        values = walk.values(&walk.known)?;
    }
    Some((at, values))
}

impl Walk<'_> {
    /// The values of a shading that fits.
    fn values(&self, shaded: &[bool]) -> Option<Vec<Value>> {
        (self.shading.values)(self.board, &self.labels, shaded)
    }

    /// Keeps a rival, or those parts of its difference that are rivals by themselves.
    fn meet(&mut self, other: &[bool]) {
        let parts = self.parts(other);
        let mut met = false;
        if parts.len() > 1 {
            for part in parts {
                let mut shaded = self.known.clone();
                part.iter().for_each(|&c| shaded[c] = other[c]);
                met |= self.keep(shaded);
            }
        }
        if !met {
            self.keep(other.to_vec());
        }
    }

    /// Keeps a shading that fits, unless it is kept already.
    fn keep(&mut self, shaded: Vec<bool>) -> bool {
        let mut counts = vec![0; self.sizes.len()];
        self.board.cells().filter(|&c| shaded[c]).for_each(|c| counts[self.labels[c] as usize] += 1);
        let fits = counts.iter().all(|&n| n == self.shading.each) && self.values(&shaded).is_some();
        if fits && !self.rivals.iter().any(|rival| rival.shaded == shaded) {
            let index = self.rivals.len();
            self.board.cells().filter(|&c| shaded[c]).for_each(|c| self.shading_it[c].push(index));
            self.rivals.push(Rival { shaded, counts, wrong: 0, fits });
            self.fitting += 1;
        }
        fits
    }

    /// The cells in which a rival differs, in parts that have no region in common and don't touch.
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

    /// Changes regions until no rival fits; `false` where that does not end. Where it takes long, a
    /// rival becomes the known shading: then cells move that it does not shade.
    fn refute_all(&mut self, clock: &Clock, rng: &mut ChaCha8Rng) -> bool {
        for _ in 0..EXCHANGES {
            self.change(clock, rng);
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
                    (true, false) => self.shading_it[cell].push(index),
                    (false, true) => self.shading_it[cell].retain(|&other| other != index),
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

    /// Changes regions for a while, or until no rival fits.
    fn change(&mut self, clock: &Clock, rng: &mut ChaCha8Rng) {
        let mut rests = vec![0; self.labels.len()];
        for change in 0..CHANGES {
            let fitting = self.fitting_rivals();
            let Some(&index) = fitting.get(pick(rng, fitting.len().max(1))) else { return };
            if clock.expired().is_some() {
                return;
            }
            let rival = &self.rivals[index];
            let uses: Vec<usize> = self.board.cells().filter(|&c| rival.shaded[c] && !self.known[c]).collect();
            let mut moves = self.moves(&mut uses.iter().copied());
            moves.retain(|&(cell, _)| rests[cell] <= change);
            let is_drawn = pick(rng, DRAWN) == 0;
            if moves.is_empty() || is_drawn {
                // Cells around open the way for those that the rival uses.
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
            if !is_drawn && moves.len() > 1 {
                for &(cell, label) in &moves {
                    let from = self.labels[cell];
                    self.put(cell, label);
                    best = best.min((self.fitting, pick(rng, 1 << 16), (cell, label)));
                    self.put(cell, from);
                }
            }
            let (_, _, (cell, label)) = best;
            self.put(cell, label);
            rests[cell] = change + REST + pick(rng, REST);
        }
    }

    /// The regions that some cells can go to.
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

    /// Is a cell's region large enough and in one piece without it?
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

    /// Puts a cell into another region, and says of each rival that shades it whether it fits.
    fn put(&mut self, cell: usize, label: u32) {
        let from = std::mem::replace(&mut self.labels[cell], label) as usize;
        let to = label as usize;
        self.sizes[from] -= 1;
        self.sizes[to] += 1;
        let each = self.shading.each;
        for &index in &self.shading_it[cell] {
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
