//! `tesuji harvest go` and what takes its problems: made games, and bad input.

use crate::run;

use run::tesuji;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A corner that lives or dies by B19 alone, and the moves of a game around it.
fn game(moves: &str) -> String {
    let list = |points: &str| points.split(' ').map(|p| format!("[{p}]")).collect::<String>();
    let (white, black) = (list("da cb db ac bc cc"), list("ea eb dc ec ad bd cd"));
    format!("(;GM[1]FF[4]SZ[19]AW{white}AB{black}{moves})")
}

const KEY: &str = ";B[jj];W[ba]";

struct Dir(tempfile::TempDir);

impl Dir {
    fn new() -> Dir {
        Dir(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain path").to_string()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("reads")
    }
}

/// The command, over `games` of a folder into a file of it.
fn go(dir: &Dir, out: &str, more: &[&str]) -> run::Ran {
    let (games, out) = (dir.text("games"), dir.text(out));
    tesuji(&[&["harvest", "go", &games, "--out", &out, "--from", "0", "--threads", "1"], more].concat())
}

fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

#[test]
fn problems_are_cut_reported_exported_and_seeded() {
    let dir = Dir::new();
    dir.write("games/a.sgf", game(KEY));
    let ran = go(&dir, "p.jsonl", &["--category", "pro", "--licence", "ours", "--json"]).code(0);
    let summary = &ran.json()[0];
    assert_eq!((&summary["summary"], &summary["written"]), (&"harvest go".into(), &1.into()));
    let all = records(&dir.read("p.jsonl"));
    let record = &all[0];
    assert_eq!((&record["category"], &record["source"]["licence"]), (&"pro".into(), &"ours".into()));
    assert_eq!(record["solution"]["keys"], serde_json::json!(["B19"]));
    assert!(record["rank"].as_str().is_some_and(|rank| rank.ends_with(['k', 'd'])), "{record}");
    assert!(record["tags"].as_array().is_some_and(|tags| tags.contains(&"corner".into())));
    // The strict file has what is long enough, and nothing else.
    let plies = record["metadata"]["plies"].as_u64().expect("plies");
    assert_eq!(dir.path("p.strict.jsonl").exists(), plies >= 5);
    let strict = (plies - 1).to_string();
    go(&dir, "s.jsonl", &["--strict-plies", &strict]).code(0);
    assert_eq!(dir.read("s.strict.jsonl"), dir.read("s.jsonl"));
    // Nothing is left of the run before it.
    let ran = go(&dir, "s.jsonl", &["--strict-plies", &(plies + 1).to_string()]).code(0);
    assert!(!dir.path("s.strict.jsonl").exists(), "{}", ran.words());

    let (file, page) = (dir.text("p.jsonl"), dir.text("p.html"));
    let told = tesuji(&["harvest", "report", &file, "--html", &page]).code(0).stdout();
    assert!(told.contains("1  complete problems") && told.contains("1 of 1"), "{told}");
    assert!(dir.read("p.html").contains("<svg"));
    let seed = dir.text("seed.jsonl");
    let export = ["corpus", "export", "--genre", "tsumego", "--format", "seed", "--out", &seed, &file];
    tesuji(&export).code(0);
    let line: Value = serde_json::from_str(dir.read("seed.jsonl").trim()).expect("JSON");
    let fields: Vec<&String> = line.as_object().expect("an object").keys().collect();
    assert_eq!(fields.len(), 5, "{fields:?}");
    assert_eq!(line["metadata"]["katago_winrate_drop"], Value::Null);
    // The solution's check stands on its own: whoever reads the record again finds the same.
    tesuji(&["check", "--genre", "tsumego", &file]).code(0);
    let migrations = dir.text("migrations");
    fs::create_dir_all(&migrations).expect("made");
    tesuji(&["corpus", "seed", "--migrations", &migrations, "--stamp", "20260101000000", "--unreviewed", &file])
        .code(0);
    assert!(dir.read("migrations/20260101000000_seed_puzzles.sql").contains("INSERT"));
}

#[test]
fn bad_games_are_named_and_the_others_are_cut() {
    let dir = Dir::new();
    dir.write("games/a.sgf", game(KEY));
    dir.write("games/b_illegal.sgf", game(";B[jj];W[jj];B[zz]"));
    dir.write("games/c_small.sgf", "(;SZ[9];B[cc];W[gg];B[cg];W[gc])");
    dir.write("games/d_large.sgf", "(;SZ[52];B[cc];W[gg])");
    dir.write("games/e_oblong.sgf", "(;SZ[7:9];B[cc];W[ff])");
    // Undecodable bytes in a comment, and nothing but such bytes.
    dir.write(
        "games/f_bytes.sgf",
        [game(";C[").trim_end_matches(')').as_bytes(), &b"\xff\xfe\x80"[..], b"];B[kk];W[ba])"].concat(),
    );
    dir.write("games/g_noise.sgf", b"\xff\xfe\x00\xd8\x80\x81\x82");
    dir.write("games/h_empty.sgf", "");
    dir.write("games/i_stones.sgf", "(;SZ[19]AB[aa][ab]AW[ba][bb][ac];B[jj])");
    let ran = go(&dir, "p.jsonl", &[]).code(1);
    let ran = ran.says("h_empty.sgf: no game in it").says("lines are no games");
    assert!(!ran.words().contains("panicked"), "{}", ran.words());
    assert!(!records(&dir.read("p.jsonl")).is_empty());
    let funnel: Value = serde_json::from_str(&dir.read("p.funnel.json")).expect("JSON");
    assert_eq!(funnel["finished"], true);
    assert!(funnel["bad"].as_u64() >= Some(1) && funnel["games"].as_u64() >= Some(5), "{funnel}");
}

#[test]
fn bad_lines_of_clean_games_are_named_by_their_number() {
    let dir = Dir::new();
    dir.write("raw/a.sgf", game(KEY));
    let (raw, games) = (dir.text("raw"), dir.text("games"));
    tesuji(&["harvest", "clean", &raw, "--out", &games]).code(0);
    let good = dir.read("games/games.jsonl");
    dir.write("games/games.jsonl", [&b"{\"no\": \"game\"}\n"[..], b"\xff\xfe\n\n", good.as_bytes()].concat());
    let ran = go(&dir, "p.jsonl", &[]).code(1);
    ran.says("games.jsonl:1: not a game").says("games.jsonl:2: not a game").says("2 lines are no games");
    assert_eq!(records(&dir.read("p.jsonl")).len(), 1);
    // A packed file that breaks off ends the run; it does not go on for ever.
    fs::remove_dir_all(dir.path("games")).expect("removed");
    dir.write("games/games.jsonl.gz", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03garbage");
    let file = dir.text("games/games.jsonl.gz");
    let out = dir.text("q.jsonl");
    tesuji(&["harvest", "go", &file, "--out", &out]).code(1);
}

#[test]
fn what_can_not_begin_says_why() {
    let dir = Dir::new();
    dir.write("games/a.sgf", game(KEY));
    let missing = dir.text("none");
    tesuji(&["harvest", "go", &missing, "--out", &dir.text("p.jsonl")]).code(1).says("none");
    go(&dir, "p.svg", &[]).code(2).says(".jsonl");
    go(&dir, "no/such/folder/p.jsonl", &[]).code(1).says("no/such/folder");
    go(&dir, "p.jsonl", &["--engine", "/no/such/engine analysis"]).code(2).says("/no/such/engine");
    // A model that is not there: the engine says so, and ends.
    go(&dir, "p.jsonl", &["--engine", "sh -c 'echo could not load the model >&2; exit 1'"]).code(2).says("the model");
    dir.write("tape.jsonl", "no tape\n");
    go(&dir, "p.jsonl", &["--tape", &dir.text("tape.jsonl")]).code(2).says("tape.jsonl");
    go(&dir, "p.jsonl", &["--category", "prof"]).code(2).says("pro");
    assert!(!dir.path("p.jsonl").exists());
}

/// Files may not grow beyond a block: as on a full disk, writing fails.
#[test]
#[cfg(unix)]
fn a_full_disk_is_told_and_nothing_half_done_has_the_name() {
    let dir = Dir::new();
    dir.write("games/a.sgf", game(KEY));
    let program = env!("CARGO_BIN_EXE_tesuji");
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let run = |limited: bool| {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", if limited { script } else { "exec \"$@\"" }, "sh", program, "harvest", "go"]);
        command.args([&dir.text("games"), "--out", &dir.text("p.jsonl"), "--from", "0", "--threads", "1"]);
        command.output().expect("runs")
    };
    let full = run(true);
    let words = String::from_utf8_lossy(&full.stderr).into_owned();
    assert_eq!(full.status.code(), Some(1), "{words}");
    assert!(words.contains("p.jsonl") && !words.contains("panicked"), "{words}");
    assert!(!dir.path("p.jsonl").exists());
    // With room again, the same command goes on.
    assert_eq!(run(false).status.code(), Some(0));
    assert_eq!(records(&dir.read("p.jsonl")).len(), 1);
    assert!(!Path::new(&dir.text(".p.jsonl.part")).exists());
}
