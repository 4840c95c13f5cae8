use super::*;
use crate::read::sample::enclosed;
use crate::read::{Area, Exits, LifeGame, Ply, Supply};
use crate::{Class, Outcome, Point, Problem, Role};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use tesuji_solver::Limits;
use tesuji_solver::reading::{Outcome as Value, fixpoint};

fn plies(problem: &Problem, area: &Area, moves: &str) -> Vec<Ply> {
    let (w, h) = problem.question.board.size();
    let ply = |word: &str| match word {
        "pass" => Ply::PASS,
        _ => Ply(area.cell(Point::parse(word, w, h).unwrap()).unwrap_or_else(|| panic!("{word}"))),
    };
    moves.split_whitespace().map(ply).collect()
}

/// Does the line show the motif? The line must be playable to its end.
fn shows(id: &str, line: &str, moves: &str, outcome: Outcome, closed: bool) -> bool {
    let problem = Problem::parse(line).unwrap();
    let area = Area::of(&problem.question, Exits::Free).unwrap();
    let root = area.state(&problem.question, problem.first, Supply::NONE);
    let plies = plies(&problem, &area, moves);
    let scene = Scene::new(&problem, &area, outcome, closed, root, &plies);
    assert_eq!(scene.turns.len(), plies.len(), "{id}: {line} {moves}");
    shown(&scene).iter().any(|m| m.id == id)
}

const THREE: &str = "9x9 A9 X=black X ...OX|OOOOX|XXXX#";
const TWO: &str = "9x9 A9 X=black X ..X|OOX|XX#";
const FIRST_LINE: &str = "9x9 A9 X=black X .....X|OOOOXX|XXXX##";

/// A name, then a position with moves that show it, and one that does not.
const CASES: [(&str, (&str, &str), (&str, &str)); 20] = [
    ("atari", (TWO, "A9"), (THREE, "B9")),
    ("vital-point", (THREE, "B9"), (THREE, "A9")),
    ("hane", (FIRST_LINE, "D9"), (FIRST_LINE, "E9")),
    ("descent", ("9x9 A9 X=black O .....X|OOOO.X|XXXXX#", "D9"), ("9x9 A9 X=black O .....X|OOOO.X|XXXXX#", "E8")),
    ("block", ("9x9 A9 X=black O ...OX|...OX|OO.OX|XXXXX", "C7"), ("9x9 A9 X=black O ...OX|...OX|OO.OX|XXXXX", "B8")),
    (
        "connection",
        ("9x9 A9 X=black O ...OX|OO.OX|XXXXX", "C8"),
        // The other common liberty would do as well.
        ("9x9 A9 X=black O .....X|OO.OOX|OO.OOX|XXXXXX", "C7"),
    ),
    ("double-atari", ("9x9 A9 X=black X O.OX|.X.X|X#X#", "B9"), ("9x9 A9 X=black X O.OX|.X.X|X#X#", "A8")),
    ("snapback", (TWO, "A9"), (THREE, "A9")),
    ("throw-in", (TWO, "A9"), (THREE, "B9")),
    ("false-eye", ("9x9 A9 X=black X .O.X|OXX#|.X##|X###", "C9"), (THREE, "B9")),
    (
        "ladder",
        ("9x9 A9 X=black X ......X|..x...X|.xO...X|.x....X|......X|......X|XXXXXX#", "D7 C6 C5 D6 E6 D5"),
        ("9x9 A9 X=black X ......X|..x...X|.xO...X|.x....X|......X|......X|XXXXXX#", "D7 C6 C5 D6"),
    ),
    (
        "net",
        ("5x5 A5 X=black X xx...|xO...|....*|...**|..***", "C3"),
        ("5x5 A5 X=black X xx...|xO...|....*|...**|..***", "C4"),
    ),
    ("placement", (THREE, "B9"), (FIRST_LINE, "E9")),
    ("connect-and-die", ("9x9 A9 X=black X .O.O.X|XXXXX#", "A9"), ("9x9 A9 X=black X .O.O.X|X.XXX#|#X####", "A9")),
    ("liberty-shortage", (THREE, "B9"), ("9x9 A9 X=black X ...O.X|OOOO.X|XXXXX#", "B9")),
    ("two-one-point", (THREE, "B9"), (THREE, "C9")),
    ("l-group", ("9x9 A9 X=black X ....X|...OX|.OOOX|XXXX#", "B9"), ("9x9 A9 X=black X ...OX|...OX|.OOOX|XXXX#", "B9")),
    (
        "squeeze",
        ("9x9 A9 X=black X ..O.X|.OO.X|XXXX#", "B9 A9 A8 B9"),
        ("9x9 A9 X=black X ..O.X|.OO.X|XXXX#", "B9 A9 D9 A8"),
    ),
    ("bent-four", ("9x9 A9 X=black X xx.OX|xOOOX|OOXX#|XX###", ""), ("9x9 A9 X=black X x..OX|xOOOX|OOXX#|XX###", "")),
    (
        "under-the-stones",
        ("19x19 A19 X=white O .O.OOX|...xOX|.OO.X#|XXXX##", "C18 C19 A18 A17 D19 D17 C19"),
        // On the vital point of what was taken: nakade.
        ("9x9 A9 X=black X xxx.OX|OOOOOX|XXXXX#", "pass D9 B9"),
    ),
];

#[test]
fn every_motif_has_a_case_that_shows_it_and_one_that_does_not() {
    let dead = Outcome::exactly(Class::Dead);
    for (id, (yes, line), (no, other)) in CASES {
        assert!(shows(id, yes, line, dead, true), "{id} in {yes} {line}");
        assert!(!shows(id, no, other, dead, true), "no {id} in {no} {other}");
    }
    assert!(!shows("placement", FIRST_LINE, "D9", dead, true), "a hane is none");
    let net = "5x5 A5 X=black X xx...|xO...|....*|...**|..***";
    assert!(!shows("placement", net, "C3", dead, true), "nor is a net");
    let touches_no_attacker = "9x9 A9 X=black O ...OX|O.OOX|..XXX|XX###";
    assert!(!shows("connection", touches_no_attacker, "B8", dead, true));
    assert!(shows("connection", &touches_no_attacker.replace("|..XXX", "|.xXXX"), "B8", dead, true));
    assert!(!shows("connection", "9x9 A9 X=black X ...OX|OO.OX|XXXXX", "C8", dead, true), "the attacker cuts");
    let ko = Outcome::ko(Role::Defender, 1);
    assert!(shows("ko", THREE, "B9", ko, false) && !shows("ko", THREE, "B9", dead, true));
    let lives = Outcome::between(Class::Seki, Class::Alive);
    let inside = "9x9 A9 X=black O .xx.OX|OOOOOX|XXXXX#";
    assert!(shows("seki", inside, "", lives, false));
    assert!(!shows("seki", inside, "", lives, true), "two eyes are no seki");
    assert!(!shows("seki", "9x9 A9 X=black O ...OX|OOOOX|XXXX#", "", lives, false));
    let tested: std::collections::BTreeSet<&str> = CASES.iter().map(|c| c.0).chain(["ko", "seki"]).collect();
    assert_eq!(tested, MOTIFS.iter().map(|m| m.id).collect(), "every motif of the list");
}

/// Does the solution tree show the motif: nothing in the main line, this refutation of a wrong
/// first move?
fn refutation_shows(id: &str, line: &str, moves: &str) -> bool {
    let problem = Problem::parse(line).unwrap();
    let area = Area::of(&problem.question, Exits::Free).unwrap();
    let root = area.state(&problem.question, problem.first, Supply::NONE);
    let refutation = plies(&problem, &area, moves);
    let dead = Outcome::exactly(Class::Dead);
    let scene = Scene::new(&problem, &area, dead, true, root, &[]).refuting(root, [&refutation[..]].into_iter());
    assert_eq!(scene.refutations[0].len(), refutation.len(), "{id}: {line} {moves}");
    shown(&scene).iter().any(|m| m.id == id)
}

#[test]
fn chains_that_run_and_do_not_get_away() {
    let dead = Outcome::exactly(Class::Dead);
    let room =
        |first: &str| format!("9x9 A9 X=black {first} ......X|..x...X|.xO...X|.x....X|......X|......X|......X|XXXXXX#");
    // In the main line and in a refutation, by the side that succeeds there.
    assert!(shows("ladder", &room("X"), "D7 C6 C5 D6 E6", dead, true));
    assert!(refutation_shows("ladder", &room("O"), "A9 D7 C6 C5 D6 E6 D5"));
    assert!(!refutation_shows("ladder", &room("X"), "D7 C6 C5 D6 E6"), "driven by the side that fails");
    // Not an atari each time; not the same chain; not a run.
    assert!(!shows("ladder", &room("X"), "D7 C6 D6 C5 D5", dead, true));
    assert!(!shows("ladder", &room("X"), "D7 A9 C6 A8 A7", dead, true));
    // A run that takes a stone is none: B7 was in atari itself.
    let takes = "9x9 A9 X=black X ......X|..x...X|.xO...X|OxO...X|.xO...X|......X|......X|XXXXXX#";
    assert!(!shows("ladder", takes, "D7 D6 D5 C4 B4", dead, true));
    // C5 has two ways to run: shut in from the diagonal; not by contact, from too far, nor where
    // nobody could get out.
    let open = |first: &str, end: &str| {
        let rows = ["......", ".xx...", ".xO...", "......", "......", "......"].map(|row| row.to_string() + end);
        format!("7x7 A7 X=black {first} !{}|{}", rows.join("|"), if end == "*" { "*******" } else { "XXXXXX#" })
    };
    assert!(shows("net", &open("X", "*"), "D4", dead, true));
    assert!(refutation_shows("net", &open("O", "*"), "A7 D4"));
    for far in ["D5", "E4", "E3", "A7"] {
        assert!(!shows("net", &open("X", "*"), far, dead, true), "{far}");
    }
    assert!(!shows("net", &open("X", "X"), "D4", dead, true), "a region without a way out");
    // A right first move that the main line does not begin with counts too; not where the main line
    // is a plain atari.
    let keyed = |line: &str, main: &str, key: &str| {
        let problem = Problem::parse(line).unwrap();
        let area = Area::of(&problem.question, Exits::Free).unwrap();
        let root = area.state(&problem.question, problem.first, Supply::NONE);
        let of = |moves: &str| plies(&problem, &area, moves);
        let scene = Scene::new(&problem, &area, dead, true, root, &of(main)).keyed(root, of(key).into_iter());
        shown(&scene).iter().any(|m| m.id == "net")
    };
    assert!(keyed(&open("X", "*"), "E3", "D4") && !keyed(&open("X", "*"), "E3", "A7"));
    assert!(!keyed(&open("X", "*").replace("xO...", "xOO.."), "E3", "D4"), "it still has a free step");
    assert!(!keyed("7x7 A7 X=black X !......*|.xx...*|.xO...*|o.....*|x.....*|......*|*******", "A5", "D4"));
    // The defender's net on a cutting stone counts where it is captured in the line.
    let cut = "9x9 A9 X=black O ......X|..OO..X|.Ox...X|.O....X|......X|......X|XXXXXX#";
    assert!(shows("net", cut, "D6 C6 C5 D7 E7", Outcome::between(Class::Seki, Class::Alive), true));
    assert!(!shows("net", cut, "D6", Outcome::between(Class::Seki, Class::Alive), true));
}

#[test]
fn every_closer_has_a_case_that_it_closes_and_one_that_it_does_not() {
    let closes = |closer: ClosedBy, line: &str, moves: &str| {
        let problem = Problem::parse(line).unwrap();
        let area = Area::of(&problem.question, Exits::Free).unwrap();
        let root = area.state(&problem.question, problem.first, Supply::NONE);
        let scene = Scene::new(&problem, &area, Outcome::UNKNOWN, true, root, &plies(&problem, &area, moves));
        closer.close(&area, &scene.end)
    };
    let open = "5x5 A5 X=black O xx...|xO...|....*|...**|..***";
    assert_eq!(closes(ClosedBy::Capture, TWO, "A9 pass B9"), Some(true));
    assert_eq!(closes(ClosedBy::Capture, TWO, "A9"), None);
    assert_eq!(closes(ClosedBy::Escape, open, "E3"), Some(false));
    assert_eq!(closes(ClosedBy::Escape, open, "C3"), None);
    assert_eq!(closes(ClosedBy::TwoEyes, "9x9 A9 X=black X .O.OX|OOOOX|XXXX#", ""), Some(false));
    assert_eq!(closes(ClosedBy::TwoEyes, "9x9 A9 X=black X .O.OX|OO.OX|XXXX#", ""), None);
    assert_eq!(closes(ClosedBy::NoEyeSpace, TWO, ""), Some(true));
    assert_eq!(closes(ClosedBy::NoEyeSpace, THREE, ""), None);
    assert_eq!(closes(ClosedBy::Nakade, THREE, "B9"), Some(true));
    assert_eq!(closes(ClosedBy::Nakade, THREE, "A9"), None);
}

/// On every position of the whole graphs of random regions, what a closer says is what is so: a
/// capture however many threats the defender has (three here), life however many the attacker has.
#[test]
fn closers_never_lie() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut spoke = [0_u32; 5];
    let mut areas = 0;
    while areas < 15 {
        let Some(question) = enclosed(&mut rng, 6) else { continue };
        let Ok(area) = Area::of(&question, Exits::Free) else { continue };
        let game = LifeGame { area };
        let graph = |supply: Supply| {
            let roots = Role::ALL.map(|first| game.area.state(&question, first, supply));
            fixpoint(&game, roots, &Limits::default().with_memory(60 << 20))
        };
        let (kills, lives) = (graph(Supply(-3)), graph(Supply::ATTACKER_UNLIMITED));
        if !kills.graph().is_complete() || !lives.graph().is_complete() {
            continue;
        }
        areas += 1;
        for (labels, kill) in [(&kills, true), (&lives, false)] {
            for at in labels.graph().positions() {
                for closer in CLOSERS {
                    if closer.close(&game.area, at) == Some(kill) {
                        spoke[closer as usize] += 1;
                        assert_eq!(
                            labels.value(at) == Some(Value::Win),
                            kill,
                            "{closer:?} {}\n{at:?}",
                            question.picture()
                        );
                    }
                }
            }
        }
    }
    assert!(spoke[0] > 100 && spoke[2] > 10 && spoke[3] > 100 && spoke[4] > 0, "{spoke:?}");
}

#[test]
fn left_out_closers_say_nothing() {
    let problem = Problem::parse(THREE).unwrap();
    let area = Area::of(&problem.question, Exits::Free).unwrap();
    let root = area.state(&problem.question, Role::Attacker, Supply::NONE);
    let middle = area.play(&root, plies(&problem, &area, "B9")[0]).unwrap();
    assert_eq!(Closers::default().decide(&area, &middle), Some((true, ClosedBy::Nakade)));
    assert_eq!(Closers::default().without(ClosedBy::Nakade).decide(&area, &middle), None);
    assert_eq!(Closers::keep(|id| id == "nakade").decide(&area, &middle), Some((true, ClosedBy::Nakade)));
}
