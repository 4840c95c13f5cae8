//! What a rule tells a backend is what its truth function says: each statement is evaluated on each assignment.
#![cfg(not(feature = "planted-bug"))]

use tesuji_solver::laws::{each_assignment, each_small_rule};
use tesuji_solver::{Domain, Encoder, Encoding, Literal, Value, Var};

enum Said {
    Clause(Vec<(Literal, bool)>),
    AtMostOne(Vec<Literal>),
    Linear(Vec<(i64, Literal)>, i64, i64),
    Table(Vec<Var>, Vec<Vec<Value>>),
}

/// Keeps the statements; sums, cages and different values are lowered to others, as for a backend that knows none of them.
struct Statements<'a> {
    domains: &'a [Domain],
    said: Vec<Said>,
}

impl Encoder for Statements<'_> {
    fn domain(&self, var: Var) -> Domain {
        self.domains[var.index()]
    }
    fn clause(&mut self, literals: &[(Literal, bool)]) {
        self.said.push(Said::Clause(literals.to_vec()));
    }
    fn at_most_one(&mut self, literals: &[Literal]) {
        self.said.push(Said::AtMostOne(literals.to_vec()));
    }
    fn linear(&mut self, terms: &[(i64, Literal)], low: i64, high: i64) {
        self.said.push(Said::Linear(terms.to_vec(), low, high));
    }
    fn table(&mut self, vars: &[Var], tuples: &[Vec<Value>]) {
        self.said.push(Said::Table(vars.to_vec(), tuples.to_vec()));
    }
}

impl Said {
    fn holds(&self, values: &[Value]) -> bool {
        let is = |l: &Literal| values[l.var.index()] == l.value;
        match self {
            Said::Clause(literals) => literals.iter().any(|(l, sign)| is(l) == *sign),
            Said::AtMostOne(literals) => literals.iter().filter(|l| is(l)).count() <= 1,
            Said::Linear(terms, low, high) => {
                let sum = terms.iter().filter(|(_, l)| is(l)).map(|(n, _)| n).sum::<i64>();
                (*low..=*high).contains(&sum)
            }
            Said::Table(vars, tuples) => {
                tuples.iter().any(|t| vars.iter().zip(t).all(|(v, x)| values[v.index()] == *x))
            }
        }
    }
}

#[test]
fn encodings_say_what_holds_says() {
    let (mut rules, mut cases) = (0, [0; 2]);
    each_small_rule(&mut |spec, domains| {
        rules += 1;
        if rules % 3 != 0 {
            return;
        }
        let rule = spec.build().expect("well formed");
        let mut to = Statements { domains, said: Vec::new() };
        rule.encode(&mut to);
        each_assignment(domains, &mut |values| {
            let truth = rule.holds(&|v| values[v.index()]);
            let said = to.said.iter().all(|s| s.holds(values));
            // What is stated in part is stated truly.
            let is_right = if rule.encoding() == Encoding::Exact { said == truth } else { said || !truth };
            assert!(is_right, "{spec:?} over {domains:?}: {values:?} is {truth}");
            cases[usize::from(truth)] += 1;
        });
    });
    assert!(cases.iter().all(|&n| n > 10_000), "{cases:?}");
}
