//! Does a puzzle have the tier asked for, and need what it shall need?

use crate::clue::adapter::view_of;
use crate::clue::genre::{ClueGenre, Clued};
use crate::clue::grade::needs_of;
use crate::{GenerateRequest, GradeInfo};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use tesuji_solver::grade::{self as grader, Grade, StandardGrader};
use tesuji_solver::{Board, Catalog, Phase, RuleKind, Store, Technique, TechniqueId, Tier};

/// What a request asks of the way to the solution.
pub(super) struct Target {
    tier: Option<Tier>,
    needs: Vec<Need>,
    /// All techniques but the ones that are not allowed.
    allowed: Catalog,
    /// Must the allowed techniques solve it?
    restricted: bool,
    /// The easiest tier that can fit.
    least: Tier,
    /// Are all singles allowed, and is what they solve below the target?
    singles_too_easy: bool,
}

/// A technique that must be needed, and what it must be needed beside.
struct Need {
    technique: Arc<dyn Technique>,
    /// Growing parts of the allowed techniques up to the ceiling, without this one; the last is all
    /// of them.
    stages: Vec<Catalog>,
}

/// What became of a puzzle.
pub(super) enum Judged {
    /// As asked.
    Fit(Box<GradeInfo>),
    /// Too easy.
    Easier { near: u32, hardness: u64, why: String },
    /// Too hard.
    Harder { near: u32, why: String },
}

impl Need {
    fn new(allowed: &Catalog, within: &Catalog, id: &TechniqueId) -> Option<Need> {
        let technique = allowed.list().iter().find(|t| t.id() == id)?;
        let others = within.without(std::slice::from_ref(id));
        let mut stages: Vec<Catalog> = Vec::new();
        let mut list: Vec<_> = others.list().iter().map(|t| (t.tier(), t.id().clone())).collect();
        list.sort_by_key(|(tier, _)| *tier);
        let last = list.last().map_or(Tier::Beginner, |l| l.0);
        let own = list.iter().filter(|l| l.0 == last).count();
        // A stage for each lower tier, three for the highest.
        let below = list.len() - own;
        let lower = (1..below).filter(|&n| list[n - 1].0 != list[n].0).chain([below]);
        let cuts: BTreeSet<usize> = lower.chain((1..=3).map(|k| below + own * k / 3)).collect();
        for cut in cuts.into_iter().filter(|&cut| cut > 0 || list.is_empty()) {
            let rest: Vec<TechniqueId> = list[cut..].iter().map(|l| l.1.clone()).collect();
            stages.push(others.without(&rest));
        }
        Some(Need { technique: Arc::clone(technique), stages })
    }

    /// The last stage at whose stall the technique finds something (from 1; 0 at none), and the run
    /// of the last stage.
    fn near(&self, start: &Store<'_>) -> Option<(u32, Grade)> {
        let mut at = start.clone();
        let (mut near, mut score) = (0, 0);
        for (i, stage) in self.stages.iter().enumerate() {
            let mut rest = run(&mut at, stage)?;
            score += rest.score;
            rest.score = score;
            let fires = || self.technique.find(&Board::new(&at), &mut |_| ControlFlow::Break(())).is_break();
            if !rest.solved && fires() {
                near = i as u32 + 1;
            }
            if rest.solved || i + 1 == self.stages.len() {
                return Some((near, rest));
            }
        }
        None
    }
}

impl Target {
    pub(super) fn new(catalog: &Catalog, want: &GenerateRequest, easiest: Tier) -> Self {
        let tiers = want.needs.iter().filter_map(|id| Some(catalog.get(id)?.tier()));
        let least = tiers.chain(want.tier).max().unwrap_or(Tier::Beginner).max(easiest);
        let allowed = want.allowed(catalog);
        // What is needed is needed under the tier asked for, else under its own: lower tiers stall
        // without it.
        let within = allowed.up_to(want.tier.unwrap_or(least));
        let needs = want.needs.iter().filter_map(|id| Need::new(&allowed, &within, id));
        Target {
            tier: want.tier,
            needs: needs.collect(),
            allowed,
            restricted: !want.without.is_empty(),
            least,
            singles_too_easy: least > Tier::Easy
                && want.without.iter().all(|id| catalog.get(id).is_some_and(|t| t.phase() == Phase::Pattern)),
        }
    }

    /// How near a puzzle is in which every technique that must be needed finds something where all
    /// others stall.
    pub(super) fn nearest(&self) -> u32 {
        self.needs.iter().map(|need| need.stages.len() as u32).sum()
    }

    /// Is any puzzle with one solution as asked?
    pub(super) fn is_any(&self) -> bool {
        self.tier.is_none() && self.needs.is_empty() && !self.restricted
    }

    /// Judges a puzzle with one solution.
    pub(super) fn judge<G: ClueGenre>(&self, genre: &G, puzzle: &Clued<G>) -> Judged {
        let (layout, view) = match view_of(genre, puzzle) {
            Ok(view) => view,
            Err(bad) => return Judged::Harder { near: 0, why: bad.what },
        };
        // Singles alone are found fastest by the engine.
        let network = &layout.network;
        let only_singles = network.rule_ids().all(|id| network.rule(id).kind() == RuleKind::AllDifferent);
        if self.singles_too_easy && only_singles {
            let solved = layout.engine().propagate(&view.domains).is_ok_and(|d| d.iter().all(|d| d.is_single()));
            if solved {
                return Judged::Easier { near: 0, hardness: 0, why: "singles solve it".to_string() };
            }
        }
        let start = match view.store(None) {
            Ok(start) => start,
            Err(bad) => return Judged::Harder { near: 0, why: bad.what },
        };
        self.look(&start).unwrap_or_else(|| Judged::Harder { near: 0, why: "no solution".to_string() })
    }

    fn look(&self, start: &Store<'_>) -> Option<Judged> {
        let ceiling = self.tier.unwrap_or(self.least);
        let bounded = self.tier.is_some() || !self.needs.is_empty();
        let within = if bounded { self.allowed.up_to(ceiling) } else { self.allowed.clone() };
        let mut near = 0;
        for need in &self.needs {
            let id = need.technique.id();
            let (nearer, rest) = need.near(start)?;
            near += nearer;
            if rest.solved {
                return Some(Judged::Easier { near, hardness: rest.score.into(), why: format!("{id} not needed") });
            }
            // Where the others stall, it must have something to say.
            if nearer < need.stages.len() as u32 {
                let why = "stalls where the technique finds nothing".to_string();
                return Some(Judged::Harder { near, why });
            }
        }
        let easier = |g: &Grade, why: String| Some(Judged::Easier { near, hardness: u64::from(g.score), why });
        let harder = |why: &str| Some(Judged::Harder { near, why: why.to_string() });
        let lower = Tier::ALL.iter().rev().find(|&&t| t < ceiling).filter(|_| self.tier.is_some());
        if let Some(&lower) = lower {
            let below = run(&mut start.clone(), &self.allowed.up_to(lower))?;
            if below.solved {
                return easier(&below, format!("tier {}", below.tier.name()));
            }
        }
        if ceiling == Tier::Master && self.needs.is_empty() && self.tier.is_some() {
            let all = run(&mut start.clone(), &self.allowed)?;
            // Beyond the whole catalog, but not beyond what is left of it where some is not
            // allowed.
            if self.restricted && !all.solved {
                return harder("beyond the techniques allowed");
            }
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
            let found = grader::needs(start, &self.allowed, Some(ceiling), &steps()).ok()?;
            if found.limit.is_some() {
                return harder("too many steps to tell what is needed");
            }
            let missing = self.needs.iter().map(|need| need.technique.id());
            if let Some(id) = missing.clone().find(|id| !found.needs.iter().any(|(n, _)| n == *id)) {
                return easier(&grade, format!("{id} not needed"));
            }
            info.needs = Some(needs_of(&found, start));
        }
        Some(Judged::Fit(Box::new(info)))
    }
}

/// Steps of one grading at most; a 25×25 grid has some 10,000 candidates.
const STEPS: u64 = 20_000;

fn steps() -> tesuji_solver::Limits {
    tesuji_solver::Limits::default().with_nodes(STEPS)
}

fn run(at: &mut Store<'_>, catalog: &Catalog) -> Option<Grade> {
    StandardGrader::new(catalog).with_limits(steps()).grade(at).ok()
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
