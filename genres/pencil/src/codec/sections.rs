//! Sections of a body: which places a run of symbols is about.

use super::{Cursor, Puzzle, Run};
use crate::board::{Board, Direction, Place, Side};
use crate::clue::Clue;
use std::sync::Arc;
use tesuji_genre::Bad;

/// A part of a body.
pub trait Section: Send + Sync {
    /// Reads the section into a puzzle that holds the sections before it.
    ///
    /// # Errors
    /// [`Bad`] with the column of what does not belong.
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad>;

    /// Writes the section.
    ///
    /// # Errors
    /// [`Bad`] naming the place whose clue has no form.
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad>;
}

pub(super) fn read_run(run: &dyn Run, from: &mut Cursor<'_>, puzzle: &mut Puzzle, places: &[Place]) -> Result<(), Bad> {
    let clues = run.read(from, places.len())?;
    puzzle.clues.extend(places.iter().copied().zip(clues).filter_map(|(place, clue)| Some((place, clue?))));
    Ok(())
}

pub(super) fn write_run(run: &dyn Run, puzzle: &Puzzle, places: &[Place], to: &mut String) -> Result<(), Bad> {
    let clues: Vec<Option<Clue>> = places.iter().map(|place| puzzle.clues.get(place).cloned()).collect();
    run.write(&clues, to).map_err(|bad| {
        let place = bad.at.as_deref().and_then(|at| at.parse::<usize>().ok()).and_then(|i| places.get(i));
        place.map_or_else(|| bad.clone(), |&p| bad.clone().at(puzzle.board.name(p)))
    })
}

/// The clues of all cells, in reading order.
#[derive(Clone, Copy, Debug)]
pub struct CellClues<R>(pub R);

impl<R: Run> Section for CellClues<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let places = cell_places(&puzzle.board);
        read_run(&self.0, from, puzzle, &places)
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        write_run(&self.0, puzzle, &cell_places(&puzzle.board), to)
    }
}

pub(super) fn cell_places(board: &Board) -> Vec<Place> {
    (0..board.size().cells() as u16).map(Place::Cell).collect()
}

/// The clues of all corners, in reading order.
#[derive(Clone, Copy, Debug)]
pub struct CornerClues<R>(pub R);

impl<R: Run> Section for CornerClues<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let places = corner_places(&puzzle.board);
        read_run(&self.0, from, puzzle, &places)
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        write_run(&self.0, puzzle, &corner_places(&puzzle.board), to)
    }
}

fn corner_places(board: &Board) -> Vec<Place> {
    (0..board.corners() as u16).map(Place::Corner).collect()
}

/// The clues of all regions, in the order of their first cells.
#[derive(Clone, Copy, Debug)]
pub struct RegionNumbers<R>(pub R);

impl<R: Run> Section for RegionNumbers<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let places = region_places(&puzzle.board);
        read_run(&self.0, from, puzzle, &places)
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        write_run(&self.0, puzzle, &region_places(&puzzle.board), to)
    }
}

fn region_places(board: &Board) -> Vec<Place> {
    (0..board.regions().map_or(0, |r| r.len()) as u16).map(Place::Region).collect()
}

/// The cells that are out of play, with their clues; one without a clue is written `?`.
#[derive(Clone, Copy, Debug)]
pub struct HoleClues<R>(pub R);

impl<R: Run> Section for HoleClues<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let places = cell_places(&puzzle.board);
        let clues = self.0.read(from, places.len())?;
        let board = Board::clone(&puzzle.board).with_holes(clues.iter().map(Option::is_some).collect())?;
        puzzle.board = Arc::new(board);
        let told = places.into_iter().zip(clues).filter_map(|(place, clue)| Some((place, clue?)));
        puzzle.clues.extend(told.filter(|(_, clue)| *clue != Clue::Unknown));
        Ok(())
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let mut whole = puzzle.clone();
        for cell in (0..puzzle.board.size().cells()).filter(|&c| puzzle.board.is_hole(c)) {
            whole.clues.entry(Place::Cell(cell as u16)).or_insert(Clue::Unknown);
        }
        write_run(&self.0, &whole, &cell_places(&puzzle.board), to)
    }
}

/// The clues of all edges between two cells: those between columns, then those between rows.
#[derive(Clone, Copy, Debug)]
pub struct EdgeClues<R>(pub R);

impl<R: Run> Section for EdgeClues<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let places = edge_places(&puzzle.board);
        read_run(&self.0, from, puzzle, &places)
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        write_run(&self.0, puzzle, &edge_places(&puzzle.board), to)
    }
}

fn edge_places(board: &Board) -> Vec<Place> {
    inner_borders(board).concat().into_iter().map(|e| Place::Edge(e as u16)).collect()
}

/// The clues of all edges, those of the frame too: those along rows, then those along columns.
#[derive(Clone, Copy, Debug)]
pub struct AllEdgeClues<R>(pub R);

impl<R: Run> Section for AllEdgeClues<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let places = all_edge_places(&puzzle.board);
        read_run(&self.0, from, puzzle, &places)
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        write_run(&self.0, puzzle, &all_edge_places(&puzzle.board), to)
    }
}

fn all_edge_places(board: &Board) -> Vec<Place> {
    (0..board.edges() as u16).map(Place::Edge).collect()
}

/// The borders of regions, five to a symbol of base 32: first those between columns, row by row,
/// then those between rows.
#[derive(Clone, Copy, Debug)]
pub struct Borders;

/// Borders in the order of an address: those between columns, then those between rows.
fn inner_borders(board: &Board) -> [Vec<usize>; 2] {
    let edges = |direction: Direction| -> Vec<usize> {
        let inner = |&cell: &usize| {
            let (row, col) = board.row_col(cell);
            if direction == Direction::Right { col + 1 < board.cols() } else { row + 1 < board.rows() }
        };
        (0..board.size().cells()).filter(inner).map(|cell| board.edge(cell, direction)).collect()
    };
    [edges(Direction::Right), edges(Direction::Down)]
}

/// Reads which edges are borders.
pub(super) fn read_borders(from: &mut Cursor<'_>, board: &Board) -> Result<Vec<bool>, Bad> {
    let mut border = vec![false; board.edges()];
    for edges in inner_borders(board) {
        for five in edges.chunks(5) {
            let bits = match from.peek() {
                None => return Err(from.unexpected("a symbol of the borders")),
                Some(_) => from.digits(1, 32)?,
            };
            for (i, &edge) in five.iter().enumerate() {
                border[edge] = bits >> (4 - i) & 1 == 1;
            }
        }
    }
    Ok(border)
}

/// Writes which edges are borders.
pub(super) fn write_borders(board: &Board, is_border: &dyn Fn(usize) -> bool, to: &mut String) {
    for edges in inner_borders(board) {
        for five in edges.chunks(5) {
            let bits = five.iter().enumerate().fold(0, |bits, (i, &edge)| bits | u32::from(is_border(edge)) << (4 - i));
            to.extend(char::from_digit(bits, 32));
        }
    }
}

impl Section for Borders {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let border = read_borders(from, &puzzle.board)?;
        puzzle.board = Arc::new(Board::clone(&puzzle.board).with_borders(&border)?);
        Ok(())
    }

    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let board = &puzzle.board;
        let regions = board.regions().ok_or_else(|| Bad::new("the board has no regions"))?;
        let is_border = |edge: usize| regions.is_border(board, edge) || board.is_stray(edge);
        write_borders(board, &is_border, to);
        Ok(())
    }
}

/// Lists of numbers above the columns and left of the rows, as in nonograms: half as many places a
/// line as it has cells, the number next to the board first.
#[derive(Clone, Copy, Debug)]
pub struct OutsideNumbers<R>(pub R);

/// One clue at the end of each line: above the columns, then (where all sides have clues) below
/// them, left of the rows, right of them.
#[derive(Clone, Copy, Debug)]
pub struct OutsideClues<R> {
    /// How they are written.
    pub run: R,
    /// Are there clues below and right, too?
    pub all_sides: bool,
}

impl<R> OutsideClues<R> {
    fn places(&self, board: &Board) -> Vec<Place> {
        let sides = Side::ALL.into_iter().filter(|s| self.all_sides || matches!(s, Side::Top | Side::Left));
        let count = |side: Side| if matches!(side, Side::Top | Side::Bottom) { board.cols() } else { board.rows() };
        sides.flat_map(|side| (0..count(side) as u16).map(move |i| Place::Outside(side, i))).collect()
    }
}

impl<R: Run> Section for OutsideClues<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let places = self.places(&puzzle.board);
        read_run(&self.run, from, puzzle, &places)
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        write_run(&self.run, puzzle, &self.places(&puzzle.board), to)
    }
}

fn outside_lines(board: &Board) -> impl Iterator<Item = (Place, usize)> {
    let columns = (0..board.cols() as u16).map(|c| Place::Outside(Side::Top, c));
    let rows = (0..board.rows() as u16).map(|r| Place::Outside(Side::Left, r));
    let (above, left) = (board.rows().div_ceil(2), board.cols().div_ceil(2));
    columns.map(move |place| (place, above)).chain(rows.map(move |place| (place, left)))
}

impl<R: Run> Section for OutsideNumbers<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let lines: Vec<(Place, usize)> = outside_lines(&puzzle.board).collect();
        let slots = self.0.read(from, lines.iter().map(|(_, depth)| depth).sum())?;
        let mut slots = slots.into_iter();
        for (place, depth) in lines {
            let mut numbers: Vec<Option<u16>> =
                slots.by_ref().take(depth).flatten().map(|clue| clue.number()).collect();
            numbers.reverse();
            if !numbers.is_empty() {
                puzzle.clues.insert(place, Clue::Numbers(numbers));
            }
        }
        Ok(())
    }

    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let mut slots = Vec::new();
        for (place, depth) in outside_lines(&puzzle.board) {
            let mut line = vec![None; depth];
            if let Some(Clue::Numbers(numbers)) = puzzle.clues.get(&place) {
                if numbers.len() > depth {
                    let what = format!("{} numbers where {depth} have room", numbers.len());
                    return Err(Bad::new(what).at(puzzle.board.name(place)));
                }
                for (slot, number) in line.iter_mut().zip(numbers.iter().rev()) {
                    *slot = Some(number.map_or(Clue::Unknown, Clue::Number));
                }
            }
            slots.extend(line);
        }
        self.0.write(&slots, to)
    }
}
