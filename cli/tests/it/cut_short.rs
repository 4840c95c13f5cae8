//! Files cut short at many places: what is whole in them is treated, the rest is said, and nothing
//! panics.

use crate::check_proof;
use crate::run;

use run::tesuji;
use std::path::{Path, PathBuf};

struct Folder(tempfile::TempDir);

impl Folder {
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// The command on each of the beginnings of a file, with the number of bytes left.
fn cut(folder: &Folder, whole: &Path, args: &[&str], mut seen: impl FnMut(usize, &run::Ran)) {
    let bytes = std::fs::read(whole).expect("a file");
    let name = whole.file_name().expect("a name").to_string_lossy().into_owned();
    let short = folder.path(&format!("short-{name}"));
    // All over the file, its last bytes and its first.
    let places = [
        0,
        1,
        3,
        bytes.len() / 7,
        bytes.len() / 3,
        bytes.len() / 2,
        bytes.len() * 5 / 6,
        bytes.len() - 5,
        bytes.len() - 1,
    ];
    for at in places {
        std::fs::write(&short, &bytes[..at]).expect("writes");
        let args: Vec<&str> = args.iter().map(|arg| if *arg == "FILE" { text(&short) } else { arg }).collect();
        let ran = tesuji(&args);
        let words = ran.words();
        assert!(!words.contains("panicked") && !words.contains("RUST_BACKTRACE"), "{name} at {at}: {words}");
        seen(at, &ran);
        let _ = std::fs::remove_file(&short);
    }
}

/// Records as lines and packed: each whole record is treated, and a broken end costs one message.
#[test]
fn records() {
    let folder = Folder(tempfile::tempdir().expect("a folder"));
    let whole = folder.path("all.jsonl");
    let make =
        ["generate", "--genre", "hitori", "--size", "5x5", "--count", "12", "--seed", "4", "--into", text(&whole)];
    tesuji(&make).code(0);
    let solved: Vec<String> = tesuji(&["solve", text(&whole)]).code(0).stdout().lines().map(str::to_string).collect();
    for ending in ["", ".gz", ".zst"] {
        let packed = folder.path(&format!("all.jsonl{ending}"));
        if !ending.is_empty() {
            tesuji(&["corpus", "merge", text(&whole), "--out", text(&packed)]).code(0);
        }
        let all: Vec<String> = tesuji(&["solve", text(&packed)]).code(0).stdout().lines().map(str::to_string).collect();
        assert_eq!(all.len(), solved.len());
        // A plain file that is cut between two lines is a whole file.
        let bytes = std::fs::read(&packed).expect("a file");
        let is_whole = |at: usize| at == 0 || ending.is_empty() && bytes[at - 1..=at].contains(&b'\n');
        cut(&folder, &packed, &["solve", "FILE"], |at, ran| {
            let out = ran.stdout();
            let lines: Vec<&str> = out.lines().collect();
            assert!(lines.len() < all.len() || ending.is_empty(), "{ending} at {at}");
            assert!(
                lines.iter().zip(&all).all(|(line, whole)| line == whole),
                "{ending} at {at}: a prefix of the whole"
            );
            if is_whole(at) {
                assert_eq!(ran.code_of(), Some(0));
            } else if !ending.is_empty() || lines.len() + 1 < all.len() {
                assert_eq!(ran.code_of(), Some(1), "{ending} at {at}: {}", ran.words());
                assert!(!ran.words().trim().is_empty(), "{ending} at {at} is said");
            }
        });
    }
}

/// Files beside the puzzles: a genre, game records, a pack.
#[test]
fn other_files() {
    let folder = Folder(tempfile::tempdir().expect("a folder"));
    let genre = folder.path("own.toml");
    tesuji(&["genre", "new", text(&genre)]).code(0);
    cut(&folder, &genre, &["genre", "check", "FILE"], |at, ran| {
        assert!(
            at > std::fs::read(&genre).expect("a file").len() / 2 || ran.code_of() != Some(0),
            "{at}: {}",
            ran.words()
        );
    });
    let sgf = folder.path("a.sgf");
    std::fs::write(
        &sgf,
        "(;GM[1]FF[4]SZ[9]AB[aa][ba][bb]AW[ca][cb][ab][ac][bc];B[da]C[a \\] b](;W[db])(;W[ea];B[eb]))",
    )
    .expect("writes");
    cut(&folder, &sgf, &["show", "--genre", "tsumego", "FILE"], |_, _| {});
    cut(&folder, &sgf, &["check", "--genre", "tsumego", "FILE", "--time", "2s"], |_, _| {});
    let mill = folder.path("mill.json");
    let records = folder.path("mill.jsonl");
    tesuji(&["generate", "--genre", "mill", "--count", "3", "--seed", "2", "--into", text(&records)]).code(0);
    let pack = tesuji(&["convert", text(&records), "--to", "sanmill"]).code(0).stdout();
    std::fs::write(&mill, pack.trim_end()).expect("writes");
    cut(&folder, &mill, &["mill", "validate", "FILE"], |at, ran| assert_ne!(ran.code_of(), Some(0), "{at}"));
}

/// A proof cut short is none.
#[test]
fn proofs() {
    let folder = Folder(tempfile::tempdir().expect("a folder"));
    let out = text(&folder.path("proofs")).to_string();
    let line = tesuji(&["prove", "--out", &out, "hitori/4/4/1114142333214213"]).code(0).json().remove(0);
    let files: Vec<&str> = line["files"].as_array().expect("files").iter().filter_map(|f| f.as_str()).collect();
    let read = |at: usize| std::fs::read_to_string(files[at]).expect("a file");
    let [cnf, drat, model] = [read(0), read(1), read(2)];
    let check = |cnf: &str, drat: &str, model: &str| check_proof::check(cnf, drat, Some(model));
    assert_eq!(check(&cnf, &drat, &model), Ok(check_proof::Shown::OneSolution));
    for part in [0, 1, cnf.len() / 2, cnf.len() - 3] {
        assert!(check(&cnf[..part], &drat, &model).is_err(), "clauses up to {part}");
    }
    for part in [0, model.len() / 2] {
        assert!(check(&cnf, &drat, &model[..part]).is_err(), "a model up to {part}");
    }
}
