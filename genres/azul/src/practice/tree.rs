//! JSON as it stands in the text, every element with its path, so that the first wrong one can be
//! named. Unlike a map, it keeps the order of fields and refuses a field given twice.

use crate::Colour;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;
use tesuji_genre::Bad;

/// An element of a document.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Tree {
    Null,
    Bool(bool),
    Whole(i64),
    Other(f64),
    Text(String),
    List(Vec<Tree>),
    Fields(Vec<(String, Tree)>),
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Tree, D::Error> {
        from.deserialize_any(Reader)
    }
}

impl Tree {
    /// The value of a field, where it has fields.
    pub(crate) fn field(&self, name: &str) -> Option<&Tree> {
        match self {
            Tree::Fields(fields) => fields.iter().find(|f| f.0 == name).map(|f| &f.1),
            _ => None,
        }
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, b: bool) -> Result<Tree, E> {
        Ok(Tree::Bool(b))
    }

    fn visit_i64<E>(self, n: i64) -> Result<Tree, E> {
        Ok(Tree::Whole(n))
    }

    fn visit_u64<E>(self, n: u64) -> Result<Tree, E> {
        Ok(i64::try_from(n).map_or(Tree::Other(n as f64), Tree::Whole))
    }

    fn visit_f64<E>(self, n: f64) -> Result<Tree, E> {
        Ok(Tree::Other(n))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Tree, A::Error> {
        let mut fields: Vec<(String, Tree)> = Vec::new();
        while let Some((name, value)) = entries.next_entry::<String, Tree>()? {
            if fields.iter().any(|f| f.0 == name) {
                return Err(A::Error::custom(format!("field {name:?} twice")));
            }
            fields.push((name, value));
        }
        Ok(Tree::Fields(fields))
    }
}

/// Reads a whole document.
pub(crate) fn read(text: &str) -> Result<Tree, Bad> {
    serde_json::from_str(text).map_err(|e| {
        // The place stands in fields of its own.
        let words = e.to_string();
        let mut bad = Bad::new(format!("no JSON: {}", words.split(" at line ").next().unwrap_or_default()));
        if e.line() > 0 {
            bad = bad.line(e.line() as u64).column(e.column());
        }
        bad
    })
}

/// An element and its path.
#[derive(Clone, Debug)]
pub(crate) struct At<'a> {
    tree: &'a Tree,
    path: String,
}

impl<'a> At<'a> {
    pub(crate) fn root(tree: &'a Tree) -> At<'a> {
        At { tree, path: String::new() }
    }

    /// The element itself.
    pub(crate) fn tree(&self) -> &'a Tree {
        self.tree
    }

    /// An error at this element.
    pub(crate) fn bad(&self, what: impl Into<String>) -> Bad {
        Bad::new(what).at(if self.path.is_empty() { "the document" } else { &self.path })
    }

    pub(crate) fn is_null(&self) -> bool {
        *self.tree == Tree::Null
    }

    /// The fields, each of which must be among `known`.
    pub(crate) fn fields(&self, known: &[&str]) -> Result<Vec<(&'a str, At<'a>)>, Bad> {
        let Tree::Fields(fields) = self.tree else {
            return Err(self.bad(format!("{} where an object is expected", self.what())));
        };
        let dot = if self.path.is_empty() { "" } else { "." };
        let mut all = Vec::with_capacity(fields.len());
        for (name, tree) in fields {
            let at = At { tree, path: format!("{}{dot}{name}", self.path) };
            if !known.contains(&name.as_str()) {
                let near = tesuji_genre::near(name, known.iter().copied());
                return Err(at.bad(format!("unknown field; {near}")));
            }
            all.push((name.as_str(), at));
        }
        Ok(all)
    }

    /// The fields whatever their names.
    pub(crate) fn entries(&self) -> Result<Vec<(&'a str, At<'a>)>, Bad> {
        match self.tree {
            Tree::Fields(fields) => {
                let names: Vec<&str> = fields.iter().map(|f| f.0.as_str()).collect();
                self.fields(&names)
            }
            // An empty table of the log's language is an empty list, and a table with keys 0, 1, …
            // is a list.
            Tree::List(list) => {
                let at = |(i, tree)| (INDEX.get(i).copied().unwrap_or("?"), self.index(i, tree));
                Ok(list.iter().enumerate().map(at).collect())
            }
            _ => Err(self.bad(format!("{} where an object is expected", self.what()))),
        }
    }

    fn index(&self, i: usize, tree: &'a Tree) -> At<'a> {
        At { tree, path: format!("{}[{i}]", self.path) }
    }

    /// A list, of exactly `n` elements where a number is given.
    pub(crate) fn list(&self, n: Option<usize>) -> Result<Vec<At<'a>>, Bad> {
        let Tree::List(list) = self.tree else {
            return Err(self.bad(format!("{} where a list is expected", self.what())));
        };
        if let Some(n) = n.filter(|&n| n != list.len()) {
            return Err(self.bad(format!("{} elements where {n} are expected", list.len())));
        }
        Ok(list.iter().enumerate().map(|(i, tree)| self.index(i, tree)).collect())
    }

    pub(crate) fn boolean(&self) -> Result<bool, Bad> {
        match self.tree {
            Tree::Bool(b) => Ok(*b),
            _ => Err(self.bad(format!("{} where true or false is expected", self.what()))),
        }
    }

    pub(crate) fn text(&self) -> Result<&'a str, Bad> {
        match self.tree {
            Tree::Text(text) => Ok(text),
            _ => Err(self.bad(format!("{} where a text is expected", self.what()))),
        }
    }

    /// A whole number.
    pub(crate) fn whole(&self) -> Result<i64, Bad> {
        match self.tree {
            Tree::Whole(n) => Ok(*n),
            _ => Err(self.bad(format!("{} where a whole number is expected", self.what()))),
        }
    }

    /// A whole number, which may stand there as a text.
    pub(crate) fn number(&self) -> Result<i64, Bad> {
        match self.tree {
            Tree::Text(text) => text.trim().parse().or_else(|_| self.whole()),
            _ => self.whole(),
        }
    }

    /// A whole number within bounds.
    pub(crate) fn count(&self, least: u32, most: u32) -> Result<u32, Bad> {
        self.within(self.whole()?, least, most)
    }

    /// The same, which may stand there as a text.
    pub(crate) fn counted(&self, least: u32, most: u32) -> Result<u32, Bad> {
        self.within(self.number()?, least, most)
    }

    fn within(&self, n: i64, least: u32, most: u32) -> Result<u32, Bad> {
        let fits = u32::try_from(n).ok().filter(|n| (least..=most).contains(n));
        fits.ok_or_else(|| self.bad(format!("{n}; {least} to {most} are possible")))
    }

    /// The name of a colour.
    pub(crate) fn colour(&self) -> Result<Colour, Bad> {
        let name = self.text()?;
        let exact = Colour::ALL.into_iter().find(|c| c.name() == name);
        exact.ok_or_else(|| self.bad(format!("{name:?} is no colour: Blue, Yellow, Red, Black, White")))
    }

    fn what(&self) -> String {
        match self.tree {
            Tree::Null => "null".into(),
            Tree::Bool(b) => b.to_string(),
            Tree::Whole(n) => n.to_string(),
            Tree::Other(n) => n.to_string(),
            Tree::Text(text) => format!("{:?}", text.chars().take(40).collect::<String>()),
            Tree::List(_) => "a list".into(),
            Tree::Fields(_) => "an object".into(),
        }
    }
}

/// Names of the elements of a list read as a table.
const INDEX: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// The value of a field.
pub(crate) fn optional<'a, 'b>(fields: &'b [(&'a str, At<'a>)], name: &str) -> Option<&'b At<'a>> {
    fields.iter().find(|f| f.0 == name).map(|f| &f.1)
}

/// The value of a field that must be there.
pub(crate) fn required<'a, 'b>(at: &At<'a>, fields: &'b [(&'a str, At<'a>)], name: &str) -> Result<&'b At<'a>, Bad> {
    optional(fields, name).ok_or_else(|| at.bad(format!("field {name} is missing")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_kept_and_a_field_twice_is_refused() {
        let tree = read(r#"{"b":1,"a":[true,null,"x",1.5,18446744073709551615]}"#).unwrap();
        let names: Vec<&str> = At::root(&tree).fields(&["a", "b"]).unwrap().iter().map(|f| f.0).collect();
        assert_eq!(names, ["b", "a"]);
        let twice = read("{\"b\":1,\n\"b\":2}").unwrap_err();
        assert!(twice.what.contains("\"b\" twice") && twice.line == Some(2), "{twice}");
        for wrong in ["", "{", "{} {}", "nul", &"[".repeat(100_000)] {
            assert!(read(wrong).is_err());
        }
    }

    #[test]
    fn paths_name_the_element() {
        let tree = read(r#"{"players":[{"score":"x"}]}"#).unwrap();
        let root = At::root(&tree);
        let fields = root.fields(&["players"]).unwrap();
        let player = &required(&root, &fields, "players").unwrap().list(Some(1)).unwrap()[0];
        let score = &player.fields(&["score"]).unwrap()[0].1;
        assert_eq!(score.whole().unwrap_err().to_string(), "players[0].score: \"x\" where a whole number is expected");
        assert!(root.fields(&["player"]).unwrap_err().to_string().contains("nearest: player"));
    }
}
