//! The suites, a file each.

use crate::{Error, Suite};

mod azul_cases;
mod azul_orders;
mod braid_rating;
mod go;
mod hardest;
mod house;
mod joseki_build;
mod joseki_moves;
mod katago_replay;
mod matchers;
mod mill_oracle;
mod mill_pack;
mod mill_perft;
mod mill_sector;
mod patterns;
mod pencil;
mod proofs;
mod puzzlekit;
mod rediscovery;
mod reglib;
mod sgf;
mod sgt;
mod steps;
mod style;
mod sudoku_lines;
mod te_depth;
mod texts;
mod tsumego_frame;
mod variants;

/// All suites, by name.
pub const ALL: &[&Suite] = &[
    &azul_cases::SUITE,
    &azul_orders::SUITE,
    &braid_rating::SUITE,
    &go::book_problems::SUITE,
    &go::book_trees::SUITE,
    &go::certificates::SUITE,
    &go::gnugo_ld::SUITE,
    &go::gnugo_unconditional::SUITE,
    &go::gotools::SUITE,
    &go::tsumegojs::SUITE,
    &hardest::IMPOSSIBLE,
    &joseki_build::SUITE,
    &joseki_moves::SUITE,
    &katago_replay::SUITE,
    &matchers::SUITE,
    &mill_oracle::SUITE,
    &mill_pack::SUITE,
    &mill_perft::SUITE,
    &mill_sector::SUITE,
    &go::minimal_shapes::SUITE,
    &house::nonogram_lines::SUITE,
    &patterns::SUITE,
    &proofs::SUITE,
    &puzzlekit::SUITE,
    &house::puzzlink::SUITE,
    &house::pzprjs::SUITE,
    &rediscovery::SUITE,
    &reglib::SUITE,
    &hardest::SETS,
    &sgf::SUITE,
    &sgt::SUITE,
    &steps::SUITE,
    &style::SUITE,
    &sudoku_lines::SUITE,
    &te_depth::SUITE,
    &texts::SUITE,
    &tsumego_frame::SUITE,
    &variants::SUITE,
    // One line a suite, sorted by name.
];

/// The suite of that name.
///
/// # Errors
/// [`Error::NoSuite`] with the names there are.
pub fn by_name(name: &str) -> Result<&'static Suite, Error> {
    ALL.iter()
        .copied()
        .find(|s| s.name == name)
        .ok_or_else(|| Error::NoSuite(name.to_string(), ALL.iter().map(|s| s.name).collect()))
}

/// The list of suites, for `--help`.
pub fn help() -> String {
    let lines: Vec<String> = ALL.iter().map(|s| format!("  {:<22} {}", s.name, s.about)).collect();
    format!("Suites:\n{}", lines.join("\n"))
}
