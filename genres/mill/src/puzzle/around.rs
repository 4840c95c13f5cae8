//! Views around the first turns of a solved puzzle, up to symmetry and colour, for the miner of
//! moves.

use super::question::Question;
use super::state::{Kernel, State, Step};
use crate::board::{Point, Set, points};
use crate::exchange::Category;
use tesuji_genre::{FirstMove, Solution};
use tesuji_solver::{Literal, Var};

/// The turns that a solution calls right: a generated one lists them, a solved one is the turn, or
/// several.
pub(crate) fn right_turns(solution: &Solution) -> Vec<&str> {
    match solution {
        Solution::Text(one) => vec![one],
        Solution::Position(_) => {
            solution.words("key").or(solution.word("key").map(|one| vec![one])).unwrap_or_default()
        }
        Solution::Other(list) => list.as_array().into_iter().flatten().filter_map(|turn| turn.as_str()).collect(),
    }
}

/// The first turns with what lies around them, right and wrong; none where the solution names a
/// turn that does not exist here.
#[must_use]
pub fn first_moves(question: &Question, solution: &Solution) -> Vec<FirstMove> {
    let Ok(kernel) = question.kernel() else { return Vec::new() };
    // It does not matter which man a mill takes where the mill is the whole task.
    let any_man = question.category == Category::FormMill;
    let written = |step: &Step| if any_man { Step { takes: None, ..*step } } else { *step }.to_string();
    let right: Vec<&str> = right_turns(solution);
    let right: Vec<&str> =
        right.into_iter().map(|t| if any_man { t.split('x').next().unwrap_or(t) } else { t }).collect();
    let mut found: Vec<FirstMove> = Vec::new();
    for step in kernel.all_turns(&question.state) {
        let name = written(&step);
        if found.iter().all(|m| m.name != name) {
            let takes = step.takes.filter(|_| !any_man);
            let shapes = views(question.category, &kernel, &question.state, &Step { takes, ..step });
            found.push(FirstMove { mark: mark_of(&step), is_right: right.contains(&name.as_str()), name, shapes });
        }
    }
    let exists = |turn: &&str| found.iter().any(|m| m.name == *turn);
    if right.iter().all(exists) { found } else { Vec::new() }
}

/// A turn as a mark: where it goes, and one more than the point that it comes from (0: from hand).
#[must_use]
pub fn mark_of(step: &Step) -> Literal {
    Literal { var: Var(step.to.index() as u32), value: step.from.map_or(0, |from| from.index() as u8 + 1) }
}

/// The man's step that a mark stands for.
#[must_use]
pub fn step_of(mark: Literal) -> Option<Step> {
    let from = match mark.value {
        0 => None,
        n => Some(Point::new(n - 1)?),
    };
    Some(Step { from, to: Point::new(u8::try_from(mark.var.0).ok()?)?, takes: None })
}

/// The views of a turn, the narrowest first: the lines through the point that the man comes to,
/// then also those that he leaves and those of the man that is taken. `O` the mover's men and `X`
/// the other's, `.` empty, the man himself left out; each line as its two other points in order,
/// the lines in order.
fn views(category: Category, kernel: &Kernel, at: &State, step: &Step) -> Vec<String> {
    let own = step.from.map_or(at.own, |from| at.own & !from.bit());
    let lines = |p: Point, own: Set, enemy: Set| {
        let partners = kernel.board.partners[p.index()].into_iter().filter(|&rest| rest != 0);
        let mut lines: Vec<String> = partners
            .map(|rest| {
                let mut two: Vec<char> = points(rest).map(|q| seen(q, own, enemy)).collect();
                two.sort_unstable();
                two.into_iter().collect()
            })
            .collect();
        lines.sort_unstable();
        lines.join(" ")
    };
    let to = format!("to {}", lines(step.to, own, at.enemy));
    let from = match step.from {
        None => "from hand".to_string(),
        Some(from) => {
            let far = if kernel.board.neighbours[from.index()] & step.to.bit() == 0 { "flies from" } else { "from" };
            format!("{far} {}", lines(from, own, at.enemy))
        }
    };
    let mut wide = format!("{}: |{to}|{from}|", category.name());
    if let Some(taken) = step.takes {
        // As it is when the man has come.
        wide += &format!("takes {}|", lines(taken, own | step.to.bit(), at.enemy));
    }
    vec![format!("{}: |{to}|", category.name()), wide]
}

fn seen(p: Point, own: Set, enemy: Set) -> char {
    match p.bit() {
        bit if own & bit != 0 => 'O',
        bit if enemy & bit != 0 => 'X',
        _ => '.',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Colour;
    use crate::puzzle::standard;
    use crate::puzzle::testing::men;
    use crate::symmetry::Symmetry;
    use serde_json::json;
    use std::collections::BTreeSet;

    fn question(own: &str, enemy: &str, category: Category) -> Question {
        Question { variant: standard(), state: men(own, enemy), side: Colour::White, category, captures: 1 }
    }

    #[test]
    fn views_say_what_lies_around_a_turn() {
        // d7-a7 closes nothing and joins g7 and a1; b4-a4 closes a1, a4, a7 only with a man there.
        let at = question("d7 g7 a1 c4", "b2 d2 e4 g1", Category::WinGame);
        let all = first_moves(&at, &Solution::from(json!({ "key": ["d7-a7"], "turns": 2 })));
        let right: Vec<&FirstMove> = all.iter().filter(|m| m.is_right).collect();
        assert_eq!(right.len(), 1);
        let key = right[0];
        assert_eq!(key.shapes, ["winGame: |to .O .O|", "winGame: |to .O .O|from .. .O|"]);
        assert_eq!(step_of(key.mark).unwrap().to_string(), "d7-a7");
        assert_eq!(all.len(), Kernel::standard().all_turns(&at.state).len());
        // The solution as one turn, and as a list.
        assert_eq!(first_moves(&at, &Solution::from(json!("d7-a7"))), all);
        assert_eq!(first_moves(&at, &Solution::from(json!(["d7-a7"]))), all);
    }

    #[test]
    fn what_a_mill_takes_is_seen_where_it_matters() {
        // a4 closes the left side; four men stand free.
        let at = |category| question("a1 a7 b4", "b2 d2 e4 g1", category);
        let taking = first_moves(&at(Category::WinGame), &Solution::from(json!("b4-a4xg1")));
        let mills: Vec<&FirstMove> = taking.iter().filter(|m| m.name.starts_with("b4-a4")).collect();
        assert_eq!(mills.len(), 4);
        let key = mills.iter().find(|m| m.is_right).unwrap();
        assert_eq!(key.shapes[1], "winGame: |to .. OO|from .. .X|takes .. .O|");
        // Whatever it takes, it is one step.
        let forming = first_moves(&at(Category::FormMill), &Solution::from(json!("b4-a4")));
        let mills: Vec<&FirstMove> = forming.iter().filter(|m| m.name.starts_with("b4-a4")).collect();
        assert_eq!(mills.len(), 1);
        assert!(mills[0].is_right && !mills[0].shapes[1].contains("takes"), "{:?}", mills[0]);
        assert_eq!(
            first_moves(&at(Category::FormMill), &Solution::from(json!({ "key": ["b4-a4xg1", "b4-a4xd2"] }))),
            forming
        );
    }

    /// The same puzzle lying otherwise has the same views.
    #[test]
    fn views_are_the_same_under_symmetry() {
        let views = |q: &Question, key: String| {
            let mut all: Vec<_> =
                first_moves(q, &Solution::from(json!(key))).into_iter().map(|m| (m.is_right, m.shapes)).collect();
            all.sort();
            all
        };
        let mut checked = BTreeSet::new();
        for at in [
            question("d7 g7 a1 c4", "b2 d2 e4 g1", Category::WinGame),
            question("a1 a7 b4", "b2 d2 e4 g1", Category::Endgame),
        ] {
            let key = Kernel::standard().all_turns(&at.state)[3];
            let expected = views(&at, key.to_string());
            assert!(expected.iter().any(|(right, _)| *right));
            for s in Symmetry::all() {
                let state = State { own: s.set(at.state.own), enemy: s.set(at.state.enemy), ..at.state };
                let image = Step {
                    from: key.from.map(|p| s.point(p)),
                    to: s.point(key.to),
                    takes: key.takes.map(|p| s.point(p)),
                };
                assert_eq!(views(&Question { state, ..at }, image.to_string()), expected, "{s:?}");
                checked.insert((state.own, state.enemy));
            }
        }
        assert_eq!(checked.len(), 32);
    }

    #[test]
    fn a_solution_of_another_puzzle_tells_nothing() {
        let at = question("d7 g7 a1 c4", "b2 d2 e4 g1", Category::WinGame);
        for solution in [json!("a1-g7"), json!(["d7-a7", "a4-a7"]), json!("d7-a7xb2"), json!(["?"])] {
            assert_eq!(first_moves(&at, &solution.clone().into()), [], "{solution}");
        }
        // No move is right: all moves are alike.
        assert!(first_moves(&at, &Solution::from(json!({}))).iter().all(|m| !m.is_right));
    }
}
