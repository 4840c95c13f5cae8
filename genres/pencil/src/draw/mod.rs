//! Boards for terminals and pages.

mod unicode;

pub(crate) use unicode::unicode;

use crate::Sheet;
use tesuji_genre::Marks;
use tesuji_genre::clue::Drawing;

pub(crate) fn svg(sheet: &Sheet, at: &Drawing<'_>, marks: &Marks) -> String {
    unicode(sheet, at, marks)
}
