//! Toy genres, one file each, that go through the same commands as the real ones.

mod latin;
mod nim;
#[path = "../../../../solver/tests/it/weak.rs"]
mod weak;

pub use latin::{LATIN, WEAK};
pub use nim::NIM;

use tesuji_genre::Genre;

/// The toys beside the real genres.
pub fn genres() -> Vec<&'static dyn Genre> {
    let mut all = tesuji_genres::all();
    all.extend([&LATIN as &'static dyn Genre, &NIM, &WEAK]);
    all.sort_by_key(|g| g.name());
    all
}
