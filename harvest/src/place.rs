//! Where clean games go: names that are never given twice.

use crate::hash;
use crate::input::Unit;
use std::collections::HashSet;

/// The longest name of an entry that is kept, and of a part of it: file systems take little more.
const LONGEST: usize = 1000;
const LONGEST_PART: usize = 200;

/// The paths given so far. No two games get the same, and none gets one that is a folder of
/// another.
#[derive(Debug, Default)]
pub(crate) struct Places {
    files: HashSet<u128>,
    folders: HashSet<u128>,
}

impl Places {
    /// A path for a game, below `sgf/`; it depends on earlier calls and on nothing else.
    pub fn give(&mut self, unit: &Unit, number: Option<usize>) -> String {
        let own = path_of(unit, number);
        let mut path = own.clone();
        let mut tries = 0;
        while !self.is_free(&path) {
            let source = format!("{tries}\n{number:?}\n{:?}\n{}", unit.entry, unit.file);
            let rest = own.strip_prefix("sgf/").unwrap_or(&own);
            path = format!("sgf/{}/{rest}", apart(&source));
            tries += 1;
        }
        self.note(&path);
        path
    }

    /// Notes a path that was given.
    pub fn note(&mut self, path: &str) {
        self.files.insert(hash::number(path));
        self.folders.extend(above(path).map(hash::number));
    }

    fn is_free(&self, path: &str) -> bool {
        let key = hash::number(path);
        let taken = self.files.contains(&key) || self.folders.contains(&key);
        !taken && above(path).all(|folder| !self.files.contains(&hash::number(folder)))
    }
}

/// The folders that a path leads through.
fn above(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').filter_map(|(at, _)| path.get(..at))
}

/// A folder for what can't have the name that it should.
fn apart(source: &str) -> String {
    format!("~{}", hash::digest(source).get(..8).unwrap_or_default())
}

/// The path that a game should have: an SGF file of one game its own; what comes from anything
/// else, one in a folder of the file's name.
fn path_of(unit: &Unit, number: Option<usize>) -> String {
    let plain =
        |name: &str| -> String { name.chars().map(|c| if c.is_control() || c == ':' { '_' } else { c }).collect() };
    let mut parts = vec!["sgf".to_string()];
    parts.extend(unit.file.split('/').map(plain));
    if let Some(entry) = &unit.entry {
        let named = entry.split(['/', '\\']).filter(|n| !matches!(*n, "" | "." | ".."));
        let mut names: Vec<String> = named.map(plain).collect();
        if entry.len() > LONGEST || names.iter().any(|n| n.len() > LONGEST_PART) {
            let last = names.pop().unwrap_or_default();
            let end = last.char_indices().find(|(at, _)| last.len() - at <= LONGEST_PART);
            names = vec![end.and_then(|(at, _)| last.get(at..)).unwrap_or_default().to_string()];
        }
        // Entries can have names that no file may have: what is left of those could be another's
        // name.
        if names.join("/") != *entry {
            parts.push(apart(entry));
        }
        parts.extend(names);
    }
    let path = parts.join("/");
    let own = path.rsplit_once('.').is_some_and(|(_, e)| e.eq_ignore_ascii_case("sgf"));
    match number {
        None if own => path,
        number => format!("{path}/{}.sgf", number.unwrap_or(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(file: &str, entry: &str) -> Unit {
        let entry = (!entry.is_empty()).then(|| entry.to_string());
        Unit { file: file.to_string(), entry, bytes: Ok(Vec::new()) }
    }

    #[test]
    fn names_are_kept_where_they_can_be() {
        let mut places = Places::default();
        for (file, entry, number, path) in [
            ("a.sgf", "", None, "sgf/a.sgf"),
            ("b.SGF", "", Some(2), "sgf/b.SGF/2.sgf"),
            ("c/d.gib", "", None, "sgf/c/d.gib/1.sgf"),
            ("z.zip", "x/y.sgf", None, "sgf/z.zip/x/y.sgf"),
            ("z.zip", "../y.sgf", None, "sgf/z.zip/~1b9cbcaf/y.sgf"),
        ] {
            assert_eq!(places.give(&unit(file, entry), number), path);
        }
    }

    #[test]
    fn no_path_is_given_twice_nor_is_a_folder_of_another() {
        let (mut places, mut given) = (Places::default(), Vec::new());
        for (entry, number) in [
            ("a.sgf", Some(1)),
            ("a.sgf", Some(2)),
            ("a.sgf/1.sgf", None),
            ("c.sgf", None),
            ("c.sgf/1.sgf", None),
            ("d.sgf/e/f.sgf", None),
            ("d.sgf", None),
            ("g:h.sgf", None),
            ("g_h.sgf", None),
        ] {
            // The second of each pair is as the first, and asked for again.
            for _ in 0..2 {
                given.push(places.give(&unit("z.zip", entry), number));
            }
        }
        for (i, a) in given.iter().enumerate() {
            for b in given.iter().skip(i + 1) {
                assert!(a != b && !a.starts_with(&format!("{b}/")) && !b.starts_with(&format!("{a}/")), "{a} {b}");
            }
        }
        let mut resumed = Places::default();
        given.iter().for_each(|path| resumed.note(path));
        let next = unit("z.zip", "c.sgf");
        assert_eq!(resumed.give(&next, None), places.give(&next, None), "a run that goes on gives the same names");
    }

    #[test]
    fn names_that_no_file_system_takes_are_cut() {
        for entry in [
            format!("{}.sgf", "x".repeat(400)),
            format!("{}.sgf", "段".repeat(400)),
            format!("{}a.sgf", "x/".repeat(3000)),
        ] {
            let path = path_of(&unit("z.zip", &entry), None);
            assert!(path.len() < 300 && path.starts_with("sgf/z.zip/~") && path.ends_with(".sgf"), "{path}");
        }
    }
}
