//! Has a position one right first move? Cheap questions first.

use crate::judge::{Who, judge};
use crate::read::{Ply, State, Supply};
use crate::study::{Aim, Judge, outcome};
use crate::{Class, Outcome, Point, Problem, Role};
use std::collections::BTreeSet;
use tesuji_genre::Bad;
use tesuji_solver::{Limits, Stop};

/// Why a position is no problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Rejected {
    /// The time was up.
    Time,
    /// Not decided within the limits.
    Hard,
    /// It is none, for this reason.
    For(String),
}

pub(super) fn because<T>(why: impl Into<String>) -> Result<T, Rejected> {
    Err(Rejected::For(why.into()))
}

impl From<Stop> for Rejected {
    fn from(stop: Stop) -> Rejected {
        if stop == Stop::Time { Rejected::Time } else { Rejected::Hard }
    }
}

/// Positions that may be visited for one position's questions.
const NODES: u64 = 20_000;
/// Right first moves without threats up to which it is asked which of them hold against threats.
const FEW: usize = 4;

pub(super) fn limits() -> Limits {
    Limits::default().with_nodes(NODES).with_memory(512 << 20)
}

/// The outcome and the only right first move, one of those that are images of each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    pub(super) outcome: Outcome,
    pub(super) point: Point,
}

impl Key {
    pub(super) fn is_ko(self) -> bool {
        self.outcome.class() == Some(Class::Ko)
    }
}

/// The key of a position that may turn out to be a problem: where most are none, what is asked
/// without ko threats settles most. Kos only where `ko` takes them.
pub(super) fn find(problem: &Problem, ko: Option<bool>) -> Result<Key, Rejected> {
    let mut asker = Asker::new(problem)?;
    if ko != Some(false) {
        let key = asker.key(asker.points())?;
        return if ko == Some(true) && !key.is_ko() { because("no ko") } else { Ok(key) };
    }
    // He who moves must reach his goal without threats, and not by passing: all else is settled, or
    // a ko.
    let kill = problem.first == Role::Attacker;
    let root = asker.root(Supply::NONE);
    if asker.judge.kills(&root)? != kill || asker.passing_reaches(&root, kill)? {
        return because("settled");
    }
    let mut reaching = Vec::new();
    for ply in asker.points() {
        let Some(after) = asker.judge.area().play(&root, ply) else { continue };
        if asker.judge.kills(&after)? == kill {
            reaching.push(ply);
            if asker.classes(&reaching) > FEW {
                return because("several right first moves");
            }
        }
    }
    let key = asker.key(reaching)?;
    if key.is_ko() { because("ko") } else { Ok(key) }
}

/// Has the position this key? Nothing is taken for granted, but what speaks against it is asked
/// first.
pub(super) fn has(problem: &Problem, key: Key) -> Result<bool, Rejected> {
    let mut asker = Asker::new(problem)?;
    let (Some(aim), Some(cell)) = (Aim::of(key.outcome, problem.first), asker.judge.area().cell(key.point)) else {
        return Ok(false);
    };
    let root = asker.root(aim.supply);
    let Some(after) = asker.judge.area().play(&root, Ply(cell)) else { return Ok(false) };
    if !aim.kept(&mut *asker.judge, &after)? {
        return Ok(false);
    }
    match asker.key(asker.points()) {
        Ok(found) => Ok(found == key),
        Err(Rejected::For(_)) => Ok(false),
        Err(other) => Err(other),
    }
}

/// A position with who judges it.
struct Asker<'a> {
    problem: &'a Problem,
    judge: Box<dyn Judge>,
}

impl Asker<'_> {
    fn new(problem: &Problem) -> Result<Asker<'_>, Rejected> {
        if problem.question.is_captured() {
            return because("settled");
        }
        match judge(problem, &limits(), Who::Search) {
            Ok(judge) => Ok(Asker { problem, judge }),
            Err(why) => because(Bad::from(why).what),
        }
    }

    fn root(&self, supply: Supply) -> State {
        self.judge.area().state(&self.problem.question, self.problem.first, supply)
    }

    /// The first moves but the pass.
    fn points(&self) -> Vec<Ply> {
        let mut moves = self.judge.area().moves(&self.root(Supply::NONE));
        moves.pop();
        moves
    }

    fn passing_reaches(&mut self, root: &State, kill: bool) -> Result<bool, Rejected> {
        match self.judge.area().play(root, Ply::PASS) {
            Some(after) => Ok(self.judge.kills(&after)? == kill),
            None => Ok(false),
        }
    }

    /// How many moves there are up to symmetry.
    fn classes(&self, plies: &[Ply]) -> usize {
        if plies.len() < 2 { plies.len() } else { self.up_to_symmetry(plies).len() }
    }

    fn up_to_symmetry(&self, plies: &[Ply]) -> Vec<Point> {
        let symmetries = self.problem.automorphisms();
        let (mut seen, mut first) = (BTreeSet::new(), Vec::new());
        for p in plies.iter().filter_map(|&ply| self.judge.area().point(ply)) {
            if seen.insert(p) {
                seen.extend(symmetries.iter().map(|&s| self.problem.image_of(p, s)));
                first.push(p);
            }
        }
        first
    }

    /// The outcome and the only one of these moves that gets it.
    fn key(&mut self, among: Vec<Ply>) -> Result<Key, Rejected> {
        let plain = self.root(Supply::NONE);
        let outcome = outcome(&mut *self.judge, &plain)?;
        let Some(aim) = Aim::of(outcome, self.problem.first) else { return because("settled") };
        let root = self.root(aim.supply);
        let mut right = Vec::new();
        for ply in among.into_iter().chain([Ply::PASS]) {
            let Some(after) = self.judge.area().play(&root, ply) else { continue };
            if aim.kept(&mut *self.judge, &after)? {
                if ply == Ply::PASS {
                    return because("settled");
                }
                right.push(ply);
                if self.classes(&right) > 1 {
                    return because("several right first moves");
                }
            }
        }
        match self.up_to_symmetry(&right)[..] {
            [point] => Ok(Key { outcome, point }),
            _ => because("settled"),
        }
    }
}
