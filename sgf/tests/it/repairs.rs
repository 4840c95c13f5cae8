//! Damaged files, each with what is found wrong and where, and the trees that are made of it.

use Fault::*;
use encoding_rs::{GBK, SHIFT_JIS};
use tesuji_sgf::{Collection, Fault};

/// A finding: what it is, its first byte and its length.
type Finding = (Fault, usize, usize);

#[track_caller]
fn reads(bytes: &[u8], written: &str, found: &[Finding]) {
    let (sgf, all) = Collection::parse(bytes);
    let shown = String::from_utf8_lossy(bytes);
    let all: Vec<Finding> = all.iter().map(|d| (d.fault, d.offset, d.len)).collect();
    assert_eq!(all, found, "{shown}");
    assert_eq!(String::from_utf8_lossy(&sgf.write()), written, "{shown}");
}

#[test]
fn what_is_right_has_no_findings() {
    reads(b"(;B[aa];W[bb])", "(;B[aa];W[bb])\n", &[]);
    reads(b" ( ;B [aa]\n;\tW[bb] )\n", "(;B[aa];W[bb])\n", &[]);
    reads(b"(;B[aa](;W[bb];B[cc])(;W[dd]))", "(;B[aa]\n(;W[bb];B[cc])\n(;W[dd]))\n", &[]);
    reads(b"(;AB[aa] [bb]\n[cc:dd])", "(;AB[aa][bb][cc:dd])\n", &[]);
    reads(b"(;C[a\\]b\\\\])(;C[])", "(;C[a\\]b\\\\])\n(;C[])\n", &[]);
    reads(b"(;B[aa];)", "(;B[aa];)\n", &[]);
    reads(b"\xef\xbb\xbf(;B[aa])\0\x1a", "(;B[aa])\n", &[]);
}

#[test]
fn around_the_trees() {
    reads(b"hello (;B[aa]) bye ", "(;B[aa])\n", &[(JunkBefore, 0, 5), (JunkAfter, 15, 3)]);
    reads(b"(;B[aa]) and (;W[bb])", "(;B[aa])\n(;W[bb])\n", &[(JunkAfter, 9, 3)]);
    reads(b"(;B[aa]) ) )", "(;B[aa])\n", &[(ExtraClosing, 9, 3)]);
    reads(b"(;B[aa])) x", "(;B[aa])\n", &[(JunkAfter, 8, 3)]);
    reads(b"no game", "", &[(JunkBefore, 0, 7), (NoGame, 0, 7)]);
    reads(b"", "", &[(NoGame, 0, 0)]);
    reads(b" \n", "", &[(NoGame, 0, 2)]);
    reads(b"()", "", &[(JunkBefore, 0, 2), (NoGame, 0, 2)]);
    // Brackets that no tree follows are text.
    reads(b"(see below) (;B[aa])", "(;B[aa])\n", &[(JunkBefore, 0, 11)]);
    reads(b"([aa])", "", &[(JunkBefore, 0, 6), (NoGame, 0, 6)]);
}

#[test]
fn brackets_of_trees() {
    reads(b";B[aa];W[bb])", "(;B[aa];W[bb])\n", &[(NoOpening, 0, 0)]);
    reads(b" ; B[aa])", "(;B[aa])\n", &[(NoOpening, 1, 0)]);
    reads(b"x;y;B[aa])z", "(;B[aa])\n", &[(JunkBefore, 0, 3), (NoOpening, 3, 0), (JunkAfter, 10, 1)]);
    reads(b"(foo;B[aa])", "(;B[aa])\n", &[(JunkBefore, 0, 4), (NoOpening, 4, 0)]);
    reads(b"(;B[aa]", "(;B[aa])\n", &[(NoClosing, 7, 0)]);
    reads(b"(;B[aa](;W[bb]", "(;B[aa];W[bb])\n", &[(NoClosing, 14, 0)]);
    reads(b"((;B[aa]))", "(;B[aa])\n", &[(EmptyTree, 1, 1)]);
    reads(b"( ( ;B[aa]))", "(;B[aa])\n", &[(EmptyTree, 2, 1)]);
    reads(b"(;B[aa]());", "(;B[aa])\n", &[(EmptyTree, 8, 1), (JunkAfter, 10, 1)]);
    let two = "(;B[aa]\n(;W[bb])\n(;W[cc]))\n";
    reads(b"(;B[aa](;W[bb])(;W[cc]))", two, &[]);
    reads(b"(;B[aa](;W[bb]);W[cc])", two, &[(NodeAfterVariation, 15, 1)]);
}

#[test]
fn nodes_and_names() {
    reads(b"(B[aa];W[bb])", "(;B[aa];W[bb])\n", &[(NoSemicolon, 1, 0)]);
    reads(b"(;B[aa](W[bb])(W[cc]))", "(;B[aa]\n(;W[bb])\n(;W[cc]))\n", &[(NoSemicolon, 8, 0), (NoSemicolon, 15, 0)]);
    reads(b"(;B[aa](;W[bb])W[cc])", "(;B[aa]\n(;W[bb])\n(;W[cc]))\n", &[(NoSemicolon, 15, 0)]);
    reads(b"(;B[aa]();W[bb])", "(;B[aa];W[bb])\n", &[(EmptyTree, 8, 1), (NodeAfterVariation, 9, 1)]);
    reads(b"(;[aa]B[bb])", "(;B[bb])\n", &[(NoName, 2, 4)]);
    reads(b"(;[a\\]]B[bb])", "(;B[bb])\n", &[(NoName, 2, 5)]);
    // One or two capitals are a name whose value is missing; longer or in small letters it is a
    // word.
    reads(b"(;B;W[bb])", "(;B[];W[bb])\n", &[(NoValue, 2, 1)]);
    reads(b"(;B[aa] KO;W[bb])", "(;B[aa]KO[];W[bb])\n", &[(NoValue, 8, 2)]);
    reads(b"(;B[aa] FOO;W[bb])", "(;B[aa];W[bb])\n", &[(Junk, 8, 3)]);
    reads(b"(;B[aa] ab;W[bb])", "(;B[aa];W[bb])\n", &[(Junk, 8, 2)]);
    reads(b"(;foo B[aa])", "(;B[aa])\n", &[(Junk, 2, 3)]);
    reads(b"(;Black[aa];WhiTe[bb])", "(;B[aa];WT[bb])\n", &[(OldName, 2, 5), (OldName, 12, 5)]);
    reads(b"(;LONG[aa]LONGER[bb])", "(;LONG[aa]LONGER[bb])\n", &[]);
}

#[test]
fn bytes_that_belong_to_nothing() {
    reads(b"(;B[aa]];W[bb])", "(;B[aa];W[bb])\n", &[(ExtraBracket, 7, 1)]);
    reads(b"(;B[aa]#;W[bb])", "(;B[aa];W[bb])\n", &[(Junk, 7, 1)]);
    reads(b"(;B[aa]12W[bb])", "(;B[aa]W[bb])\n", &[(Junk, 7, 2)]);
    reads(b"(;B[aa](foo ;W[bb]))", "(;B[aa];W[bb])\n", &[(Junk, 8, 3)]);
    // A name without a value is one behind other junk, too, and behind a variation that starts
    // another.
    reads(b"(;B[aa]]KO;W[bb])", "(;B[aa]KO[];W[bb])\n", &[(ExtraBracket, 7, 1), (NoValue, 8, 2)]);
    let other = "(;B[aa]\n(;W[bb])\n(;KO[]))\n";
    reads(b"(;B[aa](;W[bb])KO)", other, &[(NoSemicolon, 15, 0), (NoValue, 15, 2)]);
}

/// Where a value without its bracket ends: points before what can't be theirs, lines before the
/// next name, texts before the brackets that end the file.
#[test]
fn values_without_ends() {
    let two = "(;B[aa];W[bb])\n";
    reads(b"(;B[aa;W[bb])", two, &[(NoBracket, 6, 0)]);
    reads(b"(;B[aa\n;W[bb])", two, &[(NoBracket, 6, 0)]);
    reads(b"(;B[aa(;W[bb]))", two, &[(NoBracket, 6, 0)]);
    reads(b"(;B[aa W[bb])", "(;B[aa]W[bb])\n", &[(NoBracket, 6, 0)]);
    reads(b"(;B[aaAB[bb][cc])", "(;B[aa]AB[bb][cc])\n", &[(NoBracket, 6, 0)]);
    reads(b"(;B[)", "(;B[])\n", &[(NoBracket, 4, 0)]);
    reads(b"(;PB[Lee\nPW[Cho])", "(;PB[Lee]PW[Cho])\n", &[(NoBracket, 8, 0)]);
    reads(b"(;PB[Lee\r\n  ;B[aa])", "(;PB[Lee];B[aa])\n", &[(NoBracket, 8, 0)]);
    reads(b"(;PB[Lee\n(;B[aa]))", "(;PB[Lee];B[aa])\n", &[(NoBracket, 8, 0)]);
    // Names of three letters are words of the line, and a text may hold lines that look like
    // properties.
    reads(b"(;PB[Lee\nABC[x])", "(;PB[Lee\nABC[x])\n", &[]);
    reads(b"(;C[see\nPW[Cho])", "(;C[see\nPW[Cho])\n", &[]);
    reads(b"(;C[hello)", "(;C[hello])\n", &[(NoBracket, 9, 0)]);
    reads(b"(;C[hello :) )\n)", "(;C[hello :])\n", &[(NoBracket, 11, 0), (ExtraClosing, 13, 3)]);
    reads(b"(;C[hello", "(;C[hello])\n", &[(NoBracket, 9, 0), (NoClosing, 9, 0)]);
    // A backslash at the end would escape the bracket that is added.
    reads(b"(;C[hello\\", "(;C[hello])\n", &[(NoBracket, 10, 0), (NoClosing, 10, 0)]);
    reads(b"(;C[hello\\\\", "(;C[hello\\\\])\n", &[(NoBracket, 11, 0), (NoClosing, 11, 0)]);
}

/// Places are those of the file, whose characters have two bytes.
#[test]
fn findings_of_a_recoded_file_have_its_places() {
    let text = "(;B[aa]];C[段]x)";
    let bytes: Vec<u8> = [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
    let (sgf, found) = Collection::parse(&bytes);
    assert_eq!(String::from_utf8_lossy(&sgf.write()), "(;B[aa];C[段])\n");
    let found: Vec<Finding> = found.iter().filter(|d| d.fault != Recoded).map(|d| (d.fault, d.offset, d.len)).collect();
    assert_eq!(found, [(ExtraBracket, 16, 2), (Junk, 28, 2)]);
}

fn text_of(bytes: &[u8], name: &str) -> (Option<String>, bool) {
    let (sgf, found) = Collection::parse(bytes);
    let text = sgf.roots().next().and_then(|root| root.text(name)).map(|t| t.into_owned());
    (text, found.iter().any(|d| d.fault == HalfCharacters))
}

/// In Shift-JIS 表 is 95 5C and ゾ is 83 5D: backslash and bracket are halves of characters.
#[test]
fn halves_of_characters() {
    let read = |middle: &[u8], name: &str| text_of(&[b"(;CA[Shift_JIS]", middle, b")"].concat(), name);
    let some = |text: &str, halves: bool| (Some(text.to_string()), halves);
    // The bracket of the value would be escaped, or come too early.
    assert_eq!(read(b"C[\x95\x5c]", "C"), some("表", true));
    assert_eq!(read(b"C[\x83\x5d]", "C"), some("ゾ", true));
    // Both readings have no fault, but one swallows a property.
    assert_eq!(read(b"C[a\x95\x5c]N[x]", "C"), some("a表", true));
    assert_eq!(read(b"C[a\x95\x5c]N[x]", "N"), some("x", true));
    // Both readings have equal numbers of faults and properties: the majority of the text decides.
    assert_eq!(read(b"C[\x95\x5cabc]", "C"), some("表abc", true));
    assert_eq!(read(b"C[\x95\x5c\x5cabc]", "C"), some("表abc", false));
    // Most are escaped, and by that reading one value is no Shift-JIS: the other reading has fewer
    // faults.
    let mixed = b"C[\x95\x5c\x5ca]GN[\x95\x5c\x5ca]N[\x95\x5c1]";
    assert_eq!(read(mixed, "N"), some("表1", true));
    assert_eq!(read(mixed, "C"), some("表a", true));
    // Escapes of their own keep their meaning beside halves of characters.
    assert_eq!(read(b"C[\x95\x5c \\] \x83\x5d]N[x]", "C"), some("表 ] ゾ", true));
    assert_eq!(read(b"C[\x95\x5c \\] \x83\x5d]N[x]", "N"), some("x", true));
}

/// A charset that is guessed, unknown or not that of the bytes is said, at the first text in it,
/// whichever way halves of characters are read.
#[test]
fn what_is_wrong_with_a_charset_is_said() {
    let chinese = GBK.encode("柯洁九段 黑中盘胜").0.into_owned();
    let japanese = SHIFT_JIS.encode("井山裕太 九段 黒番中押し勝ち ソフト表示").0.into_owned();
    let file = |label: &str, text: &[u8]| [b"(;", label.as_bytes(), b"C[", text, b"]N[x])"].concat();
    for (label, text, fault) in [
        ("", &chinese, GuessedCharset),
        ("CA[nonsense]", &chinese, UnknownCharset),
        ("CA[UTF-8]", &chinese, WrongCharset),
        ("", &japanese, GuessedCharset),
        ("CA[nonsense]", &japanese, UnknownCharset),
        ("CA[UTF-8]", &japanese, WrongCharset),
    ] {
        let (_, found) = Collection::parse(&file(label, text));
        let here = found.iter().find(|d| d.fault == fault);
        let here = here.unwrap_or_else(|| panic!("{label} {fault:?}: {found:?}"));
        assert_eq!(here.offset, 2 + label.len() + 2, "{found:?}");
        assert!(here.detail.contains(if text == &chinese { "GBK" } else { "Shift_JIS" }), "{found:?}");
        let halves = found.iter().any(|d| d.fault == HalfCharacters);
        assert_eq!(halves, text == &japanese, "{found:?}");
    }
    let (_, found) = Collection::parse(&file("CA[GBK]", &chinese));
    assert!(found.is_empty(), "{found:?}");
}
