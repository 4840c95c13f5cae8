//! The cages under a killer's drawing: `15 = r12c1` or `? = r1c1 and r2c23`, a line each.

use tesuji_genre::Bad;

/// The sum and the words for the cells, if the line is one of these.
fn split(line: &str) -> Option<(Option<u16>, &str)> {
    let (sum, cells) = line.trim().split_once(" = ")?;
    let sum = if sum == "?" { None } else { Some(sum.parse().ok()?) };
    cells.starts_with('r').then_some((sum, cells))
}

/// Is the line a cage?
pub(super) fn is_cage(line: &str) -> bool {
    split(line).is_some()
}

/// The cages among the lines of a text about a grid of side `n`.
///
/// # Errors
/// [`Bad`] with the cage whose cells can't be read.
pub(super) fn parse(text: &str, n: usize) -> Result<Vec<(Vec<u32>, Option<u16>)>, Bad> {
    let cages = text.lines().filter_map(split);
    cages
        .map(|(sum, words)| {
            let bad = || Bad::new(format!("{words:?} are no cells of a {n}x{n} grid, such as r12c3 and r4c5"));
            Ok((cells(words, n).ok_or_else(bad)?, sum))
        })
        .collect()
}

fn cells(words: &str, n: usize) -> Option<Vec<u32>> {
    let mut found = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let (rows, after) = lines(rest.strip_prefix('r')?, n)?;
        let (cols, after) = lines(after.strip_prefix('c')?, n)?;
        for row in rows {
            found.extend(cols.iter().map(|col| (row * n + col) as u32));
        }
        rest = after.strip_prefix(" and ").or_else(|| after.strip_prefix(", ")).unwrap_or(after);
    }
    Some(found)
}

/// Rows or columns, from 0: a digit each in grids of up to nine; in others one number, or several
/// in brackets.
fn lines(text: &str, n: usize) -> Option<(Vec<usize>, &str)> {
    let (numbers, after): (Vec<usize>, &str) = if let Some(inner) = text.strip_prefix('(') {
        let (list, after) = inner.split_once(')')?;
        (list.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?, after)
    } else {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (digits, after) = text.split_at(end);
        if n <= 9 {
            (digits.bytes().map(|b| usize::from(b - b'0')).collect(), after)
        } else {
            (vec![digits.parse().ok()?], after)
        }
    };
    let fits = !numbers.is_empty() && numbers.iter().all(|number| (1..=n).contains(number));
    fits.then(|| (numbers.into_iter().map(|number| number - 1).collect(), after))
}
