use super::*;
use crate::Error;
use std::fs;

fn path() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a folder");
    let path = verdicts_path(&dir.path().join("a.jsonl"));
    (dir, path)
}

#[test]
fn the_last_verdict_stands_and_undo_takes_it_back() {
    let (_dir, path) = path();
    let mut file = VerdictFile::open(&path).expect("opens");
    assert_eq!(file.say("x", Verdict::Skip, None, false).expect("writes"), 1);
    file.say("x", Verdict::Delete, Some(Reason::Ladder), false).expect("writes");
    file.say("y", Verdict::Approve, None, false).expect("writes");
    let of = |all: &Verdicts, id: &str| all.of(id).map(|s| (s.verdict, s.reason));
    assert_eq!(of(file.all(), "x"), Some((Verdict::Delete, Some(Reason::Ladder))));
    file.say("x", Verdict::Undo, None, false).expect("writes");
    assert_eq!(of(file.all(), "x"), Some((Verdict::Skip, None)));
    file.say("x", Verdict::Undo, None, false).expect("writes");
    file.say("x", Verdict::Undo, None, false).expect("writes");
    assert_eq!(of(file.all(), "x"), None);
    drop(file);
    let read = Verdicts::read(&path).expect("reads");
    assert_eq!((of(&read, "x"), read.approves("y"), read.next()), (None, true, 7));
    assert_eq!(read.ids().collect::<Vec<_>>(), ["y"]);
}

#[test]
fn the_last_verdict_is_found_back_to_the_first() {
    let (_dir, path) = path();
    let mut file = VerdictFile::open(&path).expect("opens");
    for (id, verdict) in [("x", Verdict::Skip), ("y", Verdict::Approve), ("x", Verdict::Delete), ("z", Verdict::Skip)] {
        file.say(id, verdict, None, false).expect("writes");
    }
    drop(file);
    // Also of an earlier run; what is on puzzles of another file stays.
    let mut file = VerdictFile::open(&path).expect("opens");
    let mut taken = Vec::new();
    while let Some(last) = file.all().last(|id| id != "z").cloned() {
        file.say(&last.id, Verdict::Undo, None, last.again).expect("writes");
        taken.push((last.id, last.verdict));
    }
    let expected = [("x", Verdict::Delete), ("y", Verdict::Approve), ("x", Verdict::Skip)];
    assert_eq!(taken, expected.map(|(id, verdict)| (id.to_string(), verdict)));
    assert_eq!(file.all().ids().collect::<Vec<_>>(), ["z"]);
}

#[test]
fn what_is_shown_again_measures_and_decides_nothing() {
    let mut all = Verdicts::default();
    let mut say = |id: &str, verdict, again| {
        let n = all.next();
        all.say(Said { id: id.into(), verdict, reason: None, n, again });
    };
    say("x", Verdict::Approve, false);
    say("x", Verdict::Approve, true);
    say("y", Verdict::Approve, false);
    say("y", Verdict::Delete, true);
    assert_eq!(all.agreement(), Agreement { same: 1, different: 1 });
    assert!(all.approves("x") && !all.approves("y"));
    assert!(all.of("y").is_some_and(|s| s.verdict == Verdict::Approve && s.doubtful));
    let n = all.next();
    all.say(Said { id: "y".into(), verdict: Verdict::Approve, reason: None, n, again: false });
    assert!(all.approves("y"), "said again, openly");
}

/// Wherever a write was cut, what stood before it stands, and what follows is read.
#[test]
fn a_torn_last_line_is_dropped() {
    let (_dir, path) = path();
    let mut file = VerdictFile::open(&path).expect("opens");
    for id in ["a", "b", "c"] {
        file.say(id, Verdict::Approve, None, false).expect("writes");
    }
    drop(file);
    let whole = fs::read(&path).expect("reads");
    let ends: Vec<usize> = (0..=whole.len()).filter(|&n| n == 0 || whole[n - 1] == b'\n').collect();
    for cut in 0..=whole.len() {
        fs::write(&path, &whole[..cut]).expect("writes");
        let lines = ends.iter().filter(|&&end| end <= cut).count() - 1;
        assert_eq!(Verdicts::read(&path).expect("reads").ids().count(), lines, "cut at {cut}");
        let mut file = VerdictFile::open(&path).expect("opens");
        file.say("z", Verdict::Delete, None, false).expect("writes");
        drop(file);
        assert_eq!(Verdicts::read(&path).expect("reads").ids().count(), lines + 1, "cut at {cut}");
    }
    fs::write(&path, "{}\n").expect("writes");
    let refused = VerdictFile::open(&path).expect_err("no verdicts").to_string();
    assert!(refused.contains(":1") && refused.contains("no verdict"), "{refused}");
}

#[test]
fn a_second_one_is_told_who_has_the_file() {
    let (_dir, path) = path();
    let first = VerdictFile::open(&path).expect("opens");
    let second = VerdictFile::open(&path);
    let words = match &second {
        Err(e @ Error::Held { .. }) => e.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(words.contains(&format!("process {}", std::process::id())), "{words}");
    drop(first);
    VerdictFile::open(&path).expect("is free again");
}
