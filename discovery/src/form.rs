//! Forms: what is left of a core when cells, values and the order of axes are forgotten, and, where
//! covers use the core up, which of the candidates are there at all.

use crate::covers::coverings;
use crate::key::{chain_key, coarse, flat_key, least, letters, ranked_key};
use crate::rules_key::RulesKey;
use crate::sets::CoreSets;
use crate::whip::whip;
use serde::{Deserialize, Serialize};
use tesuji_solver::{Domain, Literal, Network, Truth};

/// A form of proofs. Equal for proofs that a symmetry maps onto each other which keeps the kinds of
/// houses (lines may swap axes).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Form {
    /// Truths of the core.
    pub size: u8,
    /// How much there is to say: of several proofs of one removal, the shortest is the plainest.
    pub length: u32,
    /// The number of variables that rules as a whole speak of. Of forms of one length the one with
    /// the least scope is the plainest: a rule of a place goes before one of the whole board.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub scope: u32,
    /// The form's own name: `naked-3-locked`, `chain-3:h1NhNh1`, `whip-5`.
    pub key: String,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// Ranks for which covers are looked for.
const RANKS: std::ops::RangeInclusive<usize> = 1..=3;

impl Form {
    /// By how much it takes to say: the plainest is the least.
    pub fn plainness(&self) -> (u32, u32) {
        (self.length, self.scope)
    }

    /// Takes over the plainness of the same form elsewhere, where it is plainer there.
    pub(crate) fn keep_plainest(&mut self, other: &Form) {
        (self.length, self.scope) = self.plainness().min(other.plainness());
    }

    /// The form of a core's proof that `goal` can't be.
    pub fn of(net: &Network, domains: &[Domain], core: &[Truth], goal: Literal) -> Form {
        match CoreSets::new(net, domains, core) {
            Some(sets) => Form::of_sets(&sets, goal),
            None => Form::of_rules(net, core, goal),
        }
    }

    pub(crate) fn of_sets(core: &CoreSets<'_>, goal: Literal) -> Form {
        let n = core.bases.len();
        let form = |length: u32, key: String| Form { size: n as u8, length, scope: 0, key };
        let flat = coverings(core, goal, 0);
        if let Some((length, key)) = least(core, &flat, &|c, swap| flat_key(core, c, swap)) {
            return form(length, key);
        }
        if let Some((length, key)) = chain_key(core, goal) {
            return form(length, key);
        }
        for rank in RANKS {
            let covers = coverings(core, goal, rank);
            if let Some((length, key)) = least(core, &covers, &|c, swap| ranked_key(core, c, rank, swap)) {
                return form(length, key);
            }
        }
        match whip(core, goal) {
            Some(kind) => form(30 + 5 * n as u32, format!("{}-{n}", kind.name())),
            None => form(60, format!("net-{n}:{}", letters(core.bases.iter().map(|&s| coarse(core, s))))),
        }
    }

    /// Cores with rules as a whole: the classes of the rules, the kinds of the other truths, what
    /// goes, and how many of the rules speak of it.
    fn of_rules(net: &Network, core: &[Truth], goal: Literal) -> Form {
        let (key, scope) = RulesKey::of(net, core, goal);
        let n = core.len();
        Form { size: n as u8, length: 4 * n as u32, scope, key: key.to_string() }
    }

    /// The form of a proof that assumes more on the way.
    pub fn of_deep(core: &[Truth], depth: u8) -> Form {
        let words = core.iter().map(|t| if matches!(t, Truth::Cell(_)) { 'n' } else { 'h' });
        let key = format!("trial-{depth}-{}:{}", core.len(), letters(words));
        Form { size: core.len().min(255) as u8, length: 60 + 10 * u32::from(depth), scope: 0, key }
    }
}

/// Truths of a form at most.
const MOST: usize = 16;

/// What the keys of other forms begin with; the number of truths follows.
const HEADS: [&str; 15] = [
    "aic-",
    "bivalue-chain-",
    "braid-",
    "chain-",
    "fish-",
    "flat-",
    "hidden-",
    "naked-",
    "net-",
    "rank-1-",
    "rank-2-",
    "rank-3-",
    "t-whip-",
    "whip-",
    "z-chain-",
];

impl Form {
    /// The number of truths of a form by its key; `None` where no form has such a key, or its
    /// proofs take further assumptions.
    pub fn size_of(key: &str) -> Option<usize> {
        if key.starts_with(crate::promoted_idea::HEAD) {
            return key.parse::<crate::IdeaKey>().ok().map(|_| 1);
        }
        if let Some(form) = key.strip_prefix(crate::minimal::HEAD) {
            return (!form.trim().is_empty()).then_some(1);
        }
        if key.starts_with(crate::picture::HEAD) {
            return key.parse::<crate::Picture>().ok().map(|_| 1);
        }
        if key.starts_with(crate::rules_key::HEAD) {
            let key: RulesKey = key.parse().ok()?;
            return Some(key.words.len()).filter(|n| (1..=MOST).contains(n));
        }
        let rest = HEADS.iter().find_map(|head| key.strip_prefix(head))?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse().ok().filter(|n| (1..=MOST).contains(n))
    }
}
