//! Addresses and states of puzz.link name their genre themselves; `convert` writes them anew.

use crate::run;

use run::piped;

/// A slitherlink, a hitori and a partly shaded hitori.
const SLITHERLINK: &str = "https://puzz.link/p?slither/4/4/dgdh2c7b";
const HITORI: &str = "hitori/3/3/112213321";
const STATE: &str = "pzprv3/hitori/3/3/1 1 2 /2 1 3 /3 2 1 /# . . /. . . /. . . /";

#[test]
fn an_address_needs_no_genre() {
    let both = format!("{SLITHERLINK}\n{HITORI}\n");
    let shown = piped(&["show"], &both).code(0).stdout();
    assert!(shown.contains("·   ·") && shown.contains("│ 1 │"), "{shown}");
    let solved = piped(&["solve"], SLITHERLINK).code(0).json().remove(0);
    assert_eq!(solved["genre"], "slitherlink", "{solved}");
    let begun = piped(&["show", "--json"], STATE).json().remove(0);
    let bare = piped(&["show", "--json"], HITORI).json().remove(0);
    assert_ne!(begun["drawing"], bare["drawing"], "the shaded cell is drawn");
}

/// A drawing of penpa-edit has a genre by its tags, and another site's drawing is refused by name.
#[test]
fn a_drawing_is_written_and_read() {
    let sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (genre, puzzle) in [("slitherlink", SLITHERLINK), ("hitori", HITORI), ("sudoku", sudoku)] {
        let line = piped(&["convert", "--genre", genre, "--to", "line"], puzzle).code(0).stdout();
        let drawn = piped(&["convert", "--genre", genre, "--to", "penpa"], puzzle).code(0).stdout();
        assert!(drawn.starts_with("https://swaroopg92.github.io/penpa-edit/#m=edit&p="), "{drawn}");
        assert_eq!(piped(&["convert", "--to", "line"], &drawn).code(0).stdout(), line);
        // As an argument, too.
        let record = run::tesuji(&["convert", "--to", "jsonl", drawn.trim()]).code(0).json().remove(0);
        assert_eq!(record["genre"], genre, "{record}");
        piped(&["solve", "--genre", "masyu"], &drawn).code(1).says("penpa-edit: ").says("masyu");
    }
    piped(&["convert", "--to", "penpa"], STATE).code(1).says("can't hold the state");
    piped(&["solve"], "https://swaroopg92.github.io/penpa-edit/#m=solve&p=7VZNb9s4").code(1).says("penpa-edit: ");
}

#[test]
fn a_misspelt_genre_of_an_address_is_told_with_the_nearest() {
    let run = piped(&["show"], &SLITHERLINK.replace("slither", "slithr"));
    run.code(1).says("\"slithr\"; nearest: slither");
}

#[test]
fn puzzles_of_several_genres_are_converted_in_their_order() {
    let lines = format!("{SLITHERLINK}\n{HITORI}\nhttps://puzz.link/p?slither/1/1/b\n");
    let urls = piped(&["convert", "--to", "url"], &lines).code(0).stdout();
    assert_eq!(urls, lines.replace("\nhitori", "\nhttps://puzz.link/p?hitori"));
    let records = piped(&["convert", "--to", "jsonl"], &lines).code(0).stdout();
    assert_eq!(piped(&["convert", "--to", "url"], &records).code(0).stdout(), urls);
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    piped(&["convert", "--to", "url"], STATE).code(1).says("can't hold the state");
    piped(&["convert", "--to", "ulr"], HITORI).code(2).says("nearest: url");
}

/// Writes the same state with line breaks, as a saved file has it.
fn with_line_breaks(end: &str) -> String {
    STATE.trim_end_matches('/').split('/').map(|row| format!("{}{end}", row.trim())).collect()
}

#[test]
fn a_state_with_line_breaks_needs_no_genre() {
    let shown = piped(&["show"], STATE).code(0).stdout();
    for end in ["\n", "\r\n"] {
        let text = with_line_breaks(end);
        assert_eq!(piped(&["show"], &text).code(0).stdout(), shown);
        assert_eq!(piped(&["show", "--genre", "hitori"], &text).code(0).stdout(), shown);
        // Blank lines and comments around, two in one input, an address after them.
        let twice = format!("\n{text}\n{text}");
        assert_eq!(piped(&["show"], &twice).code(0).stdout(), format!("{shown}{shown}"));
        assert_eq!(piped(&["show", "--genre", "hitori"], &twice).code(0).stdout(), format!("{shown}{shown}"));
        for command in ["solve", "hint", "grade"] {
            let with_genre = piped(&[command, "--genre", "hitori"], &text);
            let without = piped(&[command], &text);
            assert_eq!((without.stdout(), without.words()), (with_genre.stdout(), with_genre.words()), "{command}");
        }
    }
    let address = format!("{SLITHERLINK}\n{}", with_line_breaks("\n"));
    assert_eq!(piped(&["convert", "--to", "jsonl"], &address).code(0).json().len(), 2);
}

#[test]
fn a_wrong_state_with_line_breaks_is_told_with_its_place() {
    let text = with_line_breaks("\n").replace("2 1 3", "2 x 3");
    piped(&["solve"], &format!("{SLITHERLINK}\n{text}")).code(1).says("-:2");
    piped(&["solve"], "pzprv3\nhitroi\n1\n1\n1\n").code(1).says("nearest: hitori");
}

#[test]
fn a_data_set_tells_its_genre() {
    let set = serde_json::json!({
        "name": "Hitori", "count": 1, "data": {"a": {"problem": "3 3\n1 1 2\n2 1 3\n3 2 1", "solution": ""}},
    });
    for text in [set.to_string(), serde_json::to_string_pretty(&set).expect("text")] {
        let line = piped(&["convert", "--to", "line"], &text).code(0).stdout();
        assert_eq!(line, format!("{HITORI}\n"));
    }
    piped(&["show"], "{\n\"name\": \"Hitroi\",\n\"data\": {}\n}\n").code(1);
}

/// One of the puzzle's six solutions has r1c1 shaded, none has r1c3 (counted by hand).
#[test]
fn solutions_keep_to_what_is_filled_in() {
    let state = |row: &str| format!("pzprv3/hitori/3/3/1 1 2 /2 1 3 /3 2 1 /{row} /. . . /. . . /");
    piped(&["solve"], &state(". . .")).code(1).says("more than one solution");
    for solver in ["", "simple", "sat"] {
        let solver: &[&str] = if solver.is_empty() { &[] } else { &["--solver", solver] };
        let count = |row: &str| {
            let line = piped(&[&["solve", "--count", "10"], solver].concat(), &state(row)).code(0).json().remove(0);
            line["solutions"].as_array().expect("a list").len()
        };
        assert_eq!([count(". . ."), count("# . ."), count(". # .")], [6, 1, 5], "{solver:?}");
        let ran =
            piped(&[&["solve"], solver].concat(), &state("# . .")).code(0).says("1 solved from what is filled in");
        assert_eq!(ran.json()[0]["solution"], "#../.#./...");
        piped(&[&["solve"], solver].concat(), &state(". . #")).code(1).says("r1c3");
    }
    // With one solution, the message names the wrong mark.
    let marks = "pzprv3/hitori/4/4/1 1 1 4 /1 4 2 3 /3 3 2 1 /4 2 1 3 /. # . . /. . . . /. . . . /. . . . /";
    piped(&["solve"], marks).code(1).says("r1c2: shaded contradicts the solution");
}
