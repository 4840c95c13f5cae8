use super::*;
use crate::clean_file;

fn cleaned(text: &str) -> (String, crate::CleanGame) {
    let mut games = clean_file(text.as_bytes(), "x.sgf", &CleanOptions::default()).games;
    let game = games.remove(0);
    let head = "(;FF[4]CA[UTF-8]GM[1]SZ[19]";
    let text = String::from_utf8(game.sgf.clone()).expect("UTF-8").replace('\n', "");
    (text.strip_prefix(head).expect("the head").strip_suffix(')').expect("the end").to_string(), game)
}

#[test]
fn trees_before_and_after() {
    for (before, after, findings) in [
        ("(;;AB[pd]AW[dd];B[pp])", "AB[pd]AW[dd];B[pp]", &["setup-after-root"][..]),
        ("(;C[a];AB[pd]C[b];B[pp])", "C[a]AB[pd];C[b];B[pp]", &["setup-after-root"]),
        ("(;AB[pd](;AB[dd])(;AB[dp]))", "AB[pd](;AB[dd])(;AB[dp])", &[]),
        ("(;AB[pd];AE[pd];B[aa])", "AB[pd];AE[pd];B[aa]", &[]),
        ("(;;B[pd];AB[dd];W[pp])", ";B[pd];AB[dd];W[pp]", &["setup-in-play"]),
        ("(;B[pd]C[x])", "C[x];B[pd]", &["move-in-root"]),
        ("(;;B[pd]W[dd]C[x])", ";B[pd];W[dd]C[x]", &["two-in-a-node"]),
        ("(;;B[tt];W[])", ";B[];W[]", &["tt-pass"]),
        ("(;;B[R16];W[pass];B[I5])", ";B[qd];W[];", &["spoken-point", "spoken-point", "no-point"]),
        ("(;AB[aa:ba]AE[ba]TR[aa:cc])", "TR[aa:cc]AB[aa]", &["compressed-list"]),
        ("(;AB[aa]AW[aa])", "AW[aa]", &["two-stones"]),
        ("(;TE[Cup]RD[2020-01-02]KO[6.5]HD[0])", "EV[Cup]DT[2020-01-02]KM[6.5]HA[0]", &["server-name"; 4]),
        ("(;GN[a]GN[a]EV[x]EV[y]KM[5.5]KM[6])", "GN[a]EV[x; y]KM[5.5]", &["several-values"; 2]),
        ("(;PB[Ke Jie (9p)]LB[aa:x\\]:y]AP[p\\:q:1])", "PB[Ke Jie]LB[aa:x\\]:y]AP[p\\:q:1]BR[9p]", &["name"]),
        ("(;B[zz])", "", &["off-board"]),
        ("(;HA[0]KM[375];B[pd];B[dp];B[dd];W[nc])", "KM[7.5]HA[3];B[pd];B[dp];B[dd];W[nc]", &["handicap", "komi"]),
        ("(;HA[0]KM[375];B[cc];B[dp];W[nc])", "HA[0]KM[7.5];B[cc];B[dp];W[nc]", &["handicap", "komi"]),
        ("(;SZ[１９];B[pd])", ";B[pd]", &[]),
        ("(;SZ[x];B[pd])", ";B[pd]", &["size"]),
        ("(;DT[25.12.2001])", "DT[2001-12-25]", &["date"]),
        ("(;DT[2001-02-30])", "DT[2001-02-30]", &["date"]),
        ("(;DT[spring])", "DT[spring]", &["date"]),
        ("(;DT[2001-12-25])", "DT[2001-12-25]", &[]),
        ("(;KM[6目半])", "KM[6.5]", &["komi"]),
        ("(;KM[much])", "", &["komi"]),
        ("(;RE[White wins by 3.5])", "RE[W+3.5]", &["result"]),
        ("(;RE[W+R (moves after 173 not known)])", "RE[W+R]", &["result"]),
        ("(;RE[W+Resign])", "RE[W+R]", &[]),
        ("(;RE[黑胜 185子])", "RE[B+]", &["result"]),
        ("(;RE[白胜178子])", "RE[W+]", &["result"]),
        ("(;RE[黑胜 20子])", "RE[B+40]", &["result"]),
        ("(;RE[B+999])", "RE[B+]", &["result"]),
        ("(;RE[黑不计点胜])", "RE[B+R]", &["result"]),
        ("(;KM[350])", "KM[7]", &["komi"]),
        ("(;;B[``];W[dd])", ";B[];W[dd]", &["pass-beyond"]),
        ("(;HA[7]AB[pd][dp]AW[dd];W[qq])", "HA[7]AB[dp][pd]AW[dd];W[qq]", &["handicap"]),
        ("(;HA[2]AB[pd][dp]AW[dd];W[qq])", "HA[2]AB[dp][pd]AW[dd];W[qq]", &[]),
        (
            "(;C[If White [A];W[dd] then (see [B])];W[dp];B[pp])",
            "C[If White [A\\];W[dd\\] then (see [B\\])];W[dp];B[pp]",
            &["nested-brackets"],
        ),
        ("(;PB[Lee [9p]])", "PB[Lee]BR[9p]", &["name", "nested-brackets"]),
        ("(;AB[ss:zz]AW[zz])", "AB[ss]", &["off-board", "compressed-list", "off-board"]),
    ] {
        let (text, game) = cleaned(before);
        assert_eq!(text, after, "{before}");
        let found: Vec<&str> = game.findings.iter().map(|f| f.what.as_ref()).collect();
        assert_eq!(found, findings, "{before}");
        // A clean game stays as it is.
        let whole = String::from_utf8(game.sgf).expect("UTF-8");
        let again = cleaned(&whole).1;
        assert_eq!(String::from_utf8(again.sgf).expect("UTF-8"), whole);
    }
}

#[test]
fn a_board_that_is_too_large_is_told_and_left_out() {
    let games = clean_file(b"(;SZ[53];B[pd])(;SZ[9];B[cc])", "x.sgf", &CleanOptions::default());
    assert_eq!(games.games.len(), 1);
    assert_eq!(games.findings.iter().map(|f| f.what.as_ref()).collect::<Vec<_>>(), ["size"]);
    assert!(games.findings[0].why.contains("SZ[53]"), "{:?}", games.findings);
}

/// The finding has the text that the reader leaves out.
#[test]
fn lost_text_is_told() {
    let game = cleaned("(;C[see] the corner first];W[dp])").1;
    let told: String = game.findings.iter().map(|f| f.why.as_str()).collect();
    assert!(told.contains("the corner first"), "{told}");
    assert_eq!(game.record.moves.len(), 1);
}

/// A pass is written as the point beyond the corner of the board, whatever that is.
#[test]
fn passes_beyond_the_board_are_passes() {
    for (size, beyond) in [(18, "ss"), (9, "jj"), (13, "nn"), (19, "tt"), (7, "hh")] {
        let text = format!("(;SZ[{size}];B[cc];W[{beyond}];B[dd];W[``];B[ee])");
        let game = clean_file(text.as_bytes(), "x.sgf", &CleanOptions::default()).games.remove(0);
        let moves: Vec<String> = game.record.moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["Bcc", "W", "Bdd", "W", "Bee"], "{size}");
        assert_eq!(game.findings.len(), 2, "{:?}", game.findings);
    }
    let off = clean_file(b"(;SZ[18];B[cc];W[st])", "x.sgf", &CleanOptions::default()).games.remove(0);
    assert_eq!((off.record.moves.len(), off.findings[0].what.as_ref()), (1, "off-board"));
}

#[test]
fn a_ko_retaken_at_once_is_told() {
    let ko = "(;;B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[jj];W[bb];B[cb]";
    let game = cleaned(&format!("{ko};W[bb];B[qq])")).1;
    assert_eq!(game.record.illegal, Some(10));
    assert!(game.findings.iter().any(|f| f.why == "move 10 (Wbb) retakes a ko at once"), "{:?}", game.findings);
    for legal in [";W[qq];B[pp];W[bb])", ";W[];B[];W[bb])"] {
        assert_eq!(cleaned(&format!("{ko}{legal}")).1.record.illegal, None, "{legal}");
    }
}

#[test]
fn the_line_of_a_game() {
    let (_, game) = cleaned(
        "(;PB[A B]WR[P9]KM[3.75]RE[B+0.25]RU[chinese]DT[2001/2/3]HA[2]PL[W]AB[pd][dp]EV[Cup](;W[dd];B[pp])(;W[pp]))",
    );
    let r = game.record;
    assert_eq!(
        (r.komi, r.handicap, r.rules.as_deref(), r.date.as_deref()),
        (Some(7.5), Some(2), Some("Chinese"), Some("2001-02-03"))
    );
    assert_eq!(
        (r.black.name.as_deref(), r.white.rank.as_deref(), r.to_play.as_deref()),
        (Some("A B"), Some("9p"), Some("W"))
    );
    assert_eq!((r.nodes, r.leaves, r.moves.len(), r.illegal), (4, 2, 2, None));
    assert_eq!(r.info.get("EV").map(String::as_str), Some("Cup"));
    assert!(r.hash.is_some() && r.tree.is_some());
    assert_eq!(r.result.map(|r| (r.text, r.points)), Some(("B+0.5".into(), Some(0.5))));
    assert_eq!(cleaned("(;B[aa];W[aa])").1.record.illegal, Some(2));
}
