//! The cycle's mining stage.

use crate::cycle::CycleOptions;
use crate::findings::{Candidate, Findings};
use std::time::Duration;
use tesuji_corpus::Error;
use tesuji_discovery::{
    Clusters, Given, Known, Options, first_moves, is_read, literature, mine as clusters_of, move_page, page,
};
use tesuji_genre::Record;
use tesuji_solver::{Phase, TechniqueId};

/// Most puzzles to mine, where the options name no number.
const MOST: usize = 300;

/// Mines the first puzzles of the corpus for what the catalog can't explain. Where the catalog
/// explains everything, for what singles can't: then the shapes are old acquaintances, and the note
/// says so. Positions are mined for views of their key moves. A puzzle that is given twice is mined
/// once (positions see to that themselves, images included); what is not mined within `time` is
/// counted (views of positions, which need no search, are not bounded by it).
pub fn mine(want: &CycleOptions, graded: &[Record], time: Duration, found: &mut Findings) -> Result<(), Error> {
    if graded.first().is_some_and(|first| is_read(want.genre, first)) {
        return moves(want, graded, found);
    }
    let records = &graded[..graded.len().min(want.mine.unwrap_or(MOST))];
    let patterns = want.catalog().list().iter().filter(|t| t.phase() == Phase::Pattern);
    let all: Vec<TechniqueId> = patterns.map(|t| t.id().clone()).collect();
    let mut given = Given::default();
    let distinct: Vec<Record> = records.iter().filter(|r| given.is_new(r)).cloned().collect();
    // Grading knows which puzzles stall under the whole catalog: only those are worth the miner's
    // time.
    let hard: Vec<Record> = distinct.iter().filter(|r| r.grade.as_ref().is_some_and(|g| !g.solved)).cloned().collect();
    let mut clusters = if hard.is_empty() {
        if records.is_empty() {
            found.notes.push("nothing was graded, so there is nothing to mine".to_string());
            return Ok(());
        }
        found.known = vec!["naked and hidden singles".to_string()];
        let which = match records.len() {
            all if all == graded.len() => "every puzzle that was graded".to_string(),
            first => format!("the first {first} of {} puzzles that were graded", graded.len()),
        };
        found.notes.push(format!(
            "the catalog explains {which}: the miner was given singles only, and its shapes are techniques that have names already"
        ));
        mined(want, &distinct, time, Known::Singles)?
    } else {
        found.known = vec!["the whole catalog".to_string()];
        mined(want, &hard, time, Known::These(all))?
    };
    if !hard.is_empty() && clusters.ranked().is_empty() {
        // Something is to be seen all the same: the forms behind what has names already.
        found.notes.push(format!(
            "no form recurs among the {} puzzles that the catalog can't explain ({} forms, each in one puzzle); the miner \
             was given singles only, and its shapes are techniques that have names already",
            hard.len(),
            clusters.len()
        ));
        found.known = vec!["naked and hidden singles".to_string()];
        clusters = mined(want, &distinct, time / 2, Known::Singles)?;
    }
    let s = clusters.summary;
    found.mined = (distinct.len() as u64, s.solved + s.stuck);
    let again = records.len() - distinct.len();
    if again > 0 {
        found.notes.push(format!("{again} of the {} puzzles to mine were given again, and mined once", records.len()));
    }
    if s.unfinished > 0 {
        found
            .notes
            .push(format!("{} puzzles were not mined to the end: more than the time or the steps", s.unfinished));
    }
    if s.bad > 0 {
        let names: Vec<String> = clusters.refused.iter().take(3).map(|(name, why)| format!("{name}: {why}")).collect();
        found.notes.push(format!("the miner refused {} puzzles ({})", s.bad, names.join("; ")));
    }
    if clusters.ranked().is_empty() && !clusters.is_empty() {
        found.notes.push(format!("no form recurs: each of {} is seen in one puzzle", clusters.len()));
    }
    for (i, cluster) in clusters.ranked().into_iter().take(want.top).enumerate() {
        let page = page(want.genre, cluster, i + 1).map_err(Error::Bad)?;
        let proof: Vec<&str> = page
            .text
            .lines()
            .skip_while(|l| !l.starts_with("    "))
            .take_while(|l| l.starts_with("    "))
            .map(str::trim)
            .collect();
        found.candidates.push(Candidate {
            rank: i as u64 + 1,
            shape: cluster.form.key.clone(),
            puzzles: cluster.puzzles,
            seen: cluster.seen,
            unlocks: cluster.unlocks,
            words: proof.join("; ").replace(":;", ":").replace(".;", "."),
            puzzle: cluster.examples.first().map(|e| e.puzzle.clone()).unwrap_or_default(),
            svg: page.boards.into_iter().next().unwrap_or_default(),
            literature: literature(&cluster.form.key),
        });
    }
    Ok(())
}

/// Mines positions, which have no network: what lies around the moves that their solutions judge.
fn moves(want: &CycleOptions, graded: &[Record], found: &mut Findings) -> Result<(), Error> {
    found.positions = true;
    let records = &graded[..graded.len().min(want.mine.unwrap_or(usize::MAX))];
    let moves = pool(want)?.install(|| first_moves(want.genre, records, None));
    if moves.is_empty() {
        found.notes.push(
            "positions are read, not reduced by constraints, and no solution judges first moves: the miner was given nothing"
                .to_string(),
        );
        return Ok(());
    }
    found.known = vec!["every motif of the catalog".to_string()];
    if moves.is_known() {
        found.known = Vec::new();
        found.notes.push(
            "a motif describes every solution: the miner was given all of them, and its views may have names already"
                .to_string(),
        );
    }
    found.mined = (records.len() as u64, moves.mined());
    let candidates = moves.candidates(want.top);
    if candidates.is_empty() {
        let from = if records.len() < graded.len() { "--mine" } else { "--corpus" };
        found
            .notes
            .push(format!("no view of a key move stands out in {} puzzles: more are needed ({from})", moves.mined()));
    }
    for (i, candidate) in candidates.iter().enumerate() {
        let page = move_page(want.genre, candidate, i + 1).map_err(Error::Bad)?;
        let [mined, checked] = [candidate.mined[0], candidate.checked[0]];
        found.candidates.push(Candidate {
            rank: i as u64 + 1,
            shape: candidate.shape.clone(),
            puzzles: mined.right + checked.right,
            seen: mined.all() + checked.all(),
            unlocks: checked.right,
            words: candidate.words(),
            puzzle: candidate.examples.first().map(|e| e.puzzle.clone()).unwrap_or_default(),
            svg: page.boards.into_iter().next().unwrap_or_default(),
            literature: None,
        });
    }
    Ok(())
}

fn mined(want: &CycleOptions, records: &[Record], time: Duration, known: Known) -> Result<Clusters, Error> {
    let mut options = Options { known, examples: 1, ..Options::default() };
    options.limits.time = time;
    Ok(pool(want)?.install(|| clusters_of(want.genre, records, &options)))
}

pub(crate) fn pool(want: &CycleOptions) -> Result<rayon::ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(want.threads)
        .build()
        .map_err(|e| Error::Usage(format!("{} threads: {e}", want.threads)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_genre::Puzzle;

    /// Where there is no time the miner says how much it left; and a puzzle that it can't read is
    /// named.
    #[test]
    fn what_is_left_or_refused_is_said() {
        let genre = tesuji_genres::get("sudoku").expect("the sudoku genre is registered");
        let size = genre.parse(&format!("12{}", ".".repeat(79))).expect("two clues").puzzle.size;
        let record = |text: &str| Record { id: text.to_string(), ..Puzzle::new(genre, size.clone(), text).record() };
        let want = CycleOptions::of(genre, Duration::ZERO);
        let mut found = Findings::new("sudoku", String::new(), 1);
        let graded = [record(&format!("12{}", ".".repeat(79))), record("none")];
        mine(&want, &graded, Duration::ZERO, &mut found).expect("mines");
        let notes = found.notes.join("|");
        assert!(notes.contains("1 puzzles were not mined to the end"), "{notes}");
        assert!(notes.contains("the miner refused 1 puzzles (none: "), "{notes}");
    }
}
