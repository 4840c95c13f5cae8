//! The registry: one sorted list of genres.

use tesuji_genre::Genre;

/// All genres, sorted by name.
pub fn all() -> Vec<&'static dyn Genre> {
    let mut list: Vec<&'static dyn Genre> = Vec::new();
    list.extend(tesuji_go::genres());
    list.extend(tesuji_azul::genres());
    list.extend(tesuji_pencil::genres());
    list.push(&tesuji_mill::genre::MILL);
    list.sort_by_key(|g| g.name());
    list
}

/// The genre of that name.
pub fn get(name: &str) -> Option<&'static dyn Genre> {
    all().into_iter().find(|g| g.name() == name)
}
