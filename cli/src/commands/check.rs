//! `tesuji check`.

use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, solvers};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use tesuji_corpus::passes::check::{CheckPass, CheckSummary, Plan, STANDARD, Share};

/// The command.
pub fn command() -> Command {
    let solvers = Arg::new("solvers").long("solvers").value_name("NAMES").value_delimiter(',').help(format!(
        "Who is compared [default: {}]; a default one that is not installed is named and left out. Games are compared by \
         their own two readers",
        STANDARD.join(",")
    ));
    let count = Arg::new("count")
        .long("count")
        .value_name("N")
        .default_value("2")
        .value_parser(value_parser!(u64).range(1..))
        .help("Compare the solutions up to N");
    let all = Arg::new("all")
        .long("all")
        .action(ArgAction::SetTrue)
        .help("Ask the slow solvers every line too (default: simple the first 500, milp and cpsat the first 150)");
    let simple = Arg::new("simple-nodes")
        .long("simple-nodes")
        .value_name("N")
        .value_parser(value_parser!(u64))
        .help("Nodes that simple may spend on a puzzle");
    let first = Arg::new("first")
        .long("first")
        .value_name("N")
        .value_parser(value_parser!(u64))
        .conflicts_with("all")
        .help("Ask simple, milp and cpsat the first N lines");
    let verdicts = Arg::new("verdicts")
        .long("verdicts")
        .action(ArgAction::SetTrue)
        .help("Give out every record, with who said what");
    let complete = Arg::new("complete")
        .long("complete")
        .action(ArgAction::SetTrue)
        .help("Exit 1 also where fewer than two solvers finished a puzzle, so that nothing was compared");
    Command::new("check")
        .about("Compares solvers that share nothing but the rules; exit 1 when they disagree")
        .args(common::pass_args())
        .args([solvers, count, all, simple, first, verdicts, complete])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let (mut plans, mut missing) = (Vec::new(), Vec::new());
    match matches.get_many::<String>("solvers") {
        None => (plans, missing) = Plan::standard(),
        Some(names) => {
            for (i, name) in names.clone().enumerate() {
                if names.clone().take(i).any(|before| before == name) {
                    return Err(Failure::Usage(format!(
                        "{name} stands twice in --solvers: it can't be compared with itself"
                    )));
                }
                plans.push(Plan::of(solvers::by_name(name)?));
            }
        }
    }
    for plan in &mut plans {
        if let Some(&nodes) = matches.get_one::<u64>("simple-nodes").filter(|_| plan.solver.name() == "simple") {
            (plan.limits.nodes, plan.is_usual) = (nodes, false);
        }
        if let Share::First(_) = plan.share {
            match matches.get_one::<u64>("first") {
                _ if matches.get_flag("all") => plan.share = Share::All,
                Some(&n) => plan.share = Share::First(n),
                None => {}
            }
        }
    }
    let count = matches.get_one::<u64>("count").map_or(2, |&n| usize::try_from(n).unwrap_or(usize::MAX));
    let pass = CheckPass { count, verdicts: matches.get_flag("verdicts"), ..CheckPass::new(plans) };
    let outcome = common::run_pass(context, &pass, matches, console)?;
    let readings = outcome.counts.readings;
    // Games have no network that they could be asked.
    if outcome.counts.puzzles > readings {
        for why in missing {
            let _ = writeln!(console.err, "note: {why}");
        }
    }
    if readings > 0 && matches.contains_id("solvers") {
        let _ = writeln!(
            console.err,
            "note: {readings} positions that no network describes: their genre's two readers were compared, not --solvers"
        );
    }
    let c = &outcome.counts;
    let ending = Ending::new()
        .because(c.disagreements > 0, || format!("{} disagreements", c.disagreements))
        .because(matches.get_flag("complete") && c.uncompared > 0, || format!("{} not compared", c.uncompared));
    let code = common::finish(&outcome, &words(c), ending, matches, console)?;
    if let Some(words) = times(&pass) {
        let _ = writeln!(console.err, "{words}");
    }
    Ok(code)
}

/// What each solver took in all threads together, the slowest first.
fn times(pass: &CheckPass) -> Option<String> {
    let times = pass.times.slowest();
    let all: f64 = times.iter().map(|(_, time)| time.as_secs_f64()).sum();
    let one = |(name, time): &(String, std::time::Duration)| {
        let seconds = time.as_secs_f64();
        format!("{name} {seconds:.1} s ({:.0}%)", 100.0 * seconds / all)
    };
    (all > 0.0).then(|| format!("time by solver: {}", times.iter().map(one).collect::<Vec<_>>().join(", ")))
}

/// The summary in words.
fn words(c: &CheckSummary) -> String {
    let mut text = format!(
        "{} disagreements; compared by two solvers or more: {} of {}; {} unique, {} without, {} with several",
        c.disagreements,
        c.puzzles - c.uncompared,
        c.puzzles,
        c.unique,
        c.none,
        c.multiple
    );
    if c.open > 0 {
        text += &format!(", {} open", c.open);
    }
    if c.uncompared > 0 {
        text += &format!("; {} of {} not compared: fewer than two solvers finished them", c.uncompared, c.puzzles);
    }
    for (rule, n) in &c.blamed {
        text += &format!("\n  to blame: {rule} ({n})");
    }
    for (name, s) in &c.solvers {
        text += &format!("\n  {name:<8} done {} of {} asked, agree {}, differ {}", s.done, s.asked, s.agree, s.differ);
        for (why, n) in &s.unfinished {
            text += &format!(", {n} unfinished ({why})");
        }
        for (kind, n) in &s.refused {
            text += &format!(", {n} refused (rules of kind {kind})");
        }
        if s.not_asked > 0 {
            text += &format!(", {} not asked", s.not_asked);
        }
        text += &format!(" [{}]", s.limits);
    }
    text
}
