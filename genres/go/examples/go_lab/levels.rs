//! Reads a table of enclosed problems with graded levels (the columns of `gotools_v1-3.tsv`) and
//! shows, by level, how many are decided within a limit and whether the verdicts are those of the
//! table.
//!
//! ```text
//! cargo run --release -p tesuji-go --example go_lab -- levels \
//!     FILE [--every K] [--offset I] [--level L] [--nodes N] [--time S] [--cpu S] [--list] \
//!     [--id ID]
//! ```

use crate::{cpu, table};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use tesuji_go::{Class, DfPnReader, Outcome, Question, Reader, Role};
use tesuji_solver::Limits;

/// Reads a table of enclosed problems with graded levels.
#[derive(clap::Args)]
pub struct Args {
    /// The table
    file: PathBuf,
    /// Every K-th problem
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// So many problems are left out first
    #[arg(long, default_value_t = 0)]
    offset: usize,
    /// Only those of a level
    #[arg(long)]
    level: Option<u32>,
    /// Positions of a question
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    nodes: u64,
    /// Seconds of a question, by the clock
    #[arg(long, default_value = "1", value_parser = duration)]
    time: Duration,
    /// Seconds of processor time that count as in time
    #[arg(long, default_value_t = f64::MAX, hide_default_value = true)]
    cpu: f64,
    /// Print every question
    #[arg(long)]
    list: bool,
    /// Only that problem, with its picture
    #[arg(long)]
    id: Option<String>,
}

fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|_| "no number of seconds")?;
    Duration::try_from_secs_f64(seconds).map_err(|why| why.to_string())
}

/// Does the outcome fit a label such as `+l`, `-d`, `+l1d`, `-d2l` of that side?
fn fits(outcome: Outcome, label: &str) -> bool {
    let text: Vec<char> = label.chars().collect();
    match text[1..] {
        ['l'] => outcome.lives(),
        ['d'] => outcome.class() == Some(Class::Dead),
        ['l', n, 'd'] => outcome == Outcome::ko(Role::Attacker, n.to_digit(10).unwrap_or(0) as u8),
        ['d', n, 'l'] => outcome == Outcome::ko(Role::Defender, n.to_digit(10).unwrap_or(0) as u8),
        _ => false,
    }
}

#[derive(Default)]
struct Tally {
    cases: u32,
    decided: u32,
    agree: u32,
    nodes: Vec<u64>,
    cpu: f64,
}

/// Runs it.
pub fn run(args: Args) {
    let text = std::fs::read_to_string(&args.file).unwrap_or_else(|why| {
        eprintln!("{}: {why}", args.file.display());
        std::process::exit(2);
    });
    let reader = DfPnReader::new();
    let mut by_level = BTreeMap::<u32, Tally>::new();
    let rows =
        text.lines().skip(1 + args.offset).step_by(args.every as usize).map(|l| l.split('\t').collect::<Vec<_>>());
    let rows = rows.filter(|r| r.len() > 12 && args.level.is_none_or(|l| r[2].parse() == Ok(l)));
    let rows = rows.filter(|r| args.id.as_ref().is_none_or(|id| id == r[3]));
    for row in rows {
        let level: u32 = row[2].parse().unwrap_or(0);
        let asked = table::board(row[4], row[5]).map_err(Into::into).and_then(|b| Question::infer(&b));
        for (first, label) in [(Role::Attacker, row[9]), (Role::Defender, row[12])] {
            if label.is_empty() {
                continue;
            }
            let tally = by_level.entry(level).or_default();
            tally.cases += 1;
            let question = match &asked {
                Ok(q) if !q.is_open() => q,
                other => {
                    println!("{} {} skipped: {:?}", row[0], row[3], other.as_ref().err());
                    continue;
                }
            };
            if args.id.is_some() {
                println!("{}", question.picture().replace('|', "\n"));
            }
            let limits = Limits::default().with_nodes(args.nodes).with_time(args.time);
            let start = cpu();
            let Ok(reading) = reader.read_first(question, first, &limits) else { continue };
            let seconds = cpu() - start;
            tally.cpu += seconds;
            tally.nodes.push(reading.nodes);
            let outcome = reading.outcome;
            let counted = outcome.class() != Some(Class::Ko) || outcome.threats.is_some();
            // Where the machine is shared, processor time is less than `--time`.
            let in_time = seconds <= args.cpu;
            let decided = in_time && (counted && outcome.class().is_some() || outcome.lives());
            tally.decided += u32::from(decided);
            tally.agree += u32::from(decided && fits(outcome, label));
            if args.list || decided && !fits(outcome, label) {
                println!("{} {} {first} {label}: {outcome}, {} nodes, {seconds:.3} s", row[0], row[3], reading.nodes);
            }
        }
    }
    for (level, tally) in &mut by_level {
        tally.nodes.sort_unstable();
        let median = tally.nodes.get(tally.nodes.len() / 2).copied().unwrap_or(0);
        let total: u64 = tally.nodes.iter().sum();
        println!(
            "level {level:2}: {:4} cases, {:5.1}% decided, {} of those as labelled, median {median} nodes, {:.2} M nodes/s, {:.1} s",
            tally.cases,
            100.0 * f64::from(tally.decided) / f64::from(tally.cases),
            tally.agree,
            total as f64 / tally.cpu.max(1e-9) / 1e6,
            tally.cpu,
        );
    }
}
