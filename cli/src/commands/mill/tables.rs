//! `tesuji mill tables …`.

use super::{common, machine};
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};
use tesuji_mill::search::probed;
use tesuji_mill::tables::{
    Builder, Counts, Plan, Progress, RATE, Sector, Tables, Value, human, sectors_up_to, verify, verify_sample,
};
use tesuji_solver::{Limits, Stop};

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
    let flag = |name: &'static str, help| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
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
                    flag("all", "All sectors of the rules: 28 pairs with nine men").conflicts_with("up-to"),
                    flag("values-only", "Keeps two bits a place: the value without its plies"),
                    flag("plan", "Builds nothing: lists places, disk, memory and time of what is missing"),
                    Arg::new("rate")
                        .long("rate")
                        .value_name("N")
                        .value_parser(clap::value_parser!(u64).range(1..))
                        .help("Places a second that the plan counts with [default: 3300000, one core]"),
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
                    Arg::new("sample")
                        .long("sample")
                        .value_name("N")
                        .value_parser(clap::value_parser!(u64))
                        .conflicts_with_all(["every", "sector"])
                        .help("Instead: N positions drawn over all sectors, without checksums"),
                    Arg::new("seed")
                        .long("seed")
                        .value_name("S")
                        .default_value("1")
                        .value_parser(clap::value_parser!(u64))
                        .help("What the sample is drawn from"),
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

pub(super) fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
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
    let mut builder = Builder::new(rules, super::folder_of(matches)).map_err(super::table_failure)?.sectors(wanted);
    if matches.get_flag("all") {
        builder = builder.all();
    }
    if matches.get_flag("values-only") {
        builder = builder.values_only();
    }
    let plan = builder.plan().map_err(super::table_failure)?;
    if matches.get_flag("plan") {
        return planned(matches, &plan, console);
    }
    let Built { done, seconds, stop } = build_all(&builder, &plan, matches, console)?;
    let Done { places, spent } = done;
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

/// The result of a build.
pub(super) struct Built {
    done: Done,
    seconds: Duration,
    stop: Stop,
}

/// Builds what is missing, where there is room for it, with words on the way.
pub(super) fn build_all(
    builder: &Builder,
    plan: &Plan,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<Built, Failure> {
    check_room(plan, builder.dir(), console)?;
    let limits = common::limits_of(matches);
    let (start, mut done) = (Instant::now(), Done::default());
    let (send, progress) = std::sync::mpsc::channel();
    let pool = common::pool(matches)?;
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
                Ok(p) => done.say(&p, start, console),
                Err(_) if work.is_finished() => break,
                Err(_) => {}
            }
        }
        progress.try_iter().for_each(|p| done.say(&p, start, console));
        work.join()
    });
    let stop = stop.map_err(|_| super::bad(&"the build broke off"))?.map_err(super::table_failure)?;
    Ok(Built { done, seconds: start.elapsed(), stop })
}

/// The work of a build.
#[derive(Default)]
struct Done {
    places: u64,
    spent: Duration,
}

impl Done {
    fn say(&mut self, progress: &Progress, start: Instant, console: &mut Console<'_>) {
        let _ = match progress {
            Progress::Kept(sector) => writeln!(console.err, "{sector}: there already"),
            Progress::Damaged(sector, why) => writeln!(console.err, "{sector}: built anew ({why})"),
            Progress::Begun { left, .. } if self.places == 0 => writeln!(console.err, "{left} places to build"),
            Progress::Begun { sector, slots, left } => {
                let seconds = start.elapsed().as_secs_f64() / self.places as f64 * *left as f64;
                let left = clock(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
                writeln!(console.err, "{sector}: {slots} places are begun; about {left} left at the rate so far")
            }
            Progress::Built { sector, slots, time } => {
                self.places += slots;
                self.spent += *time;
                let rate = *slots as f64 / time.as_secs_f64().max(1e-9) / 1e6;
                writeln!(console.err, "{sector}: {slots} places in {:.2} s ({rate:.1} M/s)", time.as_secs_f64())
            }
        };
    }
}

/// Hours and minutes, or minutes and seconds.
fn clock(time: Duration) -> String {
    let s = time.as_secs();
    if s >= 3600 { format!("{} h {:02} min", s / 3600, s / 60 % 60) } else { format!("{} min {:02} s", s / 60, s % 60) }
}

/// Says what is needed and what is there, and refuses what has no room.
fn check_room(plan: &Plan, dir: &std::path::Path, console: &mut Console<'_>) -> Result<(), Failure> {
    if plan.places() == 0 {
        return Ok(());
    }
    let room = machine::room(dir);
    let there = |bytes: Option<u64>| bytes.map_or_else(|| "unknown".to_string(), human);
    let _ = writeln!(
        console.err,
        "{} of {} pairs to build: {} of disk ({} there), {} of memory ({} there)",
        plan.pairs.iter().filter(|p| p.is_missing).count(),
        plan.pairs.len(),
        human(plan.disk),
        there(room.disk),
        human(plan.memory()),
        there(room.memory)
    );
    plan.fits(&room).map_err(|e| super::bad(&e))
}

/// `--plan`.
fn planned(matches: &ArgMatches, plan: &Plan, console: &mut Console<'_>) -> Result<u8, Failure> {
    let rate = matches.get_one::<u64>("rate").map_or(RATE, |&rate| rate as f64);
    let room = machine::room(&super::folder_of(matches));
    if !matches.get_flag("json") {
        writeln!(console.out, "{:<8}{:>14}{:>12}  state", "pair", "places", "memory")?;
    }
    for pair in &plan.pairs {
        if matches.get_flag("json") {
            common::print_json(&serde_json::to_value(pair).unwrap_or_default(), console)?;
        } else {
            let state = if pair.is_missing { "to build" } else { "there" };
            let (name, memory) = (pair.sector.to_string(), human(pair.memory));
            writeln!(console.out, "{name:<8}{:>14}{memory:>12}  {state}", pair.places)?;
        }
    }
    let time = plan.time(rate);
    let line = json!({"summary": "mill tables plan", "pairs": plan.pairs.len(), "places": plan.places(),
        "disk": plan.disk, "disk_there": room.disk, "memory": plan.memory(), "memory_there": room.memory,
        "places_per_second": rate, "seconds": rounded(time)});
    if matches.get_flag("json") {
        common::print_json(&line, console)?;
    } else {
        let (disk, memory) = (human(plan.disk), human(plan.memory()));
        writeln!(
            console.out,
            "{} places to build: {disk} of disk, {memory} of memory, about {} at {:.1} M places a second",
            plan.places(),
            clock(time),
            rate / 1e6
        )?;
    }
    Ok(u8::from(plan.fits(&room).is_err()))
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
    let json = matches.get_flag("json");
    let row = |name: &str, places: u64, c: &Counts, console: &mut Console<'_>| -> std::io::Result<()> {
        let plies = |p: Option<u8>| p.map_or_else(|| "-".to_string(), |p| p.to_string());
        let numbers = [places, c.positions, c.win, c.draw, c.loss].map(|n| n.to_string());
        line(&[&[name.to_string()][..], &numbers, &[plies(c.longest_win), plies(c.longest_loss)]].concat(), console)
    };
    if !json {
        let head = ["sector", "places", "positions", "win", "draw", "loss", "longest win", "longest loss"];
        line(&head.map(String::from), console)?;
    }
    let (mut places, mut all) = (0, Counts::default());
    for sector in tables.sectors() {
        let Some(c) = tables.counts(sector) else { continue };
        if json {
            let line = json!({"sector": sector.to_string(), "places": sector.slots(), "counts": c,
                "plies": tables.has_plies(sector)});
            common::print_json(&line, console)?;
        } else {
            row(&sector.to_string(), sector.slots(), &c, console)?;
        }
        places += sector.slots();
        all = all.and(&c);
    }
    if !json {
        row("all", places, &all, console)?;
    }
    Ok(0)
}

/// A row of the table of sectors.
fn line(cells: &[String], console: &mut Console<'_>) -> std::io::Result<()> {
    for (i, cell) in cells.iter().enumerate() {
        match i {
            0 => write!(console.out, "{cell:<8}")?,
            6.. => write!(console.out, "{cell:>14}")?,
            _ => write!(console.out, "{cell:>12}")?,
        }
    }
    writeln!(console.out)
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
    let limits = Limits::default().with_nodes(PROBE_NODES);
    let found = probed(&tables, &position, &limits);
    let mut line = value_json(found.value);
    line["side"] = json!(position.side);
    line["end"] = json!(position.end);
    common::print_json(&line, console)?;
    for (turn, value) in found.turns {
        let mut line = value_json(value);
        line["turn"] = json!(turn.to_string());
        common::print_json(&line, console)?;
    }
    Ok(0)
}

/// Positions that are searched for a turn which the tables don't hold.
const PROBE_NODES: u64 = 300_000;

/// `verify --sample`.
fn sample(matches: &ArgMatches, count: u64, console: &mut Console<'_>) -> Result<u8, Failure> {
    let tables = open_some(matches)?;
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or(1);
    let start = Instant::now();
    let checked =
        common::pool(matches)?.install(|| verify_sample(&tables, count, seed)).map_err(super::table_failure)?;
    let line = json!({"summary": "mill tables verify", "sectors": tables.sectors().count(), "seed": seed,
        "positions": checked.positions, "bad": checked.bad, "example": checked.example,
        "seconds": rounded(start.elapsed()), "stop": Stop::Exhausted});
    common::print_json(&line, console)?;
    Ok(u8::from(checked.bad > 0))
}

fn check(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    if let Some(&count) = matches.get_one::<u64>("sample") {
        return sample(matches, count, console);
    }
    let only = sectors_of(matches);
    // Named ones are looked for one by one.
    let tables = if only.is_empty() { open_some(matches)? } else { open(matches)? };
    let wanted: Vec<Sector> = if only.is_empty() { tables.sectors().collect() } else { only };
    let every = matches.get_one::<u64>("every").map_or(1, |&n| usize::try_from(n).unwrap_or(usize::MAX));
    let clock = common::limits_of(matches).start();
    let (mut positions, mut bad, mut stop) = (0, 0, Stop::Exhausted);
    let pool = common::pool(matches)?;
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
