//! A sum of weights, one for each value of each variable.

use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, NetworkError, Rule, RuleKind, Store, Value, Var};
use smallvec::{SmallVec, smallvec};

/// The greatest total.
const MOST: u32 = 4_095;

/// The sums that are possible, up to a total, as bits.
type Sums = SmallVec<[u64; 1]>;

/// The weights of the values that the variables take add up to a total.
#[derive(Clone, Debug)]
pub struct Weighted {
    vars: Vec<Var>,
    weights: Vec<Vec<u32>>,
    total: u32,
}

impl Weighted {
    /// `weights` has for each variable the weights of its values 0, 1, …; a value without one
    /// weighs nothing.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when the total is above 4095, or there are not as many lists of
    /// weights as variables.
    pub fn new(vars: Vec<Var>, weights: Vec<Vec<u32>>, total: u32) -> Result<Self, NetworkError> {
        let malformed = |why: String| Err(NetworkError::Malformed { kind: RuleKind::Weighted, why });
        if total > MOST {
            return malformed(format!("a total of {total}"));
        }
        if vars.len() != weights.len() {
            return malformed(format!("{} lists of weights for {} variables", weights.len(), vars.len()));
        }
        Ok(Weighted { vars, weights, total })
    }

    fn weight(&self, place: usize, value: Value) -> u32 {
        self.weights[place].get(usize::from(value)).copied().unwrap_or(0)
    }

    /// The sums up to the total that a place adds to others.
    fn add(&self, sums: &Sums, place: usize, domain: Domain) -> Sums {
        let mut all: Sums = smallvec![0; sums.len()];
        let weights = domain.iter().map(|value| self.weight(place, value)).filter(|&w| w <= self.total);
        weights.for_each(|w| {
            let (words, bits) = ((w / 64) as usize, w % 64);
            for i in words..all.len() {
                let from = i - words;
                all[i] |= sums[from] << bits;
                if bits > 0 && from > 0 {
                    all[i] |= sums[from - 1] >> (64 - bits);
                }
            }
        });
        if let Some(last) = all.last_mut() {
            *last &= u64::MAX >> (63 - self.total % 64);
        }
        all
    }

    /// Do one of the sums and one of the others add up to `rest`?
    fn meet(sums: &Sums, others: &Sums, rest: u32) -> bool {
        if let ([sums], [others]) = (sums.as_slice(), others.as_slice()) {
            return sums & (others.reverse_bits() >> (63 - rest)) != 0;
        }
        let has = |sums: &Sums, sum: u32| sums[(sum / 64) as usize] >> (sum % 64) & 1 == 1;
        (0..=rest).any(|sum| has(sums, sum) && has(others, rest - sum))
    }
}

impl Rule for Weighted {
    fn kind(&self) -> RuleKind {
        RuleKind::Weighted
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let weights = self.vars.iter().enumerate().map(|(i, &v)| u64::from(self.weight(i, value(v))));
        weights.sum::<u64>() == u64::from(self.total)
    }

    /// Generalised arc consistency, by the sums that are possible in front of each place and behind
    /// it.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let domains: Vec<Domain> = self.vars.iter().map(|&v| at.domain(v)).collect();
        let n = domains.len();
        let mut nothing: Sums = smallvec![0; self.total as usize / 64 + 1];
        nothing[0] = 1;
        let (mut before, mut behind) = (vec![nothing.clone(); n + 1], vec![nothing; n + 1]);
        for i in 0..n {
            before[i + 1] = self.add(&before[i], i, domains[i]);
        }
        for i in (0..n).rev() {
            behind[i] = self.add(&behind[i + 1], i, domains[i]);
        }
        if before[n][(self.total / 64) as usize] >> (self.total % 64) & 1 == 0 {
            return Err(Conflict::default());
        }
        for (i, &var) in self.vars.iter().enumerate().filter(|(i, _)| !domains[*i].is_single()) {
            let fits = |&value: &Value| {
                let rest = self.total.checked_sub(self.weight(i, value));
                // A sum before, and behind what it leaves of the rest.
                rest.is_some_and(|rest| Self::meet(&before[i], &behind[i + 1], rest))
            };
            let keep = domains[i].iter().filter(fits).collect();
            at.restrict(var, keep)?;
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn encode(&self, to: &mut dyn Encoder) {
        let mut terms = Vec::new();
        for (i, &var) in self.vars.iter().enumerate() {
            let weights = to.domain(var).iter().map(|value| (i64::from(self.weight(i, value)), Literal { var, value }));
            terms.extend(weights.filter(|(weight, _)| *weight > 0));
        }
        to.linear(&terms, i64::from(self.total), i64::from(self.total));
    }
}
