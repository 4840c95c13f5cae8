//! Does a puzzle have the tier asked for, and need what it shall need?

use crate::clue::grade::needs_of;
use crate::clue::layout::Layout;
use crate::{ClueView, GenerateRequest, GradeInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use tesuji_solver::grade::{self as grader, Reach, StandardGrader, Swept, Tally};
use tesuji_solver::techniques::steps::LastValue;
use tesuji_solver::{
    Board, Catalog, Clock, Domain, Limits, Phase, RuleKind, Store, Technique, TechniqueId, Tier, Value, VarSet,
};

/// What a request asks of the way to the solution.
pub(super) struct Target {
    pub(super) tier: Option<Tier>,
    needs: Vec<Need>,
    /// All techniques but the ones that are not allowed.
    pub(super) allowed: Catalog,
    /// Must the allowed techniques solve it?
    pub(super) restricted: bool,
    /// The easiest tier that can fit.
    least: Tier,
    /// Are all singles allowed, and is what they solve below the target?
    singles_too_easy: bool,
    /// Look first at how far techniques get that write down all they find at once?
    in_rounds: bool,
}

/// A run of techniques: as a grade, without what a generator does not ask for.
pub(super) struct Run {
    pub(super) solved: bool,
    /// The hardest tier used; master when the techniques stall.
    pub(super) tier: Tier,
    pub(super) score: u32,
    pub(super) counts: BTreeMap<TechniqueId, u32>,
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

impl Run {
    /// A run as a sweep reports it; one that stalled counts as master.
    pub(super) fn of(swept: Swept) -> Run {
        let Swept { solved, tier, score, counts } = swept;
        Run { solved, tier: if solved { tier } else { Tier::Master }, score, counts }
    }
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
    fn near(&self, start: &Store<'_>, clock: &Clock) -> Option<(u32, Run)> {
        let mut at = start.clone();
        let (mut near, mut score) = (0, 0);
        for (i, stage) in self.stages.iter().enumerate() {
            let mut rest = run(&mut at, stage, clock)?;
            score += rest.score;
            rest.score = score;
            let is_last = i + 1 == self.stages.len();
            let fires = || self.technique.find(&Board::new(&at), &mut |_| ControlFlow::Break(())).is_break();
            if !rest.solved && (is_last || !self.technique.row().is_slow) && fires() {
                near = i as u32 + 1;
            }
            if rest.solved || is_last {
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
            in_rounds: catalog.list().iter().any(|t| t.parted().is_some() && t.row().reads.is_empty()),
        }
    }

    /// Judges a puzzle by a run, step by step, with the techniques up to the tier `within`. Returns
    /// `None` if that run alone does not decide.
    pub(super) fn judge_run(&self, run: &Run, within: Tier) -> Option<Judged> {
        if !self.needs.is_empty() {
            return None;
        }
        if !run.solved {
            return self.ceiling().map(|_| Judged::Harder { near: 0, why: "harder tier".to_string() });
        }
        let mut info = info(run);
        match self.ceiling() {
            Some(tier) if run.tier < tier => {
                let why = format!("tier {}", run.tier.name());
                return Some(Judged::Easier { near: 0, hardness: run.score.into(), why });
            }
            Some(tier) => {
                if self.tier.is_some() && !self.is_told_by(run, tier) {
                    return None;
                }
                info.ceiling = Some(tier.name().to_string());
            }
            None if !self.is_same_for_all(run, within) => return None,
            None => {}
        }
        Some(Judged::Fit(Box::new(info)))
    }

    /// The tier that a target up to easy asks for: its puzzles fall to what rules say one by one.
    pub(super) fn is_easy(&self) -> bool {
        self.in_rounds && self.needs.is_empty() && self.tier.is_some_and(|tier| tier <= Tier::Easy)
    }

    /// Does a run that solved with techniques up to `ceiling` tell that those below it stall, and
    /// that the whole catalog does the same steps? It does where techniques are asked in order of
    /// tiers.
    pub(super) fn is_told_by(&self, run: &Run, ceiling: Tier) -> bool {
        let list = self.allowed.list();
        let phase = |phase| list.iter().filter(move |t| t.phase() == phase);
        let order: Vec<_> = phase(Phase::Propagation).chain(phase(Phase::Pattern)).collect();
        let used: Vec<usize> = (0..order.len()).filter(|&i| run.counts.contains_key(order[i].id())).collect();
        let (Some(&last), Some(&first)) = (used.last(), used.iter().find(|&&i| order[i].tier() == ceiling)) else {
            return false;
        };
        order[..last].iter().all(|t| t.tier() <= ceiling) && order[first..].iter().all(|t| t.tier() >= ceiling)
    }

    /// Does a run with techniques up to `ceiling` tell that the whole catalog does the same steps?
    /// It does where no harder technique stands before one that was used.
    pub(super) fn is_same_for_all(&self, run: &Run, ceiling: Tier) -> bool {
        let list = self.allowed.list();
        let phase = |phase| list.iter().filter(move |t| t.phase() == phase);
        let order: Vec<_> = phase(Phase::Propagation).chain(phase(Phase::Pattern)).collect();
        let last = order.iter().rposition(|t| run.counts.contains_key(t.id())).unwrap_or(0);
        order[..last].iter().all(|t| t.tier() <= ceiling)
    }

    /// What a look in rounds tells of a puzzle that does not fit.
    fn look_in_rounds(&self, start: &Store<'_>, within: &Catalog, tier: Tier, clock: &Clock) -> Option<Judged> {
        let reach = |catalog: &Catalog| -> Option<Reach> {
            StandardGrader::new(catalog).with_limits(steps(clock)).reach(&mut start.clone()).ok()
        };
        let techniques = if tier == Tier::Master { reach(&self.allowed)? } else { reach(within)? };
        let hardness = u64::from(techniques.score);
        let easier = |tier: Tier| Judged::Easier { near: 0, hardness, why: format!("tier {}", tier.name()) };
        match techniques.solved {
            true if techniques.tier < tier => Some(easier(techniques.tier)),
            false if tier != Tier::Master => Some(Judged::Harder { near: 0, why: "harder tier".to_string() }),
            _ => None,
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

    /// Are clues taken away as long as the techniques of the tier solve the puzzle? For any puzzle:
    /// as long as those up to medium do, where they solve it with all clues.
    pub(super) fn is_laddered(&self) -> bool {
        self.is_silent() && !self.restricted && self.ceiling().is_none_or(|tier| tier <= Tier::Medium)
    }

    /// The tier asked for, else that of the techniques which must be needed.
    pub(super) fn ceiling(&self) -> Option<Tier> {
        self.tier.or((!self.needs.is_empty()).then_some(self.least))
    }

    /// The allowed techniques without each of those that must be needed.
    pub(super) fn lacking(&self) -> impl Iterator<Item = (&TechniqueId, Catalog)> {
        let without = |id: &TechniqueId| self.allowed.without(std::slice::from_ref(id));
        self.needs.iter().map(move |need| (need.technique.id(), without(need.technique.id())))
    }

    /// The lowest tier of the techniques.
    pub(super) fn lowest_used(&self) -> Tier {
        let own = self.allowed.list().iter().filter(|t| t.id().as_str() != LastValue::ID);
        own.map(|t| t.tier()).min().unwrap_or(Tier::Beginner)
    }

    /// Is a puzzle judged by what techniques without words find, if they have that form? Where hard
    /// techniques must be needed, how near a puzzle comes to that leads to one.
    pub(super) fn is_silent(&self) -> bool {
        let is_led = !self.needs.is_empty() && self.ceiling() > Some(Tier::Medium);
        self.in_rounds && !is_led
    }

    /// Judges a puzzle with this one solution. What is said when the time is up is no answer.
    pub(super) fn judge(
        &self,
        layout: &Layout,
        (domains, given): (Vec<Domain>, VarSet),
        solution: &[Value],
        clock: &Clock,
    ) -> Judged {
        let (network, names) = (Arc::clone(&layout.network), Arc::clone(&layout.names));
        let view = ClueView { network, domains, given, names };
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
            Ok(start) => start.with_solution(solution),
            Err(bad) => return Judged::Harder { near: 0, why: bad.what },
        };
        self.look(&start, clock).unwrap_or_else(|| Judged::Harder { near: 0, why: "no solution".to_string() })
    }

    fn look(&self, start: &Store<'_>, clock: &Clock) -> Option<Judged> {
        let ceiling = self.tier.unwrap_or(self.least);
        let bounded = self.tier.is_some() || !self.needs.is_empty();
        let within = if bounded { self.allowed.up_to(ceiling) } else { self.allowed.clone() };
        let mut near = 0;
        for need in &self.needs {
            let id = need.technique.id();
            let (nearer, rest) = need.near(start, clock)?;
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
        if let (Some(tier), true, true) = (self.tier, self.in_rounds, self.needs.is_empty())
            && let Some(judged) = self.look_in_rounds(start, &within, tier, clock)
        {
            return Some(judged);
        }
        let easier = |g: &Run, why: String| Some(Judged::Easier { near, hardness: u64::from(g.score), why });
        let harder = |why: &str| Some(Judged::Harder { near, why: why.to_string() });
        let below = || {
            let lower = Tier::ALL.iter().rev().find(|&&t| t < ceiling).filter(|_| self.tier.is_some())?;
            run(&mut start.clone(), &self.allowed.up_to(*lower), clock).filter(|below| below.solved)
        };
        if ceiling == Tier::Master && self.needs.is_empty() && self.tier.is_some() {
            let all = run(&mut start.clone(), &self.allowed, clock)?;
            if let Some(below) = all.solved.then(below).flatten() {
                return easier(&below, format!("tier {}", below.tier.name()));
            }
            // Beyond the whole catalog, but not beyond what is left of it where some is not
            // allowed.
            if self.restricted && !all.solved {
                return harder("beyond the techniques allowed");
            }
            return Some(Judged::Fit(Box::new(info(&all))));
        }
        if !self.in_rounds
            && let Some(below) = below()
        {
            return easier(&below, format!("tier {}", below.tier.name()));
        }
        let grade = run(&mut start.clone(), &within, clock)?;
        if !grade.solved && (bounded || self.restricted) {
            return harder(if bounded { "harder tier" } else { "beyond the techniques allowed" });
        }
        if let Some(tier) = self.tier.filter(|&tier| !self.is_told_by(&grade, tier)) {
            if self.in_rounds
                && let Some(below) = below()
            {
                return easier(&below, format!("tier {}", below.tier.name()));
            }
            // The whole catalog goes by its order, not by tier: it must come out at the same tier.
            if grade.tier != tier || run(&mut start.clone(), &self.allowed, clock)?.tier != tier {
                return harder("a harder technique comes first");
            }
        }
        let mut info = info(&grade);
        if bounded {
            info.ceiling = Some(ceiling.name().to_string());
        }
        self.with_needs(start, info, clock)
    }

    /// The verdict on a puzzle that is as asked but for what it needs, which is found out here.
    pub(super) fn with_needs(&self, start: &Store<'_>, mut info: GradeInfo, clock: &Clock) -> Option<Judged> {
        if self.needs.is_empty() {
            return Some(Judged::Fit(Box::new(info)));
        }
        let found = grader::needs(start, &self.allowed, self.ceiling(), &steps(clock)).ok()?;
        if found.limit.is_some() {
            let why = "too many steps to tell what is needed".to_string();
            return Some(Judged::Harder { near: self.nearest(), why });
        }
        let mut missing = self.needs.iter().map(|need| need.technique.id());
        if let Some(id) = missing.find(|id| !found.needs.iter().any(|(n, _)| n == *id)) {
            let why = format!("{id} not needed");
            return Some(Judged::Easier { near: self.nearest(), hardness: info.points.unwrap_or(0).into(), why });
        }
        info.needs = Some(needs_of(&found, start));
        Some(Judged::Fit(Box::new(info)))
    }
}

/// Steps of one grading at most; a 25×25 grid has some 10,000 candidates.
pub(super) const STEPS: u64 = 20_000;

fn steps(clock: &Clock) -> Limits {
    Limits::default().with_nodes(STEPS).with_time(clock.remaining())
}

fn run(at: &mut Store<'_>, catalog: &Catalog, clock: &Clock) -> Option<Run> {
    let tally = StandardGrader::new(catalog).with_limits(steps(clock)).tally(at).ok()?;
    let Tally { solved, tier, score, counts, .. } = tally;
    Some(Run::of(Swept { solved, tier, score, counts }))
}

/// The grade of the standard grader, as far as a generator asks for it.
pub(super) fn graded(mut start: Store<'_>, catalog: &Catalog, clock: &Clock) -> Option<GradeInfo> {
    run(&mut start, catalog, clock).map(|run| info(&run))
}

pub(super) fn info(run: &Run) -> GradeInfo {
    GradeInfo {
        tier: run.tier.name().to_string(),
        points: Some(run.score),
        solved: run.solved,
        techniques: run.counts.iter().map(|(id, &n)| (id.to_string(), n)).collect(),
        ..GradeInfo::default()
    }
}
