//! Whole runs: over folders and archives, interrupted and not, with any number of threads.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tesuji_corpus::Quiet;
use tesuji_harvest::{CleanOptions, GameRecord, RunOptions, Strip, Summary, clean, games};

fn write(dir: &Path, name: &str, bytes: &[u8]) {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, bytes).expect("written");
}

fn run(dir: &Path, out: &Path, options: &RunOptions) -> Summary {
    clean(dir, out, options, &mut Quiet).expect("runs")
}

/// Every file below a folder with its bytes, but for hidden ones.
fn contents(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("lists").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                all.push((path.strip_prefix(dir).expect("below").to_path_buf(), fs::read(&path).expect("reads")));
            }
        }
    }
    all.sort();
    all
}

fn zip_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("starts");
        zip.write_all(bytes).expect("writes");
    }
    zip.finish().expect("ends").into_inner()
}

/// A small archive with everything that can go wrong.
fn archive(dir: &Path) {
    write(dir, "a.sgf", b"(;GM[1]SZ[9]PB[One]PW[Two]KM[650];B[cc];W[gg])");
    write(dir, "deep/b.SGF", b"(;SZ[9];B[gg];W[cc])"); // a.sgf turned by half
    write(dir, "deep/c.sgf", b"(;SZ[9];B[cc](;W[gg])(;W[gc]))"); // variations: more than a.sgf
    write(dir, "deep/d.sgf", b"(;SZ[9];B[cc](;W[gg])(;W[gc]))"); // the same tree
    write(dir, "empty.sgf", b"");
    write(dir, "junk.sgf", &[0x93; 100]);
    write(dir, "chess.sgf", b"(;GM[3];C[no Go])");
    write(dir, "notes.txt", b"(;B[aa])");
    write(dir, "two.sgf", b"(;SZ[9];B[aa];W[bb])(;SZ[9];B[ab];W[bb])");
    let gib = b"\\HS\r\n\\[GAMEBLACKNAME=x (3k)\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 0 &4\r\nSTO 0 2 1 3 3\r\n\\GE\r\n";
    write(dir, "e.gib", gib);
    let inside: [(&str, &[u8]); 3] = [
        ("../../escape.sgf", b"(;SZ[9];B[dd];W[ff])"),
        ("x/y.sgf", b"(;SZ[9];B[de];W[ff])"),
        ("x/readme.md", b"(;SZ[9];B[ee])"),
    ];
    write(dir, "pack.zip", &zip_of(&inside));
    write(dir, "broken.zip", b"PK\x03\x04 not a zip");
}

fn lines(out: &Path) -> Vec<GameRecord> {
    let text = fs::read_to_string(out.join("games.jsonl")).expect("reads");
    text.lines().map(|l| serde_json::from_str(l).expect("a record")).collect()
}

#[test]
fn everything_is_found_and_nothing_stops_the_run() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("clean");
    archive(dir.path());
    let options = RunOptions {
        clean: CleanOptions { licence: Some("CC0".into()), ..CleanOptions::default() },
        ..RunOptions::default()
    };
    let summary = run(dir.path(), &out, &options);
    let of = |s: &Summary| (s.files, s.games, s.written, s.duplicates, s.without_games, s.unreadable, s.finished);
    // Files: a, b, c, d, empty, junk, chess, two, e.gib, two entries, the broken archive.
    assert_eq!(of(&summary), (12, 9, 7, 2, 3, 1, true));
    let records = lines(&out);
    assert_eq!(records.len(), 7);
    for record in &records {
        assert_eq!(record.licence.as_deref(), Some("CC0"));
        let path = record.sgf.as_deref().expect("a file");
        assert!(path.starts_with("sgf/") && !path.contains(".."), "{path}");
        let bytes = fs::read(out.join(path)).expect("the clean file");
        let (sgf, found) = tesuji_sgf::Collection::parse(&bytes);
        assert!(found.is_empty(), "{path}: {found:?}");
        let root = sgf.roots().next().expect("a game");
        assert_eq!((root.text("FF").as_deref(), root.text("CA").as_deref()), (Some("4"), Some("UTF-8")));
        let moves: Vec<_> = root.main_line().flat_map(|n| n.moves(record.size())).collect();
        assert_eq!(moves, record.moves.iter().map(|m| (m.color, m.at)).collect::<Vec<_>>());
    }
    assert_eq!(records[0].komi, Some(6.5));
    assert!(
        !dir.path().join("escape.sgf").exists()
            && records.iter().any(|r| r.source.entry.as_deref() == Some("../../escape.sgf"))
    );
    assert!(out.join("sgf/two.sgf/1.sgf").exists() && out.join("sgf/two.sgf/2.sgf").exists());
    assert_eq!(fs::read(dir.path().join("chess.sgf")).expect("reads"), b"(;GM[3];C[no Go])");
    let told = fs::read_to_string(out.join("diagnostics.jsonl")).expect("reads");
    for (what, file) in [
        ("no-game", "empty.sgf"),
        ("not-go", "chess.sgf"),
        ("duplicate", "deep/b.SGF"),
        ("duplicate", "deep/d.sgf"),
        ("unreadable", "broken.zip"),
        ("komi", "a.sgf"),
    ] {
        let found =
            told.lines().any(|l| l.contains(&format!("\"what\":\"{what}\"")) && l.contains(&format!("\"{file}\"")));
        assert!(found, "{what} of {file}:\n{told}");
    }
    // The clean games, streamed: from the lines, and from the raw files.
    let from_lines: Vec<GameRecord> = games(&out, &options.clean).expect("opens").map(|g| g.expect("a game")).collect();
    assert_eq!(from_lines, records);
    fs::remove_dir_all(&out).expect("removed");
    let raw: Vec<GameRecord> = games(dir.path(), &options.clean).expect("opens").map(|g| g.expect("a game")).collect();
    let hashes = |list: &[GameRecord]| list.iter().map(|r| r.hash.clone()).collect::<Vec<_>>();
    assert_eq!(hashes(&raw), hashes(&records));
}

#[test]
fn the_same_bytes_for_any_number_of_threads_and_after_interruptions() {
    let dir = tempfile::tempdir().expect("a folder");
    let raw = dir.path().join("raw");
    archive(&raw);
    for i in 0..700 {
        let (x, y) = (b'a' + (i % 19) as u8, b'a' + (i / 19 % 19) as u8);
        let text = format!("(;KM[375];B[{}{}];W[dd];B[tt]", x as char, y as char);
        write(&raw, &format!("many/{i:03}.sgf"), text.as_bytes());
    }
    let outs: Vec<PathBuf> = ["one", "three", "stopped"].iter().map(|n| dir.path().join(n)).collect();
    let options = |threads, time| RunOptions { threads, time, ..RunOptions::default() };
    let whole = run(&raw, &outs[0], &options(1, Duration::MAX));
    assert!(whole.finished && whole.duplicates > 300, "{whole:?}");
    assert_eq!(run(&raw, &outs[1], &options(3, Duration::MAX)), whole);
    // No time at all: every call does one portion and stops.
    let mut calls = 0;
    let stopped = loop {
        calls += 1;
        let summary = run(&raw, &outs[2], &options(2, Duration::ZERO));
        if summary.finished {
            break summary;
        }
        // What a killed run would leave behind its last checkpoint.
        for part in [".games.jsonl.part", ".diagnostics.jsonl.part"] {
            let mut file = fs::OpenOptions::new().append(true).open(outs[2].join(part)).expect("opens");
            file.write_all(b"{\"half a line").expect("writes");
        }
        assert!(!outs[2].join("games.jsonl").exists());
    };
    assert!(calls > 2, "{calls}");
    assert_eq!(stopped, whole);
    let first = contents(&outs[0]);
    assert_eq!(first.len() as u64, whole.written + 2);
    for out in &outs[1..] {
        assert!(contents(out) == first, "{}", out.display());
    }
}

#[test]
fn parts_are_left_out_on_request() {
    let text = b"(;GC[about]KGSDE[aa]C[fine\nfoo [3k\\]: chat];B[aa]TR[aa]C[bar [1d\\]: hi](;W[bb])(;W[cc]N[side]))";
    let cleaned = |parts: &[&str]| {
        let mut strip = Strip::default();
        assert!(parts.iter().all(|p| strip.add(p)));
        let games = tesuji_harvest::clean_file(text, "x.sgf", &CleanOptions { strip, ..CleanOptions::default() });
        String::from_utf8(games.games[0].sgf.clone()).expect("UTF-8")
    };
    let all = cleaned(&[]);
    for part in ["KGSDE", "chat", "TR[aa]", "W[cc]", "GC[about]", "N[side]", "hi"] {
        assert!(all.contains(part), "{all}");
    }
    for (parts, gone, kept) in [
        (&["chat"][..], &["chat]", "foo", "bar"][..], &["C[fine]", "KGSDE", "TR"][..]),
        (&["comments"], &["C[", "N["], &["KGSDE", "TR"]),
        (&["private"], &["KGSDE"], &["TR", "C["]),
        (&["markup"], &["TR"], &["KGSDE", "C["]),
        (&["variations"], &["W[cc]"], &["W[bb]", "C["]),
    ] {
        let text = cleaned(parts);
        assert!(gone.iter().all(|g| !text.contains(g)) && kept.iter().all(|k| text.contains(k)), "{parts:?}: {text}");
    }
    assert!(!Strip::default().add("nothing"));
}
