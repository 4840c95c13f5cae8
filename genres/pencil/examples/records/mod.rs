//! Records that are made, and read again from their text.

mod bounds;

pub use bounds::{candidates, size};
use std::collections::BTreeMap;
use std::io::BufRead;
use std::process::ExitCode;
use tesuji_genre::{Genre, GradeRequest, Record};
use tesuji_solver::{Limits, Stop};

/// The genre of that name.
pub fn genre_of(name: &str) -> Option<&'static dyn Genre> {
    tesuji_pencil::genres().into_iter().find(|g| g.name() == name)
}

/// Reads records from the standard input; counts those that hold by genre and tier, and tells of
/// those that don't.
pub fn check() -> ExitCode {
    let (mut right, mut wrong) = (BTreeMap::<String, u64>::new(), 0);
    for (number, line) in std::io::stdin().lock().lines().map_while(Result::ok).enumerate() {
        match record_holds(&line) {
            Ok(kind) => *right.entry(kind).or_default() += 1,
            Err(why) => {
                wrong += 1;
                println!("line {}: {why}", number + 1);
            }
        }
    }
    for (kind, n) in &right {
        println!("{n} {kind}");
    }
    println!("{} right, {wrong} wrong", right.values().sum::<u64>());
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reads a puzzle again from its text, solves and grades it; its genre and tier.
fn record_holds(line: &str) -> Result<String, String> {
    let record: Record = serde_json::from_str(line).map_err(|e| e.to_string())?;
    let genre = genre_of(&record.genre).ok_or("an unknown genre")?;
    let parsed = genre.parse(&record.puzzle).map_err(|bad| bad.to_string())?;
    let solved = genre.solve(&parsed.puzzle, &Limits::solutions(2)).map_err(|bad| bad.to_string())?;
    if solved.solutions.len() != 1 || solved.stop != Stop::Exhausted {
        return Err(format!("{} solutions, {}", solved.solutions.len(), solved.stop.name()));
    }
    if record.solution.as_ref() != solved.solutions.first() {
        return Err("another solution than the record says".to_string());
    }
    let want = GradeRequest::new(genre.catalog().clone(), Limits::default());
    let graded = genre.grade(&parsed.puzzle, None, &want).map_err(|bad| bad.to_string())?;
    let said = record.grade.ok_or("no grade")?.tier;
    if graded.info.tier != said {
        return Err(format!("of tier {}, not {said}", graded.info.tier));
    }
    Ok(format!("{} {said}", record.genre))
}
