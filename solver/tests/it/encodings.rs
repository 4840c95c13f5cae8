//! What a rule tells a backend is what its truth function says: each statement is evaluated on each
//! assignment.

use std::collections::BTreeMap;
use tesuji_solver::laws::{each_assignment, each_small_rule};
use tesuji_solver::{Domain, Encoder, Encoding, Literal, Rule, RuleKind, Signed, Value, Var};

enum Said {
    Clause(Vec<(Literal, bool)>),
    AtMostOne(Vec<Literal>),
    Linear(Vec<(i64, Literal)>, i64, i64),
    Table(Vec<Var>, Vec<Vec<Value>>),
}

/// Keeps the statements; sums, cages and different values are lowered to others, as for a backend
/// that knows none of them.
struct Statements {
    domains: Vec<Domain>,
    said: Vec<Said>,
}

impl Encoder for Statements {
    fn domain(&self, var: Var) -> Domain {
        self.domains[var.index()]
    }
    fn fresh(&mut self) -> Literal {
        self.domains.push(Domain::range(0, 1));
        Literal { var: Var(self.domains.len() as u32 - 1), value: 1 }
    }
    fn clause(&mut self, literals: &[Signed]) {
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

/// A statement while variables are still open.
#[derive(PartialEq)]
enum State {
    Holds,
    Fails,
    Open,
}

impl Said {
    /// Is it decided by the values known?
    fn state(&self, values: &[Option<Value>]) -> State {
        let is = |l: &Literal| values[l.var.index()].map(|v| v == l.value);
        let between = |sure: i64, least: i64, most: i64, low: i64, high: i64| {
            if sure + least > high || sure + most < low {
                State::Fails
            } else if sure + least >= low && sure + most <= high {
                State::Holds
            } else {
                State::Open
            }
        };
        match self {
            Said::Clause(literals) => {
                let known = || literals.iter().map(|(l, sign)| is(l).map(|is| is == *sign));
                if known().any(|k| k == Some(true)) {
                    State::Holds
                } else if known().all(|k| k == Some(false)) {
                    State::Fails
                } else {
                    State::Open
                }
            }
            Said::AtMostOne(literals) => {
                let count = |wanted| literals.iter().filter(|l| is(l) == wanted).count() as i64;
                between(count(Some(true)), 0, count(None), 0, 1)
            }
            Said::Linear(terms, low, high) => {
                let of = |wanted| terms.iter().filter(move |(_, l)| is(l) == wanted).map(|t| t.0);
                let (least, most) = (of(None).map(|n| n.min(0)).sum(), of(None).map(|n| n.max(0)).sum());
                between(of(Some(true)).sum(), least, most, *low, *high)
            }
            Said::Table(vars, tuples) => {
                let fits =
                    |t: &&Vec<Value>| vars.iter().zip(*t).all(|(v, x)| values[v.index()].is_none_or(|v| v == *x));
                match (tuples.iter().any(|t| fits(&t)), vars.iter().all(|v| values[v.index()].is_some())) {
                    (false, _) => State::Fails,
                    (true, true) => State::Holds,
                    (true, false) => State::Open,
                }
            }
        }
    }

    fn vars(&self) -> Vec<Var> {
        match self {
            Said::Clause(literals) => literals.iter().map(|l| l.0.var).collect(),
            Said::AtMostOne(literals) => literals.iter().map(|l| l.var).collect(),
            Said::Linear(terms, ..) => terms.iter().map(|t| t.1.var).collect(),
            Said::Table(vars, _) => vars.clone(),
        }
    }
}

impl Statements {
    /// Is there a choice of the open variables with which all statements hold? Takes what is forced
    /// by single statements, then tries the values of an open variable.
    fn can_hold(&self, values: &mut Vec<Option<Value>>) -> bool {
        let mut set = Vec::new();
        let result = loop {
            let before = set.len();
            if !self.said.iter().all(|said| self.force(said, values, &mut set)) {
                break false;
            }
            if set.len() > before {
                continue;
            }
            let Some(said) = self.said.iter().find(|s| s.state(values) == State::Open) else { break true };
            let var = said.vars().into_iter().find(|v| values[v.index()].is_none()).expect("is open");
            let found = self.domains[var.index()].iter().any(|value| {
                values[var.index()] = Some(value);
                self.can_hold(values)
            });
            values[var.index()] = None;
            break found;
        };
        set.iter().for_each(|v: &Var| values[v.index()] = None);
        result
    }

    /// Takes the values without which a statement fails; `false` if it fails with them too. Open
    /// variables are fresh ones, of two values.
    fn force(&self, said: &Said, values: &mut [Option<Value>], set: &mut Vec<Var>) -> bool {
        match said.state(values) {
            State::Holds => return true,
            State::Fails => return false,
            State::Open => {}
        }
        for var in said.vars() {
            if values[var.index()].is_some() {
                continue;
            }
            let mut fails = |value: Value| {
                values[var.index()] = Some(value);
                let fails = said.state(values) == State::Fails;
                values[var.index()] = None;
                fails
            };
            match (fails(0), fails(1)) {
                (true, true) => return false,
                (false, false) => continue,
                (fails_with_0, _) => {
                    values[var.index()] = Some(Value::from(fails_with_0));
                    set.push(var);
                }
            }
        }
        true
    }
}

/// Is what the rule says of the assignments of its scope, with fresh variables chosen as need be,
/// what it is to say?
fn check(rule: &dyn Rule, to: &Statements, scope: &[Domain], is_exact: bool, cases: &mut [usize; 2]) {
    each_assignment(scope, &mut |values| {
        let truth = rule.holds(&|v| values[v.index()]);
        let mut all: Vec<Option<Value>> = values.iter().copied().map(Some).collect();
        all.resize(to.domains.len(), None);
        let said = to.can_hold(&mut all);
        let is_right = if is_exact { said == truth } else { said || !truth };
        assert!(is_right, "{rule:?} over {scope:?}: {values:?} is {truth}");
        cases[usize::from(truth)] += 1;
    });
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
        // What is stated in part is stated truly.
        let is_exact = rule.encoding() == Encoding::Exact;
        let mut to = Statements { domains: domains.to_vec(), said: Vec::new() };
        rule.encode(&mut to);
        check(&*rule, &to, domains, is_exact, &mut cases);
    });
    assert!(cases.iter().all(|&n| n > 10_000), "{cases:?}");
}

/// What rules that are stated by cuts say of themselves with fresh variables.
#[test]
fn exact_encodings_say_what_holds_says() {
    let mut cases = BTreeMap::<RuleKind, (usize, [usize; 2])>::new();
    each_small_rule(&mut |spec, domains| {
        let rule = spec.build().expect("well formed");
        let (n, cases) = cases.entry(rule.kind()).or_default();
        *n += 1;
        let is_sampled = domains.len() <= 4 || n.is_multiple_of(5);
        // Parts have no fresh variables: the tests of cuts hold them to `holds`.
        if rule.encoding() == Encoding::Exact || rule.kind() == RuleKind::Parts || !is_sampled {
            return;
        }
        let mut to = Statements { domains: domains.to_vec(), said: Vec::new() };
        assert!(rule.encode_exactly(&mut to), "{spec:?}");
        check(&*rule, &to, domains, true, cases);
    });
    let lazy = cases.iter().filter(|(_, (_, n))| n[0] + n[1] > 0);
    let thin: Vec<_> = lazy.clone().filter(|(_, (_, n))| n[0].min(n[1]) < 100).collect();
    assert!(thin.is_empty() && lazy.count() == 9, "{cases:?}");
}
