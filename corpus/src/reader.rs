//! From an item to a puzzle with its record.

use crate::answer::ERROR;
use crate::{Content, Item, Source};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{
    Bad, Choosing, Genre, Parsed, Puzzle, READ_AS, RULESET, Record, Stated, Told, UNREAD, penpa, record_id, site,
};

/// Turns items into [`Work`]: knows the genres, the one asked for, and the file's name.
#[derive(Clone)]
pub struct Reader {
    genres: Arc<[&'static dyn Genre]>,
    wanted: Option<&'static dyn Genre>,
    file: Option<String>,
    name: String,
    licence: Option<String>,
    choosing: Choosing,
    takes_contradictions: bool,
    rules: Option<String>,
    by_line: bool,
}

/// A record with its puzzle.
#[derive(Clone, Debug)]
pub struct Work {
    /// The record as read; complete in id, genre, size and normalised puzzle.
    pub record: Record,
    /// Its puzzle.
    pub puzzle: Puzzle,
    /// Number of items before it.
    pub index: u64,
    /// Its line in the input, from 1, where known.
    pub line: Option<u64>,
    /// The size of the board that its text was read as, in words with the place of the text; only
    /// of grids.
    pub read_as: Option<String>,
}

impl Work {
    /// The fault of the puzzle as far as its document was read, with the verdict on the solution that
    /// the document stores.
    #[must_use]
    pub fn as_far_as_read(&self, bad: Bad) -> Bad {
        let (unread, stored) = (self.record.unread(), self.record.solution.is_some());
        let mut what = match &unread {
            Some(parts) => format!("as far as it was read: {} (not read: {parts})", bad.what),
            None => bad.what.clone(),
        };
        match self.broken_rule() {
            Some(Some(rule)) => what += &format!("; its stored solution breaks {rule}"),
            Some(None) if unread.is_some() && stored => what += "; its stored solution keeps to all that was read",
            _ => {}
        }
        Bad { what, ..bad }
    }

    /// The first rule that the stored solution breaks, or that it breaks none; `None` where there is
    /// no solution that can be compared.
    pub fn broken_rule(&self) -> Option<Option<String>> {
        let stored = self.record.solution.as_ref()?;
        self.puzzle.genre.as_clues()?.broken_rule(&self.puzzle, stored).ok()
    }
}

impl Reader {
    /// A reader for the genres given; `wanted` reads plain notations and refuses records of other
    /// genres. Without it the file's name may tell the genre.
    pub fn new(genres: &[&'static dyn Genre], wanted: Option<&'static dyn Genre>, source: &Source) -> Reader {
        let ending = source.ending().unwrap_or_default();
        let named = || genres.iter().copied().find(|genre| genre.info().file_endings.contains(&ending.as_str()));
        Reader {
            genres: genres.into(),
            wanted: wanted.or_else(named),
            file: source.file_name(),
            name: source.name(),
            licence: None,
            choosing: Choosing::default(),
            takes_contradictions: false,
            rules: None,
            by_line: false,
        }
    }

    /// The request in a line: the genre and the licence.
    #[must_use]
    pub fn asked(&self) -> String {
        let genre = self.wanted.map(|genre| format!("genre={}", genre.name()));
        let licence = self.licence.as_ref().map(|licence| format!("licence={licence:?}"));
        let target = self.choosing.target.as_ref().map(|target| format!("target={target}"));
        let rules = self.rules.as_ref().map(|rules| format!("variant={rules}"));
        let net = self.choosing.adviser.as_ref().map(|adviser| format!("net={}", adviser.name));
        genre.into_iter().chain(licence).chain(target).chain(rules).chain(net).collect::<Vec<_>>().join(" ")
    }

    /// Sets a licence for records that state none.
    #[must_use]
    pub fn with_licence(self, licence: Option<String>) -> Reader {
        Reader { licence, ..self }
    }

    /// The same, with what may be used to choose what a document leaves open.
    #[must_use]
    pub fn choosing(self, choosing: Choosing) -> Reader {
        Reader { choosing, ..self }
    }

    /// Sets the number of positions for choosing what a document leaves open.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Reader {
        self.choosing.nodes = nodes;
        self
    }

    /// Takes puzzles whose clues contradict each other, for `repair`.
    #[must_use]
    pub fn taking_contradictions(self, takes: bool) -> Reader {
        Reader { takes_contradictions: takes, ..self }
    }

    /// The same, by these rules where a document leaves open by which it was played.
    #[must_use]
    pub fn with_rules(self, rules: Option<String>) -> Reader {
        Reader { rules, ..self }
    }

    /// A reader that takes every line for an item of its own.
    #[must_use]
    pub fn by_line(self, by_line: bool) -> Reader {
        Reader { by_line, ..self }
    }

    /// Is every line an item of its own?
    pub(crate) fn is_by_line(&self) -> bool {
        self.by_line
    }

    /// The rules that documents are read by.
    pub(crate) fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    /// Reads a document of a genre; says whether it is one.
    pub(crate) fn document(&self, genre: &dyn Genre, doc: &[u8], found: &mut dyn FnMut(Result<Parsed, Bad>)) -> bool {
        let Some(rules) = &self.rules else { return genre.read(doc, found) };
        let read = genre.as_positions().and_then(|actions| actions.read_by(doc, rules, found));
        read.unwrap_or_else(|| {
            found(Err(Bad::new(format!("documents of {} have no rules to choose", genre.name())).at("rules")));
            true
        })
    }

    fn parse(&self, genre: &dyn Genre, text: &str) -> Result<Parsed, Bad> {
        match genre.as_clues() {
            Some(actions) if self.takes_contradictions => actions.parse_contradicting(text),
            _ => genre.parse(text),
        }
    }

    /// The genre asked for, which may read documents.
    pub fn document_genre(&self) -> Option<&'static dyn Genre> {
        self.wanted
    }

    /// The genre of Puzzle Kit's data set that a document is.
    pub fn told_by_data_set(&self, doc: &[u8]) -> Option<&'static dyn Genre> {
        let top: serde_json::Value = serde_json::from_slice(doc).ok()?;
        let name = top.get("data").filter(|data| data.is_object()).and_then(|_| top["name"].as_str())?;
        self.genres.iter().copied().find(|genre| !name.is_empty() && genre.info().data_set == name)
    }

    /// The genre that reads f-puzzles' documents, where a text of several lines is one.
    pub(crate) fn told_by_fields(&self, doc: &[u8]) -> Option<&'static dyn Genre> {
        self.of_document(std::str::from_utf8(doc).ok()?)
    }

    /// The genre of a document that tells it itself in its first lines: a state of pzprv3.
    pub(crate) fn told_genre(&self, text: &str) -> Option<&'static dyn Genre> {
        let text = text.trim_start();
        let head: Vec<&str> = text.lines().take(4).map(str::trim).collect();
        let told =
            Told::of(&head.join("\n")).filter(|_| head.first().is_some_and(|line| *line == "pzprv3"))?.name.to_string();
        self.genres.iter().copied().find(|genre| genre.info().address_names.contains(&told.as_str()))
    }

    /// Can an item be made of the line without a genre: an address, a record, a blank line?
    pub(crate) fn tells_itself(&self, line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_start_matches('\u{feff}').trim();
        is_sudoku(text)
            || Told::of(text).is_some()
            || site::is_address(text)
            || text.starts_with('{')
            || text.starts_with("pzprv3")
    }

    /// The name that messages carry.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Is this a record, or a one-line notation of the genre?
    pub fn is_line(&self, text: &[u8]) -> bool {
        let Ok(text) = std::str::from_utf8(text) else { return false };
        let text = text.trim();
        if text.is_empty() || self.is_comment(text) {
            return false;
        }
        if text.starts_with('{') {
            let fields = serde_json::from_str::<BTreeMap<String, serde_json::Value>>(text);
            if fields.is_ok_and(|f| ["puzzle", "summary", ERROR].iter().any(|name| f.contains_key(*name))) {
                return true;
            }
        }
        self.wanted.is_some_and(|g| g.parse(text).is_ok())
    }

    /// Is the line blank or a comment?
    pub(crate) fn is_blank(&self, line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        text.is_empty() || self.is_comment(text)
    }

    fn is_comment(&self, line: &str) -> bool {
        self.wanted.map_or(line.starts_with('#'), |genre| genre.is_comment(line))
    }

    /// The puzzle and record of an item; `None` for blank lines, comments and summaries.
    ///
    /// # Errors
    /// [`Bad`] with file and line.
    pub fn work(&self, mut item: Item) -> Result<Option<Work>, Bad> {
        self.read(&mut item)
    }

    /// Makes an item's work; the item keeps its text.
    pub(crate) fn read(&self, item: &mut Item) -> Result<Option<Work>, Bad> {
        let (index, line) = (item.index, item.line);
        let placed = |bad: Bad| {
            let bad = bad.file(self.name.clone());
            match line {
                Some(n) => bad.line(n),
                None => bad,
            }
        };
        self.unplaced(&mut item.content, item.heading.as_deref()).map_err(placed).map(|found| {
            found.map(|(mut record, puzzle)| {
                if record.source.is_none() && (self.file.is_some() || self.licence.is_some()) {
                    let licence = self.licence.clone();
                    let source = tesuji_genre::Source { file: self.file.clone(), line, licence, ..Default::default() };
                    record.source = Some(source);
                }
                let size = record.extra.remove(READ_AS);
                let size = size.as_ref().and_then(serde_json::Value::as_str);
                let read_as = size.map(|size| format!("{}:{}: read as {size}", self.name, line.unwrap_or(1)));
                Work { record, puzzle, index, line, read_as }
            })
        })
    }

    fn unplaced(&self, content: &mut Content, heading: Option<&str>) -> Result<Option<(Record, Puzzle)>, Bad> {
        match content {
            Content::TooLong(n) => Err(Bad::new(format!("a line of {n} bytes is too long"))),
            Content::Found(one) => {
                let one = std::mem::replace(&mut **one, Err(Bad::new("read already")));
                one.and_then(|p| p.settled(&self.choosing)).map(|p| Some(from_parsed(p)))
            }
            Content::Line(bytes) => {
                let text = std::str::from_utf8(bytes).map_err(|e| {
                    let before = String::from_utf8_lossy(&bytes[..e.valid_up_to()]).chars().count();
                    Bad::new("not UTF-8 text").column(before + 1)
                })?;
                let text = text.strip_prefix('\u{feff}').unwrap_or(text);
                let shown = text.trim();
                if shown.is_empty() || self.is_comment(shown.lines().next().unwrap_or("")) {
                    return Ok(None);
                }
                if !shown.starts_with('{') {
                    // Else the puzzles behind it would be taken for a remark on the first.
                    if let Some(at) = shown.chars().position(|c| c == '\r') {
                        let what = "a carriage return inside a line: lines end with a line feed, alone or behind it";
                        return Err(Bad::new(what).column(at + 1));
                    }
                    let genre = self.wanted.map_or_else(|| self.told(shown), Ok)?;
                    let read = match heading {
                        Some(heading) => genre.parse_row(heading, shown),
                        None => self.parse(genre, text.trim_end()),
                    };
                    return read.map(|p| Some(from_parsed(p)));
                }
                match self.json(shown) {
                    // A notation that starts like JSON.
                    Err(bad) => match self.wanted.or_else(|| self.of_document(shown)).map(|g| g.parse(shown)) {
                        Some(Ok(parsed)) => Ok(Some(from_parsed(parsed))),
                        // An object without any field of a record was not meant as one.
                        Some(Err(own)) if !["puzzle", ERROR].iter().any(|f| shown.contains(&format!("{f:?}"))) => {
                            Err(own)
                        }
                        _ => Err(bad),
                    },
                    found => found,
                }
            }
        }
    }

    fn json(&self, text: &str) -> Result<Option<(Record, Puzzle)>, Bad> {
        let mut record = match Record::from_json(text) {
            Ok(record) => record,
            Err(bad) => {
                let fields = serde_json::from_str::<BTreeMap<String, serde_json::Value>>(text);
                let fields = fields.unwrap_or_default();
                if fields.contains_key("summary") && !fields.contains_key("puzzle") {
                    return Ok(None);
                }
                // The answer of the command before this one in a pipe.
                if let Some(error) = fields.get(ERROR).and_then(|error| error.as_str()) {
                    return Err(Bad::new(error));
                }
                return Err(bad);
            }
        };
        // The fields of a record with an id are its own.
        let stated = if record.id.is_empty() { Stated::of(&record.extra) } else { Stated::default() };
        let genre = self.genre_of(&record, &stated)?;
        if !stated.rules.is_empty()
            && let Some(parsed) = of_whole(genre, text)
        {
            return Ok(Some(from_parsed(parsed)));
        }
        record.add_unread(stated.unread(genre));
        let parsed = self.parse(genre, &record.puzzle).map_err(|bad| match &bad.at {
            Some(at) => Bad { at: Some(format!("puzzle, {at}")), ..bad },
            None => bad.at("puzzle"),
        })?;
        let puzzle = parsed.puzzle;
        let id = record_id(genre.name(), &puzzle.text);
        // The text may be an older one of the same puzzle.
        let is_own = record.id == id || record.id == record_id(genre.name(), &record.puzzle);
        if !record.id.is_empty() && !is_own {
            return Err(Bad::new(format!("{:?} is not this puzzle's id, {id:?} is", record.id)).at("id"));
        }
        if !record.size.is_empty() && record.size != puzzle.size {
            return Err(
                Bad::new(format!("{:?} is not this puzzle's size, {:?} is", record.size, puzzle.size)).at("size")
            );
        }
        record.id = id;
        record.size = puzzle.size.clone();
        let is_normal = record.puzzle == puzzle.text;
        record.puzzle = puzzle.text.clone();
        record.genre = genre.name().to_string();
        record.state = record.state.or(parsed.state);
        let mut notes = parsed.notes;
        for name in [UNREAD, RULESET] {
            if let Some(note) = notes.remove(name) {
                record.extra.entry(name.to_string()).or_insert(note);
            }
        }
        // A record made by hand has what its puzzle's text says besides.
        if !is_normal {
            let solution = notes.remove("solution").map(Into::into);
            record.solution = record.solution.or(solution);
            for (name, value) in notes {
                record.extra.entry(name).or_insert(value);
            }
        }
        self.settled(record, puzzle).map(Some)
    }

    /// A record with what it leaves open chosen, where it has no solution yet.
    fn settled(&self, mut record: Record, puzzle: Puzzle) -> Result<(Record, Puzzle), Bad> {
        let is_open = record.solution.is_none() && !self.choosing.is_put_off;
        let actions = puzzle.genre.as_positions().filter(|_| is_open);
        let later = actions.and_then(|actions| actions.left_open(&puzzle, &record.extra));
        if later.is_none() {
            return Ok((record, puzzle));
        }
        let (state, notes) = (record.state.take(), std::mem::take(&mut record.extra));
        let chosen = Parsed { puzzle, state, line: None, notes, later }.settled(&self.choosing)?;
        record.id = record_id(chosen.puzzle.genre.name(), &chosen.puzzle.text);
        record.puzzle.clone_from(&chosen.puzzle.text);
        (record.state, record.extra) = (chosen.state, chosen.notes);
        Ok((record, chosen.puzzle))
    }

    /// The genre that reads f-puzzles' documents, where the text is one.
    fn of_document(&self, text: &str) -> Option<&'static dyn Genre> {
        let top: BTreeMap<String, serde_json::Value> = serde_json::from_str(text).ok()?;
        top.get("grid").filter(|grid| grid.is_array()).and_then(|_| self.of_fpuzzles())
    }

    fn of_fpuzzles(&self) -> Option<&'static dyn Genre> {
        let reads = |genre: &&&'static dyn Genre| genre.info().formats.contains(&tesuji_genre::document::FPUZZLES);
        self.genres.iter().find(reads).copied()
    }

    /// The genre that a text tells itself.
    fn told(&self, text: &str) -> Result<&'static dyn Genre, Bad> {
        if site::is_fpuzzles(text)
            && let Some(genre) = self.of_fpuzzles()
        {
            return Ok(genre);
        }
        if penpa::is_penpa(text) {
            return penpa::genre(text, &self.genres);
        }
        if let Some(sudoku) = self.genres.iter().find(|genre| genre.name() == "sudoku" && is_sudoku(text)) {
            return Ok(*sudoku);
        }
        let what = "a plain notation: name its genre, as in --genre sudoku (`tesuji genres` lists them)";
        let plain = || site::refusal(text).unwrap_or_else(|| Bad::new(what));
        let told = Told::of(text).ok_or_else(plain)?;
        let found = self.genres.iter().find(|g| g.info().address_names.contains(&told.name));
        found.copied().ok_or_else(|| {
            let names = self.genres.iter().flat_map(|g| g.info().address_names.iter().copied());
            let near = tesuji_genre::near(told.name, names);
            let column = text.find(told.name).map_or(0, |at| text[..at].chars().count()) + 1;
            Bad::new(format!("no genre has addresses of {:?}; {near}", told.name)).column(column)
        })
    }

    fn genre_of(&self, record: &Record, stated: &Stated) -> Result<&'static dyn Genre, Bad> {
        if record.genre.is_empty() {
            let told = stated.genre(&self.genres);
            if let (Some(told), Some(wanted)) = (told, self.wanted)
                && told.name() != wanted.name()
                && !stated.rules.is_empty()
            {
                let rules = stated.rules.join(", ");
                let what = format!("{rules}: of {}, which --genre {} reads", told.name(), told.name());
                return Err(Bad::new(what).at("kind"));
            }
            return self
                .wanted
                .or(told)
                .ok_or_else(|| Bad::new("the record names no genre: name it (--genre)").at("genre"));
        }
        let found = self.genres.iter().find(|g| g.name() == record.genre);
        let Some(&genre) = found else {
            let near = tesuji_genre::near(&record.genre, self.genres.iter().map(|g| g.name()));
            return Err(Bad::new(format!("no genre {:?}; {near}", record.genre)).at("genre"));
        };
        match self.wanted {
            Some(wanted) if wanted.name() != genre.name() => {
                Err(Bad::new(format!("a record of {}, but {} was asked for", genre.name(), wanted.name())).at("genre"))
            }
            _ => Ok(genre),
        }
    }
}

/// The one puzzle of a document on one line, all of which the genre reads.
fn of_whole(genre: &dyn Genre, text: &str) -> Option<Parsed> {
    let mut found = Vec::new();
    let is_read = genre.read(text.as_bytes(), &mut |one| found.push(one));
    match (is_read, found.pop(), found.is_empty()) {
        (true, Some(Ok(parsed)), true) => Some(parsed),
        _ => None,
    }
}

/// Are these the 81 cells of a sudoku? No other genre has them as plain digits on a line.
fn is_sudoku(text: &str) -> bool {
    let is_given = |c: char| ('1'..='9').contains(&c);
    text.len() == 81
        && text.chars().all(|c| is_given(c) || matches!(c, '0' | '.' | '*' | '_'))
        && text.contains(is_given)
}

fn from_parsed(parsed: Parsed) -> (Record, Puzzle) {
    let mut record = parsed.puzzle.record();
    record.state = parsed.state;
    let mut notes = parsed.notes;
    record.solution = notes.remove("solution").map(Into::into).or(record.solution);
    record.extra = notes;
    (record, parsed.puzzle)
}
