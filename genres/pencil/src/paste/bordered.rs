//! Reads the regions off a drawing in which thick lines stand between them.

/// The region of each cell of an `n`×`n` board, where the drawing has an upright between any two
/// cells of a row and thick lines inside; `None` for any other.
pub(super) fn regions(text: &str, n: usize) -> Option<Vec<u32>> {
    let is_upright = |c: char| matches!(c, '│' | '┃' | '║');
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let cut = |line: &[char]| -> Vec<usize> { (0..line.len()).filter(|&i| is_upright(line[i])).collect() };
    let rows: Vec<usize> = (0..lines.len()).filter(|&i| cut(&lines[i]).len() == n + 1).collect();
    if rows.len() != n {
        return None;
    }
    let mut region: Vec<u32> = (0..(n * n) as u32).collect();
    let mut inner = false;
    let mut join = |a: usize, b: usize| {
        let (low, high) = (region[a].min(region[b]), region[a].max(region[b]));
        for r in region.iter_mut().filter(|r| **r == high) {
            *r = low;
        }
    };
    for (r, &at) in rows.iter().enumerate() {
        let uprights = cut(&lines[at]);
        for c in 1..n {
            match lines[at][uprights[c]] {
                '│' => join(r * n + c - 1, r * n + c),
                _ => inner = true,
            }
        }
        if r == 0 {
            continue;
        }
        let above = lines.get(at.checked_sub(1)?)?;
        for (c, &upright) in uprights.iter().enumerate().take(n) {
            match above.get(upright + 1)? {
                '─' => join((r - 1) * n + c, r * n + c),
                '━' | '═' => inner = true,
                _ => return None,
            }
        }
    }
    inner.then_some(region)
}
