//! Genres that are written twice, in Rust and as files: they state the same rules, find the same
//! solutions and take the same steps.

use super::genres;
use tesuji_genre::{Genre, GradeRequest, View};
use tesuji_solver::Limits;

/// Puzzles of each genre that are compared.
const PUZZLES: usize = 12;

#[test]
fn twins_have_the_same_solutions_steps_and_tiers() {
    let mut compared = 0;
    for genre in tesuji_pencil::genres::all() {
        let name = Genre::name(genre);
        let Some(&twin) = genres().get(name) else { continue };
        for record in super::made(genre, None, PUZZLES, 7) {
            let [own, other] = [genre as &dyn Genre, twin as &dyn Genre].map(|g| {
                let puzzle = g.parse(&record.puzzle).unwrap_or_else(|bad| panic!("{}: {bad}", record.puzzle)).puzzle;
                let View::Clues(view) = g.view(&puzzle).expect("a network") else { panic!("a network") };
                let mut rules: Vec<String> =
                    view.network.rule_ids().map(|id| format!("{:?}", view.network.spec(id))).collect();
                rules.sort();
                let solved = g.solve(&puzzle, &Limits::solutions(2)).expect("solved");
                let want = GradeRequest::new(g.catalog().clone(), Limits::default());
                let graded = g.grade(&puzzle, None, &want).expect("graded");
                let steps: Vec<String> = graded
                    .steps
                    .iter()
                    .map(|step| format!("{} {:?} {:?}", step.technique.as_str(), step.places, step.removes))
                    .collect();
                (view.domains.clone(), rules, solved.solutions, graded.info.tier, steps)
            });
            assert_eq!(own, other, "{}", record.puzzle);
            compared += 1;
        }
        println!("{name}: {PUZZLES} puzzles alike");
    }
    assert!(compared >= 3 * PUZZLES, "{compared}");
}
