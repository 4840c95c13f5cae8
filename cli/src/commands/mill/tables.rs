//! `tesuji mill tables …`.

use super::common;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};
use rayon::ThreadPoolBuilder;
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};
use tesuji_mill::rules;
use tesuji_mill::tables::{Builder, Progress, Sector, Tables, Value, sectors_up_to, verify};
use tesuji_solver::Stop;

/// The commands.
pub fn command() -> Command {
    let shared = || [super::variant_arg(), super::folder_arg()];
    let sectors = || {
        Arg::new("sector")
            .long("sector")
            .value_name("W-B")
            .num_args(1..)
            .value_parser(super::sector)
            .help("Only these sectors (the side to move has W men)")
    };
    let time = |time: &'static str| common::limits(time, "0", "nothing here").into_iter().next().unwrap_or_default();
    Command::new("tables")
        .about("Exact endgame tables: build, stats, probe, verify")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            Command::new("build")
                .about("Builds sectors in the order of dependence; goes on where an interrupted build ended")
                .args(shared())
                .args([
                    Arg::new("up-to")
                        .long("up-to")
                        .value_name("A-B")
                        .value_parser(super::sector)
                        .help("All sectors with up to A men on one side and B on the other [default: 4-4]"),
                    sectors(),
                    common::threads(),
                    common::json(),
                    time("1h"),
                ]),
            Command::new("stats").about("Lists the finished sectors").args(shared()).args([common::json()]),
            Command::new("probe")
                .about("The value of a position and of each of its turns, as JSON lines")
                .arg(Arg::new("fen").value_name("FEN").required(true).help("Position string"))
                .args(shared()),
            Command::new("verify")
                .about("Checks the checksums, and derives each position's value anew from its turns")
                .args(shared())
                .args([
                    sectors(),
                    Arg::new("every")
                        .long("every")
                        .value_name("K")
                        .default_value("1")
                        .value_parser(clap::value_parser!(u64).range(1..))
                        .help("Only each K-th class of the mover's men"),
                    common::threads(),
                    time("1h"),
                ]),
        ])
}

/// Runs one of them.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("build", m)) => build(m, console),
        Some(("stats", m)) => stats(m, console),
        Some(("probe", m)) => probe(m, console),
        Some(("verify", m)) => check(m, console),
        _ => Err(Failure::Usage("mill tables build, stats, probe or verify".to_string())),
    }
}

fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

fn pool(matches: &ArgMatches) -> Result<rayon::ThreadPool, Failure> {
    let threads = matches.get_one::<usize>("threads").copied().unwrap_or(0);
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|e| super::bad(&e))
}

fn sectors_of(matches: &ArgMatches) -> Vec<Sector> {
    matches.get_many::<Sector>("sector").map(|all| all.copied().collect()).unwrap_or_default()
}

fn build(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let rules = &super::variant_of(matches)?.rules;
    let only = sectors_of(matches);
    let mut wanted: Vec<(u8, u8)> = only.iter().map(|s| (s.own, s.other)).collect();
    match matches.get_one::<Sector>("up-to") {
        Some(most) => wanted.extend(sectors_up_to(most.own, most.other)),
        None if only.is_empty() => wanted.extend(sectors_up_to(4, 4)),
        None => {}
    }
    let builder = Builder::new(rules, super::folder_of(matches)).map_err(super::table_failure)?.sectors(wanted);
    let limits = common::limits_of(matches);
    let (start, mut places, mut spent) = (Instant::now(), 0, Duration::ZERO);
    let (send, progress) = std::sync::mpsc::channel();
    let pool = pool(matches)?;
    // The words are written while the build goes on.
    let stop = std::thread::scope(|scope| {
        let work = scope.spawn(|| {
            pool.install(|| {
                builder.run(&limits, &mut |p| {
                    let _ = send.send(p);
                })
            })
        });
        loop {
            match progress.recv_timeout(Duration::from_millis(50)) {
                Ok(p) => say(&p, &mut places, &mut spent, console),
                Err(_) if work.is_finished() => break,
                Err(_) => {}
            }
        }
        progress.try_iter().for_each(|p| say(&p, &mut places, &mut spent, console));
        work.join()
    });
    let stop = stop.map_err(|_| super::bad(&"the build broke off"))?.map_err(super::table_failure)?;
    let seconds = start.elapsed();
    let rate = if places == 0 { Json::Null } else { json!((places as f64 / seconds.as_secs_f64()).round()) };
    let line = json!({"summary": "mill tables build", "built": places, "compute_seconds": rounded(spent),
        "seconds": rounded(seconds), "places_per_second": rate, "stop": stop});
    common::print_json(&line, console)?;
    if stop != Stop::Exhausted {
        let _ =
            writeln!(console.err, "stopped early by the limit of {}; the same command goes on from here", stop.name());
    }
    Ok(0)
}

fn say(progress: &Progress, places: &mut u64, spent: &mut Duration, console: &mut Console<'_>) {
    let _ = match progress {
        Progress::Kept(sector) => writeln!(console.err, "{sector}: there already"),
        Progress::Damaged(sector, why) => writeln!(console.err, "{sector}: built anew ({why})"),
        Progress::Built { sector, slots, time } => {
            *places += slots;
            *spent += *time;
            let rate = *slots as f64 / time.as_secs_f64().max(1e-9) / 1e6;
            writeln!(console.err, "{sector}: {slots} places in {:.2} s ({rate:.1} M/s)", time.as_secs_f64())
        }
    };
}

fn open(matches: &ArgMatches) -> Result<Tables, Failure> {
    let rules = &super::variant_of(matches)?.rules;
    Tables::open(rules, super::folder_of(matches)).map_err(super::table_failure)
}

/// The same where there must be some.
fn open_some(matches: &ArgMatches) -> Result<Tables, Failure> {
    let tables = open(matches)?;
    if tables.sectors().next().is_none() {
        let what = format!("{}: no tables of this variant here", super::folder_of(matches).display());
        return Err(super::bad(&what));
    }
    Ok(tables)
}

fn stats(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let tables = open_some(matches)?;
    if !matches.get_flag("json") {
        let head = ["sector", "places", "positions", "win", "draw", "loss", "longest win", "longest loss"];
        writeln!(
            console.out,
            "{:<8}{:>12}{:>12}{:>12}{:>12}{:>12}{:>13}{:>14}",
            head[0], head[1], head[2], head[3], head[4], head[5], head[6], head[7]
        )?;
    }
    for sector in tables.sectors() {
        let Some(c) = tables.counts(sector) else { continue };
        if matches.get_flag("json") {
            let line = json!({"sector": sector.to_string(), "places": sector.slots(), "counts": c});
            common::print_json(&line, console)?;
        } else {
            let plies = |p: Option<u8>| p.map_or_else(|| "-".to_string(), |p| p.to_string());
            writeln!(
                console.out,
                "{:<8}{:>12}{:>12}{:>12}{:>12}{:>12}{:>13}{:>14}",
                sector.to_string(),
                sector.slots(),
                c.positions,
                c.win,
                c.draw,
                c.loss,
                plies(c.longest_win),
                plies(c.longest_loss)
            )?;
        }
    }
    Ok(0)
}

fn value_json(value: Option<Value>) -> Json {
    match value {
        None => json!({"value": "unknown"}),
        Some(Value::Draw) => json!({"value": "draw"}),
        Some(Value::Win(plies)) => json!({"value": "win", "plies": plies}),
        Some(Value::Loss(plies)) => json!({"value": "loss", "plies": plies}),
    }
}

fn probe(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let tables = open(matches)?;
    let text = matches.get_one::<String>("fen").map_or("", String::as_str);
    let position = super::position(tables.rules(), text)?;
    let mut line = value_json(tables.probe(&position));
    line["side"] = json!(position.side);
    line["end"] = json!(position.end);
    common::print_json(&line, console)?;
    let mut turns: Vec<_> = rules::turns_played(tables.rules(), &position)
        .into_iter()
        .map(|(turn, after)| {
            let value = tables.probe(&after);
            (turn, if after.side == position.side { value } else { value.map(Value::before) })
        })
        .collect();
    turns.sort_by_key(|&(turn, value)| (std::cmp::Reverse(value.map(Value::merit)), turn));
    for (turn, value) in turns {
        let mut line = value_json(value);
        line["turn"] = json!(turn.to_string());
        common::print_json(&line, console)?;
    }
    Ok(0)
}

fn check(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let only = sectors_of(matches);
    // Named ones are looked for one by one.
    let tables = if only.is_empty() { open_some(matches)? } else { open(matches)? };
    let wanted: Vec<Sector> = if only.is_empty() { tables.sectors().collect() } else { only };
    let every = matches.get_one::<u64>("every").map_or(1, |&n| usize::try_from(n).unwrap_or(usize::MAX));
    let clock = common::limits_of(matches).start();
    let (mut positions, mut bad, mut stop) = (0, 0, Stop::Exhausted);
    let pool = pool(matches)?;
    for sector in wanted {
        if let Some(early) = clock.expired() {
            stop = early;
            break;
        }
        let start = Instant::now();
        let checked = pool.install(|| verify(&tables, sector, every)).map_err(super::table_failure)?;
        positions += checked.positions;
        bad += checked.bad;
        let line = json!({"sector": sector.to_string(), "positions": checked.positions, "bad": checked.bad,
            "example": checked.example, "seconds": rounded(start.elapsed())});
        common::print_json(&line, console)?;
    }
    let line = json!({"summary": "mill tables verify", "positions": positions, "bad": bad, "stop": stop});
    common::print_json(&line, console)?;
    Ok(u8::from(bad > 0))
}
