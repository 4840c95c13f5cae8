//! A stored solution held against the reader: is each line that is marked right really right, does
//! each refutation refute, and is there another solution?

use super::position::Position;
use super::tree::{Claim, Fault, StoredTree};
use crate::genre::{Who, solve};
use crate::read::Widened;
use crate::{Class, DfPnReader, Outcome, Point, Problem, Question, Role};
use serde_json::Value;
use std::collections::BTreeMap;
use tesuji_genre::Bad;
use tesuji_solver::Limits;

/// How the positions that may be read are shared.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// A position inside of the tree gets this part of what there is for a problem.
    pub share: u64,
    /// But so many at least.
    pub least: u64,
    /// All positions of the tree together get so many times what there is for a problem.
    pub times: u64,
    /// A tree of more moves is not read.
    pub most_moves: usize,
    /// The longest line that is told, in moves.
    pub longest_line: usize,
}

impl Default for Policy {
    fn default() -> Self {
        Policy { share: 8, least: 20_000, times: 2, most_moves: 3_000, longest_line: 15 }
    }
}

/// What was found out of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// It is as the file says.
    Holds,
    /// It is not: after this move of it, these moves show that.
    Refuted {
        /// The move, by its place in the tree.
        after: usize,
        /// The moves, of the side to move there and the other one in turn. Empty: whatever is
        /// played there.
        line: Vec<Option<Point>>,
    },
    /// It was not decided within the limits.
    Unknown,
}

/// A line of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Its last move, by its place in the tree.
    pub node: usize,
    /// What the file claims.
    pub claim: Claim,
    /// What was found.
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
    /// What the reader finds of the problem, in the shape of a solution; null where it finds
    /// nothing.
    pub found: Value,
    /// What comes of the problem, as far as it is known.
    pub outcome: Outcome,
    /// Does a move matter at all? `Some(false)`: the group is dead, or alive, whoever moves.
    pub is_unsettled: Option<bool>,
    /// The lines of which something is claimed.
    pub leaves: Vec<Leaf>,
    /// Other solutions.
    pub cooks: Vec<Cook>,
    /// No line that the file says is right succeeds, and no stones are marked: another group may be
    /// meant, and nothing is said against the file.
    pub is_other_question: bool,
    /// First moves that the file says are right, and that were not decided.
    pub undecided: Vec<Point>,
    /// Where the tree contradicts itself, or the rules.
    pub faults: Vec<Fault>,
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

/// What the side that solves the problem must get: the best that the reader found, else anything
/// but a failure.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    role: Role,
    at: i32,
}

impl Wanted {
    fn of(problem: &Problem, outcome: Outcome) -> Wanted {
        let role = problem.first;
        let (low, high) = scale(outcome);
        let is_best = outcome.succeeds(role) == Some(true) && low == high;
        if is_best { Wanted { role, at: low } } else { Wanted::anything(role) }
    }

    /// Anything but a failure: a ko at least.
    fn anything(role: Role) -> Wanted {
        Wanted { role, at: if role == Role::Attacker { 2 * KO - 1 } else { 1 } }
    }

    /// Is it had, with that outcome?
    fn is_had(self, outcome: Outcome) -> Option<bool> {
        let (low, high) = scale(outcome);
        match self.role {
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
    /// What is known of each.
    known: BTreeMap<usize, Option<bool>>,
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
            left,
        }
    }

    /// Does the solver get what is wanted at a position of the tree?
    pub(super) fn is_had(&mut self, node: usize) -> Option<bool> {
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let at = self.positions[node].as_ref().ok()?.clone();
        let told = self.read(&at);
        self.known.insert(node, told);
        told
    }

    fn read(&mut self, at: &Position) -> Option<bool> {
        if at.question.is_captured() {
            return self.wanted.is_had(Outcome::exactly(Class::Dead));
        }
        let found = self.widened(at)?;
        self.wanted.is_had(found.reading.outcome)
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
        let problem = Problem { question: region.clone(), first: at.turn };
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
            line.truncate(longest);
            while !line.is_empty() {
                if line[0].is_some() && self.replays(at, &line, had) {
                    return line;
                }
                // What a long line ends with may be too hard to tell.
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
            let Ok(next) = at.play(color, mv, true) else { return false };
            at = next;
        }
        self.read(&at) == had
    }
}

/// The claims of a file about another group than the one that was taken for the target: nothing is
/// known of them.
fn of_another_question(mut verified: Verified) -> Verified {
    let is_right = |leaf: &Leaf| leaf.claim == Claim::Right;
    let holds = |leaf: &Leaf| leaf.finding == Finding::Holds;
    let fails = |leaf: &Leaf| matches!(leaf.finding, Finding::Refuted { .. });
    let right = || verified.leaves.iter().filter(|leaf| is_right(leaf));
    if right().any(holds) || !right().any(fails) {
        return verified;
    }
    verified.is_other_question = true;
    verified.leaves.iter_mut().for_each(|leaf| leaf.finding = Finding::Unknown);
    verified.cooks.clear();
    verified.is_unsettled = None;
    verified
}

/// Holds a stored solution against the reader, with so many positions as the limits allow for the
/// problem, and parts of that for the positions of the tree. `is_marked`: is it known which group
/// the problem is about, or was it chosen?
///
/// # Errors
/// [`Bad`] where the problem can't be read.
pub fn verify(
    problem: &Problem,
    tree: &StoredTree,
    is_marked: bool,
    limits: &Limits,
    policy: Policy,
) -> Result<Verified, Bad> {
    if tree.nodes.len() > policy.most_moves {
        let (moves, most) = (tree.nodes.len(), policy.most_moves);
        return Err(Bad::new(format!("a solution of {moves} moves: up to {most} are checked")));
    }
    let solved = solve(problem, limits, Who::Search)?;
    let found = solved.solutions.into_iter().next().unwrap_or(Value::Null);
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
    let mut judge = Judge { reader, tree, wanted, limits: each, policy, positions, known: BTreeMap::new(), left };
    let leaves: Vec<Leaf> = tree.leaves().filter_map(|node| judge.leaf(node)).collect();
    let cooks = judge.cooks(problem, &found);
    let undecided = undecided(&mut judge);
    let is_other_question = false;
    let verified = Verified { found, outcome, is_unsettled, leaves, cooks, is_other_question, undecided, faults };
    Ok(if is_marked { verified } else { of_another_question(verified) })
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
    /// What becomes of a line of which something is claimed.
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
        let line = at.map_or(Vec::new(), |at| self.line(&at));
        Finding::Refuted { after, line }
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
            if is_first_of_line && is_other && is_told && !is_right_too && self.is_had(i) == Some(true) {
                let moves = self.tree.line(i).into_iter().map(|n| self.tree.nodes[n].mv).collect();
                cooks.push(Cook { moves, node: Some(i), is_called_wrong: self.tree.nodes[i].claim == Claim::Wrong });
            }
        }
        cooks
    }

    /// Does a first move that is not in the tree do?
    fn works(&mut self, problem: &Problem, key: Point) -> bool {
        let after = Position::of(problem).play(problem.color(), Some(key), false);
        after.is_ok_and(|after| self.read(&after) == Some(true))
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
