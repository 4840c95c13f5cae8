//! Drawings and tables that the program writes itself are read back.

use super::{all, one, some};
use tesuji_genre::{Genre, Marks, Medium};
use tesuji_pencil::{ANTI_KNIGHT, JIGSAW, KILLER, SUDOKU, SUDOKU_X, SUKAKU};
use tesuji_solver::Limits;

#[test]
fn our_own_drawings_are_read() {
    for (genre, size) in [
        (&SUDOKU as &dyn Genre, "9x9"),
        (&SUDOKU, "6x6"),
        (&SUDOKU, "16x16"),
        (&JIGSAW, "9x9"),
        (&JIGSAW, "7x7"),
        (&KILLER, "6x6"),
        (&KILLER, "9x9"),
    ] {
        for record in some(genre, size, 2) {
            let puzzle = genre.parse(&record.puzzle).unwrap().puzzle;
            let drawing = genre.draw(&puzzle, None, &Marks::default(), Medium::Unicode).unwrap();
            assert_eq!(one(genre, &drawing).puzzle.text, record.puzzle, "{drawing}");
        }
    }
    // With candidates, too.
    let record = some(&SUDOKU, "9x9", 1).remove(0);
    let puzzle = SUDOKU.parse(&record.puzzle).unwrap().puzzle;
    let marks = Marks { candidates: true, ..Marks::default() };
    let drawing = SUDOKU.draw(&puzzle, None, &marks, Medium::Unicode).unwrap();
    let read = one(&SUDOKU, &drawing).puzzle;
    // A cell with a single candidate looks like a given, and is as good as one.
    assert!(read.text.chars().zip(record.puzzle.chars()).all(|(a, b)| a == b || b == '.'), "{drawing}");
    assert_eq!(SUDOKU.solve(&read, &Limits::solutions(2)).unwrap().solutions, [record.solution.clone().unwrap()]);
}

#[test]
fn tables_are_read_back_in_every_genre() {
    let genres: [(&dyn Genre, &str); 6] = [
        (&SUDOKU, "9x9"),
        (&SUDOKU_X, "6x6"),
        (&JIGSAW, "6x6"),
        (&KILLER, "6x6"),
        (&ANTI_KNIGHT, "9x9"),
        (&SUKAKU, "4x4"),
    ];
    for (genre, size) in genres {
        let records = some(genre, size, 3);
        let mut out = Vec::new();
        genre.write("csv", &mut records.iter().cloned(), &mut out).unwrap();
        let found = all(genre, &String::from_utf8(out).unwrap());
        let read: Vec<_> =
            found.into_iter().map(|p| p.unwrap()).map(|p| (p.puzzle.text, p.notes.get("solution").cloned())).collect();
        let expected: Vec<_> = records.iter().map(|r| (r.puzzle.clone(), r.solution.clone().map(Into::into))).collect();
        assert_eq!(read, expected, "{}", genre.name());
    }
}
