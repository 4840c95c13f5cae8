//! Damaged addresses and states of every genre are refused in words, or read: nothing panics.

use super::{data, request, small};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::time::Duration;
use tesuji_genre::{Marks, Medium};
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::Limits;

const SIGNS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABZ-.+%=/|,_*# ?";
/// Boards with more cells are read, and not solved here.
const SMALL: usize = 60;

fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    (rng.next_u64() % n.max(1) as u64) as usize
}

/// The text with one to three changes: a sign replaced, left out, put in, doubled, or the end cut.
pub(super) fn damaged(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut bytes: Vec<u8> = text.bytes().collect();
    for _ in 0..1 + below(rng, 3) {
        let at = below(rng, bytes.len());
        let sign = SIGNS[below(rng, SIGNS.len())];
        match below(rng, 6) {
            _ if bytes.is_empty() => bytes.push(sign),
            0 => drop(bytes.remove(at)),
            1 => bytes.insert(at, sign),
            2 => bytes.insert(at, bytes[at]),
            3 if below(rng, 4) == 0 => bytes.truncate(at),
            _ => bytes[at] = sign,
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads a text as far as it goes; `true`: it is a puzzle.
pub(super) fn read(genre: &dyn HouseGenre, text: &str) -> bool {
    let parsed = match genre.parse(text) {
        Ok(parsed) => parsed,
        Err(bad) => {
            assert!(bad.at.is_some() || bad.column.is_some(), "{text}: {bad} tells no place");
            return false;
        }
    };
    let puzzle = parsed.puzzle;
    let cells: usize = puzzle.size.split('x').filter_map(|n| n.parse::<usize>().ok()).product();
    if cells > SMALL {
        return true;
    }
    let limits = Limits::solutions(2).with_nodes(200).with_time(Duration::from_secs(2));
    if let Err(bad) = genre.solve(&puzzle, &limits) {
        assert!(bad.at.is_some() || bad.column.is_some(), "{text}: {bad} tells no place");
    }
    genre.draw(&puzzle, parsed.state.as_ref(), &Marks::default(), Medium::Unicode).expect("a drawing");
    true
}

#[test]
fn damaged_addresses_do_not_panic() {
    let mut rng = ChaCha8Rng::seed_from_u64(47);
    for genre in tesuji_pencil::genres::all() {
        let mut made = Vec::new();
        genre.generate(&request(small(genre), 11), &mut |r| made.push(r)).expect("generated");
        let (mut puzzles, all) = (0, 150);
        for _ in 0..all {
            let text = damaged(&made[0].puzzle, &mut rng);
            puzzles += usize::from(read(genre, &text));
        }
        println!("{}: {puzzles} of {all} are puzzles", genre.name());
    }
}

#[test]
fn damaged_states_do_not_panic() {
    let Some(data) = data() else { return };
    let mut rng = ChaCha8Rng::seed_from_u64(48);
    let mut all = 0;
    for genre in tesuji_pencil::genres::all().into_iter().filter(|g| g.has_states()) {
        let files = genre.info().address_names.iter().map(|name| data.join("pzprjs").join(format!("{name}.json")));
        let text = files.filter_map(|file| std::fs::read_to_string(file).ok()).next();
        let top: serde_json::Value = serde_json::from_str(&text.expect("states")).expect("JSON");
        let states = top["solved"].as_array().expect("states").iter().filter_map(|s| s.as_str());
        for state in states.filter(|s| s.contains(genre.info().address_names[0]) || s.starts_with("pzprv3/")) {
            let _ = genre.read_state(state);
            for _ in 0..60 {
                let text = damaged(state, &mut rng);
                let _ = genre.read_state(&text);
                read(genre, &text);
                all += 1;
            }
        }
    }
    assert!(all > 500, "{all}");
}
