//! A reviewed game as one page: a lesson for each decision that cost most, with its board.

use crate::html::{self, Cell, escape};
use std::fmt::Write as _;

/// A decision of a game with what a better move would have brought.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The decision: game, round, player, move.
    pub title: String,
    /// Its cost in words.
    pub cost: String,
    /// The cost as a number, to sort by.
    pub points: f64,
    /// The move that was played, in words.
    pub played: String,
    /// The better one.
    pub better: String,
    /// Why it is better.
    pub reasons: Vec<String>,
    /// Further sentences.
    pub notes: Vec<String>,
    /// The board with both moves, as SVG.
    pub drawing: String,
}

/// A page of lessons. `figures` become tiles: a number, and its meaning. `legend` explains the
/// drawings.
pub fn page(title: &str, figures: &[(String, String)], legend: &str, lessons: &[Lesson]) -> String {
    let tiles: String = figures
        .iter()
        .map(|(n, what)| format!("<div class=\"tile\"><b>{}</b><span>{}</span></div>", escape(n), escape(what)))
        .collect();
    let lead =
        format!("<style>{STYLE}</style><div class=\"tiles\">{tiles}</div><p class=\"soft\">{}</p>", escape(legend));
    let rows: Vec<Vec<Cell>> = lessons
        .iter()
        .enumerate()
        .map(|(i, lesson)| {
            vec![
                Cell::html(format!("<a href=\"#l{0}\">{0}</a>", i + 1)).sort_by(i),
                Cell::text(&lesson.title),
                Cell::text(&lesson.played),
                Cell::text(&lesson.better),
                Cell::text(&lesson.cost).sort_by(lesson.points),
            ]
        })
        .collect();
    let table = html::table(&["#", "decision", "played", "better", "cost"], &rows);
    let mut sections = vec![html::section("all", "Worst first", &table)];
    sections.extend(lessons.iter().enumerate().map(|(i, lesson)| section(i + 1, lesson)));
    html::page(title, &lead, &sections)
}

fn section(number: usize, lesson: &Lesson) -> String {
    let line = |label: &str, text: &str| format!("<p><span class=\"soft\">{label}</span> {}</p>", escape(text));
    let mut words = line("Cost:", &lesson.cost) + &line("Played:", &lesson.played) + &line("Better:", &lesson.better);
    if !lesson.reasons.is_empty() {
        words.push_str("<p class=\"soft\">After the move that was played:</p><ul>");
        for reason in &lesson.reasons {
            let _ = write!(words, "<li>{}</li>", escape(reason));
        }
        words.push_str("</ul>");
    }
    for note in &lesson.notes {
        let _ = write!(words, "<p class=\"soft\">{}</p>", escape(note));
    }
    let body = format!(
        "<div class=\"case\"><div class=\"drawing\">{}</div><div class=\"words\">{words}</div></div>",
        lesson.drawing
    );
    html::section(&format!("l{number}"), &format!("{number}. {}", lesson.title), &body)
}

const STYLE: &str = ".case{display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start}\
.drawing{flex:0 1 520px}.drawing svg{max-width:100%;height:auto}.words{flex:1 1 320px;min-width:0}\
.words ul{margin:6px 0;padding-left:20px}@media print{section{break-inside:avoid}}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_its_lessons_and_escapes_names() {
        let lesson = Lesson {
            title: "<Ada>".into(),
            cost: "3 points".into(),
            reasons: vec!["Bo's tiles score 3 points more".into()],
            drawing: "<svg></svg>".into(),
            ..Lesson::default()
        };
        let html = page("Review", &[("2".into(), "decisions".into())], "marks", &[lesson.clone(), lesson]);
        assert!(html.contains("&lt;Ada&gt;") && !html.contains("<Ada>"));
        assert_eq!((html.matches("<svg>").count(), html.matches("Bo&#39;s tiles").count()), (2, 2));
    }
}
