//! The grid of a variant: cells, values, boxes, and variables outside.

use super::image::Map;
use tesuji_genre::Bad;
use tesuji_genre::clue::option::Symmetry;
use tesuji_solver::{Domain, Value};

/// The longest side.
pub const MOST: usize = 16;
/// The most variables outside of a grid.
const MOST_OUTSIDE: usize = 512;

/// Variables outside of the grid with one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its name, capital letters.
    pub name: String,
    /// What it is, in words; may be empty.
    pub label: String,
    /// Number of variables.
    pub count: usize,
    /// Variables a row; 0: as the grid.
    pub columns: usize,
}

/// Rows, columns and values. Cell `r·cols + c` (from 0) is place and variable `r·cols + c`; variables
/// outside follow, group by group in the order of their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The least value, 0 or 1.
    pub low: Value,
    /// The greatest value.
    pub high: Value,
    /// Are rows and columns houses?
    pub has_lines: bool,
    /// Variables outside.
    pub outside: Vec<Group>,
}

impl Grid {
    /// A grid with the values from 1 to its longer side.
    ///
    /// # Errors
    /// [`Bad`] when a side is out of range.
    pub fn new(rows: usize, cols: usize) -> Result<Grid, Bad> {
        Grid::within(rows, cols, MOST)
    }

    /// A grid with sides of up to `most`.
    ///
    /// # Errors
    /// [`Bad`] when a side is out of range.
    pub(crate) fn within(rows: usize, cols: usize, most: usize) -> Result<Grid, Bad> {
        let sides = 1..=most;
        if !sides.contains(&rows) || !sides.contains(&cols) {
            return Err(Bad::new(format!("a grid of {rows}x{cols} cells; sides of 1 to {most} are read")));
        }
        let high = rows.max(cols) as Value;
        Ok(Grid { rows, cols, low: 1, high, has_lines: true, outside: Vec::new() })
    }

    /// The same grid with other values.
    ///
    /// # Errors
    /// [`Bad`] when there are too many or too few.
    pub fn with_values(self, low: usize, high: usize) -> Result<Grid, Bad> {
        let least = if self.has_lines { self.rows.max(self.cols) } else { 1 };
        if low > 1 || high < low || high + 1 - low < least || high + 1 - low > MOST {
            let what = format!("values from {low} to {high}: {least} to {MOST} values from 0 or 1 on are read");
            return Err(Bad::new(what));
        }
        Ok(Grid { low: low as Value, high: high as Value, ..self })
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// Number of cells and variables outside.
    pub fn variables(&self) -> usize {
        self.cells() + self.outside.iter().map(|g| g.count).sum::<usize>()
    }

    /// All values.
    pub fn values(&self) -> Domain {
        Domain::range(self.low, self.high)
    }

    /// The size of a region, if nothing else is said.
    pub fn side(&self) -> usize {
        self.rows.max(self.cols)
    }

    /// The cell at a row and column, from 0.
    pub fn cell(&self, row: usize, col: usize) -> u32 {
        (row * self.cols + col) as u32
    }

    /// Row and column of a cell, from 0.
    pub fn row_col(&self, cell: u32) -> (usize, usize) {
        (cell as usize / self.cols, cell as usize % self.cols)
    }

    /// The cell that lies so many rows and columns off.
    pub fn step(&self, cell: u32, down: i32, right: i32) -> Option<u32> {
        let (r, c) = self.row_col(cell);
        let (r, c) = (r as i32 + down, c as i32 + right);
        let is_in = (0..self.rows as i32).contains(&r) && (0..self.cols as i32).contains(&c);
        is_in.then(|| self.cell(r as usize, c as usize))
    }

    /// The cells of a row.
    pub fn row(&self, row: usize) -> Vec<u32> {
        (0..self.cols).map(|c| self.cell(row, c)).collect()
    }

    /// The cells of a column.
    pub fn col(&self, col: usize) -> Vec<u32> {
        (0..self.rows).map(|r| self.cell(r, col)).collect()
    }

    /// The images of cells under the maps of a symmetry; without those that exchange rows and columns
    /// where the grid is not square.
    pub fn images(&self, symmetry: Symmetry, cells: &[u32]) -> Vec<Vec<u32>> {
        let maps = symmetry.transforms().iter().filter(|(swaps, ..)| !swaps || self.rows == self.cols);
        let image = |&(swaps, rows, cols): &(bool, bool, bool)| {
            let place = |&cell: &u32| {
                let (r, c) = self.row_col(cell);
                let (r, c) = if swaps { (c, r) } else { (r, c) };
                self.cell(if rows { self.rows - 1 - r } else { r }, if cols { self.cols - 1 - c } else { c })
            };
            cells.iter().map(place).collect()
        };
        maps.map(image).collect()
    }

    /// The maps of the grid onto itself, by where each cell comes from.
    pub fn maps(&self) -> Vec<Map> {
        let cells: Vec<u32> = (0..self.cells() as u32).collect();
        let maps = self.images(Symmetry::Full, &cells);
        maps.into_iter().map(|map| map.into_iter().map(|cell| cell as usize).collect()).collect()
    }

    /// The images of a cell, sorted, each once.
    pub fn orbit(&self, symmetry: Symmetry, cell: u32) -> Vec<u32> {
        let mut all = self.images(symmetry, &[cell]).concat();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Pairs of cells that share a side, the earlier one first.
    pub fn neighbours(&self) -> Vec<(u32, u32)> {
        let cells = 0..self.cells() as u32;
        cells
            .flat_map(|a| [(1, 0), (0, 1)].map(|(d, r)| (a, self.step(a, d, r))))
            .filter_map(|(a, b)| Some((a, b?)))
            .collect()
    }

    /// Do two cells share a side?
    pub fn are_adjacent(&self, a: u32, b: u32) -> bool {
        [(1, 0), (0, 1), (-1, 0), (0, -1)].iter().any(|&(d, r)| self.step(a, d, r) == Some(b))
    }

    /// The four cells whose first is `cell`.
    pub fn square(&self, cell: u32) -> Option<[u32; 4]> {
        Some([cell, self.step(cell, 0, 1)?, self.step(cell, 1, 0)?, self.step(cell, 1, 1)?])
    }

    /// Rows and columns of a box of `size` cells that tiles the grid, as square as it gets.
    pub fn box_shape(&self, size: usize) -> Option<(usize, usize)> {
        let fits = |(r, c): &(usize, usize)| self.rows.is_multiple_of(*r) && self.cols.is_multiple_of(*c);
        let small = (2..=size.isqrt()).rev().filter(|s| size.is_multiple_of(*s));
        small.flat_map(|s| [(s, size / s), (size / s, s)]).find(fits)
    }

    /// The boxes of `size` cells; none where none tile the grid.
    pub fn boxes(&self, size: usize) -> Vec<Vec<u32>> {
        let Some((h, w)) = self.box_shape(size) else { return Vec::new() };
        let across = self.cols / w;
        let corner = |i: usize| (i / across * h, i % across * w);
        let cells = |i: usize| (0..size).map(|k| self.cell(corner(i).0 + k / w, corner(i).1 + k % w)).collect();
        (0..self.cells() / size).map(cells).collect()
    }

    /// Are all regions rectangles of one shape, wider and higher than a cell?
    pub fn are_boxes(&self, regions: &[Vec<u32>]) -> bool {
        let shape = |region: &Vec<u32>| {
            let (top, left) = self.row_col(*region.first()?);
            let (bottom, right) = self.row_col(*region.last()?);
            let (high, wide) = (bottom + 1 - top, (right + 1).checked_sub(left)?);
            let cells = (0..high * wide).map(|i| self.cell(top + i / wide, left + i % wide));
            (high > 1 && wide > 1 && cells.eq(region.iter().copied())).then_some((high, wide))
        };
        let first = regions.first().and_then(shape);
        first.is_some() && regions.iter().all(|region| shape(region) == first)
    }

    /// Adds variables outside.
    ///
    /// # Errors
    /// [`Bad`] when the name is taken, or there are too many.
    pub fn add_outside(&mut self, group: Group) -> Result<(), Bad> {
        if self.outside.iter().any(|g| g.name == group.name) {
            return Err(Bad::new(format!("variables {} are named twice", group.name)));
        }
        if group.count == 0 || self.variables() - self.cells() + group.count > MOST_OUTSIDE {
            return Err(Bad::new(format!("{} variables outside; 1 to {MOST_OUTSIDE} are read", group.count)));
        }
        self.outside.push(group);
        self.outside.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(())
    }

    /// The first variable of a group.
    fn first_of(&self, index: usize) -> usize {
        self.cells() + self.outside[..index].iter().map(|g| g.count).sum::<usize>()
    }

    /// The group and the number in it of a variable outside.
    pub fn outside_of(&self, variable: u32) -> Option<(&Group, usize)> {
        let mut rest = (variable as usize).checked_sub(self.cells())?;
        for group in &self.outside {
            if rest < group.count {
                return Some((group, rest));
            }
            rest -= group.count;
        }
        None
    }

    /// The variables of a group.
    pub fn group(&self, name: &str) -> Option<Vec<u32>> {
        let index = self.outside.iter().position(|g| g.name == name)?;
        let first = self.first_of(index);
        Some((first..first + self.outside[index].count).map(|v| v as u32).collect())
    }

    /// r3c5, or the name of a variable outside.
    pub fn name(&self, variable: u32) -> String {
        match self.outside_of(variable) {
            Some((group, _)) if group.count == 1 => group.name.clone(),
            Some((group, i)) => format!("{}{}", group.name, i + 1),
            None => {
                let (r, c) = self.row_col(variable);
                format!("r{}c{}", r + 1, c + 1)
            }
        }
    }

    /// 9x9, or 6x6 with 0-8 where the values are not those of the longer side.
    pub fn size(&self) -> String {
        let (rows, cols) = (self.rows, self.cols);
        match (self.low, usize::from(self.high)) {
            (1, high) if high == self.side() => format!("{rows}x{cols}"),
            (low, high) => format!("{rows}x{cols} of {low}-{high}"),
        }
    }
}

/// The region that holds a cell.
pub fn region_of(regions: &[Vec<u32>], cell: u32) -> Option<usize> {
    regions.iter().position(|r| r.contains(&cell))
}
