//! One variable is the greatest (or the least) of others.

use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, NetworkError, Rule, RuleKind, Store, Value, Var};

/// `result = max(of)`, or `min`. The result may itself be among `of` (a move that changes nothing).
#[derive(Clone, Debug)]
pub struct Minimax {
    scope: Vec<Var>,
    of: Vec<Var>,
    greatest: bool,
}

impl Minimax {
    /// `result = max(of)` if `greatest`, else `min(of)`.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when `of` is empty.
    pub fn new(result: Var, of: Vec<Var>, greatest: bool) -> Result<Self, NetworkError> {
        if of.is_empty() {
            return Err(NetworkError::Malformed { kind: RuleKind::Minimax, why: "nothing to choose from".into() });
        }
        let mut scope = vec![result];
        scope.extend(of.iter().copied().filter(|&v| v != result));
        Ok(Minimax { scope, of, greatest })
    }

    /// Mirrors a domain where the least is asked for, so that `prune` need only think of the
    /// greatest.
    fn turn(&self, domain: Domain) -> Domain {
        if self.greatest { domain } else { Domain(domain.0.reverse_bits()) }
    }

    fn result(&self) -> Var {
        self.scope[0]
    }

    fn others(&self) -> &[Var] {
        &self.scope[1..]
    }
}

impl Rule for Minimax {
    fn kind(&self) -> RuleKind {
        RuleKind::Minimax
    }

    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let values = self.of.iter().map(|&v| value(v));
        let chosen = if self.greatest { values.max() } else { values.min() };
        chosen == Some(value(self.result()))
    }

    /// Complete: the result is a value x that nobody is forced above and (unless it is its own
    /// choice) somebody has; another variable's value y needs such an x that is y, or is above y
    /// and somebody else's too.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let own = self.of.contains(&self.result());
        let domains: Vec<Domain> = self.others().iter().map(|&v| self.turn(at.domain(v))).collect();
        let floor = domains.iter().filter_map(|&d| Domain::min(d)).max().unwrap_or(0);
        let (mut once, mut twice) = (Domain::EMPTY, Domain::EMPTY);
        for &d in &domains {
            twice |= once & d;
            once |= d;
        }
        let mut results = self.turn(at.domain(self.result())) & Domain::range(floor, 63);
        if !own {
            results &= once;
        }
        at.restrict(self.result(), self.turn(results))?;
        for (&var, &d) in self.others().iter().zip(&domains) {
            // Results that this variable need not supply.
            let free = if own { results } else { results & (twice | once.minus(d)) };
            let keep = match free.max() {
                Some(top) => results | Domain::range(0, top),
                None => results,
            };
            at.restrict(var, self.turn(keep))?;
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn encode(&self, to: &mut dyn Encoder) {
        let result = self.result();
        let own = self.of.contains(&result);
        for value in to.domain(result).iter() {
            let is = Literal { var: result, value };
            for &var in self.others() {
                for other in to.domain(var).iter().filter(|&y| if self.greatest { y > value } else { y < value }) {
                    to.clause(&[(is, false), (Literal { var, value: other }, false)]);
                }
            }
            if !own {
                let mut clause = vec![(is, false)];
                let have = self.others().iter().filter(|&&v| to.domain(v).contains(value));
                clause.extend(have.map(|&var| (Literal { var, value }, true)));
                to.clause(&clause);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::each_assignment;

    struct Clauses {
        domains: Vec<Domain>,
        list: Vec<Vec<(Literal, bool)>>,
    }

    impl Encoder for Clauses {
        fn domain(&self, var: Var) -> Domain {
            self.domains[var.index()]
        }
        fn clause(&mut self, literals: &[(Literal, bool)]) {
            self.list.push(literals.to_vec());
        }
        fn fresh(&mut self) -> Literal {
            unreachable!("clauses only")
        }
        fn at_most_one(&mut self, _: &[Literal]) {
            unreachable!("clauses only")
        }
        fn linear(&mut self, _: &[(i64, Literal)], _: i64, _: i64) {
            unreachable!("clauses only")
        }
        fn table(&mut self, _: &[Var], _: &[Vec<Value>]) {
            unreachable!("clauses only")
        }
    }

    #[test]
    fn clauses_say_what_holds_says() {
        let mut cases = 0;
        for greatest in [false, true] {
            for own in [false, true] {
                let of = if own { vec![Var(1), Var(0), Var(2)] } else { vec![Var(1), Var(2)] };
                let rule = Minimax::new(Var(0), of, greatest).expect("not empty");
                for bits in 0..512_u64 {
                    let domains: Vec<Domain> = (0..3).map(|i| Domain(bits >> (3 * i) & 7)).collect();
                    let mut to = Clauses { domains: domains.clone(), list: Vec::new() };
                    rule.encode(&mut to);
                    each_assignment(&domains, &mut |values| {
                        let is = |&(l, sign): &(Literal, bool)| (values[l.var.index()] == l.value) == sign;
                        let said = to.list.iter().all(|clause| clause.iter().any(is));
                        assert_eq!(said, rule.holds(&|v| values[v.index()]), "{values:?} {domains:?}");
                        cases += 1;
                    });
                }
            }
        }
        assert!(cases > 1000);
    }
}
