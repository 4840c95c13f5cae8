//! A pack: the document and its puzzles.

use super::checksum;
use super::fields::Fields;
use super::finding::{Finding, Severity};
use super::json::{Json, Style};
use super::metadata::{ExportedBy, Metadata, ReviewBatch};
use super::puzzle::PackPuzzle;
use super::qr;

/// The version that the app reads and writes.
pub const FORMAT_VERSION: &str = "1.0";

/// How the puzzles were wrapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wrapping {
    /// `{"puzzles": […]}`: an export, or a contribution of several.
    List,
    /// `{"version": …, "puzzle": {…}}`: a contribution of one.
    One,
    /// A bare puzzle object, as QR codes may hold.
    Bare,
}

/// A pack of puzzles, with the document that it was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack {
    /// `formatVersion`, where given.
    pub format_version: Option<String>,
    /// `exportedBy`.
    pub exported_by: Option<ExportedBy>,
    /// `exportDate`.
    pub export_date: Option<String>,
    /// `metadata`.
    pub metadata: Option<Metadata>,
    /// `reviewBatches`.
    pub review_batches: Vec<ReviewBatch>,
    puzzles: Vec<PackPuzzle>,
    /// Place of each puzzle in the document's list; between them stand those that could not be
    /// read.
    places: Vec<usize>,
    document: Json,
    style: Style,
    wrapping: Wrapping,
}

const ORDER: [&str; 8] =
    ["formatVersion", "checksum", "exportedBy", "exportDate", "puzzleCount", "metadata", "reviewBatches", "puzzles"];

impl Pack {
    /// A new pack with nothing in it.
    pub fn new(exported_by: ExportedBy, export_date: Option<&str>, metadata: Option<Metadata>) -> Pack {
        Pack {
            format_version: Some(FORMAT_VERSION.into()),
            exported_by: Some(exported_by),
            export_date: export_date.map(String::from),
            metadata,
            review_batches: Vec::new(),
            puzzles: Vec::new(),
            places: Vec::new(),
            document: Json::object(),
            style: Style::pretty(),
            wrapping: Wrapping::List,
        }
    }

    /// Reads a pack, a contribution, a bare puzzle or the payload of a QR code. Puzzles that can't
    /// be read are findings and stay in the document. `None` when there is nothing to read puzzles
    /// from.
    pub fn read(bytes: &[u8]) -> (Option<Pack>, Vec<Finding>) {
        let mut found = Vec::new();
        let pack = read(bytes, &mut found);
        (pack, found)
    }

    /// The puzzles that could be read.
    pub fn puzzles(&self) -> &[PackPuzzle] {
        &self.puzzles
    }

    /// The puzzles with their JSON paths.
    pub fn placed(&self) -> impl Iterator<Item = (String, &PackPuzzle)> {
        self.places.iter().map(|&at| self.path(at)).zip(&self.puzzles)
    }

    fn path(&self, at: usize) -> String {
        match self.wrapping {
            Wrapping::List => format!("$.puzzles[{at}]"),
            Wrapping::One => "$.puzzle".into(),
            Wrapping::Bare => "$".into(),
        }
    }

    /// Changes a puzzle (by its place among [`puzzles`](Self::puzzles)).
    pub fn puzzle_mut(&mut self, index: usize) -> Option<&mut PackPuzzle> {
        self.puzzles.get_mut(index)
    }

    /// Adds a puzzle at the end.
    pub fn push(&mut self, puzzle: PackPuzzle) {
        self.places.push(self.list().len().max(self.places.last().map_or(0, |p| p + 1)));
        self.puzzles.push(puzzle);
        self.wrapping = Wrapping::List;
    }

    /// The list in the document, as it was read.
    fn list(&self) -> &[Json] {
        match self.wrapping {
            Wrapping::List => self.document.get("puzzles").map_or(&[], Json::items),
            Wrapping::One => self.document.get("puzzle").map_or(&[], std::slice::from_ref),
            Wrapping::Bare => std::slice::from_ref(&self.document),
        }
    }

    /// The document as it is now, with every field that nobody knows.
    pub fn to_json(&self) -> Json {
        let mut list = self.list().to_vec();
        for (&at, puzzle) in self.places.iter().zip(&self.puzzles) {
            let json = puzzle.to_json();
            match list.get_mut(at) {
                Some(old) => *old = json,
                None => list.push(json),
            }
        }
        if self.wrapping == Wrapping::Bare {
            return list.pop().unwrap_or_default();
        }
        let mut out = self.document.clone();
        if self.wrapping == Wrapping::One {
            out.set("puzzle", list.pop().unwrap_or_default(), &["version", "puzzle"]);
            return out;
        }
        let text = |t: &Option<String>| t.clone().map(Json::from);
        for (key, value) in [("formatVersion", text(&self.format_version)), ("exportDate", text(&self.export_date))] {
            if let Some(value) = value {
                out.set(key, value, &ORDER);
            }
        }
        if let Some(by) = self.exported_by.as_ref().filter(|_| out.get("exportedBy").is_none()) {
            out.set("exportedBy", by.to_json(), &ORDER);
        }
        if let Some(metadata) = &self.metadata {
            let over = out.get("metadata").cloned().unwrap_or_default();
            out.set("metadata", metadata.to_json(&over), &ORDER);
        }
        // A count that was wrong stays wrong until the list changes: an import must not hide it.
        if out.get("puzzleCount").is_none() && self.document == Json::object() || list.len() != self.list().len() {
            out.set("puzzleCount", (list.len() as i64).into(), &ORDER);
        }
        out.set("puzzles", Json::Array(list), &ORDER);
        out
    }

    /// The text, in the layout that was read.
    pub fn export(&self) -> String {
        self.to_json().write(&self.style)
    }

    /// The text with a checksum, as version 1.1: the app does not write it yet, so that tests of what
    /// reads it have nothing else.
    pub fn export_with_checksum(&self) -> String {
        let mut out = self.to_json();
        let sum = super::checksum(out.get("puzzles").unwrap_or(&Json::Null));
        let sum = Json::Object(vec![("algorithm".into(), "SHA256".into()), ("value".into(), sum.into())]);
        out.set("formatVersion", checksum::CHECKSUM_VERSION.into(), &ORDER);
        out.set("checksum", sum, &ORDER);
        out.write(&self.style)
    }

    /// `puzzleCount` at the top of the document, as written.
    pub(super) fn written_count(&self) -> Option<&Json> {
        self.document.get("puzzleCount")
    }

    /// Is it a contribution (`version` where an export has `formatVersion`)?
    pub fn is_contribution(&self) -> bool {
        self.wrapping == Wrapping::One
            || self.wrapping == Wrapping::List
                && self.format_version.is_none()
                && self.document.get("version").is_some()
    }

    /// How many puzzles the document lists, unreadable ones included.
    pub fn listed(&self) -> usize {
        self.list().len().max(self.puzzles.len())
    }
}

fn read(bytes: &[u8], found: &mut Vec<Finding>) -> Option<Pack> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => {
            found.push(Finding::error("$", "utf-8", format!("byte {} is not UTF-8", e.valid_up_to() + 1)));
            return None;
        }
    };
    let text = match qr::qr_decode(text) {
        Ok(text) => text,
        Err(bad) => {
            found.push(Finding::error("$", "qr", bad.to_string()));
            return None;
        }
    };
    let document = match Json::parse(text.trim_start_matches('\u{feff}')) {
        Ok(document) => document,
        Err(bad) => {
            found.push(Finding::error("$", "json", bad.to_string()));
            return None;
        }
    };
    let style = Style::of(&text);
    let has = |key: &str| document.get(key).is_some();
    let wrapping = match (has("puzzles"), has("puzzle"), has("title") && has("initialPosition")) {
        (true, ..) => Wrapping::List,
        (_, true, _) => Wrapping::One,
        (.., true) => Wrapping::Bare,
        _ => {
            let what = match &document {
                Json::Object(_) => "a required field is missing: there are no puzzles to read".to_string(),
                other => format!("an object with `puzzles` is expected, this is {}", other.kind()),
            };
            found.push(Finding::error(if what.starts_with("an") { "$" } else { "$.puzzles" }, "required", what));
            return None;
        }
    };
    if wrapping == Wrapping::List && !matches!(document.get("puzzles"), Some(Json::Array(_))) {
        let kind = document.get("puzzles").map_or("nothing", Json::kind);
        found.push(Finding::error("$.puzzles", "type", format!("an array is expected, this is {kind}")));
        return None;
    }
    let mut pack = Pack {
        format_version: None,
        exported_by: None,
        export_date: None,
        metadata: None,
        review_batches: Vec::new(),
        puzzles: Vec::new(),
        places: Vec::new(),
        document: Json::Null,
        style,
        wrapping,
    };
    if wrapping != Wrapping::Bare {
        head(&document, &mut pack, found);
    }
    checksum::verify(&document, found);
    pack.document = document;
    let list = pack.list().to_vec();
    for (at, value) in list.iter().enumerate() {
        if let Some(puzzle) = PackPuzzle::read(value, &pack.path(at), found) {
            pack.puzzles.push(puzzle);
            pack.places.push(at);
        }
    }
    Some(pack)
}

/// The fields beside the puzzles.
fn head(document: &Json, pack: &mut Pack, found: &mut Vec<Finding>) {
    let mut f = Fields::of(document, "$", found);
    pack.format_version = f.text_or_none("formatVersion");
    pack.export_date = f.text_or_none("exportDate");
    let version = f.text_or_none("version");
    let (exported_by, metadata) = (f.value("exportedBy"), f.value("metadata"));
    let batches = f.array("reviewBatches").unwrap_or_default();
    let found = f.found();
    match pack.format_version.as_deref() {
        None | Some(FORMAT_VERSION) => {}
        Some(checksum::CHECKSUM_VERSION) if document.get("checksum").is_some() => {
            let what = "the app refuses every version but 1.0";
            found.push(Finding::warning("$.formatVersion", "version", what));
        }
        Some(other) => {
            let what = format!("`{FORMAT_VERSION}` is expected, this is {other:?}; the app refuses the pack");
            found.push(Finding::error("$.formatVersion", "version", what));
        }
    }
    if version.as_deref().is_some_and(|v| v != "1.0") {
        found.push(Finding::warning("$.version", "version", "`1.0` is what contributions have"));
    }
    if let Some(value) = exported_by {
        pack.exported_by = ExportedBy::read(value, "$.exportedBy", found);
    }
    if let Some(value) = metadata {
        // The app goes on without metadata that it can't read.
        let from = found.len();
        pack.metadata = Metadata::read(value, "$.metadata", found);
        found[from..].iter_mut().for_each(|f| f.severity = Severity::Warning);
    }
    for (i, value) in batches.iter().enumerate() {
        pack.review_batches.extend(ReviewBatch::read(value, &format!("$.reviewBatches[{i}]"), found));
    }
}
