//! Sukaku: a grid without givens, whose clues are the candidates that each cell has left
//! (pencilmark sudoku).
//!
//! The notation has as many characters a cell as there are values, each at its own place or `.`:
//! 729 for a 9×9 grid. A clue is a candidate that a cell does not have.

use crate::family::{boxed_size, stands_twice};
use crate::sheet::Sheet;
use crate::variant::{Design, Scene, cell_name};
use crate::{canon, formats, notation, paste, symbols};
use rand_chacha::ChaCha8Rng;
use std::io::Write;
use std::sync::{Arc, OnceLock};
use tesuji_genre::clue::{ClueGenre, Clued, Clues, Drawing, Found, Layout, Lines, ParsedClues, Place};
use tesuji_genre::{Bad, EnumerateRequest, GenerateRequest, GenreInfo, Marks, Medium, Record, Rect, Solution};
use tesuji_solver::{Catalog, Domain, NetworkError, RuleKind, Value, Var};

/// Sudoku by candidates instead of givens.
#[derive(Debug)]
pub struct Sukaku;

/// The genre.
pub static SUKAKU: Sukaku = Sukaku;

/// A candidate that a cell does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Struck;

const INFO: GenreInfo = GenreInfo {
    name: "sukaku",
    about: "Sudoku whose clues are the candidates left in each cell",
    title: "Sukaku",
    rules: "Put a value into every cell, one of the candidates printed in it. Every row, column and box holds \
        each value once.",
    sizes: &["9x9", "4x4", "6x6"],
    formats: &["line", "jsonl", "csv", "sudokuwiki"],
    documents: &["csv"],
    ..GenreInfo::CLUES
};

/// The place of a candidate.
fn place(grid: &Design, cell: usize, value: Value) -> Place {
    (cell * grid.n() + usize::from(value) - 1) as Place
}

/// The cell and the value of a place.
fn candidate(grid: &Design, place: Place) -> (usize, Value) {
    (place as usize / grid.n(), (place as usize % grid.n()) as Value + 1)
}

/// The candidates of each cell.
fn candidates(puzzle: &Clued<Sukaku>) -> Vec<Domain> {
    let grid = &*puzzle.structure;
    let mut left = vec![Domain::range(1, grid.n() as Value); grid.cells()];
    for &place in puzzle.clues.keys() {
        let (cell, value) = candidate(grid, place);
        if let Some(domain) = left.get_mut(cell) {
            *domain = domain.minus(Domain::single(value));
        }
    }
    left
}

/// The puzzle of a sheet: its candidates, or those that its givens and struck candidates leave.
fn typed(sheet: Sheet) -> Result<ParsedClues<Sukaku>, Bad> {
    crate::family::plain(&sheet.design, "sukaku")?;
    let n = sheet.design.n();
    let full = Domain::range(1, n as Value);
    let mut left = sheet.candidates.unwrap_or_else(|| vec![full; n * n]);
    for (domain, &given) in left.iter_mut().zip(&sheet.givens).filter(|(_, given)| **given > 0) {
        *domain = Domain::single(given);
    }
    let mut state = sheet.state.unwrap_or_default();
    for (cell, mask) in std::mem::take(&mut state.removed) {
        if let Some(domain) = left.get_mut(cell as usize) {
            *domain = domain.minus(Domain(mask));
        }
    }
    let mut clues = Clues::new();
    for (cell, &domain) in left.iter().enumerate() {
        if (domain & full).is_empty() {
            return Err(Bad::new("no candidate is left").at(cell_name(n, cell)));
        }
        clues.extend(full.minus(domain).iter().map(|value| (place(&sheet.design, cell, value), Struck)));
    }
    let state = Some(state).filter(|state| !state.placed.is_empty());
    Ok(ParsedClues { puzzle: Clued { structure: Arc::new(sheet.design), clues }, state, notes: sheet.notes })
}

impl ClueGenre for Sukaku {
    type Structure = Design;
    type Clue = Struck;

    fn handle(&self) -> &'static Self {
        &SUKAKU
    }
    fn info(&self) -> &GenreInfo {
        &INFO
    }
    fn catalog(&self) -> &Catalog {
        static CATALOG: OnceLock<Catalog> = OnceLock::new();
        CATALOG.get_or_init(|| Catalog::standard().for_kinds(&[RuleKind::AllDifferent]))
    }
    fn size(&self, grid: &Design) -> String {
        grid.size()
    }
    fn structure(&self, size: &str, _want: &GenerateRequest, _rng: &mut ChaCha8Rng) -> Result<Design, Bad> {
        boxed_size(size)
    }
    fn structures(&self, size: &str, _want: &EnumerateRequest) -> Result<Vec<Design>, Bad> {
        Ok(vec![boxed_size(size)?])
    }
    fn layout(&self, grid: &Design, _clues: &Clues<Struck>) -> Result<Arc<Layout>, NetworkError> {
        grid.layout(&[])
    }
    fn places(&self, grid: &Design) -> Vec<Place> {
        (0..(grid.cells() * grid.n()) as Place).collect()
    }
    fn derive_clues_at(&self, grid: &Design, places: &[Place], solution: &[Value]) -> Vec<Option<Struck>> {
        let clue = |&place: &Place| {
            let (cell, value) = candidate(grid, place);
            solution.get(cell).filter(|right| **right != value).map(|_| Struck)
        };
        places.iter().map(clue).collect()
    }
    fn for_each_pattern(&self, grid: &Design, clues: &Clues<Struck>, each: &mut dyn FnMut(Place, Var, Domain)) {
        let full = Domain::range(1, grid.n() as Value);
        for &place in clues.keys() {
            let (cell, value) = candidate(grid, place);
            each(place, Var(cell as u32), full.minus(Domain::single(value)));
        }
    }
    fn parse(&self, text: &str) -> Result<ParsedClues<Self>, Bad> {
        typed(paste::parse(text)?)
    }
    fn lines(&self) -> Lines {
        paste::LINES
    }
    fn parse_row(&self, heading: &str, row: &str) -> Result<ParsedClues<Self>, Bad> {
        typed(paste::table::parse_row(heading, row)?)
    }
    fn print(&self, puzzle: &Clued<Self>) -> String {
        notation::print_marks(&puzzle.structure, &candidates(puzzle))
    }
    /// Two cells of a house whose one candidate is the same.
    fn lint(&self, puzzle: &Clued<Self>) -> Result<(), Bad> {
        let layout = self.layout(&puzzle.structure, &puzzle.clues).map_err(|e| Bad::new(e.to_string()))?;
        let left = candidates(puzzle);
        stands_twice(&layout, &|var| left[var.index()].value())
    }
    fn read_document(&self, text: &str, found: &mut dyn FnMut(Found<ParsedClues<Self>>)) -> bool {
        formats::document(text, "", &mut |r| found(r.and_then(|(sheet, line)| Ok((typed(sheet)?, line)))))
    }
    fn heading(&self, format: &str) -> Option<&'static str> {
        (format == "csv").then_some(formats::csv::HEADING)
    }
    fn write_format(
        &self,
        format: &str,
        puzzle: &Clued<Self>,
        record: &Record,
        out: &mut dyn Write,
    ) -> Result<(), Bad> {
        let text = match format {
            "csv" => formats::csv::row(record),
            _ => {
                let full = Domain::range(1, puzzle.structure.n() as Value);
                let mut sheet = Sheet::new((*puzzle.structure).clone());
                let mut state = record.state.clone().unwrap_or_default();
                for (cell, domain) in candidates(puzzle).into_iter().enumerate() {
                    *state.removed.entry(cell as u32).or_default() |= full.minus(domain).0;
                }
                sheet.state = Some(state);
                formats::print(format, &sheet, &|| Err(Bad::new("no solution is needed")))?
            }
        };
        writeln!(out, "{text}").map_err(|e| Bad::new(format!("writing failed: {e}")))
    }
    fn solution(&self, _puzzle: &Clued<Self>, values: &[Value]) -> Solution {
        notation::print_cells(values).into()
    }
    fn solution_values(&self, puzzle: &Clued<Self>, solution: &Solution) -> Option<Vec<Value>> {
        let values: Option<Vec<Value>> = solution.text()?.chars().map(symbols::value).collect();
        values.filter(|v| v.len() == puzzle.structure.cells())
    }
    fn least_image(&self, puzzle: &Clued<Self>) -> String {
        canon::least_marks(&puzzle.structure, &candidates(puzzle))
    }
    fn spots(&self, puzzle: &Clued<Self>) -> Vec<(Var, Rect)> {
        Scene::new(&puzzle.structure).spots()
    }
    /// Candidates are drawn always: they are the puzzle.
    fn draw(&self, puzzle: &Clued<Self>, at: &Drawing<'_>, marks: &Marks, medium: Medium) -> String {
        let sheet = Sheet::new((*puzzle.structure).clone());
        sheet.draw(at, &Marks { candidates: true, ..marks.clone() }, medium)
    }
}
