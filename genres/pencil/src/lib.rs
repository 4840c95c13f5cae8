//! Pencil puzzles.

use tesuji_genre::Genre;

/// The genres of the family.
pub fn genres() -> Vec<&'static dyn Genre> {
    Vec::new()
}
