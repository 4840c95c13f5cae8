//! Words for variables, rules and values.

use crate::Solution;
use tesuji_solver::reason::{Bound, Together};
use tesuji_solver::{Domain, Fact, Reason, RuleId, Say, Value, Var};

/// A genre's words for the parts of one puzzle's network.
pub trait Names: Send + Sync {
    /// "r3c5".
    fn var(&self, var: Var) -> String;
    /// "row 3".
    fn rule(&self, rule: RuleId) -> String;
    /// The clue that a rule states, as the puzzle writes it: "3".
    fn clue(&self, _rule: RuleId) -> Option<String> {
        None
    }
    /// "5"; "A" where the genre writes letters.
    fn value(&self, value: Value) -> String {
        value.to_string()
    }
    /// A solution in the shape that the genre's records have: the values one after the other,
    /// unless the genre knows better.
    fn solution(&self, values: &[Value]) -> Solution {
        values.iter().map(|&v| self.value(v)).collect::<String>().into()
    }
    /// Several variables; "r3c5, r3c7" unless the genre knows better (r3c57).
    fn vars(&self, vars: &[Var]) -> String {
        list(vars.iter().map(|&v| self.var(v)))
    }
    /// Several rules: "rows 3 and 7" where the genre knows how.
    fn rules(&self, rules: &[RuleId]) -> String {
        list(rules.iter().map(|&r| self.rule(r)))
    }
    /// A fact: "r3c5=7" unless the genre knows better (r3c5 is shaded).
    fn fact(&self, fact: Fact) -> String {
        let sign = if fact.holds { '=' } else { '≠' };
        format!("{}{sign}{}", self.var(fact.var), self.value(fact.value))
    }
    /// Several facts.
    fn facts(&self, facts: &[Fact]) -> String {
        list(facts.iter().map(|&fact| self.fact(fact)))
    }
    /// Why something follows by a rule, or what would break it: "no two shaded cells touch".
    /// `says` follows the rule's name where the genre has no words of its own.
    fn law(&self, reason: &Reason, says: &str) -> String {
        if let Some(proof) = &reason.together {
            return law_together(proof, &|rules| self.rules(rules));
        }
        match reason.rule {
            None => "no other value is left".to_string(),
            Some(rule) if says.is_empty() => format!("{} ({})", self.rule(rule), reason.part.name()),
            Some(rule) => format!("{} {says}", self.rule(rule)),
        }
    }
    /// The place of the clue that a rule comes from, in words and by the board's numbers.
    fn clue_place(&self, _rule: RuleId) -> Option<(String, u32)> {
        None
    }
    /// The places that a rule is about, in words and by the board's numbers.
    fn scope_places(&self, _rule: RuleId) -> Vec<(String, u32)> {
        Vec::new()
    }
    /// Where a variable lies, in half units down and to the right from the upper left corner of the
    /// board: cells have odd coordinates. `None`: it has no place.
    fn point(&self, _var: Var) -> Option<(i32, i32)> {
        None
    }
    /// Is a variable a constant of the board, at which nobody looks?
    fn is_constant(&self, _var: Var) -> bool {
        false
    }
    /// Several values: "4 and 7".
    fn values(&self, values: Domain) -> String {
        list(values.iter().map(|v| self.value(v)))
    }
}

/// Why several rules together leave no other way. `names` names rules.
pub fn law_together(proof: &Together, names: &dyn Fn(&[RuleId]) -> String) -> String {
    let named = |bounds: &[&Bound]| {
        let mut rules: Vec<RuleId> = bounds.iter().map(|bound| bound.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        names(&rules)
    };
    match proof {
        Together::Ways(_) => format!("{} have no other way together", names(&proof.rules())),
        Together::Split { .. } => format!("{} would have no way left, either way", names(&proof.rules())),
        Together::Parity(_) => {
            format!("{} come out even in no other way", names(&proof.rules()))
        }
        Together::Sum(bounds) => {
            let sum = |of: &[&Bound]| of.iter().map(|b| b.times as i32 * b.most).sum::<i32>().abs();
            let is_need = |b: &&Bound| b.terms.iter().all(|(_, by)| *by == -1);
            let is_room = |b: &&Bound| b.terms.iter().all(|(_, by)| *by == 1);
            let needs: Vec<&Bound> = bounds.iter().filter(is_need).collect();
            let rooms: Vec<&Bound> = bounds.iter().filter(is_room).collect();
            if needs.len() + rooms.len() < bounds.len() || needs.is_empty() || rooms.is_empty() {
                return format!("counted together, {} leave no other way", names(&proof.rules()));
            }
            let times = if bounds.iter().any(|b| b.times > 1) { ", some of them counted more than once" } else { "" };
            let verb = if needs.len() == 1 { "needs" } else { "need" };
            let has = if rooms.len() == 1 { "has" } else { "have" };
            format!(
                "{} {verb} {} in all, {} {has} room for {}{times}",
                named(&needs),
                sum(&needs),
                named(&rooms),
                sum(&rooms)
            )
        }
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    listed(&items.collect::<Vec<_>>())
}

/// "a", "a and b", "a, b and c".
pub fn listed(items: &[String]) -> String {
    match items.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// A step's wording in the genre's words.
pub fn sentence(say: &[Say], names: &dyn Names) -> String {
    say.iter()
        .map(|s| match s {
            Say::Text(t) => t.to_string(),
            Say::Vars(v) => names.vars(v),
            Say::Rule(r) => names.rule(*r),
            Say::Rules(r) => names.rules(r),
            Say::Values(d) => names.values(*d),
            Say::Is(l) => format!("{}={}", names.var(l.var), names.value(l.value)),
            Say::IsNot(l) => format!("{}≠{}", names.var(l.var), names.value(l.value)),
        })
        .collect()
}
