//! Forms of addresses, states and game IDs that other programs write or have written, by hand: what
//! is read from each.

use super::rows;
use tesuji_genre::{Genre, View};
use tesuji_pencil::house::HouseGenre;

fn genre_of(name: &str) -> &'static dyn HouseGenre {
    let all = tesuji_pencil::genres::all();
    *all.iter().find(|g| g.name() == name).unwrap_or_else(|| panic!("no genre {name}"))
}

#[test]
fn forms_of_other_programs_are_read() {
    let mut faults = Vec::new();
    for [name, text, expected] in rows(include_str!("forms_read.tsv")) {
        let genre = genre_of(&name);
        for text in [&text, &expected] {
            match Genre::parse(genre, text) {
                Err(bad) => faults.push(format!("{text}: {bad}")),
                Ok(parsed) if parsed.puzzle.text != *expected => {
                    faults.push(format!("{text}: {}, not {expected}", parsed.puzzle.text));
                }
                Ok(parsed) if !matches!(genre.view(&parsed.puzzle), Ok(View::Clues(_))) => {
                    faults.push(format!("{text}: no network"));
                }
                Ok(_) => {}
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_not_read_is_named() {
    let mut faults = Vec::new();
    for [name, text, word] in rows(include_str!("forms_refused.tsv")) {
        match Genre::parse(genre_of(&name), &text) {
            Ok(parsed) => faults.push(format!("{text} is read as {}", parsed.puzzle.text)),
            Err(bad) if !bad.to_string().contains(&word) => faults.push(format!("{text}: {bad}")),
            Err(_) => {}
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
