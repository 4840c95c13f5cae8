//! Values that a puzzle gives are known from the start: no step concludes them.

use super::{graded, request, small};
use tesuji_genre::{Genre, HintRequest, Next, View};

#[test]
fn no_step_tells_what_has_one_value_from_the_start() {
    for genre in tesuji_pencil::genres::all() {
        let mut made = Vec::new();
        genre.generate(&request(small(genre), 5), &mut |r| made.push(r)).expect("generated");
        let puzzle = Genre::parse(genre, &made[0].puzzle).expect("puzzle").puzzle;
        let Ok(View::Clues(view)) = genre.view(&puzzle) else { panic!("a network") };
        let fixed = |&var: &tesuji_solver::Var| view.domains[var.index()].is_single();
        for var in view.network.vars().filter(fixed) {
            assert!(view.given.contains(var), "{} {}", made[0].puzzle, view.names.var(var));
        }
        let want = HintRequest::new(genre.catalog());
        if let Next::Step(step) = genre.hint(&puzzle, None, &want).expect("hint").next {
            assert!(step.deduction.places.iter().all(|l| !fixed(&l.var)), "{}: {}", made[0].puzzle, step.words);
        }
        let grade = genre.grade(&puzzle, None, &graded(genre)).expect("grade");
        for (step, words) in grade.steps.iter().zip(&grade.words) {
            assert!(step.places.iter().all(|l| !fixed(&l.var)), "{}: {words}", made[0].puzzle);
        }
    }
}
