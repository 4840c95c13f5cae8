//! Toy genres, one file each, that go through the same commands as the real ones.

mod latin;
mod nim;

pub use latin::LATIN;
pub use nim::NIM;

use tesuji_genre::Genre;

/// The toys beside the real genres.
pub fn genres() -> Vec<&'static dyn Genre> {
    let mut all = tesuji_genres::all();
    all.extend([&LATIN as &'static dyn Genre, &NIM]);
    all.sort_by_key(|g| g.name());
    all
}
