//! Solutions drawn by construction keep the rules of their boards, and differ.

use std::collections::BTreeSet;
use tesuji_genre::clue::{ClueGenre, Style};
use tesuji_genre::{GenerateRequest, sub_rng};
use tesuji_pencil::genres::{AKARI, BINAIRO, FUTOSHIKI, HITORI, KENKEN, MAGNETS, RIPPLE, SKYSCRAPERS, TENTS, UNRULY};
use tesuji_pencil::house::{HouseGenre, Pencil};

/// Genres that draw solutions, with sizes. The rules of a board without clues are all that a drawn
/// solution must keep.
static DRAWN: &[(&Pencil, &[&str])] = &[
    (&UNRULY, &["8x8", "10x10", "6x10", "14x14"]),
    (&BINAIRO, &["6x6", "10x10"]),
    (&KENKEN, &["5x5", "9x9"]),
    (&FUTOSHIKI, &["5x5", "7x7"]),
    (&SKYSCRAPERS, &["4x4", "6x6"]),
    (&AKARI, &["7x7", "10x10"]),
    (&MAGNETS, &["5x6", "9x10"]),
    (&TENTS, &["8x8", "12x12"]),
    (&HITORI, &["5x5", "8x8", "12x12"]),
    (&RIPPLE, &["6x6", "8x8", "10x10"]),
];

#[test]
fn drawn_solutions_keep_the_rules() {
    for &(genre, sizes) in DRAWN {
        let name = ClueGenre::info(genre).name;
        for size in sizes {
            let want = GenerateRequest { size: Some((*size).to_string()), ..GenerateRequest::default() };
            let (mut seen, mut count) = (BTreeSet::new(), 0);
            for number in 0..60 {
                let rng = &mut sub_rng(7, number);
                let drawn = ClueGenre::drawn(genre, size, &want, rng).or_else(|| {
                    let board = ClueGenre::structure(genre, size, &want, rng).expect("a board");
                    let values = ClueGenre::completion(genre, &board, Style::default(), rng)?;
                    Some((board, values))
                });
                let Some((board, values)) = drawn else { continue };
                let net = genre.bare_network(&board).expect("a network");
                assert!(net.holds(&values), "{name} {size}: {:?} {values:?}", net.broken_rule(&values));
                seen.insert(values);
                count += 1;
            }
            assert!(count > 40 && seen.len() * 2 > count, "{name} {size}: {count}, {} different", seen.len());
        }
    }
}
