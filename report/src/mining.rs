//! The cycle's mining stage.

use crate::cycle::CycleOptions;
use crate::findings::{Candidate, Findings};
use tesuji_corpus::Error;
use tesuji_discovery::{Clusters, Known, Options, mine as clusters_of, page};
use tesuji_genre::{Record, View};
use tesuji_solver::{Phase, TechniqueId};

/// Mines the first puzzles of the corpus for what the catalog can't explain. Where the catalog explains everything,
/// for what singles can't: then the shapes are old acquaintances, and the note says so.
pub fn mine(want: &CycleOptions, graded: &[Record], found: &mut Findings) -> Result<(), Error> {
    if let Some(first) = graded.first()
        && matches!(want.genre.parse(&first.puzzle).and_then(|p| want.genre.view(&p.puzzle)), Ok(View::Reading))
    {
        found.notes.push(
            "positions are read, not reduced by constraints: the miner of constraint proofs was given nothing"
                .to_string(),
        );
        return Ok(());
    }
    let records = &graded[..graded.len().min(want.mine)];
    let patterns = want.genre.catalog().list().iter().filter(|t| t.phase() == Phase::Pattern);
    let all: Vec<TechniqueId> = patterns.map(|t| t.id().clone()).collect();
    // What stalls under the whole catalog is known from grading: only that is worth the miner's time.
    let hard: Vec<Record> = records.iter().filter(|r| r.grade.as_ref().is_some_and(|g| !g.solved)).cloned().collect();
    let clusters = if hard.is_empty() {
        found.known = vec!["naked and hidden singles".to_string()];
        found.notes.push(
            "the catalog explains every puzzle of this corpus: the miner was given singles only, and its shapes are \
             techniques that have names already"
                .to_string(),
        );
        mined(want, records, Known::Singles)?
    } else {
        found.known = vec!["the whole catalog".to_string()];
        mined(want, &hard, Known::These(all))?
    };
    let s = clusters.summary;
    found.mined = (records.len() as u64, s.solved + s.stuck);
    for (i, cluster) in clusters.ranked().into_iter().take(want.top).enumerate() {
        let page = page(want.genre, cluster, i + 1).map_err(Error::Bad)?;
        let proof: Vec<&str> = page.text.lines().skip(3).take_while(|l| l.starts_with("    ")).map(str::trim).collect();
        found.candidates.push(Candidate {
            rank: i as u64 + 1,
            shape: format!("{} ({})", cluster.shape.family, cluster.shape.form),
            puzzles: cluster.puzzles,
            seen: cluster.seen,
            unlocks: cluster.unlocks,
            words: proof.join("; ").replace(":;", ":"),
            puzzle: cluster.examples.first().map(|e| e.puzzle.clone()).unwrap_or_default(),
            svg: page.boards.into_iter().next().unwrap_or_default(),
        });
    }
    Ok(())
}

fn mined(want: &CycleOptions, records: &[Record], known: Known) -> Result<Clusters, Error> {
    let options = Options { known, examples: 1, ..Options::default() };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(want.threads)
        .build()
        .map_err(|e| Error::Usage(format!("{} threads: {e}", want.threads)))?;
    Ok(pool.install(|| clusters_of(want.genre, records, &options)))
}
