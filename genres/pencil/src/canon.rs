//! Least images under the family's symmetries.
//!
//! *Sudoku*: rows of a band, bands, columns of a stack, stacks, transposition where boxes are
//! square, and any relabelling. The least image is found row by row: all ways that give the least
//! rows so far are kept, with the order of columns decided only as far as the rows so far tell them
//! apart. *Sudoku X*: row and column orders that keep the two diagonals, and
//! relabelling. *Anti-knight, jigsaw*: the eight maps of the square (four for boxes that are not
//! square) and relabelling. *Killer, sukaku*: the same maps without relabelling.

use crate::variant::{Constraint, Design, Map, Maps};
use crate::{Sheet, notation};
use tesuji_solver::{Domain, Value};

/// Cells of all ways kept at most; beyond, only the maps of the square and relabelling are used.
/// How many ways give the least rows is the same for all images of a puzzle, so the answer is, too.
/// (They are counted before they are made.)
const MOST_CELLS: usize = 32_400_000;
/// Maps that keep the diagonals at most; beyond, only the maps of the square are used.
const MOST_MAPS: usize = 40_000;

/// The least image of a puzzle's text, without the constraints that the genre's name says.
pub(crate) fn least_image(sheet: &Sheet, implied: &[Constraint]) -> String {
    let design = &sheet.design;
    let mut best = sheet.clone();
    best.state = None;
    best.notes.clear();
    let shape = design.box_shape();
    if let (Some((rows, cols)), true) = (shape, design.constraints.is_empty())
        && let Some(givens) = least_boxed(design.n(), rows, cols, &sheet.givens)
    {
        best.givens = givens;
        return notation::print(&best, implied);
    }
    let mut constraints = design.constraints.iter().peekable();
    let keeps_diagonals = constraints.peek().is_some() && constraints.all(|c| c.kind.symmetry.maps == Maps::Diagonals);
    let maps = shape.filter(|_| keeps_diagonals).and_then(|shape| diagonal_maps(design.n(), shape));
    let maps = maps.unwrap_or_else(|| design.grid.maps());
    let images = maps.iter().filter_map(|map| image(sheet, map)).map(|s| notation::print(&s, implied));
    images.min().unwrap_or_else(|| notation::print(&best, implied))
}

/// The least image of a grid's candidates under the maps of the square that keep its boxes, their
/// values as they are.
pub(crate) fn least_marks(design: &Design, candidates: &[Domain]) -> String {
    let sheet = Sheet::new(design.clone());
    let kept = design.grid.maps().into_iter().filter(|map| image(&sheet, map).is_some());
    let images = kept.map(|map| {
        let moved: Vec<Domain> = map.iter().map(|&from| candidates[from]).collect();
        notation::print_marks(design, &moved)
    });
    images.min().unwrap_or_else(|| notation::print_marks(design, candidates))
}

/// The image of a sheet, its values relabelled by first appearance where all constraints allow it;
/// `None` when the boxes would change their shape.
fn image(sheet: &Sheet, map: &Map) -> Option<Sheet> {
    let renames = sheet.design.constraints.iter().all(|c| c.kind.symmetry.renames);
    let mut made = sheet.design.clone().with_sums(&sheet.sums).image(map)?;
    let sums = made.take_sums();
    let mut out = Sheet { sums, ..Sheet::new(made) };
    out.givens = map.iter().map(|&from| sheet.givens[from]).collect();
    if renames {
        relabel(&mut out.givens);
    }
    Some(out)
}

/// Renames values in the order of their first appearance.
fn relabel(givens: &mut [Value]) {
    let mut label = [0 as Value; 64];
    let mut next = 0;
    for v in givens.iter_mut().filter(|v| **v > 0) {
        let slot = &mut label[usize::from(*v) & 63];
        if *slot == 0 {
            next += 1;
            *slot = next;
        }
        *v = *slot;
    }
}

/// Orders of lines that keep the groups of lines (bands and stacks) together and commute with the
/// reversal, applied to rows and columns alike (or columns reversed): these keep both diagonals.
/// `None`: too many.
fn diagonal_maps(n: usize, (rows, cols): (usize, usize)) -> Option<Vec<Map>> {
    let mut orders = Vec::new();
    line_orders(n, [rows, cols], &mut vec![], &mut orders)?;
    let mut maps = Vec::new();
    for order in &orders {
        let reversed: Vec<usize> = order.iter().map(|i| n - 1 - i).collect();
        for other in [order, &reversed] {
            for transposed in [false, true].into_iter().take(if rows == cols { 2 } else { 1 }) {
                maps.push(
                    (0..n * n)
                        .map(|i| {
                            let (r, c) = (order[i / n], other[i % n]);
                            if transposed { c * n + r } else { r * n + c }
                        })
                        .collect(),
                );
            }
        }
    }
    Some(maps)
}

/// All orders of `n` lines in which opposite lines stay opposite and groups of these sizes stay
/// together; `None`: too many.
fn line_orders(n: usize, groups: [usize; 2], front: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) -> Option<()> {
    let keeps = |order: &[usize]| {
        groups.iter().all(|size| order.chunks(*size).all(|group| group.iter().all(|i| i / size == group[0] / size)))
    };
    if !keeps(front) {
        return Some(());
    }
    if front.len() == n / 2 {
        let mut order = front.clone();
        if n % 2 == 1 {
            order.push(n / 2);
        }
        order.extend(front.iter().rev().map(|i| n - 1 - i));
        if keeps(&order) {
            found.push(order);
        }
        return (found.len() * 4 <= MOST_MAPS).then_some(());
    }
    for i in (0..n).filter(|i| n.is_multiple_of(2) || *i != n / 2) {
        if !front.contains(&i) && !front.contains(&(n - 1 - i)) {
            front.push(i);
            line_orders(n, groups, front, found)?;
            front.pop();
        }
    }
    Some(())
}

/// A way to map the source onto the rows so far.
#[derive(Clone)]
struct Way {
    /// The source, transposed?
    transposed: bool,
    /// Source rows used, in target order.
    rows: Vec<u8>,
    /// Columns in target order, as far as known: blocks of stacks of cells of columns. Order inside
    /// of a block or a cell is open; a stack's cells are in order.
    blocks: Vec<Vec<Stack>>,
    /// New names of values; 0: none yet.
    label: Vec<Value>,
    next: Value,
}

/// The columns of one stack: cells of columns not told apart yet.
type Stack = Vec<Vec<u8>>;

/// Key of a value that has no name yet: it gets the next one, which is greater than all others.
const NEW: Value = 63;

/// A source of images: the givens, or their transpose.
struct Lines<'a> {
    n: usize,
    /// Rows of a band.
    rows: usize,
    cells: &'a [Value],
    /// Bands with the same rows have the same number.
    bands: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(n: usize, rows: usize, cells: &'a [Value]) -> Lines<'a> {
        let sorted = |band: &'a [Value]| {
            let mut lines: Vec<&[Value]> = band.chunks(n).collect();
            lines.sort_unstable();
            lines
        };
        let all: Vec<_> = cells.chunks(rows * n).map(sorted).collect();
        let bands = all.iter().map(|band| all.iter().position(|other| other == band).unwrap_or_default()).collect();
        Lines { n, rows, cells, bands }
    }

    fn row(&self, row: usize) -> &'a [Value] {
        &self.cells[row * self.n..(row + 1) * self.n]
    }

    /// The rows that may come next after `used`. Of rows of a band that are the same the first that
    /// is left, and of bands that are, too: the others give the same images.
    fn next<'s>(&'s self, used: &'s [u8]) -> impl Iterator<Item = usize> + 's {
        let is_used = |row: &usize| used.contains(&(*row as u8));
        let band_of = |row: usize| row / self.rows;
        let is_begun = move |band: usize| used.iter().any(|&row| band_of(usize::from(row)) == band);
        let within =
            used.last().filter(|_| !used.len().is_multiple_of(self.rows)).map(|&row| band_of(usize::from(row)));
        let fits = move |&row: &usize| match within {
            Some(band) => band_of(row) == band,
            None => {
                let (band, same) = (band_of(row), self.bands[band_of(row)]);
                !is_begun(band) && !(0..band).any(|other| self.bands[other] == same && !is_begun(other))
            }
        };
        let is_first = move |&row: &usize| {
            let start = band_of(row) * self.rows;
            !(start..row).any(|other| !is_used(&other) && self.row(other) == self.row(row))
        };
        (0..self.n).filter(move |row| !is_used(row)).filter(fits).filter(is_first)
    }
}

fn least_boxed(n: usize, rows: usize, cols: usize, givens: &[Value]) -> Option<Vec<Value>> {
    let turned: Vec<Value> = (0..n * n).map(|i| givens[i % n * n + i / n]).collect();
    let sources = [Lines::new(n, rows, givens), Lines::new(n, rows, &turned)];
    let stacks: Vec<Stack> =
        (0..n / cols).map(|s| vec![(s * cols..(s + 1) * cols).map(|c| c as u8).collect()]).collect();
    let first =
        |transposed| Way { transposed, rows: Vec::new(), blocks: vec![stacks.clone()], label: vec![0; n + 1], next: 1 };
    let mut ways = vec![first(false)];
    if rows == cols {
        ways.push(first(true));
    }
    let mut out = Vec::with_capacity(n * n);
    for _ in 0..n {
        let mut best: Option<Vec<Value>> = None;
        // The columns' orders are not kept, but found again: there can be many more of them than
        // ways to keep.
        let (mut least, mut count): (Vec<(&Way, usize)>, usize) = (Vec::new(), 0);
        for way in &ways {
            let source = &sources[usize::from(way.transposed)];
            for row in source.next(&way.rows) {
                let (pattern, sorted) = arrange(way, source.row(row));
                match best.as_ref().map(|b| pattern.cmp(b)) {
                    Some(std::cmp::Ordering::Greater) => continue,
                    Some(std::cmp::Ordering::Equal) => {}
                    _ => {
                        best = Some(pattern);
                        (least, count) = (Vec::new(), 0);
                    }
                }
                count = count.saturating_add(ways_to_name(&sorted));
                least.push((way, row));
            }
        }
        // Only now are all of them known to be least, whatever the order of the rows.
        if count.saturating_mul(n * n) > MOST_CELLS {
            return None;
        }
        let mut kept: Vec<Way> = Vec::with_capacity(count);
        for (way, row) in least {
            let source = sources[usize::from(way.transposed)].row(row);
            name(way, row as u8, &arrange(way, source).1, source, &mut kept);
        }
        let pattern = best?;
        let mut next = ways.first().map_or(1, |w| w.next);
        for key in pattern {
            out.push(if key == NEW {
                next += 1;
                next - 1
            } else {
                key
            });
        }
        ways = kept;
    }
    Some(out)
}

/// A stack with the order of its columns as one row sorts it: cells of (key, columns).
type SortedStack = Vec<(Value, Vec<u8>)>;

/// Stacks with equal patterns.
type Sorted = Vec<SortedStack>;

/// The least pattern that a row takes, and the columns' order that gives it: blocks of groups of
/// stacks with equal patterns.
fn arrange(way: &Way, source: &[Value]) -> (Vec<Value>, Vec<Vec<Sorted>>) {
    let key = |col: u8| match source[usize::from(col)] {
        0 => 0,
        v => match way.label[usize::from(v)] {
            0 => NEW,
            l => l,
        },
    };
    let mut pattern = Vec::with_capacity(source.len());
    let mut out: Vec<Vec<Sorted>> = Vec::new();
    for block in &way.blocks {
        let mut stacks: Vec<(Vec<Value>, SortedStack)> = block
            .iter()
            .map(|stack| {
                let mut keys = Vec::new();
                let mut cells = Vec::new();
                for cell in stack {
                    let mut columns: Vec<(Value, u8)> = cell.iter().map(|&c| (key(c), c)).collect();
                    columns.sort_unstable();
                    let mut parts: Vec<(Value, Vec<u8>)> = Vec::new();
                    for (k, c) in columns {
                        keys.push(k);
                        match parts.last_mut() {
                            Some((last, list)) if *last == k => list.push(c),
                            _ => parts.push((k, vec![c])),
                        }
                    }
                    cells.extend(parts);
                }
                (keys, cells)
            })
            .collect();
        stacks.sort();
        let mut groups: Vec<(Vec<Value>, Sorted)> = Vec::new();
        for (keys, cells) in stacks {
            pattern.extend(&keys);
            match groups.last_mut() {
                Some((last, list)) if *last == keys => list.push(cells),
                _ => groups.push((keys, vec![cells])),
            }
        }
        out.push(groups.into_iter().map(|(_, list)| list).collect());
    }
    (pattern, out)
}

/// The number of ways to name a row's new values: those stacks with equal patterns that hold some
/// may come in any order, and so may the columns.
fn ways_to_name(sorted: &[Vec<Sorted>]) -> usize {
    let orders = |n: usize| (1..=n).fold(1_usize, usize::saturating_mul);
    let of_stack = |stack: &SortedStack| {
        let new = stack.iter().filter(|(key, _)| *key == NEW);
        new.fold(1_usize, |ways, (_, columns)| ways.saturating_mul(orders(columns.len())))
    };
    let of_group = |group: &Sorted| {
        let has_new = group.first().is_some_and(|stack| stack.iter().any(|(key, _)| *key == NEW));
        let stacks = group.iter().fold(1_usize, |ways, stack| ways.saturating_mul(of_stack(stack)));
        if has_new { stacks.saturating_mul(orders(group.len())) } else { 1 }
    };
    sorted.iter().flatten().fold(1_usize, |ways, group| ways.saturating_mul(of_group(group)))
}

/// Adds each way to name the row's new values: the order of stacks and columns that hold them is
/// decided with it.
fn name(way: &Way, row: u8, sorted: &[Vec<Sorted>], source: &[Value], kept: &mut Vec<Way>) {
    let mut rows = way.rows.clone();
    rows.push(row);
    let start = Way { rows, blocks: Vec::new(), label: way.label.clone(), next: way.next, transposed: way.transposed };
    let groups: Vec<&Sorted> = sorted.iter().flatten().collect();
    place_groups(start, &groups, source, kept);
}

fn place_groups(way: Way, groups: &[&Sorted], source: &[Value], kept: &mut Vec<Way>) {
    let Some((group, rest)) = groups.split_first() else {
        kept.push(way);
        return;
    };
    let has_new = group.first().is_some_and(|stack| stack.iter().any(|(k, _)| *k == NEW));
    if !has_new {
        let mut way = way;
        way.blocks.push(group.iter().map(|stack| stack.iter().map(|(_, c)| c.clone()).collect()).collect());
        place_groups(way, rest, source, kept);
        return;
    }
    let mut left: Vec<usize> = (0..group.len()).collect();
    place_stacks(way, group, &mut left, rest, source, kept);
}

/// Stacks of equal patterns with new values: each may come first.
fn place_stacks(
    way: Way,
    group: &Sorted,
    left: &mut Vec<usize>,
    rest: &[&Sorted],
    source: &[Value],
    kept: &mut Vec<Way>,
) {
    if left.is_empty() {
        place_groups(way, rest, source, kept);
        return;
    }
    for i in 0..left.len() {
        let stack = left.remove(i);
        let mut named = Vec::new();
        name_stack(way.clone(), &group[stack], Vec::new(), source, &mut named);
        for next in named {
            place_stacks(next, group, left, rest, source, kept);
        }
        left.insert(i, stack);
    }
}

/// Every order of a stack's columns with new values.
fn name_stack(way: Way, cells: &[(Value, Vec<u8>)], done: Stack, source: &[Value], out: &mut Vec<Way>) {
    let Some(((key, columns), rest)) = cells.split_first() else {
        let mut way = way;
        way.blocks.push(vec![done]);
        out.push(way);
        return;
    };
    if *key != NEW {
        let mut done = done;
        done.push(columns.clone());
        name_stack(way, rest, done, source, out);
        return;
    }
    for &column in columns {
        let mut way = way.clone();
        way.label[usize::from(source[usize::from(column)])] = way.next;
        way.next += 1;
        let mut done = done.clone();
        done.push(vec![column]);
        let others: Vec<u8> = columns.iter().copied().filter(|&c| c != column).collect();
        if others.is_empty() {
            name_stack(way, rest, done, source, out);
        } else {
            let mut cells = vec![(NEW, others)];
            cells.extend_from_slice(rest);
            name_stack(way, &cells, done, source, out);
        }
    }
}
