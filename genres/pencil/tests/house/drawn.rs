//! Solutions drawn by construction keep the rules of their boards, and differ.

use std::collections::BTreeSet;
use tesuji_genre::clue::{ClueGenre, Style};
use tesuji_genre::{GenerateRequest, sub_rng};
use tesuji_pencil::house::HouseGenre;

/// Genres of which every solution is one of a board without clues, with sizes.
const DRAWN: &[(&str, &[&str])] = &[
    ("unruly", &["8x8", "10x10", "6x10", "14x14"]),
    ("binairo", &["6x6", "10x10"]),
    ("kenken", &["5x5", "9x9"]),
    ("futoshiki", &["5x5", "7x7"]),
    ("skyscrapers", &["4x4", "6x6"]),
    ("akari", &["7x7", "10x10"]),
    ("magnets", &["5x6", "9x10"]),
    ("tents", &["8x8", "12x12"]),
    ("hitori", &["5x5", "8x8", "12x12"]),
    ("ripple", &["6x6", "8x8", "10x10"]),
];

#[test]
fn drawn_solutions_keep_the_rules() {
    for (name, sizes) in DRAWN {
        let all = tesuji_pencil::genres::all();
        let genre = *all.iter().find(|genre| ClueGenre::name(*genre) == *name).expect("a genre");
        for size in *sizes {
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
