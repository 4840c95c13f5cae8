//! The files that other readers trip over, where they lie beside the project: players and comments
//! of each, against a second reader that decodes the whole file first, in the charset found by
//! hand, and then looks for brackets.

use encoding_rs::Encoding;
use std::path::PathBuf;
use tesuji_sgf::{Collection, Fault, Format};

/// File and charset, by hand: of what the file says about itself, and of a look at its bytes.
const FILES: [(&str, &str); 31] = [
    ("analyze__t-complex.sgf", "utf-8"),
    ("analyze__t-oro-1.sgf", "utf-8"),
    ("analyze__t-sabaki-1-default.sgf", "utf-8"),
    ("analyze__t-sabaki-1-turns-lastmove.sgf", "utf-8"),
    ("analyze__t-sabaki-1.sgf", "utf-8"),
    ("analyze__t-sabaki-2.sgf", "utf-8"),
    ("analyze__t-utf-8.sgf", "utf-8"),
    ("gogui__ff4_ex.2.sgf", "utf-8"),
    ("gogui__human-readable.sgf", "utf-8"),
    ("gogui__size-after-invalid-points.sgf", "utf-8"),
    ("gogui__time-settings-unknown-ot.sgf", "utf-8"),
    ("libsgfc__compressed-point-list.sgf", "utf-8"),
    ("libsgfc__encoding-chinese-gb18030.sgf", "gb18030"),
    ("libsgfc__encoding-cyrillic-windows.sgf", "windows-1251"),
    ("libsgfc__encoding-japanese-macos.sgf", "shift_jis"),
    ("libsgfc__encoding-korean-macos.sgf", "euc-kr"),
    ("libsgfc__encoding-simplifiedchinese-macos.sgf", "gbk"),
    ("libsgfc__encoding-traditionalchinese-macos.sgf", "big5"),
    ("libsgfc__encoding-utf16-withbom.sgf", "utf-16be"),
    ("libsgfc__encoding-utf8-withbom.sgf", "utf-8"),
    ("libsgfc__encoding-western-isolatin9.sgf", "iso-8859-15"),
    ("libsgfc__encoding-western-windowslatin1.sgf", "windows-1252"),
    ("libsgfc__gameinfo.sgf", "utf-8"),
    ("rooklift__9handicap.sgf", "utf-8"),
    ("rooklift__escaped.sgf", "utf-8"),
    ("rooklift__illegality.sgf", "utf-8"),
    ("rooklift__unicode.sgf", "utf-8"),
    ("sabaki__complex.sgf", "utf-8"),
    ("sabaki__japanese_bad.sgf", "utf-8"),
    ("sabaki__nihon-kiin.sgf", "shift_jis"),
    ("sabaki__utf16le.sgf", "utf-16le"),
];

/// GIB files: Black, White and the number of moves, by hand.
const GIB: [(&str, &str, &str, usize); 3] = [
    ("analyze__t-euc-kr.gib", "dustkd1015", "dongjik", 49),
    ("analyze__t-gb2312.gib", "石下之臣", "harpmaster", 268),
    ("rooklift__3handicap.gib", "Silver Star", "jimmy", 252),
];

const TEXTS: [&str; 10] = ["PB", "PW", "BR", "WR", "C", "N", "EV", "GN", "PC", "RE"];

fn data() -> Option<PathBuf> {
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data"));
    let dir = std::env::var_os("TESUJI_DATA").map_or(beside, PathBuf::from).join("sgf/nasty");
    if !dir.is_dir() {
        eprintln!("SKIPPED: no records in {} (TESUJI_DATA)", dir.display());
        return None;
    }
    Some(dir)
}

/// Names and texts, by brackets alone.
fn plainly(text: &str) -> Vec<(String, String)> {
    let text = text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
    let (mut found, mut name, mut value) = (Vec::new(), String::new(), None::<String>);
    let mut chars = text.chars().peekable();
    // Text before the first tree is no property.
    while chars.peek().is_some_and(|&c| c != '(') {
        chars.next();
    }
    while let Some(c) = chars.next() {
        match (&mut value, c) {
            (None, '[') => value = Some(String::new()),
            (None, c) if c.is_ascii_alphabetic() => name.push(c),
            (None, ';' | '(' | ')') => name.clear(),
            (None, _) => {}
            (Some(text), ']') => {
                found.push((name.clone(), std::mem::take(text)));
                value = None;
                if chars.clone().find(|c| !c.is_whitespace()) != Some('[') {
                    name.clear();
                }
            }
            (Some(text), '\\') => match chars.next() {
                Some('\n') | None => {}
                Some(c) => text.push(c),
            },
            (Some(text), '\t') => text.push(' '),
            (Some(text), c) => text.push(c),
        }
    }
    found.retain(|(name, _)| TEXTS.contains(&name.as_str()));
    found
}

#[test]
fn players_and_comments_are_right() {
    let Some(dir) = data() else { return };
    for (file, charset) in FILES {
        let bytes = std::fs::read(dir.join(file)).expect(file);
        let encoding = Encoding::for_label(charset.as_bytes()).expect(charset);
        let (text, failed) = encoding.decode_with_bom_removal(&bytes);
        assert!(!failed, "{file} in {charset}");
        let (sgf, found, format) = Collection::read(&bytes);
        assert_eq!(format, Format::Sgf);
        let read: Vec<(String, String)> = sgf
            .nodes()
            .flat_map(|n| {
                n.properties()
                    .map(|p| (p.name().into_owned(), p.values().map(|v| v.text().into_owned()).collect::<Vec<_>>()))
                    .collect::<Vec<_>>()
            })
            .filter(|(name, _)| TEXTS.contains(&name.as_str()))
            .flat_map(|(name, texts)| texts.into_iter().map(move |t| (name.clone(), t)))
            .collect();
        let want = plainly(&text);
        for (read, want) in read.iter().zip(&want) {
            assert_eq!(read, want, "{file}: {found:?}");
        }
        assert_eq!(read.len(), want.len(), "{file}: {found:?}");
    }
}

#[test]
fn gib_files_are_right() {
    let Some(dir) = data() else { return };
    for (file, black, white, moves) in GIB {
        let (sgf, _, format) = Collection::read(&std::fs::read(dir.join(file)).expect(file));
        assert_eq!(format, Format::Gib);
        let root = sgf.roots().next().expect("a game");
        assert_eq!((root.text("PB").as_deref(), root.text("PW").as_deref()), (Some(black), Some(white)), "{file}");
        assert_eq!(root.main_line().filter(|n| n.has("B") || n.has("W")).count(), moves, "{file}");
    }
}

#[test]
fn what_is_wrong_is_said_and_where() {
    let Some(dir) = data() else { return };
    for (file, fault, what) in [
        ("sabaki__japanese_bad.sgf", Fault::WrongCharset, &b"\xef\xbf\xbd"[..]),
        ("sabaki__nihon-kiin.sgf", Fault::NoSemicolon, b"TE["),
        ("analyze__t-oro-1.sgf", Fault::NoSemicolon, b"TE["),
        ("libsgfc__compressed-point-list.sgf", Fault::JunkBefore, b"This SGF file"),
    ] {
        let bytes = std::fs::read(dir.join(file)).expect(file);
        let (_, found) = Collection::parse(&bytes);
        let at = found.iter().find(|d| d.fault == fault).unwrap_or_else(|| panic!("{file}: {found:?}")).offset;
        assert!(bytes[at..].starts_with(what), "{file}: byte {at}");
    }
}
