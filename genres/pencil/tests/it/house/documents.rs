//! Files of other programs: the same puzzle in each, or a refusal with the form's name.

use tesuji_genre::Genre;

fn genre(name: &str) -> &'static dyn Genre {
    tesuji_pencil::genres().into_iter().find(|genre| genre.name() == name).expect("a genre")
}

/// The puzzles of a document, or what is wrong with the first wrong one.
fn read(name: &str, doc: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    genre(name).read(doc.as_bytes(), &mut |one| found.push(one));
    found.into_iter().map(|one| one.map(|parsed| parsed.puzzle.text).map_err(|bad| bad.to_string())).collect()
}

/// A picture of two rows and three columns.
const PICTURE: &str = "{\"rows\": [[1, 1], [2]], \"columns\": [[1], [1], [2]]}";

fn webpbn(count: &str) -> String {
    let line = |runs: &[&str]| {
        let counts: String = runs.iter().map(|run| format!("<count{count}>{run}</count>")).collect();
        format!("<line>{counts}</line>\n")
    };
    let list = |lines: &[&[&str]]| lines.iter().map(|runs| line(runs)).collect::<String>();
    format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE pbn SYSTEM \"pbn.dtd\">\n<puzzleset><puzzle type=\"grid\" \
         defaultcolor=\"black\">\n<color name=\"red\" char=\"r\">F00</color>\n<clues type=\"columns\">{}</clues>\n\
         <clues type=\"rows\">{}</clues>\n</puzzle></puzzleset>\n",
        list(&[&["1"], &["1"], &["2"]]),
        list(&[&["1", "1"], &["2"]])
    )
}

#[test]
fn a_nonogram_is_the_same_in_the_files_of_each_program() {
    let wanted = read("nonogram", PICTURE).expect("a picture");
    assert_eq!(wanted.len(), 1);
    let non = "width 3\nheight 2\n\nrows\n1,1\n2\n\ncolumns\n1\n1\n2\n";
    for (form, text) in [
        ("webpbn", webpbn("")),
        ("webpbn in black", webpbn(" color=\"black\"")),
        (
            ".gno",
            "[Description]\nA picture\n[Dimensions]\n2 // rows\n3\n[Row clues]\n1,1\n2\n[Column clues]\n1\n1\n2\n\
             [Solution grid]\n1 0 1\n"
                .to_string(),
        ),
        (".dzn", "rows = 2;\nrow_rule_len = 2;\nrow_rules = array2d(1..rows, 1..row_rule_len, [\n1,1, % first\n0,2]);\ncols = 3;\ncol_rule_len = 1;\ncol_rules = [|1|1|2|];\n".to_string()),
        (".g", "# a picture\n: rows\n1 1\n2\n: columns\n1\n1\n2\n".to_string()),
        (".nonpack", format!("title \"pack\"\n====\n{non}")),
    ] {
        assert_eq!(read("nonogram", &text).as_ref(), Ok(&wanted), "{form}");
    }
    let pack = read("nonogram", &format!("{non}=====\n{non}")).expect("two pictures");
    assert_eq!(pack, [wanted.clone(), wanted].concat());
}

#[test]
fn what_a_file_has_beyond_a_nonogram_is_told() {
    for (text, word) in [
        (webpbn(" color=\"red\""), "webpbn in colours"),
        ("#d\n: rows\n1a\n:\n1a\n".to_string(), ".g with #d"),
        ("rows\n? 1\n2\n\ncolumns\n1\n1\n2\n".to_string(), "unknown length (?)"),
        ("[Dimensions]\n2\n2\n[Row clues]\n1\n[Column clues]\n1\n1\n".to_string(), "rows and columns are told"),
    ] {
        let bad = read("nonogram", &text).expect_err(word);
        assert!(bad.contains(word), "{bad}");
    }
    let bad = read("akari", &webpbn("")).expect_err("a nonogram");
    assert!(bad.contains("webpbn") && bad.contains("akari is expected"), "{bad}");
}

fn legup(name: &str, size: usize, cells: &[(usize, usize, i32)], more: &str) -> String {
    let cells: String =
        cells.iter().map(|(x, y, value)| format!("<cell value=\"{value}\" x=\"{x}\" y=\"{y}\"/>\n")).collect();
    format!(
        "<Legup version=\"2.0.0\">\n<puzzle name=\"{name}\">\n<board height=\"{size}\" width=\"{size}\">\n\
         <cells>\n{cells}</cells>\n{more}</board>\n</puzzle>\n</Legup>\n"
    )
}

#[test]
fn puzzles_of_legup_are_read_by_their_names() {
    let axis = |side: &str| {
        let clues: String = (1..=4).map(|i| format!("<clue index=\"{i}\" value=\"{}\"/>", i % 2)).collect();
        format!("<axis side=\"{side}\">{clues}</axis>\n")
    };
    for (name, text, rows) in [
        ("akari", legup("LightUp", 3, &[(1, 0, 0), (2, 2, -1), (0, 1, -4)], ""), ". 0 .\n. . .\n. . #\n"),
        ("nurikabe", legup("Nurikabe", 3, &[(0, 0, 3), (2, 2, 1), (1, 1, -1)], ""), "3 . .\n. . .\n. . 1\n"),
        ("binairo", legup("Binary", 4, &[(0, 0, 0), (3, 1, 1)], ""), "0 . . .\n. . . 1\n. . . .\n. . . .\n"),
        ("masyu", legup("Masyu", 4, &[(0, 0, 2), (2, 1, 1)], ""), "W . . .\n. . B .\n. . . .\n. . . .\n"),
        (
            "tents",
            legup("TreeTent", 4, &[(0, 1, 1), (2, 3, 1)], &(axis("east") + &axis("south"))),
            "  1 0 1 0\n1 . . . .\n0 T . . .\n1 . . . .\n0 . . T .\n",
        ),
    ] {
        assert_eq!(read(name, &text), read(name, rows), "{name}");
        assert!(read(name, rows).is_ok(), "{name}");
    }
    let bad = read("akari", &legup("Skyscrapers", 4, &[], "")).expect_err("no akari");
    assert!(bad.contains("LEGUP's Skyscrapers"), "{bad}");
    let bad = read("akari", &legup("Nurikabe", 4, &[], "")).expect_err("no akari");
    assert!(bad.contains("is nurikabe, not akari"), "{bad}");
}

#[test]
fn a_sudoku_is_the_same_in_lists_and_xml() {
    let line = "1..4..2..3..4..1";
    let wanted = Ok(vec![line.to_string()]);
    let given: Vec<(usize, usize, i32)> =
        line.chars().enumerate().filter_map(|(cell, c)| Some((cell % 4, cell / 4, c.to_digit(10)? as i32))).collect();
    let letters: String = line.chars().map(|c| c.to_digit(10).map_or('_', |n| char::from(b'a' + n as u8))).collect();
    let ksudoku = format!(
        "<!DOCTYPE ksudoku>\n<ksudoku>\n<game had-help=\"0\">\n<puzzle>\n<graph order=\"4\" type=\"sudoku\"/>\n\
         <values>{letters}</values>\n</puzzle>\n<history/>\n</game>\n</ksudoku>\n"
    );
    let list = |least: usize| {
        let one = |(x, y, value): &(usize, usize, i32)| {
            format!("{{\"row\": {}, \"col\": {}, \"value\": {value}, \"given\": true}}", y + least, x + least)
        };
        format!("{{\"size\": 4, \"cells\": [{}]}}", given.iter().map(one).collect::<Vec<_>>().join(", "))
    };
    for text in [ksudoku.clone(), legup("Sudoku", 4, &given, ""), list(0), list(1)] {
        assert_eq!(read("sudoku", &text), wanted, "{text}");
    }
    let bad = read("sudoku", &ksudoku.replace("\"sudoku\"", "\"roxdoku\"")).expect_err("another kind");
    assert!(bad.contains("KSudoku of the type \"roxdoku\""), "{bad}");
}

#[test]
fn digits_of_other_scripts_are_digits() {
    let line = "1..4..2..3..4..1";
    let rows = |zero: u32| -> String {
        let sign = |c: char| c.to_digit(10).and_then(|n| char::from_u32(zero + n)).unwrap_or(c);
        line.as_bytes().chunks(4).map(|row| row.iter().map(|&b| sign(b.into())).collect::<String>() + "\n").collect()
    };
    for zero in [0x30, 0x660, 0x6f0, 0x966] {
        assert_eq!(read("sudoku", &rows(zero)), Ok(vec![line.to_string()]), "{zero:x}");
    }
    let han = "一..四\n..二.\n.三..\n四..一\n";
    assert_eq!(read("sudoku", han), Ok(vec![line.to_string()]));
}

#[test]
fn cells_without_a_told_number_and_ids_of_rectangles_are_read() {
    let mines = read("mines", ". 2 . .\n. . . 1\n3 . . .\n. . 1 ?\n").expect("mines");
    assert_eq!(mines, ["mines/4/4/g2k13k1."]);
    let shikaku = genre("shikaku").parse("3x2:3b1_2a").expect("an ID").puzzle.text;
    assert_eq!(read("shikaku", "3 . .\n1 2 .\n"), Ok(vec![shikaku]));
}
