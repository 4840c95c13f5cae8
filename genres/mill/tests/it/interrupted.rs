//! A build of tables killed at seeded moments goes on and ends with the same files.
//!
//! The build runs in a process of its own: this test program started again, told by the environment
//! what to do.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tesuji_mill::RuleSet;
use tesuji_mill::tables::{Builder, Tables};
use tesuji_solver::Limits;

const FOLDER: &str = "TESUJI_MILL_BUILD_INTO";
const VALUES: &str = "TESUJI_MILL_BUILD_VALUES";
const KILLS: usize = 20;

/// Not a test by itself: the process that is killed.
#[test]
fn build_in_a_process_of_its_own() {
    let Ok(dir) = std::env::var(FOLDER) else { return };
    build(Path::new(&dir), std::env::var(VALUES).is_ok());
}

fn build(dir: &Path, values_only: bool) {
    let builder = Builder::new(&RuleSet::STANDARD, dir).unwrap().sectors([(4, 4)]);
    let builder = if values_only { builder.values_only() } else { builder };
    builder.run(&Limits::default(), &mut |_| {}).unwrap();
}

fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path());
    entries
        .filter(|p| p.is_file())
        .map(|p| (p.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&p).unwrap()))
        .collect()
}

fn start(dir: &Path, values_only: bool) -> std::process::Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    if values_only {
        command.env(VALUES, "1");
    }
    command
        .args(["--exact", "interrupted::build_in_a_process_of_its_own"])
        .env(FOLDER, dir)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn twenty_kills_and_the_same_files() {
    killed_and_the_same_files(false);
}

#[test]
fn twenty_kills_and_the_same_values() {
    killed_and_the_same_files(true);
}

fn killed_and_the_same_files(values_only: bool) {
    if std::env::var(FOLDER).is_ok() {
        return;
    }
    let whole = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    start(whole.path(), values_only).wait().unwrap();
    let span = begun.elapsed();
    let want = files(whole.path());
    assert_eq!(want.len(), 4, "3-3, 3-4, 4-3, 4-4");

    let mut rng = ChaCha8Rng::seed_from_u64(20);
    let dir = tempfile::tempdir().unwrap();
    let (mut killed, mut unfinished) = (0, 0);
    while killed < KILLS {
        let mut child = start(dir.path(), values_only);
        // Somewhere in the time that a whole build takes.
        let share = (rng.next_u32() % 1000) as f64 / 1000.0;
        std::thread::sleep(Duration::from_secs_f64(span.as_secs_f64() * share));
        let running = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        killed += usize::from(running);
        let left = files(dir.path());
        for (name, bytes) in &left {
            match want.get(name) {
                Some(whole) => assert!(bytes == whole, "{name} is under its final name, so it is complete"),
                None => unfinished += usize::from(name.ends_with(".part")),
            }
        }
        // The tables that are there can be opened at any time.
        Tables::open(&RuleSet::STANDARD, dir.path()).unwrap();
        if left.len() == want.len() && left.keys().eq(want.keys()) {
            // Complete before all kills were made: from the beginning again, for kills in all parts
            // of a build.
            std::fs::remove_dir_all(dir.path()).unwrap();
            std::fs::create_dir(dir.path()).unwrap();
        }
    }
    build(dir.path(), values_only);
    let got = files(dir.path());
    eprintln!("{killed} kills, {unfinished} unfinished files seen");
    assert!(got == want, "{:?} and {:?}", got.keys(), want.keys());
    assert!(!dir.path().join("building").exists(), "what was needed on the way is gone");
}
