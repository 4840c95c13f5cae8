//! Comments in plain English, as far as a program can see it: a sentence has a subject and a verb, a
//! number is a number, and a passive says who.
//!
//! Each crate has a count of findings that may only fall: who mends comments lowers it, and new
//! comments have none.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates by folder, with the most findings that each may have.
const CRATES: [(&str, usize); 21] = [
    ("solver/base", 11),
    ("solver/lanes", 15),
    ("solver/backends", 10),
    ("solver", 276),
    ("sgf", 0),
    ("joseki", 1),
    ("genres/genre", 152),
    ("genres/pencil", 222),
    ("genres/described", 0),
    ("genres/azul", 1),
    ("genres/mill", 0),
    ("genres/go", 353),
    ("genres", 0),
    ("corpus", 0),
    ("discovery", 99),
    ("harvest", 0),
    ("report", 0),
    ("web", 0),
    ("cli", 0),
    ("benches", 2),
    ("conformance", 0),
];

/// A kind of sentence that a stranger has to read twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// It begins with "What" and asks nothing: "What a move costs." is no sentence.
    What,
    /// It begins with "Of": the subject comes late.
    Of,
    /// It begins with "The same" and has no verb.
    Same,
    /// A number is missing: the words in its place are "so" or "as" and "many".
    Many,
    /// The verb is passive ("told", "asked", "shown"), and the sentence does not say who acts.
    Passive,
    /// A heading that swallows the text behind it.
    Heading,
}

/// Words one of which makes a sentence of what begins with "The same".
const VERBS: &str = "is are was were has have had does do did can may must will hold holds give gives say says take takes need \
                     needs stand stands goes go make makes come comes count counts follow follows return returns let lets keep \
                     keeps work works applies mean means";

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect()
}

/// The kinds that a paragraph of a comment shows.
fn kinds(text: &str) -> Vec<Kind> {
    let mut found = Vec::new();
    let first = first_sentence(text);
    let of_first = words(first);
    match of_first.first() {
        Some(&"What") if !first.ends_with('?') => found.push(Kind::What),
        Some(&"Of") => found.push(Kind::Of),
        Some(&"The") if of_first.get(1) == Some(&"same") => {
            let is_verb = |word: &&str| VERBS.split_whitespace().any(|verb| verb == *word);
            if !of_first.iter().any(is_verb) {
                found.push(Kind::Same);
            }
        }
        _ => {}
    }
    let all = words(text);
    let is_many = |at: usize| all.get(at + 1) == Some(&"many");
    // "as many rows as columns" compares.
    let compares = |at: usize| all[at + 2..].iter().take(8).any(|word| *word == "as");
    if (0..all.len()).any(|at| is_many(at) && (all[at] == "so" || all[at] == "as" && !compares(at))) {
        found.push(Kind::Many);
    }
    if (0..all.len()).any(|at| is_passive(&all, at)) {
        found.push(Kind::Passive);
    }
    found
}

/// Does a passive verb without an agent begin here?
fn is_passive(all: &[&str], at: usize) -> bool {
    if !matches!(all[at], "is" | "are" | "was" | "were" | "be" | "been" | "being" | "as") {
        return false;
    }
    let skipped = usize::from(matches!(all.get(at + 1), Some(&("not" | "never" | "only"))));
    let verb = at + 1 + skipped;
    matches!(all.get(verb), Some(&("told" | "asked" | "shown")))
        && all.get(verb + 1) != Some(&"by")
        && all.get(verb + 1..verb + 3) != Some(&["for", "by"])
}

fn first_sentence(text: &str) -> &str {
    let ends = |(at, c): (usize, char)| {
        let next = text[at + c.len_utf8()..].chars().next();
        match c {
            '.' | '?' | '!' | ';' => next.is_none_or(char::is_whitespace).then_some(at + c.len_utf8()),
            ':' => (next == Some(' ')).then_some(at),
            _ => None,
        }
    };
    text.char_indices().find_map(ends).map_or(text, |end| &text[..end])
}

/// Is the line a heading of the usual ones with text behind it?
fn swallows(line: &str) -> bool {
    let text = line.trim().strip_prefix("/// # ").unwrap_or_default();
    ["Errors ", "Panics ", "Safety "].iter().any(|heading| text.starts_with(heading))
}

/// The paragraphs of the comments of a file, with their first lines.
fn paragraphs(source: &str) -> Vec<(usize, String)> {
    let mut all: Vec<(usize, String)> = Vec::new();
    let (mut last, mut is_code) = ("", false);
    let mut open = false;
    for (i, line) in source.lines().enumerate() {
        let line = line.trim();
        let mark = ["///", "//!", "//"].into_iter().find(|mark| line.starts_with(mark)).unwrap_or_default();
        let text = line[mark.len()..].trim();
        if mark.is_empty() || mark != last {
            (open, is_code) = (false, false);
        }
        last = mark;
        if text.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        if mark.is_empty() || is_code || text.starts_with('|') {
            continue;
        }
        match all.last_mut() {
            _ if text.is_empty() => open = false,
            Some((_, paragraph)) if open => *paragraph += &format!(" {text}"),
            _ => {
                all.push((i + 1, text.to_string()));
                open = true;
            }
        }
    }
    all
}

fn sources(folder: &Path, but: &[PathBuf], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') && !but.contains(&path) {
            sources(&path, but, found);
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

#[test]
fn comments_get_no_harder_to_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    for (folder, most) in CRATES {
        let own = root.join(folder);
        let others: Vec<PathBuf> = CRATES.iter().map(|(other, _)| root.join(other)).filter(|o| *o != own).collect();
        let mut files = Vec::new();
        sources(&own, &others, &mut files);
        files.sort();
        let mut findings = Vec::new();
        for path in &files {
            let source = fs::read_to_string(path).expect("a source file");
            for (i, line) in source.lines().enumerate().filter(|(_, line)| swallows(line)) {
                let at = path.strip_prefix(&root).unwrap_or(path).display();
                findings.push(format!("  {at}:{}: {:?}: {}", i + 1, Kind::Heading, line.trim()));
            }
            for (line, text) in paragraphs(&source) {
                let shown: String = text.chars().take(90).collect();
                let at = path.strip_prefix(&root).unwrap_or(path).display();
                findings.extend(kinds(&text).into_iter().map(|kind| format!("  {at}:{line}: {kind:?}: {shown}")));
            }
        }
        if findings.len() > most {
            let n = findings.len();
            wrong
                .push(format!("{folder}: {n} findings, {most} before (LANGUAGE=1 lists all)\n{}", findings.join("\n")));
        } else if std::env::var_os("LANGUAGE").is_some() {
            println!("{folder}: {} of {most}\n{}", findings.len(), findings.join("\n"));
        }
    }
    assert!(wrong.is_empty(), "comments that a stranger reads twice:\n{}", wrong.join("\n"));
}

#[test]
fn sentences_that_are_hard_to_read_are_found() {
    let cases: [(&str, &[Kind]); 14] = [
        ("What a move costs.", &[Kind::What]),
        ("What does a move cost?", &[]),
        ("Of two moves the better one.", &[Kind::Of]),
        ("The same with a limit.", &[Kind::Same]),
        ("The same seed gives the same bytes.", &[]),
        ("After so many nodes it ends.", &[Kind::Many]),
        ("It has as many rows as columns.", &[]),
        ("At most as many as there are.", &[]),
        ("The puzzle is told apart.", &[Kind::Passive]),
        ("The puzzle is shown by the page.", &[]),
        ("Nothing is asked for by the caller.", &[]),
        ("The name is not told.", &[Kind::Passive]),
        ("The mover's cost, in points.", &[]),
        ("A cost: what was asked was read.", &[Kind::Passive]),
    ];
    for (text, expected) in cases {
        assert_eq!(kinds(text), expected, "{text}");
    }
}

#[test]
fn headings_that_swallow_their_text_are_found() {
    assert!(swallows("    /// # Errors [`Bad`] when it is none."));
    assert!(!swallows("    /// # Errors") && !swallows("/// Errors are counted."));
}

#[test]
fn paragraphs_are_told_apart_and_code_is_left_out() {
    let source = "//! One\n//! line.\n//!\n//! Two.\n//! ```\n//! What();\n//! ```\n\n/// | What |\n/// Three.\nfn f() {} // no\n// Four.\n";
    let found: Vec<(usize, String)> = paragraphs(source);
    let texts: Vec<(usize, &str)> = found.iter().map(|(n, text)| (*n, text.as_str())).collect();
    assert_eq!(texts, [(1, "One line."), (4, "Two."), (10, "Three."), (12, "Four.")]);
}
