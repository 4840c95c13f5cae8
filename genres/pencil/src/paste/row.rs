//! One line of a drawn grid: its symbols and groups without the frame around them.

use crate::symbols;
use tesuji_solver::Value;

/// The least and the greatest side of a grid that is looked for in a drawing.
pub(super) const SIDES: std::ops::RangeInclusive<usize> = 4..=symbols::MOST;

/// Does the character divide or decorate, as frames, brackets and quotes do?
pub(super) fn is_frame(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '[' | ']' | '(' | ')' | '{' | '}' | '"' | '\'' | ',' | ';' | ':' | '¦') || is_box(c)
}

/// A character of Unicode's box-drawing block.
pub(super) fn is_box(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Is it a drawing in characters of Unicode's box-drawing block, which may show regions by the weight of lines?
pub(super) fn is_drawn(text: &str) -> bool {
    text.contains(is_box)
}

fn is_upright(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋')
}

/// Is the line a part of a frame: no cells, but dashes, or characters that draw boxes, or brackets alone?
pub(super) fn is_rule(line: &str) -> bool {
    let mut dashes = false;
    for c in line.chars() {
        let is_dash = matches!(c, '-' | '=' | '─' | '━' | '═' | '–' | '—') || is_box(c);
        dashes |= is_dash || matches!(c, '[' | ']' | '(' | ')' | '{' | '}');
        if !is_dash && !is_frame(c) && !matches!(c, '+' | '*' | '.' | '_' | '`') {
            return false;
        }
    }
    let run = |dash: char| line.contains(&dash.to_string().repeat(2));
    let drawn = line.contains(is_box) || ['-', '=', '–', '—'].into_iter().any(run);
    let bare = !line.contains(['.', '_', '*', '-']);
    dashes && (drawn || bare)
}

/// Could the rule as well be a row of empty cells: one symbol, over and over?
pub(super) fn may_be_cells(line: &str) -> bool {
    let mut symbols = line.chars().filter(|&c| !is_frame(c));
    let Some(first) = symbols.next() else { return false };
    first == '-' && symbols.all(|c| c == first)
}

/// One row.
#[derive(Debug)]
pub(super) struct Row {
    /// Symbols, each with whether a `+` before it says that it was filled in.
    pub(super) symbols: Vec<(char, bool)>,
    /// What stands between blanks and frames.
    pub(super) groups: Vec<String>,
    /// What stands between commas or tabs, empty or not; none where the line has neither.
    pub(super) fields: Vec<String>,
    /// The cells where blanks are empty ones; none where blanks can't be.
    pub(super) spaced: Vec<char>,
}

impl Row {
    pub(super) fn of(line: &str) -> Row {
        let mut symbols = Vec::new();
        let mut filled = false;
        for c in line.chars().filter(|&c| !is_frame(c)) {
            if c == '+' {
                filled = true;
            } else {
                symbols.push((c, std::mem::take(&mut filled)));
            }
        }
        let groups = line.split(is_frame).filter(|group| !group.is_empty()).map(str::to_string).collect();
        let separator = [',', '\t', ';'].into_iter().find(|&c| line.contains(c));
        let strip = |field: &str| field.trim_matches(|c: char| is_frame(c)).to_string();
        let fields = separator.map_or_else(Vec::new, |c| {
            let line = line.trim_matches(['[', ']', '(', ')', '{', '}', '\r']);
            line.split(c).map(strip).collect()
        });
        Row { symbols, groups, fields, spaced: spaced(line) }
    }

    /// The sides, as bits, of grids of which the line may be a row.
    pub(super) fn sides(&self) -> u64 {
        let mut sides = 0;
        let symbols: Vec<char> = self.symbols.iter().map(|s| s.0).collect();
        let fits = [
            (symbols.len(), symbols.iter().all(|&c| may_be_cell(symbols.len(), c))),
            (self.groups.len(), self.groups.iter().all(|g| super::tokens::may_be_group(self.groups.len(), g))),
            (self.fields.len(), self.fields.iter().all(|f| f.is_empty() || super::tokens::may_be_group(self.fields.len(), f))),
            (self.spaced.len(), self.spaced.iter().all(|&c| may_be_cell(self.spaced.len(), c))),
        ];
        for (side, _) in fits.into_iter().filter(|(side, fits)| *fits && SIDES.contains(side)) {
            sides |= 1 << side;
        }
        sides
    }
}

/// Can the symbol stand for a cell of a grid of that side?
fn may_be_cell(side: usize, symbol: char) -> bool {
    match symbols::value(symbol) {
        Some(value) if usize::from(value) <= side => true,
        Some(_) => {
            let index = usize::from(symbol.to_ascii_uppercase() as u8).saturating_sub(usize::from(b'A') - 1);
            (symbol.is_ascii_alphabetic() && index <= side) || symbol.eq_ignore_ascii_case(&'x')
        }
        None => symbols::is_empty(symbol) || matches!(symbol, '?' | ' ' | '·' | '•' | '□' | '~'),
    }
}

/// The cells of a line in which blanks are empty cells: bare, or between uprights, where a cell may have blanks on both
/// sides. Empty where it is no such line.
fn spaced(line: &str) -> Vec<char> {
    let line = line.trim_end_matches(['\r', '\n']);
    let is_cell = |c: char| c == ' ' || symbols::value(c).is_some();
    if !line.contains(is_upright) {
        let fits = line.contains(' ') && line.chars().all(is_cell);
        return if fits { line.chars().collect() } else { Vec::new() };
    }
    let inner = line.trim().trim_matches(is_upright);
    let parts: Vec<Vec<char>> = inner.split(is_upright).map(|part| part.chars().collect()).collect();
    let width = parts.first().map_or(0, Vec::len);
    if width == 0 || parts.iter().any(|part| part.len() != width || !part.iter().all(|&c| is_cell(c))) {
        return Vec::new();
    }
    let blank = |from: usize| parts.iter().all(|part| part.iter().skip(from).step_by(2).all(|&c| c == ' '));
    let from = match width % 2 {
        1 if width > 1 && blank(0) => Some(1),
        1 if width > 3 && blank(1) => Some(0),
        _ => None,
    };
    match from {
        Some(from) => parts.iter().flat_map(|part| part.iter().skip(from).step_by(2).copied()).collect(),
        None => parts.concat(),
    }
}

/// The symbol of a value that a text writes as a number.
pub(super) fn symbol_of(number: usize) -> char {
    if number == 0 { '0' } else { symbols::symbol(number as Value) }
}
