//! Hand-made cases for the variants of which no recorded games exist: at least ten each, with the
//! rule that each shows.
//!
//! A case: a position, actions to play, and what must hold then, in the words of [`positions`].
//!
//! Sources: [D] the variant's definition in the app (the table of differences from the default
//! rules), [T] the default rules themselves, [E] the engine's behaviour for the parameter, as its
//! recorded games show it under other presets (one-time mills in preset 4, marked men in 7, full
//! boards in 8 and 10).

use crate::positions;

use positions::set;
use tesuji_mill::rules;
use tesuji_mill::variant::by_id;

fn check(variant: &str, cases: &[(&str, &str, &str, &str)]) {
    assert!(cases.len() >= 10, "{variant}: {} cases", cases.len());
    let rules = by_id(variant).unwrap().rules;
    let mut all = Vec::new();
    for (source, start, played, wants) in cases {
        let wrong = positions::wrong(&rules, start, played, wants);
        all.extend(wrong.into_iter().map(|w| format!("{variant} [{source}] {w}")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// Twelve men each without any mill; White's men, Black's men, where each side's last man stands.
const FULL_WHITE: &str = "e5 e3 d3 c5 d6 f4 f2 d2 b4 b6 g7";
const FULL_BLACK: &str = "d5 e4 c3 c4 f6 b2 d7 g4 g1 d1 a4";

fn full() -> String {
    // White's a1 and Black's a7 are still in hand.
    format!("W {FULL_WHITE} +1 B {FULL_BLACK} +1 w")
}

#[test]
fn morabaraba() {
    check(
        "morabaraba",
        &[
            ("D 12 men", "start", "", "n=24 hand=12,12 side=w"),
            ("D diagonals make mills", "W a1 b2 +10 B a7 g7 +10 w", "c3", "due=1,0 take=a7,g7 side=w"),
            ("D diagonals are ways", "W c3 a4 d1 g4 B g7 d7 f6 e5 w", "", "+c3-b2 -c3-a1"),
            ("D two mills at once take one", "W a1 d1 g4 g7 +8 B a7 d7 b4 b6 +8 w", "g1 xa7", "side=b men=5,3"),
            ("T men in mills are safe", "W a1 d1 +10 B d7 a7 g7 f4 +8 w", "g1", "take=f4"),
            ("T unless all are in mills", "W a1 d1 +10 B d7 a7 g7 +9 w", "g1", "take=a7,d7,g7"),
            ("T three men fly", "W a1 d7 f4 B g7 e5 c4 b4 w", "", "n=51"),
            ("T four don't", "W a1 d7 f4 c5 B g7 e5 c4 b4 w", "", "-a1-g1 +a1-d1 +a1-b2 +a1-a4"),
            (
                "D the man may not go straight back to close the mill it came from",
                "W a4 b4 c4 d1 g1 B g7 e5 f4 d6 w",
                "a4-a1 xg7 e5-d5",
                "-a1-a4 +a1-b2",
            ),
            (
                "D after another turn it may",
                "W a4 b4 c4 d1 g1 B g7 e5 f4 d6 w",
                "a4-a1 xg7 e5-d5 c4-c5 d5-e5",
                "+a1-a4",
            ),
            ("D going back without a mill is free", "W a4 b6 c4 d1 g1 B g7 e5 f4 d6 w", "a4-a1 xg7 e5-d5", "+a1-a4"),
            ("D a full board is a draw", &full(), "a1 a7", "draw"),
            ("T two men have lost", "W a4 b4 c5 d1 B g7 e5 f4 w", "c5-c4 xg7", "win=w"),
        ],
    );
}

#[test]
fn dooz() {
    check(
        "dooz",
        &[
            ("D 12 men", "start", "", "n=24 hand=12,12"),
            (
                "D a mill while placing takes from the hand",
                "W a1 d1 +10 B a7 d7 +10 w",
                "g1",
                "hand=9,9 men=3,2 side=b due=0,0",
            ),
            (
                "D two mills at once take one from the hand",
                "W a1 d1 g4 g7 +8 B a7 b4 b6 c3 +8 w",
                "g1",
                "hand=7,7 side=b",
            ),
            (
                "D with nothing in hand, from the board",
                "W a1 d1 +2 B a7 d7 b4 b6 w",
                "g1",
                "due=1,0 take=a7,b4,b6,d7 side=w",
            ),
            ("D men in mills may be taken", "W a1 d1 +2 B a7 d7 g7 b6 w", "g1", "take=a7,b6,d7,g7"),
            (
                "D whose hand runs out early moves while the other places",
                "W a1 d1 +3 B a7 d7 b4 +1 w",
                "g1",
                "hand=2,0 side=b +b4-c4 -c4",
            ),
            (
                "T a mill while moving takes from the board",
                "W a4 b4 c5 d1 B g7 e5 f4 f6 w",
                "c5-c4",
                "due=1,0 take=e5,f4,f6,g7",
            ),
            ("T three men fly", "W a1 d7 f4 B g7 e5 c4 b4 w", "", "n=51"),
            ("D on a full board the first to move takes a man", &full(), "a1 a7", "on side=w due=1,0"),
            ("D then the other side moves", &full(), "a1 a7 xd1", "side=b due=0,0 men=12,11 +g1-d1 n=1"),
            ("D diagonals make mills", "W a1 b2 +10 B a7 g7 +10 w", "c3", "hand=9,9 side=b"),
            ("T two men have lost, the hand counted", "W a1 d1 +2 B a7 d7 +1 w", "g1", "win=nobody side=b"),
        ],
    );
}

#[test]
fn russian_mill() {
    check(
        "russian_mill",
        &[
            ("D nine men", "start", "", "n=24 hand=9,9"),
            ("D no diagonals", "W a1 d3 f4 g7 B d1 a4 c4 e4 w", "", "-a1-b2"),
            ("T a new mill takes", "W a4 b4 c5 d1 B g7 e5 f4 f6 w", "c5-c4", "due=1,0"),
            (
                "E the same line takes only once",
                "W a4 b4 c5 d1 B g7 e5 f4 f6 d3 w",
                "c5-c4 xg7 d3-e3 c4-c5 e3-d3 c5-c4",
                "due=0,0 side=b",
            ),
            ("E another line takes", "W a4 b4 c5 d1 g1 B g7 e5 f4 f6 d3 w", "c5-c4 xg7 d3-e3 a4-a1", "due=1,0"),
            ("D men in mills may be taken", "W a1 d1 +7 B d7 a7 g7 f4 +5 w", "g1", "take=a7,d7,f4,g7"),
            ("T three men fly", "W a1 d7 f4 B g7 e5 c4 b4 w", "", "n=51"),
            (
                "E a line used while placing is used",
                "W a1 d1 +1 B a7 g7 b4 b6 f4 +1 w",
                "g1 xf4 f2 d1-d2 b4-c4 d2-d1",
                "due=0,0 side=b",
            ),
            ("T a side with one open point plays on", "W a1 d1 g1 g4 B a4 d2 f4 b2 b6 d6 f6 w", "", "on n=1 +g4-g7"),
            ("T all blocked", "W a1 a4 a7 d7 B d1 b4 g7 d6 c3 w", "", "win=b"),
            ("T two men have lost", "W a4 b4 c5 d1 B g7 e5 f4 w", "c5-c4 xg7", "win=w"),
        ],
    );
}

#[test]
fn cham_gonu() {
    check(
        "cham_gonu",
        &[
            ("D 12 men", "start", "", "n=24 hand=12,12"),
            (
                "D the man taken stays as a marked point",
                "W a1 d1 +10 B a7 d7 +10 w",
                "g1 xa7",
                "marked=a7 men=3,1 side=b",
            ),
            ("E nobody can use the point", "W a1 d1 +10 B a7 d7 +10 w", "g1 xa7", "-a7 n=19"),
            ("E a marked man makes no mill", "W c3 +9 B a7 d7 +9 X g7 b", "", "-g7 +a4"),
            (
                "E marked points are free when placing is over",
                "W a1 c4 e5 +1 B a7 d7 b2 e3 +1 X g7 w",
                "f2 f6",
                "marked=none side=w",
            ),
            ("D three men don't fly", "W a1 d7 f4 B g7 e5 c4 b4 w", "", "-a1-g1 +a1-d1 +a1-b2"),
            ("D men in mills may be taken", "W a1 d1 +9 B d7 a7 g7 f4 +8 w", "g1", "take=a7,d7,f4,g7"),
            (
                "E a mill while moving takes at once",
                "W a4 b4 c5 d1 B g7 e5 f4 f6 w",
                "c5-c4 xg7",
                "marked=none men=4,3",
            ),
            ("D diagonals make mills", "W a1 b2 +10 B a7 g7 +10 w", "c3", "due=1,0"),
            ("D two mills at once take one", "W a1 d1 g4 g7 +8 B a7 d7 b4 b6 +8 w", "g1 xa7", "side=b due=0,0"),
            ("T first loses on a full board", &full(), "a1 a7", "win=b"),
            ("T three men blocked have lost", "W a1 a4 a7 B d1 b2 b4 b6 d7 w", "", "win=b"),
        ],
    );
}

#[test]
fn zhi_qi() {
    check(
        "zhi_qi",
        &[
            ("D 12 men", "start", "", "n=24 hand=12,12"),
            ("D marked points", "W a1 d1 +10 B a7 d7 +10 w", "g1 xd7", "marked=d7 side=b n=19"),
            ("D taking from mills", "W a1 d1 +9 B d7 a7 g7 f4 +8 w", "g1", "take=a7,d7,f4,g7"),
            ("D no flying", "W a1 d7 f4 B g7 e5 c4 b4 w", "", "-a1-g1"),
            ("D on a full board White takes first", &full(), "a1 a7", "on side=w due=1,1"),
            ("D then Black", &full(), "a1 a7 xd1", "side=b due=0,1 men=12,11"),
            ("D then White moves", &full(), "a1 a7 xd1 xg7", "side=w due=0,0 men=11,11 +a1-d1"),
            ("T three blocked men have lost", "W a1 a4 a7 B d1 b2 b4 b6 d7 w", "", "win=b"),
            ("D diagonals are ways", "W c3 a4 d1 g4 B g7 d7 f6 e5 w", "", "+c3-b2"),
            ("E marked points go when placing ends", "W a1 c4 e5 +1 B a7 d7 b2 e3 +1 X g7 w", "f2 f6", "marked=none"),
            ("T a blocked side has lost", "W a1 a4 a7 d7 B d1 b4 g7 d6 c3 b2 b6 w", "", "win=b"),
            ("D two mills at once take one", "W a1 d1 g4 g7 +8 B a7 d7 b4 b6 +8 w", "g1 xa7", "side=b"),
        ],
    );
}

#[test]
fn cheng_san_qi() {
    check(
        "cheng_san_qi",
        &[
            ("D nine men", "start", "", "n=24 hand=9,9"),
            ("D marked points", "W a1 d1 +7 B a7 d7 +7 w", "g1 xd7", "marked=d7 side=b n=19"),
            ("T men in mills are safe", "W a1 d1 +6 B d7 a7 g7 f4 +5 w", "g1", "take=f4"),
            ("E a mill with a marked man is none", "W a1 d1 +6 B d7 a7 f4 +5 X g7 w", "g1", "take=a7,d7,f4"),
            ("D no flying", "W a1 d7 f4 B g7 e5 c4 b4 w", "", "-a1-g1 +a1-d1 +a1-a4"),
            ("D no diagonals", "W a1 d3 f4 g7 B d1 a4 c4 e4 w", "", "-a1-b2"),
            ("E no diagonal mills", "W a1 b2 +7 B a7 g7 +7 w", "c3", "due=0,0 side=b"),
            (
                "E marked points go when placing ends",
                "W a1 c4 e5 +1 B a7 d7 b2 e3 +1 X g7 w",
                "f2 f6",
                "marked=none side=w",
            ),
            ("E taking while moving", "W a4 b4 c5 d1 B g7 e5 f4 f6 w", "c5-c4 xg7", "marked=none men=4,3 side=b"),
            ("T two men have lost", "W a4 b4 c5 d1 B g7 e5 f4 w", "c5-c4 xg7", "win=w"),
            ("T three blocked men have lost", "W a1 a4 d1 B a7 b4 d2 g1 w", "", "win=b"),
            ("E too few men, the hand counted", "W a1 d1 +5 B a7 d7 +1 X b4 b6 w", "g1 xa7", "win=w"),
        ],
    );
}

#[test]
fn da_san_qi() {
    check(
        "da_san_qi",
        &[
            ("D 12 men", "start", "", "n=24 hand=12,12 side=w"),
            ("D two mills at once take two", "W a1 d1 g4 g7 +8 B a7 d7 b4 b6 +8 w", "g1", "due=2,0"),
            ("D one after the other", "W a1 d1 g4 g7 +8 B a7 d7 b4 b6 +8 w", "g1 xa7", "side=w due=1,0 -xa7"),
            ("D both stay marked", "W a1 d1 g4 g7 +8 B a7 d7 b4 b6 +8 w", "g1 xa7 xb4", "side=b marked=a7,b4 men=5,2"),
            ("D Black moves first when placing is over", "W a1 c4 e5 +1 B a7 d7 b2 e3 +1 w", "f2 f6", "side=b"),
            ("D no flying", "W a1 d7 f4 B g7 e5 c4 b4 w", "", "-a1-g1"),
            ("D men in mills may be taken", "W a1 d1 +9 B d7 a7 g7 f4 +8 w", "g1", "take=a7,d7,f4,g7"),
            ("E marked points go when placing ends", "W a1 c4 e5 +1 B a7 d7 b2 e3 +1 X g7 w", "f2 f6", "marked=none"),
            (
                "D three mills by a move while moving: as many as closed",
                "W a4 b4 c5 d1 g1 B g7 e5 f4 f6 d6 w",
                "c5-c4",
                "due=1,0",
            ),
            ("T first loses on a full board", &full(), "a1 a7", "win=b"),
            ("D diagonals are ways", "W c3 a4 d1 g4 B g7 d7 f6 e5 w", "", "+c3-b2"),
        ],
    );
}

#[test]
fn mul_mulan() {
    check(
        "mul_mulan",
        &[
            ("D nine men", "start", "", "n=24 hand=9,9"),
            ("D diagonals", "W a1 b2 +7 B a7 g7 +7 w", "c3", "due=1,0"),
            ("D stepping between two takes both", "W a1 +7 B a7 g7 +7 w", "d7", "due=2,0 take=a7,g7"),
            ("D one, then the other", "W a1 f4 +7 B a7 g7 c4 +6 w", "d7 xa7", "side=w take=g7"),
            ("D then the turn is over", "W a1 f4 +7 B a7 g7 c4 +6 w", "d7 xa7 xg7", "side=b men=3,1"),
            ("D on spokes", "W a1 +7 B a4 c4 +7 w", "b4", "due=2,0 take=a4,c4"),
            ("D on diagonals", "W d1 +7 B a1 c3 +7 w", "b2", "due=2,0 take=a1,c3"),
            ("D while moving", "W d6 a1 g1 B a7 g7 c4 f4 e4 w", "d6-d7", "due=2,0 take=a7,g7"),
            ("D not from the end of a line", "W a1 +7 B d7 g7 +7 w", "a7", "due=0,0 side=b"),
            ("D no flying", "W a1 d7 f4 B g7 e5 c4 b4 w", "", "-a1-g1"),
            ("E with a mill as well: the mill's man or the pair", "W d6 d5 +6 B a7 g7 f4 +6 w", "d7", "take=a7,g7"),
            ("D men in mills may be taken", "W a1 d1 +6 B d7 a7 g7 f4 +5 w", "g1", "take=a7,d7,f4,g7"),
        ],
    );
}

#[test]
fn nerenchi() {
    check(
        "nerenchi",
        &[
            ("D 12 men", "start", "", "n=24 hand=12,12 side=w"),
            ("D Black moves first when placing is over", "W a1 c4 e5 +1 B a7 d7 b2 e3 +1 w", "f2 f6", "side=b"),
            ("D after a last mill too", "W a1 c4 e5 +1 B a7 d7 b2 e3 +1 w", "f2 g7 xa1", "side=b men=3,5"),
            ("D men in mills may be taken", "W a1 d1 +9 B d7 a7 g7 f4 +8 w", "g1", "take=a7,d7,f4,g7"),
            ("T a man taken leaves the point empty", "W a1 d1 +10 B a7 d7 +10 w", "g1 xa7", "marked=none +a7 n=20"),
            ("T three men fly", "W a1 d7 f4 B g7 e5 c4 b4 w", "", "n=51"),
            ("D diagonals make mills", "W a1 b2 +10 B a7 g7 +10 w", "c3", "due=1,0"),
            ("D diagonals are ways", "W c3 a4 d1 g4 B g7 d7 f6 e5 w", "", "+c3-b2"),
            ("T two mills at once take one", "W a1 d1 g4 g7 +8 B a7 d7 b4 b6 +8 w", "g1 xa7", "side=b due=0,0"),
            ("T first loses on a full board", &full(), "a1 a7", "win=b"),
            ("T two men have lost", "W a4 b4 c5 d1 B g7 e5 f4 w", "c5-c4 xg7", "win=w"),
        ],
    );
}

/// [E] Lines are used up by colour: the position string holds White's in its upper half.
#[test]
fn a_line_used_by_white_still_takes_for_black() {
    let rules = by_id("russian_mill").unwrap().rules;
    let line = u64::from(set(&["a4", "b4", "c4"]));
    for (used, due) in [(line << 32, 1), (line, 0)] {
        let text = format!("**O****@/****O*@*/****O*@* b m s 3 0 3 0 0 0 -1 -1 -1 -1 {used} 0 9 ids:nodes");
        let mut read = tesuji_mill::fen::parse(&rules, &text).unwrap().position;
        // Four men, so that they slide.
        read.men[1] |= set(&["g7"]);
        let after = rules::play(&rules, &read, "c5-c4".parse().unwrap()).unwrap();
        assert_eq!(after.removals, [0, due], "{text}");
    }
}
