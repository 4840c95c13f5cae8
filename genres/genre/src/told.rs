//! Texts that tell their genre: addresses of puzz.link and its relatives, states of pzprv3.

/// What an address or a state tells of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told<'a> {
    /// The name of the genre: `slither`.
    pub name: &'a str,
    /// A variation with other rules.
    pub variation: Option<&'a str>,
}

impl<'a> Told<'a> {
    /// What the text tells: an address (`https://puzz.link/p?slither/4/4/dgdh2c71`, or from the
    /// name on), or a state (`pzprv3/slither/4/4/…`). `None`: it is neither.
    pub fn of(text: &'a str) -> Option<Told<'a>> {
        let text = text.trim();
        let is_bare = text.starts_with("pzprv3");
        let tail = if is_bare { text } else { text.rsplit('?').next().unwrap_or(text) };
        // An address may hold a state.
        let is_state = tail.starts_with("pzprv3");
        let mut fields =
            tail.split(['/', '\n']).map(str::trim).skip(usize::from(is_state)).filter(|f| !f.starts_with("v:"));
        let name = fields.next()?;
        // `type=player&slither_edit` asks for a way to show the puzzle.
        let name = name.rsplit('&').next().unwrap_or(name);
        let name = name.strip_suffix("_edit").or_else(|| name.strip_suffix("_play")).unwrap_or(name);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) {
            return None;
        }
        let is_number = |f: &str| !f.is_empty() && f.chars().all(|c| c.is_ascii_digit());
        let (first, second, third) = (fields.next()?, fields.next()?, fields.next());
        if is_number(first) && is_number(second) {
            let is_word = |c: char| c.is_ascii_lowercase() || "_,".contains(c);
            let is_letters = |f: &&str| is_state && !f.is_empty() && f.chars().all(is_word);
            return Some(Told { name, variation: third.filter(is_letters) });
        }
        let is_variation = !is_state && is_number(second) && third.is_some_and(is_number);
        is_variation.then_some(Told { name, variation: Some(first) })
    }
}

/// Most lines of a state of pzprv3 with what may follow it.
const MOST_LINES: usize = 2_000;

/// Does the line begin a state of pzprv3 that is written with line breaks?
fn begins_state(line: &str) -> bool {
    let version = line.trim().strip_prefix("pzprv3");
    version.is_some_and(|v| v.is_empty() || v.strip_prefix('.').is_some_and(|n| n.parse::<u32>().is_ok()))
}

/// How many of the lines are the state of pzprv3 that the first of them begins: those up to the
/// next state, or to the end, without blank lines at their end. Such a state may hold blank lines
/// and end with notes and an address. 1 where the first line begins none; `None`: that takes a
/// further line to tell.
pub fn lines_of_state(lines: &[&str], is_end: bool) -> Option<usize> {
    if !lines.first().is_some_and(|first| begins_state(first)) {
        return Some(1);
    }
    let next = lines.iter().skip(1).position(|line| begins_state(line)).map(|at| at + 1);
    if next.is_none() && !is_end && lines.len() < MOST_LINES {
        return None;
    }
    let all = &lines[..next.unwrap_or(lines.len())];
    Some(all.iter().rposition(|line| !line.trim().is_empty()).map_or(1, |last| last + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_with_line_breaks_end_before_the_next() {
        let lines = ["pzprv3", "hitori", "1", "1", "1", "", "pzprv3.1", "hitori", "", ""];
        assert_eq!(lines_of_state(&lines[..4], false), None);
        assert_eq!(lines_of_state(&lines[..4], true), Some(4));
        assert_eq!(lines_of_state(&lines, false), Some(5));
        assert_eq!(lines_of_state(&lines[6..], true), Some(2));
        assert_eq!(lines_of_state(&["pzprv3/hitori/1/1/1/"], false), Some(1));
        assert_eq!(lines_of_state(&["53..7"], false), Some(1));
        assert_eq!(lines_of_state(&["pzprv3"; 1], true), Some(1));
    }

    #[test]
    fn addresses_and_states_tell_their_genre() {
        for (text, name, variation) in [
            ("https://puzz.link/p?slither/4/4/dgdh2c71", "slither", None),
            ("slither/4/4/dgdh2c71", "slither", None),
            ("https://pzprxs.vercel.app/p?slither/f/3/3/gdk", "slither", Some("f")),
            ("https://puzz.link/p?kakuro/v:/5/5/48la0", "kakuro", None),
            ("https://puzz.link/p?type=player&yajilin_edit/b/3/3/a", "yajilin", Some("b")),
            ("pzprv3/hitori/4/4", "hitori", None),
            ("https://puzz.link/p?pzprv3/hitori/4/4/1%201%201%204", "hitori", None),
            ("pzprv3\nhitori\n4\n4\n1 1 1 4", "hitori", None),
            ("pzprv3.1/slither/2/3/f/. . . /. . . /", "slither", Some("f")),
            ("https://puzz.link/p?yajilin-regions/5/5/m32j10", "yajilin-regions", None),
        ] {
            assert_eq!(Told::of(text), Some(Told { name, variation }), "{text}");
        }
        for text in ["", "?", "7x7t0de:a1b2", "53..7....6..195...", "1/2/3", "slither/4", "a b/3/3/", "pzprv3/9/9/9"] {
            assert_eq!(Told::of(text), None, "{text}");
        }
    }
}
