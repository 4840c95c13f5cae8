//! Files that other runs left: killed at any moment, ended, of another request, damaged, or still
//! at work.

use super::*;

/// A folder with an output file in the making, for the request `asked`.
struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        Place { dir: tempfile::tempdir().expect("a folder") }
    }

    fn target(&self) -> PathBuf {
        self.dir.path().join("out.jsonl")
    }

    fn part(&self) -> PathBuf {
        self.dir.path().join(".out.jsonl.part")
    }

    fn journal(&self) -> PathBuf {
        self.dir.path().join(".out.jsonl.journal")
    }

    fn open(&self, fingerprint: &str) -> Start {
        PartFile::open(&self.target(), fingerprint).expect("opens")
    }

    fn afresh(&self) -> PartFile {
        match self.open("asked") {
            Start::Afresh(part) => part,
            other => panic!("not from the beginning: {other:?}"),
        }
    }

    fn resumed(&self) -> (PartFile, Journal) {
        match self.open("asked") {
            Start::Resumed(part, journal) => (part, journal),
            other => panic!("not after a checkpoint: {other:?}"),
        }
    }

    /// Names of the files that are there, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.dir.path()).expect("lists");
        let mut names: Vec<String> =
            entries.map(|e| e.expect("lists").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn checkpoint(length: u64, done: bool) -> Journal {
    Journal {
        fingerprint: "asked".into(),
        position: 7,
        length,
        pending: "half a frame".into(),
        outcome: serde_json::json!({"items": 7}),
        done,
    }
}

fn write(part: &PartFile, text: &str) {
    part.writer().expect("a handle").write_all(text.as_bytes()).expect("writes");
}

/// Bytes behind the checkpoint go, and writing continues there.
#[test]
fn a_killed_run_goes_on_after_its_checkpoint() {
    let place = Place::new();
    let part = place.afresh();
    write(&part, "one\ntwo\n");
    part.checkpoint(&checkpoint(8, false)).expect("writes");
    write(&part, "thr");
    drop(part);
    let (part, journal) = place.resumed();
    assert_eq!(journal, checkpoint(8, false));
    assert_eq!(fs::read_to_string(place.part()).expect("reads"), "one\ntwo\n");
    write(&part, "three\n");
    part.publish().expect("is named");
    assert_eq!(fs::read_to_string(place.target()).expect("reads"), "one\ntwo\nthree\n");
    PartFile::forget(&place.target()).expect("is forgotten");
    assert_eq!(place.names(), ["out.jsonl"]);
}

#[test]
fn a_run_without_a_checkpoint_starts_afresh() {
    let place = Place::new();
    let part = place.afresh();
    write(&part, "one\n");
    drop(part);
    drop(place.afresh());
    assert_eq!(fs::read(place.part()).expect("reads"), b"");
}

#[test]
fn another_question_starts_afresh() {
    let place = Place::new();
    let part = place.afresh();
    write(&part, "one\n");
    part.checkpoint(&checkpoint(4, false)).expect("writes");
    drop(part);
    assert!(matches!(place.open("something else"), Start::Afresh(_)));
    assert_eq!(fs::read(place.part()).expect("reads"), b"");
    assert_eq!(place.names(), [".out.jsonl.part"], "its checkpoint is no more");
}

/// A checkpoint of bytes that are not there, or one that can't be read, is none.
#[test]
fn a_checkpoint_that_the_part_does_not_bear_out_is_none() {
    let place = Place::new();
    let part = place.afresh();
    write(&part, "one\n");
    part.checkpoint(&checkpoint(5, false)).expect("writes");
    drop(part);
    drop(place.afresh());
    assert_eq!(fs::read(place.part()).expect("reads"), b"");
    let part = place.afresh();
    write(&part, "one\n");
    part.checkpoint(&checkpoint(4, false)).expect("writes");
    drop(part);
    let text = fs::read_to_string(place.journal()).expect("reads");
    fs::write(place.journal(), &text[..text.len() - 1]).expect("writes");
    drop(place.afresh());
    assert_eq!(fs::read(place.part()).expect("reads"), b"");
}

#[test]
fn one_run_at_a_time() {
    let place = Place::new();
    let part = place.afresh();
    match PartFile::open(&place.target(), "asked") {
        Err(Error::Locked(path)) => assert_eq!(path, place.target()),
        other => panic!("two runs at one file: {other:?}"),
    }
    drop(part);
    drop(place.afresh());
}

/// Only the last renaming, or what is written after it, was left.
#[test]
fn a_run_that_had_ended_is_done() {
    let place = Place::new();
    let part = place.afresh();
    write(&part, "one\n");
    part.checkpoint(&checkpoint(4, true)).expect("writes");
    part.publish().expect("is named");
    assert!(matches!(place.open("asked"), Start::Done(journal) if journal == checkpoint(4, true)));
    assert!(matches!(place.open("something else"), Start::Afresh(_)));
}

#[test]
fn a_run_is_not_done_before_its_end() {
    for (done, target) in [(false, "one\n"), (true, "one"), (true, "another\n")] {
        let place = Place::new();
        let part = place.afresh();
        part.checkpoint(&checkpoint(4, done)).expect("writes");
        part.publish().expect("is named");
        fs::write(place.target(), target).expect("writes");
        drop(place.afresh());
    }
    // Whole, and killed before it got its name: the part is still to be renamed.
    let place = Place::new();
    let part = place.afresh();
    write(&part, "one\n");
    part.checkpoint(&checkpoint(4, true)).expect("writes");
    drop(part);
    fs::write(place.target(), "old\n").expect("writes");
    let (part, journal) = place.resumed();
    assert!(journal.done);
    part.publish().expect("is named");
    assert_eq!(fs::read_to_string(place.target()).expect("reads"), "one\n");
}

/// Nor does anything stay that a kill left in the middle of writing a checkpoint.
#[test]
fn nothing_stays_of_what_is_discarded_or_forgotten() {
    let half_written = |place: &Place| fs::write(fresh(&place.journal()), "{\"fing").expect("writes");
    let place = Place::new();
    let part = place.afresh();
    part.checkpoint(&checkpoint(0, false)).expect("writes");
    half_written(&place);
    part.discard().expect("is removed");
    assert_eq!(place.names(), [""; 0]);
    let part = place.afresh();
    write(&part, "one\n");
    part.checkpoint(&checkpoint(4, true)).expect("writes");
    half_written(&place);
    part.publish().expect("is named");
    assert!(place.journal().exists(), "the journal stays until it is forgotten");
    PartFile::forget(&place.target()).expect("is removed");
    assert_eq!(place.names(), ["out.jsonl"]);
    PartFile::forget(&place.target()).expect("there is nothing to do");
}

#[cfg(unix)]
#[test]
fn a_file_that_lost_its_name_is_not_at_it() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("a");
    let file = File::create(&path).expect("is made");
    assert!(is_at(&file, &path));
    fs::rename(&path, dir.path().join("b")).expect("is renamed");
    assert!(!is_at(&file, &path));
    fs::write(&path, "another").expect("writes");
    assert!(!is_at(&file, &path));
}

#[test]
fn what_cannot_be_removed_is_an_error() {
    let dir = tempfile::tempdir().expect("a folder");
    assert!(remove(&dir.path().join("nothing")).is_ok());
    assert!(matches!(remove(dir.path()), Err(Error::Io { path, .. }) if path == dir.path()));
}
