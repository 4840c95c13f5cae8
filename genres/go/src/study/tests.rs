use super::*;
use crate::names::Closers;
use crate::read::sample::enclosed;
use crate::read::search::SearchJudge;
use crate::read::{Area, Exits, Reader, ReferenceReader};
use crate::{Class, Color, Point};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use tesuji_solver::Limits;

fn judged(line: &str) -> (Problem, Study, Lines, SearchJudge) {
    let problem = Problem::parse(line).unwrap();
    let area = Area::of(&problem.question, Exits::Free).unwrap();
    let mut judge = SearchJudge::new(area, &Limits::default());
    let study = study(&problem, &mut judge).unwrap();
    let lines = Lines::of(&study, &mut judge, Closers::default()).unwrap();
    (problem, study, lines, judge)
}

#[test]
fn three_in_a_row_has_one_key_for_either_side() {
    for first in ["X", "O"] {
        let (problem, study, lines, judge) = judged(&format!("9x9 A9 X=black {first} ...OX|OOOOX|XXXX#"));
        assert!(!study.is_settled());
        assert_eq!(study.keys_up_to_symmetry(&problem, &judge), [Point::new(1, 0)]);
        let main = lines.main.as_ref().unwrap();
        assert_eq!((main.horizon, main.plies.len()), (Some(0), 1), "the vital point decides at once");
        assert_eq!(lines.wrong.len(), 2);
        let tree = solution_tree(&problem, judge.area(), &study.root, &lines);
        assert!(tree.contains("TE[1]"), "{tree}");
        let (sgf, faults) = tesuji_sgf::Collection::parse(tree.as_bytes());
        assert!(faults.is_empty() && sgf.roots().len() == 1);
    }
}

/// Moves that the rule of ko forbids are marked in the tree, and no others; all the rest is legal
/// on the board itself.
#[test]
fn moves_that_need_a_threat_are_marked() {
    let mut marked = 0;
    for line in ["19x19 Q5 X=black X ##XX|#XOO|X.O.|XO..|#XO.", "19x19 A19 X=white X ...OX|...OX|OOOOX|XXXX#"] {
        let (problem, study, lines, judge) = judged(line);
        let tree = solution_tree(&problem, judge.area(), &study.root, &lines);
        let (sgf, _) = tesuji_sgf::Collection::parse(tree.as_bytes());
        let root = sgf.roots().next().unwrap();
        let size = root.board_size();
        for first in root.children() {
            let mut board = problem.question.board.clone();
            for node in first.main_line() {
                let (color, mv) = node.stone_played(size).unwrap();
                let color = if color == tesuji_sgf::Color::Black { Color::Black } else { Color::White };
                let Some(p) = mv.point().map(|p| Point::new(p.x, p.y)) else {
                    board.pass();
                    continue;
                };
                let forbidden = board.check(p, color) == Err(crate::Illegal::Ko);
                assert_eq!(node.has("KO"), forbidden, "{} in {tree}", p.name(size.height));
                marked += u32::from(forbidden);
                if forbidden {
                    board.pass();
                }
                board.play(p, color).unwrap();
            }
        }
    }
    assert!(marked > 1);
}

/// Along a line into a seki the attacker leaves no more than that, by the whole graph; at its end
/// every reply that would leave as much may be left unanswered.
#[test]
fn lines_into_a_seki_show_the_way_into_it() {
    let (_, study, lines, judge) = judged("19x19 A19 X=black O O...X|..OOX|...OX|XOOX#|#XX##");
    let area = judge.area();
    let plies = &lines.main.as_ref().unwrap().plies;
    let mut positions = vec![study.root];
    positions.extend(plies.iter().scan(study.root, |at, &ply| {
        *at = area.play(at, ply).unwrap();
        Some(*at)
    }));
    let along = positions.len();
    let end = positions[along - 1];
    for after in area.moves(&end).into_iter().filter_map(|reply| area.play(&end, reply)) {
        positions.extend([after, area.play(&after, Ply::PASS).unwrap()]);
    }
    let outcomes = ReferenceReader.read_all(area, &positions, &Limits::default()).unwrap();
    let classes: Vec<Class> = outcomes.iter().map(|o| o.class().unwrap()).collect();
    assert!(classes[..along].iter().all(|&c| c == Class::Seki), "{classes:?} along {plies:?}");
    assert!(plies.len() >= 3 && plies.len() % 2 == 1, "{plies:?}");
    let replies: Vec<_> = classes[along..].chunks(2).filter(|c| c[0] == Class::Seki).collect();
    assert!(!replies.is_empty() && replies.iter().all(|c| c[1] == Class::Seki), "{replies:?}");
}

#[test]
fn settled_groups_are_no_problems() {
    for line in
        ["9x9 A9 X=black X .O.OX|OOOOX|XXXX#", "9x9 A9 X=black X ..OX|OOOX|XXX#", "9x9 A9 X=black O ..OX|OOOX|XXX#"]
    {
        assert!(judged(line).1.is_settled(), "{line}");
    }
}

/// The same outcomes, right moves and lines from the search and from the whole graph, and the
/// outcome is that of the reference reader, which counts threats in its own way.
#[test]
fn judges_agree_on_random_positions() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut done, mut kos) = (0, 0);
    while done < 16 {
        let Some(question) = enclosed(&mut rng, 5) else { continue };
        let first = Role::ALL[done % 2];
        let problem = Problem::new(question, first);
        let area = Area::of(&problem.question, Exits::Free).unwrap();
        let limits = Limits::default().with_memory(60 << 20);
        let mut graph = GraphJudge::new(area.clone(), &limits);
        let Ok(slow) = study(&problem, &mut graph) else { continue };
        let mut search = SearchJudge::new(area, &Limits::default());
        let fast = study(&problem, &mut search).unwrap();
        assert_eq!(fast, slow, "{}", problem.print());
        let one = Lines::of(&fast, &mut search, Closers::default()).unwrap();
        let Ok(two) = Lines::of(&slow, &mut graph, Closers::default()) else { continue };
        assert_eq!(one, two, "{}", problem.print());
        let whole = ReferenceReader.read_first(&problem.question, first, &limits).unwrap().outcome;
        if !problem.question.is_captured() && whole.class().is_some() {
            let same = slow.outcome == whole || slow.outcome.lives() && whole.lives();
            assert!(same, "{}: {} and {whole}", problem.print(), slow.outcome);
        }
        done += 1;
        kos += usize::from(slow.outcome.class() == Some(Class::Ko));
    }
    println!("{kos} of {done} are kos");
}
