//! Reads f-puzzles documents.

use super::unread::is_left_out;
use super::{CONSTRAINTS, box_indexing, globals, lines};
use crate::variant::checks::{impossible, other_sum};
use crate::variant::constraint::{Constraint, Kind};
use crate::variant::constraints::{
    ALL_DIFFERENT, ANTI_CONSECUTIVE, ARROW, CAGE, DIFFERENCE, EVEN, INDEXING, LITTLE_KILLER, LOCKOUT, MAXIMUM, MINIMUM,
    ODD, PILL_ARROW, QUAD, RATIO, SAME_VALUES, SANDWICH, SKYSCRAPER, STRICT_DIFFERENCE, STRICT_RATIO, STRICT_XV, V,
    WHISPER, X, X_SUM, diagonal_of,
};
use crate::variant::design::{Design, renumbered};
use crate::variant::grid::{Grid, MOST};
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Value};

/// What a document says: the structure, the values that each cell may have, and what is filled in.
pub type Read = (Design, Vec<Domain>, BTreeMap<u32, Value>);

struct Reader {
    grid: Grid,
    /// Are clues outside read whose number is left out?
    keeps_open: bool,
    all: Vec<Constraint>,
}

/// Reads a document.
///
/// # Errors
/// [`Bad`] with the path of the part.
pub fn read(text: &str) -> Result<Read, Bad> {
    read_with(text, false, MOST)
}

/// Reads a document of a grid with sides of up to `most`.
///
/// # Errors
/// [`Bad`] with the path of the part.
pub(crate) fn read_up_to(text: &str, most: usize) -> Result<Read, Bad> {
    read_with(text, false, most)
}

/// Reads the constraints of a document, those whose numbers are left out among them.
///
/// # Errors
/// [`Bad`] with the path of the part.
pub fn read_layout(text: &str) -> Result<Design, Bad> {
    read_with(text, true, MOST).map(|(design, ..)| design)
}

fn read_with(text: &str, keeps_open: bool, most: usize) -> Result<Read, Bad> {
    let json: Json = serde_json::from_str(text).map_err(|e| Bad::new(format!("not JSON: {e}")))?;
    let Json::Object(parts) = json else { return Err(Bad::new("a document is a JSON object")) };
    let size = match parts.get("size") {
        None | Some(Json::Null) => 0,
        Some(size) => {
            let number = size.as_u64().filter(|n| *n > 0).and_then(|n| usize::try_from(n).ok());
            number.ok_or_else(|| Bad::new(format!("{size} is no size")).at("size"))?
        }
    };
    let rows = parts.get("grid").and_then(Json::as_array);
    let rows = rows.ok_or_else(|| Bad::new("rows of cells are missing").at("grid"))?;
    let size = if size == 0 { rows.len() } else { size };
    if rows.len() != size {
        return Err(Bad::new(format!("{} rows in a grid of size {size}", rows.len())).at("grid"));
    }
    let grid = Grid::within(size, size, most).map_err(|bad| bad.at("size"))?;
    let mut reader = Reader { grid, keeps_open, all: Vec::new() };
    let mut design = Design::new(reader.grid.clone());
    let (values, filled) = reader.cells(rows, &mut design)?;
    for (name, part) in &parts {
        reader.part(name, part, &parts, &mut design.extras).map_err(|bad| match &bad.at {
            Some(at) => Bad { at: Some(format!("{name}{at}")), ..bad },
            None => bad.at(name.clone()),
        })?;
    }
    design.constraints = reader.all;
    Ok((design, values, filled))
}

/// Is the part there and not empty?
fn says(part: Option<&Json>) -> bool {
    match part {
        None | Some(Json::Null | Json::Bool(false)) => false,
        Some(Json::Array(list)) => !list.is_empty(),
        Some(Json::String(text)) => !text.is_empty(),
        Some(_) => true,
    }
}

impl Reader {
    fn cells(&mut self, rows: &[Json], design: &mut Design) -> Result<(Vec<Domain>, BTreeMap<u32, Value>), Bad> {
        let size = self.grid.rows;
        let mut values = vec![self.grid.values(); size * size];
        let mut filled = BTreeMap::new();
        let mut extras = Map::new();
        let usual = self.grid.boxes(size);
        let mut regions: Vec<Option<u8>> = (0..size as u32 * size as u32)
            .map(|cell| usual.iter().position(|r| r.contains(&cell)).map(|r| r as u8))
            .collect();
        let mut has_regions = false;
        for (r, row) in rows.iter().enumerate() {
            let row = row.as_array().filter(|row| row.len() == size);
            let row =
                row.ok_or_else(|| Bad::new(format!("a row of {size} cells is expected")).at(format!("grid[{r}]")))?;
            for (c, cell) in row.iter().enumerate() {
                let at = |key: &str| format!("grid[{r}][{c}].{key}");
                let index = r * size + c;
                let number = |json: &Json, key: &str| {
                    let n = json.as_u64().filter(|n| (1..=size as u64).contains(n)).map(|n| n as Value);
                    n.ok_or_else(|| Bad::new(format!("{json} is no value from 1 to {size}")).at(at(key)))
                };
                let Json::Object(cell) = cell else {
                    return Err(Bad::new("a cell is a JSON object").at(format!("grid[{r}][{c}]")));
                };
                let mut own = Map::new();
                for (key, part) in cell {
                    match key.as_str() {
                        "value" if part.as_u64() != Some(0) && !part.is_null() => {
                            let value = number(part, key)?;
                            if cell.get("given").and_then(Json::as_bool) == Some(true) {
                                values[index] &= Domain::single(value);
                            } else {
                                filled.insert(index as u32, value);
                            }
                        }
                        "value" | "given" => {}
                        "givenPencilMarks" => {
                            let marks = part.as_array().map_or(&[][..], Vec::as_slice);
                            let marks: Domain = marks.iter().map(|m| number(m, key)).collect::<Result<_, _>>()?;
                            if !marks.is_empty() {
                                values[index] &= marks;
                            }
                        }
                        "region" => {
                            has_regions = true;
                            regions[index] = part.as_u64().filter(|&n| n < 255).map(|n| n as u8);
                        }
                        key => drop(own.insert(key.to_string(), part.clone())),
                    }
                }
                if !own.is_empty() {
                    extras.insert(format!("R{}C{}", r + 1, c + 1), Json::Object(own));
                }
            }
        }
        if has_regions {
            design.no_boxes = true;
            design.jigsaw = Some(renumbered(&regions));
        }
        if !extras.is_empty() {
            design.extras.insert("cells".to_string(), Json::Object(extras));
        }
        Ok((values, filled))
    }

    /// The name of a cell, from 1; rows and columns outside of the grid are 0 and one more than the
    /// last one.
    fn place(name: &str) -> Option<(i32, i32)> {
        let (row, col) = name.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
        Some((row.parse::<i32>().ok()? - 1, col.parse::<i32>().ok()? - 1))
    }

    fn cell(&self, json: &Json, at: &str) -> Result<u32, Bad> {
        let place = json.as_str().and_then(Reader::place);
        let side = 0..self.grid.rows as i32;
        match place {
            Some((r, c)) if side.contains(&r) && side.contains(&c) => Ok(self.grid.cell(r as usize, c as usize)),
            _ => Err(Bad::new(format!("{json} is no cell of the grid")).at(at)),
        }
    }

    fn list(&self, json: Option<&Json>, at: &str) -> Result<Vec<u32>, Bad> {
        let list = json.and_then(Json::as_array).ok_or_else(|| Bad::new("a list of cells is expected").at(at))?;
        list.iter().enumerate().map(|(i, cell)| self.cell(cell, &format!("{at}[{i}]"))).collect()
    }

    /// A number that may be written as a text; nothing where the text is empty.
    fn number(json: Option<&Json>, at: &str) -> Result<Option<i32>, Bad> {
        let bad = |json: &Json| Bad::new(format!("{json} is no number")).at(at);
        match json {
            None | Some(Json::Null) => Ok(None),
            Some(Json::String(text)) if text.trim().is_empty() => Ok(None),
            Some(json @ Json::String(text)) => text.trim().parse().map(Some).map_err(|_| bad(json)),
            Some(json) => json.as_i64().and_then(|n| n.try_into().ok()).map(Some).ok_or_else(|| bad(json)),
        }
    }

    fn part(
        &mut self,
        name: &str,
        part: &Json,
        parts: &Map<String, Json>,
        extras: &mut BTreeMap<String, Json>,
    ) -> Result<(), Bad> {
        let side = self.grid.rows;
        let (left, kept): (Vec<Json>, Vec<Json>) = match part {
            Json::Array(list) => list.iter().cloned().partition(|one| is_left_out(name, one, side, &Reader::place)),
            _ => Default::default(),
        };
        let kept = Json::Array(kept);
        let part = if left.is_empty() { part } else { &kept };
        if !left.is_empty() {
            extras.insert(name.to_string(), left.into());
        }
        if let Some((_, kind)) = globals().into_iter().find(|(n, _)| *n == name) {
            self.all.extend(says(Some(part)).then(|| Constraint::of(kind)));
            return Ok(());
        }
        if let Some((_, kind)) = lines().into_iter().find(|(n, _)| *n == name) {
            return self.lines(kind, part);
        }
        match name {
            "size" | "grid" => {}
            "diagonal+" | "diagonal-" => {
                let own = diagonal_of(if name == "diagonal+" { "1" } else { "-1" });
                self.all.extend(says(Some(part)).then_some(own));
            }
            "nonconsecutive" => {
                let has_dots = ["ratio", "difference"].iter().any(|n| says(parts.get(*n)));
                let own = if has_dots { with_number(&STRICT_DIFFERENCE, 1) } else { Constraint::of(&ANTI_CONSECUTIVE) };
                self.all.extend(says(Some(part)).then_some(own));
            }
            "negative" => {
                for (i, what) in listed(part)?.iter().enumerate() {
                    self.negative(what, parts).map_err(|bad| bad.at(format!("[{i}]")))?;
                }
            }
            _ if !CONSTRAINTS.contains(&name) => {
                if says(Some(part)) {
                    extras.insert(name.to_string(), part.clone());
                }
            }
            _ => {
                let list = match part {
                    Json::Array(list) => &list[..],
                    part if !says(Some(part)) => return Ok(()),
                    _ => return Err(Bad::new("no such part is read")),
                };
                let mut marked = Vec::new();
                for (i, one) in list.iter().enumerate() {
                    let at = format!("[{i}]");
                    let Json::Object(one) = one else {
                        return Err(Bad::new("a JSON object is expected").at(at));
                    };
                    let known = self.all.len();
                    self.one(name, one, &mut marked).map_err(|bad| match &bad.at {
                        Some(inner) => Bad { at: Some(format!("{at}{inner}")), ..bad },
                        None => bad.at(at.clone()),
                    })?;
                    let (before, new) = self.all.split_at(known);
                    for own in new {
                        if let Some(other) = other_sum(own, before) {
                            let why = format!("two cages over the same cells, of {other} and of {}", own.number());
                            return Err(Bad::new(self.with_cell(why, own)).at(at));
                        }
                        if let Some(why) = impossible(own, &self.grid) {
                            return Err(Bad::new(self.with_cell(why, own)).at(at));
                        }
                    }
                }
                self.marks(name, marked);
            }
        }
        Ok(())
    }

    /// Cells that are marked one by one are one constraint.
    fn marks(&mut self, name: &str, cells: Vec<u32>) {
        let kind: &'static Kind = match name {
            "odd" => &ODD,
            "even" => &EVEN,
            "minimum" => &MINIMUM,
            "maximum" => &MAXIMUM,
            "boxindexer" => box_indexing(),
            "rowindexer" | "columnindexer" => {
                let text = if name == "rowindexer" { "R" } else { "C" }.to_string();
                self.all.extend((!cells.is_empty()).then(|| Constraint { text, ..Constraint::over(&INDEXING, cells) }));
                return;
            }
            _ => return,
        };
        self.all.extend((!cells.is_empty()).then(|| Constraint::over(kind, cells)));
    }

    fn negative(&mut self, what: &Json, parts: &Map<String, Json>) -> Result<(), Bad> {
        match what.as_str() {
            Some("ratio") => {
                let given = parts.get("ratio").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
                let values = given.iter().map(|one| Ok(Reader::number(one.get("value"), "")?.unwrap_or(2)));
                let mut values: BTreeSet<i32> = values.collect::<Result<_, Bad>>()?;
                if values.is_empty() {
                    values.insert(2);
                }
                self.all.extend(values.into_iter().map(|n| with_number(&STRICT_RATIO, n)));
            }
            Some("xv") => self.all.push(Constraint::of(&STRICT_XV)),
            _ => return Err(Bad::new(format!("{what} is no sign whose absence is read"))),
        }
        Ok(())
    }

    fn lines(&mut self, kind: &'static Kind, part: &Json) -> Result<(), Bad> {
        for (i, one) in listed(part)?.iter().enumerate() {
            let lists = one.get("lines").and_then(Json::as_array).filter(|lists| !lists.is_empty());
            let lists = lists.ok_or_else(|| Bad::new("lines are missing").at(format!("[{i}]")))?;
            for (k, list) in lists.iter().enumerate() {
                let cells = self.list(Some(list), &format!("[{i}].lines[{k}]"))?;
                if cells.is_empty() {
                    return Err(Bad::new("a line without cells").at(format!("[{i}].lines[{k}]")));
                }
                let mut own = Constraint::over(kind, cells);
                if std::ptr::eq(kind, &WHISPER) {
                    let usual = (self.grid.rows as i32 + 1) / 2;
                    own.numbers = vec![Reader::number(one.get("value"), &format!("[{i}].value"))?.unwrap_or(usual)];
                } else if std::ptr::eq(kind, &LOCKOUT) {
                    own.numbers = vec![Reader::number(one.get("value"), &format!("[{i}].value"))?.unwrap_or(4)];
                } else if kind.name == "Modular" {
                    own.numbers = vec![3];
                }
                if let Some(why) = impossible(&own, &self.grid) {
                    return Err(Bad::new(self.with_cell(why, &own)).at(format!("[{i}].lines[{k}]")));
                }
                self.all.push(own);
            }
        }
        Ok(())
    }

    /// Adds the first cell of the constraint to the words.
    fn with_cell(&self, why: String, c: &Constraint) -> String {
        c.line().first().map_or(why.clone(), |&cell| format!("{why} (from {})", self.grid.name(cell)))
    }

    /// One of the constraints of a part.
    fn one(&mut self, name: &str, one: &Map<String, Json>, marked: &mut Vec<u32>) -> Result<(), Bad> {
        let cells = |reader: &Reader| reader.list(one.get("cells"), ".cells");
        let number = || Reader::number(one.get("value"), ".value");
        match name {
            "odd" | "even" | "minimum" | "maximum" => {
                let json = one.get("cell").unwrap_or(&Json::Null);
                marked.push(self.cell(json, ".cell")?);
            }
            "rowindexer" | "columnindexer" | "boxindexer" => marked.extend(cells(self)?),
            "killercage" => {
                let own =
                    Constraint { numbers: number()?.into_iter().collect(), ..Constraint::over(&CAGE, cells(self)?) };
                self.all.push(own);
            }
            "extraregion" => self.all.push(Constraint::over(&ALL_DIFFERENT, cells(self)?)),
            "arrow" => self.arrow(one)?,
            "difference" => self.all.push(Constraint::with(&DIFFERENCE, number()?.unwrap_or(1), self.two(one)?)),
            "ratio" => self.all.push(Constraint::with(&RATIO, number()?.unwrap_or(2), self.two(one)?)),
            "xv" => {
                let kind: &'static Kind = match one.get("value").and_then(Json::as_str).map(str::trim) {
                    Some("X" | "x") => &X,
                    Some("V" | "v") => &V,
                    // A sign that was not chosen yet says nothing.
                    None | Some("") => return Ok(()),
                    Some(other) => return Err(Bad::new(format!("{other:?} is neither X nor V")).at(".value")),
                };
                self.all.push(Constraint::over(kind, self.two(one)?));
            }
            "quadruple" => {
                let values = one.get("values").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
                let numbers =
                    values.iter().map(|v| Reader::number(Some(v), ".values")).collect::<Result<Vec<_>, _>>()?;
                let numbers = numbers.into_iter().flatten().collect();
                self.all.push(Constraint { numbers, ..Constraint::over(&QUAD, self.square(one)?) });
            }
            "clone" => {
                let (left, right) = (cells(self)?, self.list(one.get("cloneCells"), ".cloneCells")?);
                if left.len() != right.len() {
                    return Err(Bad::new(format!("{} cells and {} copies", left.len(), right.len())));
                }
                for (a, b) in left.into_iter().zip(right).filter(|(a, b)| a != b) {
                    self.all.push(Constraint { cells: vec![vec![a], vec![b]], ..Constraint::of(&SAME_VALUES) });
                }
            }
            "sandwichsum" | "xsum" | "skyscraper" => {
                let Some(numbers) = self.outside_numbers(number()?) else { return Ok(()) };
                let line = self.outside(one.get("cell").unwrap_or(&Json::Null))?;
                let kind: &'static Kind = match name {
                    "sandwichsum" => &SANDWICH,
                    "xsum" => &X_SUM,
                    _ => &SKYSCRAPER,
                };
                let line = if name == "sandwichsum" { sorted(line) } else { line };
                self.all.push(Constraint { numbers, ..Constraint::over(kind, line) });
            }
            "littlekillersum" => {
                let n = number()?.filter(|&n| n > 0);
                let Some(numbers) = self.outside_numbers(n) else { return Ok(()) };
                let line = self.diagonal(one)?;
                self.all.push(Constraint { numbers, ..Constraint::over(&LITTLE_KILLER, line) });
            }
            _ => return Err(Bad::new("no such part is read")),
        }
        Ok(())
    }

    /// The numbers of a clue outside; none: the clue says nothing.
    fn outside_numbers(&self, number: Option<i32>) -> Option<Vec<i32>> {
        (number.is_some() || self.keeps_open).then(|| number.into_iter().collect())
    }

    /// Four cells around a corner.
    fn square(&self, one: &Map<String, Json>) -> Result<Vec<u32>, Bad> {
        let cells = self.list(one.get("cells"), ".cells")?;
        let step = |cell: u32, down, right| self.grid.step(cell, down, right);
        let around = |first: u32| Some([first, step(first, 0, 1)?, step(first, 1, 0)?, step(first, 1, 1)?]);
        let is_square =
            cells.iter().min().and_then(|&first| around(first)).is_some_and(|own| own[..] == sorted(cells.clone())[..]);
        if is_square { Ok(cells) } else { Err(Bad::new("four cells around a corner are expected").at(".cells")) }
    }

    fn two(&self, one: &Map<String, Json>) -> Result<Vec<u32>, Bad> {
        let cells = self.list(one.get("cells"), ".cells")?;
        match cells[..] {
            [a, b] if self.grid.are_adjacent(a, b) => Ok(cells),
            _ => Err(Bad::new("two cells that share a side are expected").at(".cells")),
        }
    }

    fn arrow(&mut self, one: &Map<String, Json>) -> Result<(), Bad> {
        let pill = self.list(one.get("cells"), ".cells")?;
        let lists = one.get("lines").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        if lists.is_empty() {
            return Err(Bad::new("an arrow without a line").at(".lines"));
        }
        for (i, list) in lists.iter().enumerate() {
            let shaft = self.list(Some(list), &format!(".lines[{i}]"))?;
            if shaft.len() < 2 {
                return Err(Bad::new("an arrow without cells behind its circle").at(format!(".lines[{i}]")));
            }
            // The first cell is the one of the circle where the arrow begins.
            let line: Vec<u32> = pill.iter().chain(shaft.iter().skip(1)).copied().collect();
            match pill.len() {
                1 => self.all.push(Constraint::over(&ARROW, line)),
                n @ 2..=3 if self.grid.rows <= 9 => self.all.push(Constraint::with(&PILL_ARROW, n as i32, line)),
                n => {
                    let what = format!("a pill of {n} cells; up to three, in grids of up to nine values, are read");
                    return Err(Bad::new(what).at(".cells"));
                }
            }
        }
        Ok(())
    }

    /// The row or column behind a cell outside, from there on.
    fn outside(&self, json: &Json) -> Result<Vec<u32>, Bad> {
        let n = self.grid.rows as i32;
        let bad = || Bad::new(format!("{json} is no cell at the end of a row or column")).at(".cell");
        let (r, c) = json.as_str().and_then(Reader::place).ok_or_else(bad)?;
        let mut line = match ((0..n).contains(&r), (0..n).contains(&c)) {
            (true, false) => self.grid.row(r as usize),
            (false, true) => self.grid.col(c as usize),
            _ => return Err(bad()),
        };
        if r >= n || c >= n {
            line.reverse();
        }
        Ok(line)
    }

    fn diagonal(&self, one: &Map<String, Json>) -> Result<Vec<u32>, Bad> {
        let json = one.get("cell").unwrap_or(&Json::Null);
        let bad = || Bad::new(format!("{json} is no cell from which a diagonal starts")).at(".cell");
        let (down, right) = match one.get("direction").and_then(Json::as_str) {
            Some("UL") => (-1, -1),
            Some("UR") => (-1, 1),
            Some("DL") => (1, -1),
            Some("DR") => (1, 1),
            _ => return Err(Bad::new("one of UL, UR, DL, DR is expected").at(".direction")),
        };
        let (mut r, mut c) = json.as_str().and_then(Reader::place).ok_or_else(bad)?;
        let side = 0..self.grid.rows as i32;
        let is_inside = |r: i32, c: i32| side.contains(&r) && side.contains(&c);
        if !is_inside(r, c) {
            (r, c) = (r + down, c + right);
        } else if is_inside(r - down, c - right) {
            return Err(bad());
        }
        if !side.contains(&r) || !side.contains(&c) {
            return Err(bad());
        }
        let first = self.grid.cell(r as usize, c as usize);
        Ok(std::iter::successors(Some(first), |&cell| self.grid.step(cell, down, right)).collect())
    }
}

/// A part as a list; a part that says nothing is an empty list.
fn listed(part: &Json) -> Result<&[Json], Bad> {
    match part {
        Json::Array(list) => Ok(list),
        part if !says(Some(part)) => Ok(&[]),
        _ => Err(Bad::new("a list is expected")),
    }
}

fn with_number(kind: &'static Kind, number: i32) -> Constraint {
    Constraint { numbers: vec![number], text: number.to_string(), ..Constraint::of(kind) }
}

fn sorted(mut line: Vec<u32>) -> Vec<u32> {
    line.sort_unstable();
    line
}
