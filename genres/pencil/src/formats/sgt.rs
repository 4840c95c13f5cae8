//! Game IDs of Simon Tatham's *Solo*: `params:grid[,regions][,cages,sums]`.
//!
//! In `2x3` a box has 2 rows and 3 columns; `9j` has irregular regions; `x` adds diagonals, `k`
//! cages. Grids are numbers and gaps (`a` one empty cell to `z` 26). Divisions into regions list
//! all inner edges, first those between columns row by row, then those between rows column by
//! column: a letter counts the edges that are no border before one that is (`z` counts 25 without a
//! border after them, `_` none).

use super::solo_cages;
use crate::Sheet;
use crate::variant::constraints::{ANTI_KNIGHT, CAGE, DIAGONAL, diagonals};
use crate::variant::{Design, cell_name};
use tesuji_genre::Bad;
use tesuji_solver::Value;

struct Params {
    grid: Option<Design>,
    n: usize,
    diagonals: bool,
    killer: bool,
}

/// Is the line a game ID, right or wrong: does a digit and no grid stand before its first colon?
pub(crate) fn is_id(line: &str) -> bool {
    let Some((head, _)) = line.split_once(':') else { return false };
    head.starts_with(|c: char| c.is_ascii_digit())
        && (params(head).is_ok() || (head.len() < 16 && head.contains(['x', 'j'])))
}

/// Reads a game ID.
pub(crate) fn parse(text: &str) -> Result<Sheet, Bad> {
    let (head, body) = text.split_once(':').ok_or_else(|| Bad::new("a game ID has a colon"))?;
    let params = params(head)?;
    let (body, note) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
    let shift = head.chars().count() + 1;
    let mut fields = body.split(',');
    let cells = fields.next().unwrap_or("");
    let n = params.n;
    let mut grid = match params.grid {
        Some(grid) => grid,
        None => {
            let field = fields.next().ok_or_else(|| Bad::new("the regions are missing after the grid"))?;
            let label = divisions(field, n).ok_or_else(|| Bad::new("the regions do not fit the grid").at("regions"))?;
            Design::irregular(n, &label)?
        }
    };
    if params.diagonals {
        grid.add(&diagonals());
    }
    let mut sheet = Sheet::new(grid);
    let givens = numbers(cells, n, n as u32).map_err(|b| shifted(b, shift))?;
    sheet.givens = givens.into_iter().map(|v| v as Value).collect();
    if params.killer {
        let mut field = |what: &str| fields.next().ok_or_else(|| Bad::new(format!("the {what} are missing")));
        let label =
            divisions(field("cages")?, n).ok_or_else(|| Bad::new("the cages do not fit the grid").at("cages"))?;
        let sums = numbers(field("sums")?, n, u32::from(u16::MAX)).map_err(|b| b.at("sums"))?;
        let mut cages: Vec<(u32, Vec<u32>, Option<u16>)> = Vec::new();
        for (cell, (&l, &sum)) in label.iter().zip(&sums).enumerate() {
            let sum = (sum > 0).then_some(sum as u16);
            match cages.iter_mut().find(|(k, ..)| *k == l) {
                Some((_, cells, total)) => {
                    cells.push(cell as u32);
                    if sum.is_some() && total.is_some() {
                        return Err(Bad::new("a second sum in one cage").at(cell_name(n, cell)));
                    }
                    *total = total.or(sum);
                }
                None => cages.push((l, vec![cell as u32], sum)),
            }
        }
        // A cell by itself without a sum is no cage.
        let cages = cages.into_iter().filter(|(_, c, s)| c.len() > 1 || s.is_some());
        sheet.set_cages(cages.map(|(_, c, s)| (c, s)).collect())?;
    }
    if let Some(extra) = fields.next() {
        return Err(Bad::new(format!("{extra:?} follows the puzzle")));
    }
    if !note.trim().is_empty() {
        sheet.notes.insert("note".to_string(), note.trim().into());
    }
    Ok(sheet)
}

fn shifted(mut bad: Bad, by: usize) -> Bad {
    bad.column = bad.column.map(|c| c + by as u64);
    bad
}

fn params(head: &str) -> Result<Params, Bad> {
    let bad = || Bad::new(format!("{head:?} are no parameters of a game such as 3x3 or 9j")).column(1);
    let digits = |s: &str| s.len() - s.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let end = digits(head);
    let c: usize = head[..end].parse().map_err(|_| bad())?;
    let mut rest = &head[end..];
    let mut r = None;
    if let Some(after) = rest.strip_prefix('x') {
        let end = digits(after);
        if end > 0 {
            r = Some(after[..end].parse::<usize>().map_err(|_| bad())?);
            rest = &after[end..];
        }
    }
    let (mut irregular, mut diagonals, mut killer) = (false, false, false);
    let mut flags = rest.chars().peekable();
    while let Some(flag) = flags.next() {
        match flag {
            'j' => irregular = true,
            'x' => diagonals = true,
            'k' => killer = true,
            // Difficulty and symmetry say how a puzzle was made, not what it is.
            'd' => {
                flags.next();
            }
            'r' | 'm' | 'a' => while flags.next_if(|c| c.is_ascii_digit() || *c == 'd').is_some() {},
            _ => return Err(bad()),
        }
    }
    let n = if irregular { c.saturating_mul(r.unwrap_or(1)) } else { c.saturating_mul(r.unwrap_or(c)) };
    if !(2..=crate::symbols::MOST).contains(&n) {
        return Err(Bad::new(format!("a side of {n} is out of range")).column(1));
    }
    let grid = if irregular { None } else { Some(Design::boxed(c, r.unwrap_or(c))?) };
    Ok(Params { grid, n, diagonals, killer })
}

/// Numbers and gaps, one entry a cell, 0 for empty.
fn numbers(text: &str, n: usize, most: u32) -> Result<Vec<u32>, Bad> {
    let mut out: Vec<u32> = Vec::with_capacity(n * n);
    let mut chars = text.chars().enumerate().peekable();
    while let Some((i, c)) = chars.next() {
        match c {
            '_' => {}
            'a'..='z' => out.extend(std::iter::repeat_n(0, c as usize - 'a' as usize + 1)),
            '1'..='9' => {
                let mut value = c as u32 - '0' as u32;
                while let Some((_, d)) = chars.next_if(|(_, d)| d.is_ascii_digit()) {
                    value = value.saturating_mul(10).saturating_add(d as u32 - '0' as u32);
                }
                if value > most {
                    return Err(Bad::new(format!("{value}: 1 to {most} is expected"))
                        .column(i + 1)
                        .at(cell_name(n, out.len())));
                }
                out.push(value);
            }
            _ => return Err(Bad::new(format!("symbol {c:?} is no number and no gap")).column(i + 1)),
        }
        if out.len() > n * n {
            return Err(Bad::new(format!("more than {} cells", n * n)).column(i + 1));
        }
    }
    if out.len() != n * n {
        return Err(Bad::new(format!("{} cells; {} are expected", out.len(), n * n)).column(text.chars().count() + 1));
    }
    Ok(out)
}

/// The two cells beside inner edge `edge`.
fn beside(edge: usize, n: usize) -> (usize, usize) {
    let m = n - 1;
    if edge < n * m {
        let cell = edge / m * n + edge % m;
        (cell, cell + 1)
    } else {
        let (col, row) = ((edge - n * m) / m, (edge - n * m) % m);
        let cell = row * n + col;
        (cell, cell + n)
    }
}

/// The part of each cell: parts are what hangs together over edges that are no border.
fn divisions(text: &str, n: usize) -> Option<Vec<u32>> {
    let edges = 2 * n * (n - 1);
    let mut part: Vec<u32> = (0..(n * n) as u32).collect();
    let mut at = 0;
    for c in text.chars() {
        let run = match c {
            '_' => 0,
            'a'..='y' => c as usize - 'a' as usize + 1,
            'z' => 25,
            _ => return None,
        };
        for _ in 0..run {
            if at >= edges {
                return None;
            }
            let (a, b) = beside(at, n);
            let (a, b) = (part[a], part[b]);
            let (low, high) = (a.min(b), a.max(b));
            for p in part.iter_mut().filter(|p| **p == high) {
                *p = low;
            }
            at += 1;
        }
        at += usize::from(c != 'z');
    }
    // One border stands past the end.
    (at == edges + 1).then_some(part)
}

/// Writes a game ID. `solution` finds the puzzle's one solution, for what Solo wants of killers
/// besides what the puzzle says.
pub(super) fn print(sheet: &Sheet, solution: super::Solution<'_>) -> Result<String, Bad> {
    let for_solo;
    let sheet = if !sheet.design.has(&CAGE) {
        sheet
    } else {
        // Cages that can't be drawn are refused before anything is searched for.
        print_divisions(sheet.design.n(), &cage_of(&sheet.design))?;
        let solution = solution()?;
        let fitted = if solo_cages::fit(sheet) { sheet.clone() } else { solo_cages::fitted(sheet, &solution)? };
        for_solo = solo_cages::eased(&fitted, &solution)?;
        &for_solo
    };
    let grid = &sheet.design;
    let n = grid.n();
    if grid.has(&ANTI_KNIGHT) {
        return Err(Bad::new("sgt has no anti-knight puzzles"));
    }
    let boxed = grid.box_shape();
    let mut text = boxed.map_or_else(|| format!("{n}j"), |(r, c)| format!("{r}x{c}"));
    if grid.has(&DIAGONAL) {
        text.push('x');
    }
    if grid.has(&CAGE) {
        text.push('k');
    }
    text.push(':');
    text += &print_numbers(sheet.givens.iter().map(|&v| u32::from(v)));
    if boxed.is_none() {
        text.push(',');
        let owners = grid.owners();
        text += &print_divisions(n, &|cell| owners[cell].unwrap_or(0) as u32)?;
    }
    if grid.has(&CAGE) {
        text.push(',');
        text += &print_divisions(n, &cage_of(grid))?;
        text.push(',');
        let sum = |cell: usize| {
            let k = grid.cages().position(|c| c.first() == Some(&(cell as u32)))?;
            sheet.sums.get(k).copied().flatten().map(u32::from)
        };
        text += &print_numbers((0..n * n).map(|cell| sum(cell).unwrap_or(0)));
    }
    Ok(text)
}

/// The cage of each cell; a cell in none counts as one of its own.
fn cage_of(grid: &Design) -> impl Fn(usize) -> u32 {
    |cell| grid.cage_at(cell).unwrap_or(grid.cages().count() + cell) as u32
}

fn print_numbers(values: impl Iterator<Item = u32>) -> String {
    let mut text = String::new();
    let mut gap = 0u8;
    for value in values {
        if value == 0 {
            gap += 1;
            if gap == 26 {
                text.push('z');
                gap = 0;
            }
            continue;
        }
        if gap > 0 {
            text.push(char::from(b'`' + gap));
            gap = 0;
        } else if text.ends_with(|c: char| c.is_ascii_digit()) {
            text.push('_');
        }
        text += &value.to_string();
    }
    if gap > 0 {
        text.push(char::from(b'`' + gap));
    }
    text
}

/// # Errors
/// [`Bad`] where a part does not hang together: its borders would make several of it.
fn print_divisions(n: usize, part: &dyn Fn(usize) -> u32) -> Result<String, Bad> {
    let mut text = String::new();
    let mut run = 0u8;
    let edges = 2 * n * (n - 1);
    for edge in 0..=edges {
        let border = edge == edges || {
            let (a, b) = beside(edge, n);
            part(a) != part(b)
        };
        if border {
            text.push(if run == 0 { '_' } else { char::from(b'`' + run) });
            run = 0;
        } else if run == 25 {
            text.push('z');
            run = 1;
        } else {
            run += 1;
        }
    }
    // Read back, cells of one part are of one part.
    let read = divisions(&text, n).ok_or_else(|| Bad::new("the borders can't be read back"))?;
    let mut first = std::collections::HashMap::new();
    match (0..n * n).find(|&cell| read[*first.entry(part(cell)).or_insert(cell)] != read[cell]) {
        None => Ok(text),
        Some(cell) => {
            let what = "sgt draws borders: a cage or region that does not hang together can't be written";
            Err(Bad::new(what).at(cell_name(n, cell)))
        }
    }
}
