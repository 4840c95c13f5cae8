//! Regions by a label for each cell, with numbers or clues beside them.

use super::cells::{self, cell_name, size_of};
use super::{Block, Cut, Part, Pasted, Signs};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::text::is_nothing;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tesuji_genre::Bad;

/// Labels of a board: of a cell out of play none.
#[derive(Clone, PartialEq, Debug)]
struct Labels {
    size: Size,
    labels: Vec<u32>,
    holes: Vec<bool>,
}

fn labels(cut: &Cut, holes: bool) -> Result<Labels, Bad> {
    let (rows, cols) = size_of(cut)?;
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut labels, mut out) = (Vec::new(), Vec::new());
    for (cell, token) in cut.iter().flatten().enumerate() {
        let token = token.trim();
        let is_hole = holes && matches!(token, "#" | "@" | "■");
        if !is_hole && (is_nothing(token) || token == "?") {
            let what = format!("a letter for its region is expected, not {token:?}");
            return Err(Bad::new(what).at(cell_name(cell / cols, cell % cols)));
        }
        let next = numbers.len() as u32;
        labels.push(*numbers.entry(token).or_insert(next));
        out.push(is_hole);
    }
    if numbers.len() < 2 || (rows * cols > 4 && numbers.len() == labels.len()) {
        return Err(Bad::new(format!("{} regions: rows of letters, one for each region, are expected", numbers.len())));
    }
    Ok(Labels { size: Size::new(rows, cols)?, labels, holes: out })
}

impl Labels {
    fn words(&self) -> String {
        let all: BTreeSet<u32> = self.labels.iter().copied().collect();
        format!("{} rows of {} cells with {} regions", self.size.rows(), self.size.cols(), all.len())
    }

    /// The board with a region for all cells of a label that hang together.
    fn board(&self) -> Result<Board, Bad> {
        let board = Board::new(self.size).with_holes(self.holes.clone())?;
        let parts =
            |edge: usize| matches!(board.cells_beside(edge), [Some(a), Some(b)] if self.labels[a] != self.labels[b]);
        let borders: Vec<bool> = (0..board.edges()).map(parts).collect();
        Ok(board.with_borders(&borders)?.without_strays())
    }

    /// The board with a region a label, in several pieces where the label is in several places.
    fn board_of_pieces(&self) -> Result<Board, Bad> {
        Board::new(self.size).with_holes(self.holes.clone())?.with_regions(&self.labels)
    }

    fn count(&self) -> usize {
        self.labels.iter().zip(&self.holes).filter(|(_, hole)| !**hole).map(|(l, _)| l).collect::<BTreeSet<_>>().len()
    }
}

fn read_labels(block: &Block, holes: bool) -> Result<Labels, Bad> {
    block.read(&Labels::words, &|cut| labels(cut, holes))
}

/// The grid of labels: the one named so, or the only one.
fn the_regions(from: &Pasted) -> Result<Block, Bad> {
    match from.parts.get(&Part::Regions) {
        Some(data) => {
            Block::of_data(data, from.line).ok_or_else(|| Bad::new("rows of labels are expected").at("regions"))
        }
        None => from.grid(),
    }
}

/// A puzzle of regions alone.
pub(super) fn read(from: &Pasted, holes: bool) -> Result<Puzzle, Bad> {
    from.only(&[Part::Grid, Part::Rows, Part::Regions])?;
    let board = read_labels(&the_regions(from)?, holes)?.board()?;
    from.fits(board.rows(), board.cols())?;
    Ok(Puzzle { board: Arc::new(board), clues: BTreeMap::new() })
}

/// Regions alone: those that hang together, and where a letter stands in several places the ones
/// of all its cells.
pub(super) fn read_pieces(from: &Pasted) -> Result<Vec<Puzzle>, Bad> {
    from.only(&[Part::Grid, Part::Rows, Part::Regions])?;
    let labels = read_labels(&the_regions(from)?, false)?;
    let mut boards = vec![labels.board()?];
    from.fits(boards[0].rows(), boards[0].cols())?;
    if boards[0].regions().map_or(0, |r| r.len()) != labels.count() {
        boards.push(labels.board_of_pieces()?);
    }
    Ok(boards.into_iter().map(|board| Puzzle { board: Arc::new(board), clues: BTreeMap::new() }).collect())
}

/// Regions of a star battle; where the text has no number of stars, one puzzle for each that has
/// room.
pub(super) fn read_stars(from: &Pasted) -> Result<Vec<Puzzle>, Bad> {
    from.only(&[Part::Grid, Part::Rows, Part::Regions, Part::Stars])?;
    let labels = read_labels(&the_regions(from)?, true)?;
    let mut board = labels.board()?;
    let count = |board: &Board| board.regions().map_or(0, |r| r.len());
    // A label in several places is one region where the number of rows says so.
    if count(&board) != board.rows() && labels.count() == board.rows() {
        board = labels.board_of_pieces()?;
    }
    from.fits(board.rows(), board.cols())?;
    let told = match (from.number(Part::Stars), &from.head[..]) {
        (Some(n), _) => Some(n),
        (None, [_, n]) if *n != board.rows() => Some(*n),
        (None, [_, _, n]) => Some(*n),
        _ => None,
    };
    // Each star keeps its row and the next to three columns for itself.
    let most = (board.rows() / 4).max(1);
    let smallest = board.regions().map_or(0, |r| r.iter().map(<[usize]>::len).min().unwrap_or(0));
    // Two stars that don't touch need three cells.
    let most = (1..=most).filter(|&n| smallest > 2 * (n - 1)).max().unwrap_or(1);
    if let Some(n) = told.filter(|&n| n == 0 || n > board.rows()) {
        return Err(Bad::new(format!("{n} stars in a line of {} cells", board.cols())));
    }
    let counts = told.map_or(1..=most, |n| n..=n);
    let board = Arc::new(board);
    let puzzle = |n: usize| Puzzle {
        board: Arc::clone(&board),
        clues: BTreeMap::from([(Place::Corner(0), Clue::Number(n as u16))]),
    };
    Ok(counts.map(puzzle).collect())
}

/// The grids of regions and of numbers, told apart by their names, or by the empty cells of the
/// second.
fn both(from: &Pasted) -> Result<(Block, Option<Block>), Bad> {
    let of = |part: Part| from.parts.get(&part).and_then(|data| Block::of_data(data, from.line));
    if let Some(regions) = of(Part::Regions) {
        let numbers = of(Part::Grid).or_else(|| of(Part::Rows)).or_else(|| from.blocks.first().cloned());
        return Ok((regions, numbers));
    }
    let has_empty = |block: &Block| {
        block.cuts.iter().take(2).flatten().flatten().any(|token| is_nothing(token) || token == "0" || token == "-1")
    };
    match &from.blocks[..] {
        [one] if has_empty(one) => {
            Err(Bad::new("numbers without regions: a grid of letters, one for each region, is expected beside them"))
        }
        [one] => Ok((one.clone(), None)),
        [a, b] => match (has_empty(a), has_empty(b)) {
            (false, true) => Ok((a.clone(), Some(b.clone()))),
            (true, false) => Ok((b.clone(), Some(a.clone()))),
            (true, true) => Err(Bad::new("two grids with empty cells: one of them is expected to be regions")),
            (false, false) => {
                let what = "ambiguous: which of the two grids are the regions? Write empty cells of the other as .";
                Err(Bad::new(what))
            }
        },
        [] => from.grid().map(|grid| (grid, None)),
        _ => Err(Bad::new("more than two grids where regions and numbers are expected")),
    }
}

/// Regions and clues of cells.
pub(super) fn read_cells(from: &Pasted, signs: &Signs) -> Result<Puzzle, Bad> {
    from.only(&[Part::Grid, Part::Rows, Part::Regions])?;
    let (regions, numbers) = both(from)?;
    let board = read_labels(&regions, true)?.board()?;
    from.fits(board.rows(), board.cols())?;
    let mut puzzle = Puzzle { board: Arc::new(board), clues: BTreeMap::new() };
    if let Some(numbers) = numbers {
        let read = numbers.read(&cells::words, &|cut| cells::of_cut(cut, signs))?;
        if read.board.size() != puzzle.board.size() {
            let what = format!("the numbers are {}, the regions {}", read.board.size(), puzzle.board.size());
            return Err(Bad::new(what));
        }
        puzzle.clues = read.clues;
    }
    Ok(puzzle)
}

/// Regions and their numbers, each in one of its cells. A letter with a number behind it says both.
pub(super) fn read_numbers(from: &Pasted) -> Result<Puzzle, Bad> {
    if let [one] = &from.blocks[..]
        && let Some(puzzle) = labels_with_numbers(one)?
    {
        return Ok(puzzle);
    }
    let read = read_cells(from, &Signs::numbers(0))?;
    with_numbers(&read)
}

fn with_numbers(read: &Puzzle) -> Result<Puzzle, Bad> {
    let board = &read.board;
    let mut clues = BTreeMap::new();
    for (&place, clue) in &read.clues {
        let (Place::Cell(cell), Some(regions)) = (place, board.regions()) else { continue };
        let region = Place::Region(regions.of(cell.into()) as u16);
        if clues.insert(region, clue.clone()).is_some_and(|old| old != *clue) {
            return Err(Bad::new("a second number in one region").at(board.name(place)));
        }
    }
    Ok(Puzzle { board: Arc::clone(board), clues })
}

/// A grid of tokens such as `A` and `A3`; `None` where no token has both.
fn labels_with_numbers(block: &Block) -> Result<Option<Puzzle>, Bad> {
    let split = |token: &String| -> Option<(String, String)> {
        let letters = token.len() - token.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let (label, number) = token.split_at(letters);
        let number = number.trim_start_matches(':');
        let is_both = letters > 0 && number.bytes().all(|b| b.is_ascii_digit());
        is_both.then(|| (label.to_string(), if number.is_empty() { ".".to_string() } else { number.to_string() }))
    };
    let Some(cut) = block.cuts.first() else { return Ok(None) };
    let pairs: Option<Vec<Vec<(String, String)>>> = cut.iter().map(|row| row.iter().map(split).collect()).collect();
    let Some(pairs) = pairs.filter(|rows| rows.iter().flatten().any(|(_, n)| n != ".")) else { return Ok(None) };
    let take = |which: fn(&(String, String)) -> &String| -> Cut {
        pairs.iter().map(|row| row.iter().map(|pair| which(pair).clone()).collect()).collect()
    };
    let board = labels(&take(|p| &p.0), false)?.board()?;
    let numbers = cells::of_cut(&take(|p| &p.1), &Signs::numbers(0))?;
    with_numbers(&Puzzle { board: Arc::new(board), clues: numbers.clues }).map(Some)
}
