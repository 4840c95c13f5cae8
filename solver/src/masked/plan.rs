//! The places where techniques can fire on rules as masks.

use super::rules::{Compiler, MaskRule, Planes, Set, Stated, VarBit, count, each, join, meets};
use super::run::{MaskRun, MaskedRun, Planned};
use crate::rules::RuleSpec;
use crate::tabled::{KEY_BITS, WIDE};
use crate::techniques::steps::{JointRules, LastValue, Masked};
use crate::{Catalog, Clock, Domain, Origin, RuleId, Technique, Tier, Value};
use std::sync::{Arc, OnceLock};

/// The techniques of a catalog up to a tier, for the rules of a puzzle: counts, clauses, lists of
/// tuples, runs on lines, connection, absence of cycles.
pub(super) struct MaskPlan<const V: usize, const W: usize> {
    pub(super) domains: Vec<Domain>,
    /// All variables.
    pub(super) all: Set<W>,
    pub(super) start: Planes<V, W>,
    stated: Vec<(RuleSpec, Option<Origin>)>,
    pub(super) rules: Vec<MaskRule<V, W>>,
    pub(super) levels: Vec<Level<V, W>>,
    pub(super) last: Arc<dyn Technique>,
    /// By rule: can it be left out?
    is_switched: Vec<bool>,
    /// The rules that can't, a bit each.
    pub(super) on: Vec<u64>,
    /// By rule: the groups of two or more techniques of one tier that conclude from this rule
    /// alone. Where the order of steps is free, a group acts as one technique.
    groups: OnceLock<Vec<Vec<Vec<usize>>>>,
    /// By number of bits: the variables whose candidates take more bits in a key of tables.
    wider: Vec<Set<W>>,
}

/// A technique with its sites.
pub(super) struct Level<const V: usize, const W: usize> {
    pub(super) technique: Arc<dyn Technique>,
    /// The candidates that it may leave a variable. `None` means all.
    pub(super) concludes: Option<Planes<V, W>>,
    /// Filled in when a run first asks the technique.
    sites: OnceLock<Sites>,
}

/// The places where a technique can fire, in the order of grading.
pub(super) struct Sites {
    pub(super) list: Vec<Site>,
    /// Words of a set of sites.
    pub(super) words: usize,
    /// By variable: the sites that read it, a bit each.
    reads: Vec<u64>,
    /// The lists of rules of all sites: those that join in, and those around the first rule.
    around: Vec<u32>,
    /// Sites that read many variables, a bit each. Where the order of steps is free, a run asks
    /// them only once all others conclude nothing.
    pub(super) late: Vec<u64>,
}

/// A place where a technique can fire.
#[derive(Clone, Copy)]
pub(super) struct Site {
    /// The rules that it is about. The second is [`NONE`] where it is about one.
    pub(super) own: [u32; 2],
    /// The rules that join in: a range of [`Sites::around`].
    via: [u32; 2],
    /// The rules around the first rule: a range of [`Sites::around`].
    near: [u32; 2],
    /// Does a conclusion count as resting on the rules that join in?
    notes_via: bool,
}

/// A request: techniques up to a tier, and rules that can be left out.
type PlanRequest<'w> = (&'w Catalog, Tier, &'w [RuleId]);

/// The number that stands for no second rule.
pub(super) const NONE: u32 = u32::MAX;

impl Sites {
    #[inline]
    pub(super) fn readers(&self, var: usize) -> &[u64] {
        &self.reads[var * self.words..][..self.words]
    }

    #[inline]
    pub(super) fn via(&self, site: &Site) -> &[u32] {
        &self.around[site.via[0] as usize..site.via[1] as usize]
    }

    /// The rules that a conclusion counts as resting on, besides the site's own.
    pub(super) fn rests(&self, site: &Site) -> &[u32] {
        if site.notes_via { self.via(site) } else { &[] }
    }

    #[inline]
    pub(super) fn near(&self, site: &Site) -> &[u32] {
        &self.around[site.near[0] as usize..site.near[1] as usize]
    }
}

impl<const V: usize, const W: usize> std::fmt::Debug for MaskPlan<V, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MaskPlan of {} rules on {} variables", self.rules.len(), self.domains.len())
    }
}

/// Compiles the techniques of a catalog up to a tier for the rules of a puzzle. `switched` lists
/// the rules that can be left out. Returns `None` if a technique, a rule that one needs, or a
/// domain has no form for masks.
pub fn plan(stated: Stated, (catalog, hardest): (&Catalog, Tier), switched: &[RuleId]) -> Option<Box<dyn Planned>> {
    let with = (catalog, hardest, switched);
    let values = stated.domains.iter().map(|domain| domain.len()).max()?;
    match (values, stated.domains.len()) {
        (..=2, ..=64) => MaskPlan::<2, 1>::boxed(stated, with),
        (..=2, ..=128) => MaskPlan::<2, 2>::boxed(stated, with),
        (..=2, ..=192) => MaskPlan::<2, 3>::boxed(stated, with),
        (..=2, ..=256) => MaskPlan::<2, 4>::boxed(stated, with),
        (3, ..=64) => MaskPlan::<3, 1>::boxed(stated, with),
        (3, ..=128) => MaskPlan::<3, 2>::boxed(stated, with),
        _ => None,
    }
}

impl<const V: usize, const W: usize> MaskPlan<V, W> {
    fn boxed(stated: Stated, with: PlanRequest<'_>) -> Option<Box<dyn Planned>> {
        Some(Box::new(Self::new(stated, with)?))
    }

    fn new(stated: Stated, (catalog, hardest, switched): PlanRequest<'_>) -> Option<Self> {
        let (last, mut order) = LastValue::split_from(catalog)?;
        order.retain(|technique| technique.tier() <= hardest);
        let has_form = |technique: &Arc<dyn Technique>| technique.parted().and_then(|parted| parted.masked()).is_some();
        if !order.iter().all(has_form) {
            return None;
        }
        // A value that is written down would strike others.
        if stated.rules.iter().any(|(spec, _)| matches!(spec, RuleSpec::AllDifferent { .. })) {
            return None;
        }
        let Stated { domains, rules: stated } = stated;
        let (mut start, mut all) = ([[0; W]; V], [0; W]);
        for (var, domain) in domains.iter().enumerate() {
            let at = VarBit::of(var);
            all[at.word] |= at.bit;
            (0..domain.len() as usize).for_each(|k| start[k][at.word] |= at.bit);
        }
        let compiler = Compiler { domains: &domains };
        let rules = stated.iter().map(|(spec, _)| compiler.rule(spec)).collect();
        let mut is_switched = vec![false; stated.len()];
        switched.iter().for_each(|rule| is_switched[rule.index()] = true);
        let mut on = vec![0; stated.len().div_ceil(64)];
        is_switched.iter().enumerate().for_each(|(rule, is_out)| on[rule / 64] |= u64::from(!is_out) << (rule % 64));
        let mut wider = Vec::new();
        for (var, domain) in domains.iter().enumerate() {
            let (at, bits) =
                (VarBit::of(var), (64 - domain.0.leading_zeros()).saturating_sub(domain.0.trailing_zeros()));
            wider.resize(wider.len().max(bits as usize), [0; W]);
            wider[..bits as usize].iter_mut().for_each(|wider| wider[at.word] |= at.bit);
        }
        let (groups, levels) = (OnceLock::new(), Vec::new());
        let plan = MaskPlan { domains, all, start, stated, rules, levels, last, is_switched, on, groups, wider };
        let unknown: Vec<_> = plan.rules.iter().zip(&plan.stated).filter(|(rule, _)| !rule.is_known()).collect();
        let knows = |reads: &dyn Fn(&RuleSpec, Option<Origin>) -> bool| {
            (!unknown.iter().any(|(_, (spec, origin))| reads(spec, *origin))).then_some(())
        };
        let mut levels = Vec::with_capacity(order.len());
        for technique in order {
            let concludes = match technique.parted()?.masked()? {
                Masked::Rule(step) => {
                    knows(&|_, origin| step.takes(origin))?;
                    (step.concludes != Domain(u64::MAX)).then(|| plan.planes_of(step.concludes))
                }
                Masked::Line(_) => {
                    knows(&|spec, _| matches!(spec, RuleSpec::Runs { .. }))?;
                    None
                }
                Masked::Joint(joint) => {
                    let is_via = |origin: Option<Origin>| origin.is_some_and(|o| joint.via.contains(&o.class));
                    knows(&|spec, origin| {
                        is_via(origin)
                            || joint.first.takes_rule(spec, origin)
                            || joint.second.is_some_and(|second| second.takes_rule(spec, origin))
                    })?;
                    None
                }
            };
            levels.push(Level { technique, concludes, sites: OnceLock::new() });
        }
        drop(unknown);
        Some(MaskPlan { levels, ..plan })
    }

    /// The groups of two or more techniques of one tier that conclude from a rule alone.
    fn groups_of(&self, rule: usize) -> Vec<Vec<usize>> {
        let mut groups: Vec<(Tier, Vec<usize>)> = Vec::new();
        if self.key_bits(&self.rules[rule].scope) > KEY_BITS {
            return Vec::new();
        }
        for (number, level) in self.levels.iter().enumerate() {
            let Some(Masked::Rule(step)) = level.technique.parted().and_then(|parted| parted.masked()) else {
                continue;
            };
            let tier = level.technique.tier();
            if step.takes(self.stated[rule].1) {
                match groups.iter_mut().find(|(of, _)| *of == tier) {
                    Some((_, levels)) => levels.push(number),
                    None => groups.push((tier, vec![number])),
                }
            }
        }
        groups.into_iter().map(|(_, levels)| levels).filter(|levels| levels.len() > 1).collect()
    }

    /// The group of techniques to which a technique belongs on a rule. Returns `None` if it belongs
    /// to none, and an empty list if it is not the first of its group, which acts for the whole
    /// group.
    #[inline]
    pub(super) fn group(&self, rule: u32, level: usize) -> Option<&[usize]> {
        let all = || (0..self.rules.len()).map(|rule| self.groups_of(rule)).collect();
        let group = self.groups.get_or_init(all)[rule as usize].iter().find(|levels| levels.contains(&level))?;
        Some(if group[0] == level { group } else { &[] })
    }

    /// Bits that the candidates of some variables take in a key of tables.
    fn key_bits(&self, vars: &Set<W>) -> u32 {
        let among = |wider: &Set<W>| (0..W).map(|w| (wider[w] & vars[w]).count_ones()).sum::<u32>();
        self.wider.iter().map(among).sum()
    }

    /// The candidates of all variables with these values.
    fn planes_of(&self, values: Domain) -> Planes<V, W> {
        let mut planes = [[0; W]; V];
        for (var, domain) in self.domains.iter().enumerate() {
            let at = VarBit::of(var);
            let of = domain.iter().enumerate().filter(|(_, value)| values.contains(*value));
            of.for_each(|(k, _)| planes[k][at.word] |= at.bit);
        }
        planes
    }

    /// The data of a rule.
    pub(super) fn spec(&self, rule: u32) -> &RuleSpec {
        &self.stated[rule as usize].0
    }

    /// The candidates of a variable.
    pub(super) fn domain(&self, planes: &Planes<V, W>, var: usize) -> Domain {
        let at = VarBit::of(var);
        let of = self.domains[var].iter().enumerate().filter(|(k, _)| planes[*k][at.word] & at.bit != 0);
        of.fold(Domain::EMPTY, |all, (_, value)| all.with(value))
    }

    /// The sites of a technique.
    pub(super) fn sites(&self, level: usize) -> &Sites {
        let level = &self.levels[level];
        level.sites.get_or_init(|| {
            let mut sites = Builder { plan: self, list: Vec::new(), reads: Vec::new(), around: Vec::new() };
            match level.technique.parted().and_then(|parted| parted.masked()) {
                Some(Masked::Rule(step)) => {
                    for (rule, (_, origin)) in self.stated.iter().enumerate() {
                        if step.takes(*origin) {
                            sites.add([rule as u32, NONE], [0, 0], [0, 0]);
                        }
                    }
                }
                Some(Masked::Line(_)) => {
                    for (rule, (spec, _)) in self.stated.iter().enumerate() {
                        if matches!(spec, RuleSpec::Runs { .. }) {
                            sites.add([rule as u32, NONE], [0, 0], [0, 0]);
                        }
                    }
                }
                Some(Masked::Joint(joint)) => sites.add_joint(joint),
                None => {}
            }
            sites.finish()
        })
    }
}

struct Builder<'p, const V: usize, const W: usize> {
    plan: &'p MaskPlan<V, W>,
    list: Vec<Site>,
    /// By site: the variables that it reads.
    reads: Vec<Set<W>>,
    around: Vec<u32>,
}

impl<const V: usize, const W: usize> Builder<'_, V, W> {
    fn add(&mut self, own: [u32; 2], via: [u32; 2], near: [u32; 2]) {
        let mut reads = [0; W];
        let around = |range: [u32; 2]| &self.around[range[0] as usize..range[1] as usize];
        for &rule in own.iter().filter(|rule| **rule != NONE).chain(around(via)).chain(around(near)) {
            join(&mut reads, &self.plan.rules[rule as usize].scope);
        }
        // A run on tables counts the rules that join in as used only where its keys have room for
        // the site. Both have to name the same rules.
        let can_go = around(via).iter().filter(|rule| self.plan.is_switched[**rule as usize]).count();
        let notes_via = self.plan.key_bits(&reads) + can_go as u32 <= KEY_BITS;
        self.reads.push(reads);
        self.list.push(Site { own, via, near, notes_via });
    }

    /// Adds the rules of a list that touch some variables to `around`, and returns their range.
    fn touching(&mut self, via: &[u32], vars: &Set<W>, but: [u32; 2]) -> [u32; 2] {
        let from = self.around.len() as u32;
        let rules = &self.plan.rules;
        let touches = |rule: &&u32| !but.contains(rule) && meets(&rules[**rule as usize].scope, vars);
        self.around.extend(via.iter().filter(touches));
        [from, self.around.len() as u32]
    }

    fn add_joint(&mut self, joint: &JointRules) {
        let plan = self.plan;
        let ids = || (0..plan.rules.len() as u32).zip(&plan.stated);
        let is_via = |origin: &Option<Origin>| origin.is_some_and(|o| joint.via.contains(&o.class));
        let via: Vec<u32> = ids().filter(|(_, (_, origin))| is_via(origin)).map(|(id, _)| id).collect();
        let first: Vec<bool> = plan.stated.iter().map(|(spec, o)| joint.first.takes_rule(spec, *o)).collect();
        let takes_second =
            |(spec, o): &(RuleSpec, Option<Origin>)| joint.second.is_some_and(|s| s.takes_rule(spec, *o));
        let second: Vec<bool> = plan.stated.iter().map(takes_second).collect();
        for a in (0..plan.rules.len() as u32).filter(|a| first[*a as usize]) {
            let scope = plan.rules[a as usize].scope;
            let around = self.touching(&via, &scope, [NONE; 2]);
            if joint.second.is_none() {
                self.add([a, NONE], around, [around[0]; 2]);
                continue;
            }
            let mut joined = scope;
            for &rule in &self.around[around[0] as usize..around[1] as usize] {
                join(&mut joined, &plan.rules[rule as usize].scope);
            }
            for b in (0..plan.rules.len() as u32).filter(|b| second[*b as usize] && *b != a) {
                // Two rules that both could be either are looked at once.
                let is_other_way = b < a && first[b as usize] && second[a as usize];
                let other = plan.rules[b as usize].scope;
                if is_other_way || !meets(&other, &joined) {
                    continue;
                }
                let both = std::array::from_fn(|w| scope[w] | other[w]);
                let via = self.touching(&via, &both, [a, b]);
                self.add([a, b], via, around);
            }
        }
    }

    fn finish(self) -> Sites {
        let words = self.list.len().div_ceil(64);
        let mut reads = vec![0; words * self.plan.domains.len()];
        let mut late = vec![0; words];
        for (number, vars) in self.reads.iter().enumerate() {
            late[number / 64] |= u64::from(count(vars) as usize > WIDE) << (number % 64);
            each(vars, |var| reads[var * words + number / 64] |= 1 << (number % 64));
        }
        Sites { list: self.list, words, reads, around: self.around, late }
    }
}

impl<const V: usize, const W: usize> Planned for MaskPlan<V, W> {
    fn domains(&self) -> &[Domain] {
        &self.domains
    }

    fn run<'p>(&'p self, solution: &[Value], clock: &Clock) -> Box<dyn MaskedRun + 'p> {
        Box::new(MaskRun::new(self, solution, clock))
    }
}
