//! Grids drawn on one line or several: bare rows, spaced ones, frames of any characters, lists of
//! numbers with commas or brackets, candidate grids, marks.
//!
//! The characters of frames are left out; what remains is cells. As many groups as a grid has cells
//! are its cells, or their candidates where groups have several symbols; else as many symbols as a
//! grid has cells are its cells; else blanks are empty cells. Rows that each have as many cells as
//! there are rows settle what could be either.

use super::alphabet::Alphabet;
use super::row::{Row, SIDES, is_blank, is_rule, may_be_cells};
use super::tokens;
use crate::Sheet;
use crate::variant::Design;
use crate::variant::cell_name;
use tesuji_genre::{Bad, State};
use tesuji_solver::Domain;

/// What is drawn, in reading order.
#[derive(Debug)]
pub(super) enum Drawing {
    /// A symbol a cell, and whether it was filled in.
    Cells { n: usize, cells: Vec<char>, filled: Vec<bool> },
    /// Candidates.
    Candidates { n: usize, domains: Vec<Domain> },
}

/// Is the line groups of one length, as many as that length: the rows of a grid?
pub(super) fn is_groups(line: &str) -> bool {
    let groups: Vec<&str> = line.split_whitespace().collect();
    groups.len() >= *SIDES.start() && groups.iter().all(|group| group.chars().count() == groups.len())
}

/// Reads a drawing; `None` when it is none.
pub(super) fn parse(text: &str) -> Option<Result<Sheet, Bad>> {
    read(text).map(|drawn| drawn.and_then(|drawing| sheet(drawing, text)))
}

/// The grid that is drawn, as symbols or candidates.
pub(super) fn read(text: &str) -> Option<Result<Drawing, Bad>> {
    let lines = || text.lines().filter(|line| !is_blank(line));
    // A line of dashes is a part of the frame, unless dashes are the empty cells of other rows of
    // that length.
    let (rules, rows): (Vec<&str>, Vec<&str>) = lines().partition(|line| is_rule(line));
    let length = |line: &str| Row::of(line).symbols.len();
    let is_row =
        |line: &str| may_be_cells(line) && rows.iter().any(|row| row.contains('-') && length(row) == length(line));
    let dashes = rules.iter().any(|line| is_row(line));
    [dashes, !dashes].into_iter().find_map(|dashes| {
        let rows: Vec<Row> =
            lines().filter(|line| !is_rule(line) || (dashes && may_be_cells(line))).map(Row::of).collect();
        of_rows(&rows)
    })
}

fn of_rows(rows: &[Row]) -> Option<Result<Drawing, Bad>> {
    let symbols: Vec<char> = rows.iter().flat_map(|row| row.symbols.iter().map(|s| s.0)).collect();
    if let Some((n, domains)) = tokens::marks(&symbols) {
        return Some(Ok(Drawing::Candidates { n, domains }));
    }
    let cells = |n: usize| {
        let filled = rows.iter().flat_map(|row| row.symbols.iter().map(|s| s.1)).collect();
        Drawing::Cells { n, cells: symbols.clone(), filled }
    };
    let groups: Vec<&str> = rows.iter().flat_map(|row| &row.groups).map(String::as_str).collect();
    let count = rows.len();
    let even = |length: &dyn Fn(&Row) -> usize| SIDES.contains(&count) && rows.iter().all(|row| length(row) == count);
    if even(&|row| row.symbols.len()) {
        return Some(Ok(cells(count)));
    }
    if even(&|row| row.groups.len())
        && let Some(read) = tokens::grid(count, &groups)
    {
        return Some(read);
    }
    let fields: Vec<&str> = rows.iter().flat_map(|row| &row.fields).map(String::as_str).collect();
    if even(&|row| row.fields.len())
        && let Some(read) = tokens::grid(count, &fields)
    {
        return Some(read);
    }
    let spaced = rows.iter().map(|row| row.spaced.iter().find(|cells| cells.len() == count));
    if let Some(cells) = spaced.collect::<Option<Vec<_>>>().filter(|_| SIDES.contains(&count)) {
        let cells: Vec<char> = cells.into_iter().flatten().copied().collect();
        return Some(Ok(Drawing::Cells { n: count, filled: vec![false; cells.len()], cells }));
    }
    // Rows in another arrangement, all on one line for instance.
    let mut found = Vec::new();
    if let Some(n) = side(symbols.len()).filter(|&n| is_alphabet(n, &symbols)) {
        found.push(Ok(cells(n)));
    }
    if groups.len() != symbols.len()
        && let Some(read) = side(groups.len()).and_then(|n| tokens::grid(n, &groups))
    {
        found.push(read);
    }
    if found.is_empty()
        && let Some(read) = side(fields.len()).and_then(|n| tokens::grid(n, &fields))
    {
        found.push(read);
    }
    if let [row] = rows
        && let Some((n, cells)) = row.spaced.first().and_then(|cells| one_spaced(cells))
    {
        found.push(Ok(Drawing::Cells { n, filled: vec![false; cells.len()], cells }));
    }
    if found.len() > 1 {
        let readings: Vec<String> = found.iter().flatten().map(Drawing::words).collect();
        return Some(Err(Bad::new(format!("ambiguous: {}", readings.join(", or ")))));
    }
    found.pop()
}

impl Drawing {
    fn words(&self) -> String {
        match self {
            Drawing::Cells { n, .. } => format!("a grid of {n}x{n} cells"),
            Drawing::Candidates { n, .. } => format!("the candidates of a {n}x{n} grid"),
        }
    }
}

/// The side of a grid of so many cells.
fn side(cells: usize) -> Option<usize> {
    SIDES.clone().find(|n| n * n == cells)
}

fn is_alphabet(n: usize, cells: &[char]) -> bool {
    match Alphabet::of(n, cells) {
        Ok(alphabet) => cells.iter().all(|&c| alphabet.value(n, c).is_some()),
        Err(_) => true,
    }
}

/// The cells of a 9×9 grid on one line in which blanks are empty cells; editors cut blanks at the
/// end.
fn one_spaced(spaced: &[char]) -> Option<(usize, Vec<char>)> {
    let n = 9;
    let fits = (n * (n - 1) + 1..=n * n).contains(&spaced.len()) && is_alphabet(n, spaced);
    let mut cells = spaced.to_vec();
    cells.resize(n * n, ' ');
    fits.then_some((n, cells))
}

/// The sheet of a drawing.
pub(super) fn sheet(drawing: Drawing, text: &str) -> Result<Sheet, Bad> {
    match drawing {
        Drawing::Candidates { n, domains } => {
            let mut sheet = Sheet::new(Design::usual(n)?);
            sheet.candidates = Some(domains);
            Ok(sheet)
        }
        Drawing::Cells { n, cells, filled } => {
            let grid = match super::row::is_drawn(text).then(|| super::bordered::regions(text, n)).flatten() {
                Some(labels) => Design::irregular(n, &labels)?,
                None => Design::usual(n)?,
            };
            of_cells(grid, &cells, &filled)
        }
    }
}

/// The sheet of a grid with these symbols; those that were filled in are its state.
pub(super) fn of_cells(grid: Design, cells: &[char], filled: &[bool]) -> Result<Sheet, Bad> {
    let n = grid.n();
    let alphabet = Alphabet::of(n, cells)?;
    let mut sheet = Sheet::new(grid);
    let mut state = State::default();
    for (cell, &symbol) in cells.iter().enumerate() {
        let value = alphabet.value(n, symbol).ok_or_else(|| {
            let top = crate::symbols::symbol(n as tesuji_solver::Value);
            Bad::new(format!("symbol {symbol:?}: 1 to {top} or '.' is expected")).at(cell_name(n, cell))
        })?;
        if value > 0 && filled.get(cell) == Some(&true) {
            state.placed.insert(cell as u32, value);
        } else {
            sheet.givens[cell] = value;
        }
    }
    sheet.state = (state != State::default()).then_some(state);
    sheet.alphabet = alphabet;
    if let Some(words) = alphabet.words(n) {
        sheet.notes.insert("alphabet".to_string(), words.into());
    }
    Ok(sheet)
}

/// Why no grid is seen in a text of several lines.
pub(super) fn unread(text: &str) -> Bad {
    let rows: Vec<Row> = text.lines().filter(|line| !is_blank(line) && !is_rule(line)).map(Row::of).collect();
    let lengths: Vec<usize> = rows.iter().map(|row| row.symbols.len()).collect();
    match lengths.split_first() {
        Some((&first, rest)) if rest.iter().all(|&n| n == first) => {
            let what = format!("{} rows of {first} cells are no grid", lengths.len());
            Bad::new(if SIDES.contains(&first) { format!("{what}; a {first}x{first} grid has {first}") } else { what })
        }
        Some((&first, rest)) => {
            let row = rest.iter().position(|&n| n != first).unwrap_or(0) + 2;
            let found = lengths.get(row - 1).copied().unwrap_or(0);
            Bad::new(format!("no grid: row {row} of {} has {found} symbols, row 1 has {first}", lengths.len()))
        }
        None => Bad::new("a frame without a grid"),
    }
}
