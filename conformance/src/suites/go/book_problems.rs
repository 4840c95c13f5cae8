//! Problems of books on whole boards, nothing marked: is the right group found, and the right first
//! move?
//!
//! A row has the position as a game of SGF and the book's right first moves. An answer is right
//! where its moves have one of the book's; it is about another question where it has moves and none
//! of the book's; and it is settled wrongly where it says that no move changes anything. Where no
//! target was chosen, or nothing is decided, it is unknown. So is a move that is proved for a chain,
//! while no proof says that it is needed: it is counted apart, as one of the book's or another one.
//!
//! With `--recheck` the suite asks again after each answer's own move: of a capture, after the
//! defender has played on a liberty of the wall outside of the region, of a life, after the
//! attacker has played where the defender counts as living.

use super::{boxed, table};
use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use serde_json::{Value, json};
use tesuji_genre::position::PositionGenre;
use tesuji_genre::{Adviser, Choosing, PositionActions};
use tesuji_go::read::Widened;
use tesuji_go::{Class, Color, DfPnReader, Point, Points, Problem, Question, Role, Tsumego};
use tesuji_solver::{Limits, Stop};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "book-problems",
    about: "problems of books on whole boards: the target and the first move (--nodes, --recheck, --net)",
    counts: &[
        "key_right",
        "key_exact",
        "other_question",
        "settled_wrongly",
        "unchosen",
        "shown_books",
        "shown_other",
        "proposed",
        "proposed_books",
        "assuming",
        "proved_on_board",
        "asked_again",
        "contradictions",
        "nodes",
    ],
    load,
    together: None,
};

/// Positions for a problem where no number is named.
const NODES: u64 = 200_000;

struct Row {
    id: String,
    set: String,
    sgf: String,
    right: Vec<Point>,
    adviser: Option<Adviser>,
}

fn load(options: &Options) -> Cases {
    let adviser = match options.net.as_ref().and_then(|file| Tsumego.adviser(file)) {
        Some(Err(why)) => return Err(Error::Input(format!("--net: {why}"))),
        made => made.and_then(Result::ok),
    };
    let rows = table(options)?.into_iter().map(|row| {
        let field = |name: &str| row.get(name).cloned().unwrap_or_default();
        let points = field("right_first_moves");
        let letters = points.split(|c: char| !c.is_ascii_lowercase()).filter(|word| word.len() == 2);
        let right = letters.map(|w| Point::new(w.as_bytes()[0] - b'a', w.as_bytes()[1] - b'a')).collect();
        Row { id: field("id"), set: field("set"), sgf: field("sgf"), right, adviser: adviser.clone() }
    });
    Ok(boxed(rows))
}

impl Row {
    /// The problem with its target chosen, or why none was.
    fn problem(&self, nodes: u64) -> Result<Problem, String> {
        let mut found = None;
        Tsumego.read_document(self.sgf.as_bytes(), &mut |one| found = Some(one.map(|(parsed, _)| parsed)));
        let parsed = found.ok_or("no game")?.map_err(|bad| bad.to_string())?;
        match parsed.later {
            None => Ok(parsed.position),
            Some(later) => (later.0)(&Choosing { nodes, adviser: self.adviser.clone(), ..Choosing::default() })
                .map(|parsed| parsed.position)
                .map_err(|bad| bad.to_string()),
        }
    }
}

impl Case for Row {
    fn run(&self, options: &Options) -> Report {
        let nodes = options.nodes.unwrap_or(NODES);
        let limits = Limits::default().with_nodes(nodes);
        let unknown = |why: Value| Report::with_line(Verdict::Unknown, json!({ "case": self.id, "why": why }));
        let problem = match self.problem(nodes) {
            Ok(problem) => problem,
            Err(why) => return unknown(why.into()).count("unchosen").count_in("unknown_of", &self.set),
        };
        let solved = match Tsumego.solve(&problem, &limits) {
            Ok(solved) => solved,
            Err(bad) => return unknown(bad.to_string().into()).count_in("unknown_of", &self.set),
        };
        let height = problem.question.board.size().1;
        let names: Vec<String> = self.right.iter().map(|p| p.name(height)).collect();
        let found = solved.solutions.first().cloned().map_or(Value::Null, Value::from);
        let keys: Option<Vec<&str>> =
            found["keys"].as_array().map(|keys| keys.iter().filter_map(Value::as_str).collect());
        let shown: Option<Vec<&str>> =
            found["moves"].as_array().map(|moves| moves.iter().filter_map(Value::as_str).collect());
        let told = json!({
            "standing": found["standing"], "proved": found["proved"], "moves": found["moves"], "instead_of": found["instead_of"],
            "case": self.id, "expected": names, "outcome": found["outcome"], "keys": found["keys"], "undecided": found["undecided"],
            "if_other_first": found["if_other_first"], "assumes": found["assumes"], "problem": problem.print(),
            "nodes": solved.stats.nodes, "idea_of": found["idea_of"],
        });
        let (verdict, count) = match &keys {
            _ if solved.stop != Stop::Exhausted => (Verdict::Unknown, None),
            Some(keys) if keys.iter().any(|key| names.iter().any(|name| name == key)) => {
                (Verdict::Agree, Some("key_right"))
            }
            // It may be one of the undecided moves.
            Some(_) => (Verdict::Differ, Some("other_question")),
            None => (Verdict::Differ, Some("settled_wrongly")),
        };
        let mut report = Report::with_line(verdict, told);
        report.tally.push(("nodes", None, solved.stats.nodes));
        if let Some(shown) = &shown {
            let is_books = shown.iter().any(|mv| names.iter().any(|name| name == mv));
            report = report.count(if is_books { "shown_books" } else { "shown_other" });
        }
        if !found["idea_of"].is_null() {
            let told = keys.iter().chain(&shown).flatten();
            let is_books = told.into_iter().any(|mv| names.iter().any(|name| name == mv));
            report.tally.push(("proposed", None, 1));
            report.tally.push(("proposed_books", None, u64::from(is_books)));
        }
        if solved.stop == Stop::Exhausted {
            report.tally.push(("assuming", None, u64::from(!found["assumes"].is_null())));
            report.tally.push(("proved_on_board", None, u64::from(!found["proved"].is_null())));
        }
        match (verdict, count) {
            (Verdict::Unknown, _) => report = report.count_in("unknown_of", &self.set),
            (_, Some(count)) => report = report.count(count).count_in(count_of(count), &self.set),
            _ => {}
        }
        let exact = |keys: &Value| keys.as_array().is_some_and(|k| k.len() == names.len());
        if verdict == Verdict::Agree && exact(&found["keys"]) {
            report = report.count("key_exact");
        }
        if options.recheck && verdict != Verdict::Unknown {
            let (asked, wrong) = recheck(&problem, &limits);
            report.tally.push(("asked_again", None, asked));
            report.tally.push(("contradictions", None, wrong.len() as u64));
            if let (Some(Value::Object(line)), false) = (&mut report.line, wrong.is_empty()) {
                line.insert("contradictions".into(), wrong.into());
            }
        }
        report
    }
}

fn count_of(count: &'static str) -> &'static str {
    match count {
        "key_right" => "key_right_of",
        "other_question" => "other_question_of",
        _ => "settled_wrongly_of",
    }
}

/// Asks again after the answer's move and one by the other side where something was taken for
/// granted: how often, and the moves after which the answer is another one.
fn recheck(problem: &Problem, limits: &Limits) -> (u64, Vec<String>) {
    let (q, first) = (&problem.question, problem.first);
    let reader = DfPnReader::new();
    let Ok(read) = reader.read_widening(q, first, limits) else { return (0, Vec::new()) };
    let outcome = read.reading.outcome;
    let (Some(Some(key)), Some(true)) = (read.reading.key, outcome.succeeds(first)) else { return (0, Vec::new()) };
    if outcome.class() == Some(Class::Ko) {
        return (0, Vec::new());
    }
    let mut board = q.board.clone();
    if board.play(key, q.color(first)).is_err() {
        return (0, vec![format!("{}: no legal move", key.name(board.size().1))]);
    }
    let (mut asked, mut wrong) = (0, Vec::new());
    for p in places(&read, first).iter() {
        let mut after = board.clone();
        if after.play(p, q.color(first.other())).is_err() {
            continue;
        }
        let left = q.target & after.stones(q.defender);
        let Ok(next) = Question::around(&after, &left) else { continue };
        let Ok(again) = reader.read_widening(&next, first, limits) else { continue };
        asked += 1;
        if again.reading.outcome.succeeds(first) == Some(false) {
            let h = board.size().1;
            wrong.push(format!("{}, {}: {}", key.name(h), p.name(h), again.reading.outcome));
        }
    }
    (asked, wrong)
}

/// Where an answer takes something for granted: the liberties of the wall outside of the region, or
/// the points where the defender counts as living, and the liberties of his chains there.
fn places(read: &Widened, first: Role) -> Points {
    let q = read.showing(first == Role::Attacker);
    let liberties = |color: Color, stones: &Points| {
        let chains = q.board.chains().filter(|c| c.color == color && c.stones.meets(stones));
        chains.fold(Points::EMPTY, |all, c| all | c.liberties) - q.region
    };
    match first {
        Role::Attacker => liberties(q.attacker(), &q.wall),
        Role::Defender => {
            let friends = q.board.beside(&q.away) & (q.board.stones(q.defender) - q.region);
            (q.away & q.board.empty()) | liberties(q.defender, &friends)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The move that lives in the corner, and a book that says so, and one that does not.
    #[test]
    fn a_row_is_held_against_the_moves_that_are_told() {
        let sgf = "(;FF[4]GM[1]SZ[9]PL[W]AB[ea][eb][ec][dd][ad][bd][cd][ed]AW[da][db][ac][bc][cc][dc])";
        let run = |right: &[Point]| {
            let row =
                Row { id: "own".into(), set: "own".into(), sgf: sgf.into(), right: right.to_vec(), adviser: None };
            let path = "".into();
            let time = std::time::Duration::from_secs(1);
            row.run(&Options { limit: 1, nodes: Some(50_000), recheck: true, ..Options::of(path, time) })
        };
        let found = run(&[Point::new(1, 0), Point::new(1, 1)]);
        assert_eq!(found.verdict, Verdict::Agree, "{:?}", found.line);
        assert_eq!(run(&[Point::new(8, 8)]).verdict, Verdict::Differ);
    }
}
