//! Solutions and their moves.

use super::fields::Fields;
use super::finding::Finding;
use super::json::Json;

/// One atomic action of a line. A removal is an action of its own with the same side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PuzzleMove {
    /// `a1`, `a1-a4` or `xa4`.
    pub notation: String,
    /// `white` or `black`.
    pub side: String,
    /// A word on a key move.
    pub comment: Option<String>,
}

/// A line that solves the puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The actions of both sides.
    pub moves: Vec<PuzzleMove>,
    /// Words about the line.
    pub description: Option<String>,
    /// Is it as short as can be?
    pub is_optimal: bool,
}

const MOVE_ORDER: [&str; 3] = ["notation", "side", "comment"];
const ORDER: [&str; 3] = ["moves", "description", "isOptimal"];

impl PuzzleMove {
    pub(super) fn read(value: &Json, path: &str, found: &mut Vec<Finding>) -> Option<PuzzleMove> {
        let mut f = Fields::of(value, path, found);
        let mv = PuzzleMove { notation: f.text("notation"), side: f.text("side"), comment: f.text_or_none("comment") };
        if !f.broken && mv.side != "white" && mv.side != "black" {
            f.refuse("side", "side", format!("`white` or `black` is expected, this is {:?}", mv.side));
        }
        (!f.broken).then_some(mv)
    }

    fn to_json(&self, over: &Json) -> Json {
        let mut out = if matches!(over, Json::Object(_)) { over.clone() } else { Json::object() };
        put(&mut out, "notation", Some(self.notation.clone().into()), &MOVE_ORDER);
        put(&mut out, "side", Some(self.side.clone().into()), &MOVE_ORDER);
        put(&mut out, "comment", self.comment.clone().map(Json::from), &MOVE_ORDER);
        out
    }
}

impl Solution {
    pub(super) fn read(value: &Json, path: &str, found: &mut Vec<Finding>) -> Option<Solution> {
        let mut f = Fields::of(value, path, found);
        if f.value("moves").is_none() && !f.broken {
            f.refuse("moves", "required", "a required field is missing");
        }
        let items = f.array("moves").unwrap_or_default();
        let description = f.text_or_none("description");
        // The app takes a line without the mark as optimal.
        let is_optimal = f.flag("isOptimal").unwrap_or(true);
        let mut broken = f.broken;
        let mut moves = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            match PuzzleMove::read(item, &format!("{path}.moves[{i}]"), found) {
                Some(mv) => moves.push(mv),
                None => broken = true,
            }
        }
        (!broken).then_some(Solution { moves, description, is_optimal })
    }

    /// As JSON, over the object that it was read from.
    pub(super) fn to_json(&self, over: &Json) -> Json {
        let mut out = if matches!(over, Json::Object(_)) { over.clone() } else { Json::object() };
        let old = over.get("moves").map_or(&[][..], Json::items);
        let moves = self.moves.iter().enumerate().map(|(i, mv)| mv.to_json(old.get(i).unwrap_or(&Json::Null)));
        put(&mut out, "moves", Some(Json::Array(moves.collect())), &ORDER);
        put(&mut out, "description", self.description.clone().map(Json::from), &ORDER);
        if out.get("isOptimal").is_some_and(|v| *v != Json::Null) || !self.is_optimal || *over == Json::Null {
            put(&mut out, "isOptimal", Some(self.is_optimal.into()), &ORDER);
        }
        out
    }
}

/// Writes a field; an absent value leaves a `null` a `null` and takes anything else out.
pub(super) fn put(out: &mut Json, key: &str, value: Option<Json>, order: &[&str]) {
    match value {
        Some(value) => out.set(key, value, order),
        None if out.get(key).is_some_and(|v| *v != Json::Null) => out.remove(key),
        None => {}
    }
}

/// Puts the fields of solutions and moves into the format's order.
pub(super) fn reorder(key: &str, value: &mut Json) {
    let (order, inner): (&[&str], &str) = match key {
        "solutions" => (&ORDER, "moves"),
        "moves" => (&MOVE_ORDER, ""),
        _ => return,
    };
    let Json::Array(items) = value else { return };
    for item in items {
        let Json::Object(fields) = item else { continue };
        fields.sort_by_key(|(k, _)| order.iter().position(|o| o == k).unwrap_or(order.len()));
        if let Some((k, v)) = fields.iter_mut().find(|(k, _)| k == inner) {
            reorder(&k.clone(), v);
        }
    }
}
