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
    ("genres/go", &["solver", "genre", "sgf"]),
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
