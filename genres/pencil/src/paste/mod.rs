//! One reader for what people paste: one puzzle of the family, on one line or on several, in any
//! form that programs and people write. A text that can be read in more than one way is refused
//! with its readings.
//!
//! | form | file |
//! |---|---|
//! | what the symbols of cells stand for | `alphabet` |
//! | drawn grids, lists of cells, candidate grids, 729 marks | `drawing`, `row`, `tokens` |
//! | how many lines of a text are one puzzle | `chunk` |
//! | a grid among ratings, names, counts, solutions, struck candidates | `fields` |
//! | rows of a table with a heading | `table` |
//! | comments | `comment` |
//! | addresses of sudokuwiki, sudokuexchange and others | `address` |
//! | killer texts of other programs | `jsudoku`, `sumocue` |
//! | cages under a drawing | `cages` |
//! | `[Puzzle]` and `[State]` sections | `sections` |
//! | OpenSudoku's XML, KSudoku's and LEGUP's | `opensudoku`, `xml` |
//! | grids whose empty cells are blanks, lists of rows, columns and values | `blanks` |
//! | lists of programs, tables of HTML, LaTeX, Markdown and spreadsheets | `document`, `markup` |
//! | rows and columns with names | `labels` |
//! | maps with regions, cages and a solution | `parts` |
//! | candidates drawn in their cells | `marks` |

mod address;
pub(crate) mod alphabet;
mod blanks;
mod bordered;
mod cages;
mod chunk;
mod comment;
mod document;
mod drawing;
mod fields;
pub(crate) mod jsudoku;
mod labels;
mod markup;
mod opensudoku;
mod parts;
mod row;
mod sections;
mod sumocue;
pub(crate) mod table;
mod tokens;
mod xml;

use crate::formats::{fpuzzles, hodoku, puzzlink, pzprv3, s9b, sgt};
use crate::text::plain::plain;
use crate::variant::Design;
use crate::{Sheet, notation};
use tesuji_genre::Bad;
use tesuji_genre::clue::{Found, Lines};

/// How lines of the family are told apart.
pub(crate) const LINES: Lines =
    Lines { is_comment: comment::is_comment, of_next: chunk::lines_of_next, is_heading: table::is_heading };

/// Reads a document that is no list of lines; `false` when it is none.
pub(crate) fn document(text: &str, found: &mut dyn FnMut(Found<Sheet>)) -> bool {
    opensudoku::document(text, found)
        || xml::document(text, found)
        || blanks::document(text, found)
        || document::read(text, found)
}

/// Cells of the smallest grid.
const FEWEST_CELLS: usize = 16;

/// Reads one puzzle from a text of one or more lines.
///
/// # Errors
/// [`Bad`] with the column or the cell; where there are several readings, with these.
pub(crate) fn parse(text: &str) -> Result<Sheet, Bad> {
    // Such an address has a sign of a remark in it.
    if tesuji_genre::penpa::is_penpa(text.trim()) {
        let read = crate::penpa::read_variant(&tesuji_genre::penpa::text(text.trim())?)?;
        return fpuzzles::sheet(read, "penpa-edit");
    }
    let text = &*plain(text, '.');
    let whole = text.trim();
    if whole.is_empty() {
        return Err(Bad::new("no puzzle: the line is empty"));
    }
    if whole.starts_with("pzprv3") {
        return pzprv3::parse(whole);
    }
    if whole.contains('\n') {
        return several_lines(text);
    }
    // Columns count from the first character that is no blank.
    let (line, remark) = comment::split(whole);
    let mut sheet = one_line(line, text.trim_matches(['\n', '\r']))?;
    if let Some(remark) = remark {
        sheet.notes.entry("note".to_string()).or_insert_with(|| remark.into());
    }
    Ok(sheet)
}

/// A puzzle on several lines.
fn several_lines(text: &str) -> Result<Sheet, Bad> {
    if sections::is_begun(text) {
        return sections::parse(text);
    }
    if let Some(read) = sumocue::parse(text) {
        return read;
    }
    let (cage_lines, grid): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| cages::is_cage(line));
    let grid = grid.join("\n");
    let mut sheet = drawing::parse(&grid).unwrap_or_else(|| Err(drawing::unread(&grid)))?;
    if !cage_lines.is_empty() {
        let cages = cages::parse(&cage_lines.join("\n"), sheet.design.n())?;
        sheet.set_cages(cages)?;
    }
    Ok(sheet)
}

/// A puzzle on one line; `raw` is the line with the blanks around it.
fn one_line(line: &str, raw: &str) -> Result<Sheet, Bad> {
    if line.starts_with(':') {
        return hodoku::parse(line);
    }
    if line.starts_with(['{', '['])
        && let Some(read) = blanks::parse_list(line)
    {
        return read;
    }
    if tesuji_genre::site::is_fpuzzles(line)
        && let Some(read) = fpuzzles::parse(line)
    {
        return read;
    }
    if address::is_address(line) {
        return address::parse(line);
    }
    if line.starts_with("sudoku/") {
        return puzzlink::parse(line);
    }
    if let Some(read) = s9b::find(line) {
        return read;
    }
    if let Some(read) = jsudoku::parse(line) {
        return read;
    }
    if sgt::is_id(line) {
        return sgt::parse(line);
    }
    if let Some(read) = marks_of(line) {
        return read;
    }
    if let Some(rows) = rows_on_a_line(line)
        && let Some(read) = drawing::parse(&rows)
    {
        return read;
    }
    // A grid in groups of one length: its first group could pass for a smaller grid with a remark.
    if drawing::is_groups(line)
        && let Some(read) = drawing::parse(line)
    {
        return read;
    }
    let own = notation::parse(line);
    if own.is_ok() || notation::is_meant(line) {
        return own;
    }
    let others = [fields::parse(line), sumocue::parse(line), drawing::parse(raw)];
    match others.into_iter().flatten().next() {
        Some(read) => read,
        None if !could_be_grid(line) => {
            Err(Bad::new(format!("not a puzzle: the smallest grid has {FEWEST_CELLS} cells")).column(1))
        }
        None => own,
    }
}

/// Rows with slashes between them, or with `\n` as programs write it, as lines.
fn rows_on_a_line(line: &str) -> Option<String> {
    let rows = |by: &str| {
        let rows: Vec<&str> = line.split(by).collect();
        let is_even = row::SIDES.contains(&rows.len()) && rows.iter().all(|row| row.chars().count() == rows.len());
        is_even.then(|| rows.join("\n"))
    };
    rows("/").or_else(|| rows("\\n"))
}

/// Marks of as many characters a cell as there are values, with a remark behind them. No grid of as
/// many cells as there are characters is one: with a mark in each cell, some column would have a
/// value twice.
fn marks_of(line: &str) -> Option<Result<Sheet, Bad>> {
    let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (shape, cells) = head.split_once('/').map_or((None, head), |(shape, cells)| (Some(shape), cells));
    let (n, domains) = tokens::marks(&cells.chars().collect::<Vec<_>>())?;
    let grid = match shape {
        None => Design::usual(n),
        Some(shape) => notation::box_shape(shape)
            .ok_or_else(|| Bad::new(format!("{shape:?} is no box shape such as 3x2")))
            .and_then(|(r, c)| Design::boxed(r, c)),
    };
    Some(grid.and_then(|grid| {
        if grid.n() != n {
            return Err(Bad::new(format!("marks of a {n}x{n} grid, but boxes of a {0}x{0} one", grid.n())).column(1));
        }
        let mut sheet = Sheet::new(grid);
        sheet.candidates = Some(domains);
        notation::note(&mut sheet, rest.trim());
        Ok(sheet)
    }))
}

/// Has a line as many symbols as the smallest grid has cells, half of them digits or dots?
fn could_be_grid(line: &str) -> bool {
    let count = |is_one: &dyn Fn(char) -> bool| line.chars().filter(|&c| is_one(c)).count();
    let (all, known) = (count(&|c| !c.is_whitespace()), count(&|c| c.is_ascii_digit() || c == '.'));
    all >= FEWEST_CELLS && known * 2 >= all
}
