//! Facts in words: "r3c4 and r3c6 are shaded".

use tesuji_genre::listed;
use tesuji_solver::{Domain, Fact, Value, Var};

/// Variables of which the same is said.
struct Group {
    vars: Vec<Var>,
    words: Vec<String>,
    holds: bool,
}

fn groups(facts: &[Fact], value: &dyn Fn(Var, Value) -> String) -> Vec<Group> {
    let mut by_var: Vec<(Var, Domain, bool)> = Vec::new();
    for fact in facts {
        let known = by_var.iter_mut().find(|(var, _, holds)| *var == fact.var && !*holds && !fact.holds);
        match known {
            Some((_, values, _)) => *values = values.with(fact.value),
            None => by_var.push((fact.var, Domain::single(fact.value), fact.holds)),
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    for (var, values, holds) in by_var {
        let words: Vec<String> = values.iter().map(|v| value(var, v)).collect();
        match groups.iter_mut().find(|g| g.holds == holds && g.words == words) {
            Some(group) => group.vars.push(var),
            None => groups.push(Group { vars: vec![var], words, holds }),
        }
    }
    groups
}

/// Facts as clauses. `vars` names variables; `value` names a value as the genre does: "shaded",
/// "a tent", "no line".
pub(super) fn clauses(facts: &[Fact], vars: &dyn Fn(&[Var]) -> String, value: &dyn Fn(Var, Value) -> String) -> String {
    let clause = |group: &Group| {
        format!("{} {}", vars(&group.vars), predicate(&group.words, group.holds, group.vars.len() == 1))
    };
    let clauses: Vec<String> = groups(facts, value).iter().map(clause).collect();
    match clauses.split_last() {
        Some((last, rest)) if !rest.is_empty() && clauses.iter().any(|c| c.contains(" and ")) => {
            format!("{}, and {last}", rest.join(", "))
        }
        _ => listed(&clauses),
    }
}

/// Words that take an article.
const THINGS: &[&str] = &["line", "star", "bulb", "track", "border", "domino", "bridge"];

/// The end of a sentence about one variable, or about several.
fn predicate(values: &[String], holds: bool, is_one: bool) -> String {
    let [is, isnt, has, hasnt] =
        if is_one { ["is", "isn't", "has", "doesn't have"] } else { ["are", "aren't", "have", "don't have"] };
    let is_thing = |word: &String| {
        ["a ", "an ", "no ", "one ", "two "].iter().any(|article| word.starts_with(article))
            || THINGS.contains(&word.as_str())
    };
    if !values.iter().all(is_thing) {
        let values = if holds { listed(values) } else { alternatives(values) };
        return format!("{} {values}", if holds { is } else { isnt });
    }
    let noun = |word: &String| {
        let bare = word.strip_prefix("no ").or(word.strip_prefix("a ")).or(word.strip_prefix("an "));
        bare.unwrap_or(word).to_string()
    };
    let with_article = |word: &String| if THINGS.contains(&word.as_str()) { format!("a {word}") } else { word.clone() };
    match (values, holds) {
        ([word], false) if word.starts_with("no ") => format!("{has} a {}", noun(word)),
        ([word], false) if !word.starts_with("one ") && !word.starts_with("two ") => format!("{has} no {}", noun(word)),
        (words, false) => format!("{hasnt} {}", alternatives(words)),
        (words, true) => format!("{has} {}", listed(&words.iter().map(with_article).collect::<Vec<_>>())),
    }
}

/// "1", "1 or 2", "1, 2 or 3".
fn alternatives(words: &[String]) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_that_say_the_same_are_said_together() {
        let vars = |list: &[Var]| listed(&list.iter().map(|v| format!("v{}", v.0)).collect::<Vec<_>>());
        let shade = |_: Var, value: Value| ["unshaded", "shaded"][usize::from(value)].to_string();
        let facts = [Fact::is(Var(1), 1), Fact::is(Var(2), 0), Fact::is(Var(3), 1)];
        assert_eq!(clauses(&facts, &vars, &shade), "v1 and v3 are shaded, and v2 is unshaded");
        let number = |_: Var, value: Value| value.to_string();
        let facts = [Fact::is_not(Var(1), 4), Fact::is_not(Var(1), 5), Fact::is(Var(2), 3)];
        assert_eq!(clauses(&facts, &vars, &number), "v1 isn't 4 or 5 and v2 is 3");
        let bridge = |_: Var, value: Value| ["no bridge", "one bridge", "two bridges"][usize::from(value)].to_string();
        assert_eq!(clauses(&[Fact::is_not(Var(0), 0)], &vars, &bridge), "v0 has a bridge");
        assert_eq!(clauses(&[Fact::is_not(Var(0), 2)], &vars, &bridge), "v0 doesn't have two bridges");
        assert_eq!(clauses(&[Fact::is(Var(0), 0)], &vars, &bridge), "v0 has no bridge");
    }
}
