//! The cycle's stage of ideas: by what means puzzles of all genres are finished, and one idea that
//! several genres share, with its pictures.

use crate::cycle::CycleOptions;
use crate::findings::Findings;
use crate::html::{Cell, escape, table};
use crate::matrix::one_of_each_tier;
use crate::mining::pool;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_corpus::Error;
use tesuji_discovery::{Atlas, Coverage, Covered, Family, MinedPicture, covered, known_names, meaning};
use tesuji_genre::{Bad, Genre, Puzzle, Record, View};
use tesuji_solver::Limits;

/// An idea that several genres share.
#[derive(Clone, Debug, Serialize)]
pub struct SharedIdea {
    /// Its family: `truth[2]`.
    pub family: String,
    /// The family in a sentence.
    pub meaning: String,
    /// The genres in which it was found.
    pub genres: usize,
    /// Its pictures in some of them, those with a name in the literature first.
    pub pictures: Vec<IdeaPicture>,
}

/// An idea in one genre.
#[derive(Clone, Debug, Serialize)]
pub struct IdeaPicture {
    /// The genre.
    pub genre: String,
    /// Its names in the literature of the genre.
    pub names: Option<String>,
    /// An example in words.
    pub words: String,
    /// The picture as text.
    pub text: String,
    /// The picture (SVG).
    pub svg: String,
    /// A board in which it strikes (SVG).
    pub board: String,
}

/// Genres of which the page shows the idea.
const SHOWN: usize = 3;
/// Puzzles of the cycle's own genre, where it is the only one, and beside others.
const OWN: usize = 30;
const BESIDE: usize = 6;
/// Puzzles looked at in one turn of the threads.
const AT_ONCE: usize = 32;
/// Time for one puzzle at most.
const EACH: std::time::Duration = std::time::Duration::from_secs(2);

/// Looks at a puzzle of each tier of the genres; at the graded puzzles, where there is one genre.
pub(crate) fn ideas(
    want: &CycleOptions,
    graded: &[Record],
    limits: &Limits,
    found: &mut Findings,
) -> Result<(), Error> {
    let mut all: Vec<(&'static dyn Genre, Vec<Record>)> = Vec::new();
    for &genre in &want.others {
        all.push((genre, one_of_each_tier(genre, &want.genres)?));
    }
    let own = if all.is_empty() { OWN } else { BESIDE };
    all.push((want.genre, graded.iter().take(own).cloned().collect()));
    // The first puzzle of each genre, then the second one of each: where the time is up, each genre
    // had its turn.
    let most = all.iter().map(|(_, records)| records.len()).max().unwrap_or(0);
    let turn = |at: usize| all.iter().filter_map(move |(genre, records)| Some((*genre, records.get(at)?)));
    let puzzles: Vec<(&'static dyn Genre, &Record)> = (0..most).flat_map(turn).collect();
    let clock = limits.start();
    let look = |(genre, record): (&'static dyn Genre, &Record)| -> Result<Option<(Atlas, Coverage)>, Bad> {
        let puzzle = Puzzle::new(genre, record.size.clone(), record.puzzle.clone());
        let View::Clues(view) = genre.view(&puzzle)? else { return Ok(None) };
        let catalog = want.catalogs.of(genre);
        let (mut atlas, mut coverage) = (Atlas::default(), Coverage::default());
        if clock.expired().is_some() {
            coverage.add(Covered::Unfinished, &BTreeMap::new());
            return Ok(Some((atlas, coverage)));
        }
        let each = || Limits::default().with_time(EACH.min(clock.remaining()));
        let (reached, steps) = covered(&view, catalog, &each())?;
        coverage.add(reached, &steps);
        atlas.add(genre, (&puzzle, &view), catalog, &each())?;
        Ok(Some((atlas, coverage)))
    };
    let pool = pool(want)?;
    let mut atlas = Atlas::default();
    for some in puzzles.chunks(AT_ONCE) {
        let looks: Vec<_> = pool.install(|| some.par_iter().map(|one| look(*one)).collect());
        for (look, (genre, record)) in looks.into_iter().zip(some) {
            match look {
                Ok(None) => {}
                Ok(Some((ideas, coverage))) => {
                    atlas.merge(ideas);
                    found.coverage.entry(genre.name().to_string()).or_default().merge(&coverage);
                }
                Err(bad) => found.notes.push(format!("ideas: {} {}: {bad}", genre.name(), record.id)),
            }
        }
    }
    let cut: u64 = found.coverage.values().map(|c| c.unfinished).sum();
    if cut > 0 {
        found.notes.push(format!("ideas: {cut} puzzles were not looked at to the end: the time was up"));
    }
    let genres: Vec<&'static dyn Genre> = all.iter().map(|(genre, _)| *genre).collect();
    found.idea = shared(&atlas, &genres);
    Ok(())
}

/// The idea that is known by name in most of the genres, with pictures of three of them.
fn shared(atlas: &Atlas, genres: &[&'static dyn Genre]) -> Option<SharedIdea> {
    let worth = |family: &Family| {
        let of = atlas.genres_of(family);
        let named = known_names(family).iter().filter(|(genre, _)| of.contains(genre)).count();
        (named.min(SHOWN), of.len())
    };
    let family = atlas.families().max_by_key(|family| worth(family))?;
    let of = atlas.genres_of(family);
    let known: BTreeSet<&str> = known_names(family).iter().map(|(genre, _)| *genre).collect();
    let mut order: Vec<&&'static dyn Genre> = genres.iter().filter(|g| of.contains(g.name())).collect();
    order.sort_by_key(|g| (!known.contains(g.name()), g.name()));
    let picture = |genre: &&'static dyn Genre| {
        let mined = MinedPicture::of_family(atlas, *genre, family, 1).into_iter().next()?;
        Some(IdeaPicture {
            genre: genre.name().to_string(),
            names: mined.picture.known_name().map(str::to_string),
            words: format!("{}: {}", mined.first.technique, mined.first.words),
            text: mined.picture.to_string(),
            svg: mined.picture.svg(None),
            board: mined.board(*genre).ok()?,
        })
    };
    let pictures: Vec<IdeaPicture> = order.into_iter().filter_map(picture).take(SHOWN).collect();
    let idea = SharedIdea { family: family.to_string(), meaning: meaning(family), genres: of.len(), pictures };
    (!idea.pictures.is_empty()).then_some(idea)
}

/// The section of the report.
pub(crate) fn drawn(found: &Findings) -> String {
    let mut out = String::from(
        "<p>An idea is how the reasons of a step hang together, whatever the rules and places are. One that several \
         genres share is one technique under several names.</p>",
    );
    if let Some(idea) = &found.idea {
        out += &format!(
            "<h3>One idea in {} genres: <code>{}</code></h3><p>{} In the small drawings rules are violet, what is known \
             is blue, and a red ring is at what can't be.</p><div class=\"boards\">",
            idea.genres,
            escape(&idea.family),
            escape(&idea.meaning)
        );
        for p in &idea.pictures {
            let names = p.names.as_deref().map_or("no name known".to_string(), |n| format!("in the literature: {n}"));
            out += &format!(
                "<figure class=\"board\">{}{}<figcaption><b>{}</b> ({})<br>{}<details><summary>the picture as text\
                 </summary><pre>{}</pre></details></figcaption></figure>",
                p.svg,
                p.board,
                escape(&p.genre),
                escape(&names),
                escape(&p.words),
                escape(&p.text)
            );
        }
        out += "</div>";
    }
    let rows = found.coverage.iter().map(|(genre, c)| {
        let cells = [c.puzzles, c.named, c.counting, c.rounds, c.trial, c.beyond, c.unfinished];
        let explained = Cell::figure(c.explained(), 0);
        [Cell::text(genre)].into_iter().chain(cells.map(Cell::count)).chain([explained]).collect()
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    if rows.is_empty() {
        return out + "<p>No puzzle of a genre with rules was looked at.</p>";
    }
    let mut all = Coverage::default();
    found.coverage.values().for_each(|c| all.merge(c));
    let heads =
        ["genre", "puzzles", "patterns", "counting", "rounds", "trial", "beyond", "unfinished", "without trial, %"];
    out += &format!(
        "<h3>Coverage</h3><p>By what means the techniques finish a puzzle of each tier of each genre: {:.0}% without \
         trial. Means come in one after the other.</p>",
        all.explained()
    );
    out + &table(&heads, &rows)
        + "<p class=\"soft\">All ideas with their pictures: <code>tesuji discover atlas --out atlas.html</code>.</p>"
}
