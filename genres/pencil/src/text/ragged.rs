//! Rows of characters whose blanks are empty cells, where the blanks at the ends of rows are cut:
//! such a row without a sign is a line without any character, as the line between two puzzles is.

use super::block::is_grouped;
use super::has_empty_sign;
use tesuji_genre::Bad;

/// What a text of such rows with lines without a character is.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Ragged {
    /// One grid; each line is a row.
    One,
    /// Several grids, or no such rows.
    Parted,
}

/// The number of cells of a row whose blanks at its end don't count.
pub(crate) fn width(row: &str, is_tabbed: bool) -> usize {
    let row = row.trim_end();
    match is_tabbed {
        true if row.is_empty() => 0,
        true => row.split('\t').count(),
        false => row.chars().count(),
    }
}

/// Tells whether lines without a character are rows. Only a square tells that no row and no column
/// is missing.
///
/// # Errors
/// [`Bad`] with both readings.
pub(crate) fn ragged(lines: &[&str]) -> Result<Ragged, Bad> {
    let is_blank = |line: &&str| line.trim().is_empty();
    let rows: Vec<&str> = lines.iter().copied().filter(|line| !is_blank(line)).collect();
    let is_tabbed = rows.iter().any(|row| row.contains('\t'));
    let ends_with_blank = |row: &&str| row.trim_end_matches('\r').ends_with(char::is_whitespace);
    let wide = rows.iter().map(|row| width(row, is_tabbed)).max().unwrap_or(0);
    let is_even = rows.iter().all(|row| width(row, is_tabbed) == wide);
    let has_blank_cells = is_tabbed || rows.iter().any(|row| row.contains(char::is_whitespace));
    if rows.len() == lines.len()
        || is_even
        || !has_blank_cells
        || has_empty_sign(&rows)
        || rows.iter().any(ends_with_blank)
        || rows.iter().any(|row| row.contains([',', ';', '|']))
    {
        return Ok(Ragged::Parted);
    }
    let pieces: Vec<&[&str]> = lines.split(|line| line.trim().is_empty()).filter(|piece| !piece.is_empty()).collect();
    let is_full = |piece: &&[&str]| piece.len() > 1 && is_grouped(piece) && piece[0].split_whitespace().count() > 1;
    if !is_tabbed && (is_full(&&rows[..]) || pieces.iter().all(is_full)) {
        return Ok(Ragged::Parted);
    }
    let is_square =
        |piece: &[&str]| piece.len() > 1 && piece.iter().map(|row| width(row, is_tabbed)).max() == Some(piece.len());
    let are_squares = pieces.iter().all(|piece| is_square(piece));
    match (lines.len() == wide, are_squares) {
        (true, false) => Ok(Ragged::One),
        (false, true) if pieces.len() > 1 => Ok(Ragged::Parted),
        _ => {
            let other = match pieces.len() {
                1 => format!("{} rows", rows.len()),
                n => format!("{n} puzzles with lines between them"),
            };
            let what = format!(
                "ambiguous: {} rows of {wide} cells or more, of which some are blank, or {other}; write empty cells \
                 as .",
                lines.len()
            );
            Err(Bad::new(what))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ragged, ragged};

    #[test]
    fn a_square_tells_that_lines_without_characters_are_rows() {
        assert_eq!(ragged(&["   2", "", " 1", ""]).expect("one"), Ragged::One);
        assert_eq!(ragged(&[" 2", "1", "", "  2", "1", " 1"]).expect("two"), Ragged::Parted);
        assert_eq!(ragged(&["...2", "", ".1"]).expect("dots"), Ragged::Parted);
        assert_eq!(ragged(&["1 2", "2 1", "", "1 2 3", "3 1 2"]).expect("full"), Ragged::Parted);
        let bad = ragged(&["   2", "", " 1"]).expect_err("both");
        assert!(bad.what.contains("3 rows of 4 cells") && bad.what.contains("2 puzzles"), "{bad}");
    }
}
