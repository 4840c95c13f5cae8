//! Laws for any text: nothing panics, and every way to the same puzzle gives the same network.

use super::grids::{Grid, forms};
use super::{all, some};
use proptest::prelude::*;
use tesuji_genre::{Bad, Genre, Puzzle, View};
use tesuji_pencil::{ANTI_KNIGHT, JIGSAW, KILLER, SUDOKU, SUDOKU_X, SUKAKU};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, VarSet};

/// Texts of all forms, and pieces that mean something in some of them.
fn texts() -> Vec<String> {
    let mut texts = vec![
        "3x3::k:2305:0:0".to_string(),
        "S9B".to_string() + &"0i".repeat(81),
        "[Puzzle]\n[State]\n1".to_string(),
        "<opensudoku><game data=\"version: 1\n1|0|\"".to_string(),
        "https://x.org/?bd=%2E%".to_string(),
        "id,puzzle\n\"".to_string(),
    ];
    for (size, shape) in [("4x4", (2, 2)), ("9x9", (3, 3))] {
        let record = some(&SUDOKU, size, 1).remove(0);
        texts.extend(forms(&Grid::of(&record.puzzle, shape)).into_iter().map(|(_, text)| text));
    }
    texts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn no_mutated_text_panics(which in 0..200usize, edits in proptest::collection::vec((0..2000usize, 0..4u8, any::<char>()), 0..6)) {
        static TEXTS: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
        let texts = TEXTS.get_or_init(texts);
        let mut text: Vec<char> = texts[which % texts.len()].chars().collect();
        for (at, what, c) in edits {
            let at = at % (text.len() + 1);
            match what {
                0 => text.insert(at, c),
                1 => text.truncate(at),
                2 if at < text.len() => { text.remove(at); }
                _ => text.insert(at, ['\n', '|', '0', ':', '+', ',', ' ', '-'][c as usize % 8]),
            }
        }
        let text: String = text.into_iter().collect();
        for genre in tesuji_pencil::genres() {
            // A puzzle is read again from the text that is printed, whatever it was read from.
            genre.read(text.as_bytes(), &mut |found| if let Ok(p) = found {
                let again = genre.parse(&p.puzzle.text).expect("a printed puzzle is read again");
                assert_eq!(again.puzzle.text, p.puzzle.text);
            });
            let _ = genre.parse(&text);
        }
    }
}

/// Domains, givens and rules of a puzzle, all that check and solve see of it.
fn seen(genre: &dyn Genre, puzzle: &Puzzle) -> (Vec<Domain>, VarSet, Vec<RuleSpec>) {
    let Ok(View::Clues(view)) = genre.view(puzzle) else { panic!("{puzzle:?} has no view") };
    let rules = view.network.rule_ids().map(|id| view.network.spec(id).clone()).collect();
    (view.domains, view.given, rules)
}

/// A puzzle that was read and one made of its text are the same, whatever it was read from.
#[test]
fn a_puzzle_that_was_read_is_the_puzzle_of_its_text() {
    let genres: [&dyn Genre; 6] = [&SUDOKU, &SUDOKU_X, &ANTI_KNIGHT, &JIGSAW, &KILLER, &SUKAKU];
    let mut compared = 0;
    for text in texts() {
        for genre in genres {
            for parsed in all(genre, &text).into_iter().flatten() {
                let of_text = Puzzle::new(parsed.puzzle.genre, &parsed.puzzle.size, &parsed.puzzle.text);
                assert_eq!(seen(genre, &parsed.puzzle), seen(genre, &of_text), "{text}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Lines of digits and one symbol for empty cells have a reader of their own; with a line end
/// behind them they have not.
fn plain_line() -> impl Strategy<Value = String> {
    let cells = prop_oneof![Just(16), Just(36), Just(64), Just(81), Just(9), 1..90_usize];
    (cells, prop_oneof!["[.]", "0", "[.0]", "[-_x?]"], 1..10_u32, 0..100_u32, any::<u64>()).prop_map(
        |(cells, blanks, top, share, seed)| {
            let mut random = seed;
            let mut next = |of: u32| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (random >> 33) as u32 % of
            };
            let digit = |v: u32| char::from_digit(v, 36).unwrap_or('.');
            (0..cells)
                .map(|_| if next(100) < share { digit(1 + next(top)) } else { blanks.chars().next().unwrap_or('.') })
                .collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn plain_lines_are_read_as_all_others(line in plain_line()) {
        let read = |text: &str| {
            let parsed = SUDOKU.parse(text)?;
            Ok::<_, Bad>((seen(&SUDOKU, &parsed.puzzle), parsed.puzzle.text, parsed.puzzle.size, parsed.state, parsed.notes))
        };
        prop_assert_eq!(read(&line), read(&format!("{line}\n")));
    }
}
