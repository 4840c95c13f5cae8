//! The reader: one pass over the bytes, without recursion and without an allocation for a value.

use crate::arena::{CharsetFrom, NONE, NodeData, PropData, Span};
use crate::charset::{self, Lead};
use crate::diagnostic::Findings;
use crate::ident::{LONG, key, key_of};
use crate::nesting::Nesting;
use crate::text::plain_text;
use crate::{Charset, Collection, Diagnostic, Fault};
use memchr::{memchr, memchr2, memchr3};
use std::borrow::Cow;

impl Collection {
    /// Reads whatever the bytes hold; says what had to be repaired. Never fails: bytes without a
    /// game are an empty collection and a finding.
    pub fn parse(bytes: &[u8]) -> (Collection, Vec<Diagnostic>) {
        Collection::parse_owned(bytes.to_vec())
    }

    /// As [`parse`](Self::parse), of bytes that are kept.
    pub fn parse_owned(mut bytes: Vec<u8>) -> (Collection, Vec<Diagnostic>) {
        let mut found = Findings::default();
        // Spans are 32 bits wide, and the last value is no span.
        const MOST: usize = u32::MAX as usize - 1;
        if bytes.len() > MOST {
            found.add(Fault::TooLarge, MOST, bytes.len());
            bytes.truncate(MOST);
        }
        let mut origins = None;
        if let Some(recoded) = charset::recode(&bytes)
            && recoded.text.len() <= MOST
        {
            found.add_with(Fault::Recoded, 0, 0, || recoded.encoding.name().to_string());
            (bytes, origins) = (recoded.text, Some(recoded.origins));
        }
        let read = bytes.len() as u32;
        let mut parser = Parser {
            src: &bytes,
            at: 0,
            lead: Lead::None,
            // Nothing starts there.
            ended: (usize::MAX, None),
            nesting: Nesting::default(),
            recoded: origins.is_some(),
            out: Collection::with_room_for(bytes.len()),
            stack: Vec::new(),
            found,
        };
        parser.collection();
        let Parser { mut out, found, .. } = parser;
        out.buffer = bytes;
        out.read = read;
        out.origins = origins;
        let mut found = found.finish(read as usize, &out);
        if out.origins.is_some() {
            for f in &mut found {
                let end = out.source_offset((f.offset + f.len) as u32).unwrap_or(f.offset);
                f.offset = out.source_offset(f.offset as u32).unwrap_or(f.offset);
                f.len = end.saturating_sub(f.offset);
            }
        }
        (out, found)
    }

    /// Tables sized for a file of moves, so that they hardly ever move (what is not used is never
    /// touched).
    fn with_room_for(bytes: usize) -> Collection {
        let n = bytes / 6;
        Collection {
            nodes: Vec::with_capacity(n),
            props: Vec::with_capacity(n),
            values: Vec::with_capacity(n),
            ..Collection::default()
        }
    }
}

pub(crate) struct Parser<'a> {
    pub src: &'a [u8],
    pub at: usize,
    /// Which bytes start characters of two.
    pub lead: Lead,
    /// The pairs of brackets, while brackets inside of texts are read as part of them.
    pub nesting: Nesting,
    /// The end that was looked for last, and from where.
    ended: (usize, Option<usize>),
    /// Was the file recoded? Then it is UTF-8 whatever it says.
    recoded: bool,
    pub out: Collection,
    /// The node before each open bracket of the game.
    stack: Vec<u32>,
    pub found: Findings,
}

/// How far the tables were filled.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    pub at: usize,
    nodes: usize,
    props: usize,
    values: usize,
    roots: usize,
    pub found: usize,
    charsets: usize,
    pub nested: usize,
}

#[inline]
pub(crate) fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c)
}

impl Parser<'_> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.src.get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }

    fn collection(&mut self) {
        if self.src.starts_with(b"\xef\xbb\xbf") {
            self.at = 3;
        }
        if self.opening_is_missing() {
            self.found.add(Fault::NoOpening, self.at, self.at);
            self.game_nested();
        }
        let mut junk = if self.out.is_empty() { Fault::JunkBefore } else { Fault::JunkAfter };
        loop {
            let from = self.at;
            let Some(start) = self.next_game() else {
                self.left_over(junk, from, self.src.len());
                break;
            };
            self.left_over(junk, from, start);
            self.at = start + 1;
            self.game_nested();
            junk = Fault::JunkAfter;
        }
        if self.out.is_empty() {
            self.without_opening();
        }
        if self.out.is_empty() {
            self.found.add(Fault::NoGame, 0, self.src.len());
        }
    }

    /// The next `(` that starts a tree: a node, a property without its semicolon, or another
    /// bracket follows.
    fn next_game(&self) -> Option<usize> {
        let mut at = self.at;
        loop {
            at += memchr(b'(', self.src.get(at..)?)?;
            let mut inside = at + 1;
            while self.src.get(inside).is_some_and(|&b| is_space(b) || b == b'(') {
                inside += 1;
            }
            if self.src.get(inside) == Some(&b';') || self.property_at(inside) {
                return Some(at);
            }
            // None of the brackets in between starts one either: all are followed by the same.
            at = inside;
        }
    }

    /// Do letters and `[` stand here?
    pub fn property_at(&self, at: usize) -> bool {
        let rest = self.src.get(at..).unwrap_or_default();
        let letters = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        letters > 0 && rest.get(letters) == Some(&b'[')
    }

    /// Does the file start with a node whose tree was never opened?
    fn opening_is_missing(&mut self) -> bool {
        let start = self.at;
        self.skip_space();
        if self.node_at(self.at) {
            return true;
        }
        self.at = start;
        false
    }

    /// Do a semicolon and a property stand here?
    pub fn node_at(&self, at: usize) -> bool {
        let rest = self.src.get(at..).unwrap_or_default();
        let [b';', inside @ ..] = rest else { return false };
        let blanks = inside.iter().take_while(|b| is_space(**b)).count();
        self.property_at(at + 1 + blanks)
    }

    /// A file without any tree: a node somewhere in it is the start of one whose bracket is
    /// missing.
    fn without_opening(&mut self) {
        self.at = 0;
        while let Some(gap) = memchr(b';', self.src.get(self.at..).unwrap_or_default()) {
            let start = self.at + gap;
            if self.node_at(start) {
                // Findings about the whole file belong to the text before the first tree.
                self.found.truncate(0);
                self.left_over(Fault::JunkBefore, 0, start);
                self.found.add(Fault::NoOpening, start, start);
                self.at = start;
                self.game_nested();
                self.left_over(Fault::JunkAfter, self.at, self.src.len());
                return;
            }
            self.at = start + 1;
        }
    }

    /// Bytes outside of trees: silent when they are blank.
    fn left_over(&mut self, fault: Fault, from: usize, to: usize) {
        let bytes = self.src.get(from..to).unwrap_or_default();
        let blank = |b: &u8| is_space(*b) || *b == 0 || *b == 0x1a;
        let Some(start) = bytes.iter().position(|b| !blank(b)) else { return };
        let end = bytes.iter().rposition(|b| !blank(b)).map_or(to, |e| from + e + 1);
        let fault = if bytes.iter().all(|b| blank(b) || *b == b')') { Fault::ExtraClosing } else { fault };
        self.found.add(fault, from + start, end);
    }

    pub fn mark(&self) -> Mark {
        let out = &self.out;
        Mark {
            at: self.at,
            nodes: out.nodes.len(),
            props: out.props.len(),
            values: out.values.len(),
            roots: out.roots.len(),
            found: self.found.len(),
            charsets: out.charsets.len(),
            nested: out.nested.len(),
        }
    }

    pub fn back_to(&mut self, mark: Mark) {
        self.at = mark.at;
        self.out.nodes.truncate(mark.nodes);
        self.out.props.truncate(mark.props);
        self.out.values.truncate(mark.values);
        self.out.roots.truncate(mark.roots);
        self.found.truncate(mark.found);
        self.out.charsets.truncate(mark.charsets);
        self.out.nested.truncate(mark.nested);
    }

    /// One game, and the charset of its text.
    ///
    /// The bytes of brackets and backslashes are also second halves of characters in Shift-JIS,
    /// Big5 and GBK. The standard wants them escaped byte by byte, many programs don't. So a game
    /// with such pairs is read both ways; the reading with fewer faults stands, and among equals
    /// the one that swallows fewer properties.
    pub fn game_decoded(&mut self) {
        let start = self.mark();
        self.game();
        let bytes = self.src.get(start.at..self.at).unwrap_or_default();
        let from = CharsetFrom { start: start.at as u32, charset: Charset::utf8() };
        if bytes.is_ascii() || self.recoded {
            if self.out.charsets.last().is_some_and(|c| !c.charset.is_utf8()) {
                self.out.charsets.push(from);
            }
            return;
        }
        let found = self.charset_since(start);
        let lead = Lead::of(found.charset.encoding()).or(found.declared.map_or(Lead::None, Lead::of));
        if lead != Lead::None && lead.splits(bytes) {
            let careless = lead.escapes_nothing(bytes);
            let plain = self.reading(start, &found.charset, plain_text);
            let plain_end = self.at;
            self.back_to(start);
            self.lead = lead;
            self.game();
            self.lead = Lead::None;
            let again = self.charset_since(start);
            let whole = again.charset.read_whole();
            let aware = self.reading(start, &whole, |raw| Cow::Borrowed(raw));
            let (fewer, as_few) = (aware.0 < plain.0, aware.0 == plain.0);
            if fewer || as_few && (aware.1 > plain.1 || aware.1 == plain.1 && careless) {
                self.found.add_with(Fault::HalfCharacters, start.at, start.at, || whole.name().to_string());
                self.report(&again);
                self.out.charsets.push(CharsetFrom { charset: whole, ..from });
                return;
            }
            self.back_to(start);
            self.game();
            debug_assert_eq!(self.at, plain_end, "the same bytes are read the same way");
        }
        self.report(&found);
        self.out.charsets.push(CharsetFrom { charset: found.charset, ..from });
    }

    fn report(&mut self, found: &charset::Found) {
        if let Some((fault, at)) = found.fault {
            self.found.add_with(fault, at as usize, at as usize, || found.detail.clone());
        }
    }

    fn charset_since(&self, start: Mark) -> charset::Found {
        let ca = self.out.props.get(start.props..).unwrap_or_default().iter().find(|p| p.key == key_of(b"CA"));
        let ca = ca.and_then(|p| self.out.values.get(p.values as usize)).copied();
        let values = self.out.values.get(start.values..).unwrap_or_default();
        charset::find(self.src, ca, values)
    }

    /// Faults, and properties, of the game that starts at the mark.
    fn reading(&self, start: Mark, charset: &Charset, plain: fn(&[u8]) -> Cow<'_, [u8]>) -> (usize, usize) {
        let values = self.out.values.get(start.values..).unwrap_or_default();
        let bytes = |s: &Span| self.src.get(s.start as usize..s.end as usize).unwrap_or_default();
        let wrong = values.iter().map(bytes).filter(|v| !v.is_ascii() && charset.fails(&plain(v))).count();
        (self.found.len() - start.found + wrong, self.out.props.len() - start.props)
    }

    /// From behind the first bracket of a game to behind its last.
    fn game(&mut self) {
        self.stack.clear();
        let mut current = NONE;
        // The last token: an opening bracket, a closing one, or a node.
        let (mut opened, mut closed) = (true, false);
        loop {
            self.skip_space();
            let Some(b) = self.peek() else { break };
            match b {
                b';' => {
                    if closed {
                        self.found.add(Fault::NodeAfterVariation, self.at, self.at + 1);
                    }
                    current = self.new_node(current);
                    (opened, closed) = (false, false);
                    self.at += 1;
                    self.properties(current);
                }
                b'(' => {
                    if current == NONE {
                        // Brackets doubled before the first node.
                        self.found.add(Fault::EmptyTree, self.at, self.at + 1);
                    }
                    self.stack.push(current);
                    (opened, closed) = (true, false);
                    self.at += 1;
                }
                b')' => {
                    if opened {
                        self.found.add(Fault::EmptyTree, self.at, self.at + 1);
                    }
                    (opened, closed) = (false, true);
                    self.at += 1;
                    match self.stack.pop() {
                        Some(before) => current = before,
                        None => return,
                    }
                }
                b']' => {
                    self.found.add(Fault::ExtraBracket, self.at, self.at + 1);
                    self.at += 1;
                }
                b'[' => {
                    let start = self.at;
                    self.at += 1;
                    let _ = self.value(LONG);
                    self.found.add(Fault::NoName, start, self.at);
                }
                _ if self.property_at(self.at) || b.is_ascii_alphabetic() && !opened && current != NONE => {
                    if opened || closed {
                        self.found.add(Fault::NoSemicolon, self.at, self.at);
                        current = self.new_node(current);
                        (opened, closed) = (false, false);
                    }
                    self.properties(current);
                }
                _ => {
                    // A word goes as a whole: its ends would be looked at again and again.
                    let rest = self.src.get(self.at..).unwrap_or_default();
                    let word = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count().max(1);
                    self.found.add(Fault::Junk, self.at, self.at + word);
                    self.at += word;
                }
            }
        }
        self.found.add(Fault::NoClosing, self.src.len(), self.src.len());
    }

    #[inline]
    fn new_node(&mut self, parent: u32) -> u32 {
        let id = self.out.nodes.len() as u32;
        self.out.nodes.push(NodeData {
            parent,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            start: self.at as u32,
            props: self.out.props.len() as u32,
            props_len: 0,
        });
        self.out.link(parent, id);
        id
    }

    /// The properties of a node, up to what is none.
    fn properties(&mut self, node: u32) {
        loop {
            self.skip_space();
            let Some((key, start, end)) = self.name() else { return };
            let values = self.out.values.len() as u32;
            while self.peek() == Some(b'[') {
                self.at += 1;
                let span = self.value(key);
                self.out.values.push(span);
                self.skip_space();
            }
            if self.out.values.len() as u32 == values {
                self.found.add(Fault::NoValue, start, end);
                let end = end as u32;
                self.out.values.push(Span { start: end, end });
            }
            self.out.props.push(PropData {
                key,
                name: start as u32,
                name_len: (end - start) as u32,
                values,
                values_len: self.out.values.len() as u32 - values,
            });
            if let Some(node) = self.out.nodes.get_mut(node as usize) {
                node.props_len += 1;
            }
        }
    }

    /// A property's name: its key, its start and its end, with the reader before its first value.
    /// Words that are no names are skipped.
    #[inline]
    fn name(&mut self) -> Option<(u32, usize, usize)> {
        // As nearly all are: one or two capitals and the bracket.
        match *self.src.get(self.at..)? {
            [a @ b'A'..=b'Z', b'[', ..] => {
                self.at += 1;
                Some((u32::from(a), self.at - 1, self.at))
            }
            [a @ b'A'..=b'Z', b @ b'A'..=b'Z', b'[', ..] => {
                self.at += 2;
                Some((u32::from(a) << 8 | u32::from(b), self.at - 2, self.at))
            }
            [b';' | b')' | b'(', ..] => None,
            _ => self.odd_name(),
        }
    }

    fn odd_name(&mut self) -> Option<(u32, usize, usize)> {
        loop {
            self.skip_space();
            let start = self.at;
            let rest = self.src.get(start..)?;
            if !rest.first().is_some_and(u8::is_ascii_alphabetic) {
                return None;
            }
            let end = start + rest.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
            let name = self.src.get(start..end).unwrap_or_default();
            let lower = name.iter().any(u8::is_ascii_lowercase);
            self.at = end;
            self.skip_space();
            if self.peek() != Some(b'[') && (lower || end - start > 2) {
                // A word, no name.
                self.found.add(Fault::Junk, start, end);
                continue;
            }
            if lower {
                self.found.add(Fault::OldName, start, end);
            }
            return Some((key(name), start, end));
        }
    }

    /// From behind `[` to behind `]`.
    #[inline]
    fn value(&mut self, name: u32) -> Span {
        let start = self.at;
        // Most values are points.
        if let Some(&[a, b, b']']) = self.src.get(start..start + 3)
            && a.is_ascii_alphabetic()
            && b.is_ascii_alphabetic()
        {
            self.at = start + 3;
            return Span { start: start as u32, end: start as u32 + 2 };
        }
        self.long_value(start, NameKind::of(name))
    }

    fn long_value(&mut self, start: usize, kind: NameKind) -> Span {
        // Values that were cut short have their end in common: it is looked for once.
        let (from, end) = self.ended;
        let known = self.lead == Lead::None && from <= start && end.is_none_or(|e| start <= e);
        let closed = if known { end } else { self.value_end(start) };
        if self.lead == Lead::None {
            self.ended = (start, closed);
        }
        if kind != NameKind::Plain
            && let Some(closed) = closed
            && let Some(end) = self.nested_end(start, closed, kind == NameKind::Line)
        {
            self.found.add(Fault::NestedBrackets, start, end);
            self.out.nested.push(start as u32);
            self.at = end + 1;
            return Span { start: start as u32, end: end as u32 };
        }
        let end = closed.unwrap_or(self.src.len());
        let bytes = self.src.get(start..end).unwrap_or_default();
        if let Some(cut) = kind.cut(bytes, closed.is_some()) {
            let cut = start + cut;
            self.found.add(Fault::NoBracket, cut, cut);
            self.at = cut;
            return self.unclosed(start, cut);
        }
        if closed.is_none() {
            self.found.add(Fault::NoBracket, end, end);
            self.at = end;
            return self.unclosed(start, end);
        }
        self.at = end + 1;
        Span { start: start as u32, end: end as u32 }
    }

    /// A value without its bracket: a backslash that has nothing to escape would escape the bracket
    /// when it is added.
    fn unclosed(&self, start: usize, end: usize) -> Span {
        let bytes = self.src.get(start..end).unwrap_or_default();
        let backslashes = bytes.iter().rev().take_while(|&&b| b == b'\\').count();
        Span { start: start as u32, end: (end - backslashes % 2) as u32 }
    }

    /// The first `]` that is not escaped, nor the second half of a character.
    pub fn value_end(&self, start: usize) -> Option<usize> {
        let mut at = start;
        if self.lead == Lead::None {
            loop {
                at += memchr2(b']', b'\\', self.src.get(at..)?)?;
                if self.src.get(at) == Some(&b']') {
                    return Some(at);
                }
                at += 2;
            }
        }
        loop {
            match *self.src.get(at)? {
                b']' => return Some(at),
                b'\\' => at += 2,
                b if self.lead.is(b) && self.src.get(at + 1).is_some_and(|&t| t >= 0x40) => at += 2,
                _ => at += 1,
            }
        }
    }
}

/// A missing end bracket looks different for each kind of value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NameKind {
    /// Points, numbers: neither brackets nor semicolons.
    Plain,
    /// A line of text.
    Line,
    /// Anything.
    Text,
}

impl NameKind {
    #[inline]
    fn of(name: u32) -> NameKind {
        const PLAIN: [u32; 22] = [
            key_of(b"B"),
            key_of(b"W"),
            key_of(b"AB"),
            key_of(b"AW"),
            key_of(b"AE"),
            key_of(b"SZ"),
            key_of(b"KM"),
            key_of(b"HA"),
            key_of(b"FF"),
            key_of(b"GM"),
            key_of(b"TR"),
            key_of(b"SQ"),
            key_of(b"CR"),
            key_of(b"MA"),
            key_of(b"SL"),
            key_of(b"TB"),
            key_of(b"TW"),
            key_of(b"PL"),
            key_of(b"MN"),
            key_of(b"BL"),
            key_of(b"WL"),
            key_of(b"ST"),
        ];
        const LINE: [u32; 19] = [
            key_of(b"PB"),
            key_of(b"PW"),
            key_of(b"BR"),
            key_of(b"WR"),
            key_of(b"BT"),
            key_of(b"WT"),
            key_of(b"DT"),
            key_of(b"EV"),
            key_of(b"RO"),
            key_of(b"RE"),
            key_of(b"RU"),
            key_of(b"PC"),
            key_of(b"SO"),
            key_of(b"US"),
            key_of(b"CA"),
            key_of(b"AP"),
            key_of(b"TM"),
            key_of(b"OT"),
            key_of(b"GN"),
        ];
        if PLAIN.contains(&name) {
            NameKind::Plain
        } else if LINE.contains(&name) {
            NameKind::Line
        } else {
            NameKind::Text
        }
    }

    /// Where a value that ran too far should have ended.
    fn cut(self, bytes: &[u8], closed: bool) -> Option<usize> {
        if self == NameKind::Plain
            && bytes.len() > 2
            && let Some(first) = memchr3(b'[', b';', b'(', bytes)
        {
            // `B[pdW[dd]`: the capitals before the bracket are the next name.
            let (value, rest) = bytes.split_at(first);
            let capitals = value.iter().rev().take_while(|b| b.is_ascii_uppercase()).count();
            let after = rest.iter().skip(1).find(|b| !is_space(**b));
            let cut = match rest.first() {
                Some(b'[') => (capitals > 0).then_some(first - capitals),
                Some(b'(') => (after == Some(&b';')).then_some(first),
                _ => after.is_some_and(u8::is_ascii_uppercase).then_some(first),
            };
            if let Some(cut) = cut {
                let value = bytes.get(..cut).unwrap_or_default();
                return Some(value.iter().rposition(|b| !is_space(*b)).map_or(0, |l| l + 1));
            }
        }
        if self == NameKind::Line || !closed {
            let mut at = 0;
            while let Some(gap) = memchr2(b'\n', b'\r', bytes.get(at..).unwrap_or_default()) {
                let line_end = at + gap;
                let rest = bytes.get(line_end..).unwrap_or_default();
                let skipped = rest.iter().take_while(|b| is_space(**b)).count();
                let rest = rest.get(skipped..).unwrap_or_default();
                let capitals = rest.iter().take_while(|b| b.is_ascii_uppercase()).count();
                let node = matches!(rest, [b';', b'A'..=b'Z', ..] | [b'(', b';', ..]);
                if node || (1..=2).contains(&capitals) && rest.get(capitals) == Some(&b'[') {
                    return Some(line_end);
                }
                at = line_end + skipped.max(1);
            }
        }
        if !closed {
            // The brackets that end a file end the tree rather than belonging to its last text.
            let text = bytes.iter().rposition(|b| !is_space(*b) && *b != b')').map_or(0, |l| l + 1);
            return memchr(b')', bytes.get(text..).unwrap_or_default()).map(|gap| text + gap);
        }
        None
    }
}
