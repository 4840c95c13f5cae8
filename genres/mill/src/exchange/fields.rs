//! Reading typed fields out of an object, with a finding for each that does not fit.

use super::finding::Finding;
use super::json::Json;

/// An object being read.
pub(super) struct Fields<'a, 'f> {
    object: &'a Json,
    path: &'f str,
    found: &'f mut Vec<Finding>,
    /// A required field was missing or of the wrong type.
    pub broken: bool,
}

impl<'a, 'f> Fields<'a, 'f> {
    /// Over an object; anything else is a finding.
    pub fn of(object: &'a Json, path: &'f str, found: &'f mut Vec<Finding>) -> Self {
        let mut broken = false;
        if let Json::Object(fields) = object {
            for (i, (key, _)) in fields.iter().enumerate() {
                if fields[..i].iter().any(|(k, _)| k == key) {
                    found.push(Finding::warning(format!("{path}.{key}"), "twice", "stands twice; the last one counts"));
                }
            }
        } else {
            found.push(Finding::error(path, "type", format!("an object is expected, this is {}", object.kind())));
            broken = true;
        }
        Fields { object, path, found, broken }
    }

    /// The path of a field.
    pub fn path_of(&self, key: &str) -> String {
        format!("{}.{key}", self.path)
    }

    /// Notes an error at a field that makes the object unusable.
    pub fn refuse(&mut self, key: &str, rule: &'static str, what: impl Into<String>) {
        self.found.push(Finding::error(self.path_of(key), rule, what));
        self.broken = true;
    }

    /// The field, `null` counting as absent.
    pub fn value(&self, key: &str) -> Option<&'a Json> {
        self.object.get(key).filter(|v| **v != Json::Null)
    }

    fn typed<T>(&mut self, key: &str, want: &'static str, read: impl Fn(&'a Json) -> Option<T>) -> Option<T> {
        let value = self.value(key)?;
        let read = read(value);
        if read.is_none() {
            let what = match value {
                Json::Number(raw) => format!("{want} is expected, this is {raw}"),
                _ => format!("{want} is expected, this is {}", value.kind()),
            };
            self.refuse(key, "type", what);
        }
        read
    }

    /// A string that must be there.
    pub fn text(&mut self, key: &str) -> String {
        if self.value(key).is_none() && !self.broken_type() {
            self.refuse(key, "required", "a required field is missing");
        }
        self.text_or_none(key).unwrap_or_default()
    }

    fn broken_type(&self) -> bool {
        !matches!(self.object, Json::Object(_))
    }

    /// A string that may be absent.
    pub fn text_or_none(&mut self, key: &str) -> Option<String> {
        self.typed(key, "a string", |v| v.as_str().map(String::from))
    }

    /// A whole number that may be absent.
    pub fn number(&mut self, key: &str) -> Option<i64> {
        self.typed(key, "a whole number", Json::as_i64)
    }

    /// A boolean that may be absent.
    pub fn flag(&mut self, key: &str) -> Option<bool> {
        self.typed(key, "a boolean", |v| if let Json::Bool(b) = v { Some(*b) } else { None })
    }

    /// An array that may be absent.
    pub fn array(&mut self, key: &str) -> Option<&'a [Json]> {
        self.typed(key, "an array", |v| if let Json::Array(items) = v { Some(items.as_slice()) } else { None })
    }

    /// An array of strings that may be absent.
    pub fn texts(&mut self, key: &str) -> Option<Vec<String>> {
        let items = self.array(key)?;
        let mut out = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            match item.as_str() {
                Some(text) => out.push(text.to_string()),
                None => self.refuse(
                    &format!("{key}[{i}]"),
                    "type",
                    format!("a string is expected, this is {}", item.kind()),
                ),
            }
        }
        Some(out)
    }

    /// The list of findings, for parts of the object.
    pub fn found(&mut self) -> &mut Vec<Finding> {
        self.found
    }
}
