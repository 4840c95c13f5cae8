//! A catalog's run without words, again and again on the rules of one network: which techniques
//! fire, and how often. It takes the steps of [`StandardGrader::run`](super::StandardGrader::run).
//!
//! Parts of techniques are asked again when a variable changed that they may read.

use crate::techniques::steps::{Ground, LastValue, Marks, Part};
use crate::{Catalog, Network, Phase, Store, Technique, TechniqueId, Tier, Var};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A catalog and a network, ready for runs.
pub struct Sweep<'n> {
    ground: Ground<'n>,
    levels: Vec<Level>,
    /// By variable: the parts that may read it, with their levels.
    readers: Vec<Vec<(u16, u32)>>,
    last: Arc<dyn Technique>,
    marks: Marks,
    pending: Vec<Var>,
    changed: Vec<Var>,
    used: Vec<bool>,
}

/// A technique; its parts are made when a run first comes to it.
struct Level {
    technique: Arc<dyn Technique>,
    parts: Option<Vec<Part>>,
    /// Parts to ask, a bit each.
    dirty: Vec<u64>,
    /// This run has not come to it.
    fresh: bool,
    count: u32,
}

/// What a run is to do.
#[derive(Clone, Copy, Debug)]
pub struct SweepRequest<'a> {
    /// By rule: it is left out.
    pub off: &'a [bool],
    /// The hardest tier.
    pub ceiling: Tier,
    /// Take all contradictions in sight at once: as much is solved, in fewer steps.
    pub in_rounds: bool,
    /// Steps at most.
    pub steps: u64,
}

/// How far a run came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Swept {
    /// Were all variables placed?
    pub solved: bool,
    /// The hardest tier used.
    pub tier: Tier,
    /// Sum of the steps' points.
    pub score: u32,
    /// How often each technique fired.
    pub counts: BTreeMap<TechniqueId, u32>,
}

impl std::fmt::Debug for Sweep<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<_> = self.levels.iter().map(|l| l.technique.id()).collect();
        f.debug_struct("Sweep").field("levels", &ids).finish_non_exhaustive()
    }
}

impl Level {
    fn new(technique: Arc<dyn Technique>) -> Level {
        Level { technique, parts: None, dirty: Vec::new(), fresh: true, count: 0 }
    }

    /// Takes the first part that is to be asked.
    fn next_dirty(&mut self) -> Option<usize> {
        let word = self.dirty.iter().position(|&w| w != 0)?;
        let bit = self.dirty[word].trailing_zeros();
        self.dirty[word] &= self.dirty[word] - 1;
        Some(word * 64 + bit as usize)
    }

    fn mark_all(&mut self) {
        let parts = self.parts.as_ref().map_or(0, Vec::len);
        (0..parts as u32).for_each(|part| self.mark(part));
    }

    fn mark(&mut self, part: u32) {
        self.dirty[part as usize / 64] |= 1 << (part % 64);
    }
}

impl<'n> Sweep<'n> {
    /// Makes a catalog ready for a network, if all its techniques have a form without words.
    pub fn new(net: &'n Network, catalog: &Catalog) -> Option<Sweep<'n>> {
        let list = catalog.list();
        let last = list.first().filter(|t| t.id().as_str() == LastValue::ID)?;
        if list.iter().any(|t| t.silent().is_none()) {
            return None;
        }
        let phase = |phase| list[1..].iter().filter(move |t| t.phase() == phase).cloned();
        let levels = phase(Phase::Propagation).chain(phase(Phase::Pattern)).map(Level::new).collect();
        Some(Sweep {
            ground: Ground::new(net),
            levels,
            readers: vec![Vec::new(); net.len()],
            last: Arc::clone(last),
            marks: Marks::new(net),
            pending: Vec::new(),
            changed: Vec::new(),
            used: vec![false; net.rule_ids().len()],
        })
    }

    /// Runs from a store of the network to the end; `None` when the candidates contradict each
    /// other.
    pub fn run(&mut self, start: Store<'n>, want: &SweepRequest<'_>) -> Option<Swept> {
        let net = start.network();
        self.ground.begin(start, want.off);
        self.ground.is_in_rounds = want.in_rounds;
        self.used.fill(false);
        self.levels.iter_mut().for_each(|level| (level.fresh, level.count) = (true, 0));
        let mut swept = Swept { solved: false, tier: Tier::Beginner, score: 0, counts: BTreeMap::new() };
        let (mut steps, mut last_values) = (0, 0);
        self.pending.clear();
        self.pending.extend(net.vars());
        loop {
            if let Some(var) = self.pending.pop() {
                let store = self.ground.store();
                if let (Some(value), false) = (store.domain(var).value(), store.is_placed(var)) {
                    self.ground.place(var, value, &mut self.changed).ok()?;
                    self.note_changes();
                    last_values += 1;
                    steps += 1;
                }
                continue;
            }
            if self.ground.store().placed().len() == net.len() {
                swept.solved = true;
                break;
            }
            if steps >= want.steps {
                break;
            }
            let Some(level) = self.find(want.ceiling) else { break };
            self.ground.rests().iter().for_each(|rule| self.used[rule.index()] = true);
            self.ground.apply(&mut self.changed).ok()?;
            self.note_changes();
            let level = &mut self.levels[level];
            level.count += 1;
            swept.tier = swept.tier.max(level.technique.tier());
            swept.score += level.technique.score();
            steps += 1;
        }
        swept.score += last_values * self.last.score();
        let fired = self.levels.iter().map(|level| (&level.technique, level.count));
        let fired = std::iter::once((&self.last, last_values)).chain(fired).filter(|(_, n)| *n > 0);
        swept.counts = fired.map(|(technique, n)| (technique.id().clone(), n)).collect();
        Some(swept)
    }

    /// By rule: did the last run rest on it? Without the other rules it takes the same steps.
    pub fn used(&self) -> &[bool] {
        &self.used
    }

    /// Asks for the next conclusion; the technique that has one.
    fn find(&mut self, ceiling: Tier) -> Option<usize> {
        let net = self.ground.store().network();
        for (index, level) in self.levels.iter_mut().enumerate() {
            if level.technique.tier() > ceiling {
                continue;
            }
            let Some(silent) = level.technique.silent() else { continue };
            if level.parts.is_none() {
                let parts = silent.silent_parts(net, &mut self.marks);
                for (number, part) in parts.iter().enumerate() {
                    let reader = (index as u16, number as u32);
                    if part.rule.is_none() {
                        self.readers.iter_mut().for_each(|list| list.push(reader));
                    }
                    part.reads.iter().for_each(|var| self.readers[var.index()].push(reader));
                }
                level.dirty = vec![0; parts.len().div_ceil(64)];
                level.parts = Some(parts);
            }
            if std::mem::take(&mut level.fresh) {
                level.mark_all();
            }
            while let Some(number) = level.next_dirty() {
                let Some(part) = level.parts.as_ref().and_then(|parts| parts.get(number)) else { continue };
                if part.rule.is_some_and(|rule| self.ground.is_off(rule)) {
                    continue;
                }
                self.ground.forget();
                if level.technique.silent().is_some_and(|silent| silent.conclude(&mut self.ground, part)) {
                    // It may have more to say.
                    level.mark(number as u32);
                    return Some(index);
                }
            }
        }
        None
    }

    /// Has all parts asked again that may read what changed.
    fn note_changes(&mut self) {
        for var in self.changed.drain(..) {
            self.pending.push(var);
            for &(level, part) in &self.readers[var.index()] {
                let level = &mut self.levels[level as usize];
                if !level.fresh {
                    level.mark(part);
                }
            }
        }
    }
}
