//! A stored solution held against the reader: is each line that is marked right really right, does
//! each refutation refute, and is there another solution?

use super::position::Position;
use super::target::is_told;
use super::tree::{Claim, Fault, StoredTree};
use crate::judge::{Who, solve};
use crate::read::Widened;
use crate::{Class, DfPnReader, Outcome, Point, Problem, Question, Role};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_genre::Bad;
use tesuji_solver::Limits;

/// How the positions that may be read are shared.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// A position inside of the tree gets this part of what there is for a problem.
    pub share: u64,
    /// The least number of them.
    pub least: u64,
    /// All positions of the tree together get so many times what there is for a problem.
    pub times: u64,
    /// A tree of more moves is not read.
    pub most_moves: usize,
    /// The longest line that an answer gives, in moves.
    pub longest_line: usize,
}

impl Default for Policy {
    fn default() -> Self {
        Policy { share: 8, least: 20_000, times: 2, most_moves: 3_000, longest_line: 15 }
    }
}

/// The finding about a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// It is as the file says.
    Holds,
    /// It is not: after this move of it, these moves show that.
    Refuted {
        /// The move, by its place in the tree.
        after: usize,
        /// The moves, of the side to move there and the other one in turn, up to the first that
        /// takes a ko back at once. Empty: none shows it.
        line: Vec<Option<Point>>,
        /// The outcome at its end, as far as it was found.
        result: Outcome,
        /// Has the side to move there nothing, whatever it plays?
        is_lost: bool,
    },
    /// It was not decided within the limits.
    Unknown,
}

/// A line of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Its last move, by its place in the tree.
    pub node: usize,
    /// The claim of the file.
    pub claim: Claim,
    /// The finding.
    pub finding: Finding,
}

/// Another solution than those of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cook {
    /// The moves down to it, itself the last.
    pub moves: Vec<Option<Point>>,
    /// Its place in the tree, where the file has it (as a wrong move, or without a word).
    pub node: Option<usize>,
    /// Does the file say that it is wrong?
    pub is_called_wrong: bool,
}

/// A tree held against the reader.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The reader's own solution of the problem; null where it finds none.
    pub found: Value,
    /// The outcome of the problem, as far as it is known.
    pub outcome: Outcome,
    /// Does a move matter at all? `Some(false)`: the group is dead, or alive, whoever moves.
    pub is_unsettled: Option<bool>,
    /// The lines of which something is claimed.
    pub leaves: Vec<Leaf>,
    /// Other solutions.
    pub cooks: Vec<Cook>,
    /// Another question may be meant, and nothing is said against the file.
    pub is_other_question: bool,
    /// Nothing is marked, the main line does not hold, and some other line of the file may: then
    /// that is no fault of it.
    pub is_unmarked: bool,
    /// First moves that the file says are right, and that were not decided.
    pub undecided: Vec<Point>,
    /// Where the tree contradicts itself, or the rules.
    pub faults: Vec<Fault>,
}

/// How it is known which group a problem is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marking {
    /// The file marks it.
    Marked,
    /// It was chosen. A fault is told only where the solution fits it, or where the stones tell it by
    /// themselves. The task of the side to move is what words say.
    Chosen(Option<Role>),
}

/// Places on the scale of outcomes: a ko that nobody needs a threat for, and life.
const KO: i32 = 100;
const LIFE: i32 = 1000;

/// Outcomes on one scale, higher for the defender: all that is not excluded, from the least to the
/// highest.
fn scale(outcome: Outcome) -> (i32, i32) {
    if let (Some(Class::Ko), Some(threats)) = (outcome.class(), outcome.threats) {
        let n = i32::from(threats.count);
        let at = if threats.by == Role::Defender { KO - n } else { KO + n };
        return (at, at);
    }
    let low = match outcome.low {
        Class::Dead => 0,
        Class::Ko => 1,
        Class::Seki | Class::Alive => LIFE,
    };
    let high = match outcome.high {
        Class::Dead => 0,
        Class::Ko => 2 * KO - 1,
        Class::Seki | Class::Alive => LIFE,
    };
    (low, high)
}

/// The outcome that the solving side must get: the best that the reader found, else anything but a
/// failure.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    role: Role,
    at: i32,
    /// Is it not known whether a ko is the best?
    is_ko_open: bool,
}

impl Wanted {
    fn of(problem: &Problem, outcome: Outcome) -> Wanted {
        let role = problem.first;
        let (low, high) = scale(outcome);
        let is_best = outcome.succeeds(role) == Some(true) && low == high;
        if is_best {
            Wanted { role, at: low, is_ko_open: false }
        } else {
            Wanted { is_ko_open: true, ..Wanted::anything(role) }
        }
    }

    /// Anything but a failure: a ko at least.
    fn anything(role: Role) -> Wanted {
        Wanted { role, at: if role == Role::Attacker { 2 * KO - 1 } else { 1 }, is_ko_open: false }
    }

    /// Is it had, with that outcome?
    fn is_had(self, outcome: Outcome) -> Option<bool> {
        let (low, high) = scale(outcome);
        let may_be_ko = low < LIFE && high > 0;
        match self.role {
            // Whether a ko is enough is not known.
            _ if self.is_ko_open && may_be_ko => None,
            Role::Attacker if high <= self.at => Some(true),
            Role::Attacker if low > self.at => Some(false),
            Role::Defender if low >= self.at => Some(true),
            Role::Defender if high < self.at => Some(false),
            _ => None,
        }
    }
}

/// The reader's word on positions of a tree.
pub(super) struct Judge<'a> {
    reader: DfPnReader,
    tree: &'a StoredTree,
    wanted: Wanted,
    limits: Limits,
    policy: Policy,
    /// By place in the tree: the position, or why the move can't be played.
    positions: Vec<Result<Position, String>>,
    /// The knowledge of each.
    known: BTreeMap<usize, Option<bool>>,
    /// Those that come to a ko.
    kos: BTreeSet<usize>,
    /// May the best ko be a bent four in the corner? Then which of two kos is better is a matter of
    /// the rules.
    may_be_bent_four: bool,
    /// Positions that may still be read.
    left: u64,
}

impl<'a> Judge<'a> {
    /// A judge of whether the solver gets anything at all: with so many positions for each position
    /// of the tree, and for all.
    pub(super) fn for_anything(problem: &Problem, tree: &'a StoredTree, each: u64, left: u64) -> Judge<'a> {
        Judge {
            reader: DfPnReader::new(),
            tree,
            wanted: Wanted::anything(problem.first),
            limits: Limits::default().with_nodes(each),
            policy: Policy::default(),
            positions: positions(problem, tree, &mut Vec::new()),
            known: BTreeMap::new(),
            kos: BTreeSet::new(),
            may_be_bent_four: false,
            left,
        }
    }

    /// Does the solver get what is wanted at a position of the tree?
    pub(super) fn is_had(&mut self, node: usize) -> Option<bool> {
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let at = self.positions[node].as_ref().ok()?.clone();
        let outcome = self.outcome(&at);
        let told = outcome.and_then(|outcome| self.wanted.is_had(outcome));
        if outcome.is_some_and(|outcome| outcome.class() == Some(Class::Ko)) {
            self.kos.insert(node);
        }
        self.known.insert(node, told);
        told
    }

    fn outcome(&mut self, at: &Position) -> Option<Outcome> {
        if at.question.is_captured() {
            return Some(Outcome::exactly(Class::Dead));
        }
        self.widened(at).map(|found| found.reading.outcome)
    }

    /// The outcome of a position: whether it is a ko, too, where nobody wants one.
    fn result(&mut self, at: &Position) -> Outcome {
        if at.question.is_captured() {
            return Outcome::exactly(Class::Dead);
        }
        let limits = self.limits.clone().with_nodes(self.limits.nodes.min(self.left));
        let is_told = |o: Outcome| o.lives() || o.class().is_some();
        let Ok(found) = self.reader.read_until(&at.question, at.turn, &is_told, &limits) else {
            return Outcome::UNKNOWN;
        };
        self.left = self.left.saturating_sub(found.reading.nodes);
        found.reading.outcome
    }

    fn read(&mut self, at: &Position) -> Option<bool> {
        self.outcome(at).and_then(|outcome| self.wanted.is_had(outcome))
    }

    /// The reading of a position, as far as it is asked for.
    fn widened(&mut self, at: &Position) -> Option<Widened> {
        let limits = self.limits.clone().with_nodes(self.limits.nodes.min(self.left));
        if limits.nodes == 0 {
            return None;
        }
        let wanted = self.wanted;
        let settles = |o: Outcome| wanted.is_had(o).is_some();
        let found = self.reader.read_until(&at.question, at.turn, &settles, &limits).ok()?;
        self.left = self.left.saturating_sub(found.reading.nodes);
        Some(found)
    }

    /// The moves that show what a position comes to: those of the side to move there, if it has
    /// what it wants by one. Each line is played out, and the reader is asked about its end.
    fn line(&mut self, at: &Position) -> Vec<Option<Point>> {
        let wanted = self.wanted;
        let had = self.read(at);
        let is_winner = had == Some(at.turn == wanted.role);
        if !is_winner || had.is_none() {
            return Vec::new();
        }
        let Some(found) = self.widened(at) else { return Vec::new() };
        let region = found.showing((wanted.role == Role::Attacker) == (had == Some(true)));
        let (w, h) = at.question.board.size();
        let mut lines: Vec<Vec<Option<Point>>> = Vec::new();
        let problem = Problem::new(region.clone(), at.turn);
        if let Ok(solved) = solve(&problem, &self.limits, Who::Search)
            && let Some(json) = solved.solutions.first()
        {
            let names = |field: &str| json[field].as_array().cloned().unwrap_or_default();
            let point = |v: &Value| v.as_str().and_then(|name| Point::parse(name, w, h));
            let told: Vec<Option<Point>> = names("line").iter().map(point).collect();
            lines.push(told);
            lines.extend(names("keys").iter().map(|key| vec![point(key)]));
        }
        lines.extend(found.reading.key.map(|key| vec![key]));
        // Else some move near by.
        let near = region.region & at.question.board.empty();
        lines.extend(near.iter().take(self.policy.longest_line).map(|p| vec![Some(p)]));
        let longest = self.policy.longest_line;
        for mut line in lines {
            line.truncate(longest.min(before_retaking(at, &line)));
            while !line.is_empty() {
                if line[0].is_some() && self.replays(at, &line, had) {
                    return line;
                }
                // The end of a long line may be too hard to read.
                let shorter = if line.len() > 1 { 1 } else { 0 };
                line.truncate(shorter);
            }
        }
        Vec::new()
    }

    /// Can the moves be played, and is what was found of the first position so at their end?
    fn replays(&mut self, from: &Position, line: &[Option<Point>], had: Option<bool>) -> bool {
        let mut at = from.clone();
        for &mv in line {
            let color = at.question.color(at.turn);
            let Ok(next) = at.play(color, mv, false) else { return false };
            at = next;
        }
        self.read(&at) == had
    }
}

/// How many moves of a line can be played before one takes a ko back at once.
fn before_retaking(from: &Position, line: &[Option<Point>]) -> usize {
    let mut at = from.clone();
    for (n, &mv) in line.iter().enumerate() {
        let color = at.question.color(at.turn);
        let Ok(next) = at.play(color, mv, false) else { return n };
        at = next;
    }
    line.len()
}

impl Judge<'_> {
    /// Do the stones themselves tell the target, and is it known that the side to move changes it, by
    /// few moves and by none of those that the file says are right? Or that no move helps, where
    /// words ask for it?
    fn is_told_otherwise(
        &mut self,
        problem: &Problem,
        task: Option<Role>,
        keys: usize,
        is_unsettled: Option<bool>,
    ) -> bool {
        let q = &problem.question;
        let tree = self.tree;
        let right: Vec<usize> = tree.firsts.iter().copied().filter(|&i| tree.nodes[i].claim == Claim::Right).collect();
        let near = q.region | q.board.beside(&(q.region | q.wall));
        let is_near = |i: usize| tree.nodes[i].mv.is_some_and(|p| near.contains(p));
        let is_meant = match is_unsettled {
            Some(true) => (1..=FEW_KEYS).contains(&keys),
            Some(false) => task == Some(problem.first),
            None => false,
        };
        is_meant
            && is_told(q)
            && !right.is_empty()
            && right.into_iter().all(|i| is_near(i) && self.is_had(i) == Some(false))
    }

    /// How a solution fits a target that was guessed, of which `keys` are the right first moves.
    fn fit(&mut self, problem: &Problem, task: Option<Role>, keys: usize, is_unsettled: Option<bool>) -> Fit {
        let tree = self.tree;
        let firsts = |claim: Claim| tree.firsts.iter().copied().filter(move |&i| tree.nodes[i].claim == claim);
        let has = |judge: &mut Self, claim: Claim, had: bool| firsts(claim).any(|i| judge.is_had(i) == Some(had));
        let calls_wrong = firsts(Claim::Wrong).next().is_some();
        match () {
            () if !has(self, Claim::Right, true) => {
                let is_told = self.is_told_otherwise(problem, task, keys, is_unsettled);
                if is_told { Fit::Otherwise } else { Fit::No }
            }
            () if calls_wrong && has(self, Claim::Wrong, false) => Fit::Whole,
            () if !calls_wrong && is_told(&problem.question) => Fit::Whole,
            () if !calls_wrong && is_unsettled == Some(true) && keys <= FEW_KEYS => Fit::InPart,
            () => Fit::No,
        }
    }
}

/// How a solution fits a target that was guessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fit {
    /// A first move that it says is right is known to be, and one that it says is wrong is known to
    /// fail (or it calls none wrong, and the stones themselves tell the target).
    Whole,
    /// A first move that it says is right is one of few that are. Of other solutions nothing is said
    /// then.
    InPart,
    /// None of its right first moves is right, and yet no other group is meant.
    Otherwise,
    /// Another group may be meant.
    No,
}

/// So few right first moves tell of a target that it is meant.
const FEW_KEYS: usize = 3;

impl Verified {
    /// Is no line that the file says is right known to hold?
    pub(crate) fn holds_nothing(&self) -> bool {
        !self.leaves.iter().any(|leaf| leaf.claim == Claim::Right && leaf.finding == Finding::Holds)
    }

    /// The same where another question may be meant: nothing is known of what the file claims.
    fn of_another_question(mut self) -> Verified {
        let is_against = |leaf: &Leaf| matches!(leaf.finding, Finding::Refuted { .. });
        // An undecided line is no sign of another question.
        self.is_other_question =
            self.leaves.iter().any(is_against) || !self.cooks.is_empty() || self.is_unsettled == Some(false);
        self.leaves.iter_mut().filter(|leaf| is_against(leaf)).for_each(|leaf| leaf.finding = Finding::Unknown);
        self.cooks.clear();
        self.is_unsettled = None;
        self
    }
}

/// Holds a stored solution against the reader, with so many positions as the limits allow for the
/// problem, and parts of that for the positions of the tree.
///
/// # Errors
/// [`Bad`] where the problem can't be read.
pub fn verify(
    problem: &Problem,
    tree: &StoredTree,
    marking: Marking,
    limits: &Limits,
    policy: Policy,
) -> Result<Verified, Bad> {
    if tree.nodes.len() > policy.most_moves {
        let (moves, most) = (tree.nodes.len(), policy.most_moves);
        return Err(Bad::new(format!("a solution of {moves} moves: up to {most} are checked")));
    }
    let solved = solve(problem, limits, Who::Search)?;
    let found = solved.solutions.into_iter().next().map_or(Value::Null, Value::from);
    let each = limits.clone().with_nodes((limits.nodes / policy.share).max(policy.least.min(limits.nodes)));
    let reader = DfPnReader::new();
    let half = limits.clone().with_nodes(limits.nodes / 2);
    let asked = Position::of(problem).question;
    let read = |first: Role| reader.read_widening(&asked, first, &half).map(|read| read.reading.outcome);
    let outcome = read(problem.first).unwrap_or(Outcome::UNKNOWN);
    let other = read(problem.first.other()).unwrap_or(Outcome::UNKNOWN);
    let is_unsettled = match outcome.succeeds(problem.first) {
        Some(false) => Some(false),
        _ => outcome.gains(problem.first, other),
    };
    let mut faults = tree.faults.clone();
    let positions = positions(problem, tree, &mut faults);
    let wanted = Wanted::of(problem, outcome);
    let left = limits.nodes.saturating_mul(policy.times);
    let (known, kos) = (BTreeMap::new(), BTreeSet::new());
    let is_ko = outcome.class() == Some(Class::Ko) && problem.first == Role::Attacker;
    let may_be_bent_four = is_ko && problem.question.may_become_bent_four();
    let mut judge = Judge { reader, tree, wanted, limits: each, policy, positions, known, kos, may_be_bent_four, left };
    let leaves: Vec<Leaf> = tree.leaves().filter_map(|node| judge.leaf(node)).collect();
    let cooks = judge.cooks(problem, &found);
    let undecided = undecided(&mut judge);
    let is_unmarked = tree.convention.is_main_line && judge.may_hold_elsewhere();
    let is_other_question = false;
    let keys = found["keys"].as_array().map_or(0, Vec::len);
    let mut verified =
        Verified { found, outcome, is_unsettled, leaves, cooks, is_other_question, is_unmarked, undecided, faults };
    let fit = match marking {
        Marking::Marked if judge.contradicts_mark(problem) => Fit::No,
        Marking::Marked => Fit::Whole,
        Marking::Chosen(task) => judge.fit(problem, task, keys, is_unsettled),
    };
    if fit == Fit::InPart {
        verified.cooks.retain(|cook| cook.node.is_some());
    }
    Ok(if fit == Fit::No { verified.of_another_question() } else { verified })
}

/// The position after a move of the tree and those of a line behind it, and who is to move there:
/// for checking what was found in another way. `None` where they can't be played.
#[must_use]
pub fn position_after(
    problem: &Problem,
    tree: &StoredTree,
    node: Option<usize>,
    line: &[Option<Point>],
) -> Option<(Question, Role)> {
    let mut at = Position::of(problem);
    for i in node.map_or(Vec::new(), |node| tree.line(node)) {
        let node = &tree.nodes[i];
        at = at.play(node.color, node.mv, node.retakes).ok()?;
    }
    for &mv in line {
        let color = at.question.color(at.turn);
        at = at.play(color, mv, true).ok()?;
    }
    Some((at.question, at.turn))
}

/// The position after each move; what can't be played is a fault, and so are two names for one
/// position.
fn positions(problem: &Problem, tree: &StoredTree, faults: &mut Vec<Fault>) -> Vec<Result<Position, String>> {
    let h = problem.question.board.size().1;
    let mut all: Vec<Result<Position, String>> = Vec::new();
    let mut seen: BTreeMap<(u64, bool, Option<Point>), usize> = BTreeMap::new();
    for (i, node) in tree.nodes.iter().enumerate() {
        let before = match node.parent {
            None => Ok(Position::of(problem)),
            Some(up) => all[up].clone(),
        };
        // Of what follows a move that can't be played, nothing more is said.
        let after = before.and_then(|at| {
            at.play(node.color, node.mv, node.retakes).map_err(|why| {
                let name = node.mv.map_or("pass".to_string(), |p| p.name(h));
                faults.push(Fault { at: node.path.clone(), what: format!("{} {name}: {why}", node.color) });
                why.to_string()
            })
        });
        // Nor of what stands behind stones that are no result of the moves.
        let is_set = |at: &Position| node.stones.iter().all(|&(p, color)| at.question.board.get(p) == color);
        let after = after.and_then(|at| if is_set(&at) { Ok(at) } else { Err("stones are set there".to_string()) });
        if let Ok(at) = &after
            && node.children.is_empty()
            && node.claim != Claim::Unsaid
        {
            let key = (at.question.board.hash(), at.turn == Role::Attacker, at.question.board.ko());
            let first = *seen.entry(key).or_insert(i);
            if tree.nodes[first].claim != node.claim {
                let other = &tree.nodes[first].path;
                let what = format!("the position of {other} again, once right and once wrong");
                faults.push(Fault { at: node.path.clone(), what });
            }
        }
        all.push(after);
    }
    all
}

impl Judge<'_> {
    /// The fate of a line about which the file claims something.
    fn leaf(&mut self, node: usize) -> Option<Leaf> {
        let claim = self.tree.nodes[node].claim;
        if claim == Claim::Unsaid || self.positions[node].is_err() {
            return None;
        }
        let own: Vec<usize> = self.own_moves(node);
        let had = self.is_had(node);
        let finding = match (claim, had) {
            (Claim::Right, _) => {
                // One of its moves may fail against another reply than the file's.
                let failing = own.iter().copied().find(|&i| self.is_had(i) == Some(false));
                match (failing, had) {
                    (Some(after), _) => self.refuted(after),
                    (None, Some(false)) => self.refuted(node),
                    (None, Some(true)) => Finding::Holds,
                    (None, None) => Finding::Unknown,
                }
            }
            (_, Some(false)) => Finding::Holds,
            (_, None) => Finding::Unknown,
            (_, Some(true)) if self.is_doubtful_ko(node) => Finding::Unknown,
            (_, Some(true)) => {
                // The first move after which the solver has what he wants to the end of the line.
                let line = self.tree.line(node);
                let since = line.iter().rev().take_while(|&&i| self.is_had(i) == Some(true)).last().copied();
                self.refuted(since.unwrap_or(node))
            }
        };
        Some(Leaf { node, claim, finding })
    }

    /// The solver's moves of a line.
    fn own_moves(&self, node: usize) -> Vec<usize> {
        let nodes = &self.tree.nodes;
        self.tree.line(node).into_iter().filter(|&i| nodes[i].color == self.tree.solver).collect()
    }

    fn refuted(&mut self, after: usize) -> Finding {
        let at = self.positions[after].as_ref().ok().cloned();
        let had = self.is_had(after);
        let is_lost = at.as_ref().is_some_and(|at| had.is_some() && had != Some(at.turn == self.wanted.role));
        let result = at.as_ref().map_or(Outcome::UNKNOWN, |at| self.result(at));
        let line = at.map_or(Vec::new(), |at| self.line(&at));
        Finding::Refuted { after, line, result, is_lost }
    }

    /// May a line of which nothing is claimed succeed?
    fn may_hold_elsewhere(&mut self) -> bool {
        let tree = self.tree;
        let unsaid: Vec<usize> = tree.leaves().filter(|&leaf| tree.nodes[leaf].claim == Claim::Unsaid).collect();
        unsaid.into_iter().any(|leaf| {
            let own = self.own_moves(leaf);
            !own.into_iter().chain([leaf]).any(|i| self.is_had(i) == Some(false))
        })
    }

    /// Is the only mark on one stone of the other side, and is the file's own right first move not
    /// about that? Then it marks the last move.
    fn contradicts_mark(&mut self, problem: &Problem) -> bool {
        let q = &problem.question;
        let stones = q.target & q.board.stones(q.defender);
        let tree = self.tree;
        let mut right = tree.firsts.iter().copied().filter(|&i| tree.nodes[i].claim == Claim::Right).peekable();
        let is_doubtful = stones.len() == 1 && problem.first == Role::Attacker && right.peek().is_some();
        is_doubtful && right.all(|i| self.is_had(i) == Some(false))
    }

    /// Solutions that the file does not have: the reader's right first moves, and moves that the
    /// file calls wrong though they do as well (the first of each line).
    fn cooks(&mut self, problem: &Problem, found: &Value) -> Vec<Cook> {
        let (w, h) = problem.question.board.size();
        let right = self.tree.right_first_moves();
        let keys = found["keys"].as_array().into_iter().flatten().filter_map(|v| Point::parse(v.as_str()?, w, h));
        let mut cooks: Vec<Cook> = Vec::new();
        for key in keys.collect::<Vec<_>>() {
            let is_in_tree = self.tree.firsts.iter().any(|&i| self.tree.nodes[i].mv == Some(key));
            let is_known = right.contains(&key) || is_in_tree;
            if !is_known && self.works(problem, key) {
                cooks.push(Cook { moves: vec![Some(key)], node: None, is_called_wrong: false });
            }
        }
        for i in 0..self.tree.nodes.len() {
            let node = &self.tree.nodes[i];
            let is_first_of_line = node.parent.is_none_or(|up| self.tree.nodes[up].claim == Claim::Right);
            let is_other = node.color == self.tree.solver && node.claim != Claim::Right;
            // The same move may stand there once more, as a right one.
            let siblings = node.parent.map_or(&self.tree.firsts, |up| &self.tree.nodes[up].children);
            let is_right_too =
                siblings.iter().any(|&s| self.tree.nodes[s].mv == node.mv && self.tree.nodes[s].claim == Claim::Right);
            // Deep in a line that nothing is said of, other moves are the file's own matter.
            let is_told = node.claim == Claim::Wrong || node.parent.is_none();
            let may_be = is_first_of_line && is_other && is_told && !is_right_too;
            if may_be && self.is_had(i) == Some(true) && !self.is_doubtful_ko(i) {
                let moves = self.tree.line(i).into_iter().map(|n| self.tree.nodes[n].mv).collect();
                cooks.push(Cook { moves, node: Some(i), is_called_wrong: self.tree.nodes[i].claim == Claim::Wrong });
            }
        }
        cooks
    }

    /// Does a first move that is not in the tree do?
    fn works(&mut self, problem: &Problem, key: Point) -> bool {
        let Ok(after) = Position::of(problem).play(problem.color(), Some(key), false) else { return false };
        let Some(outcome) = self.outcome(&after) else { return false };
        let is_doubtful = self.may_be_bent_four && outcome.class() == Some(Class::Ko);
        self.wanted.is_had(outcome) == Some(true) && !is_doubtful
    }

    /// Is it a ko of which the rules say whether it is as good as another one?
    fn is_doubtful_ko(&self, node: usize) -> bool {
        self.may_be_bent_four && self.kos.contains(&node)
    }
}

/// First moves that the file says are right, and of which it is not known.
fn undecided(judge: &mut Judge<'_>) -> Vec<Point> {
    let firsts = judge.tree.firsts.clone();
    let right = firsts.into_iter().filter(|&i| judge.tree.nodes[i].claim == Claim::Right).collect::<Vec<_>>();
    let open: Vec<usize> =
        right.into_iter().filter(|&i| judge.positions[i].is_ok() && judge.is_had(i).is_none()).collect();
    open.into_iter().filter_map(|i| judge.tree.nodes[i].mv).collect()
}
