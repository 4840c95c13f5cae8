//! A pack as an author would ship it: puzzles of every tier, of many sectors, no position twice.

use super::difficulty::{difficulty, may_be};
use super::judge::{interesting, judge};
use super::library::Library;
use super::packing::pack_puzzle;
use super::probe::Oracle;
use super::question::Question;
use super::sample::Source;
use crate::exchange::{Category, PackPuzzle};
use crate::variant::Variant;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_solver::{Clock, Stop, Tier};

/// The request of a series.
#[derive(Clone, Debug)]
pub struct SeriesRequest {
    /// The rule set.
    pub variant: &'static Variant,
    /// The categories, each with an equal part of the puzzles; the ones without tables make up for
    /// others that fall short.
    pub categories: Vec<Category>,
    /// Puzzles in all.
    pub count: u32,
    /// The seed.
    pub seed: u64,
    /// Positions drawn for each puzzle at most.
    pub draws: u64,
}

/// A category of a series.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct CategoryReport {
    /// The category.
    pub category: String,
    /// Puzzles asked for.
    pub wanted: u32,
    /// Puzzles made.
    pub made: u32,
    /// Positions drawn.
    pub drawn: u64,
    /// Puzzles by tier.
    pub tiers: BTreeMap<String, u32>,
    /// Puzzles by sector.
    pub sectors: BTreeMap<String, u32>,
}

/// A series, and what each category came to.
#[derive(Debug)]
pub struct Series {
    /// The puzzles, by category and rating.
    pub puzzles: Vec<PackPuzzle>,
    /// The categories.
    pub categories: Vec<CategoryReport>,
    /// Why it ended.
    pub stop: Stop,
}

/// The solver's turns at most, by tier: lengths that a person plays through.
const TURNS: [u32; 6] = [3, 4, 7, 10, 14, 18];
/// At most one part in `SHARE` of a category comes from one sector.
const SHARE: u32 = 10;
/// Captures asked for by `capturePieces`.
const CAPTURES: u8 = 2;
/// Positions that one judgement may look at.
const BUDGET: u64 = 40_000;

/// Makes a series. The same request gives the same puzzles, up to where the clock ends it.
pub fn series(want: &SeriesRequest, library: &Library, clock: &Clock) -> Series {
    let mut all = Series { puzzles: Vec::new(), categories: Vec::new(), stop: Stop::Enough };
    // Positions up to symmetry, without their category.
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let parts = want.categories.len().max(1) as u32;
    let mut order: Vec<(usize, u32)> = (0..want.categories.len())
        .map(|i| (i, want.count / parts + u32::from((i as u32) < want.count % parts)))
        .collect();
    // Categories without tables have puzzles enough: they make up for the others.
    let is_read = |i: usize| matches!(want.categories[i], Category::FormMill | Category::CapturePieces);
    order.sort_by_key(|&(i, _)| is_read(i));
    let (mut missing, mut left) = (0, order.iter().filter(|&&(i, _)| is_read(i)).count() as u32);
    let mut made: Vec<Option<Making>> = want.categories.iter().map(|_| None).collect();
    for (i, wanted) in order {
        let mut more = 0;
        if is_read(i) {
            more = missing / left.max(1);
            (missing, left) = (missing - more, left - 1);
        }
        let mut making = Making::new(want, want.categories[i], wanted + more, library);
        while making.is_open(want) && all.stop == Stop::Enough {
            if let Some(stop) = making.report.drawn.is_multiple_of(16).then(|| clock.expired()).flatten() {
                all.stop = stop;
                break;
            }
            making.draw(library, &mut seen);
        }
        missing += making.report.wanted - making.report.made;
        made[i] = Some(making);
    }
    if missing > 0 && all.stop == Stop::Enough {
        all.stop = Stop::Nodes;
    }
    for mut making in made.into_iter().flatten() {
        making.puzzles.sort_by_key(|p| (p.rating, p.id.clone()));
        all.puzzles.extend(making.puzzles);
        all.categories.push(making.report);
    }
    all
}

/// A category under way.
struct Making {
    source: Source,
    rng: ChaCha8Rng,
    /// Puzzles of each tier at most, and of each sector.
    of_tier: u32,
    of_sector: u32,
    /// Draws after which a tier may take half of its number again.
    patience: u64,
    puzzles: Vec<PackPuzzle>,
    report: CategoryReport,
}

impl Making {
    fn new(want: &SeriesRequest, category: Category, wanted: u32, library: &Library) -> Making {
        let captures = if category == Category::CapturePieces { CAPTURES } else { 1 };
        Making {
            source: Source::new(want.variant, category, captures, library, None, u32::from(want.variant.rules.men)),
            rng: ChaCha8Rng::seed_from_u64(want.seed ^ ((category as u64 + 1) << 32)),
            of_tier: wanted.div_ceil(Tier::ALL.len() as u32),
            of_sector: (wanted / SHARE).max(1),
            patience: want.draws * u64::from(wanted) / 2,
            puzzles: Vec::new(),
            report: CategoryReport { category: category.name().into(), wanted, ..CategoryReport::default() },
        }
    }

    /// Are puzzles missing, and draws left?
    fn is_open(&self, want: &SeriesRequest) -> bool {
        let CategoryReport { made, wanted, drawn, .. } = self.report;
        made < wanted && drawn < want.draws * u64::from(wanted) && !self.source.sectors.is_empty()
    }

    /// Has the tier room?
    fn has_room(&self, tier: Tier) -> bool {
        let most =
            if self.report.drawn > self.patience { self.of_tier + self.of_tier.div_ceil(2) } else { self.of_tier };
        self.report.tiers.get(tier.name()).copied().unwrap_or(0) < most
    }

    /// Draws a position, and keeps it if it is a puzzle that the series lacks.
    fn draw(&mut self, library: &Library, seen: &mut BTreeSet<String>) {
        self.report.drawn += 1;
        let Some(question) = self.source.draw(&mut self.rng) else { return };
        let position = Question { category: Category::FindBestMove, captures: 1, ..question.least() }.to_string();
        if seen.contains(&position) {
            return;
        }
        let mut oracle: Oracle<'_> = library.oracle(BUDGET);
        let Ok(judged) = judge(&question, &mut oracle) else { return };
        let open = |tier: &Tier| self.has_room(*tier) && judged.n <= TURNS[*tier as usize];
        if !interesting(&judged) || !Tier::ALL.iter().any(|t| open(t) && may_be(&judged, &question, *t)) {
            return;
        }
        let difficulty = difficulty(&library.kernel(), &question, &judged);
        if !open(&difficulty.tier) {
            return;
        }
        let puzzle = pack_puzzle(&question, &judged, &difficulty, &mut oracle);
        seen.insert(position);
        let (own, enemy) = (question.state.own_total(), question.state.enemy_total());
        let here = self.report.sectors.entry(format!("{own}-{enemy}")).or_default();
        *here += 1;
        if *here >= self.of_sector {
            self.source.sectors.retain(|&sector| sector != (own, enemy));
        }
        *self.report.tiers.entry(difficulty.tier.name().into()).or_default() += 1;
        self.report.made += 1;
        self.puzzles.push(puzzle);
    }
}
