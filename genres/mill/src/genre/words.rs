//! A solution in words.

use crate::exchange::Category;
use crate::puzzle::{Aim, Judged, Question, Step, words};

/// The key (all of them, where several are right), the line, and what the idea was.
pub(super) fn answer(question: &Question, judged: &Judged) -> String {
    // It does not matter which man a mill takes.
    let any_man = question.category == Category::FormMill && judged.keys.iter().any(|key| key.takes.is_some());
    let mut keys: Vec<String> = Vec::new();
    for key in &judged.keys {
        let takes = key.takes.filter(|_| !any_man);
        let text = Step { takes, ..*key }.to_string();
        if !keys.contains(&text) {
            keys.push(text);
        }
    }
    let turn = |(i, step): (usize, &Step)| {
        let side = if i % 2 == 0 { question.side } else { question.side.other() };
        format!("{} {step}", side.name())
    };
    let line: Vec<String> = judged.line.iter().enumerate().map(turn).collect();
    let idea = words(question, judged).completion;
    match (keys.len(), line.len()) {
        (1, 1) if any_man => format!("{}, taking any man. {idea}", keys[0]),
        (0 | 1, 1..) => format!("{}. {idea}", line.join(", ")),
        (_, 0 | 1) if any_man => format!("{}, taking any man. {idea}", keys.join(" or ")),
        (_, 0 | 1) => format!("{}. {idea}", keys.join(" or ")),
        _ => format!("{}; as in {}. {idea}", keys.join(" or "), line.join(", ")),
    }
}

/// One line for each turn of the line, after a line on the idea.
pub(super) fn steps(question: &Question, judged: &Judged) -> Vec<String> {
    let mut lines = vec![words(question, judged).completion];
    let shown: Vec<&str> = judged.motifs.iter().map(|m| m.name()).collect();
    if !shown.is_empty() {
        lines.push(format!("shows {}", shown.join(", ")));
    }
    for (i, step) in judged.line.iter().enumerate() {
        let side = if i % 2 == 0 { question.side } else { question.side.other() };
        let mut line = format!("{}. {} {step}", i / 2 + 1, side.name());
        if i == 0 && judged.keys.len() == 1 {
            line += match judged.aim {
                Aim::Win if judged.slower.is_empty() => ": the only winning move",
                Aim::Win => ": the quickest win",
                Aim::Hold => ": the only move that holds the draw",
                Aim::Last => ": lasts longest",
                Aim::Stop => ": stops the mill and gives nothing up",
                Aim::Mill | Aim::Take(_) => ": the quickest way",
            };
        }
        lines.push(line);
    }
    lines
}
