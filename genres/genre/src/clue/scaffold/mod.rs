//! `scaffold_solve_derive`: structure → completion → clues → reduced by orbit, unique at every
//! step; then a guided search for the tier and the techniques that the request names.

mod board;
mod climb;
mod dress;
mod halving;
mod judge;
mod mend;
mod narrow;
mod possible;
mod quick;
mod reduce;
mod refuse;
mod runner;
mod silent;
mod switched;
mod whole;
mod words;

use super::genre::{ClueGenre, Clued, Clues, ParsedClues};
use super::option::{self, Shape};
use crate::random::Streams;
use crate::recipe;
use crate::{Bad, GenerateReport, GenerateRequest, Record};
use board::Boards;
use judge::Target;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use tesuji_solver::Tier;
use tesuji_solver::tabled::Tables;
use tesuji_solver::techniques::steps::Memo;
use words::WordBoard;

/// Runs the recipe; candidates are completions.
pub(super) fn generate<G: ClueGenre>(
    genre: &G,
    want: &GenerateRequest,
    emit: &mut dyn FnMut(Record),
) -> Result<GenerateReport, Bad> {
    option::check(genre.info().options, &want.set)?;
    let shape = option::shape_of(genre.info().options, &want.set)?;
    let catalog = want.catalog(ClueGenre::catalog(genre));
    recipe::possible(catalog, want)?;
    let hardest = want.allowed(catalog).list().iter().map(|t| t.tier()).max();
    if want.tier == Some(Tier::Master) && hardest < want.tier {
        if !want.needs.is_empty() {
            return Err(Bad::new(
                "tier master is beyond all techniques: what needs one is solved by them, and below it",
            ));
        }
        if !want.without.is_empty() {
            let what = "tier master is beyond all techniques: what solves without some of them is below it";
            return Err(Bad::new(what));
        }
    }
    let size = want.size.clone().unwrap_or_else(|| genre.info().sizes.first().unwrap_or(&"").to_string());
    // A wrong size is an error of the request, not of every candidate.
    let streams = Streams::new(want, genre.info().sizes, genre.info().options);
    let first = genre
        .structure(&size, want, &mut streams.candidate(0))
        .map_err(|bad| refuse::with_nearest(genre, want, &size, bad))?;
    // Nor are more clues than there are places. (Where structures are drawn with more or fewer,
    // nobody knows how many there may be.)
    let (least, most) = (*shape.clues.start(), genre.places(&first).len());
    let is_fixed = || {
        (1..STRUCTURES).all(|number| {
            let other = genre.structure(&size, want, &mut streams.candidate(number));
            other.is_ok_and(|other| genre.places(&other).len() == most)
        })
    };
    if least > most && is_fixed() {
        return Err(Bad::new(format!("--clues {least}: there are {most} places for clues")));
    }
    let (floor, allowed) = (shape.floor(most), *shape.clues.end());
    if let Some((fewest, why)) = genre.fewest_clues(&first).filter(|(fewest, _)| allowed < *fewest) {
        return Err(Bad::new(format!("--clues {allowed}: no puzzle with one solution has fewer than {fewest}: {why}")));
    }
    if floor > allowed && is_fixed() {
        let density = shape.density;
        return Err(Bad::new(format!(
            "--density {density} with --clues: at least {floor} of {most} places keep their clue, at most {allowed} may have one"
        )));
    }

    possible::can_be_needed(genre, catalog, want, &size)?;
    let target = Target::new(catalog, want, genre.info().easiest);
    let (shops, has_no_words) =
        (Mutex::default(), AtomicBool::new(!want.forms.and(genre.info().forms_at(want.tier)).words));
    recipe::run(want, 2, &|record| keys(genre, record), emit, &|index, clock| {
        let (shape, target, shops, has_no_words) = (&shape, &target, &shops, &has_no_words);
        Run { genre, want, size: &size, streams, shape, target, shops, clock, has_no_words }.candidate(index)
    })
}

/// The texts that tell repeats. A puzzle is one if its solution was given out in any image, on the
/// same structure; where no clue may be left out, if the puzzle itself was.
fn keys<G: ClueGenre>(genre: &G, record: &Record) -> Vec<String> {
    let Some(solution) = &record.solution else { return Vec::new() };
    let Ok(ParsedClues { puzzle, .. }) = ClueGenre::parse(genre, &record.puzzle) else { return Vec::new() };
    let values = genre.solution_values(&puzzle, solution);
    if let Some(least) = values.and_then(|values| genre.least_solution(&puzzle, &values)) {
        return vec![least];
    }
    let mut keys = vec![format!("puzzle {}", ClueGenre::least_image(genre, &puzzle))];
    if genre.clues_are_optional() {
        let bare = Clued { structure: Arc::clone(&puzzle.structure), clues: Clues::new() };
        keys.push(format!("{} {solution} {}", record.size, genre.print(&bare)));
    }
    keys
}

/// So many structures are drawn to see whether all have as many places.
const STRUCTURES: u64 = 16;

/// The store that a worker keeps from candidate to candidate. No result depends on it.
struct Workshop<G: ClueGenre> {
    memo: Memo,
    tables: Tables,
    boards: Option<Boards<G>>,
    words: Option<Arc<WordBoard<G>>>,
}

impl<G: ClueGenre> Default for Workshop<G> {
    fn default() -> Self {
        Workshop { memo: Memo::default(), tables: Tables::default(), boards: None, words: None }
    }
}

struct Run<'a, G: ClueGenre> {
    genre: &'a G,
    want: &'a GenerateRequest,
    size: &'a str,
    streams: Streams,
    shape: &'a Shape,
    target: &'a Target,
    /// Those that no worker uses.
    shops: &'a Mutex<Vec<Workshop<G>>>,
    clock: &'a tesuji_solver::Clock,
    /// Did the rules or techniques of an earlier candidate have no form on words (`words.rs`), or
    /// does the request leave this form out? Then later candidates don't try. Both ways take the
    /// same steps, so results don't depend on it.
    has_no_words: &'a AtomicBool,
}
