//! One line of a drawn grid: its symbols and groups without the frame around them.

use super::tokens::may_be_group;
use crate::symbols;
use tesuji_solver::Value;

/// The least and the greatest side of a grid that is looked for in a drawing.
pub(super) const SIDES: std::ops::RangeInclusive<usize> = 4..=symbols::MOST;

/// Does the character divide or decorate, as frames, brackets and quotes do?
pub(super) fn is_frame(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '|' | '[' | ']' | '(' | ')' | '{' | '}' | '"' | '\'' | ',' | ';' | ':' | '¦')
        || is_box(c)
}

/// A character of Unicode's box-drawing block.
pub(super) fn is_box(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Is it a drawing in characters of Unicode's box-drawing block, which may show regions by the
/// weight of lines?
pub(super) fn is_drawn(text: &str) -> bool {
    text.contains(is_box)
}

fn is_upright(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋')
}

/// Is the line a part of a frame: no cells, but dashes, or characters that draw boxes, or brackets
/// alone?
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
    let drawn = line.contains(|c| is_box(c) && !is_upright(c)) || ['-', '=', '–', '—'].into_iter().any(run);
    let bare = !line.contains(['.', '_', '*', '-']);
    dashes && (drawn || bare)
}

/// Could the rule as well be a row of empty cells: one symbol, over and over?
pub(super) fn may_be_cells(line: &str) -> bool {
    let mut symbols = line.chars().filter(|&c| !is_frame(c));
    let Some(first) = symbols.next() else { return false };
    first == '-' && symbols.all(|c| c == first)
}

/// Is nothing on the line? Tabs part fields, which may all be empty.
pub(super) fn is_blank(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() && c != '\t')
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
    /// The cells where blanks are empty ones, in each way that the line may be cut into cells.
    pub(super) spaced: Vec<Vec<char>>,
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
        let mut add = |side: usize, fits: bool| {
            if fits && SIDES.contains(&side) {
                sides |= 1 << side;
            }
        };
        let (symbols, groups, fields) = (self.symbols.len(), self.groups.len(), self.fields.len());
        add(symbols, self.symbols.iter().all(|s| may_be_cell(symbols, s.0)));
        add(groups, self.groups.iter().all(|group| may_be_group(groups, group)));
        add(fields, self.fields.iter().all(|field| may_be_group(fields, field)));
        for cells in &self.spaced {
            add(cells.len(), cells.iter().all(|&c| may_be_cell(cells.len(), c)));
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

/// The cells of a line in which blanks are empty cells: bare, or between uprights, where a cell may
/// have blanks beside it.
fn spaced(line: &str) -> Vec<Vec<char>> {
    let line = line.trim_end_matches(['\r', '\n']);
    let is_cell = |c: char| c == ' ' || symbols::value(c).is_some();
    if !line.contains(is_upright) {
        let fits = line.contains(' ') && line.chars().all(is_cell);
        return if fits { vec![line.chars().collect()] } else { Vec::new() };
    }
    let inner = line.trim().trim_matches(is_upright);
    let parts: Vec<Vec<char>> = inner.split(is_upright).map(|part| part.chars().collect()).collect();
    let width = parts.first().map_or(0, Vec::len);
    if width == 0 || parts.iter().any(|part| part.len() != width || !part.iter().all(|&c| is_cell(c))) {
        return Vec::new();
    }
    let every_other = |from: usize| parts.iter().flat_map(move |part| part.iter().skip(from).step_by(2).copied());
    let mut found = vec![parts.concat()];
    for from in [0, 1] {
        if width % 2 == 1 && width > 1 && every_other(from).all(|c| c == ' ') {
            found.push(every_other(1 - from).collect());
        }
    }
    found
}

/// The symbol of a value that a text writes as a number.
pub(super) fn symbol_of(number: usize) -> char {
    if number == 0 { '0' } else { symbols::symbol(number as Value) }
}
