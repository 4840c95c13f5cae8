//! Tables of HTML and LaTeX.

/// Rows of cells of each table in a page of HTML.
pub(super) fn html(text: &str) -> Vec<(u64, Vec<Vec<String>>)> {
    let lower = text.to_ascii_lowercase();
    let starts: Vec<usize> = lower.match_indices("<table").map(|(i, _)| i).collect();
    let starts = if starts.is_empty() { vec![0] } else { starts };
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let tables = starts.iter().copied().zip(ends).map(|(from, to)| {
        let line = 1 + text[..from].matches('\n').count() as u64;
        (line, rows(&text[from..to]))
    });
    tables.filter(|(_, rows)| !rows.is_empty()).collect()
}

fn rows(table: &str) -> Vec<Vec<String>> {
    let lower = table.to_ascii_lowercase();
    let parts = |of: (usize, usize), tags: &[&str]| -> Vec<(usize, usize)> {
        let mut at: Vec<usize> =
            tags.iter().flat_map(|tag| lower[of.0..of.1].match_indices(tag).map(|(i, _)| of.0 + i)).collect();
        at.sort_unstable();
        let ends = at.iter().skip(1).copied().chain([of.1]).collect::<Vec<_>>();
        at.into_iter().zip(ends).collect()
    };
    let all = (0, table.len());
    let rows = parts(all, &["<tr"]).into_iter().map(|row| {
        let cells = parts(row, &["<td", "<th>", "<th "]);
        cells.into_iter().map(|(from, to)| content(&table[from..to])).collect::<Vec<_>>()
    });
    rows.filter(|row| !row.is_empty()).collect()
}

/// The content of an element: its text, or the value of a field in it.
fn content(element: &str) -> String {
    let lower = element.to_ascii_lowercase();
    if let Some(field) = lower.find("<input")
        && let Some((_, rest)) = element[field..].split_once("value=")
    {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let value = match quote {
            Some(quote) => rest[1..].split(quote).next(),
            None => rest.split([' ', '>', '/']).next(),
        };
        return value.unwrap_or_default().trim().to_string();
    }
    let mut text = String::new();
    let mut inside = false;
    for c in element.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => text.push(c),
            _ => {}
        }
    }
    for blank in ["&nbsp;", "&#160;", "&#xa0;", "&ensp;", "&emsp;"] {
        text = text.replace(blank, " ");
    }
    text.trim().to_string()
}

/// Rows of cells of each table in a text of LaTeX: `tabular` and the like, and `sudoku`.
pub(super) fn latex(text: &str) -> Vec<(u64, Vec<Vec<String>>)> {
    let mut found = Vec::new();
    for (at, begin) in text.match_indices("\\begin{") {
        let rest = &text[at + begin.len()..];
        let Some((name, body)) = rest.split_once('}') else { continue };
        let Some((body, _)) = body.split_once(&format!("\\end{{{name}")) else { continue };
        let rows: Vec<Vec<String>> = if body.contains('&') {
            body.split("\\\\").map(fields).filter(|row| row.len() > 1).collect()
        } else if name.trim_end_matches('*').contains("sudoku") {
            let lines = body.lines().map(str::trim).filter(|line| line.starts_with('|'));
            let row = |line: &str| line.trim_matches(['|', '.']).split('|').map(|f| f.trim().to_string()).collect();
            lines.map(row).collect()
        } else {
            continue;
        };
        found.push((1 + text[..at].matches('\n').count() as u64, rows));
    }
    found
}

/// The cells of a row, without commands that draw lines.
fn fields(row: &str) -> Vec<String> {
    let mut row = row.to_string();
    for command in ["\\hline", "\\toprule", "\\midrule", "\\bottomrule"] {
        row = row.replace(command, "");
    }
    while let Some((before, rest)) = row.split_once("\\cline{").or_else(|| row.split_once("\\cmidrule{")) {
        row = format!("{before}{}", rest.split_once('}').map_or("", |(_, after)| after));
    }
    // The columns of the table stand in braces behind its name.
    let row = row.trim();
    let row = if row.starts_with('{') { row.split_once('}').map_or("", |(_, rest)| rest) } else { row };
    let bare = |field: &str| field.trim().trim_matches(['$', '{', '}', '~']).replace("\\quad", "").trim().to_string();
    row.split('&').map(bare).collect()
}

#[cfg(test)]
mod tests {
    use super::{html, latex};

    #[test]
    fn cells_of_tables_are_read() {
        let page =
            "<p>1</p>\n<TABLE><tr><td>5</td><td>&nbsp;</td></tr><tr><td><b>1</b><td><input value='2'></tr></TABLE>";
        assert_eq!(html(page), [(2, vec![vec!["5".to_string(), String::new()], vec!["1".into(), "2".into()]])]);
        let table = "\\begin{tabular}{|c|c|}\n\\hline\n5 & \\\\ \\hline\n$1$ & 2 \\\\ \\hline\n\\end{tabular}";
        assert_eq!(latex(table), [(1, vec![vec!["5".to_string(), String::new()], vec!["1".into(), "2".into()]])]);
        let sudoku = "\\begin{sudoku}\n|5| |.\n|1|2|.\n\\end{sudoku}";
        assert_eq!(latex(sudoku)[0].1, latex(table)[0].1);
    }
}
