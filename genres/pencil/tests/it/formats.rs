//! Formats: what is written is read again as the same puzzle, and wrong input names its place.

use crate::made;
use tesuji_genre::{GenerateRequest, Genre, Record, State};
use tesuji_pencil::{ANTI_KNIGHT, JIGSAW, KILLER, SUDOKU, SUDOKU_X};
use tesuji_solver::Limits;

fn written(genre: &dyn Genre, format: &str, records: &[Record]) -> String {
    let mut out = Vec::new();
    genre.write(format, &mut records.iter().cloned(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn round_trip(genre: &dyn Genre, size: &str, formats: &[&str]) {
    let records = made(genre, size, 3, 5);
    for format in formats {
        let text = written(genre, format, &records);
        let mut back = Vec::new();
        genre.read(text.as_bytes(), &mut |p| back.push(p.unwrap_or_else(|e| panic!("{format}: {e}\n{text}"))));
        let texts: Vec<&str> = back.iter().map(|p| p.puzzle.text.as_str()).collect();
        assert_eq!(texts, records.iter().map(|r| r.puzzle.as_str()).collect::<Vec<_>>(), "{format}");
    }
}

#[test]
fn written_and_read_again() {
    round_trip(&SUDOKU, "9x9", &["line", "jsonl", "puzz.link", "pzprv3", "sgt", "hodoku"]);
    round_trip(&SUDOKU, "4x4", &["line", "jsonl", "puzz.link", "pzprv3", "sgt"]);
    round_trip(&SUDOKU, "12x12", &["line", "puzz.link", "pzprv3", "sgt"]);
    round_trip(&SUDOKU, "6x6:3x2", &["line", "sgt"]);
    round_trip(&SUDOKU_X, "6x6", &["line", "sgt"]);
    round_trip(&JIGSAW, "7x7", &["line", "jsonl", "sgt"]);
    round_trip(&KILLER, "6x6", &["line", "jsonl"]);
    round_trip(&ANTI_KNIGHT, "9x9", &["line"]);
}

#[test]
fn states_of_other_programs() {
    let genre: &dyn Genre = &SUDOKU;
    // A library line: 1 is given, 2 was filled in, 4 is struck out of r1c3.
    let cells = format!("1+2{}", ".".repeat(79));
    let p = genre.parse(&format!(":0000:x:{cells}:413::::")).unwrap();
    let state = State { placed: [(1, 2)].into(), removed: [(2, 1 << 4)].into(), ..State::default() };
    assert_eq!(p.state, Some(state.clone()));
    assert_eq!(&p.puzzle.text[..2], "1.");
    let mut record = p.puzzle.record();
    record.state = Some(state);
    let line = written(genre, "hodoku", &[record]);
    assert_eq!(genre.parse(line.trim()).unwrap().state, p.state);
    // A state with answers, on one line and on several.
    let flat = "pzprv3/sudoku/4/. 1 . . /. . . 2 /3 . . . /. . 3 . /2 . . 3 /. . . . /. 4 . . /1 . . . /";
    let p = genre.parse(flat).unwrap();
    assert_eq!(p.puzzle.text, ".1.....23.....3.");
    assert_eq!(p.state.as_ref().unwrap().placed, [(0, 2), (3, 3), (9, 4), (12, 1)].into());
    let mut seen = Vec::new();
    genre.read(flat.replace('/', "\n").as_bytes(), &mut |p| seen.push(p.unwrap().state));
    assert_eq!(seen, [p.state]);
}

#[test]
fn solo_divisions_and_sums() {
    // 2x2 boxes; cages: the left column pair, the rest by themselves.
    let genre: &dyn Genre = &KILLER;
    let text = "................;3=r1c1,r2c1;?=r3c3,r3c4";
    let p = genre.parse(text).unwrap().puzzle;
    assert_eq!(p.text, text);
    let bad = genre.parse("................;9=r1c1,r2c1").unwrap_err();
    assert_eq!(bad.at.as_deref(), Some("r1c1"));
    assert!(genre.parse("................;9=r1c1,r1c1").is_err());
    assert!(genre.parse("................").is_err());
}

#[test]
fn ratings_and_solutions_are_notes() {
    let genre: &dyn Genre = &SUDOKU;
    let grid = "...1.4.....2....";
    assert_eq!(genre.parse(&format!("{grid} 7.2")).unwrap().notes["rating"], 7.2);
    let full = "2341341212344123";
    assert_eq!(genre.parse(&format!("{grid},{full}")).unwrap().notes["solution"], full);
}

#[test]
fn no_input_panics() {
    let genres: [&dyn Genre; 5] = [&SUDOKU, &SUDOKU_X, &JIGSAW, &KILLER, &ANTI_KNIGHT];
    let seeds = [
        "https://puzz.link/p?sudoku/4/4/g1k23k3g",
        "3x3k:zzzc,aaaa,15_1",
        "9j:,",
        "0x0:",
        "99999999999x9:a",
        ":0000::1:",
        "pzprv3/sudoku/9/",
        "pzprv3/sudoku/999999999999/",
        "{\"name\":\"Sudoku\",\"data\":{\"a\":{\"problem\":\"2 2\\n1 2\"}}}",
        "{\"genre\":\"sudoku\"}",
        "3x2/1",
        "…………",
        "1;2;3",
        "................;x;k;1111111111111111",
        "................;=r1c1",
        "................;3=r9c9",
        "sudoku/4/4/-1",
        "sudoku/4/4/-ffzzzzzz",
    ];
    for genre in genres {
        for seed in seeds {
            let chars: Vec<char> = seed.chars().collect();
            for cut in 0..=chars.len() {
                let text: String = chars[..cut].iter().collect();
                let _ = genre.parse(&text);
                genre.read(text.as_bytes(), &mut |_| {});
            }
        }
    }
}

/// Borders make two cages of one that does not hang together.
#[test]
fn cages_that_do_not_hang_together_are_not_drawn_by_borders() {
    for cages in ["3=r1c1,r4c3;5=r1c2,r1c3;4=r2c1,r2c3", "5=r1c1,r4c4"] {
        let puzzle = KILLER.parse(&format!("{};{cages}", ".".repeat(16))).unwrap().puzzle;
        let bad = KILLER.write("sgt", &mut [puzzle.record()].into_iter(), &mut Vec::new()).unwrap_err();
        assert!(bad.what.contains("hang together"), "{bad}");
    }
    let puzzle = KILLER.parse(&format!("{};7=r1c1,r1c2,r2c2;4=r4c3,r4c4", ".".repeat(16))).unwrap().puzzle;
    let bad = KILLER.write("sgt", &mut [puzzle.record()].into_iter(), &mut Vec::new()).unwrap_err();
    assert!(bad.what.contains("more than one solution"), "sums of uncovered cells are not known: {bad}");
}

/// Solo wants each cell in a cage of several cells, and all sums: what is written has them, and the
/// same solution.
#[test]
fn killers_for_solo_have_all_sums_and_the_same_solution() {
    // Killers in which sums are left out.
    let loose = |size: &str| {
        let set = [("density".to_string(), "0.1".to_string())].into();
        let want = GenerateRequest { size: Some(size.into()), count: 12, seed: 5, set, ..GenerateRequest::default() };
        let mut out = Vec::new();
        KILLER.generate(&want, &mut |record| out.push(record)).expect("a request that is possible");
        out
    };
    let mut adapted = 0;
    for record in loose("6x6").into_iter().chain(loose("4x4")) {
        let mut id = Vec::new();
        // What no cage beside it can take in is refused with its cell.
        if let Err(bad) = KILLER.write("sgt", &mut [record.clone()].into_iter(), &mut id) {
            assert!(bad.at.is_some_and(|at| at.starts_with('r')), "{}", bad.what);
            continue;
        }
        let back = KILLER.parse(String::from_utf8(id).unwrap().trim()).unwrap().puzzle;
        adapted += u32::from(back.text != record.puzzle);
        let cages: Vec<&str> = back.text.split(';').skip(1).collect();
        assert!(cages.iter().all(|cage| !cage.starts_with('?') && cage.contains(',')), "{}", back.text);
        let n: usize = record.size.split_once('x').unwrap().0.parse().unwrap();
        assert_eq!(cages.iter().map(|cage| cage.split(',').count()).sum::<usize>(), n * n, "{}", back.text);
        let solved = KILLER.solve(&back, &Limits::solutions(2)).unwrap();
        assert_eq!(solved.solutions, [record.solution.clone().expect("generated with its solution")], "{}", back.text);
    }
    assert!(adapted > 6, "most of these killers leave sums out");
}

#[test]
fn cells_beyond_the_last_one_are_told() {
    let address = |cells: &str| format!("https://puzz.link/p?sudoku/4/4/{cells}");
    let read = |text: &str| {
        let mut found = Vec::new();
        SUDOKU.read(text.as_bytes(), &mut |p| found.push(p.map(|p| p.puzzle.text).map_err(|bad| bad.to_string())));
        found.remove(0)
    };
    assert_eq!(read(&address("1234341221434321")).unwrap(), "1234341221434321");
    for more in ["12343412214343211", "123434122143432111", "1234341221434321g", "1234341221434321."] {
        assert!(read(&address(more)).unwrap_err().contains("more than 16 cells"), "{more}");
    }
}

/// Words that could be read as a number are words.
#[test]
fn a_rating_is_a_number() {
    let notes = |more: &str| SUDOKU.parse(&format!("{} {more}", ".".repeat(81))).unwrap().notes;
    assert_eq!(notes("7.1 hard")["rating"], 7.1);
    for name in ["Infinity War by Bob", "nan", "inf"] {
        assert_eq!(notes(name)["note"], name, "{name}");
    }
}
