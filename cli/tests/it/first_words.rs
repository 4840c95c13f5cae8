//! The first commands of newcomers: each works, or the message says what to type.

use crate::run;

use run::{piped, tesuji};

const SUDOKU: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Wrong command lines, and what their messages lead to.
const MISTAKES: [(&[&str], &str); 33] = [
    (&[SUDOKU], "tesuji solve 53..7"),
    (&["sudoku"], "tesuji generate --genre sudoku"),
    (&["Star battle"], "tesuji generate --genre starbattle"),
    (&["export"], "tesuji corpus export"),
    (&["sudokupad"], "--to sudokupad"),
    (&["arrow"], "--genre variant --with arrow"),
    (&["thermo"], "--genre variant --with thermo"),
    (&["rank"], "tesuji grade"),
    (&["help", "rank"], "tesuji grade"),
    (&["print"], "tesuji book"),
    (&["slove"], "prove, solve"),
    (&["genrate"], "nearest: generate"),
    (&["generate", "arrow"], "--genre variant --with arrow"),
    (&["generate", "--genre", "arrow"], "--genre variant --with arrow"),
    (&["generate", "--genre", "sudko"], "nearest: sudoku"),
    (&["generate", "--genre", "crossword"], "`tesuji genres` lists them"),
    (&["generate", "--genre", "sudoku", "--difficulty", "hard"], "--tier"),
    (&["generate", "--genre", "sudoku", "--level", "hard"], "--tier"),
    (&["generate", "--genre", "sudoku", "-n", "3"], "--count"),
    (&["generate", "--genre", "sudoku", "--number", "3"], "--count"),
    (&["generate", "--genre", "starbattle", "--stars", "2"], "--size 10x10"),
    (&["generate", "--genre", "sudoku", "--tier", "difficult"], "there are beginner, easy"),
    (&["generate", "--genre", "sudoku", "--needs", "xwing-fish"], "nearest: x-wing"),
    (&["generate", "--genre", "sudoku", "--size", "10"], "9x9"),
    (&["show", "--pdf", "x.pdf", SUDOKU], "tesuji book FILE -o BOOK.pdf"),
    (&["show", "--png", "x.png", SUDOKU], "--svg"),
    (&["solve", "sudoku"], "tesuji solve --genre sudoku FILE"),
    (&["solve", "--per-page", "4", SUDOKU], "tesuji book --per-page"),
    (&["convert", "--to", "sudokupad", SUDOKU], "--to sudokupad"),
    (
        &[
            "hint",
            "--genre",
            "sudoku",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7",
        ],
        "80 cells",
    ),
    (
        &[
            "hint",
            "--genre",
            "sudoku",
            "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ],
        "r1c1 and r1c2",
    ),
    (&["--genre", "sudoku", "generate"], "tesuji generate --genre sudoku"),
    (&["solve", "no-such-file.txt"], "no-such-file.txt"),
];

#[test]
fn mistakes_lead_on() {
    for (args, lead) in MISTAKES {
        let ran = tesuji(args);
        assert_ne!(ran.code_of(), Some(0), "{args:?}");
        assert!(ran.words().contains(lead), "{args:?}: {lead:?} is not in {}", ran.words());
        assert!(ran.words().lines().count() <= 4, "{args:?}: {}", ran.words());
    }
}

/// Nothing is called near that isn't.
#[test]
fn far_names_are_not_called_near() {
    for args in [&["qqqqqqq"][..], &["generate", "--genre", "qqqqqqq"], &["grade", "--qqqqqqq"]] {
        let said = tesuji(args).code(2).words();
        assert!(!said.contains("nearest"), "{said}");
    }
}

#[test]
fn first_words_work() {
    let solved = tesuji(&["solve", SUDOKU]).code(0).json().remove(0);
    assert_eq!((&solved["genre"], &solved["puzzle"]), (&"sudoku".into(), &SUDOKU.into()));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("puzzles");
    std::fs::write(&path, format!("{SUDOKU}\n{}\n", SUDOKU.replace('.', "0"))).expect("writes");
    assert_eq!(tesuji(&["solve", path.to_str().expect("a plain path")]).code(0).json().len(), 2);
    for args in [&["generate", "sudoku", "--size", "4x4"][..], &["generate", "--genre", "Sudoku", "--size", "4x4"]] {
        assert_eq!(tesuji(args).code(0).json()[0]["genre"], "sudoku");
    }
    let [printed, id] = ["X-Wing", "x-wing"]
        .map(|name| tesuji(&["generate", "sudoku", "--needs", name, "--without", "xy-wing"]).code(0).stdout());
    assert_eq!(printed, id);
    assert!(tesuji(&["techniques", "sudoku"]).code(0).stdout().contains("x-wing"));
}

/// The fields of an f-puzzles document over several lines name its genre.
#[test]
fn a_pretty_printed_document_needs_no_genre() {
    let rows: Vec<Vec<serde_json::Value>> = (0..9)
        .map(|r| {
            let given = |c: char| {
                c.to_digit(10).map_or(serde_json::json!({}), |v| serde_json::json!({"value": v, "given": true}))
            };
            SUDOKU.chars().skip(r * 9).take(9).map(given).collect()
        })
        .collect();
    let document = serde_json::json!({"size": 9, "grid": rows, "disabledlogic": [], "antiknight": false});
    let pretty = serde_json::to_string_pretty(&document).expect("JSON");
    let told = piped(&["solve"], &pretty).code(0).json().remove(0);
    let solved = tesuji(&["solve", SUDOKU]).json().remove(0);
    let digits = |record: &serde_json::Value| {
        let solution = record["solution"].as_str().expect("a solution");
        solution.chars().filter(char::is_ascii_digit).collect::<String>()
    };
    assert_eq!(digits(&told), digits(&solved));
}

/// `help` tells the options of a genre, and the completions know the names that options take.
#[test]
fn help_and_completions_know_genres() {
    let help = tesuji(&["help", "generate", "--genre", "tsumego"]).code(0).stdout();
    assert!(help.contains("--rank") && help.contains("Options of the genre"), "{help}");
    for shell in ["bash", "zsh", "fish"] {
        let script = tesuji(&["completions", shell]).code(0).stdout();
        for name in ["slitherlink", "x-wing", "expert", "fpuzzles-address"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
    let groups = tesuji(&["help"]).code(0).stdout();
    assert!(groups.contains("\nGames:\n") && groups.contains("\nSolve and explain:\n"), "{groups}");
}
