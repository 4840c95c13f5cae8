//! Drawings with marks of their own kind: sums of a kakuro, thermometers.

use super::looks::Look;
use super::picture::{Picture, Point, Text};
use super::read::{Reading, SQUARES, said};
use super::wrong;
use crate::board::{Board, Direction, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::Puzzle;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;

/// The signs of cells with sums: with a line from corner to corner, and without.
const SUMS: &str = "kakuro";
const WITH_LINE: u8 = 1;
const WITHOUT: u8 = 2;
/// The corners of a cell in which its sums stand: to the right, and downwards.
const RIGHT: usize = 1;
const DOWN: usize = 2;
/// The style of small white numbers.
const SMALL: u8 = 4;

impl Reading<'_> {
    /// A kakuro: the sums of the first rows and columns may stand on cells of the drawing, or beyond
    /// it.
    pub(super) fn crossings(&self) -> Result<Puzzle, Bad> {
        let picture = self.picture;
        let is_black = |r: isize, c: isize| {
            let sign = picture.signs.get(&Point::Cell(r, c));
            sign.is_some_and(|(name, _)| name == SUMS || SQUARES.contains(&name.as_str()))
                || picture.shaded.contains_key(&(r, c))
                || self.cell(r, c).is_some() && picture.missing.contains(&(r as usize, c as usize))
        };
        let (rows, cols) = (picture.rows as isize, picture.cols as isize);
        let has_frame = (0..rows).all(|r| is_black(r, 0)) && (0..cols).all(|c| is_black(0, c));
        let first = isize::from(has_frame);
        let sides = [rows - first, cols - first].map(|side| side as usize);
        let size = Size::new(sides[0], sides[1]).map_err(said)?;
        let holes = (0..size.cells()).map(|cell| {
            let (r, c) = ((cell / sides[1]) as isize, (cell % sides[1]) as isize);
            is_black(r + first, c + first)
        });
        let board = Board::new(size).with_holes(holes.collect()).map_err(said)?;
        self.only_sums()?;
        let mut sums: BTreeMap<(isize, isize), [Option<u16>; 2]> = BTreeMap::new();
        for (&(r, c, corner), text) in &picture.small {
            if text.text.is_empty() {
                continue;
            }
            let which = [DOWN, RIGHT].iter().position(|&own| own == corner);
            let number = text.text.parse().ok();
            let (Some(which), Some(number)) = (which, number) else {
                return Err(self.refuse(&format!("the small text {:?}", text.text), r, c));
            };
            sums.entry((r - first, c - first)).or_default()[which] = Some(number);
        }
        if sums.is_empty() {
            return Err(wrong("the drawing has no sums"));
        }
        let mut clues = BTreeMap::new();
        for ((r, c), [down, right]) in sums {
            let inside = |at: isize, side: usize| (0..side as isize).contains(&at);
            let (place, clue) = match (r, c, down, right) {
                (-1, c, Some(n), None) if inside(c, sides[1]) => (Place::Outside(Side::Top, c as u16), Clue::Number(n)),
                (r, -1, None, Some(n)) if inside(r, sides[0]) => {
                    (Place::Outside(Side::Left, r as u16), Clue::Number(n))
                }
                (r, c, ..) if inside(r, sides[0]) && inside(c, sides[1]) => {
                    let cell = r as usize * sides[1] + c as usize;
                    if !board.is_hole(cell) {
                        return Err(self.refuse("a sum on a white cell", r + first, c + first));
                    }
                    (Place::Cell(cell as u16), Clue::Numbers(vec![down, right]))
                }
                _ => return Err(self.refuse("a sum beside no run", r + first, c + first)),
            };
            clues.insert(place, clue);
        }
        Ok(Puzzle { board: Arc::new(board), clues })
    }

    /// Refuses what is no sum and no black cell.
    fn only_sums(&self) -> Result<(), Bad> {
        let picture = self.picture;
        let of = |point: &Point| match *point {
            Point::Cell(r, c) | Point::Corner(r, c) | Point::Below(r, c) | Point::Right(r, c) => (r, c),
        };
        let is_sum = |name: &str| name == SUMS || SQUARES.contains(&name);
        let number = picture.numbers.iter().find(|(_, text)| !text.text.is_empty()).map(|(p, _)| ("a number", of(p)));
        let sign = picture.signs.iter().find(|(_, (name, _))| !is_sum(name)).map(|(p, _)| ("such a sign", of(p)));
        let line = picture.edges.keys().next().map(|p| ("a thick line", of(p)));
        let across = picture.diagonals.keys().find(|(r, c, falls)| {
            let cell = self.cell(*r, *c);
            cell.is_some() && !(*falls && picture.shaded.contains_key(&(*r, *c)))
        });
        let across = across.map(|&(r, c, _)| ("a line across a cell", (r, c)));
        let others = [&picture.cages, &picture.thermos, &picture.arrows];
        let other = others.into_iter().flatten().flatten().next().map(|&at| ("such a line", at));
        match number.or(sign).or(line).or(across).or(other) {
            Some((what, (r, c))) => Err(self.refuse(what, r, c)),
            None => Ok(()),
        }
    }

    /// Thermometers: an arrow on each cell towards the next one.
    pub(super) fn tubes(&self, board: &Board, clues: &mut BTreeMap<Place, Clue>) -> Result<(), Bad> {
        for tube in &self.picture.thermos {
            for pair in tube.windows(2) {
                let [(r, c), (s, d)] = [pair[0], pair[1]];
                let cells = self.cell(r, c).zip(self.cell(s, d)).filter(|_| self.has(Look::Tubes));
                let way = |(a, b): (usize, usize)| {
                    let ways = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
                    ways.into_iter().find(|&way| board.neighbour(a, way) == Some(b)).map(|way| (a, way))
                };
                let found = cells.and_then(way);
                let (cell, way) = found.ok_or_else(|| self.refuse("such a thermometer (thermo)", r, c))?;
                self.put(clues, Some(Place::Cell(cell as u16)), Clue::Arrow(way, None), r, c)?;
            }
            if let (&[(r, c)], false) = (tube.as_slice(), self.has(Look::Tubes)) {
                return Err(self.refuse("a thermometer (thermo)", r, c));
            }
        }
        Ok(())
    }
}

/// The drawing of a kakuro, whose first row and column are for the sums beside the board.
pub(super) fn draw_crossings(puzzle: &Puzzle, tag: &str) -> Result<Picture, Bad> {
    let board = &*puzzle.board;
    let (rows, cols) = (board.rows() + 1, board.cols() + 1);
    let mut picture = Picture { rows, cols, tag: tag.to_string(), ..Picture::default() };
    let is_frame = |r: isize, c: isize| r == 0 || c == 0;
    for cell in 0..rows * cols {
        let (r, c) = ((cell / cols) as isize, (cell % cols) as isize);
        let own = || (r as usize - 1) * board.cols() + c as usize - 1;
        if is_frame(r, c) || board.is_hole(own()) {
            let number = if (r, c) == (0, 0) { WITHOUT } else { WITH_LINE };
            picture.signs.insert(Point::Cell(r, c), (SUMS.to_string(), number));
        }
    }
    for (&place, clue) in &puzzle.clues {
        let (at, sums) = match (place, clue) {
            (Place::Outside(Side::Top, c), Clue::Number(n)) => ((0, isize::from(c as i16) + 1), [Some(*n), None]),
            (Place::Outside(Side::Left, r), Clue::Number(n)) => ((isize::from(r as i16) + 1, 0), [None, Some(*n)]),
            (Place::Cell(cell), Clue::Numbers(list)) => {
                let (r, c) = board.row_col(cell.into());
                let sum = |i: usize| list.get(i).copied().flatten();
                ((r as isize + 1, c as isize + 1), [sum(0), sum(1)])
            }
            _ => return Err(wrong(format!("{clue:?} has no form in drawings of {tag}")).at(board.name(place))),
        };
        for (sum, corner) in sums.into_iter().zip([DOWN, RIGHT]) {
            if let Some(sum) = sum {
                let text = Text { text: sum.to_string(), style: SMALL, form: "1".to_string() };
                picture.small.insert((at.0, at.1, corner), text);
            }
        }
    }
    Ok(picture)
}

/// Thermometers from their bulbs on.
pub(super) fn tubes_of(puzzle: &Puzzle) -> Vec<Vec<(isize, isize)>> {
    let board = &*puzzle.board;
    let next = |cell: usize| match puzzle.clues.get(&Place::Cell(cell as u16)) {
        Some(Clue::Arrow(way, _)) => board.neighbour(cell, *way),
        _ => None,
    };
    let cells = board.size().cells();
    let ends: std::collections::BTreeSet<usize> = (0..cells).filter_map(next).collect();
    let bulbs = (0..cells).filter(|cell| !ends.contains(cell) && next(*cell).is_some());
    let at = |cell: usize| {
        let (r, c) = board.row_col(cell);
        (r as isize, c as isize)
    };
    bulbs.map(|bulb| std::iter::successors(Some(bulb), |&cell| next(cell)).take(cells).map(at).collect()).collect()
}
