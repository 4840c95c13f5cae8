//! Puzzles that are solved in part: values that are placed, candidates that are struck out.

use super::grids::{Grid, symbol};
use super::{one, some};
use tesuji_genre::{Genre, Record, State};
use tesuji_pencil::{SUDOKU, SUKAKU};
use tesuji_solver::Limits;

/// Deleted candidates behind a grid, in the way of Susser and Sudoku Studio.
#[test]
fn states_with_candidates_struck_out() {
    let record = some(&SUDOKU, "9x9", 1).remove(0);
    let full: Vec<char> = record.solution.as_ref().unwrap().text().unwrap().chars().collect();
    let cells: Vec<char> = record.puzzle.chars().collect();
    let open = cells.iter().position(|c| *c == '.').unwrap();
    let text: String =
        (0..81).map(|i| if i == open { format!("+{}", full[i]) } else { cells[i].to_string() }).collect();
    for line in [format!("{text}:811 219"), format!("656|{text}|811 219")] {
        let p = one(&SUDOKU, &line);
        assert_eq!(p.puzzle.text, record.puzzle);
        let state = p.state.unwrap();
        assert_eq!(state.placed, [(open as u32, full[open].to_digit(10).unwrap() as u8)].into());
        assert_eq!(state.removed, [(0, 1 << 8), (8, 1 << 2)].into());
    }
}

/// A grid of candidates in any drawing, and as marks.
#[test]
fn candidates_are_read_as_a_state_or_as_the_puzzle() {
    let record = some(&SUDOKU, "9x9", 1).remove(0);
    let grid = Grid::of(&record.puzzle, (3, 3));
    let sees = |a: usize, b: usize| a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
    let left = |cell: usize| -> Vec<u32> {
        match grid.values[cell] {
            0 => (1..=9).filter(|&v| (0..81).all(|other| !sees(cell, other) || grid.values[other] != v)).collect(),
            v => vec![v],
        }
    };
    let mut sets: Vec<Vec<u32>> = (0..81).map(left).collect();
    // One candidate that is no solution is struck out. A cell with a single one is as good as a
    // given.
    let full: Vec<u32> =
        record.solution.as_ref().unwrap().text().unwrap().chars().filter_map(|c| c.to_digit(10)).collect();
    let is_single = |cell: usize, v: u32| (0..81).any(|c| sees(cell, c) && sets[c] == [v]);
    let open = (0..81).filter(|&c| sets[c].len() > 2);
    let (cell, gone) = open
        .flat_map(|c| sets[c].iter().map(move |&v| (c, v)).collect::<Vec<_>>())
        .find(|&(c, v)| v != full[c] && !is_single(c, v))
        .unwrap();
    sets[cell].retain(|v| *v != gone);
    let single = |s: &Vec<u32>| if let &[v] = s.as_slice() { symbol(v, '.') } else { ".".to_string() };
    let expected_text: String = sets.iter().map(single).collect();
    let words: Vec<String> = sets.iter().map(|s| s.iter().map(u32::to_string).collect()).collect();
    let rows = |between: &str| words.chunks(9).map(|row| row.join(between)).collect::<Vec<_>>();
    let wide = |word: &String| format!("{word:<9}");
    let boxed: String = words
        .chunks(9)
        .enumerate()
        .map(|(r, row)| {
            let rule = if r % 3 == 0 { "*-----------------------------*\n" } else { "" };
            let parts: Vec<String> = row.chunks(3).map(|p| p.iter().map(wide).collect::<Vec<_>>().join(" ")).collect();
            format!("{rule}| {} |\n", parts.join("| "))
        })
        .collect();
    let marks: String = sets
        .iter()
        .flat_map(|s| (1..=9).map(|v| if s.contains(&v) { char::from_digit(v, 10).unwrap() } else { '.' }))
        .collect();
    let expected = State { removed: [(cell as u32, 1 << gone)].into(), ..State::default() };
    for text in
        [rows(" ").join("\n"), rows(" ").join(" "), rows(",").join("\n"), format!("{boxed}*---*"), marks.clone()]
    {
        let p = one(&SUDOKU, &text);
        assert_eq!((&p.puzzle.text, p.state), (&expected_text, Some(expected.clone())), "{text}");
        let p = one(&SUKAKU, &text).puzzle;
        assert_eq!(p.text, marks, "{text}");
        let solved = SUKAKU.solve(&p, &Limits::solutions(2)).unwrap();
        assert_eq!(solved.solutions, [record.solution.clone().unwrap()]);
    }
    // Hardly any givens: the candidates are the puzzle, and genre sudoku says which genre reads it.
    let bare = "123456789".repeat(81);
    assert!(SUDOKU.parse(&bare).unwrap_err().what.contains("sukaku"));
    assert_eq!(SUKAKU.parse(&bare).unwrap().puzzle.text, bare);
    // A line of 729 symbols that are no marks is a grid of 27 rows.
    assert_eq!(SUDOKU.parse(&format!("2{}", ".".repeat(728))).unwrap().puzzle.size, "27x27");
}

/// A state part of the way to the solution.
fn begun(record: &Record) -> State {
    let full: Vec<u8> =
        record.solution.as_ref().unwrap().text().unwrap().chars().map(|c| c.to_digit(36).unwrap() as u8).collect();
    let cells: Vec<char> = record.puzzle.chars().collect();
    let open: Vec<usize> = (0..cells.len()).filter(|&i| cells[i] == '.').collect();
    let mut state = State::default();
    for &cell in open.iter().step_by(3) {
        state.placed.insert(cell as u32, full[cell]);
    }
    state
}

#[test]
fn exports_with_states_are_read_back() {
    for record in some(&SUDOKU, "9x9", 5) {
        let mut state = begun(&record);
        for format in ["hodoku", "sudokuwiki", "sdk", "pzprv3"] {
            let with = Record { state: Some(state.clone()), ..record.clone() };
            let mut out = Vec::new();
            SUDOKU.write(format, &mut [with].into_iter(), &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            let back = one(&SUDOKU, &text);
            assert_eq!(
                (back.puzzle.text.as_str(), back.state),
                (record.puzzle.as_str(), Some(state.clone())),
                "{text}"
            );
        }
        // Candidates that are struck out, where they would stand.
        let puzzle = SUDOKU.parse(&record.puzzle).unwrap().puzzle;
        let tesuji_genre::View::Clues(view) = SUDOKU.view(&puzzle).unwrap() else { panic!("a clue genre") };
        let store = view.store(Some(&state)).unwrap();
        let full = record.solution.as_ref().unwrap().text().unwrap();
        for var in view.network.vars().filter(|&var| store.domain(var).iter().count() > 1).take(5) {
            let right: u8 = full[var.index()..=var.index()].parse().unwrap();
            let gone = store.domain(var).iter().find(|&v| v != right).unwrap();
            state.removed.insert(var.0, 1 << gone);
        }
        for format in ["hodoku", "sudokuwiki"] {
            let with = Record { state: Some(state.clone()), ..record.clone() };
            let mut out = Vec::new();
            SUDOKU.write(format, &mut [with].into_iter(), &mut out).unwrap();
            let back = one(&SUDOKU, &String::from_utf8(out).unwrap());
            assert_eq!(back.state, Some(state.clone()), "{format}");
        }
    }
}
