//! Faults of a file: the place, and the repair.

use crate::Collection;
use std::fmt;

/// One finding: repaired, or left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// First byte of the file that is concerned.
    pub offset: usize,
    /// How many bytes are concerned.
    pub len: usize,
    /// The kind of the fault.
    pub fault: Fault,
    /// The details, where there are any to tell.
    pub detail: String,
}

/// The kinds of findings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// Nothing in the file is a game.
    NoGame,
    /// The file is larger than 4 GiB: only its start was read.
    TooLarge,
    /// Text before the first tree.
    JunkBefore,
    /// Text after a tree.
    JunkAfter,
    /// Bytes inside of a tree that belong to nothing.
    Junk,
    /// A tree that starts without `(`.
    NoOpening,
    /// A tree that ends without `)`.
    NoClosing,
    /// A `)` that closes nothing.
    ExtraClosing,
    /// `()`: a tree or variation without nodes.
    EmptyTree,
    /// Properties that follow `(` or `)` without a `;`.
    NoSemicolon,
    /// A node after a variation, at the level of the variations; it is taken as the first node of
    /// another.
    NodeAfterVariation,
    /// A value that ends without `]`.
    NoBracket,
    /// A `]` that closes nothing.
    ExtraBracket,
    /// A value without a property name.
    NoName,
    /// A property without a value.
    NoValue,
    /// A name in the style of FF\[1\] to FF\[3\].
    OldName,
    /// The file was recoded as a whole before it was read.
    Recoded,
    /// The `CA` property names a charset that is not known.
    UnknownCharset,
    /// The bytes are not in the charset that `CA` names.
    WrongCharset,
    /// No `CA`, and the bytes are not ASCII: the charset was guessed.
    GuessedCharset,
    /// Bytes that end values are halves of characters.
    HalfCharacters,
    /// Brackets inside of a text that are not escaped.
    NestedBrackets,
    /// More findings than are kept.
    Many,
}

impl Fault {
    /// The fault and its repair, in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Fault::NoGame => "no game found",
            Fault::TooLarge => "larger than 4 GiB: the rest was not read",
            Fault::JunkBefore => "text before the first tree skipped",
            Fault::JunkAfter => "text after a tree skipped",
            Fault::Junk => "bytes that belong to nothing skipped",
            Fault::NoOpening => "tree without an opening bracket",
            Fault::NoClosing => "missing closing bracket added",
            Fault::ExtraClosing => "closing bracket that closes nothing skipped",
            Fault::EmptyTree => "tree without nodes left out",
            Fault::NoSemicolon => "missing semicolon before a node added",
            Fault::NodeAfterVariation => "node after a variation taken as the start of another variation",
            Fault::NoBracket => "missing end of a value added",
            Fault::ExtraBracket => "end of a value where none began skipped",
            Fault::NoName => "value without a property name left out",
            Fault::NoValue => "property without a value given an empty one",
            Fault::OldName => "property name in mixed case read by its capitals",
            Fault::Recoded => "file recoded as a whole",
            Fault::UnknownCharset => "charset that is not known",
            Fault::WrongCharset => "text is not in the charset that CA names",
            Fault::GuessedCharset => "no CA: charset guessed",
            Fault::HalfCharacters => "brackets and backslashes inside of two-byte characters read as text",
            Fault::NestedBrackets => "brackets inside of a text, without backslashes, read as part of it",
            Fault::Many => "more findings are not listed",
        }
    }

    /// A short name for tables.
    pub fn name(self) -> &'static str {
        match self {
            Fault::NoGame => "no-game",
            Fault::TooLarge => "too-large",
            Fault::JunkBefore => "junk-before",
            Fault::JunkAfter => "junk-after",
            Fault::Junk => "junk",
            Fault::NoOpening => "no-opening",
            Fault::NoClosing => "no-closing",
            Fault::ExtraClosing => "extra-closing",
            Fault::EmptyTree => "empty-tree",
            Fault::NoSemicolon => "no-semicolon",
            Fault::NodeAfterVariation => "node-after-variation",
            Fault::NoBracket => "no-bracket",
            Fault::ExtraBracket => "extra-bracket",
            Fault::NoName => "no-name",
            Fault::NoValue => "no-value",
            Fault::OldName => "old-name",
            Fault::Recoded => "recoded",
            Fault::UnknownCharset => "unknown-charset",
            Fault::WrongCharset => "wrong-charset",
            Fault::GuessedCharset => "guessed-charset",
            Fault::HalfCharacters => "half-characters",
            Fault::NestedBrackets => "nested-brackets",
            Fault::Many => "many",
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.fault.describe())?;
        if !self.detail.is_empty() {
            write!(f, " ({})", self.detail)?;
        }
        Ok(())
    }
}

/// Characters of lost text that stand in a finding.
const SHOWN: usize = 1000;

/// The text between two bytes of the file; its start, where it is long.
fn shown(read: &Collection, start: usize, end: usize) -> String {
    let most = start + 4 * SHOWN;
    let bytes = read.buffer.get(start..end.min(most)).unwrap_or_default();
    let text = read.charset_at(start as u32).decode(bytes).text;
    let mut shown: String = text.trim().chars().take(SHOWN).collect();
    if text.chars().count() > SHOWN || end > most {
        shown.push_str(" …");
    }
    shown
}

/// Findings that are kept of one file; a file of nothing but brackets has a finding a byte.
const KEPT: usize = 1000;

/// Collects findings, in the order of the file; one that continues the last is joined to it.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    dropped: usize,
}

impl Findings {
    pub fn add(&mut self, fault: Fault, start: usize, end: usize) {
        self.add_with(fault, start, end, String::new);
    }

    pub fn add_with(&mut self, fault: Fault, start: usize, end: usize, detail: impl FnOnce() -> String) {
        if let Some(last) = self.list.last_mut()
            && last.fault == fault
            && last.detail.is_empty()
            && end > start
            && last.offset + last.len == start
        {
            last.len = end - last.offset;
            return;
        }
        if self.list.len() == KEPT {
            self.dropped += 1;
            return;
        }
        self.list.push(Diagnostic { offset: start, len: end.saturating_sub(start), fault, detail: detail() });
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len() + self.dropped
    }

    /// Drops the findings after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.dropped = self.dropped.min(len.saturating_sub(KEPT));
        self.list.truncate(len);
    }

    /// The findings after the first `len`.
    pub fn since(&self, len: usize) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter().skip(len)
    }

    /// The findings about what was read, with the text that is lost.
    pub fn finish(mut self, end: usize, read: &Collection) -> Vec<Diagnostic> {
        self.list.dedup_by(|next, last| {
            let between = read.buffer.get(last.offset + last.len..next.offset);
            let is_blank = between.is_some_and(|b| b.iter().all(u8::is_ascii_whitespace));
            let joins = last.fault == Fault::Junk && next.fault == Fault::Junk && is_blank;
            if joins {
                last.len = next.offset + next.len - last.offset;
            }
            joins
        });
        for lost in self.list.iter_mut().filter(|f| f.detail.is_empty()) {
            if matches!(lost.fault, Fault::Junk | Fault::JunkBefore | Fault::JunkAfter | Fault::NoName) {
                lost.detail = shown(read, lost.offset, lost.offset + lost.len);
            }
        }
        if self.dropped > 0 {
            let detail = format!("{} more", self.dropped);
            self.list.push(Diagnostic { offset: end, len: 0, fault: Fault::Many, detail });
        }
        self.list
    }
}
