//! A grid in all forms that people and programs write it in.

use super::{all, one, some};
use serde_json::json;
use tesuji_pencil::SUDOKU;

/// A grid's cells: values, 0 for empty ones.
pub(super) struct Grid {
    n: usize,
    /// Rows and columns of a box.
    shape: (usize, usize),
    pub(super) values: Vec<u32>,
}

impl Grid {
    pub(super) fn of(text: &str, shape: (usize, usize)) -> Grid {
        let values: Vec<u32> = text.chars().map(|c| c.to_digit(36).unwrap_or(0)).collect();
        Grid { n: shape.0 * shape.1, shape, values }
    }
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.values.chunks(self.n)
    }
    /// Rows of cells in words, joined.
    pub(super) fn lines(&self, cell: &dyn Fn(u32) -> String, between: &str) -> Vec<String> {
        self.rows().map(|row| row.iter().map(|&v| cell(v)).collect::<Vec<_>>().join(between)).collect()
    }
    /// Rows parted by a frame: `rule` above, below and between bands, and between stacks `upright`.
    pub(super) fn framed(
        &self,
        cell: &dyn Fn(u32) -> String,
        gap: &str,
        upright: &str,
        rule: &str,
        outer: bool,
    ) -> String {
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

pub(super) fn symbol(v: u32, blank: char) -> String {
    if v == 0 { blank.to_string() } else { char::from_digit(v, 36).unwrap().to_ascii_uppercase().to_string() }
}

fn number(v: u32, blank: &str) -> String {
    if v == 0 { blank.to_string() } else { v.to_string() }
}

/// The forms of a grid, by name.
pub(super) fn forms(grid: &Grid) -> Vec<(&'static str, String)> {
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

#[test]
fn every_form_is_the_same_puzzle() {
    for (size, shape) in [("4x4", (2, 2)), ("6x6", (2, 3)), ("9x9", (3, 3)), ("12x12", (3, 4)), ("16x16", (4, 4))] {
        for record in some(&SUDOKU, size, 2) {
            let grid = Grid::of(&record.puzzle, shape);
            let has_empty_row = grid.rows().any(|row| row.iter().all(|&v| v == 0));
            for (name, text) in forms(&grid) {
                // An empty row looks like an empty head.
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
