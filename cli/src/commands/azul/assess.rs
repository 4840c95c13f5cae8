//! `tesuji azul assess` and `tesuji azul next`.

use crate::common;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use tesuji_azul::adapt::{Player, expected, rating_of};
use tesuji_azul::grade::{Mark, assess, figures};
use tesuji_azul::read::Reader;
use tesuji_azul::{AZUL, Move, text};
use tesuji_corpus::Error;
use tesuji_genre::{Bad, Genre, record_id};

fn results() -> Arg {
    Arg::new("results").long("results").value_name("FILE").value_parser(value_parser!(PathBuf))
}

/// The command.
pub fn command() -> Command {
    Command::new("assess")
        .about("What a move costs, exactly, and its mark: Excellent, Good, Okay, Miss")
        .args([
            Arg::new("position").value_name("POSITION").required(true).help("The position's text"),
            Arg::new("move").value_name("MOVE").required(true).help("Source, colour, line: 3B2, CRF"),
            results().help("Append the result to this file, for `azul next`"),
        ])
        .args(common::limits("60s", "300000000", "search nodes for each search"))
}

/// The command.
pub fn command_next() -> Command {
    Command::new("next").about("Chooses the scenario that fits a player's results").args([
        Arg::new("pool")
            .value_name("FILE")
            .required(true)
            .value_parser(value_parser!(PathBuf))
            .help("Graded scenarios, a record a line"),
        results().help("Results that `azul assess --results` wrote"),
        common::json(),
    ])
}

/// Runs `assess`.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let get = |name: &str| matches.get_one::<String>(name).map_or("", String::as_str);
    let failed = |bad: Bad| Failure::Run(Error::Bad(bad));
    let state = text::parse(get("position")).map_err(failed)?;
    let wrong = || Bad::new(format!("{:?} is no move: source 1-9 or C, colour B Y R K W, line 1-5 or F", get("move")));
    let mv = Move::parse(get("move")).ok_or_else(|| failed(wrong()))?;
    let limits = common::limits_of(matches);
    let mut reader = Reader::new();
    let assessed = assess(&state, mv, &mut reader, &limits).map_err(|e| failed(Bad::new(e)))?;
    let mut line = serde_json::to_value(&assessed).map_err(|e| Failure::output(e.into()))?;
    if let Some(fields) = line.as_object_mut() {
        let normal = AZUL.parse(&state.to_string()).map_err(failed)?;
        fields.insert("id".into(), json!(record_id("azul", &normal.puzzle.text)));
        if let Some(path) = matches.get_one::<PathBuf>("results") {
            let figures = figures(&state, None, &mut reader, &limits);
            let figures = figures
                .map_err(|stop| failed(Bad::new(format!("not graded: the limit of {} was reached", stop.name()))))?;
            fields.insert("score".into(), json!(figures.score()));
            let text = Value::Object(fields.clone()).to_string();
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).map_err(Error::io(path))?;
            writeln!(file, "{text}").map_err(Error::io(path))?;
        }
    }
    common::print_json(&line, console)?;
    let words = format!(
        "{}: {:?}, {} points less than {} ({})",
        mv.words(),
        assessed.mark,
        assessed.regret,
        assessed.best,
        assessed.best_value
    );
    let _ = writeln!(console.err, "{words}");
    Ok(0)
}

/// Runs `next`.
pub fn run_next(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let mut player = Player::default();
    let mut done = BTreeSet::new();
    let failed = |bad: Bad| Failure::Run(Error::Bad(bad));
    if let Some(path) = matches.get_one::<PathBuf>("results") {
        for (line, value) in lines(path)? {
            let wrong = |at: &str| {
                failed(Bad::new("missing or of another kind").at(at).line(line).file(path.display().to_string()))
            };
            let id = value.get("id").and_then(Value::as_str).ok_or_else(|| wrong("id"))?;
            let score = value.get("score").and_then(Value::as_u64).ok_or_else(|| wrong("score"))?;
            let mark = value.get("mark").cloned().and_then(|m| serde_json::from_value::<Mark>(m).ok());
            player.update(
                rating_of(u32::try_from(score).map_err(|_| wrong("score"))?),
                mark.ok_or_else(|| wrong("mark"))?,
            );
            done.insert(id.to_string());
        }
    }
    let Some(path) = matches.get_one::<PathBuf>("pool") else {
        return Err(Failure::Usage("the file of scenarios is missing".into()));
    };
    let mut pool = Vec::new();
    for (line, value) in lines(path)? {
        let wrong = |at: &str| {
            failed(Bad::new("missing or of another kind").at(at).line(line).file(path.display().to_string()))
        };
        let id = value.get("id").and_then(Value::as_str).ok_or_else(|| wrong("id"))?;
        if done.contains(id) {
            continue;
        }
        let score = value.get("grade").and_then(|g| g.get("score")).and_then(Value::as_u64);
        let score = score.and_then(|s| u32::try_from(s).ok()).ok_or_else(|| wrong("grade.score"))?;
        pool.push((score, value));
    }
    let scores: Vec<u32> = pool.iter().map(|p| p.0).collect();
    let Some(next) = player.next(&scores) else {
        return Err(failed(Bad::new("every scenario of the file is done").file(path.display().to_string())));
    };
    common::print_json(&pool[next].1, console)?;
    let chance = expected(player.rating, rating_of(scores[next]));
    if matches.get_flag("json") {
        let line =
            json!({"summary": "next", "rating": player.rating.round(), "results": player.results, "expected": chance});
        common::print_json(&line, console)?;
    } else {
        console.out.flush()?;
        let words = format!("rating {:.0} after {} results; expected {chance:.2}", player.rating, player.results);
        let _ = writeln!(console.err, "{words}");
    }
    Ok(0)
}

/// The JSON lines of a file, numbered.
fn lines(path: &PathBuf) -> Result<Vec<(u64, Value)>, Failure> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    let all = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
    all.map(|(i, l)| {
        let bad = |e: serde_json::Error| Bad::new(e.to_string()).line(i as u64 + 1).file(path.display().to_string());
        serde_json::from_str(l).map(|v| (i as u64 + 1, v)).map_err(|e| Failure::Run(Error::Bad(bad(e))))
    })
    .collect()
}
