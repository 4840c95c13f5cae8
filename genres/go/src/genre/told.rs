//! A solution as a person would tell it: the board with the main line, the verdict, the key move,
//! every wrong move.

use super::documents::chosen;
use crate::draw;
use crate::{Point, Problem};
use serde_json::Value;
use std::fmt::Write;
use tesuji_genre::{Marks, Medium, Record};
use tesuji_sgf::{Collection, Move, Node};
use tesuji_solver::Literal;

/// The words for a record of the genre with its solution; `None` for anything else.
#[must_use]
pub fn told(record: &Record) -> Option<String> {
    let problem = Problem::parse(&record.puzzle).ok()?;
    let solution = record.solution_or_found()?;
    let text = |name: &str| solution.word(name);
    let words = |name: &str| solution.words(name).unwrap_or_default();
    let line = words("line");
    let mut out = record.label().map(|label| format!("{label}\n")).unwrap_or_default();
    let marks = Marks { caption: caption(record), ..marks(&problem, &line) };
    out += &draw::draw(&problem, None, &marks, Medium::Unicode).ok()?;
    let side = |first: bool| if first { problem.color() } else { problem.color().other() };
    let _ = writeln!(out, "   {} first: {}", side(true), text("outcome")?);
    if let Some(other) = text("if_other_first") {
        let _ = writeln!(out, "   {} first: {other}", side(false));
    }
    if let Some(rule) = text("by_rule") {
        let _ = writeln!(out, "   by rule: {rule}");
    }
    let stop = record.extra.get("stop").and_then(Value::as_str);
    if let Some(why) = stop.filter(|_| record.solution.is_some()) {
        let _ = writeln!(out, "   as it was stored: not proved again within the limits ({why})");
    }
    for note in record.noted() {
        let _ = writeln!(out, "   {note}");
    }
    // A note may be from anywhere.
    let about = chosen(&problem);
    if record.chosen() == Some(about.as_str()) {
        let _ = writeln!(out, "   {about}");
    }
    if let Some(assumes) = text("assumes") {
        // The other side's first move alone is not proved.
        let is_own = text("proved").is_some() && words("proved_moves").is_empty();
        let part = if is_own { format!(", with {} first", side(false)) } else { String::new() };
        let _ = writeln!(out, "   taken for granted{part}: {assumes}");
    }
    if let Some(race) = text("race") {
        let _ = writeln!(out, "   a race: {race}");
    }
    if text("proved").is_some() {
        let by = words("proved_moves");
        let by = if by.is_empty() { String::new() } else { format!(" by {}", by.join(", ")) };
        let _ = writeln!(out, "   proved on the whole board{by}: it rests on {} points", words("zone").len());
    }
    if let Some(wrong) = text("wrong_moves") {
        let _ = writeln!(out, "   the other first moves {wrong}");
    }
    if let Some(was) = text("instead_of") {
        let _ = writeln!(out, "   what a smaller region takes for granted does not hold: it would be {was}");
    }
    let moves_shown = words("moves");
    if !moves_shown.is_empty() {
        let moves = moves_shown.join(", ");
        let how = if text("proved").is_some() { "proved" } else { "read in regions" };
        let _ = writeln!(out, "   {how} for this chain: {moves}; it is not shown that the move is needed");
    }
    if let Some(of) = text("idea_of") {
        let _ = writeln!(out, "   the move was proposed by {of}; what it does is read, not believed");
    }
    match words("keys").as_slice() {
        [] if record.solution.is_none() || !moves_shown.is_empty() => {}
        [] if text("if_other_first").is_some_and(|other| text("outcome") != Some(other)) => {
            out.push_str("   life whoever moves first; which move is two eyes and which is seki is not told\n");
        }
        [] => out.push_str("   settled: no move changes anything\n"),
        [key] if words("undecided").is_empty() => {
            let _ = writeln!(out, "   key move: {key}");
        }
        keys => {
            let _ = writeln!(out, "   right first moves: {}", keys.join(", "));
        }
    }
    if record.solution.is_none() && moves_shown.is_empty() {
        let undecided = words("undecided");
        let what = if undecided.is_empty() { String::new() } else { format!(": of {}", undecided.join(", ")) };
        match text("why") {
            Some(why) => drop(writeln!(out, "   {why}")),
            None => drop(writeln!(out, "   not all is known ({}){what}", stop.unwrap_or("limits"))),
        }
    } else if !words("undecided").is_empty() {
        let _ = writeln!(out, "   not known whether it succeeds, too: {}", words("undecided").join(", "));
    }
    if let Some(tree) = text("tree") {
        let (sgf, _) = Collection::parse(tree.as_bytes());
        for first in sgf.roots().next().into_iter().flat_map(|root| root.children()) {
            let what = if first.has("TE") { "right" } else { "wrong" };
            let _ = writeln!(out, "   {what}: {}", moves(first));
        }
    }
    Some(out)
}

/// The caption of a record of which it is known that the best outcome is a ko, and some move makes
/// it.
pub(super) fn caption(record: &Record) -> Option<String> {
    let solution = record.solution_or_found()?;
    let is_ko = solution.outcome().is_some_and(|words| words.starts_with("KO"));
    let has_keys = solution.keys().is_some_and(|keys| !keys.is_empty());
    let problem = Problem::parse(&record.puzzle).ok().filter(|_| is_ko && has_keys)?;
    Some(draw::ko_caption(&problem))
}

/// The main line as numbers on the board.
fn marks(problem: &Problem, line: &[&str]) -> Marks {
    let (w, h) = problem.question.board.size();
    let mut marks = Marks::default();
    for (i, word) in line.iter().enumerate() {
        // A point that is played twice keeps its first number; the words give the line too.
        if let Some(var) = Point::parse(word, w, h).map(|p| draw::number(problem, p))
            && let Ok(value) = u8::try_from(i + 1)
            && !marks.placed.iter().any(|l| l.var == var)
        {
            marks.placed.push(Literal { var, value });
        }
    }
    marks
}

/// The moves of a variation, the opponent's in brackets.
fn moves(first: Node<'_>) -> String {
    let size = first.root().board_size();
    let h = size.height;
    let plies = first.main_line().filter_map(|node| node.stone_played(size).map(|(_, mv)| (mv, node.has("KO"))));
    let mut words = Vec::new();
    for (i, (mv, retakes)) in plies.enumerate() {
        let name = match mv {
            Move::At(p) if retakes => format!("{} after a threat", Point::new(p.x, p.y).name(h)),
            Move::At(p) => Point::new(p.x, p.y).name(h),
            Move::Pass => "pass".to_string(),
        };
        words.push(if i % 2 == 0 { name } else { format!("({name})") });
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words do not name a move as the key where no proof shows that it is needed.
    #[test]
    fn a_move_that_is_not_shown_to_be_needed_is_no_key() {
        let puzzle = "9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX".to_string();
        let found = serde_json::json!({
            "outcome": "DEAD", "moves": ["B9"], "proved": "on the whole board", "zone": ["A9", "B9"],
        });
        let mut record = Record { genre: "tsumego".into(), puzzle, ..Record::default() };
        record.extra.insert("found".into(), found);
        record.extra.insert("stop".into(), "open".into());
        let words = told(&record).unwrap();
        assert!(words.contains("proved for this chain: B9; it is not shown that the move is needed"), "{words}");
        assert!(words.contains("proved on the whole board: it rests on 2 points"), "{words}");
        assert!(!words.contains("key move") && !words.contains("settled"), "{words}");
        // Without a proof on the board the words do not say that there is one.
        if let Some(fields) = record.extra.get_mut("found").and_then(Value::as_object_mut) {
            fields.remove("proved");
        }
        let words = told(&record).unwrap();
        assert!(words.contains("read in regions for this chain: B9") && !words.contains("proved"), "{words}");
    }

    /// The words for a file's claim do not say that it is proved.
    #[test]
    fn a_stored_solution_that_was_not_proved_again_says_so() {
        let puzzle = "9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX".to_string();
        let claim = serde_json::json!({"outcome": "DEAD", "keys": ["A9"]});
        let mut record = Record { genre: "tsumego".into(), puzzle, solution: Some(claim.into()), ..Record::default() };
        assert!(!told(&record).unwrap().contains("not proved"));
        record.extra.insert("stop".into(), "nodes".into());
        assert!(told(&record).unwrap().contains("as it was stored: not proved again within the limits (nodes)"));
    }
}
