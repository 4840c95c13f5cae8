//! Texts that people paste: each genre's puzzles as rows of symbols, lists of programs and JSON are
//! the same puzzles; another text is refused with the forms that are read.

use super::bad_input::damaged;
use super::{request, small};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;
use tesuji_genre::{Genre, Parsed};
use tesuji_pencil::board::{Board, Direction, Place, Side};
use tesuji_pencil::clue::{Clue, Operator};
use tesuji_pencil::codec::{Puzzle, star_places};

pub(super) type Rows = Vec<Vec<String>>;

/// The one puzzle of a document.
fn one(genre: &dyn Genre, doc: &str) -> Result<Parsed, String> {
    let mut found = Vec::new();
    genre.read(doc.as_bytes(), &mut |one| found.push(one));
    if found.len() != 1 {
        return Err(format!("{} puzzles: {found:?}", found.len()));
    }
    found.remove(0).map_err(|bad| bad.to_string())
}

fn sign(clue: &Clue) -> String {
    let way = |way: Direction| match way {
        Direction::Up => '^',
        Direction::Down => 'v',
        Direction::Left => '<',
        Direction::Right => '>',
    };
    match clue {
        Clue::Number(n) => n.to_string(),
        Clue::Unknown => "?".to_string(),
        Clue::White => "w".to_string(),
        Clue::Black => "b".to_string(),
        Clue::Arrow(d, n) => format!("{}{}", n.map_or(String::new(), |n| n.to_string()), way(*d)),
        Clue::Slash(rises) => if *rises { "/" } else { "\\" }.to_string(),
        Clue::Result(o, n) => {
            let sign = Operator::ALL.iter().find(|(of, ..)| of == o).map_or(' ', |(_, sign, _)| *sign);
            format!("{n}{sign}")
        }
        Clue::Numbers(list) => list.iter().map(|n| n.map_or("?".to_string(), |n| n.to_string())).collect(),
    }
}

fn at(puzzle: &Puzzle, place: Place) -> String {
    puzzle.clues.get(&place).map_or(".".to_string(), sign)
}

/// A token a cell; `wall` for a cell out of play without a clue.
pub(super) fn cells(puzzle: &Puzzle, wall: &str) -> Rows {
    let board = &puzzle.board;
    let token = |cell: usize| match puzzle.clues.get(&Place::Cell(cell as u16)) {
        None if board.is_hole(cell) => wall.to_string(),
        _ => at(puzzle, Place::Cell(cell as u16)),
    };
    (0..board.rows()).map(|r| (0..board.cols()).map(|c| token(board.cell(r, c))).collect()).collect()
}

/// A token a corner.
pub(super) fn corners(puzzle: &Puzzle) -> Rows {
    let wide = puzzle.board.cols() + 1;
    let corner = |i: usize| at(puzzle, Place::Corner(i as u16));
    (0..=puzzle.board.rows()).map(|r| (0..wide).map(|c| corner(r * wide + c)).collect()).collect()
}

fn regions(board: &Board) -> Rows {
    let regions = board.regions().expect("regions");
    let letter = |cell: usize| match board.is_hole(cell) {
        true => "#".to_string(),
        false => {
            let n = regions.of(cell) as u8;
            char::from(if n < 26 { b'A' + n } else { b'a' + n - 26 }).to_string()
        }
    };
    (0..board.rows()).map(|r| (0..board.cols()).map(|c| letter(board.cell(r, c))).collect()).collect()
}

fn ends(puzzle: &Puzzle, side: Side) -> Vec<String> {
    let board = &puzzle.board;
    let count = if matches!(side, Side::Top | Side::Bottom) { board.cols() } else { board.rows() };
    (0..count as u16).map(|i| at(puzzle, Place::Outside(side, i)).trim_end_matches(['+', '-']).to_string()).collect()
}

/// Cells with what stands at their four sides.
fn ring(puzzle: &Puzzle, cells: Rows) -> Rows {
    let [top, bottom, left, right] = Side::ALL.map(|side| ends(puzzle, side));
    let line = |row: Vec<String>| [vec![".".to_string()], row, vec![".".to_string()]].concat();
    let mut rows = vec![line(top)];
    rows.extend(
        cells.into_iter().enumerate().map(|(r, row)| [vec![left[r].clone()], row, vec![right[r].clone()]].concat()),
    );
    rows.push(line(bottom));
    rows
}

/// Cells and the signs between them in turn.
fn between(puzzle: &Puzzle) -> Rows {
    let board = &puzzle.board;
    let mut rows = vec![vec![".".to_string(); 2 * board.cols() - 1]; 2 * board.rows() - 1];
    for (place, clue) in &puzzle.clues {
        match place {
            Place::Cell(cell) => {
                let (r, c) = board.row_col((*cell).into());
                rows[2 * r][2 * c] = sign(clue);
            }
            Place::Edge(edge) => {
                let [Some(a), Some(_)] = board.cells_beside((*edge).into()) else { continue };
                let (r, c) = board.row_col(a);
                let (down, right) = if board.is_horizontal((*edge).into()) { (1, 0) } else { (0, 1) };
                let bar = if down == 1 { "=" } else { "|" };
                let dots = puzzle.clues.values().any(|clue| *clue == Clue::White);
                rows[2 * r + down][2 * c + right] = match clue {
                    Clue::Black if !dots && puzzle.clues.keys().any(|p| matches!(p, Place::Cell(_))) => bar.to_string(),
                    Clue::Black => "*".to_string(),
                    Clue::White => "o".to_string(),
                    clue => sign(clue),
                };
            }
            _ => {}
        }
    }
    rows
}

fn bare(rows: &Rows) -> String {
    rows.iter().map(|row| row.concat() + "\n").collect()
}

fn joined(rows: &Rows, by: &str) -> String {
    rows.iter().map(|row| row.join(by) + "\n").collect()
}

pub(super) fn json(rows: &Rows) -> String {
    serde_json::to_string(rows).expect("JSON")
}

/// The forms of rows of tokens.
fn of_rows(rows: &Rows, with_size: bool) -> Vec<(&'static str, String)> {
    let python: String =
        rows.iter().map(|row| format!("    {},\n", serde_json::to_string(row).expect("JSON"))).collect();
    let mut forms = vec![
        ("spaced rows", joined(rows, " ")),
        ("rows with semicolons", joined(rows, ";")),
        ("a list in JSON", json(rows)),
        ("a list in Python", format!("grid = [\n{python}]\nprint(solve(grid))\n")),
        ("a map in JSON", format!("{{\"id\": 7, \"grid\": {}}}", json(rows))),
        ("a Markdown table", {
            let head = format!("|{}\n|{}\n", " |".repeat(rows[0].len()), "---|".repeat(rows[0].len()));
            head[head.find('\n').map_or(0, |i| i + 1)..].to_string()
                + &rows.iter().map(|row| format!("| {} |\n", row.join(" | "))).collect::<String>()
        }),
    ];
    if rows.iter().flatten().all(|token| token.chars().count() == 1) {
        forms.push(("bare rows", bare(rows)));
        forms.push(("rows with slashes", bare(rows).trim_end().replace('\n', "/")));
        forms.push(("quoted rows", bare(rows).lines().map(|line| format!("> {line}\n")).collect()));
        let texts: Vec<String> = rows.iter().map(|row| row.concat()).collect();
        forms.push(("texts in JSON", serde_json::to_string(&texts).expect("JSON")));
        if with_size {
            forms.push(("rows with their size", format!("{} {}\n{}", rows.len(), rows[0].len(), bare(rows))));
        }
    }
    forms
}

/// The forms of a puzzle.
fn forms(name: &str, puzzle: &Puzzle) -> Vec<(&'static str, String)> {
    let board = &*puzzle.board;
    let list = |side: Side| serde_json::to_string(&ends(puzzle, side)).expect("JSON");
    match name {
        "aqre" | "country-road" | "heyawake" => {
            let mut numbers = vec![vec![".".to_string(); board.cols()]; board.rows()];
            let all = board.regions().expect("regions");
            for (place, clue) in &puzzle.clues {
                let Place::Region(region) = place else { continue };
                let (r, c) = board.row_col(all.cells((*region).into())[0]);
                numbers[r][c] = sign(clue);
            }
            let letters = regions(board);
            let both: Rows = letters
                .iter()
                .zip(&numbers)
                .map(|(a, b)| a.iter().zip(b).map(|(a, b)| format!("{a}{}", b.trim_matches('.'))).collect())
                .collect();
            vec![
                ("two grids", format!("{}\n{}", bare(&letters), joined(&numbers, " "))),
                (
                    "two grids with a size",
                    format!("{} {}\n{}{}", board.rows(), board.cols(), joined(&numbers, " "), joined(&letters, " ")),
                ),
                ("a map", format!("{{\"regions\": {}, \"clues\": {}}}", json(&letters), json(&numbers))),
                ("letters with numbers", joined(&both, " ")),
            ]
        }
        "ripple" => vec![
            ("two grids", format!("{}\n{}", bare(&regions(board)), bare(&cells(puzzle, "#")))),
            ("a map", format!("{{\"regions\": {}, \"grid\": {}}}", json(&regions(board)), json(&cells(puzzle, "#")))),
        ],
        "lits" | "norinori" => of_rows(&regions(board), true),
        "starbattle" => {
            let stars = at(puzzle, Place::Corner(0));
            vec![
                ("rows", bare(&regions(board))),
                ("rows and stars", format!("stars: {stars}\n{}", bare(&regions(board)))),
                ("a map", format!("{{\"colorRegions\": {}, \"stars\": {stars}}}", json(&regions(board)))),
            ]
        }
        "creek" | "gokigen" => of_rows(&corners(puzzle), true),
        "futoshiki" | "consecutive" | "kropki" => {
            let rows = between(puzzle);
            vec![("rows", bare(&rows)), ("spaced rows", joined(&rows, " ")), ("a list", json(&rows))]
        }
        "galaxies" => {
            let points: Vec<String> = star_places(board)
                .into_iter()
                .map(|p| if puzzle.clues.contains_key(&p) { "o" } else { "." }.to_string())
                .collect();
            let rows: Rows = points.chunks(2 * board.cols() - 1).map(<[String]>::to_vec).collect();
            vec![("rows", bare(&rows)), ("spaced rows", joined(&rows, " ")), ("a list", json(&rows))]
        }
        "nonogram" => {
            let side = |side: Side| -> Vec<Vec<u16>> {
                let count = if side == Side::Top { board.cols() } else { board.rows() };
                (0..count as u16)
                    .map(|i| match puzzle.clues.get(&Place::Outside(side, i)) {
                        Some(Clue::Numbers(list)) => list.iter().flatten().copied().collect(),
                        _ => vec![0],
                    })
                    .collect()
            };
            let (rows, cols) = (side(Side::Left), side(Side::Top));
            let lines = |all: &[Vec<u16>], by: &str| -> String {
                all.iter().map(|l| l.iter().map(u16::to_string).collect::<Vec<_>>().join(by) + "\n").collect()
            };
            vec![
                ("ver and hor", format!("{{\"ver\": {cols:?}, \"hor\": {rows:?}}}")),
                ("rowClues", format!("{{\"rowClues\": {rows:?}, \"colClues\": {cols:?}}}")),
                ("Python", format!("columns = {cols:?}\nrows = {rows:?}\n")),
                (
                    ".non",
                    format!(
                        "title \"none\"\nwidth {}\nheight {}\n\nrows\n{}\ncolumns\n{}",
                        cols.len(),
                        rows.len(),
                        lines(&rows, ","),
                        lines(&cols, ",")
                    ),
                ),
                ("lines", format!("rows:\n{}\ncolumns:\n{}", lines(&rows, " "), lines(&cols, " "))),
            ]
        }
        "kakuro" => {
            let mut rows = vec![vec!["#".to_string(); board.cols() + 1]; board.rows() + 1];
            let cells = (0..board.size().cells()).map(|cell| (board.row_col(cell), cell));
            for ((r, c), cell) in cells {
                rows[r + 1][c + 1] = match puzzle.clues.get(&Place::Cell(cell as u16)) {
                    _ if !board.is_hole(cell) => ".".to_string(),
                    Some(Clue::Numbers(n)) => {
                        n.iter().map(|n| n.map_or(String::new(), |n| n.to_string())).collect::<Vec<_>>().join("\\")
                    }
                    _ => "#".to_string(),
                };
            }
            ends(puzzle, Side::Top)
                .into_iter()
                .enumerate()
                .filter(|(_, n)| n != ".")
                .for_each(|(c, n)| rows[0][c + 1] = format!("{n}\\"));
            ends(puzzle, Side::Left)
                .into_iter()
                .enumerate()
                .filter(|(_, n)| n != ".")
                .for_each(|(r, n)| rows[r + 1][0] = format!("\\{n}"));
            vec![("spaced rows", joined(&rows, " ")), ("rows with commas", joined(&rows, ",")), ("a list", json(&rows))]
        }
        "kenken" => {
            let letters = regions(board);
            let all = board.regions().expect("regions");
            let results: String = puzzle
                .clues
                .iter()
                .map(|(place, clue)| {
                    let Place::Region(region) = place else { panic!("a region") };
                    let (r, c) = board.row_col(all.cells((*region).into())[0]);
                    format!("{} {}\n", letters[r][c], sign(clue))
                })
                .collect();
            let cages: Vec<serde_json::Value> = puzzle.clues.iter().map(|(place, clue)| {
                let Place::Region(region) = place else { panic!("a region") };
                let cells: Vec<[usize; 2]> = all.cells((*region).into()).iter().map(|&c| [board.row_col(c).0, board.row_col(c).1]).collect();
                let text = sign(clue);
                let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                serde_json::json!({"cells": cells, "op": text.trim_start_matches(|c: char| c.is_ascii_digit()), "value": digits.parse::<u16>().expect("a number")})
            }).collect();
            vec![
                ("letters and results", format!("{}\n{results}", bare(&letters))),
                ("a list of cages", serde_json::json!({"size": board.rows(), "cages": cages}).to_string()),
            ]
        }
        "magnets" => {
            let all = board.regions().expect("regions");
            let half = |cell: usize| {
                let of = all.cells(all.of(cell));
                let other = of.iter().find(|&&c| c != cell);
                match other {
                    None => "*",
                    Some(&o) if o == cell + 1 => "L",
                    Some(&o) if o + 1 == cell => "R",
                    Some(&o) if o > cell => "T",
                    Some(_) => "B",
                }
                .to_string()
            };
            let rows: Rows =
                (0..board.rows()).map(|r| (0..board.cols()).map(|c| half(board.cell(r, c))).collect()).collect();
            vec![
                (
                    "a map",
                    format!(
                        "{{\"top\": {}, \"left\": {}, \"bottom\": {}, \"right\": {}, \"rules\": {}}}",
                        list(Side::Top),
                        list(Side::Left),
                        list(Side::Bottom),
                        list(Side::Right),
                        json(&rows)
                    ),
                ),
                ("a ring", joined(&ring(puzzle, rows), " ")),
            ]
        }
        "skyscrapers" => vec![
            ("a ring", joined(&ring(puzzle, cells(puzzle, "#")), " ")),
            (
                "a map",
                format!(
                    "{{\"top\": {}, \"right\": {}, \"bottom\": {}, \"left\": {}, \"grid\": {}}}",
                    list(Side::Top),
                    list(Side::Right),
                    list(Side::Bottom),
                    list(Side::Left),
                    json(&cells(puzzle, "#"))
                ),
            ),
            (
                "lines by side",
                format!(
                    "top: {}\nright: {}\nbottom: {}\nleft: {}\n{}",
                    ends(puzzle, Side::Top).join(" "),
                    ends(puzzle, Side::Right).join(" "),
                    ends(puzzle, Side::Bottom).join(" "),
                    ends(puzzle, Side::Left).join(" "),
                    joined(&cells(puzzle, "#"), " ")
                ),
            ),
        ],
        "undead" => {
            let Some(Clue::Numbers(totals)) = puzzle.clues.get(&Place::Corner(0)) else { panic!("totals") };
            let total = |i: usize| totals[i].unwrap_or(0);
            let head = format!("ghosts: {}\nvampires: {}\nzombies: {}\n", total(0), total(1), total(2));
            vec![("a ring", head + &joined(&ring(puzzle, cells(puzzle, "#")), " "))]
        }
        "kakurasu" | "tents" | "thermometers" | "tracks" => {
            let rows = match name {
                "tents" => cells(puzzle, "T"),
                "tracks" => tracks(puzzle),
                _ => cells(puzzle, "#"),
            };
            let (top, left) = (ends(puzzle, Side::Top), ends(puzzle, Side::Left));
            let map =
                format!("{{\"rows\": {}, \"cols\": {}, \"grid\": {}}}", list(Side::Left), list(Side::Top), json(&rows));
            // Where a number is unknown, the frame of numbers has a gap.
            if top.iter().chain(&left).any(|n| n == ".") {
                return vec![("a map", map)];
            }
            let right: Rows = rows.iter().zip(&left).map(|(row, n)| [row.clone(), vec![n.clone()]].concat()).collect();
            let around: Rows = rows.iter().zip(&left).map(|(row, n)| [vec![n.clone()], row.clone()].concat()).collect();
            vec![
                ("a map", map),
                ("numbers right and below", format!("{}{}\n", joined(&right, " "), top.join(" "))),
                ("numbers left and above", format!("  {}\n{}", top.join(" "), joined(&around, " "))),
            ]
        }
        "palisade" => {
            let size = puzzle.clues.iter().find_map(|(p, clue)| matches!(p, Place::Corner(_)).then(|| sign(clue)));
            let size = size.unwrap_or_else(|| usual(board).to_string());
            vec![("rows with a size", format!("region size: {size}\n{}", bare(&cells(puzzle, "#"))))]
        }
        // Signs that stand for others in these genres.
        "simple-loop" => of_rows(
            &cells(puzzle, "#").into_iter().map(|row| row.into_iter().map(|t| t.replace('b', "#")).collect()).collect(),
            true,
        ),
        _ => of_rows(&cells(puzzle, "#"), true),
    }
}

/// The cells of a region of a palisade that does not tell it.
fn usual(board: &Board) -> usize {
    [5, 4, 6, 3, 2].into_iter().find(|n| board.size().cells().is_multiple_of(*n)).unwrap_or(1)
}

fn tracks(puzzle: &Puzzle) -> Rows {
    let board = &puzzle.board;
    let piece = |cell: usize| {
        let goes = Direction::ALL.map(|way| puzzle.clues.contains_key(&Place::Edge(board.edge(cell, way) as u16)));
        match goes {
            [true, true, false, false] => "│",
            [false, false, true, true] => "─",
            [true, false, false, true] => "└",
            [true, false, true, false] => "┘",
            [false, true, false, true] => "┌",
            [false, true, true, false] => "┐",
            _ => ".",
        }
        .to_string()
    };
    (0..board.rows()).map(|r| (0..board.cols()).map(|c| piece(board.cell(r, c))).collect()).collect()
}

/// Have all clues of the puzzle a form here? A piece of track may go on in a cell without one.
fn is_whole(name: &str, puzzle: &Puzzle) -> bool {
    let board = &puzzle.board;
    let ends = |cell: usize| {
        Direction::ALL
            .into_iter()
            .filter(|&way| puzzle.clues.contains_key(&Place::Edge(board.edge(cell, way) as u16)))
            .count()
    };
    name != "tracks"
        || board.cells().all(|cell| {
            ends(cell) % 2 == 0 || {
                // A half piece is told by its neighbour.
                Direction::ALL.into_iter().all(|way| {
                    !puzzle.clues.contains_key(&Place::Edge(board.edge(cell, way) as u16))
                        || board.neighbour(cell, way).is_some_and(|n| ends(n) == 2)
                })
            }
        })
}

/// Puzzles whose lines all have their numbers.
const MORE: &[(&str, &str)] =
    &[("tents", "4x4:bgd_,0,1,0,2,2,0,1,0"), ("kakurasu", "kakurasu/3/3/354261"), ("tracks", "3x3:5gA,1,1,3,3,1,1")];

#[test]
fn a_puzzle_is_the_same_in_each_form() {
    let mut table: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for genre in tesuji_pencil::genres::all() {
        let mut made = Vec::new();
        let size = if genre.name() == "starbattle" { "5x5" } else { small(genre) };
        for seed in [3, 4] {
            genre.generate(&request(size, seed), &mut |r| made.push(r)).expect("generated");
        }
        let more = MORE.iter().filter(|(name, _)| *name == genre.name());
        let more = more.map(|(_, id)| genre.parse(id).expect(id).puzzle.text);
        for record in made.into_iter().map(|record| record.puzzle).chain(more) {
            let puzzle = genre.typed(&record).expect("a puzzle");
            if !is_whole(genre.name(), &puzzle) {
                continue;
            }
            for (form, text) in forms(genre.name(), &puzzle) {
                match one(genre, &text) {
                    Ok(read) if read.puzzle.text == record => {
                        table.entry(genre.name()).or_default().push(form.to_string());
                    }
                    Ok(read) => {
                        wrong.push(format!("{} {form}: {} for {}\n{text}", genre.name(), read.puzzle.text, record))
                    }
                    Err(bad) => wrong.push(format!("{} {form}: {bad}\n{text}", genre.name())),
                }
            }
        }
        let forms = table.entry(genre.name()).or_default();
        forms.sort_unstable();
        forms.dedup();
        println!("{}: {}", genre.name(), forms.join(", "));
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(table.values().all(|forms| !forms.is_empty()), "{table:?}");
    assert_eq!(table.len(), tesuji_pencil::genres::all().len());
}

#[test]
fn what_is_no_form_is_told_by_those_that_are() {
    for genre in tesuji_pencil::genres::all() {
        for text in ["", "hello", "a b c\nd e", "once upon a time\nthere was a grid\n", "{\"x\": 1}", "[1, 2]", "12345"]
        {
            let Err(bad) = genre.parse(text) else { panic!("{} reads {text:?}", genre.name()) };
            assert!(
                bad.what.contains("forms of") && bad.what.contains("puzz.link"),
                "{} {text:?}: {bad}",
                genre.name()
            );
            assert!(!bad.what.contains("number of columns"), "{bad}");
        }
        let forms = genre.forms_read();
        assert!(!genre.has_states() || forms.contains("pzprv3"), "{forms}");
        println!("{}: {forms}", genre.name());
    }
}

#[test]
fn variant_rules_are_told_in_every_genre() {
    for genre in tesuji_pencil::genres::all() {
        let mut made = Vec::new();
        genre.generate(&request(small(genre), 3), &mut |r| made.push(r)).expect("generated");
        let (name, rest) = made[0].puzzle.split_once('/').expect("an address");
        let bad = genre.parse(&format!("https://puzz.link/p?{name}/v:/{rest}")).expect_err("variant rules");
        assert!(bad.what.contains("variant rules"), "{bad}");
    }
}

#[test]
fn damaged_texts_do_not_panic() {
    let mut rng = ChaCha8Rng::seed_from_u64(59);
    for genre in tesuji_pencil::genres::all() {
        let mut made = Vec::new();
        genre.generate(&request(small(genre), 5), &mut |r| made.push(r)).expect("generated");
        let puzzle = genre.typed(&made[0].puzzle).expect("a puzzle");
        let (mut read, mut all) = (0, 0);
        for (_, text) in forms(genre.name(), &puzzle) {
            for _ in 0..25 {
                let mut found = Vec::new();
                genre.read(damaged(&text, &mut rng).as_bytes(), &mut |one| found.push(one));
                read += found.iter().filter(|one| one.is_ok()).count();
                all += 1;
            }
        }
        println!("{}: {read} puzzles in {all} texts", genre.name());
    }
}
