//! A puzzle's structure: the grid and its constraints.

use super::constraint::Constraint;
use super::grid::{Grid, region_of};
use super::make::Plan;
use std::collections::BTreeMap;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Value};

/// A grid with constraints. The clues of a puzzle say which values its cells may have, and which
/// constraints stand.
#[derive(Clone, PartialEq, Debug)]
pub struct Design {
    /// The grid.
    pub grid: Grid,
    /// Are the usual boxes left out?
    pub no_boxes: bool,
    /// Cells of a region, where it is not the longer side.
    pub region_size: Option<usize>,
    /// Irregular regions, by cell; a cell may be in none.
    pub jigsaw: Option<Vec<Option<u8>>>,
    /// The constraints.
    pub constraints: Vec<Constraint>,
    /// What a document says besides: titles, drawings, a solution.
    pub extras: BTreeMap<String, serde_json::Value>,
    /// The plan of a new puzzle, whose constraints stand without being clues.
    pub plan: Option<Plan>,
}

impl Design {
    /// Without constraints.
    pub fn new(grid: Grid) -> Design {
        let (constraints, extras) = (Vec::new(), BTreeMap::new());
        Design { grid, no_boxes: false, region_size: None, jigsaw: None, constraints, extras, plan: None }
    }

    /// Cells of a region.
    pub fn region_size(&self) -> usize {
        self.region_size.unwrap_or_else(|| self.grid.side())
    }

    /// The boxes; none where they are left out.
    pub fn boxes(&self) -> Vec<Vec<u32>> {
        if self.no_boxes || !self.grid.has_lines { Vec::new() } else { self.grid.boxes(self.region_size()) }
    }

    /// The irregular regions of full size.
    ///
    /// # Errors
    /// [`Bad`] when more than one region has another size.
    pub fn pieces(&self) -> Result<Vec<Vec<u32>>, Bad> {
        let Some(jigsaw) = &self.jigsaw else { return Ok(Vec::new()) };
        let count = jigsaw.iter().flatten().max().map_or(0, |&last| usize::from(last) + 1);
        let mut regions: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (cell, region) in jigsaw.iter().enumerate() {
            if let Some(region) = region {
                regions[usize::from(*region)].push(cell as u32);
            }
        }
        regions.retain(|region| !region.is_empty());
        if regions.len() < 2 && self.region_size() != self.grid.cells() {
            return Ok(Vec::new());
        }
        let size = self.region_size();
        let (full, others): (Vec<_>, Vec<_>) = regions.into_iter().partition(|r| r.len() == size);
        if let [_, other, ..] = &others[..] {
            let what = format!("two regions are not of {size} cells; this one has {}", other.len());
            return Err(Bad::new(what).at(self.grid.name(other[0])));
        }
        Ok(full)
    }

    /// The regions that lines are divided by: boxes, or irregular regions where there are none.
    pub fn regions(&self) -> Vec<Vec<u32>> {
        let boxes = self.boxes();
        if boxes.is_empty() { self.pieces().unwrap_or_default() } else { boxes }
    }

    /// The region of each cell; none where a cell is in none.
    pub fn owners(&self) -> Vec<Option<usize>> {
        let mut owners = vec![None; self.grid.cells()];
        for (i, region) in self.regions().iter().enumerate() {
            region.iter().for_each(|&cell| owners[cell as usize] = Some(i));
        }
        owners
    }

    /// A line cut where it goes from one region to another.
    pub fn cut(&self, line: &[u32]) -> Vec<Vec<u32>> {
        let regions = self.regions();
        let mut parts: Vec<Vec<u32>> = Vec::new();
        let mut last = None;
        for &cell in line {
            let own = region_of(&regions, cell);
            match parts.last_mut() {
                Some(part) if last == Some(own) => part.push(cell),
                _ => parts.push(vec![cell]),
            }
            last = Some(own);
        }
        parts
    }

    /// Place of a constraint among the clues.
    pub fn place(&self, constraint: usize) -> u32 {
        (self.grid.variables() + constraint) as u32
    }

    /// The constraint of a place.
    pub fn constraint_at(&self, place: u32) -> Option<usize> {
        (place as usize).checked_sub(self.grid.variables()).filter(|&i| i < self.constraints.len())
    }

    /// All values of a variable.
    pub fn values(&self) -> Domain {
        self.grid.values()
    }
}

/// Regions by cell, numbered in the order of their first cells.
pub fn renumbered<T: PartialEq + Copy>(regions: &[Option<T>]) -> Vec<Option<u8>> {
    let mut seen: Vec<T> = Vec::new();
    let mut number = |region: T| {
        seen.iter().position(|&s| s == region).unwrap_or_else(|| {
            seen.push(region);
            seen.len() - 1
        }) as u8
    };
    regions.iter().map(|region| region.map(&mut number)).collect()
}

/// The symbol of a value: a digit, or a letter from 10 on.
pub fn symbol(value: Value) -> char {
    char::from_digit(u32::from(value), 36).map_or('?', |c| c.to_ascii_uppercase())
}

/// The value of a symbol.
pub fn value(symbol: char) -> Option<Value> {
    symbol.to_digit(36).map(|v| v as Value)
}
