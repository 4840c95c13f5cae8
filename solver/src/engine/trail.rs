//! What is known, in order of time, with the reason and the level of each fact.

use super::literal::{Atom, Atoms, Lit};
use super::reason::Why;
use crate::{Domain, Value, Var};

/// A place on the trail: the number of events before it.
pub type Time = u32;

/// The time of a literal that is not known.
pub(crate) const OPEN: Time = Time::MAX;

/// No value.
const NONE: Value = Value::MAX;

/// The events so far, and what follows from them for literals and domains.
#[derive(Clone, Debug)]
pub struct Trail {
    atoms: Atoms,
    /// By literal: 1 true, -1 false, 0 open.
    truth: Vec<i8>,
    /// By atom.
    time: Vec<Time>,
    level: Vec<u32>,
    why: Vec<Why>,
    events: Vec<Lit>,
    /// By level from 1: the time of its decision.
    starts: Vec<Time>,
    /// By variable.
    domains: Vec<Domain>,
    /// By variable: the value that it is known to take.
    taken: Vec<Value>,
    /// Do reasons name the facts of the root too?
    in_full: bool,
}

impl Trail {
    /// An empty trail; only the constant literal is known.
    pub(crate) fn new(atoms: Atoms) -> Trail {
        let (n, vars) = (atoms.len(), atoms.vars());
        let domains: Vec<Domain> = (0..vars as u32).map(|v| atoms.initial(Var(v))).collect();
        let mut trail = Trail {
            atoms,
            truth: vec![0; 2 * n],
            time: vec![OPEN; n],
            level: vec![0; n],
            why: vec![Why::Given; n],
            events: Vec::with_capacity(n),
            starts: Vec::new(),
            domains,
            taken: vec![NONE; vars],
            in_full: false,
        };
        trail.set(Lit::TRUE, Why::Given);
        trail
    }

    /// The atoms and their statements.
    pub fn atoms(&self) -> &Atoms {
        &self.atoms
    }

    pub(crate) fn add_atom(&mut self) -> Atom {
        let atom = self.atoms.add();
        self.truth.extend([0, 0]);
        self.time.push(OPEN);
        self.level.push(0);
        self.why.push(Why::Given);
        atom
    }

    /// 1 if the literal is true, -1 if it is false, 0 if it is open.
    #[inline]
    pub(crate) fn truth(&self, lit: Lit) -> i8 {
        self.truth[lit.code()]
    }

    /// Is the literal true?
    #[inline]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.truth[lit.code()] > 0
    }

    /// Is the literal false?
    #[inline]
    pub fn is_false(&self, lit: Lit) -> bool {
        self.truth[lit.code()] < 0
    }

    /// Is the literal neither true nor false?
    #[inline]
    pub fn is_open(&self, lit: Lit) -> bool {
        self.truth[lit.code()] == 0
    }

    /// The values that a variable may still take.
    #[inline]
    pub fn domain(&self, var: Var) -> Domain {
        self.domains[var.index()]
    }

    /// All domains, by variable.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
    }

    /// When the literal (or its negation) became known; `None` while it is open.
    pub fn time_of(&self, lit: Lit) -> Option<Time> {
        let time = self.time[lit.atom().index()];
        (time != OPEN).then_some(time)
    }

    /// The time of an atom, [`OPEN`] while it is not known.
    #[inline]
    pub(crate) fn time(&self, atom: Atom) -> Time {
        self.time[atom.index()]
    }

    /// The level at which an atom became known.
    #[inline]
    pub(crate) fn level_of(&self, atom: Atom) -> u32 {
        self.level[atom.index()]
    }

    /// Why an atom is known.
    #[inline]
    pub(crate) fn why(&self, atom: Atom) -> Why {
        self.why[atom.index()]
    }

    pub(crate) fn set_why(&mut self, atom: Atom, why: Why) {
        self.why[atom.index()] = why;
    }

    /// The events, oldest first.
    pub fn events(&self) -> &[Lit] {
        &self.events
    }

    /// Number of events: the time of the next one.
    #[inline]
    pub fn now(&self) -> Time {
        self.events.len() as Time
    }

    /// The current level: the number of decisions and assumptions that stand.
    #[inline]
    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The time at which a level from 1 on started.
    pub(crate) fn start(&self, level: u32) -> Time {
        self.starts[level as usize - 1]
    }

    /// Number of events that rest on no decision.
    #[inline]
    pub fn root_end(&self) -> Time {
        self.starts.first().copied().unwrap_or(self.now())
    }

    /// What was known before a time.
    pub fn before(&self, time: Time) -> Past<'_> {
        let given = if self.in_full { 0 } else { self.root_end().min(time) };
        Past { trail: self, time, given }
    }

    /// Shall reasons name the facts of the root too?
    pub(crate) fn set_in_full(&mut self, in_full: bool) {
        self.in_full = in_full;
    }

    /// What is known now.
    pub fn past(&self) -> Past<'_> {
        self.before(self.now())
    }

    pub(crate) fn push_level(&mut self) {
        self.starts.push(self.now());
    }

    /// Adds an event. The literal must be open.
    #[inline]
    pub(crate) fn set(&mut self, lit: Lit, why: Why) {
        let atom = lit.atom().index();
        debug_assert_eq!(self.truth[lit.code()], 0, "a literal becomes known once");
        self.truth[lit.code()] = 1;
        self.truth[(!lit).code()] = -1;
        self.time[atom] = self.events.len() as Time;
        self.level[atom] = self.starts.len() as u32;
        self.why[atom] = why;
        self.events.push(lit);
        if let Some((var, keep)) = self.atoms.keeps(lit) {
            let i = var.index();
            self.domains[i] &= keep;
            if let Some(value) = keep.value()
                && self.taken[i] == NONE
            {
                self.taken[i] = value;
            }
        }
    }

    /// Takes the newest event back.
    pub(crate) fn pop(&mut self) -> Option<Lit> {
        let lit = self.events.pop()?;
        self.truth[lit.code()] = 0;
        self.truth[(!lit).code()] = 0;
        self.time[lit.atom().index()] = OPEN;
        if let Some((var, keep)) = self.atoms.keeps(lit) {
            let i = var.index();
            if let Some(value) = keep.value() {
                if self.taken[i] == value {
                    self.taken[i] = NONE;
                }
                self.domains[i] = self.known_domain(var);
            } else if self.taken[i] == NONE {
                // One value comes back.
                self.domains[i] |= self.atoms.initial(var).minus(keep);
            }
        }
        Some(lit)
    }

    /// Ends a level and all above it; the events must have been taken back.
    pub(crate) fn truncate_levels(&mut self, level: u32) {
        self.starts.truncate(level as usize);
    }

    /// The domain as the literals of the variable say.
    fn known_domain(&self, var: Var) -> Domain {
        let initial = self.atoms.initial(var);
        let taken = self.taken[var.index()];
        let domain = if taken == NONE { initial } else { Domain::single(taken) };
        if initial.len() <= 2 {
            return domain;
        }
        let open = |v: &Value| !self.is_false(self.atoms.is(var, *v));
        domain.iter().filter(open).collect()
    }
}

/// The trail as it was before a time: what an explanation may use.
#[derive(Clone, Copy)]
pub struct Past<'t> {
    trail: &'t Trail,
    time: Time,
    /// Events before this time may be taken for granted: an explanation may use them without naming
    /// them.
    given: Time,
}

impl<'t> Past<'t> {
    /// The atoms and their statements.
    pub fn atoms(self) -> &'t Atoms {
        &self.trail.atoms
    }

    /// When the literal (or its negation) became known, if it was before the time.
    #[inline]
    pub fn time_of(self, lit: Lit) -> Option<Time> {
        let time = self.trail.time(lit.atom());
        (time < self.time).then_some(time)
    }

    /// Was the literal true?
    #[inline]
    pub fn is_true(self, lit: Lit) -> bool {
        self.trail.is_true(lit) && self.trail.time(lit.atom()) < self.time
    }

    /// Was the literal false?
    #[inline]
    pub fn is_false(self, lit: Lit) -> bool {
        self.is_true(!lit)
    }

    /// May the literal be used without being named?
    #[inline]
    pub fn is_given(self, lit: Lit) -> bool {
        self.trail.is_true(lit) && self.trail.time(lit.atom()) < self.given
    }

    /// The value that a variable was known to take.
    #[inline]
    pub fn value(self, var: Var) -> Option<Value> {
        let taken = self.trail.taken[var.index()];
        let initial = self.trail.atoms.initial(var);
        if initial.is_single() {
            return initial.value();
        }
        (taken != NONE && self.is_true(self.trail.atoms.is(var, taken))).then_some(taken)
    }

    /// The values that a variable could take, as far as its literals had said so.
    pub fn domain(self, var: Var) -> Domain {
        if let Some(value) = self.value(var) {
            return Domain::single(value);
        }
        let now = self.trail.domain(var);
        let initial = self.trail.atoms.initial(var);
        let came_back = |v: &Value| !self.is_false(self.trail.atoms.is(var, *v));
        now | initial.minus(now).iter().filter(came_back).collect()
    }

    /// A literal that was true and says that `var` is not `value`: the removal itself or the value
    /// that it takes. `None` if the value was still there.
    pub fn why_not(self, var: Var, value: Value) -> Option<Lit> {
        let not = !self.trail.atoms.is(var, value);
        if let Some(taken) = self.value(var) {
            let is = self.trail.atoms.is(var, taken);
            return (taken != value).then_some(is);
        }
        self.is_true(not).then_some(not)
    }
}
