//! Texts that people pasted elsewhere, with the right answer of each, outside of the project; where
//! they are not there, this says so.

use std::path::{Path, PathBuf};
use tesuji_genre::{Genre, Parsed};
use tesuji_solver::Limits;

fn data() -> Option<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/cases3/pencil");
    if data.is_dir() {
        return Some(data);
    }
    println!("skipped: {} is not there", data.display());
    None
}

fn genre(name: &str) -> &'static dyn Genre {
    tesuji_pencil::genres().into_iter().find(|genre| genre.name() == name).expect(name)
}

/// The puzzles of a file.
fn read(genre: &dyn Genre, file: &Path) -> Vec<Result<Parsed, String>> {
    let doc = std::fs::read(file).expect("a file");
    let mut found = Vec::new();
    genre.read(&doc, &mut |one| found.push(one.map_err(|bad| bad.to_string())));
    found
}

fn solutions(genre: &dyn Genre, parsed: &Parsed, most: usize) -> Vec<String> {
    let solved = genre.solve(&parsed.puzzle, &Limits::solutions(most)).expect("solved");
    solved.solutions.iter().map(|s| s.text().expect("values").to_string()).collect()
}

#[test]
fn pasted_grids_have_the_solutions_that_were_counted_elsewhere() {
    let Some(data) = data() else { return };
    for (name, file, count) in [
        ("starbattle", "starbattle_letters.txt", 1),
        ("binairo", "takuzu.json", 58),
        ("binairo", "takuzu_rows.txt", 58),
        ("nonogram", "nono_picross1.json", 18),
        ("nurikabe", "nurikabe_codingame.txt", 1),
        ("fillomino", "fillomino_golf5.txt", 3),
        ("hitori", "hitori17_numbers.txt", 1),
        ("akari", "lu.sgtsave", 1),
    ] {
        let genre = genre(name);
        let found = read(genre, &data.join(file));
        assert_eq!(found.len(), 1, "{file}: {found:?}");
        let parsed = found[0].as_ref().unwrap_or_else(|bad| panic!("{file}: {bad}"));
        let all = solutions(genre, parsed, 100);
        assert_eq!(all.len(), count, "{file}");
        match file {
            "nurikabe_codingame.txt" => assert_eq!(all[0], "####./.#.#./##.#./.#..#/.####"),
            "hitori17_numbers.txt" => assert!(all[0].starts_with("......#......#.../")),
            _ => {}
        }
    }
    let numberlink = genre("numberlink");
    let found = read(numberlink, &data.join("numberlink_letters.txt"));
    assert_eq!(solutions(numberlink, found[0].as_ref().expect("read"), 2).len(), 2);
}

#[test]
fn variant_rules_are_told() {
    let Some(data) = data() else { return };
    let found = read(genre("nurikabe"), &data.join("variant_flag.url"));
    assert!(matches!(&found[..], [Err(bad)] if bad.contains("variant rules (v:)")), "{found:?}");
}

#[test]
fn a_sudoku_is_the_same_in_each_form() {
    let Some(data) = data() else { return };
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let sudoku = genre("sudoku");
    let files = std::fs::read_dir(data.join("sudoku_paste")).expect("a folder");
    let mut read_files = 0;
    for file in files.map(|entry| entry.expect("an entry").path()) {
        let found = read(sudoku, &file);
        assert_eq!(found.len(), 1, "{}: {found:?}", file.display());
        let parsed = found[0].as_ref().unwrap_or_else(|bad| panic!("{}: {bad}", file.display()));
        assert_eq!(solutions(sudoku, parsed, 2), [solution], "{}", file.display());
        read_files += 1;
    }
    assert_eq!(read_files, 12);
}
