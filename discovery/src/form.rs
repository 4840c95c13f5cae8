//! Forms: what is left of a core when cells, values and the order of axes are forgotten, and, where
//! covers use the core up, which of the candidates are there at all.

use crate::covers::coverings;
use crate::key::{chain_key, coarse, flat_key, least, letters, ranked_key};
use crate::sets::CoreSets;
use crate::whip::whip;
use serde::{Deserialize, Serialize};
use tesuji_solver::{Domain, Literal, Network, Part, Truth};

/// A form of proofs. Equal for proofs that a symmetry maps onto each other which keeps the kinds of
/// houses (lines may swap axes).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Form {
    /// Truths of the core.
    pub size: u8,
    /// How much there is to say: of several proofs of one removal, the shortest is the plainest.
    pub length: u32,
    /// The form's own name: `naked-3-locked`, `chain-3:h1NhNh1`, `whip-5`.
    pub key: String,
}

/// Ranks for which covers are looked for.
const RANKS: std::ops::RangeInclusive<usize> = 1..=3;

impl Form {
    /// The form of a core's proof that `goal` can't be.
    pub fn of(net: &Network, domains: &[Domain], core: &[Truth], goal: Literal) -> Form {
        match CoreSets::new(net, domains, core) {
            Some(sets) => Form::of_sets(&sets, goal),
            None => Form::of_rules(net, core, goal),
        }
    }

    pub(crate) fn of_sets(core: &CoreSets<'_>, goal: Literal) -> Form {
        let n = core.bases.len();
        let form = |length: u32, key: String| Form { size: n as u8, length, key };
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
        let mut words: Vec<String> = core.iter().map(|&t| part_word(net, t)).collect();
        words.sort_unstable();
        let scope = |t: &Truth| match *t {
            Truth::Cell(var) => vec![var],
            Truth::Rule { rule, .. } => net.rule(rule).scope().to_vec(),
        };
        let scopes: Vec<_> = core.iter().map(scope).collect();
        let at_goal = scopes.iter().filter(|s| s.contains(&goal.var)).count();
        let mut shared: Vec<usize> = Vec::new();
        for (i, a) in scopes.iter().enumerate() {
            shared.extend(scopes[..i].iter().map(|b| a.iter().filter(|v| b.contains(v)).count().min(3)));
        }
        shared.sort_unstable();
        let shared: String = shared.iter().map(|n| char::from(b'0' + *n as u8)).collect();
        let n = core.len();
        // What a value means is the genre's; where there are two, it is part of the form.
        let goal = if net.domains()[goal.var.index()].len() <= 2 { format!("={}", goal.value) } else { String::new() };
        let key = format!("rules-{n}:{} goal{goal} in{at_goal} by{shared}", words.join("+"));
        Form { size: n as u8, length: 4 * n as u32, key }
    }

    /// The form of a proof that assumes more on the way.
    pub fn of_deep(core: &[Truth], depth: u8) -> Form {
        let words = core.iter().map(|t| if matches!(t, Truth::Cell(_)) { 'n' } else { 'h' });
        let key = format!("trial-{depth}-{}:{}", core.len(), letters(words));
        Form { size: core.len().min(255) as u8, length: 60 + 10 * u32::from(depth), key }
    }
}

/// What the keys of forms begin with; the number of truths follows.
const HEADS: [&str; 16] = [
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
    "rules-",
    "t-whip-",
    "whip-",
    "z-chain-",
];

impl Form {
    /// The number of truths of a form by its key; `None` where no form has such a key, or its
    /// proofs take further assumptions.
    pub fn size_of(key: &str) -> Option<usize> {
        let rest = HEADS.iter().find_map(|head| key.strip_prefix(head))?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse().ok().filter(|n| (1..=16).contains(n))
    }
}

/// A truth in a core with rules as a whole: the kind of the rule and its class in the genre's
/// numbering.
fn part_word(net: &Network, truth: Truth) -> String {
    match truth {
        Truth::Cell(_) => "cell".to_string(),
        Truth::Rule { part: Part::Value(_), .. } => "place".to_string(),
        Truth::Rule { rule, part: Part::Whole } => {
            let kind = serde_json::to_value(net.rule(rule).kind());
            let kind = kind.ok().and_then(|k| k.as_str().map(str::to_string)).unwrap_or_default();
            match net.origin(rule) {
                Some(origin) => format!("{kind}#{}", origin.class),
                None => kind,
            }
        }
    }
}
