//! Which rule is behind a wrong answer.

use tesuji_genre::ClueView;
use tesuji_solver::{Domain, Limits, Network, RuleId, Solver, Value, Var, laws};

/// The rule or given that a "solution" breaks, in the genre's words. `None` when it is right.
pub fn blame_wrong(view: &ClueView, solution: &[Value]) -> Option<String> {
    if solution.len() != view.network.len() {
        return Some(format!("{} values for {} cells", solution.len(), view.network.len()));
    }
    let outside = view.network.vars().find(|v| !view.domains[v.index()].contains(solution[v.index()]));
    if let Some(var) = outside {
        return Some(format!("the given of {}", view.names.var(var)));
    }
    let known = view.network.vars().all(|v| view.network.domains()[v.index()].contains(solution[v.index()]));
    if !known {
        return Some("the values of the puzzle".to_string());
    }
    view.network.broken_rule(solution).map(|rule| view.names.rule(rule))
}

/// The rule through which `solver` loses a solution that holds, in the genre's words: by replaying
/// the propagation of the puzzle, else by asking the solver about each rule alone. `None` when
/// neither shows one.
pub fn blame_missing(view: &ClueView, solver: &dyn Solver, solution: &[Value]) -> Option<String> {
    let mut net = Network::clone(&view.network);
    for var in view.network.vars() {
        net.set_domain(var, view.domains[var.index()]);
    }
    laws::unsound_rule(&net, solution).or_else(|| alone(view, solver, solution)).map(|rule| view.names.rule(rule))
}

/// The first rule that, alone in a network, makes the solver lose the solution when at most two
/// cells are open.
fn alone(view: &ClueView, solver: &dyn Solver, solution: &[Value]) -> Option<RuleId> {
    let single: Vec<Domain> = solution.iter().map(|&v| Domain::single(v)).collect();
    let limits = Limits { nodes: 10_000, solutions: usize::MAX, ..Limits::default() };
    view.network.rule_ids().find(|&id| {
        let mut net = Network::new();
        for &domain in view.network.domains() {
            net.add_var(domain);
        }
        if net.add_house(view.network.spec(id).clone(), view.network.house_kind(id)).is_err() {
            return false;
        }
        let loses = |open: &[Var]| {
            let mut from = single.clone();
            for &v in open {
                from[v.index()] = view.domains[v.index()];
            }
            let answer = solver.solve(&net, Some(&from), &limits);
            answer.stop.is_complete() && !answer.solutions.iter().any(|s| s == solution)
        };
        let scope = view.network.rule(id).scope();
        let mut pairs = scope.iter().enumerate().flat_map(|(i, &a)| scope[..i].iter().map(move |&b| [b, a]));
        loses(&[]) || scope.iter().any(|&v| loses(&[v])) || pairs.any(|pair| loses(&pair))
    })
}
