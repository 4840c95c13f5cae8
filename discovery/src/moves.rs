//! Moves: what looks alike around the key moves of solved positions.
//!
//! Where puzzles are positions to be read, there is no network to stall. Their solutions say of
//! each first move whether it is right, and the reader has proved it (what a record says is taken
//! at its word: its solution, and the techniques of its grade). So views of what lies around a move
//! ([`FirstMove::shapes`]) are counted where it is right and where it is wrong; those that tell the
//! two apart are candidates. They are looked for in one half of the puzzles and checked in the
//! other, which took no part in the search. Puzzles whose solution the catalog's motifs describe
//! are left out, as long as there are others.

use crate::page::Page;
use crate::refused::Refused;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::{Bad, FirstMove, Genre, Marks, Medium, Puzzle, Record, View, record_id};
use tesuji_solver::{Literal, Phase, TechniqueId};

/// Right moves that a candidate has at least, in the half that is mined, and in the other one if it
/// holds there.
const LEAST: u64 = 4;
/// Chi squared (one degree of freedom) that a candidate has at least there. As only views count
/// that are right more often, that is one view in two thousand by chance, were there many places,
/// and all independent; they are neither, so it is a rule for choosing and no error rate.
const MINED: f64 = 10.83;
/// The same in the half that is kept apart, in what the candidates before it leave there: one in
/// forty.
const CHECKED: f64 = 3.84;
/// Examples that are shown of a candidate.
const EXAMPLES: usize = 3;

/// What was gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MoveSummary {
    /// Puzzles read.
    pub puzzles: u64,
    /// Of those: no puzzle of the genre.
    pub bad: u64,
    /// Of those: no solution with moves that are told apart, so nothing to count.
    pub untold: u64,
    /// Of those: no grade, so that nothing is known to describe them.
    pub ungraded: u64,
}

/// The first moves of puzzles. Merging is commutative and associative (over different puzzles).
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// What was gone through.
    pub summary: MoveSummary,
    /// Why some of the records were [bad](MoveSummary::bad).
    pub refused: Refused,
    /// Puzzles by the id of their least image, so that none stands in both halves, be it mirrored.
    puzzles: BTreeMap<String, Judged>,
}

/// A puzzle with its first moves.
#[derive(Clone, Debug)]
struct Judged {
    id: String,
    puzzle: String,
    size: String,
    is_known: bool,
    moves: Vec<FirstMove>,
}

/// Places where a move is right, and where it is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Places {
    /// Right.
    pub right: u64,
    /// Wrong.
    pub wrong: u64,
}

impl Places {
    fn of<'a>(moves: impl Iterator<Item = &'a FirstMove>) -> Places {
        moves.fold(Places::default(), |mut all, m| {
            all.count(m.is_right);
            all
        })
    }

    fn count(&mut self, is_right: bool) {
        *(if is_right { &mut self.right } else { &mut self.wrong }) += 1;
    }

    /// All of them.
    #[must_use]
    pub fn all(self) -> u64 {
        self.right + self.wrong
    }

    /// Chi squared of the fourfold table of these places within `all`; zero where these are not
    /// right more often.
    fn above(self, all: Places) -> f64 {
        let rest = Places { right: all.right - self.right, wrong: all.wrong - self.wrong };
        let [a, b, c, d] = [self.right, self.wrong, rest.right, rest.wrong].map(|n| n as f64);
        let margins = (a + b) * (c + d) * (a + c) * (b + d);
        let skew = a * d - b * c;
        if skew <= 0.0 || margins == 0.0 { 0.0 } else { (a + b + c + d) * skew * skew / margins }
    }
}

/// A view in which moves are right more often than elsewhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveCandidate {
    /// The view.
    pub shape: String,
    /// Where it occurs in the half that was mined, and all places of that half.
    pub mined: [Places; 2],
    /// The same in the half that was kept apart.
    pub checked: [Places; 2],
    /// Is it right more often there, too?
    pub holds: bool,
    /// A few puzzles where it is right, one example each.
    pub examples: Vec<MoveExample>,
}

/// A puzzle with a key move of some view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveExample {
    /// Record id of the puzzle.
    pub id: String,
    /// The puzzle.
    pub puzzle: String,
    /// Its size.
    pub size: String,
    /// The move.
    pub name: String,
    /// The move as a mark.
    pub mark: Literal,
}

/// Is this puzzle a position to be read, which has no network?
#[must_use]
pub fn is_read(genre: &'static dyn Genre, record: &Record) -> bool {
    let puzzle = Puzzle::new(genre, record.size.clone(), record.puzzle.clone());
    matches!(genre.view(&puzzle), Ok(View::Reading))
}

/// The first moves of records that carry solutions, in parallel. `known`: a puzzle whose grade
/// names one of these is described already (`None`: all motifs of the catalog).
pub fn first_moves(genre: &'static dyn Genre, records: &[Record], known: Option<&[TechniqueId]>) -> Moves {
    let motifs = genre.catalog().list().iter().filter(|t| t.phase() == Phase::Pattern).map(|t| t.id().to_string());
    let known: Vec<String> = match known {
        Some(known) => known.iter().map(ToString::to_string).collect(),
        None => motifs.collect(),
    };
    records.par_iter().map(|record| visit(genre, record, &known)).reduce(Moves::default, Moves::merge)
}

fn visit(genre: &'static dyn Genre, record: &Record, known: &[String]) -> Moves {
    let mut into = Moves::default();
    into.summary.puzzles = 1;
    let puzzle = Puzzle::new(genre, record.size.clone(), record.puzzle.clone());
    let moves = match record.solution.as_ref().map(|solution| genre.first_moves(&puzzle, solution)) {
        Some(Err(bad)) => {
            into.summary.bad = 1;
            into.refused.add(record, &bad.to_string());
            return into;
        }
        Some(Ok(moves)) => moves,
        None => Vec::new(),
    };
    let all = Places::of(moves.iter());
    if all.right == 0 || all.wrong == 0 {
        into.summary.untold = 1;
        return into;
    }
    into.summary.ungraded = u64::from(record.grade.is_none());
    let fired = record.grade.as_ref().map(|g| &g.techniques);
    let is_known = fired.is_some_and(|fired| fired.keys().any(|id| known.contains(&id.to_string())));
    let (id, image) = (record.id.clone(), record_id(genre.name(), &genre.least_image(&puzzle)));
    let judged = Judged { id, puzzle: record.puzzle.clone(), size: record.size.clone(), is_known, moves };
    into.puzzles.insert(image, judged);
    into
}

/// Does a puzzle belong to the half that is kept apart?
fn is_apart(id: &str) -> bool {
    id.bytes().next_back().is_some_and(|last| last & 1 == 1)
}

impl Moves {
    /// Of both.
    #[must_use]
    pub fn merge(mut self, other: Moves) -> Moves {
        let (a, b) = (&mut self.summary, other.summary);
        (a.puzzles, a.bad) = (a.puzzles + b.puzzles, a.bad + b.bad);
        (a.untold, a.ungraded) = (a.untold + b.untold, a.ungraded + b.ungraded);
        self.refused.merge(other.refused);
        for (image, mut one) in other.puzzles {
            // Of images of one puzzle that one stays which has the least id; if one is known, all
            // are.
            let own = self.puzzles.remove(&image);
            let is_known = one.is_known || own.as_ref().is_some_and(|own| own.is_known);
            if let Some(own) = own.filter(|own| own.id <= one.id) {
                one = own;
            }
            self.puzzles.insert(image, Judged { is_known, ..one });
        }
        self
    }

    /// Puzzles that are images of others, and count once.
    #[must_use]
    pub fn twice(&self) -> u64 {
        let s = self.summary;
        s.puzzles - s.bad - s.untold - self.puzzles.len() as u64
    }

    /// Puzzles whose solutions are described by what is known.
    #[must_use]
    pub fn known(&self) -> u64 {
        self.puzzles.values().filter(|p| p.is_known).count() as u64
    }

    /// Is there nothing to count?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Does what is known describe every puzzle? Then all of them are mined.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.puzzles.values().all(|p| p.is_known)
    }

    /// The puzzles that are mined.
    #[must_use]
    pub fn mined(&self) -> u64 {
        self.of_interest().count() as u64
    }

    fn of_interest(&self) -> impl Iterator<Item = (&String, &Judged)> {
        let all = self.is_known();
        self.puzzles.iter().filter(move |(_, p)| all || !p.is_known)
    }

    /// The views that tell right moves from wrong ones best, each in what the ones before leave: at
    /// most `top`.
    #[must_use]
    pub fn candidates(&self, top: usize) -> Vec<MoveCandidate> {
        let half = |apart: bool| -> Vec<&FirstMove> {
            self.of_interest().filter(|(id, _)| is_apart(id) == apart).flat_map(|(_, p)| &p.moves).collect()
        };
        let (mined, checked) = (half(false), half(true));
        let places = |half: &[&FirstMove], shape: &String| {
            [Places::of(half.iter().copied().filter(|m| m.shapes.contains(shape))), Places::of(half.iter().copied())]
        };
        let (mut left, mut left_apart, mut found) = (mined.clone(), checked.clone(), Vec::new());
        while found.len() < top
            && let Some(shape) = best(&left)
        {
            // By its own merit, not by that of a view before it.
            let [own, rest] = places(&left_apart, &shape);
            let holds = own.right >= LEAST && own.above(rest) >= CHECKED;
            for half in [&mut left, &mut left_apart] {
                half.retain(|m| !m.shapes.contains(&shape));
            }
            let (mined, checked) = (places(&mined, &shape), places(&checked, &shape));
            found.push(MoveCandidate { examples: self.examples(&shape), shape, mined, checked, holds });
        }
        found
    }

    fn examples(&self, shape: &String) -> Vec<MoveExample> {
        let of = |(_, p): (&String, &Judged)| {
            let m = p.moves.iter().find(|m| m.is_right && m.shapes.contains(shape))?;
            let (puzzle, size) = (p.puzzle.clone(), p.size.clone());
            Some(MoveExample { id: p.id.clone(), puzzle, size, name: m.name.clone(), mark: m.mark })
        };
        self.of_interest().filter_map(of).take(EXAMPLES).collect()
    }
}

/// The view with the greatest chi squared among those that are good enough; the first by name of
/// equals.
fn best(moves: &[&FirstMove]) -> Option<String> {
    let all = Places::of(moves.iter().copied());
    let mut by_shape: BTreeMap<&String, Places> = BTreeMap::new();
    for m in moves {
        for shape in &m.shapes {
            by_shape.entry(shape).or_default().count(m.is_right);
        }
    }
    let mut best: Option<(f64, &String)> = None;
    for (shape, places) in by_shape {
        let above = places.above(all);
        if places.right >= LEAST && above >= MINED && best.is_none_or(|(most, _)| above > most) {
            best = Some((above, shape));
        }
    }
    best.map(|(_, shape)| shape.clone())
}

impl MoveCandidate {
    /// How often it is right, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let often = |[here, all]: [Places; 2]| {
            let share = |p: Places| if p.all() == 0 { 0.0 } else { 100.0 * p.right as f64 / p.all() as f64 };
            format!("right in {} of {} places (of all moves {:.0}%)", here.right, here.all(), share(all))
        };
        let holds = if self.holds { "it holds there" } else { "which does not show that it holds" };
        format!("{}; in the puzzles kept apart {}, {holds}", often(self.mined), often(self.checked))
    }
}

/// The page of a candidate at a rank (from 1).
///
/// # Errors
/// [`Bad`] when an example is no puzzle of the genre.
pub fn move_page(genre: &'static dyn Genre, candidate: &MoveCandidate, rank: usize) -> Result<Page, Bad> {
    let (what, view) = candidate.shape.split_once(": ").unwrap_or(("", &candidate.shape));
    let title = format!("Candidate {rank}: {what}");
    let mut text = format!("{title}\n");
    for row in view.trim_matches('|').split('|') {
        text.push_str(&format!("    {row}\n"));
    }
    text.push_str(&format!("  {}\n", candidate.words()));
    let mut boards = Vec::new();
    for (i, example) in (1..).zip(&candidate.examples) {
        text.push_str(&format!("  example {i}: {} in {}\n", example.name, example.puzzle));
        let puzzle = Puzzle::new(genre, example.size.clone(), example.puzzle.clone());
        let marks = Marks { placed: vec![example.mark], ..Marks::default() };
        boards.push(genre.draw(&puzzle, None, &marks, Medium::Svg)?);
    }
    Ok(Page { title, text, boards })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_solver::Var;

    fn first(n: usize, is_right: bool, shapes: &[&str]) -> FirstMove {
        let mark = Literal { var: Var(n as u32), value: 1 };
        FirstMove { name: format!("m{n}"), mark, is_right, shapes: shapes.iter().map(ToString::to_string).collect() }
    }

    /// Eighty puzzles of four moves. The right one looks like `planted` in nine of ten; everything
    /// looks like `common`.
    fn planted(share: usize) -> Moves {
        (0..80).fold(Moves::default(), |all, n| {
            let right = if n % 10 < share { "planted" } else { "odd" };
            let wrong = |k: usize| first(k, false, &["common", if k == 3 { "odd" } else { "plain" }]);
            let moves = vec![first(0, true, &["common", right]), wrong(1), wrong(2), wrong(3)];
            let id = format!("id{n}");
            let judged = Judged { id, puzzle: format!("p{n}"), size: "s".into(), is_known: n % 4 == 3, moves };
            let summary = MoveSummary { puzzles: 1, ..MoveSummary::default() };
            all.merge(Moves {
                summary,
                puzzles: [(format!("{:03}{}", n, n / 2 % 2), judged)].into(),
                ..Moves::default()
            })
        })
    }

    #[test]
    fn a_planted_view_is_found_and_checked_apart() {
        let moves = planted(9);
        assert_eq!((moves.mined(), moves.known(), moves.twice(), moves.is_known()), (60, 20, 0, false));
        let found = moves.candidates(5);
        assert_eq!(found.len(), 1, "{found:?}");
        let (view, words) = (&found[0], found[0].words());
        assert!(view.shape == "planted" && view.holds && view.examples.len() == EXAMPLES, "{view:?}");
        let places = |p: [Places; 2]| (p[0].right, p[0].wrong, p[1].right, p[1].wrong);
        // Counted by hand: n = 0 .. 79 without n % 4 == 3; the half is n / 2 % 2; planted unless n
        // % 10 == 9.
        assert_eq!((places(view.mined), places(view.checked)), ((36, 0, 40, 120), (20, 0, 20, 60)), "{words}");
        assert!(words.starts_with("right in 36 of 36 places (of all moves 25%)"), "{words}");
    }

    #[test]
    fn what_is_right_as_often_as_elsewhere_is_no_candidate() {
        assert_eq!(planted(0).candidates(5).iter().filter(|c| c.shape == "common" || c.shape == "plain").count(), 0);
        // Too few.
        let few = Moves { puzzles: planted(9).puzzles.into_iter().take(4).collect(), ..Moves::default() };
        assert_eq!(few.candidates(5), []);
        assert_eq!(Moves::default().candidates(5), []);
    }

    #[test]
    fn the_order_of_merging_makes_no_difference() {
        let all = planted(9);
        let parts: Vec<Moves> = all
            .puzzles
            .iter()
            .map(|(id, p)| Moves { puzzles: [(id.clone(), p.clone())].into(), ..Moves::default() })
            .collect();
        let back = parts.into_iter().rev().fold(Moves::default(), |all, one| one.merge(all));
        assert_eq!(back.candidates(9), all.candidates(9));
        // Images of one puzzle count once, and the same one of them is shown.
        let mut copy = all.clone();
        copy.puzzles.values_mut().for_each(|p| (p.id, p.puzzle) = (format!("jd{}", p.id), "copy".into()));
        let (one, two) = (all.clone().merge(copy.clone()), copy.merge(all.clone()));
        assert_eq!((one.twice(), two.twice(), one.mined()), (80, 80, all.mined()));
        assert!(one.candidates(9) == all.candidates(9) && two.candidates(9) == all.candidates(9));
        // The same record once graded and once not: it is known, in whatever order.
        let mut known = all.clone();
        known.puzzles.values_mut().for_each(|p| p.is_known = true);
        assert!(all.clone().merge(known.clone()).is_known() && known.merge(all).is_known());
    }

    /// By the textbook: 20 of 30 against 10 of 60 has chi squared 22.5.
    #[test]
    fn chi_squared_is_that_of_a_fourfold_table() {
        let above = Places { right: 20, wrong: 10 }.above(Places { right: 30, wrong: 60 });
        assert!((above - 22.5).abs() < 1e-9, "{above}");
        assert_eq!(Places { right: 1, wrong: 9 }.above(Places { right: 30, wrong: 60 }), 0.0);
        assert_eq!(Places { right: 3, wrong: 0 }.above(Places { right: 3, wrong: 0 }), 0.0);
    }
}
