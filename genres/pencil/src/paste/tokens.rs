//! Cells written as groups of characters: numbers, sets of candidates, or one symbol.

use super::drawing::Drawing;
use super::row::symbol_of;
use crate::symbols;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Value};

/// An empty cell, in the words of programs and people.
fn is_blank(token: &str) -> bool {
    let mut symbols = token.chars();
    let one = matches!((symbols.next(), symbols.next()), (Some(c), None) if symbols::is_empty(c) || matches!(c, '?' | 'x' | 'X'));
    token.is_empty() || one || ["null", "none", "nan"].iter().any(|word| token.eq_ignore_ascii_case(word))
}

/// The number of a cell in a grid of side `n`.
fn number(n: usize, token: &str) -> Option<usize> {
    let digits = token.strip_prefix('+').unwrap_or(token);
    let plain = !digits.is_empty() && digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|&number: &usize| plain && number <= n)
}

/// The candidates of a cell: symbols in rising order, or each at its own place among empty ones.
fn candidates(n: usize, token: &str) -> Option<Domain> {
    let chars: Vec<char> = token.chars().collect();
    if chars.len() == n && chars.iter().any(|&c| symbols::is_empty(c)) {
        return placed(&chars);
    }
    let mut domain = Domain::EMPTY;
    let mut last = 0;
    for c in chars {
        let value = symbols::value(c).filter(|&v| usize::from(v) <= n && v > last)?;
        domain |= Domain::single(value);
        last = value;
    }
    (!domain.is_empty()).then_some(domain)
}

/// Candidates of which each stands at its own place: `1.3......`. None where there are none.
fn placed(chars: &[char]) -> Option<Domain> {
    let mut domain = Domain::EMPTY;
    for (i, &c) in chars.iter().enumerate() {
        match symbols::value(c) {
            Some(value) if usize::from(value) == i + 1 => domain |= Domain::single(value),
            None if symbols::is_empty(c) => {}
            _ => return None,
        }
    }
    (!domain.is_empty()).then_some(domain)
}

/// Can the group be a cell in a grid of that side?
pub(super) fn may_be_group(n: usize, token: &str) -> bool {
    is_blank(token) || number(n, token).is_some() || candidates(n, token).is_some()
}

/// The grid of side `n` whose cells are these groups; `None` when some group is no cell.
pub(super) fn grid(n: usize, groups: &[&str]) -> Option<Result<Drawing, Bad>> {
    let numbers: Option<Vec<char>> =
        groups.iter().map(|&g| if is_blank(g) { Some('.') } else { number(n, g).map(symbol_of) }).collect();
    let full = Domain::range(1, n as Value);
    let sets: Option<Vec<Domain>> =
        groups.iter().map(|&g| if is_blank(g) { Some(full) } else { candidates(n, g) }).collect();
    let several = groups.iter().any(|g| !is_blank(g) && g.trim_start_matches('+').chars().count() > 1);
    let filled: Vec<bool> = groups.iter().map(|g| g.starts_with('+')).collect();
    // In a small grid a group of digits is a set; in a large one it may be a number.
    match (numbers, sets) {
        (Some(_), Some(_)) if several && n > 9 => Some(Err(Bad::new(
            "ambiguous: groups such as 12 may be numbers, or candidates 1 and 2; numbers may be written as letters from A = 10",
        ))),
        (_, Some(domains)) if several => Some(Ok(Drawing::Candidates { n, domains })),
        (Some(cells), _) => Some(Ok(Drawing::Cells { n, cells, filled })),
        (None, Some(_)) => {
            let one = |g: &&str| if is_blank(g) { Some('.') } else { g.chars().next() };
            Some(Ok(Drawing::Cells { n, cells: groups.iter().filter_map(one).collect(), filled }))
        }
        (None, None) => None,
    }
}

/// Marks of `n` characters a cell, each at its own place or empty: 729 characters for a usual grid.
pub(crate) fn marks(symbols: &[char]) -> Option<(usize, Vec<Domain>)> {
    let n = super::row::SIDES.clone().find(|n| n * n * n == symbols.len())?;
    let domains: Option<Vec<Domain>> = symbols.chunks(n).map(placed).collect();
    domains.map(|domains| (n, domains))
}
