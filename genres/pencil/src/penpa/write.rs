//! From a puzzle to a drawing, as penpa-edit itself draws the puzzles of puzz.link.

use super::kinds::{draw_crossings, tubes_of};
use super::looks::{self, Look};
use super::picture::{Picture, Point, Text};
use super::read::{ARROWS, BLACK as BLACK_SIGN};
use super::wrong;
use crate::board::{Board, Direction, Place, Side};
use crate::clue::{Clue, Operator};
use crate::codec::{Codec, Puzzle};
use tesuji_genre::{Bad, penpa};

/// The style of thick lines and the colour of black cells.
const BORDER: u8 = 2;
const BLACK: u8 = 4;
/// The sign of a star.
const STAR: u8 = 2;

/// The address of a puzzle's drawing.
///
/// # Errors
/// [`Bad`] where the genre has no drawings there, or a puzzle has something that they don't show.
pub(crate) fn print(puzzle: &Puzzle, genre: &str, codec: &Codec) -> Result<String, Bad> {
    let (tag, looks) = looks::of(genre).ok_or_else(|| wrong(format!("drawings of {genre} are not known")))?;
    let text = picture(puzzle, tag, looks)?.write();
    // The drawing says all that the puzzle says.
    match super::read(&text, genre, codec) {
        Ok(again) if again == std::slice::from_ref(puzzle) => Ok(penpa::address(&text)),
        _ => Err(wrong(format!("this puzzle of {genre} has something that drawings don't show"))),
    }
}

fn row_col(board: &Board, cell: usize) -> (isize, isize) {
    let (r, c) = board.row_col(cell);
    (r as isize, c as isize)
}

fn picture(puzzle: &Puzzle, tag: &str, looks: &[Look]) -> Result<Picture, Bad> {
    let board = &*puzzle.board;
    let has = |look: Look| looks.contains(&look);
    if has(Look::Crossings) {
        return draw_crossings(puzzle, tag);
    }
    let mut picture = Picture { rows: board.rows(), cols: board.cols(), tag: tag.to_string(), ..Picture::default() };
    for cell in (0..board.size().cells()).filter(|&cell| board.is_hole(cell)) {
        let (r, c) = row_col(board, cell);
        if has(Look::Missing) {
            picture.missing.insert((r as usize, c as usize));
        } else if has(Look::Trees) {
            picture.signs.insert(Point::Cell(r, c), ("tents".to_string(), 1));
        } else {
            picture.shaded.insert((r, c), BLACK);
        }
    }
    if let Some(regions) = board.regions() {
        for edge in board.inner_edges().filter(|&e| regions.is_border(board, e)) {
            let [Some(cell), _] = board.cells_beside(edge) else { continue };
            let (r, c) = row_col(board, cell);
            let point = if board.is_horizontal(edge) { Point::Below(r, c) } else { Point::Right(r, c) };
            picture.edges.insert(point, BORDER);
        }
    }
    if has(Look::Tubes) {
        picture.thermos = tubes_of(puzzle);
    }
    let is_tube = |place: Place| has(Look::Tubes) && matches!(place, Place::Cell(_));
    for (&place, clue) in puzzle.clues.iter().filter(|(place, _)| !is_tube(**place)) {
        let none = || wrong(format!("{clue:?} has no form in drawings of {tag}")).at(board.name(place));
        put(&mut picture, board, looks, place, clue).ok_or_else(none)?;
    }
    let lines = picture.numbers.keys().chain(picture.signs.keys());
    let cells: Vec<(isize, isize)> = lines
        .map(|point| match *point {
            Point::Cell(r, c) | Point::Corner(r, c) | Point::Below(r, c) | Point::Right(r, c) => (r, c),
        })
        .collect();
    let corners = has(Look::CornerNumbers);
    for (r, c) in cells {
        let beyond = |at: isize, side: usize| [(-at).max(0) as usize, (at - side as isize + 1).max(0) as usize];
        let ([above, below], [left, right]) = (beyond(r, picture.rows), beyond(c, picture.cols));
        (picture.above, picture.below) = (picture.above.max(above), picture.below.max(below));
        (picture.left, picture.right) = (picture.left.max(left), picture.right.max(right));
    }
    if corners {
        (picture.above, picture.below, picture.left, picture.right) = (1, 1, 1, 1);
    }
    Ok(picture)
}

fn text(clue: &Clue, style: u8, is_pole: bool) -> Option<Text> {
    let (text, form) = match clue {
        Clue::Number(n) => (n.to_string(), "1"),
        Clue::Unknown => ("?".to_string(), "1"),
        Clue::Result(Operator::Plus | Operator::Minus, n) if is_pole => (n.to_string(), "1"),
        Clue::Result(operator, n) => (format!("{n}{}", Operator::ALL.iter().find(|o| o.0 == *operator)?.1), "1"),
        Clue::Numbers(list) => (list.iter().map(|&n| symbol(n)).collect::<Option<String>>()?, "4"),
        Clue::Arrow(direction, n) => {
            let arrow = ARROWS.iter().position(|d| d == direction)?;
            (format!("{}_{arrow}", n.map_or("?".to_string(), |n| n.to_string())), "2")
        }
        _ => return None,
    };
    Some(Text { text, style, form: form.to_string() })
}

fn symbol(number: Option<u16>) -> Option<char> {
    number.map_or(Some('?'), |n| char::from_digit(u32::from(n), 10))
}

fn circle(clue: &Clue) -> Option<u8> {
    match clue {
        Clue::White => Some(1),
        Clue::Black => Some(BLACK_SIGN),
        _ => None,
    }
}

/// Draws a clue; `None` where it has no form.
fn put(picture: &mut Picture, board: &Board, looks: &[Look], place: Place, clue: &Clue) -> Option<()> {
    let style = looks::number_style(looks).unwrap_or(1);
    match place {
        Place::Cell(cell) => {
            let (r, c) = row_col(board, usize::from(cell));
            match (circle(clue), looks::circle(looks)) {
                (Some(colour), _) if looks.contains(&Look::Poles) => {
                    let pole = if colour == BLACK_SIGN { "−" } else { "+" };
                    let pole = Text { text: pole.to_string(), style: 1, form: "1".to_string() };
                    picture.numbers.insert(Point::Cell(r, c), pole);
                }
                (Some(_), None) if looks.contains(&Look::Shaded) => {
                    picture.shaded.insert((r, c), BLACK);
                }
                (Some(colour), Some(name)) => {
                    picture.signs.insert(Point::Cell(r, c), (name.to_string(), colour));
                }
                _ => {
                    picture.numbers.insert(Point::Cell(r, c), text(clue, style, false)?);
                }
            }
        }
        Place::Region(region) => {
            let cell = *board.regions()?.cells(usize::from(region)).first()?;
            let (r, c) = row_col(board, cell);
            if looks.contains(&Look::Results) {
                picture.small.insert((r, c, 0), text(clue, 1, false)?);
            } else {
                picture.numbers.insert(Point::Cell(r, c), text(clue, style, false)?);
            }
        }
        Place::Corner(_) if looks.contains(&Look::Stars) => {
            let c = picture.cols as isize - 1;
            picture.numbers.insert(Point::Cell(-1, c), text(clue, 1, false)?);
            picture.signs.insert(Point::Cell(-1, c + 1), ("star".to_string(), STAR));
        }
        Place::Corner(corner) => {
            let cols = board.cols() + 1;
            let (r, c) = (usize::from(corner) / cols, usize::from(corner) % cols);
            if let (Some(colour), true) = (circle(clue), looks.contains(&Look::Points)) {
                let point = Point::Corner(r as isize - 1, c as isize - 1);
                picture.signs.insert(point, ("circle_SS".to_string(), colour));
                return Some(());
            }
            picture.numbers.insert(Point::Corner(r as isize - 1, c as isize - 1), text(clue, 6, false)?);
        }
        Place::Edge(edge) => {
            let [cell, _] = board.cells_beside(usize::from(edge));
            let (r, c) = row_col(board, cell?);
            let point = match board.edge(cell?, Direction::Down) == usize::from(edge) {
                true => Point::Below(r, c),
                false => Point::Right(r, c),
            };
            picture.signs.insert(point, ("circle_SS".to_string(), circle(clue)?));
        }
        Place::Outside(side, line) => {
            let single = [clue.clone()];
            let list: Vec<Clue> = match clue {
                Clue::Numbers(list) => list.iter().map(|n| n.map_or(Clue::Unknown, Clue::Number)).collect(),
                _ => single.to_vec(),
            };
            let (line, count) = (line as isize, list.len() as isize);
            for (at, clue) in list.iter().enumerate() {
                let at = at as isize;
                let (r, c) = match side {
                    Side::Top => (at - count, line),
                    Side::Left => (line, at - count),
                    Side::Bottom => (picture.rows as isize + at, line),
                    Side::Right => (line, picture.cols as isize + at),
                };
                picture.numbers.insert(Point::Cell(r, c), text(clue, 1, looks.contains(&Look::Poles))?);
            }
        }
    }
    Some(())
}
