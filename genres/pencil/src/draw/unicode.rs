//! Boards of box-drawing characters: thick lines between regions, thin ones inside.

use crate::grid::Grid;
use crate::{Sheet, symbols};
use tesuji_genre::Marks;
use tesuji_genre::clue::Drawing;
use tesuji_solver::{Domain, Value, Var};

/// The weight of the line between two cells (or a cell and the outside): 1 thin, 2 thick.
fn weight(grid: &Grid, a: Option<usize>, b: Option<usize>) -> u8 {
    match (a, b) {
        (None, None) => 0,
        (Some(a), Some(b)) if grid.region[a] == grid.region[b] => 1,
        _ => 2,
    }
}

/// The character of a crossing by the weights of its arms: up, right, down, left.
pub(crate) fn crossing(up: u8, right: u8, down: u8, left: u8) -> char {
    const TABLE: [[[[char; 3]; 3]; 3]; 3] = table();
    TABLE[up as usize][right as usize][down as usize][left as usize]
}

/// Crossings by arm weights. In Unicode order the box-drawing block lists light and heavy mixtures
/// of each form.
const fn table() -> [[[[char; 3]; 3]; 3]; 3] {
    let mut t = [[[[' '; 3]; 3]; 3]; 3];
    // (up, right, down, left)
    t[1][0][0][0] = '╵';
    t[2][0][0][0] = '╹';
    t[0][1][0][0] = '╶';
    t[0][2][0][0] = '╺';
    t[0][0][1][0] = '╷';
    t[0][0][2][0] = '╻';
    t[0][0][0][1] = '╴';
    t[0][0][0][2] = '╸';
    t[1][0][1][0] = '│';
    t[2][0][2][0] = '┃';
    t[1][0][2][0] = '╽';
    t[2][0][1][0] = '╿';
    t[0][1][0][1] = '─';
    t[0][2][0][2] = '━';
    t[0][2][0][1] = '╼';
    t[0][1][0][2] = '╾';
    t[0][1][1][0] = '┌';
    t[0][2][1][0] = '┍';
    t[0][1][2][0] = '┎';
    t[0][2][2][0] = '┏';
    t[0][0][1][1] = '┐';
    t[0][0][1][2] = '┑';
    t[0][0][2][1] = '┒';
    t[0][0][2][2] = '┓';
    t[1][1][0][0] = '└';
    t[1][2][0][0] = '┕';
    t[2][1][0][0] = '┖';
    t[2][2][0][0] = '┗';
    t[1][0][0][1] = '┘';
    t[1][0][0][2] = '┙';
    t[2][0][0][1] = '┚';
    t[2][0][0][2] = '┛';
    t[1][1][1][0] = '├';
    t[1][2][1][0] = '┝';
    t[2][1][1][0] = '┞';
    t[1][1][2][0] = '┟';
    t[2][1][2][0] = '┠';
    t[2][2][1][0] = '┡';
    t[1][2][2][0] = '┢';
    t[2][2][2][0] = '┣';
    t[1][0][1][1] = '┤';
    t[1][0][1][2] = '┥';
    t[2][0][1][1] = '┦';
    t[1][0][2][1] = '┧';
    t[2][0][2][1] = '┨';
    t[2][0][1][2] = '┩';
    t[1][0][2][2] = '┪';
    t[2][0][2][2] = '┫';
    t[0][1][1][1] = '┬';
    t[0][1][1][2] = '┭';
    t[0][2][1][1] = '┮';
    t[0][2][1][2] = '┯';
    t[0][1][2][1] = '┰';
    t[0][1][2][2] = '┱';
    t[0][2][2][1] = '┲';
    t[0][2][2][2] = '┳';
    t[1][1][0][1] = '┴';
    t[1][1][0][2] = '┵';
    t[1][2][0][1] = '┶';
    t[1][2][0][2] = '┷';
    t[2][1][0][1] = '┸';
    t[2][1][0][2] = '┹';
    t[2][2][0][1] = '┺';
    t[2][2][0][2] = '┻';
    t[1][1][1][1] = '┼';
    t[1][1][1][2] = '┽';
    t[1][2][1][1] = '┾';
    t[1][2][1][2] = '┿';
    t[2][1][1][1] = '╀';
    t[1][1][2][1] = '╁';
    t[2][1][2][1] = '╂';
    t[2][1][1][2] = '╃';
    t[2][2][1][1] = '╄';
    t[1][1][2][2] = '╅';
    t[1][2][2][1] = '╆';
    t[2][2][1][2] = '╇';
    t[1][2][2][2] = '╈';
    t[2][1][2][2] = '╉';
    t[2][2][2][1] = '╊';
    t[2][2][2][2] = '╋';
    t
}

/// The board: values, and candidates where `marks` asks for them.
pub(crate) fn unicode(sheet: &Sheet, at: &Drawing<'_>, marks: &Marks) -> String {
    let grid = &sheet.grid;
    let n = grid.n;
    let width = if marks.candidates { n.clamp(3, 9) + 2 } else { 3 };
    let at_cell = |r: usize, c: usize| -> Option<usize> {
        let (r, c) = (r.checked_sub(1)?, c.checked_sub(1)?);
        (r < n && c < n).then(|| r * n + c)
    };
    let mut out = String::new();
    for r in 0..=n {
        // The line above row r: crossing (r, c) lies between rows r, r+1 and columns c, c+1 of
        // at_cell.
        let mut line = String::new();
        for c in 0..=n {
            let (nw, ne, sw, se) = (at_cell(r, c), at_cell(r, c + 1), at_cell(r + 1, c), at_cell(r + 1, c + 1));
            let up = weight(grid, nw, ne);
            let right = weight(grid, ne, se);
            let down = weight(grid, sw, se);
            let left = weight(grid, nw, sw);
            line.push(crossing(up, right, down, left));
            if c < n {
                let bar = if right == 2 { '━' } else { '─' };
                line.extend(std::iter::repeat_n(bar, width));
            }
        }
        out += &line;
        out.push('\n');
        if r == n {
            break;
        }
        let mut line = String::new();
        for c in 0..=n {
            let side = weight(grid, at_cell(r + 1, c), at_cell(r + 1, c + 1));
            line.push(if side == 2 { '┃' } else { '│' });
            if c < n {
                line += &centred(&cell_text(grid, at, marks, r * n + c), width);
            }
        }
        out += &line;
        out.push('\n');
    }
    if !grid.cages.is_empty() {
        for (cage, sum) in grid.cages.iter().zip(&sheet.sums) {
            let names = crate::names::GridNames::new(&Grid { cages: Vec::new(), ..grid.clone() }, &[]);
            let vars: Vec<Var> = cage.iter().map(|&c| Var(c)).collect();
            let sum = sum.map_or("?".to_string(), |s| s.to_string());
            out += &format!("{sum} = {}\n", tesuji_genre::Names::vars(&names, &vars));
        }
    }
    out
}

fn cell_text(grid: &Grid, at: &Drawing<'_>, marks: &Marks, cell: usize) -> String {
    let var = Var(cell as u32);
    let domain = at.domains.get(cell).copied().unwrap_or(Domain::EMPTY);
    if let Some(value) = domain.value().filter(|_| at.placed.contains(var)) {
        return symbols::symbol(value).to_string();
    }
    if let Some(l) = marks.placed.iter().find(|l| l.var == var) {
        return format!("={}", symbols::symbol(l.value));
    }
    if !marks.candidates {
        return ".".to_string();
    }
    let show = |v: Value| symbols::symbol(v);
    let gone: Domain = marks.gone.iter().filter(|l| l.var == var).map(|l| l.value).collect();
    let list: String = domain.iter().map(|v| if gone.contains(v) { '×' } else { show(v) }).collect();
    if list.chars().count() > grid.n.min(9) { "…".to_string() } else { list }
}

fn centred(text: &str, width: usize) -> String {
    let len = text.chars().count();
    let left = width.saturating_sub(len) / 2;
    let right = width.saturating_sub(len + left);
    format!("{}{text}{}", " ".repeat(left), " ".repeat(right))
}
