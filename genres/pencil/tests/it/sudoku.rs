//! Sudoku through the genre contract.

use tesuji_genre::{GenerateRequest, Genre, GradeRequest, Marks, Medium};
use tesuji_pencil::SUDOKU;
use tesuji_solver::{Limits, Stop};

fn request(size: &str, count: u64) -> GenerateRequest {
    GenerateRequest { size: Some(size.to_string()), count, ..GenerateRequest::default() }
}

#[test]
fn engines_agree_on_a_generated_puzzle() {
    let genre: &dyn Genre = &SUDOKU;
    for size in ["4x4", "6x6", "6x6:3x2", "9x9"] {
        let mut made = Vec::new();
        let report = genre.generate(&request(size, 3), &mut |r| made.push(r)).unwrap();
        assert_eq!((report.made, report.stop), (3, Stop::Enough));
        for record in made {
            let parsed = genre.parse(&record.puzzle).unwrap();
            assert_eq!(parsed.puzzle.text, record.puzzle);
            assert_eq!(parsed.puzzle.size, size);
            let fast = genre.solve(&parsed.puzzle, &Limits::solutions(2)).unwrap();
            assert_eq!(fast.stop, Stop::Exhausted);
            assert_eq!(fast.solutions, [record.solution.clone().unwrap()]);
            let simple = genre.reference(&parsed.puzzle, &Limits::solutions(2).with_nodes(2_000_000)).unwrap();
            assert_eq!(simple.solutions.first(), fast.solutions.first());
            let want = GradeRequest::new(genre.catalog().clone(), Limits::default());
            let graded = genre.grade(&parsed.puzzle, None, &want).unwrap();
            assert_eq!(graded.steps.len(), graded.words.len());
        }
    }
}

#[test]
fn wrong_lines_name_their_place() {
    let genre: &dyn Genre = &SUDOKU;
    let bad = genre.parse("1234........12..1").unwrap_err();
    assert!(bad.what.contains("17 cells"), "{bad}");
    let bad = genre.parse("1x34............").unwrap_err();
    assert_eq!((bad.column, bad.at.as_deref()), (Some(2), Some("r1c2")));
    let bad = genre.parse("1..1............").unwrap_err();
    assert_eq!(bad.what, "1 stands twice in row 1: in r1c1 and r1c4");
    let mut seen = Vec::new();
    genre.read(b"# comment\n...1.4.....2....\n\n  5...............\n", &mut |r| seen.push(r));
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0].as_ref().unwrap().line, Some(2));
    let bad = seen[1].as_ref().unwrap_err();
    assert_eq!((bad.line, bad.column), (Some(4), Some(3)));
}

#[test]
fn board_of_box_drawing_characters() {
    let genre: &dyn Genre = &SUDOKU;
    let puzzle = genre.parse("1...............").unwrap().puzzle;
    let text = genre.draw(&puzzle, None, &Marks::default(), Medium::Unicode).unwrap();
    assert_eq!(
        text,
        "┏━━━┯━━━┳━━━┯━━━┓\n┃ 1 │ . ┃ . │ . ┃\n┠───┼───╂───┼───┨\n┃ . │ . ┃ . │ . ┃\n┣━━━┿━━━╋━━━┿━━━┫\n\
         ┃ . │ . ┃ . │ . ┃\n┠───┼───╂───┼───┨\n┃ . │ . ┃ . │ . ┃\n┗━━━┷━━━┻━━━┷━━━┛\n"
    );
}
