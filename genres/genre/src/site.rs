//! Addresses of web pages whose puzzles are not read, by the names of their sites.

use crate::Bad;

/// Parts of addresses with the names of the sites that they are of.
const SITES: &[(&str, &str)] = &[
    ("f-puzzles.com", "f-puzzles"),
    ("sudokupad.app", "SudokuPad"),
    ("sudokupad.svencodes.com", "SudokuPad"),
    ("crackingthecryptic.com", "SudokuPad"),
    ("penpa-edit", "penpa-edit"),
    ("/penpa", "penpa-edit"),
    ("kudamono", "kudamono"),
    ("pedros.works", "kudamono"),
    ("puzsq.logicpuzzle.app", "Puzzle Square"),
    ("puzsq.jp", "Puzzle Square"),
    ("gmpuzzles.com", "GMPuzzles"),
    ("logic-masters.de", "Logic Masters Germany"),
    ("janko.at", "janko.at"),
    ("krazydad.com", "KrazyDad"),
    ("brainbashers.com", "BrainBashers"),
    ("nonograms.org", "nonograms.org"),
    ("webpbn.com", "webpbn"),
    ("conceptispuzzles.com", "Conceptis"),
    ("linkedin.com", "LinkedIn"),
    ("queensgame", "Queens Game"),
    ("nytimes.com", "New York Times"),
    ("tinyurl.com", "TinyURL"),
    ("puzzlink-bot", "puzz.link bot"),
];

/// Sites whose addresses hold puzzles of puzz.link's form.
const READ: &[&str] = &["puzz.link", "pzv.jp", "pzpr", "pzplus"];

/// Is the text an address of some page?
pub fn is_address(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let has_host = |text: &str| {
        let host = text.split(['/', '?', '#']).next().unwrap_or_default();
        let ends = [".com", ".app", ".org", ".net", ".link", ".io", ".jp", ".de", ".at", ".coach", ".works"];
        host.len() < first.len() && host.contains('.') && ends.iter().any(|end| host.ends_with(end))
    };
    if !first.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return false;
    }
    // A scheme starts with a letter; a game ID such as `5dh://2//` with its size.
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    first.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme))
        || has_host(first)
        || SITES.iter().any(|(part, _)| first.starts_with(part) && first.len() > 20)
}

/// The name of the site that an address is of: its own name, or that of its host.
pub fn name(text: &str) -> Option<String> {
    let address = text.split_whitespace().next().filter(|first| is_address(first))?;
    let lower = address.to_ascii_lowercase();
    let rest = lower.split_once("://").map_or(lower.as_str(), |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default().trim_start_matches("www.");
    // `puzzle-nurikabe.com` and its sisters.
    if host.contains("puzzle-") && host.ends_with(".com") {
        return Some(host.to_string());
    }
    let known = SITES.iter().find(|(part, _)| rest.contains(part)).map(|(_, name)| (*name).to_string());
    known.or_else(|| (!host.is_empty()).then(|| host.to_string()))
}

/// Does the address hold a puzzle in f-puzzles' form, compressed? (SudokuPad takes such ones too; its
/// short addresses hold no puzzle.)
pub fn is_fpuzzles(text: &str) -> bool {
    let is_site = name(text).is_some_and(|name| name == "f-puzzles" || name == "SudokuPad");
    is_site && ["load=", "/fpuz", "=fpuz"].iter().any(|part| text.contains(part))
}

/// Refuses an address of a site whose addresses are not read, by its name.
pub fn refusal(text: &str) -> Option<Bad> {
    let name = name(text)?;
    if READ.iter().any(|read| name.contains(read)) {
        return None;
    }
    if name == "penpa-edit" {
        let what =
            "penpa-edit addresses are read where they hold a drawing (p=), by the genres that have the format penpa";
        return Some(Bad::new(what).column(1));
    }
    if is_fpuzzles(text) {
        return Some(Bad::new(format!("{name} addresses are read by --genre variant, or without a genre")).column(1));
    }
    Some(Bad::new(format!("{name} addresses are not read; those of puzz.link and its relatives are")).column(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_told_by_name() {
        for (address, name) in [
            ("https://www.f-puzzles.com/?id=yd", "f-puzzles"),
            ("https://sudokupad.app/abc123", "SudokuPad"),
            ("https://app.crackingthecryptic.com/sudoku/PGnj7nrJf9", "SudokuPad"),
            ("https://swaroopg92.github.io/penpa-edit/#m=solve&p=7VZNb9s4EL37VwQ88yBS37", "penpa-edit"),
            ("https://pedros.works/kudamono/player.html?W=10x10&L=x5y5", "kudamono"),
            ("www.puzzle-nurikabe.com/?e=MDo5LDg0Niw", "puzzle-nurikabe.com"),
            ("https://example.org/play?id=7", "example.org"),
        ] {
            assert!(
                refusal(address).is_some_and(|bad| bad.what.starts_with(&format!("{name} addresses"))),
                "{address}"
            );
        }
        let whole = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QGUALAVwAcQBfIA";
        assert!(refusal(whole).is_some_and(|bad| bad.what.contains("--genre variant")));
        assert!(is_fpuzzles(whole) && !is_fpuzzles("https://sudokupad.app/abc123"));
        for address in ["https://puzz.link/p?slither/4/4/dgdh2c71", "https://pzprxs.vercel.app/p?slither/4/4/dgdh2c71"]
        {
            assert_eq!(refusal(address), None, "{address}");
        }
        for text in [
            "slither/4/4/dgdh2c71",
            "53..7....6..195...",
            "7x7t0de:a1b2",
            "a.b",
            "books/a.jsonl",
            "5dh://2//////1///2/2///2////,k3g1",
        ] {
            assert!(!is_address(text), "{text}");
        }
    }
}
