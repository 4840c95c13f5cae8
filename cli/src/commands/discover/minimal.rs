//! `tesuji discover mine --minimal`: minimal positions of solved positions.

use super::super::{Treated, each_of, ended};
use super::telling::write_file;
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, inputs};
use clap::ArgMatches;
use std::path::PathBuf;
use tesuji_corpus::Shard;
use tesuji_discovery::{MinimalCluster, MinimalPolicy, Minimals, SUPPORT, minimal};
use tesuji_genre::Record;
use tesuji_solver::{Limits, Stop};

/// Positions made smaller at a time: bounds the memory.
const CHUNK: usize = 256;

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let (sources, genre) = inputs::sources_and_genre(context, matches)?;
    let context = &Context { genre: Some(genre), ..*context };
    let limits = common::limits_of(matches);
    let clock = Limits { interrupt: limits.interrupt.clone(), ..Limits::default() }.with_time(limits.time).start();
    let shard = matches.get_one::<Shard>("shard").copied().unwrap_or(Shard::WHOLE);
    let pool = common::pool(matches)?;
    let policy = MinimalPolicy::default();
    let (mut all, mut waiting, mut count) = (Minimals::default(), Vec::with_capacity(CHUNK), 0_u64);
    let digest = |waiting: &mut Vec<Record>, all: &mut Minimals| {
        let part = pool.install(|| minimal(genre, waiting, &policy, &clock));
        *all = std::mem::take(all).merge(part);
        waiting.clear();
    };
    let Treated { bad, stop } = each_of(context, &sources, matches, console, &mut |work, _| {
        count += 1;
        if (count - 1) % u64::from(shard.of) == u64::from(shard.part - 1) {
            waiting.push(work.record.clone());
        }
        if waiting.len() == CHUNK {
            digest(&mut waiting, &mut all);
        }
        Ok(())
    })?;
    digest(&mut waiting, &mut all);
    let name = match shard == Shard::WHOLE {
        true => "minimal.jsonl".to_string(),
        false => format!("minimal-{}-of-{}.jsonl", shard.part, shard.of),
    };
    tell(&all, &name, (bad, stop), matches, console)
}

/// Tells of the forms that recur; all go into the folder.
pub fn tell(
    all: &Minimals,
    file: &str,
    (bad, read): (u64, Stop),
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<u8, Failure> {
    let s = all.summary;
    let bad = bad + s.bad;
    for (name, why) in all.refused.iter() {
        let _ = writeln!(console.err, "{name}: {why}");
    }
    let top = matches.get_one::<usize>("top").copied().unwrap_or(20);
    let ranked = all.ranked(matches.get_one::<u64>("support").copied().unwrap_or(SUPPORT));
    for (rank, cluster) in (1..).zip(ranked.iter().take(top)) {
        common::print_json(&line(rank, cluster), console)?;
    }
    if let Some(dir) = matches.get_one::<PathBuf>("out") {
        std::fs::create_dir_all(dir).map_err(tesuji_corpus::Error::io(dir))?;
        write_file(&dir.join(file), &all.write())?;
    }
    let stop = if s.unfinished > 0 { Stop::Time } else { read };
    let cut = format!("{} unfinished (time)", s.unfinished);
    let ending = Ending::new().bad(bad).because(s.unfinished > 0, || cut.clone()).stopped(read);
    if matches.get_flag("json") {
        let mut summary = serde_json::json!({
            "summary": "discover", "puzzles": s.puzzles, "bad": bad, "unfinished": s.unfinished,
            "positions": s.positions, "undecided": s.undecided, "forms": all.len(), "recurring": ranked.len(),
            "stop": stop,
        });
        ending.write(&mut summary);
        common::print_json(&summary, console)?;
    } else {
        console.out.flush()?;
        let _ = writeln!(
            console.err,
            "discover: {} puzzles, {bad} bad, {}; {} positions, {} not decided; {} minimal forms, {} recur; {}",
            s.puzzles,
            cut,
            s.positions,
            s.undecided,
            all.len(),
            ranked.len(),
            ended(stop)
        );
    }
    ending.explain(console);
    Ok(ending.code())
}

fn line(rank: usize, c: &MinimalCluster) -> serde_json::Value {
    let example = c.examples.first();
    let most = c.variants.iter().max_by_key(|(variant, n)| (**n, std::cmp::Reverse(*variant)));
    serde_json::json!({
        "rank": rank, "form": c.form, "puzzles": c.puzzles, "incomplete": c.incomplete,
        "variants": c.variants.len(), "most": most,
        "picture": example.map(|e| e.picture.as_str()), "example": example.map(|e| e.puzzle.as_str()),
    })
}
