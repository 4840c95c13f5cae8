//! Heights along a line that are seen from its end.

use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Encoding, Literal, NetworkError, Rule, RuleKind, Store, Value, Var};
use std::collections::BTreeMap;

/// Exactly `count` of the heights are seen from the front: those above every height before them. A
/// height of 0 is never seen.
#[derive(Clone, Debug)]
pub struct Visible {
    vars: Vec<Var>,
    count: u32,
}

/// Heights, and one more for "none yet".
const HEIGHTS: usize = 64;

/// By greatest height so far: the numbers of seen heights that are possible, as bits.
type Seen = [u64; HEIGHTS];

impl Visible {
    /// The heights are those of `vars`, the nearest first.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when more than 63 heights are to be seen.
    pub fn new(vars: Vec<Var>, count: u32) -> Result<Self, NetworkError> {
        if count >= u64::BITS {
            let why = format!("{count} heights to be seen");
            return Err(NetworkError::Malformed { kind: RuleKind::Visible, why });
        }
        Ok(Visible { vars, count })
    }

    /// Before each place, and behind the last: which numbers of heights are seen in front of it.
    fn before(&self, domains: &[Domain]) -> Vec<Seen> {
        let mut all = vec![[0; HEIGHTS]; domains.len() + 1];
        all[0][0] = 1;
        for (i, domain) in domains.iter().enumerate() {
            for top in 0..HEIGHTS {
                let so_far = all[i][top];
                for height in domain.iter().map(usize::from) {
                    all[i + 1][top.max(height)] |= so_far << u32::from(height > top);
                }
            }
        }
        all
    }

    /// At each place, and behind the last: which numbers of heights are still seen from there on,
    /// by the greatest height in front of it.
    fn behind(&self, domains: &[Domain]) -> Vec<Seen> {
        let mut all = vec![[0; HEIGHTS]; domains.len() + 1];
        all[domains.len()] = [1; HEIGHTS];
        for (i, domain) in domains.iter().enumerate().rev() {
            for top in 0..HEIGHTS {
                for height in domain.iter().map(usize::from) {
                    let seen = all[i + 1][top.max(height)] << u32::from(height > top);
                    all[i][top] |= seen;
                }
            }
        }
        all
    }
}

impl Rule for Visible {
    fn kind(&self) -> RuleKind {
        RuleKind::Visible
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let heights: Vec<Value> = self.vars.iter().map(|&v| value(v)).collect();
        let is_seen = |&i: &usize| heights[i] > 0 && heights[..i].iter().all(|&h| h < heights[i]);
        (0..heights.len()).filter(is_seen).count() as u32 == self.count
    }

    /// Generalised arc consistency, by the greatest height and the number seen so far.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let domains: Vec<Domain> = self.vars.iter().map(|&v| at.domain(v)).collect();
        let (before, behind) = (self.before(&domains), self.behind(&domains));
        if behind[0][0] >> self.count & 1 == 0 {
            return Err(Conflict::default());
        }
        for (i, &var) in self.vars.iter().enumerate() {
            let fits = |height: &Value| {
                let height = usize::from(*height);
                (0..HEIGHTS).any(|top| {
                    let seen = before[i][top] << u32::from(height > top);
                    let rest = behind[i + 1][top.max(height)];
                    (0..=self.count).any(|n| seen >> n & 1 == 1 && rest >> (self.count - n) & 1 == 1)
                })
            };
            let keep = domains[i].iter().filter(fits).collect();
            at.restrict(var, keep)?;
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    /// Nothing: cuts say it all.
    fn encode(&self, _to: &mut dyn Encoder) {}

    /// A variable of its own for the greatest height and the number seen so far, place by place:
    /// each height leads from one to the next, and the last has the number that is wanted.
    fn encode_exactly(&self, to: &mut dyn Encoder) -> bool {
        if self.vars.is_empty() && self.count > 0 {
            to.clause(&[]);
        }
        let mut states: BTreeMap<(Value, u32), Option<Literal>> = [((0, 0), None)].into();
        for (i, &var) in self.vars.iter().enumerate() {
            let is_last = i + 1 == self.vars.len();
            let mut next = BTreeMap::new();
            for (&(top, seen), &state) in &states {
                for value in to.domain(var).iter() {
                    let seen = seen + u32::from(value > top);
                    let mut all: Vec<_> =
                        state.into_iter().chain([Literal { var, value }]).map(|l| (l, true)).collect();
                    if seen > self.count || is_last && seen != self.count {
                        all.iter_mut().for_each(|(_, sign)| *sign = false);
                        to.clause(&all);
                        continue;
                    }
                    if !is_last {
                        let state = *next.entry((top.max(value), seen)).or_insert_with(|| to.fresh());
                        to.implies(&all, &[(state, true)]);
                    }
                }
            }
            states = next.into_iter().map(|(key, literal)| (key, Some(literal))).collect();
        }
        true
    }

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }
}
