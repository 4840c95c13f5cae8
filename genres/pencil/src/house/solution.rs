//! Solutions as text: rows of signs, `/` between rows, `|` between layers.

use super::{PencilGenre, Values, Variables};
use crate::board::{Board, Place};
use crate::codec::Puzzle;
use tesuji_solver::{Domain, Value};

/// The sign of a place without a variable.
const NOTHING: char = '_';

/// The rows of places that a board has, layer by layer: cells, horizontal edges, vertical edges.
/// Only layers with a variable are kept.
fn layers(board: &Board, variables: &Variables) -> Vec<Vec<Vec<Place>>> {
    let (rows, cols) = (board.rows(), board.cols());
    let cell = |r: usize, c: usize| Place::Cell(board.cell(r, c) as u16);
    let edge = |e: usize| Place::Edge(e as u16);
    let horizontal = board.horizontal_edges();
    let all = vec![
        (0..rows).map(|r| (0..cols).map(|c| cell(r, c)).collect()).collect::<Vec<Vec<Place>>>(),
        (0..=rows).map(|r| (0..cols).map(|c| edge(r * cols + c)).collect()).collect(),
        (0..rows).map(|r| (0..=cols).map(|c| edge(horizontal + r * (cols + 1) + c)).collect()).collect(),
    ];
    let has = |layer: &Vec<Vec<Place>>| layer.iter().flatten().any(|&p| variables.get(p).is_some());
    all.into_iter().filter(has).collect()
}

/// The text of a solution. Numbers stand apart by commas if one of them has several digits.
pub(super) fn write(puzzle: &Puzzle, variables: &Variables, genre: &dyn PencilGenre, values: &[Value]) -> String {
    let kind = genre.handle().info.values;
    let at = |place: Place| variables.get(place).and_then(|v| values.get(v.index()).copied());
    let sign = |&place: &Place| match (at(place), kind) {
        (None, _) => NOTHING.to_string(),
        (Some(value), Values::Named(list)) => {
            list.get(usize::from(value)).map_or_else(|| value.to_string(), |v| v.0.to_string())
        }
        (Some(value), Values::Numbers) => genre.number_at(puzzle, place, &at).unwrap_or(value.into()).to_string(),
    };
    let signs = |row: &Vec<Place>| row.iter().map(sign).collect::<Vec<String>>();
    let all: Vec<Vec<Vec<String>>> =
        layers(&puzzle.board, variables).iter().map(|layer| layer.iter().map(signs).collect()).collect();
    // A value of one digit may stand for a number of several.
    let has_long = || values.iter().any(|&v| v > 9) || all.iter().flatten().flatten().any(|sign| sign.len() > 1);
    let between = if matches!(kind, Values::Numbers) && has_long() { "," } else { "" };
    let layer = |layer: &Vec<Vec<String>>| layer.iter().map(|row| row.join(between)).collect::<Vec<_>>().join("/");
    all.iter().map(layer).collect::<Vec<_>>().join("|")
}

/// The values of a solution's text, by variable; `None` when it does not fit.
pub(super) fn read(puzzle: &Puzzle, variables: &Variables, genre: &dyn PencilGenre, text: &str) -> Option<Vec<Value>> {
    let kind = genre.handle().info.values;
    let wide = text.contains(',');
    // A variable with one value is known and stands in no text.
    let mut values: Vec<Option<Value>> = variables.domains().iter().map(|d| d.value()).collect();
    let layers = layers(&puzzle.board, variables);
    let texts: Vec<&str> = text.split('|').collect();
    if texts.len() != layers.len() {
        return None;
    }
    for (layer, text) in layers.iter().zip(texts) {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != layer.len() {
            return None;
        }
        for (row, text) in layer.iter().zip(rows) {
            let signs: Vec<String> = if row.len() == 1 {
                vec![text.to_string()]
            } else if wide {
                text.split(',').map(str::to_string).collect()
            } else {
                text.chars().map(|c| c.to_string()).collect()
            };
            if signs.len() != row.len() {
                return None;
            }
            for (&place, text) in row.iter().zip(signs) {
                let Some(var) = variables.get(place) else { continue };
                let value = match kind {
                    Values::Named(list) => {
                        // A sign may stand for one value in some variables and for another in
                        // others.
                        let domain = variables.domains().get(var.index()).copied().unwrap_or(Domain::EMPTY);
                        let is_it = |i: usize| text == list[i].0.to_string();
                        let inside = (0..list.len()).find(|&i| is_it(i) && domain.contains(i as Value));
                        inside.or_else(|| (0..list.len()).find(|&i| is_it(i)))? as Value
                    }
                    Values::Numbers => genre.value_of(puzzle, place, text.parse().ok()?)?,
                };
                values[var.index()] = Some(value);
            }
        }
    }
    values.into_iter().collect()
}
