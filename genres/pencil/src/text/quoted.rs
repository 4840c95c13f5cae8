//! Rows in quotation marks, as programs write texts: a row a text, or lines in one text.

/// Rows of texts in quotation marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Quoted {
    /// The line that the first text begins on, from 1.
    pub(crate) line: u64,
    /// The rows as they stand between the marks.
    pub(crate) rows: Vec<String>,
    /// Is each row a text of its own, so that none is a line between two puzzles?
    pub(crate) is_certain: bool,
}

/// The rows of a text whose lines stand in quotation marks; `None` where more than the code around
/// them stands outside.
pub(crate) fn quoted(text: &str) -> Option<Quoted> {
    let mut found: Vec<String> = Vec::new();
    let (mut line, mut outside, mut rest) = (0, String::new(), text);
    while let Some(at) = rest.find(['"', '\'', '`']) {
        let (before, from) = rest.split_at(at);
        outside.push_str(before);
        let mark = from.chars().next()?;
        let length = if from.starts_with(&mark.to_string().repeat(3)) { 3 } else { 1 };
        let body = &from[length..];
        let end = closing(body, mark, length)?;
        if length == 1 && body[..end].contains('\n') {
            return None;
        }
        if found.is_empty() {
            line = text[..text.len() - from.len()].matches('\n').count() as u64 + 1;
        }
        found.push(unescaped(&body[..end], length == 3)?);
        rest = &body[end + length..];
        // Fields of a table stand in marks, too.
        let next = rest.trim_start_matches([' ', '\t']);
        let is_field = next.starts_with([',', ';', '\t', '|'])
            && next[1..].trim_start_matches([' ', '\t']).starts_with(['"', '\'', '`', ',']);
        if is_field || rest.starts_with(|c: char| c.is_alphanumeric()) {
            return None;
        }
    }
    outside.push_str(rest);
    let is_code = |line: &str| {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        line.chars().filter(char::is_ascii_digit).count() < 3 && words.count() < 8 && !line.contains(['#', '.'])
    };
    if found.is_empty() || !outside.lines().all(is_code) {
        return None;
    }
    let has_lines = |text: &String| text.trim_end_matches('\n').contains('\n');
    let is_certain = !found.iter().any(has_lines);
    if (is_certain && found.len() < 2) || (!is_certain && found.len() > 1) {
        return None;
    }
    let whole = |text: &String| text.strip_suffix('\n').unwrap_or(text).split('\n').map(str::to_string).collect();
    let rows: Vec<String> = found.iter().flat_map(|text| -> Vec<String> { whole(text) }).collect();
    Some(Quoted { line, rows, is_certain })
}

/// Where the text's closing marks stand.
fn closing(body: &str, mark: char, length: usize) -> Option<usize> {
    if length == 3 {
        return body.find(&mark.to_string().repeat(3));
    }
    let mut is_escaped = false;
    let is_end = |&(_, c): &(usize, char)| {
        let ends = c == mark && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    };
    body.char_indices().find(is_end).map(|(at, _)| at)
}

fn unescaped(body: &str, is_block: bool) -> Option<String> {
    let mut text = String::new();
    let mut chars = body.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'r' | '\n' => {}
                c => text.push(c),
            },
            '\r' => {}
            c => text.push(c),
        }
    }
    if is_block {
        text = text.strip_prefix('\n').map_or(text.clone(), str::to_string);
        // The line with the closing marks.
        let end = text.rfind('\n').filter(|&at| text[at..].trim().is_empty());
        text.truncate(end.unwrap_or(text.len()));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn rows_keep_their_blanks_between_marks() {
        for text in [
            "\"3  \"\n\"   \"\n\" 1 \"\n",
            "\"3  \",\n\"   \",\n\" 1 \",\n",
            "char *grid =\n  \"3  \\n\"\n  \"   \\n\"\n  \" 1 \\n\";",
            "grid = \"3  \\n   \\n 1 \"",
            "grid = \"\"\"\n3  \n   \n 1 \n\"\"\"\n",
            "g = '3  ' + \\\n'   ' + \\\n' 1 '",
        ] {
            let rows = quoted(text).unwrap_or_else(|| panic!("{text}")).rows;
            assert_eq!(rows, ["3  ", "   ", " 1 "], "{text}");
        }
        for text in ["\"3\",\"\",\"1\"\n\"\",\"2\",\"\"", "Tom's grid\n3 . .\n. . 1\n", "3 . \" 1", "\"one\""] {
            assert_eq!(quoted(text), None, "{text}");
        }
    }
}
