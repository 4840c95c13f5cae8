//! A drawing on a grid of squares: what stands on which point.

use super::wrong;
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_genre::Bad;

/// Cells around the grid that take part in the numbering of points.
const MARGIN: usize = 2;
/// The greatest side that a drawing has.
const MOST: usize = 160;
/// The size of a cell on the screen.
const CELL: usize = 38;

/// A point of the grid, by the row and the column of a cell; both may lie beyond the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Point {
    /// The middle of a cell.
    Cell(isize, isize),
    /// Its corner below and right.
    Corner(isize, isize),
    /// Its edge below.
    Below(isize, isize),
    /// Its edge to the right.
    Right(isize, isize),
}

/// A number, as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Text {
    /// The text.
    pub text: String,
    /// The colours.
    pub style: u8,
    /// The form: "1" plain, "2" with an arrow, "4" several numbers.
    pub form: String,
}

/// A drawing without what says nothing of the puzzle.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Picture {
    /// Rows and columns of the board, without the cells left of it and above it for numbers.
    pub rows: usize,
    pub cols: usize,
    /// Rows and columns above the board and left of it, below it and right of it.
    pub above: usize,
    pub left: usize,
    pub below: usize,
    pub right: usize,
    /// Cells inside of the board that are not drawn.
    pub missing: BTreeSet<(usize, usize)>,
    /// The tag by which the author names its kind.
    pub tag: String,
    /// Numbers.
    pub numbers: BTreeMap<Point, Text>,
    /// Small numbers in corners of cells, by cell and corner: 0 is above and left.
    pub small: BTreeMap<(isize, isize, usize), Text>,
    /// Signs, by name and number.
    pub signs: BTreeMap<Point, (String, u8)>,
    /// Shaded cells with their colours.
    pub shaded: BTreeMap<(isize, isize), u8>,
    /// Thick lines along edges, with their styles.
    pub edges: BTreeMap<Point, u8>,
    /// Lines through cells from corner to corner with their styles: falling to the right or not.
    pub diagonals: BTreeMap<(isize, isize, bool), u8>,
    /// Cages.
    pub cages: Vec<Vec<(isize, isize)>>,
    /// Thermometers from their bulbs on.
    pub thermos: Vec<Vec<(isize, isize)>>,
    /// Arrows from their circles on.
    pub arrows: Vec<Vec<(isize, isize)>>,
}

/// The numbering of the points of a drawing with these sides.
struct Points {
    width: usize,
    all: usize,
    row: isize,
    col: isize,
}

impl Points {
    fn new(nx: usize, ny: usize, row: usize, col: usize) -> Points {
        let (width, height) = (nx + 2 * MARGIN, ny + 2 * MARGIN);
        Points { width, all: width * height, row: row as isize, col: col as isize }
    }

    fn cell(&self, index: usize) -> (isize, isize) {
        ((index / self.width) as isize - self.row, (index % self.width) as isize - self.col)
    }

    fn point(&self, index: usize) -> Option<Point> {
        let (r, c) = self.cell(index % self.all);
        match index / self.all {
            0 => Some(Point::Cell(r, c)),
            1 => Some(Point::Corner(r, c)),
            2 => Some(Point::Below(r, c)),
            3 => Some(Point::Right(r, c)),
            _ => None,
        }
    }

    fn index(&self, point: Point) -> usize {
        let at = |r: isize, c: isize| ((r + self.row) as usize) * self.width + (c + self.col) as usize;
        match point {
            Point::Cell(r, c) => at(r, c),
            Point::Corner(r, c) => self.all + at(r, c),
            Point::Below(r, c) => 2 * self.all + at(r, c),
            Point::Right(r, c) => 3 * self.all + at(r, c),
        }
    }
}

/// Parts of a drawing that say nothing, or that are read by themselves.
const NO_PARTS: [&str; 8] =
    ["command_redo", "command_undo", "command_replay", "surface", "number", "numberS", "symbol", "lineE"];

impl Picture {
    /// Reads the text of a drawing.
    ///
    /// # Errors
    /// [`Bad`] where the text is no drawing on squares, or has a part that no genre here gives a meaning to.
    pub(super) fn read(text: &str) -> Result<Picture, Bad> {
        let lines: Vec<&str> = text.lines().collect();
        let head: Vec<&str> = lines.first().copied().unwrap_or_default().split(',').collect();
        match head.first().copied().unwrap_or_default() {
            "square" | "sudoku" | "kakuro" => {}
            "tri"
            | "hex"
            | "pyramid"
            | "iso"
            | "tetrakis_square"
            | "truncated_square"
            | "snub_square"
            | "cairo_pentagonal"
            | "rhombitrihexagonal"
            | "deltoidal_trihexagonal"
            | "penrose_P3" => {
                return Err(wrong(format!("a grid of the kind {:?} is not read; those of squares are", head[0])));
            }
            _ => return Err(wrong("the drawing has an older form, or none that is known")),
        }
        let side = |i: usize| head.get(i).and_then(|n| n.parse::<usize>().ok()).filter(|n| (1..=MOST).contains(n));
        let (Some(nx), Some(ny)) = (side(1), side(2)) else {
            return Err(wrong(format!("sides from 1 to {MOST} are expected")));
        };
        let json = |line: usize, what: &str| -> Result<Json, Bad> {
            let line = lines.get(line).ok_or_else(|| wrong(format!("{what} are missing")))?;
            serde_json::from_str(line).map_err(|e| wrong(format!("{what}: {e}")))
        };
        let list = json(5, "the cells")?;
        let steps = list.as_array().cloned().unwrap_or_default();
        let mut cells = BTreeSet::new();
        let mut at = 0_i64;
        let most = ((nx + 2 * MARGIN) * (ny + 2 * MARGIN)) as i64;
        for step in &steps {
            let step =
                step.as_i64().filter(|n| n.abs() <= most).ok_or_else(|| wrong("cells by number are expected"))?;
            at += step;
            if !(0..most).contains(&at) {
                return Err(wrong("a cell lies beyond the grid"));
            }
            cells.insert(at as usize);
        }
        let width = nx + 2 * MARGIN;
        let rows = || cells.iter().map(|c| c / width);
        let cols = || cells.iter().map(|c| c % width);
        let (Some(top), Some(bottom), Some(left), Some(right)) =
            (rows().min(), rows().max(), cols().min(), cols().max())
        else {
            return Err(wrong("the drawing has no cells"));
        };
        let points = Points::new(nx, ny, top, left);
        let mut picture = Picture {
            rows: bottom - top + 1,
            cols: right - left + 1,
            tag: tesuji_genre::penpa::tags(text).into_iter().next().unwrap_or_default(),
            ..Picture::default()
        };
        let inside = (0..picture.rows).flat_map(|r| (0..picture.cols).map(move |c| (r, c)));
        picture.missing = inside.filter(|(r, c)| !cells.contains(&((top + r) * width + left + c))).collect();
        let question = json(3, "the marks of the puzzle")?;
        let parts = question.as_object().ok_or_else(|| wrong("the marks of the puzzle are no object"))?;
        let other = parts.iter().find(|(name, part)| !is_read(name) && !is_empty(part));
        if let Some((name, _)) = other {
            return Err(wrong(format!("{name:?} in the drawing has no meaning that is known")));
        }
        picture.read_parts(parts, &points)?;
        Ok(picture)
    }

    fn read_parts(&mut self, parts: &Map<String, Json>, points: &Points) -> Result<(), Bad> {
        let entries = |name: &str| parts.get(name).and_then(Json::as_object).into_iter().flatten();
        let index = |key: &str| key.parse::<usize>().ok().filter(|&i| i < 12 * points.all);
        let point = |name: &str, key: &str| {
            index(key)
                .and_then(|i| points.point(i))
                .ok_or_else(|| wrong(format!("{name:?} stands at {key}, which is no point that is known")))
        };
        let style = |json: &Json| json.as_u64().and_then(|n| u8::try_from(n).ok()).unwrap_or(u8::MAX);
        for (key, value) in entries("surface") {
            let Point::Cell(r, c) = point("surface", key)? else { return Err(wrong("a shade beside cells")) };
            self.shaded.insert((r, c), style(value));
        }
        let text = |value: &Json| {
            let part = |i: usize| value.get(i).cloned().unwrap_or_default();
            let plain = |json: Json| json.as_str().map_or_else(|| json.to_string(), |text| text.trim().to_string());
            Text { text: plain(part(0)), style: style(&part(1)), form: plain(part(2)) }
        };
        for (key, value) in entries("number") {
            self.numbers.insert(point("number", key)?, text(value));
        }
        for (key, value) in entries("numberS") {
            let at = index(key).filter(|i| (4 * points.all..8 * points.all).contains(i));
            let at = at.ok_or_else(|| wrong("a small number stands in no corner of a cell"))?;
            let (r, c) = points.cell(at / 4 - points.all);
            self.small.insert((r, c, at % 4), text(value));
        }
        for (key, value) in entries("symbol") {
            let name = value.get(1).and_then(Json::as_str).unwrap_or_default().to_string();
            let number = value.get(0).map_or(u8::MAX, style);
            self.signs.insert(point("symbol", key)?, (name, number));
        }
        for (key, value) in entries("lineE") {
            let ends = key.split_once(',').and_then(|(a, b)| Some((index(a)?, index(b)?)));
            let [a, b] = ends.map(|(a, b)| [a.min(b), a.max(b)]).ok_or_else(|| wrong(format!("a line at {key}")))?;
            if !(points.all..2 * points.all).contains(&a) {
                return Err(wrong("a thick line that is not along edges"));
            }
            let (r, c) = points.cell(a - points.all);
            match b - a {
                1 => {
                    self.edges.insert(Point::Below(r, c + 1), style(value));
                }
                d if d == points.width => {
                    self.edges.insert(Point::Right(r + 1, c), style(value));
                }
                d if d == points.width + 1 => {
                    self.diagonals.insert((r + 1, c + 1, true), style(value));
                }
                d if d == points.width - 1 => {
                    self.diagonals.insert((r + 1, c, false), style(value));
                }
                _ => return Err(wrong("a thick line that is not along edges")),
            }
        }
        let lists = |name: &str, noun: &str| -> Result<Vec<Vec<(isize, isize)>>, Bad> {
            let mut all = Vec::new();
            for list in parts.get(name).and_then(Json::as_array).into_iter().flatten() {
                let cells = list.as_array().into_iter().flatten().map(|cell| {
                    let at = cell.as_u64().and_then(|i| usize::try_from(i).ok()).filter(|&i| i < points.all);
                    at.map(|i| points.cell(i)).ok_or_else(|| wrong(format!("{noun} of something that is no cell")))
                });
                let cells = cells.collect::<Result<Vec<_>, Bad>>()?;
                all.extend((!cells.is_empty()).then_some(cells));
            }
            Ok(all)
        };
        self.cages = lists("killercages", "a cage")?;
        self.thermos = lists("thermo", "a thermometer (thermo)")?;
        self.arrows = lists("arrows", "an arrow")?;
        let mut lines = BTreeSet::new();
        for (key, _) in entries("cage") {
            let ends = key.split_once(',').and_then(|(a, b)| Some((index(a)?, index(b)?)));
            let (a, b) = ends.ok_or_else(|| wrong(format!("a line of a cage at {key}")))?;
            lines.insert((a.min(b), a.max(b)));
        }
        let around: BTreeSet<_> = self.cages.iter().flat_map(|cage| cage_lines(cage, points)).collect();
        if !lines.is_empty() && lines != around {
            return Err(wrong("lines of cages that are not around the cages"));
        }
        Ok(())
    }

    /// Writes the text of the drawing.
    pub(super) fn write(&self) -> String {
        let (nx, ny) = (self.left + self.cols + self.right, self.above + self.rows + self.below);
        let (top, left) = (MARGIN + self.above, MARGIN + self.left);
        let points = Points::new(nx, ny, top, left);
        let key = |point: Point| points.index(point).to_string();
        let object = |entries: Vec<(String, Json)>| Json::Object(entries.into_iter().collect());
        let text = |t: &Text| json!([t.text, t.style, t.form]);
        let surface = self.shaded.iter().map(|(&(r, c), style)| (key(Point::Cell(r, c)), json!(style))).collect();
        let number = self.numbers.iter().map(|(&p, t)| (key(p), text(t))).collect();
        let small = self.small.iter().map(|(&(r, c, corner), t)| {
            ((4 * points.index(Point::Corner(r, c)) + corner).to_string(), json!([t.text, t.style]))
        });
        let symbol = self.signs.iter().map(|(&p, (name, n))| (key(p), json!([n, name, 1]))).collect();
        let ends = |a: (isize, isize), b: (isize, isize)| {
            format!("{},{}", key(Point::Corner(a.0, a.1)), key(Point::Corner(b.0, b.1)))
        };
        let edge = |(&point, style): (&Point, &u8)| {
            let ends = match point {
                Point::Below(r, c) => ends((r, c - 1), (r, c)),
                Point::Right(r, c) | Point::Cell(r, c) | Point::Corner(r, c) => ends((r - 1, c), (r, c)),
            };
            (ends, json!(style))
        };
        let mut lines: Vec<(String, Json)> = self.edges.iter().map(edge).collect();
        lines.extend(self.diagonals.iter().map(|(&(r, c, falls), style)| {
            let ends = if falls { ends((r - 1, c - 1), (r, c)) } else { ends((r - 1, c), (r, c - 1)) };
            (ends, json!(style))
        }));
        let lists = |lists: &[Vec<(isize, isize)>]| -> Vec<Json> {
            let list = |list: &Vec<(isize, isize)>| -> Json {
                list.iter().map(|&(r, c)| points.index(Point::Cell(r, c))).collect::<Vec<_>>().into()
            };
            lists.iter().map(list).collect()
        };
        let (cages, thermos, arrows) = (lists(&self.cages), lists(&self.thermos), lists(&self.arrows));
        let around = self.cages.iter().flat_map(|cage| cage_lines(cage, &points));
        let around = object(around.map(|(a, b)| (format!("{a},{b}"), json!(CAGE_STYLE))).collect());
        let marks = |own: Option<[Json; 9]>| {
            let [surface, number, small, symbol, lines, around, cages, thermos, arrows] = own.unwrap_or_else(|| {
                let [object, list] = [json!({}), json!([])];
                std::array::from_fn(|i| if i < 6 { object.clone() } else { list.clone() })
            });
            json!({
                "command_redo": {"__a": []}, "command_undo": {"__a": []}, "command_replay": {"__a": []},
                "surface": surface, "number": number, "numberS": small, "symbol": symbol, "lineE": lines,
                "killercages": cages, "freeline": {}, "freelineE": {}, "thermo": thermos, "arrows": arrows, "direction": [],
                "squareframe": [], "polygon": [], "line": {}, "wall": {}, "cage": around, "deletelineE": {},
                "nobulbthermo": [],
            })
        };
        let own = [
            object(surface),
            object(number),
            object(small.collect()),
            object(symbol),
            object(lines),
            around,
            cages.into(),
            thermos.into(),
            arrows.into(),
        ];
        let cells = (0..self.rows).flat_map(|r| (0..self.cols).map(move |c| (r, c)));
        let cells = cells.filter(|cell| !self.missing.contains(cell));
        let indices: Vec<usize> = cells.map(|(r, c)| points.index(Point::Cell(r as isize, c as isize))).collect();
        let step = |i: usize| indices[i] as i64 - if i == 0 { 0 } else { indices[i - 1] as i64 };
        let steps: Vec<i64> = (0..indices.len()).map(step).collect();
        let middle = middle(&points, self.rows, self.cols);
        let all = middle_of_all(nx, ny);
        let head = format!(
            "square,{nx},{ny},{CELL},0,1,1,{},{},{middle},{all},0,0,0,0,Title: ,Author: ,,,OFF,false",
            (nx + 1) * CELL,
            (ny + 1) * CELL
        );
        let empty = marks(None).to_string();
        let lines = [
            head,
            json!([self.above, self.below, self.left, self.right]).to_string(),
            json!({"qa": "pu_q", "grid": ["1", "2", "1"]}).to_string(),
            marks(Some(own)).to_string(),
            empty.clone(),
            json!(steps).to_string(),
            "[]".to_string(),
            "{}".to_string(),
            "\"x\"".to_string(),
            "\"x\"".to_string(),
            json!([3, 2, 4]).to_string(),
            // The state of its tools, which it has by itself.
            String::new(),
            "\"x\"".to_string(),
            "0".to_string(),
            empty.clone(),
            empty,
            "{}".to_string(),
            json!([self.tag]).to_string(),
            String::new(),
        ];
        lines.join("\n")
    }
}

/// The style of lines around cages.
const CAGE_STYLE: u8 = 10;

/// The lines around a cage, from corner to corner of its cells: along each side that another cell
/// does not share, and on to the next cell.
fn cage_lines(cage: &[(isize, isize)], points: &Points) -> BTreeSet<(usize, usize)> {
    let mut lines = BTreeSet::new();
    let has = |r: isize, c: isize| cage.contains(&(r, c));
    // The corners of a cell: 0 above left, 1 above right, 2 below left, 3 below right.
    let corner = |(r, c): (isize, isize), at: usize| 4 * points.index(Point::Corner(r, c)) + at;
    let mut line = |a: usize, b: usize| {
        lines.insert((a.min(b), a.max(b)));
    };
    for &(r, c) in cage {
        let cell = (r, c);
        for ([dr, dc], [a, b]) in [([-1, 0], [0, 1]), ([1, 0], [2, 3]), ([0, -1], [0, 2]), ([0, 1], [1, 3])] {
            if !has(r + dr, c + dc) {
                line(corner(cell, a), corner(cell, b));
            }
        }
        for (dr, [a, b]) in [(-1, [1, 0]), (1, [3, 2])] {
            if has(r, c - 1) && !(has(r + dr, c - 1) && has(r + dr, c)) {
                line(corner((r, c - 1), a), corner(cell, b));
            }
        }
        for (dc, [a, b]) in [(-1, [2, 0]), (1, [3, 1])] {
            if has(r - 1, c) && !(has(r - 1, c + dc) && has(r, c + dc)) {
                line(corner((r - 1, c), a), corner(cell, b));
            }
        }
    }
    lines
}

/// The point in the middle of a board of these sides.
fn middle(points: &Points, rows: usize, cols: usize) -> usize {
    let (r, c) = (((rows - 1) / 2) as isize, ((cols - 1) / 2) as isize);
    points.index(match (rows % 2, cols % 2) {
        (0, 0) => Point::Corner(r, c),
        (0, _) => Point::Below(r, c),
        (_, 0) => Point::Right(r, c),
        _ => Point::Cell(r, c),
    })
}

fn middle_of_all(nx: usize, ny: usize) -> usize {
    middle(&Points::new(nx, ny, MARGIN, MARGIN), ny, nx)
}

fn is_read(part: &str) -> bool {
    NO_PARTS.contains(&part) || ["killercages", "cage", "thermo", "arrows"].contains(&part)
}

fn is_empty(part: &Json) -> bool {
    match part {
        Json::Null | Json::Bool(false) => true,
        Json::Array(list) => list.iter().all(is_empty),
        Json::Object(map) => map.is_empty() || map.values().all(is_empty),
        Json::String(text) => text.is_empty(),
        _ => false,
    }
}
