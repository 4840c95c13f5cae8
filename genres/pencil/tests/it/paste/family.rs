//! Regions, cages and candidates: the other genres of the sudoku family.

use super::{all, one, some};
use serde_json::json;
use tesuji_genre::Genre;
use tesuji_pencil::{JIGSAW, KILLER, SUDOKU, SUKAKU};
use tesuji_solver::Limits;

/// Candidates drawn in their cells, with bars or without, are the puzzle of a sukaku.
#[test]
fn framed_candidates_with_bars_and_blanks() {
    for record in some(&SUKAKU, "9x9", 2) {
        let marks: Vec<char> = record.puzzle.chars().collect();
        // Framed groups of candidates, with bars and blanks.
        let groups: Vec<String> =
            marks.chunks(9).map(|cell| cell.iter().filter(|c| **c != '.').collect::<String>()).collect();
        let rows = |open: &str, between: &str, wide: usize| -> String {
            groups
                .chunks(9)
                .map(|row| {
                    format!(
                        "{open}{}{open}\n",
                        row.iter().map(|g| format!("{g:<wide$}")).collect::<Vec<_>>().join(between)
                    )
                })
                .collect()
        };
        for text in
            [rows("", " ", 1), rows("|", "|", 9), rows("| ", " | ", 9), format!("+---+\n{}+---+", rows("| ", "  ", 10))]
        {
            assert_eq!(one(&SUKAKU, &text).puzzle.text, record.puzzle, "{text}");
        }
    }
}

/// Maps and lists with regions or cages beside the grid, and letters of regions beside rows.
#[test]
fn regions_and_cages_beside_a_grid() {
    for record in some(&JIGSAW, "9x9", 2) {
        let (cells, regions) = record.puzzle.split_once(';').unwrap();
        let rows = |text: &str| {
            text.chars().collect::<Vec<_>>().chunks(9).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>()
        };
        let lists = |text: &str| {
            rows(text).iter().map(|row| row.chars().map(|c| c.to_string()).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        let letters: String = regions.chars().map(|c| char::from(b'A' + c.to_digit(10).unwrap() as u8 - 1)).collect();
        for text in [
            json!({"grid": lists(cells), "regions": lists(regions)}).to_string(),
            format!("board = {:?}\nregions = {:?}\n", lists(cells), lists(&letters)),
            format!("{}\n\n{}\n", rows(&letters).join("\n"), rows(cells).join("\n")),
            format!("{}\n\n{}\n", rows(cells).join("\n"), rows(&letters).join("\n")),
        ] {
            assert_eq!(one(&JIGSAW, &text).puzzle.text, record.puzzle, "{text}");
            assert!(all(&SUDOKU, &text)[0].is_err(), "{text}");
        }
    }
    for record in some(&KILLER, "9x9", 2) {
        let cages: Vec<serde_json::Value> = record
            .puzzle
            .split(';')
            .skip(1)
            .map(|part| {
                let (sum, cells) = part.split_once('=').unwrap();
                let cells: Vec<[usize; 2]> = cells
                    .split(',')
                    .map(|cell| {
                        let (r, c) = cell[1..].split_once('c').unwrap();
                        [r.parse::<usize>().unwrap() - 1, c.parse::<usize>().unwrap() - 1]
                    })
                    .collect();
                match sum.parse::<u16>() {
                    Ok(sum) => json!({"cells": cells, "sum": sum}),
                    // A cage without a sum.
                    Err(_) => json!({"cells": cells}),
                }
            })
            .collect();
        let text = json!({"cages": cages}).to_string();
        assert_eq!(one(&KILLER, &text).puzzle.text, record.puzzle, "{text}");
        // Parts that are not known are no part of another puzzle.
        let grid = vec![vec![0; 9]; 9];
        assert!(all(&SUDOKU, &json!({"grid": grid, "arrows": [[0, 1]]}).to_string())[0].is_err());
    }
}

#[test]
fn killers_of_other_programs() {
    let mut cells = vec!["0".to_string(); 81];
    // A cage of 9 in r1c1-r2c1, one of 17 in r1c2-r1c3, and the cells beside them alone.
    for (cell, number) in [(0, 9 * 256 + 1), (9, 9 * 256 + 1), (1, 17 * 256 + 2), (2, 17 * 256 + 2), (3, 26)] {
        cells[cell] = number.to_string();
    }
    let empty = ".".repeat(81);
    let expected = format!("{empty};9=r1c1,r2c1;17=r1c2,r1c3");
    assert_eq!(one(&KILLER, &format!("3x3::k:{}:", cells.join(":"))).puzzle.text, expected);
    let text = one(&KILLER, &format!("3x3:d:k:{}:", cells.join(":"))).puzzle.text;
    assert_eq!(text, format!("{empty};x;9=r1c1,r2c1;17=r1c2,r1c3"));
    assert!(KILLER.parse(&format!("3x3::k:{}", cells[1..].join(":"))).unwrap_err().what.contains("80 cells"));
    let mut arrows = vec!['0'; 81];
    (arrows[0], arrows[9], arrows[1], arrows[2]) = ('9', '^', 'H', '<');
    let line: String = arrows.iter().collect();
    assert_eq!(one(&KILLER, &line).puzzle.text, expected);
    // Arrows that go round, or out of the grid.
    (arrows[0], arrows[9]) = ('v', '^');
    assert_eq!(KILLER.parse(&arrows.iter().collect::<String>()).unwrap_err().at.as_deref(), Some("r1c1"));
    arrows[0] = '<';
    assert!(KILLER.parse(&arrows.iter().collect::<String>()).unwrap_err().what.contains("out of the grid"));
    // A wrong cage is refused; the cells alone are no puzzle then.
    assert!(KILLER.parse(&format!("{empty};9=r1c1,r2c10")).is_err());
}

#[test]
fn sukakus_are_made_graded_and_read_back() {
    for record in some(&SUKAKU, "4x4", 3).into_iter().chain(some(&SUKAKU, "6x6", 1)) {
        let p = SUKAKU.parse(&record.puzzle).unwrap().puzzle;
        assert_eq!(p.text, record.puzzle);
        let solved = SUKAKU.reference(&p, &Limits::solutions(2)).unwrap();
        assert_eq!(solved.solutions, [record.solution.clone().unwrap()]);
        // The least image of a turned puzzle is the same.
        let n: usize = record.size[..1].parse().unwrap();
        let cells: Vec<String> =
            record.puzzle.chars().collect::<Vec<_>>().chunks(n).map(|c| c.iter().collect()).collect();
        let turned: String = (0..n * n).rev().map(|i| cells[i].clone()).collect();
        let turned = SUKAKU.parse(&turned).unwrap().puzzle;
        assert_eq!(SUKAKU.least_image(&turned), SUKAKU.least_image(&p));
        // Without one of the strikes there are more solutions: that is how it was made.
        let strike = record.puzzle.chars().position(|c| c == '.').unwrap();
        let mut more: Vec<char> = record.puzzle.chars().collect();
        more[strike] = char::from_digit((strike % n + 1) as u32, 10).unwrap();
        let more = SUKAKU.parse(&more.iter().collect::<String>()).unwrap().puzzle;
        assert_eq!(SUKAKU.solve(&more, &Limits::solutions(2)).unwrap().solutions.len(), 2);
    }
    // Givens are cells with one candidate.
    assert_eq!(
        SUKAKU.parse(&format!("1{}", ".".repeat(15))).unwrap().puzzle.text,
        format!("1...{}", "1234".repeat(15))
    );
}
