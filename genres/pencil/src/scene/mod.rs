//! Pictures of puzzles as data: filled cells, signs, lines along and across edges, numbers
//! outside.
//!
//! A [`Scene`] is made from a puzzle and its values; [`Scene::unicode`] and [`Scene::svg`] draw it.

mod crossing;
mod glyph;
mod svg;
mod tube;
mod unicode;

pub(crate) use crossing::crossing;
pub use glyph::Glyph;

use crate::board::{Board, Direction, Place, Side, Size};
use crate::clue::{Clue, Operator};
use crate::codec::Puzzle;
use crate::house::Variables;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tesuji_genre::Marks;
use tesuji_solver::{Value, Var};

/// The picture of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stroke {
    /// Nothing is known of it.
    #[default]
    Open,
    /// A line.
    Line,
    /// Two lines beside each other.
    Double,
    /// A cross: there is no line.
    Cross,
}

impl Stroke {
    /// One line or two?
    pub fn is_line(self) -> bool {
        matches!(self, Stroke::Line | Stroke::Double)
    }
}

/// The picture of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// A sign: a number, a letter, a circle.
    pub text: String,
    /// The clue of its region, printed in the cell's corner beside the value.
    pub label: String,
    /// Is the sign a clue (else it was written down)?
    pub is_clue: bool,
    /// Is the cell filled?
    pub filled: bool,
    /// Is it known not to be filled?
    pub dotted: bool,
    /// Is there no such cell?
    pub hole: bool,
    /// Two sums that a diagonal parts: for the cells below, and for those on the right.
    pub sums: Option<[Option<u16>; 2]>,
}

/// The picture of a puzzle.
#[derive(Clone, Debug)]
pub struct Scene {
    board: Arc<Board>,
    /// By cell.
    pub cells: Vec<Cell>,
    /// By edge: lines along the edges.
    pub borders: Vec<Stroke>,
    /// By edge: lines across the edges, from cell to cell.
    pub links: Vec<Stroke>,
    /// Signs on corners.
    pub corners: BTreeMap<u16, String>,
    /// Signs on edges.
    pub edge_signs: BTreeMap<u16, String>,
    /// Words outside, the nearest to the board last.
    pub outside: BTreeMap<(Side, u16), Vec<String>>,
    /// A line of words below the board.
    pub below: Option<String>,
    /// Are thin lines drawn between cells?
    pub has_grid: bool,
    /// Do clues stand in circles, to which lines lead?
    pub clues_in_circles: bool,
    /// How signs are drawn that stand for a thing.
    pub glyphs: BTreeMap<&'static str, Glyph>,
    /// Is every value known, and one of them written down? Then nothing is crossed out or dotted.
    pub is_complete: bool,
    /// The cells of thermometers, each from its bulb on. SVG drawings show them as tubes.
    pub tubes: Vec<Vec<usize>>,
    /// Are circles in cells as small as those on edges and corners?
    pub small_circles: bool,
    /// A heavier line after this number of rows and of columns.
    pub heavier_every: Option<usize>,
    /// Edges with a clue: what is drawn there is given.
    given_edges: BTreeSet<u16>,
    /// Cells whose value is known, and whether the value is written down.
    known: BTreeMap<u16, (Value, bool)>,
    /// Do the sums outside stand in cells, so that the board has a row and a column more?
    has_sum_cells: bool,
    /// Places to look at.
    looked_at: BTreeSet<Place>,
    /// Places of which something is concluded: a value is written there.
    concluded: BTreeSet<Place>,
    /// Places of which something is known that matters.
    facts: BTreeSet<Place>,
    /// Places of rules to look at.
    rules: BTreeSet<Place>,
    /// Places that lose candidates.
    gone: BTreeSet<Place>,
}

impl Scene {
    /// The puzzle with its clues, nothing filled in.
    pub fn new(puzzle: &Puzzle) -> Scene {
        let board = Arc::clone(&puzzle.board);
        let hole = |cell| Cell { hole: board.is_hole(cell), ..Cell::default() };
        let cells = (0..board.size().cells()).map(hole).collect();
        let edges = board.edges();
        let mut scene = Scene {
            cells,
            borders: vec![Stroke::Open; edges],
            links: vec![Stroke::Open; edges],
            corners: BTreeMap::new(),
            edge_signs: BTreeMap::new(),
            outside: BTreeMap::new(),
            below: None,
            has_grid: true,
            clues_in_circles: false,
            glyphs: BTreeMap::new(),
            is_complete: false,
            tubes: Vec::new(),
            small_circles: false,
            heavier_every: None,
            given_edges: BTreeSet::new(),
            known: BTreeMap::new(),
            has_sum_cells: false,
            looked_at: BTreeSet::new(),
            concluded: BTreeSet::new(),
            facts: BTreeSet::new(),
            rules: BTreeSet::new(),
            gone: BTreeSet::new(),
            board,
        };
        for (&place, clue) in &puzzle.clues {
            scene.clue(place, clue);
        }
        scene
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    fn clue(&mut self, place: Place, clue: &Clue) {
        let text = sign(clue);
        match place {
            Place::Cell(cell) => self.put(cell.into(), text),
            Place::Corner(corner) => drop(self.corners.insert(corner, text)),
            Place::Edge(edge) => {
                self.given_edges.insert(edge);
                self.edge_signs.insert(edge, text);
            }
            Place::Region(region) => {
                let first = self.board.regions().and_then(|r| r.cells(region.into()).first().copied());
                if let Some(cell) = first {
                    self.put(cell, text);
                }
            }
            Place::Outside(side, i) => {
                let words = match clue {
                    Clue::Numbers(list) => list.iter().map(|n| n.map_or("?".to_string(), |n| n.to_string())).collect(),
                    _ => vec![text],
                };
                self.outside.insert((side, i), words);
            }
        }
    }

    fn put(&mut self, cell: usize, text: String) {
        if let Some(cell) = self.cells.get_mut(cell) {
            (cell.text, cell.is_clue) = (text, true);
        }
    }

    /// Shows the values that are written down, and all values once every one is known. `sign` gives
    /// the sign of a value; its last argument tells whether all are known. `#` fills a cell, `.`
    /// dots it, `-` is a line on an edge, `x` none; other signs are written.
    ///
    /// A value that is known without being written down, because the puzzle's construction leaves
    /// no other, is a part of the solution.
    pub fn fill(
        &mut self,
        variables: &Variables,
        value: &dyn Fn(Place) -> Option<Value>,
        is_written: &dyn Fn(Place) -> bool,
        sign: &dyn Fn(Place, Value, bool) -> String,
    ) {
        let places = variables.places();
        self.is_complete = places.iter().any(|&p| is_written(p)) && places.iter().all(|&p| value(p).is_some());
        for &place in places {
            let Some(known) = value(place) else { continue };
            let is_shown = self.is_complete || is_written(place);
            if let Place::Cell(cell) = place {
                self.known.insert(cell, (known, is_shown));
            }
            if is_shown {
                self.write(place, sign(place, known, self.is_complete));
            }
        }
    }

    fn write(&mut self, place: Place, sign: String) {
        match place {
            Place::Cell(i) => {
                let Some(cell) = self.cells.get_mut(usize::from(i)) else { return };
                match sign.as_str() {
                    "#" => cell.filled = true,
                    "." => cell.dotted = true,
                    _ if cell.text.is_empty() => cell.text = sign,
                    _ => {}
                }
            }
            Place::Edge(i) => {
                let stroke = if sign == "-" { Stroke::Line } else { Stroke::Cross };
                if let Some(edge) = self.borders.get_mut(usize::from(i)) {
                    *edge = stroke;
                }
            }
            Place::Corner(i) => drop(self.corners.insert(i, sign)),
            Place::Region(_) | Place::Outside(..) => {}
        }
    }

    /// Shows what a hint points at.
    pub fn mark(&mut self, variables: &Variables, marks: &Marks) {
        let place = |var: Var| variables.place(var);
        self.looked_at.extend(marks.cells.iter().filter_map(|&v| place(v)));
        self.looked_at.extend(marks.pattern.iter().filter_map(|l| place(l.var)));
        self.looked_at.extend(marks.places.iter().filter_map(|&i| self.board.place(i as usize)));
        self.concluded.extend(marks.placed.iter().filter_map(|l| place(l.var)));
        self.facts.extend(marks.facts.iter().filter_map(|&v| place(v)));
        let gone = marks.gone.iter().filter_map(|l| place(l.var));
        self.gone = gone.filter(|place| !self.concluded.contains(place)).collect();
    }

    /// Shows where rules stand that a hint points at.
    pub fn mark_rules(&mut self, places: impl IntoIterator<Item = Place>) {
        self.rules.extend(places);
    }

    /// The colour behind a place that is pointed at.
    fn ground(&self, place: Place) -> Option<&'static str> {
        if self.concluded.contains(&place) {
            Some(svg::NEW)
        } else if self.gone.contains(&place) {
            Some(svg::GONE)
        } else if self.facts.contains(&place) {
            Some(svg::FACT)
        } else if self.looked_at.contains(&place) {
            Some(svg::LOOK)
        } else {
            self.rules.contains(&place).then_some(svg::RULE)
        }
    }

    /// Takes the lines of edges as links between cells.
    pub fn link_edges(&mut self) {
        self.links = std::mem::replace(&mut self.borders, vec![Stroke::Open; self.links.len()]);
    }

    /// Draws areas of equal values by the lines between them, where one of the two values is
    /// written down.
    pub fn bound_areas(&mut self) {
        for edge in self.board.inner_edges().collect::<Vec<_>>() {
            let known = self.board.cells_beside(edge).map(|cell| self.known.get(&(cell? as u16)).copied());
            if let [Some((a, a_shown)), Some((b, b_shown))] = known
                && a != b
                && (a_shown || b_shown)
            {
                self.borders[edge] = Stroke::Line;
            }
        }
    }

    /// Moves the clues of regions into the corners of their cells, which have room for values then.
    pub fn label_regions(&mut self) {
        for (i, cell) in self.cells.iter_mut().enumerate().filter(|(_, cell)| cell.is_clue) {
            cell.label = std::mem::take(&mut cell.text);
            cell.is_clue = false;
            if let Some((value, true)) = self.known.get(&(i as u16)) {
                cell.text = value.to_string();
            }
        }
    }

    /// Leaves the values of cells out.
    pub fn hide_values(&mut self) {
        self.cells.iter_mut().filter(|cell| !cell.is_clue).for_each(|cell| cell.text.clear());
    }

    /// Takes the sums above the columns and left of the rows into cells before the first row and
    /// the first column. On a board of the largest size they stay outside.
    pub fn take_in_sums(&mut self) {
        let (rows, cols) = (self.board.rows() + 1, self.board.cols() + 1);
        let mut cells = vec![Cell { hole: true, ..Cell::default() }; cols];
        for row in self.cells.chunks(cols - 1) {
            cells.push(Cell { hole: true, ..Cell::default() });
            cells.extend_from_slice(row);
        }
        let holes = cells.iter().map(|cell| cell.hole).collect();
        let Ok(board) = Size::new(rows, cols).and_then(|size| Board::new(size).with_holes(holes)) else { return };
        for (&(side, i), words) in &self.outside {
            let sum = words.first().and_then(|word| word.parse().ok());
            match side {
                Side::Top => cells[usize::from(i) + 1].sums = Some([sum, None]),
                Side::Left => cells[(usize::from(i) + 1) * cols].sums = Some([None, sum]),
                Side::Bottom | Side::Right => {}
            }
        }
        self.outside.clear();
        self.cells = cells;
        self.borders = vec![Stroke::Open; board.edges()];
        self.links = self.borders.clone();
        self.board = Arc::new(board);
        self.has_sum_cells = true;
        let moved = |places: &BTreeSet<Place>| places.iter().map(|&place| self.placed(place)).collect();
        [self.looked_at, self.concluded, self.facts, self.rules, self.gone] =
            [&self.looked_at, &self.concluded, &self.facts, &self.rules, &self.gone].map(moved);
    }

    /// Where a place of the puzzle's board stands on the drawn one.
    fn placed(&self, place: Place) -> Place {
        match place {
            Place::Cell(cell) if self.has_sum_cells => {
                let cols = self.board.cols() - 1;
                let (row, col) = (usize::from(cell) / cols, usize::from(cell) % cols);
                Place::Cell(self.board.cell(row + 1, col + 1) as u16)
            }
            place => place,
        }
    }

    /// Shows the cells out of play like others.
    pub fn open_holes(&mut self) {
        self.board = Arc::new(Board::clone(&self.board).without_holes());
        self.cells.iter_mut().for_each(|cell| cell.hole = false);
    }

    /// Hides the thin lines between cells.
    pub fn hide_grid(&mut self) {
        self.has_grid = false;
    }

    /// The weight of a line along an edge: 0 none, 1 thin, 2 thick.
    fn weight(&self, edge: usize) -> u8 {
        match self.borders[edge] {
            Stroke::Line | Stroke::Double => return 2,
            Stroke::Cross if !self.has_grid => return 0,
            _ => {}
        }
        let sides = self.board.cells_beside(edge);
        let border = self.board.regions().is_some_and(|r| r.is_border(&self.board, edge));
        match sides {
            [None, None] if self.has_sum_cells => {
                if self.is_inside(edge) {
                    1
                } else {
                    2
                }
            }
            [None, None] => 0,
            _ if border || self.is_heavier(edge) => 2,
            [Some(_), Some(_)] => u8::from(self.has_grid),
            _ if self.has_grid => 2,
            _ => 0,
        }
    }

    /// The number of rows above a horizontal edge, or of columns left of a vertical one, and the
    /// number of all.
    fn lines_before(&self, edge: usize) -> (usize, usize) {
        match edge.checked_sub(self.board.horizontal_edges()) {
            None => (edge / self.board.cols(), self.board.rows()),
            Some(vertical) => (vertical % (self.board.cols() + 1), self.board.cols()),
        }
    }

    /// Does the edge part two cells, in play or not?
    fn is_inside(&self, edge: usize) -> bool {
        let (before, all) = self.lines_before(edge);
        (1..all).contains(&before)
    }

    /// Is it one of the lines that help to count cells?
    fn is_heavier(&self, edge: usize) -> bool {
        let (before, _) = self.lines_before(edge);
        self.is_inside(edge) && self.heavier_every.is_some_and(|step| before % step == 0)
    }

    /// Is what is drawn on the edge given by the puzzle?
    fn is_given(&self, edge: usize) -> bool {
        self.given_edges.contains(&(edge as u16))
    }

    /// The weights of the links of a cell: up, right, down, left.
    fn links_of(&self, cell: usize) -> [u8; 4] {
        [Direction::Up, Direction::Right, Direction::Down, Direction::Left]
            .map(|d| if self.links[self.board.edge(cell, d)].is_line() { 2 } else { 0 })
    }
}

/// A clue as it is written on a board.
pub(crate) fn sign(clue: &Clue) -> String {
    let number = |n: &Option<u16>| n.map_or("?".to_string(), |n| n.to_string());
    match clue {
        Clue::Number(n) => n.to_string(),
        Clue::Unknown => "?".to_string(),
        Clue::White => "○".to_string(),
        Clue::Black => "●".to_string(),
        Clue::Arrow(direction, n) => {
            let arrow = match direction {
                Direction::Up => '↑',
                Direction::Down => '↓',
                Direction::Left => '←',
                Direction::Right => '→',
            };
            format!("{}{arrow}", n.map_or(String::new(), |n| n.to_string()))
        }
        Clue::Slash(rises) => if *rises { "╱" } else { "╲" }.to_string(),
        Clue::Result(operator, n) => {
            let sign = Operator::ALL.iter().find(|o| o.0 == *operator).map_or(' ', |o| o.1);
            format!("{n}{sign}")
        }
        Clue::Numbers(list) => list.iter().map(number).collect::<Vec<_>>().join(" "),
    }
}

#[cfg(test)]
mod tests;
