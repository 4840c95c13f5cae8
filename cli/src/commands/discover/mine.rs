//! `tesuji discover mine`, and `tesuji discover` alone.

use super::super::{Treated, each_of};
use super::telling::{Told, finish, tell_moves};
use crate::common::{self, Context};
use crate::{Console, Failure, inputs};
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tesuji_corpus::Shard;
use tesuji_discovery::{
    Clusters, Decisions, Engines, Given, Known, Moves, Options, Parts, Ruling, first_moves, is_read, mine,
};
use tesuji_genre::{Genre, Record};
use tesuji_solver::{Phase, TechniqueId, Tier};

/// Puzzles mined at a time: bounds the memory.
const CHUNK: usize = 256;

/// The arguments of `discover` and `discover mine`.
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
    let flag = |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    let impossible = flag("impossible", "Where trial finds nothing: look for impossible patterns (tridagon)");
    let sets = flag("sets", "Where trial finds nothing: look for set proofs (SK loops, multi-sector locked sets)");
    let explained = flag(
        "explained",
        "Also tell of forms to whose removals the catalog's patterns come without them (they are left out where singles \
         alone are known)",
    );
    let minimal = flag("minimal", "Of solved positions: what is left when all goes that does not matter");
    let mut args = vec![
        impossible,
        sets,
        explained,
        minimal,
        common::genre(),
        inputs::files(),
        common::json(),
        common::threads(),
        depth,
        top,
        out,
    ];
    args.extend([common::techniques("known", known), known_tier, common::catalog(), shard, time_each, fires_each]);
    args.push(number("mixed", "3", "Most truths of the cores that are looked for"));
    args.push(number("pure", "4", "The same of those within one vocabulary: cells, a value, or a house"));
    args.push(number("support", "2", "Puzzles in which a form occurs at least"));
    args.extend(common::limits("1h", "2000000", "trial assumptions at each stall"));
    args
}

/// The known techniques, from `--known` and `--known-tier`; `None`: singles alone.
fn known(context: &Context<'_>, matches: &ArgMatches, genre: &dyn Genre) -> Result<Option<Vec<TechniqueId>>, Failure> {
    let tier = matches.get_one::<String>("known-tier").and_then(|name| Tier::from_name(name));
    let is_all = matches.get_many::<String>("known").into_iter().flatten().any(|name| name == "all");
    let most = if is_all { Some(Tier::Master) } else { tier };
    let mut known = if is_all { Vec::new() } else { common::techniques_of(matches, "known", (context, genre))? };
    if let Some(most) = most {
        let patterns = context.catalog(genre).list().iter().filter(|t| t.phase() == Phase::Pattern && t.tier() <= most);
        known.extend(patterns.map(|t| t.id().clone()));
    }
    known.sort_unstable();
    known.dedup();
    Ok((!known.is_empty()).then_some(known))
}

/// How the parameters of clusters begin, and what is known where nothing else is said.
const KNOWN: &str = "known=";
const SINGLES: &str = "singles";

/// Were the clusters mined with singles alone?
pub fn knows_singles_alone(parts: &Parts) -> bool {
    parts.parameters.split(' ').next().and_then(|first| first.strip_prefix(KNOWN)) == Some(SINGLES)
}

/// The options on which the clusters depend.
fn parameters(options: &Options, catalog: &Decisions) -> String {
    let known = match &options.known {
        Known::Singles => SINGLES.to_string(),
        Known::These(ids) => ids.iter().map(TechniqueId::as_str).collect::<Vec<_>>().join(","),
    };
    let (c, fires) = (options.cores, options.fires_each);
    let mut text = format!("{KNOWN}{known} depth={} mixed={} pure={}", options.depth, c.mixed, c.pure);
    text += &format!(" nodes={} fires={fires}", options.limits.nodes);
    for (name, is_on) in [("impossible", options.engines.impossible), ("sets", options.engines.sets)] {
        if is_on {
            text += &format!(" {name}");
        }
    }
    let promoted: Vec<&str> =
        catalog.iter().filter(|d| d.verdict == Ruling::Promote).map(|d| d.form.as_str()).collect();
    if !promoted.is_empty() {
        text += &format!(" promoted={}", promoted.join(","));
    }
    text
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    if matches.get_flag("minimal") {
        return super::minimal::run(context, matches, console);
    }
    let (sources, genre) = inputs::sources_and_genre(context, matches)?;
    let context = &Context { genre: Some(genre), ..*context };
    let named = known(context, matches, genre)?;
    let limits = common::limits_of(matches);
    let number = |name: &str| matches.get_one::<u64>(name).copied();
    let mut options = Options { depth: matches.get_one::<u8>("depth").copied().unwrap_or(1), ..Options::default() };
    options.catalog = Some(context.catalog(genre).clone());
    if let Some(known) = &named {
        options.known = Known::These(known.clone());
    }
    options.limits.nodes = limits.nodes;
    let size = |name: &str, own: usize| number(name).map_or(own, |n| usize::try_from(n).unwrap_or(own).clamp(1, 16));
    options.cores.mixed = size("mixed", options.cores.mixed);
    options.cores.pure = size("pure", options.cores.pure);
    options.cores.further = options.cores.further.max(options.cores.mixed);
    options.engines = Engines { impossible: matches.get_flag("impossible"), sets: matches.get_flag("sets") };
    options.fires_each = number("fires-each").unwrap_or(u64::MAX);
    options.time_each = matches.get_one::<Duration>("time-each").copied().unwrap_or(Duration::MAX);
    let shard = matches.get_one::<Shard>("shard").copied().unwrap_or(Shard::WHOLE);
    let pool = common::pool(matches)?;
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
    let Treated { bad, stop: read } = each_of(context, &sources, matches, console, &mut |work, _| {
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
    finish(context, genre, parts, Told { bad, twice, read }, matches, console)
}
