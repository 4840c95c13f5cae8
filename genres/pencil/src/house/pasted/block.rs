//! A grid as it stands in a text: rows, in each way that they may be cut into tokens.

use crate::text::data::Data;
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
    /// A character a cell, blanks among them: where it can't be read otherwise.
    pub(crate) spaced: Option<Cut>,
}

/// Characters that part the fields of a row.
const SEPARATORS: [char; 4] = ['\t', ',', ';', '|'];

impl Block {
    /// The block of these rows of text.
    pub(crate) fn of_lines(line: u64, lines: &[&str]) -> Block {
        let rows: Vec<&str> = lines.iter().copied().filter(|row| !is_frame(row, lines)).collect();
        let separator = SEPARATORS.into_iter().find(|&c| !rows.is_empty() && rows.iter().all(|row| row.contains(c)));
        if let Some(separator) = separator {
            let fields = fields(&rows, separator);
            if !fields.iter().flatten().any(|field| field.contains(char::is_whitespace)) {
                return Block { line, cuts: vec![fields], spaced: None };
            }
        }
        let plain: Vec<String> = match separator {
            None => rows.iter().map(ToString::to_string).collect(),
            Some(c) => rows.iter().map(|row| row.replace(c, " ")).collect(),
        };
        let groups: Cut = plain.iter().map(|row| row.split_whitespace().map(str::to_string).collect()).collect();
        let is_symbol = |c: &char| !c.is_whitespace();
        let symbols: Cut = plain.iter().map(|row| row.chars().filter(is_symbol).map(String::from).collect()).collect();
        let mut cuts = Vec::new();
        if groups.iter().any(|row| row.len() > 1) || plain.iter().all(|row| row.trim().chars().count() == 1) {
            cuts.push(groups);
        }
        if !cuts.contains(&symbols) {
            cuts.push(symbols);
        }
        // Where every second character is a blank, blanks stand between cells and for none.
        let is_parted = plain.iter().all(|row| row.trim_end().chars().skip(1).step_by(2).all(char::is_whitespace));
        let spaced = spaced(&plain);
        let spaced = (!is_parted && !cuts.contains(&spaced)).then_some(spaced);
        Block { line, cuts, spaced }
    }

    /// The block of a list: of rows of values, or of texts.
    pub(crate) fn of_data(data: &Data, line: u64) -> Option<Block> {
        let rows = data.list().filter(|rows| !rows.is_empty())?;
        let texts: Option<Vec<&str>> =
            rows.iter().map(|row| if let Data::Text(text) = row { Some(text.as_str()) } else { None }).collect();
        if let Some(texts) = texts {
            return texts.iter().any(|text| text.chars().count() > 1).then(|| Block::of_lines(line, &texts));
        }
        let cut: Option<Cut> = rows.iter().map(|row| row.list()?.iter().map(token).collect()).collect();
        Some(Block { line, cuts: vec![cut?], spaced: None })
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
                    if wrong.as_ref().is_none_or(|(was_even, _)| is_even && !was_even) {
                        wrong = Some((is_even, bad));
                    }
                }
            }
        }
        // Blanks are cells only where nothing else can be read.
        if found.is_empty() {
            found.extend(self.spaced.iter().filter(|cut| !cut.is_empty()).find_map(|cut| read(cut).ok()));
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

/// The fields of each row; a separator at both ends of all rows, or behind all of them, is none.
fn fields(rows: &[&str], separator: char) -> Cut {
    let starts = rows.iter().all(|row| row.trim_start().starts_with(separator));
    let ends = rows.iter().all(|row| row.trim_end().ends_with(separator));
    let is_framed = separator == '|' && starts;
    let field = |row: &&str| {
        let mut row = row.trim_matches([' ', '\r']);
        if is_framed {
            row = row.trim_start();
            row = row.strip_prefix(separator).unwrap_or(row);
        }
        if ends && (is_framed || separator != '|') {
            row = row.strip_suffix(separator).unwrap_or(row);
        }
        row.split(separator).map(|field| field.trim().trim_matches(['"', '\'']).to_string()).collect()
    };
    rows.iter().map(field).collect()
}

/// A character a token, blanks among them; all rows as long as the longest.
fn spaced(rows: &[String]) -> Cut {
    let ends = |row: &str| row.trim_end().chars().count();
    let wide = rows.iter().map(|row| ends(row)).max().unwrap_or(0);
    let row = |row: &String| {
        let mut tokens: Vec<String> = row.trim_end().chars().map(String::from).collect();
        tokens.resize(wide, " ".to_string());
        tokens
    };
    rows.iter().map(row).collect()
}

/// Is the line a part of a frame and no row? A line of dashes alone is a row where other rows of
/// that length have dashes.
fn is_frame(line: &str, all: &[&str]) -> bool {
    let is_part = |c: char| c.is_whitespace() || "+-=|:".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    if line.trim().is_empty() {
        return true;
    }
    if !line.chars().all(is_part) {
        return false;
    }
    let count = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
    let is_row = |other: &&str| other.contains('-') && !other.chars().all(is_part) && count(other) == count(line);
    let dashes_alone = line.chars().all(|c| c.is_whitespace() || c == '-');
    !(dashes_alone && all.iter().any(is_row))
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
        let spaced = Block::of_lines(1, &["1 3", " 2 "]).spaced.expect("blanks");
        assert_eq!(spaced, [["1", " ", "3"], [" ", "2", " "]]);
    }
}
