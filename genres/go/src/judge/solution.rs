//! An answer in the shape that records keep.

use super::answer::{Answer, InRegions};
use super::proved::{ON_THE_BOARD, OnBoard, Standing};
use super::region::{GRAPH_MEMORY, Who, is_dead, is_one_sided};
use crate::question::{Class, Outcome, Role};
use crate::read::{Area, DfPnReader, Exits, Ply, Reader, ReferenceReader, Supply};
use crate::study::{Judge, Lines, Study, solution_tree};
use crate::{Point, Problem, Question};
use serde_json::{Value, json};
use tesuji_solver::Limits;

/// The words for the rule of the bent four in the corner.
const BENT_FOUR: &str = "DEAD (bent four in the corner: all threats can be removed first)";

/// The fields that every solution begins with.
pub(super) fn beginning(problem: &Problem, outcome: Outcome, assumes: Option<String>) -> Value {
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
pub(crate) fn told(problem: &Problem, first: Role, outcome: Outcome, who: Who) -> Outcome {
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

/// The solution of a record, with right first moves that the study lacks, and with the walls that
/// it takes for granted.
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

/// A move that no proof shows to be needed is not the problem's key.
pub(super) fn not_as_keys(json: &mut Value) {
    if let Some(fields) = json.as_object_mut()
        && let Some(keys) = fields.remove("keys")
    {
        fields.insert("moves".into(), keys);
    }
}

/// Life for death, and death for life.
pub(super) fn contrary_of(outcome: Outcome) -> Outcome {
    if is_dead(outcome) { Outcome::between(Class::Seki, Class::Alive) } else { Outcome::exactly(Class::Dead) }
}

/// The solution where the contrary of what was read is proved on the whole board.
pub(super) fn contrary(problem: &Problem, answer: &Answer, board: &OnBoard) -> Value {
    let first = problem.first;
    let was = answer.study.outcome;
    let outcome = contrary_of(was);
    let mut json = beginning(problem, outcome, None);
    let h = problem.question.board.size().1;
    let names = |points: &mut dyn Iterator<Item = Point>| points.map(|p| p.name(h)).collect::<Vec<_>>();
    let is_success = outcome.succeeds(first) == Some(true);
    let standing = if is_success { Standing::NotShownNeeded } else { Standing::Settled };
    json["standing"] = standing.word().into();
    json["proved"] = ON_THE_BOARD.into();
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
