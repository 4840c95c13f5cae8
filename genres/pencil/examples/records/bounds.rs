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

/// The size of most corpora: that of many published puzzles.
const SIZE: &str = "10x10";

/// Genres that are printed smaller, or of which few candidates of that size are puzzles.
const SIZES: &[(&str, &str)] = &[
    ("aqre", "6x6"),
    ("consecutive", "6x6"),
    ("country-road", "8x8"),
    ("dominosa", "7x8"),
    ("fillomino", "9x9"),
    ("futoshiki", "6x6"),
    ("gokigen", "8x8"),
    ("hitori", "8x8"),
    ("kakurasu", "8x8"),
    ("kakuro", "9x9"),
    ("kenken", "6x6"),
    ("kropki", "6x6"),
    ("lits", "8x8"),
    ("magnets", "6x6"),
    ("norinori", "8x8"),
    ("numberlink", "7x7"),
    ("nurikabe", "8x8"),
    ("nurimisaki", "8x8"),
    ("palisade", "6x6"),
    ("simple-loop", "8x8"),
    ("skyscrapers", "5x5"),
    ("starbattle", "8x8"),
    ("thermometers", "8x8"),
    ("tracks", "8x8"),
    ("undead", "6x6"),
    ("yajilin", "8x8"),
    ("yinyang", "8x8"),
];

/// Candidates for a tier of this genre at most.
pub fn candidates(genre: &str) -> u64 {
    BOUNDS.iter().find(|(_, names)| names.contains(&genre)).map_or(NODES, |(nodes, _)| *nodes)
}

/// The size on which puzzles of a genre are made.
pub fn size(genre: &dyn Genre) -> &'static str {
    SIZES.iter().find(|(name, _)| *name == genre.name()).map_or(SIZE, |(_, size)| *size)
}
