//! Frames around rows and between cells: rules of dashes and uprights. What stands inside of a
//! frame keeps its blanks.

use super::block::Cut;

/// Signs that stand between cells or around rows.
const UPRIGHTS: [char; 5] = ['|', '│', '┃', '║', '¦'];

/// Rows without the frame around them.
pub(crate) struct Bare {
    /// The rows with a blank in place of each upright between cells.
    pub(crate) parted: Vec<String>,
    /// The rows without their uprights, all of one length, where each row has them in the same places.
    pub(crate) exact: Option<Vec<String>>,
    /// What stands between uprights, where these part cells.
    pub(crate) table: Option<Cut>,
    /// Can what stands between uprights only be one cell?
    pub(crate) is_table: bool,
}

/// Takes the frame from the rows.
pub(crate) fn bare(lines: &[&str]) -> Bare {
    let body: Vec<&str> = lines.iter().copied().filter(|line| !is_rule(line, lines)).collect();
    let is_ruled = body.len() < lines.len();
    let body = if has_empty_heading(lines) { &body[1..] } else { &body[..] };
    let is_upright = |c: char| c == '|' || (is_ruled && UPRIGHTS.contains(&c));
    let is_framed = |row: &&str| {
        let row = row.trim();
        row.chars().count() > 1 && row.starts_with(is_upright) && row.ends_with(is_upright)
    };
    if body.is_empty() || !body.iter().all(is_framed) {
        let parted = body.iter().map(ToString::to_string).collect();
        return Bare { parted, exact: None, table: None, is_table: false };
    }
    let rows: Vec<Vec<char>> = body.iter().map(|row| row.trim().chars().collect()).collect();
    let wide = rows[0].len();
    let is_even = rows.iter().all(|row| row.len() == wide);
    let is_bar = |column: usize| rows.iter().all(|row| is_upright(row[column]));
    let bars: Vec<bool> = if is_even { (0..wide).map(is_bar).collect() } else { Vec::new() };
    let is_straight =
        is_even && rows.iter().all(|row| row.iter().zip(&bars).all(|(&c, &is_bar)| is_bar || !is_upright(c)));
    let inner = |row: &Vec<char>| row[1..row.len() - 1].iter().collect::<String>();
    let cells = |row: &Vec<char>| row.iter().zip(&bars).filter(|(_, bar)| !**bar).map(|(c, _)| *c).collect();
    let has_inner = rows.iter().any(|row| row[1..row.len() - 1].iter().any(|&c| is_upright(c)));
    let fields: Vec<Vec<String>> =
        rows.iter().map(|row| inner(row).split(is_upright).map(str::to_string).collect()).collect();
    let all = || fields.iter().flatten();
    let is_wide = |field: &String| field.trim().contains(char::is_whitespace);
    // A single sign stands in the middle of its cell, a longer token has a blank at one of its ends.
    let is_padded = |field: &String| {
        let (before, behind) = (field.starts_with(char::is_whitespace), field.ends_with(char::is_whitespace));
        let is_long = field.trim().chars().count() > 1;
        field.chars().count() < 2 || (before && behind) || (is_long && (before || behind))
    };
    let table = (has_inner && !all().any(is_wide)).then(|| fields.iter().map(|row| trimmed(row)).collect());
    Bare {
        parted: rows.iter().map(|row| inner(row).replace(is_upright, " ")).collect(),
        exact: is_straight.then(|| rows.iter().map(cells).collect()),
        is_table: table.is_some() && (!is_straight || all().all(is_padded)),
        table,
    }
}

fn trimmed(row: &[String]) -> Vec<String> {
    row.iter().map(|field| field.trim().trim_matches(['"', '\'']).to_string()).collect()
}

/// Is the first line the heading of a Markdown table without a word in it?
fn has_empty_heading(lines: &[&str]) -> bool {
    let [first, second, ..] = lines else { return false };
    let is_of = |line: &str, signs: &str| line.trim().starts_with('|') && line.chars().all(|c| signs.contains(c));
    is_of(first, "| \t") && is_of(second, "|-: \t") && second.contains('-')
}

/// Is the line a rule of a frame? A line of dashes is a row where other rows of that length have
/// dashes for their empty cells.
fn is_rule(line: &str, all: &[&str]) -> bool {
    let is_box = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
    let is_part = |c: char| c.is_whitespace() || "+-=|:".contains(c) || is_box(c);
    let is_line = |c: char| "+-=:".contains(c) || (is_box(c) && !UPRIGHTS.contains(&c));
    if !line.chars().all(is_part) || line.trim().is_empty() {
        return false;
    }
    if !line.contains(is_line) {
        // Uprights alone are a row of blanks between uprights.
        let line = line.trim();
        return !(line.starts_with(UPRIGHTS) && line.ends_with(UPRIGHTS) && line.chars().count() > 1);
    }
    let count = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
    let is_row = |other: &&str| other.contains('-') && !other.chars().all(is_part) && count(other) == count(line);
    let dashes_alone = line.chars().all(|c| c.is_whitespace() || c == '-' || UPRIGHTS.contains(&c));
    !(dashes_alone && all.iter().any(is_row))
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn a_frame_keeps_its_blanks() {
        let rows = bare(&["+---+", "|3  |", "|   |", "|  1|", "+---+"]);
        assert_eq!(rows.exact, Some(["3  ", "   ", "  1"].map(String::from).to_vec()));
        assert!(rows.table.is_none());
        let rows = bare(&["┌──┐", "│ 3│", "│  │", "└──┘"]);
        assert_eq!(rows.exact, Some([" 3", "  "].map(String::from).to_vec()));
        let rows = bare(&["+--+--+", "|3 | 1|", "+--+--+", "|  |  |", "+--+--+"]);
        assert_eq!(rows.exact, Some(["3  1", "    "].map(String::from).to_vec()));
        assert!(!rows.is_table);
    }

    #[test]
    fn cells_between_uprights_are_a_table() {
        let rows = bare(&["|   |   |", "|---|---|", "| 1 |   |", "|   | 2 |"]);
        assert_eq!(rows.table, Some(vec![vec!["1".to_string(), String::new()], vec![String::new(), "2".to_string()]]));
        assert!(rows.is_table);
    }
}
