//! How promoted forms move the frontier: what the catalog without them makes of the puzzles that
//! they take part in.

use crate::cycle::CycleOptions;
use crate::html::{Cell, table};
use serde::Serialize;
use std::collections::BTreeMap;
use tesuji_corpus::Error;
use tesuji_genre::{GradeRequest, Puzzle, Record};
use tesuji_solver::{Limits, Tier};

/// Puzzles that moved alike.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TierMove {
    /// Without the promoted forms: the tier, or `open`.
    pub before: String,
    /// With them.
    pub after: String,
    /// How many.
    pub puzzles: u64,
}

/// A tier of a grade in words.
fn words(tier: &str, solved: bool) -> String {
    if solved { tier.to_string() } else { "open".to_string() }
}

/// Grades the puzzles in which a promoted form fired once more, without all of these. What the
/// limits cut off is left out, and counted.
pub(crate) fn frontier(want: &CycleOptions, graded: &[Record], limits: &Limits) -> Result<(Vec<TierMove>, u64), Error> {
    let is_promoted = |id: &String| want.promoted.iter().any(|p| p.as_str() == id);
    let catalog = want.catalog().without(&want.promoted);
    let clock = limits.start();
    let (mut moved, mut cut) = (BTreeMap::<(String, String), u64>::new(), 0);
    for record in graded {
        let Some(after) = record.grade.as_ref().filter(|g| g.techniques.keys().any(is_promoted)) else { continue };
        let limits = Limits::default().with_time(clock.remaining());
        let ask = GradeRequest { words: false, ..GradeRequest::new(catalog.clone(), limits) };
        let puzzle = Puzzle::new(want.genre, record.size.clone(), record.puzzle.clone());
        let before = want.genre.grade(&puzzle, None, &ask).map_err(Error::Bad)?;
        if before.limit.is_some() {
            cut += 1;
            continue;
        }
        let key = (words(&before.info.tier, before.info.solved), words(&after.tier, after.solved));
        *moved.entry(key).or_default() += 1;
    }
    let rows = moved.into_iter().map(|((before, after), puzzles)| TierMove { before, after, puzzles });
    Ok((rows.collect(), cut))
}

/// The section of the report.
pub(crate) fn section(moved: &[TierMove]) -> String {
    if moved.is_empty() {
        return "<p>No promoted form took part (<code>--catalog FILE</code>).</p>".to_string();
    }
    let place = |name: &str| Tier::from_name(name).map_or(9, |t| t as u8);
    let row = |m: &TierMove| {
        vec![
            Cell::text(&m.before).sort_by(place(&m.before)),
            Cell::text(&m.after).sort_by(place(&m.after)),
            Cell::count(m.puzzles),
        ]
    };
    let rows: Vec<Vec<Cell>> = moved.iter().map(row).collect();
    let solved: u64 = moved.iter().filter(|m| m.before == "open" && m.after != "open").map(|m| m.puzzles).sum();
    format!(
        "<p>Puzzles in which a promoted form fired, graded without and with all of them: {solved} were open before and \
         are solved now.</p>{}",
        table(&["before", "after", "puzzles"], &rows)
    )
}
