//! Texts that are no lists of constraints: killers as arrows or as numbers, irregular regions with
//! givens, candidates of each cell.

use crate::paste::jsudoku;
use crate::variant::constraint::Constraint;
use crate::variant::constraints::CAGE;
use crate::variant::design::{Design, renumbered};
use crate::variant::grid::Grid;
use std::collections::BTreeMap;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Value};

/// What a text says: the structure, and the values that each cell may have.
pub type Read = (Design, Vec<Domain>);

/// The reading of a text without white space; `None` when it is of none of these forms.
///
/// # Errors
/// [`Bad`] when it is of one of them and wrong.
pub fn read(text: &str) -> Result<Option<Read>, Bad> {
    if let Some(cages) = arrows(text)? {
        return killer(cages).map(Some);
    }
    if let Some(sheet) = jsudoku::parse(text) {
        let design = sheet.and_then(|sheet| sheet.caged())?;
        let values = vec![design.values(); design.cells()];
        return Ok(Some((design, values)));
    }
    let chars: Vec<char> = text.chars().collect();
    if let Some(n) = side(chars.len() / 2, 2).filter(|_| chars.len().is_multiple_of(2))
        && let (Some(mut design), Some(values)) = (regions(&chars[n * n..], n), givens(&chars[..n * n], n))
    {
        design.no_boxes = true;
        return Ok(Some((design, values)));
    }
    if let Some(n) = side(chars.len(), 2) {
        if let Some(design) = regions(&chars, n) {
            let values = vec![design.values(); n * n];
            return Ok(Some((design, values)));
        }
        if let Some(values) = givens(&chars, n) {
            return Ok(Some((Design::new(Grid::new(n, n)?), values)));
        }
    }
    if let Some(n) = side(chars.len(), 3).filter(|&n| n <= 9)
        && chars.iter().all(|c| *c == '.' || c.to_digit(10).is_some_and(|v| v as usize <= n))
    {
        let value = |c: &char| c.to_digit(10).filter(|&v| v > 0).map(|v| v as Value);
        let cell = |part: &[char]| part.iter().filter_map(value).collect();
        return Ok(Some((Design::new(Grid::new(n, n)?), chars.chunks(n).map(cell).collect())));
    }
    Ok(None)
}

/// The number whose power is `count`.
fn side(count: usize, power: u32) -> Option<usize> {
    (2..=16_usize).find(|n| n.pow(power) == count)
}

fn killer(cages: BTreeMap<usize, (i32, Vec<u32>)>) -> Result<Read, Bad> {
    let mut design = Design::new(Grid::new(9, 9)?);
    design.constraints.extend(cages.into_values().map(|(sum, cells)| Constraint::with(&CAGE, sum, cells)));
    let values = vec![design.values(); 81];
    Ok((design, values))
}

/// 81 characters: the sum of a cage, or the direction to its cell with the sum.
fn arrows(text: &str) -> Result<Option<BTreeMap<usize, (i32, Vec<u32>)>>, Bad> {
    let chars: Vec<char> = text.chars().collect();
    let is_arrow = |c: &char| "<v>^`',.".contains(*c);
    let is_sum = |c: &char| c.is_ascii_digit() || c.is_ascii_uppercase() || ('a'..='j').contains(c);
    let is_sure = |c: &char| "<v>^`',".contains(*c);
    if chars.len() != 81 || !chars.iter().any(is_sure) || !chars.iter().all(|c| is_arrow(c) || is_sum(c)) {
        return Ok(None);
    }
    let next = |cell: usize| -> Option<usize> {
        let (down, right) = match chars[cell] {
            'v' => (1, 0),
            '^' => (-1, 0),
            '<' => (0, -1),
            '>' => (0, 1),
            '`' => (-1, -1),
            '\'' => (-1, 1),
            ',' => (1, -1),
            '.' => (1, 1),
            _ => return Some(cell),
        };
        let (r, c) = ((cell / 9) as i32 + down, (cell % 9) as i32 + right);
        ((0..9).contains(&r) && (0..9).contains(&c)).then_some((9 * r + c) as usize)
    };
    let mut cages: BTreeMap<usize, (i32, Vec<u32>)> = BTreeMap::new();
    for cell in 0..81 {
        let mut at = cell;
        for step in 0.. {
            let bad = |what: &str| Bad::new(what).at(format!("r{}c{}", at / 9 + 1, at % 9 + 1));
            let to = next(at).ok_or_else(|| bad("the arrow leads off the grid"))?;
            if to == at {
                break;
            }
            if step > 81 {
                return Err(bad("arrows lead round in a circle"));
            }
            at = to;
        }
        let sum = match chars[at] {
            c @ '0'..='9' => c as i32 - '0' as i32,
            c @ 'A'..='Z' => c as i32 - 'A' as i32 + 10,
            c => c as i32 - 'a' as i32 + 36,
        };
        cages.entry(at).or_insert((sum, Vec::new())).1.push(cell as u32);
    }
    Ok(Some(cages))
}

/// `n` regions of `n` cells.
fn regions(chars: &[char], n: usize) -> Option<Design> {
    let mut all: Vec<char> = chars.to_vec();
    all.sort_unstable();
    all.dedup();
    let count = |c: &char| chars.iter().filter(|x| *x == c).count();
    if all.len() != n || all.iter().any(|c| count(c) != n) {
        return None;
    }
    let mut design = Design::new(Grid::new(n, n).ok()?);
    design.jigsaw = Some(renumbered(&chars.iter().map(|&c| Some(c)).collect::<Vec<_>>()));
    design.no_boxes = true;
    Some(design)
}

/// A value or one and the same other character for each cell.
fn givens(chars: &[char], n: usize) -> Option<Vec<Domain>> {
    let value = |c: char| match c {
        _ if n < 10 => c.to_digit(10).map(|v| v as usize),
        'A'..='Z' => Some(c as usize - 'A' as usize + 1),
        _ => None,
    };
    let value = |c: char| value(c).filter(|v| (1..=n).contains(v));
    let mut others: Vec<char> = chars.iter().copied().filter(|&c| value(c).is_none()).collect();
    others.dedup();
    let all = Domain::range(1, n as Value);
    (others.len() < 2).then(|| chars.iter().map(|&c| value(c).map_or(all, |v| Domain::single(v as Value))).collect())
}
