//! `tesuji discover mine`, and `tesuji discover` alone.

use super::super::{Treated, each, ended};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, value_parser};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tesuji_corpus::{Error, Shard, atomic};
use tesuji_discovery::{
    Cluster, Clusters, Decisions, Given, Known, MoveCandidate, Moves, Options, Page, Parts, Refused, Ruling, SUPPORT,
    first_moves, is_read, mine, move_page, page,
};
use tesuji_genre::{Genre, Record};
use tesuji_solver::{Phase, Stop, TechniqueId, Tier};

/// Puzzles mined at a time: bounds the memory.
const CHUNK: usize = 256;

/// What it takes, in `discover` and `discover mine`.
pub fn args() -> Vec<Arg> {
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("N").default_value(default).value_parser(value_parser!(u64)).help(help)
    };
    let depth = Arg::new("depth")
        .long("depth")
        .value_name("K")
        .default_value("1")
        .value_parser(value_parser!(u8).range(1..=3))
        .help("Greatest trial depth of a probe (not of positions, nor does --nodes bound these)");
    let top = Arg::new("top")
        .long("top")
        .value_name("N")
        .default_value("20")
        .value_parser(value_parser!(usize))
        .help("Clusters, or views, to tell of");
    let out = Arg::new("out").long("out").value_name("DIR").value_parser(value_parser!(PathBuf)).help(
        "Write there: candidates.txt and candidate-RANK-EXAMPLE.svg of those told of, clusters.jsonl with all (of \
             positions: the views)",
    );
    let known =
        "This technique is known, besides the singles; all: the whole catalog (of positions: in place of all motifs)";
    let known_tier = Arg::new("known-tier")
        .long("known-tier")
        .value_name("TIER")
        .value_parser(Tier::ALL.map(Tier::name))
        .help("All techniques up to this tier are known");
    let shard =
        Arg::new("shard").long("shard").value_name("I/N").value_parser(value_parser!(Shard)).requires("out").help(
            "Only every N-th puzzle, from the I-th on, into clusters-I-of-N.jsonl; `discover merge` puts them together",
        );
    let time_each = Arg::new("time-each")
        .long("time-each")
        .value_name("TIME")
        .value_parser(common::duration)
        .help("Time for each puzzle");
    let fires_each = Arg::new("fires-each")
        .long("fires-each")
        .value_name("N")
        .value_parser(value_parser!(u64))
        .help("Truths that may be fired for each puzzle");
    let mut args = vec![common::genre(), common::file(), common::json(), common::threads(), depth, top, out];
    args.extend([common::techniques("known", known), known_tier, common::catalog(), shard, time_each, fires_each]);
    args.push(number("mixed", "3", "Most truths of the cores that are looked for"));
    args.push(number("pure", "4", "The same of those within one vocabulary: cells, a value, or a house"));
    args.push(number("support", "2", "Puzzles in which a form occurs at least"));
    args.extend(common::limits("1h", "2000000", "trial assumptions at each stall"));
    args
}

/// What is known, as `--known` and `--known-tier` say; `None`: singles alone.
fn known(matches: &ArgMatches, genre: &dyn Genre) -> Result<Option<Vec<TechniqueId>>, Failure> {
    let tier = matches.get_one::<String>("known-tier").and_then(|name| Tier::from_name(name));
    let is_all = matches.get_many::<String>("known").into_iter().flatten().any(|name| name == "all");
    let most = if is_all { Some(Tier::Master) } else { tier };
    let mut known = if is_all { Vec::new() } else { common::techniques_of(matches, "known", genre)? };
    if let Some(most) = most {
        let patterns = genre.catalog().list().iter().filter(|t| t.phase() == Phase::Pattern && t.tier() <= most);
        known.extend(patterns.map(|t| t.id().clone()));
    }
    known.sort_unstable();
    known.dedup();
    Ok((!known.is_empty()).then_some(known))
}

/// What the clusters depend on besides the puzzles.
fn parameters(options: &Options, catalog: &Decisions) -> String {
    let known = match &options.known {
        Known::Singles => "singles".to_string(),
        Known::These(ids) => ids.iter().map(TechniqueId::as_str).collect::<Vec<_>>().join(","),
    };
    let (c, fires) = (options.cores, options.fires_each);
    let mut text = format!("known={known} depth={} mixed={} pure={}", options.depth, c.mixed, c.pure);
    text += &format!(" nodes={} fires={fires}", options.limits.nodes);
    let promoted: Vec<&str> =
        catalog.iter().filter(|d| d.verdict == Ruling::Promote).map(|d| d.form.as_str()).collect();
    if !promoted.is_empty() {
        text += &format!(" promoted={}", promoted.join(","));
    }
    text
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let genre = context.the_genre()?;
    let named = known(matches, genre)?;
    let limits = common::limits_of(matches);
    let number = |name: &str| matches.get_one::<u64>(name).copied();
    let mut options = Options { depth: matches.get_one::<u8>("depth").copied().unwrap_or(1), ..Options::default() };
    if let Some(known) = &named {
        options.known = Known::These(known.clone());
    }
    options.limits.nodes = limits.nodes;
    let size = |name: &str, own: usize| number(name).map_or(own, |n| usize::try_from(n).unwrap_or(own).clamp(1, 16));
    options.cores.mixed = size("mixed", options.cores.mixed);
    options.cores.pure = size("pure", options.cores.pure);
    options.cores.further = options.cores.further.max(options.cores.mixed);
    options.fires_each = number("fires-each").unwrap_or(u64::MAX);
    options.time_each = matches.get_one::<Duration>("time-each").copied().unwrap_or(Duration::MAX);
    let shard = matches.get_one::<Shard>("shard").copied().unwrap_or(Shard::WHOLE);
    let threads = matches.get_one::<usize>("threads").copied().unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|e| Failure::Usage(format!("{threads} threads: {e}")))?;
    let _folder = matches.get_one::<PathBuf>("out").map(|dir| common::Folder::make(dir)).transpose()?;
    let start = Instant::now();
    let mut clusters = Clusters::new(options.examples);
    let mut waiting: Vec<Record> = Vec::with_capacity(CHUNK);
    let mut moves = Moves::default();
    let question = parameters(&options, context.decisions);
    let mut digest = |waiting: &mut Vec<Record>, into: &mut Clusters, moves: &mut Moves| {
        if waiting.first().is_some_and(|first| is_read(genre, first)) {
            let part = pool.install(|| first_moves(genre, waiting, named.as_deref()));
            *moves = std::mem::take(moves).merge(part);
        } else {
            options.limits.time = limits.time.saturating_sub(start.elapsed());
            let part = pool.install(|| mine(genre, waiting, &options));
            *into = std::mem::take(into).merge(part);
        }
        waiting.clear();
    };
    let (mut given, mut twice, mut count) = (Given::default(), 0_u64, 0_u64);
    let Treated { bad, stop: read } = each(context, matches, console, &mut |work, _| {
        if !is_read(genre, &work.record) && !given.is_new(&work.record) {
            twice += 1;
            return Ok(());
        }
        count += 1;
        if (count - 1) % u64::from(shard.of) != u64::from(shard.part - 1) {
            return Ok(());
        }
        waiting.push(work.record.clone());
        if waiting.len() == CHUNK {
            digest(&mut waiting, &mut clusters, &mut moves);
        }
        Ok(())
    })?;
    digest(&mut waiting, &mut clusters, &mut moves);
    if moves.summary.puzzles > 0 {
        return tell_moves(genre, &moves, bad, read, matches, console);
    }
    let (genre_name, part) = (genre.name().to_string(), u64::from(shard.part));
    let parts =
        Parts { genre: genre_name, parameters: question, parts: [part].into(), of: u64::from(shard.of), clusters };
    finish(context, genre, &parts, Told { bad, twice, read }, matches, console)
}

/// How the reading of the input came out.
pub struct Told {
    /// Items that are no puzzles.
    pub bad: u64,
    /// Puzzles that were given again.
    pub twice: u64,
    /// Why it ended.
    pub read: Stop,
}

/// Tells of clusters: those that recur and were not decided about; all go into the folder.
pub fn finish(
    context: &Context<'_>,
    genre: &'static dyn Genre,
    parts: &Parts,
    Told { bad, twice, read }: Told,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<u8, Failure> {
    let clusters = &parts.clusters;
    let s = clusters.summary;
    let bad = bad + s.bad;
    tell_refused(&clusters.refused, s.bad, console);
    let support = matches.get_one::<u64>("support").copied().unwrap_or(SUPPORT);
    let is_open = |c: &&Cluster| context.decisions.get(genre.name(), &c.form.key).is_none();
    let (ranked, decided): (Vec<&Cluster>, Vec<&Cluster>) =
        clusters.ranked_from(support).into_iter().partition(is_open);
    tell(genre, parts, &ranked, matches, console)?;
    let stop = if s.unfinished > 0 { Stop::Time } else { read };
    let ending = Ending::new()
        .bad(bad)
        .because(s.unfinished > 0, || format!("{} unfinished (time)", s.unfinished))
        .stopped(read);
    if matches.get_flag("json") {
        let mut summary = serde_json::json!({
            "summary": "discover", "puzzles": s.puzzles, "twice": twice, "known": s.known, "solved": s.solved,
            "stuck": s.stuck, "bad": bad, "unfinished": s.unfinished, "removals": s.removals,
            "incomplete": s.incomplete, "clusters": clusters.len(), "recurring": ranked.len(),
            "decided": decided.len(), "stop": stop,
        });
        ending.write(&mut summary);
        common::print_json(&summary, console)?;
    } else {
        console.out.flush()?;
        let ended = ended(stop);
        let cut = if s.unfinished > 0 { format!(", {} not finished", s.unfinished) } else { String::new() };
        let again = if twice > 0 { format!(", {twice} given again") } else { String::new() };
        let folded = if decided.is_empty() { String::new() } else { format!(", {} decided about", decided.len()) };
        let recurring = match ranked.len() {
            0 => "nothing recurs".to_string(),
            n => format!("{n} recur"),
        };
        let _ = writeln!(
            console.err,
            "discover: {} puzzles, {bad} bad{again}; {} solved by what is known, {} by removals found, {} stuck{cut}; \
             {} removals, {} forms: {recurring}{folded}; {ended}",
            s.puzzles,
            s.known,
            s.solved,
            s.stuck,
            s.removals,
            clusters.len()
        );
    }
    ending.explain(console);
    Ok(ending.code())
}

/// The top clusters: a JSON line each on standard output, pages into the folder.
fn tell(
    genre: &'static dyn Genre,
    parts: &Parts,
    ranked: &[&Cluster],
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let top = matches.get_one::<usize>("top").copied().unwrap_or(20);
    let mut pages = Vec::new();
    for (i, cluster) in ranked.iter().take(top).enumerate() {
        common::print_json(&line(i + 1, cluster), console)?;
        if matches.contains_id("out") {
            pages.push(page(genre, cluster, i + 1)?);
        }
    }
    if let Some(dir) = matches.get_one::<PathBuf>("out") {
        write_pages(dir, &pages)?;
        let name = match (parts.is_whole(), parts.parts.first()) {
            (false, Some(part)) if parts.parts.len() == 1 => format!("clusters-{part}-of-{}.jsonl", parts.of),
            _ => "clusters.jsonl".to_string(),
        };
        write_file(&dir.join(name), &parts.write())?;
    }
    Ok(())
}

/// Which of so many records were refused, and why.
fn tell_refused(refused: &Refused, bad: u64, console: &mut Console<'_>) {
    for (name, why) in refused.iter() {
        let _ = writeln!(console.err, "{name}: {why}");
    }
    let more = bad.saturating_sub(refused.iter().count() as u64);
    if more > 0 {
        let _ = writeln!(console.err, "and {more} more");
    }
}

/// The same of positions: the top views of key moves.
fn tell_moves(
    genre: &'static dyn Genre,
    moves: &Moves,
    bad: u64,
    stop: Stop,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<u8, Failure> {
    let found = moves.candidates(matches.get_one::<usize>("top").copied().unwrap_or(20));
    let mut pages = Vec::new();
    for (rank, candidate) in (1..).zip(&found) {
        common::print_json(&view(rank, candidate), console)?;
        if matches.contains_id("out") {
            pages.push(move_page(genre, candidate, rank)?);
        }
    }
    if let Some(dir) = matches.get_one::<PathBuf>("out") {
        write_pages(dir, &pages)?;
        let mut lines = String::new();
        for candidate in &found {
            // A view is plain data: it always serialises.
            lines += &(serde_json::to_string(candidate).unwrap_or_default() + "\n");
        }
        write_file(&dir.join("clusters.jsonl"), &lines)?;
    }
    let (s, holding) = (moves.summary, found.iter().filter(|c| c.holds).count());
    let bad = bad + s.bad;
    tell_refused(&moves.refused, s.bad, console);
    let ending = Ending::new().bad(bad).stopped(stop);
    if matches.get_flag("json") {
        let mut summary = serde_json::json!({
            "summary": "discover", "puzzles": s.puzzles, "untold": s.untold, "ungraded": s.ungraded, "twice": moves.twice(), "known": moves.known(), "bad": bad,
            "mined": moves.mined(), "views": found.len(), "holding": holding, "stop": stop,
        });
        ending.write(&mut summary);
        common::print_json(&summary, console)?;
    } else {
        console.out.flush()?;
        let ended = ended(stop);
        let all = if moves.is_known() && !moves.is_empty() { " (so all are mined)" } else { "" };
        let _ = writeln!(
            console.err,
            "discover: {} positions, {bad} bad, {} without a solution that judges first moves (`grade` finds one), {} not graded, {} images of others; {} described by \
             what is known{all}; {} mined: {} views, {holding} of them hold in the half that was kept apart; {ended}",
            s.puzzles,
            s.untold,
            s.ungraded,
            moves.twice(),
            moves.known(),
            moves.mined(),
            found.len()
        );
    }
    ending.explain(console);
    Ok(ending.code())
}

fn view(rank: usize, c: &MoveCandidate) -> serde_json::Value {
    serde_json::json!({
        "rank": rank, "shape": c.shape, "mined": c.mined[0], "checked": c.checked[0], "holds": c.holds,
        "of": { "mined": c.mined[1], "checked": c.checked[1] },
        "example": c.examples.first().map(|e| e.puzzle.as_str()), "move": c.examples.first().map(|e| e.name.as_str()),
    })
}

fn line(rank: usize, c: &Cluster) -> serde_json::Value {
    serde_json::json!({
        "rank": rank, "form": c.form.key, "size": c.form.size, "plain": c.plain, "cores": c.cores,
        "puzzles": c.puzzles, "seen": c.seen, "unlocks": c.unlocks,
        "example": c.examples.first().map(|e| e.puzzle.as_str()),
    })
}

/// Is it the name of a drawing of a candidate?
fn is_drawing(name: &str) -> bool {
    let numbers = name.strip_prefix("candidate-").and_then(|rest| rest.strip_suffix(".svg"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    numbers.and_then(|both| both.split_once('-')).is_some_and(|(rank, example)| is_number(rank) && is_number(example))
}

fn write_pages(dir: &Path, pages: &[Page]) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(Error::io(dir))?;
    // Drawings of an earlier run, which may have had more of them.
    for entry in std::fs::read_dir(dir).map_err(Error::io(dir))?.flatten() {
        if entry.file_name().to_str().is_some_and(is_drawing) {
            std::fs::remove_file(entry.path()).map_err(Error::io(&entry.path()))?;
        }
    }
    let texts: Vec<&str> = pages.iter().map(|p| p.text.as_str()).collect();
    write_file(&dir.join("candidates.txt"), &texts.join("\n"))?;
    for (rank, page) in (1..).zip(pages) {
        for (example, board) in (1..).zip(&page.boards) {
            write_file(&dir.join(format!("candidate-{rank}-{example}.svg")), board)?;
        }
    }
    Ok(())
}

/// Writes a file under a temporary name, then renames it.
pub fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    Ok(atomic::write_atomic(path, &mut |out| out.write_all(text.as_bytes())).map_err(Error::io(path))?)
}
