//! Deductions in words: what stands, what follows, and why.

use crate::{Names, sentence};
use tesuji_solver::{Deduction, Fact, Reason};

/// Words of a step that is told in full at most; a longer one is told in brief, too.
pub const LONG: usize = 60;
/// Words of a part of a brief step at most.
const PART: usize = 18;

/// Why a deduction holds and what follows, as sentences. `says` is what the technique has to say of
/// a rule that has no words of its own. Words of the step's own come first.
pub fn argument(step: &Deduction, says: &str, names: &dyn Names) -> String {
    let follows = names.facts(&step.conclusions());
    let text = match (step.because.supposed, step.because.reasons.as_slice()) {
        (_, []) => return pattern(step, names, &follows),
        (None, [reason]) => single(reason, says, names, &follows),
        (supposed, reasons) => chain(reasons, supposed, says, names, &follows),
    };
    match sentence(&step.because.say, names) {
        own if own.is_empty() => text,
        own => format!("{own}: {text}"),
    }
}

/// A pattern says why by itself.
fn pattern(step: &Deduction, names: &dyn Names, follows: &str) -> String {
    let text = sentence(&step.because.say, names);
    if text.is_empty() || follows.is_empty() { text + follows } else { format!("{text}: {follows}") }
}

/// One use of one rule.
fn single(reason: &Reason, says: &str, names: &dyn Names, follows: &str) -> String {
    let law = names.law(reason, says);
    match names.facts(&reason.because) {
        stands if stands.is_empty() => format!("{law}, so {follows}"),
        stands => format!("{stands}, so {follows}: {law}"),
    }
}

/// Facts of a contradiction that are said again.
const SAID: usize = 8;

/// Reasons in order. What is known already is said where it is used.
fn chain(reasons: &[Reason], supposed: Option<Fact>, says: &str, names: &dyn Names, follows: &str) -> String {
    let mut text = supposed.map_or_else(String::new, |fact| format!("suppose {}. ", names.fact(fact)));
    let mut known: Vec<Fact> = supposed.into_iter().collect();
    for reason in reasons {
        let new: Vec<Fact> = reason.because.iter().copied().filter(|fact| !known.contains(fact)).collect();
        let stands = names.facts(&new);
        let with = if stands.is_empty() { stands } else { format!(", as {stands}") };
        if reason.concludes.is_empty() {
            let law = names.law(reason, says);
            text += &match reason.because.len() {
                1..=SAID => format!("Now {}, which can't be: {law}. ", names.facts(&reason.because)),
                _ => format!("That can't be{with}: {law}. "),
            };
            known = supposed.map(Fact::negated).into_iter().collect();
            continue;
        }
        known.extend(&reason.concludes);
        if reason.rule.is_some() || reason.together.is_some() {
            text += &format!("Then {}: {}{with}. ", names.facts(&reason.concludes), names.law(reason, says));
        }
    }
    format!("{text}So {follows}")
}

/// The same in brief, for a picture in which the places that the step rests on are marked: what is
/// supposed, how long the way is, what breaks at its end, and what follows.
pub fn brief_argument(step: &Deduction, says: &str, names: &dyn Names) -> String {
    let follows = brief_facts(&step.conclusions(), names);
    let reasons = step.because.reasons.as_slice();
    let last = reasons.iter().rev().find(|reason| reason.concludes.is_empty()).or(reasons.last());
    let law = last.map(|reason| names.law(reason, says)).filter(|law| is_short(law));
    let law = |before: &str| law.map_or_else(String::new, |law| format!("{before}: {law}"));
    match (step.because.supposed, reasons.len()) {
        (Some(fact), n) if n > 1 => {
            let fact = names.fact(fact);
            format!(
                "suppose {fact}. In {n} steps from the marked places this comes to what can't be{}. So {follows}",
                law("")
            )
        }
        (Some(fact), _) => {
            format!("suppose {}. With the marked places that can't be{}. So {follows}", names.fact(fact), law(""))
        }
        (None, n) if n > 1 => format!("in {n} steps from the marked places{}. So {follows}", law(", the last of them")),
        (None, _) => format!("as the marked places stand, {follows}{}", law("")),
    }
}

fn is_short(text: &str) -> bool {
    text.split_whitespace().count() <= PART
}

/// The facts, or the first of them and how many more there are.
fn brief_facts(facts: &[Fact], names: &dyn Names) -> String {
    let count = (1..=facts.len()).rev().find(|&n| is_short(&names.facts(&facts[..n]))).unwrap_or(facts.len().min(1));
    let told = names.facts(&facts[..count]);
    match facts.len() - count {
        0 => told,
        more => format!("{told}, and {more} more"),
    }
}
