//! A grid as it stands in a text: rows, in each way that they may be cut into tokens.

use super::data::Data;
use super::{frame, has_empty_sign, ragged};
use tesuji_genre::Bad;

/// Rows of tokens.
pub(crate) type Cut = Vec<Vec<String>>;

/// Some lines that belong together, or a list of rows.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The line that it begins on, from 1.
    pub(crate) line: u64,
    /// The ways to cut it, the likeliest first.
    pub(crate) cuts: Vec<Cut>,
}

/// Characters that part the fields of a row.
const SEPARATORS: [char; 4] = ['\t', ',', ';', '|'];

impl Block {
    /// The block of these rows of text.
    pub(crate) fn of_lines(line: u64, lines: &[&str]) -> Block {
        Block { line, cuts: cuts(lines) }
    }

    /// The block of a list: of rows of values, or of texts.
    pub(crate) fn of_data(data: &Data, line: u64) -> Option<Block> {
        let rows = data.list().filter(|rows| !rows.is_empty())?;
        let texts: Option<Vec<&str>> =
            rows.iter().map(|row| if let Data::Text(text) = row { Some(text.as_str()) } else { None }).collect();
        if let Some(texts) = texts {
            let is_wide = texts.iter().any(|text| text.chars().count() > 1);
            // Texts of programs may end with the end of the line.
            let rows: Vec<&str> = texts.iter().map(|text| text.trim_end_matches(['\n', '\r'])).collect();
            return is_wide.then(|| Block::of_lines(line, &rows));
        }
        let cut: Option<Cut> = rows.iter().map(|row| row.list()?.iter().map(token).collect()).collect();
        Some(Block { line, cuts: vec![cut?] })
    }

    /// May blanks be cells of it?
    pub(crate) fn has_blanks(&self) -> bool {
        self.cuts.iter().flatten().flatten().any(|token| token == " ")
    }

    /// The puzzles that `read` finds in the block, cut in the one way that can be read.
    ///
    /// # Errors
    /// That of the likeliest way, where none can be read; both readings, where there are two.
    pub(crate) fn read<T: PartialEq>(
        &self,
        words: &dyn Fn(&T) -> String,
        read: &dyn Fn(&Cut) -> Result<T, Bad>,
    ) -> Result<T, Bad> {
        let mut found: Vec<T> = Vec::new();
        let mut wrong: Option<(bool, Bad)> = None;
        for cut in self.cuts.iter().filter(|cut| !cut.is_empty()) {
            match read(cut) {
                Ok(one) if found.contains(&one) => {}
                Ok(one) => found.push(one),
                Err(bad) => {
                    // A fault in a rectangle says more than that rows differ in length.
                    let wide = cut.first().map_or(0, Vec::len);
                    let is_even = wide > 1 && cut.iter().all(|row| row.len() == wide);
                    if is_even && bad.what.starts_with("ambiguous") {
                        return Err(bad.line(self.line));
                    }
                    if wrong.as_ref().is_none_or(|(was_even, _)| is_even && !was_even) {
                        wrong = Some((is_even, bad));
                    }
                }
            }
        }
        if let [first, second, ..] = &found[..] {
            let readings = format!("ambiguous: {}, or {}", words(first), words(second));
            return Err(Bad::new(format!("{readings}; write the cells with commas between them")).line(self.line));
        }
        let none = || wrong.map_or_else(|| Bad::new("no rows"), |(_, bad)| bad);
        found.pop().ok_or_else(|| none().line(self.line))
    }
}

/// A value as one token; the values of a list in it with commas.
fn token(data: &Data) -> Option<String> {
    match data {
        Data::Word(text) | Data::Text(text) => Some(text.trim().to_string()),
        Data::List(list) => {
            let words: Option<Vec<&str>> = list.iter().map(Data::text).collect();
            Some(words?.join(","))
        }
        Data::Map(_) => None,
    }
}

/// All cuts of the rows.
fn cuts(lines: &[&str]) -> Vec<Cut> {
    let bare = frame::bare(lines);
    if bare.is_table {
        return bare.table.into_iter().collect();
    }
    if bare.table.is_some() || bare.exact.is_some() {
        let mut cuts: Vec<Cut> = bare.table.into_iter().collect();
        by_blanks(&bare.parted, bare.exact.as_deref()).into_iter().for_each(|cut| push_new(&mut cuts, cut));
        return cuts;
    }
    let rows: Vec<&str> = bare.parted.iter().map(String::as_str).collect();
    if let Some(cuts) = SEPARATORS.into_iter().find_map(|separator| fields(&rows, separator)) {
        return cuts;
    }
    match SEPARATORS.into_iter().find(|&c| !rows.is_empty() && rows.iter().all(|row| row.contains(c))) {
        Some(c) => groups_and_symbols(&rows.iter().map(|row| row.replace(c, " ")).collect::<Vec<_>>()),
        None => by_blanks(&bare.parted, Some(&bare.parted)),
    }
}

fn push_new(cuts: &mut Vec<Cut>, cut: Cut) {
    if !cuts.contains(&cut) {
        cuts.push(cut);
    }
}

/// The fields of each row. A tab ends no row; another separator at the end of all rows is asked
/// about where other cells are empty.
fn fields(rows: &[&str], separator: char) -> Option<Vec<Cut>> {
    let is_tab = separator == '\t';
    let has_it = |row: &&str| row.contains(separator);
    let is_parted = if is_tab { rows.iter().any(has_it) } else { !rows.is_empty() && rows.iter().all(has_it) };
    // One tab before each row moves it to the right.
    let is_moved = is_tab && rows.iter().all(|row| row.starts_with('\t') && !row[1..].contains('\t'));
    if !is_parted || is_moved {
        return None;
    }
    let field = |field: &str| field.trim().trim_matches(['"', '\'']).to_string();
    let is_framed = separator == '|' && rows.iter().all(|row| row.trim_start().starts_with('|'));
    let row = |row: &&str| -> Vec<String> {
        let row = row.trim_matches([' ', '\r']);
        let row = if is_framed { row.strip_prefix('|').unwrap_or(row) } else { row };
        row.split(separator).map(field).collect()
    };
    let cut: Cut = rows.iter().map(row).collect();
    if cut.iter().flatten().any(|field| field.contains(char::is_whitespace)) {
        return None;
    }
    if is_tab {
        return Some(filled(&cut, ""));
    }
    if !cut.iter().all(|row| row.last().is_some_and(String::is_empty)) {
        return Some(vec![cut]);
    }
    let ended: Cut = cut.iter().map(|row| row[..row.len() - 1].to_vec()).collect();
    let has_empty = ended.iter().flatten().any(String::is_empty);
    Some(if has_empty { vec![cut, ended] } else { vec![ended] })
}

/// Rows that all have the length of the longest. Where this is no square, a row or a column may
/// have been lost with blanks that were cut: then the square is a second reading.
fn filled(cut: &Cut, nothing: &str) -> Vec<Cut> {
    let wide = cut.iter().map(Vec::len).max().unwrap_or(0);
    let to = |rows: usize, cols: usize| {
        let mut cut = cut.clone();
        cut.resize(rows, Vec::new());
        cut.iter_mut().for_each(|row| row.resize(cols, nothing.to_string()));
        cut
    };
    let side = wide.max(cut.len());
    let is_even = cut.iter().all(|row| row.len() == wide);
    if is_even || wide == cut.len() { vec![to(cut.len(), wide)] } else { vec![to(cut.len(), wide), to(side, side)] }
}

/// Cuts into groups of characters with blanks between them, and into characters.
fn groups_and_symbols(rows: &[String]) -> Vec<Cut> {
    let groups: Cut = rows.iter().map(|row| row.split_whitespace().map(str::to_string).collect()).collect();
    let is_symbol = |c: &char| !c.is_whitespace();
    let symbols: Cut = rows.iter().map(|row| row.chars().filter(is_symbol).map(String::from).collect()).collect();
    let mut cuts = Vec::new();
    if groups.iter().any(|row| row.len() > 1) || rows.iter().all(|row| row.trim().chars().count() == 1) {
        cuts.push(groups);
    }
    push_new(&mut cuts, symbols);
    cuts
}

/// Do blanks part cells, none of which is a blank? So it is where each place has a group, with one
/// blank between two places, the groups of a place in one line at their left or right ends; and
/// where all rows have as many groups, three or more, with one blank between two and none before.
pub(super) fn is_grouped<S: AsRef<str>>(rows: &[S]) -> bool {
    let count = |row: &S| row.as_ref().split_whitespace().count();
    let is_single = |row: &S| row.as_ref().trim_end().split(char::is_whitespace).all(|group| !group.is_empty());
    let groups = rows.first().map_or(0, count);
    if groups > 2 && rows.iter().all(|row| count(row) == groups && is_single(row)) {
        return true;
    }
    let wide = rows.iter().map(|row| row.as_ref().chars().count()).max().unwrap_or(0);
    let mut is_blank = vec![true; wide];
    for row in rows {
        row.as_ref().chars().enumerate().for_each(|(i, c)| is_blank[i] &= c.is_whitespace());
    }
    let first = is_blank.iter().position(|blank| !blank).unwrap_or(wide);
    let last = is_blank.iter().rposition(|blank| !blank).unwrap_or(0);
    let is_single = (first..last).all(|i| !is_blank[i] || !is_blank[i + 1]);
    let places = 1 + (first..last).filter(|&i| is_blank[i]).count();
    is_single && rows.iter().all(|row| row.as_ref().split_whitespace().count() == places) && are_in_line(rows)
}

/// Do the groups of each place begin in one column, or end in one?
fn are_in_line<S: AsRef<str>>(rows: &[S]) -> bool {
    let spans = |row: &S| {
        let mut spans: Vec<(usize, usize)> = Vec::new();
        let mut last = None;
        for (i, _) in row.as_ref().chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
            match spans.last_mut() {
                Some(span) if last == Some(i - 1) => span.1 = i,
                _ => spans.push((i, i)),
            }
            last = Some(i);
        }
        spans
    };
    let all: Vec<Vec<(usize, usize)>> = rows.iter().map(spans).collect();
    let Some(first) = all.first() else { return true };
    (0..first.len()).all(|place| {
        let alike = |end: fn(&(usize, usize)) -> usize| {
            all.iter().all(|row| row.get(place).is_some_and(|span| end(span) == end(&first[place])))
        };
        alike(|span| span.0) || alike(|span| span.1)
    })
}

/// The cuts of rows without separators: blanks part cells where empty cells have a sign, and where
/// each place has one; else they may be empty cells.
fn by_blanks(parted: &[String], exact: Option<&[String]>) -> Vec<Cut> {
    let has_blanks = parted.iter().any(|row| row.is_empty() || row.contains(char::is_whitespace));
    let mut cuts = groups_and_symbols(parted);
    if !has_blanks || has_empty_sign(parted) || is_grouped(parted) {
        return cuts;
    }
    exact.into_iter().flat_map(characters).for_each(|cut| push_new(&mut cuts, cut));
    cuts
}

/// The cuts in which each character is a cell.
fn characters(rows: &[String]) -> Vec<Cut> {
    let row = |row: &String| row.trim_end_matches('\r').chars().map(String::from).collect::<Vec<_>>();
    let whole: Cut = rows.iter().map(row).collect();
    let wide = whole.iter().map(Vec::len).max().unwrap_or(0);
    let is_even = whole.iter().all(|row| row.len() == wide);
    let mut cuts = if is_even {
        vec![whole.clone()]
    } else {
        let cut = |row: &String| row.chars().take(ragged::width(row, false)).map(String::from).collect();
        filled(&rows.iter().map(cut).collect(), " ")
    };
    let is_nothing = |column: usize| whole.iter().all(|row| row.get(column).is_none_or(|t| t.trim().is_empty()));
    // Rows that were moved to the right, or filled to one length, where that makes a square.
    if is_even && wide > whole.len() {
        let extra = wide - whole.len();
        if (0..extra).all(is_nothing) {
            cuts.push(whole.iter().map(|row| row[extra..].to_vec()).collect());
        }
        if (whole.len()..wide).all(is_nothing) {
            cuts.push(whole.iter().map(|row| row[..whole.len()].to_vec()).collect());
        }
    }
    // A blank behind each cell.
    if wide > 2 && (1..wide).step_by(2).all(is_nothing) {
        let halved: Cut = cuts[0].iter().map(|row| row.iter().step_by(2).cloned().collect()).collect();
        push_new(&mut cuts, halved);
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::Block;

    fn cuts(lines: &[&str]) -> Vec<Vec<String>> {
        Block::of_lines(1, lines).cuts.iter().map(|cut| cut.iter().map(|row| row.join("/")).collect()).collect()
    }

    #[test]
    fn rows_are_cut_in_each_way() {
        assert_eq!(cuts(&["1..", ".2."])[0], ["1/./.", "./2/."]);
        assert_eq!(cuts(&["11 2", "3 12"])[0], ["11/2", "3/12"]);
        assert_eq!(cuts(&["1,,3", ",2,"]), [["1//3", "/2/"]]);
        assert_eq!(cuts(&["| 1 |   | 3 |", "|---|---|---|", "|   | 2 |   |"]), [["1//3", "/2/"]]);
        assert_eq!(cuts(&["- 1", "- -"])[0], ["-/1", "-/-"]);
        assert_eq!(cuts(&["1  3", " 2  "]).last(), Some(&["1/ / /3", " /2/ / "].map(String::from).to_vec()));
        assert_eq!(cuts(&["1 12 3", "10 2 3"])[0], ["1/12/3", "10/2/3"]);
    }

    #[test]
    fn both_widths_are_cuts_where_a_separator_ends_each_row() {
        assert_eq!(cuts(&["1,,", ",2,"]), [["1//", "/2/"], ["1/", "/2"]]);
        assert_eq!(cuts(&["1,2,", "0,2,"]), [["1/2", "0/2"]]);
        assert_eq!(cuts(&["1\t\t", "\t2\t"]), [["1//", "/2/"]]);
    }

    #[test]
    fn blanks_that_were_cut_are_filled_to_a_square_alone() {
        let square = ["1/ / ", " / /3", " /2/ "].map(String::from).to_vec();
        assert_eq!(cuts(&["1", "  3", " 2"]).last(), Some(&square));
        let rows: Vec<usize> = cuts(&["1", "  3"]).iter().map(Vec::len).collect();
        assert!(rows.contains(&2) && rows.contains(&3), "{rows:?}");
    }
}
