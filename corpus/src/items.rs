//! The items of an input, in order: lines (records or one-line notations), or the puzzles of one
//! document, told by content.

use crate::lines::{LONGEST, Line, next_line};
use crate::{Error, Reader, Source};
use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::sync::Arc;
use tesuji_genre::{Bad, Genre, Parsed, lines_of_state};

/// Lines looked at to tell lines from a document.
const LOOK_AHEAD: usize = 64;
/// Bytes looked at likewise.
const LOOK_AHEAD_BYTES: usize = 256 << 10;
/// Lines without a puzzle at the head of a document, at most.
const LONGEST_HEAD: u64 = 1 << 16;
/// Faults of a document before its first puzzle, at most.
const MOST_FAULTS: usize = 4096;
/// Largest document that is read as one.
const LARGEST_DOCUMENT: usize = 256 << 20;

/// The content of one position of the input.
#[derive(Debug)]
pub enum Content {
    /// A line, or several that are one puzzle: a JSON record or a notation.
    Line(Vec<u8>),
    /// A puzzle of a document, or what is wrong with it.
    Found(Box<Result<Parsed, Bad>>),
    /// A line that is too long to be kept.
    TooLong(u64),
}

impl Content {
    /// The line as text, where it is one.
    pub fn text(&self) -> Option<String> {
        match self {
            Content::Line(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            _ => None,
        }
    }
}

/// One item: where it stands, and what.
#[derive(Debug)]
pub struct Item {
    /// Number of items before it.
    pub index: u64,
    /// Line in the file, from 1, where known; the first of several.
    pub line: Option<u64>,
    /// The heading of the table that a line is in.
    pub heading: Option<Arc<str>>,
    /// Its content.
    pub content: Content,
    /// Does it stand among puzzles of a line each, where a blank line is no mere separator?
    pub among_lines: bool,
}

enum Form {
    Lines(Lines),
    Document(std::vec::IntoIter<Result<Parsed, Bad>>),
}

/// Lines, one or several to an item.
struct Lines {
    input: Box<dyn BufRead + Send>,
    /// Blank lines and comments at the head that were counted and not kept.
    blank: u64,
    /// Whether those stand among puzzles of a line each, once it is known.
    is_blank_among: Option<bool>,
    ahead: VecDeque<Line>,
    genre: Option<&'static dyn Genre>,
    heading: Option<Arc<str>>,
    /// Lines taken so far.
    taken: u64,
    /// Is every line an item, and none a heading?
    by_line: bool,
    /// Length of the last line that was a puzzle of its own: so is the next one of that length,
    /// though it could be a row.
    alone: Option<usize>,
}

impl Lines {
    fn new(input: Box<dyn BufRead + Send>, blank: u64, ahead: VecDeque<Line>, reader: &Reader) -> Lines {
        let by_line = reader.is_by_line();
        let genre = reader.document_genre().filter(|_| !by_line);
        Lines { input, blank, is_blank_among: None, ahead, genre, heading: None, taken: 0, by_line, alone: None }
    }

    /// Makes up to `n` lines ready.
    fn look(&mut self, n: usize) -> std::io::Result<()> {
        while self.ahead.len() < n {
            let Some(line) = next_line(&mut *self.input)? else { break };
            self.ahead.push_back(line);
        }
        Ok(())
    }

    /// How many lines the next item has.
    fn count(&mut self) -> std::io::Result<usize> {
        self.look(1)?;
        let length = match self.ahead.front() {
            Some(Line::Text(bytes)) => Some(bytes.trim_ascii().len()).filter(|&n| n > 0),
            _ => None,
        };
        if self.by_line || length.is_some() && self.alone == length {
            return Ok(1);
        }
        let mut wanted = 1;
        loop {
            self.look(wanted)?;
            // A line that is too long belongs to nothing.
            let whole = self.ahead.iter().take(wanted).map_while(|line| match line {
                Line::Text(bytes) => Some(String::from_utf8_lossy(bytes)),
                Line::TooLong(_) => None,
            });
            let whole: Vec<_> = whole.collect();
            let lines: Vec<&str> = whole.iter().map(AsRef::as_ref).collect();
            if lines.is_empty() {
                return Ok(1);
            }
            let is_end = lines.len() < wanted;
            // Without a genre, texts that tell theirs are read.
            let count = match self.genre {
                Some(genre) => genre.lines_of_next(&lines, is_end),
                None => lines_of_state(&lines, is_end),
            };
            if let Some(count) = count {
                let count = count.clamp(1, lines.len());
                let taken = lines[..count].join("\n");
                return self.checked(count, &taken, length);
            }
            wanted += 1;
        }
    }

    /// The number of lines of the next item, of which `taken` holds the first `count`. Among puzzles of
    /// a line each, lines without a puzzle together are items of their own.
    fn checked(&mut self, count: usize, taken: &str, length: Option<usize>) -> std::io::Result<usize> {
        let genre = self.genre;
        let is_puzzle = |text: &str| is_alone(genre, text);
        if count == 1 {
            if length.is_some() && is_puzzle(taken) {
                self.alone = length;
            }
            return Ok(1);
        }
        if genre.is_none() || is_puzzle(taken) {
            self.alone = None;
            return Ok(count);
        }
        self.look(count + 1)?;
        let is_next_alone = self.ahead.get(count).is_some_and(|line| match line {
            Line::Text(bytes) => is_puzzle(&String::from_utf8_lossy(bytes)),
            Line::TooLong(_) => false,
        });
        Ok(if self.alone.is_some() || is_next_alone { 1 } else { count })
    }

    /// Is the item that was taken last one among puzzles of a line each?
    fn is_among_lines(&mut self) -> bool {
        if self.blank == 0 {
            return self.is_next_among_lines();
        }
        let known = self.is_blank_among;
        let is_among = known.unwrap_or_else(|| self.is_next_among_lines());
        self.is_blank_among = Some(is_among);
        is_among
    }

    fn is_next_among_lines(&self) -> bool {
        let is_next_alone = || {
            let mut texts = self.ahead.iter().map_while(|line| match line {
                Line::Text(bytes) => Some(String::from_utf8_lossy(bytes)),
                Line::TooLong(_) => None,
            });
            texts.find(|text| !text.trim().is_empty()).is_some_and(|text| is_alone(self.genre, &text))
        };
        self.by_line || self.alone.is_some() || is_next_alone()
    }

    /// The next item with its first line and the heading that it stands under.
    fn next(&mut self) -> std::io::Result<Option<(u64, Content, Option<Arc<str>>)>> {
        let line = self.taken + 1;
        if self.blank > 0 {
            self.blank -= 1;
            self.taken += 1;
            return Ok(Some((line, Content::Line(Vec::new()), None)));
        }
        self.look(1)?;
        if let (Some(genre), Some(Line::Text(bytes))) = (self.genre, self.ahead.front())
            && let Ok(text) = std::str::from_utf8(bytes)
            && genre.is_heading(text.trim())
        {
            self.heading = Some(text.trim().into());
            self.ahead.pop_front();
            self.taken += 1;
            return Ok(Some((line, Content::Line(Vec::new()), None)));
        }
        let count = self.count()?;
        let mut item = match self.ahead.pop_front() {
            None => return Ok(None),
            Some(Line::TooLong(n)) => {
                self.taken += 1;
                return Ok(Some((line, Content::TooLong(n), None)));
            }
            Some(Line::Text(text)) => text,
        };
        for _ in 1..count {
            if let Some(Line::Text(text)) = self.ahead.pop_front() {
                item.push(b'\n');
                item.extend(text);
            }
        }
        self.taken += count as u64;
        let heading = self.heading.clone().filter(|_| count == 1);
        Ok(Some((line, Content::Line(item), heading)))
    }
}

/// Is the text a puzzle by itself? Without a genre, one that may tell its own.
fn is_alone(genre: Option<&dyn Genre>, text: &str) -> bool {
    match genre {
        Some(genre) => genre.parse(text).is_ok(),
        None => text.trim_start().starts_with('{') || text.contains('/'),
    }
}

/// A stream of items.
pub struct Items {
    name: String,
    form: Form,
    index: u64,
}

impl Items {
    /// Opens an input and tells its form.
    ///
    /// # Errors
    /// [`Error::Io`] when it can't be opened or unpacked, [`Error::Usage`] where the reader names
    /// rules and it has none to choose.
    pub fn open(source: &Source, reader: &Reader) -> Result<Items, Error> {
        let name = source.name();
        let mut input = crate::wide::narrowed(source.open()?).map_err(Error::io(&name))?;
        let mut ahead = VecDeque::new();
        if reader.is_by_line() {
            return Ok(Items { name, form: Form::Lines(Lines::new(input, 0, ahead, reader)), index: 0 });
        }
        let (mut bytes, mut blank) = (0, 0_u64);
        let mut lines = false;
        let is_empty = |line: &Line| matches!(line, Line::Text(text) if reader.is_blank(text));
        while ahead.len() < LOOK_AHEAD && bytes < LOOK_AHEAD_BYTES {
            let Some(line) = next_line(&mut *input).map_err(Error::io(&name))? else { break };
            match &line {
                Line::Text(text) => {
                    bytes += text.len() + 1;
                    lines |= reader.is_line(text);
                }
                Line::TooLong(_) => bytes = LOOK_AHEAD_BYTES,
            }
            ahead.push_back(line);
            if lines {
                break;
            }
            // A long head without a puzzle is not kept.
            if (ahead.len() == LOOK_AHEAD || bytes >= LOOK_AHEAD_BYTES || blank > 0) && ahead.iter().all(is_empty) {
                blank += ahead.len() as u64;
                ahead.clear();
                bytes = 0;
            }
        }
        // A text of two bytes a character has zeros, and a mark at its beginning.
        let is_wide = matches!(ahead.front(), Some(Line::Text(text)) if text.starts_with(&[0xff, 0xfe]) || text.starts_with(&[0xfe, 0xff]));
        if !is_wide && ahead.iter().any(|line| matches!(line, Line::Text(text) if text.contains(&0))) {
            return Ok(Items::refused(name, Bad::new("not a text file")));
        }
        let told = || reader.told_genre(&head_of(&ahead));
        if !lines && reader.document_genre().or_else(told).is_none() && is_plain(reader, &ahead) {
            let what =
                "plain notations: name their genre, as in --genre sudoku; records and addresses tell it themselves";
            return Ok(Items::refused(name, Bad::new(what).line(1)));
        }
        let may_be_document = !lines && blank <= LONGEST_HEAD && ahead.iter().all(|l| matches!(l, Line::Text(_)));
        let mut found = None;
        if may_be_document && (reader.document_genre().is_some() || begins_json(&ahead)) {
            let (rest, is_whole) = rest_of(&mut *input).map_err(Error::io(&name))?;
            let doc = is_whole.then(|| document(blank, &ahead, &rest));
            input = Box::new(std::io::Cursor::new(rest).chain(input));
            found = doc.and_then(|doc| {
                let told = || reader.told_by_data_set(&doc).or_else(|| reader.told_by_fields(&doc));
                let genre = reader.document_genre().or_else(told)?;
                let mut found: Vec<Result<Parsed, Bad>> = Vec::new();
                let (mut is_read, mut has_more) = (false, false);
                // A document of which nothing can be read is one all the same: what is wrong is
                // said of its puzzles. With very many faults it is taken line by line.
                let is_document = reader.document(genre, &doc, &mut |one| {
                    is_read |= one.is_ok();
                    if is_read || found.len() < MOST_FAULTS {
                        found.push(one);
                    } else {
                        has_more = true;
                    }
                });
                (is_document && !has_more).then_some(found)
            });
        }
        let form = match found {
            Some(found) => Form::Document(found.into_iter()),
            None => Form::Lines(Lines::new(input, blank, ahead, reader)),
        };
        if let (Form::Lines(_), Some(rules)) = (&form, reader.rules()) {
            let what = "only documents leave open by which rules a game was played, lines and records say it";
            return Err(Error::Usage(format!("--variant {rules}: {name}: {what}")));
        }
        Ok(Items { name, form, index: 0 })
    }

    /// An input of which nothing can be read, for one reason.
    fn refused(name: String, bad: Bad) -> Items {
        Items { name, form: Form::Document(vec![Err(bad)].into_iter()), index: 0 }
    }

    /// The next item; `None` at the end.
    ///
    /// # Errors
    /// [`Error::Io`] when reading fails (a cut archive).
    pub fn next_item(&mut self) -> Result<Option<Item>, Error> {
        let (line, content, heading, among_lines) = match &mut self.form {
            Form::Lines(lines) => match lines.next().map_err(Error::io(&self.name))? {
                None => return Ok(None),
                Some((line, content, heading)) => (Some(line), content, heading, lines.is_among_lines()),
            },
            Form::Document(found) => {
                let Some(one) = found.next() else { return Ok(None) };
                let line = match &one {
                    Ok(parsed) => parsed.line,
                    Err(bad) => bad.line,
                };
                (line, Content::Found(Box::new(one)), None, false)
            }
        };
        self.index += 1;
        Ok(Some(Item { index: self.index - 1, line, heading, content, among_lines }))
    }

    /// Items read so far.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Passes over items up to the one of that index.
    ///
    /// # Errors
    /// [`Error::Io`] when reading fails.
    pub fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        while self.index < index {
            if self.next_item()?.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Up to `n` next items.
    ///
    /// # Errors
    /// [`Error::Io`] when reading fails.
    pub fn block(&mut self, n: usize, bytes: usize) -> Result<Vec<Item>, Error> {
        let mut block = Vec::new();
        let mut size = 0;
        while block.len() < n && size < bytes {
            let Some(item) = self.next_item()? else { break };
            size += match &item.content {
                Content::Line(text) => text.len(),
                _ => 256,
            };
            block.push(item);
        }
        Ok(block)
    }

    /// Counts all items of an input.
    ///
    /// # Errors
    /// [`Error::Io`] when reading fails.
    pub fn count(source: &Source, reader: &Reader) -> Result<u64, Error> {
        let mut items = Items::open(source, reader)?;
        while items.next_item()?.is_some() {}
        Ok(items.index)
    }
}

/// Does the first line that is not blank begin a JSON object?
fn begins_json(ahead: &VecDeque<Line>) -> bool {
    let first = ahead.iter().find_map(|line| match line {
        Line::Text(text) => Some(text.trim_ascii()).filter(|text| !text.is_empty()),
        Line::TooLong(_) => None,
    });
    first.is_some_and(|first| first.starts_with(b"{"))
}

/// The first lines as text.
fn head_of(ahead: &VecDeque<Line>) -> String {
    let texts = ahead.iter().take(8).filter_map(|line| match line {
        Line::Text(text) => Some(String::from_utf8_lossy(text)),
        Line::TooLong(_) => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Do the first lines have several, and none that tells its genre?
fn is_plain(reader: &Reader, ahead: &VecDeque<Line>) -> bool {
    let texts = ahead.iter().filter_map(|line| match line {
        Line::Text(text) if !text.trim_ascii().is_empty() && !text.trim_ascii_start().starts_with(b"#") => Some(text),
        _ => None,
    });
    let (mut count, mut tells) = (0, false);
    for text in texts {
        count += 1;
        tells |= reader.tells_itself(text);
    }
    count > 1 && !tells
}

/// The bytes that are left of an input, and whether they are all: a document is no larger than
/// [`LARGEST_DOCUMENT`], and has no line longer than [`LONGEST`].
fn rest_of(input: &mut dyn BufRead) -> std::io::Result<(Vec<u8>, bool)> {
    let mut rest: Vec<u8> = Vec::new();
    let mut line_from = 0;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok((rest, true));
        }
        if let Some(end) = memchr::memrchr(b'\n', chunk) {
            line_from = rest.len() + end + 1;
        }
        rest.extend_from_slice(chunk);
        let read = chunk.len();
        input.consume(read);
        if rest.len() > LARGEST_DOCUMENT || rest.len().saturating_sub(line_from) > LONGEST {
            return Ok((rest, false));
        }
    }
}

/// The document of some blank lines, lines, and the bytes after them, each line ended by `\n`.
fn document(blank: u64, ahead: &VecDeque<Line>, rest: &[u8]) -> Vec<u8> {
    let mut doc = vec![b'\n'; usize::try_from(blank).unwrap_or(0)];
    let kept = ahead.iter().filter_map(|line| match line {
        Line::Text(text) => Some(text.as_slice()),
        Line::TooLong(_) => None,
    });
    let rest = rest.strip_suffix(b"\n").unwrap_or(rest);
    let lines = rest.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    for line in kept.chain(lines.skip(usize::from(rest.is_empty()))) {
        doc.extend_from_slice(line);
        doc.push(b'\n');
    }
    doc
}
