//! Solutions as records keep them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// A solution. Its JSON form is that of records.
#[derive(Clone, PartialEq, Debug)]
pub enum Solution {
    /// The values of a puzzle's variables in the genre's signs, or the one right move of a position
    /// in the genre's notation.
    Text(String),
    /// Known facts of a position, by name. Of some fields the meaning is the same in all genres:
    /// they have methods. Others are the genre's own, and nobody else reads them.
    Position(Map<String, Value>),
    /// A form that no genre gives.
    Other(Value),
}

impl Solution {
    /// The values, or the one right move.
    pub fn text(&self) -> Option<&str> {
        if let Solution::Text(text) = self { Some(text) } else { None }
    }

    /// The outcome of a position, where that is no number.
    pub fn outcome(&self) -> Option<&str> {
        self.word("outcome")
    }

    /// The right first moves of a position; none where no move changes anything. `None`: unknown. A
    /// move that reaches the outcome and is not shown to be needed is none of them.
    pub fn keys(&self) -> Option<Vec<&str>> {
        let told = self.words("keys").or_else(|| self.words("key"));
        told.or_else(|| if self.get("outcome").is_some() { Some(Vec::new()) } else { self.words("moves") })
    }

    /// Are there first moves of which it is not known whether they succeed?
    pub fn is_undecided(&self) -> bool {
        self.get("undecided").is_some()
    }

    /// The main line; empty where there is none.
    pub fn line(&self) -> Vec<&str> {
        self.words("line").unwrap_or_default()
    }

    /// The main line, or where there is none a first move that reaches the outcome.
    pub fn moves(&self) -> Vec<&str> {
        let first = || self.keys().filter(|keys| !keys.is_empty()).or_else(|| self.words("moves"));
        let line = self.line();
        if line.is_empty() { first().into_iter().flatten().take(1).collect() } else { line }
    }

    /// The variations as SGF; empty where there are none.
    pub fn tree(&self) -> &str {
        self.word("tree").unwrap_or_default()
    }

    /// A field of the genre's own.
    pub fn get(&self, name: &str) -> Option<&Value> {
        if let Solution::Position(fields) = self { fields.get(name) } else { None }
    }

    /// A field of the genre's own that is a text.
    pub fn word(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }

    /// A field of the genre's own that is a list of texts.
    pub fn words(&self, name: &str) -> Option<Vec<&str>> {
        Some(self.get(name)?.as_array()?.iter().filter_map(Value::as_str).collect())
    }
}

/// A field of the genre's own, null where there is none.
impl std::ops::Index<&str> for Solution {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&Value::Null)
    }
}

impl From<Value> for Solution {
    fn from(value: Value) -> Solution {
        match value {
            Value::String(text) => Solution::Text(text),
            Value::Object(fields) => Solution::Position(fields),
            other => Solution::Other(other),
        }
    }
}

impl From<Solution> for Value {
    fn from(solution: Solution) -> Value {
        match solution {
            Solution::Text(text) => text.into(),
            Solution::Position(fields) => fields.into(),
            Solution::Other(value) => value,
        }
    }
}

impl From<String> for Solution {
    fn from(text: String) -> Solution {
        Solution::Text(text)
    }
}

impl From<&str> for Solution {
    fn from(text: &str) -> Solution {
        Solution::Text(text.to_string())
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Solution::Text(text) => text.serialize(to),
            Solution::Position(fields) => fields.serialize(to),
            Solution::Other(value) => value.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Solution, D::Error> {
        Value::deserialize(from).map(Solution::from)
    }
}

/// The JSON form.
impl std::fmt::Display for Solution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| std::fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Whatever a record has comes out as it went in.
    #[test]
    fn the_json_form_is_that_of_the_record() {
        for text in [
            r#""1234""#,
            r#"{"key":["a1-a4"],"line":["a1-a4"],"turns":1}"#,
            r#"{"a":{"b":[1,2.50,null]},"keys":"no list","z":0}"#,
            "[1,2]",
            "7",
            "true",
        ] {
            let solution: Solution = serde_json::from_str(text).expect("any JSON is a solution");
            assert_eq!(serde_json::to_string(&solution).expect("JSON"), text.replace("2.50", "2.5"));
            assert_eq!(Value::from(solution.clone()), serde_json::from_str::<Value>(text).expect("JSON"));
            assert_eq!(solution.to_string(), text.replace("2.50", "2.5"));
        }
    }

    #[test]
    fn first_moves_are_read_by_their_meaning() {
        let of = |fields: Value| Solution::from(fields);
        let needed = of(json!({"outcome": "DEAD", "keys": ["B9"], "line": ["B9", "A9"]}));
        assert_eq!((needed.keys(), needed.moves()), (Some(vec!["B9"]), vec!["B9", "A9"]));
        let not_needed = of(json!({"outcome": "DEAD", "moves": ["B9"]}));
        assert_eq!((not_needed.keys(), not_needed.moves()), (Some(vec![]), vec!["B9"]));
        let best = of(json!({"moves": ["3B2", "CRF"], "value": 1.5}));
        assert_eq!((best.keys(), best.moves()), (Some(vec!["3B2", "CRF"]), vec!["3B2"]));
        assert_eq!(of(json!({"value": 1})).keys(), None);
    }
}
