//! Texts that people paste: every form of a puzzle is the same puzzle; one with several readings is
//! refused; no text panics.

mod any_text;
mod family;
mod grids;
mod own;
mod states;

use crate::made;
use grids::{Grid, symbol};
use serde_json::json;
use tesuji_genre::{Bad, Genre, Parsed, Record};
use tesuji_pencil::{JIGSAW, KILLER, SUDOKU};

fn some(genre: &dyn Genre, size: &str, count: u64) -> Vec<Record> {
    made(genre, size, count, 3)
}

/// All that a document holds.
fn all(genre: &dyn Genre, doc: &str) -> Vec<Result<Parsed, Bad>> {
    let mut found = Vec::new();
    genre.read(doc.as_bytes(), &mut |one| found.push(one));
    found
}

/// The one puzzle of a document.
fn one(genre: &dyn Genre, doc: &str) -> Parsed {
    let mut found = all(genre, doc);
    assert_eq!(found.len(), 1, "{doc}\n{found:?}");
    found.remove(0).unwrap_or_else(|bad| panic!("{bad}\n{doc}"))
}

#[test]
fn a_saved_game_is_its_id() {
    for record in some(&SUDOKU, "9x9", 2) {
        let mut id = Vec::new();
        SUDOKU.write("sgt", &mut std::iter::once(record.clone()), &mut id).unwrap();
        let id = String::from_utf8(id).unwrap();
        let (params, desc) = id.trim().split_once(':').unwrap();
        let fields = [
            ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
            ("GAME", "Solo"),
            ("PARAMS", params),
            ("DESC", desc),
            ("MOVE", "R1,1,1"),
        ];
        let text: String = fields.iter().map(|(name, value)| format!("{name:<8}:{}:{value}\n", value.len())).collect();
        let parsed = one(&SUDOKU, &text);
        assert_eq!(
            (parsed.puzzle.text, &parsed.notes["note"]),
            (record.puzzle.clone(), &json!("1 moves of the saved game are not read"))
        );
        assert!(all(&SUDOKU, &text.replace("Solo", "Loopy"))[0].is_err());
    }
}

#[test]
fn what_stands_beside_a_grid_is_kept() {
    let record = some(&SUDOKU, "9x9", 1).remove(0);
    let (grid, full) = (record.puzzle.as_str(), record.solution.as_ref().unwrap().text().unwrap().to_string());
    let notes = |text: &str| one(&SUDOKU, text).notes;
    for text in [
        format!("{grid},{full}"),
        format!("{grid} {full}"),
        format!("{full};{grid}"),
        format!("quizzes,solutions\n{grid},{full}"),
        format!("solution\tpuzzle\n{full}\t{grid}"),
        format!("\"clues\",\"solution\",\"id\",\"puzzle\"\n\"30\",\"{full}\",\"1\",\"{grid}\""),
        format!("{grid}:1:{full}"),
    ] {
        assert_eq!(notes(&text)["solution"], full, "{text}");
    }
    assert_eq!(notes(&format!("{grid}:601"))["count"], 601);
    assert_eq!(notes(&format!("{grid} 7.1 by hand"))["rating"], 7.1);
    assert_eq!(notes(&format!("{grid} 7.1 by hand"))["note"], "by hand");
    assert_eq!(notes(&format!("11.9 {grid}"))["rating"], 11.9);
    assert_eq!(notes(&format!("a name, {grid}"))["case"], "a name");
    let row = notes(&format!("id,puzzle,difficulty,source\n12,{grid},hard,web"));
    assert_eq!((&row["case"], &row["difficulty"], &row["source_column"]), (&json!(12), &json!("hard"), &json!("web")));
    // A column called solution that holds no grid says nothing of the solution.
    assert_eq!(notes(&format!("puzzle,solution\n{grid},none")).get("solution"), None);
    // Regions that are none are not taken for a solution, nor left out.
    let regions: String = "123456789".repeat(8) + "123456798";
    assert!(all(&JIGSAW, &format!("{grid};{}", regions.replace('2', "1")))[0].is_err());
}

#[test]
fn other_alphabets() {
    let mut values_read = 0;
    for (size, shape, last) in [("16x16", (4, 4), 'G'), ("12x12", (3, 4), 'C'), ("10x10", (2, 5), 'A')] {
        for record in some(&SUDOKU, size, 3) {
            // The last value as zero: a value where all values occur.
            let zero = record.puzzle.replace(last, "0");
            let values = record.puzzle.chars().collect::<std::collections::BTreeSet<_>>().len();
            if zero.matches('0').count() < 3 || values <= shape.0 * shape.1 {
                assert!(
                    SUDOKU
                        .parse(&zero)
                        .map_or_else(|bad| bad.what.contains("ambiguous"), |p| p.puzzle.text == record.puzzle)
                );
                continue;
            }
            values_read += 1;
            let p = one(&SUDOKU, &zero);
            assert_eq!(p.puzzle.text, record.puzzle);
            assert!(p.notes["alphabet"].as_str().unwrap().contains(last));
            // Letters alone.
            let n = shape.0 * shape.1;
            let letters: String =
                record.puzzle.chars().map(|c| c.to_digit(36).map_or('.', |v| char::from(b'A' + v as u8 - 1))).collect();
            assert_eq!(one(&SUDOKU, &letters).puzzle.text, record.puzzle, "{n}");
        }
    }
    assert!(values_read > 0);
    // Nine values: zero and dot, and no 9. Nobody knows.
    let grid = "12345678.0.......".to_string() + &".".repeat(64);
    let bad = SUDOKU.parse(&grid).unwrap_err();
    assert!(bad.what.contains("ambiguous") && bad.what.contains("0 to 8"), "{bad}");
    // With a 9, or with two zeros in a row, zero is no value.
    assert_eq!(SUDOKU.parse(&grid.replacen(".......", "9......", 1)).unwrap().puzzle.text.matches('0').count(), 0);
    assert!(SUDOKU.parse(&grid.replacen(".0..", ".00.", 1)).is_ok());
    // Sums of other values would be other sums.
    let zeros = "0".to_string() + &".".repeat(80) + ";3=r1c1,r1c2";
    assert!(KILLER.parse(&zeros).unwrap_err().what.contains("ambiguous"));
    // Groups that are numbers, or candidates.
    let groups = vec!["12"; 256].join(" ");
    assert!(SUDOKU.parse(&groups).unwrap_err().what.contains("ambiguous"));
}

/// Each thing in a file of mixed forms is read for itself, with the line where it begins.
#[test]
fn mixed_forms_in_one_file() {
    let records = some(&SUDOKU, "9x9", 3);
    let small = some(&SUDOKU, "4x4", 3);
    let drawn = |record: &Record| {
        Grid::of(&record.puzzle, (3, 3)).framed(&|v| symbol(v, '.'), " ", " | ", "+---+---+---+", true)
    };
    let big = some(&SUDOKU, "16x16", 1).remove(0);
    let rows = Grid::of(&big.puzzle, (4, 4)).lines(&|v| symbol(v, '.'), "").join("\n");
    let doc = format!(
        "{a}\n\n{b}\n# comment\nid,puzzle\n4,{c}\n{s0}\n{s1}\nno puzzle\n{b}\n123456789\n123456789\n\n{rows}\n{s2}\n",
        a = records[0].puzzle,
        b = drawn(&records[1]),
        c = records[2].puzzle,
        s0 = small[0].puzzle,
        s1 = small[1].puzzle,
        s2 = small[2].puzzle,
    );
    let lines: Vec<&str> = doc.lines().collect();
    let found = all(&SUDOKU, &doc);
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for one in found {
        match one {
            Ok(p) => good.push((p.puzzle.text, p.line.unwrap() as usize)),
            Err(e) => bad.push(e),
        }
    }
    let expected = [&records[0], &records[1], &records[2], &small[0], &small[1], &records[1], &big, &small[2]];
    assert_eq!(good.iter().map(|(t, _)| t.as_str()).collect::<Vec<_>>(), expected.map(|r| r.puzzle.as_str()), "{doc}");
    for (text, line) in &good {
        let at = lines[line - 1];
        assert!(at.contains(text.as_str()) || at.starts_with("+---") || rows.starts_with(at), "{line}: {at}");
    }
    let places: Vec<&str> = bad.iter().map(|e| lines[e.line.unwrap() as usize - 1]).collect();
    assert_eq!(places, ["no puzzle", "123456789"], "{bad:?}");
    assert!(bad[1].what.contains("2 rows of 9 cells"), "{}", bad[1]);
}

#[test]
fn text_in_utf_16() {
    let record = some(&SUDOKU, "9x9", 1).remove(0);
    let text = format!("# names: Мир 数独\r\n{}\r\n", record.puzzle);
    for little in [true, false] {
        let order = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        let bytes: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(order).collect();
        let mut found = Vec::new();
        SUDOKU.read(&bytes, &mut |p| found.push(p.unwrap().puzzle.text));
        assert_eq!(found, [record.puzzle.as_str()]);
    }
}
