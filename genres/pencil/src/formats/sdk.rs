//! `.sdk` files: a `[Puzzle]` section of rows, and a `[State]` section where the puzzle was begun.

use super::only_boxes;
use crate::{Sheet, symbols};
use tesuji_genre::Bad;

/// Writes the sections.
pub(super) fn print(sheet: &Sheet) -> Result<String, Bad> {
    only_boxes(sheet, "sdk")?;
    let rows = |cells: &[u8]| -> String {
        let row = |row: &[u8]| row.iter().map(|&v| symbols::symbol(v)).collect::<String>();
        cells.chunks(sheet.design.n()).map(|r| format!("\n{}", row(r))).collect()
    };
    let mut text = format!("[Puzzle]{}", rows(&sheet.givens));
    if let Some(state) = &sheet.state {
        let mut cells = sheet.givens.clone();
        for (&cell, &value) in &state.placed {
            if let Some(slot) = cells.get_mut(cell as usize) {
                *slot = value;
            }
        }
        text += &format!("\n[State]{}", rows(&cells));
    }
    Ok(text)
}
