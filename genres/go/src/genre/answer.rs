//! What is found out of a problem, in the shape that records keep.

use super::proved::{OnBoard, Standing, on_the_board};
use super::racing::race_words;
use super::regional::{FirstMoves, Regional, first_moves, is_decided, is_regional};
use crate::names::Closers;
use crate::question::{Class, Outcome, Role};
use crate::read::search::SearchJudge;
use crate::read::{Area, DfPnReader, Exits, Ply, Reader, Reading, ReferenceReader, Supply, Widened};
use crate::study::{Aim, GraphJudge, Judge, Line, Lines, Study, otherwise, outcome, solution_tree, study};
use crate::{Goal, Point, Points, Problem, Question};
use serde_json::{Value, json};
use tesuji_genre::{Bad, Solved};
use tesuji_solver::{Limits, Stats, Stop};

/// Who judges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// The fast reader.
    Search,
    /// The whole graph.
    Graph,
}

/// Memory for the graphs of a reading that names no bound.
const GRAPH_MEMORY: usize = 1 << 30;

/// Why a problem has no judge.
#[derive(Debug)]
pub(crate) enum Unjudged {
    /// It can't be asked.
    Bad(Bad),
    /// Read both ways to the end, and not decided.
    Open(Open),
}

/// What is proved of a problem whose region does not decide it.
#[derive(Debug)]
pub(crate) struct Open {
    outcome: Outcome,
    why: String,
    nodes: u64,
}

impl From<Bad> for Unjudged {
    fn from(bad: Bad) -> Unjudged {
        Unjudged::Bad(bad)
    }
}

impl From<Unjudged> for Bad {
    fn from(why: Unjudged) -> Bad {
        match why {
            Unjudged::Bad(bad) => bad,
            Unjudged::Open(open) => Bad::new(open.why),
        }
    }
}

/// The judge of a problem. Of an open one: with the exits blocked if that is life, with the exits
/// free if that is death, or if it is the same ko either way. In a region that is for life only:
/// with the exits blocked if that is life.
pub(crate) fn judge(problem: &Problem, limits: &Limits, who: Who) -> Result<Box<dyn Judge>, Unjudged> {
    let of = |exits: Exits, limits: &Limits| -> Result<Box<dyn Judge>, Unjudged> {
        let area = Area::of(&problem.question, exits).map_err(|e| Bad::new(e.to_string()))?;
        let graph = limits.clone().with_memory(limits.memory.min(GRAPH_MEMORY));
        Ok(match who {
            Who::Graph => Box::new(GraphJudge::new(area, &graph)),
            Who::Search => Box::new(SearchJudge::new(area, limits)),
        })
    };
    if !is_one_sided(problem) || problem.question.is_captured() {
        return of(Exits::Free, limits);
    }
    let asked = |judge: &mut dyn Judge| {
        let at = judge.area().state(&problem.question, problem.first, Supply::NONE);
        outcome(judge, &at)
    };
    let clock = limits.start();
    // The way that decides is mostly the easier one by far: both are tried with few positions
    // first.
    let rounds: &[u64] = if who == Who::Search { &[64, 16] } else { &[] };
    let mut left = limits.clone();
    // No capture is told where the wall would have to be read.
    let takes_wall = problem.question.for_life || !problem.question.touched_wall().is_empty();
    for share in rounds {
        let few = Limits { nodes: limits.nodes / share, time: limits.time / *share as u32, ..limits.clone() };
        let ways = [(Exits::Blocked, Outcome::lives as fn(Outcome) -> bool), (Exits::Free, is_dead)];
        for (exits, wanted) in ways.into_iter().take(if takes_wall { 1 } else { 2 }) {
            let mut judge = of(exits, &few)?;
            let found = asked(&mut *judge);
            left.nodes = left.nodes.saturating_sub(judge.nodes());
            if found.is_ok_and(wanted) {
                left.time = clock.remaining();
                return of(exits, &left);
            }
        }
    }
    left.time = clock.remaining();
    let half = Limits { nodes: left.nodes / 2, time: left.time / 2, ..left };
    let mut blocked = of(Exits::Blocked, &half)?;
    let low = asked(&mut *blocked);
    if low.is_ok_and(Outcome::lives) || problem.question.for_life && low.is_err() {
        return match who {
            Who::Search => Ok(blocked),
            Who::Graph if low.is_err() => of(Exits::Blocked, &Limits::default().with_nodes(0)),
            Who::Graph => Ok(blocked),
        };
    }
    if problem.question.for_life {
        let outcome = low.map_or(Outcome::UNKNOWN, |low| Outcome::between(low.low, Class::Alive));
        let shown = if outcome.low >= Class::Ko { "which shows a ko at least" } else { "and there is none" };
        let why = format!("not decided: a region for proofs of life only, {shown}; a wider one is needed");
        return Err(Unjudged::Open(Open { outcome, why, nodes: blocked.nodes() }));
    }
    if !problem.question.touched_wall().is_empty() {
        let outcome = low.map_or(Outcome::UNKNOWN, |low| Outcome::between(low.low, Class::Alive));
        let why = format!("not decided in its own region: {}", wall_words(&problem.question));
        return Err(Unjudged::Open(Open { outcome, why, nodes: blocked.nodes() }));
    }
    let mut free = of(Exits::Free, &half)?;
    match (low, asked(&mut *free)) {
        (Ok(low), Ok(high)) if !is_dead(high) && low != high => {
            let h = problem.question.board.size().1;
            let names = |set: &Points| set.iter().map(|p| p.name(h)).collect::<Vec<_>>().join(", ");
            let why = format!(
                "open, and not decided for {}: {low} if the defender can't get out at {}, {high} if he can; a wider region is needed, or other stones are meant (MA or TR in an SGF)",
                names(&(problem.question.target & problem.question.board.stones(problem.question.defender))),
                names(&problem.question.exits)
            );
            let outcome = Outcome::between(low.low, high.high);
            Err(Unjudged::Open(Open { outcome, why, nodes: blocked.nodes() + free.nodes() }))
        }
        // Where a limit was reached, the study of that judge is to reach it too. (A graph keeps
        // nothing of what was not finished, so another try might end otherwise.) What only holds
        // with the exits free is no answer.
        (low, high) if low.is_err() && !high.is_ok_and(is_dead) || high.is_err() => {
            let exits = if low.is_err() { Exits::Blocked } else { Exits::Free };
            match who {
                Who::Search => Ok(if low.is_err() { blocked } else { free }),
                Who::Graph => of(exits, &Limits::default().with_nodes(0)),
            }
        }
        _ => Ok(free),
    }
}

/// Which chains of the wall would have to be read.
fn wall_words(question: &Question) -> String {
    let h = question.board.size().1;
    let touched = question.touched_wall();
    let names: Vec<String> = touched.iter().filter_map(|stones| stones.first()).map(|p| p.name(h)).collect();
    format!("stones of {} touch the wall at {} from outside", question.defender, names.join(", "))
}

/// Does what is shown in the region of a problem hold one way only: captures with the exits free
/// (and if the wall holds), life with the exits blocked?
fn is_one_sided(problem: &Problem) -> bool {
    !problem.question.is_enclosed() || problem.question.for_life
}

/// Positions for each first move of an open problem that is to be shown to fail.
const CONFIRM_NODES: u64 = 10_000;

/// In an open problem, what shows that the best moves succeed does not show that others fail: that
/// he who defends is captured with the exits blocked, or gets out with the exits free. Such moves
/// are read the other way, and those of which that shows no more are undecided. Where the outcome
/// is a ko both ways, the right moves are, too.
fn confirm(problem: &Problem, study: &mut Study, area: &Area) -> Result<(), Bad> {
    let q = &problem.question;
    let Some(aim) = study.aim.filter(|_| is_one_sided(problem)) else { return Ok(()) };
    let is_blocked = study.outcome.lives();
    let exits = if is_blocked { Exits::Free } else { Exits::Blocked };
    let other = Area::of(q, exits).map_err(|e| Bad::new(e.to_string()))?;
    let root = other.state(q, problem.first, aim.supply);
    // Whether a move keeps the best outcome the other way, too.
    let kept = |point: Option<Point>| -> Option<bool> {
        if q.for_life {
            return None;
        }
        // On an exit that is blocked the attacker has a stone already.
        let ply = point.and_then(|p| other.cell(p)).map_or(Ply::PASS, Ply);
        let after = other.play(&root, ply)?;
        let mut judge = SearchJudge::new(other.clone(), &Limits::default().with_nodes(CONFIRM_NODES));
        aim.kept(&mut judge, &after).ok()
    };
    let is_ko = study.outcome.class() == Some(Class::Ko);
    let (mut firsts, mut undecided) = (Vec::new(), Vec::new());
    for first in std::mem::take(&mut study.firsts) {
        let point = area.point(first.ply);
        if first.right && !is_ko || kept(point) == Some(first.right) {
            firsts.push(first);
        } else {
            undecided.push(point);
        }
    }
    // Moves to exits, which the region has not where they are blocked.
    if is_blocked && problem.first == Role::Defender {
        let exits = q.exits & q.board.empty();
        let out = exits.iter().filter(|&p| area.cell(p).is_none());
        undecided.extend(out.map(Some).filter(|&p| kept(p) != Some(false)));
    }
    (study.firsts, study.undecided) = (firsts, undecided);
    Ok(())
}

fn is_dead(outcome: Outcome) -> bool {
    outcome.class() == Some(Class::Dead)
}

/// A problem with all that is told of it.
pub(crate) struct Answer {
    /// The outcome with SEKI told from ALIVE where that could be told.
    pub(crate) told: Outcome,
    pub(crate) judge: Box<dyn Judge>,
    pub(crate) study: Study,
    pub(crate) lines: Lines,
    /// Where it was read in regions of the whole board.
    pub(crate) regional: Option<InRegions>,
}

/// What an answer says besides, where it was read in regions of the whole board.
pub(crate) struct InRegions {
    /// The problem in the region in which the moves were judged.
    pub(crate) problem: Problem,
    /// Right first moves that this region does not show to be right.
    pub(crate) also: Vec<Point>,
    /// What is taken for granted.
    assumes: Option<String>,
    /// What was read with either side first.
    pub(crate) found: Regional,
    /// Positions visited.
    nodes: u64,
}

impl Answer {
    /// The problem as it was read.
    pub(crate) fn problem(&self, asked: &Problem) -> Problem {
        self.regional.as_ref().map_or_else(|| asked.clone(), |regional| regional.problem.clone())
    }

    /// All right first moves.
    pub(crate) fn keys(&self) -> Vec<Point> {
        let also = self.regional.as_ref().map_or(&[][..], |regional| &regional.also);
        let mut keys = self.study.key_points(self.judge.area());
        keys.extend(also);
        keys.sort_unstable();
        keys
    }

    /// Plies of the main line, without passes.
    pub(crate) fn plies(&self) -> usize {
        let moves = |line: &Line| line.plies.iter().filter(|&&ply| ply != Ply::PASS).count();
        self.lines.main.as_ref().map_or(0, moves)
    }

    /// Does no move change anything?
    pub(crate) fn is_settled(&self) -> bool {
        self.study.is_settled() && self.regional.as_ref().is_none_or(|regional| regional.also.is_empty())
    }

    /// What is taken for granted.
    pub(crate) fn assumes(&self, asked: &Problem) -> Option<String> {
        self.regional.as_ref().map_or_else(|| asked.question.assumed(), |regional| regional.assumes.clone())
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.regional.as_ref().map_or_else(|| self.judge.nodes(), |regional| regional.nodes)
    }
}

/// How far an answer came until a limit was reached.
pub(crate) struct Unfinished {
    pub(crate) stop: Stop,
    pub(crate) nodes: u64,
    /// What is proved, in the shape of a solution, if the outcome is.
    pub(crate) found: Option<Value>,
}

impl Unfinished {
    /// Why no limit would have helped.
    pub(crate) fn why(&self) -> Option<&str> {
        self.found.as_ref()?.get("why")?.as_str()
    }
}

/// The answer to a problem that has to be read in regions of the whole board.
fn in_regions(problem: &Problem, limits: &Limits) -> Result<Result<Answer, Unfinished>, Bad> {
    let (q, first) = (&problem.question, problem.first);
    let too_large = |e: crate::read::TooLarge| Bad::new(e.to_string());
    let (clock, reader) = (limits.start(), DfPnReader::new());
    let found = Regional::of(&reader, q, first, limits).map_err(too_large)?;
    let outcome = found.read.reading.outcome;
    let assumes = found.read.assumed();
    if !is_decided(outcome) {
        let mut json = beginning(problem, outcome, assumes);
        let stop = match found.read.reading.stop {
            Stop::Exhausted => Stop::Open,
            stop => stop,
        };
        json["why"] = undecided_words(q).into();
        return Ok(Err(Unfinished { stop, nodes: found.nodes, found: Some(json) }));
    }
    let limits = limits.clone().with_nodes(limits.nodes.saturating_sub(found.nodes)).with_time(clock.remaining());
    let besides = |problem: Problem, also: Vec<Point>, nodes: u64, found: Regional| {
        Some(InRegions { problem, also, assumes, nodes: found.nodes + nodes, found })
    };
    if found.is_settled(first) {
        let shown = found.read.showing(!outcome.lives()).clone();
        let exits = if outcome.lives() { Exits::Blocked } else { Exits::Free };
        let judge = SearchJudge::new(Area::of(&shown, exits).map_err(too_large)?, &limits);
        let root = judge.area().state(&shown, first, Supply::NONE);
        let study = Study { outcome, aim: None, root, firsts: Vec::new(), undecided: Vec::new() };
        let regional = besides(Problem { question: shown, first }, Vec::new(), 0, found);
        let (judge, lines) = (Box::new(judge), Lines::default());
        return Ok(Ok(Answer { told: outcome, judge, study, lines, regional }));
    }
    let moves = first_moves(&reader, q, first, &found, &limits).map_err(too_large)?;
    let FirstMoves { problem: shown, mut judge, study, also, nodes, .. } = moves;
    // Lines are words about what is known already: without them the answer is as good.
    let lines = Lines::of(&study, &mut judge, Closers::default()).unwrap_or_default();
    let regional = besides(shown, also, nodes, found);
    Ok(Ok(Answer { told: outcome, judge: Box::new(judge), study, lines, regional }))
}

/// Why a problem that was read in regions of the whole board is not decided.
fn undecided_words(q: &Question) -> String {
    let h = q.board.size().1;
    let stones = q.target & q.board.stones(q.defender);
    let names: Vec<String> = stones.iter().map(|p| p.name(h)).collect();
    let mut words = format!("not decided for {}: neither life nor a capture is shown in any region", names.join(", "));
    if !q.touched_wall().is_empty() {
        words += &format!("; {}, so that it has to be read whether it holds", wall_words(q));
    }
    words + "; other stones may be meant (MA or TR in an SGF)"
}

pub(crate) fn answer(problem: &Problem, limits: &Limits, who: Who) -> Result<Result<Answer, Unfinished>, Bad> {
    if who == Who::Search && is_regional(problem) {
        in_regions(problem, limits)
    } else {
        in_its_region(problem, limits, who)
    }
}

/// The answer to a problem in its own region.
fn in_its_region(problem: &Problem, limits: &Limits, who: Who) -> Result<Result<Answer, Unfinished>, Bad> {
    let mut judge = match judge(problem, limits, who) {
        Ok(judge) => judge,
        Err(Unjudged::Bad(bad)) => return Err(bad),
        Err(Unjudged::Open(open)) => {
            let mut found = beginning(problem, open.outcome, problem.question.assumed());
            found["why"] = open.why.into();
            return Ok(Err(Unfinished { stop: Stop::Open, nodes: open.nodes, found: Some(found) }));
        }
    };
    let mut studied = study(problem, &mut *judge);
    if let Ok(study) = &mut studied {
        confirm(problem, study, judge.area())?;
    }
    let found = studied.and_then(|study| {
        let lines = Lines::of(&study, &mut *judge, Closers::default())?;
        Ok((study, lines))
    });
    Ok(match found {
        Ok((study, lines)) => {
            let told = told(problem, problem.first, study.outcome, who);
            Ok(Answer { told, judge, study, lines, regional: None })
        }
        Err(stop) => {
            let found = in_part(problem, &mut *judge);
            Err(Unfinished { stop, nodes: judge.nodes(), found })
        }
    })
}

/// What a judge whose limits are used up knows: the outcome, the right first moves, and those of
/// which it is not known.
fn in_part(problem: &Problem, judge: &mut dyn Judge) -> Option<Value> {
    let (q, first) = (&problem.question, problem.first);
    let root = judge.area().state(q, first, Supply::NONE);
    let outcome = outcome(judge, &root).ok()?;
    let mut json = beginning(problem, outcome, problem.question.assumed());
    if let Some(aim) = Aim::of(outcome, first).filter(|_| !q.is_captured()) {
        let root = judge.area().state(q, first, aim.supply);
        let (mut keys, mut undecided) = (Vec::new(), Vec::new());
        for ply in judge.area().moves(&root).into_iter().filter(|&ply| ply != Ply::PASS) {
            let Some(after) = judge.area().play(&root, ply) else { continue };
            match aim.kept(judge, &after) {
                Ok(true) => keys.push(name(problem, judge.area(), ply)),
                Ok(false) => {}
                Err(_) => undecided.push(name(problem, judge.area(), ply)),
            }
        }
        json["keys"] = keys.into();
        json["undecided"] = undecided.into();
    }
    Some(json)
}

/// What the rule of the bent four in the corner says.
const BENT_FOUR: &str = "DEAD (bent four in the corner: all threats can be removed first)";

/// What a solution begins with.
fn beginning(problem: &Problem, outcome: Outcome, assumes: Option<String>) -> Value {
    let mut json = json!({
        "first": problem.color().to_string(),
        "role": problem.first.to_string(),
        "outcome": outcome.to_string(),
    });
    if let Some(words) = assumes {
        json["assumes"] = words.into();
    }
    json
}

/// The words for a move.
pub(crate) fn name(problem: &Problem, area: &Area, ply: Ply) -> String {
    area.point(ply).map_or("pass".to_string(), |p| p.name(problem.question.board.size().1))
}

/// Positions that telling SEKI from ALIVE may take; a bound in time would make the answer depend on
/// the machine.
const TELLING_NODES: u64 = 100_000;

/// The outcome with SEKI told from ALIVE where the fast reader can tell in few positions. The whole
/// graph is then asked for a word of its own. Not in an open problem: what is no two eyes with the
/// exits blocked may be more outside.
pub(super) fn told(problem: &Problem, first: Role, outcome: Outcome, who: Who) -> Outcome {
    if !outcome.lives() || outcome.class().is_some() || is_one_sided(problem) {
        return outcome;
    }
    let limits = Limits::default().with_nodes(TELLING_NODES);
    let fast = DfPnReader::telling_seki().read_first(&problem.question, first, &limits);
    let fast = fast.ok().map(|r| r.outcome).filter(|o| o.lives() && o.class().is_some());
    let graph = || {
        let limits = Limits::default().with_memory(GRAPH_MEMORY);
        let area = Area::of(&problem.question, Exits::Free).ok()?;
        let at = area.state(&problem.question, first, Supply::NONE);
        ReferenceReader.read_all(&area, &[at], &limits).ok()?.pop()
    };
    match (fast, who) {
        (None, _) => outcome,
        (Some(fast), Who::Search) => fast,
        (Some(_), Who::Graph) => graph().unwrap_or(outcome),
    }
}

/// The solution of a record.
pub(crate) fn solution(problem: &Problem, told: Outcome, study: &Study, lines: &Lines, judge: &dyn Judge) -> Value {
    let assumes = problem.question.assumed();
    solution_with(problem, told, study, lines, judge, (&[], assumes))
}

/// The same with right first moves that the study does not have, and what is taken for granted.
fn solution_with(
    problem: &Problem,
    told: Outcome,
    study: &Study,
    lines: &Lines,
    judge: &dyn Judge,
    (also, assumes): (&[Point], Option<String>),
) -> Value {
    let area = judge.area();
    let h = problem.question.board.size().1;
    let mut json = beginning(problem, told, assumes);
    // Reading finds a ko whoever moves; that the threats can be removed first is a rule, told
    // beside it. (One that a move settles is a plain ko.)
    let is_ko = study.outcome.class() == Some(Class::Ko);
    let is_settled = study.is_settled() && also.is_empty();
    if is_ko && is_settled && becomes_bent_four(&problem.question) {
        json["by_rule"] = BENT_FOUR.into();
    }
    if !is_settled {
        let mut keys = study.key_points(area);
        keys.extend(also);
        keys.sort_unstable();
        let keys: Vec<String> = keys.into_iter().map(|p| p.name(h)).collect();
        let line = lines.main.as_ref().map_or(Vec::new(), |l| l.plies.clone());
        let line: Vec<String> = line.into_iter().map(|ply| name(problem, area, ply)).collect();
        json["keys"] = keys.into();
        json["line"] = line.into();
        json["tree"] = solution_tree(problem, area, &study.root, lines).into();
        if !study.undecided.is_empty() {
            let name = |p: &Option<Point>| p.map_or("pass".to_string(), |p| p.name(h));
            json["undecided"] = study.undecided.iter().map(name).collect::<Vec<_>>().into();
        }
    }
    json
}

/// Positions that it may take to see whether a stone that the attacker adds to a bent four changes
/// anything.
const BENT_FOUR_NODES: u64 = 100_000;

/// Is it a bent four in the corner, or one after a stone that the attacker may add when he likes:
/// it is a ko still, though the defender moves?
fn becomes_bent_four(question: &Question) -> bool {
    if question.is_bent_four_in_the_corner() {
        return true;
    }
    let is_ko = |q: &Question| {
        let limits = Limits::default().with_nodes(BENT_FOUR_NODES);
        let read = DfPnReader::new().read_first(q, Role::Defender, &limits);
        read.is_ok_and(|read| read.outcome.class() == Some(Class::Ko))
    };
    let cells = question.region & question.board.empty();
    let after = cells.iter().filter_map(|p| question.play(Role::Attacker, Some(p)).ok());
    after.filter(Question::is_bent_four_in_the_corner).any(|q| is_ko(&q))
}

impl Answer {
    /// The solution of a record.
    pub(crate) fn json(&self, problem: &Problem) -> Value {
        match &self.regional {
            None => solution(problem, self.told, &self.study, &self.lines, &*self.judge),
            Some(InRegions { problem, also, assumes, .. }) => {
                let besides = (&also[..], assumes.clone());
                solution_with(problem, self.told, &self.study, &self.lines, &*self.judge, besides)
            }
        }
    }
}

/// A move of which it is not shown that it is needed is not the problem's key.
fn not_as_keys(json: &mut Value) {
    if let Some(fields) = json.as_object_mut()
        && let Some(keys) = fields.remove("keys")
    {
        fields.insert("moves".into(), keys);
    }
}

/// Why it is not known what comes of it if the other side moves first.
fn stop_of_other(answer: &Answer) -> Stop {
    let other = answer.regional.as_ref().and_then(|regional| regional.found.other.as_ref());
    match other.map(|other| other.reading.stop) {
        Some(Stop::Exhausted) => Stop::Open,
        Some(stop) => stop,
        None => Stop::Nodes,
    }
}

/// What of an answer is proved on the whole board, where it takes something for granted that was
/// chosen for the problem: in a problem of a whole enclosed board the wall is part of what is asked.
fn board_of(
    problem: &Problem,
    answer: &Answer,
    other: Option<Outcome>,
    keys: &[Point],
    limits: &Limits,
    who: Who,
) -> OnBoard {
    let q = &problem.question;
    if let Some(InRegions { found, .. }) = &answer.regional {
        return on_the_board(problem, &found.read, found.other.as_ref(), keys, limits);
    }
    if who == Who::Graph || q.goal == Goal::Annihilation || q.assumed().is_none() {
        return OnBoard::default();
    }
    let reading = |outcome: Outcome| Reading { outcome, key: None, stop: Stop::Exhausted, nodes: 0 };
    let read = Widened::of(q.clone(), reading(answer.study.outcome));
    let other = other.map(|other| Widened::of(q.clone(), reading(other)));
    on_the_board(problem, &read, other.as_ref(), keys, limits)
}

/// Life for death, and death for life.
fn contrary_of(outcome: Outcome) -> Outcome {
    if is_dead(outcome) { Outcome::between(Class::Seki, Class::Alive) } else { Outcome::exactly(Class::Dead) }
}

/// The solution where the contrary of what was read is proved on the whole board.
fn contrary(problem: &Problem, answer: &Answer, board: &OnBoard) -> Value {
    let first = problem.first;
    let was = answer.study.outcome;
    let outcome = contrary_of(was);
    let mut json = beginning(problem, outcome, None);
    let h = problem.question.board.size().1;
    let names = |points: &mut dyn Iterator<Item = Point>| points.map(|p| p.name(h)).collect::<Vec<_>>();
    let is_success = outcome.succeeds(first) == Some(true);
    let standing = if is_success { Standing::NotShownNeeded } else { Standing::Settled };
    json["standing"] = standing.word().into();
    json["proved"] = super::proved::ON_THE_BOARD.into();
    json["zone"] = names(&mut board.zone().unwrap_or_default().iter()).into();
    let key = board.contrary.as_ref().and_then(|proof| proof.key).filter(|_| is_success);
    if let Some(key) = key {
        json["moves"] = vec![key.name(h)].into();
    }
    if let Some(assumes) = answer.assumes(problem) {
        json["instead_of"] = format!("{was} if {assumes}").into();
    }
    json
}

pub(crate) fn solve(problem: &Problem, limits: &Limits, who: Who) -> Result<Solved, Bad> {
    let clock = limits.start();
    Ok(match answer(problem, limits, who)? {
        Ok(mut answer) => {
            let other = match &answer.regional {
                Some(regional) => regional.found.otherwise().map(Ok),
                // What proves the one side's success in a region for life says nothing of the
                // other's: it is asked for anew.
                None if is_one_sided(problem) => {
                    let turned = Problem { first: problem.first.other(), ..problem.clone() };
                    judge(&turned, limits, who).map(|mut judge| otherwise(problem, &mut *judge)).ok()
                }
                None => Some(otherwise(problem, &mut *answer.judge)),
            };
            let keys = answer.keys();
            let board = {
                let left = limits.clone().with_time(clock.remaining());
                let otherwise = match &other {
                    Some(Ok(other)) => Some(*other),
                    _ => None,
                };
                board_of(problem, &answer, otherwise, &keys, &left, who)
            };
            let stats = Stats { nodes: answer.nodes() + board.nodes, ..Stats::default() };
            if board.contrary.is_some() {
                let json = contrary(problem, &answer, &board);
                let stop = if json.get("moves").is_some() { Stop::Open } else { Stop::Exhausted };
                return Ok(Solved { solutions: vec![json], stop, stats });
            }
            let mut json = answer.json(problem);
            let is_settled = answer.is_settled();
            // What regions don't tell may be proved on the whole board.
            let is_needed = !matches!(other, Some(Ok(_))) && board.needed.is_some();
            let (standing, stop) = match other {
                _ if is_needed => {
                    json["if_other_first"] = contrary_of(answer.study.outcome).to_string().into();
                    (Standing::Changed, Stop::Exhausted)
                }
                None => (Standing::NotShownNeeded, Stop::Exhausted),
                Some(Ok(other)) => {
                    if let Some(words) = race_words(&problem.question, problem.first, answer.told, other) {
                        json["race"] = words.into();
                    }
                    let other = told(problem, problem.first.other(), other, who);
                    json["if_other_first"] = other.to_string().into();
                    (Standing::Changed, Stop::Exhausted)
                }
                Some(Err(stop)) => (Standing::NotShownNeeded, stop),
            };
            let standing = if is_settled { Standing::Settled } else { standing };
            let is_short = standing == Standing::NotShownNeeded && stop == Stop::Exhausted;
            json["standing"] = standing.word().into();
            board.write(problem, &keys, &mut json);
            if is_short {
                not_as_keys(&mut json);
            }
            // What the problem is about is open then.
            let stop = if is_short { stop_of_other(&answer) } else { stop };
            Solved { solutions: vec![json], stop, stats }
        }
        Err(Unfinished { stop, nodes, found }) => {
            Solved { solutions: found.into_iter().collect(), stop, stats: Stats { nodes, ..Stats::default() } }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_holds_with_the_exits_free_is_no_answer() {
        // With E9 and E8 free, the group is out whatever Black does; with them blocked, he captures
        // six points in the corner, which takes more positions to see.
        let line = "9x9 A9 X=black X !...O*####|...O*####|OOOOX####|XXXXX####";
        let problem = Problem::parse(line).unwrap();
        let read = |exits: Exits, nodes: u64| {
            let area = Area::of(&problem.question, exits).unwrap();
            let at = area.state(&problem.question, problem.first, Supply::NONE);
            outcome(&mut SearchJudge::new(area, &Limits::default().with_nodes(nodes)), &at)
        };
        assert!(!read(Exits::Blocked, u64::MAX).unwrap().lives());
        let mut between = 0;
        for nodes in (2..2_000).step_by(7) {
            between += u32::from(read(Exits::Free, nodes / 2).is_ok() && read(Exits::Blocked, nodes / 2).is_err());
            match in_its_region(&problem, &Limits::default().with_nodes(nodes), Who::Search).unwrap() {
                Ok(found) => panic!("{} within {nodes} positions", found.study.outcome),
                // Nor is it told in part.
                Err(cut) => {
                    let is_open = |found: &Value| found["outcome"] == "UNKNOWN" && found.get("keys").is_none();
                    assert!(cut.found.iter().all(is_open), "{:?} within {nodes} positions", cut.found);
                    assert_eq!(cut.found.is_none(), cut.stop != Stop::Open, "within {nodes} positions");
                }
            }
        }
        assert!(between > 0, "limits within which only the one way is read");
    }

    /// Under any limit: the outcome or nothing, and no right move that is none.
    #[test]
    fn what_is_found_before_a_limit_is_true() {
        let line = "9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX";
        let problem = Problem::parse(line).unwrap();
        let words = |json: &Value, name: &str| -> Vec<String> {
            json[name].as_array().into_iter().flatten().map(|w| w.as_str().unwrap().to_string()).collect()
        };
        // By the whole graph, which shares nothing with the search.
        let whole = solve(&problem, &Limits::default(), Who::Graph).unwrap();
        assert_eq!((whole.stop, whole.solutions.len()), (Stop::Exhausted, 1));
        let whole = &whole.solutions[0];
        let (mut cut, mut open) = (0, 0);
        for who in [Who::Search, Who::Graph] {
            for nodes in (1..400).chain((400..20_000).step_by(400)) {
                let part = solve(&problem, &Limits::default().with_nodes(nodes), who).unwrap();
                let [found] = &part.solutions[..] else { continue };
                let (keys, undecided) = (words(found, "keys"), words(found, "undecided"));
                assert!(keys.iter().all(|k| words(whole, "keys").contains(k)), "{nodes}: {found}");
                assert!(
                    words(whole, "keys").iter().all(|k| keys.contains(k) || undecided.contains(k)),
                    "{nodes}: {found}"
                );
                if part.stop != Stop::Exhausted {
                    assert_eq!(found["role"], whole["role"]);
                    let told = found["outcome"].as_str();
                    assert!(told == Some("SEKI or ALIVE") || told == whole["outcome"].as_str(), "{nodes}: {found}");
                    (cut, open) = (cut + 1, open + u32::from(!undecided.is_empty()));
                }
            }
        }
        assert!(cut > 3 && open > 3, "{cut} {open}");
    }

    /// A viewer of the tree must find every right first move in it.
    #[test]
    fn the_tree_has_a_line_of_each_right_first_move() {
        let problem = Problem::parse("9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX").unwrap();
        let found = answer(&problem, &Limits::default(), Who::Search).unwrap().unwrap_or_else(|_| panic!("limits"));
        let tree = found.json(&problem)["tree"].as_str().unwrap().to_string();
        let keys = found.study.keys().filter(|f| f.ply != Ply::PASS).count();
        assert_eq!((keys, tree.matches("TE[1]").count()), (2, 2), "{tree}");
    }

    #[test]
    fn an_open_problem_says_what_it_takes_for_granted() {
        // The exit at the top is no way out for the one chain: captured, if the wall holds.
        let open = Problem::parse("9x9 A9 X=black X !.+##|OX##|OX##|.X##|XX##").unwrap();
        let words = open.question.assumed().unwrap();
        assert!(words.contains("black's chains at") && words.contains("black stones played at B9 hold"), "{words}");
        let solved = solve(&open, &Limits::default(), Who::Search).unwrap();
        let told = solved.solutions[0].to_string();
        // By the whole board it takes nothing for granted.
        assert!(told.contains("DEAD") && told.contains("on the whole board") && !told.contains("assumes"), "{told}");
        // To be joined to a point in the open is life; to a mere exit it is not: then nothing is
        // proved in that region.
        let away = Problem::parse("9x9 A9 X=black O !.>##|OX##|OX##|.X##|XX##").unwrap();
        let told = solve(&away, &Limits::default(), Who::Search).unwrap().solutions[0].to_string();
        assert!(told.contains("SEKI or ALIVE") && told.contains("white lives when joined to"), "{told}");
        let exit = Problem { first: away.first, ..open.clone() };
        for who in [Who::Search, Who::Graph] {
            let Err(open) = in_its_region(&exit, &Limits::default(), who).unwrap() else { panic!("{who:?}") };
            assert_eq!(open.stop, Stop::Open);
            let found = open.found.unwrap();
            assert_eq!(found["outcome"], "UNKNOWN", "{found}");
            assert!(found["why"].as_str().unwrap().contains("if the defender can't get out at B9"), "{found}");
            assert!(found.get("keys").is_none(), "{found}");
        }
        let closed = Problem::parse("9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX").unwrap();
        assert_eq!(closed.question.assumed(), None);
        // The wall is surrounded in its turn, by stones that live: it has three liberties, and is
        // captured first.
        let around = [
            "...OX....",
            "...OXOO..",
            "OOOOXO...",
            "XXXXXO...",
            "..OOOO...",
            "OO.......",
            ".........",
            ".........",
            ".........",
        ];
        let stones = around.iter().enumerate().flat_map(|(y, row)| {
            let color = |c: char| if c == 'X' { crate::Color::Black } else { crate::Color::White };
            let at = move |(x, c): (usize, char)| (crate::Point::new(x as u8, y as u8), color(c));
            row.chars().enumerate().filter(|(_, c)| *c != '.').map(at)
        });
        let board = crate::Board::set_up(9, 9, stones).unwrap();
        let target = [(3, 0), (0, 2)].into_iter().map(|(x, y)| crate::Point::new(x, y)).collect();
        let doubtful = crate::Question::of_target(&board, &target).unwrap();
        assert!(!doubtful.is_enclosed(), "{}", doubtful.picture());
        let read = |question: &crate::Question, first: Role| {
            let limits = Limits::default().with_nodes(100_000);
            crate::DfPnReader::new().read_widening(question, first, &limits).unwrap().reading.outcome.class()
        };
        let wall = crate::Question::around(&board, &crate::Points::single(crate::Point::new(4, 0))).unwrap();
        assert_eq!(read(&wall, Role::Defender), Some(Class::Dead), "the wall moves first, and falls");
        assert!(
            Role::ALL.into_iter().all(|first| read(&doubtful, first) != Some(Class::Dead)),
            "so it captures nothing"
        );
        // Nor in the region alone, by either reader.
        for who in [Who::Search, Who::Graph] {
            let asked = Problem { question: doubtful.clone(), first: Role::Attacker };
            assert!(matches!(judge(&asked, &Limits::default().with_nodes(100_000), who), Err(Unjudged::Open(_))));
        }
        // The same wall around a target: that it holds is for us to say.
        let around = Problem::parse("9x9 A9 X=black O !...OX|...OX|OOOOX|XXXXX").unwrap();
        assert_eq!(around.question.assumed().as_deref(), Some("black's chains at E9 hold"));
    }
}
