//! How many candidates are tried for each tier, and on which size.

use tesuji_genre::Genre;

/// Candidates for a tier of a genre at most.
const NODES: u64 = 1000;

/// Genres with another bound, so that all six tiers take some ten seconds.
const BOUNDS: &[(u64, &[&str])] = &[
    (60, &["fillomino"]),
    (300, &["kakuro"]),
    (500, &["lits", "nurikabe", "numberlink", "ripple", "yinyang"]),
    (600, &["aqre", "palisade", "shakashaka", "starbattle", "tracks"]),
    (2000, &["heyawake", "hitori", "kurotto", "magnets", "masyu", "norinori", "nurimisaki", "undead", "yajilin"]),
    (4000, &["akari", "kakurasu", "kenken", "mines", "skyscrapers", "unruly"]),
    (6000, &["creek", "futoshiki", "galaxies", "hashi", "kropki", "nonogram", "shikaku", "simple-loop"]),
    (6000, &["tapa", "tents", "thermometers"]),
];

/// Genres of which few candidates are puzzles, with a size on which more of them are.
const SIZES: &[(&str, &str)] = &[
    ("fillomino", "5x5"),
    ("heyawake", "6x6"),
    ("kakuro", "3x4"),
    ("lits", "5x5"),
    ("masyu", "6x6"),
    ("norinori", "5x5"),
    ("yajilin", "5x5"),
];

/// Candidates for a tier of this genre at most.
pub fn candidates(genre: &str) -> u64 {
    BOUNDS.iter().find(|(_, names)| names.contains(&genre)).map_or(NODES, |(nodes, _)| *nodes)
}

/// The size on which puzzles of a genre are made.
pub fn size(genre: &dyn Genre) -> &'static str {
    let small = SIZES.iter().find(|(name, _)| *name == genre.name()).map(|(_, size)| *size);
    small.or_else(|| genre.sizes().first().copied()).unwrap_or_default()
}
