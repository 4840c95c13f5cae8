//! Rows and columns with names before them, which are taken away.

use super::row::SIDES;

/// The side of a grid and its cells, in reading order, without the names of its rows and columns.
/// `None` where the rows are no such grid.
pub(super) fn stripped(mut rows: Vec<Vec<String>>) -> Option<(usize, Vec<String>)> {
    let is_empty = |row: &Vec<String>| row.iter().all(String::is_empty);
    let wide = rows.get(1)?.len();
    // A first row of names, or of nothing above a rule.
    let columns = [wide, wide - 1.min(wide)].into_iter().find(|n| rows.len() == n + 1)?;
    let head: Vec<String> = rows[0].iter().skip(rows[0].len().saturating_sub(columns)).cloned().collect();
    let corner = rows[0].len() == columns || (rows[0].len() == columns + 1 && wide == columns + 1);
    if !corner || !(is_empty(&head) || is_sequence(&head)) {
        return None;
    }
    rows.remove(0);
    square(rows)
}

/// The side and the cells of a square of rows without a row of names above them.
pub(super) fn square(rows: Vec<Vec<String>>) -> Option<(usize, Vec<String>)> {
    let n = rows.len();
    if !SIDES.contains(&n) {
        return None;
    }
    let rows: Vec<Vec<String>> = if rows.iter().all(|row| row.len() == n + 1) {
        let names: Vec<String> = rows.iter().map(|row| row[0].clone()).collect();
        is_sequence(&names).then(|| rows.into_iter().map(|row| row[1..].to_vec()).collect())?
    } else {
        rows
    };
    rows.iter().all(|row| row.len() == n).then(|| (n, rows.concat()))
}

/// Are these names in order: A B C, 1 2 3, 0 1 2, r1 r2 r3?
fn is_sequence(names: &[String]) -> bool {
    let split = |name: &str| {
        let name = name.trim_end_matches([':', '.', ')']);
        let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (head, number) = name.split_at(name.len() - digits);
        Some((head.trim().to_lowercase(), number.parse::<usize>().ok()?))
    };
    let numbers: Option<Vec<(String, usize)>> = names.iter().map(|name| split(name)).collect();
    let counts = numbers.is_some_and(|all| {
        let first = all.first().map_or(0, |(_, n)| *n);
        first <= 1 && all.iter().enumerate().all(|(i, (head, n))| *n == first + i && *head == all[0].0)
    });
    let letter = |name: &str| {
        let mut chars = name.trim_end_matches([':', '.', ')']).chars();
        let first = chars.next().filter(char::is_ascii_alphabetic)?;
        chars.next().is_none().then(|| u32::from(first.to_ascii_uppercase()) - u32::from('A'))
    };
    counts || names.iter().enumerate().all(|(i, name)| letter(name) == Some(i as u32))
}

#[cfg(test)]
mod tests {
    use super::{square, stripped};

    fn rows(text: &str) -> Vec<Vec<String>> {
        text.lines().map(|line| line.split(',').map(str::to_string).collect()).collect()
    }

    #[test]
    fn names_of_rows_and_columns_are_no_cells() {
        let cells = "1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1";
        let bare = "1,2,3,4\n3,4,1,2\n2,1,4,3\n4,3,2,1";
        let named = "A,1,2,3,4\nB,3,4,1,2\nC,2,1,4,3\nD,4,3,2,1";
        let expected = Some((4, cells.split(',').map(str::to_string).collect::<Vec<_>>()));
        assert_eq!(square(rows(bare)), expected);
        assert_eq!(square(rows(named)), expected);
        assert_eq!(stripped(rows(&format!("c1,c2,c3,c4\n{bare}"))), expected);
        assert_eq!(stripped(rows(&format!("1,2,3,4\n{named}"))), expected);
        assert_eq!(stripped(rows(&format!(",1,2,3,4\n{named}"))), expected);
        assert_eq!(stripped(rows(&format!("2,1,4,3\n{bare}"))), None);
        assert_eq!(square(rows(&named.replace('B', "X"))), None);
    }
}
