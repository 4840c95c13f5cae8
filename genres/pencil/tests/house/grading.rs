//! A grading that remembers what did not change, or knows the solution, takes the same steps as one
//! that asks all anew; in rounds the same puzzles are solved.

use super::{request, small};
use tesuji_genre::View;
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
            let mut sweep = Sweep::new(&view.network, genre.catalog()).expect("techniques without words");
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
