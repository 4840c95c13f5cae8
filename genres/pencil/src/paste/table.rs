//! Tables of puzzles, a row a line: a heading names the columns, in any order; fields are divided
//! by commas, tabs, semicolons or uprights, and may stand in quotation marks.

use crate::{Sheet, notation};
use tesuji_genre::{Bad, CASE};

/// Names of the column with the puzzle.
pub(super) const PUZZLE: &[&str] = &[
    "puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board", "problem", "unsolved", "givens",
    "clue", "initial", "start", "task", "input",
];
/// Names of the column with the solution.
pub(super) const SOLUTION: &[&str] =
    &["solution", "solutions", "answer", "answers", "solved", "completed", "result", "output", "target"];
/// Names that fields of a record have, which a column's note can't have.
const TAKEN: &[&str] = &["id", "canon", "genre", "size", "puzzle", "state", "solution", "grade", "source"];

/// The fields of a line.
fn split(line: &str, separator: char) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(field) = fields.last_mut() else { break };
        match c {
            // Two quotation marks inside a quoted field are one.
            '"' if quoted && chars.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => quoted = !quoted,
            c if c == separator && !quoted => fields.push(String::new()),
            c => field.push(c),
        }
    }
    fields.iter().map(|field| field.trim().to_string()).collect()
}

/// The separator and the names of a heading, in small letters.
fn names(heading: &str) -> (char, Vec<String>) {
    let separator = ['\t', ',', ';', '|'].into_iter().find(|&c| heading.contains(c)).unwrap_or(',');
    (separator, split(&heading.to_lowercase(), separator))
}

fn column(names: &[String], known: &[&str]) -> Option<usize> {
    known.iter().find_map(|known| names.iter().position(|name| name == known))
}

/// Is the line a heading: words alone, one of which names the puzzle's column?
pub(crate) fn is_heading(line: &str) -> bool {
    let is_word = |c: char| {
        c.is_alphabetic() || matches!(c, ',' | '\t' | ';' | '|' | '"' | '_' | ' ' | '-' | '.' | '(' | ')' | '/')
    };
    if !line.starts_with(|c: char| c.is_alphabetic() || c == '"') || !line.chars().all(is_word) {
        return false;
    }
    let (_, names) = names(line);
    column(&names, PUZZLE).is_some() && names.iter().all(|name| !name.is_empty())
}

/// Reads a row; one that has another number of fields than the heading is read as a line by itself.
pub(crate) fn parse_row(heading: &str, row: &str) -> Result<Sheet, Bad> {
    let (separator, names) = names(heading);
    let fields = split(row, separator);
    let Some(puzzle) = column(&names, PUZZLE).filter(|_| fields.len() == names.len()) else { return super::parse(row) };
    let in_column = |bad: Bad| {
        let at = bad.at.map_or_else(|| names[puzzle].clone(), |at| format!("{}, {at}", names[puzzle]));
        Bad { at: Some(at), column: None, ..bad }
    };
    let mut sheet = super::parse(&fields[puzzle]).map_err(in_column)?;
    let solution = column(&names, SOLUTION);
    // Whether a full grid is the solution is for a check to tell; what is none stays a note.
    let solution = solution.filter(|&i| notation::note_solution(&mut sheet, &fields[i]));
    for (i, (name, field)) in names.iter().zip(&fields).enumerate() {
        if i == puzzle || Some(i) == solution || field.is_empty() {
            continue;
        }
        let name = match name.as_str() {
            "id" => CASE.to_string(),
            taken if TAKEN.contains(&taken) => format!("{taken}_column"),
            name => name.to_string(),
        };
        let value = match (field.parse::<u64>(), notation::rating(field)) {
            (Ok(number), _) if number.to_string() == *field => number.into(),
            (_, Some(number)) if field.contains('.') => number.into(),
            _ => serde_json::Value::from(field.as_str()),
        };
        sheet.notes.entry(name).or_insert(value);
    }
    Ok(sheet)
}
