//! The handbook is whole once the program has written its pages (`tesuji manual --book docs/src`):
//! every page stands in the summary, every link leads somewhere, and every command of every page is
//! one that the program knows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The most bytes that all drawings of techniques have.
const MOST_DRAWN: u64 = 3_300_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn pages_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let (folders, mut all): (Vec<PathBuf>, Vec<PathBuf>) =
        entries.map(|entry| entry.expect("an entry").path()).partition(|path| path.is_dir());
    all.retain(|path| path.extension().is_some_and(|e| e == "md"));
    all.extend(folders.iter().flat_map(|folder| pages_below(folder)));
    all.sort();
    all
}

/// The handbook as it is built: the pages of the tree, and those that the program writes.
fn handbook() -> &'static Path {
    static BOOK: OnceLock<PathBuf> = OnceLock::new();
    BOOK.get_or_init(|| {
        let book = Path::new(env!("CARGO_TARGET_TMPDIR")).join("handbook");
        let _ = fs::remove_dir_all(&book);
        fs::create_dir_all(&book).expect("a folder");
        for entry in fs::read_dir(root().join("docs/src")).expect("a folder") {
            let page = entry.expect("an entry").path();
            let name = page.file_name().expect("a name");
            let is_written = page.is_dir() || name == "genres.md";
            if !is_written {
                fs::copy(&page, book.join(name)).expect("copies");
            }
        }
        let args = ["manual", "--book", book.to_str().expect("a plain path")];
        assert!(Command::new(env!("CARGO_BIN_EXE_tesuji")).args(args).status().expect("runs").success());
        book
    })
}

/// The path of a page in the handbook, with slashes.
fn name_of(page: &Path, folder: &Path) -> String {
    let parts = page.strip_prefix(folder).expect("below").iter().map(|part| part.to_string_lossy().into_owned());
    parts.collect::<Vec<_>>().join("/")
}

/// The page without what stands between fences of code, or in code within a line.
fn prose(page: &str) -> String {
    let outside = page.split("```").step_by(2).collect::<String>();
    outside.split('`').step_by(2).collect()
}

/// The targets of the links of a page.
fn links(page: &str) -> Vec<String> {
    let prose = prose(page);
    let after = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    after.map(|(target, _)| target.split_whitespace().next().unwrap_or_default().to_string()).collect()
}

/// The anchors of a page: its headings as a reader of Markdown names them.
fn anchors(page: &str) -> BTreeSet<String> {
    let outside = page.split("```").step_by(2).collect::<String>();
    let headings = outside.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let name = |heading: &str| {
        let kept =
            heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>();
        kept.replace(' ', "-")
    };
    headings.map(name).collect()
}

/// Says why a link of a page leads nowhere; none where it leads somewhere.
fn fault(page: &Path, target: &str) -> Option<String> {
    if target.is_empty() {
        return Some("an empty link".to_string());
    }
    if ["http://", "https://", "mailto:"].iter().any(|scheme| target.starts_with(scheme)) {
        return None;
    }
    let (file, anchor) = target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
    let path = if file.is_empty() { page.to_path_buf() } else { page.parent().unwrap_or(page).join(file) };
    if !path.exists() {
        return Some(format!("{target}: there is no such file"));
    }
    let anchor = anchor?;
    let known = anchors(&text_of(&path));
    (!known.contains(anchor)).then(|| format!("{target}: there is no such heading; there are {known:?}"))
}

#[test]
fn every_page_is_in_the_summary() {
    let book = handbook();
    let listed: BTreeSet<String> = links(&text_of(&book.join("SUMMARY.md"))).into_iter().collect();
    let there: BTreeSet<String> =
        pages_below(book).iter().map(|path| name_of(path, book)).filter(|name| name != "SUMMARY.md").collect();
    assert_eq!(listed, there);
}

/// The page of all commands is kept in the tree, where a change of it is seen.
#[test]
fn the_page_of_commands_is_as_the_program_writes_it() {
    let kept = text_of(&root().join("docs/src/commands.md"));
    assert!(kept == text_of(&handbook().join("commands.md")), "write it anew: tesuji manual --book docs/src");
}

/// Ten pages of genres: the words of the genre, its first puzzle, all its techniques, and a drawing
/// for each of those that the page says are drawn. All drawings together stay small.
#[test]
fn written_pages_say_what_the_genres_know() {
    let genres = tesuji_genres::all();
    let count = genres.len();
    assert!(count > 40, "{count} genres");
    for genre in (0..10).map(|n| genres[n * count / 10]) {
        let (name, info) = (genre.name(), genre.info());
        let page = text_of(&handbook().join("genres").join(format!("{name}.md")));
        assert!(page.starts_with(&format!("# {name}\n")), "{name}");
        for words in [info.about.trim_end_matches('.'), info.rules].into_iter().chain(info.sizes.iter().copied()) {
            assert!(page.contains(words), "{name}: {words}");
        }
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).collect();
        for technique in genre.catalog().list() {
            let (id, tier) = (format!("| `{}` |", technique.id().as_str()), technique.tier().name());
            let row = rows.iter().find(|row| row.contains(&id)).unwrap_or_else(|| panic!("{name}: no row of {id}"));
            assert!(row.contains(&format!("| {tier} |")), "{name}: {row}");
        }
        let puzzle =
            page.split("In the genre's notation:\n\n```text\n").nth(1).and_then(|rest| rest.split("\n```").next());
        if let Some(text) = puzzle {
            assert!(genre.parse(text).is_ok(), "{name}: {text}");
        }
        let drawn: BTreeSet<String> = links(&page).into_iter().filter(|link| link.ends_with(".svg")).collect();
        let folder = handbook().join("genres").join(name);
        let there: BTreeSet<String> = fs::read_dir(&folder).map_or_else(
            |_| BTreeSet::new(),
            |entries| {
                entries.map(|e| format!("{name}/{}", e.expect("an entry").file_name().to_string_lossy())).collect()
            },
        );
        assert_eq!(drawn, there, "{name}");
    }
    let folders = fs::read_dir(handbook().join("genres")).expect("lists").map(|e| e.expect("an entry").path());
    let drawings = folders.filter(|path| path.is_dir()).flat_map(|folder| fs::read_dir(folder).expect("lists"));
    let bytes: Vec<u64> = drawings.map(|e| e.expect("an entry").metadata().expect("a size").len()).collect();
    assert!(bytes.len() > 500 && bytes.iter().sum::<u64>() < MOST_DRAWN, "{} drawings", bytes.len());
}

/// Manual pages for man, and completions, name every command.
#[test]
fn manual_pages_and_completions_name_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = |args: &[&str]| {
        let ran = Command::new(env!("CARGO_BIN_EXE_tesuji")).args(args).output().expect("runs");
        assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).expect("text")
    };
    ran(&["manual", "--out", folder.path().to_str().expect("a plain path")]);
    let names: Vec<String> = fs::read_dir(folder.path())
        .expect("lists")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    let shell = ran(&["completions", "bash"]);
    for name in ["solve", "grade", "corpus-merge", "discover-promote", "manual"] {
        assert!(names.contains(&format!("tesuji-{name}.1")), "{name}: {names:?}");
        assert!(shell.contains(name.rsplit('-').next().expect("a word")), "{name}");
    }
    let page = ran(&["manual", "corpus", "merge"]);
    assert!(page.contains(".TH tesuji-corpus-merge 1") && page.contains("tesuji corpus merge"), "{page}");
    assert_eq!(page, ran(&["manual", "corpus", "merge"]));
    let wrong = Command::new(env!("CARGO_BIN_EXE_tesuji")).args(["manual", "slove"]).output().expect("runs");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("solve"));
}

#[test]
fn every_link_leads_somewhere() {
    let mut all = [pages_below(handbook()), pages_below(&root().join("notes"))].concat();
    all.extend(
        ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "library/README.md", "python/README.md"]
            .map(|name| root().join(name)),
    );
    let mut faults = Vec::new();
    for page in &all {
        let found = links(&text_of(page)).into_iter().filter_map(|target| fault(page, &target));
        faults.extend(found.map(|fault| format!("{}: {fault}", page.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The commands of a page: lines of its blocks of code that call the program. Words in capitals and
/// `…` stand for something; what follows a sign of the shell is no part of the command.
fn commands(page: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for block in page.split("```").skip(1).step_by(2) {
        for line in block.lines() {
            let line = line.trim_start().trim_start_matches("$ ");
            let Some(rest) = line.strip_prefix("tesuji ") else { continue };
            let rest = rest.split(['#', '|', '>', ';', '&']).next().unwrap_or_default();
            let words = rest.split_whitespace().map(|word| word.trim_matches(['"', '\'']).to_string());
            all.push(words.take_while(|word| word != "…").collect());
        }
    }
    all
}

#[test]
fn every_command_is_known_with_its_options() {
    let mut faults = Vec::new();
    for page in pages_below(handbook()) {
        for words in commands(&text_of(&page)) {
            // Help is given only where all that stands before it is known.
            let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
            let ran = command.args(&words).arg("--help").current_dir(root()).output().expect("runs");
            if !ran.status.success() {
                let why = String::from_utf8_lossy(&ran.stderr).lines().next().unwrap_or_default().to_string();
                faults.push(format!("{}: tesuji {}: {why}", page.display(), words.join(" ")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The checks can fail.
#[test]
fn faults_are_found() {
    let page = root().join("docs/src/recipes.md");
    assert!(fault(&page, "library.md").is_none() && fault(&page, "https://example.org").is_none());
    assert!(fault(&page, "no-such-page.md").is_some() && fault(&page, "#no-such-heading").is_some());
    assert!(fault(&page, "#ten-recipes").is_none());
    assert_eq!(links("a [b](c.md) `[no](link)`\n```\n[no](link)\n```\n[d](e.md#f)"), ["c.md", "e.md#f"]);
    assert_eq!(commands("```\n$ tesuji solve a | head\n```"), [["solve", "a"]]);
    let ran = Command::new(env!("CARGO_BIN_EXE_tesuji")).args(["solve", "--no-such-option", "--help"]).output();
    assert!(!ran.expect("runs").status.success());
}
