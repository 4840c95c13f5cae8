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
    let mut raw = Vec::new();
    let mut without = Vec::new();
    for game in games(dir.path(), &options.clean).expect("opens") {
        match game {
            Ok(game) => raw.push(game),
            Err(why) => without.push(why.to_string()),
        }
    }
    let hashes = |list: &[GameRecord]| list.iter().map(|r| r.hash.clone()).collect::<Vec<_>>();
    assert_eq!(hashes(&raw), hashes(&records));
    for file in ["empty.sgf", "chess.sgf", "broken.zip"] {
        assert!(without.iter().any(|why| why.contains(file)), "{file} is named: {without:?}");
    }
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
        // Output of a killed run after its last checkpoint.
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

/// The game of each line, as its file has it: the file is that game's own.
fn kept(out: &Path) -> Vec<(String, String)> {
    let records = lines(out);
    let files = |path: &Path| contents(path).into_iter().map(|(p, _)| p).collect::<Vec<_>>();
    assert_eq!(files(&out.join("sgf")).len(), records.len(), "a file a line");
    let mut all = Vec::new();
    for record in records {
        let path = record.sgf.expect("a file");
        let (sgf, _) = tesuji_sgf::Collection::parse(&fs::read(out.join(&path)).expect("the clean file"));
        let name = sgf.roots().next().and_then(|r| r.text("GN").map(|t| t.into_owned())).expect("its name");
        all.push((name, path));
    }
    all.sort();
    all
}

fn named(name: &str) -> Vec<u8> {
    let point = |b: u8| char::from(b'a' + b % 19);
    let moves: String = name.bytes().enumerate().map(|(i, b)| format!(";B[{}{}]", point(b), point(i as u8))).collect();
    format!("(;GN[{name}]{moves})").into_bytes()
}

#[test]
fn entries_whose_names_collide_keep_a_file_each() {
    let dir = tempfile::tempdir().expect("a folder");
    let raw = dir.path().join("raw");
    let two = [named("a one"), named("a two")].concat();
    let (third, c, inside, last) = (named("a third"), named("c"), named("in c"), named("last"));
    for (file, turned) in [("1.zip", false), ("2.zip", true)] {
        let name = |name: &str| format!("{}{name}", if turned { "x/" } else { "" });
        let mut entries: Vec<(String, &[u8])> = vec![
            (name("a.sgf"), &two),
            (name("a.sgf/1.sgf"), &third),
            (name("c.sgf"), &c),
            (name("c.sgf/1.sgf"), &inside),
            (name("d/e.sgf"), &last),
        ];
        if turned {
            entries.reverse();
        }
        let entries: Vec<(&str, &[u8])> = entries.iter().map(|(n, b)| (n.as_str(), *b)).collect();
        write(&raw, file, &zip_of(&entries));
    }
    let options = |threads| RunOptions { threads, keep_duplicates: true, ..RunOptions::default() };
    let outs = ["one", "three"].map(|n| dir.path().join(n));
    let summary = run(&raw, &outs[0], &options(1));
    assert_eq!((summary.files, summary.games, summary.written, summary.unwritten), (10, 12, 12, 0));
    let names: Vec<String> = kept(&outs[0]).into_iter().map(|(name, _)| name).collect();
    let wanted = ["a one", "a third", "a two", "c", "in c", "last"].map(|n| [n, n]).concat();
    assert_eq!(names, wanted);
    assert!(outs[0].join("sgf/1.zip/a.sgf/1.sgf").exists() && outs[0].join("sgf/1.zip/d/e.sgf").exists());
    assert_eq!(run(&raw, &outs[1], &options(3)), summary);
    assert!(contents(&outs[0]) == contents(&outs[1]));
}

#[cfg(unix)]
#[test]
fn names_that_are_no_utf_8_stay_apart() {
    use std::os::unix::ffi::OsStrExt;
    let dir = tempfile::tempdir().expect("a folder");
    let (raw, out) = (dir.path().join("raw"), dir.path().join("out"));
    fs::create_dir_all(&raw).expect("made");
    for (bytes, name) in [(&b"odd\xff\xfe.sgf"[..], "one"), (b"odd\xfe\xff.sgf", "two")] {
        let path = raw.join(std::ffi::OsStr::from_bytes(bytes));
        if fs::write(path, named(name)).is_err() {
            eprintln!("SKIPPED: this file system takes UTF-8 alone");
            return;
        }
    }
    assert_eq!(run(&raw, &out, &RunOptions::default()).written, 2);
    let wanted = [("one", "sgf/odd\\xff\\xfe.sgf"), ("two", "sgf/odd\\xfe\\xff.sgf")];
    assert_eq!(kept(&out), wanted.map(|(n, p)| (n.to_string(), p.to_string())));
    assert_eq!(lines(&out)[0].source.file, "odd\\xfe\\xff.sgf");
}

/// The findings of one sort: files with their entries.
fn told(out: &Path, what: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(out.join("diagnostics.jsonl")).expect("reads");
    let lines = text.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).expect("a line"));
    let part = |l: &serde_json::Value, name: &str| l[name].as_str().unwrap_or_default().to_string();
    lines.filter(|l| l["what"] == what).map(|l| (part(&l, "file"), part(&l, "entry"))).collect()
}

#[cfg(unix)]
#[test]
fn pipes_and_closed_folders_are_told() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().expect("a folder");
    let (raw, out) = (dir.path().join("raw"), dir.path().join("out"));
    write(&raw, "ok.sgf", &named("ok"));
    write(&raw, "closed/a.sgf", &named("closed"));
    let _socket = std::os::unix::net::UnixListener::bind(raw.join("socket.sgf")).expect("bound");
    for name in ["pipe.sgf", "pipe.zip"] {
        let made = std::process::Command::new("mkfifo").arg(raw.join(name)).status();
        assert!(made.is_ok_and(|s| s.success()), "mkfifo");
    }
    let closed = raw.join("closed");
    let mode = |mode| fs::set_permissions(&closed, fs::Permissions::from_mode(mode)).expect("changed");
    mode(0o000);
    let mut wanted = vec!["pipe.sgf", "pipe.zip", "socket.sgf"];
    match fs::read_dir(&closed) {
        Err(_) => wanted.insert(0, "closed"),
        Ok(_) => eprintln!("SKIPPED: to this user no folder is closed"),
    }
    let summary = run(&raw, &out, &RunOptions::default());
    mode(0o755);
    assert_eq!(summary.unreadable, wanted.len() as u64);
    let found: Vec<String> = told(&out, "unreadable").into_iter().map(|(file, _)| file).collect();
    assert_eq!(found, wanted);
    assert!(summary.finished && lines(&out)[0].source.file.ends_with(".sgf"));
}

#[test]
fn what_an_archive_hides_is_told() {
    let dir = tempfile::tempdir().expect("a folder");
    let (raw, out) = (dir.path().join("raw"), dir.path().join("out"));
    let (one, two) = (named("one"), named("two"));
    let inner = zip_of(&[("deep.sgf", &one)]);
    // Two entries of one name, as no writer here makes them.
    let mut twice =
        zip_of(&[("x1.sgf", &one), ("x2.sgf", &two), ("inner.zip", &inner), ("t1.txt", b""), ("t2.txt", b"")]);
    for (old, new) in [(b"x1.sgf", b"x2.sgf"), (b"t1.txt", b"t2.txt")] {
        let places: Vec<usize> = twice.windows(6).enumerate().filter(|w| w.1 == old).map(|w| w.0).collect();
        places.into_iter().for_each(|at| twice[at..at + 6].copy_from_slice(new));
    }
    write(&raw, "pack.zip", &twice);
    // Behind a program that unpacks it.
    write(&raw, "self.zip", &[&b"#!/bin/sh\n"[..], &twice].concat());
    let summary = run(&raw, &out, &RunOptions::default());
    assert_eq!((summary.files, summary.written, summary.duplicates, summary.unreadable), (6, 1, 1, 4));
    let entries = ["inner.zip", "x2.sgf"];
    let wanted = ["pack.zip", "self.zip"].map(|f| entries.map(|e| (f.to_string(), e.to_string()))).concat();
    assert_eq!(told(&out, "unreadable"), wanted);
    // A run that goes on counts them as well.
    let stopped = dir.path().join("stopped");
    for i in 0..300 {
        write(&raw, &format!("more/{i:03}.sgf"), &named(&format!("more {i}")));
    }
    let mut calls = 0;
    let hasty = RunOptions { time: Duration::ZERO, ..RunOptions::default() };
    while !run(&raw, &stopped, &hasty).finished {
        calls += 1;
    }
    let whole = dir.path().join("whole");
    run(&raw, &whole, &RunOptions::default());
    assert!(calls > 0 && contents(&whole) == contents(&stopped));
}

#[test]
fn a_game_without_a_file_costs_one_finding() {
    let dir = tempfile::tempdir().expect("a folder");
    let (raw, out) = (dir.path().join("raw"), dir.path().join("out"));
    write(&raw, "a.sgf", &named("a"));
    write(&raw, "b.sgf", &named("b"));
    write(&raw, &format!("{}.sgf", "n".repeat(251)), &named("long"));
    // Something else stands where the game should go.
    write(&out, "sgf/a.sgf/kept.txt", b"mine");
    let summary = run(&raw, &out, &RunOptions::default());
    assert_eq!((summary.written, summary.unwritten, summary.findings.get("unwritten")), (3, 1, Some(&1)));
    assert_eq!(told(&out, "unwritten"), [("a.sgf".to_string(), String::new())]);
    let unwritten: Vec<_> = lines(&out).into_iter().filter_map(|l| l.unwritten).collect();
    assert_eq!(unwritten, ["sgf/a.sgf"]);
    assert_eq!(contents(&out).len(), 5);
}

/// An unwritten game keeps its place, in a continued run as in an undisturbed one.
#[test]
fn places_do_not_depend_on_interruptions() {
    let dir = tempfile::tempdir().expect("a folder");
    let raw = dir.path().join("raw");
    let mut games: Vec<(String, Vec<u8>)> = vec![("c.sgf".into(), named("first"))];
    games.extend((0..300).map(|i| (format!("{i:03}.sgf"), named(&format!("game {i}")))));
    games.push(("c.sgf/1.sgf".into(), named("last")));
    let entries: Vec<(&str, &[u8])> = games.iter().map(|(name, game)| (name.as_str(), &game[..])).collect();
    write(&raw, "z.zip", &zip_of(&entries));
    let outs = ["whole", "stopped"].map(|name| dir.path().join(name));
    for out in &outs {
        write(out, "sgf/z.zip/c.sgf/kept.txt", b"mine");
    }
    assert_eq!(run(&raw, &outs[0], &RunOptions::default()).unwritten, 1);
    let hasty = RunOptions { time: Duration::ZERO, ..RunOptions::default() };
    let mut calls = 1;
    while !run(&raw, &outs[1], &hasty).finished {
        calls += 1;
    }
    assert!(calls > 1 && contents(&outs[0]) == contents(&outs[1]));
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

/// Moves end where stones are set, and a problem may have none: what goes on otherwise is another
/// game.
#[test]
fn games_that_part_where_stones_are_set_are_no_duplicates() {
    let (from, to) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (mut written, mut known) = (0, 0);
    for (i, games) in [
        &[
            "(;SZ[19];B[pd];W[dd];AE[pd]AB[qq];W[aa])",
            "(;SZ[19];B[pd];W[dd];AE[dd]AW[cc];B[kk])",
            "(;SZ[19];B[pd];W[dd])",
        ][..],
        &["(;SZ[19]AB[aa];AE[aa];B[bb];W[cc])", "(;SZ[19]AB[aa];AE[aa];B[dd];W[ee])"],
        &["(;SZ[9]AB[aa][bb]AW[cc]PL[B])", "(;SZ[9]AB[aa][bb]AW[cc]PL[W])", "(;SZ[9]AB[aa][bb]AW[cc])"],
    ]
    .iter()
    .enumerate()
    {
        for (k, game) in games.iter().enumerate() {
            write(from.path(), &format!("{i}-{k}.sgf"), game.as_bytes());
            write(from.path(), &format!("{i}-{k}-again.sgf"), game.as_bytes());
            (written, known) = (written + 1, known + 1);
        }
    }
    // A problem turned by half.
    write(from.path(), "turned.sgf", b"(;SZ[9]AB[ii][hh]AW[gg]PL[B])");
    let summary = run(from.path(), to.path(), &RunOptions::default());
    assert_eq!((summary.written, summary.duplicates), (written, known + 1));
}

/// Other games under the same names and of the same sizes are another archive.
#[test]
fn a_run_does_not_go_on_with_other_files() {
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let out = tempfile::tempdir().expect("a folder");
    for i in 0..600_u32 {
        write(
            one.path(),
            &format!("{i}.sgf"),
            format!("(;SZ[19]PB[Alice];B[a{}])", char::from(b'a' + (i % 19) as u8)).as_bytes(),
        );
        write(
            two.path(),
            &format!("{i}.sgf"),
            format!("(;SZ[19]PB[Bobby];B[a{}])", char::from(b'a' + (i % 19) as u8)).as_bytes(),
        );
    }
    let options = RunOptions { keep_duplicates: true, ..RunOptions::default() };
    let few = RunOptions { time: Duration::ZERO, ..options.clone() };
    let begun = run(one.path(), out.path(), &few).written;
    assert!(begun < 600);
    run(two.path(), out.path(), &options);
    let all = fs::read_to_string(out.path().join("games.jsonl")).expect("reads");
    assert_eq!((all.matches("Bobby").count(), all.matches("Alice").count()), (600, 0));
}

/// Files that are no records by their names are counted; unread files that may hold records are
/// named.
#[test]
fn files_that_are_not_read_are_counted_and_told() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(b"(;SZ[9];B[aa];W[bb])").expect("packs");
    let packed = packed.finish().expect("packs");
    write(dir.path(), "a.sgf.gz", &packed);
    write(dir.path(), "torn.sgf.gz", &packed[..packed.len() / 2]);
    write(dir.path(), "b.mgt", b"(;SZ[9];B[cc];W[bb])");
    write(dir.path(), "c.ugf", b"[Header]\nHdcp=0,6.5\n[Data]\nPD,B1,1,0\n");
    write(dir.path(), "d.ugi", b"[Header]\n[Data]\n");
    write(dir.path(), "e.tar.gz", &packed);
    write(dir.path(), "notes.txt", b"");
    write(dir.path(), "more/NOTES.TXT", b"");
    write(dir.path(), "Makefile", b"");
    let entries: [(&str, &[u8]); 4] =
        [("x/", b""), ("x/f.sgf.gz", &packed), ("x/g.ugf", b"[Header]"), ("x/readme.md", b"")];
    write(dir.path(), "pack.zip", &zip_of(&entries));
    let out = tempfile::tempdir().expect("a folder");
    let options = RunOptions { keep_duplicates: true, ..RunOptions::default() };
    let summary = run(dir.path(), out.path(), &options);
    assert_eq!((summary.files, summary.games, summary.unreadable), (8, 3, 5), "{summary:?}");
    let passed: Vec<(&str, u64)> = summary.passed_over.iter().map(|(e, n)| (e.as_str(), *n)).collect();
    assert_eq!(passed, [(".md", 1), (".txt", 2), ("others", 1)]);
    let told = fs::read_to_string(out.path().join("diagnostics.jsonl")).expect("reads");
    for name in ["c.ugf", "d.ugi", "e.tar.gz", "torn.sgf.gz", "x/g.ugf"] {
        assert!(told.lines().any(|l| l.contains(name) && l.contains("unreadable")), "{name} in {told}");
    }
    // A repeated run says the same.
    assert_eq!(run(dir.path(), out.path(), &options), summary);
    // And so does one that goes on after each file.
    let slow = tempfile::tempdir().expect("a folder");
    let options = RunOptions { time: Duration::ZERO, ..options };
    let mut last = run(dir.path(), slow.path(), &options);
    while !last.finished {
        last = run(dir.path(), slow.path(), &options);
    }
    assert_eq!(last, summary);
}
