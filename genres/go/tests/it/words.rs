//! What is told of a problem is so.

use std::collections::BTreeMap;
use tesuji_genre::{
    EnumerateRequest, GenerateRequest, Genre, GradeRequest, HintRequest, Marks, Medium, PositionActions, Record,
};
use tesuji_go::{Problem, Question, Tsumego, genres};
use tesuji_solver::{Limits, TechniqueId};

fn genre() -> &'static dyn Genre {
    genres()[0]
}

fn solved(line: &str) -> Record {
    let puzzle = genre().parse(line).unwrap().puzzle;
    let solution = genre().solve(&puzzle, &Limits::default()).unwrap().solutions.remove(0);
    Record { solution: Some(solution), ..puzzle.record() }
}

fn hint(line: &str) -> Option<(TechniqueId, String)> {
    let puzzle = genre().parse(line).unwrap().puzzle;
    let hint = genre().hint(&puzzle, None, &HintRequest::new(genre().catalog())).unwrap();
    hint.step().map(|step| (step.deduction.technique, step.words))
}

/// The rectangular eight in the corner lives either way, but with two eyes only if White moves
/// first.
#[test]
fn seki_by_the_other_side_is_not_settled() {
    let eight = "19x19 A5 X=black O XXXXX|OOOOX|...OX|...OX|...OX";
    let words = Tsumego.tell(&solved(eight)).unwrap();
    assert!(words.contains("white first: ALIVE") && words.contains("black first: SEKI"), "{words}");
    assert!(!words.contains("settled") && words.contains("life whoever moves first"), "{words}");
    assert!(hint(eight).unwrap().1.contains("two eyes"));
    let settled = "19x19 A19 X=black O .O.OX|OOOOX|XXXXX";
    assert!(Tsumego.tell(&solved(settled)).unwrap().contains("settled: no move changes anything"));
    assert_eq!(hint(settled), None);
}

/// Where a name comes from the answer to a wrong move, it is told as such.
#[test]
fn names_of_answers_are_told_apart() {
    let line = "19x19 A19 X=black X ....X|...OX|Ox.OX|OOOOX|XXXX#";
    let puzzle = genre().parse(line).unwrap().puzzle;
    let catalog = genre().catalog().clone();
    let want = GradeRequest::new(catalog, Limits::default());
    let graded = genre().grade(&puzzle, None, &want).unwrap();
    let words = graded.words.join("\n");
    // C19 is answered by a stone that shuts it in from the diagonal.
    assert!(words.contains("It shows: placement, 2-1 point.\nAnswers to wrong moves show: net."), "{words}");
    assert!(graded.info.techniques.contains_key("net"), "{:?}", graded.info.techniques);
}

/// A ban binds the side that would retake, not the one that took.
#[test]
fn bans_are_told_to_whom_they_bind() {
    let drawn = |first: &str, medium| {
        let puzzle = genre().parse(&format!("19x19 A4 X=white {first} XXXX#|OOOX#|.OxkX|O.OxX")).unwrap().puzzle;
        genre().draw(&puzzle, None, &Marks::default(), medium).unwrap()
    };
    for (first, is_banned) in [("X", false), ("O", true)] {
        assert_eq!(drawn(first, Medium::Unicode).contains("ko: no move at D2"), is_banned, "{first}");
        assert_eq!(drawn(first, Medium::Svg).contains("width=\"14\""), is_banned, "{first}");
    }
}

#[test]
fn a_ban_wants_a_ko() {
    for (picture, place) in [
        (".k.OX|OOOOX|XXXXX", "row 1, column 2"),
        ("k..OX|OOOOX|XXXXX", "row 1, column 1"),
        ("OkxOX|OOxOX|.OOOX|XXXXX", "row 1, column 2"),
    ] {
        let why = Question::from_picture(picture).unwrap_err().to_string();
        assert!(why.starts_with(place) && why.contains("no ko"), "{why}");
    }
    // Two stones have no ko between them, nor has one with another liberty.
    assert!(Question::from_picture("kxOX|xOOX|.OOX|XXXX").is_ok());
    assert!(Question::from_picture("kxOX|xOOX|xO.X|XXXX").is_ok(), "B9 is alone");
    assert!(Question::from_picture("kxxOX|xOOOX|x.OOX|XXXXX").is_err());
}

/// The attacker fills liberties outside when he likes: they save no bent four.
#[test]
fn a_bent_four_is_one_with_liberties_outside() {
    for picture in ["xxx.OX|.OOOOX|OOXXXX|XXXXXX", "xxx.O.X|.OOOOXX|OOXXXX#|XXXXXX#", "xxx.O.X|.OOOO.X|OOXXXXX|XXXXXXX"]
    {
        let line = format!("19x19 A19 X=black X {picture}");
        assert!(Problem::parse(&line).unwrap().question.is_bent_four_in_the_corner(), "{picture}");
        assert!(Tsumego.tell(&solved(&line)).unwrap().contains("by rule: DEAD (bent four"), "{picture}");
    }
    // Liberties along the edge up to where the region ends are outside, too.
    for picture in ["!xxx.O..*#|.OOOO.XX#|OOXXXXX##|XXXXX####", "!xxx.O.x.*#|.OOOO.XXX#|OOXXXXXX##|XXXXX#####"] {
        let line = format!("19x19 A19 X=black X {picture}");
        assert!(Problem::parse(&line).unwrap().question.is_bent_four_in_the_corner(), "{picture}");
    }
    let other = Problem::parse("19x19 A19 X=black X xx..O.X|.OOOOXX|OOXXXX#|XXXXXX#").unwrap();
    assert!(!other.question.is_bent_four_in_the_corner());
}

/// The answer to a liberty filled outside is a net; the key move is none.
#[test]
fn hints_name_what_the_next_moves_show() {
    let (technique, words) = hint("19x19 A19 X=white X x..XX#|..OOXX|O..O.X|.OOXX#|XXX###").unwrap();
    assert!(words.contains("kills Black: C19."), "{words}");
    assert_ne!(technique.as_str(), "net");
}

/// A technique that is left out is no reason.
#[test]
fn words_have_no_technique_that_is_left_out() {
    let puzzle = genre().parse("19x19 A19 X=black O ...OX|.xOOX|OOOXX|XXXX#").unwrap().puzzle;
    let graded = |without: &[&'static str]| {
        let without: Vec<TechniqueId> = without.iter().map(|id| TechniqueId::new(id)).collect();
        let catalog = genre().catalog().without(&without);
        let want = GradeRequest::new(catalog, Limits::default());
        genre().grade(&puzzle, None, &want).unwrap().words.join("\n")
    };
    assert!(graded(&[]).contains("two eyes are secure"), "{}", graded(&[]));
    assert!(!graded(&["two-eyes"]).contains("two eyes are secure"), "{}", graded(&["two-eyes"]));
}

fn generate(set: &[(&str, &str)]) -> Result<Vec<Record>, tesuji_genre::Bad> {
    let want = GenerateRequest {
        set: set.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        limits: Limits::default().with_nodes(4_000),
        threads: 2,
        ..GenerateRequest::default()
    };
    let mut records = Vec::new();
    genre().generate(&want, &mut |r| records.push(r)).map(|_| records)
}

/// What no problem can be is said at once, not after all candidates.
#[test]
fn requests_that_contradict_themselves_are_refused() {
    for (set, at) in [
        (&[("shows", "ko"), ("ko", "no")][..], "ko"),
        (&[("shows", "seki"), ("task", "kill")], "shows"),
        (&[("shows", "block"), ("task", "kill")], "shows"),
        (&[("shows", "placement"), ("task", "live")], "shows"),
        (&[("shows", "bent-four"), ("place", "centre")], "shows"),
        (&[("shows", "two-one-point"), ("place", "side")], "shows"),
        (&[("shows", "vital-point,block")], "shows"),
        (&[("shows", "net,placement")], "shows"),
        (&[("shows", "seki"), ("ko", "only")], "shows"),
        (&[("ring", "wall")], "ring"),
    ] {
        assert_eq!(generate(set).unwrap_err().at.as_deref(), Some(at), "{set:?}");
    }
    let made = generate(&[("shows", "ko"), ("region", "4-7")]).unwrap();
    assert!(made[0].solution.as_ref().unwrap()["outcome"].as_str().unwrap().starts_with("KO"));
}

#[test]
fn enumerate_takes_no_option_of_generate() {
    for (key, value) in [("shows", "ko"), ("region", "3"), ("origin", "game")] {
        let want = EnumerateRequest {
            size: "2x2".to_string(),
            minimal: false,
            modulo_symmetry: true,
            grids: false,
            count_only: true,
            set: BTreeMap::from([(key.to_string(), value.to_string())]),
            limits: Limits::solutions(usize::MAX),
        };
        let bad = genre().enumerate(&want, &mut |_| ()).unwrap_err();
        assert_eq!(bad.at.as_deref(), Some(key), "{bad}");
    }
}

/// The first stage of a hint says where to look and for what, and not the move.
#[test]
fn a_first_hint_does_not_name_the_move() {
    let puzzle = "19x19 A19 X=black O ...OX|..OOX|OOOXX|XXX##";
    let parsed = genre().parse(puzzle).unwrap().puzzle;
    let want = tesuji_genre::HintRequest::new(genre().catalog());
    let step = genre().hint(&parsed, None, &want).unwrap().step().unwrap();
    assert!(step.words.contains("B19"), "{}", step.words);
    let (words, marks) = tesuji_go::first_hint(puzzle, &step).unwrap();
    assert!(words.starts_with("Look around") && words.contains("The idea: "), "{words}");
    assert!(marks.moves.is_empty() && marks.placed.is_empty() && marks.cells.len() > 2, "{marks:?}");
    let other = tesuji_genre::Step { marks: tesuji_genre::Marks::default(), ..step };
    assert!(tesuji_go::first_hint(puzzle, &other).is_none());
}
