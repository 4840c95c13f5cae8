//! Does a puzzle have the tier asked for, and need what it shall need?

use crate::clue::adapter::view_of;
use crate::clue::genre::{ClueGenre, Clued};
use crate::clue::grade::needs_of;
use crate::{GenerateRequest, GradeInfo};
use tesuji_solver::grade::{self as grader, Grade, StandardGrader};
use tesuji_solver::{Catalog, Store, TechniqueId, Tier};

/// What a request asks of the way to the solution.
pub(super) struct Target {
    tier: Option<Tier>,
    needs: Vec<TechniqueId>,
    /// All techniques but the ones that are not allowed.
    allowed: Catalog,
    /// Must the allowed techniques solve it?
    restricted: bool,
    /// The easiest tier that can fit: what singles solve is below it, if it is above `Easy`.
    least: Tier,
}

/// What became of a puzzle.
pub(super) enum Judged {
    /// As asked.
    Fit(Box<GradeInfo>),
    /// Too easy; how hard it was.
    Easier(u64, String),
    /// Too hard.
    Harder(String),
}

impl Target {
    pub(super) fn new(catalog: &Catalog, want: &GenerateRequest) -> Self {
        let tiers = want.needs.iter().filter_map(|id| Some(catalog.get(id)?.tier()));
        let least = tiers.chain(want.tier).max().unwrap_or(Tier::Beginner);
        Target {
            tier: want.tier,
            needs: want.needs.clone(),
            allowed: catalog.without(&want.without),
            restricted: !want.without.is_empty(),
            least,
        }
    }

    /// Is any puzzle with one solution as asked?
    pub(super) fn is_any(&self) -> bool {
        self.tier.is_none() && self.needs.is_empty() && !self.restricted
    }

    /// Judges a puzzle with one solution.
    pub(super) fn judge<G: ClueGenre>(&self, genre: &G, puzzle: &Clued<G>) -> Judged {
        let (layout, view) = match view_of(genre, puzzle) {
            Ok(view) => view,
            Err(bad) => return Judged::Harder(bad.what),
        };
        // Singles alone are found fastest by the engine.
        if self.least > Tier::Easy {
            let solved = layout.engine().propagate(&view.domains).is_ok_and(|d| d.iter().all(|d| d.is_single()));
            if solved {
                return Judged::Easier(0, "singles solve it".to_string());
            }
        }
        let start = match view.store(None) {
            Ok(start) => start,
            Err(bad) => return Judged::Harder(bad.what),
        };
        self.look(&start).unwrap_or_else(|| Judged::Harder("no solution".to_string()))
    }

    fn look(&self, start: &Store<'_>) -> Option<Judged> {
        let easier = |g: &Grade, why: String| Some(Judged::Easier(u64::from(g.score), why));
        // Without a needed technique, easier and equally easy ones must stall.
        for id in &self.needs {
            let tier = self.allowed.get(id)?.tier();
            let rest = run(start, &self.allowed.up_to(tier).without(std::slice::from_ref(id)))?;
            if rest.solved {
                return easier(&rest, format!("{id} not needed"));
            }
        }
        if let Some(tier) = self.tier {
            if let Some(&lower) = Tier::ALL.iter().rev().find(|&&t| t < tier) {
                let below = run(start, &self.allowed.up_to(lower))?;
                if below.solved {
                    return easier(&below, format!("tier {}", below.tier.name()));
                }
            }
        }
        let all = run(start, &self.allowed)?;
        let beyond = all.limit.is_some() || !all.solved;
        if self.tier == Some(Tier::Master) && self.needs.is_empty() {
            return Some(Judged::Fit(Box::new(info(&all))));
        }
        if beyond && !self.is_any() {
            return Some(Judged::Harder("beyond the techniques allowed".to_string()));
        }
        if let Some(tier) = self.tier.filter(|&t| all.tier > t) {
            let within = run(start, &self.allowed.up_to(tier))?;
            let why = if within.solved { "a harder technique comes first" } else { "harder tier" };
            return Some(Judged::Harder(why.to_string()));
        }
        if self.needs.is_empty() {
            let mut info = info(&all);
            info.ceiling = self.tier.map(|t| t.name().to_string());
            return Some(Judged::Fit(Box::new(info)));
        }
        let found = grader::needs(start, &self.allowed, self.tier).ok()?;
        for id in &self.needs {
            if !found.needs.iter().any(|(n, _)| n == id) {
                return Some(if found.solved && found.ceiling <= self.least {
                    Judged::Easier(u64::from(all.score), format!("{id} not needed"))
                } else {
                    Judged::Harder(format!("{id} not needed under {}", found.ceiling.name()))
                });
            }
        }
        let within = run(start, &self.allowed.up_to(found.ceiling))?;
        let mut info = info(&within);
        info.ceiling = Some(found.ceiling.name().to_string());
        info.needs = Some(needs_of(&found, start));
        Some(Judged::Fit(Box::new(info)))
    }
}

/// Steps of one grading at most; a 25×25 grid has some 10,000 candidates.
const STEPS: u64 = 20_000;

fn run(start: &Store<'_>, catalog: &Catalog) -> Option<Grade> {
    let limits = tesuji_solver::Limits::default().with_nodes(STEPS);
    StandardGrader::new(catalog).with_limits(limits).grade(&mut start.clone()).ok()
}

fn info(grade: &Grade) -> GradeInfo {
    GradeInfo {
        tier: grade.tier.name().to_string(),
        score: grade.score,
        solved: grade.solved,
        techniques: grade.counts.iter().map(|(id, &n)| (id.to_string(), n)).collect(),
        ..GradeInfo::default()
    }
}
