//! Deductions in words: what stands, what follows, and why.

use crate::{Names, sentence};
use tesuji_solver::{Deduction, Fact, Reason};

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
