//! What an answer to an open problem takes for granted, in words.

use crate::{Points, Question};

/// The assumption: that the wall holds, and what the rim of the region is taken for. `None` for an enclosed problem, where the
/// wall is the problem.
pub(crate) fn assumed(q: &Question) -> Option<String> {
    if !q.is_open() {
        return None;
    }
    let h = q.board.size().1;
    let names = |points: Points| points.iter().map(|p| p.name(h)).collect::<Vec<_>>().join(", ");
    let mut words = Vec::new();
    // One stone stands for its chain.
    let walls = q.board.chains().filter(|c| c.stones.meets(&q.wall));
    let firsts: Points = walls.filter_map(|c| c.stones.iter().next()).collect();
    if !firsts.is_empty() {
        words.push(format!("{}'s chains at {} hold", q.attacker(), names(firsts)));
    }
    let held = q.held & q.board.empty();
    if !held.is_empty() {
        words.push(format!("{} stones played at {} hold", q.attacker(), names(held)));
    }
    let away = q.away & q.board.empty();
    if !away.is_empty() {
        words.push(format!("{} lives when joined to {}", q.defender, names(away)));
    }
    (!words.is_empty()).then(|| words.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;
    use crate::genre::answer::{Who, solve};
    use tesuji_solver::Limits;

    #[test]
    fn an_open_problem_says_what_it_takes_for_granted() {
        // The exit at the top is no way out for the one chain: captured, if the wall holds.
        let open = Problem::parse("9x9 A9 X=black X !.+##|OX##|OX##|.X##|XX##").unwrap();
        let words = assumed(&open.question).unwrap();
        assert!(words.contains("black's chains at") && words.contains("black stones played at B9 hold"), "{words}");
        let solved = solve(&open, &Limits::default(), Who::Search).unwrap();
        let told = solved.solutions[0].to_string();
        assert!(told.contains("DEAD") && told.contains("assumes"), "{told}");
        // To be joined to a point in the open is life; to a mere exit it is not: then nothing is proved.
        let away = Problem::parse("9x9 A9 X=black O !.>##|OX##|OX##|.X##|XX##").unwrap();
        let told = solve(&away, &Limits::default(), Who::Search).unwrap().solutions[0].to_string();
        assert!(told.contains("SEKI or ALIVE") && told.contains("white lives when joined to B9"), "{told}");
        let exit = Problem { first: away.first, ..open.clone() };
        let why = solve(&exit, &Limits::default(), Who::Search).unwrap_err().to_string();
        assert!(why.contains("B9"), "{why}");
        let closed = Problem::parse("9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX").unwrap();
        assert_eq!(assumed(&closed.question), None);
    }
}
