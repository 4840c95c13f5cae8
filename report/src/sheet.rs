//! Sheets to print: a fixed number of puzzles a page, their solutions and steps on pages of their
//! own. One self-contained HTML file that a browser prints or saves as PDF.

use crate::html::escape;
use crate::layout::{Area, Figure, Heading, Layout, PAGE, extent, layout_as_full, paged};
use std::fmt::Write as _;
use tesuji_genre::{
    Bad, Genre, GradeRequest, Marks, Medium, Puzzle, Record, Restriction, RestrictionRequest, State, View,
};
use tesuji_solver::{FastSolver, Limits, Solver, Stop};

/// How a sheet is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetOptions {
    /// Puzzles a page, at least 1. A page has up to four times as many solutions, as long as they
    /// can be read.
    pub per_page: usize,
    /// Are the steps of each solution printed, in words?
    pub steps: bool,
}

/// Solutions a page at most, for each puzzle a page; large ones are fewer.
pub(crate) const SOLUTIONS: usize = 4;

/// The words in place of a solution where the limits ended the search.
const UNSOLVED: &str = "not solved within the limits";

/// A puzzle as it is printed.
#[derive(Clone, Debug)]
pub struct SheetPuzzle {
    pub(crate) genre: &'static str,
    /// The genre's name in print.
    pub(crate) heading: String,
    pub(crate) rules: &'static str,
    /// The words as a sentence.
    pub(crate) sentence: String,
    about: String,
    pub(crate) puzzle: String,
    pub(crate) solution: Solution,
    steps: Result<Vec<String>, String>,
    /// Which techniques the steps keep to, where not all take part.
    techniques: Option<String>,
}

/// An entry of the pages of solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Solution {
    /// A drawing.
    Drawn(String),
    /// A drawing of a game's move, with its words.
    Move(String, String),
    /// Why there is none.
    Missing(&'static str),
}

impl SheetPuzzle {
    /// Was no solution found within the limits?
    pub fn is_unsolved(&self) -> bool {
        self.solution == Solution::Missing(UNSOLVED)
    }

    /// Solves the puzzle within the limits and draws it before and after. With `steps`, finds the
    /// steps by the techniques that this says, else the record.
    ///
    /// # Errors
    /// [`Bad`] where the text is not a puzzle of the genre.
    pub fn new(
        genre: &'static dyn Genre,
        puzzle: &Puzzle,
        record: &Record,
        steps: Option<&RestrictionRequest>,
        limits: &Limits,
    ) -> Result<Self, Bad> {
        let tier = record.grade.as_ref().map(|grade| grade.tier.clone());
        // Games have ranks, which say more.
        let rank = record.extra.get("rank").and_then(serde_json::Value::as_str).map(str::to_string);
        let kind = format!("{} {}", genre.name(), puzzle.size);
        let about: Vec<String> =
            record.label().into_iter().chain([kind]).chain(rank.or(tier)).chain(besides(record)).collect();
        let restriction = steps.map(|request| request.over(record.grade.as_ref()).0);
        let words = match &restriction {
            Some(restriction) => graded(genre, puzzle, record.state.as_ref(), restriction, limits),
            None => Ok(Vec::new()),
        };
        Ok(SheetPuzzle {
            genre: genre.name(),
            heading: genre.info().heading(),
            rules: genre.info().rules_in_print(),
            sentence: sentence(genre.info().rules_in_print()),
            about: about.join(", "),
            puzzle: {
                let marks = Marks { caption: genre.caption(record), ..Marks::default() };
                genre.draw(puzzle, record.state.as_ref(), &marks, Medium::Svg)?
            },
            solution: solution(genre, puzzle, record.state.as_ref(), Medium::Svg, limits)?,
            steps: words,
            techniques: restriction.and_then(|restriction| restriction.words()),
        })
    }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// Letters of rules in words that are printed beside a puzzle.
const MOST_LETTERS: usize = 900;

/// The parts of a document that were not read: its rules in words, and a list.
pub fn besides(record: &Record) -> Vec<String> {
    let words = record.ruleset().map(|text| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let cut: String = text.chars().take(MOST_LETTERS).collect();
        format!("rules in words: {cut}{}", if cut.len() < text.len() { "…" } else { "" })
    });
    words.into_iter().chain(record.unread().map(|parts| format!("not read: {parts}"))).collect()
}

/// The steps of a puzzle in words, or why there are none.
fn graded(
    genre: &'static dyn Genre,
    puzzle: &Puzzle,
    state: Option<&State>,
    restriction: &Restriction,
    limits: &Limits,
) -> Result<Vec<String>, String> {
    let want = GradeRequest::new(restriction.apply(genre.catalog()), limits.clone());
    match genre.grade(puzzle, state, &want) {
        Ok(graded) if graded.words.is_empty() => Err("the techniques find none".to_string()),
        Ok(graded) => Ok(graded.words),
        Err(bad) => Err(bad.what),
    }
}

/// The solution of a puzzle, drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnSolution {
    /// The drawing.
    pub drawing: String,
    /// The move in words, where the puzzle is a position of a game.
    pub words: Option<String>,
}

/// Solves a puzzle and draws its solution; or says why there is none to draw.
///
/// # Errors
/// [`Bad`] where the text is not a puzzle of the genre.
pub fn drawn_solution(
    genre: &'static dyn Genre,
    puzzle: &Puzzle,
    state: Option<&State>,
    medium: Medium,
    limits: &Limits,
) -> Result<Result<DrawnSolution, &'static str>, Bad> {
    Ok(match solution(genre, puzzle, state, medium, limits)? {
        Solution::Drawn(drawing) => Ok(DrawnSolution { drawing, words: None }),
        Solution::Move(drawing, words) => Ok(DrawnSolution { drawing, words: Some(words) }),
        Solution::Missing(why) => Err(why),
    })
}

/// The solution of a puzzle as a sheet has it.
pub(crate) fn solution(
    genre: &'static dyn Genre,
    puzzle: &Puzzle,
    state: Option<&State>,
    medium: Medium,
    limits: &Limits,
) -> Result<Solution, Bad> {
    let draw = |state: Option<&State>, marks: &Marks| genre.draw(puzzle, state, marks, medium);
    match genre.view(puzzle)? {
        View::Clues(view) => {
            let two = Limits { solutions: 2, ..limits.clone() };
            let answer = FastSolver::default().solve(&view.network, Some(&view.domains), &two);
            Ok(match (&answer.solutions[..], answer.stop) {
                ([values], Stop::Exhausted) => {
                    let placed = values.iter().enumerate().map(|(var, &value)| (var as u32, value)).collect();
                    let solved = State { placed, ..State::default() };
                    Solution::Drawn(draw(Some(&solved), &Marks::default())?)
                }
                ([], Stop::Exhausted) => Solution::Missing("no solution"),
                ([_, _, ..], _) => Solution::Missing("several solutions"),
                _ => Solution::Missing(UNSOLVED),
            })
        }
        View::Reading => {
            // With fewer positions than the genre has for a question, another move may seem best.
            let limits = &crate::print::as_many(limits);
            Ok(match genre.positions("has no positions to read")?.answer(puzzle, state, limits) {
                Ok(Some((words, marks))) => Solution::Move(draw(state, &marks)?, words),
                _ => Solution::Missing(UNSOLVED),
            })
        }
    }
}

/// A puzzle with its number in the book.
type Numbered<'a> = (usize, &'a SheetPuzzle);

/// The whole file: pages of puzzles, then pages of solutions, then the steps.
pub fn sheet(printed: &[SheetPuzzle], options: SheetOptions) -> String {
    let per_page = options.per_page.max(1);
    let mut pages = String::new();
    let numbered: Vec<Numbered<'_>> = (1..).zip(printed).collect();
    for page in numbered.chunks(per_page) {
        pages += &puzzles(page, per_page);
    }
    pages += &solutions(&numbered, per_page.saturating_mul(SOLUTIONS));
    if options.steps {
        let all: String = numbered.iter().map(|&(n, p)| steps(n, p)).collect();
        let _ = write!(pages, "<section><h2>Steps</h2>{all}</section>");
    }
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Puzzles</title>\
         <style>{STYLE}{CELL_STYLE}</style></head><body>{pages}</body></html>\n"
    )
}

/// The puzzles of a page by genre, each genre under its name and rules.
fn puzzles(page: &[Numbered<'_>], per_page: usize) -> String {
    let mut groups: Vec<Vec<Numbered<'_>>> = Vec::new();
    for &one in page {
        match groups.iter_mut().find(|group| group[0].1.genre == one.1.genre) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    let missing = per_page.saturating_sub(page.len());
    let captioned = |&(n, p): &Numbered<'_>, width: f64| captioned(&p.puzzle, width, n, &p.about);
    let body = headed_page(&groups, missing, PAGE, &headed, &figure, &captioned);
    format!("<section class=\"page\">{body}</section>")
}

/// A page of groups of puzzles, each group under its heading: that of a page's only group stands
/// above all, others in the column of their first puzzle.
pub(crate) fn headed_page<'a, T>(
    groups: &'a [Vec<T>],
    missing: usize,
    room: Area,
    headed: &dyn Fn(&'a [T]) -> Heading<'a>,
    figure: &dyn Fn(&'a T) -> Figure<'a>,
    captioned: &dyn Fn(&T, f64) -> String,
) -> String {
    let (above, mut figures) = (groups.first().filter(|_| groups.len() == 1).map(|group| headed(group)), Vec::new());
    for group in groups {
        for (at, one) in group.iter().enumerate() {
            let heading = (at == 0 && above.is_none()).then(|| headed(group));
            figures.push(Figure { heading, ..figure(one) });
        }
    }
    let room = room.below(above.map_or(0.0, |heading| heading.height(room.width)));
    let found = layout_as_full(&figures, missing, room);
    let drawn = groups.iter().flatten().zip(&found.widths).map(|(one, &width)| captioned(one, width));
    let cells = drawn.zip(&figures).enumerate().map(|(at, (drawn, figure))| {
        let height = found.rows.get(at / found.columns).map_or(0.0, |row| row.heading);
        if height <= 0.0 {
            return drawn;
        }
        let heading = figure.heading.map_or_else(String::new, |heading| heading.html());
        format!("<div class=\"cell\"><div style=\"height:{height:.2}mm\">{heading}</div>{drawn}</div>")
    });
    let cells: String = cells.collect();
    above.map_or_else(String::new, |heading| heading.html()) + &grid(&found, &cells)
}

fn headed<'a>(group: &'a [Numbered<'_>]) -> Heading<'a> {
    let (_, first) = group[0];
    Heading { name: &first.heading, rules: Some(first.rules) }
}

fn figure<'a>((_, printed): &Numbered<'a>) -> Figure<'a> {
    Figure::new(printed.genre, extent(&printed.puzzle), printed.about.chars().count() + 4)
}

/// Height of the title of a page of solutions.
const TITLE: f64 = 14.0;

/// The pages of solutions, each with as many as can be read.
fn solutions(printed: &[Numbered<'_>], most: usize) -> String {
    let figures: Vec<Figure<'_>> = printed.iter().map(|(_, p)| p.solution.figure(p.genre)).collect();
    let mut out = String::new();
    for (range, found) in paged(&figures, most, PAGE.below(TITLE)) {
        let drawn = printed[range].iter().zip(&found.widths);
        let drawn: String = drawn.map(|(&(n, p), &width)| p.solution.drawn(n, width)).collect();
        let _ = write!(out, "<section class=\"page\"><h2>Solutions</h2>{}</section>", grid(&found, &drawn));
    }
    out
}

impl Solution {
    pub(crate) fn figure<'a>(&self, genre: &'a str) -> Figure<'a> {
        let (drawing, caption) = match self {
            Solution::Drawn(svg) => (svg.as_str(), 4),
            Solution::Move(svg, words) => (svg.as_str(), words.chars().count() + 4),
            Solution::Missing(why) => ("", why.len() + 4),
        };
        Figure::new(if drawing.is_empty() { "" } else { genre }, extent(drawing), caption)
    }

    pub(crate) fn drawn(&self, n: usize, width: f64) -> String {
        match self {
            Solution::Drawn(svg) => captioned(svg, width, n, ""),
            Solution::Move(svg, words) => captioned(svg, width, n, words),
            Solution::Missing(why) => {
                format!("<figure class=\"missing\"><figcaption><b>{n}</b>: {why}</figcaption></figure>")
            }
        }
    }
}

fn steps(n: usize, printed: &SheetPuzzle) -> String {
    let title = format!("<h3>{n} <i>{}</i></h3>", escape(&printed.about));
    let kept_to = |words| format!("<p><i>Techniques: {}.</i></p>", escape(words));
    let kept_to = printed.techniques.as_deref().map(kept_to).unwrap_or_default();
    match &printed.steps {
        Err(why) => format!("{title}{kept_to}<p>No steps: {}.</p>", escape(why)),
        Ok(steps) => {
            let words: String = steps.iter().map(|line| format!("<li>{}</li>", escape(line))).collect();
            format!("{title}{kept_to}<ol>{words}</ol>")
        }
    }
}

/// A drawing of this width, with its number and some words below it, which may be none.
pub(crate) fn captioned(svg: &str, width: f64, n: usize, words: &str) -> String {
    let words = if words.is_empty() { String::new() } else { format!(" <i>{}</i>", escape(words)) };
    format!("<figure style=\"--w:{width:.2}mm\">{svg}<figcaption><b>{n}</b>{words}</figcaption></figure>")
}

/// Figures in columns and rows.
pub(crate) fn grid(found: &Layout, figures: &str) -> String {
    let rows: Vec<String> = found.rows.iter().map(|row| format!("{:.2}mm", row.height)).collect();
    format!(
        "<div class=\"grid\" style=\"grid-template-columns:repeat({},1fr);grid-template-rows:{}\">{figures}</div>",
        found.columns,
        rows.join(" ")
    )
}

/// The style of a figure below a heading in its own column.
pub(crate) const CELL_STYLE: &str = "\
.cell{align-self:stretch;justify-self:stretch;display:flex;flex-direction:column}.cell figure{margin:auto}";

const STYLE: &str = "\
@page{size:A4;margin:14mm}\
body{margin:0 auto;max-width:182mm;color:#000;background:#fff;font:12px/1.4 Helvetica,Arial,'DejaVu Sans',sans-serif}\
.page{break-after:page}h2{font-size:18px;line-height:1.2;margin:0 0 2mm}h3{font-size:13px;margin:4mm 0 1mm}\
p{margin:0 0 2mm}.grid{display:grid;column-gap:12mm;align-items:center;justify-items:center}\
figure{margin:0;text-align:center;break-inside:avoid}figure svg{display:block;width:var(--w);height:auto;margin:0 auto}\
figcaption{margin-top:1mm}i{color:#444}ol{margin:0;padding-left:8mm;columns:2;column-gap:14mm}li{break-inside:avoid}\
.missing{border:1px dashed #888;padding:6mm}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_stand_on_pages_of_their_own_and_text_is_escaped() {
        let printed = SheetPuzzle {
            genre: "sudoku",
            heading: "Sudoku".to_string(),
            rules: "a < b",
            sentence: String::new(),
            about: "<b>".into(),
            puzzle: "<svg>puzzle</svg>".into(),
            solution: Solution::Drawn("<svg>solution</svg>".into()),
            steps: Ok(vec!["x > y".into()]),
            techniques: Some("without xy-wing".into()),
        };
        let all = vec![printed; 5];
        let html = sheet(&all, SheetOptions { per_page: 2, steps: true });
        assert_eq!(html.matches("class=\"page\"").count(), 3 + 1, "three pages of puzzles, one of solutions");
        let last_puzzle = html.rfind("<svg>puzzle").expect("puzzles are drawn");
        let first_solution = html.find("<svg>solution").expect("solutions are drawn");
        assert!(last_puzzle < first_solution);
        assert!(html.contains("&lt;b&gt;") && html.contains("a &lt; b") && html.contains("x &gt; y"));
        assert!(html.contains("<p><i>Techniques: without xy-wing.</i></p>"));
    }

    /// Each genre of a page has one heading with its rules, right before its puzzles.
    #[test]
    fn rules_stand_beside_their_puzzles() {
        let printed = |genre: &'static str, rules: &'static str| SheetPuzzle {
            genre,
            heading: if genre == "hitori" { "Hitori" } else { "Simple loop" }.to_string(),
            rules,
            sentence: String::new(),
            about: format!("{genre} 5x5"),
            puzzle: "<svg viewBox=\"0 0 200 200\"></svg>".into(),
            solution: Solution::Missing("several solutions"),
            steps: Err("several solutions".into()),
            techniques: None,
        };
        let all = [printed("simple-loop", "loop"), printed("hitori", "shade"), printed("simple-loop", "loop")];
        let html = sheet(&all, SheetOptions { per_page: 4, steps: true });
        let at = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text} is not in {html}"));
        let order =
            ["<h2>Simple loop</h2><p>loop</p>", "<b>1</b>", "<b>3</b>", "<h2>Hitori</h2><p>shade</p>", "<b>2</b>"];
        assert!(order.windows(2).all(|two| at(two[0]) < at(two[1])), "{html}");
        assert_eq!(html.matches("<h2>Simple loop</h2>").count(), 1);
        assert!(html.contains("<p>No steps: several solutions.</p>"));
    }
}
