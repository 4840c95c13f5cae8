//! `tesuji solve`.

use crate::common::{self, Context};
use crate::ending::Ending;
use crate::told::Tee;
use crate::{Console, Failure, solvers};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use tesuji_corpus::passes::{Engine, SolvePass, SolveSummary};
use tesuji_genre::{Medium, Record};

/// The command.
pub fn command() -> Command {
    let solver = Arg::new("solver").long("solver").value_name("NAME").help("Solver by name; else the genre's own");
    let count = Arg::new("count")
        .long("count")
        .value_name("N")
        .value_parser(value_parser!(u64).range(1..))
        .help("Give out up to N solutions; without it, a puzzle must have exactly one");
    let zone = Arg::new("zone")
        .long("zone")
        .action(ArgAction::SetTrue)
        .help("Draw the points that a proof on the whole board rests on (Go problems)");
    Command::new("solve").about("Solves puzzles").args(common::pass_args_over_all()).args([
        common::lines(),
        solver,
        count,
        common::target(),
        common::net(),
        zone,
    ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let adviser = common::adviser(context, matches, console);
    let context = &Context { adviser: adviser.as_ref(), ..*context };
    let engine = match matches.get_one::<String>("solver").map(String::as_str) {
        None => Engine::Genre,
        Some("simple") => Engine::Reference,
        Some(name) => Engine::Network(solvers::by_name(name)?),
    };
    let count = matches.get_one::<u64>("count").map(|&n| usize::try_from(n).unwrap_or(usize::MAX));
    let (mut kept, terminal) = (Tee::new(console.out), console.terminal);
    let outcome = {
        let mut console = Console { out: &mut kept, err: console.err, terminal };
        common::run_pass_over_all(context, &SolvePass { engine, count }, matches, &mut console)?
    };
    let records = kept.records(None);
    if !matches.get_flag("json") {
        console.out.flush()?;
        let actions = |record: &Record| context.genres.iter().find(|g| g.name() == record.genre)?.as_positions();
        for words in records.iter().filter_map(|record| actions(record)?.tell(record)) {
            writeln!(console.err, "{}", words.trim_end())?;
        }
        if matches.get_flag("zone") {
            for record in &records {
                let none = || format!("{}: no proof on the whole board, so no points to draw", record.id);
                let drawing = actions(record).and_then(|actions| actions.draw_proof(record, Medium::Unicode));
                let drawing = drawing.unwrap_or_else(none);
                writeln!(console.err, "{}", drawing.trim_end())?;
            }
        }
    }
    let c = &outcome.counts;
    let mut words = solved(c);
    for (why, n) in &c.unfinished {
        words += &format!(", {n} unfinished ({why})");
    }
    let code = common::finish(&outcome, &words, Ending::new().unfinished(&c.unfinished), matches, console)?;
    let are_positions = |record: &Record| {
        context.genres.iter().any(|genre| genre.name() == record.genre && genre.as_positions().is_some())
    };
    if !matches.get_flag("json") && (c.positions > 0 || records.iter().any(are_positions)) {
        let _ = writeln!(console.err, "positions read: {}", c.nodes);
    }
    Ok(code)
}

/// The summary in words. A position has no other solutions: it has one right first move, several,
/// or none.
fn solved(c: &SolveSummary) -> String {
    let mut parts = Vec::new();
    let puzzles = c.unique.saturating_sub(c.positions);
    if puzzles + c.none + c.multiple > 0 || c.positions == 0 {
        parts.push(format!("{puzzles} unique, {} without, {} with several solutions", c.none, c.multiple));
    }
    if c.positions > 0 {
        let one = c.positions.saturating_sub(c.several_moves + c.settled);
        parts.push(format!("{one} with one right move, {} with several, {} settled", c.several_moves, c.settled));
    }
    if c.begun > 0 {
        parts.push(format!("{} solved from what is filled in", c.begun));
    }
    if c.undecided > 0 {
        parts.push(format!("in {} of them other moves may do as well", c.undecided));
    }
    parts.join("; ")
}
