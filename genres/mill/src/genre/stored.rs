//! Is a stored solution that of its puzzle?

use super::{answers, judged};
use crate::puzzle::{Question, Step, right_turns};
use serde_json::Value;
use tesuji_genre::Solution;
use tesuji_solver::Limits;

/// The wrong part of a stored solution, where this turn is the right one: its turns, their number,
/// or its line. Where the number can't be told by a short reading, it is not doubted.
pub(super) fn contradicts(question: &Question, stored: &Solution, found: &Solution) -> Option<String> {
    let Ok(kernel) = question.kernel() else { return None };
    // The turns of a line from here on, as long as they can be played.
    let played = |texts: &[&str]| {
        let mut at = question.state;
        let step = |text: &&str| -> Option<Step> {
            let step = kernel.all_turns(&at).into_iter().find(|s| s.to_string() == *text)?;
            at = kernel.play(&at, step);
            Some(step)
        };
        texts.iter().map(step).collect::<Option<Vec<Step>>>()
    };
    let texts = |value: &Value| -> Option<Vec<String>> {
        Some(value.as_array()?.iter().map(|v| v.as_str().unwrap_or_default().to_string()).collect())
    };
    // Where several turns are right, the solution lists them.
    let right = right_turns(found);
    if !matches!(stored, Solution::Position(_)) {
        // The found turn alone, or an older shape that says nothing.
        return (stored.text().is_some() && stored != found).then(|| "the stored turn".to_string());
    }
    if let Some(keys) = stored.get("key").and_then(texts) {
        let keys: Option<Vec<Step>> = keys.iter().map(|k| played(&[k]).map(|line| line[0])).collect();
        if keys.is_none_or(|keys| answers(question, &keys) != right) {
            return Some("the stored turn".to_string());
        }
    }
    if let Some(line) = stored.get("line").and_then(texts) {
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        // A line without a turn shows nothing.
        let first_is_wrong = |line: Vec<Step>| {
            line.is_empty() || answers(question, &line[..1]).iter().any(|first| !right.contains(&first.as_str()))
        };
        if played(&line).is_none_or(first_is_wrong) {
            return Some("the stored line".to_string());
        }
    }
    let turns = stored.get("turns").and_then(Value::as_u64)?;
    let read = judged(question, false, &Limits::default()).ok()?;
    (u64::from(read.judged.n) != turns).then(|| "the stored number of turns".to_string())
}
