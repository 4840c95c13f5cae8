//! `cargo run --release -p tesuji-conformance --example pencil_needs -- target/release/tesuji`:
//! puzzles that need a technique, one a genre, and others that do without it. Each is made by the
//! program that is named, and graded again from its text by another run of it. Prints a table.

use clap::Parser;
use serde_json::Value as Json;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// Puzzles for single techniques.
#[derive(Parser)]
struct Args {
    /// The program
    program: PathBuf,
    /// Seconds for one puzzle
    #[arg(default_value_t = 60)]
    seconds: u64,
}

/// Genre, size, technique.
const ASKED: &[(&str, &str, &str)] = &[
    ("slitherlink", "7x7", "two-at-corner"),
    ("akari", "7x7", "two-numbers"),
    ("heyawake", "6x6", "room-and-lines"),
    ("hitori", "6x6", "unshaded-connection"),
    ("gokigen", "6x6", "no-loop"),
    ("tents", "6x6", "line-and-trees"),
    ("unruly", "8x8", "row-and-threes"),
    ("futoshiki", "5x5", "sign-and-lines"),
    ("kenken", "5x5", "cage-and-lines"),
    ("mines", "6x6", "two-numbers"),
];

fn main() -> ExitCode {
    let args = Args::parse();
    println!(
        "| genre | size | technique | needs it, s | again | without it, s | again |\n|---|---|---|---|---|---|---|"
    );
    let mut short = 0;
    for &(genre, size, technique) in ASKED {
        let with = asked(&args, genre, size, ["--needs", technique], &needs);
        let without = asked(&args, genre, size, ["--without", technique], &avoids);
        short += usize::from(with.is_err()) + usize::from(without.is_err());
        let told = |row: Result<f64, String>| match row {
            Ok(seconds) => format!("{seconds:.1} | yes"),
            Err(why) => format!("– | {why}"),
        };
        println!("| {genre} | {size} | {technique} | {} | {} |", told(with), told(without));
    }
    if short == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Makes a puzzle and grades it again; the seconds that the first took.
fn asked(
    args: &Args,
    genre: &str,
    size: &str,
    [option, technique]: [&str; 2],
    holds: &dyn Fn(&Json, &str) -> bool,
) -> Result<f64, String> {
    let time = format!("{}s", args.seconds);
    let start = Instant::now();
    let request = ["generate", "--genre", genre, "--size", size, option, technique, "--time", &time, "--threads", "1"];
    let made = run(args, &request, "")?;
    let seconds = start.elapsed().as_secs_f64();
    let record = made.lines().find(|line| line.starts_with('{')).ok_or("none made")?;
    // The text alone, without what the generator said of it.
    let told: Json = serde_json::from_str(record).map_err(|e| e.to_string())?;
    let puzzle = told["puzzle"].as_str().ok_or("a record without a puzzle")?;
    let way: &[&str] = if option == "--needs" { &["--needs"] } else { &["--without", technique] };
    let graded = run(args, &[&["grade", "--genre", genre], way, &["-"]].concat(), &format!("{puzzle}\n"))?;
    let again = graded.lines().find(|line| line.starts_with('{')).ok_or("not graded")?;
    let again: Json = serde_json::from_str(again).map_err(|e| e.to_string())?;
    if holds(&again["grade"], technique) { Ok(seconds) } else { Err(format!("graded otherwise: {puzzle}")) }
}

/// Does a puzzle need the technique?
fn needs(grade: &Json, technique: &str) -> bool {
    let list = grade["needs"].as_array();
    grade["solved"] == true && list.is_some_and(|needs| needs.iter().any(|need| need["technique"] == technique))
}

/// Is it solved, and without the technique?
fn avoids(grade: &Json, technique: &str) -> bool {
    grade["solved"] == true && grade["techniques"].get(technique).is_none()
}

/// The output of the program for its arguments and an input.
fn run(args: &Args, words: &[&str], input: &str) -> Result<String, String> {
    let mut child = Command::new(&args.program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("{}: {e}", args.program.display()))?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes()).map_err(|e| e.to_string())?;
    }
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
