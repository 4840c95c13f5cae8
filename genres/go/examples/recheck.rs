//! Checks problems that `generate --genre tsumego` made, by the labels of whole graphs where they
//! fit, else by the search.
//!
//! ```text
//! cargo run --release -p tesuji-go --example recheck -- FILE [MEGABYTES]
//! ```
//! Of every record: the outcome and the one key move are what the record says, every other first
//! move fails; without any one stone of the region the outcome or the key is another; the main line
//! has three plies or more; at least two wrong first moves must be refuted by play. Each fault is
//! printed; exit code 1 if there is one.

use clap::Parser;
use std::path::PathBuf;
use tesuji_go::names::Closers;
use tesuji_go::read::search::SearchJudge;
use tesuji_go::read::{Area, Exits};
use tesuji_go::study::{GraphJudge, Judge, Lines, Study, study};
use tesuji_go::{Board, Class, Color, Outcome, Point, Problem, Question, Reader, ReferenceReader};
use tesuji_solver::{Limits, Stop};

/// Who judged, and what he found.
struct Found {
    study: Study,
    judge: Box<dyn Judge>,
    whole: bool,
}

fn found(problem: &Problem, memory: usize) -> Result<Found, Stop> {
    let Ok(area) = Area::of(&problem.question, Exits::Free) else { return Err(Stop::Memory) };
    let mut graph = GraphJudge::new(area.clone(), &Limits::default().with_memory(memory));
    if let Ok(study) = study(problem, &mut graph) {
        return Ok(Found { study, judge: Box::new(graph), whole: true });
    }
    let mut search = SearchJudge::new(area, &Limits::default().with_nodes(20_000_000));
    let study = study(problem, &mut search)?;
    Ok(Found { study, judge: Box::new(search), whole: false })
}

fn keys(problem: &Problem, found: &Found) -> (Outcome, Vec<Point>) {
    let settled = found.study.is_settled();
    let keys = if settled { Vec::new() } else { found.study.keys_up_to_symmetry(problem, &*found.judge) };
    (found.study.outcome, keys)
}

/// What a record may say: SEKI is told from ALIVE in records, or left open, but not by those who
/// judge here. The whole graph tells, where it fits.
fn outcomes(problem: &Problem, found: Outcome, memory: usize) -> Vec<Outcome> {
    if !found.lives() || found.class().is_some() {
        return vec![found];
    }
    let limits = Limits::default().with_memory(memory);
    let whole = ReferenceReader.read_first(&problem.question, problem.first, &limits).ok().map(|r| r.outcome);
    match whole.filter(|o| o.class().is_some()) {
        Some(exact) => vec![exact, found],
        None => vec![found, Outcome::exactly(Class::Seki), Outcome::exactly(Class::Alive)],
    }
}

/// The same position without a stone.
fn without(problem: &Problem, p: Point) -> Option<Problem> {
    let q = &problem.question;
    let (w, h) = q.board.size();
    let mut stones = Vec::new();
    for color in Color::ALL {
        stones.extend(q.board.stones(color).iter().filter(|&s| s != p).map(|s| (s, color)));
    }
    let board = Board::set_up(w, h, stones).ok()?;
    let mut target = q.target;
    target.remove(p);
    let question = Question { board, target, ..q.clone() };
    (!question.is_captured()).then_some(Problem { question, first: problem.first })
}

/// Checks problems that `generate --genre tsumego` made.
#[derive(Parser)]
struct Args {
    /// Records of problems
    file: PathBuf,
    /// Megabytes of a whole graph; what is larger is searched
    #[arg(default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    megabytes: u32,
}

fn main() {
    let Args { file: path, megabytes } = Args::parse();
    let megabytes = megabytes as usize;
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(why) => {
            eprintln!("{}: {why}", path.display());
            std::process::exit(2);
        }
    };
    let (mut problems, mut whole, mut asked, mut asked_whole, mut faults) = (0, 0, 0, 0, 0);
    for line in text.lines() {
        let Ok(record) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let Some(problem) = record["puzzle"].as_str().and_then(|p| Problem::parse(p).ok()) else { continue };
        problems += 1;
        let mut fault = |what: String| {
            faults += 1;
            println!("{}: {what}", problem.print());
        };
        let mut now = match found(&problem, megabytes << 20) {
            Ok(now) => now,
            Err(stop) => {
                fault(format!("not decided: {stop:?}"));
                continue;
            }
        };
        whole += u32::from(now.whole);
        let is = keys(&problem, &now);
        let h = problem.question.board.size().1;
        let names: Vec<String> = is.1.iter().map(|p| p.name(h)).collect();
        if names.len() != 1 || serde_json::json!(names) != record["solution"]["keys"] {
            fault(format!("keys {names:?}, recorded {}", record["solution"]["keys"]));
        }
        let recorded = &record["solution"]["outcome"];
        let may = outcomes(&problem, is.0, megabytes << 20);
        if !may.iter().any(|o| *recorded == o.to_string()) {
            let may: Vec<String> = may.iter().map(Outcome::to_string).collect();
            fault(format!("{}, recorded {recorded}", may.join(" or ")));
        }
        let stones = problem.question.region - problem.question.board.empty();
        for p in stones.iter() {
            let Some(less) = without(&problem, p) else { continue };
            asked += 1;
            match found(&less, megabytes << 20) {
                Ok(then) => {
                    asked_whole += u32::from(then.whole);
                    if keys(&less, &then) == is {
                        fault(format!("{} can be left out", p.name(h)));
                    }
                }
                Err(stop) => fault(format!("without {}: not decided: {stop:?}", p.name(h))),
            }
        }
        match Lines::of(&now.study, &mut *now.judge, Closers::default()) {
            Ok(lines) => {
                let plies = lines.main.as_ref().map_or(0, |l| l.plies.len());
                if plies < 3 || lines.plausible() < 2 {
                    fault(format!("{plies} plies, {} plausible wrong moves", lines.plausible()));
                }
            }
            Err(stop) => fault(format!("lines not found: {stop:?}")),
        }
    }
    println!(
        "{problems} problems ({whole} by whole graphs), {asked} with a stone less ({asked_whole} by whole graphs), {faults} faults"
    );
    std::process::exit(i32::from(faults > 0));
}
