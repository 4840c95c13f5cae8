//! A TOML document with the place of each of its parts.

use std::ops::Range;
use tesuji_genre::{Bad, near};
use toml_edit::{Document, Item, TableLike, Value};

/// A text of a document, and where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Text<'a> {
    pub(crate) words: &'a str,
    source: &'a str,
    start: usize,
}

impl<'a> Text<'a> {
    /// A fault at a byte of the text.
    pub(crate) fn bad(&self, at: usize, what: impl Into<String>) -> Bad {
        placed(self.source, self.start + at, what)
    }

    /// The text as a fault of the whole.
    pub(crate) fn refuse<T>(&self, what: impl Into<String>) -> Result<T, Bad> {
        Err(self.bad(0, what))
    }
}

/// A table of a document.
#[derive(Clone)]
pub(crate) struct Table<'a> {
    source: &'a str,
    table: &'a dyn TableLike,
    name: String,
    start: usize,
}

fn line_and_column(source: &str, byte: usize) -> (u64, usize) {
    let before = &source[..byte.min(source.len())];
    let line = 1 + before.matches('\n').count() as u64;
    let begin = before.rfind('\n').map_or(0, |i| i + 1);
    (line, 1 + before[begin..].chars().count())
}

fn placed(source: &str, byte: usize, what: impl Into<String>) -> Bad {
    let (line, column) = line_and_column(source, byte);
    Bad::new(what).line(line).column(column)
}

/// Reads a document.
///
/// # Errors
/// [`Bad`] with line and column of what is no TOML.
pub(crate) fn read(source: &str) -> Result<Document<&str>, Bad> {
    Document::parse(source).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        placed(source, at, error.message().trim().replace('\n', "; "))
    })
}

impl<'a> Table<'a> {
    /// The whole document as a table.
    pub(crate) fn root(source: &'a str, document: &'a Document<&str>) -> Table<'a> {
        Table { source, table: document.as_table(), name: String::new(), start: 0 }
    }

    /// A fault of the table.
    pub(crate) fn bad(&self, what: impl Into<String>) -> Bad {
        let bad = placed(self.source, self.start, what);
        if self.name.is_empty() { bad } else { bad.at(format!("[{}]", self.name)) }
    }

    /// A fault of the value of a key.
    pub(crate) fn bad_value(&self, key: &str, what: impl Into<String>) -> Bad {
        let span = self.table.get(key).and_then(Item::span);
        placed(self.source, span.map_or(self.start, |span| span.start), what)
    }

    /// The keys, in order.
    pub(crate) fn keys(&self) -> Vec<Text<'a>> {
        let mut keys: Vec<Text<'a>> = Vec::new();
        for (name, _) in self.table.iter() {
            let start = self.key_start(name);
            keys.push(Text { words: name, source: self.source, start });
        }
        keys
    }

    fn key_start(&self, name: &str) -> usize {
        let span = self.table.get_key_value(name).and_then(|(key, _)| key.span());
        span.map_or(self.start, |span| span.start)
    }

    /// Refuses keys that are not among those.
    ///
    /// # Errors
    /// [`Bad`] with the place of the key and the nearest names.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Bad> {
        match self.keys().into_iter().find(|key| !known.contains(&key.words)) {
            None => Ok(()),
            Some(key) => {
                let near = near(key.words, known.iter().copied());
                let all = format!("there are {}", known.join(", "));
                let near = if near == all { near } else { format!("{near}; {all}") };
                key.refuse(format!("no key {:?}; {near}", key.words))
            }
        }
    }

    /// Is the key there?
    pub(crate) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// The text of a key; a number counts as its digits.
    ///
    /// # Errors
    /// [`Bad`] when it is neither.
    pub(crate) fn text(&self, key: &str) -> Result<Option<Text<'a>>, Bad> {
        let Some(item) = self.table.get(key) else { return Ok(None) };
        item.as_value()
            .and_then(|value| self.text_of(value))
            .map(Some)
            .ok_or_else(|| self.bad_value(key, format!("{key}: a text is expected")))
    }

    fn text_of(&self, value: &'a Value) -> Option<Text<'a>> {
        let span: Range<usize> = value.span()?;
        let raw = self.source.get(span.clone())?;
        match value {
            Value::String(text) => {
                let marks = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
                Some(Text { words: text.value(), source: self.source, start: span.start + marks })
            }
            Value::Integer(_) => Some(Text { words: raw, source: self.source, start: span.start }),
            _ => None,
        }
    }

    /// The text of a key that has to be there.
    ///
    /// # Errors
    /// [`Bad`] when it is not.
    pub(crate) fn needed(&self, key: &str) -> Result<Text<'a>, Bad> {
        self.text(key)?.ok_or_else(|| self.bad(format!("{key} is missing")))
    }

    /// The texts of a list, or the one text; none where the key is absent.
    ///
    /// # Errors
    /// [`Bad`] when an item is no text.
    pub(crate) fn texts(&self, key: &str) -> Result<Vec<Text<'a>>, Bad> {
        let Some(list) = self.table.get(key).and_then(Item::as_array) else {
            return Ok(self.text(key)?.into_iter().collect());
        };
        let text = |value: &'a Value| {
            let at = value.span().map_or(self.start, |span| span.start);
            self.text_of(value).ok_or_else(|| placed(self.source, at, format!("{key}: a text is expected")))
        };
        list.iter().map(text).collect()
    }

    /// Is the key `true`?
    ///
    /// # Errors
    /// [`Bad`] when it is neither `true` nor `false`.
    pub(crate) fn flag(&self, key: &str) -> Result<bool, Bad> {
        let Some(item) = self.table.get(key) else { return Ok(false) };
        item.as_bool().ok_or_else(|| self.bad_value(key, format!("{key}: true or false is expected")))
    }

    /// The number of a key.
    ///
    /// # Errors
    /// [`Bad`] when it is no whole number from 0 on.
    pub(crate) fn number(&self, key: &str) -> Result<Option<u32>, Bad> {
        let Some(item) = self.table.get(key) else { return Ok(None) };
        let number = item.as_integer().and_then(|n| u32::try_from(n).ok());
        number.map(Some).ok_or_else(|| self.bad_value(key, format!("{key}: a number from 0 on is expected")))
    }

    /// The table of a key.
    ///
    /// # Errors
    /// [`Bad`] when it is none.
    pub(crate) fn table(&self, key: &str) -> Result<Option<Table<'a>>, Bad> {
        let Some(item) = self.table.get(key) else { return Ok(None) };
        let table = item.as_table_like().ok_or_else(|| self.bad_value(key, format!("{key}: a table is expected")))?;
        let start = item.span().map_or_else(|| self.key_start(key), |span| span.start);
        let name = if self.name.is_empty() { key.to_string() } else { format!("{}.{key}", self.name) };
        Ok(Some(Table { source: self.source, table, name, start }))
    }

    /// The tables of a key: `[[rule]]`, or a list of `{ … }`.
    ///
    /// # Errors
    /// [`Bad`] when they are none.
    pub(crate) fn tables(&self, key: &str) -> Result<Vec<Table<'a>>, Bad> {
        let Some(item) = self.table.get(key) else { return Ok(Vec::new()) };
        let made = |table: &'a dyn TableLike, span: Option<Range<usize>>| Table {
            source: self.source,
            table,
            name: key.to_string(),
            start: span.map_or(self.start, |span| span.start),
        };
        if let Some(list) = item.as_array_of_tables() {
            return Ok(list.iter().map(|table| made(table, table.span())).collect());
        }
        let list = item.as_array().map(|list| list.iter().map(|v| Some((v.as_inline_table()?, v.span()))).collect());
        let list: Option<Vec<_>> = list.flatten();
        let list = list.ok_or_else(|| self.bad_value(key, format!("{key}: a list of tables is expected")))?;
        Ok(list.into_iter().map(|(table, span)| made(table, span)).collect())
    }
}
