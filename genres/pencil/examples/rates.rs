//! How many puzzles a second of CPU the generator makes (Linux), one thread, each with one
//! solution and graded:
//! `cargo run --release -p tesuji-pencil --example rates -- GENRE SIZE [TIER] [SECONDS]`.
//!
//! Without a genre: a table of all sizes and levels for which rates of Simon Tatham's generators
//! are known, with these rates beside ours.

use clap::Parser;
use std::time::Duration;
use tesuji_genre::{GenerateReport, GenerateRequest, Genre};
use tesuji_solver::{Limits, Tier};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Generates for some seconds.
#[derive(Parser)]
struct Args {
    /// The genre; none: the table
    genre: Option<String>,
    /// Rows and columns
    #[arg(requires = "genre")]
    size: Option<String>,
    /// The tier; `all`: one after the other; any other word takes every puzzle
    tier: Option<String>,
    /// No clue can be left out
    #[arg(long, requires = "genre")]
    minimal: bool,
    /// Seconds on the clock for each line
    #[arg(default_value_t = 2)]
    seconds: u64,
}

/// Genre, size, tier (none: any puzzle), his game and level, his puzzles a second of CPU.
type Row = (&'static str, &'static str, Option<Tier>, &'static str, f64);

const ROWS: &[Row] = &[
    ("sudoku", "9x9", Some(Tier::Beginner), "solo 3x3 trivial", 3191.0),
    ("sudoku", "9x9", Some(Tier::Easy), "solo 3x3 basic", 1754.0),
    ("sudoku", "9x9", Some(Tier::Medium), "solo 3x3 intermediate", 108.0),
    ("sudoku", "9x9", Some(Tier::Hard), "solo 3x3 advanced", 15.5),
    ("sudoku", "9x9", Some(Tier::Expert), "solo 3x3 extreme", 59.0),
    ("sudoku", "9x9", Some(Tier::Master), "solo 3x3 unreasonable", 9.9),
    ("skyscrapers", "5x5", Some(Tier::Easy), "towers 5 easy", 2798.0),
    ("skyscrapers", "5x5", Some(Tier::Hard), "towers 5 hard", 1269.0),
    ("skyscrapers", "5x5", Some(Tier::Master), "towers 5 unreasonable", 165.0),
    ("skyscrapers", "6x6", Some(Tier::Expert), "towers 6 extreme", 63.0),
    ("skyscrapers", "6x6", Some(Tier::Master), "towers 6 unreasonable", 70.0),
    ("futoshiki", "5x5", Some(Tier::Beginner), "unequal 5 trivial", 7094.0),
    ("futoshiki", "5x5", Some(Tier::Easy), "unequal 5 easy", 4835.0),
    ("futoshiki", "5x5", Some(Tier::Expert), "unequal 5 extreme", 328.0),
    ("futoshiki", "5x5", Some(Tier::Master), "unequal 5 recursive", 373.0),
    ("futoshiki", "6x6", Some(Tier::Master), "unequal 6 recursive", 150.0),
    ("futoshiki", "7x7", Some(Tier::Easy), "unequal 7 easy", 608.0),
    ("unruly", "8x8", Some(Tier::Beginner), "unruly 8 trivial", 4277.0),
    ("unruly", "8x8", Some(Tier::Easy), "unruly 8 easy", 3680.0),
    ("unruly", "10x10", Some(Tier::Medium), "unruly 10 normal", 1137.0),
    ("unruly", "14x14", Some(Tier::Medium), "unruly 14 normal", 228.0),
    ("akari", "7x7", Some(Tier::Easy), "lightup 7x7 easy", 3837.0),
    ("akari", "10x10", Some(Tier::Medium), "lightup 10x10 tricky", 203.0),
    ("akari", "10x10", Some(Tier::Hard), "lightup 10x10 hard", 46.0),
    ("gokigen", "8x8", Some(Tier::Easy), "slant 8 easy", 2019.0),
    ("gokigen", "8x8", Some(Tier::Hard), "slant 8 hard", 618.0),
    ("gokigen", "10x12", Some(Tier::Hard), "slant 12x10 hard", 160.0),
    ("tents", "8x8", Some(Tier::Easy), "tents 8 easy", 24816.0),
    ("tents", "8x8", Some(Tier::Medium), "tents 8 tricky", 2513.0),
    ("tents", "10x10", Some(Tier::Medium), "tents 10 tricky", 2056.0),
    ("hitori", "5x5", Some(Tier::Easy), "singles 5 easy", 11055.0),
    ("hitori", "8x8", Some(Tier::Medium), "singles 8 tricky", 1500.0),
    ("hitori", "12x12", Some(Tier::Medium), "singles 12 tricky", 380.0),
    ("slitherlink", "7x7", Some(Tier::Easy), "loopy 7 easy", 1493.0),
    ("slitherlink", "10x10", Some(Tier::Medium), "loopy 10 normal", 256.0),
    ("slitherlink", "10x10", Some(Tier::Hard), "loopy 10 hard", 91.0),
    ("magnets", "5x6", Some(Tier::Easy), "magnets 6x5 easy", 45999.0),
    ("magnets", "5x6", Some(Tier::Medium), "magnets 6x5 tricky", 4493.0),
    ("magnets", "9x10", Some(Tier::Medium), "magnets 10x9 tricky", 473.0),
    ("kenken", "5x5", Some(Tier::Easy), "keen 5 easy", 6654.0),
    ("kenken", "6x6", Some(Tier::Medium), "keen 6 normal", 607.0),
    ("kenken", "6x6", Some(Tier::Hard), "keen 6 hard", 1054.0),
    ("kenken", "6x6", Some(Tier::Expert), "keen 6 extreme", 99.0),
    ("kenken", "6x6", Some(Tier::Master), "keen 6 unreasonable", 495.0),
    ("kenken", "9x9", Some(Tier::Hard), "keen 9 hard", 114.0),
    ("nonogram", "10x10", None, "pattern 10", 20612.0),
    ("nonogram", "15x15", None, "pattern 15", 8341.0),
    ("kurodoko", "6x9", None, "range 9x6", 2661.0),
    ("galaxies", "7x7", None, "galaxies 7 normal", 2492.0),
    ("hashi", "7x7", Some(Tier::Hard), "bridges 7 hard", 1899.0),
    ("masyu", "8x8", Some(Tier::Medium), "pearl 8 tricky", 61.0),
    ("tracks", "8x8", Some(Tier::Medium), "tracks 8 tricky", 2723.0),
    ("fillomino", "9x13", None, "filling 13x9", 152.0),
    ("undead", "5x5", Some(Tier::Medium), "undead 5 tricky", 1059.0),
    ("dominosa", "7x8", Some(Tier::Easy), "dominosa 6 basic", 483.0),
    ("palisade", "5x5", None, "palisade 5x5", 1966.0),
];

/// Genres whose puzzles have all their clues with him: `--density 1`.
const ALL_CLUES: &[&str] = &["tents", "magnets"];

fn main() {
    let Args { genre, size, tier, minimal, seconds } = Args::parse();
    let Some(genre) = genre else { return table(seconds) };
    let Some(genre) = genre_of(&genre) else { return eprintln!("no genre {genre:?}") };
    let size = size.unwrap_or_else(|| genre.info().sizes[0].to_string());
    let tier = tier.unwrap_or_default();
    let tiers = match (tier.as_str(), Tier::from_name(&tier)) {
        ("all", _) => Tier::ALL.map(Some).to_vec(),
        (_, tier) => vec![tier],
    };
    for tier in tiers {
        match run(genre, &size, (tier, minimal), seconds) {
            Ok((report, rate)) => {
                let mut reasons: Vec<(&String, &u64)> = report.rejected.iter().collect();
                reasons.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
                let reasons: Vec<String> = reasons.iter().take(4).map(|(why, n)| format!("{n} {why}")).collect();
                let (name, made, tried) = (genre.name(), report.made, report.tried);
                println!("{name} {size} {}: {rate:.1}/s ({made} of {tried}; {})", word(tier), reasons.join(", "));
            }
            Err(bad) => eprintln!("{} {size} {}: {bad}", genre.name(), word(tier)),
        }
    }
}

fn table(seconds: u64) {
    println!("| genre | size | tier | made a second | his game | his rate | times |\n|---|---|---|---|---|---|---|");
    for &(name, size, tier, game, his) in ROWS {
        let Some(genre) = genre_of(name) else { continue };
        let Ok((_, ours)) = run(genre, size, (tier, false), seconds) else { continue };
        let times = ours / his;
        println!("| {name} | {size} | {} | {ours:.1} | {game} | {his} | {times:.2} |", word(tier));
    }
}

fn genre_of(name: &str) -> Option<&'static dyn Genre> {
    tesuji_pencil::genres().into_iter().find(|g| g.name() == name)
}

fn word(tier: Option<Tier>) -> &'static str {
    tier.map_or("any", Tier::name)
}

/// Generates for so many seconds: the report, and the rate.
fn run(
    genre: &dyn Genre,
    size: &str,
    (tier, minimal): (Option<Tier>, bool),
    seconds: u64,
) -> Result<(GenerateReport, f64), tesuji_genre::Bad> {
    let option = |key: &str, value: &str| (key.to_string(), value.to_string());
    let all_clues = ALL_CLUES.contains(&genre.name()).then(|| option("density", "1"));
    let set = all_clues.into_iter().chain(minimal.then(|| option("irreducible", "yes")));
    let want = GenerateRequest {
        size: Some(size.to_string()),
        set: set.collect(),
        tier,
        count: u64::MAX,
        limits: Limits::default().with_time(Duration::from_secs(seconds)),
        ..GenerateRequest::default()
    };
    let before = cpu_seconds();
    let report = genre.generate(&want, &mut |_| {})?;
    let rate = report.made as f64 / (cpu_seconds() - before).max(0.01);
    Ok((report, rate))
}

/// User time of this process so far. Ticks are hundredths of a second.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    fields.get(11).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0) / 100.0
}
