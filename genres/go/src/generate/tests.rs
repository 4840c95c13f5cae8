use crate::judge::{Who, judge};
use crate::names::Closers;
use crate::study::{Lines, study};
use crate::{Problem, Question, Role, Symmetry, genres};
use std::collections::BTreeMap;
use tesuji_genre::{GenerateRequest, Record};
use tesuji_solver::{Limits, Stop, Tier};

fn want(count: u64, seed: u64, set: &[(&str, &str)]) -> GenerateRequest {
    GenerateRequest {
        set: set.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect::<BTreeMap<_, _>>(),
        count,
        seed,
        limits: Limits::default().with_nodes(4_000),
        threads: 2,
        ..GenerateRequest::default()
    }
}

fn made(want: &GenerateRequest) -> Vec<Record> {
    let mut records = Vec::new();
    let report = genres()[0].generate(want, &mut |r| records.push(r)).unwrap();
    assert_eq!(report.stop, Stop::Enough, "{report:?}");
    records
}

/// What is promised of a problem, asked of the whole graph.
fn is_fine(record: &Record) {
    let problem = Problem::parse(&record.puzzle).unwrap();
    let limits = Limits::default().with_memory(400 << 20);
    let unique = |problem: &Problem| {
        let mut judge = judge(problem, &limits, Who::Graph).unwrap();
        let found = study(problem, &mut *judge).unwrap();
        let keys = found.keys_up_to_symmetry(problem, &*judge);
        (found.outcome, if found.is_settled() { Vec::new() } else { keys })
    };
    let now = unique(&problem);
    assert_eq!(now.1.len(), 1, "{}", record.puzzle);
    let stones = problem.question.region - problem.question.board.empty();
    for p in stones.iter() {
        if let Some(less) = super::without(&problem, p) {
            assert_ne!(unique(&less), now, "{}: {p:?} can be left out", record.puzzle);
        }
    }
    let mut judge = judge(&problem, &limits, Who::Graph).unwrap();
    let found = study(&problem, &mut *judge).unwrap();
    let lines = Lines::of(&found, &mut *judge, Closers::default()).unwrap();
    assert!(lines.main.is_some_and(|l| l.plies.len() >= 3), "{}", record.puzzle);
    assert!(lines.wrong.iter().filter(|l| l.is_plausible()).count() >= 2, "{}", record.puzzle);
}

#[test]
fn problems_have_one_key_and_no_stone_too_many() {
    for record in made(&want(1, 1, &[("region", "4-5")])) {
        is_fine(&record);
    }
}

/// Nothing has to be taken for granted on the board that is shown: each chain of the wall has its
/// liberties outside, and reading on the whole board does not take it, though the other side
/// begins.
#[test]
fn walls_hold_on_the_board_that_is_shown() {
    let cases = std::env::var("TESUJI_CASES").map_or(12, |n| n.parse().unwrap());
    let (reader, limits) = (crate::DfPnReader::new(), Limits::default().with_nodes(2_000));
    let mut asked = 0;
    let request = want(cases, 31, &[("region", "4-6"), ("ko", "any")]);
    for record in made(&GenerateRequest { limits: Limits::default().with_nodes(400 * cases), ..request }) {
        let question = Problem::parse(&record.puzzle).unwrap().question;
        assert!(question.thin_wall().is_empty(), "{}", record.puzzle);
        for chain in question.board.chains().filter(|c| c.stones.meets(&question.wall)) {
            assert!((chain.liberties - question.region).len() >= 3, "{}: {:?}", record.puzzle, chain.stones);
            let Ok(around) = Question::around(&question.board, &chain.stones) else { continue };
            let Ok(read) = reader.read_widening(&around, Role::Attacker, &limits) else { continue };
            asked += 1;
            assert_ne!(read.reading.outcome.class(), Some(crate::Class::Dead), "{}: {:?}", record.puzzle, chain.stones);
        }
    }
    assert!(asked > cases);
}

#[test]
fn each_origin_makes_problems_and_options_hold() {
    for origin in ["enclosure", "shape"] {
        let set = [("origin", origin), ("region", "4-7"), ("task", "kill"), ("place", "corner")];
        let record = &made(&want(1, 2, &set))[0];
        let problem = Problem::parse(&record.puzzle).unwrap();
        assert_eq!(problem.first, crate::Role::Attacker);
        assert_eq!(problem.place(), crate::Place::Corner);
        assert_eq!(record.extra["origin"], origin);
        assert!((4..=7).contains(&problem.empty().len()));
    }
}

#[test]
fn the_same_for_any_number_of_threads() {
    let one = GenerateRequest { threads: 1, ..want(3, 3, &[("region", "4-7")]) };
    assert_eq!(made(&one), made(&GenerateRequest { threads: 2, ..one.clone() }));
}

#[test]
fn wrong_options_are_named() {
    let genre = genres()[0];
    let bad = |want: &GenerateRequest| genre.generate(want, &mut |_| ()).unwrap_err();
    assert_eq!(bad(&want(1, 1, &[("region", "2-40")])).at.as_deref(), Some("region"));
    assert!(bad(&want(1, 1, &[("regin", "5")])).what.contains("region"));
    let mut large = want(1, 1, &[]);
    large.size = Some("40x40".into());
    assert_eq!(bad(&large).at.as_deref(), Some("size"));
    let mut easy = want(1, 1, &[]);
    (easy.tier, easy.needs) = (Some(Tier::Beginner), vec![tesuji_solver::TechniqueId::new("nakade")]);
    assert!(bad(&easy).what.contains("nakade"));
    assert_eq!(bad(&want(1, 1, &[("origin", "shape"), ("place", "centre")])).at.as_deref(), Some("origin"));
    let unknown = bad(&want(1, 1, &[("shows", "capture, snapbak")]));
    assert!(unknown.what.contains("no technique snapbak") && unknown.what.contains("snapback"), "{unknown:?}");
    // A motif is never needed: said at once, not after all candidates.
    let mut motif = want(1, 1, &[]);
    motif.needs = vec![tesuji_solver::TechniqueId::new("snapback")];
    assert!(bad(&motif).what.contains("`shows`"));
    let mut both = want(1, 1, &[("shows", "atari")]);
    both.without = vec![tesuji_solver::TechniqueId::new("atari")];
    assert_eq!(bad(&both).at.as_deref(), Some("shows"));
}

#[test]
fn solutions_show_what_is_asked_and_not_what_is_ruled_out() {
    let names = |record: &Record| record.grade.as_ref().unwrap().techniques.keys().cloned().collect::<Vec<_>>();
    for record in made(&want(3, 1, &[("shows", "vital-point"), ("region", "4-6")])) {
        assert!(names(&record).iter().any(|n| n == "vital-point"), "{record:?}");
    }
    let mut calm = want(3, 1, &[("region", "4-6")]);
    calm.without = vec![tesuji_solver::TechniqueId::new("atari")];
    for record in made(&calm) {
        let graded = genres()[0].grade(&genres()[0].parse(&record.puzzle).unwrap().puzzle, None, &all());
        assert!(!graded.unwrap().info.techniques.contains_key("atari"), "{record:?}");
    }
}

/// A grade with all names.
fn all() -> tesuji_genre::GradeRequest {
    let catalog = genres()[0].catalog().clone();
    tesuji_genre::GradeRequest::new(catalog, Limits::default())
}

/// Names, features and score do not depend on how the board is turned, who plays which colour, and
/// where at the side it is.
#[test]
fn images_of_a_problem_are_graded_alike() {
    let told = std::env::var("TESUJI_CASES").ok().and_then(|n| n.parse().ok());
    let grade = |puzzle: &str| {
        let read = genres()[0].parse(puzzle).unwrap();
        let graded = genres()[0].grade(&read.puzzle, None, &all()).unwrap();
        (graded.info.tier, graded.info.score, graded.info.techniques, graded.info.features)
    };
    let (mut others, mut moved) = (0, 0);
    for place in ["corner", "side"] {
        for record in made(&want(told.unwrap_or(5), 11, &[("region", "5-8"), ("place", place)])) {
            let problem = Problem::parse(&record.puzzle).unwrap();
            let mut images: Vec<String> = Symmetry::ALL.iter().map(|&s| problem.image(s).print()).collect();
            // Down the left side, where it is there.
            let lower = record.puzzle.replacen(" A14 ", " A12 ", 1);
            moved += u32::from(lower != record.puzzle);
            images.push(lower);
            let as_it_stands = grade(&record.puzzle);
            for image in images {
                let is_other = grade(&image) != as_it_stands;
                others += u32::from(is_other);
                assert!(told.is_some() || !is_other, "{} {image}", record.puzzle);
            }
        }
    }
    println!("{others} images are graded otherwise; {moved} are elsewhere at the side");
    assert_eq!(others, 0);
    assert!(moved > 0);
}
