//! `tesuji corpus stats`.

use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{ArgMatches, Command};
use std::path::PathBuf;
use tesuji_corpus::passes::StatsPass;
use tesuji_corpus::{Codec, Error, FrameWriter, Shard, atomic};
use tesuji_solver::Stop;

/// The command.
pub fn command() -> Command {
    Command::new("stats").about("Says what a corpus holds").args(common::pass_args_over_all())
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let outcome = common::run_pass_over_all(context, &StatsPass, matches, console)?;
    let c = &outcome.counts;
    // A pass writes what it makes of records, and this one makes none: what is wanted is the
    // summary. (A shard writes its own.)
    let file = matches.get_one::<PathBuf>("out").filter(|_| outcome.shard == Shard::WHOLE);
    if let Some(path) = file.filter(|_| outcome.stop == Stop::Exhausted) {
        let text = serde_json::to_string(&outcome).map_err(|e| Failure::output(e.into()))?;
        let write = |out: &mut dyn std::io::Write| {
            let mut out = FrameWriter::new(out, Codec::of_path(path));
            out.line(&text)?;
            out.finish().map(|_| ())
        };
        atomic::write_atomic(path, &mut { write }).map_err(Error::io(path))?;
    }
    if !matches.get_flag("json") {
        let mut list = |title: &str, counts: Vec<(String, u64)>| -> Result<(), Failure> {
            for (i, (name, n)) in counts.into_iter().enumerate() {
                writeln!(console.out, "{:<12} {n:>9}  {name}", if i == 0 { title } else { "" })?;
            }
            Ok(())
        };
        let named = |map: &std::collections::BTreeMap<String, u64>| map.clone().into_iter().collect::<Vec<_>>();
        list("puzzles", named(&c.sizes))?;
        let known = [("solution", c.solved), ("grade", c.graded), ("canon", c.with_canon), ("state", c.with_state)];
        list("with", known.into_iter().map(|(name, n)| (name.to_string(), n)).collect())?;
        let tiers = tesuji_solver::Tier::ALL.iter().filter_map(|t| c.tiers.get_key_value(t.name()));
        let beyond = (c.stalled > 0).then(|| ("beyond the techniques".to_string(), c.stalled));
        let tiers: Vec<_> = tiers.map(|(name, &n)| (name.clone(), n)).chain(beyond).collect();
        list("tier", tiers)?;
        list("technique", named(&c.techniques))?;
        list("needs", named(&c.needs))?;
        list("licence", named(&c.licences))?;
    }
    let words = format!("{} solved, {} graded", c.solved, c.graded);
    common::finish(&outcome, &words, Ending::new(), matches, console)
}
