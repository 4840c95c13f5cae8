//! The check pass.

use super::times::in_ms;
use super::{CheckSummary, Disagreement, KeptSolvers, Plan, Said, Times, blame_missing, blame_wrong};
use crate::passes::add;
use crate::passes::solve::stop_name;
use crate::{Pass, Work};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tesuji_genre::{Bad, ClueView, REVIEW, Record, Review, Solution, Solved, View};
use tesuji_solver::{Answer, Limits, Stop, Value};

/// Nodes that the reference gets at most where a given solution is reviewed.
const BESIDE_REVIEW: u64 = 100_000;

/// Compares solvers on each puzzle. Gives out only the records at which they disagree, each with a
/// [`Disagreement`] in its field `disagreement`, and those whose document gives a solution, each
/// with its [`Review`]; with [`verdicts`](Self::verdicts), all of them.
pub struct CheckPass {
    /// The plans of the solvers.
    pub plans: Vec<Plan>,
    /// Solution sets are compared up to this many.
    pub count: usize,
    /// Give out every record, with who finished, with how many solutions, and what it took
    /// (milliseconds of processor time, nodes) in its field `verdicts`.
    pub verdicts: bool,
    /// Give out every record, those without a disagreement or a review as they are.
    pub every: bool,
    /// The reference's default number of nodes where no network referees: fewer puzzles are
    /// compared, and many more are tried.
    pub most: u64,
    /// Times of the solvers, for people: no result depends on them.
    pub times: Times,
}

struct Asked<'a> {
    plan: &'a Plan,
    answer: Answer<Vec<Value>>,
    time: Duration,
}

impl Asked<'_> {
    fn done(&self) -> bool {
        self.answer.stop.is_complete()
    }
}

impl CheckPass {
    /// A check of solution sets up to two.
    pub fn new(plans: Vec<Plan>) -> Self {
        CheckPass { plans, count: 2, verdicts: false, every: false, most: u64::MAX, times: Times::default() }
    }

    /// Asks all solvers that have a share in the item: those that are kept, or fresh ones.
    fn ask<'a>(
        &'a self,
        view: &ClueView,
        index: u64,
        left: &Limits,
        mut kept: Option<&mut KeptSolvers>,
        into: &mut CheckSummary,
    ) -> Vec<Asked<'a>> {
        let mut asked = Vec::new();
        for (i, plan) in self.plans.iter().enumerate() {
            let entry = into.solvers.entry(plan.solver.name().to_string()).or_default();
            if entry.limits.is_empty() {
                entry.limits = plan.describe();
            }
            // A solver that is called again to settle a disagreement was called before.
            let share = plan.time_share.filter(|_| kept.is_some());
            let allowance = match share {
                None => Some(Duration::MAX),
                Some(share) => self.times.allowance(plan.solver.name(), share),
            };
            let Some(allowance) = allowance.filter(|_| plan.share.asks(index)) else {
                entry.not_asked += 1;
                entry.over_share += u64::from(plan.share.asks(index));
                continue;
            };
            entry.asked += 1;
            if let Err(kind) = plan.solver.supports(&view.network) {
                *entry.refused.entry(format!("{kind:?}")).or_default() += 1;
                continue;
            }
            let limits = Limits {
                nodes: plan.limits.nodes.min(left.nodes),
                // Others are at work with the same allowance.
                time: plan.limits.time.min(left.time).min(allowance / rayon::current_num_threads().max(1) as u32),
                memory: plan.limits.memory.min(left.memory),
                solutions: self.count,
                interrupt: left.interrupt.clone(),
            };
            let solve = || match &mut kept {
                Some(kept) => kept.ask(i, plan, view, &limits),
                None => plan.solver.solve(&view.network, Some(&view.domains), &limits),
            };
            let (mut answer, time) = self.times.of(plan.solver.name(), solve);
            answer.solutions.sort();
            if answer.stop.is_complete() {
                entry.done += 1;
            } else {
                *entry.unfinished.entry(stop_name(answer.stop)).or_default() += 1;
            }
            asked.push(Asked { plan, answer, time });
        }
        if let Some(kept) = kept {
            kept.note(&view.network);
        }
        asked
    }

    /// Compares the answers; `None` when all agree.
    fn compare(&self, view: &ClueView, asked: &[Asked<'_>]) -> Option<Disagreement> {
        // Parts of each answer that are no solution, or stand twice.
        let broken: Vec<Option<String>> =
            asked.iter().map(|one| one.answer.solutions.iter().find_map(|s| blame_wrong(view, s))).collect();
        let is_false = |i: usize| broken[i].is_some() || asked[i].answer.solutions.windows(2).any(|w| w[0] == w[1]);
        // Also what an unfinished search found is true, and must be known to those that say they
        // know all.
        let mut held: Vec<&Vec<Value>> = Vec::new();
        for (i, one) in asked.iter().enumerate() {
            for solution in &one.answer.solutions {
                if !held.contains(&solution) && !is_false(i) {
                    held.push(solution);
                }
            }
        }
        held.sort();
        // Who says "these are all" must know every one that holds; who stopped at the count must
        // have that many.
        let missing = |one: &Asked<'_>| {
            let solutions = &one.answer.solutions;
            let all = one.answer.stop == Stop::Exhausted;
            let enough = solutions.len() >= self.count.min(held.len());
            if one.done() && (all || !enough) { held.iter().copied().find(|s| !solutions.contains(s)) } else { None }
        };
        if !asked.iter().enumerate().any(|(i, one)| is_false(i) || missing(one).is_some()) {
            return None;
        }
        let mut said: BTreeMap<String, Said> = BTreeMap::new();
        let mut wrong: BTreeSet<String> = BTreeSet::new();
        let mut rules: BTreeSet<String> = BTreeSet::new();
        for (i, one) in asked.iter().enumerate() {
            let name = one.plan.solver.name().to_string();
            let missing = missing(one);
            let by = missing.and_then(|s| blame_missing(view, &*one.plan.solver, s));
            if is_false(i) || missing.is_some() {
                wrong.insert(name.clone());
            }
            rules.extend(broken[i].clone());
            rules.extend(by.clone());
            let told = Said {
                solutions: one.answer.solutions.iter().map(|s| view.solution(s)).collect(),
                stop: stop_name(one.answer.stop),
                broken_rule: broken[i].clone(),
                missing: missing.map(|s| view.solution(s)),
                missing_by: by,
            };
            said.insert(name, told);
        }
        Some(Disagreement { wrong: wrong.into_iter().collect(), rules: rules.into_iter().collect(), said })
    }

    fn clues(
        &self,
        work: &Work,
        view: &ClueView,
        kept: &mut KeptSolvers,
        left: &Limits,
        out: &mut dyn FnMut(Record),
        into: &mut CheckSummary,
    ) -> Result<(), Bad> {
        let asked = self.ask(view, work.index, left, Some(kept), into);
        let disagreement = self.compare(view, &asked).map(|found| {
            // Kept solvers' findings may depend on earlier puzzles: the output must not.
            let again = self.ask(view, work.index, left, None, &mut CheckSummary::default());
            self.compare(view, &again).unwrap_or(found)
        });
        let truth = asked.iter().find(|o| {
            o.done() && disagreement.as_ref().is_none_or(|d| !d.wrong.iter().any(|w| w == o.plan.solver.name()))
        });
        match truth.map(|o| o.answer.solutions.len()) {
            None => into.open += 1,
            Some(0) => into.none += 1,
            Some(1) if self.count > 1 => into.unique += 1,
            // Nobody looked for a second one.
            Some(1) => into.open += 1,
            Some(_) => into.multiple += 1,
        }
        let is_compared = asked.iter().filter(|o| o.done()).count() > 1;
        into.uncompared += u64::from(!is_compared);
        for one in asked.iter().filter(|o| o.done()) {
            let name = one.plan.solver.name();
            let entry = into.solvers.entry(name.to_string()).or_default();
            match &disagreement {
                Some(d) if d.wrong.iter().any(|w| w == name) => entry.differ += 1,
                // One alone agrees with nobody.
                _ => entry.agree += u64::from(is_compared),
            }
        }
        let mut disagreement = disagreement;
        let found = truth.map(|o| &o.answer.solutions[..]).filter(|_| self.count > 1);
        let found = found.and_then(|all| if let [one] = all { Some(view.solution(one)) } else { None });
        if let Some(stored) = &work.record.solution
            && found.as_ref().is_none_or(|found| is_other(stored, found))
        {
            match (work.broken_rule(), &found) {
                (Some(Some(rule)), _) => {
                    let what = format!("the stored solution breaks {rule}");
                    blame_record(&mut disagreement, stored, found.as_ref(), what);
                }
                (_, Some(_)) => {
                    blame_record(&mut disagreement, stored, found.as_ref(), "the stored solution".to_string());
                }
                (_, None) => {}
            }
        }
        self.report(work, (disagreement, None), &|| verdicts(&asked), out, into);
        Ok(())
    }

    /// The genre's fast engine and its reference, where no network referees.
    fn reading(
        &self,
        work: &Work,
        left: &Limits,
        out: &mut dyn FnMut(Record),
        into: &mut CheckSummary,
    ) -> Result<(), Bad> {
        into.readings += 1;
        let genre = work.puzzle.genre;
        let actions = genre.positions("has no positions to read")?;
        let limits = Limits { solutions: self.count, ..left.clone() };
        let review = actions.review(&work.puzzle, &work.record.extra, &limits)?;
        let simple = self.plans.iter().find(|p| p.solver.name() == "simple");
        let simple = simple.map_or(u64::MAX, |p| {
            if p.is_usual { genre.info().reference_nodes.min(self.most) } else { p.limits.nodes }
        });
        // Where a given solution is reviewed, the review is the request.
        let most = if review.is_some() { BESIDE_REVIEW } else { u64::MAX };
        let slow = Limits { nodes: simple.min(left.nodes).min(most), ..limits.clone() };
        let (fast, fast_time) = self.times.of("fast", || genre.solve(&work.puzzle, &limits));
        let (simple, simple_time) = self.times.of("simple", || genre.reference(&work.puzzle, &slow));
        let answers = [("fast", fast?), ("simple", simple?)];
        let times = [fast_time, simple_time];
        if slow.nodes < u64::MAX {
            into.solvers.entry("simple".to_string()).or_default().limits = format!("{} nodes", slow.nodes);
        }
        let mut said = BTreeMap::new();
        for (name, solved) in &answers {
            let entry = into.solvers.entry((*name).to_string()).or_default();
            entry.asked += 1;
            if solved.stop.is_final() {
                entry.done += 1;
            } else {
                *entry.unfinished.entry(stop_name(solved.stop)).or_default() += 1;
            }
            let mut solutions = solved.solutions.clone();
            solutions.sort_by_key(ToString::to_string);
            let stop = stop_name(solved.stop);
            said.insert(
                (*name).to_string(),
                Said { solutions, stop, broken_rule: None, missing: None, missing_by: None },
            );
        }
        // An answer that leaves a first move open can't be compared.
        let is_whole = |s: &Solved| s.stop.is_final() && !s.solutions.iter().any(Solution::is_undecided);
        // Neither can an answer that one engine leaves open and the other decides: the other read
        // more of the board. But a decided answer has to lie within the bounds of the open one.
        let is_open = |s: &Solved| s.stop == Stop::Open;
        let [(_, fast), (_, simple)] = &answers;
        let are_whole = is_whole(fast) && is_whole(simple);
        let outside = match (&fast.solutions[..], &simple.solutions[..]) {
            ([one], [other]) if are_whole && is_open(fast) != is_open(simple) => {
                let (open, decided) = if is_open(fast) { (one, other) } else { (other, one) };
                actions.contradicts(&work.puzzle, open, decided)?
            }
            _ => None,
        };
        let both = are_whole && is_open(fast) == is_open(simple) || outside.is_some();
        let compared = |s: &Said| s.solutions.iter().map(|one| actions.compared(one)).collect::<Option<Vec<_>>>();
        let parts: Option<Vec<_>> = said.values().map(compared).collect();
        let both = both && parts.is_some();
        into.uncompared += u64::from(!both);
        let same = parts.is_none_or(|parts| parts.windows(2).all(|w| w[0] == w[1]));
        // The reference's word before the fast engine's, if it finished.
        let finished = answers.iter().rev().find(|(_, s)| s.stop.is_complete());
        match finished.map(|(_, s)| s.solutions.len()) {
            None => into.open += 1,
            Some(0) => into.none += 1,
            Some(1) => into.unique += 1,
            Some(_) => into.multiple += 1,
        }
        for (name, solved) in &answers {
            let entry = into.solvers.entry((*name).to_string()).or_default();
            match (solved.stop.is_final(), both && !same && *name == "fast") {
                (true, true) => entry.differ += 1,
                // An engine alone agrees with nobody.
                (true, false) if both => entry.agree += 1,
                _ => {}
            }
        }
        let count = |(name, solved): &(&str, Solved), time: Duration| {
            let (solutions, stop) = (solved.solutions.len(), stop_name(solved.stop));
            let told = serde_json::json!(
                {"solutions": solutions, "stop": stop, "ms": in_ms(time), "nodes": solved.stats.nodes}
            );
            ((*name).to_string(), told)
        };
        let verdict: serde_json::Map<_, _> = answers.iter().zip(times).map(|(s, time)| count(s, time)).collect();
        let mut disagreement =
            (both && !same).then(|| Disagreement { wrong: vec!["fast".to_string()], rules: Vec::new(), said });
        if let (Some(d), Some(what)) = (&mut disagreement, outside) {
            d.rules.push(what.replacen("stored", "open", 1));
        }
        if let Some((stored, [found])) = work.record.solution.as_ref().zip(finished.map(|(_, s)| &s.solutions[..]))
            && let Some(what) = actions.contradicts(&work.puzzle, stored, found)?
        {
            blame_record(&mut disagreement, stored, Some(found), what);
        }
        self.report(work, (disagreement, review), &|| verdict.clone().into(), out, into);
        Ok(())
    }

    fn report(
        &self,
        work: &Work,
        (mut disagreement, review): (Option<Disagreement>, Option<Review>),
        verdicts: &dyn Fn() -> serde_json::Value,
        out: &mut dyn FnMut(Record),
        into: &mut CheckSummary,
    ) {
        into.puzzles += 1;
        if let Some(review) = &review {
            into.reviewed += 1;
            add(&mut into.given, &review.counts);
            if !review.is_right {
                into.given_wrong += 1;
                blame_document(&mut disagreement, review);
            }
        }
        if disagreement.is_none() && review.is_none() && !self.verdicts && !self.every {
            return;
        }
        let mut record = work.record.clone();
        // Plain structures of texts and numbers: they always have a JSON form.
        record.extra.remove(REVIEW);
        if let Some(review) = review {
            record.extra.insert(REVIEW.into(), serde_json::to_value(review).unwrap_or_default());
        }
        if self.verdicts {
            record.extra.insert("verdicts".into(), verdicts());
        }
        if let Some(d) = disagreement {
            into.disagreements += 1;
            for rule in &d.rules {
                *into.blamed.entry(rule.clone()).or_default() += 1;
            }
            record.extra.insert("disagreement".into(), serde_json::to_value(d).unwrap_or_default());
        }
        out(record);
    }
}

/// A wrong statement of a record: a disagreement in which the record is wrong.
fn blame_record(with: &mut Option<Disagreement>, stored: &Solution, found: Option<&Solution>, what: String) {
    let said = |solution: &Solution, stop: &str| Said {
        solutions: vec![solution.clone()],
        stop: stop.to_string(),
        broken_rule: None,
        missing: None,
        missing_by: None,
    };
    let d = with.get_or_insert_with(|| Disagreement {
        wrong: Vec::new(),
        rules: Vec::new(),
        said: found.map(|found| ("found".to_string(), said(found, "exhausted"))).into_iter().collect(),
    });
    d.wrong.push("record".to_string());
    d.rules.push(what);
    d.said.insert("record".to_string(), said(stored, "stored"));
}

/// A fault of a document's solution: a disagreement in which the document is wrong.
fn blame_document(with: &mut Option<Disagreement>, review: &Review) {
    let d = with.get_or_insert_with(|| Disagreement { wrong: Vec::new(), rules: Vec::new(), said: BTreeMap::new() });
    d.wrong.push("document".to_string());
    let kinds: BTreeSet<&str> = review.remarks.iter().filter(|r| r.is_fault).map(|r| r.kind.as_str()).collect();
    d.rules.extend(kinds.into_iter().map(str::to_string));
}

/// Another solution in the same shape? (A record of an older shape says nothing.)
fn is_other(stored: &Solution, found: &Solution) -> bool {
    let [a, b] = [stored, found].map(|solution| solution.text().map(str::len));
    a.is_some() && a == b && stored != found
}

fn verdicts(asked: &[Asked<'_>]) -> serde_json::Value {
    let one = |o: &Asked<'_>| {
        let said = serde_json::json!({
            "solutions": o.answer.solutions.len(), "stop": stop_name(o.answer.stop),
            "ms": in_ms(o.time), "nodes": o.answer.stats.nodes,
        });
        (o.plan.solver.name().to_string(), said)
    };
    asked.iter().map(one).collect::<serde_json::Map<_, _>>().into()
}

impl Pass for CheckPass {
    type Summary = CheckSummary;
    type Kept = KeptSolvers;

    fn name(&self) -> &'static str {
        "check"
    }

    fn parameters(&self) -> String {
        let plans: Vec<String> = self.plans.iter().map(Plan::describe).collect();
        format!("count={} verdicts={} [{}]", self.count, self.verdicts, plans.join("; "))
    }

    fn visit(
        &self,
        work: &Work,
        kept: &mut KeptSolvers,
        left: &Limits,
        out: &mut dyn FnMut(Record),
        into: &mut CheckSummary,
    ) -> Result<(), Bad> {
        match work.puzzle.genre.view(&work.puzzle)? {
            View::Reading => self.reading(work, left, out, into),
            View::Clues(view) => {
                view.check(work.record.state.as_ref())?;
                self.clues(work, &view, kept, left, out, into)
            }
        }
    }
}
