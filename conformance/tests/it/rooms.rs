//! Which crate may stand on which: a crate knows nothing of what is not listed for it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A crate's folder, and the crates of this project that it may depend on.
const ROOMS: &[(&str, &[&str])] = &[
    ("solver/base", &[]),
    ("solver/lanes", &["base"]),
    ("solver", &["base", "lanes"]),
    ("solver/backends", &["solver"]),
    ("sgf", &[]),
    ("joseki", &["sgf"]),
    ("genres/genre", &["solver"]),
    ("genres/pencil", &["solver", "genre"]),
    ("genres/described", &["solver", "genre", "pencil"]),
    ("genres/azul", &["solver", "genre"]),
    ("genres/azul/wasm", &["azul"]),
    ("genres/mill", &["solver", "genre"]),
    ("genres/go/net", &[]),
    ("genres/go", &["solver", "genre", "sgf", "net"]),
    ("genres", &["genre", "pencil", "azul", "mill", "go"]),
    ("corpus", &["solver", "backends", "genre", "genres"]),
    ("discovery", &["solver", "genre"]),
    ("harvest", &["solver", "genre", "sgf", "go", "corpus"]),
    ("library", &["solver", "backends", "genre", "pencil", "described", "azul", "mill", "go", "discovery"]),
    ("web/play", &["solver", "genre"]),
    ("report", &["solver", "genre", "genres", "corpus", "discovery"]),
    ("web", &["solver", "genre", "genres", "corpus", "discovery"]),
];

/// The crates of this project that a manifest names under `[dependencies]`.
fn dependencies(manifest: &str) -> BTreeSet<&str> {
    let (_, after) = manifest.split_once("[dependencies]").unwrap_or_default();
    let section = after.lines().take_while(|line| !line.starts_with('['));
    section.filter_map(|line| line.strip_prefix("tesuji-")?.split(['.', ' ', '=']).next()).collect()
}

#[test]
fn each_crate_stands_on_what_is_listed_for_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (folder, may) in ROOMS {
        let path = root.join(folder).join("Cargo.toml");
        let manifest = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let further: Vec<&str> = dependencies(&manifest).into_iter().filter(|name| !may.contains(name)).collect();
        assert!(further.is_empty(), "{folder} depends on {further:?}");
    }
}

#[test]
fn dependencies_are_read_from_their_section_alone() {
    let manifest = "[package]\nname = \"tesuji-x\"\n[dependencies]\ntesuji-a.workspace = true\nserde = \"1\"\n\
                    tesuji-b = { path = \"b\" }\n[dev-dependencies]\ntesuji-c.workspace = true\n";
    assert_eq!(dependencies(manifest), BTreeSet::from(["a", "b"]));
}

/// Every member of the workspace is listed, but for those at the far end.
#[test]
fn no_room_is_forgotten() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let manifest = fs::read_to_string(root).expect("the workspace");
    let members = manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']')).expect("members").0;
    let ends = ["cli", "conformance", "benches", "features"];
    for member in members.split(',').map(|m| m.trim().trim_matches('"')) {
        assert!(ends.contains(&member) || ROOMS.iter().any(|(folder, _)| *folder == member), "{member}");
    }
}

/// Files of Rust below a folder.
fn sources(folder: &Path, to: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, to);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            to.push(path);
        }
    }
}

/// Commands that are about one genre, or about games, and the words of other programs that lead to
/// genres here.
const OF_ONE_GENRE: [&str; 5] =
    ["commands/azul/", "commands/harvest/", "commands/joseki/", "commands/mill/", "cli/src/leads.rs"];
/// Names that commands and options bear as well, the genre of the cycle where none is named, that of
/// a line of 81 cells, and that whose solution is a picture.
const NAMED: [(&str, &str); 7] = [
    ("commands/mod.rs", "mill"),
    ("commands/mod.rs", "azul"),
    ("commands/groups.rs", "mill"),
    ("corpus/src/reader.rs", "sudoku"),
    ("cli/src/common.rs", "variant"),
    ("commands/picture.rs", "nonogram"),
    ("embedded.rs", "sudoku"),
];

/// Code that serves every genre names none: it asks the genre.
#[test]
fn no_generic_code_names_a_genre() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    ["cli/src", "corpus/src", "report/src", "web/src"].iter().for_each(|f| sources(&root.join(f), &mut files));
    let crates = ["tesuji_go::", "tesuji_mill::", "tesuji_azul::"];
    let literals: Vec<String> = tesuji_genres::all().iter().map(|genre| format!("\"{}\"", genre.name())).collect();
    let mut wrong = Vec::new();
    for path in files {
        let name = path.to_string_lossy().replace('\\', "/");
        if OF_ONE_GENRE.iter().any(|folder| name.contains(folder)) || name.ends_with("/tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source");
        let code = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let is_allowed = NAMED.iter().any(|(file, genre)| name.ends_with(file) && line.contains(genre));
            let names = |word: &str| line.contains(word);
            if !is_allowed && (crates.iter().any(|c| names(c)) || literals.iter().any(|l| names(l))) {
                wrong.push(format!("{name}: {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
