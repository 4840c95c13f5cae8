//! Addresses and states of puzz.link name their genre themselves; `convert` writes them anew.
#![allow(missing_docs)]

mod run;

use run::piped;

/// A slitherlink, a hitori and a partly shaded hitori.
const SLITHERLINK: &str = "https://puzz.link/p?slither/4/4/dgdh2c7b";
const HITORI: &str = "hitori/3/3/112213321";
const STATE: &str = "pzprv3/hitori/3/3/1 1 2 /2 1 3 /3 2 1 /# . . /. . . /. . . /";

#[test]
fn an_address_needs_no_genre() {
    let both = format!("{SLITHERLINK}\n{HITORI}\n");
    let shown = piped(&["show"], &both).code(0).stdout();
    assert!(shown.contains("·   ·") && shown.contains("│ 1 │"), "{shown}");
    let solved = piped(&["solve"], SLITHERLINK).code(0).json().remove(0);
    assert_eq!(solved["genre"], "slitherlink", "{solved}");
    let begun = piped(&["show", "--json"], STATE).json().remove(0);
    let bare = piped(&["show", "--json"], HITORI).json().remove(0);
    assert_ne!(begun["drawing"], bare["drawing"], "the shaded cell is drawn");
}

#[test]
fn a_misspelt_genre_of_an_address_is_told_with_the_nearest() {
    let run = piped(&["show"], &SLITHERLINK.replace("slither", "slithr"));
    run.code(1).says("\"slithr\"; nearest: slither");
}

#[test]
fn puzzles_of_several_genres_are_converted_in_their_order() {
    let lines = format!("{SLITHERLINK}\n{HITORI}\nhttps://puzz.link/p?slither/1/1/b\n");
    let urls = piped(&["convert", "--to", "url"], &lines).code(0).stdout();
    assert_eq!(urls, lines.replace("\nhitori", "\nhttps://puzz.link/p?hitori"));
    let records = piped(&["convert", "--to", "jsonl"], &lines).code(0).stdout();
    assert_eq!(piped(&["convert", "--to", "url"], &records).code(0).stdout(), urls);
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    piped(&["convert", "--to", "url"], STATE).code(1).says("can't hold the state");
    piped(&["convert", "--to", "ulr"], HITORI).code(2).says("nearest: url");
}
