//! From a drawing to a puzzle of a genre.

use super::looks::{self, Look};
use super::picture::{Picture, Point, Text};
use super::wrong;
use crate::board::{Board, Direction, Place, Side, Size};
use crate::clue::{Clue, Operator};
use crate::codec::{Codec, Puzzle};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;

/// Styles of thick lines that are borders of regions, and of those that help to count.
const BORDERS: [u8; 3] = [2, 21, 3];
const HELPS: [u8; 3] = [11, 12, 13];
/// Colours of black cells, and the name of the signs that say the same.
const BLACKS: [u8; 2] = [1, 4];
pub(super) const SQUARES: [&str; 4] = ["square_LL", "square_L", "square_M", "square_S"];
/// Sizes of circles.
pub(super) const CIRCLES: [&str; 5] = ["circle_LL", "circle_L", "circle_M", "circle_S", "circle_SS"];
/// White signs: with a thin outline, a grey one, a thick one, and without a ground.
pub(super) const WHITES: [u8; 5] = [1, 6, 8, 10, 13];
pub(super) const BLACK: u8 = 2;
/// Where the drawing of a star battle has no number, each of these is tried.
const STARS: [u16; 2] = [1, 2];
/// Directions of arrows by their numbers in drawings.
pub(super) const ARROWS: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

/// The puzzles of a genre that a drawing's text may mean: several where a number that it leaves out
/// is tried.
///
/// # Errors
/// [`Bad`] where the text is no drawing, or one with something that has no meaning in such drawings.
pub(crate) fn read(text: &str, genre: &str, codec: &Codec) -> Result<Vec<Puzzle>, Bad> {
    let (_, looks) = looks::of(genre).ok_or_else(|| wrong(format!("drawings of {genre} are not read")))?;
    let picture = Picture::read(text)?;
    let reading = Reading { picture: &picture, looks, genre };
    let puzzle = if reading.has(Look::Crossings) { reading.crossings()? } else { reading.puzzle()? };
    let mut puzzles = vec![puzzle];
    if reading.has(Look::Stars) && !puzzles[0].clues.contains_key(&Place::Corner(0)) {
        let with = |n: &u16| {
            let clues = BTreeMap::from([(Place::Corner(0), Clue::Number(*n))]);
            Puzzle { board: Arc::clone(&puzzles[0].board), clues }
        };
        puzzles = STARS.iter().map(with).collect();
    }
    for puzzle in &puzzles {
        // A mark that the genre's own notation can't keep would be lost.
        let line = codec.write(puzzle).map_err(said)?;
        if codec.read(&line).as_ref() != Ok(puzzle) {
            return Err(wrong(format!("the drawing has marks that no puzzle of {genre} has")));
        }
    }
    Ok(puzzles)
}

/// A fault of the drawing.
pub(super) fn said(bad: Bad) -> Bad {
    Bad { what: format!("penpa-edit: {}", bad.what), ..bad }
}

pub(super) struct Reading<'a> {
    pub(super) picture: &'a Picture,
    looks: &'a [Look],
    genre: &'a str,
}

impl Reading<'_> {
    pub(super) fn has(&self, look: Look) -> bool {
        self.looks.contains(&look)
    }

    fn has_numbers(&self) -> bool {
        self.looks.iter().any(|look| matches!(look, Look::Numbers(_)))
    }

    pub(super) fn refuse(&self, what: &str, r: isize, c: isize) -> Bad {
        wrong(format!("{what} has no meaning in drawings of {}", self.genre)).at(format!("r{}c{}", r + 1, c + 1))
    }

    /// The number of a cell of the board.
    pub(super) fn cell(&self, r: isize, c: isize) -> Option<usize> {
        let inside = (0..self.picture.rows as isize).contains(&r) && (0..self.picture.cols as isize).contains(&c);
        inside.then(|| r as usize * self.picture.cols + c as usize)
    }

    fn puzzle(&self) -> Result<Puzzle, Bad> {
        let picture = self.picture;
        let mut board = Board::new(Size::new(picture.rows, picture.cols).map_err(|bad| wrong(bad.what))?);
        let mut holes = self.holes()?;
        let mut clues = BTreeMap::new();
        if holes.contains(&true) {
            let parts = self.has(Look::Missing);
            let holes = holes.clone();
            board = if parts { board.parted_by_holes(holes) } else { board.with_holes(holes) }.map_err(said)?;
        }
        board = self.divided(board)?;
        self.signs(&board, &mut clues)?;
        self.numbers(&board, &mut clues, &mut holes)?;
        for (&(r, c, corner), text) in &picture.small {
            let takes = self.has(Look::RegionNumbers) || self.has(Look::Results);
            let cell = self.cell(r, c).filter(|_| corner == 0 && takes);
            let cell = cell.ok_or_else(|| self.refuse("a small number", r, c))?;
            self.put(&mut clues, self.region_of(&board, cell), self.number(text, r, c)?, r, c)?;
        }
        self.tubes(&board, &mut clues)?;
        if let Some(((r, c, _), _)) = picture.diagonals.first_key_value() {
            return Err(self.refuse("a line across a cell", *r, *c));
        }
        if let Some(&(r, c)) = picture.cages.iter().flatten().next().filter(|_| !self.has(Look::Regions)) {
            return Err(self.refuse("a cage", r, c));
        }
        if let Some(&(r, c)) = picture.arrows.iter().flatten().next() {
            return Err(self.refuse("an arrow", r, c));
        }
        Ok(Puzzle { board: Arc::new(board), clues })
    }

    /// The cells that are out of play.
    fn holes(&self) -> Result<Vec<bool>, Bad> {
        let picture = self.picture;
        let mut holes = vec![false; picture.rows * picture.cols];
        let is_black = |r: isize, c: isize| {
            let is_square = |(name, n): &(String, u8)| SQUARES.contains(&name.as_str()) && *n == BLACK;
            picture.shaded.get(&(r, c)).is_some_and(|style| BLACKS.contains(style))
                || picture.signs.get(&Point::Cell(r, c)).is_some_and(is_square)
        };
        for (at, hole) in holes.iter_mut().enumerate() {
            let (r, c) = (at / picture.cols, at % picture.cols);
            let is_missing = picture.missing.contains(&(r, c));
            if is_missing && !self.has(Look::Missing) {
                return Err(self.refuse("a cell that is left out", r as isize, c as isize));
            }
            let sign = picture.signs.get(&Point::Cell(r as isize, c as isize));
            let is_tree = self.has(Look::Trees) && sign.is_some_and(|(name, _)| name == "tents");
            let black = (self.has(Look::BlackNumbers) || self.has(Look::Missing)) && is_black(r as isize, c as isize);
            *hole = is_missing || is_tree || black;
        }
        for (&(r, c), &style) in &picture.shaded {
            let takes = self.has(Look::BlackNumbers) || self.has(Look::Missing) || self.has(Look::Shaded);
            if !takes && self.is_ground(r, c) {
                continue;
            }
            if !takes || !BLACKS.contains(&style) || self.cell(r, c).is_none() {
                return Err(self.refuse("a shaded cell", r, c));
            }
        }
        if self.has(Look::BlackNumbers) {
            for point in picture.numbers.keys() {
                if let Point::Cell(r, c) = *point
                    && let Some(cell) = self.cell(r, c)
                {
                    holes[cell] = true;
                }
            }
        }
        Ok(holes)
    }

    /// Is a shade the ground of a number or an arrow, and says nothing by itself? Numbers in circles,
    /// arrows and lists may have one each; others are told from marks where all numbers have one, and
    /// no other cell.
    fn is_ground(&self, r: isize, c: isize) -> bool {
        let picture = self.picture;
        let has_number = |&(r, c): &(isize, isize)| picture.numbers.contains_key(&Point::Cell(r, c));
        let is_clue = looks::number_style(self.looks) == Some(6) || self.has(Look::Arrows) || self.has(Look::Lists);
        let numbers = picture.numbers.keys().filter(|point| matches!(point, Point::Cell(..))).count();
        let are_all = || {
            let is_full = numbers == picture.rows * picture.cols;
            !is_full && numbers == picture.shaded.len() && picture.shaded.keys().all(has_number)
        };
        has_number(&(r, c)) && (is_clue || self.has_numbers() && are_all())
    }

    /// The board with the regions that thick lines make, or cages.
    fn divided(&self, board: Board) -> Result<Board, Bad> {
        let mut borders = vec![false; board.edges()];
        for (&point, &style) in &self.picture.edges {
            let (r, c, [dr, dc], direction) = match point {
                Point::Below(r, c) => (r, c, [1, 0], Direction::Down),
                Point::Right(r, c) | Point::Cell(r, c) | Point::Corner(r, c) => (r, c, [0, 1], Direction::Right),
            };
            // Lines along the frame, and beyond it, part no cells.
            let (Some(cell), Some(_)) = (self.cell(r, c), self.cell(r + dr, c + dc)) else { continue };
            if HELPS.contains(&style) && !self.has(Look::Regions) {
                continue;
            }
            if !BORDERS.contains(&style) || !self.has(Look::Regions) {
                return Err(self.refuse("a thick line", r, c));
            }
            borders[board.edge(cell, direction)] = true;
        }
        if !self.has(Look::Regions) {
            return Ok(board);
        }
        let cage_of = |cell: usize| {
            let at = ((cell / self.picture.cols) as isize, (cell % self.picture.cols) as isize);
            self.picture.cages.iter().position(|cage| cage.contains(&at))
        };
        for edge in board.inner_edges() {
            if let [Some(a), Some(b)] = board.cells_beside(edge) {
                borders[edge] |= cage_of(a) != cage_of(b);
            }
        }
        board.with_borders(&borders).map_err(said)
    }

    /// The clue that a number is.
    fn number(&self, text: &Text, r: isize, c: isize) -> Result<Clue, Bad> {
        match text.text.as_str() {
            "" | "?" => Ok(Clue::Unknown),
            plain if self.has(Look::Results) => {
                let sign = |c: char| match c {
                    '−' | '–' => '-',
                    ':' | '/' => '÷',
                    '*' | 'x' | 'X' => '×',
                    c => c,
                };
                let plain: String = plain.chars().filter(|c| !c.is_whitespace()).map(sign).collect();
                // The operation may stand before the number.
                let text: String = match plain.chars().next() {
                    Some(first) if !first.is_ascii_digit() => plain.chars().skip(1).chain([first]).collect(),
                    _ => plain.clone(),
                };
                let clue =
                    Clue::read(&text).into_iter().find(|clue| matches!(clue, Clue::Number(_) | Clue::Result(..)));
                clue.ok_or_else(|| self.refuse(&format!("the text {plain:?}"), r, c))
            }
            plain => plain.parse().map(Clue::Number).map_err(|_| self.refuse(&format!("the text {plain:?}"), r, c)),
        }
    }

    pub(super) fn put(
        &self,
        clues: &mut BTreeMap<Place, Clue>,
        place: Option<Place>,
        clue: Clue,
        r: isize,
        c: isize,
    ) -> Result<(), Bad> {
        let place = place.ok_or_else(|| self.refuse("a number", r, c))?;
        match clues.insert(place, clue) {
            None => Ok(()),
            Some(_) => Err(self.refuse("a second clue for one place", r, c)),
        }
    }

    fn region_of(&self, board: &Board, cell: usize) -> Option<Place> {
        board.regions().filter(|_| !board.is_hole(cell)).map(|regions| Place::Region(regions.of(cell) as u16))
    }

    fn signs(&self, board: &Board, clues: &mut BTreeMap<Place, Clue>) -> Result<(), Bad> {
        let picture = self.picture;
        if self.has(Look::Shaded) {
            for &(r, c) in picture.shaded.keys() {
                self.put(clues, self.cell(r, c).map(|cell| Place::Cell(cell as u16)), Clue::Black, r, c)?;
            }
        }
        for (point, (name, number)) in &picture.signs {
            let circle = CIRCLES.contains(&name.as_str());
            let colour = match *number {
                n if WHITES.contains(&n) => Some(Clue::White),
                BLACK => Some(Clue::Black),
                _ => None,
            };
            let digit = colour.as_ref().map(|colour| Clue::Number(u16::from(*colour == Clue::Black)));
            let (r, c, edge) = match *point {
                Point::Cell(r, c) | Point::Corner(r, c) => (r, c, None),
                Point::Below(r, c) => (r, c, Some(Direction::Down)),
                Point::Right(r, c) => (r, c, Some(Direction::Right)),
            };
            let bad = || self.refuse(&format!("the sign {name:?} {number}"), r, c);
            let cell = self.cell(r, c);
            let circled = looks::number_style(self.looks) == Some(6);
            match (point, cell, colour) {
                (Point::Cell(..), Some(cell), Some(colour)) if circle && looks::circle(self.looks).is_some() => {
                    self.put(clues, Some(Place::Cell(cell as u16)), colour, r, c)?;
                }
                // Numbers in circles: a number is read by itself.
                (Point::Cell(..), Some(_), Some(Clue::White)) if circle && picture.numbers.contains_key(point) => {
                    if !self.has_numbers() {
                        return Err(bad());
                    }
                }
                (Point::Cell(..), Some(cell), Some(_)) if circle && self.has(Look::CircleDigits) => {
                    self.put(clues, Some(Place::Cell(cell as u16)), digit.ok_or_else(bad)?, r, c)?;
                }
                // So have numbers of corners, and thermometers at their bulbs.
                (Point::Corner(..), _, Some(Clue::White))
                    if circle && self.has(Look::CornerNumbers) && picture.numbers.contains_key(point) => {}
                (Point::Cell(..), ..) if circle && picture.thermos.iter().any(|t| t.first() == Some(&(r, c))) => {}
                (Point::Corner(..), _, Some(colour)) if circle && self.has(Look::Points) => {
                    let inside = |at: isize, side: usize| (0..side as isize - 1).contains(&at);
                    let corner = (r + 1) * (picture.cols as isize + 1) + c + 1;
                    let is_inside = inside(r, picture.rows) && inside(c, picture.cols);
                    self.put(clues, is_inside.then_some(Place::Corner(corner as u16)), colour, r, c)?;
                }
                (Point::Cell(..), Some(cell), Some(Clue::White)) if circle && circled => {
                    self.put(clues, Some(Place::Cell(cell as u16)), Clue::Unknown, r, c)?;
                }
                (Point::Below(..) | Point::Right(..), Some(cell), Some(colour))
                    if circle && (self.has(Look::EdgeCircles) || self.has(Look::Points)) =>
                {
                    let place = edge.map(|direction| Place::Edge(board.edge(cell, direction) as u16));
                    self.put(clues, place, colour, r, c)?;
                }
                (Point::Cell(..), Some(_), _) if name == "tents" && self.has(Look::Trees) => {}
                (Point::Cell(..), Some(cell), Some(Clue::Black))
                    if SQUARES.contains(&name.as_str()) && board.is_hole(cell) => {}
                (Point::Cell(..), None, _) if name == "star" && self.has(Look::Stars) => {}
                _ => return Err(bad()),
            }
        }
        Ok(())
    }

    fn numbers(&self, board: &Board, clues: &mut BTreeMap<Place, Clue>, holes: &mut [bool]) -> Result<(), Bad> {
        let mut beyond: BTreeMap<Place, Vec<(isize, Clue)>> = BTreeMap::new();
        for (point, text) in &self.picture.numbers {
            match *point {
                Point::Cell(r, c) => match self.cell(r, c) {
                    Some(cell) => self.cell_number(board, clues, holes, cell, text)?,
                    None => self.number_beyond(clues, &mut beyond, (r, c), text)?,
                },
                Point::Corner(r, c) => {
                    let (rows, cols) = (self.picture.rows as isize, self.picture.cols as isize);
                    let inside = (-1..rows).contains(&r) && (-1..cols).contains(&c);
                    let corner = ((r + 1) * (cols + 1) + c + 1) as u16;
                    let place = (inside && self.has(Look::CornerNumbers)).then_some(Place::Corner(corner));
                    self.put(clues, place, self.number(text, r, c)?, r, c)?;
                }
                Point::Below(r, c) | Point::Right(r, c) => return Err(self.refuse("a number on an edge", r, c)),
            }
        }
        for (mut place, mut numbers) in beyond {
            // The number of a line may stand at either end.
            if let (Place::Outside(side, line), true) = (place, self.has(Look::Tubes)) {
                place = match side {
                    Side::Top | Side::Bottom => Place::Outside(Side::Top, line),
                    Side::Left | Side::Right => Place::Outside(Side::Left, line),
                };
            }
            numbers.sort_unstable();
            let list: Vec<Option<u16>> = numbers.iter().map(|(_, clue)| clue.number()).collect();
            let clue = match (self.has(Look::OutsideLists), numbers.as_slice()) {
                (true, _) => Clue::Numbers(list),
                (false, [(_, clue)]) if self.has(Look::Poles) => {
                    let pole = match place {
                        Place::Outside(Side::Top | Side::Left, _) => Operator::Plus,
                        _ => Operator::Minus,
                    };
                    clue.number().map_or(Clue::Unknown, |n| Clue::Result(pole, n))
                }
                (false, [(_, clue)]) => clue.clone(),
                _ => return Err(wrong("several numbers beyond one line").at(board.name(place))),
            };
            if clues.insert(place, clue).is_some() {
                return Err(wrong("two numbers of one line").at(board.name(place)));
            }
        }
        Ok(())
    }

    fn cell_number(
        &self,
        board: &Board,
        clues: &mut BTreeMap<Place, Clue>,
        holes: &[bool],
        cell: usize,
        text: &Text,
    ) -> Result<(), Bad> {
        let (r, c) = ((cell / self.picture.cols) as isize, (cell % self.picture.cols) as isize);
        let place = Some(Place::Cell(cell as u16));
        if self.has(Look::Arrows) {
            let (number, arrow) = text.text.split_once('_').unwrap_or((&text.text, ""));
            let arrow = arrow.parse::<usize>().ok().and_then(|i| ARROWS.get(i)).filter(|_| text.form == "2");
            let arrow = arrow.ok_or_else(|| self.refuse("a number without an arrow", r, c))?;
            let number = self.number(&Text { text: number.to_string(), ..text.clone() }, r, c)?;
            return self.put(clues, place, Clue::Arrow(*arrow, number.number()), r, c);
        }
        if self.has(Look::Lists) {
            let one = |symbol: char| match symbol {
                '?' => Some(None),
                _ => symbol.to_digit(10).map(|n| Some(n as u16)),
            };
            let list: Option<Vec<Option<u16>>> = text.text.chars().map(one).collect();
            let list = list.filter(|list| !list.is_empty()).ok_or_else(|| self.refuse("such a text", r, c))?;
            return self.put(clues, place, Clue::Numbers(list), r, c);
        }
        if text.form == "2" && text.text.contains('_') {
            return Err(self.refuse("an arrow", r, c));
        }
        if self.has(Look::Poles) {
            let pole = match text.text.as_str() {
                "+" => Clue::White,
                "-" | "−" | "–" => Clue::Black,
                _ => return Err(self.refuse(&format!("the text {:?}", text.text), r, c)),
            };
            return self.put(clues, place, pole, r, c);
        }
        let clue = self.number(text, r, c)?;
        if self.has(Look::BlackNumbers) && holes[cell] {
            return if clue == Clue::Unknown { Ok(()) } else { self.put(clues, place, clue, r, c) };
        }
        if self.has_numbers() {
            return self.put(clues, place, clue, r, c);
        }
        let region = self.region_of(board, cell).filter(|_| self.has(Look::RegionNumbers) || self.has(Look::Results));
        self.put(clues, region, clue, r, c)
    }

    /// A number beyond the ends of lines: `found` collects them with their distances from the board.
    fn number_beyond(
        &self,
        clues: &mut BTreeMap<Place, Clue>,
        found: &mut BTreeMap<Place, Vec<(isize, Clue)>>,
        (r, c): (isize, isize),
        text: &Text,
    ) -> Result<(), Bad> {
        let (rows, cols) = (self.picture.rows as isize, self.picture.cols as isize);
        let clue = self.number(text, r, c)?;
        if self.has(Look::Stars) {
            return self.put(clues, Some(Place::Corner(0)), clue, r, c);
        }
        let (side, line, far) = match ((0..rows).contains(&r), (0..cols).contains(&c)) {
            (false, true) if r < 0 => (Side::Top, c, -r),
            (false, true) => (Side::Bottom, c, r - rows),
            (true, false) if c < 0 => (Side::Left, r, -c),
            (true, false) => (Side::Right, r, c - cols),
            _ => return Err(self.refuse("a number beside the board's corner", r, c)),
        };
        if ![Look::OutsideNumbers, Look::OutsideLists, Look::Poles].iter().any(|look| self.has(*look)) {
            return Err(self.refuse("a number beside the board", r, c));
        }
        // Lists are read towards the board on its upper and left sides, and away from it on the others.
        let far = if matches!(side, Side::Top | Side::Left) { -far } else { far };
        found.entry(Place::Outside(side, line as u16)).or_default().push((far, clue));
        Ok(())
    }
}
