//! What rules say to backends.

use crate::{Domain, Literal, Value, Var};

/// A candidate with a sign: "is", or with `false` "is not".
pub type Signed = (Literal, bool);

/// The opposite.
pub fn not((literal, sign): Signed) -> Signed {
    (literal, !sign)
}

/// Takes the meaning of rules for a backend. A backend lowers what it has no native form for; the
/// literals are "variable = value", and each variable takes exactly one value of its domain (the
/// backend states that itself).
pub trait Encoder {
    /// The initial domain of a variable.
    fn domain(&self, var: Var) -> Domain;

    /// At least one of the literals holds with the sign given (`false`: its negation). None: no
    /// solution.
    fn clause(&mut self, literals: &[Signed]);

    /// A new variable of the encoding's own, with the values 0 and 1: the literal "it is 1".
    fn fresh(&mut self) -> Literal;

    /// If all of the first literals hold, one of the others does.
    fn implies(&mut self, all: &[Signed], any: &[Signed]) {
        let clause: Vec<Signed> = all.iter().map(|&l| not(l)).chain(any.iter().copied()).collect();
        self.clause(&clause);
    }

    /// At most one of the literals holds.
    fn at_most_one(&mut self, literals: &[Literal]);

    /// At least one of the literals holds.
    fn at_least_one(&mut self, literals: &[Literal]) {
        let signed: Vec<Signed> = literals.iter().map(|&l| (l, true)).collect();
        self.clause(&signed);
    }

    /// `low ≤ Σ coefficient·[literal] ≤ high`.
    fn linear(&mut self, terms: &[(i64, Literal)], low: i64, high: i64);

    /// If `under` holds, `low ≤ Σ coefficient·[literal] ≤ high`: by sums that the literal's own
    /// term makes true otherwise, unless overridden.
    fn linear_under(&mut self, under: Signed, terms: &[(i64, Literal)], low: i64, high: i64) {
        let least: i64 = terms.iter().map(|t| t.0.min(0)).sum();
        let most: i64 = terms.iter().map(|t| t.0.max(0)).sum();
        if low > high || low > most || high < least {
            self.clause(&[not(under)]);
            return;
        }
        let mut one_side = |by: i64, low: i64, high: i64| {
            // `by` is added where the condition does not hold.
            let (literal, sign) = under;
            let (own, shift) = if sign { (-by, by) } else { (by, 0) };
            let with: Vec<_> = terms.iter().copied().chain([(own, literal)]).collect();
            self.linear(&with, low - shift, high - shift);
        };
        if low > least {
            one_side(low - least, low, most + low - least);
        }
        if high < most {
            one_side(high - most, least + high - most, high);
        }
    }

    /// The variables take the values of one of the tuples (each as long as `vars`).
    fn table(&mut self, vars: &[Var], tuples: &[Vec<Value>]);

    /// No two of the variables are equal. Lowered to [`at_most_one`](Self::at_most_one) unless
    /// overridden.
    fn all_different(&mut self, vars: &[Var]) {
        let union = vars.iter().fold(Domain::EMPTY, |u, &v| u | self.domain(v));
        if (union.len() as usize) < vars.len() {
            // More variables than values: the empty clause, rather than a pigeonhole for the
            // backend.
            self.clause(&[]);
        }
        for value in union.iter() {
            let lits: Vec<_> =
                vars.iter().filter(|&&v| self.domain(v).contains(value)).map(|&var| Literal { var, value }).collect();
            if lits.len() > 1 {
                self.at_most_one(&lits);
            }
            // As many variables as values: an exact cover, which is worth saying.
            if union.len() as usize == vars.len() {
                self.at_least_one(&lits);
            }
        }
    }

    /// `Σ variables = total`, by [`linear`](Self::linear) unless overridden.
    fn sum(&mut self, vars: &[Var], total: i64) {
        let mut terms = Vec::new();
        for &var in vars {
            terms.extend(self.domain(var).iter().map(|value| (i64::from(value), Literal { var, value })));
        }
        self.linear(&terms, total, total);
    }

    /// All variables different and `Σ variables = total`: both said, unless overridden.
    fn cage(&mut self, vars: &[Var], total: i64) {
        self.all_different(vars);
        self.sum(vars, total);
    }
}
