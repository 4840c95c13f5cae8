//! Drawings of sudokus: numbers in a square, regions by thick lines, diagonals, cages with their
//! sums, thermometers, arrows, dots and letters between cells, grey circles and squares.

use super::picture::{Picture, Point, Text};
use super::read::{BLACK, CIRCLES, SQUARES, WHITES, said};
use super::wrong;
use crate::variant::constraints::{
    ARROW, BLACK_DOT, CAGE, DIAGONAL, DIFFERENCE, EVEN, ODD, RATIO, THERMO, V, WHITE_DOT, X, diagonal_of,
};
use crate::variant::fpuzzles::Read;
use crate::variant::{Constraint, Design, Kind, cell_name};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_genre::{Bad, penpa};
use tesuji_solver::Domain;

/// The style of thick lines, and of the diagonals.
const BORDER: u8 = 2;
const DIAGONAL_LINE: u8 = 12;
/// Forms of numbers that are notes.
const NOTES: [&str; 3] = ["7", "8", "9"];
/// Grey signs: circles for odd values, squares for even ones.
const GREYS: [u8; 3] = [3, 5, 9];

/// A drawing on its way to a design.
struct Reading<'a> {
    picture: &'a Picture,
    n: usize,
    all: Vec<Constraint>,
}

/// The design of a drawing's text, with the values that its cells may have.
///
/// # Errors
/// [`Bad`] where it is no such drawing, or has something that has no meaning in one.
pub(crate) fn read(text: &str) -> Result<Read, Bad> {
    let picture = Picture::read(text)?;
    let n = picture.rows;
    if picture.cols != n || !picture.missing.is_empty() {
        return Err(wrong(format!("{n} rows and {} columns make no sudoku", picture.cols)));
    }
    let mut reading = Reading { picture: &picture, n, all: Vec::new() };
    let mut design = reading.divided()?;
    if let Some((&(r, c), _)) = picture.shaded.first_key_value() {
        return Err(reading.refuse("a shaded cell", r, c));
    }
    reading.diagonals()?;
    reading.cages()?;
    reading.lines()?;
    reading.signs()?;
    let mut values = vec![design.values(); n * n];
    for (point, text) in &picture.numbers {
        let at = match *point {
            Point::Cell(r, c) => reading.cell(r, c).ok_or_else(|| reading.refuse("a number beside the cells", r, c))?,
            _ => {
                reading.letter(*point, text)?;
                continue;
            }
        };
        if NOTES.contains(&text.form.as_str()) || text.text.is_empty() {
            return Err(reading.refuse("a cell with notes", (at / n) as isize, (at % n) as isize));
        }
        let value = text.text.parse().ok().filter(|value| (1..=n as u8).contains(value));
        let value =
            value.ok_or_else(|| wrong(format!("1 to {n} is expected, not {:?}", text.text)).at(cell_name(n, at)))?;
        values[at] = Domain::single(value);
    }
    design.constraints = reading.all;
    Ok((design, values, BTreeMap::new()))
}

impl Reading<'_> {
    fn refuse(&self, what: &str, r: isize, c: isize) -> Bad {
        let what = format!("{what} has no meaning in drawings of sudokus that are read");
        wrong(what).at(format!("r{}c{}", r + 1, c + 1))
    }

    fn cell(&self, r: isize, c: isize) -> Option<usize> {
        let inside = |i: isize| (0..self.n as isize).contains(&i);
        (inside(r) && inside(c)).then(|| r as usize * self.n + c as usize)
    }

    /// The cells on both sides of an edge.
    fn beside(&self, point: Point) -> Option<[u32; 2]> {
        let (r, c, [dr, dc]) = match point {
            Point::Below(r, c) => (r, c, [1, 0]),
            Point::Right(r, c) => (r, c, [0, 1]),
            Point::Cell(..) | Point::Corner(..) => return None,
        };
        Some([self.cell(r, c)? as u32, self.cell(r + dr, c + dc)? as u32])
    }

    /// The grid with the regions that thick lines make; the usual one where there are none.
    fn divided(&self) -> Result<Design, Bad> {
        let n = self.n;
        let mut parted = BTreeSet::new();
        for (&point, &style) in &self.picture.edges {
            let Some([a, b]) = self.beside(point) else { continue };
            if ![BORDER, 21, 3].contains(&style) {
                return Err(self.refuse("such a line", a as isize / n as isize, a as isize % n as isize));
            }
            parted.insert((a as usize, b as usize));
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
            return Err(self.refuse("a thick line that parts no regions", (a / n) as isize, (a % n) as isize));
        }
        Design::irregular(n, &label).map_err(said)
    }

    fn diagonals(&mut self) -> Result<(), Bad> {
        let n = self.n as isize;
        let mut count = [0, 0];
        for &(r, c, falls) in self.picture.diagonals.keys() {
            if !(if falls { r == c } else { r + c == n - 1 }) {
                return Err(self.refuse("a line across a cell", r, c));
            }
            count[usize::from(falls)] += 1;
        }
        for (count, slope) in count.into_iter().zip(["1", "-1"]) {
            match count {
                0 => {}
                all if all == n => self.all.push(diagonal_of(slope)),
                _ => return Err(wrong("a part of a diagonal alone is no rule that is known")),
            }
        }
        Ok(())
    }

    fn cages(&mut self) -> Result<(), Bad> {
        let mut sums: BTreeMap<usize, i32> = BTreeMap::new();
        for (&(r, c, corner), text) in &self.picture.small {
            let at = self.cell(r, c).filter(|_| corner == 0).ok_or_else(|| self.refuse("a small number", r, c))?;
            let sum = text.text.parse().map_err(|_| self.refuse(&format!("the sum {:?}", text.text), r, c))?;
            sums.insert(at, sum);
        }
        for cage in &self.picture.cages {
            let mut cells = self.list(cage, "a cage beyond the board")?;
            cells.sort_unstable();
            let first = cells.iter().map(|&c| c as usize).find(|c| sums.contains_key(c));
            let numbers = first.and_then(|at| sums.remove(&at)).into_iter().collect();
            self.all.push(Constraint { numbers, ..Constraint::over(&CAGE, cells) });
        }
        match sums.first_key_value() {
            None => Ok(()),
            Some((&at, _)) => {
                let (r, c) = ((at / self.n) as isize, (at % self.n) as isize);
                Err(self.refuse("a small number without a cage", r, c))
            }
        }
    }

    fn list(&self, cells: &[(isize, isize)], what: &str) -> Result<Vec<u32>, Bad> {
        let cell =
            |&(r, c): &(isize, isize)| self.cell(r, c).map(|cell| cell as u32).ok_or_else(|| self.refuse(what, r, c));
        cells.iter().map(cell).collect()
    }

    fn lines(&mut self) -> Result<(), Bad> {
        let picture = self.picture;
        let kinds: [(&[Vec<(isize, isize)>], &'static Kind, &str); 2] = [
            (&picture.thermos, &THERMO, "a thermometer beyond the board"),
            (&picture.arrows, &ARROW, "an arrow beyond the board"),
        ];
        for (lists, kind, what) in kinds {
            for list in lists {
                let cells = self.list(list, what)?;
                if cells.len() < 2 {
                    let (r, c) = list.first().copied().unwrap_or_default();
                    return Err(self.refuse("a line of one cell", r, c));
                }
                self.all.push(Constraint::over(kind, cells));
            }
        }
        Ok(())
    }

    /// Dots between cells, and the grey signs of odd and even values.
    fn signs(&mut self) -> Result<(), Bad> {
        let picture = self.picture;
        let begins = |at: (isize, isize)| {
            let lines = [&picture.thermos, &picture.arrows];
            lines.into_iter().flatten().any(|line| line.first() == Some(&at))
        };
        let (mut odd, mut even) = (Vec::new(), Vec::new());
        for (point, (name, number)) in &picture.signs {
            let (circle, square) = (CIRCLES.contains(&name.as_str()), SQUARES.contains(&name.as_str()));
            let (Point::Cell(r, c) | Point::Corner(r, c) | Point::Below(r, c) | Point::Right(r, c)) = *point;
            let cell = self.cell(r, c).map(|cell| cell as u32);
            match (point, cell, self.beside(*point)) {
                (Point::Cell(..), Some(_), _) if circle && begins((r, c)) => {}
                (Point::Cell(..), Some(cell), _) if circle && GREYS.contains(number) => odd.push(cell),
                (Point::Cell(..), Some(cell), _) if square && GREYS.contains(number) => even.push(cell),
                (.., Some(pair)) if circle && WHITES.contains(number) => {
                    self.all.push(Constraint::with(&DIFFERENCE, 1, pair.to_vec()));
                }
                (.., Some(pair)) if circle && *number == BLACK => {
                    self.all.push(Constraint::with(&RATIO, 2, pair.to_vec()));
                }
                _ => return Err(self.refuse(&format!("the sign {name:?} {number}"), r, c)),
            }
        }
        for (kind, cells) in [(&ODD, odd), (&EVEN, even)] {
            self.all.extend((!cells.is_empty()).then(|| Constraint::over(kind, cells)));
        }
        Ok(())
    }

    /// An X or V between cells.
    fn letter(&mut self, point: Point, text: &Text) -> Result<(), Bad> {
        let (Point::Cell(r, c) | Point::Corner(r, c) | Point::Below(r, c) | Point::Right(r, c)) = point;
        let kind: Option<&'static Kind> = match text.text.to_ascii_uppercase().as_str() {
            "X" => Some(&X),
            "V" => Some(&V),
            _ => None,
        };
        match (kind, self.beside(point)) {
            (Some(kind), Some(pair)) => self.all.push(Constraint::over(kind, pair.to_vec())),
            _ => return Err(self.refuse(&format!("the text {:?} beside the cells", text.text), r, c)),
        }
        Ok(())
    }
}

/// The address of a design's drawing.
///
/// # Errors
/// [`Bad`] where the design has something that drawings don't show.
pub(crate) fn print(design: &Design, values: &[Domain]) -> Result<String, Bad> {
    let grid = &design.grid;
    let n = grid.rows;
    let plain = (grid.low, usize::from(grid.high)) == (1, n) && grid.has_lines && grid.outside.is_empty();
    if grid.cols != n || !plain || values.len() != n * n {
        return Err(wrong("drawings are of square grids with the values from 1 on"));
    }
    let mut picture = Picture { rows: n, cols: n, tag: tag(design).to_string(), ..Picture::default() };
    let region = design.owners();
    for cell in 0..n * n {
        let (r, c) = ((cell / n) as isize, (cell % n) as isize);
        if let Some(value) = values[cell].value() {
            picture.numbers.insert(Point::Cell(r, c), plain_text(value));
        } else if values[cell] != design.values() {
            return Err(wrong("drawings don't show given pencil marks").at(cell_name(n, cell)));
        }
        if cell % n + 1 < n && region[cell] != region[cell + 1] {
            picture.edges.insert(Point::Right(r, c), BORDER);
        }
        if cell + n < n * n && region[cell] != region[cell + n] {
            picture.edges.insert(Point::Below(r, c), BORDER);
        }
    }
    for c in &design.constraints {
        draw(c, n, &mut picture).ok_or_else(|| wrong(format!("drawings don't show {}", c.kind.noun)))?;
    }
    let text = picture.write();
    let again = read(&text)?;
    let told = |design: &Design| {
        let mut all: Vec<Constraint> = design.constraints.iter().map(same).collect();
        all.sort();
        (all, design.owners())
    };
    if (told(&again.0), again.1.as_slice()) != (told(design), values) {
        return Err(wrong("this puzzle has something that drawings don't show"));
    }
    Ok(penpa::address(&text))
}

/// The constraint as it is read from drawings, which have one sign for two kinds.
fn same(c: &Constraint) -> Constraint {
    let mut cells = c.line().to_vec();
    if !c.is(&ARROW) && !c.is(&THERMO) {
        cells.sort_unstable();
    }
    match c {
        c if c.is(&WHITE_DOT) => Constraint::with(&DIFFERENCE, 1, cells),
        c if c.is(&BLACK_DOT) => Constraint::with(&RATIO, 2, cells),
        c if c.cells.len() == 1 => Constraint { cells: vec![cells], ..c.clone() },
        c => c.clone(),
    }
}

fn plain_text(text: impl std::fmt::Display) -> Text {
    Text { text: text.to_string(), style: 1, form: "1".to_string() }
}

/// The tag of penpa-edit for such puzzles.
fn tag(design: &Design) -> &'static str {
    let has = |kind: &Kind| design.has(kind);
    let is_family = design.constraints.iter().all(|c| c.is(&CAGE) || c.is(&DIAGONAL));
    match () {
        () if has(&THERMO) => "thermo",
        () if has(&ARROW) => "arrow",
        () if !is_family => "variant",
        () if has(&CAGE) => "killer",
        () if design.constraints.len() == 2 => "sudoku-x",
        () if design.has_usual_boxes() => "classic",
        () => "irregular",
    }
}

/// Draws a constraint; `None` where it has no form.
fn draw(c: &Constraint, n: usize, picture: &mut Picture) -> Option<()> {
    let at = |cell: u32| ((cell as usize / n) as isize, (cell as usize % n) as isize);
    let line = || c.line().iter().map(|&cell| at(cell)).collect::<Vec<_>>();
    let edge = || match *c.line() {
        [a, b] => {
            let (a, b) = (a.min(b), a.max(b));
            let (r, col) = at(a);
            (b == a + n as u32).then_some(Point::Below(r, col)).or((b == a + 1).then_some(Point::Right(r, col)))
        }
        _ => None,
    };
    let mut sign = |point: Point, name: &str, number: u8| drop(picture.signs.insert(point, (name.to_string(), number)));
    match c {
        c if c.is(&DIAGONAL) => {
            for i in 0..n as isize {
                let key = if c.text == "1" { (i, n as isize - 1 - i, false) } else { (i, i, true) };
                picture.diagonals.insert(key, DIAGONAL_LINE);
            }
        }
        c if c.is(&CAGE) => {
            picture.cages.push(line());
            let (r, col) = at(*c.line().iter().min()?);
            if let Some(&sum) = c.numbers.first() {
                picture.small.insert((r, col, 0), plain_text(sum.max(0)));
            }
        }
        c if c.is(&THERMO) => picture.thermos.push(line()),
        c if c.is(&ARROW) => picture.arrows.push(line()),
        c if c.is(&WHITE_DOT) || c.is(&DIFFERENCE) && c.number() == 1 => sign(edge()?, "circle_SS", 1),
        c if c.is(&BLACK_DOT) || c.is(&RATIO) && c.number() == 2 => sign(edge()?, "circle_SS", BLACK),
        c if c.is(&X) || c.is(&V) => drop(picture.numbers.insert(edge()?, plain_text(c.kind.name))),
        c if c.is(&ODD) || c.is(&EVEN) => {
            let name = if c.is(&ODD) { "circle_L" } else { "square_L" };
            line().into_iter().for_each(|(r, col)| sign(Point::Cell(r, col), name, GREYS[0]));
        }
        _ => return None,
    }
    Some(())
}
