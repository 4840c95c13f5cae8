//! Lines of the protocol.

/// A command as it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The number to repeat in the reply.
    pub id: Option<u32>,
    /// The command; empty where only a number came.
    pub name: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl Request {
    /// Reads a line: control characters go, tabs become blanks, `#` begins a comment. Nothing is
    /// left of an empty line.
    pub fn read(line: &str) -> Option<Request> {
        let clean: String = line
            .chars()
            .take_while(|&c| c != '#')
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let mut words = clean.split_whitespace().peekable();
        let first = words.peek()?;
        let id = first.bytes().all(|b| b.is_ascii_digit()).then(|| first.parse().ok()).flatten();
        if id.is_some() {
            words.next();
        }
        let name = words.next().unwrap_or_default().to_string();
        Some(Request { id, name, args: words.map(str::to_string).collect() })
    }
}

/// The answer to a command: text, or what is wrong.
pub type Reply = Result<String, String>;

/// Writes a reply: `=` or `?`, the number, the text, and an empty line that ends it.
pub fn write(id: Option<u32>, reply: &Reply) -> String {
    let (mark, text) = match reply {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    // An empty line would end the reply.
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|l| !l.is_empty()).collect();
    format!("{mark}{id} {}\n\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(Option<u32>, String, Vec<String>)> {
        Request::read(line).map(|r| (r.id, r.name, r.args))
    }

    #[test]
    fn lines() {
        let play = |id| Some((id, "play".to_string(), vec!["b".to_string(), "q16".to_string()]));
        assert_eq!(read("play b q16"), play(None));
        assert_eq!(read("  7\tplay \u{7}b  q16 # a comment\r"), play(Some(7)));
        assert_eq!(read("4294967295 play b q16"), play(Some(u32::MAX)));
        for nothing in ["", "  ", "# play b q16", "\r", "\u{1}"] {
            assert_eq!(read(nothing), None);
        }
        assert_eq!(read("12"), Some((Some(12), String::new(), vec![])));
        assert_eq!(read("99999999999 name").unwrap().1, "99999999999", "no number of 32 bits");
        assert_eq!(read("-1 name").unwrap().1, "-1");
    }

    #[test]
    fn replies_end_with_one_empty_line() {
        assert_eq!(write(None, &Ok(String::new())), "= \n\n");
        assert_eq!(write(Some(3), &Ok("a\n\nb\n".into())), "=3 a\nb\n\n");
        assert_eq!(write(None, &Err("unknown command".into())), "? unknown command\n\n");
    }
}
