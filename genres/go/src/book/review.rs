//! A stored solution reviewed in words, for a teacher.

use super::doubt::Doubt;
use super::tree::{Claim, StoredTree};
use super::verify::{Cook, Finding, Leaf, Marking, Policy, Verified, verify};
use super::{GIVEN, doubt, target};
use crate::problem::{asked, marked, said, starts};
use crate::{Class, Color, Point, Problem, Role, draw};
use serde_json::Value;
use std::collections::BTreeMap;
use tesuji_genre::{Bad, CHOSEN, NAME, Remark, Review};
use tesuji_sgf::Collection;
use tesuji_solver::Limits;

/// The solution that a file gives, from the notes of a record; `None` where it gives none.
///
/// # Errors
/// [`Bad`] where the notes can't be read.
pub fn given(problem: &Problem, notes: &BTreeMap<String, Value>) -> Result<Option<StoredTree>, Bad> {
    let Some(given) = notes.get(GIVEN) else { return Ok(None) };
    let text = |field: &str| given.get(field).and_then(Value::as_str);
    let Some(game) = text("tree") else {
        return Err(Bad::new("the given solution has no tree").at(format!("field {GIVEN}")));
    };
    let (sgf, _) = Collection::parse(game.as_bytes());
    let start = sgf.roots().next().and_then(|root| starts(root).into_iter().next());
    let path = text("at").unwrap_or("game 1, node 1");
    Ok(start.and_then(|start| StoredTree::read(start, problem.color(), path)))
}

/// The review of the solution that a file gives; `None` where it gives none.
pub(crate) fn review(
    problem: &Problem,
    notes: &BTreeMap<String, Value>,
    limits: &Limits,
) -> Result<Option<Review>, Bad> {
    let Some(tree) = given(problem, notes)? else { return Ok(None) };
    match doubt::of(problem, notes) {
        Some(Doubt::Other(why)) => return Ok(Some(unread(problem, &tree, "another question", &why))),
        Some(Doubt::Open(why)) => return Ok(Some(unread(problem, &tree, "not decided", &why))),
        None if tree.nodes.is_empty() => {
            let (first, other) = (tree.solver, tree.solver.other());
            let why = format!("no solution is given: {other} begins each line, and {first} is to move");
            return Ok(Some(unread(problem, &tree, "diagrams", &why)));
        }
        None => {}
    }
    let is_marked = !notes.contains_key(CHOSEN);
    let marking = if is_marked { Marking::Marked } else { Marking::Chosen(task_of(problem, notes)) };
    let verified = verify(problem, &tree, marking, limits, Policy::default())?;
    if is_marked
        && verified.holds_nothing()
        && is_marked_once(problem, notes)
        && let Some(other) = target::instead(problem, &tree)
    {
        let verified = verify(&other, &tree, Marking::Chosen(None), limits, Policy::default())?;
        if !verified.is_other_question {
            return Ok(Some(Writer { problem: &other, tree: &tree, verified: &verified, is_marked: false }.review()));
        }
    }
    Ok(Some(Writer { problem, tree: &tree, verified: &verified, is_marked }.review()))
}

/// The task of the side to move, as words say.
fn task_of(problem: &Problem, notes: &BTreeMap<String, Value>) -> Option<Role> {
    let text = |name: &str| notes.get(name).and_then(Value::as_str).unwrap_or_default();
    let words = format!("{}\n{}", text(NAME), text("comment"));
    let first = said(&words);
    first.task.filter(|_| first.mover == Some(problem.color())).or_else(|| asked(&words, problem.color()).task)
}

/// Is one stone marked, of the side that does not move first? It may be the one that was played
/// last.
fn is_marked_once(problem: &Problem, notes: &BTreeMap<String, Value>) -> bool {
    let game = notes.get(GIVEN).and_then(|given| given.get("tree")).and_then(Value::as_str).unwrap_or_default();
    let (sgf, _) = Collection::parse(game.as_bytes());
    let stones = sgf.roots().next().and_then(|root| starts(root).into_iter().next()).map(marked).unwrap_or_default();
    stones.len() == 1 && stones.within(&problem.question.board.stones(problem.color().other()))
}

/// The review of a file of which nothing is read, in a word and with the reason.
fn unread(problem: &Problem, tree: &StoredTree, kind: &str, why: &str) -> Review {
    let words = if kind == "diagrams" { why.to_string() } else { format!("{kind}: {why}") };
    let remark = Remark { kind: kind.into(), words: words.clone(), ..Remark::default() };
    let name = |p: Point| p.name(problem.question.board.size().1);
    let names = tree.right_first_moves().into_iter().map(name).collect::<Vec<_>>();
    Review {
        is_right: true,
        given: if names.is_empty() { "no right move".to_string() } else { names.join(", ") },
        found: "not asked".to_string(),
        verdict: words,
        remarks: vec![remark],
        counts: counted(tree, kind),
        right: Vec::new(),
        also: Vec::new(),
        failing: Vec::new(),
    }
}

/// Counts of every review: what came of it in a word, and lines that the other side begins.
fn counted(tree: &StoredTree, kind: &str) -> BTreeMap<String, u64> {
    let diagrams = Some(("diagrams", tree.diagrams.len() as u64)).filter(|(_, n)| *n > 0);
    let kind = Some((kind, 1)).filter(|(kind, _)| *kind != "diagrams");
    kind.into_iter().chain(diagrams).map(|(name, n)| (name.replace(' ', "_"), n)).collect()
}

struct Writer<'a> {
    problem: &'a Problem,
    tree: &'a StoredTree,
    verified: &'a Verified,
    is_marked: bool,
}

impl Writer<'_> {
    fn name(&self, mv: Option<Point>) -> String {
        mv.map_or("pass".to_string(), |p| p.name(self.problem.question.board.size().1))
    }

    fn names(&self, points: &[Point]) -> String {
        points.iter().map(|&p| self.name(Some(p))).collect::<Vec<_>>().join(", ")
    }

    fn moves(&self, node: usize) -> Vec<String> {
        self.tree.line(node).into_iter().map(|i| self.name(self.tree.nodes[i].mv)).collect()
    }

    fn line(&self, line: &[Option<Point>]) -> Vec<String> {
        line.iter().map(|&mv| self.name(mv)).collect()
    }

    fn solver(&self) -> Color {
        self.tree.solver
    }

    /// The places of cooks in the tree.
    fn is_cook(&self, node: usize) -> bool {
        self.tree.line(node).iter().any(|i| self.verified.cooks.iter().any(|cook| cook.node == Some(*i)))
    }

    fn review(&self) -> Review {
        let mut remarks: Vec<Remark> = Vec::new();
        remarks.extend(self.settled());
        remarks.extend(self.verified.is_other_question.then(|| Remark {
            kind: "another question".into(),
            words: "another question: the solution does not fit the group that was taken for the target; mark the stones that are meant".into(),
            ..Remark::default()
        }));
        remarks.extend(self.verified.faults.iter().map(|fault| Remark {
            kind: "contradiction".into(),
            is_fault: true,
            at: Some(fault.at.clone()),
            words: format!("{}: {}", fault.at, fault.what),
            ..Remark::default()
        }));
        let (cooks, leaves) = (self.verified.cooks.iter().map(|cook| self.cook(cook)), self.leaves());
        // Where nothing is marked, what comes of the main line is said before all else.
        if self.tree.convention.is_main_line {
            remarks.extend(leaves.into_iter().chain(cooks));
        } else {
            remarks.extend(cooks.chain(leaves));
        }
        let count = |claim: Claim, wanted: fn(&Finding) -> bool| {
            self.verified.leaves.iter().filter(|leaf| leaf.claim == claim && wanted(&leaf.finding)).count() as u64
        };
        let holds = |f: &Finding| *f == Finding::Holds;
        let fails = |f: &Finding| matches!(f, Finding::Refuted { .. });
        let open = |f: &Finding| *f == Finding::Unknown;
        let unknown = [count(Claim::Right, open), count(Claim::Wrong, open)];
        if unknown.iter().sum::<u64>() > 0 {
            let total = self.verified.leaves.len();
            let words = format!("{} of {total} lines were not decided (--nodes)", unknown[0] + unknown[1]);
            remarks.push(Remark { kind: "unknown".into(), words, ..Remark::default() });
        }
        let is_right = !remarks.iter().any(|remark| remark.is_fault);
        let of_lines = [
            ("right_leaves", count(Claim::Right, holds)),
            ("wrong_leaves", count(Claim::Right, fails)),
            ("unknown_right_leaves", unknown[0]),
            ("refutations", count(Claim::Wrong, holds)),
            ("failed_refutations", count(Claim::Wrong, fails)),
            ("unknown_refutations", unknown[1]),
            ("cooks", self.verified.cooks.len() as u64),
            ("contradictions", self.verified.faults.len() as u64),
        ];
        let kind = match () {
            () if !is_right => "something wrong",
            () if self.verified.is_other_question => "another question",
            () if unknown.iter().sum::<u64>() > 0 || !remarks.iter().all(|r| r.kind == "works too") => "not decided",
            () => "as the file says",
        };
        let mut counts = counted(self.tree, kind);
        counts.extend(of_lines.map(|(name, n)| (name.to_string(), n)));
        let (right, also, failing) = self.marks();
        Review {
            is_right,
            given: self.given(),
            found: self.found(),
            verdict: self.verdict(&remarks, &counts),
            remarks,
            counts,
            right,
            also,
            failing,
        }
    }

    /// The group that was chosen.
    fn group(&self) -> String {
        let q = &self.problem.question;
        let n = q.target.len();
        let stones = q.target.first().map(|p| p.name(q.board.size().1)).unwrap_or_default();
        let s = if n == 1 { "" } else { "s" };
        format!("for {}'s {n} stone{s} at {stones}", q.defender)
    }

    /// The claims of the file.
    fn given(&self) -> String {
        let (right, wrong) = (self.tree.right_first_moves(), self.tree.wrong_first_moves());
        let mut words = if right.is_empty() { "no right move".to_string() } else { self.names(&right) };
        if self.tree.convention.is_main_line {
            words += " (nothing is marked)";
        }
        if !wrong.is_empty() {
            words += &format!("; wrong: {}", self.names(&wrong));
        }
        words
    }

    /// The findings of the reader.
    fn found(&self) -> String {
        let found = &self.verified.found;
        let list = |field: &str| {
            let names = found[field].as_array().into_iter().flatten().filter_map(Value::as_str);
            names.map(str::to_string).collect::<Vec<_>>()
        };
        let outcome = found["outcome"].as_str().map_or_else(|| self.verified.outcome.to_string(), str::to_string);
        let mut words = format!("{} first: {outcome}", self.solver());
        let keys = list("keys");
        if !keys.is_empty() {
            words += &format!(" by {}", keys.join(", "));
        }
        let open = list("undecided");
        if !open.is_empty() {
            let moves = if open.len() == 1 { "move" } else { "moves" };
            words += &format!("; {} other {moves} not decided", open.len());
        }
        words
    }

    /// Where no move is needed, or none helps.
    fn settled(&self) -> Option<Remark> {
        if self.verified.is_unsettled != Some(false) {
            return None;
        }
        let q = &self.problem.question;
        let is_solved = self.verified.outcome.succeeds(self.problem.first) == Some(true);
        let stones = q.target.first().map(|p| p.name(q.board.size().1)).unwrap_or_default();
        let state = match (is_solved, self.problem.first) {
            (true, crate::Role::Attacker) | (false, crate::Role::Defender) => "dead",
            _ => "alive",
        };
        let what = if is_solved { "no move is needed" } else { "no move helps" };
        let words = format!("settled: {}'s stones at {stones} are {state} already, {what}", q.defender);
        Some(Remark { kind: "settled".into(), is_fault: true, words, ..Remark::default() })
    }

    fn cook(&self, cook: &Cook) -> Remark {
        let moves: Vec<String> = cook.moves.iter().map(|&mv| self.name(mv)).collect();
        let (last, before) =
            moves.split_last().map(|(last, before)| (last.clone(), before.join(" "))).unwrap_or_default();
        let after = if before.is_empty() { String::new() } else { format!("after {before}: ") };
        let (kind, words) = match (cook.is_called_wrong, cook.node) {
            (true, _) => ("wrong move works", format!("{after}your 'wrong' {last} works")),
            // The file has it, and says nothing of it.
            (false, Some(_)) => ("works too", format!("{after}{last} works too, and bears no mark")),
            (false, None) => ("second solution", format!("{after}second solution {last}")),
        };
        let is_fault = cook.is_called_wrong || cook.node.is_none();
        let at = cook.node.map(|i| self.tree.nodes[i].path.clone());
        Remark { kind: kind.into(), is_fault, at, moves, line: Vec::new(), words }
    }

    /// Lines that are not what the file says. Each cause is told once.
    fn leaves(&self) -> Vec<Remark> {
        let mut told: Vec<usize> = Vec::new();
        let mut remarks = Vec::new();
        for Leaf { node, claim, finding } in &self.verified.leaves {
            let Finding::Refuted { after, line, result, is_lost } = finding else { continue };
            // That a whole line works is said of its first move.
            if told.contains(after) || *claim == Claim::Wrong && self.is_cook(*after) {
                continue;
            }
            told.push(*after);
            let (moves, shown) = (self.moves(*after), self.line(line));
            let last = &self.tree.nodes[*after];
            let other = last.color.other();
            let by = match (shown.is_empty(), *is_lost) {
                (false, _) => format!("{other} plays {}", shown.join(" ")),
                (true, true) => format!("whatever {other} plays"),
                (true, false) => format!("{other} has an answer"),
            };
            let line = moves.join(" ");
            let (kind, words) = match claim {
                Claim::Right => {
                    let is_main_line = self.tree.convention.is_main_line;
                    let begins = if is_main_line {
                        format!("nothing is marked; its main line {line}")
                    } else {
                        format!("{line} is marked right, and")
                    };
                    let what = match result.class() {
                        Some(Class::Ko) => "makes only a ko",
                        None if result.low <= Class::Ko && result.high >= Class::Ko => "makes a ko at best",
                        _ => "fails",
                    };
                    let group = if self.is_marked { String::new() } else { format!(" {}", self.group()) };
                    ("right line fails", format!("{begins} {what}{group}: {by}"))
                }
                // Every move of the other side was tried, and the last ones of the solver are
                // right.
                _ if last.color == self.solver() => (
                    "wrong line works",
                    format!("{} is marked wrong, and works from {line} on", self.moves(*node).join(" ")),
                ),
                _ => {
                    let reply = moves.last().cloned().unwrap_or_default();
                    ("refutation fails", format!("{line} is marked wrong, and {reply} does not refute it: {by}"))
                }
            };
            let is_fault = *claim == Claim::Wrong || !self.verified.is_unmarked;
            remarks.push(Remark {
                kind: kind.into(),
                is_fault,
                at: Some(last.path.clone()),
                moves,
                line: shown,
                words,
            });
        }
        remarks
    }

    fn verdict(&self, remarks: &[Remark], counts: &BTreeMap<String, u64>) -> String {
        let faults: Vec<&Remark> = remarks.iter().filter(|r| r.is_fault).collect();
        let open = counts["unknown_right_leaves"] + counts["unknown_refutations"];
        match faults[..] {
            [] if open == 0 && remarks.iter().all(|r| r.kind == "works too") => "as the file says".to_string(),
            [] => remarks.iter().map(|r| r.words.clone()).collect::<Vec<_>>().join("; "),
            _ => {
                const TOLD: usize = 3;
                let mut words: Vec<String> = faults.iter().take(TOLD).map(|r| r.words.clone()).collect();
                if faults.len() > TOLD {
                    words.push(format!("and {} more", faults.len() - TOLD));
                }
                words.join("; ")
            }
        }
    }

    /// First moves for a drawing: given and right, right and not given, given and failing.
    fn marks(&self) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
        let number = |p: Point| draw::number(self.problem, p).0;
        let is_refuted = |p: Point| {
            self.verified.leaves.iter().any(|leaf| match &leaf.finding {
                Finding::Refuted { after, .. } => {
                    let node = &self.tree.nodes[*after];
                    leaf.claim == Claim::Right && node.parent.is_none() && node.mv == Some(p)
                }
                _ => false,
            })
        };
        if self.verified.is_other_question {
            return (Vec::new(), Vec::new(), Vec::new());
        }
        let given = self.tree.right_first_moves().into_iter().filter(|p| !self.verified.undecided.contains(p));
        let (failing, right): (Vec<Point>, Vec<Point>) = given.partition(|&p| is_refuted(p));
        let also = self.verified.cooks.iter().filter(|cook| cook.moves.len() == 1).filter_map(|cook| cook.moves[0]);
        (right.into_iter().map(number).collect(), also.map(number).collect(), failing.into_iter().map(number).collect())
    }
}

#[cfg(test)]
mod tests;
