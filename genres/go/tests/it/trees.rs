//! Solution trees in the manners of real sites, made from problems that this crate makes: no true
//! line is called wrong, and planted faults are found. (`TESUJI_TREES=200 cargo test -p tesuji-go
//! --test it trees` makes 200 of each.)

use std::fmt::Write;
use tesuji_genre::{Choosing, GenerateRequest, Genre, PositionActions, Record, Review};
use tesuji_go::{Color, DfPnReader, Point, Problem, Symmetry, Tsumego, genres};
use tesuji_sgf::{Collection, Move, Node};
use tesuji_solver::Limits;

const NODES: u64 = 60_000;

fn genre() -> &'static dyn Genre {
    genres()[0]
}

fn count() -> usize {
    std::env::var("TESUJI_TREES").ok().and_then(|v| v.parse().ok()).unwrap_or(60)
}

type Ply = (Color, Option<Point>);

/// A line from the first move on, and whether its first move is right.
#[derive(Clone)]
struct Line {
    moves: Vec<Ply>,
    is_right: bool,
}

/// A problem with its lines.
struct Case {
    problem: Problem,
    lines: Vec<Line>,
    keys: usize,
}

/// Problems that were made, and two with several right moves.
fn cases() -> Vec<Case> {
    let want = |seed: u64, task: &str| GenerateRequest {
        set: [("task", task), ("origin", "enclosure"), ("region", "4-6")]
            .map(|(k, v)| (k.to_string(), v.to_string()))
            .into(),
        count: 4,
        seed,
        limits: Limits::default().with_nodes(4_000),
        threads: 2,
        ..GenerateRequest::default()
    };
    let mut records: Vec<Record> = Vec::new();
    for (seed, task) in [(1, "kill"), (2, "live")] {
        genre().generate(&want(seed, task), &mut |r| records.push(r)).unwrap();
    }
    for line in ["19x19 A19 X=black O ...OX|...OX|OOOOX|XXXXX", "19x19 F19 X=black O XO....OX|XOOOOOOX|XXXXXXXX"] {
        let puzzle = genre().parse(line).unwrap().puzzle;
        let solution = genre().solve(&puzzle, &Limits::default()).unwrap().solutions.pop();
        records.push(Record { solution, ..puzzle.record() });
    }
    let cases: Vec<Case> = records.iter().filter_map(case).collect();
    assert!(cases.len() >= 6 && cases.iter().any(|c| c.keys > 1), "{}", cases.len());
    cases
}

fn case(record: &Record) -> Option<Case> {
    let problem = Problem::parse(&record.puzzle).ok()?;
    let solution = record.solution.as_ref()?;
    let (sgf, _) = Collection::parse(solution["tree"].as_str()?.as_bytes());
    let root = sgf.roots().next()?;
    // Lines in which a ko is retaken after a threat are left out: files write threats in their
    // own ways.
    let firsts = root.children().filter(|first| !first.main_line().any(|node| node.has("KO")));
    let lines: Vec<Line> = firsts.map(|first| line(&problem, first)).collect();
    let keys = solution["keys"].as_array()?.len();
    (lines.iter().any(|l| l.is_right) && lines.iter().any(|l| !l.is_right)).then_some(Case { problem, lines, keys })
}

fn line(problem: &Problem, first: Node<'_>) -> Line {
    let (w, h) = problem.question.board.size();
    let size = tesuji_sgf::BoardSize { width: w, height: h };
    let ply = |node: Node<'_>| {
        let (color, mv) = node.stone_played(size)?;
        let color = if color == tesuji_sgf::Color::Black { Color::Black } else { Color::White };
        let point = if let Move::At(p) = mv { Some(Point::new(p.x, p.y)) } else { None };
        Some((color, point))
    };
    Line { moves: first.main_line().filter_map(ply).collect(), is_right: first.has("TE") }
}

impl Case {
    fn image(&self, symmetry: Symmetry) -> Case {
        let size = self.problem.question.board.size();
        let ply = |&(color, p): &Ply| (symmetry.color(color), p.map(|p| symmetry.point(p, size)));
        let lines = self.lines.iter().map(|l| Line { moves: l.moves.iter().map(ply).collect(), ..l.clone() });
        Case { problem: self.problem.image(symmetry), lines: lines.collect(), keys: self.keys }
    }
}

/// How sites say what is right and wrong: on the first move, within a line, and on its last move.
#[derive(Clone, Copy)]
struct Manner {
    name: &'static str,
    first: [&'static str; 2],
    within: &'static str,
    last: [&'static str; 2],
}

const MANNERS: [Manner; 10] = [
    Manner { name: "words", first: ["", ""], within: "", last: ["C[Correct. RIGHT]", "C[Wrong.]"] },
    Manner { name: "right alone", first: ["", ""], within: "", last: ["C[RIGHT]", ""] },
    Manner { name: "glued", first: ["", ""], within: "C[CHOICE]", last: ["C[Well done!FORCERIGHT]", "C[NOTTHIS]"] },
    Manner {
        name: "glued twice",
        first: ["C[FORCE]", "C[CHOICE]"],
        within: "",
        last: ["C[okRIGHTCHOICE]", "C[No way out]"],
    },
    Manner { name: "who is better", first: ["", ""], within: "", last: ["?", "!"] },
    Manner { name: "moves", first: ["TE[1]", "BM[1]"], within: "", last: ["", ""] },
    Manner { name: "signs", first: ["", ""], within: "", last: ["C[+]", "C[-]"] },
    Manner { name: "praise", first: ["C[Good!]", "C[Bad.]"], within: "", last: ["", ""] },
    Manner { name: "interesting", first: ["IT[]", "DO[]"], within: "", last: ["", ""] },
    Manner { name: "Chinese", first: ["", ""], within: "", last: ["C[正解]", "C[失败]"] },
];
/// Nothing is marked.
const NONE: Manner = Manner { name: "none", first: ["", ""], within: "", last: ["", ""] };

fn letters(p: Point) -> String {
    [p.x, p.y].map(|v| char::from(b'a' + v)).iter().collect()
}

/// Which stones are marked.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    All,
    One,
    None,
}

/// The file of a problem with lines; each with what it says of them.
fn file(problem: &Problem, lines: &[(Line, bool)], manner: Manner, target: Target) -> String {
    let q = &problem.question;
    let (w, _) = q.board.size();
    let mut text = format!("(;GM[1]FF[4]SZ[{w}]PL[{}]", if problem.color() == Color::Black { "B" } else { "W" });
    let mut list = |name: &str, points: Vec<Point>| {
        if !points.is_empty() {
            text += name;
            points.into_iter().for_each(|p| text += &format!("[{}]", letters(p)));
        }
    };
    list("AB", q.board.stones(Color::Black).iter().collect());
    list("AW", q.board.stones(Color::White).iter().collect());
    let stones = q.target & q.board.stones(q.defender);
    list(
        "TR",
        stones
            .iter()
            .take(match target {
                Target::All => usize::MAX,
                Target::One => 1,
                Target::None => 0,
            })
            .collect(),
    );
    for (Line { moves, .. }, says_right) in lines {
        let which = usize::from(!says_right);
        text += "(";
        for (i, &(color, p)) in moves.iter().enumerate() {
            let name = if color == Color::Black { "B" } else { "W" };
            let _ = write!(text, ";{name}[{}]", p.map_or(String::new(), letters));
            let is_last = i + 1 == moves.len();
            // A comment stands once in a node.
            let is_said = is_last && manner.last[which].starts_with('C');
            text += if i == 0 && !is_said { manner.first[which] } else { "" };
            text += if i > 0 && !is_last { manner.within } else { "" };
            if is_last {
                let own = problem.color() == Color::Black;
                text += match manner.last[which] {
                    "?" if own => "GB[1]",
                    "?" => "GW[1]",
                    "!" if own => "GW[1]",
                    "!" => "GB[1]",
                    said => said,
                };
            }
        }
        text += ")";
    }
    text + ")"
}

fn reviewed(text: &str) -> Review {
    let mut all = Vec::new();
    genre().read(text.as_bytes(), &mut |one| all.push(one.unwrap()));
    let parsed = all.remove(0).settled(&Choosing { nodes: NODES, is_reviewed: true, ..Choosing::default() }).unwrap();
    Tsumego.review(&parsed.puzzle, &parsed.notes, &Limits::default().with_nodes(NODES)).unwrap().unwrap()
}

/// The right lines first, each with what is so.
fn true_lines(case: &Case) -> Vec<(Line, bool)> {
    let (right, wrong): (Vec<Line>, Vec<Line>) = case.lines.iter().cloned().partition(|l| l.is_right);
    right.into_iter().chain(wrong).map(|l| (l.clone(), l.is_right)).collect()
}

#[test]
fn true_lines_are_as_the_file_says() {
    let cases = cases();
    let (mut known, mut files) = (0, 0);
    for n in 0..count() {
        let case = cases[n % cases.len()].image(Symmetry::ALL[n * 5 % Symmetry::ALL.len()]);
        let manner = if n % 11 == 10 { NONE } else { MANNERS[n % MANNERS.len()] };
        let target = [Target::All, Target::One, Target::None][n / 3 % 3];
        let mut lines = true_lines(&case);
        // Sites have the wrong lines first as often.
        if n % 2 == 1 && manner.name != NONE.name {
            lines.reverse();
        }
        let text = file(&case.problem, &lines, manner, target);
        let review = reviewed(&text);
        assert!(review.is_right, "{}: {}\n{text}", manner.name, review.verdict);
        files += 1;
        known += usize::from(review.verdict == "as the file says");
    }
    assert!(known * 10 >= files * 7, "{known} of {files}");
}

/// A teacher's commonest file: one line, nothing marked. A wrong one is told with its refutation, a
/// right one is not accused, nor found to be about another group.
#[test]
fn one_line_without_marks_is_judged() {
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.keys == 1).collect();
    let (mut told, mut files) = (0, 0);
    for n in 0..count().div_ceil(2) {
        let case = cases[n % cases.len()].image(Symmetry::ALL[n * 7 % Symmetry::ALL.len()]);
        let pick = |is_right: bool| {
            let lines: Vec<&Line> = case.lines.iter().filter(|line| line.is_right == is_right).collect();
            lines[n / cases.len() % lines.len()].clone()
        };
        let right = file(&case.problem, &[(pick(true), true)], NONE, Target::None);
        let review = reviewed(&right);
        assert!(review.is_right && !review.verdict.contains("another question"), "{}\n{right}", review.verdict);
        let mut wrong = pick(false);
        if n % 2 == 1 {
            wrong.moves.truncate(1);
        }
        let text = file(&case.problem, &[(wrong, true)], NONE, Target::None);
        let review = reviewed(&text);
        let refuted = review.remarks.iter().find(|r| r.is_fault && r.kind == "right line fails");
        told += usize::from(refuted.is_some_and(|r| !r.line.is_empty() || r.words.contains("whatever")));
        assert!(!review.is_right, "{}\n{text}", review.verdict);
        files += 1;
    }
    assert_eq!(told, files, "told with a refutation");
}

/// A file with a fault, by its kind, and what tells it.
fn planted(case: &Case, kind: usize) -> Option<(Vec<(Line, bool)>, &'static [&'static str])> {
    let mut lines = true_lines(case);
    match kind {
        // A right line that fails.
        0 => {
            let wrong = lines.iter_mut().find(|(l, _)| !l.is_right)?;
            wrong.1 = true;
            Some((lines, &["right line fails"]))
        }
        // A wrong line that works.
        1 => {
            let right = lines.iter_mut().find(|(l, _)| l.is_right)?;
            right.1 = false;
            Some((lines, &["wrong move works", "wrong line works"]))
        }
        // A second solution.
        2 => {
            let at = lines.iter().position(|(l, _)| l.is_right)?;
            lines.remove(at);
            (case.keys > 1).then_some((lines, &["second solution"]))
        }
        // A refutation that does not refute: the other side plays far away.
        _ => {
            let far = case.problem.question.board.empty() - case.problem.question.region;
            let far = far.iter().max_by_key(|p| {
                let of = |q: &Point| p.x.abs_diff(q.x).max(p.y.abs_diff(q.y));
                let stones = case.problem.question.board.all() - case.problem.question.board.empty();
                stones.iter().map(|q| of(&q)).min()
            })?;
            let (line, _) = lines.iter_mut().find(|(l, _)| !l.is_right)?;
            let (color, first) = line.moves[0];
            let q = case.problem.question.play(case.problem.first, first).ok()?;
            let q = q.play(case.problem.first.other(), None).ok()?;
            let read =
                DfPnReader::new().read_widening(&q, case.problem.first, &Limits::default().with_nodes(NODES)).ok()?;
            line.moves = vec![(color, first), (color.other(), Some(far))];
            let works = read.reading.outcome.succeeds(case.problem.first) == Some(true);
            works.then_some((lines, &["refutation fails"]))
        }
    }
}

#[test]
fn planted_faults_are_found() {
    let cases = cases();
    let mut found = [0; 4];
    for n in 0..count() {
        let kind = n % 4;
        // Only a problem with several right moves has a second solution.
        let fitting: Vec<&Case> = cases.iter().filter(|case| kind != 2 || case.keys > 1).collect();
        let case = fitting[n / 4 % fitting.len()].image(Symmetry::ALL[n * 3 % Symmetry::ALL.len()]);
        let Some((lines, kinds)) = planted(&case, kind) else { continue };
        // A lost mark is no fault where nothing else is said to be wrong.
        let explicit = [0, 4, 5, 6, 7, 8, 9];
        let manner = MANNERS[explicit[n % explicit.len()]];
        let target = if n % 3 == 0 { Target::One } else { Target::All };
        let text = file(&case.problem, &lines, manner, target);
        let review = reviewed(&text);
        let is_told = review.remarks.iter().any(|r| r.is_fault && kinds.contains(&r.kind.as_str()));
        assert!(is_told, "{} {}: {}\n{text}", manner.name, kinds[0], review.verdict);
        found[kind] += 1;
    }
    assert!(found.iter().all(|&n| n >= count() / 30), "{found:?}");
}
