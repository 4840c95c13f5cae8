//! How well damaged puzzles are repaired:
//! `cargo run --release -p tesuji-pencil --example repairs -- [COUNT] [SECONDS]`.
//!
//! Puzzles of ten genres get one to three edits of clues: one changed, dropped or added. Each
//! repair must leave one solution and take no more edits than the damage. That two are the fewest
//! is looked at by trying every single edit. Times are those of the processor (Linux).

use clap::Parser;
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::time::Duration;
use tesuji_genre::clue::{ClueGenre, Clued};
use tesuji_genre::{ClueActions, GenerateRequest, Genre, RepairRequest, pick, sub_rng};
use tesuji_pencil::clue::Clue;
use tesuji_pencil::genres::{AKARI, CREEK, GOKIGEN, KURODOKO, MAGNETS, MASYU, MINES, SHAKASHAKA, SLITHERLINK, UNRULY};
use tesuji_pencil::house::Pencil;
use tesuji_solver::{Limits, Stop};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Damages puzzles and repairs them.
#[derive(Parser)]
struct Args {
    /// Puzzles of each genre
    #[arg(default_value_t = 10)]
    count: u64,
    /// Seconds for one repair at most
    #[arg(default_value_t = 10)]
    seconds: u64,
}

/// Genres with clues on places, at 10×10 where they have it.
const GENRES: &[(&Pencil, &str)] = &[
    (&AKARI, "10x10"),
    (&CREEK, "10x10"),
    (&GOKIGEN, "10x10"),
    (&KURODOKO, "9x9"),
    (&MAGNETS, "9x10"),
    (&MASYU, "10x10"),
    (&MINES, "10x10"),
    (&SHAKASHAKA, "10x10"),
    (&SLITHERLINK, "10x10"),
    (&UNRULY, "10x10"),
];

type Puzzle = Clued<Pencil>;

/// What came of one genre's puzzles.
#[derive(Default)]
struct Tally {
    times: Vec<Duration>,
    damaged: usize,
    repaired: usize,
    by_edits: BTreeMap<usize, usize>,
    checked: usize,
    faults: Vec<String>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let mut all = Tally::default();
    for &(genre, size) in GENRES {
        let name = Genre::name(genre);
        let tally = of_genre(genre, size, &args);
        println!("{name} {size}: {}", tally.words());
        tally.faults.iter().for_each(|fault| println!("  {fault}"));
        all.add(tally);
    }
    println!("all: {}", all.words());
    if all.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.times.extend(other.times);
        self.damaged += other.damaged;
        self.repaired += other.repaired;
        self.checked += other.checked;
        self.faults.extend(other.faults);
        other.by_edits.into_iter().for_each(|(k, n)| *self.by_edits.entry(k).or_default() += n);
    }

    fn words(&self) -> String {
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default().as_secs_f64() * 1e3;
        format!(
            "{} damaged, {} repaired (by edits {:?}), minimal by trying {}, {} faults; median {:.1} ms, 90% {:.1} ms",
            self.damaged,
            self.repaired,
            self.by_edits,
            self.checked,
            self.faults.len(),
            at(50),
            at(90)
        )
    }
}

fn of_genre(genre: &'static Pencil, size: &str, args: &Args) -> Tally {
    let mut puzzles = Vec::new();
    let limits = Limits::default().with_time(Duration::from_secs(60));
    let want = GenerateRequest {
        size: Some(size.to_string()),
        count: args.count,
        seed: 7,
        limits,
        threads: 1,
        ..GenerateRequest::default()
    };
    let made = genre.generate(&want, &mut |record| {
        puzzles.extend(ClueGenre::parse(genre, &record.puzzle).ok().map(|parsed| parsed.puzzle));
    });
    let mut tally = Tally::default();
    if let Err(bad) = made {
        tally.faults.push(bad.to_string());
    }
    let alphabet = alphabet(&puzzles);
    for (number, puzzle) in puzzles.iter().enumerate() {
        let edits = 1 + number % 3;
        let damaged = damaged(genre, puzzle, edits, &alphabet, number as u64);
        // Some damage leaves one solution.
        if is_unique(genre, &damaged) != Some(false) {
            continue;
        }
        // A clue that the place does not take (a count of minus above the board) is no edit.
        let text = ClueGenre::print(genre, &damaged);
        if ClueGenre::parse(genre, &text).is_ok_and(|read| read.puzzle.clues != damaged.clues) {
            continue;
        }
        tally.damaged += 1;
        if let Err(fault) = repair(genre, &damaged, &text, edits, args, &alphabet, &mut tally) {
            tally.faults.push(format!("{text}: {fault}"));
        }
    }
    tally
}

fn repair(
    genre: &'static Pencil,
    damaged: &Puzzle,
    text: &str,
    edits: usize,
    args: &Args,
    alphabet: &[Clue],
    tally: &mut Tally,
) -> Result<(), String> {
    let parsed = ClueActions::parse_contradicting(genre, text).map_err(|bad| bad.to_string())?;
    let limits = Limits::default().with_nodes(100_000).with_time(Duration::from_secs(args.seconds));
    let start = cpu_time();
    let found = ClueActions::repair(genre, &parsed.puzzle, &RepairRequest { edits: 3, count: 1, limits })
        .map_err(|b| b.to_string())?;
    tally.times.push(cpu_time().saturating_sub(start));
    let Some(first) = found.repairs.first() else { return Ok(()) };
    let fewest = first.edits.len();
    tally.repaired += 1;
    *tally.by_edits.entry(fewest).or_default() += 1;
    if fewest > edits && found.proved {
        return Err(format!("{fewest} edits for a damage of {edits}"));
    }
    let again = Genre::parse(genre, &first.record.puzzle).map_err(|bad| bad.to_string())?;
    let solved = Genre::solve(genre, &again.puzzle, &Limits::solutions(2)).map_err(|bad| bad.to_string())?;
    if solved.solutions.len() != 1 || solved.stop != Stop::Exhausted {
        return Err(format!("the repair has {} solutions", solved.solutions.len()));
    }
    if fewest == 2 && found.proved {
        tally.checked += 1;
        if let Some(other) = single_edit(genre, damaged, alphabet) {
            return Err(format!("two edits, and one is enough: {other}"));
        }
    }
    Ok(())
}

/// A single edit that leaves one solution.
fn single_edit(genre: &'static Pencil, puzzle: &Puzzle, alphabet: &[Clue]) -> Option<String> {
    let mut places: BTreeSet<u32> = ClueGenre::places(genre, &puzzle.structure).into_iter().collect();
    places.extend(puzzle.clues.keys());
    for place in places {
        for clue in alphabet.iter().map(Some).chain([None]) {
            let mut edited = puzzle.clone();
            match clue {
                Some(clue) => drop(edited.clues.insert(place, clue.clone())),
                None => drop(edited.clues.remove(&place)),
            }
            if is_unique(genre, &edited) == Some(true) {
                return Some(ClueGenre::print(genre, &edited));
            }
        }
    }
    None
}

/// Has the puzzle one solution? One that can't be has none.
fn is_unique(genre: &'static Pencil, puzzle: &Puzzle) -> Option<bool> {
    if ClueGenre::lint(genre, puzzle).is_err() {
        return Some(false);
    }
    let text = ClueGenre::print(genre, puzzle);
    let Ok(parsed) = Genre::parse(genre, &text) else { return Some(false) };
    let solved = Genre::solve(genre, &parsed.puzzle, &Limits::solutions(2).with_nodes(100_000)).ok()?;
    match (solved.solutions.len(), solved.stop) {
        (2.., _) => Some(false),
        (n, Stop::Exhausted) => Some(n == 1),
        _ => None,
    }
}

/// The clues that occur, once each.
fn alphabet(puzzles: &[Puzzle]) -> Vec<Clue> {
    let mut alphabet: Vec<Clue> = Vec::new();
    for clue in puzzles.iter().flat_map(|p| p.clues.values()) {
        if !alphabet.contains(clue) {
            alphabet.push(clue.clone());
        }
    }
    alphabet
}

/// A puzzle with so many clues changed, dropped or added, at different places.
fn damaged(genre: &'static Pencil, puzzle: &Puzzle, edits: usize, alphabet: &[Clue], seed: u64) -> Puzzle {
    let mut rng = sub_rng(11, seed);
    let places = ClueGenre::places(genre, &puzzle.structure);
    let mut damaged = puzzle.clone();
    let mut touched = BTreeSet::new();
    while touched.len() < edits.min(places.len()) {
        let filled: Vec<u32> = puzzle.clues.keys().copied().collect();
        let place = if pick(&mut rng, 3) > 0 && !filled.is_empty() {
            filled[pick(&mut rng, filled.len())]
        } else {
            places[pick(&mut rng, places.len())]
        };
        if !touched.insert(place) {
            continue;
        }
        let other: Vec<&Clue> = alphabet.iter().filter(|clue| puzzle.clues.get(&place) != Some(*clue)).collect();
        if other.is_empty() || (puzzle.clues.contains_key(&place) && pick(&mut rng, 3) == 0) {
            damaged.clues.remove(&place);
        } else {
            damaged.clues.insert(place, other[pick(&mut rng, other.len())].clone());
        }
    }
    damaged
}

/// What this thread has run so far.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let ns = stat.split_whitespace().next().and_then(|n| n.parse().ok());
    Duration::from_nanos(ns.unwrap_or(0))
}
