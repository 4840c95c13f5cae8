//! Why a value went: reasons found lazily, from nothing but the rules and the times of the
//! removals.
//!
//! Every removal by all-different rules is an instance of one of three patterns over facts that are
//! strictly older, so nothing but times has to be recorded.

use super::witness::Record;
use crate::{Domain, Literal, Network, RuleId, RuleKind, Value, Var, VarSet};

/// The pattern behind a removal or a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// A variable of the same rule has no other value left.
    NakedPeer(Var),
    /// The variable is the only place left for another value of the rule.
    HiddenHere(Value),
    /// All places for the value in the first rule lie in the second one too.
    Locked,
    /// A rule of another kind, by its own pruning.
    Pruned,
    /// Conflict: a variable has no value left.
    NoValue(Var),
    /// Conflict: a value has no place left in the rule.
    NoPlace(Value),
    /// Conflict: two disjoint sets of variables must both hold the value inside one rule.
    TwoClaims(Value),
    /// Conflict: a variable is the only place for two values.
    TwoValues(Var),
}

/// Why something follows: the pattern, the rules that it rests on, and the candidates that had gone
/// before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The pattern.
    pub pattern: Pattern,
    /// The rules.
    pub rules: Vec<RuleId>,
    /// The removals that it needs; every one is strictly older than what it explains.
    pub because: Vec<Literal>,
}

/// An all-different group as explanations see it.
struct Group {
    rule: RuleId,
    vars: Vec<Var>,
    set: VarSet,
    /// As many variables as values.
    cover: bool,
}

/// When each candidate went during one propagation.
pub struct Times<'n> {
    net: &'n Network,
    alphabet: Domain,
    groups: Vec<Group>,
    /// By variable and value: `None` still there, `Some(0)` never there.
    gone: Vec<[u32; 64]>,
    /// The removals by further rules.
    pruned: Vec<(Literal, RuleId)>,
    order: Vec<Literal>,
    conflict: Option<Option<RuleId>>,
}

/// Still there.
const NEVER: u32 = u32::MAX;

/// A set of variables one of which holds the value, with the rule that says so (none: a variable
/// with one value).
struct Claim {
    rule: Option<RuleId>,
    places: VarSet,
    because: Vec<Literal>,
}

impl<'n> Times<'n> {
    pub(super) fn new(net: &'n Network, domains: &[Domain], record: Record) -> Times<'n> {
        let alphabet = net.domains().iter().fold(Domain::EMPTY, |u, &d| u | d);
        let group = |id: RuleId| {
            let vars = net.rule(id).scope().to_vec();
            let different = matches!(net.rule(id).kind(), RuleKind::AllDifferent | RuleKind::Cage);
            let cover = vars.len() == alphabet.len() as usize;
            different.then(|| Group { rule: id, set: vars.iter().copied().collect(), vars, cover })
        };
        let mut gone = vec![[NEVER; 64]; net.len()];
        for (i, times) in gone.iter_mut().enumerate() {
            let own = net.domains()[i];
            let domain = domains.get(i).map_or(own, |&d| d & own);
            alphabet.minus(domain).iter().for_each(|v| times[usize::from(v)] = 0);
        }
        let mut order = Vec::new();
        let mut pruned = Vec::new();
        for (what, time, rule) in record.removals {
            for value in what.values.iter() {
                let literal = Literal { var: what.var, value };
                gone[what.var.index()][usize::from(value)] = time;
                order.push(literal);
                if let Some(rule) = rule {
                    pruned.push((literal, rule));
                }
            }
        }
        pruned.sort_unstable();
        let groups = net.rule_ids().filter_map(group).collect();
        Times { net, alphabet, groups, gone, pruned, order, conflict: record.conflict }
    }

    /// The candidates that went, in order of time.
    pub fn removals(&self) -> &[Literal] {
        &self.order
    }

    /// Did the propagation end in a conflict?
    pub fn is_conflict(&self) -> bool {
        self.conflict.is_some()
    }

    /// When a candidate went: 0 if it was never there, `None` if it is still there.
    pub fn time(&self, literal: Literal) -> Option<u32> {
        let time = self.gone.get(literal.var.index())?.get(usize::from(literal.value)).copied()?;
        let known = self.alphabet.contains(literal.value);
        if known { (time != NEVER).then_some(time) } else { Some(0) }
    }

    fn before(&self, var: Var, value: Value, time: u32) -> bool {
        self.gone[var.index()][usize::from(value)] < time
    }

    /// The candidates of a rule's scope that had gone before `time`.
    fn scope_before(&self, rule: RuleId, time: u32) -> Vec<Literal> {
        let scope = self.net.rule(rule).scope().iter();
        let literals = scope.flat_map(|&var| self.alphabet.iter().map(move |value| Literal { var, value }));
        literals.filter(|l| self.before(l.var, l.value, time)).collect()
    }

    fn others(&self, var: Var, value: Value) -> impl Iterator<Item = Literal> {
        self.alphabet.iter().filter(move |&w| w != value).map(move |value| Literal { var, value })
    }

    /// Why a candidate went; `None` if it is still there or was never there.
    pub fn why(&self, literal: Literal) -> Option<Reason> {
        let Literal { var, value } = literal;
        let time = self.time(literal).filter(|&t| t > 0)?;
        let by = self.pruned.binary_search_by_key(&literal, |p| p.0).ok().map(|i| self.pruned[i].1);
        let pruned =
            |rule| Reason { pattern: Pattern::Pruned, rules: vec![rule], because: self.scope_before(rule, time) };
        if let Some(rule) = by.filter(|&r| self.net.rule(r).kind() != RuleKind::AllDifferent) {
            return Some(pruned(rule));
        }
        let gone = |v: Var, w: Value| self.before(v, w, time);
        for y in self.groups.iter().filter(|g| g.set.contains(var)) {
            let naked = |&&p: &&Var| p != var && self.alphabet.iter().all(|w| w == value || gone(p, w));
            if let Some(&peer) = y.vars.iter().find(naked) {
                let because = self.others(peer, value).collect();
                return Some(Reason { pattern: Pattern::NakedPeer(peer), rules: vec![y.rule], because });
            }
            if !y.cover {
                continue;
            }
            let hidden = |&w: &Value| w != value && !gone(var, w) && y.vars.iter().all(|&q| q == var || gone(q, w));
            if let Some(w) = self.alphabet.iter().find(hidden) {
                let because = y.vars.iter().filter(|&&q| q != var).map(|&q| Literal { var: q, value: w }).collect();
                return Some(Reason { pattern: Pattern::HiddenHere(w), rules: vec![y.rule], because });
            }
        }
        for y in self.groups.iter().filter(|g| g.set.contains(var)) {
            for x in self.groups.iter().filter(|g| g.cover && !g.set.contains(var)) {
                if x.vars.iter().all(|&q| y.set.contains(q) || gone(q, value)) {
                    let outside = x.vars.iter().filter(|&&q| !y.set.contains(q));
                    let because = outside.map(|&var| Literal { var, value }).collect();
                    return Some(Reason { pattern: Pattern::Locked, rules: vec![x.rule, y.rule], because });
                }
            }
        }
        by.map(pruned)
    }

    /// Why the propagation ended in a conflict; `None` if it did not.
    pub fn why_conflict(&self) -> Option<Reason> {
        let rule = self.conflict?;
        let reason = self.no_value().or_else(|| self.no_place()).or_else(|| self.two_values());
        reason.or_else(|| self.two_claims()).or_else(|| {
            let rule = rule?;
            Some(Reason { pattern: Pattern::Pruned, rules: vec![rule], because: self.scope_before(rule, NEVER) })
        })
    }

    fn left(&self, var: Var, value: Value) -> bool {
        !self.before(var, value, NEVER)
    }

    fn no_value(&self) -> Option<Reason> {
        let var = self.net.vars().find(|&v| self.alphabet.iter().all(|w| !self.left(v, w)))?;
        let because = self.alphabet.iter().map(|value| Literal { var, value }).collect();
        Some(Reason { pattern: Pattern::NoValue(var), rules: Vec::new(), because })
    }

    fn no_place(&self) -> Option<Reason> {
        self.groups.iter().filter(|g| g.cover).find_map(|g| {
            let value = self.alphabet.iter().find(|&w| g.vars.iter().all(|&v| !self.left(v, w)))?;
            let because = g.vars.iter().map(|&var| Literal { var, value }).collect();
            Some(Reason { pattern: Pattern::NoPlace(value), rules: vec![g.rule], because })
        })
    }

    fn two_values(&self) -> Option<Reason> {
        let mut hidden: Vec<Option<(Value, &Group)>> = vec![None; self.net.len()];
        for group in self.groups.iter().filter(|g| g.cover) {
            for value in self.alphabet.iter() {
                let mut places = group.vars.iter().filter(|&&v| self.left(v, value));
                let (Some(&var), None) = (places.next(), places.next()) else { continue };
                match hidden[var.index()] {
                    Some((other, first)) if other != value => {
                        let rest = |g: &Group, value| {
                            let vars = g.vars.iter().copied().filter(move |&v| v != var);
                            vars.map(move |var| Literal { var, value }).collect::<Vec<_>>()
                        };
                        let because = [rest(first, other), rest(group, value)].concat();
                        let rules = vec![first.rule, group.rule];
                        return Some(Reason { pattern: Pattern::TwoValues(var), rules, because });
                    }
                    _ => hidden[var.index()] = Some((value, group)),
                }
            }
        }
        None
    }

    /// The sets of places inside `group` one of which must hold `value`.
    fn claims(&self, group: &Group, value: Value) -> Vec<Claim> {
        let mut claims = Vec::new();
        for &var in &group.vars {
            if self.others(var, value).all(|l| !self.left(l.var, l.value)) {
                let because = self.others(var, value).collect();
                claims.push(Claim { rule: None, places: [var].into_iter().collect(), because });
            }
        }
        for x in self.groups.iter().filter(|x| x.cover && x.rule != group.rule) {
            if x.vars.iter().all(|&v| group.set.contains(v) || !self.left(v, value)) {
                let (open, gone): (Vec<Var>, Vec<Var>) = x.vars.iter().partition(|&&v| self.left(v, value));
                let because = gone.into_iter().map(|var| Literal { var, value }).collect();
                claims.push(Claim { rule: Some(x.rule), places: open.into_iter().collect(), because });
            }
        }
        claims
    }

    fn two_claims(&self) -> Option<Reason> {
        for group in &self.groups {
            for value in self.alphabet.iter() {
                let claims = self.claims(group, value);
                for (i, a) in claims.iter().enumerate() {
                    let Some(b) = claims[..i].iter().find(|b| !b.places.meets(&a.places)) else { continue };
                    let rules = [a.rule, b.rule, Some(group.rule)].into_iter().flatten().collect();
                    let because = [&a.because[..], &b.because[..]].concat();
                    return Some(Reason { pattern: Pattern::TwoClaims(value), rules, because });
                }
            }
        }
        None
    }
}
