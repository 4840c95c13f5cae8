//! `tesuji generate --picture`: the solution is the picture, or the open cells are printed.

use crate::run;

use run::{Ran, tesuji};

fn made(name: &str, picture: &str) -> Ran {
    let path = std::env::temp_dir().join(format!("tesuji-{}-{name}", std::process::id()));
    std::fs::write(&path, picture).expect("a file to write");
    let ran = tesuji(&["generate", "--genre", "nonogram", "--json", "--picture", path.to_str().expect("UTF-8")]);
    let _ = std::fs::remove_file(&path);
    ran
}

#[test]
fn the_solution_shows_the_picture() {
    // An empty column, an empty row, and a line longer than sixteen cells.
    let wide = format!("{}.#\n{}\n#{}\n", "#".repeat(40), ".".repeat(42), ".".repeat(41));
    for picture in ["###\n#..\n#..\n", "#.#\n###\n..#\n", &wide] {
        let lines = made("shown", picture).code(0).json();
        assert_eq!(lines[0]["solution"], picture.trim_end().replace('\n', "/"));
        assert_eq!(lines[0]["grade"]["solved"], true);
    }
}

#[test]
fn a_bitmap_is_the_picture_in_characters() {
    let puzzle = |ran: Ran| ran.code(0).json()[0]["puzzle"].clone();
    let bitmap = made("bitmap", "P1\n# a comment\n3 2\n1 1 1\n100\n");
    assert_eq!(puzzle(bitmap), puzzle(made("text", "###\n#..\n")));
}

#[test]
fn an_open_picture_names_the_cells_and_a_change() {
    let lines = made("open", "#..\n.#.\n...\n").code(1).json();
    let open: Vec<&str> = lines[0]["open"].as_array().expect("open").iter().filter_map(|at| at.as_str()).collect();
    assert_eq!((&lines[0]["unique"], open), (&false.into(), vec!["r1c1", "r1c2", "r2c1", "r2c2"]));
    // One black cell alone, or three of the four, leave one solution.
    assert!(lines[0]["change"].is_string(), "{}", lines[0]);
}

#[test]
fn what_is_no_picture_is_told_with_its_place() {
    made("sign", "#.\n.?\n").code(2).says("line 2, column 2");
    made("bits", "P1\n3 2\n1 1\n").code(2).says("expected 3 times 2");
    made("side", "P1\nwide 2\n1 1\n").code(2).says("width");
    made("empty", "").code(2).says("expected 1 to");
}
