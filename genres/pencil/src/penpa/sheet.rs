//! Drawings of the sudoku family: numbers in a square, regions by thick lines, cages with their
//! sums, diagonals.

use super::picture::{Picture, Point, Text};
use super::wrong;
use crate::Sheet;
use crate::variant::constraints::{ANTI_KNIGHT, CAGE, DIAGONAL, diagonals};
use crate::variant::{Design, cell_name};
use std::collections::BTreeMap;
use tesuji_genre::{Bad, penpa};

/// The style of thick lines, and of the diagonals.
const BORDER: u8 = 2;
const DIAGONAL_LINE: u8 = 12;
/// Forms of numbers that are plain, and those for notes.
const NOTES: [&str; 2] = ["7", "5"];

/// The sheet that a drawing's text means.
///
/// # Errors
/// [`Bad`] where the text is no drawing, or one with something that the family does not know.
pub(crate) fn read(text: &str) -> Result<Sheet, Bad> {
    let picture = Picture::read(text)?;
    let n = picture.rows;
    if picture.cols != n || !picture.missing.is_empty() {
        return Err(wrong(format!("{n} rows and {} columns make no sudoku", picture.cols)));
    }
    let refuse = |what: &str, r: isize, c: isize| {
        wrong(format!("{what} has no meaning in drawings of sudokus that are read")).at(format!("r{}c{}", r + 1, c + 1))
    };
    let cell = |r: isize, c: isize| {
        let inside = |i: isize| (0..n as isize).contains(&i);
        (inside(r) && inside(c)).then(|| r as usize * n + c as usize)
    };
    if let Some((&(r, c), _)) = picture.shaded.first_key_value() {
        return Err(refuse("a shaded cell", r, c));
    }
    if let Some((point, (name, _))) = picture.signs.first_key_value() {
        let (Point::Cell(r, c) | Point::Corner(r, c) | Point::Below(r, c) | Point::Right(r, c)) = *point;
        return Err(refuse(&format!("the sign {name:?}"), r, c));
    }
    let mut design = divided(&picture, &cell, &refuse)?;
    for &(r, c, falls) in picture.diagonals.keys() {
        let on = if falls { r == c } else { r + c == n as isize - 1 };
        if !on {
            return Err(refuse("a line across a cell", r, c));
        }
    }
    match picture.diagonals.len() {
        0 => {}
        all if all == 2 * n => design.add(&diagonals()),
        _ => return Err(wrong("a part of the diagonals alone is no rule that is known")),
    }
    let mut sheet = Sheet::new(design);
    for (point, text) in &picture.numbers {
        let (Point::Cell(r, c) | Point::Corner(r, c) | Point::Below(r, c) | Point::Right(r, c)) = *point;
        let at = cell(r, c).filter(|_| matches!(point, Point::Cell(..)));
        let at = at.ok_or_else(|| refuse("a number beside the cells", r, c))?;
        if NOTES.contains(&text.form.as_str()) || text.text.is_empty() {
            return Err(refuse("a cell with notes", r, c));
        }
        let value = text.text.parse().ok().filter(|value| (1..=n as u8).contains(value));
        sheet.givens[at] =
            value.ok_or_else(|| wrong(format!("1 to {n} is expected, not {:?}", text.text)).at(cell_name(n, at)))?;
    }
    let cages = cages(&picture, &cell, &refuse)?;
    if !cages.is_empty() {
        sheet.set_cages(cages).map_err(said)?;
    }
    Ok(sheet)
}

type Inside<'a> = &'a dyn Fn(isize, isize) -> Option<usize>;
type Refuse<'a> = &'a dyn Fn(&str, isize, isize) -> Bad;

/// The grid with the regions that thick lines make; the usual one where there are none.
fn divided(picture: &Picture, cell: Inside<'_>, refuse: Refuse<'_>) -> Result<Design, Bad> {
    let n = picture.rows;
    let mut parted = std::collections::BTreeSet::new();
    for (&point, &style) in &picture.edges {
        let (r, c, [dr, dc]) = match point {
            Point::Below(r, c) => (r, c, [1, 0]),
            Point::Right(r, c) | Point::Cell(r, c) | Point::Corner(r, c) => (r, c, [0, 1]),
        };
        let (Some(a), Some(b)) = (cell(r, c), cell(r + dr, c + dc)) else { continue };
        if ![BORDER, 21, 3].contains(&style) {
            return Err(refuse("such a line", r, c));
        }
        parted.insert((a, b));
    }
    if parted.is_empty() {
        return Design::usual(n).map_err(said);
    }
    let mut label: Vec<u32> = (0..(n * n) as u32).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for a in 0..n * n {
            let right = (a % n + 1 < n).then_some(a + 1);
            for b in right.into_iter().chain((a + n < n * n).then_some(a + n)) {
                if !parted.contains(&(a, b)) && label[a] != label[b] {
                    let least = label[a].min(label[b]);
                    (label[a], label[b]) = (least, least);
                    changed = true;
                }
            }
        }
    }
    if let Some(&(a, _)) = parted.iter().find(|(a, b)| label[*a] == label[*b]) {
        return Err(refuse("a thick line that parts no regions", (a / n) as isize, (a % n) as isize));
    }
    Design::irregular(n, &label).map_err(said)
}

/// A fault of the drawing.
fn said(bad: Bad) -> Bad {
    Bad { what: format!("penpa-edit: {}", bad.what), ..bad }
}

/// Cages by their cells, with their sums.
type Cages = Vec<(Vec<u32>, Option<u16>)>;

fn cages(picture: &Picture, cell: Inside<'_>, refuse: Refuse<'_>) -> Result<Cages, Bad> {
    let mut sums: BTreeMap<usize, u16> = BTreeMap::new();
    for (&(r, c, corner), text) in &picture.small {
        let at = cell(r, c).filter(|_| corner == 0).ok_or_else(|| refuse("a small number", r, c))?;
        let sum = text.text.parse().map_err(|_| refuse(&format!("the sum {:?}", text.text), r, c))?;
        sums.insert(at, sum);
    }
    let mut all = Vec::new();
    for cage in &picture.cages {
        let mut cells = Vec::new();
        for &(r, c) in cage {
            cells.push(cell(r, c).ok_or_else(|| refuse("a cage beyond the board", r, c))? as u32);
        }
        cells.sort_unstable();
        let here: Vec<usize> = cells.iter().map(|&c| c as usize).filter(|c| sums.contains_key(c)).collect();
        let sum = here.first().and_then(|at| sums.remove(at));
        all.push((cells, sum));
    }
    match sums.first_key_value() {
        None => Ok(all),
        Some((&at, _)) => {
            let n = picture.rows;
            Err(refuse("a small number without a cage", (at / n) as isize, (at % n) as isize))
        }
    }
}

/// The address of a sheet's drawing.
///
/// # Errors
/// [`Bad`] where the sheet has something that drawings don't show.
pub(crate) fn print(sheet: &Sheet) -> Result<String, Bad> {
    let design = &sheet.design;
    let n = design.n();
    if design.has(&ANTI_KNIGHT) {
        return Err(wrong("drawings don't show the ban on knight's moves"));
    }
    let has_diagonals = design.has(&DIAGONAL);
    let tag = match (!design.has(&CAGE), design.has_usual_boxes()) {
        (false, _) => "killer",
        (true, _) if has_diagonals => "sudoku-x",
        (true, true) => "classic",
        (true, false) => "irregular",
    };
    let mut picture = Picture { rows: n, cols: n, tag: tag.to_string(), ..Picture::default() };
    let region = design.owners();
    let plain = |text: String, style: u8| Text { text, style, form: "1".to_string() };
    for cell in 0..n * n {
        let (r, c) = ((cell / n) as isize, (cell % n) as isize);
        if sheet.givens[cell] > 0 {
            picture.numbers.insert(Point::Cell(r, c), plain(sheet.givens[cell].to_string(), 1));
        }
        if cell % n + 1 < n && region[cell] != region[cell + 1] {
            picture.edges.insert(Point::Right(r, c), BORDER);
        }
        if cell + n < n * n && region[cell] != region[cell + n] {
            picture.edges.insert(Point::Below(r, c), BORDER);
        }
    }
    for i in (0..n as isize).filter(|_| has_diagonals) {
        picture.diagonals.insert((i, i, true), DIAGONAL_LINE);
        picture.diagonals.insert((i, n as isize - 1 - i, false), DIAGONAL_LINE);
    }
    for (cells, sum) in design.cages().zip(&sheet.sums) {
        let at = |&cell: &u32| ((cell as usize / n) as isize, (cell as usize % n) as isize);
        picture.cages.push(cells.iter().map(at).collect());
        let first = cells.iter().min().map(at);
        if let (Some((r, c)), Some(sum)) = (first, sum) {
            picture.small.insert((r, c, 0), plain(sum.to_string(), 1));
        }
    }
    let text = picture.write();
    let again = read(&text)?;
    if (&again.design, &again.givens, &again.sums) != (design, &sheet.givens, &sheet.sums) {
        return Err(wrong("this puzzle has something that drawings don't show"));
    }
    Ok(penpa::address(&text))
}
