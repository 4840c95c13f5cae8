//! `tesuji check`.

use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, inputs, solvers};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::io::Write;
use std::path::PathBuf;
use tesuji_corpus::passes::check::{CheckPass, CheckSummary, Plan, STANDARD, Share};
use tesuji_corpus::{Error, Outcome, Source, atomic};
use tesuji_genre::{Genre, REVIEW, Record};
use tesuji_report::book::{self, Reviewed};

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
        .help("Ask the slow solvers every line too (default: simple the first 500, milp and cpsat the first 150, none of them more than a quarter of the time, or 0.3 s)");
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
        .help("Give out every record, with who said what, and what it took (`ms` of processor time, `nodes`)");
    let complete = Arg::new("complete")
        .long("complete")
        .action(ArgAction::SetTrue)
        .help("Exit 1 also where fewer than two solvers finished a puzzle, so that nothing was compared");
    let html = Arg::new("html")
        .long("html")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Write what came of the solutions that the documents give as one page with drawings");
    let state = Arg::new("state").long("state").value_name("STATE").value_parser(value_parser!(PathBuf)).help(
        "Tell which rules the answers of this file break, and where: records with a state or a solution, or states of \
               pzprv3, finished or not; exit 1 where one is broken",
    );
    let finished = Arg::new("finished")
        .long("finished")
        .action(ArgAction::SetTrue)
        .requires("state")
        .help("Of states of pzprv3: places without a mark count as what a finished answer has there");
    Command::new("check")
        .about(
            "Compares solvers that share nothing but the rules, and stored solutions with what they find; exit 1 when \
             something differs",
        )
        .args(common::pass_args_over_all())
        .args([
            common::lines(),
            common::net(),
            solvers,
            count,
            all,
            simple,
            first,
            verdicts,
            complete,
            html,
            state,
            finished,
        ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    if let Some(path) = matches.get_one::<PathBuf>("state") {
        return super::check_state::run(context, path, matches, console);
    }
    let adviser = common::adviser(context, matches, console);
    let context = &Context { adviser: adviser.as_ref(), ..*context };
    if let Some(path) = matches.get_one::<PathBuf>("html") {
        common::for_page(path)?;
    }
    let (mut plans, mut missing) = (Vec::new(), Vec::new());
    let is_said = |name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
    let is_default = !["solvers", "all", "first", "simple-nodes"].into_iter().any(is_said);
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
        // An explicit number of puzzles is taken as it is.
        plan.time_share = plan.fair_share().filter(|_| is_default);
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
    let is_piped = inputs::sources(matches)?.iter().any(|source| common::is_answered(source, matches));
    let count = matches.get_one::<u64>("count").map_or(2, |&n| usize::try_from(n).unwrap_or(usize::MAX));
    let pass = CheckPass { count, verdicts: matches.get_flag("verdicts"), every: is_piped, ..CheckPass::new(plans) };
    let (outcome, reviewed) = over_all(context, &pass, matches, console)?;
    report(&reviewed, matches, console)?;
    let readings = outcome.counts.readings;
    // Games have no network for these solvers.
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

/// The time of each solver in all threads together, the slowest first.
fn times(pass: &CheckPass) -> Option<String> {
    let times = pass.times.slowest();
    let all: f64 = times.iter().map(|(_, time)| time.as_secs_f64()).sum();
    let one = |(name, time): &(String, std::time::Duration)| {
        let seconds = time.as_secs_f64();
        format!("{name} {seconds:.1} s ({:.0}%)", 100.0 * seconds / all)
    };
    (all > 0.0).then(|| format!("processor time by solver: {}", times.iter().map(one).collect::<Vec<_>>().join(", ")))
}

/// Runs the check over all inputs, one after the other; what was reviewed, with the summary of all.
fn over_all(
    context: &Context<'_>,
    pass: &CheckPass,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<(Outcome<CheckSummary>, Vec<Reviewed>), Failure> {
    let out = matches.get_one::<PathBuf>("out");
    let mut reviews = Reviews { out: console.out, begun: Vec::new(), genres: context.genres, found: Vec::new() };
    let all = {
        let mut console = Console { out: &mut reviews, err: console.err, terminal: console.terminal };
        common::run_pass_over_all(context, pass, matches, &mut console)?
    };
    // Records in a file are read from there.
    if let Some(path) = out.filter(|path| path.is_file()) {
        let mut text = String::new();
        let file = Source::File(path.clone());
        std::io::Read::read_to_string(&mut file.open()?, &mut text).map_err(Error::io(path))?;
        text.lines().for_each(|line| reviews.take(line.as_bytes()));
    }
    Ok((all, reviews.found))
}

/// The output, with the reviews in it.
struct Reviews<'a> {
    out: &'a mut dyn Write,
    /// A line of which the end is still to come.
    begun: Vec<u8>,
    genres: &'a [&'static dyn Genre],
    found: Vec<Reviewed>,
}

impl Reviews<'_> {
    fn take(&mut self, line: &[u8]) {
        let name = format!("\"{REVIEW}\":");
        if !line.windows(name.len()).any(|part| part == name.as_bytes()) {
            return;
        }
        let Ok(record) = serde_json::from_slice::<Record>(line) else { return };
        let genre = self.genres.iter().find(|genre| genre.name() == record.genre);
        let number = self.found.len() + 1;
        self.found.extend(genre.and_then(|&genre| Reviewed::of(&record, genre, number)));
    }
}

impl Write for Reviews<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        for part in bytes[..written].split_inclusive(|&b| b == b'\n') {
            self.begun.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.begun);
                self.take(&line);
            }
        }
        Ok(written)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// Reports on the solutions that the documents give: a table, and with `--html` a page.
fn report(reviewed: &[Reviewed], matches: &ArgMatches, console: &mut Console<'_>) -> Result<(), Failure> {
    if !matches.get_flag("json") && !reviewed.is_empty() {
        console.out.flush()?;
        let _ = write!(console.err, "{}", book::table(reviewed));
    }
    let Some(path) = matches.get_one::<PathBuf>("html") else { return Ok(()) };
    let names: Vec<String> = inputs::sources(matches)?.iter().filter_map(Source::file_name).collect();
    let title = match &names[..] {
        [one] => format!("{one}: solutions checked"),
        [] => "Solutions checked".to_string(),
        all => format!("{} files: solutions checked", all.len()),
    };
    let page = book::page(&title, reviewed);
    atomic::write_atomic(path, &mut |out| out.write_all(page.as_bytes())).map_err(Error::io(path))?;
    if reviewed.is_empty() {
        let _ = writeln!(console.err, "note: no document gives a solution: {} has nothing to show", path.display());
    }
    Ok(())
}

/// Counts of reviews that say in a word what became of each.
const KINDS: [&str; 4] = ["as_the_file_says", "not_decided", "another_question", "something_wrong"];

/// The summary in words.
fn words(c: &CheckSummary) -> String {
    // Positions have no other solutions, and may have several right moves.
    let mut text = format!(
        "{} disagreements; compared by two solvers or more: {} of {}",
        c.disagreements,
        c.puzzles - c.uncompared,
        c.puzzles
    );
    text += &if c.readings == c.puzzles && c.puzzles > 0 {
        format!("; {} solved", c.unique)
    } else {
        format!("; {} unique, {} without, {} with several", c.unique, c.none, c.multiple)
    };
    if c.open > 0 {
        text += &format!(", {} open", c.open);
    }
    if c.reviewed > 0 {
        let of = |name: &str| c.given.get(name).copied().unwrap_or_default();
        // The verdict of each in a word; a review without one is right or wrong.
        let (as_said, open, other) = (of("as_the_file_says"), of("not_decided"), of("another_question"));
        let rest = c.reviewed.saturating_sub(c.given_wrong + as_said + open + other);
        let parts = [("as the file says", as_said + rest), ("not decided", open), ("another question", other)];
        let parts = parts.into_iter().filter(|(_, n)| *n > 0).map(|(what, n)| format!("{what} {n}, "));
        let (given, wrong) = (c.reviewed, c.given_wrong);
        text += &format!("; {given} solutions given: {}with something wrong {wrong}", parts.collect::<String>());
        let counts: Vec<String> = c
            .given
            .iter()
            .filter(|(name, n)| **n > 0 && !KINDS.contains(&name.as_str()))
            .map(|(name, n)| format!("{} {n}", name.replace('_', " ")))
            .collect();
        text += &format!("\n  {}", counts.join(", "));
    }
    if c.uncompared > 0 {
        let why = "fewer than two solvers finished them, or only one can find the answer";
        text += &format!("; {} of {} not compared: {why}", c.uncompared, c.puzzles);
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
            if s.over_share > 0 {
                text += &format!(" ({} beyond its share of the time: --all or --first N asks them)", s.over_share);
            }
        }
        text += &format!(" [{}]", s.limits);
    }
    text
}
