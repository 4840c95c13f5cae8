//! Messages about bad items: the first twenty of a kind in full, the others as one sum.

use std::collections::BTreeMap;
use tesuji_genre::Bad;

/// Messages of one kind that are printed.
const SHOWN: u64 = 20;
/// Most kinds with a count of their own; all further ones count as one.
const KINDS: usize = 40;

/// Counts bad items by kind.
#[derive(Debug, Default)]
pub struct Errors {
    kinds: BTreeMap<String, Kind>,
}

#[derive(Debug)]
struct Kind {
    example: String,
    count: u64,
    last: String,
}

impl Errors {
    /// Counts one; is it to be printed?
    pub fn admits(&mut self, bad: &Bad) -> bool {
        let mut name = kind(&bad.what);
        if self.kinds.len() >= KINDS && !self.kinds.contains_key(&name) {
            name = String::new();
        }
        let example = if name.is_empty() { "other errors".to_string() } else { bad.what.clone() };
        let of = self.kinds.entry(name).or_insert(Kind { example, count: 0, last: String::new() });
        of.count += 1;
        if of.count > SHOWN {
            of.last = place(bad);
        }
        of.count <= SHOWN
    }

    /// A line for each kind of which not all were printed; afterwards nothing is counted.
    pub fn sums(&mut self) -> Vec<String> {
        let kinds = std::mem::take(&mut self.kinds);
        let more = kinds.into_values().filter(|k| k.count > SHOWN);
        more.map(|k| format!("error: {} more of this kind, the last at {}: {}", k.count - SHOWN, k.last, k.example))
            .collect()
    }
}

/// Where it stands, in a few characters.
fn place(bad: &Bad) -> String {
    match (&bad.file, bad.line, &bad.at) {
        (Some(file), Some(line), _) => format!("{file}:{line}"),
        (None, Some(line), _) => format!("line {line}"),
        (Some(file), None, Some(at)) => format!("{file}: {at}"),
        (None, None, Some(at)) => at.clone(),
        (Some(file), None, None) => file.clone(),
        (None, None, None) => "an unknown place".to_string(),
    }
}

/// The message without its particulars: numbers and quoted text are left out.
fn kind(what: &str) -> String {
    let mut name = String::new();
    let mut quote = None;
    for c in what.chars() {
        match (quote, c) {
            (Some(end), c) if c == end => quote = None,
            (Some(_), _) => {}
            (None, '"' | '`') => {
                quote = Some(c);
                name.push('"');
            }
            (None, '\'') if !name.ends_with(char::is_alphabetic) => {
                quote = Some(c);
                name.push('"');
            }
            (None, c) if c.is_ascii_digit() => {
                if !name.ends_with('#') {
                    name.push('#');
                }
            }
            (None, c) => name.push(c),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_a_kind_are_summed_after_twenty() {
        let mut errors = Errors::default();
        let bad = |n: u64, what: String| Bad::new(what).file("a.txt").line(n);
        let shown = (1..=1000).filter(|&n| errors.admits(&bad(n, format!("{n} cells; a 4x4 grid has 16")))).count();
        let other = (1..=3).filter(|&n| errors.admits(&bad(n, format!("no digit \"{n}x\"")))).count();
        assert_eq!((shown, other), (20, 3));
        let sum = "error: 980 more of this kind, the last at a.txt:1000: 1 cells; a 4x4 grid has 16";
        assert_eq!((errors.sums(), errors.sums()), (vec![sum.to_string()], Vec::new()));
    }

    /// Messages that are all different can't fill the terminal either.
    #[test]
    fn kinds_without_end_are_one_kind() {
        let mut errors = Errors::default();
        let word = |n: u32| (0..12).map(|i| if n >> i & 1 == 1 { 'b' } else { 'a' }).collect::<String>();
        let shown = (0..4096).filter(|&n| errors.admits(&Bad::new(word(n)))).count();
        assert_eq!(shown, KINDS + SHOWN as usize);
        assert_eq!(errors.sums().len(), 1);
    }

    #[test]
    fn an_apostrophe_is_no_quote() {
        assert_eq!(kind("row 3 can't hold 'x' and `y`"), "row # can't hold \" and \"");
    }
}
