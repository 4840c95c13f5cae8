//! Brackets inside of texts that the file does not escape: `C[If White [A] then (see [B])]`.
//!
//! By the standard such a text ends at its first bracket, and what follows is junk or, worse, moves
//! that nobody played. A game whose strict reading leaves junk is read once more with balanced
//! brackets as part of the texts; the reading that leaves less stands.

use crate::Fault;
use crate::parse::{Mark, Parser, is_space};

/// Nodes that a text may take over for each piece of junk that it takes over: a comment may quote a
/// few moves, but a stray bracket far behind must not turn the rest of a game into a comment.
const NODES_A_PIECE: usize = 4;
/// Failed second readings may read this multiple of the file's length.
const WASTE: usize = 8;

/// The state of the second reading.
#[derive(Debug, Default)]
pub(crate) struct Nesting {
    /// Is this the second reading?
    is_on: bool,
    /// The opening brackets of the file with their closing ones, in order, once they were looked
    /// for.
    pairs: Option<Vec<(u32, Option<u32>)>>,
    /// Bytes of second readings that came to nothing.
    wasted: usize,
}

impl Parser<'_> {
    /// One game: as the standard has it, or with brackets inside of texts where that leaves less
    /// junk.
    pub fn game_nested(&mut self) {
        let start = self.mark();
        self.game_decoded();
        let strict = self.loose_ends(start);
        if strict == 0 || self.nesting.wasted > WASTE.saturating_mul(self.src.len()) {
            return;
        }
        self.back_to(start);
        self.nesting.is_on = true;
        self.game_decoded();
        self.nesting.is_on = false;
        let is_same = self.mark().nested == start.nested;
        if is_same || self.loose_ends(start) < strict {
            return;
        }
        self.nesting.wasted += self.at - start.at;
        self.back_to(start);
        self.game_decoded();
    }

    /// How much of the game that starts at the mark belongs to nothing.
    fn loose_ends(&self, start: Mark) -> usize {
        let rest = self.src.get(self.at..).unwrap_or_default();
        let next = rest.iter().find(|b| !is_space(**b) && **b != 0 && **b != 0x1a);
        let is_followed = next.is_some_and(|b| !matches!(b, b'(' | b';'));
        self.found.since(start.found).filter(|f| f.fault.is_loose_end()).count() + usize::from(is_followed)
    }

    /// The bracket that ends the text behind `start` when brackets in it are counted; `None` where
    /// that is the one that ends it strictly, or where what lies between them looks more like a
    /// part of the game than of the text.
    pub fn nested_end(&mut self, start: usize, strict: usize, is_line: bool) -> Option<usize> {
        if !self.nesting.is_on || self.lead != crate::charset::Lead::None {
            return None;
        }
        if self.nesting.pairs.is_none() {
            self.nesting.pairs = Some(pairs(self.src));
        }
        let pairs = self.nesting.pairs.as_deref().unwrap_or_default();
        let opening = u32::try_from(start.checked_sub(1)?).ok()?;
        let at = pairs.binary_search_by_key(&opening, |p| p.0).ok()?;
        let end = pairs.get(at)?.1? as usize;
        let has_lines = || memchr::memchr2(b'\n', b'\r', self.src.get(start..end).unwrap_or_default()).is_some();
        if end <= strict || is_line && has_lines() || !self.may_follow(end + 1) {
            return None;
        }
        let (nodes, junk) = self.pieces(strict + 1, end);
        // The closing bracket itself would be junk.
        (nodes <= NODES_A_PIECE * (junk + 1)).then_some(end)
    }

    /// Does a value, a property, a node, a variation or the end of one stand here?
    fn may_follow(&self, at: usize) -> bool {
        let rest = self.src.get(at..).unwrap_or_default();
        let blanks = rest.iter().take_while(|b| is_space(**b)).count();
        match rest.get(blanks) {
            None | Some(b'[' | b')' | b';') => true,
            Some(b'(') => self.node_at(at + blanks + 1),
            Some(_) => self.property_at(at + blanks),
        }
    }

    /// How many nodes, and how many pieces of junk, the strict reading would find between two
    /// places.
    fn pieces(&self, from: usize, to: usize) -> (usize, usize) {
        let (mut nodes, mut junk, mut at) = (0, 0, from);
        while at < to {
            let rest = self.src.get(at..to).unwrap_or_default();
            match rest.first() {
                Some(b';') => {
                    nodes += 1;
                    at += 1;
                }
                Some(&b) if is_space(b) || matches!(b, b'(' | b')') => at += 1,
                Some(_) if self.property_at(at) => {
                    at += rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
                    while at < to && self.src.get(at) == Some(&b'[') {
                        at = self.value_end(at + 1).map_or(to, |end| end + 1);
                    }
                }
                Some(_) => {
                    let ends = |b: &u8| is_space(*b) || matches!(b, b';' | b'(' | b')');
                    at += rest.iter().position(ends).unwrap_or(rest.len()).max(1);
                    junk += 1;
                }
                None => break,
            }
        }
        (nodes, junk)
    }
}

impl Fault {
    /// Is it about bytes that belong to nothing, or about a tree that does not fit together?
    fn is_loose_end(self) -> bool {
        matches!(
            self,
            Fault::Junk
                | Fault::NoClosing
                | Fault::ExtraClosing
                | Fault::EmptyTree
                | Fault::NoSemicolon
                | Fault::NodeAfterVariation
                | Fault::NoBracket
                | Fault::ExtraBracket
                | Fault::NoName
                | Fault::NoValue
                | Fault::OldName
        )
    }
}

/// Every opening bracket with the one that closes it; those behind a backslash don't count.
fn pairs(src: &[u8]) -> Vec<(u32, Option<u32>)> {
    let mut pairs: Vec<(u32, Option<u32>)> = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(gap) = memchr::memchr3(b'[', b']', b'\\', src.get(at..).unwrap_or_default()) {
        at += gap;
        match src.get(at) {
            Some(b'[') => {
                open.push(pairs.len());
                pairs.push((at as u32, None));
            }
            Some(b']') => {
                if let Some(pair) = open.pop().and_then(|i| pairs.get_mut(i)) {
                    pair.1 = Some(at as u32);
                }
            }
            _ => at += 1,
        }
        at += 1;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use crate::{Collection, Fault, Node, Property};

    fn shown(text: &str) -> (String, Vec<Fault>) {
        let (sgf, found) = Collection::parse(text.as_bytes());
        let of = |n: Node<'_>| -> String {
            let text = |p: Property<'_>| p.values().map(|v| v.text()).collect::<Vec<_>>().join("|");
            n.properties().map(|p| format!("{}<{}>", p.name(), text(p))).collect()
        };
        let nodes: Vec<String> = sgf.nodes().map(of).collect();
        let written = sgf.write();
        let (again, rest) = Collection::parse(&written);
        let same: Vec<String> = again.nodes().map(of).collect();
        assert_eq!(same, nodes, "written and read again: {}", String::from_utf8_lossy(&written));
        assert!(rest.is_empty(), "{rest:?} of {}", String::from_utf8_lossy(&written));
        (nodes.join(";"), found.iter().map(|d| d.fault).collect())
    }

    #[test]
    fn brackets_in_texts_make_no_moves() {
        for (text, want) in [
            (
                "(;C[If White [A];W[dd] then Black wins (see [B])];W[dp];B[pp])",
                "C<If White [A];W[dd] then Black wins (see [B])>;W<dp>;B<pp>",
            ),
            ("(;PB[Lee [9p]]PW[Cho])", "PB<Lee [9p]>PW<Cho>"),
            ("(;C[see [A] and [B]];W[dp])", "C<see [A] and [B]>;W<dp>"),
            ("(;C[see [A];W[dd]];W[dp])", "C<see [A];W[dd]>;W<dp>"),
            ("(;B[pd]C[[[deep]]](;W[dd])(;W[pp]))", "B<pd>C<[[deep]]>;W<dd>;W<pp>"),
            ("(;C[the end [x]])", "C<the end [x]>"),
            ("(;C[a [b]) c];B[pd])", "C<a [b]) c>;B<pd>"),
            ("(;C[a [b] c) d];B[pd])", "C<a [b] c) d>;B<pd>"),
            ("(;LB[aa:x [1]][bb:y])", "LB<aa:x [1]|bb:y>"),
            ("(;C[白[A];W[dd]は黒勝ち];W[dp])", "C<白[A];W[dd]は黒勝ち>;W<dp>"),
            ("(;C[x [A] y])(;C[x [A] y];B[aa])", "C<x [A] y>;C<x [A] y>;B<aa>"),
        ] {
            let (read, found) = shown(text);
            assert_eq!(read, want, "{text}");
            let others = found.iter().any(|f| !matches!(f, Fault::NestedBrackets | Fault::GuessedCharset));
            assert!(found.contains(&Fault::NestedBrackets) && !others, "{found:?} of {text}");
        }
    }

    /// Text without junk is read as the standard says.
    #[test]
    fn the_strict_reading_stands_where_nothing_is_left_over() {
        for text in
            ["(;C[sad :[ ];W[dd];B[pp])", "(;C[name [9k\\]: hi];W[dd])", "(;C[[];W[dd]C[[];B[pp])", "(;C[[x\\]];W[dd])"]
        {
            let (_, found) = shown(text);
            assert!(found.is_empty(), "{found:?} of {text}");
        }
    }

    /// A stray bracket late in a game does not make a comment of what stands between.
    #[test]
    fn moves_are_not_swallowed() {
        let moves = ";B[aa];W[bb]".repeat(50);
        let (sgf, found) = Collection::parse(format!("(;C[sad :[ ]{moves}C[oops]];B[cc])").as_bytes());
        assert_eq!(sgf.nodes().count(), 102);
        assert!(found.iter().any(|d| d.fault == Fault::ExtraBracket), "{found:?}");
    }

    #[test]
    fn lost_text_stands_in_the_findings() {
        let (_, found) = Collection::parse(b"junk (;C[see] the corner first];W[dp]) and more");
        let told: Vec<(Fault, &str)> = found.iter().map(|d| (d.fault, d.detail.as_str())).collect();
        let want = [
            (Fault::JunkBefore, "junk"),
            (Fault::Junk, "the corner first"),
            (Fault::ExtraBracket, ""),
            (Fault::JunkAfter, "and more"),
        ];
        assert_eq!(told, want);
    }

    /// Second readings that come to nothing don't add up.
    #[test]
    fn many_games_with_stray_brackets_are_read_in_time() {
        let begun = std::time::Instant::now();
        let (_, found) = Collection::parse("(;C[ [x] ) ]".repeat(50_000).as_bytes());
        assert!(!found.is_empty() && begun.elapsed() < std::time::Duration::from_secs(10), "{:?}", begun.elapsed());
    }
}
