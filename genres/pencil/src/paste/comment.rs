//! Comments: whole lines, and what follows a puzzle on its line.

/// Words that, alone or with a number, are the title of a puzzle (`Grid 01`).
const TITLES: &[&str] = &["grid", "puzzle", "sudoku", "board", "problem", "game", "killer", "jigsaw"];

/// Does the line, trimmed, say nothing of a puzzle's cells?
pub(crate) fn is_comment(line: &str) -> bool {
    ["#", "//", ";", "%", "```"].iter().any(|mark| line.starts_with(mark)) || is_title(line)
}

fn is_title(line: &str) -> bool {
    // Most lines are long, and no title.
    if line.len() > 30 || !line.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let words = line.trim_end_matches([':', '.']).to_ascii_lowercase();
    let mut words = words.split_whitespace();
    let is_number = |word: &str| word.trim_start_matches('#').bytes().all(|b| b.is_ascii_digit());
    words.next().is_some_and(|first| TITLES.contains(&first)) && words.all(is_number)
}

/// The line without a comment at its end, and the comment.
pub(super) fn split(line: &str) -> (&str, Option<&str>) {
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        let rest = &line[at..];
        let begins = match c {
            '#' => true,
            // Not the slashes of an address.
            '/' => rest.starts_with("//") && before != ':',
            ';' | '%' => before.is_whitespace(),
            _ => false,
        };
        if begins && at > 0 {
            let remark = rest.trim_start_matches(['#', '/', ';', '%']).trim();
            return (line[..at].trim_end(), Some(remark).filter(|r| !r.is_empty()));
        }
        before = c;
    }
    (line, None)
}
