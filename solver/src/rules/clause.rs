//! At least one of some statements about single variables holds.

use crate::engine::Posting;
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, Rule, RuleKind, Store, Value, Var};

/// At least one candidate with its sign holds: "is" or "is not".
#[derive(Clone, Debug)]
pub struct Clause {
    literals: Vec<(Literal, bool)>,
    vars: Vec<Var>,
}

impl Clause {
    /// At least one of `literals` holds (`false`: the variable does not take the value).
    pub fn new(literals: Vec<(Literal, bool)>) -> Self {
        let mut vars: Vec<Var> = Vec::new();
        for (l, _) in &literals {
            if !vars.contains(&l.var) {
                vars.push(l.var);
            }
        }
        Clause { literals, vars }
    }

    /// The values of a variable with which the clause holds.
    fn satisfying(&self, var: Var) -> Domain {
        let own = self.literals.iter().filter(|(l, _)| l.var == var && l.value < 64);
        own.fold(Domain::EMPTY, |d, (l, sign)| {
            let single = Domain::single(l.value);
            d | if *sign { single } else { Domain(!single.0) }
        })
    }
}

impl Rule for Clause {
    fn kind(&self) -> RuleKind {
        RuleKind::Clause
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.literals.iter().any(|(l, sign)| (value(l.var) == l.value) == *sign)
    }

    /// Generalised arc consistency: where only one variable can still satisfy the clause, it does.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let mut able = self.vars.iter().filter(|&&v| !(at.domain(v) & self.satisfying(v)).is_empty());
        match (able.next(), able.next()) {
            (None, _) => Err(Conflict::default()),
            (Some(&var), None) => at.restrict(var, self.satisfying(var)).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn encode(&self, to: &mut dyn Encoder) {
        to.clause(&self.literals);
    }

    /// One literal for each variable: all that the clause says of it.
    fn post(&self, to: &mut Posting<'_>) {
        let literals: Vec<_> = self.vars.iter().map(|&v| to.is_in(v, self.satisfying(v))).collect();
        to.clause(&literals);
    }
}
