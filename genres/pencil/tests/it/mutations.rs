//! No text makes a reader of the pencil house panic, and every error has a place.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use tesuji_genre::{Bad, GenerateRequest, View, pick};
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::Limits;

/// Texts that a genre reads: addresses that it made, states and game IDs of two boards.
fn texts(genre: &dyn HouseGenre) -> Vec<String> {
    let mut made = Vec::new();
    let size = genre.info().sizes.iter().min_by_key(|s| (s.len(), **s)).copied();
    let want = GenerateRequest {
        size: size.map(str::to_string),
        seed: 5,
        limits: Limits::default().with_time(std::time::Duration::from_secs(60)),
        ..GenerateRequest::default()
    };
    let _ = genre.generate(&want, &mut |record| made.push(record.puzzle));
    let name = genre.info().address_names.first().copied().unwrap_or_default();
    made.push(format!("https://puzz.link/p?{name}/4/3/g2h"));
    made.push(format!("{name}/2/5/v0g000120g3h12ag-10.5i"));
    made.push(format!("pzprv3/{name}/2/2"));
    made.push(format!("pzprv3/{name}/2/2/. 1 /# + /"));
    made.push(format!("pzprv3/{name}/2/2/. 1 /2 - /1 0 -1 /0 1 1 /1 1 /0 0 /1 0 /"));
    made.push(format!("pzprv3/{name}/2/2/2/0 0 /1 1 /. 1 /2 . /. . /# + /"));
    made.push("3x3:a1b2c".to_string());
    made.push("4x4de:12_3a4z,aab".to_string());
    made
}

/// Signs that mean something somewhere.
const SIGNS: &[char] = &[
    '/', '.', '-', '+', '#', ' ', '0', '1', '9', 'a', 'f', 'g', 'z', '%', '=', '*', '@', '?', ':', ',', 'x', '_', 'é',
    '\n', 'A', '£',
];

fn mutated(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..1 + pick(rng, 4) {
        let at = pick(rng, signs.len().max(1));
        match rng.next_u32() % 5 {
            0 if at < signs.len() => drop(signs.remove(at)),
            1 => signs.insert(at.min(signs.len()), SIGNS[pick(rng, SIGNS.len())]),
            2 if at < signs.len() => signs[at] = SIGNS[pick(rng, SIGNS.len())],
            3 => signs.truncate(at),
            _ if at < signs.len() => {
                let copied = signs[at..(at + 6).min(signs.len())].to_vec();
                signs.splice(at..at, copied);
            }
            _ => {}
        }
    }
    signs.into_iter().collect()
}

fn placed(bad: &Bad) -> bool {
    bad.line.is_some() || bad.column.is_some() || bad.at.is_some()
}

#[test]
fn mutated_texts_are_read_or_refused_with_a_place() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for genre in tesuji_pencil::genres::all() {
        let mut read = 0;
        for text in texts(genre) {
            for n in 0..300 {
                let text = if n == 0 { text.clone() } else { mutated(&text, &mut rng) };
                match genre.parse(&text) {
                    Err(bad) => assert!(placed(&bad), "{}: {text:?}: {bad}", genre.name()),
                    Ok(parsed) => {
                        read += 1;
                        // What is read has a network and a drawing, and comes back from its own
                        // text.
                        let view = genre.view(&parsed.puzzle).unwrap_or_else(|bad| panic!("{text:?}: {bad}"));
                        let View::Clues(view) = view else { panic!("{text:?}: no network") };
                        let _ = view.store(parsed.state.as_ref());
                        let _ = genre.draw(&parsed.puzzle, None, &Default::default(), tesuji_genre::Medium::Unicode);
                        let again = genre.parse(&parsed.puzzle.text).unwrap_or_else(|bad| panic!("{text:?}: {bad}"));
                        assert_eq!(again.puzzle.text, parsed.puzzle.text, "{text:?}");
                    }
                }
            }
        }
        assert!(read > 0, "{}: nothing is read", genre.name());
        println!("{}: {read} texts read", genre.name());
    }
}
