//! One set of clauses, many questions.

use super::{Cnf, Lit, SatBackend, Term, Verdict};
use tesuji_solver::{Answer, Clock, Domain, Limits, Literal, Network, Signed, Stats, Stop, Value, Var};

/// An engine loaded with the clauses of a network. Each question restricts the domains by
/// assumptions, so that what the engine learnt from one puzzle helps with the next one of the same
/// rules.
#[derive(Debug)]
pub struct SatSession<B> {
    cnf: Cnf,
    engine: Option<Engine<B>>,
    /// Cuts of the questions so far: a new engine need not find them again.
    cuts: Vec<Vec<Lit>>,
}

#[derive(Debug)]
struct Engine<B> {
    backend: B,
    interruptible: bool,
    /// Last variable in use: the clauses' own, then one activation literal for each question with
    /// blocking clauses.
    top: Lit,
    /// Questions answered so far.
    questions: u32,
}

/// Questions after which a session loads a new engine: what is learnt from many puzzles becomes a
/// burden (varisat takes five times as long for a puzzle of middling difficulty after a thousand
/// others as after a hundred).
const RENEWAL: u32 = 100;
/// Most cuts that a new engine takes over from the one before it.
const CUTS: usize = 20_000;

impl<B: SatBackend> SatSession<B> {
    /// A session over the network's rules and domains.
    pub fn new(net: &Network) -> Self {
        Self::of(Cnf::of(net, None))
    }

    /// A session over ready clauses.
    pub fn of(cnf: Cnf) -> Self {
        SatSession { cnf, engine: None, cuts: Vec::new() }
    }

    /// Up to `limits.solutions` solutions within `from` (all of the encoded domains if `None`),
    /// found one by one with blocking clauses. These are switched off again by an activation
    /// literal. A model that breaks a rule that is not stated completely is no solution: its cuts
    /// are added, and the search goes on.
    ///
    /// `limits.nodes` counts conflicts where the engine can count them, else calls of the engine,
    /// as [`Stats::nodes`] does.
    pub fn solve(&mut self, from: Option<&[Domain]>, limits: &Limits) -> Answer<Vec<Value>> {
        let clock = limits.start();
        let mut found = Vec::new();
        let mut stats = Stats::default();
        let stop = self.search(from, limits, &clock, &mut found, &mut stats);
        if !stop.is_complete() {
            // The engine may be in any state: the next question gets a new one.
            self.engine = None;
        }
        Answer { solutions: found, stop, stats }
    }

    fn search(
        &mut self,
        from: Option<&[Domain]>,
        limits: &Limits,
        clock: &Clock,
        found: &mut Vec<Vec<Value>>,
        stats: &mut Stats,
    ) -> Stop {
        if limits.solutions == 0 {
            return Stop::Enough;
        }
        let domains: Vec<Domain> = match from {
            None => self.cnf.domains().to_vec(),
            Some(f) => self.cnf.domains().iter().zip(f).map(|(&d, &f)| d & f).collect(),
        };
        if domains.iter().any(|d| d.is_empty()) {
            return Stop::Exhausted;
        }
        let mut assumptions = self.assumptions(&domains);
        if let Some(stop) = clock.expired() {
            return stop;
        }
        let interruptible = limits.time != std::time::Duration::MAX;
        if self.engine.as_ref().is_some_and(|e| e.questions >= RENEWAL || interruptible && !e.interruptible) {
            self.engine = None;
        }
        let cnf = &self.cnf;
        if self.engine.is_none() && self.cuts.len() > CUTS {
            self.cuts.clear();
        }
        let engine = self.engine.get_or_insert_with(|| Engine::load(cnf, &self.cuts, interruptible));
        engine.questions += 1;
        let before = engine.backend.conflicts();
        let mut activation: Option<Lit> = None;
        loop {
            let spent = match (before, engine.backend.conflicts()) {
                (Some(b), Some(now)) => now - b,
                _ => stats.nodes,
            };
            stats.nodes = spent;
            if spent >= limits.nodes {
                return Stop::Nodes;
            }
            stats.propagations += 1;
            let verdict = engine.backend.solve(&assumptions, clock, limits.nodes - spent);
            stats.nodes = match (before, engine.backend.conflicts()) {
                (Some(b), Some(now)) => now - b,
                _ => stats.nodes + 1,
            };
            match verdict {
                Verdict::Sat => {}
                Verdict::Unsat => break,
                Verdict::Stopped(stop) => return stop,
            }
            let values = read(cnf, &engine.backend);
            let cuts = cnf.lazy().cuts(&values);
            if !cuts.is_empty() {
                self.cuts.extend(cuts.iter().filter_map(|cut| engine.cut(cnf, cut)));
                if let Some(stop) = clock.expired() {
                    return stop;
                }
                continue;
            }
            let guard = *activation.get_or_insert_with(|| {
                engine.top += 1;
                engine.backend.reserve(engine.top as usize);
                assumptions.push(engine.top);
                engine.top
            });
            let mut block = vec![-guard];
            for (i, &value) in values.iter().enumerate().filter(|(i, _)| !domains[*i].is_single()) {
                if let Term::Lit(l) = cnf.at(Literal { var: Var(i as u32), value }) {
                    block.push(-l);
                }
            }
            found.push(values);
            if found.len() >= limits.solutions {
                engine.backend.add(&[-guard]);
                return Stop::Enough;
            }
            if block.len() == 1 {
                break;
            }
            engine.backend.add(&block);
        }
        if let Some(guard) = activation {
            engine.backend.add(&[-guard]);
        }
        Stop::Exhausted
    }

    /// Literals that narrow the encoded domains to `domains`.
    fn assumptions(&self, domains: &[Domain]) -> Vec<Lit> {
        let mut assumed = Vec::new();
        for (i, (&own, &now)) in self.cnf.domains().iter().zip(domains).enumerate() {
            let lit = |value| match self.cnf.at(Literal { var: Var(i as u32), value }) {
                Term::Lit(l) => Some(l),
                Term::True | Term::False => None,
            };
            match now.value() {
                Some(value) => assumed.extend(lit(value)),
                None => assumed.extend(own.minus(now).iter().filter_map(lit).map(|l| -l)),
            }
        }
        assumed
    }
}

impl<B: SatBackend> Engine<B> {
    fn load(cnf: &Cnf, cuts: &[Vec<Lit>], interruptible: bool) -> Self {
        let mut backend = B::new(interruptible);
        backend.reserve(cnf.len());
        for clause in cnf.clauses().chain(cuts.iter().map(Vec::as_slice)) {
            backend.add(clause);
        }
        Engine { backend, interruptible, top: cnf.len() as Lit, questions: 0 }
    }

    /// Adds a cut; its clause, if it says anything.
    fn cut(&mut self, cnf: &Cnf, cut: &[Signed]) -> Option<Vec<Lit>> {
        let clause = cnf.clause(cut)?;
        self.backend.add(&clause);
        Some(clause)
    }
}

/// The model's values, by variable.
fn read<B: SatBackend>(cnf: &Cnf, backend: &B) -> Vec<Value> {
    let value_of = |(i, d): (usize, &Domain)| {
        let holds = |&value: &Value| match cnf.at(Literal { var: Var(i as u32), value }) {
            Term::True => true,
            Term::False => false,
            Term::Lit(l) => backend.value(l.abs()) == (l > 0),
        };
        d.iter().find(holds).unwrap_or(0)
    };
    cnf.domains().iter().enumerate().map(value_of).collect()
}
