//! Decisions about forms, and merged files of clusters.

use super::mine;
use super::telling::{Told, finish, write_file};
use crate::common::{self, Context};
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use tesuji_corpus::Error;
use tesuji_discovery::{
    CatalogReplay, Decision, MINIMAL_HEAD, Minimals, Parts, PictureError, Refusal, Ruling, SUPPORT, VERSION, checked,
    page,
};
use tesuji_genre::{Genre, near};
use tesuji_solver::{Catalog, Stop, TechniqueId, Tier};

/// Points of a promoted form, unless said otherwise: beyond all of the catalog.
const SCORE: &str = "500";

/// The beginning of a file of minimal positions.
const MINIMAL: &str = "{\"minimal\":";

/// The commands.
pub fn commands() -> Vec<Command> {
    let form = || {
        Arg::new("form").value_name("FORM").required(true).help(
            "The form, as `discover mine` writes it, its rank in the file of --clusters, as `discover pages` has it, or \
             the file of a picture (FILE.picture), as `discover pictures` writes it",
        )
    };
    let text = |name: &'static str, help: &'static str| Arg::new(name).long(name).value_name("TEXT").help(help);
    let clusters = || {
        Arg::new("clusters")
            .long("clusters")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("The clusters (clusters.jsonl of --out): the form must be among them")
    };
    let decided = |command: Command| {
        command.args([form(), common::genre(), common::catalog().required(true), clusters()]).args([
            text("words", "What it is"),
            text("who", "Who decides [default: $USER]"),
            text("when", "When [default: today]"),
            text("reason", "Why"),
        ])
    };
    let promote =
        Command::new("promote").about("Makes a form a technique: a decision in the file of --catalog").args([
            text("name", "The technique's name for people").required(true),
            text("id", "Its name on the command line [default: from the name]"),
            common::tier("Its tier").required(true),
            Arg::new("score")
                .long("score")
                .value_name("N")
                .default_value(SCORE)
                .value_parser(value_parser!(u32))
                .help("Points of a step"),
        ]);
    let discard = Command::new("discard").about("Says that a form is no technique: it is not told of any more");
    let same =
        Command::new("same-as").about("Says that a form is a technique that has a name: it is not told of any more");
    let id = Arg::new("id").value_name("ID").required(true).help("The technique");
    let show = Command::new("show").about("Tells all of a form in a file of clusters").args([
        form(),
        common::genre(),
        common::catalog(),
        clusters().required(true),
    ]);
    let files = Arg::new("files")
        .value_name("FILE")
        .action(ArgAction::Append)
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("Files of clusters of parts of one input (--shard)");
    let merge = Command::new("merge").about("Puts files of clusters together: the same bytes in any order").arg(files);
    let shared = mine::args().into_iter();
    let shared = shared
        .filter(|a| ["genre", "json", "top", "out", "support", "catalog", "explained"].contains(&a.get_id().as_str()));
    vec![show, decided(promote), decided(discard), decided(same).arg(id), merge.args(shared)]
}

/// Runs one of them.
pub fn run(name: &str, context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    match name {
        "show" => show(context, matches, console),
        "merge" => merge(context, matches, console),
        "promote" => decide(Ruling::Promote, context, matches, console),
        "discard" => decide(Ruling::Discard, context, matches, console),
        _ => decide(Ruling::SameAs, context, matches, console),
    }
}

/// The clusters of a file.
pub fn read(path: &Path) -> Result<Parts, Failure> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    if text.starts_with(MINIMAL) {
        let what = "a file of minimal positions (`discover mine --minimal`), not of forms";
        return Err(Failure::Usage(format!("{}: {what}", path.display())));
    }
    Parts::read(&text).map_err(|e| Failure::Usage(format!("{}: {e}", path.display())))
}

/// The form asked for; where clusters are given it must be among them.
fn form_of(matches: &ArgMatches, genre: &dyn Genre) -> Result<String, Failure> {
    let mut form = matches.get_one::<String>("form").cloned().unwrap_or_default();
    if Path::new(&form).extension().is_some_and(|end| end == "picture") {
        return picture_of(Path::new(&form), genre);
    }
    let rank = form.parse::<usize>().ok();
    if let (Some(rank), None) = (rank, matches.get_one::<PathBuf>("clusters")) {
        return Err(Failure::Usage(format!("{rank}: a rank needs the file that it is of (--clusters FILE)")));
    }
    if let Some(path) = matches.get_one::<PathBuf>("clusters") {
        if let Some(all) = minimal_positions(&[path])? {
            return minimal_form(&all, rank, &form, genre, path);
        }
        let parts = read(path)?;
        if parts.genre != genre.name() {
            let words = format!("{}: clusters of {}, not of {}", path.display(), parts.genre, genre.name());
            return Err(Failure::Usage(words));
        }
        if let Some(rank) = rank {
            let ranked = parts.clusters.ranked_from(SUPPORT);
            let chosen = rank.checked_sub(1).and_then(|at| ranked.get(at)).ok_or_else(|| {
                Failure::Usage(format!("{}: no rank {rank}: {} forms recur", path.display(), ranked.len()))
            })?;
            form = chosen.form.key.clone();
        }
        if parts.clusters.get(&form).is_none() {
            return Err(Failure::unknown("form", &form, parts.clusters.iter().map(|c| c.form.key.as_str())));
        }
    }
    checked(&form, genre).map_err(|e| Failure::Usage(e.to_string()))
}

/// The key of a form of minimal positions, by its rank or by its text.
fn minimal_form(
    all: &Minimals,
    rank: Option<usize>,
    form: &str,
    genre: &dyn Genre,
    path: &Path,
) -> Result<String, Failure> {
    let ranked = all.ranked(if rank.is_some() { SUPPORT } else { 1 });
    let bare = form.strip_prefix(MINIMAL_HEAD).unwrap_or(form);
    let found = match rank {
        Some(rank) => rank.checked_sub(1).and_then(|at| ranked.get(at)).copied().ok_or_else(|| {
            Failure::Usage(format!("{}: no rank {rank}: {} forms recur", path.display(), ranked.len()))
        })?,
        None => ranked
            .iter()
            .copied()
            .find(|c| c.form == bare)
            .ok_or_else(|| Failure::unknown("form", bare, ranked.iter().map(|c| c.form.as_str())))?,
    };
    checked(&format!("{MINIMAL_HEAD}{}", found.form), genre).map_err(|e| Failure::Usage(e.to_string()))
}

/// The key of the picture in a file. Of a false one this draws the counterexample beside it.
fn picture_of(path: &Path, genre: &dyn Genre) -> Result<String, Failure> {
    let picture = super::coverage::read_picture(path)?;
    checked(&picture.key(), genre).map_err(|why| {
        let words = match &why {
            Refusal::Picture { why, .. } => why.to_string(),
            other => other.to_string(),
        };
        let Refusal::Picture { why: PictureError::False(_, values), .. } = &why else {
            return Failure::Usage(format!("{}: {words}", path.display()));
        };
        let drawing = path.with_extension("counterexample.svg");
        let drawn = match write_file(&drawing, &picture.svg(Some(values))) {
            Ok(()) => format!("; drawn in {}", drawing.display()),
            Err(_) => String::new(),
        };
        Failure::Usage(format!("{}: {words}{drawn}", path.display()))
    })
}

fn show(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let genre = context.the_genre()?;
    let form = form_of(matches, genre)?;
    let Some(path) = matches.get_one::<PathBuf>("clusters") else { return Ok(2) };
    if let Some(all) = minimal_positions(&[path])? {
        let bare = form.strip_prefix(MINIMAL_HEAD).unwrap_or(&form);
        for cluster in all.ranked(1).into_iter().filter(|c| c.form == bare) {
            common::print_json(&cluster, console)?;
        }
        return Ok(0);
    }
    let parts = read(path)?;
    let ranked = parts.clusters.ranked_from(1);
    let rank = ranked.iter().position(|c| c.form.key == form).map_or(ranked.len(), |i| i) + 1;
    let Some(cluster) = parts.clusters.get(&form) else { return Ok(2) };
    write!(console.out, "{}", page(genre, cluster, rank)?.text)?;
    for (variant, n) in &cluster.variants {
        writeln!(console.out, "  variant {variant}: {n} removals")?;
    }
    if let Some(d) = context.decisions.get(genre.name(), &form) {
        let what = serde_json::to_string(d).map_err(|e| Failure::output(e.into()))?;
        writeln!(console.out, "  decided: {what}")?;
    }
    Ok(0)
}

fn decide(
    verdict: Ruling,
    context: &Context<'_>,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<u8, Failure> {
    let genre = context.the_genre()?;
    let form = form_of(matches, genre)?;
    let text = |name: &str| matches.try_get_one::<String>(name).ok().flatten().cloned().unwrap_or_default();
    let given = |name: &str, or: &dyn Fn() -> String| Some(text(name)).filter(|t| !t.is_empty()).unwrap_or_else(or);
    let mut decision = Decision {
        version: VERSION,
        genre: genre.name().to_string(),
        form,
        verdict,
        id: text("id"),
        name: text("name"),
        tier: None,
        score: None,
        words: text("words"),
        who: given("who", &|| std::env::var("USER").unwrap_or_default()),
        when: given("when", &today),
        reason: text("reason"),
    };
    match verdict {
        Ruling::Promote => {
            decision.tier = matches.get_one::<String>("tier").and_then(|name| Tier::from_name(name));
            decision.score = matches.get_one::<u32>("score").copied();
            if decision.id.is_empty() {
                decision.id = Decision::id_of(&decision.name);
            }
        }
        Ruling::SameAs => {
            let all: Vec<&str> = context.catalog(genre).list().iter().map(|t| t.id().as_str()).collect();
            if !all.contains(&decision.id.as_str()) {
                return Err(Failure::unknown("technique", &decision.id, all));
            }
        }
        Ruling::Discard => {}
    }
    let Some(path) = matches.get_one::<PathBuf>("catalog") else { return Ok(2) };
    let mut all = context.decisions.clone();
    let words = format!("{}: {}", decision.form, told(&decision));
    let (form, id, tier) = (decision.form.clone(), TechniqueId(decision.id.clone().into()), decision.tier);
    let refused = |e: tesuji_discovery::Refusal| Failure::Usage(format!("{}: {e}", path.display()));
    all.add(decision).map_err(refused)?;
    all.overlay(genre.name(), genre.catalog()).map_err(refused)?;
    write_file(path, &all.write())?;
    writeln!(console.err, "{words}")?;
    if let Some(warning) = explained(genre, &context.catalog(genre).without(&[id]), (&form, tier), matches)? {
        writeln!(console.err, "warning: {warning}")?;
    }
    Ok(0)
}

/// What to say of a form to whose removals the techniques up to the tier of its promotion come without
/// it in all its examples.
fn explained(
    genre: &'static dyn Genre,
    catalog: &Catalog,
    (form, tier): (&str, Option<Tier>),
    matches: &ArgMatches,
) -> Result<Option<String>, Failure> {
    let (Some(tier), Some(path)) = (tier, matches.get_one::<PathBuf>("clusters")) else { return Ok(None) };
    if minimal_positions(&[path])?.is_some() {
        return Ok(None);
    }
    let parts = read(path)?;
    let Some(cluster) = parts.clusters.get(form) else { return Ok(None) };
    let ids = CatalogReplay::up_to(genre, catalog, tier).explains(cluster);
    let all: Vec<String> = ids.iter().map(|id| format!("`{id}`")).collect();
    Ok((!ids.is_empty()).then(|| {
        format!(
            "the catalog explains this form: wherever it was mined, techniques up to {} come to the same removal without \
             it (by {}); few puzzles or none will need it at this tier",
            tier.name(),
            all.join(", ")
        )
    }))
}

fn told(d: &Decision) -> String {
    match d.verdict {
        Ruling::Promote => format!("the technique {} ({})", d.id, d.name),
        Ruling::Discard => "no technique".to_string(),
        Ruling::SameAs => format!("the same as {}", d.id),
    }
}

/// The date of a day by its number since 1970-01-01.
fn date(day: u64) -> String {
    let (mut year, mut left) = (1970, day);
    let is_leap = |y: u64| y.is_multiple_of(4) && (!y.is_multiple_of(100) || y.is_multiple_of(400));
    while left >= if is_leap(year) { 366 } else { 365 } {
        left -= if is_leap(year) { 366 } else { 365 };
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < days {
            break;
        }
        left -= days;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

/// The day.
pub fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(now.as_secs() / 86_400)
}

/// Minimal positions of files that begin as such; `None` where the first one does not.
pub fn minimal_positions(files: &[&PathBuf]) -> Result<Option<Minimals>, Failure> {
    let mut all = Minimals::default();
    for (i, path) in files.iter().enumerate() {
        let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
        if i == 0 && !text.starts_with(MINIMAL) {
            return Ok(None);
        }
        let part = Minimals::read(&text).map_err(|e| Failure::Usage(format!("{}: {e}", path.display())))?;
        all = all.merge(part);
    }
    Ok(Some(all))
}

fn merge(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let files: Vec<&PathBuf> = matches.get_many::<PathBuf>("files").into_iter().flatten().collect();
    if let Some(all) = minimal_positions(&files)? {
        return super::minimal::tell(&all, "minimal.jsonl", (0, Stop::Exhausted), matches, console);
    }
    let mut all: Option<Parts> = None;
    for path in files {
        let part = read(path)?;
        match &mut all {
            None => all = Some(part),
            Some(all) => all.merge(part).map_err(|e| Failure::Usage(format!("{}: {e}", path.display())))?,
        }
    }
    let Some(all) = all else { return Ok(2) };
    let genre = context.genres.iter().copied().find(|g| g.name() == all.genre);
    let genre = genre.ok_or_else(|| {
        let near = near(&all.genre, context.genres.iter().map(|g| g.name()));
        Failure::Usage(format!("no genre {:?}; {near}", all.genre))
    })?;
    if !all.is_whole() {
        writeln!(console.err, "{} of {} parts", all.parts.len(), all.of)?;
    }
    finish(context, genre, all, Told { bad: 0, twice: 0, read: Stop::Exhausted }, matches, console)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates_and_names_have_ids() {
        let days = [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_454, "2026-01-01")];
        assert!(days.iter().all(|(day, want)| date(*day) == *want), "{:?}", days.map(|(day, _)| date(day)));
        assert_eq!(Decision::id_of("Whip of 5 (long)"), "whip-of-5-long");
    }
}
