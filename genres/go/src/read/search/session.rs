//! A question being read: which numbers of threats are searched, and what follows for the outcome.

use super::certify::Certified;
use super::dfpn::Search;
use super::table::flag;
use crate::read::certificate::needed;
use crate::read::{Certificate, LifeGame, MOST_THREATS, NoTwoEyes, PassAlive, Ply, Supply};
use crate::{Class, Outcome, Question, Role};
use tesuji_solver::reading::{DfPn, Goal, Outcome as Value, Side};
use tesuji_solver::{Limits, Stop, Tier};

/// A question being read: the table lasts from one number of threats to the next.
pub(super) struct Session {
    pub(super) search: Search,
    pub(super) question: Question,
    pub(super) first: Role,
    /// The first move of the last search that ended well for the side that makes it: each such
    /// search asks more of it than those before.
    pub(super) key: Option<Ply>,
    /// What was decided.
    done: Vec<(Supply, Decided)>,
    /// A capture without threats: was it shown to hold with any number of them?
    with_any: Option<bool>,
    /// The search with unlimited attacker threats was left, since it did not end soon.
    is_long: bool,
    /// How many times its table may still be emptied of what is cheap to find again.
    evictions: u32,
}

/// What of an outcome is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::read) enum Objective {
    /// All of it.
    All,
    /// Whether it is life; of a ko only as much as shows on the way.
    Life,
    /// Whether it is death.
    Death,
    /// Whether it is life or a ko, where something else shows that it is one of them at most.
    LifeOrKo,
    /// Whether it is death or a ko, where something else shows that it is a ko at least.
    DeathOrKo,
}

/// A decided search with one supply of threats.
#[derive(Clone, Copy)]
pub(super) struct Decided {
    pub(super) killed: bool,
    /// Holds for any number of threats of the losing side.
    pub(super) free: bool,
    /// The first move, where it is a move of the side that succeeds.
    pub(super) key: Option<Ply>,
}

impl Session {
    pub(super) fn new(search: Search, question: &Question, first: Role) -> Session {
        let (question, evictions) = (question.clone(), search.policy.evictions);
        Session { search, question, first, key: None, done: Vec::new(), with_any: None, is_long: false, evictions }
    }

    /// Can the attacker capture with that supply?
    pub(super) fn decide(&mut self, supply: Supply) -> Result<Decided, Stop> {
        let decided = match self.done.iter().find(|(s, _)| *s == supply) {
            Some(&(_, decided)) => decided,
            None => {
                let decided = self.search(supply)?;
                self.done.push((supply, decided));
                decided
            }
        };
        if decided.killed == (self.first == Role::Attacker) {
            self.key = decided.key;
        }
        Ok(decided)
    }

    /// The same with so many nodes at most; what was done is of use to a search that goes on.
    fn decide_within(&mut self, supply: Supply, nodes: u64) -> Result<Option<Decided>, Stop> {
        let whole = self.search.clock.clone();
        self.search.clock = whole.until(self.search.nodes + nodes);
        let decided = self.decide(supply);
        self.search.clock = whole;
        match decided {
            Err(Stop::Memory) => Err(Stop::Memory),
            Err(_) => match self.search.clock.check(self.search.nodes).or_else(|| self.search.clock.expired()) {
                Some(stop) => Err(stop),
                None => Ok(None),
            },
            Ok(decided) => Ok(Some(decided)),
        }
    }

    /// Does the capture without threats hold with any number of them? (See [`bans`](super::dfpn).)
    pub(super) fn captured_despite_bans(&mut self) -> Result<bool, Stop> {
        if let Some(known) = self.with_any {
            return Ok(known);
        }
        let root = self.search.geometry.area.state(&self.question, self.first, Supply::NONE);
        let found = self.search.captured_despite_bans(&root)?;
        self.with_any = Some(found);
        if found && self.first == Role::Attacker {
            let place = self.search.known(&root);
            self.key = Some(Ply(self.search.entry(place).best)).filter(|p| p.0 <= Ply::PASS.0);
        }
        Ok(found)
    }

    fn search(&mut self, supply: Supply) -> Result<Decided, Stop> {
        let state = self.search.geometry.area.state(&self.question, self.first, supply);
        if supply.0.abs() != i8::MAX {
            self.search.tried = self.search.tried.max(supply.0.abs());
        } else {
            self.search.tried = self.search.tried.max(1);
        }
        let first = self.first;
        let named = |best: u8, by: Role| Some(Ply(best)).filter(|p| by == first && p.0 <= Ply::PASS.0);
        for _ in 0..self.search.policy.closed_set_rounds {
            let root = self.search.known(&state);
            self.search.run(root);
            if let Some(stop) = self.search.stopped(root) {
                return Err(stop);
            }
            let entry = *self.search.entry(root);
            if entry.killed() {
                let key = named(entry.best, Role::Attacker);
                return Ok(Decided { killed: true, free: entry.is(flag::FREE), key });
            }
            if let Certified::Closed { free } = self.search.certify(root) {
                return Ok(Decided { killed: false, free, key: named(entry.best, Role::Defender) });
            }
            if let Some(stop) = self.search.clock.check(self.search.nodes).or_else(|| self.search.clock.expired()) {
                return Err(stop);
            }
        }
        Err(Stop::Nodes)
    }

    /// Is what is captured with one defender threat captured with any number?
    fn is_dead(&mut self) -> Result<bool, Stop> {
        let root = self.search.geometry.area.state(&self.question, self.first, Supply(-1));
        // A proof is kept for the greatest number: it is searched for at once.
        let induction = self.search.geometry.prunes && self.search.captured_with_any(&root)?;
        Ok(induction || self.decide(Supply(-(MOST_THREATS as i8)))?.killed)
    }

    /// The certificates of an outcome that was found, as far as the limits allow.
    pub(super) fn certificates(&mut self, outcome: Outcome) -> Vec<Certificate> {
        let mut all = Vec::new();
        for (supply, killed) in needed(outcome) {
            // Asked again, since a later search may have withdrawn what the closed set is made of.
            if self.search(supply).is_ok_and(|d| d.killed == killed) {
                let root = self.search.geometry.area.state(&self.question, self.first, supply);
                let proof = if killed { self.search.capture(root) } else { self.search.closed_set(root) };
                all.extend(proof.map(|proof| Certificate { supply, killed, proof }));
            }
        }
        all
    }

    /// Can the defender force pass-alive stones? Asked where he is not captured.
    pub(super) fn is_alive(&mut self, limits: &Limits) -> Option<bool> {
        let area = &self.search.geometry.area;
        let root = area.state(&self.question, self.first, Supply::ATTACKER_UNLIMITED);
        let game = LifeGame { area: area.clone() };
        let goal = Goal { side: Side::Second, value: Value::Loss };
        let limits = limits.clone().with_time(self.search.clock.remaining());
        let read = DfPn::new().with_closers(&[&PassAlive, &NoTwoEyes], Tier::Easy).solve(&game, &root, goal, &limits);
        self.search.nodes += read.stats.nodes;
        read.holds
    }

    /// What is asked of the outcome, and why no more is known of it. A full table is emptied of
    /// what is cheap to find again, if that helps.
    pub(super) fn answer(&mut self, asked: Objective, settles: &dyn Fn(Outcome) -> bool) -> (Outcome, Stop) {
        loop {
            let mut known = Outcome::UNKNOWN;
            let before = self.search.nodes;
            match self.outcome(&mut known, asked, settles) {
                Ok(outcome) => return (outcome, Stop::Exhausted),
                Err(Stop::Memory) if self.evictions > 0 && self.search.may_evict_since(before) => {
                    self.evictions -= 1;
                    if !self.search.evict() {
                        return (known, Stop::Memory);
                    }
                }
                Err(stop) => return (known, stop),
            }
        }
    }

    /// What is asked of the outcome; `settles` says of an interval that no more need be known.
    pub(super) fn outcome(
        &mut self,
        known: &mut Outcome,
        asked: Objective,
        settles: &dyn Fn(Outcome) -> bool,
    ) -> Result<Outcome, Stop> {
        let lives = Outcome::between(Class::Seki, Class::Alive);
        match asked {
            Objective::DeathOrKo => {
                let is_lost = self.decide(Supply::ATTACKER_UNLIMITED)?.killed;
                return Ok(if is_lost { Outcome::between(Class::Dead, Class::Ko) } else { lives });
            }
            Objective::LifeOrKo => {
                let is_lost = self.decide(Supply(-(MOST_THREATS as i8)))?.killed;
                let saved = Outcome::between(Class::Ko, Class::Alive);
                return Ok(if is_lost { Outcome::exactly(Class::Dead) } else { saved });
            }
            Objective::All | Objective::Life | Objective::Death => {}
        }
        let plain = self.decide(Supply::NONE)?;
        if plain.killed {
            *known = Outcome::between(Class::Dead, Class::Ko);
            if plain.free {
                return Ok(Outcome::exactly(Class::Dead));
            }
            if asked == Objective::Life || settles(*known) {
                return Ok(*known);
            }
            // Where the number of threats is asked for too, what shows that there is one pays less
            // than searching with it.
            if asked == Objective::Death && self.search.geometry.prunes && self.captured_despite_bans()? {
                return Ok(Outcome::exactly(Class::Dead));
            }
            for t in 1..=MOST_THREATS as i8 {
                let more = self.decide(Supply(-t))?;
                if !more.killed {
                    return Ok(Outcome::ko(Role::Defender, t as u8));
                }
                // Captured with most threats is captured with fewer: the searches between can be
                // spared.
                if more.free || t == 1 && self.is_dead()? {
                    break;
                }
            }
            return Ok(Outcome::exactly(Class::Dead));
        }
        *known = Outcome::between(Class::Ko, Class::Alive);
        if plain.free {
            return Ok(lives);
        }
        if asked == Objective::Death || settles(*known) {
            return Ok(*known);
        }
        // Most kos need one threat or two: then the search with unlimited threats can be spared.
        // Life shows quickly.
        if asked == Objective::All {
            let before = self.search.nodes;
            if self.decide(Supply(1))?.killed {
                return Ok(Outcome::ko(Role::Attacker, 1));
            }
            if !self.is_long {
                let soon = before.max(self.search.nodes - before);
                self.is_long = self.decide_within(Supply::ATTACKER_UNLIMITED, soon)?.is_none();
            }
            if self.is_long && self.decide(Supply(2))?.killed {
                return Ok(Outcome::ko(Role::Attacker, 2));
            }
        }
        if !self.decide(Supply::ATTACKER_UNLIMITED)?.killed {
            return Ok(lives);
        }
        *known = Outcome::exactly(Class::Ko);
        for t in 1..=MOST_THREATS as i8 {
            if self.decide(Supply(t))?.killed {
                return Ok(Outcome::ko(Role::Attacker, t as u8));
            }
        }
        Ok(Outcome::exactly(Class::Ko))
    }
}
