//! Which charset a game's text is in.
//!
//! `CA` is believed where the bytes agree with it; else the bytes decide. Text that once was UTF-8
//! and had single bytes replaced is told by its intact characters, even where a two-byte charset
//! accepts every byte of it by luck.

use crate::Fault;
use crate::arena::Span;
use crate::value::Decoded;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memmem;
use std::borrow::Cow;
use std::fmt;

/// The charset of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Charset {
    encoding: &'static Encoding,
    origin: Origin,
    /// Must values be decoded before escapes are taken off?
    pub(crate) whole: bool,
}

/// How a charset is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is UTF-8 by the bytes themselves (ASCII is), by a byte order mark, or because it was
    /// written here.
    Plain,
    /// `CA` says so, and the bytes agree.
    Declared,
    /// The bytes suggest it.
    Guessed,
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?})", self.name(), self.origin)
    }
}

impl Charset {
    /// UTF-8.
    pub fn utf8() -> Charset {
        Charset { encoding: UTF_8, origin: Origin::Plain, whole: false }
    }

    fn new(encoding: &'static Encoding, origin: Origin) -> Charset {
        Charset { encoding, origin, whole: false }
    }

    /// Its name as the web's encoding standard has it (`UTF-8`, `GBK`, `Shift_JIS`).
    pub fn name(&self) -> &'static str {
        self.encoding.name()
    }

    /// How it is known.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    pub(crate) fn read_whole(self) -> Charset {
        Charset { whole: true, ..self }
    }

    pub(crate) fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    pub(crate) fn is_utf8(&self) -> bool {
        self.encoding == UTF_8
    }

    /// Are there bytes that it has no characters for?
    pub(crate) fn fails(&self, bytes: &[u8]) -> bool {
        self.encoding.decode_without_bom_handling(bytes).1
    }

    /// One value: in this charset, else in one that fits it better.
    pub(crate) fn decode<'a>(&self, bytes: &'a [u8]) -> Decoded<'a> {
        let in_this = self.encoding.decode_without_bom_handling(bytes);
        let (text, failed) = in_this;
        if !failed {
            return Decoded { text, charset: *self, exact: true };
        }
        if let Ok(text) = std::str::from_utf8(bytes) {
            let charset = Charset::new(UTF_8, Origin::Guessed);
            return Decoded { text: Cow::Borrowed(text), charset, exact: true };
        }
        let share = Utf8Share::of(bytes);
        if share.is_damaged_utf8() || self.is_utf8() && share.has_traces() {
            let (text, _) = UTF_8.decode_without_bom_handling(bytes);
            return Decoded { text, charset: Charset::new(UTF_8, Origin::Guessed), exact: false };
        }
        let other = guess(bytes, false);
        let (again, failed) = other.decode_without_bom_handling(bytes);
        if !failed {
            return Decoded { text: again, charset: Charset::new(other, Origin::Guessed), exact: true };
        }
        Decoded { text, charset: *self, exact: false }
    }
}

/// Which bytes start a character whose second byte may be one of `[`, `\` and `]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lead {
    None,
    ShiftJis,
    /// Big5, GBK, GB18030.
    Wide,
}

impl Lead {
    pub fn of(encoding: &'static Encoding) -> Lead {
        if encoding == SHIFT_JIS {
            Lead::ShiftJis
        } else if encoding == BIG5 || encoding == GBK || encoding == GB18030 {
            Lead::Wide
        } else {
            Lead::None
        }
    }

    #[inline]
    pub fn is(self, b: u8) -> bool {
        match self {
            Lead::None => false,
            Lead::ShiftJis => matches!(b, 0x81..=0x9f | 0xe0..=0xfc),
            Lead::Wide => matches!(b, 0x81..=0xfe),
        }
    }

    pub fn or(self, other: Lead) -> Lead {
        if self == Lead::None { other } else { self }
    }

    /// Do second halves that are brackets or backslashes mostly stand without an escape of their
    /// own?
    pub fn escapes_nothing(self, bytes: &[u8]) -> bool {
        let (mut bare, mut escaped) = (0, 0);
        let mut at = 0;
        while let Some(&a) = bytes.get(at) {
            if !self.is(a) {
                at += 1;
                continue;
            }
            match (bytes.get(at + 1), bytes.get(at + 2)) {
                (Some(b'\\'), Some(b'\\' | b']' | b'[')) => (escaped, at) = (escaped + 1, at + 1),
                (Some(b'\\' | b']' | b'['), _) => bare += 1,
                _ => {}
            }
            at += 2;
        }
        bare > escaped
    }

    /// Is there a pair whose second half is a bracket or a backslash?
    pub fn splits(self, bytes: &[u8]) -> bool {
        let pairs = bytes.iter().zip(bytes.iter().skip(1));
        pairs.into_iter().any(|(&a, b)| self.is(a) && matches!(b, b'[' | b'\\' | b']'))
    }
}

/// A file recoded to UTF-8 as a whole.
pub(crate) struct Recoded {
    pub text: Vec<u8>,
    pub encoding: &'static Encoding,
    /// Where each byte came from.
    pub origins: Vec<u32>,
}

/// Recodes what can't be read byte by byte: UTF-16, and ISO-2022-JP, whose characters are made of
/// ASCII bytes.
pub(crate) fn recode(bytes: &[u8]) -> Option<Recoded> {
    let encoding = match bytes {
        [0xff, 0xfe, ..] => UTF_16LE,
        [0xfe, 0xff, ..] => UTF_16BE,
        _ => without_mark(bytes)?,
    };
    let mut decoder = encoding.new_decoder_with_bom_removal();
    let mut text = Vec::with_capacity(bytes.len());
    let mut origins = Vec::with_capacity(bytes.len());
    let mut start = 0;
    let mut room = [0u8; 16];
    for (i, _) in bytes.iter().enumerate() {
        let last = i + 1 == bytes.len();
        let (_, _, written, _) = decoder.decode_to_utf8(bytes.get(i..=i).unwrap_or_default(), &mut room, last);
        if written > 0 {
            text.extend(room.iter().take(written));
            origins.extend(std::iter::repeat_n(start as u32, written));
            start = i + 1;
        }
    }
    origins.push(bytes.len() as u32);
    Some(Recoded { text, encoding, origins })
}

/// UTF-16 by the zeros between its ASCII letters, ISO-2022-JP by its escape sequences.
fn without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.get(..bytes.len().min(1 << 10)).unwrap_or_default();
    let zeros = |from: usize| start.iter().skip(from).step_by(2).filter(|&&b| b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if start.len() >= 8 && even.max(odd) * 4 > start.len() && even.min(odd) * 8 < even.max(odd) {
        return Some(if odd > even { UTF_16LE } else { UTF_16BE });
    }
    let escape = memchr::memchr(0x1b, bytes)?;
    let rest = bytes.get(escape..).unwrap_or_default();
    let japanese = memmem::find(rest, b"\x1b$B").is_some() || memmem::find(rest, b"\x1b$@").is_some();
    (japanese && bytes.is_ascii()).then_some(ISO_2022_JP)
}

/// The answer of [`find`].
pub(crate) struct Found {
    pub charset: Charset,
    /// The charset that `CA` names, whatever the bytes are.
    pub declared: Option<&'static Encoding>,
    pub fault: Option<(Fault, u32)>,
    pub detail: String,
}

/// The charset of a game with bytes that are not ASCII.
pub(crate) fn find(src: &[u8], ca: Option<Span>, values: &[Span]) -> Found {
    let bytes = |s: Span| src.get(s.start as usize..s.end as usize).unwrap_or_default();
    let mut sample = Vec::new();
    let mut first = None;
    for &span in values {
        let value = bytes(span);
        if !value.is_ascii() {
            first.get_or_insert(span.start);
            if sample.len() < 1 << 16 {
                sample.extend_from_slice(value);
                sample.push(b'\n');
            }
        }
    }
    let first = first.unwrap_or(0);
    let label = ca.map(|s| String::from_utf8_lossy(bytes(s)).trim().to_string()).filter(|l| !l.is_empty());
    let declared = label.as_deref().and_then(by_label);
    let found = |charset, fault: Option<Fault>, detail: String| Found {
        charset,
        declared,
        fault: fault.map(|f| (f, first)),
        detail,
    };
    let share = Utf8Share::of(&sample);
    let actual = if share.is_utf8() || share.is_damaged_utf8() && share.intact >= 2 { Some(UTF_8) } else { None };
    if let Some(encoding) = declared {
        let fits = !encoding.decode_without_bom_handling(&sample).1;
        if encoding == UTF_8 && actual.is_some() {
            return found(Charset::new(UTF_8, Origin::Declared), None, String::new());
        }
        // A few bytes can be UTF-8 by luck; more than that can't.
        if fits && (actual.is_none() || share.intact < 2 || share.intact == share.pairs && share.intact < 4) {
            return found(Charset::new(encoding, Origin::Declared), None, String::new());
        }
        let better = actual.unwrap_or_else(|| guess(&sample, false));
        if better != encoding && (actual.is_some() || !better.decode_without_bom_handling(&sample).1) {
            let detail = format!("CA[{}], read as {}", label.unwrap_or_default(), better.name());
            return found(Charset::new(better, Origin::Guessed), Some(Fault::WrongCharset), detail);
        }
        let detail = format!("CA[{}] with bytes that are not in it", label.unwrap_or_default());
        return found(Charset::new(encoding, Origin::Declared), Some(Fault::WrongCharset), detail);
    }
    let by_gbk_editor = GBK_EDITORS.iter().any(|mark| memmem::find(src, mark).is_some());
    let encoding = actual.unwrap_or_else(|| guess(&sample, by_gbk_editor));
    let charset = Charset::new(encoding, if share.is_utf8() { Origin::Plain } else { Origin::Guessed });
    match label {
        Some(label) => found(charset, Some(Fault::UnknownCharset), format!("CA[{label}], read as {}", encoding.name())),
        None if share.is_utf8() => found(charset, None, String::new()),
        None => found(charset, Some(Fault::GuessedCharset), encoding.name().to_string()),
    }
}

/// The charset of text without a label; of ASCII, UTF-8.
pub(crate) fn of_text(sample: &[u8], hint: Option<&str>) -> Charset {
    let share = Utf8Share::of(sample);
    if sample.is_ascii() || share.is_utf8() || share.is_damaged_utf8() {
        return Charset::utf8();
    }
    let hinted = hint.and_then(by_label).filter(|e| !e.decode_without_bom_handling(sample).1);
    Charset::new(hinted.unwrap_or_else(|| guess(sample, false)), Origin::Guessed)
}

/// By the label of a `CA` property, also by those that only Go programs write.
fn by_label(label: &str) -> Option<&'static Encoding> {
    if let Some(encoding) = Encoding::for_label(label.as_bytes()) {
        return Some(encoding);
    }
    let plain: String = label.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let name = match plain.as_str() {
        "utf8" | "unicode" => "utf-8",
        "gb" | "gb2312" | "gb231280" | "gbk" | "cp936" | "ms936" | "euccn" => "gbk",
        "gb18030" | "gb180302000" => "gb18030",
        "big5" | "cp950" | "ms950" | "big5hkscs" | "big5eten" => "big5",
        "sjis" | "shiftjis" | "shiftjisx0213" | "mskanji" | "cp932" | "ms932" | "windows31j" | "windows932" => {
            "shift_jis"
        }
        "eucjp" | "eucjpms" | "ujis" => "euc-jp",
        "jis" | "iso2022jp" => "iso-2022-jp",
        "euckr" | "uhc" | "cp949" | "ms949" | "windows949" | "ksc5601" | "ksc56011987" | "johab" => "euc-kr",
        "latin1" | "iso88591" | "usascii" | "ascii" | "cp1252" | "ansi" => "windows-1252",
        "latin2" | "iso88592" => "iso-8859-2",
        "cp1250" => "windows-1250",
        "cp1251" | "win1251" => "windows-1251",
        "koi8" | "koi8r" => "koi8-r",
        "latin9" | "iso885915" => "iso-8859-15",
        "macroman" | "macintosh" | "xmacroman" => "macintosh",
        _ => return None,
    };
    Encoding::for_label(name.as_bytes())
}

/// How much of a text is UTF-8.
#[derive(Clone, Copy, Debug, Default)]
struct Utf8Share {
    /// Characters of two to four bytes that are whole.
    intact: usize,
    /// Those of two bytes among them.
    pairs: usize,
    /// Bytes of whole characters.
    inside: usize,
    /// Bytes of characters of which a byte became `?`.
    broken: usize,
    /// Bytes from 0x80 on that belong to none.
    outside: usize,
}

impl Utf8Share {
    fn of(bytes: &[u8]) -> Utf8Share {
        let mut share = Utf8Share::default();
        let mut after_mark = false;
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            for c in chunk.valid().chars().filter(|c| !c.is_ascii()) {
                share.intact += 1;
                share.pairs += usize::from(c.len_utf8() == 2);
                share.inside += c.len_utf8();
            }
            after_mark = if chunk.valid().is_empty() { after_mark } else { chunk.valid().ends_with('?') };
            let broken = chunk.invalid();
            let before_mark = chunks.peek().is_some_and(|next| next.valid().starts_with('?'));
            let starts = matches!(broken.first(), Some(0xe0..=0xef)) && before_mark;
            let goes_on = matches!(broken, [0x80..=0xbf]) && after_mark;
            if starts || goes_on {
                share.broken += broken.len();
            } else {
                share.outside += broken.len();
            }
            after_mark = after_mark && goes_on;
        }
        share
    }

    fn is_utf8(self) -> bool {
        self.intact > 0 && self.outside + self.broken == 0
    }

    /// Text of two-byte charsets hardly ever looks like whole characters of three bytes; damaged
    /// UTF-8 mostly does.
    fn is_damaged_utf8(self) -> bool {
        let damaged = self.outside + self.broken > 0;
        damaged && self.intact > 0 && self.inside + self.broken > self.outside && self.pairs * 2 <= self.intact
    }

    /// In a text that is UTF-8 elsewhere: are there any traces of it?
    fn has_traces(self) -> bool {
        self.intact + self.broken > 0
    }
}

/// Signs that game records and problems are full of, by language; kana and hangul are told by their
/// blocks.
const SIMPLIFIED: &str = "段黑白中盘胜目半棋赛杯第届让子九八七六五四三围职业级先死活杀劫吃正解失败变图题手筋篇";
const TRADITIONAL: &str = "段黑白中盤勝目半棋賽盃杯第屆讓子九八七六五四三圍職業級先死活殺劫吃正解失敗變圖題手筋篇";
const JAPANESE: &str = "段黒白中押勝目半碁戦第期名人本因坊九八七六五四三級先番死活劫正解失敗変図題手筋";
const KOREAN: &str = "단급흑백승집반국전불계제회기김이박조선사활정답해실패변화문수";

/// Who moves first, in words: nothing else that bytes happen to spell says that.
const MOVERS: [&str; 11] =
    ["黑先", "白先", "黒先", "黑棋先", "白棋先", "黒番", "白番", "先黑", "흑선", "백선", "흑차례"];
/// The weight of words that name the mover, in signs.
const MOVER_WEIGHT: i64 = 3;

/// Editors that write in the charset of Chinese Windows: marks that are in their files.
const GBK_EDITORS: [&[u8]; 5] = [b"MULTIGOGM[", b"AP[MultiGo", b"AP[StoneBase", b"AP[\xb7\xc9\xd1\xef", b"AP[FlyingGo"];
/// The weight of the editor's name, in signs.
const EDITOR_WEIGHT: i64 = 3;

/// A guess for bytes that are not UTF-8: a statistical one, checked against the words that game
/// records hold, and against the editor that wrote the file. One that loses a character gives way to
/// one that loses none and makes as much sense.
fn guess(sample: &[u8], by_gbk_editor: bool) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let first = detector.guess(None, Utf8Detection::Deny);
    let of = |encoding: &'static Encoding| {
        let editor = if by_gbk_editor && (encoding == GB18030 || encoding == GBK) { EDITOR_WEIGHT } else { 0 };
        let found = Evidence::of(encoding, sample);
        Evidence { signs: found.signs + editor, ..found }
    };
    let mut best = (first, of(first));
    for encoding in [GB18030, BIG5, SHIFT_JIS, EUC_KR, EUC_JP] {
        let found = of(encoding);
        // A second opinion must be clear, unless the first one loses what it does not.
        let is_clear = found.weight() > best.1.weight() + 1 && found.weight() > 1;
        let is_whole = best.1.lost > 0 && found.lost == 0 && found.signs >= best.1.signs;
        if is_clear || is_whole {
            best = (encoding, found);
        }
    }
    best.0
}

/// How plausible a text is in a charset.
#[derive(Clone, Copy, Debug)]
struct Evidence {
    /// Typical signs.
    signs: i64,
    /// Bytes for which it has no character, and characters that no text has.
    lost: i64,
}

impl Evidence {
    fn weight(self) -> i64 {
        self.signs - 4 * self.lost
    }

    fn of(encoding: &'static Encoding, sample: &[u8]) -> Evidence {
        let (text, _) = encoding.decode_without_bom_handling(sample);
        let is_kana = |c: char| matches!(c, 'ぁ'..='ん' | 'ァ'..='ヶ');
        let typical = |c: char| -> bool {
            if encoding == GB18030 || encoding == GBK {
                SIMPLIFIED.contains(c) || is_kana(c)
            } else if encoding == BIG5 {
                TRADITIONAL.contains(c)
            } else if encoding == SHIFT_JIS || encoding == EUC_JP {
                JAPANESE.contains(c) || is_kana(c)
            } else {
                encoding == EUC_KR && KOREAN.contains(c)
            }
        };
        let movers: usize = MOVERS.iter().map(|words| text.matches(words).count()).sum();
        let is_lost = |c: char| matches!(c, '\u{fffd}' | '\u{e000}'..='\u{f8ff}');
        let signs = text.chars().filter(|&c| typical(c)).count() as i64 + MOVER_WEIGHT * movers as i64;
        Evidence { signs, lost: text.chars().filter(|&c| is_lost(c)).count() as i64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Collection;

    fn read(label: &str, text: &str, encoding: &'static Encoding) -> (String, &'static str) {
        let (bytes, _, failed) = encoding.encode(text);
        assert!(!failed);
        let mut file = format!("(;{label}PB[").into_bytes();
        file.extend(bytes.iter());
        file.extend(b"]PW[x])");
        let (sgf, _) = Collection::parse(&file);
        let root = sgf.roots().next().expect("a game");
        assert_eq!(root.text("PW").as_deref(), Some("x"));
        let value = root.get("PB").expect("a name").decode();
        (value.text.into_owned(), value.charset.name())
    }

    #[test]
    fn declared_charsets() {
        for (label, text, encoding) in [
            ("CA[GB18030]", "柯洁九段", GB18030),
            ("CA[gb2312]", "柯洁", GBK),
            ("CA[Big5]", "周俊勳", BIG5),
            ("CA[Shift_JIS]", "表示ソフト", SHIFT_JIS),
            ("CA[SJIS]", "井山裕太", SHIFT_JIS),
            ("CA[cp949]", "이세돌", EUC_KR),
            ("CA[ISO-8859-1]", "Müller", encoding_rs::WINDOWS_1252),
        ] {
            assert_eq!(read(label, text, encoding).0, text, "{label}");
        }
    }

    #[test]
    fn guessed_charsets() {
        for (text, encoding) in [
            ("柯洁九段 黑中盘胜", GBK),
            ("周俊勳 九段 黑中盤勝 圍棋", BIG5),
            ("井山裕太 九段 黒番中押し勝ち", SHIFT_JIS),
            ("井山裕太 九段 黒番中押し勝ち", EUC_JP),
            ("이세돌 구단 흑 불계승", EUC_KR),
        ] {
            assert_eq!(read("", text, encoding).0, text, "{}", encoding.name());
        }
    }

    /// A few signs of a problem: who moves, by what editor, and bytes that only one charset has.
    #[test]
    fn short_texts_are_read_by_the_mover_the_editor_and_what_is_lost() {
        for (text, encoding) in [
            ("白先", GBK),
            ("白先 ？", GBK),
            ("黑先", GBK),
            ("黑先活", BIG5),
            ("黒先白死", SHIFT_JIS),
            ("黒番", EUC_JP),
            ("흑선백사", EUC_KR),
            ("黑先杀白，注意劫", GBK),
        ] {
            assert_eq!(read("", text, encoding).0, text, "{}", encoding.name());
        }
        for (editor, text) in [
            ("AP[StoneBase:SGFParser.2.8]", "下篇"),
            ("MULTIGOGM[1]", "本手"),
            ("AP[MultiGo:4.4.4]", "问题"),
            ("", "题：ニ隅の生死"),
        ] {
            assert_eq!(read(editor, text, GBK).0, text, "{editor}");
        }
    }

    #[test]
    fn a_wrong_label_is_found_out() {
        assert_eq!(read("CA[GB2312]", "柯洁九段执黑", UTF_8), ("柯洁九段执黑".into(), "UTF-8"));
        assert_eq!(read("CA[UTF-8]", "柯洁九段 黑中盘胜", GBK).0, "柯洁九段 黑中盘胜");
        assert_eq!(read("CA[nonsense]", "柯洁九段 黑中盘胜", GBK).0, "柯洁九段 黑中盘胜");
    }

    #[test]
    fn second_halves_that_are_brackets() {
        // 評 is 95 5D in Shift-JIS, ソ 83 5C, 構 8D 5C.
        for text in ["評", "表ソ評構]", "ソ"] {
            let escaped = crate::escape(text).into_owned();
            let naive = |t: &str| SHIFT_JIS.encode(t).0.into_owned();
            let mut file = b"(;CA[Shift_JIS]PB[".to_vec();
            file.extend(naive(&escaped));
            file.extend(b"]PW[\x8f\xac\x97\xd1]C[end];B[aa])");
            let (sgf, found) = Collection::parse(&file);
            let root = sgf.roots().next().expect("a game");
            assert_eq!(root.text("PB").as_deref(), Some(text), "{found:?}");
            assert_eq!(root.text("PW").as_deref(), Some("小林"));
            assert!(found.iter().any(|d| d.fault == Fault::HalfCharacters), "{found:?}");
        }
        // By the book: the second half escaped.
        let (sgf, _) = Collection::parse(b"(;CA[Shift_JIS]PB[\x95\\]\x83\\\\]PW[\x8f\xac\x97\xd1]C[end];B[aa])");
        assert_eq!(sgf.roots().next().and_then(|r| r.text("PB")).as_deref(), Some("評ソ"));
    }

    #[test]
    fn files_recoded_as_a_whole() {
        let text = "(;PB[表評]PW[井山]\n;B[aa]C[ソ]";
        let (jis, _, _) = ISO_2022_JP.encode(text);
        let utf16 = |little: bool, mark: bool| -> Vec<u8> {
            let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
            units.flat_map(|u| if little { u.to_le_bytes() } else { u.to_be_bytes() }).collect()
        };
        let files = [jis.into_owned(), utf16(true, true), utf16(false, true), utf16(true, false), utf16(false, false)];
        for file in files {
            let (sgf, found) = Collection::parse(&file);
            let root = sgf.roots().next().expect("a game");
            assert_eq!(root.text("PB").as_deref(), Some("表評"));
            assert_eq!(sgf.nodes().last().and_then(|n| n.text("C")).as_deref(), Some("ソ"));
            let ends: Vec<_> = found.iter().filter(|d| d.fault == Fault::NoClosing).map(|d| d.offset).collect();
            assert_eq!(ends, [file.len()], "offsets are those of the file");
        }
    }

    #[test]
    fn damaged_utf8_is_still_utf8() {
        let mut bytes = "(;CA[GB18030]PB[柯洁九段中国围棋]PW[a])".as_bytes().to_vec();
        let at = bytes.windows(3).position(|w| w == "国".as_bytes()).expect("there") + 2;
        bytes[at] = b'?';
        let (sgf, _) = Collection::parse(&bytes);
        let value = sgf.roots().next().and_then(|r| r.get("PB")).expect("a name").decode();
        assert_eq!((value.text.as_ref(), value.exact), ("柯洁九段中\u{fffd}?围棋", false));
        // In a game of which most is UTF-8, names with more broken characters than whole ones too.
        let mut bytes = "(;GN[第一届中国围棋赛]PB[孔子和老子])".as_bytes().to_vec();
        for (sign, byte) in [("子和", 2), ("老", 2), ("子]", 1)] {
            let at = bytes.windows(sign.len()).position(|w| w == sign.as_bytes()).expect("there") + byte;
            bytes[at] = b'?';
        }
        let (sgf, _) = Collection::parse(&bytes);
        let value = sgf.roots().next().and_then(|r| r.get("PB")).expect("a name").decode();
        assert_eq!((value.charset.name(), value.text.chars().next()), ("UTF-8", Some('孔')));
    }
}
