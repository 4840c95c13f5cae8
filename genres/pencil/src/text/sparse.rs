//! Lists of cells with a row, a column and a value each, in JSON or as lines under a heading.

use super::block::Cut;
use super::data::Data;
use tesuji_genre::Bad;

/// A cell of such a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The row as it is numbered in the list.
    pub(crate) row: usize,
    /// The column likewise.
    pub(crate) col: usize,
    /// The value.
    pub(crate) value: String,
    /// Is it said not to be given?
    pub(crate) is_filled_in: bool,
}

const ROWS: &[&str] = &["row", "r", "y"];
const COLUMNS: &[&str] = &["col", "column", "c", "x"];
const VALUES: &[&str] = &["value", "val", "v", "number", "digit", "clue"];
/// The longest side of a board from such a list.
const MOST: usize = 1000;

fn index_of(names: &[String], known: &[&str]) -> Option<usize> {
    names.iter().position(|name| known.contains(&name.as_str()))
}

fn entry(row: &str, col: &str, value: &str, is_filled_in: bool) -> Option<Entry> {
    let number = |text: &str| text.trim().parse().ok().filter(|&n: &usize| n < MOST);
    Some(Entry { row: number(row)?, col: number(col)?, value: value.trim().to_string(), is_filled_in })
}

/// The cells of a list of maps; `None` where it is none.
pub(crate) fn of_data(data: &Data) -> Option<Vec<Entry>> {
    let one = |data: &Data| {
        let Data::Map(map) = data else { return None };
        let names: Vec<String> = map.iter().map(|(name, _)| name.to_lowercase()).collect();
        let text = |known: &[&str]| map[index_of(&names, known)?].1.text();
        let given = index_of(&names, &["given", "fixed", "isgiven"]).and_then(|i| map[i].1.text());
        entry(text(ROWS)?, text(COLUMNS)?, text(VALUES)?, given == Some("false"))
    };
    data.list().filter(|list| !list.is_empty())?.iter().map(one).collect()
}

/// The cells of lines of fields under a heading such as `row,col,value`; `None` where it is none.
pub(crate) fn of_lines(text: &str) -> Option<Vec<Entry>> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let is_between = |c: char| c.is_whitespace() || ",;|".contains(c);
    let words = |line: &str| -> Vec<String> {
        line.split(is_between).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
    };
    let heading = words(lines.next()?);
    let (row, col) = (index_of(&heading, ROWS)?, index_of(&heading, COLUMNS)?);
    let value = index_of(&heading, VALUES)?;
    let one = |line: &str| {
        let words = words(line);
        (words.len() == heading.len()).then(|| entry(&words[row], &words[col], &words[value], false))?
    };
    let cells: Option<Vec<Entry>> = lines.map(one).collect();
    cells.filter(|cells| !cells.is_empty())
}

/// The grid of the cells; those without one are `.`. Rows and columns count from 0 or from 1.
///
/// # Errors
/// [`Bad`] where both are possible, or a cell stands twice or outside.
pub(crate) fn grid(cells: &[Entry], rows: usize, cols: usize) -> Result<Cut, Bad> {
    let from_0 = cells.iter().any(|cell| cell.row == 0 || cell.col == 0);
    let from_1 = cells.iter().any(|cell| cell.row == rows || cell.col == cols);
    let least = match (from_0, from_1) {
        (true, false) => 0,
        (false, true) => 1,
        (true, true) => return Err(Bad::new(format!("rows and columns count from 0 and up to {rows} and {cols}"))),
        (false, false) => {
            return Err(Bad::new("ambiguous: rows and columns may count from 0 or from 1; no cell tells it"));
        }
    };
    let mut grid = vec![vec![".".to_string(); cols]; rows];
    for cell in cells {
        let at = || format!("row {}, column {}", cell.row, cell.col);
        let place = grid.get_mut(cell.row - least).and_then(|row| row.get_mut(cell.col - least));
        let place = place.ok_or_else(|| Bad::new(format!("no such cell on {rows} rows of {cols}")).at(at()))?;
        if *place != "." {
            return Err(Bad::new("a second value of this cell").at(at()));
        }
        place.clone_from(&cell.value);
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::{grid, of_data, of_lines};
    use crate::text::data::whole;

    #[test]
    fn cells_are_counted_from_what_they_show() {
        let data =
            whole("[{\"row\": 0, \"col\": 1, \"value\": 3}, {\"row\": 1, \"col\": 0, \"value\": 4}]").expect("a list");
        let cells = of_data(&data).expect("cells");
        assert_eq!(grid(&cells, 2, 2).expect("a grid"), [[".", "3"], ["4", "."]]);
        let cells = of_lines("r,c,value\n2,3,5\n1,1,7\n").expect("cells");
        assert_eq!(grid(&cells, 2, 3).expect("a grid"), [["7", ".", "."], [".", ".", "5"]]);
        assert!(grid(&cells, 4, 4).expect_err("both").what.contains("from 0 or from 1"));
        assert!(grid(&cells, 1, 3).is_err());
        assert_eq!(of_lines("3 . .\n. . 1\n"), None);
    }
}
