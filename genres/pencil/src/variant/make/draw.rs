//! Constraints drawn around a solution.

use super::fits::Look;
use super::makers::{Maker, Place};
use super::numbers::{is_open, numbered};
use super::{Count, Plan};
use crate::variant::constraint::{Constraint, Kind};
use crate::variant::constraints::diagonal;
use crate::variant::design::Design;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use tesuji_genre::clue::option::Symmetry;
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

/// Shapes that are tried for one constraint.
const TRIES: usize = 4_000;
/// Drawings that are begun anew where one has no room left.
const DRAWINGS: usize = 6;

/// The design with its plan carried out around a solution.
pub fn grown(design: &Design, solution: &[Value], rng: &mut ChaCha8Rng) -> Option<Design> {
    let plan = design.plan.as_ref()?;
    let values: Vec<i32> = solution.iter().map(|&v| v.into()).collect();
    let mut start = design.clone();
    let open = std::mem::take(&mut start.constraints);
    let filled = |c: Constraint, rng: &mut ChaCha8Rng| if is_open(&c) { numbered(c, design, &values, rng) } else { c };
    start.constraints = open.into_iter().map(|c| filled(c, rng)).collect();
    for _ in 0..DRAWINGS {
        let mut sheet = Sheet::new(&start, plan, &values);
        if plan.wishes.iter().all(|&(maker, count)| sheet.draw(maker, count, rng)) {
            let mut done = start.clone();
            done.constraints.append(&mut sheet.drawn);
            return Some(done);
        }
    }
    Some(Design { plan: Some(Plan { has_failed: true, ..plan.clone() }), ..start })
}

/// A grid on which constraints are drawn.
struct Sheet<'a> {
    design: &'a Design,
    symmetry: Symmetry,
    values: &'a [i32],
    /// Cells with a line, cells of cages, and cells with a mark.
    taken: [BTreeSet<u32>; 3],
    /// Sets of cells that have a sign, or a clue outside.
    signs: BTreeSet<Vec<u32>>,
    drawn: Vec<Constraint>,
}

impl<'a> Sheet<'a> {
    fn new(design: &'a Design, plan: &Plan, values: &'a [i32]) -> Sheet<'a> {
        let mut sheet = Sheet {
            design,
            symmetry: plan.symmetry,
            values,
            taken: Default::default(),
            signs: BTreeSet::new(),
            drawn: Vec::new(),
        };
        for c in &design.constraints {
            match c.kind.name {
                "Cage" | "AllDifferent" => sheet.taken[1].extend(c.line()),
                _ if c.kind.words.family.is_line() => sheet.taken[0].extend(c.line()),
                _ => drop(sheet.signs.insert(c.line().to_vec())),
            }
        }
        sheet
    }

    /// The images of cells under the symmetry, in the order of its maps.
    fn images(&self, cells: &[u32]) -> Vec<Vec<u32>> {
        self.design.grid.images(self.symmetry, cells)
    }

    fn holds(&self, kind: &Kind, cells: &[u32], is_whole: bool) -> bool {
        let values: Vec<i32> = cells.iter().map(|&cell| self.values[cell as usize]).collect();
        Look { design: self.design, cells, values: &values, is_whole }.holds(kind)
    }

    /// Draws the number that is wanted; `false` where there is no room.
    fn draw(&mut self, maker: &'static Maker, count: Count, rng: &mut ChaCha8Rng) -> bool {
        let Count::Of(count) = count else { return self.draw_all(maker, rng) };
        let (mut left, mut tries) = (count, 0);
        while left > 0 {
            tries += 1;
            if tries > TRIES {
                return false;
            }
            let Some(cells) = self.shape(maker, rng) else { continue };
            // An image on the same cells is the same constraint.
            let mut seen: BTreeSet<Vec<u32>> = BTreeSet::new();
            let key = |cells: &Vec<u32>| {
                let mut key = cells.clone();
                if maker.place != Place::End {
                    key.sort_unstable();
                }
                key
            };
            let images: Vec<Vec<u32>> =
                self.images(&cells).into_iter().filter(|image| seen.insert(key(image))).collect();
            if images.len() > left || !self.has_room(maker, &images) {
                continue;
            }
            let made: Option<Vec<Constraint>> = images.iter().map(|cells| self.made(maker, cells, rng)).collect();
            let Some(made) = made else { continue };
            left -= made.len();
            tries = 0;
            for c in made {
                self.take(maker, &c);
                self.drawn.push(c);
            }
        }
        true
    }

    /// All signs that hold, and the rule that there are no others.
    fn draw_all(&mut self, maker: &'static Maker, rng: &mut ChaCha8Rng) -> bool {
        for (a, b) in self.design.grid.neighbours() {
            let own = self.made(maker, &[a, b], rng).or_else(|| self.made(maker, &[b, a], rng));
            self.drawn.extend(own);
        }
        self.drawn.extend(maker.absence.map(Constraint::of));
        true
    }

    /// The constraint of the first kind that holds in the solution.
    fn made(&self, maker: &Maker, cells: &[u32], rng: &mut ChaCha8Rng) -> Option<Constraint> {
        let mut cells = cells.to_vec();
        if matches!(maker.place, Place::Side | Place::Square) {
            cells.sort_unstable();
        }
        let kind = maker.kinds.iter().copied().find(|kind| self.holds(kind, &cells, true))?;
        Some(numbered(Constraint::over(kind, cells), self.design, self.values, rng))
    }

    fn layer(maker: &Maker) -> Option<usize> {
        match maker.place {
            Place::Line => Some(0),
            Place::Area => Some(1),
            Place::Cell => Some(2),
            _ => None,
        }
    }

    fn take(&mut self, maker: &Maker, c: &Constraint) {
        match Sheet::layer(maker) {
            Some(layer) => self.taken[layer].extend(c.line()),
            None => drop(self.signs.insert(c.line().to_vec())),
        }
    }

    /// Are the images apart from each other and from what is drawn?
    fn has_room(&self, maker: &Maker, images: &[Vec<u32>]) -> bool {
        let Some(layer) = Sheet::layer(maker) else {
            let reversed = |cells: &Vec<u32>| cells.iter().rev().copied().collect::<Vec<u32>>();
            let is_new = |cells: &Vec<u32>| {
                let is_end = maker.place == Place::End;
                !self.signs.contains(cells) && (is_end || !self.signs.contains(&reversed(cells)))
            };
            return images.iter().all(is_new);
        };
        let mut cells: Vec<u32> = images.iter().flatten().copied().collect();
        let all = cells.len();
        cells.sort_unstable();
        cells.dedup();
        cells.len() == all && !cells.iter().any(|cell| self.taken[layer].contains(cell))
    }

    /// A shape that may hold.
    fn shape(&self, maker: &Maker, rng: &mut ChaCha8Rng) -> Option<Vec<u32>> {
        let grid = &self.design.grid;
        let cell = |rng: &mut ChaCha8Rng| pick(rng, grid.cells()) as u32;
        match maker.place {
            Place::Line | Place::Area => self.walk(maker, rng),
            Place::Cell => Some(vec![cell(rng)]),
            Place::Pair => {
                let all = grid.neighbours();
                let (a, b) = *all.get(pick(rng, all.len()))?;
                Some(if pick(rng, 2) == 0 { vec![a, b] } else { vec![b, a] })
            }
            Place::Square => grid.square(cell(rng)).map(|square| square.to_vec()),
            Place::Side | Place::End => {
                let at = pick(rng, grid.rows + grid.cols);
                let mut line = if at < grid.rows { grid.row(at) } else { grid.col(at - grid.rows) };
                if maker.place == Place::End && pick(rng, 2) == 1 {
                    line.reverse();
                }
                Some(line)
            }
            Place::Diagonal => {
                let (down, right) = [(1, 1), (1, -1), (-1, 1), (-1, -1)][pick(rng, 4)];
                let first = cell(rng);
                let starts = grid.step(first, -down, -right).is_none();
                let cells = diagonal(grid, first, down, right);
                (starts && cells.len() >= maker.cells.0).then_some(cells)
            }
        }
    }

    /// A line or an area that grows cell by cell.
    fn walk(&self, maker: &Maker, rng: &mut ChaCha8Rng) -> Option<Vec<u32>> {
        let grid = &self.design.grid;
        let (kind, layer) = (*maker.kinds.first()?, Sheet::layer(maker)?);
        let (least, most) = (maker.cells.0, maker.cells.1.min(usize::from(grid.high)));
        let is_region = kind.name == "AllDifferent";
        let size = if is_region { grid.side() } else { least + pick(rng, most.max(least) - least + 1) };
        let mut cells = vec![pick(rng, grid.cells()) as u32];
        if self.taken[layer].contains(&cells[0]) {
            return None;
        }
        let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let corners = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        while cells.len() < size {
            let mut next: Vec<u32> = Vec::new();
            let (from, steps) = match maker.place {
                Place::Area => (&cells[..], sides.to_vec()),
                _ => (&cells[cells.len() - 1..], [sides, corners].concat()),
            };
            for &cell in from {
                next.extend(steps.iter().filter_map(|&(down, right)| grid.step(cell, down, right)));
            }
            next.retain(|cell| !cells.contains(cell) && !self.taken[layer].contains(cell));
            shuffle(&mut next, rng);
            let fits = |&cell: &u32| {
                let more = [&cells[..], &[cell]].concat();
                let is_whole = more.len() == size;
                self.images(&more).iter().all(|image| self.holds(kind, image, is_whole))
            };
            match next.into_iter().find(fits) {
                Some(cell) => cells.push(cell),
                None => return None,
            }
        }
        if maker.place == Place::Area {
            cells.sort_unstable();
        }
        Some(cells)
    }
}
