//! `tesuji discover`.

use super::{Treated, each, ended};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tesuji_corpus::{Error, atomic};
use tesuji_discovery::{
    Cluster, Clusters, Given, Known, MoveCandidate, Moves, Options, Page, Refused, first_moves, is_read, mine,
    move_page, page,
};
use tesuji_genre::{Genre, Record};
use tesuji_solver::Stop;

/// Puzzles mined at a time: bounds the memory.
const CHUNK: usize = 256;

/// The command.
pub fn command() -> Command {
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
    let out = Arg::new("out")
        .long("out")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .help("Write candidate pages there: candidates.txt, candidate-RANK-EXAMPLE.svg, clusters.jsonl (of positions: the views)");
    Command::new("discover")
        .about("Mines puzzles for recurring proofs beyond the known techniques; solved positions for views of their key moves")
        .args([common::genre(), common::file(), common::json(), common::threads(), depth, top, out])
        .arg(common::techniques("known", "This technique is known, besides the singles (of positions: in place of all motifs)"))
        .args(common::limits("1h", "2000000", "trial assumptions at each stall"))
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let genre = context.the_genre()?;
    let known = common::techniques_of(matches, "known", genre)?;
    let limits = common::limits_of(matches);
    let mut options = Options { depth: matches.get_one::<u8>("depth").copied().unwrap_or(1), ..Options::default() };
    let named = (!known.is_empty()).then(|| known.clone());
    if !known.is_empty() {
        options.known = Known::These(known);
    }
    options.limits.nodes = limits.nodes;
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
    let (mut given, mut twice) = (Given::default(), 0_u64);
    let Treated { bad, stop: read } = each(context, matches, console, &mut |work, _| {
        if !is_read(genre, &work.record) && !given.is_new(&work.record) {
            twice += 1;
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
    let bad = bad + clusters.summary.bad;
    tell_refused(&clusters.refused, clusters.summary.bad, console);
    tell(genre, &clusters, matches, console)?;
    let s = clusters.summary;
    let stop = if s.unfinished > 0 { Stop::Time } else { read };
    let ending = Ending::new()
        .bad(bad)
        .because(s.unfinished > 0, || format!("{} unfinished (time)", s.unfinished))
        .stopped(read);
    if matches.get_flag("json") {
        let mut summary = serde_json::json!({
            "summary": "discover", "puzzles": s.puzzles, "twice": twice, "known": s.known, "solved": s.solved, "stuck": s.stuck,
            "bad": bad, "unfinished": s.unfinished, "removals": s.removals, "clusters": clusters.len(), "stop": stop,
        });
        ending.write(&mut summary);
        common::print_json(&summary, console)?;
    } else {
        console.out.flush()?;
        let ended = ended(stop);
        let cut = if s.unfinished > 0 { format!(", {} not finished", s.unfinished) } else { String::new() };
        let again = if twice > 0 { format!(", {twice} given again") } else { String::new() };
        let _ = writeln!(
            console.err,
            "discover: {} puzzles, {bad} bad{again}; {} solved by what is known, {} by removals found, {} stuck{cut}; {} removals in \
             {} clusters; {ended}",
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
    clusters: &Clusters,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let top = matches.get_one::<usize>("top").copied().unwrap_or(20);
    let ranked = clusters.ranked();
    let mut pages = Vec::new();
    for (i, cluster) in ranked.iter().take(top).enumerate() {
        common::print_json(&line(i + 1, cluster), console)?;
        if matches.contains_id("out") {
            pages.push(page(genre, cluster, i + 1)?);
        }
    }
    if let Some(dir) = matches.get_one::<PathBuf>("out") {
        write_pages(dir, &ranked[..top.min(ranked.len())], &pages)?;
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
        write_pages(dir, &found, &pages)?;
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
        "rank": rank, "family": c.shape.family, "form": c.shape.form, "size": c.shape.size,
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

fn write_pages<C: serde::Serialize>(dir: &Path, ranked: &[C], pages: &[Page]) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(Error::io(dir))?;
    // Drawings of an earlier run, which may have had more of them.
    for entry in std::fs::read_dir(dir).map_err(Error::io(dir))?.flatten() {
        if entry.file_name().to_str().is_some_and(is_drawing) {
            std::fs::remove_file(entry.path()).map_err(Error::io(&entry.path()))?;
        }
    }
    let write = |name: String, text: &str| {
        let path = dir.join(name);
        atomic::write_atomic(&path, &mut |out| out.write_all(text.as_bytes())).map_err(Error::io(&path))
    };
    let texts: Vec<&str> = pages.iter().map(|p| p.text.as_str()).collect();
    write("candidates.txt".to_string(), &texts.join("\n"))?;
    for (rank, page) in (1..).zip(pages) {
        for (example, board) in (1..).zip(&page.boards) {
            write(format!("candidate-{rank}-{example}.svg"), board)?;
        }
    }
    let mut lines = String::new();
    for cluster in ranked {
        // A cluster is plain data: it always serialises.
        lines.push_str(&serde_json::to_string(cluster).unwrap_or_default());
        lines.push('\n');
    }
    Ok(write("clusters.jsonl".to_string(), &lines)?)
}
