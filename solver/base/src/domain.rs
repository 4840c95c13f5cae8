//! Variables, values and bit-mask domains.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A variable of a network: an index from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Var(pub u32);

impl Var {
    /// The index as `usize`.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rule of a network: an index from 0, in the order of adding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(pub u32);

impl RuleId {
    /// The index as `usize`.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value, 0 to 63; the number itself counts in arithmetic rules.
pub type Value = u8;

/// A candidate: "this variable takes this value".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Literal {
    /// The variable.
    pub var: Var,
    /// The value.
    pub value: Value,
}

/// A set of values as a 64-bit mask: bit `v` is value `v`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Domain(pub u64);

impl Domain {
    /// No value.
    pub const EMPTY: Domain = Domain(0);

    /// Exactly `value`.
    #[inline]
    pub const fn single(value: Value) -> Domain {
        Domain(1 << value)
    }

    /// All values from `low` to `high`, both included.
    pub const fn range(low: Value, high: Value) -> Domain {
        if low > high { Domain(0) } else { Domain((u64::MAX >> (63 - (high - low))) << low) }
    }

    /// Number of values.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Is there no value?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is there exactly one value?
    #[inline]
    pub const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// The value, if there is exactly one.
    #[inline]
    pub const fn value(self) -> Option<Value> {
        if self.is_single() { Some(self.0.trailing_zeros() as Value) } else { None }
    }

    /// Is `value` in the set?
    #[inline]
    pub const fn contains(self, value: Value) -> bool {
        self.0 >> value & 1 == 1
    }

    /// Least value.
    #[inline]
    pub const fn min(self) -> Option<Value> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as Value) }
    }

    /// Greatest value.
    #[inline]
    pub const fn max(self) -> Option<Value> {
        if self.0 == 0 { None } else { Some(63 - self.0.leading_zeros() as Value) }
    }

    /// The set with `value`.
    #[inline]
    #[must_use]
    pub const fn with(self, value: Value) -> Domain {
        Domain(self.0 | 1 << value)
    }

    /// The set less the values of `other`.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Domain) -> Domain {
        Domain(self.0 & !other.0)
    }

    /// Values in rising order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Value> + Clone {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let v = bits.trailing_zeros() as Value;
            bits &= bits - 1;
            Some(v)
        })
    }
}

impl std::ops::BitAnd for Domain {
    type Output = Domain;
    #[inline]
    fn bitand(self, o: Domain) -> Domain {
        Domain(self.0 & o.0)
    }
}
impl std::ops::BitOr for Domain {
    type Output = Domain;
    #[inline]
    fn bitor(self, o: Domain) -> Domain {
        Domain(self.0 | o.0)
    }
}
impl std::ops::BitAndAssign for Domain {
    #[inline]
    fn bitand_assign(&mut self, o: Domain) {
        self.0 &= o.0;
    }
}
impl std::ops::BitOrAssign for Domain {
    #[inline]
    fn bitor_assign(&mut self, o: Domain) {
        self.0 |= o.0;
    }
}
impl FromIterator<Value> for Domain {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        values.into_iter().fold(Domain::EMPTY, Domain::with)
    }
}
impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// "Variable `var` may not take these values": the one fact that propagation, techniques, trials,
/// proofs, explanations and hints trade in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Removal {
    /// The variable.
    pub var: Var,
    /// The values that go; not empty.
    pub values: Domain,
}
