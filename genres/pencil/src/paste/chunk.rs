//! How many lines of a text are the next puzzle: one, or all of a drawn grid.

use super::row::{Row, SIDES, is_blank, is_rule, may_be_cells};
use super::{cages, comment, sections};
use crate::text::plain::plain;

/// Lines that are looked at for one drawing at most: the rows of the largest grid, each with a
/// frame, and some.
const MOST: usize = 160;

/// Bytes of a row of the largest grid without a gap, and some for brackets and quotation marks.
const LONGEST_GROUP: usize = 60;

/// What a line can be in a drawing.
enum Shape {
    Blank,
    /// A part of the frame.
    Rule,
    /// A row of a grid of one of these sides, as bits.
    Row(u64),
    /// `[Puzzle]`.
    Puzzle,
    /// `[State]`.
    State,
    /// Nothing of a drawing.
    Other,
}

fn shape(line: &str) -> Shape {
    let trimmed = line.trim();
    if is_blank(line) {
        return Shape::Blank;
    }
    if let Some(name) = sections::name(trimmed) {
        return if name.eq_ignore_ascii_case("puzzle") { Shape::Puzzle } else { Shape::State };
    }
    if comment::is_comment(trimmed) {
        return Shape::Other;
    }
    if is_rule(line) {
        return Shape::Rule;
    }
    // No row of the largest grid is longer, candidates and all, and no group of one.
    let group = trimmed.find(|c: char| c.is_whitespace() || matches!(c, ',' | '|' | ';')).unwrap_or(trimmed.len());
    if line.len() > 2048 || (group > LONGEST_GROUP && !trimmed.contains('│') && !trimmed.contains('┃')) {
        return Shape::Other;
    }
    match Row::of(line).sides() {
        0 => Shape::Other,
        sides => Shape::Row(sides),
    }
}

/// The number of lines at the front that are one puzzle; `None` when a further line is needed to
/// tell.
pub(crate) fn lines_of_next(lines: &[&str], is_end: bool) -> Option<usize> {
    if lines.first().is_some_and(|line| !line.is_ascii()) {
        let plain: Vec<_> = lines.iter().map(|line| plain(line, '.')).collect();
        return next(&plain.iter().map(AsRef::as_ref).collect::<Vec<_>>(), is_end);
    }
    next(lines, is_end)
}

fn next(lines: &[&str], is_end: bool) -> Option<usize> {
    let Some(first) = lines.first() else { return Some(1) };
    if let Shape::Other | Shape::Blank | Shape::State = shape(first) {
        return Some(1);
    }
    let found = drawing(lines, is_end)?;
    let is_alone = |line: &str| is_small(line) && super::parse(line).is_ok();
    let all_alone = || lines[..found.taken].iter().filter(|line| !is_blank(line)).all(|line| is_alone(line));
    // Lines of sixteen cells may be grids of four rows each.
    if is_alone(first) && (!found.whole || all_alone()) {
        return Some(1);
    }
    Some(found.taken)
}

/// Cells of the smallest grid, which are as many as a row of another has.
const SMALL: usize = 16;

/// Has the line as many symbols as the smallest grid has cells?
fn is_small(line: &str) -> bool {
    Row::of(line).symbols.len() == SMALL
}

/// Some lines that belong together.
struct Found {
    taken: usize,
    /// Are they a whole grid?
    whole: bool,
}

fn drawing(lines: &[&str], is_end: bool) -> Option<Found> {
    // A symbol that stands twice in it makes a line of sixteen no row.
    let first = lines.first().copied().unwrap_or_default();
    if is_small(first) && repeats(first) {
        return Some(Found { taken: 1, whole: false });
    }
    let is_section = matches!(shape(first), Shape::Puzzle);
    let mut sides = u64::MAX;
    let (mut rows, mut taken, mut is_framed, mut blanks) = (0usize, 0, false, 0);
    let mut stage = 1;
    let mut at = 0;
    while at < lines.len().min(MOST) {
        let is_blank = match shape(lines[at]) {
            Shape::Row(these) if sides & these != 0 => {
                sides &= these;
                rows += 1;
                false
            }
            // A line of dashes among rows whose empty cells are dashes is a row, too.
            Shape::Rule if may_be_cells(lines[at]) => {
                let beside =
                    if rows > 0 { lines[..at].iter().rev().find(|line| !is_blank(line)) } else { lines.get(at + 1) };
                if rows == 0 && beside.is_none() && !is_end {
                    return None;
                }
                let length = Row::of(lines[at]).symbols.len();
                let is_row = |line: &&&str| line.contains('-') && Row::of(line).symbols.len() == length;
                if beside.filter(is_row).is_some() && SIDES.contains(&length) && sides >> length & 1 == 1 {
                    sides &= 1 << length;
                    rows += 1;
                } else {
                    is_framed |= rows == 0;
                }
                false
            }
            Shape::Rule => {
                is_framed |= rows == 0;
                false
            }
            Shape::Blank => true,
            Shape::Puzzle if at == 0 => false,
            _ => break,
        };
        blanks = if is_blank { blanks + 1 } else { 0 };
        if blanks > 1 {
            break;
        }
        at += 1;
        if is_blank {
            continue;
        }
        taken = at;
        if !SIDES.contains(&rows) || sides >> rows & 1 == 0 {
            continue;
        }
        // Enough rows for a grid; perhaps they are the first of a larger one.
        if sides >> rows > 1 {
            match lines.get(at) {
                None if !is_end => return None,
                Some(next) if matches!(shape(next), Shape::Row(these) if these & sides >> (rows + 1) << (rows + 1) != 0) =>
                {
                    continue;
                }
                _ => {}
            }
        }
        if is_framed {
            match lines.get(at) {
                None if !is_end => return None,
                Some(next) if is_rule(next) => taken = at + 1,
                _ => {}
            }
        }
        // Under our own drawings of killers stand the cages.
        let is_drawn = super::row::is_drawn(lines[at - 1]);
        if is_drawn {
            taken += lines[taken..].iter().take_while(|line| cages::is_cage(line)).count();
            if taken == lines.len() && !is_end {
                return None;
            }
        }
        if is_section && stage == 1 {
            let next = (taken..lines.len()).find(|&i| !lines[i].trim().is_empty());
            match next {
                None if !is_end => return None,
                Some(next) if matches!(shape(lines[next]), Shape::State) => {
                    (stage, at, taken, rows, sides, is_framed) = (2, next + 1, next + 1, 0, u64::MAX, false);
                    continue;
                }
                _ => {}
            }
        }
        return Some(Found { taken, whole: true });
    }
    let is_cut = at == lines.len() && at < MOST;
    if is_cut && !is_end {
        return None;
    }
    Some(Found { taken: taken.max(1), whole: false })
}

/// Does a value stand twice in the line?
fn repeats(line: &str) -> bool {
    let symbols = Row::of(line).symbols.into_iter().map(|s| s.0);
    let values: Vec<char> = symbols.filter(|&c| c != '0' && c.is_ascii_alphanumeric()).collect();
    values.iter().enumerate().any(|(i, c)| values[i + 1..].contains(c))
}
