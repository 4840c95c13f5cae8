//! Checks the output of `tesuji generate --genre azul --size 2p --stage late/mid --type denial
//! --tier hard` from the text alone: `ask [COUNT] [SEED] [STAGE] [TYPE] [TIER]`.

use clap::Parser;
use clap::builder::PossibleValuesParser;
use tesuji_azul::AZUL;
use tesuji_azul::grade::figures;
use tesuji_azul::read::Reader;
use tesuji_azul::scenario::{Kind, kinds};
use tesuji_genre::{GenerateRequest, Genre};
use tesuji_solver::{Limits, Tier};

/// Checks the output of `tesuji generate --genre azul` from the text alone.
#[derive(Parser)]
struct Args {
    /// Puzzles
    #[arg(default_value_t = 10)]
    count: u64,
    /// Seed of the generator
    #[arg(default_value_t = 7)]
    seed: u64,
    /// Stage of the game and of the round
    #[arg(default_value = "late/mid")]
    stage: String,
    /// Type of the puzzles
    #[arg(value_name = "TYPE", default_value = "denial")]
    kind: String,
    /// Their tier
    #[arg(default_value = "hard", value_parser = PossibleValuesParser::new(Tier::ALL.map(|tier| tier.name())))]
    tier: String,
}

fn main() {
    let Args { count, seed, stage, kind, tier } = Args::parse();
    let want = GenerateRequest {
        size: Some("2p".into()),
        tier: Tier::from_name(&tier),
        needs: vec![],
        without: vec![],
        set: [("stage".to_string(), stage.clone()), ("type".to_string(), kind.clone())].into(),
        count,
        seed,
        limits: Limits::default(),
        threads: 1,
        ..GenerateRequest::default()
    };
    let start = std::time::Instant::now();
    let mut records = Vec::new();
    let report = AZUL.generate(&want, &mut |r| records.push(r));
    println!("{:.2} s: {report:?}", start.elapsed().as_secs_f64());
    let mut reader = Reader::new();
    let mut seen = std::collections::BTreeSet::new();
    for record in &records {
        let Ok(state) = tesuji_azul::text::parse(&record.puzzle) else { continue };
        let limits = Limits::default();
        let Ok(figures) = figures(&state, None, &mut reader, &limits) else { continue };
        let shown = kinds(&state, &figures.reading, &mut reader, &limits).unwrap_or_default();
        let stages = format!("{}/{}", state.game_stage(), state.round_stage());
        let fits = stages == stage && Kind::from_name(&kind).is_none_or(|k| shown.contains(&k));
        let fits = fits && figures.tier().name() == tier && seen.insert(record.puzzle.clone());
        println!("{fits} {stages} {} {} {:?} {state}", figures.tier().name(), figures.score(), shown);
    }
}
