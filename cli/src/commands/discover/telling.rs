//! The output of `discover`: forms, views of key moves, and the files that it writes.

use super::super::ended;
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::ArgMatches;
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, atomic};
use tesuji_discovery::{
    CatalogReplay, Cluster, MoveCandidate, Moves, Page, Parts, Refused, SUPPORT, literature, move_page, page,
};
use tesuji_genre::Genre;
use tesuji_solver::Stop;

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
    mut parts: Parts,
    Told { bad, twice, read }: Told,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<u8, Failure> {
    let support = matches.get_one::<u64>("support").copied().unwrap_or(SUPPORT);
    let top = matches.get_one::<usize>("top").copied().unwrap_or(20);
    let is_asked = super::mine::knows_singles_alone(&parts) && !matches.get_flag("explained");
    let replay = is_asked.then(|| CatalogReplay::of_patterns(genre, context.catalog(genre)));
    parts.clusters.leave_explained_out(replay.as_ref(), support, top);
    let parts = &parts;
    let clusters = &parts.clusters;
    let s = clusters.summary;
    let bad = bad + s.bad;
    tell_refused(&clusters.refused, s.bad, console);
    let is_open = |c: &&Cluster| context.decisions.get(genre.name(), &c.form.key).is_none();
    let (ranked, decided): (Vec<&Cluster>, Vec<&Cluster>) =
        clusters.ranked_from(support).into_iter().partition(is_open);
    let explained = clusters.iter().filter(|cluster| !cluster.explained.is_empty()).count();
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
            "decided": decided.len(), "explained": explained, "stop": stop,
        });
        ending.write(&mut summary);
        common::print_json(&summary, console)?;
    } else {
        console.out.flush()?;
        let ended = ended(stop);
        let cut = if s.unfinished > 0 { format!(", {} not finished", s.unfinished) } else { String::new() };
        let again = if twice > 0 { format!(", {twice} given again") } else { String::new() };
        let mut folded = if decided.is_empty() { String::new() } else { format!(", {} decided about", decided.len()) };
        if explained > 0 {
            folded += &format!(", {explained} explained by the catalog left out (--explained tells them)");
        }
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

/// The refused records, with the reasons.
fn tell_refused(refused: &Refused, bad: u64, console: &mut Console<'_>) {
    for (name, why) in refused.iter() {
        let _ = writeln!(console.err, "{name}: {why}");
    }
    let more = bad.saturating_sub(refused.iter().count() as u64);
    if more > 0 {
        let _ = writeln!(console.err, "and {more} more");
    }
}

/// For positions: the top views of key moves.
pub fn tell_moves(
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
        "puzzles": c.puzzles, "finishes": c.finishes, "seen": c.seen, "unlocks": c.unlocks,
        "literature": literature(&c.form.key),
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
