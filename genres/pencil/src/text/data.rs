//! Lists as programs and data files write them: JSON, Python, C, JavaScript, Prolog, MATLAB.

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Data {
    /// A number, or a word without quotation marks.
    Word(String),
    /// A text in quotation marks.
    Text(String),
    /// A list.
    List(Vec<Data>),
    /// Values by name, in order.
    Map(Vec<(String, Data)>),
}

/// A list or a map in a text, with the name that it is given there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Named {
    /// The name before `=` or `:`; empty where there is none.
    pub(crate) name: String,
    /// The value.
    pub(crate) data: Data,
    /// The line that it begins on, from 1.
    pub(crate) line: u64,
}

/// Longest text that is searched for lists.
const LONGEST: usize = 4 << 20;
/// Brackets that open nothing, at most, before the search ends.
const MOST_FAILURES: usize = 2000;
const DEEPEST: usize = 12;

impl Data {
    /// The word or the text.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Data::Word(text) | Data::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list.
    pub(crate) fn list(&self) -> Option<&[Data]> {
        match self {
            Data::List(list) => Some(list),
            _ => None,
        }
    }

    /// The number.
    pub(crate) fn number(&self) -> Option<i64> {
        self.text()?.trim().parse().ok()
    }

    fn is_list(&self) -> bool {
        matches!(self, Data::List(_))
    }
}

/// The lists and maps of a text, and the lines of what stands outside of them; `None` where there is
/// no list.
pub(crate) fn find(text: &str) -> Option<(Vec<Named>, Vec<(u64, String)>)> {
    if text.len() > LONGEST || !text.contains(['[', '{', '(']) {
        return None;
    }
    let (mut found, mut outside) = (Vec::new(), Vec::new());
    let (mut at, mut kept, mut failures) = (0, 0, 0);
    while let Some(open) = text[at..].find(['[', '{', '(']).map(|i| at + i) {
        let mut parser = Parser { text, at: open };
        match parser.value(0).filter(|data| is_puzzle_like(data, text.as_bytes()[open])) {
            // The type of what follows: `let grid: [[u8; 9]; 9] = …`.
            Some(_) if text[parser.at..].trim_start().starts_with('=') => at = parser.at,
            Some(data) => {
                let before = &text[kept..open];
                let line = 1 + text[..open].matches('\n').count() as u64;
                let (name, rest) = name_before(before);
                outside.push((1 + text[..kept].matches('\n').count() as u64, rest.to_string()));
                found.push(Named { name, data, line });
                at = parser.at;
                kept = at;
            }
            None => {
                failures += 1;
                at = open + 1;
            }
        }
        if failures > MOST_FAILURES {
            return None;
        }
    }
    outside.push((1 + text[..kept].matches('\n').count() as u64, text[kept..].to_string()));
    (!found.is_empty()).then_some((found, outside))
}

/// The value that a text is, from its first character to its last.
pub(crate) fn whole(text: &str) -> Option<Data> {
    let text = text.trim();
    if !text.starts_with(['[', '{', '(']) || text.len() > LONGEST {
        return None;
    }
    let mut parser = Parser { text, at: 0 };
    let data = parser.value(0)?;
    parser.blanks();
    (parser.at == text.len()).then_some(data)
}

/// Could it be a part of a puzzle: a map, lists of lists, or a list of several values?
fn is_puzzle_like(data: &Data, open: u8) -> bool {
    match data {
        Data::Map(map) => !map.is_empty(),
        Data::List(list) if list.iter().any(|d| d.is_list() || matches!(d, Data::Map(_))) => {
            list.iter().all(|d| d.is_list() || matches!(d, Data::Map(_)))
                || (open != b'(' && list.iter().filter(|d| d.is_list()).count() > 1)
        }
        // The arguments of a call are no list.
        Data::List(list) => list.len() > 1 && (open != b'(' || list.iter().all(|d| matches!(d, Data::Text(_)))),
        _ => false,
    }
}

/// The text behind the last end of a line or `;` that stands in no brackets.
fn last_statement(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().rev() {
        match c {
            ']' | ')' => depth += 1,
            '[' | '(' => depth = depth.saturating_sub(1),
            '\n' | ';' if depth == 0 => return &text[at + 1..],
            _ => {}
        }
    }
    text
}

/// The name that a value is given by what stands before it, and the text before that.
fn name_before(before: &str) -> (String, &str) {
    let trimmed = before.trim_end();
    let Some(head) = trimmed.strip_suffix(":=").or_else(|| trimmed.strip_suffix(['=', ':'])) else {
        return (String::new(), before);
    };
    // `int grid[N][N] = …`, `let grid: [[u8; 9]; 9] = …`, `"rows": …`
    let last = last_statement(head);
    let rest = &before[..head.len() - last.len()];
    let head = last.split(['[', ':', '(']).next().unwrap_or(last).trim().trim_end_matches(['"', '\'']);
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let name = head.rsplit(|c| !is_name(c)).next().unwrap_or("");
    (name.to_string(), rest)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        if is_next {
            self.at += c.len_utf8();
        }
        is_next
    }

    /// Passes blanks and comments.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let is_line = trimmed.starts_with("//") || trimmed.starts_with("# ") || trimmed.starts_with("% ");
            let length = if is_line {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |i| i + 2)
            } else {
                return;
            };
            self.at += length;
        }
    }

    fn value(&mut self, depth: usize) -> Option<Data> {
        self.blanks();
        if depth > DEEPEST {
            return None;
        }
        match self.peek()? {
            '[' => self.items(']', depth),
            '(' => self.items(')', depth),
            '{' => {
                let start = self.at;
                self.map(depth).or_else(|| {
                    self.at = start;
                    self.items('}', depth)
                })
            }
            '"' | '\'' | '`' => self.quoted().map(Data::Text),
            _ => self.word(),
        }
    }

    /// The items of a list; semicolons part its rows.
    fn items(&mut self, close: char, depth: usize) -> Option<Data> {
        self.at += 1;
        let mut rows = vec![Vec::new()];
        loop {
            self.blanks();
            if self.take(close) {
                break;
            }
            if self.take(',') {
                continue;
            }
            if self.take(';') {
                rows.push(Vec::new());
                continue;
            }
            let item = self.value(depth + 1)?;
            rows.last_mut()?.push(item);
        }
        if rows.last().is_some_and(Vec::is_empty) {
            rows.pop();
        }
        Some(match rows.len() {
            0 => Data::List(Vec::new()),
            1 => Data::List(rows.pop()?),
            _ => Data::List(rows.into_iter().map(Data::List).collect()),
        })
    }

    fn map(&mut self, depth: usize) -> Option<Data> {
        self.at += 1;
        let mut map = Vec::new();
        loop {
            self.blanks();
            if self.take('}') {
                return (!map.is_empty()).then_some(Data::Map(map));
            }
            if self.take(',') {
                continue;
            }
            let key = match self.peek()? {
                '"' | '\'' | '`' => self.quoted()?,
                _ => {
                    let rest = self.rest();
                    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')?;
                    self.at += end;
                    rest[..end].to_string()
                }
            };
            self.blanks();
            let parted = self.rest().starts_with("=>");
            if parted {
                self.at += 2;
            } else if !self.take(':') && !self.take('=') {
                return None;
            }
            let value = self.value(depth + 1)?;
            map.push((key, value));
        }
    }

    fn quoted(&mut self) -> Option<String> {
        let mark = self.peek()?;
        self.at += mark.len_utf8();
        let mut text = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((i, c)) = chars.next() {
            if c == mark {
                self.at += i + c.len_utf8();
                return Some(text);
            }
            match c {
                '\\' => match chars.next()?.1 {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    c => text.push(c),
                },
                c => text.push(c),
            }
        }
        None
    }

    fn word(&mut self) -> Option<Data> {
        let rest = self.rest();
        let is_end = |c: char| c.is_whitespace() || ",;:()[]{}\"'`=".contains(c);
        let end = rest.find(is_end).unwrap_or(rest.len());
        if end == 0 {
            return None;
        }
        self.at += end;
        Some(Data::Word(rest[..end].to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Data, find, whole};

    fn words(rows: &[&str]) -> Data {
        let row = |row: &&str| Data::List(row.split(' ').map(|w| Data::Word(w.to_string())).collect());
        Data::List(rows.iter().map(row).collect())
    }

    #[test]
    fn lists_of_programs_are_lists() {
        let grid = words(&["1 0", "0 2"]);
        for (text, name) in [
            ("[[1,0],[0,2]]", ""),
            ("board = [\n  [1, 0],\n  [0, 2],\n]\nprint(solve(board, 3))", "board"),
            ("int grid[N][N] = { { 1, 0 },\n { 0, 2 } }; // two rows", "grid"),
            ("let grid: [[u8; 2]; 2] = [[1, 0], [0, 2]];", "grid"),
            ("problem(1, [[1,0],\n [0,2]]).", ""),
            ("A = [1 0; 0 2];", "A"),
            ("const a = [ // rows\n [1, 0],\n [0, 2] ]", "a"),
        ] {
            let (found, _) = find(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found[0].name.as_str(), &found[0].data, found.len()), (name, &grid, 1), "{text}");
        }
        assert_eq!(whole("[[1,0],[0,2]]"), Some(grid));
        assert_eq!(whole("[[1,0],[0,2]],"), None);
        assert_eq!(find("no list (of any kind) [1]"), None);
    }

    #[test]
    fn names_of_a_map_are_kept() {
        let Some(Data::Map(map)) = whole("{\"ver\": [[4, 1], [2]], 'hor': [[1]], size: 2}") else { panic!("a map") };
        let names: Vec<&str> = map.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["ver", "hor", "size"]);
        assert_eq!(map[2].1.number(), Some(2));
    }

    #[test]
    fn brackets_without_end_are_no_list() {
        assert_eq!(find(&"[".repeat(100_000)), None);
        assert_eq!(whole(&"[".repeat(100)), None);
    }
}
