//! A run of techniques on candidates as words.

use super::lines::LineMemo;
use super::plan::{MaskPlan, NONE, Site, Sites};
use super::rules::{Planes, RuleForm, Set, VarBit, count, each, join, meets, rank};
use super::trials::{History, PassedTrials, Trial};
use super::webs::Scratch;
use crate::grade::Swept;
use crate::techniques::steps::{
    JointRules, LineStep, MOST_AROUND, MOST_CHANGES, MOST_OPEN, Masked, RuleStep, RuleView,
};
use crate::{Clock, Domain, RuleId, Tier, Value, Var};

/// A plan of techniques on words, whatever the number of values and words.
pub trait Planned: Send + Sync + std::fmt::Debug {
    /// The candidates of variables before any step.
    fn domains(&self) -> &[Domain];

    /// A run. `solution` has the values of a solution, which no technique tries to refute, or is
    /// empty where none is known.
    fn run<'p>(&'p self, solution: &[Value], clock: &Clock) -> Box<dyn MaskedRun + 'p>;
}

/// A run on words, whatever the number of values and words. It takes the steps of a
/// [`Sweep`](crate::grade::Sweep).
pub trait MaskedRun {
    /// Starts anew, without the rules that can be left out, from candidates that the puzzle itself
    /// leaves. Returns `None` if a variable has none.
    fn begin(&mut self, puzzle: &[(Var, Domain)]) -> Option<()>;

    /// Brings a rule in that was left out so far.
    fn add_rule(&mut self, rule: RuleId);

    /// Leaves a variable only some values, and writes its value down where that is one. Returns
    /// `None` if no candidate is left.
    fn restrict(&mut self, var: Var, keep: Domain) -> Option<()>;

    /// The candidates of a variable.
    fn domain(&self, var: Var) -> Domain;

    /// Has a variable of the rule more than one candidate?
    fn is_open_at(&self, rule: RuleId) -> bool;

    /// Did the run rest on a rule?
    fn has_used(&self, rule: RuleId) -> bool;

    /// Copies the run as it stands.
    fn save(&self, to: &mut MaskState);

    /// Goes back to a copy of a run of the same plan. Rules that the run has used, and its counts,
    /// stay as they are.
    fn go_back(&mut self, to: &MaskState);

    /// Goes on to the end with techniques up to a tier: is it solved? Returns `None` if the
    /// candidates contradict each other. With `in_rounds` it solves the same puzzles in another
    /// order of steps: what reads much of the board comes last.
    fn resume(&mut self, ceiling: Tier, in_rounds: bool, steps: u64) -> Option<bool>;

    /// The steps of the run since it began.
    fn swept(&self, solved: bool) -> Swept;

    /// The hardest tier that the run used since it began.
    fn tier(&self) -> Tier;
}

/// A run as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MaskState {
    words: Vec<u64>,
}

/// A run of a plan's techniques.
pub(super) struct MaskRun<'p, const V: usize, const W: usize> {
    plan: &'p MaskPlan<V, W>,
    planes: Planes<V, W>,
    /// Variables written down.
    placed: Set<W>,
    /// By rule: it is in play.
    on: Vec<u64>,
    /// The sites to ask, a bit each, level after level.
    dirty: Vec<u64>,
    /// By level: where its sites begin in `dirty`. `None` where no run has asked it so far.
    begins: Vec<Option<usize>>,
    solution: Planes<V, W>,
    used: Vec<bool>,
    counts: Vec<u32>,
    last_values: u32,
    steps: u64,
    clock: Clock,
    looks: u32,
    /// The candidates that the last conclusion strikes.
    struck: Planes<V, W>,
    /// The rules that take part in the trials of a site.
    marked: Vec<u32>,
    scratch: Scratch,
    /// By rule about runs on a line: its placements when it was last asked.
    lines: Vec<LineMemo>,
    history: History<W>,
    /// By level and site: when it was last asked, and the trials that met no contradiction then.
    spared: Vec<Vec<(usize, PassedTrials<W>)>>,
    /// Room for another such list.
    spare: PassedTrials<W>,
}

/// The order in which a run asks sites.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The order of grading.
    Step,
    /// A free order, without the sites that read much of the board.
    Early,
    /// A free order of all sites.
    Free,
}

/// Looks between two questions to the clock, less one; a power of two less one.
const LOOKS_MASK: u32 = 255;

fn planes_are_empty<const V: usize, const W: usize>(planes: &Planes<V, W>) -> bool {
    planes.iter().flatten().all(|&word| word == 0)
}

/// The variables with more than one candidate.
#[inline]
fn open_of<const V: usize, const W: usize>(planes: &Planes<V, W>) -> Set<W> {
    let (mut once, mut twice) = ([0; W], [0; W]);
    for plane in planes {
        (0..W).for_each(|w| {
            twice[w] |= once[w] & plane[w];
            once[w] |= plane[w];
        });
    }
    twice
}

impl<'p, const V: usize, const W: usize> MaskRun<'p, V, W> {
    pub(super) fn new(plan: &'p MaskPlan<V, W>, solution: &[Value], clock: &Clock) -> Self {
        let mut known = [[0; W]; V];
        for (var, &value) in solution.iter().enumerate().take(plan.domains.len()) {
            if let Some(k) = rank(plan.domains[var], value) {
                let at = VarBit::of(var);
                known[k][at.word] |= at.bit;
            }
        }
        MaskRun {
            plan,
            planes: plan.start,
            placed: [0; W],
            on: vec![0; plan.rules.len().div_ceil(64)],
            dirty: Vec::new(),
            begins: vec![None; plan.levels.len()],
            solution: known,
            used: vec![false; plan.rules.len()],
            counts: vec![0; plan.levels.len()],
            last_values: 0,
            steps: 0,
            clock: clock.clone(),
            looks: 0,
            struck: [[0; W]; V],
            marked: Vec::new(),
            scratch: Scratch::default(),
            lines: Vec::new(),
            history: History::new(),
            spared: vec![Vec::new(); plan.levels.len()],
            spare: Vec::new(),
        }
    }

    #[inline]
    fn is_on(&self, rule: u32) -> bool {
        self.on[rule as usize / 64] >> (rule % 64) & 1 == 1
    }

    /// Puts the sites that read some variables on the list of those to ask.
    fn mark(&mut self, vars: &Set<W>) {
        self.history.note(vars);
        for (level, begins) in self.begins.iter().enumerate() {
            let Some(from) = *begins else { continue };
            let sites = self.plan.sites(level);
            let dirty = &mut self.dirty[from..from + sites.words];
            each(vars, |var| dirty.iter_mut().zip(sites.readers(var)).for_each(|(dirty, reads)| *dirty |= reads));
        }
    }

    /// Writes the values of those of some variables down that have one candidate.
    fn place(&mut self, vars: &Set<W>) {
        let open = open_of(&self.planes);
        (0..W).for_each(|w| self.placed[w] |= vars[w] & !open[w]);
    }

    /// The next site that concludes something, with its level.
    fn next(&mut self, ceiling: Tier, in_rounds: bool) -> Option<(usize, usize)> {
        if !in_rounds {
            return self.find(ceiling, Order::Step);
        }
        self.find(ceiling, Order::Early).or_else(|| self.find(ceiling, Order::Free))
    }

    fn find(&mut self, ceiling: Tier, order: Order) -> Option<(usize, usize)> {
        let plan = self.plan;
        for level in 0..plan.levels.len() {
            if plan.levels[level].technique.tier() > ceiling {
                continue;
            }
            let sites = plan.sites(level);
            let from = match self.begins[level] {
                Some(from) => from,
                None => {
                    let from = self.dirty.len();
                    self.begins[level] = Some(from);
                    self.dirty.resize(from + sites.words, 0);
                    mark_all(&mut self.dirty[from..], sites.list.len());
                    from
                }
            };
            let Some(form) = plan.levels[level].technique.parted().and_then(|parted| parted.masked()) else {
                continue;
            };
            for word in 0..sites.words {
                let not_now = if order == Order::Early { sites.late[word] } else { 0 };
                loop {
                    let left = self.dirty[from + word] & !not_now;
                    if left == 0 {
                        break;
                    }
                    let number = word * 64 + left.trailing_zeros() as usize;
                    // A site that concludes something stays on the list, as it may conclude more.
                    let concludes = match form {
                        Masked::Rule(step) => self.ask_rules(level, step, &sites.list[number], order),
                        Masked::Line(line) => self.ask_line(line, &sites.list[number]),
                        Masked::Joint(joint) => {
                            self.looks += 1;
                            if self.looks & LOOKS_MASK == 0 && self.clock.expired().is_some() {
                                return None;
                            }
                            self.ask_joint(joint, (sites, level, number))
                        }
                    };
                    if concludes {
                        return Some((level, number));
                    }
                    self.dirty[from + word] &= !(left & left.wrapping_neg());
                }
            }
        }
        None
    }

    /// Prunes by one rule alone; where the order is free, by all techniques of its group at once.
    /// Returns whether a candidate went.
    #[inline]
    fn ask_rules(&mut self, level: usize, step: &RuleStep, site: &Site, order: Order) -> bool {
        let group = if order == Order::Step { None } else { self.plan.group(site.own[0], level) };
        let Some(group) = group else { return self.ask_rule(level, step, site) };
        let (mut all, mut strikes) = ([[0; W]; V], false);
        for &level in group {
            let form = self.plan.levels[level].technique.parted().and_then(|parted| parted.masked());
            if let Some(Masked::Rule(step)) = form
                && self.ask_rule(level, step, site)
            {
                strikes = true;
                all.iter_mut().zip(&self.struck).for_each(|(all, struck)| join(all, struck));
            }
        }
        self.struck = all;
        strikes
    }

    /// Asks what a rule says to one technique. Does it strike something?
    #[inline]
    fn ask_rule(&mut self, level: usize, step: &RuleStep, site: &Site) -> bool {
        let id = site.own[0];
        let rule = &self.plan.rules[id as usize];
        if !self.is_on(id) || !meets(&rule.scope, &open_of(&self.planes)) {
            return false;
        }
        if let Some(when) = step.when {
            let domain = |var: Var| self.plan.domain(&self.planes, var.index());
            if !when(&RuleView { spec: self.plan.spec(id), domain: &domain }) {
                return false;
            }
        }
        let mut after = self.planes;
        let Ok(mut changed) = rule.prune(&mut after, &mut self.scratch) else { return false };
        if let Some(concludes) = &self.plan.levels[level].concludes {
            for (after, concludes) in after.iter().zip(concludes) {
                (0..W).for_each(|w| changed[w] &= !(after[w] & !concludes[w]));
            }
        }
        if changed == [0; W] {
            return false;
        }
        let before = &self.planes;
        self.struck = std::array::from_fn(|k| std::array::from_fn(|w| before[k][w] & !after[k][w] & changed[w]));
        !planes_are_empty(&self.struck)
    }

    /// Asks what a look at a line says. Does it strike something?
    fn ask_line(&mut self, line: &LineStep, site: &Site) -> bool {
        let id = site.own[0];
        let RuleForm::Runs(rule) = &self.plan.rules[id as usize].form else { return false };
        if !self.is_on(id) {
            return false;
        }
        self.lines.resize(self.plan.rules.len(), None);
        let Some(struck) = rule.look(&self.planes, line.look, &mut self.lines[id as usize]) else { return false };
        self.struck = struck;
        true
    }

    /// Asks what rules say together. Do they strike something?
    fn ask_joint(&mut self, joint: &JointRules, (sites, level, number): (&Sites, usize, usize)) -> bool {
        let (plan, site) = (self.plan, &sites.list[number]);
        let [a, b] = site.own;
        if !self.is_on(a) || b != NONE && !self.is_on(b) {
            return false;
        }
        let scope = |rule: u32| &plan.rules[rule as usize].scope;
        let open = open_of(&self.planes);
        let among = |set: &Set<W>| -> Set<W> { std::array::from_fn(|w| set[w] & open[w]) };
        let mut all = among(scope(a));
        let is_few = |set: &Set<W>| (1..=MOST_OPEN as u32).contains(&count(set));
        if !is_few(&all) {
            return false;
        }
        if b != NONE {
            let mut near = all;
            for &rule in sites.near(site) {
                if meets(scope(rule), &all) && self.is_on(rule) {
                    join(&mut near, &among(scope(rule)));
                }
            }
            let more = among(scope(b));
            if !meets(&more, &near) || !is_few(&more) {
                return false;
            }
            join(&mut all, &more);
        }
        let mut marked = std::mem::take(&mut self.marked);
        marked.clear();
        marked.push(a);
        marked.extend((b != NONE).then_some(b));
        let (mut around, mut reach) = ([0; W], all);
        for &rule in sites.via(site) {
            if meets(scope(rule), &all) && self.is_on(rule) {
                join(&mut around, scope(rule));
                if !marked.contains(&rule) {
                    marked.push(rule);
                }
            }
        }
        join(&mut reach, &around);
        let mut tried = all;
        if joint.tries_around {
            let mut left = MOST_AROUND;
            each(&among(&around), |var| {
                let at = VarBit::of(var);
                if all[at.word] & at.bit == 0 && left > 0 {
                    tried[at.word] |= at.bit;
                    left -= 1;
                }
            });
        }
        // A trial can reach its bound of changes only where more candidates than that can go.
        let is_bounded = count(&among(&reach)) as usize * (V - 1) > MOST_CHANGES;
        // Rules about graphs go last.
        let is_small = |rule: &u32| !plan.rules[*rule as usize].is_of_graph();
        marked.sort_by_key(|rule| !is_small(rule));
        let small = marked.iter().filter(|rule| is_small(rule)).count();
        if self.spared[level].is_empty() {
            self.spared[level].resize(sites.list.len(), (0, Vec::new()));
        }
        let (asked, spared) = std::mem::take(&mut self.spared[level][number]);
        let changed = self.history.since(asked);
        let stands = |vars: &Set<W>| changed.as_ref().is_some_and(|changed| !meets(vars, changed));
        let mut kept = std::mem::take(&mut self.spare);
        kept.clear();
        let mut known = spared.iter().filter(|(_, reads)| stands(reads)).peekable();
        self.struck = [[0; W]; V];
        let mut strikes = false;
        for k in 0..V {
            let may: Set<W> = std::array::from_fn(|w| tried[w] & self.planes[k][w] & !self.solution[k][w]);
            each(&may, |var| {
                let candidate = (k * W * 64 + var) as u32;
                // Trials of candidates that are not tried now are kept, too.
                while let Some(earlier) = known.next_if(|(of, _)| *of < candidate) {
                    kept.push(*earlier);
                }
                if let Some(same) = known.next_if(|(of, _)| *of == candidate) {
                    kept.push(*same);
                    return;
                }
                let mut trial = Trial { rules: &plan.rules, marked: &marked, small, scratch: &mut self.scratch };
                let reads = match is_bounded {
                    true => (!trial.refutes_in_order(&self.planes, var, k)).then_some(plan.all),
                    false => trial.follow(&self.planes, var, k).map(|changed| {
                        // The trial depends on all rules that may follow it up, also on those that
                        // do not take part now.
                        let mut reads = changed;
                        let own = site.own.iter().filter(|rule| **rule != NONE);
                        for &rule in own.chain(sites.via(site)) {
                            if meets(scope(rule), &changed) {
                                join(&mut reads, scope(rule));
                            }
                        }
                        reads
                    }),
                };
                match reads {
                    Some(reads) => kept.push((candidate, reads)),
                    None => {
                        let at = VarBit::of(var);
                        self.struck[k][at.word] |= at.bit;
                        strikes = true;
                    }
                }
            });
        }
        kept.extend(known);
        self.spared[level][number] = (self.history.now(), kept);
        self.spare = spared;
        self.marked = marked;
        strikes
    }

    /// Strikes what was concluded, and writes down the values that are then the last ones.
    fn apply(&mut self) -> Option<()> {
        let mut changed = [0; W];
        for (plane, struck) in self.planes.iter_mut().zip(&self.struck) {
            (0..W).for_each(|w| {
                plane[w] &= !struck[w];
                changed[w] |= struck[w];
            });
        }
        self.has_candidates().then_some(())?;
        self.place(&changed);
        self.mark(&changed);
        Some(())
    }

    /// Has each variable a candidate?
    fn has_candidates(&self) -> bool {
        (0..W).all(|w| self.planes.iter().fold(0, |any, plane| any | plane[w]) == self.plan.all[w])
    }

    fn is_solved(&self) -> bool {
        self.placed == self.plan.all
    }

    /// Writes down all last values, each as a step.
    fn place_last_values(&mut self) {
        let open = open_of(&self.planes);
        let left: Set<W> = std::array::from_fn(|w| self.plan.all[w] & !open[w] & !self.placed[w]);
        let more = count(&left);
        self.last_values += more;
        self.steps += u64::from(more);
        join(&mut self.placed, &left);
    }

    /// Leaves a variable only some values. Does it lose candidates? Returns `None` if none is left.
    fn leave(&mut self, var: Var, keep: Domain) -> Option<bool> {
        let at = VarBit::of(var.index());
        let mut is_changed = false;
        for (k, value) in self.plan.domains[var.index()].iter().enumerate() {
            if !keep.contains(value) && self.planes[k][at.word] & at.bit != 0 {
                self.planes[k][at.word] &= !at.bit;
                is_changed = true;
            }
        }
        self.planes.iter().any(|plane| plane[at.word] & at.bit != 0).then_some(is_changed)
    }
}

fn mark_all(dirty: &mut [u64], sites: usize) {
    for (word, dirty) in dirty.iter_mut().enumerate() {
        let left = sites - word * 64;
        *dirty = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
    }
}

impl<const V: usize, const W: usize> MaskedRun for MaskRun<'_, V, W> {
    fn begin(&mut self, puzzle: &[(Var, Domain)]) -> Option<()> {
        let plan = self.plan;
        self.planes = plan.start;
        self.history.begin();
        self.used.fill(false);
        self.counts.fill(0);
        (self.last_values, self.steps) = (0, 0);
        self.on.copy_from_slice(&plan.on);
        for (level, begins) in self.begins.iter().enumerate() {
            let Some(from) = *begins else { continue };
            let sites = plan.sites(level);
            mark_all(&mut self.dirty[from..from + sites.words], sites.list.len());
        }
        for &(var, keep) in puzzle {
            self.leave(var, keep)?;
        }
        self.has_candidates().then_some(())?;
        // A variable with one value from the start is no discovery.
        self.placed = [0; W];
        self.place(&plan.all);
        Some(())
    }

    fn add_rule(&mut self, rule: RuleId) {
        if !self.is_on(rule.0) {
            self.on[rule.index() / 64] |= 1 << (rule.index() % 64);
            let scope = self.plan.rules[rule.index()].scope;
            self.mark(&scope);
        }
    }

    fn restrict(&mut self, var: Var, keep: Domain) -> Option<()> {
        let at = VarBit::of(var.index());
        if self.leave(var, keep)? {
            let mut changed = [0; W];
            changed[at.word] = at.bit;
            self.mark(&changed);
        }
        if keep.is_single() {
            self.placed[at.word] |= at.bit;
        }
        Some(())
    }

    fn domain(&self, var: Var) -> Domain {
        self.plan.domain(&self.planes, var.index())
    }

    fn is_open_at(&self, rule: RuleId) -> bool {
        meets(&self.plan.rules[rule.index()].scope, &open_of(&self.planes))
    }

    fn has_used(&self, rule: RuleId) -> bool {
        self.used[rule.index()]
    }

    fn save(&self, to: &mut MaskState) {
        to.words.clear();
        to.words.extend(self.planes.iter().flatten());
        to.words.extend(self.placed);
        to.words.extend(&self.on);
        to.words.extend(&self.dirty);
    }

    fn go_back(&mut self, to: &MaskState) {
        let (planes, rest) = to.words.split_at(V * W);
        let mut changed = [0; W];
        for (plane, words) in self.planes.iter_mut().zip(planes.chunks_exact(W)) {
            (0..W).for_each(|w| changed[w] |= plane[w] ^ words[w]);
            plane.copy_from_slice(words);
        }
        let (placed, rest) = rest.split_at(W);
        self.placed.copy_from_slice(placed);
        let (on, dirty) = rest.split_at(self.on.len());
        for (number, (now, then)) in self.on.iter_mut().zip(on).enumerate() {
            let mut differ = *now ^ then;
            while differ != 0 {
                let rule = number * 64 + differ.trailing_zeros() as usize;
                join(&mut changed, &self.plan.rules[rule].scope);
                differ &= differ - 1;
            }
            *now = *then;
        }
        self.history.note(&changed);
        self.dirty[..dirty.len()].copy_from_slice(dirty);
        // Levels that the run came to since have all to ask.
        for (level, begins) in self.begins.iter().enumerate() {
            if let Some(from) = begins.filter(|from| *from >= dirty.len()) {
                let sites = self.plan.sites(level);
                mark_all(&mut self.dirty[from..from + sites.words], sites.list.len());
            }
        }
    }

    fn resume(&mut self, ceiling: Tier, in_rounds: bool, steps: u64) -> Option<bool> {
        let plan = self.plan;
        loop {
            self.place_last_values();
            if self.is_solved() {
                return Some(true);
            }
            if self.steps >= steps {
                return Some(false);
            }
            let Some((level, number)) = self.next(ceiling, in_rounds) else { return Some(false) };
            self.counts[level] += 1;
            self.steps += 1;
            let sites = plan.sites(level);
            let site = &sites.list[number];
            site.own.iter().filter(|rule| **rule != NONE).for_each(|rule| self.used[*rule as usize] = true);
            for &rule in sites.rests(site) {
                self.used[rule as usize] |= self.is_on(rule);
            }
            self.apply()?;
        }
    }

    fn swept(&self, solved: bool) -> Swept {
        let own = self.plan.levels.iter().map(|level| &level.technique).zip(self.counts.iter().copied());
        let fired = std::iter::once((&self.plan.last, self.last_values)).chain(own).filter(|(_, n)| *n > 0);
        let score = fired.clone().map(|(technique, n)| technique.score() * n).sum();
        let counts = fired.map(|(technique, n)| (technique.id().clone(), n)).collect();
        Swept { solved, tier: self.tier(), score, counts }
    }

    fn tier(&self) -> Tier {
        let used = self.plan.levels.iter().zip(&self.counts).filter(|(_, n)| **n > 0);
        used.map(|(level, _)| level.technique.tier()).max().unwrap_or(Tier::Beginner)
    }
}
