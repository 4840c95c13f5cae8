//! Grids of box-drawing characters: thick lines between regions, thin ones inside.

use super::{columns, groups};
use crate::scene::crossing;
use crate::variant::design::{Design, symbol};
use tesuji_genre::Marks;
use tesuji_genre::clue::Drawing;
use tesuji_solver::{Domain, Var};

/// A cell and its region; none outside of the grid.
type Owned = Option<Option<usize>>;

/// The weight of the line between two cells (or a cell and the outside): 1 thin, 2 thick.
fn weight(a: Owned, b: Owned) -> u8 {
    match (a, b) {
        (None, None) => 0,
        (Some(a), Some(b)) if a == b => 1,
        _ => 2,
    }
}

/// The grid with its values, and with candidates where `marks` asks for them; then variables outside,
/// and `words` below.
pub fn unicode(design: &Design, at: &Drawing<'_>, marks: &Marks, words: &[String]) -> String {
    let grid = &design.grid;
    let most = (design.values().len() as usize).min(9);
    let width = if marks.candidates { most.max(3) + 2 } else { 3 };
    let owners = design.owners();
    let at_cell = |r: usize, c: usize| -> Owned {
        let (r, c) = (r.checked_sub(1)?, c.checked_sub(1)?);
        (r < grid.rows && c < grid.cols).then(|| owners[grid.cell(r, c) as usize])
    };
    let text = |cell: u32| centred(&cell_text(design, at, marks, Var(cell)), width);
    let mut out = String::new();
    for r in 0..=grid.rows {
        // The line above row r: crossing (r, c) lies between rows r, r+1 and columns c, c+1 of
        // at_cell.
        for c in 0..=grid.cols {
            let (nw, ne, sw, se) = (at_cell(r, c), at_cell(r, c + 1), at_cell(r + 1, c), at_cell(r + 1, c + 1));
            let (up, right, down, left) = (weight(nw, ne), weight(ne, se), weight(sw, se), weight(nw, sw));
            out.push(crossing(up, right, down, left));
            if c < grid.cols {
                let bar = if right == 2 { '━' } else { '─' };
                out.extend(std::iter::repeat_n(bar, width));
            }
        }
        out.push('\n');
        if r == grid.rows {
            break;
        }
        for c in 0..=grid.cols {
            let side = weight(at_cell(r + 1, c), at_cell(r + 1, c + 1));
            out.push(if side == 2 { '┃' } else { '│' });
            if c < grid.cols {
                out += &text(grid.cell(r, c));
            }
        }
        out.push('\n');
    }
    for (group, first) in groups(design) {
        let variables: Vec<u32> = (first..first + group.count as u32).collect();
        for (i, row) in variables.chunks(columns(design, group)).enumerate() {
            let signs: Vec<String> = row.iter().map(|&v| cell_text(design, at, marks, Var(v))).collect();
            let name = if i == 0 { format!("{}:", group.name) } else { " ".repeat(group.name.len() + 1) };
            out += &format!("{name} {}\n", signs.join(" "));
        }
    }
    for line in words {
        out += &format!("{line}\n");
    }
    out
}

fn cell_text(design: &Design, at: &Drawing<'_>, marks: &Marks, var: Var) -> String {
    let domain = at.domains.get(var.index()).copied().unwrap_or(Domain::EMPTY);
    if let Some(value) = domain.value().filter(|_| at.placed.contains(var)) {
        return symbol(value).to_string();
    }
    if let Some(l) = marks.placed.iter().find(|l| l.var == var) {
        return format!("={}", symbol(l.value));
    }
    if !marks.candidates {
        return ".".to_string();
    }
    let gone: Domain = marks.gone.iter().filter(|l| l.var == var).map(|l| l.value).collect();
    let list: String = domain.iter().map(|v| if gone.contains(v) { '×' } else { symbol(v) }).collect();
    if list.chars().count() > (design.values().len() as usize).min(9) { "…".to_string() } else { list }
}

fn centred(text: &str, width: usize) -> String {
    let len = text.chars().count();
    let left = width.saturating_sub(len) / 2;
    let right = width.saturating_sub(len + left);
    format!("{}{text}{}", " ".repeat(left), " ".repeat(right))
}
