//! A picture laid on a board: each of its places is a variable of the board, and for each of its
//! rules the board has a rule of that class which says at least as much. The picture is a theorem,
//! so its conclusion holds there, too.

use crate::picture::Picture;
use std::collections::BTreeSet;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Literal, Network, RuleId, Value, Var};

/// A picture, ready to be laid on boards.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// By place: the candidates that it may have.
    may: Vec<Domain>,
    /// The rules; each shares a place with the goal or with an earlier one, where one does.
    rules: Vec<LaidRule>,
    goal: Literal,
}

#[derive(Clone, Debug)]
struct LaidRule {
    class: String,
    spec: RuleSpec,
    places: Vec<Var>,
}

/// A picture on a board: the variable of each place that a rule speaks of, and the board's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Laid {
    pub vars: Vec<Option<Var>>,
    pub rules: Vec<RuleId>,
}

/// The board that pictures are laid on.
pub(crate) struct Ground<'a> {
    pub net: &'a Network,
    pub domains: &'a [Domain],
    /// By rule: it is left out. May be shorter than the list of rules.
    pub off: &'a [bool],
    /// The rules that a search has looked at.
    pub read: &'a mut BTreeSet<RuleId>,
}

/// Places tried for one candidate at most.
const TRIES: u32 = 4_000;
/// Ways of a table at most, of which a part is compared with the ways of a picture.
const WAYS: usize = 512;

impl Layout {
    pub(crate) fn new(picture: &Picture) -> Layout {
        let all = picture.values.keys().fold(Domain::EMPTY, |all, &value| all.with(value));
        let mut may = vec![all; picture.points.len()];
        picture.facts.iter().for_each(|fact| may[fact.var.index()] &= fact.keeps());
        let mut left: Vec<LaidRule> = picture.rules.iter().map(LaidRule::new).collect();
        let (mut known, mut rules) = (BTreeSet::from([picture.goal.var]), Vec::new());
        // The rule with the most known places goes first, of these the smallest.
        let worth = |rule: &LaidRule, known: &BTreeSet<Var>| {
            (rule.places.iter().filter(|p| known.contains(p)).count(), std::cmp::Reverse(rule.places.len()))
        };
        while let Some(at) = (0..left.len()).rev().max_by_key(|&at| worth(&left[at], &known)) {
            let rule = left.remove(at);
            known.extend(&rule.places);
            rules.push(rule);
        }
        Layout { may, rules, goal: picture.goal }
    }

    /// The value that goes.
    pub(crate) fn value(&self) -> Value {
        self.goal.value
    }

    /// The classes of its rules.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|rule| rule.class.as_str())
    }

    /// The first way to lay the picture on the board so that its goal is this variable.
    pub(crate) fn lay(&self, on: &mut Ground<'_>, goal: Var) -> Option<Laid> {
        let own = on.domains[goal.index()];
        if !own.contains(self.goal.value) || !self.takes(self.goal.var, own) {
            return None;
        }
        debug_assert!(self.may.iter().all(|may| !may.is_empty()), "a proved picture has values everywhere");
        let mut laid = Laid { vars: vec![None; self.may.len()], rules: Vec::new() };
        laid.vars[self.goal.var.index()] = Some(goal);
        let mut tries = TRIES;
        self.go_on(on, &mut laid, &mut tries).then_some(laid)
    }

    fn takes(&self, place: Var, domain: Domain) -> bool {
        domain.minus(self.may[place.index()]).is_empty()
    }

    /// Lays the next rule and all after it.
    fn go_on(&self, on: &mut Ground<'_>, laid: &mut Laid, tries: &mut u32) -> bool {
        let Some(rule) = self.rules.get(laid.rules.len()) else { return true };
        let known = rule.places.iter().find_map(|place| laid.vars[place.index()]);
        let net = on.net;
        let all: Vec<RuleId> = match known {
            Some(var) => net.rules_of(var).to_vec(),
            None => net.rule_ids().collect(),
        };
        for id in all {
            if on.off.get(id.index()) == Some(&true) || laid.rules.contains(&id) || !rule.is_of(net, id) {
                continue;
            }
            let scope = net.rule(id).scope();
            on.read.insert(id);
            let is_inside = |place: &Var| laid.vars[place.index()].is_none_or(|var| scope.contains(&var));
            if rule.places.iter().all(is_inside) && self.place(on, laid, (rule, id), 0, tries) {
                return true;
            }
            if *tries == 0 {
                return false;
            }
        }
        false
    }

    /// Lays the places of a rule from number `at` on, then the rules after it.
    fn place(
        &self,
        on: &mut Ground<'_>,
        laid: &mut Laid,
        (rule, id): (&LaidRule, RuleId),
        at: usize,
        tries: &mut u32,
    ) -> bool {
        let Some(&place) = rule.places.get(at) else {
            let to = |place: Var| laid.vars[place.index()].unwrap_or(place);
            if !entails(on.net.spec(id), on.domains, &rule.spec.map_vars(to)) {
                return false;
            }
            laid.rules.push(id);
            if self.go_on(on, laid, tries) {
                return true;
            }
            laid.rules.pop();
            return false;
        };
        if laid.vars[place.index()].is_some() {
            return self.place(on, laid, (rule, id), at + 1, tries);
        }
        for &var in on.net.rule(id).scope() {
            if laid.vars.contains(&Some(var)) || !self.takes(place, on.domains[var.index()]) {
                continue;
            }
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            laid.vars[place.index()] = Some(var);
            if self.place(on, laid, (rule, id), at + 1, tries) {
                return true;
            }
            laid.vars[place.index()] = None;
        }
        false
    }
}

impl LaidRule {
    fn new(rule: &crate::picture::PictureRule) -> LaidRule {
        let mut places = rule.spec.build().map(|built| built.scope().to_vec()).unwrap_or_default();
        places.sort_unstable();
        places.dedup();
        LaidRule { class: rule.class.clone(), spec: rule.spec.clone(), places }
    }

    fn is_of(&self, net: &Network, id: RuleId) -> bool {
        class_of(net, id) == self.class
    }
}

/// The name of the class of a rule; its kind's name where the genre names no classes.
pub(crate) fn class_of(net: &Network, id: RuleId) -> &str {
    net.class_name(id).unwrap_or_else(|| net.rule(id).kind().name())
}

/// Does a rule of the board, with these candidates, say at least what `part` says? `false` also
/// where that is not seen.
fn entails(board: &RuleSpec, at: &[Domain], part: &RuleSpec) -> bool {
    let now = |var: Var| at[var.index()];
    match (board, part) {
        (
            RuleSpec::Count { vars, values, low, high },
            RuleSpec::Count { vars: own, values: counted, low: least, high: most },
        ) => {
            let counts_alike = |var: &Var| now(*var) & *values == now(*var) & *counted;
            if !is_part(own, vars) || !own.iter().all(counts_alike) {
                return false;
            }
            let others = || vars.iter().filter(|var| !own.contains(var)).map(|var| now(*var));
            let taken = others().filter(|d| d.minus(*values).is_empty()).count() as u32;
            let open = others().filter(|d| !d.minus(*values).is_empty() && !(*d & *values).is_empty()).count() as u32;
            let all = own.len() as u32;
            *high >= taken && (high - taken).min(all) <= *most && low.saturating_sub(taken + open) >= *least
        }
        (RuleSpec::AllDifferent { vars }, RuleSpec::AllDifferent { vars: own }) => own.iter().all(|v| vars.contains(v)),
        (RuleSpec::Clause { literals }, RuleSpec::Clause { literals: own }) => {
            // A literal leaves these candidates of its variable.
            let left = |l: Literal, holds: bool| {
                let set = Domain::single(l.value);
                if holds { now(l.var) & set } else { now(l.var).minus(set) }
            };
            literals.iter().all(|&(l, holds)| {
                let rest = left(l, holds);
                let is_said =
                    |&(other, is): &(Literal, bool)| other.var == l.var && rest.minus(left(other, is)).is_empty();
                rest.is_empty() || own.iter().any(is_said)
            })
        }
        (RuleSpec::Table { vars, tuples }, RuleSpec::Table { vars: own, tuples: ways }) => {
            let places: Option<Vec<usize>> = own.iter().map(|v| vars.iter().position(|other| other == v)).collect();
            let Some(places) = places else { return false };
            if tuples.len() > WAYS || ways.len() > WAYS {
                return false;
            }
            let can_be = |way: &&Vec<Value>| way.iter().zip(vars).all(|(&value, &var)| now(var).contains(value));
            tuples
                .iter()
                .filter(can_be)
                .all(|way| ways.iter().any(|own| own.iter().zip(&places).all(|(value, &at)| *value == way[at])))
        }
        (RuleSpec::Sum { vars, total }, RuleSpec::Sum { vars: own, total: rest })
        | (RuleSpec::Cage { vars, total }, RuleSpec::Sum { vars: own, total: rest }) => {
            let others = vars.iter().filter(|var| !own.contains(var)).map(|&var| now(var).value());
            let sum: Option<u32> = others.map(|value| value.map(u32::from)).sum();
            is_part(own, vars) && sum.is_some_and(|sum| sum + rest == *total)
        }
        (RuleSpec::Cage { vars, total }, RuleSpec::Cage { vars: own, total: rest }) => {
            own.len() == vars.len() && total == rest && is_part(own, vars)
        }
        _ => board == part,
    }
}

/// Are variables some of others, each of them once?
fn is_part(own: &[Var], all: &[Var]) -> bool {
    let is_once = |var: &Var, list: &[Var]| list.iter().filter(|other| *other == var).count() == 1;
    own.iter().all(|var| is_once(var, all) && is_once(var, own))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: Domain = Domain::EMPTY.with(0).with(1);

    fn count(vars: &[u32], low: u32, high: u32) -> RuleSpec {
        RuleSpec::Count { vars: vars.iter().map(|&v| Var(v)).collect(), values: Domain::single(1), low, high }
    }

    /// Going through all ways shows that `entails` is right.
    #[test]
    fn what_a_rule_entails_holds_in_all_its_ways() {
        let literal = |var: u32, holds: bool| (Literal { var: Var(var), value: 1 }, holds);
        let clause =
            |list: &[(u32, bool)]| RuleSpec::Clause { literals: list.iter().map(|&(v, h)| literal(v, h)).collect() };
        let table = |vars: &[u32], tuples: &[&[Value]]| RuleSpec::Table {
            vars: vars.iter().map(|&v| Var(v)).collect(),
            tuples: tuples.iter().map(|t| t.to_vec()).collect(),
        };
        let mut boards = vec![
            clause(&[(0, true), (1, false), (2, true)]),
            clause(&[(0, false), (1, false)]),
            table(&[0, 1, 2], &[&[0, 0, 0], &[1, 1, 0], &[0, 1, 1]]),
        ];
        let mut parts = vec![
            clause(&[(0, true), (1, false)]),
            clause(&[(0, false), (1, false)]),
            clause(&[(0, false), (2, false), (1, true)]),
            table(&[0, 1], &[&[0, 0], &[1, 1], &[0, 1]]),
            table(&[2, 0], &[&[0, 0], &[0, 1]]),
        ];
        for low in 0..=2 {
            for high in low..=3 {
                boards.push(count(&[0, 1, 2, 3], low, high));
                parts.extend([count(&[0, 1], low.min(2), high.min(2)), count(&[1, 2, 3], low, high)]);
            }
        }
        let (mut said, mut refused) = (0, 0);
        // Each of four variables is open, 0 or 1.
        for code in 0..81_u32 {
            let state = |i: u32| [BOTH, Domain::single(0), Domain::single(1)][(code / 3_u32.pow(i) % 3) as usize];
            let at: Vec<Domain> = (0..4).map(state).collect();
            for board in &boards {
                for part in &parts {
                    if !entails(board, &at, part) {
                        refused += 1;
                        continue;
                    }
                    said += 1;
                    let (rule, own) = (board.build().unwrap(), part.build().unwrap());
                    for bits in 0..16_u32 {
                        let way: Vec<Value> = (0..4).map(|i| (bits >> i & 1) as Value).collect();
                        if way.iter().zip(&at).any(|(v, d)| !d.contains(*v)) {
                            continue;
                        }
                        let value = |var: Var| way[var.index()];
                        assert!(!rule.holds(&value) || own.holds(&value), "{board:?} {part:?} {at:?} {way:?}");
                    }
                }
            }
        }
        assert!(said > 500 && refused > 500, "{said} {refused}");
    }
}
