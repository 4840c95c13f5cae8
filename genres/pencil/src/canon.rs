//! Least images under the family's symmetries.

use crate::{Sheet, notation};

/// The least image of a puzzle's text.
pub(crate) fn least_image(sheet: &Sheet, diagonals: bool, knight: bool) -> String {
    notation::print(sheet, diagonals, knight)
}
