//! Does a puzzle have the tier asked for, and need what it shall need?

use crate::clue::adapter::view_of;
use crate::clue::genre::{ClueGenre, Clued};
use crate::clue::grade::needs_of;
use crate::{GenerateRequest, GradeInfo};
use std::ops::ControlFlow;
use tesuji_solver::grade::{self as grader, Grade, StandardGrader};
use tesuji_solver::{Board, Catalog, Phase, RuleKind, Store, TechniqueId, Tier};

/// What a request asks of the way to the solution.
pub(super) struct Target {
    tier: Option<Tier>,
    needs: Vec<TechniqueId>,
    /// All techniques but the ones that are not allowed.
    allowed: Catalog,
    /// Must the allowed techniques solve it?
    restricted: bool,
    /// The easiest tier that can fit.
    least: Tier,
    /// Are all singles allowed, and is what they solve below the target?
    singles_too_easy: bool,
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
            singles_too_easy: least > Tier::Easy
                && want.without.iter().all(|id| catalog.get(id).is_some_and(|t| t.phase() == Phase::Pattern)),
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
        let network = &layout.network;
        let only_singles = network.rule_ids().all(|id| network.rule(id).kind() == RuleKind::AllDifferent);
        if self.singles_too_easy && only_singles {
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
        let harder = |why: &str| Some(Judged::Harder(why.to_string()));
        // What is needed is needed under the tier asked for, else under its own: lower tiers stall without it.
        let ceiling = self.tier.unwrap_or(self.least);
        let bounded = self.tier.is_some() || !self.needs.is_empty();
        let within = if bounded { self.allowed.up_to(ceiling) } else { self.allowed.clone() };
        for id in &self.needs {
            let technique = self.allowed.get(id)?;
            let mut at = start.clone();
            let rest = run(&mut at, &within.without(std::slice::from_ref(id)))?;
            if rest.solved {
                return easier(&rest, format!("{id} not needed"));
            }
            // Where the others stall, it must have something to say.
            let flow = technique.find(&Board::new(&at), &mut |_| ControlFlow::Break(()));
            if flow.is_continue() {
                return harder("stalls where the technique finds nothing");
            }
        }
        let lower = Tier::ALL.iter().rev().find(|&&t| t < ceiling).filter(|_| self.tier.is_some());
        if let Some(&lower) = lower {
            let below = run(&mut start.clone(), &self.allowed.up_to(lower))?;
            if below.solved {
                return easier(&below, format!("tier {}", below.tier.name()));
            }
        }
        if ceiling == Tier::Master && self.needs.is_empty() && self.tier.is_some() {
            let all = run(&mut start.clone(), &self.allowed)?;
            return Some(Judged::Fit(Box::new(info(&all))));
        }
        let grade = run(&mut start.clone(), &within)?;
        if !grade.solved && (bounded || self.restricted) {
            return harder(if bounded { "harder tier" } else { "beyond the techniques allowed" });
        }
        if let Some(tier) = self.tier {
            // The whole catalog goes by its order, not by tier: it must come out at the same tier.
            if grade.tier != tier || run(&mut start.clone(), &self.allowed)?.tier != tier {
                return harder("a harder technique comes first");
            }
        }
        let mut info = info(&grade);
        if bounded {
            info.ceiling = Some(ceiling.name().to_string());
        }
        if !self.needs.is_empty() {
            let found = grader::needs(start, &self.allowed, Some(ceiling)).ok()?;
            let missing = self.needs.iter().find(|id| !found.needs.iter().any(|(n, _)| n == *id));
            if let Some(id) = missing {
                return easier(&grade, format!("{id} not needed"));
            }
            info.needs = Some(needs_of(&found, start));
        }
        Some(Judged::Fit(Box::new(info)))
    }
}

/// Steps of one grading at most; a 25×25 grid has some 10,000 candidates.
const STEPS: u64 = 20_000;

fn run(at: &mut Store<'_>, catalog: &Catalog) -> Option<Grade> {
    let limits = tesuji_solver::Limits::default().with_nodes(STEPS);
    StandardGrader::new(catalog).with_limits(limits).grade(at).ok()
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
