//! An ordered JSON tree that loses nothing: keys keep their order, numbers their spelling.
//!
//! The pack format promises that unknown fields survive and that an untouched pack is written back
//! byte for byte. A map sorted by key and numbers read as floats can promise neither, hence a tree
//! of our own.

mod canonical;
mod parse;
mod write;

pub use write::Style;

/// A JSON value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Json {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it was spelt.
    Number(Box<str>),
    /// A string, decoded.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object; keys in order, as often as they were written.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// An empty object.
    pub fn object() -> Json {
        Json::Object(Vec::new())
    }

    /// The kind of value, in words.
    pub fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "a boolean",
            Json::Number(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        }
    }

    /// The field of that name; of several, the last, as the app reads them.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.fields().iter().rev().find(|(k, _)| k == key).map(|(_, v)| v)
    }

    /// The fields of an object; none of anything else.
    pub fn fields(&self) -> &[(String, Json)] {
        if let Json::Object(fields) = self { fields } else { &[] }
    }

    /// The items of an array; none of anything else.
    pub fn items(&self) -> &[Json] {
        if let Json::Array(items) = self { items } else { &[] }
    }

    /// The string.
    pub fn as_str(&self) -> Option<&str> {
        if let Json::String(text) = self { Some(text) } else { None }
    }

    /// The whole number, where it is one that fits.
    pub fn as_i64(&self) -> Option<i64> {
        if let Json::Number(raw) = self { raw.parse().ok() } else { None }
    }

    /// Sets a field. A field that is there keeps its place; a new one stands behind the last of
    /// those that `order` lists before it, else first.
    pub fn set(&mut self, key: &str, value: Json, order: &[&str]) {
        let Json::Object(fields) = self else { return };
        if let Some((_, old)) = fields.iter_mut().rev().find(|(k, _)| k == key) {
            *old = value;
            return;
        }
        let place = match order.iter().position(|k| *k == key) {
            None => fields.len(),
            Some(mine) => fields.iter().rposition(|(k, _)| order[..mine].contains(&k.as_str())).map_or(0, |at| at + 1),
        };
        fields.insert(place, (key.to_string(), value));
    }

    /// Takes a field out.
    pub fn remove(&mut self, key: &str) {
        if let Json::Object(fields) = self {
            fields.retain(|(k, _)| k != key);
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::String(text.to_string())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::String(text)
    }
}

impl From<bool> for Json {
    fn from(b: bool) -> Json {
        Json::Bool(b)
    }
}

impl From<i64> for Json {
    fn from(n: i64) -> Json {
        Json::Number(n.to_string().into())
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Json {
        Json::Array(items.into_iter().map(Into::into).collect())
    }
}

impl From<&Json> for serde_json::Value {
    fn from(json: &Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(b) => Self::Bool(*b),
            // Beyond all doubles: as text.
            Json::Number(raw) => serde_json::from_str(raw).unwrap_or_else(|_| Self::String(raw.to_string())),
            Json::String(text) => Self::String(text.clone()),
            Json::Array(items) => Self::Array(items.iter().map(Self::from).collect()),
            Json::Object(fields) => Self::Object(fields.iter().map(|(k, v)| (k.clone(), Self::from(v))).collect()),
        }
    }
}

impl From<&serde_json::Value> for Json {
    fn from(value: &serde_json::Value) -> Self {
        match value {
            serde_json::Value::Null => Json::Null,
            serde_json::Value::Bool(b) => Json::Bool(*b),
            serde_json::Value::Number(n) => Json::Number(n.to_string().into()),
            serde_json::Value::String(text) => Json::String(text.clone()),
            serde_json::Value::Array(items) => Json::Array(items.iter().map(Json::from).collect()),
            serde_json::Value::Object(fields) => {
                Json::Object(fields.iter().map(|(k, v)| (k.clone(), Json::from(v))).collect())
            }
        }
    }
}
