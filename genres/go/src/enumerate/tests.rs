use super::brute::Brute;
use super::*;
use std::collections::BTreeMap;
use tesuji_solver::Limits;

fn want(size: &str, set: &[(&str, &str)]) -> EnumerateRequest {
    EnumerateRequest {
        size: size.to_string(),
        minimal: false,
        modulo_symmetry: true,
        grids: false,
        count_only: false,
        set: set.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect::<BTreeMap<_, _>>(),
        limits: Limits::solutions(usize::MAX),
    }
}

/// Problems with their solutions.
fn found(want: &EnumerateRequest) -> (Vec<(Problem, Value)>, Enumerated) {
    let mut records = Vec::new();
    let told = enumerate(want, &mut |problem, solution| records.push((problem.clone(), solution))).unwrap();
    (records, told)
}

/// Mover and picture of a problem.
fn picture(problem: &Problem) -> String {
    problem.print().splitn(4, ' ').nth(3).unwrap().to_string()
}

/// All corner problems of that rectangle, compared with brute force.
fn equals_brute_force(w: usize, h: usize, ring: &str) -> usize {
    let (records, told) = found(&want(&format!("{w}x{h}"), &[("ring", ring)]));
    assert_eq!((told.coverage, told.stop), (Coverage::Complete, Stop::Exhausted));
    let ours: BTreeSet<(String, usize)> = records
        .iter()
        .map(|(problem, solution)| {
            let key = solution["keys"][0].as_str().unwrap();
            let p = Point::parse(key, BOARD, BOARD).unwrap();
            (picture(problem), p.y as usize * w + p.x as usize)
        })
        .collect();
    assert_eq!(ours.len() as u64, told.total);
    assert_eq!(ours, Brute::new(w, h, ring == "group").problems());
    ours.len()
}

#[test]
fn all_corner_problems_of_two_by_four_are_those_of_brute_force() {
    assert!(equals_brute_force(4, 2, "group") > 100);
    assert!(equals_brute_force(4, 2, "wall") > 0);
}

#[test]
fn and_those_of_two_by_three_either_way() {
    for ring in ["group", "wall"] {
        // One is the other transposed.
        assert_eq!(equals_brute_force(3, 2, ring), equals_brute_force(2, 3, ring));
    }
}

#[test]
fn symmetry_options_and_limits() {
    let all = found(&want("2x3", &[("place", "centre")])).1.total;
    let every = found(&EnumerateRequest { modulo_symmetry: false, ..want("2x3", &[("place", "centre")]) }).1.total;
    assert!(all < every && every <= 4 * all, "{all} of {every}");
    let (kills, lives) = (found(&want("2x3", &[("task", "kill")])).1, found(&want("2x3", &[("task", "live")])).1);
    assert_eq!(kills.total + lives.total, found(&want("2x3", &[])).1.total);
    let least = found(&EnumerateRequest { minimal: true, ..want("2x3", &[]) }).1;
    assert_eq!(Some(least.total), found(&want("2x3", &[])).1.minimal);
    let mut few = want("2x3", &[]);
    few.limits.solutions = 3;
    let (records, told) = found(&few);
    assert_eq!((records.len(), told.coverage, told.stop), (3, Coverage::Partial, Stop::Enough));
    assert!(enumerate(&want("5x5", &[]), &mut |_, _| ()).unwrap_err().what.contains("2 to 10"));
    assert!(enumerate(&want("abc", &[]), &mut |_, _| ()).is_err());
}
