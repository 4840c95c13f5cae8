//! Inputs of commands: folders, several files, genres that records and names of files tell, texts
//! that are no puzzle.

use crate::run;

use run::{piped, tesuji};
use std::path::Path;

const HITORI: &str = "hitori/3/3/112213321";
const SUDOKU: &str = "12..34..2.4....1";
const SGF: &str = "(;GM[1]FF[4]SZ[9]PL[B]\nAB[bb][cb][db][eb][fa]\nAW[ba][ca][da][ea]\nC[Black to kill]\n;B[aa])\n";

fn lines(words: &str, start: &str) -> usize {
    words.lines().filter(|line| line.starts_with(start)).count()
}

fn write(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    std::fs::write(&path, text).expect("written");
    path.to_str().expect("text").to_string()
}

#[test]
fn an_address_has_one_format_in_every_genre() {
    for (genre, text) in [("sudoku", SUDOKU), ("hitori", HITORI)] {
        let one = piped(&["convert", "--to", "url", "--genre", genre], text).code(0).stdout();
        let other = piped(&["convert", "--to", "puzz.link", "--genre", genre], text).code(0).stdout();
        assert!(one.starts_with("https://puzz.link/p?") && one == other, "{one} {other}");
        let back = piped(&["convert", "--to", "line", "--genre", genre], &one).code(0).stdout();
        assert_eq!(back.trim(), text);
    }
    let one_given = format!("{:.<81}", 1);
    for genre in ["sudoku-x", "anti-knight"] {
        let url = piped(&["convert", "--to", "url", "--genre", genre], &one_given).code(0).stdout();
        assert!(url.starts_with("https://www.f-puzzles.com/?load="), "{url}");
        let back = piped(&["convert", "--to", "line", "--genre", genre], &url).code(0).stdout();
        assert_eq!(back.trim(), one_given, "{genre}");
    }
    piped(&["convert", "--to", "url", "--genre", "killer"], SUDOKU).code(1).says("sudoku reads it");
    piped(&["convert", "--to", "url", "--genre", "sukaku"], SUDOKU).code(2).says("puzz.link has no addresses");
}

#[test]
fn a_wrong_format_is_told_once() {
    let many = format!("{HITORI}\n").repeat(40);
    for format in ["parquet", "sdk"] {
        let ran = piped(&["convert", "--to", format], &many).code(2);
        assert_eq!(lines(&ran.words(), "error"), 1, "{}", ran.words());
    }
    let both = format!("https://puzz.link/p?sudoku/4/4/12h34h2g4j1\n{many}");
    let ran = piped(&["convert", "--to", "sdk"], &both);
    assert!(lines(&ran.words(), "error") <= 2, "{}", ran.words());
}

#[test]
fn other_sites_are_told_by_their_names() {
    for (address, name) in [
        ("https://www.f-puzzles.com/?id=yd8shfz2", "f-puzzles"),
        ("https://sudokupad.app/abc123", "SudokuPad"),
        ("https://pedros.works/kudamono/player.html?W=10x10&L=x5y5", "kudamono"),
        ("https://www.puzzle-nurikabe.com/?e=MDo5LDg0Niw", "puzzle-nurikabe.com"),
    ] {
        let told = format!("{name} addresses are not read");
        for genre in ["nurikabe", "sudoku"] {
            tesuji(&["solve", "--genre", genre, address]).code(1).says(&told);
            piped(&["solve", "--genre", genre], address).code(1).says(&told);
        }
        tesuji(&["solve", address]).code(1).says(&told);
        piped(&["show"], address).code(1).says(&told);
    }
    // One that is cut short, and one without a drawing.
    let short = "https://swaroopg92.github.io/penpa-edit/#m=solve&p=7VZNb9s4EL37VwQ88yBS37";
    piped(&["solve", "--genre", "nurikabe"], short).code(1).says("penpa-edit: the drawing can't be unpacked");
    tesuji(&["solve", "https://swaroopg92.github.io/penpa-edit/#m=edit"]).code(1).says("where they hold a drawing");
}

/// An address of f-puzzles tells its genre, as one of puzz.link does, and comes back from `url`.
#[test]
fn addresses_of_f_puzzles_are_read_and_written() {
    let grid = "1..4..1..4..2..1";
    let url = piped(&["convert", "--genre", "variant", "--to", "url"], grid).code(0).stdout();
    assert!(url.starts_with("https://www.f-puzzles.com/?load="), "{url}");
    let own = piped(&["convert", "--genre", "variant", "--to", "line"], grid).code(0).stdout();
    assert_eq!(piped(&["convert", "--to", "line"], &url).code(0).stdout(), own);
    piped(&["solve"], &url).says("solve: 1 puzzles");
    assert_eq!(piped(&["convert", "--genre", "sudoku", "--to", "line"], &url).code(0).stdout().trim(), grid);
}

/// A document of f-puzzles tells its genre, too.
#[test]
fn documents_of_f_puzzles_are_read_without_a_genre() {
    let clues = ".Thermo~R1C1~R2C1~R3C1.~R1C1_1~R4C4_5";
    let document = piped(&["convert", "--genre", "variant", "--to", "fpuzzles"], clues).code(0).stdout();
    assert!(document.starts_with('{'), "{document}");
    let again = piped(&["convert", "--to", "line"], &document).code(0).stdout();
    assert_eq!(again.trim(), clues);
    piped(&["convert", "--to", "line"], "{\"size\":9,\"cells\":[]}").code(1).says("not a record");
}

#[test]
fn variant_rules_are_no_puzzle_of_ordinary_rules() {
    for address in ["https://puzz.link/p?nurikabe/v:/6/6/4j4p6h4p6j6", "https://puzz.link/p?sudoku/v:/4/4/12h34h2g4j1"]
    {
        for command in [&["solve"][..], &["show"], &["convert", "--to", "url"], &["hint"]] {
            piped(command, address).code(1).says("variant rules (v:)");
        }
    }
}

#[test]
fn junk_and_binary_files_cost_a_message() {
    for junk in ["quit", "1 junk", "ab", "123456"] {
        let ran = piped(&["solve", "--genre", "sudoku"], junk).code(1).says("not a puzzle");
        assert_eq!(lines(&ran.words(), "error"), 1, "{}", ran.words());
    }
    let dir = tempfile::tempdir().expect("a folder");
    let bytes: Vec<u8> = (0..20_000_u32).map(|n| ((n * n) >> 3) as u8).collect();
    let path = dir.path().join("program");
    std::fs::write(&path, bytes).expect("written");
    for genre in [&["--genre", "sudoku"][..], &["--genre", "nurikabe"], &["--genre", "tsumego"], &[]] {
        let args = [&["solve", path.to_str().expect("text")], genre].concat();
        let ran = tesuji(&args).code(1).says("not a text file");
        assert_eq!(lines(&ran.words(), "error"), 1, "{}", ran.words());
    }
    let ran = piped(&["solve"], &"1..2\n..3.\n".repeat(30)).code(1).says("name their genre");
    assert_eq!(lines(&ran.words(), "error"), 1, "{}", ran.words());
}

#[test]
fn the_name_of_a_file_and_its_records_tell_the_genre() {
    let dir = tempfile::tempdir().expect("a folder");
    let sgf = write(dir.path(), "one.sgf", SGF);
    let named = tesuji(&["show", "--genre", "tsumego", &sgf]).code(0).stdout();
    assert_eq!(tesuji(&["show", &sgf]).code(0).stdout(), named);
    let records = piped(&["convert", "--to", "jsonl"], &format!("{HITORI}\n")).code(0).stdout();
    let file = write(dir.path(), "a.jsonl", &records);
    assert_eq!(tesuji(&["corpus", "export", &file]).code(0).stdout().trim(), HITORI);
    assert_eq!(piped(&["corpus", "export"], &records).code(0).stdout().trim(), HITORI);
    tesuji(&["discover", &file]).code(0);
    piped(&["discover"], &records).code(0);
    let state = "pzprv3\nhitori\n3\n3\n1 1 2 \n2 1 3 \n3 2 1 \n# . . \n. . . \n. . . \n";
    assert_eq!(piped(&["show"], state).code(0).stdout(), piped(&["show", "--genre", "hitori"], state).stdout());
}

#[test]
fn several_files_and_folders_are_read_by_every_command() {
    let dir = tempfile::tempdir().expect("a folder");
    let first = write(dir.path(), "a.txt", &format!("{HITORI}\n"));
    let second = write(dir.path(), "b.txt", "https://puzz.link/p?slither/1/1/b\n");
    let folder = dir.path().to_str().expect("text");
    for command in ["show", "hint"] {
        let one = tesuji(&[command, &first]);
        let other = tesuji(&[command, &second]);
        let both = tesuji(&[command, &first, &second]);
        assert_eq!(both.stdout(), one.stdout() + &other.stdout(), "{command}");
        assert_eq!(tesuji(&[command, folder]).stdout(), both.stdout(), "{command}");
    }
    // Both have one solution.
    let first = write(dir.path(), "a.txt", "hitori/4/4/1114142333214213\n");
    let second = write(dir.path(), "b.txt", "https://puzz.link/p?slither/4/4/dgdh2c7b\n");
    for command in ["solve", "grade"] {
        let both = tesuji(&[command, &first, &second]).json();
        assert_eq!(both.len(), 2, "{command}");
        assert_eq!(tesuji(&[command, folder]).json(), both, "{command}");
    }
    let urls = tesuji(&["convert", "--to", "url", folder]).code(0).stdout();
    assert_eq!(urls.lines().count(), 2);
}

/// A pasted grid goes through every command, and back from its address.
#[test]
fn a_pasted_grid_goes_through_every_command() {
    let rows = ".....\n1....\n....3\n...4.\n2....\n";
    let url = piped(&["convert", "--to", "url", "--genre", "nurikabe"], rows).code(0).stdout();
    let back = piped(&["convert", "--to", "line"], &url).code(0).stdout();
    for form in [
        rows.replace('\n', " \n"),
        format!("5\n{rows}"),
        rows.trim().replace('\n', "/"),
        format!("{:?}", rows.lines().collect::<Vec<_>>()),
    ] {
        assert_eq!(piped(&["convert", "--to", "line", "--genre", "nurikabe"], &form).code(0).stdout(), back, "{form}");
    }
    for command in ["solve", "grade", "hint", "show", "check"] {
        piped(&[command, "--genre", "nurikabe"], rows).code(0);
    }
    let two = format!("{rows}\n{rows}");
    assert_eq!(piped(&["solve", "--genre", "nurikabe"], &two).code(0).json().len(), 2);
    piped(&["solve", "--genre", "nurikabe"], "no puzzle\nat all here\n")
        .code(1)
        .says("forms of nurikabe that are read");
}
