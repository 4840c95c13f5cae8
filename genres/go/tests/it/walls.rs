//! Captures whose wall can be captured itself: stones of the defender touch it from outside.

use tesuji_go::problem::read_sgf;
use tesuji_go::{Class, DfPnReader, Outcome, Question, Role};
use tesuji_sgf::Collection;
use tesuji_solver::Limits;

const NODES: u64 = 200_000;

fn question(sgf: &str) -> Question {
    let (games, _) = Collection::parse(sgf.as_bytes());
    read_sgf(games.roots().next().expect("a game")).expect("a problem").0.question
}

/// What comes of the marked stones whoever moves first, each with a proof that replays.
fn outcomes(sgf: &str) -> [Outcome; 2] {
    let (question, reader) = (question(sgf), DfPnReader::new());
    let limits = Limits::default().with_nodes(NODES);
    Role::ALL.map(|first| {
        let read = reader.read_widening(&question, first, &limits).expect("a region that can be read");
        let outcome = read.reading.outcome;
        if outcome.lives() || outcome.class() == Some(Class::Dead) {
            let proved = read.prove(&reader, first, &limits).expect("the same region");
            assert_eq!(read.check(&proved, first).expect("the same region"), Ok(()), "{first} first: {sgf}");
        }
        outcome
    })
}

/// Races without eyes: black's wall has fewer liberties than white's stones inside, and white
/// stands around it; with white's stones inside marked, then the wall. Who has more liberties wins
/// whoever moves first; with one more, who moves first does.
#[test]
fn who_has_more_liberties_wins_the_race() {
    let small = |mark: &str| {
        format!(
            "(;GM[1]FF[4]SZ[9]PL[W]AB[af][bf][cf][df][eg][eh][ei]AW[ad][bd][cd][dd][ed][de][ee][ef][ag][bg][cg][dg]TR[{mark}])"
        )
    };
    let large = |mark: &str| {
        format!(
            "(;SZ[19]PL[B]AB[cp][dp][ep][fp][bq][gq][br][gr][bs][gs]AW[bn][cn][dn][en][fn][gn][bo][fo][go][bp][gp][cq][dq][eq][fq]TR[{mark}])"
        )
    };
    for (inside, wall) in [(small("ag"), small("af")), (large("cq"), large("cp"))] {
        let [attacker, defender] = outcomes(&inside);
        assert!(attacker.lives() && defender.lives(), "{inside}: {attacker}, {defender}");
        let dead = Outcome::exactly(Class::Dead);
        assert_eq!(outcomes(&wall), [dead; 2], "{wall}");
    }
}

/// The same with more liberties on both sides: 4 against 6 and 5 against 7, in a row along the
/// edge.
#[test]
fn no_number_of_liberties_makes_a_wall_safe() {
    for wide in [4_usize, 5] {
        let sgf = race(wide, wide + 2);
        let [attacker, defender] = outcomes(&sgf);
        assert!(!is_dead(attacker) && !is_dead(defender), "{sgf}: {attacker}, {defender}");
    }
}

fn is_dead(outcome: Outcome) -> bool {
    outcome.class() == Some(Class::Dead)
}

/// White's stones on the second line with `inside` liberties below; black's on the third with
/// `wall` above, white around those.
fn race(wall: usize, inside: usize) -> String {
    let letter = |i: usize| char::from(b'a' + u8::try_from(i).expect("a small board"));
    let row =
        |y: usize, xs: std::ops::Range<usize>| xs.map(|x| format!("[{}{}]", letter(x), letter(y))).collect::<String>();
    // Rows from below, on a board of 13: liberties inside (12), white (11), black (10), liberties
    // of the wall (9), white (8).
    let (white, black) = (row(11, 0..inside), row(10, 0..inside));
    // Black shuts the inside on the right, and is shut in there.
    let right = format!("{}{}", row(11, inside..inside + 1), row(12, inside..inside + 1));
    let filled = row(9, wall..inside + 2);
    let around = format!(
        "{}{}{}{}",
        row(8, 0..inside + 2),
        row(10, inside..inside + 2),
        row(11, inside + 1..inside + 2),
        row(12, inside + 1..inside + 2)
    );
    format!("(;SZ[13]PL[W]AB{black}{right}AW{white}{filled}{around}TR[al])")
}

/// A wall that stones touch from outside, and that runs into the open: it holds, and the capture is
/// told with its proof.
#[test]
fn a_wall_that_lives_by_itself_is_named_as_one() {
    let sgf = "(;SZ[19]PL[B]AB[dq][dr][ds][dp][cp][bp][ap][eq][fq][do]AW[aq][bq][cq][cr][er][fr]TR[cq])";
    let question = question(sgf);
    let reader = DfPnReader::new();
    let limits = Limits::default().with_nodes(NODES);
    let read = reader.read_widening(&question, Role::Attacker, &limits).expect("a region that can be read");
    assert!(is_dead(read.reading.outcome), "{}", read.reading.outcome);
    let shown = read.showing(true);
    assert!(!shown.touched_wall().is_empty(), "{}", shown.picture());
    let words = read.assumed().unwrap_or_default();
    assert!(words.contains("lives by itself"), "{words}");
    let proved = read.prove(&reader, Role::Attacker, &limits).expect("the same region");
    assert_eq!(read.check(&proved, Role::Attacker).expect("the same region"), Ok(()));
    // Without the wall's own proof, or without its question, it is no proof.
    let mut damaged = proved.clone();
    damaged.walls.clear();
    let refused = |read: &tesuji_go::read::Widened, proved: &tesuji_go::read::Proved| {
        read.check(proved, Role::Attacker).expect("the same region").expect_err("a proof without its wall")
    };
    assert_eq!(refused(&read, &damaged), "a wall without a proof");
    let mut without = read.clone();
    without.walls.clear();
    assert!(refused(&without, &proved).contains("it is not shown to hold"));
    let mut damaged = proved.clone();
    damaged.walls[0].certificates.clear();
    assert!(refused(&read, &damaged).starts_with("a wall: no proof"));
    let mut moved = read.clone();
    moved.walls[0].region |= shown.region;
    assert!(refused(&moved, &proved).contains("its region has points of another one"));
}
