//! Graded enclosed problems with life, death and the number of ko threats, for the side or sides in
//! the table.

use super::{boxed, is_told, read_until, table};
use crate::{Case, Cases, Options, Report, Suite, Verdict};
use serde_json::json;
use std::time::Instant;
use tesuji_go::{Board, Class, Color, Outcome, Point, Question, Role};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "gotools",
    about: "graded life-and-death problems: verdict and ko count",
    counts: &["nodes", "questions", "questions_solved"],
    load,
    together: None,
};

struct Problem {
    name: String,
    level: String,
    stones: Vec<(Point, Color)>,
    labels: Vec<(Role, String)>,
}

fn load(options: &Options) -> Cases {
    let stones = |field: &str, color| {
        let letters = |p: &str| match p.as_bytes() {
            &[x, y] if x.is_ascii_uppercase() && y.is_ascii_uppercase() => Some(Point::new(x - b'A', y - b'A')),
            _ => None,
        };
        field.split_whitespace().filter_map(letters).map(|p| (p, color)).collect::<Vec<_>>()
    };
    let rows = table(options)?.into_iter().map(|row| {
        let field = |name: &str| row.get(name).cloned().unwrap_or_default();
        let labels = [(Role::Attacker, "A_first_result"), (Role::Defender, "Q_first_result")];
        Problem {
            name: format!("{} {}", field("file"), field("id")),
            level: field("level_1to14"),
            stones: [stones(&field("black_A"), Color::Black), stones(&field("white_Q"), Color::White)].concat(),
            labels: labels.map(|(r, name)| (r, field(name))).into_iter().filter(|(_, l)| !l.is_empty()).collect(),
        }
    });
    Ok(boxed(rows))
}

/// The meaning of a label: `+l` lives, `-d2l` dies unless the defender has two threats…
fn wanted(label: &str) -> Option<Outcome> {
    let text: Vec<char> = label.chars().skip(1).collect();
    let count = |n: char| n.to_digit(10).map(|n| n as u8);
    match text[..] {
        ['l'] => Some(Outcome::between(Class::Seki, Class::Alive)),
        ['d'] => Some(Outcome::exactly(Class::Dead)),
        ['l', n, 'd'] => Some(Outcome::ko(Role::Attacker, count(n)?)),
        ['d', n, 'l'] => Some(Outcome::ko(Role::Defender, count(n)?)),
        _ => None,
    }
}

impl Case for Problem {
    fn run(&self, options: &Options) -> Report {
        let skipped = |why: String| Report::with_line(Verdict::Skipped, json!({ "case": self.name, "reason": why }));
        let board = Board::set_up(19, 19, self.stones.iter().copied());
        let question = match board.map_err(Into::into).and_then(|b| Question::infer(&b)) {
            Ok(q) => q,
            Err(e) => return skipped(e.to_string()),
        };
        let end = Instant::now() + options.time;
        let (mut verdict, mut nodes, mut solved, mut lines) = (Verdict::Agree, 0, 0, Vec::new());
        for (first, label) in &self.labels {
            let Some(want) = wanted(label) else { return skipped(format!("label `{label}`")) };
            let reading = match read_until(&question, *first, end) {
                Ok(reading) => reading,
                Err(e) => return skipped(e),
            };
            nodes += reading.nodes;
            let got = reading.outcome;
            if !is_told(got) {
                verdict = verdict.max(Verdict::Unknown);
                continue;
            }
            solved += 1;
            if !super::same(got, want) {
                let proved = super::is_proved(&question, *first, &reading);
                verdict = if proved { Verdict::Proved } else { Verdict::Differ };
                lines.push(json!({
                    "case": self.name, "first": first.to_string(), "expected": want.to_string(), "got": got.to_string(),
                    "picture": question.picture(), "replayed": proved,
                }));
            }
        }
        let solved_all = verdict != Verdict::Unknown;
        let mut report = Report { line: lines.pop(), ..Report::of(verdict) }
            .count_in("by_level", self.level.clone())
            .count_in(if solved_all { "solved_by_level" } else { "unsolved_by_level" }, self.level.clone());
        report.tally.push(("nodes", None, nodes));
        report.tally.push(("questions", None, self.labels.len() as u64));
        report.tally.push(("questions_solved", None, solved));
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        assert!(wanted("+l").is_some_and(Outcome::lives));
        assert_eq!(wanted("-d"), Some(Outcome::exactly(Class::Dead)));
        assert_eq!(wanted("+l2d"), Some(Outcome::ko(Role::Attacker, 2)));
        assert_eq!(wanted("-d1l"), Some(Outcome::ko(Role::Defender, 1)));
        assert_eq!(wanted("?"), None);
        assert_eq!(wanted(""), None);
    }
}
