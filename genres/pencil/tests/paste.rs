//! What people paste: every form of a puzzle is the same puzzle; what has several readings is
//! refused; no text panics.
#![allow(missing_docs)]

use proptest::prelude::*;
use serde_json::json;
use tesuji_genre::{Bad, GenerateRequest, Genre, Marks, Medium, Parsed, Puzzle, Record, State, View};
use tesuji_pencil::{ANTI_KNIGHT, JIGSAW, KILLER, SUDOKU, SUDOKU_X, SUKAKU};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Limits, VarSet};

fn some(genre: &dyn Genre, size: &str, count: u64) -> Vec<Record> {
    let want = GenerateRequest {
        size: Some(size.into()),
        tier: None,
        needs: Vec::new(),
        without: Vec::new(),
        set: Default::default(),
        count,
        seed: 3,
        limits: Limits::default(),
        threads: 1,
        ..GenerateRequest::default()
    };
    let mut out = Vec::new();
    genre.generate(&want, &mut |r| out.push(r)).unwrap();
    out
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

/// A grid's cells: values, 0 for empty ones.
struct Grid {
    n: usize,
    /// Rows and columns of a box.
    shape: (usize, usize),
    values: Vec<u32>,
}

impl Grid {
    fn of(text: &str, shape: (usize, usize)) -> Grid {
        let values: Vec<u32> = text.chars().map(|c| c.to_digit(36).unwrap_or(0)).collect();
        Grid { n: shape.0 * shape.1, shape, values }
    }
    fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.values.chunks(self.n)
    }
    /// Rows of cells in words, joined.
    fn lines(&self, cell: &dyn Fn(u32) -> String, between: &str) -> Vec<String> {
        self.rows().map(|row| row.iter().map(|&v| cell(v)).collect::<Vec<_>>().join(between)).collect()
    }
    /// Rows parted by a frame: `rule` above, below and between bands, and between stacks `upright`.
    fn framed(&self, cell: &dyn Fn(u32) -> String, gap: &str, upright: &str, rule: &str, outer: bool) -> String {
        let mut out = String::new();
        for (r, row) in self.rows().enumerate() {
            if r % self.shape.0 == 0 && (outer || r > 0) {
                out += &format!("{rule}\n");
            }
            let parts =
                row.chunks(self.shape.1).map(|part| part.iter().map(|&v| cell(v)).collect::<Vec<_>>().join(gap));
            let line = parts.collect::<Vec<_>>().join(upright);
            out += &if outer {
                format!("{}{line}{}\n", upright.trim_start(), upright.trim_end())
            } else {
                format!("{line}\n")
            };
        }
        if outer {
            out += rule;
        }
        out
    }
}

fn symbol(v: u32, blank: char) -> String {
    if v == 0 { blank.to_string() } else { char::from_digit(v, 36).unwrap().to_ascii_uppercase().to_string() }
}

fn number(v: u32, blank: &str) -> String {
    if v == 0 { blank.to_string() } else { v.to_string() }
}

/// The forms of a grid, by name.
fn forms(grid: &Grid) -> Vec<(&'static str, String)> {
    let dot = |v: u32| symbol(v, '.');
    let with = |blank: char| grid.lines(&|v| symbol(v, blank), "").concat();
    let nested: Vec<Vec<u32>> = grid.rows().map(<[u32]>::to_vec).collect();
    let words: Vec<Vec<String>> = grid.rows().map(|row| row.iter().map(|&v| dot(v)).collect()).collect();
    let given = with('.');
    let mut forms = vec![
        ("line", given.clone()),
        ("zeros", with('0')),
        ("underlines", with('_')),
        ("stars", with('*')),
        ("dashes", with('-')),
        ("question marks", with('?')),
        ("crosses", with('x')),
        ("quoted", format!("\"{given}\"")),
        ("rows in groups", grid.lines(&dot, "").join(" ")),
        ("bare rows", grid.lines(&dot, "").join("\n")),
        ("bare rows, line ends of two characters", grid.lines(&dot, "").join("\r\n")),
        ("rows of dashes", grid.lines(&|v| symbol(v, '-'), "").join("\n")),
        ("spaced rows", grid.lines(&dot, " ").join("\n")),
        ("indented rows", grid.lines(&dot, " ").iter().map(|l| format!("    {l}\n")).collect()),
        ("rows with commas", grid.lines(&|v| number(v, "?"), ",").join("\n")),
        ("rows with empty fields", grid.lines(&|v| number(v, ""), ",").join("\n")),
        ("rows with tabs", grid.lines(&|v| number(v, "0"), "\t").join("\n")),
        ("numbers on a line", grid.lines(&|v| number(v, "0"), " ").join(" ")),
        ("numbers with commas on a line", grid.lines(&|v| number(v, "0"), ",").join(",")),
        ("aligned numbers", grid.lines(&|v| format!("{:>3}", number(v, ".")), "").join("\n")),
        ("uprights and dashes", grid.framed(&dot, " ", " | ", "------+-------+------", false)),
        ("a box", grid.framed(&dot, " ", " | ", "+-------+-------+-------+", true)),
        ("a box of stars", grid.framed(&dot, "", "|", "*-----------*", true)),
        ("a box with dots", grid.framed(&dot, " ", " | ", ".-------.-------.", true)),
        ("double lines", grid.framed(&dot, " ", " ║ ", "══════╬═══════╬══════", true)),
        ("rows and lines between bands", grid.framed(&dot, " ", "  ", "", false)),
        ("a list of lists", json!(nested).to_string()),
        (
            "a list of lists on lines",
            format!("[{}]", nested.iter().map(|r| json!(r).to_string()).collect::<Vec<_>>().join(",\n ")),
        ),
        ("a list of lists of texts", json!(words).to_string()),
        ("sections", format!("#Amaker\n[Puzzle]\n{}", grid.lines(&dot, "").join("\n"))),
        ("a remark", format!("{given} # easy")),
        ("a comment", format!("// two lines\n; of comments\n% and one\n{given}")),
        ("a rating before", format!("7.1 {given}")),
        ("a rating behind", format!("{given};11.9;name;more")),
        ("a digest before and a rating behind", format!("07f5b9b37400 {given}  1.2")),
        ("a title", format!("Grid 01\n{}", grid.lines(&dot, "").join("\n"))),
        ("a record", json!({"puzzle": given}).to_string()),
        ("a record of rows", json!({"puzzle": nested, "genre": "sudoku", "id": 7}).to_string()),
        ("a table", format!("id,difficulty,puzzle\n17,0.5,{given}")),
        ("a table of one column", format!("quizzes\n{given}")),
    ];
    forms.extend(forms_of_programs(grid));
    forms.extend(forms_of_tables(grid));
    let rows: Vec<&[u32]> = grid.rows().collect();
    if [rows[0], rows[grid.n - 1]].iter().all(|row| row.iter().any(|v| *v > 0)) {
        forms.push(("rows with tabs and empty fields", grid.lines(&|v| number(v, ""), "\t").join("\n")));
    }
    if grid.n <= 9 {
        let blank = |v: u32| symbol(v, ' ');
        forms.push(("a box of blanks", grid.framed(&blank, " ", " | ", "+-------+-------+-------+", true)));
        forms.push(("a tight box of blanks", grid.framed(&blank, "", "|", "+---+---+---+", true)));
    }
    if grid.n == 9 {
        forms.push(("blanks", with(' ')));
        forms.push(("sudokuwiki", format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", with('0'))));
        forms.push(("sudokuexchange", format!("https://sudokuexchange.com/play/?s={}&d=3", with('0'))));
        forms.push(("an address with a grid", format!("https://sudoku.example.org/{}", with('0'))));
        forms.push((
            "OpenSudoku",
            format!(
                "<?xml version=\"1.0\"?>\n<opensudoku>\n<name>X</name>\n<game data=\"{}\" />\n</opensudoku>",
                with('0')
            ),
        ));
    }
    forms
}

/// A grid as programs hold it.
fn forms_of_programs(grid: &Grid) -> Vec<(&'static str, String)> {
    let n = grid.n;
    let lists = |open: &str, close: &str, blank: &str| -> String {
        let row = |row: &String| format!("  {open}{row}{close}");
        let rows: Vec<String> = grid.lines(&|v| number(v, blank), ", ").iter().map(row).collect();
        format!("{open}\n{}\n{close}", rows.join(",\n"))
    };
    let texts = grid.lines(&|v| symbol(v, '.'), "");
    let slashes = texts.join("/");
    vec![
        ("Python", format!("# a puzzle\nboard = {}\n\nprint(solve(board))", lists("[", "]", "0"))),
        ("Python with None", format!("board = {}\n", lists("[", "]", "None"))),
        ("a tuple of tuples", format!("GRID = {}", lists("(", ")", "0"))),
        ("C", format!("#include <stdio.h>\nint grid[{n}][{n}] = {};\n", lists("{", "}", "0"))),
        ("Rust", format!("let grid: [[u8; {n}]; {n}] = {};", lists("[", "]", "0"))),
        ("JavaScript", format!("const board = {};\n// the rest\n", lists("[", "]", "null"))),
        ("Prolog", format!("problem(1, {}).", lists("[", "]", "_"))),
        ("MATLAB", format!("A = [{}];", grid.lines(&|v| number(v, "0"), " ").join("; "))),
        ("texts", format!("rows = {texts:?}")),
        ("a map with a list", format!("{{\"difficulty\": 3, \"grid\": {}}}", lists("[", "]", "0"))),
        ("a map in a map", format!("{{\"newboard\": {{\"grids\": [{{\"value\": {}}}]}}}}", lists("[", "]", "0"))),
        ("rows with slashes", slashes),
        ("rows with written line ends", texts.join("\\n")),
        ("a quotation", texts.iter().map(|row| format!("> {row}\n")).collect()),
    ]
}

/// A grid as a table, and with names of rows and columns.
fn forms_of_tables(grid: &Grid) -> Vec<(&'static str, String)> {
    let n = grid.n;
    let letter = |i: usize| char::from(b'A' + i as u8).to_string();
    let cell = |v: u32| number(v, "");
    let dots = grid.lines(&|v| number(v, "."), " ");
    let table = |cells: &dyn Fn(&str) -> String| -> String {
        grid.rows().map(|row| cells(&row.iter().map(|&v| cell(v)).collect::<Vec<_>>().join("\u{1}")) + "\n").collect()
    };
    let markdown = table(&|row| format!("| {} |", row.replace('\u{1}', " | ")));
    let rule = format!("|{}", "---|".repeat(n));
    let head = |name: &dyn Fn(usize) -> String| (0..n).map(name).collect::<Vec<_>>();
    let html = table(&|row| format!("<tr><td>{}</td></tr>", row.replace('\u{1}', "</td><td>")));
    let latex = table(&|row| format!("{} \\\\ \\hline", row.replace('\u{1}', " & ")));
    let named = |name: &dyn Fn(usize) -> String| -> String {
        dots.iter().enumerate().map(|(i, row)| format!("{} {row}\n", name(i))).collect()
    };
    let csv = table(&|row| row.replace('\u{1}', ";"));
    let mut forms = vec![
        ("Markdown with an empty head", format!("|{}\n{rule}\n{markdown}", " |".repeat(n))),
        ("Markdown with names", format!("| {} |\n{rule}\n{markdown}", head(&|i| format!("c{}", i + 1)).join(" | "))),
        ("HTML", format!("<table>\n{}</table>", html.replace("<td></td>", "<td>&nbsp;</td>"))),
        ("LaTeX", format!("\\begin{{tabular}}{{|{}}}\n\\hline\n{latex}\\end{{tabular}}", "c|".repeat(n))),
        ("CSV with names", format!("{}\n{csv}", head(&|i| format!("c{}", i + 1)).join(";"))),
        ("rows with letters", named(&letter)),
        ("rows and columns with names", format!("   {}\n{}", head(&|i| (i + 1).to_string()).join(" "), named(&letter))),
        (
            "rows named r1",
            format!("    {}\n{}", head(&|i| format!("c{}", i + 1)).join(" "), named(&|i| format!("r{}", i + 1))),
        ),
    ];
    if n == 9 {
        let wide = |v: u32| {
            char::from_u32(0xff10 + v).map_or(String::new(), |c| if v == 0 { "\u{3000}".into() } else { c.to_string() })
        };
        let key = |v: u32| if v == 0 { "⬜".to_string() } else { format!("{v}\u{fe0f}\u{20e3}") };
        forms.push(("digits of full width", grid.lines(&wide, "").join("\n")));
        forms.push(("digits on keys", grid.lines(&key, "").join("\n")));
        forms.push((
            "LaTeX's sudoku",
            format!(
                "\\begin{{sudoku}}\n{}\\end{{sudoku}}",
                table(&|row| format!(
                    "|{}|.",
                    row.split('\u{1}').map(|c| if c.is_empty() { " " } else { c }).collect::<Vec<_>>().join("|")
                ))
            ),
        ));
    }
    forms
}

/// Candidates drawn in their cells, with bars or without, are the puzzle of a sukaku.
#[test]
fn framed_candidates_with_bars_and_blanks() {
    for record in some(&SUKAKU, "9x9", 2) {
        let marks: Vec<char> = record.puzzle.chars().collect();
        // Framed groups of candidates, with bars and blanks.
        let groups: Vec<String> =
            marks.chunks(9).map(|cell| cell.iter().filter(|c| **c != '.').collect::<String>()).collect();
        let rows = |open: &str, between: &str, wide: usize| -> String {
            groups
                .chunks(9)
                .map(|row| {
                    format!(
                        "{open}{}{open}\n",
                        row.iter().map(|g| format!("{g:<wide$}")).collect::<Vec<_>>().join(between)
                    )
                })
                .collect()
        };
        for text in
            [rows("", " ", 1), rows("|", "|", 9), rows("| ", " | ", 9), format!("+---+\n{}+---+", rows("| ", "  ", 10))]
        {
            assert_eq!(one(&SUKAKU, &text).puzzle.text, record.puzzle, "{text}");
        }
    }
}

/// Maps and lists with regions or cages beside the grid, and letters of regions beside rows.
#[test]
fn regions_and_cages_beside_a_grid() {
    for record in some(&JIGSAW, "9x9", 2) {
        let (cells, regions) = record.puzzle.split_once(';').unwrap();
        let rows = |text: &str| {
            text.chars().collect::<Vec<_>>().chunks(9).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>()
        };
        let lists = |text: &str| {
            rows(text).iter().map(|row| row.chars().map(|c| c.to_string()).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        let letters: String = regions.chars().map(|c| char::from(b'A' + c.to_digit(10).unwrap() as u8 - 1)).collect();
        for text in [
            json!({"grid": lists(cells), "regions": lists(regions)}).to_string(),
            format!("board = {:?}\nregions = {:?}\n", lists(cells), lists(&letters)),
            format!("{}\n\n{}\n", rows(&letters).join("\n"), rows(cells).join("\n")),
            format!("{}\n\n{}\n", rows(cells).join("\n"), rows(&letters).join("\n")),
        ] {
            assert_eq!(one(&JIGSAW, &text).puzzle.text, record.puzzle, "{text}");
            assert!(all(&SUDOKU, &text)[0].is_err(), "{text}");
        }
    }
    for record in some(&KILLER, "9x9", 2) {
        let cages: Vec<serde_json::Value> = record
            .puzzle
            .split(';')
            .skip(1)
            .map(|part| {
                let (sum, cells) = part.split_once('=').unwrap();
                let cells: Vec<[usize; 2]> = cells
                    .split(',')
                    .map(|cell| {
                        let (r, c) = cell[1..].split_once('c').unwrap();
                        [r.parse::<usize>().unwrap() - 1, c.parse::<usize>().unwrap() - 1]
                    })
                    .collect();
                match sum.parse::<u16>() {
                    Ok(sum) => json!({"cells": cells, "sum": sum}),
                    // A cage without a sum.
                    Err(_) => json!({"cells": cells}),
                }
            })
            .collect();
        let text = json!({"cages": cages}).to_string();
        assert_eq!(one(&KILLER, &text).puzzle.text, record.puzzle, "{text}");
        // Parts that are not known are no part of another puzzle.
        let grid = vec![vec![0; 9]; 9];
        assert!(all(&SUDOKU, &json!({"grid": grid, "arrows": [[0, 1]]}).to_string())[0].is_err());
    }
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
fn every_form_is_the_same_puzzle() {
    for (size, shape) in [("4x4", (2, 2)), ("6x6", (2, 3)), ("9x9", (3, 3)), ("12x12", (3, 4)), ("16x16", (4, 4))] {
        for record in some(&SUDOKU, size, 2) {
            let grid = Grid::of(&record.puzzle, shape);
            let has_empty_row = grid.rows().any(|row| row.iter().all(|&v| v == 0));
            for (name, text) in forms(&grid) {
                // An empty row and an empty head can't be told apart.
                if name == "Markdown with an empty head" && has_empty_row {
                    continue;
                }
                let found = all(&SUDOKU, &text);
                let read: Vec<String> = found
                    .iter()
                    .map(|p| p.as_ref().map_or_else(ToString::to_string, |p| p.puzzle.text.clone()))
                    .collect();
                assert_eq!(read, [record.puzzle.as_str()], "{name} {size}\n{text}");
                assert_eq!(found[0].as_ref().unwrap().state, None, "{name}");
            }
        }
    }
}

#[test]
fn what_stands_beside_a_grid_is_kept() {
    let record = some(&SUDOKU, "9x9", 1).remove(0);
    let (grid, full) = (record.puzzle.as_str(), record.solution.as_ref().unwrap().as_str().unwrap().to_string());
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

/// Deleted candidates behind a grid, in the way of Susser and Sudoku Studio.
#[test]
fn states_with_candidates_struck_out() {
    let record = some(&SUDOKU, "9x9", 1).remove(0);
    let full: Vec<char> = record.solution.as_ref().unwrap().as_str().unwrap().chars().collect();
    let cells: Vec<char> = record.puzzle.chars().collect();
    let open = cells.iter().position(|c| *c == '.').unwrap();
    let text: String =
        (0..81).map(|i| if i == open { format!("+{}", full[i]) } else { cells[i].to_string() }).collect();
    for line in [format!("{text}:811 219"), format!("656|{text}|811 219")] {
        let p = one(&SUDOKU, &line);
        assert_eq!(p.puzzle.text, record.puzzle);
        let state = p.state.unwrap();
        assert_eq!(state.placed, [(open as u32, full[open].to_digit(10).unwrap() as u8)].into());
        assert_eq!(state.removed, [(0, 1 << 8), (8, 1 << 2)].into());
    }
}

/// A grid of candidates in any drawing, and as marks.
#[test]
fn candidates_are_read_as_a_state_or_as_the_puzzle() {
    let record = some(&SUDOKU, "9x9", 1).remove(0);
    let grid = Grid::of(&record.puzzle, (3, 3));
    let sees = |a: usize, b: usize| a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
    let left = |cell: usize| -> Vec<u32> {
        match grid.values[cell] {
            0 => (1..=9).filter(|&v| (0..81).all(|other| !sees(cell, other) || grid.values[other] != v)).collect(),
            v => vec![v],
        }
    };
    let mut sets: Vec<Vec<u32>> = (0..81).map(left).collect();
    // One candidate that is no solution is struck out. A cell with a single one is as good as a
    // given.
    let full: Vec<u32> =
        record.solution.as_ref().unwrap().as_str().unwrap().chars().filter_map(|c| c.to_digit(10)).collect();
    let is_single = |cell: usize, v: u32| (0..81).any(|c| sees(cell, c) && sets[c] == [v]);
    let open = (0..81).filter(|&c| sets[c].len() > 2);
    let (cell, gone) = open
        .flat_map(|c| sets[c].iter().map(move |&v| (c, v)).collect::<Vec<_>>())
        .find(|&(c, v)| v != full[c] && !is_single(c, v))
        .unwrap();
    sets[cell].retain(|v| *v != gone);
    let single = |s: &Vec<u32>| if let &[v] = s.as_slice() { symbol(v, '.') } else { ".".to_string() };
    let expected_text: String = sets.iter().map(single).collect();
    let words: Vec<String> = sets.iter().map(|s| s.iter().map(u32::to_string).collect()).collect();
    let rows = |between: &str| words.chunks(9).map(|row| row.join(between)).collect::<Vec<_>>();
    let wide = |word: &String| format!("{word:<9}");
    let boxed: String = words
        .chunks(9)
        .enumerate()
        .map(|(r, row)| {
            let rule = if r % 3 == 0 { "*-----------------------------*\n" } else { "" };
            let parts: Vec<String> = row.chunks(3).map(|p| p.iter().map(wide).collect::<Vec<_>>().join(" ")).collect();
            format!("{rule}| {} |\n", parts.join("| "))
        })
        .collect();
    let marks: String = sets
        .iter()
        .flat_map(|s| (1..=9).map(|v| if s.contains(&v) { char::from_digit(v, 10).unwrap() } else { '.' }))
        .collect();
    let expected = State { removed: [(cell as u32, 1 << gone)].into(), ..State::default() };
    for text in
        [rows(" ").join("\n"), rows(" ").join(" "), rows(",").join("\n"), format!("{boxed}*---*"), marks.clone()]
    {
        let p = one(&SUDOKU, &text);
        assert_eq!((&p.puzzle.text, p.state), (&expected_text, Some(expected.clone())), "{text}");
        let p = one(&SUKAKU, &text).puzzle;
        assert_eq!(p.text, marks, "{text}");
        let solved = SUKAKU.solve(&p, &Limits::solutions(2)).unwrap();
        assert_eq!(solved.solutions, [record.solution.clone().unwrap()]);
    }
    // Hardly any givens: the candidates are the puzzle, and genre sudoku says which genre reads it.
    let bare = "123456789".repeat(81);
    assert!(SUDOKU.parse(&bare).unwrap_err().what.contains("sukaku"));
    assert_eq!(SUKAKU.parse(&bare).unwrap().puzzle.text, bare);
    // A line of 729 symbols that are no marks is a grid of 27 rows.
    assert_eq!(SUDOKU.parse(&format!("2{}", ".".repeat(728))).unwrap().puzzle.size, "27x27");
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

/// The first rows of a grid of sixteen could pass for grids of four.
#[test]
fn rows_of_a_large_grid_are_no_small_grids() {
    let record = some(&SUDOKU, "16x16", 1).remove(0);
    let rows: Vec<String> = record.puzzle.chars().collect::<Vec<_>>().chunks(16).map(|r| r.iter().collect()).collect();
    let mut rows = rows;
    rows[0] = format!("{}1..", ".".repeat(13));
    rows[1] = ".".repeat(16);
    assert_eq!(one(&SUDOKU, &rows.join("\n")).puzzle.text, rows.concat());
    // And grids of four are not rows.
    let small: Vec<String> = some(&SUDOKU, "4x4", 16).into_iter().map(|r| r.puzzle).collect();
    assert_eq!(all(&SUDOKU, &small.join("\n")).len(), 16);
    let spaced: Vec<String> = small.iter().map(|s| s.chars().map(|c| format!("{c} ")).collect()).collect();
    assert_eq!(all(&SUDOKU, &spaced.join("\n")).into_iter().filter(|p| p.is_ok()).count(), 16);
    let empty = vec![".".repeat(16); 16];
    assert_eq!(all(&SUDOKU, &empty.join("\n")).len(), 16);
}

/// Rows of empty cells look like parts of a frame where dashes are the empty cells.
#[test]
fn rows_of_dashes() {
    let rows = |at: &[usize]| -> Vec<String> {
        (0..9)
            .map(|r| {
                if at.contains(&r) { "-".repeat(9) } else { format!("{}{}{}", "-".repeat(r), r + 1, "-".repeat(8 - r)) }
            })
            .collect()
    };
    for empty in [&[0][..], &[4], &[8], &[0, 1], &[3, 4, 5], &[1, 8]] {
        let rows = rows(empty);
        assert_eq!(one(&SUDOKU, &rows.join("\n")).puzzle.text, rows.concat().replace('-', "."), "{empty:?}");
    }
    // Here they are the frame.
    let dots: Vec<String> = rows(&[]).iter().map(|row| row.replace('-', ".")).collect();
    let line = "-".repeat(9);
    let framed = format!("{line}\n{}\n{line}\n{}\n{line}\n", dots[..3].join("\n"), dots[3..].join("\n"));
    assert_eq!(one(&SUDOKU, &framed).puzzle.text, dots.concat());
}

#[test]
fn killers_of_other_programs() {
    let mut cells = vec!["0".to_string(); 81];
    // A cage of 9 in r1c1-r2c1, one of 17 in r1c2-r1c3, and the cells beside them alone.
    for (cell, number) in [(0, 9 * 256 + 1), (9, 9 * 256 + 1), (1, 17 * 256 + 2), (2, 17 * 256 + 2), (3, 26)] {
        cells[cell] = number.to_string();
    }
    let empty = ".".repeat(81);
    let expected = format!("{empty};9=r1c1,r2c1;17=r1c2,r1c3");
    assert_eq!(one(&KILLER, &format!("3x3::k:{}:", cells.join(":"))).puzzle.text, expected);
    let text = one(&KILLER, &format!("3x3:d:k:{}:", cells.join(":"))).puzzle.text;
    assert_eq!(text, format!("{empty};x;9=r1c1,r2c1;17=r1c2,r1c3"));
    assert!(KILLER.parse(&format!("3x3::k:{}", cells[1..].join(":"))).unwrap_err().what.contains("80 cells"));
    let mut arrows = vec!['0'; 81];
    (arrows[0], arrows[9], arrows[1], arrows[2]) = ('9', '^', 'H', '<');
    let line: String = arrows.iter().collect();
    assert_eq!(one(&KILLER, &line).puzzle.text, expected);
    // Arrows that go round, or out of the grid.
    (arrows[0], arrows[9]) = ('v', '^');
    assert_eq!(KILLER.parse(&arrows.iter().collect::<String>()).unwrap_err().at.as_deref(), Some("r1c1"));
    arrows[0] = '<';
    assert!(KILLER.parse(&arrows.iter().collect::<String>()).unwrap_err().what.contains("out of the grid"));
    // A wrong cage is told; the cells alone are no puzzle then.
    assert!(KILLER.parse(&format!("{empty};9=r1c1,r2c10")).is_err());
}

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

/// A state part of the way to the solution.
fn begun(record: &Record) -> State {
    let full: Vec<u8> =
        record.solution.as_ref().unwrap().as_str().unwrap().chars().map(|c| c.to_digit(36).unwrap() as u8).collect();
    let cells: Vec<char> = record.puzzle.chars().collect();
    let open: Vec<usize> = (0..cells.len()).filter(|&i| cells[i] == '.').collect();
    let mut state = State::default();
    for &cell in open.iter().step_by(3) {
        state.placed.insert(cell as u32, full[cell]);
    }
    state
}

#[test]
fn exports_with_states_are_read_back() {
    for record in some(&SUDOKU, "9x9", 5) {
        let mut state = begun(&record);
        for format in ["hodoku", "sudokuwiki", "sdk", "pzprv3"] {
            let with = Record { state: Some(state.clone()), ..record.clone() };
            let mut out = Vec::new();
            SUDOKU.write(format, &mut [with].into_iter(), &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            let back = one(&SUDOKU, &text);
            assert_eq!(
                (back.puzzle.text.as_str(), back.state),
                (record.puzzle.as_str(), Some(state.clone())),
                "{text}"
            );
        }
        // Candidates that are struck out, where they would stand.
        let puzzle = SUDOKU.parse(&record.puzzle).unwrap().puzzle;
        let tesuji_genre::View::Clues(view) = SUDOKU.view(&puzzle).unwrap() else { panic!("a clue genre") };
        let store = view.store(Some(&state)).unwrap();
        let full = record.solution.as_ref().unwrap().as_str().unwrap();
        for var in view.network.vars().filter(|&var| store.domain(var).iter().count() > 1).take(5) {
            let right: u8 = full[var.index()..=var.index()].parse().unwrap();
            let gone = store.domain(var).iter().find(|&v| v != right).unwrap();
            state.removed.insert(var.0, 1 << gone);
        }
        for format in ["hodoku", "sudokuwiki"] {
            let with = Record { state: Some(state.clone()), ..record.clone() };
            let mut out = Vec::new();
            SUDOKU.write(format, &mut [with].into_iter(), &mut out).unwrap();
            let back = one(&SUDOKU, &String::from_utf8(out).unwrap());
            assert_eq!(back.state, Some(state.clone()), "{format}");
        }
    }
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
        let expected: Vec<_> = records.iter().map(|r| (r.puzzle.clone(), r.solution.clone())).collect();
        assert_eq!(read, expected, "{}", genre.name());
    }
}

#[test]
fn sukakus_are_made_graded_and_read_back() {
    for record in some(&SUKAKU, "4x4", 3).into_iter().chain(some(&SUKAKU, "6x6", 1)) {
        let p = SUKAKU.parse(&record.puzzle).unwrap().puzzle;
        assert_eq!(p.text, record.puzzle);
        let solved = SUKAKU.reference(&p, &Limits::solutions(2)).unwrap();
        assert_eq!(solved.solutions, [record.solution.clone().unwrap()]);
        // The least image of a turned puzzle is the same.
        let n: usize = record.size[..1].parse().unwrap();
        let cells: Vec<String> =
            record.puzzle.chars().collect::<Vec<_>>().chunks(n).map(|c| c.iter().collect()).collect();
        let turned: String = (0..n * n).rev().map(|i| cells[i].clone()).collect();
        let turned = SUKAKU.parse(&turned).unwrap().puzzle;
        assert_eq!(SUKAKU.least_image(&turned), SUKAKU.least_image(&p));
        // Without one of the strikes there are more solutions: that is how it was made.
        let strike = record.puzzle.chars().position(|c| c == '.').unwrap();
        let mut more: Vec<char> = record.puzzle.chars().collect();
        more[strike] = char::from_digit((strike % n + 1) as u32, 10).unwrap();
        let more = SUKAKU.parse(&more.iter().collect::<String>()).unwrap().puzzle;
        assert_eq!(SUKAKU.solve(&more, &Limits::solutions(2)).unwrap().solutions.len(), 2);
    }
    // Givens are cells with one candidate.
    assert_eq!(
        SUKAKU.parse(&format!("1{}", ".".repeat(15))).unwrap().puzzle.text,
        format!("1...{}", "1234".repeat(15))
    );
}

/// Texts of all forms, and pieces that mean something in some of them.
fn texts() -> Vec<String> {
    let mut texts = vec![
        "3x3::k:2305:0:0".to_string(),
        "S9B".to_string() + &"0i".repeat(81),
        "[Puzzle]\n[State]\n1".to_string(),
        "<opensudoku><game data=\"version: 1\n1|0|\"".to_string(),
        "https://x.org/?bd=%2E%".to_string(),
        "id,puzzle\n\"".to_string(),
    ];
    for (size, shape) in [("4x4", (2, 2)), ("9x9", (3, 3))] {
        let record = some(&SUDOKU, size, 1).remove(0);
        texts.extend(forms(&Grid::of(&record.puzzle, shape)).into_iter().map(|(_, text)| text));
    }
    texts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn no_mutated_text_panics(which in 0..200usize, edits in proptest::collection::vec((0..2000usize, 0..4u8, any::<char>()), 0..6)) {
        static TEXTS: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
        let texts = TEXTS.get_or_init(texts);
        let mut text: Vec<char> = texts[which % texts.len()].chars().collect();
        for (at, what, c) in edits {
            let at = at % (text.len() + 1);
            match what {
                0 => text.insert(at, c),
                1 => text.truncate(at),
                2 if at < text.len() => { text.remove(at); }
                _ => text.insert(at, ['\n', '|', '0', ':', '+', ',', ' ', '-'][c as usize % 8]),
            }
        }
        let text: String = text.into_iter().collect();
        for genre in tesuji_pencil::genres() {
            // What is read is read again from what is printed, whatever it was read from.
            genre.read(text.as_bytes(), &mut |found| if let Ok(p) = found {
                let again = genre.parse(&p.puzzle.text).expect("a printed puzzle is read again");
                assert_eq!(again.puzzle.text, p.puzzle.text);
            });
            let _ = genre.parse(&text);
        }
    }
}

/// What check and solve see of a puzzle.
fn seen(genre: &dyn Genre, puzzle: &Puzzle) -> (Vec<Domain>, VarSet, Vec<RuleSpec>) {
    let Ok(View::Clues(view)) = genre.view(puzzle) else { panic!("{puzzle:?} has no view") };
    let rules = view.network.rule_ids().map(|id| view.network.spec(id).clone()).collect();
    (view.domains, view.given, rules)
}

/// A puzzle that was read and one made of its text are the same, whatever it was read from.
#[test]
fn a_puzzle_that_was_read_is_the_puzzle_of_its_text() {
    let genres: [&dyn Genre; 6] = [&SUDOKU, &SUDOKU_X, &ANTI_KNIGHT, &JIGSAW, &KILLER, &SUKAKU];
    let mut compared = 0;
    for text in texts() {
        for genre in genres {
            for parsed in all(genre, &text).into_iter().flatten() {
                let of_text = Puzzle::new(parsed.puzzle.genre, &parsed.puzzle.size, &parsed.puzzle.text);
                assert_eq!(seen(genre, &parsed.puzzle), seen(genre, &of_text), "{text}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Lines of digits and one symbol for empty cells have a reader of their own; with a line end
/// behind them they have not.
fn plain_line() -> impl Strategy<Value = String> {
    let cells = prop_oneof![Just(16), Just(36), Just(64), Just(81), Just(9), 1..90_usize];
    (cells, prop_oneof!["[.]", "0", "[.0]", "[-_x?]"], 1..10_u32, 0..100_u32, any::<u64>()).prop_map(
        |(cells, blanks, top, share, seed)| {
            let mut random = seed;
            let mut next = |of: u32| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (random >> 33) as u32 % of
            };
            let digit = |v: u32| char::from_digit(v, 36).unwrap_or('.');
            (0..cells)
                .map(|_| if next(100) < share { digit(1 + next(top)) } else { blanks.chars().next().unwrap_or('.') })
                .collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn plain_lines_are_read_as_all_others(line in plain_line()) {
        let read = |text: &str| {
            let parsed = SUDOKU.parse(text)?;
            Ok::<_, Bad>((seen(&SUDOKU, &parsed.puzzle), parsed.puzzle.text, parsed.puzzle.size, parsed.state, parsed.notes))
        };
        prop_assert_eq!(read(&line), read(&format!("{line}\n")));
    }
}
