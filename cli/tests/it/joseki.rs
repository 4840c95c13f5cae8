//! The joseki commands: the engine over real pipes, books built and linted, positions matched.

use crate::run;

/// The commands of life and death need no book.
#[test]
fn gtp_starts_without_a_book() {
    let ran = run::piped(&["joseki", "gtp"], "protocol_version\nlist_commands\nquit\n").code(0);
    let ran = ran.says("no joseki book");
    assert!(ran.stdout().starts_with("= 2") && ran.stdout().contains("tesuji-life_keys"), "{}", ran.stdout());
    run::piped(&["joseki", "gtp", "--book", "no-such.gtp"], "quit\n").code(1).says("no-such.gtp");
}

use run::{piped, tesuji};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A book of our own: two approaches to the star point, a bad move with its answer, a move that can
/// wait.
const BOOK: &str = "(;GM[1]FF[4]SZ[19];B[pd](;W[qf];B[nc];W[rd];B[qc];W[qi]C[<3x3>];B[]C[<later>];W[rc])\
    (;W[nc];B[qf])(;W[qd]C[<bad>\ntoo close];B[qe]))";

fn write(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    std::fs::write(&path, text).expect("writes");
    path.to_str().expect("a plain path").to_string()
}

/// A running engine.
struct Gtp {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Gtp {
    fn start(book: &str) -> Gtp {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("tesuji"))
            .args(["joseki", "gtp", "--book", book])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take().expect("piped"));
        Gtp { child, stdin, stdout: BufReader::new(stdout) }
    }

    fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the engine listens");
    }

    /// A reply as it came: up to its empty line.
    fn reply(&mut self) -> String {
        let mut reply = String::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.stdout.read_line(&mut line).expect("text"), 0, "the engine ended: {reply:?}");
            assert!(line.ends_with('\n') && !line.contains('\r') && !line.contains('\t'), "{line:?}");
            if line == "\n" {
                assert!(!reply.is_empty(), "an empty line before any reply");
                return reply;
            }
            reply.push_str(&line);
        }
    }

    fn send(&mut self, line: &str) -> String {
        self.write(format!("{line}\n").as_bytes());
        self.reply()
    }

    /// Sends with a number; the reply must be a success with that number.
    fn ok(&mut self, line: &str) -> String {
        let reply = self.send(&format!("41 {line}"));
        let text = reply.strip_prefix("=41 ").unwrap_or_else(|| panic!("{line}: {reply:?}"));
        text.trim_end().to_string()
    }

    /// Sends; the reply must be this failure, with the number and without.
    fn fails(&mut self, line: &str, words: &str) {
        assert_eq!(self.send(&format!("7 {line}")), format!("?7 {words}\n"), "{line}");
        assert_eq!(self.send(line), format!("? {words}\n"), "{line}");
    }

    fn end(mut self) -> Option<i32> {
        self.stdin = None;
        self.child.wait().expect("ends").code()
    }
}

fn with_book() -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().expect("a folder");
    let book = write(dir.path(), "book.sgf", BOOK);
    (dir, book)
}

#[test]
fn administration() {
    let (_dir, book) = with_book();
    let mut gtp = Gtp::start(&book);
    assert_eq!(gtp.send("protocol_version"), "= 2\n");
    assert_eq!(gtp.ok("name"), "tesuji joseki");
    assert_eq!(gtp.ok("version"), env!("CARGO_PKG_VERSION"));
    let list = gtp.ok("list_commands");
    // The commands that the specification requires, the sets for tournaments and regressions, and
    // GoGui's.
    for name in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "fixed_handicap",
        "place_free_handicap",
        "set_free_handicap",
        "time_settings",
        "time_left",
        "final_score",
        "final_status_list",
        "loadsgf",
        "reg_genmove",
        "showboard",
        "gogui-analyze_commands",
        "gogui-joseki_moves",
        "gogui-joseki_show_pattern",
        "tesuji-life_status",
        "tesuji-life_keys",
        "tesuji-life_zone",
    ] {
        assert!(list.lines().any(|l| l == name), "{name} is not in the list");
        assert_eq!(gtp.ok(&format!("known_command {name}")), "true");
    }
    assert_eq!(gtp.ok("known_command make_coffee"), "false");
    let analyze = gtp.ok("gogui-analyze_commands");
    assert!(analyze.contains("gfx/Joseki Moves/gogui-joseki_moves"), "{analyze}");
    assert!(analyze.contains("gfx/Joseki Range/gogui-joseki_show_pattern %p"), "{analyze}");
    for line in analyze.lines() {
        let fields: Vec<&str> = line.split('/').collect();
        let [kind, label, command, help] = fields[..] else { panic!("not four fields: {line}") };
        assert!(["gfx", "string"].contains(&kind) && !label.is_empty() && !help.is_empty(), "{line}");
        let name = command.split(' ').next().expect("a name");
        assert_eq!(gtp.ok(&format!("known_command {name}")), "true", "{line}");
    }
    assert_eq!(gtp.send("12 quit"), "=12 \n");
    assert_eq!(gtp.child.wait().expect("ends").code(), Some(0));
}

#[test]
fn nonsense_gets_an_answer_and_the_engine_goes_on() {
    let (_dir, book) = with_book();
    let mut gtp = Gtp::start(&book);
    for line in ["make_coffee", "Play b q16", "-3 name", "99999999999 name", "= 2", "plåy b q16", "\u{feff}name"] {
        gtp.fails(line, "unknown command");
    }
    assert_eq!(gtp.send("5"), "?5 unknown command\n");
    for line in [
        "play",
        "play b",
        "play x q16",
        "play b q16 q17",
        "play b z99",
        "play b i5",
        "play b q20",
        "play b q0",
        "play b 16q",
        "play b qq",
        "play b q+6",
        "play q16 b",
        "play b q-1",
        "play b q016",
        "boardsize",
        "boardsize nineteen",
        "boardsize 19 19",
        "boardsize 9.5",
        "komi",
        "komi x",
        "komi nan",
        "komi inf",
        "genmove",
        "genmove green",
        "undo 3",
        "clear_board now",
        "fixed_handicap",
        "fixed_handicap two",
        "final_status_list",
        "final_status_list sleeping",
        "known_command",
        "known_command a b",
        "time_settings 1 2",
        "time_settings a b c",
        "time_left b 1",
        "time_left green 1 1",
        "loadsgf",
        "loadsgf a b",
        "gogui-joseki_show_pattern",
        "gogui-joseki_show_pattern pass",
        "quit now",
        "showboard 3",
    ] {
        gtp.fails(line, "syntax error");
    }
    let positions = "positions to visit are a number from 1 to 100000000";
    for (line, expected) in [
        ("tesuji-life_status", "a point is expected, such as F5"),
        ("tesuji-life_status pass", "\"pass\" is no point of the board"),
        ("tesuji-life_status z9", "\"z9\" is no point of the board"),
        ("tesuji-life_keys q16 0", positions),
        ("tesuji-life_keys q16 -5", positions),
        ("tesuji-life_keys q16 1e6", positions),
        ("tesuji-life_keys q16 100000001", positions),
        ("tesuji-life_keys q16 99999999999999999999999", positions),
        ("tesuji-life_zone q16 1000 2", "a point and a number are all it takes, not \"2\" too"),
    ] {
        gtp.fails(line, &format!("syntax error: {expected}"));
    }
    for size in ["1", "0", "26", "-19", "255", "256", "1000000"] {
        gtp.fails(&format!("boardsize {size}"), "unacceptable size");
    }
    gtp.fails("undo", "cannot undo");
    gtp.fails("loadsgf /no/such/file.sgf", "cannot load file");
    for (line, words) in [
        ("fixed_handicap 1", "invalid number of stones"),
        ("fixed_handicap 10", "invalid number of stones"),
        ("place_free_handicap 1", "invalid number of stones"),
        ("set_free_handicap", "bad vertex list"),
        ("set_free_handicap a1", "bad vertex list"),
        ("set_free_handicap a1 a1", "bad vertex list"),
        ("set_free_handicap a1 pass", "bad vertex list"),
        ("set_free_handicap a1 z9", "bad vertex list"),
    ] {
        gtp.fails(line, words);
    }
    gtp.ok("play b q16");
    gtp.fails("play w q16", "illegal move");
    gtp.fails("fixed_handicap 2", "board not empty");
    // Lines without an answer: empty ones and comments. Control characters go; bytes that are no
    // text are no command.
    gtp.write(b"\n   \n# a comment\n\x01\x02\r\n\t\n8\tplay\tw\x07 q17 # why not\r\n");
    assert_eq!(gtp.reply(), "=8 \n");
    gtp.write(b"\xff\xfe\x80 b q1\n");
    assert_eq!(gtp.reply(), "? unknown command\n");
    let mut long = vec![b'a'; 300_000];
    long.push(b'\n');
    gtp.write(&long);
    assert_eq!(gtp.reply(), "? unknown command\n");
    assert_eq!(gtp.ok("name"), "tesuji joseki");
    assert_eq!(gtp.end(), Some(0), "the end of the input is no error");
}

#[test]
fn boards_from_2_to_25() {
    let (_dir, book) = with_book();
    let mut gtp = Gtp::start(&book);
    for size in 2..=25usize {
        gtp.ok(&format!("boardsize {size}"));
        let letter = char::from(b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[size - 1]);
        gtp.ok(&format!("play b {letter}{size}"));
        gtp.ok("play white a1");
        gtp.ok("play B pass");
        gtp.fails(&format!("play w {letter}{}", size + 1), "syntax error");
        let board = gtp.ok("showboard");
        let rows: Vec<&str> =
            board.lines().filter(|l| l.trim_start().starts_with(|c: char| c.is_ascii_digit())).collect();
        assert_eq!(rows.len(), size, "{board}");
        assert_eq!(board.matches('X').count(), 1 + usize::from(size >= 23) * 2, "{board}");
        let reply = gtp.ok("gogui-joseki_moves");
        assert_eq!(reply == "TEXT Not using joseki", !(13..=19).contains(&size), "{size}: {reply}");
        let range = gtp.ok("gogui-joseki_show_pattern a1");
        let corner = (0..size)
            .flat_map(|x| (0..size).map(move |y| (x, y)))
            .filter(|&(x, y)| (1..=9).contains(&(x + y + x.max(y))));
        assert_eq!(range.lines().count(), corner.count());
        assert!(range.lines().all(|l| l.starts_with("COLOR #ffa200 ")));
        // A lone stone in the open, or a whole board of 2×2: an answer on every size, and never a
        // guess from ten positions.
        let status = gtp.ok("tesuji-life_status a1 10");
        assert!(status.contains("\nBlack first: ") && status.contains("\nWhite first: "), "{status}");
    }
    assert_eq!(gtp.end(), Some(0));
}

#[test]
fn long_sessions_with_undo() {
    let (_dir, book) = with_book();
    let mut gtp = Gtp::start(&book);
    gtp.ok("boardsize 13");
    let mut boards = vec![gtp.ok("showboard")];
    let mut state = 12345u32;
    let mut next = |n: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % n
    };
    let (mut played, mut refused) = (0, 0);
    for turn in 0..1500 {
        // Back and forth, more forth than back.
        if next(4) == 0 && boards.len() > 1 {
            gtp.ok("undo");
            boards.pop();
            assert_eq!(&gtp.ok("showboard"), boards.last().expect("the start"), "turn {turn}");
            continue;
        }
        let (column, row, color) = (b"ABCDEFGHJKLMN"[next(13) as usize], next(13) + 1, ["b", "w"][next(2) as usize]);
        let reply = gtp.send(&format!("play {color} {}{row}", char::from(column)));
        if reply == "= \n" {
            played += 1;
            boards.push(gtp.ok("showboard"));
        } else {
            assert_eq!(reply, "? illegal move\n");
            refused += 1;
            assert_eq!(&gtp.ok("showboard"), boards.last().expect("the start"));
        }
    }
    assert!(played > 300 && refused > 100, "{played} played, {refused} refused");
    while boards.len() > 1 {
        gtp.ok("undo");
        boards.pop();
    }
    assert_eq!(Some(&gtp.ok("showboard")), boards.last());
    gtp.fails("undo", "cannot undo");
    // Handicap stones are no moves.
    assert_eq!(gtp.ok("fixed_handicap 4"), "D4 K10 D10 K4");
    gtp.fails("undo", "cannot undo");
    assert_eq!(gtp.end(), Some(0));
}

#[test]
fn the_book_speaks() {
    let (dir, book) = with_book();
    let mut gtp = Gtp::start(&book);
    assert_eq!(gtp.ok("reg_genmove b"), "D4", "the first of the four corners");
    gtp.ok("play b q16");
    gtp.ok("play w d4");
    gtp.ok("play b k10");
    gtp.ok("play w r14");
    // The answer to the approach comes before all else.
    assert_eq!(gtp.ok("reg_genmove b"), "O17");
    assert!(gtp.ok("tesuji-joseki_matches").starts_with("O17 100 answer\n"));
    let drawn = gtp.ok("gogui-joseki_moves");
    assert!(drawn.contains("COLOR #ff0000 O17"), "{drawn}");
    assert_eq!(
        drawn.lines().filter(|l| l.starts_with("COLOR #0800ff")).count()
            + gtp.ok("tesuji-joseki_matches").lines().count(),
        361
    );
    assert_eq!(gtp.ok("genmove b"), "O17");
    gtp.ok("undo");
    gtp.ok("play b o17");
    // The bad move is marked, not played; where it was played it is answered.
    gtp.ok("clear_board");
    gtp.ok("play b q16");
    assert!(gtp.ok("gogui-joseki_moves").contains("MARK R16"));
    assert!(!gtp.ok("tesuji-joseki_matches").contains("R16"));
    gtp.ok("play w r16");
    assert!(gtp.ok("tesuji-joseki_matches").contains("R15 20 answer"), "among the first four moves");
    let game = write(dir.path(), "game.sgf", "(;SZ[9]KM[5.5]AB[cc];W[gg];B[cg])");
    assert_eq!(gtp.ok(&format!("loadsgf {game}")), "white");
    assert_eq!(gtp.ok("final_score"), "W+4.5", "two stones to one, less komi; the rest touches both");
    assert_eq!(gtp.ok("final_status_list alive").lines().count(), 3);
    assert_eq!(gtp.ok(&format!("loadsgf {game} 2")), "black");
    assert_eq!(gtp.ok("genmove b"), "pass", "no joseki on 9×9");
    assert_eq!(gtp.end(), Some(0));
}

#[test]
fn building_names_what_is_wrong() {
    let (dir, book) = with_book();
    let built = dir.path().join("book.gtp");
    let built_name = built.to_str().expect("a plain path");
    tesuji(&["joseki", "build", &book, "-o", built_name]).code(0).says("3 variations, moves: 1 ignored, 1 3x3");
    let text = std::fs::read_to_string(&built).expect("built");
    assert_eq!(text, tesuji(&["joseki", "build", &book]).code(0).stdout());
    assert!(text.starts_with("echo book.sgf\nboardsize 19\nclear_board\nplay b q16  \nplay w o17  \n"), "{text}");
    assert!(text.contains("play w r16  ignore \n") && text.contains("play b pass  later \n"));
    // An illegal move is named with its node; the other variations are built.
    let wrong = write(dir.path(), "wrong.sgf", &BOOK.replace("B[qf]", "B[nc]"));
    let ran = tesuji(&["joseki", "build", &wrong]).code(1).says("wrong.sgf: game 1, node 2/2:2").says("occupied");
    assert_eq!(ran.stdout().matches("clear_board").count(), 3);
    let untagged = write(dir.path(), "pass.sgf", &BOOK.replace("C[<later>]", ""));
    tesuji(&["joseki", "build", &untagged]).code(1).says("pass.sgf: game 1, node 8: a pass must be tagged");
    tesuji(&["joseki", "build", "/no/such.sgf"]).code(1).says("/no/such.sgf");
    tesuji(&["joseki", "build"]).code(2);
}

#[test]
fn lint_and_match() {
    let (dir, book) = with_book();
    tesuji(&["joseki", "lint", &book]).code(0).says("0 findings");
    let wrong = write(dir.path(), "wrong.sgf", &BOOK.replace("<bad>", "<bda>"));
    let ran = tesuji(&["joseki", "lint", "--json", &wrong]).code(1);
    assert_eq!(ran.json()[0]["kind"], "unknown-tag");
    assert_eq!(ran.json().last().expect("a summary")["findings"], 1);
    let game = "(;SZ[19];B[pd];W[dp];B[jj];W[qf];B[aa])";
    let ran = piped(&["joseki", "match", "--book", &book, "--move", "5"], game).code(0);
    let answer = &ran.json()[0]["suggestions"];
    let best = answer.as_array().expect("a list").iter().max_by_key(|s| s["rating"].as_u64()).expect("one");
    assert_eq!((&best["at"], &best["rating"], &best["kind"]), (&"O17".into(), &100.into(), &"answer".into()));
    assert_eq!(piped(&["joseki", "match", "--book", &book, "--all"], game).code(0).json().len(), 6);
    piped(&["joseki", "match", "--book", &book], "(;SZ[19];B[pd];W[pd])").code(1).says("game 1: move 2: w Q16");
    piped(&["joseki", "match", "--book", &book], "nothing").code(1);
    // A move that the game does not have, and stones set in play: nothing is answered in their
    // place.
    let longer = |game| piped(&["joseki", "match", "--book", &book, "--move", "7"], game).code(1);
    assert_eq!(longer(game).says("game 1: a game of 5 moves has no move 7").stdout(), "");
    piped(&["joseki", "match", "--book", &book, "--move", "0"], game).code(2).says("--move");
    let set = "(;SZ[19];B[pd];AW[qf];B[nc])";
    for more in [&["--move", "2"][..], &["--move", "3"], &[]] {
        let ran = piped(&[&["joseki", "match", "--book", &book], more].concat(), set).code(1);
        assert_eq!(ran.says("game 1: stones are set after move 1").stdout(), "");
    }
    let ran = piped(&["joseki", "match", "--book", &book, "--all"], set).code(1).says("stones are set after move 1");
    assert_eq!(ran.json().len(), 2);
    // A book may be of several files, each with its own --book; what else stands there is the game.
    let file = write(dir.path(), "game.sgf", game);
    let one = tesuji(&["joseki", "match", "--book", &book, &file]).code(0);
    assert_eq!(one.json()[0]["moves"], 5);
    let two = tesuji(&["joseki", "match", "--book", &book, "--book", &book, &file, "--all"]).code(0);
    assert_eq!(two.json().len(), 6);
    for size in ["SZ[0]", "SZ[-5]", "SZ[abc]"] {
        let odd = write(dir.path(), "odd.sgf", &BOOK.replace("SZ[19]", size));
        tesuji(&["joseki", "build", &odd]).code(1).says(&format!("{size} makes no sense: taken as 19 [board-size]"));
        assert!(tesuji(&["joseki", "lint", &odd]).code(1).stdout().contains("[board-size]"));
    }
    let missing: PathBuf = dir.path().join("none.gtp");
    piped(&["joseki", "match", "--book", missing.to_str().expect("plain")], game).code(1).says("none.gtp");
}

#[test]
fn statistics_and_pictures() {
    let (dir, book) = with_book();
    let games = dir.path().join("games");
    std::fs::create_dir_all(games.join("deeper")).expect("a folder");
    for i in 0..3 {
        write(&games, &format!("{i}.sgf"), "(;SZ[19]PB[Ann]PW[Bo]RE[W+R];B[pd];W[qf];B[pf];W[nc])");
    }
    write(&games.join("deeper"), "4.sgf", "(;SZ[19]PB[Ann]PW[Bo]RE[B+R];W[dp];B[fq];W[fp];B[cn])");
    write(&games, "empty.sgf", "");
    let folder = games.to_str().expect("plain");
    assert_eq!(
        tesuji(&["joseki", "stats", "--book", &book, folder, "--json"])
            .code(1)
            .says("empty.sgf")
            .json()
            .last()
            .expect("a summary")["games"],
        4
    );
    #[cfg(unix)]
    {
        // A pipe with the name of a game would block.
        let pipes = dir.path().join("pipes");
        std::fs::create_dir(&pipes).expect("made");
        let made = std::process::Command::new("mkfifo").arg(pipes.join("pipe.sgf")).status();
        assert!(made.is_ok_and(|s| s.success()), "mkfifo");
        tesuji(&["joseki", "stats", "--book", &book, pipes.to_str().expect("plain")])
            .code(1)
            .says("not a regular file");
    }
    let (sgf, left) = (dir.path().join("lacking.sgf"), dir.path().join("left.jsonl"));
    let (sgf, left) = (sgf.to_str().expect("plain"), left.to_str().expect("plain"));
    let ran = tesuji(&[
        "joseki",
        "stats",
        folder,
        "--book",
        &book,
        "--often",
        "3",
        "--sgf",
        sgf,
        "--departures",
        left,
        "--json",
    ]);
    let ran = ran.code(1).says("empty.sgf");
    let all = ran.json();
    let moves = serde_json::json!(["b Q16", "w O17", "b O16", "w R14"]);
    assert_eq!((&all[0]["sequence"], &all[0]["count"]), (&moves, &4.into()));
    assert_eq!((&all[0]["first_wins"], &all[0]["other_wins"]), (&0.into(), &4.into()));
    assert_eq!((&all[1]["lacking"], &all[1]["count"], &all[1]["of"]), (&"b O16".into(), &4.into(), &4.into()));
    let summary = all.last().expect("a summary");
    assert_eq!((&summary["games"], &summary["wrong"], &summary["lacking"]), (&4.into(), &1.into(), &1.into()));
    // Only a sound file of joseki is lacking.
    tesuji(&["joseki", "build", sgf]).code(0).says("1 variations");
    let left = std::fs::read_to_string(left).expect("written");
    let lines: Vec<serde_json::Value> = left.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(
        (&lines[0]["player"], &lines[0]["played"], &lines[0]["book"][0]),
        (&"Ann".into(), &"Q14".into(), &"O17".into())
    );
    assert!(lines.iter().any(|l| l["player"] == "Bo" && l["games"] == 4 && l["other"] == 1), "{left}");
    tesuji(&["joseki", "stats", folder, "--sgf", sgf]).code(2).says("--book");

    let out = dir.path().join("trees");
    tesuji(&["joseki", "show", &book, "--out", out.to_str().expect("plain")]).code(0);
    let drawn = std::fs::read_to_string(out.join("book.svg")).expect("drawn");
    assert_eq!(drawn, tesuji(&["joseki", "show", &book]).code(0).stdout());
    assert!(drawn.starts_with("<svg") && drawn.contains(">O17</text>"));
    tesuji(&["joseki", "show", &book, &book]).code(2);
    // Two chapters of one name are two files.
    tesuji(&["joseki", "show", &book, &book, "--out", out.to_str().expect("plain")]).code(0).says("book-2.svg");
    assert_eq!(std::fs::read_dir(&out).expect("lists").count(), 2);
}

/// Unplayable moves do not count, and a broken book gives exit 1.
#[test]
fn impossible_moves_are_not_counted() {
    let (dir, book) = with_book();
    let games = dir.path().join("broken");
    std::fs::create_dir(&games).expect("a folder");
    std::fs::write(games.join("a.sgf"), "(;SZ[19];B[pd];W[pd];B[nc];W[pd])").expect("writes");
    let games = games.to_str().expect("plain");
    let counted = tesuji(&["joseki", "stats", games, "--json"]).code(1).says("move 2");
    assert!(!counted.stdout().contains("w Q16"), "{}", counted.stdout());
    let bad = dir.path().join("bad.gtp");
    std::fs::write(&bad, "play b z99\n").expect("writes");
    std::fs::write(format!("{games}/a.sgf"), "(;SZ[19];B[pd];W[nc])").expect("writes");
    tesuji(&["joseki", "stats", games, "--book", bad.to_str().expect("plain")]).code(1);
    tesuji(&["joseki", "stats", games, "--book", &book]).code(0);
}

/// Three in a row in a corner of a 9×9 board, Black around White.
const THREE: [&str; 14] =
    ["b a3", "w a2", "b b3", "w b2", "b c3", "w c2", "b d3", "w d2", "b e2", "w d1", "b e1", "b e3", "b a5", "b e5"];

#[test]
fn life_and_death_under_the_cursor() {
    let (_dir, book) = with_book();
    let mut gtp = Gtp::start(&book);
    gtp.ok("boardsize 9");
    gtp.fails("tesuji-life_status b2", "no stone at B2");
    THREE.iter().for_each(|mv| assert_eq!(gtp.ok(&format!("play {mv}")), ""));
    // Any stone of the chain, any case; the number of positions to visit is an argument.
    let status = gtp.ok("tesuji-life_status b2");
    let lines: Vec<&str> = status.lines().collect();
    assert_eq!(lines.len(), 3, "{status}");
    assert_eq!(lines[0], "White A2: 5 stones, enclosed");
    assert!(lines[1].starts_with("Black first: DEAD, by B1 ("), "{status}");
    assert!(lines[2].starts_with("White first: ALIVE, by B1 ("), "{status}");
    assert_eq!(gtp.ok("tesuji-life_status D1 100000"), status, "the same chain");
    let keys = gtp.ok("tesuji-life_keys b2");
    assert_eq!(keys, "CIRCLE B1\nTRIANGLE B1\nTEXT Black first: DEAD, by B1; White first: ALIVE, by B1");
    let zone = gtp.ok("tesuji-life_zone b2");
    let last = zone.lines().last().expect("a text");
    assert!(last.starts_with("TEXT Black first: DEAD, ") && last.contains("; White first: ALIVE, "), "{zone}");
    for line in zone.lines().take(zone.lines().count() - 1) {
        let mut words = line.split(' ');
        assert_eq!(words.next(), Some("COLOR"), "{zone}");
        let color = words.next().expect("a colour");
        assert!(color.len() == 7 && color.starts_with('#'), "{zone}");
        let points: Vec<&str> = words.collect();
        assert!(!points.is_empty() && points.iter().all(|p| p[1..].parse::<u8>().is_ok_and(|row| row <= 3)), "{zone}");
    }
    assert!(zone.contains(" B1"), "{zone}");
    // The answer repeats, and the board is untouched.
    assert_eq!(gtp.ok("tesuji-life_zone b2"), zone);
    assert_eq!(gtp.ok("tesuji-life_keys b2"), keys);
    // Two positions decide no more than the shape does (three in a row), and it says so.
    let unknown = gtp.ok("tesuji-life_status b2 2");
    assert!(unknown.contains("UNKNOWN") && unknown.contains("not read to the end"), "{unknown}");
    let few = gtp.ok("tesuji-life_keys b2 2");
    assert!(few.starts_with("CIRCLE B1\n") && !few.contains("TRIANGLE"), "no marks of what is not read: {few}");
    assert!(gtp.ok("tesuji-life_zone b2 2").starts_with("TEXT "), "no colours without a proof");
    // After the vital point nothing is left to play for; taken back, there is.
    gtp.ok("play b b1");
    let keys = gtp.ok("tesuji-life_keys b2");
    assert_eq!(keys, "TEXT Black first: DEAD, settled; White first: DEAD, nothing to play for");
    gtp.ok("undo");
    gtp.ok("play w b1");
    assert!(gtp.ok("tesuji-life_keys b2").starts_with("TEXT Black first: ALIVE, nothing to play for; White first: "));
    assert_eq!(gtp.end(), Some(0));
}

/// A ko: who needs threats is told by colour.
#[test]
fn a_ko_under_the_cursor() {
    let (_dir, book) = with_book();
    let mut gtp = Gtp::start(&book);
    gtp.ok("boardsize 7");
    // The bent four shape in the corner, White inside: of the textbooks, a ko if Black moves first.
    for mv in
        ["w d1", "w d2", "w c2", "w b2", "w b3", "w a3", "b e1", "b e2", "b e3", "b d3", "b c3", "b c4", "b b4", "b a4"]
    {
        gtp.ok(&format!("play {mv}"));
    }
    let status = gtp.ok("tesuji-life_status c2");
    assert!(status.contains("Black first: KO, "), "{status}");
    assert!(status.contains(" needs 1 ko threat, by "), "{status}");
    assert!(status.contains("White first: ALIVE, by "), "{status}");
    assert_eq!(gtp.end(), Some(0));
}
