//! Files of other programs that hold one puzzle of a genre or several: LEGUP's XML, and those of
//! nonograms.

use super::{Form, Found, Part, Pasted, Readings, nonogram_files};
use crate::text::data::Data;
use crate::text::xml::{Tag, tags};
use std::collections::BTreeMap;
use tesuji_genre::Bad;

/// LEGUP's puzzles with the genres that they are, and the signs of the values that are clues.
const LEGUP: &[(&str, &str, &[(i64, &str)])] = &[
    ("LightUp", "akari", &[(-1, "#"), (0, "0"), (1, "1"), (2, "2"), (3, "3"), (4, "4")]),
    ("Binary", "binairo", &[(0, "0"), (1, "1")]),
    ("Masyu", "masyu", &[(1, "B"), (2, "W")]),
    ("TreeTent", "tents", &[(1, "T")]),
    ("Nurikabe", "nurikabe", &[]),
];

/// The puzzles of such a file; `None` where the text is none.
pub(crate) fn read(text: &str, genre: &str, form: &Form) -> Option<Vec<Found>> {
    if !text.trim_start().starts_with('<') {
        return if genre == "nonogram" { nonogram_files::read(text, form) } else { None };
    }
    let all = tags(text);
    let has = |name: &str| all.iter().any(|tag| tag.begins(name));
    if has("legup") {
        let pasted = legup(&all, genre);
        let read = pasted.and_then(|pasted| Ok((form.read(&pasted)?, pasted.notes)));
        let read = read.map(|(puzzles, notes)| Readings { puzzles, notes });
        return Some(vec![Found { line: 1, read }]);
    }
    let refused = |what: &str| {
        let read = Err(Bad::new(format!("{what}; {genre} is expected")));
        Some(vec![Found { line: 1, read }])
    };
    match (has("puzzleset") || has("clues"), has("ksudoku")) {
        (true, _) if genre == "nonogram" => Some(nonogram_files::webpbn(&all)),
        (true, _) => refused("a file of webpbn, of nonograms"),
        (_, true) => refused("a file of KSudoku, of sudoku"),
        _ => None,
    }
}

/// The parts of LEGUP's puzzle. Values that a solver filled in are no clues.
fn legup(all: &[Tag], genre: &str) -> Result<Pasted, Bad> {
    let (name, rows, cols) = legup_board(all)?;
    let known = LEGUP.iter().find(|(of, ..)| *of == name);
    let Some((_, _, signs)) = known.filter(|(_, of, _)| *of == genre) else {
        return Err(Bad::new(match known {
            Some((_, of, _)) => format!("LEGUP's {name} is {of}, not {genre}"),
            None => format!("a file of LEGUP's {name}, which is not read"),
        }));
    };
    let mut grid = vec![vec![".".to_string(); cols]; rows];
    for tag in all.iter().filter(|tag| tag.begins("cell")) {
        let bad = || Bad::new(format!("x, y and a value on a board of {cols}x{rows} are expected")).line(tag.line);
        let at = |name: &str| tag.number(name).and_then(|n| usize::try_from(n).ok());
        let (x, y, value) = (at("x").ok_or_else(bad)?, at("y").ok_or_else(bad)?, tag.number("value").ok_or_else(bad)?);
        let place = grid.get_mut(y).and_then(|row| row.get_mut(x)).ok_or_else(bad)?;
        match signs.iter().find(|(of, _)| *of == value) {
            Some((_, sign)) => *place = (*sign).to_string(),
            None if signs.is_empty() && value > 0 => *place = value.to_string(),
            None => {}
        }
    }
    let row = |row: Vec<String>| Data::List(row.into_iter().map(Data::Word).collect());
    let mut pasted = Pasted { line: 1, ..Pasted::default() };
    pasted.parts.insert(Part::Grid, Data::List(grid.into_iter().map(row).collect()));
    for (side, part, lines) in [("east", Part::Rows, rows), ("south", Part::Columns, cols)] {
        if let Some(numbers) = legup_axis(all, side, lines)? {
            pasted.parts.insert(part, row(numbers));
        }
    }
    Ok(pasted)
}

/// The name of LEGUP's puzzle, its rows and its columns.
pub(crate) fn legup_board(all: &[Tag]) -> Result<(&str, usize, usize), Bad> {
    let puzzle =
        all.iter().find(|tag| tag.begins("puzzle")).ok_or_else(|| Bad::new("a file of LEGUP without a puzzle"))?;
    let board =
        all.iter().find(|tag| tag.begins("board")).ok_or_else(|| Bad::new("a file of LEGUP without a board"))?;
    let side = |name: &str| board.number(name).or_else(|| board.number("size")).and_then(|n| usize::try_from(n).ok());
    match (side("height"), side("width")) {
        (Some(rows @ 1..=1000), Some(cols @ 1..=1000)) => Ok((puzzle.attribute("name").unwrap_or(""), rows, cols)),
        _ => Err(Bad::new("height and width of the board are expected").line(board.line)),
    }
}

/// The numbers at one side of LEGUP's board, in order.
fn legup_axis(all: &[Tag], side: &str, lines: usize) -> Result<Option<Vec<String>>, Bad> {
    let begin = all.iter().position(|tag| tag.begins("axis") && tag.attribute("side") == Some(side));
    let Some(begin) = begin else { return Ok(None) };
    let clues = all[begin + 1..].iter().take_while(|tag| tag.name != "axis").filter(|tag| tag.begins("clue"));
    let mut numbers: BTreeMap<usize, String> = BTreeMap::new();
    for tag in clues {
        let bad = || Bad::new(format!("an index up to {lines} and a value are expected")).line(tag.line);
        let index = tag.attribute("index").ok_or_else(bad)?;
        let letter = index.chars().next().filter(char::is_ascii_alphabetic).and_then(|c| c.to_digit(36));
        let index = letter.map(|n| n as usize - 9).or_else(|| index.parse().ok()).ok_or_else(bad)?;
        numbers.insert(index, tag.attribute("value").ok_or_else(bad)?.to_string());
    }
    if numbers.len() != lines || numbers.keys().next_back() != Some(&lines) {
        return Err(Bad::new(format!("{} numbers at the side {side}, {lines} are expected", numbers.len())));
    }
    Ok(Some(numbers.into_values().collect()))
}
