//! The circle in a genre: forms are mined and promoted, grade, and puzzles are made that need them.
//!
//! `cargo run -p tesuji-discovery --example promoted -- GENRE… [--size SIZE] [--count N]
//! [--time SECONDS]` prints a line a form.

use clap::Parser;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tesuji_discovery::{Decision, Decisions, Known, Options, Ruling, VERSION, mine};
use tesuji_genre::{GenerateRequest, Genre, GradeRequest, Puzzle, Record};
use tesuji_solver::{Catalog, Limits, Phase, TechniqueId, Tier};

/// Forms that are promoted in each genre, and their points.
const FORMS: usize = 3;
const POINTS: u32 = 30;
/// Puzzles that a form must occur in.
const SUPPORT: u64 = 2;

/// Mines and promotes forms, grades with them, and makes puzzles that need them.
#[derive(Parser)]
struct Args {
    /// The genres
    #[arg(required = true)]
    genres: Vec<String>,
    /// The size of the puzzles
    #[arg(long)]
    size: Option<String>,
    /// Puzzles that forms are mined from
    #[arg(long, default_value_t = 24)]
    count: u64,
    /// Seconds that each stage has
    #[arg(long, default_value_t = 20)]
    time: u64,
}

fn main() {
    let args = Args::parse();
    for name in &args.genres {
        let genre = tesuji_genres::get(name).expect("a genre");
        circle(genre, args.size.clone(), args.count, Duration::from_secs(args.time));
    }
}

fn circle(genre: &'static dyn Genre, size: Option<String>, count: u64, time: Duration) {
    let begun = Instant::now();
    let limits = Limits::default().with_time(time);
    let want = GenerateRequest { size, tier: Some(Tier::Hard), count, limits, ..GenerateRequest::default() };
    let mut puzzles = Vec::new();
    genre.generate(&want, &mut |record| puzzles.push(record)).expect("hard puzzles");
    println!("{}: {} hard puzzles, {:.1} s", genre.name(), puzzles.len(), begun.elapsed().as_secs_f64());
    let decisions = promoted(genre, &puzzles, time);
    let catalogs = decisions.catalogs(&[genre]).expect("techniques of their own");
    let with = catalogs.of(genre);
    let (before, after) = (graded(genre, &puzzles, genre.catalog()), graded(genre, &puzzles, with));
    println!("  tiers before {:?}, after {:?}", before.tiers, after.tiers);
    for decision in decisions.iter() {
        let id = TechniqueId(decision.id.clone().into());
        let begun = Instant::now();
        let want = GenerateRequest {
            tier: Some(Tier::Medium),
            needs: vec![id.clone()],
            catalog: Some(with.clone()),
            count: 2,
            seed: 7,
            limits: Limits::default().with_time(time),
            ..want.clone()
        };
        let mut made = Vec::new();
        let report = genre.generate(&want, &mut |record| made.push(record)).expect("a request that can be");
        let seconds = begun.elapsed().as_secs_f64();
        let (is, was) = (graded(genre, &made, with), graded(genre, &made, genre.catalog()));
        println!(
            "  {}: {}: fires {} times; {} made of {} tried in {seconds:.1} s, {:?} with it, {:?} without",
            decision.id,
            decision.form,
            after.fires.get(&decision.id).copied().unwrap_or_default(),
            made.len(),
            report.tried,
            is.tiers,
            was.tiers,
        );
        if made.is_empty() {
            println!("    {:?}", report.rejected);
        }
    }
}

/// The forms that are promoted: those of rules which most puzzles have, of those that recur.
fn promoted(genre: &'static dyn Genre, puzzles: &[Record], time: Duration) -> Decisions {
    let begun = Instant::now();
    let known = genre.catalog().up_to(Tier::Medium).filter(|t| t.phase() == Phase::Pattern);
    let known = known.list().iter().map(|t| t.id().clone()).collect();
    let limits = Limits::default().with_nodes(2_000_000).with_time(time);
    let options = Options { known: Known::These(known), limits, ..Options::default() };
    let mined = mine(genre, puzzles, &options);
    let ranked = mined.ranked_from(SUPPORT);
    let of_rules = ranked.iter().filter(|c| c.form.key.starts_with("rules-")).take(FORMS);
    println!("  {} forms recur, {:.1} s", ranked.len(), begun.elapsed().as_secs_f64());
    let mut all = Decisions::default();
    for (n, cluster) in (1..).zip(of_rules) {
        let decision = Decision {
            version: VERSION,
            genre: genre.name().to_string(),
            form: cluster.form.key.clone(),
            verdict: Ruling::Promote,
            id: format!("form-{n}"),
            name: format!("Form {n}"),
            tier: Some(Tier::Medium),
            score: Some(POINTS),
            words: String::new(),
            who: String::new(),
            when: String::new(),
            reason: String::new(),
        };
        all.add(decision).expect("a form that was mined");
    }
    all
}

#[derive(Default)]
struct Tally {
    tiers: BTreeMap<String, u32>,
    fires: BTreeMap<String, u32>,
}

fn graded(genre: &'static dyn Genre, puzzles: &[Record], catalog: &Catalog) -> Tally {
    let mut tally = Tally::default();
    for record in puzzles {
        let puzzle = Puzzle::new(genre, record.size.clone(), record.puzzle.clone());
        let want = GradeRequest::new(catalog.clone(), Limits::default());
        let graded = genre.grade(&puzzle, None, &want).expect("a grade");
        let tier = if graded.info.solved { graded.info.tier } else { "beyond".to_string() };
        *tally.tiers.entry(tier).or_default() += 1;
        for (id, n) in graded.info.techniques {
            *tally.fires.entry(id).or_default() += n;
        }
    }
    tally
}
