//! Pages for people: short enough to read, and drawings are the program's. Their links are tried
//! with the handbook's.

use crate::run;

use run::tesuji;
use std::fs;
use std::path::{Path, PathBuf};

/// Lines of a page, and columns of a line, at most.
const LINES: usize = 150;
const COLUMNS: usize = 400;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// The pages at the root, those of crates for strangers, and everything in the notes and the
/// handbook.
fn pages() -> Vec<PathBuf> {
    let single = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "library/README.md", "python/README.md"];
    let mut pages: Vec<PathBuf> = single.iter().map(|page| root().join(page)).collect();
    for folder in ["notes", "notes/log", "docs/src"] {
        let entries = fs::read_dir(root().join(folder)).expect("a folder");
        pages.extend(entries.map(|e| e.expect("a file").path()).filter(|p| p.extension().is_some_and(|e| e == "md")));
    }
    pages.sort();
    pages
}

#[test]
fn pages_are_short() {
    let pages = pages();
    assert!(pages.len() > 20, "{} pages", pages.len());
    for page in pages {
        let text = fs::read_to_string(&page).expect("text");
        let (lines, widest) = (text.lines().count(), text.lines().map(|l| l.chars().count()).max().unwrap_or(0));
        // The page of all commands is looked up, not read: the program writes it.
        let is_written = text.contains("*Written by `tesuji manual --book docs/src`.*");
        assert!(is_written || lines <= LINES, "{}: {lines} lines", page.display());
        assert!(widest <= COLUMNS, "{}: a line of {widest} columns", page.display());
    }
}

/// The drawings of the README, in the order of the puzzles that they draw.
const GALLERY: [&str; 4] = ["jigsaw", "go", "mill", "azul"];

/// Drawn anew with TESUJI_WRITE_GALLERY=1.
#[test]
fn the_gallery_is_drawn_by_the_program() {
    let dir = tempfile::tempdir().expect("a folder");
    let gallery = root().join("notes/gallery");
    let puzzles = gallery.join("puzzles.jsonl");
    let drawing = dir.path().join("drawing.svg");
    let [drawing, puzzles] = [&drawing, &puzzles].map(|p| p.to_str().expect("a plain path"));
    tesuji(&["show", "--candidates", "--svg", drawing, puzzles]).code(0);
    for (n, name) in (1..).zip(GALLERY) {
        let drawn = dir.path().join(if n == 1 { "drawing.svg".to_string() } else { format!("drawing-{n}.svg") });
        let drawn = fs::read_to_string(drawn).expect("a drawing");
        let kept = gallery.join(format!("{name}.svg"));
        if std::env::var_os("TESUJI_WRITE_GALLERY").is_some() {
            fs::write(&kept, &drawn).expect("writes");
        }
        assert!(drawn == fs::read_to_string(&kept).expect("a drawing"), "{name}: draw it anew, and look at it");
    }
}
