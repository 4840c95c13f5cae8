//! A grading that remembers what did not change, or knows the solution, takes the same steps as one
//! that asks all anew; in rounds the same puzzles are solved.

use super::{request, small};
use tesuji_genre::{GradeRequest, View};
use tesuji_solver::engine::LearningSolver;
use tesuji_solver::grade::{StandardGrader, Sweep, SweepRequest};
use tesuji_solver::{Limits, Solver, Store, Tier};

#[test]
fn gradings_with_a_memory_take_the_same_steps() {
    let mut steps = 0;
    for genre in tesuji_pencil::genres::all() {
        for seed in 0..3 {
            let mut made = Vec::new();
            genre.generate(&request(small(genre), seed), &mut |r| made.push(r)).expect("generated");
            let puzzle = genre.parse(&made[0].puzzle).expect("puzzle").puzzle;
            let View::Clues(view) = genre.view(&puzzle).expect("network") else { panic!("a network") };
            let start = Store::from_domains(&view.network, view.domains.clone());
            let grader = StandardGrader::new(genre.catalog());
            let fast = grader.grade(&mut start.clone()).expect("no conflict");
            let plain = grader.clone().asking_anew().grade(&mut start.clone()).expect("no conflict");
            let figures = |g: &tesuji_solver::grade::Grade| (g.solved, g.tier, g.score, g.effort, g.counts.clone());
            assert_eq!(figures(&fast), figures(&plain), "{} {}", genre.name(), made[0].puzzle);
            assert_eq!(fast.steps, plain.steps, "{} {}", genre.name(), made[0].puzzle);
            let answer = LearningSolver::default().solve(&view.network, Some(&view.domains), &Limits::solutions(1));
            let knowing = start.clone().with_solution(&answer.solutions[0]);
            let known = grader.grade(&mut knowing.clone()).expect("no conflict");
            assert_eq!(known.steps, plain.steps, "{} {}", genre.name(), made[0].puzzle);
            let reach = grader.reach(&mut knowing.clone()).expect("no conflict");
            assert_eq!(reach.solved, plain.solved, "{} {}", genre.name(), made[0].puzzle);
            let want = SweepRequest { off: &[], ceiling: Tier::Master, in_rounds: false, steps: u64::MAX, goal: &[] };
            let mut sweep = Sweep::new(&view.network, genre.catalog());
            for start in [&start, &knowing] {
                let swept = sweep.run(start.clone(), &want).expect("no conflict");
                assert_eq!(
                    (swept.solved, swept.score),
                    (plain.solved, plain.score),
                    "{} {}",
                    genre.name(),
                    made[0].puzzle
                );
                assert_eq!(swept.counts, plain.counts, "{} {}", genre.name(), made[0].puzzle);
                let rounds = sweep.run(start.clone(), &SweepRequest { in_rounds: true, ..want }).expect("no conflict");
                assert_eq!(rounds.solved, plain.solved, "{} {}", genre.name(), made[0].puzzle);
            }
            steps += fast.steps.len();
        }
    }
    assert!(steps > 500, "{steps}");
}

/// A run that goes on from a checkpoint, without a rule that the run so far did not rest on, ends
/// where a run from the start without that rule does.
#[test]
fn runs_from_checkpoints_end_as_from_the_start() {
    let mut compared = 0;
    for genre in tesuji_pencil::genres::all() {
        let mut made = Vec::new();
        genre.generate(&request(small(genre), 5), &mut |r| made.push(r)).expect("generated");
        let puzzle = genre.parse(&made[0].puzzle).expect("puzzle").puzzle;
        let View::Clues(view) = genre.view(&puzzle).expect("network") else { panic!("a network") };
        let answer = LearningSolver::default().solve(&view.network, Some(&view.domains), &Limits::solutions(1));
        let start = Store::from_domains(&view.network, view.domains.clone()).with_solution(&answer.solutions[0]);
        let rules = view.network.rule_ids().len();
        let all = vec![false; rules];
        let want = SweepRequest { off: &all, ceiling: Tier::Hard, in_rounds: true, steps: u64::MAX, goal: &[] };
        let mut sweep = Sweep::new(&view.network, genre.catalog());
        let mut trail = Vec::new();
        sweep.begin(start.clone(), &all);
        sweep.resume_watched(&want, &mut |sweep| trail.push(sweep.checkpoint())).expect("no conflict");
        for rule in view.network.rule_ids().step_by(rules.div_ceil(12)) {
            let Some(at) = trail.iter().rev().find(|at| !at.used()[rule.index()]) else { continue };
            let mut off = all.clone();
            off[rule.index()] = true;
            let want = SweepRequest { off: &off, ..want };
            sweep.go_back(at, &off);
            let solved = sweep.resume(&want).expect("no conflict");
            let domains = sweep.store().domains().to_vec();
            sweep.begin(start.clone(), &off);
            let what = format!("{} {} without {rule:?}", genre.name(), made[0].puzzle);
            assert_eq!(sweep.resume(&want), Some(solved), "{what}");
            assert_eq!(sweep.store().domains(), domains, "{what}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

/// The score is the same whether steps are asked for in words or not, and grows with the effort.
#[test]
fn scores_do_not_depend_on_what_is_told() {
    let mut joint = 0;
    for genre in tesuji_pencil::genres::all() {
        let mut made = Vec::new();
        genre.generate(&request(small(genre), 3), &mut |r| made.push(r)).expect("generated");
        let puzzle = genre.parse(&made[0].puzzle).expect("puzzle").puzzle;
        let grade = |words| {
            let want = GradeRequest { words, ..GradeRequest::new(genre.catalog().clone(), Limits::default()) };
            genre.grade(&puzzle, None, &want).expect("graded").info
        };
        let (told, silent) = (grade(true), grade(false));
        assert_eq!(told, silent, "{}", genre.name());
        let effort = told.features["effort"];
        assert!(f64::from(told.score.unwrap_or(0)) >= effort.round(), "{}: {told:?}", genre.name());
        assert!(told.points.is_some(), "{}", genre.name());
        joint += usize::from(told.features.contains_key("joint"));
    }
    assert!(joint > 10, "{joint} genres with steps that join rules");
}
