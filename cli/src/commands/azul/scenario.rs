//! `tesuji azul scenario`.

use crate::common;
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tesuji_azul::scenario::{Params, Sampler};
use tesuji_azul::{AZUL, practice, scenario_fields, sub_seed};
use tesuji_corpus::Error;
use tesuji_genre::{Bad, Genre, Source};

/// The command.
pub fn command() -> Command {
    Command::new("scenario").about("Makes practice scenarios from a parameter object").args([
        Arg::new("params")
            .long("params")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Parameters as JSON (target_game_stage, target_round_stage, seed, policy_mix, filter_config, …); else the defaults"),
        Arg::new("seed").long("seed").value_name("S").help("Seed, instead of the parameters'"),
        Arg::new("count")
            .long("count")
            .value_name("N")
            .default_value("1")
            .value_parser(value_parser!(u64))
            .help("How many; all after the first have seeds made from the first's"),
        Arg::new("practice")
            .long("practice")
            .action(ArgAction::SetTrue)
            .help("Write the practice tool's JSON instead of records"),
        common::json(),
    ])
}

/// Runs it: exit code 1 when a scenario could not be made.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let mut params = match matches.get_one::<PathBuf>("params") {
        None => Params::default(),
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
            let at = |bad: Bad| Failure::Run(Error::Bad(bad.file(path.display().to_string())));
            Params::from_json(&text).map_err(at)?
        }
    };
    if let Some(seed) = matches.get_one::<String>("seed") {
        params.seed = tesuji_azul::parse_seed(seed).map_err(Failure::Usage)?;
    }
    let first = params.seed;
    let mut sampler = Sampler::new();
    let (mut made, mut games, mut rejected) = (0u64, 0u64, BTreeMap::<String, u64>::new());
    let count = matches.get_one::<u64>("count").copied().unwrap_or(1);
    for i in 0..count {
        params.seed = if i == 0 { first } else { sub_seed(first, i) };
        let (scenario, tries) = sampler.generate(&params);
        games += tries.attempts;
        for (why, n) in tries.rejected {
            *rejected.entry(why).or_default() += n;
        }
        let Some(scenario) = scenario else { continue };
        made += 1;
        if matches.get_flag("practice") {
            let document = practice::Practice::scenario(scenario.state, scenario.seed);
            writeln!(console.out, "{}", practice::export(&document))?;
            continue;
        }
        let parsed = AZUL.parse(&scenario.state.to_string()).map_err(|e| Failure::Run(Error::Bad(e)))?;
        let mut record = parsed.puzzle.record();
        record.source = Some(Source { seed: Some(params.seed), ..Source::default() });
        record.extra = scenario_fields(&scenario, params.policy);
        record.extra.insert("snapshots".into(), json!(params.snapshots));
        record.extra.insert("snapshot_interval".into(), json!(params.interval));
        record.extra.insert("max_rounds".into(), json!(params.max_rounds));
        record.extra.insert("max_attempts".into(), json!(params.attempts));
        if let Some(gap) = scenario.reading.as_ref().and_then(|r| r.gap()) {
            record.extra.insert("gap".into(), json!(f64::from(gap) / 10.0));
        }
        common::print_json(&record, console)?;
    }
    let line = json!({"summary": "scenario", "made": made, "asked": count, "games": games, "rejected": rejected});
    let mut words = format!("scenario: {made} of {count} made in {games} games");
    for (why, n) in &rejected {
        words += &format!("\n  {n} rejected: {why}");
    }
    Ending::new().because(made < count, || format!("{made} of {count} made")).tell(
        matches.get_flag("json"),
        line,
        &words,
        console,
    )
}
