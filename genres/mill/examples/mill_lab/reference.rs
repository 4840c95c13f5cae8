//! Draws a reference corpus of puzzles per category and prints the score thresholds of the tiers,
//! yields and costs.
//!
//! `cargo run --release -p tesuji-mill --example mill_lab -- reference TABLES [PUZZLES] [MOST-MEN] [CATEGORY]`

use clap::builder::PossibleValuesParser;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;
use tesuji_mill::exchange::Category;
use tesuji_mill::puzzle::{Library, Source, difficulty, interesting, judge, standard};

const QUANTILES: [f64; 5] = [0.15, 0.35, 0.55, 0.75, 0.9];

/// Draws a reference corpus of puzzles per category.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the tables
    tables: String,
    /// Puzzles of a category
    #[arg(default_value_t = 1000)]
    puzzles: usize,
    /// Men of either side, at most
    #[arg(default_value_t = 5)]
    most_men: u32,
    /// Only that category
    #[arg(value_parser = PossibleValuesParser::new(Category::ALL.map(|category| category.name())))]
    category: Option<String>,
}

/// Runs it.
pub fn run(args: Args) -> Result<(), Box<dyn std::error::Error>> {
    let Args { tables: folder, puzzles: wanted, most_men: most, category: only } = args;
    let library = Library::open(standard(), Path::new(&folder), most, most)?;
    for category in Category::ALL {
        if only.as_deref().is_some_and(|name| name != category.name()) {
            continue;
        }
        let source = Source::new(standard(), category, 2, &library, None, most);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let start = Instant::now();
        let mut scores = Vec::new();
        let (mut tried, mut reasons) = (0_u64, BTreeMap::<String, u64>::new());
        let (mut lengths, mut motifs) = (BTreeMap::<u32, u32>::new(), BTreeMap::<&str, u32>::new());
        while scores.len() < wanted && start.elapsed().as_secs() < 120 {
            let Some(question) = source.draw(&mut rng) else { continue };
            tried += 1;
            let mut oracle = library.oracle(60_000);
            match judge(&question, &mut oracle) {
                Err(why) => *reasons.entry(why.to_string()).or_default() += 1,
                Ok(judged) if !interesting(&judged) => *reasons.entry("dull".into()).or_default() += 1,
                Ok(judged) => {
                    scores.push(difficulty(&library.kernel(), &question, &judged).score);
                    *lengths.entry(judged.n).or_default() += 1;
                    judged.motifs.iter().for_each(|m| *motifs.entry(m.name()).or_default() += 1);
                }
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        scores.sort_unstable();
        let at = |q: f64| scores.get((q * scores.len() as f64) as usize).copied().unwrap_or(0);
        println!("    {:?}, // {}: {} of {tried} in {seconds:.1} s", QUANTILES.map(at), category.name(), scores.len());
        println!("    // range {:?} to {:?}; turns {lengths:?}", scores.first(), scores.last());
        println!("    // {motifs:?}");
        println!("    // {reasons:?}");
    }
    Ok(())
}
