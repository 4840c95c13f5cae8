//! A book reviewed: for each puzzle whose document gives a solution, what was found of it. One page
//! with drawings, or a table of text.

use crate::html::{self, Cell, escape};
use std::fmt::Write as _;
use tesuji_genre::{Marks, Medium, Puzzle, REVIEW, Record, Review};
use tesuji_solver::{Literal, Var};

/// A puzzle with the review of its given solution.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The name of the puzzle, with its file.
    pub title: String,
    /// How the document was read, and what was chosen.
    pub notes: Vec<String>,
    /// The review of its given solution.
    pub review: Review,
    /// A drawing of it, with the first moves marked; empty where it can't be drawn.
    pub drawing: String,
}

impl Reviewed {
    /// That of a record, as a check gives it out; `None` where it has no review. `number` names
    /// what has no title.
    pub fn of(record: &Record, genre: &'static dyn tesuji_genre::Genre, number: usize) -> Option<Reviewed> {
        let review: Review = serde_json::from_value(record.extra.get(REVIEW)?.clone()).ok()?;
        let title = Some(record.title()).filter(|t| !t.is_empty()).unwrap_or_else(|| format!("problem {number}"));
        let notes = record.chosen().into_iter().chain(record.noted()).map(str::to_string).collect();
        let puzzle = Puzzle::new(genre, record.size.clone(), record.puzzle.clone());
        let first = |&var: &u32| Literal { var: Var(var), value: 1 };
        let marks = Marks {
            placed: review.right.iter().map(first).collect(),
            cells: review.also.iter().map(|&var| Var(var)).collect(),
            gone: review.failing.iter().map(first).collect(),
            caption: genre.caption(record),
            ..Marks::default()
        };
        let drawing = genre.draw(&puzzle, record.state.as_ref(), &marks, Medium::Svg).unwrap_or_default();
        Some(Reviewed { title, notes, review, drawing })
    }

    /// In one word: is it as given, wrong, or open?
    fn state(&self) -> State {
        match (self.review.is_right, self.review.remarks.is_empty()) {
            (false, _) => State::Wrong,
            (true, true) => State::Right,
            (true, false) => State::Open,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Right,
    Wrong,
    Open,
}

/// How many are as given, wrong, and not wholly decided.
pub fn totals(all: &[Reviewed]) -> [usize; 3] {
    [State::Right, State::Wrong, State::Open].map(|state| all.iter().filter(|r| r.state() == state).count())
}

/// Most characters of each column of the table but the last.
const WIDTHS: [usize; 3] = [34, 30, 44];
const HEAD: [&str; 4] = ["problem", "file says", "found", "verdict"];

/// As a table of text, a line a puzzle.
pub fn table(all: &[Reviewed]) -> String {
    let cut = |text: &str, most: usize| {
        if text.chars().count() <= most {
            return text.to_string();
        }
        text.chars().take(most - 1).chain(['…']).collect()
    };
    let rows: Vec<[String; 4]> = all
        .iter()
        .map(|r| {
            let [a, b, c] = [&r.title, &r.review.given, &r.review.found];
            [cut(a, WIDTHS[0]), cut(b, WIDTHS[1]), cut(c, WIDTHS[2]), r.review.verdict.clone()]
        })
        .collect();
    let head = HEAD.map(str::to_string);
    let width = |i: usize| rows.iter().chain([&head]).map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut out = String::new();
    for row in [&head].into_iter().chain(&rows) {
        let mut line = String::new();
        for (text, width) in row.iter().zip(widths) {
            let _ = write!(line, "{text}{}  ", " ".repeat(width - text.chars().count()));
        }
        let _ = writeln!(out, "{}{}", line, row[3]);
    }
    out
}

/// As one page that needs nothing else.
pub fn page(title: &str, all: &[Reviewed]) -> String {
    let [right, wrong, open] = totals(all);
    let tile = |n: usize, what: &str, class: &str| {
        format!("<div class=\"tile\"><b class=\"{class}\">{n}</b><span>{what}</span></div>")
    };
    let lead = format!(
        "<style>{STYLE}</style><div class=\"tiles\">{}{}{}{}</div><p class=\"soft\">In the drawings a stone with 1 is a first move \
         that the file gives and that holds, a square another one that does as well, a cross one that the file gives and that \
         fails.</p>",
        tile(all.len(), "problems with a solution", ""),
        tile(right, "as the file says", "good"),
        tile(wrong, "with something wrong", if wrong > 0 { "bad" } else { "" }),
        tile(open, "not wholly decided", ""),
    );
    let rows: Vec<Vec<Cell>> = all
        .iter()
        .enumerate()
        .map(|(i, r)| {
            let link = format!("<a href=\"#p{0}\">{1}</a>", i + 1, escape(&r.title));
            let class = class(r);
            let verdict = format!("<span class=\"{class}\">{}</span>", escape(&r.review.verdict));
            vec![
                Cell::count(i as u64 + 1),
                Cell::html(link).sort_by(&r.title),
                Cell::text(&r.review.given),
                Cell::text(&r.review.found),
                Cell::html(verdict).sort_by(&r.review.verdict),
            ]
        })
        .collect();
    let head = ["#", HEAD[0], HEAD[1], HEAD[2], HEAD[3]];
    let mut sections = vec![html::section("all", "All problems", &html::table(&head, &rows))];
    sections.extend(all.iter().enumerate().map(|(i, r)| section(i + 1, r)));
    html::page(title, &lead, &sections)
}

fn class(r: &Reviewed) -> &'static str {
    match r.state() {
        State::Right => "good",
        State::Wrong => "bad",
        State::Open => "soft",
    }
}

fn section(number: usize, r: &Reviewed) -> String {
    let mut words = format!(
        "<p><span class=\"soft\">The file:</span> {}</p><p><span class=\"soft\">Found:</span> {}</p>",
        escape(&r.review.given),
        escape(&r.review.found)
    );
    if r.review.remarks.is_empty() {
        let _ = write!(words, "<p class=\"good\">{}</p>", escape(&r.review.verdict));
    } else {
        words.push_str("<ul>");
        for remark in &r.review.remarks {
            let class = if remark.is_fault { "bad" } else { "soft" };
            let at = remark.at.as_ref().filter(|at| !remark.words.contains(at.as_str()));
            let at = at.map_or(String::new(), |at| format!(" <span class=\"soft\">({})</span>", escape(at)));
            let _ = write!(words, "<li><span class=\"{class}\">{}</span>{at}</li>", escape(&remark.words));
        }
        words.push_str("</ul>");
    }
    for note in &r.notes {
        let _ = write!(words, "<p class=\"soft\">{}</p>", escape(note));
    }
    let body = format!(
        "<div class=\"case\"><div class=\"drawing\">{}</div><div class=\"words\">{words}</div></div>",
        r.drawing
    );
    html::section(&format!("p{number}"), &format!("{number}. {}", r.title), &body)
}

const STYLE: &str = ".case{display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start}\
.drawing{flex:0 1 420px}.drawing svg{max-width:100%;height:auto}.words{flex:1 1 320px;min-width:0}\
.words ul{margin:6px 0;padding-left:20px}.words span.bad,.words span.soft{font-weight:400}\
section{break-inside:avoid}@media print{main{max-width:none;padding:0}th{cursor:auto}}";

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_genre::Remark;

    fn reviewed(title: &str, faults: &[&str]) -> Reviewed {
        let remark = |words: &&str| Remark { is_fault: true, words: (*words).to_string(), ..Remark::default() };
        let remarks: Vec<Remark> = faults.iter().map(remark).collect();
        let verdict = faults.first().map_or("as the file says".to_string(), |f| (*f).to_string());
        let review = Review { is_right: faults.is_empty(), given: "B19".into(), verdict, remarks, ..Review::default() };
        Reviewed { title: title.to_string(), notes: Vec::new(), review, drawing: "<svg></svg>".to_string() }
    }

    #[test]
    fn every_problem_stands_in_the_table_and_on_the_page() {
        let all = [reviewed("A <b> & c", &[]), reviewed("two", &["second solution L3"])];
        assert_eq!(totals(&all), [1, 1, 0]);
        let text = table(&all);
        assert_eq!(text.lines().count(), 3);
        assert!(text.contains("second solution L3") && text.contains("A <b> & c"), "{text}");
        let page = page("Book", &all);
        assert!(page.contains("A &lt;b&gt; &amp; c") && !page.contains("<b> & c"), "names are escaped");
        assert_eq!((page.matches("<svg>").count(), page.matches("second solution L3").count()), (2, 3));
        assert!(!page.contains("http"), "nothing is fetched");
    }

    #[test]
    fn long_texts_are_cut_in_the_table() {
        let long = "白".repeat(100);
        let text = table(&[reviewed(&long, &[])]);
        assert!(text.lines().all(|l| l.chars().count() < 150), "{text}");
    }
}
