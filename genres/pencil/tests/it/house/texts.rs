//! A text is one board: the puzzles of the corpus in each form in which people write grids are read
//! as the same board, or refused; never as another one.

use super::pasted::{Rows, cells, corners, json};
use super::unsolved::corpus;
use std::collections::BTreeMap;
use tesuji_genre::Genre;
use tesuji_pencil::house::HouseGenre;

/// Genres whose puzzles are one grid of signs.
const GENRES: &[&str] = &[
    "akari",
    "binairo",
    "cave",
    "creek",
    "fillomino",
    "gokigen",
    "hashi",
    "hitori",
    "kurodoko",
    "kurotto",
    "masyu",
    "mines",
    "numberlink",
    "nurikabe",
    "nurimisaki",
    "shakashaka",
    "shikaku",
    "slitherlink",
    "tapa",
    "unruly",
    "yajilin",
    "yinyang",
];

/// A form of a grid; `None` where the grid has none.
type Form = fn(&Rows) -> Option<String>;

const FORMS: &[(&str, Form)] = &[
    ("dots", |rows| characters(rows, '.').map(|rows| lines(&rows))),
    ("blanks", |rows| characters(rows, ' ').map(|rows| lines(&rows))),
    ("blanks cut", |rows| {
        characters(rows, ' ').map(|rows| rows.iter().map(|row| row.trim_end().to_string() + "\n").collect())
    }),
    ("framed", |rows| {
        let rows = characters(rows, ' ')?;
        let rule = format!("+{}+\n", "-".repeat(rows[0].chars().count()));
        Some(rule.clone() + &rows.iter().map(|row| format!("|{row}|\n")).collect::<String>() + &rule)
    }),
    ("framed with lines", |rows| {
        let rows = characters(rows, ' ')?;
        let rule = "─".repeat(rows[0].chars().count());
        let inner: String = rows.iter().map(|row| format!("│{row}│\n")).collect();
        Some(format!("┌{rule}┐\n{inner}└{rule}┘\n"))
    }),
    ("tabs", |rows| Some(joined(rows, "\t", ""))),
    ("CSV", |rows| Some(joined(rows, ",", ""))),
    ("texts of C", |rows| {
        let rows = characters(rows, ' ')?;
        Some(format!("{{\n{}}};\n", rows.iter().map(|row| format!("\"{row}\",\n")).collect::<String>()))
    }),
    ("texts of C with line ends", |rows| {
        let rows = characters(rows, ' ')?;
        Some(format!("char *grid =\n{};\n", rows.iter().map(|row| format!("  \"{row}\\n\"\n")).collect::<String>()))
    }),
    ("rows in quotation marks", |rows| Some(characters(rows, ' ')?.iter().map(|row| format!("\"{row}\"\n")).collect())),
    ("one text with line ends", |rows| Some(format!("grid = \"{}\"\n", characters(rows, ' ')?.join("\\n")))),
    ("a text of several lines", |rows| Some(format!("grid = '''\n{}'''\n", lines(&characters(rows, ' ')?)))),
    ("a list of texts", |rows| Some(format!("rows = {:?}\n", characters(rows, ' ')?))),
    ("a framed table", |rows| {
        let rule = format!("+{}\n", "---+".repeat(rows[0].len()));
        let row = |row: &Vec<String>| row.iter().map(|t| format!("|{:^3}", blank(t, ' '))).collect::<String>() + "|\n";
        Some(rule.clone() + &rows.iter().map(|r| row(r) + &rule).collect::<String>())
    }),
    ("0", |rows| Some(joined(rows, " ", "0"))),
    ("-1", |rows| Some(joined(rows, " ", "-1"))),
];

fn blank(token: &str, nothing: char) -> String {
    if token == "." { nothing.to_string() } else { token.to_string() }
}

/// The rows with a character a cell.
fn characters(rows: &Rows, nothing: char) -> Option<Vec<String>> {
    let is_single = rows.iter().flatten().all(|token| token.chars().count() == 1);
    is_single.then(|| rows.iter().map(|row| row.iter().map(|token| blank(token, nothing)).collect()).collect())
}

fn lines(rows: &[String]) -> String {
    rows.iter().map(|row| row.clone() + "\n").collect()
}

fn joined(rows: &Rows, by: &str, nothing: &str) -> String {
    let token = |token: &String| if token == "." { nothing.to_string() } else { token.clone() };
    rows.iter().map(|row| row.iter().map(token).collect::<Vec<_>>().join(by) + "\n").collect()
}

/// The puzzles of a document, or what is wrong with it.
fn read(genre: &dyn Genre, doc: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    genre.read(doc.as_bytes(), &mut |one| found.push(one));
    found.into_iter().map(|one| one.map(|parsed| parsed.puzzle.text).map_err(|bad| bad.to_string())).collect()
}

/// The grid of a puzzle.
fn grid(genre: &dyn HouseGenre, puzzle: &str) -> Rows {
    let puzzle = genre.typed(puzzle).expect("a puzzle");
    match genre.name() {
        "creek" | "gokigen" => corners(&puzzle),
        _ => cells(&puzzle, "#"),
    }
}

fn genre(name: &str) -> &'static dyn HouseGenre {
    tesuji_pencil::genres::all().iter().copied().find(|genre| genre.name() == name).expect("a genre")
}

/// Reads the grid in each form; the forms with what came: the board, a refusal, or another board.
fn outcomes(genre: &dyn Genre, rows: &Rows, wanted: &str) -> Vec<(&'static str, Result<bool, String>)> {
    let one = |&(name, form): &(&'static str, Form)| {
        let text = form(rows)?;
        let outcome = match read(genre, &text) {
            Err(_) => Ok(false),
            Ok(found) if found == [wanted] => Ok(true),
            Ok(found) => Err(format!("{} {name}: {found:?} for {wanted}\n{text}", genre.name())),
        };
        Some((name, outcome))
    };
    FORMS.iter().filter_map(one).collect()
}

#[test]
fn a_grid_is_read_as_it_stands_or_refused_in_every_form() {
    let mut table: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for genre in GENRES.iter().map(|name| genre(name)) {
        for record in corpus(genre.name()) {
            for (form, outcome) in outcomes(genre, &grid(genre, &record.puzzle), &record.puzzle) {
                let (read, all) = table.entry(form).or_default();
                *all += 1;
                match outcome {
                    Ok(is_read) => *read += usize::from(is_read),
                    Err(other) => wrong.push(other),
                }
            }
        }
    }
    table.iter().for_each(|(form, (read, all))| println!("{form}: {read} of {all}"));
    assert!(wrong.is_empty(), "{} read as another board\n{}", wrong.len(), wrong.join("\n"));
    let (read, all) = table.values().fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
    println!("{read} of {all}");
    assert!(10 * read >= 9 * all, "{read} of {all}");
}

/// A sudoku is read by the same reader: a square of nine is never anything else.
#[test]
fn a_sudoku_is_read_in_every_form() {
    for record in corpus("sudoku").into_iter().chain(corpus("sudoku-tiers")).take(60) {
        let cells: Vec<String> = record.puzzle.chars().map(String::from).collect();
        let rows: Rows = cells.chunks(9).map(<[String]>::to_vec).collect();
        let is_cut = rows[8].iter().all(|t| t == ".") || rows.iter().all(|row| row[8] == ".");
        for (form, outcome) in outcomes(&tesuji_pencil::SUDOKU, &rows, &record.puzzle) {
            // Texts with blanks in a list on one line are refused.
            let is_list = form == "a list of texts";
            assert!(
                outcome == Ok(true) || (outcome == Ok(false) && (is_list || (form == "blanks cut" && is_cut))),
                "{form} of {}: {outcome:?}",
                record.puzzle
            );
        }
    }
}

/// Boards that are no squares: a list in JSON says what the board is. Where blanks at the ends of
/// rows are cut, nothing in the text tells a square from a rectangle with a blank last line.
#[test]
fn a_rectangle_is_no_other_board() {
    let mut wrong = Vec::new();
    let (mut all, mut kept) = (0, 0);
    for genre in GENRES.iter().map(|name| genre(name)) {
        for record in corpus(genre.name()).iter().take(8) {
            let whole = grid(genre, &record.puzzle);
            for (high, wide) in [(whole.len() - 1, whole[0].len()), (whole.len(), whole[0].len() - 2)] {
                let rows: Rows = whole[..high].iter().map(|row| row[..wide].to_vec()).collect();
                let Ok(wanted) = read(genre, &json(&rows)) else { continue };
                for (form, outcome) in outcomes(genre, &rows, &wanted[0]).into_iter().filter(|o| o.0 != "blanks cut") {
                    all += 1;
                    match outcome {
                        Ok(is_read) => kept += usize::from(is_read),
                        Err(other) => wrong.push(format!("{form} {other}")),
                    }
                }
            }
        }
    }
    println!("{kept} of {all}");
    assert!(all > 1000 && 5 * kept >= 4 * all, "{kept} of {all}");
    assert!(wrong.is_empty(), "{} read as another board\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn two_puzzles_are_parted_by_a_line_without_any_character() {
    for genre in GENRES.iter().map(|name| genre(name)) {
        let puzzles: Vec<String> = corpus(genre.name()).into_iter().take(2).map(|record| record.puzzle).collect();
        for (form, blank) in [("dots", '.'), ("blanks", ' ')] {
            let both = puzzles.iter().map(|puzzle| characters(&grid(genre, puzzle), blank).map(|rows| lines(&rows)));
            let Some(both) = both.collect::<Option<Vec<_>>>() else { continue };
            let found = read(genre, &both.join("\n"));
            assert_eq!(found.as_deref(), Ok(&puzzles[..]), "{} {form}", genre.name());
        }
    }
}
