//! Problems that were once answered wrongly, or not at all, with the right answers.

use serde_json::Value;
use std::collections::BTreeSet;
use tesuji_genre::{Choosing, Genre, Parsed};
use tesuji_go::{Analysis, Color, Problem, genres};
use tesuji_solver::{Limits, Stop};

const NODES: u64 = 200_000;

fn genre() -> &'static dyn Genre {
    genres()[0]
}

fn limits() -> Limits {
    Limits::default().with_nodes(NODES)
}

/// The only problem of a document, with what it leaves open chosen.
fn settled(sgf: &str, target: Option<&str>) -> Result<Parsed, String> {
    let mut found = Vec::new();
    genre().read(sgf.as_bytes(), &mut |one| found.push(one));
    assert_eq!(found.len(), 1, "{sgf}");
    let choosing = Choosing { nodes: NODES, target: target.map(str::to_string), ..Choosing::default() };
    found.remove(0).and_then(|parsed| parsed.settled(&choosing)).map_err(|bad| bad.to_string())
}

/// What is found of a line, and the positions that it took.
fn solved(line: &str) -> (Value, Stop, u64) {
    let puzzle = genre().parse(line).unwrap().puzzle;
    let mut found = genre().solve(&puzzle, &limits()).unwrap();
    (found.solutions.remove(0).into(), found.stop, found.stats.nodes)
}

fn words(found: &Value, name: &str) -> BTreeSet<String> {
    found[name].as_array().into_iter().flatten().map(|w| w.as_str().unwrap().to_string()).collect()
}

/// The group that is shut in is asked about, whoever's it is; or it is said that none was chosen,
/// and what each would be.
#[test]
fn the_group_that_is_meant_is_asked_about() {
    let corner = "(;FF[4]GM[1]SZ[19]PL[B]AB[ec][fc][gc][hc][dd][ce][de]AW[eb][fb][gb][cc][cd])";
    match settled(corner, None) {
        Ok(parsed) => {
            let problem = Problem::parse(&parsed.puzzle.text).unwrap();
            assert_eq!(problem.question.defender, Color::White, "{}", parsed.puzzle.text);
        }
        Err(why) => {
            assert!(why.contains("none were chosen") && why.contains("white's"), "{why}");
            assert!(why.contains("--target"), "{why}");
        }
    }
    // The mover's own group is shut in, and lives by one move.
    let own = "(;SZ[19]PL[B]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]C[Black to live])";
    let line = settled(own, None).unwrap().puzzle.text;
    assert_eq!(Problem::parse(&line).unwrap().question.defender, Color::Black, "{line}");
    let (found, ..) = solved(&line);
    assert!(words(&found, "keys").contains("B19"), "{found}");
}

/// The same on other boards: the mover's own row of three beside a group of the other side that
/// lives whoever moves, and two groups that both change, of which none is chosen.
#[test]
fn what_changes_is_asked_about() {
    let row = "AW[ab][bb][cb][da][db]AB[ac][bc][cc][dc][ec][eb][ea]";
    let living = "AB[jm][jl][kl][ll][ml][lm]AW[im][il][ik][jk][kk][lk][mk]";
    let line = settled(&format!("(;SZ[13]PL[W]{row}{living})"), None).unwrap().puzzle.text;
    assert_eq!(Problem::parse(&line).unwrap().question.defender, Color::White, "{line}");
    let (found, ..) = solved(&line);
    assert_eq!(words(&found, "keys"), BTreeSet::from(["B13".to_string()]), "{found}");
    let both = "AB[mb][lb][kb][ja][jb]AW[mc][lc][kc][jc][ic][ib][ia]";
    let why = settled(&format!("(;SZ[13]PL[W]{row}{both})"), None).unwrap_err();
    assert!(why.contains("none were chosen") && why.contains("--target"), "{why}");
}

/// A target that is named is asked about, also where another one is marked or would be chosen.
#[test]
fn a_target_can_be_named() {
    let own = "(;SZ[19]PL[B]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea])";
    for (point, color) in [("A18", Color::Black), ("A17", Color::White)] {
        let line = settled(own, Some(point)).unwrap().puzzle.text;
        assert_eq!(Problem::parse(&line).unwrap().question.defender, color, "{line}");
    }
    assert!(settled(own, Some("K10")).unwrap_err().contains("no stone at K10"));
    assert!(settled(own, Some("Z99")).unwrap_err().contains("no point"));
}

/// The move of a stored solution tells which of two groups is meant.
#[test]
fn a_stored_solution_tells_the_target() {
    // The same corner twice, Black to move: he lives in the one by its middle, and kills in the
    // other.
    let corners = "AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]\
                   AW[qr][rr][sr][pr][ps]AB[pq][qq][rq][sq][oq][or][os]";
    for (mv, color) in [("ba", Color::Black), ("rs", Color::White)] {
        let sgf = format!("(;SZ[19]PL[B]{corners}(;B[{mv}]C[Correct])(;B[jj]C[Wrong]))");
        let line = settled(&sgf, None).unwrap().puzzle.text;
        assert_eq!(Problem::parse(&line).unwrap().question.defender, color, "{line}");
    }
    // Without it none is chosen.
    let why = settled(&format!("(;SZ[19]PL[B]{corners})"), None).unwrap_err();
    assert!(why.contains("black's") && why.contains("white's") && why.contains("none were chosen"), "{why}");
}

/// A group that lives as it stands, the defender to move: settled, without a look at moves
/// elsewhere.
#[test]
fn a_group_that_lives_as_it_stands_is_settled() {
    let enclosed = "AB[ab][bb][cb][db][ba][da]AW[ac][bc][cc][dc][ec][eb][ea]";
    let open = "AB[ab][bb][cb][db][ba][da]AW[ac][cc][dc][eb]";
    let side = "AB[ai][bi][bj][ak][bk][bl][am][bm]AW[ah][bh][ch][ci][cj][ck][cl][cm][cn][bn][an]";
    for (stones, mark) in [(enclosed, "ab"), (open, "ab"), (side, "bk")] {
        let line = settled(&format!("(;SZ[19]PL[B]{stones}TR[{mark}])"), None).unwrap().puzzle.text;
        let (found, stop, nodes) = solved(&line);
        assert_eq!(stop, Stop::Exhausted, "{found}");
        let outcome = found["outcome"].as_str().unwrap();
        assert!(outcome.contains("ALIVE") && found.get("keys").is_none(), "{line}: {found}");
        assert!(nodes < 20_000, "{line}: {nodes} positions");
    }
}

/// Bent four in the corner, filled or not: the rule is told beside the ko.
#[test]
fn bent_four_is_told_by_its_rule_before_it_is_filled() {
    let unfilled = [".X.OX", "XOOOX", ".OOOX", "OOOOX", "XXXXX"];
    let turned: Vec<String> =
        (0..5).map(|x| unfilled.iter().map(|row| row.chars().nth(x).unwrap()).collect()).collect();
    let filled = ["XX.OX", "XOOOX", ".OOOX", "OOOOX", "XXXXX"];
    let right: Vec<String> = unfilled.iter().map(|row| row.chars().rev().collect()).collect();
    let line =
        |corner: &str, first: &str, rows: &[String]| format!("19x19 {corner} X=black {first} {}", rows.join("|"));
    let owned = |rows: &[&str]| rows.iter().map(|row| row.to_string()).collect::<Vec<_>>();
    for first in ["X", "O"] {
        for line in [
            line("A19", first, &owned(&unfilled)),
            line("A19", first, &turned),
            line("A19", first, &owned(&filled)),
            line("P19", first, &right),
        ] {
            // (Small letters: the attacker's stones inside.)
            let line = inside(&line);
            let (found, ..) = solved(&line);
            assert!(found["outcome"].as_str().unwrap().starts_with("KO"), "{line}: {found}");
            assert!(found["by_rule"].as_str().is_some_and(|rule| rule.starts_with("DEAD")), "{line}: {found}");
        }
    }
    // The same away from the corner is none.
    let side = inside("19x19 A10 X=black O XXXXX|OOOOX|.X.OX|XOOOX|.OOOX|OOOOX|XXXXX");
    let (found, ..) = solved(&side);
    assert!(found.get("by_rule").is_none(), "{found}");
}

/// Attacker stones that touch no other outer one as small letters: those of rows and columns before
/// the wall.
fn inside(line: &str) -> String {
    let (head, picture) = line.rsplit_once(' ').unwrap();
    let rows: Vec<&str> = picture.split('|').collect();
    let is_wall = |y: usize, x: usize| {
        let all_outer = |mut cells: Box<dyn Iterator<Item = char> + '_>| cells.all(|c| matches!(c, 'X' | '#'));
        all_outer(Box::new(rows[y].chars()))
            || all_outer(Box::new(rows.iter().map(move |row| row.chars().nth(x).unwrap())))
    };
    let glyph = |y: usize, x: usize, c: char| if c == 'X' && !is_wall(y, x) { 'x' } else { c };
    let rows: Vec<String> = rows
        .iter()
        .enumerate()
        .map(|(y, row)| row.chars().enumerate().map(|(x, c)| glyph(y, x, c)).collect())
        .collect();
    format!("{head} {}", rows.join("|"))
}

/// All right first moves are listed, images of each other too.
#[test]
fn keys_hold_mirror_images() {
    for line in [
        "19x19 P5 X=white X ###XX|##XOO|#XO..|XO...|XO...",
        "19x19 A19 X=black O ...OX|...OX|...OX|OOOOX|XXXXX",
        "19x19 F19 X=black X XO....OX|XOOOOOOX|XXXXXXXX",
    ] {
        let problem = Problem::parse(line).unwrap();
        let (found, stop, _) = solved(line);
        assert_eq!(stop, Stop::Exhausted, "{line}: {found}");
        let h = problem.question.board.size().1;
        let keys = words(&found, "keys");
        let images = problem.automorphisms();
        assert!(images.len() > 1, "{line}");
        for key in &keys {
            let p = tesuji_go::Point::parse(key, 19, h).unwrap();
            let all: BTreeSet<String> = images.iter().map(|&s| problem.image_of(p, s).name(h)).collect();
            assert!(all.is_subset(&keys), "{line}: {key} of {keys:?}");
        }
    }
}

/// Moves that succeed: keys, or such of which it is not shown that they are needed.
fn succeeding(found: &Value) -> BTreeSet<String> {
    words(found, "keys").into_iter().chain(words(found, "moves")).collect()
}

/// Right first moves beyond the region are told as well, as far as few positions show them.
#[test]
fn keys_beyond_the_region_are_told() {
    let (found, ..) = solved("19x19 A15 X=white X !##XXX|#*.OX|##*.X|###*X|##### X+E10,E9,E8,B16 O+D9,D8,D7");
    assert_eq!(found["outcome"], "DEAD", "{found}");
    let keys = succeeding(&found);
    assert!(["B13", "C12"].iter().all(|key| keys.contains(*key)), "{found}");
}

/// One reader is behind `solve` and the commands of GTP: what it decides for the one it decides for
/// the other, moves included.
#[test]
fn solve_and_gtp_say_the_same() {
    let problems = [
        "(;SZ[9]PL[B]AB[ib][cc][dc][ec][fc][fd][gd][ge][he][gf][gg]AW[gb][gc][hd][id]TR[gb])",
        "(;SZ[9]PL[W]AB[af][bf][bh][ch][eh][ei]AW[ad][ah][be][ce][cf][df][dg][eg][fg][fi]TR[bh][ch])",
        "(;SZ[19]PL[W]AB[cp][dp][ep][fp][bq][gq][br][gr][bs][gs]AW[bn][cn][dn][en][fn][gn][bo][fo][go][bp][gp][cq][dq][eq][fq]TR[cp])",
    ];
    for sgf in problems {
        let line = settled(sgf, None).unwrap().puzzle.text;
        let problem = Problem::parse(&line).unwrap();
        let (found, ..) = solved(&line);
        let q = &problem.question;
        let stone = q.target.first().unwrap();
        let asked = Analysis::of(&q.board, stone, problem.color()).unwrap();
        // Each side has half of the nodes.
        let limits = Limits::default().with_nodes(2 * NODES);
        let side = usize::from(problem.color() == Color::White);
        let status = asked.status(&limits).unwrap();
        let is_same =
            |outcome: &str| found["outcome"] == outcome || found["outcome"] == "SEKI or ALIVE" && outcome == "ALIVE";
        assert!(is_same(&status.sides[side].outcome.to_string()), "{line}: {found} {status}");
        let keys = asked.keys(&limits).unwrap();
        let h = q.board.size().1;
        let right: BTreeSet<String> = keys.sides[side].right.iter().map(|p| p.name(h)).collect();
        if keys.sides[side].settled {
            assert!(found.get("keys").is_none(), "{line}: {found} {keys}");
        } else {
            let (told, open) = (succeeding(&found), words(&found, "undecided"));
            let left: BTreeSet<String> = keys.sides[side].open.iter().map(|p| p.name(h)).collect();
            assert!(
                !right.is_empty() && right.iter().all(|p| told.contains(p) || open.contains(p)),
                "{line}: {found} {keys}"
            );
            assert!(told.iter().all(|p| right.contains(p) || left.contains(p)), "{line}: {found} {keys}");
        }
    }
}
