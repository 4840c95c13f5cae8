//! Sheets to print: so many puzzles a page, their solutions and steps on pages of their own. One
//! self-contained HTML file that a browser prints or saves as PDF.

use crate::html::escape;
use std::fmt::Write as _;
use tesuji_genre::{
    Bad, Genre, GradeRequest, HintRequest, Marks, Medium, Next, Puzzle, Record, Restriction, RestrictionRequest, State,
    View,
};
use tesuji_solver::{FastSolver, Limits, Solver, Stop};

/// How a sheet is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetOptions {
    /// Puzzles a page, at least 1; solutions take four times as many.
    pub per_page: usize,
    /// Are the steps of each solution printed, in words?
    pub steps: bool,
}

/// Solutions a page for each puzzle a page.
const SOLUTIONS: usize = 4;

/// What is printed where the limits ended the search.
const UNSOLVED: &str = "not solved within the limits";

/// A puzzle as it is printed.
#[derive(Clone, Debug)]
pub struct SheetPuzzle {
    genre: &'static str,
    rules: &'static str,
    about: String,
    puzzle: String,
    solution: Solution,
    steps: Vec<String>,
    /// Which techniques the steps keep to, where not all take part.
    techniques: Option<String>,
}

/// What stands on the pages of solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Solution {
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
        let about: Vec<String> = record.label().into_iter().chain(tier).collect();
        let restriction = steps.map(|request| request.over(record.grade.as_ref()).0);
        let words = match &restriction {
            Some(restriction) => graded(genre, puzzle, record.state.as_ref(), restriction, limits)?,
            None => Vec::new(),
        };
        Ok(SheetPuzzle {
            genre: genre.name(),
            rules: genre.about(),
            about: about.join(", "),
            puzzle: genre.draw(puzzle, record.state.as_ref(), &Marks::default(), Medium::Svg)?,
            solution: solution(genre, puzzle, record.state.as_ref(), limits)?,
            steps: words,
            techniques: restriction.and_then(|restriction| restriction.words()),
        })
    }
}

/// The steps of a puzzle in words; none where it can't be graded.
fn graded(
    genre: &'static dyn Genre,
    puzzle: &Puzzle,
    state: Option<&State>,
    restriction: &Restriction,
    limits: &Limits,
) -> Result<Vec<String>, Bad> {
    let want = GradeRequest::new(restriction.apply(genre.catalog()), limits.clone());
    Ok(genre.grade(puzzle, state, &want).map(|graded| graded.words).unwrap_or_default())
}

fn solution(
    genre: &'static dyn Genre,
    puzzle: &Puzzle,
    state: Option<&State>,
    limits: &Limits,
) -> Result<Solution, Bad> {
    let draw = |state: Option<&State>, marks: &Marks| genre.draw(puzzle, state, marks, Medium::Svg);
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
            let want = HintRequest { limits: limits.clone(), ..HintRequest::new(genre.catalog()) };
            Ok(match genre.hint(puzzle, state, &want).map(|hint| hint.next) {
                Ok(Next::Step(step)) => Solution::Move(draw(state, &step.marks)?, step.words.clone()),
                _ => Solution::Missing(UNSOLVED),
            })
        }
    }
}

/// The whole file: pages of puzzles, then pages of solutions, then the steps.
pub fn sheet(printed: &[SheetPuzzle], options: SheetOptions) -> String {
    let per_page = options.per_page.max(1);
    let mut pages = String::new();
    let numbered: Vec<(usize, &SheetPuzzle)> = (1..).zip(printed).collect();
    for page in numbered.chunks(per_page) {
        pages += &puzzles(page, per_page);
    }
    for page in numbered.chunks(per_page.saturating_mul(SOLUTIONS)) {
        let figures: String = page.iter().map(|(n, p)| solved(*n, p)).collect();
        let grid = grid(per_page.saturating_mul(SOLUTIONS), &figures);
        let _ = write!(pages, "<section class=\"page\"><h2>Solutions</h2>{grid}</section>");
    }
    if options.steps {
        let all: String = numbered.iter().map(|(n, p)| steps(*n, p)).collect();
        let _ = write!(pages, "<section><h2>Steps</h2>{all}</section>");
    }
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Puzzles</title>\
         <style>{STYLE}</style></head><body>{pages}</body></html>\n"
    )
}

/// A page of puzzles, under the rules of the genres on it.
fn puzzles(page: &[(usize, &SheetPuzzle)], per_page: usize) -> String {
    let mut genres: Vec<(&str, &str)> = page.iter().map(|(_, p)| (p.genre, p.rules)).collect();
    genres.dedup();
    let rules: String =
        genres.iter().map(|(name, rules)| format!("<p><b>{}</b>: {}</p>", escape(name), escape(rules))).collect();
    let figures: String = page
        .iter()
        .map(|(n, p)| format!("<figure>{}<figcaption>{n} <i>{}</i></figcaption></figure>", p.puzzle, escape(&p.about)))
        .collect();
    format!("<section class=\"page\">{rules}{}</section>", grid(per_page, &figures))
}

fn solved(n: usize, printed: &SheetPuzzle) -> String {
    match &printed.solution {
        Solution::Drawn(svg) => format!("<figure>{svg}<figcaption>{n}</figcaption></figure>"),
        Solution::Move(svg, words) => {
            format!("<figure>{svg}<figcaption>{n} <i>{}</i></figcaption></figure>", escape(words))
        }
        Solution::Missing(why) => format!("<figure class=\"missing\"><figcaption>{n}: {why}</figcaption></figure>"),
    }
}

fn steps(n: usize, printed: &SheetPuzzle) -> String {
    let kept_to = |words| format!("<p><i>Techniques: {}.</i></p>", escape(words));
    let kept_to = printed.techniques.as_deref().map(kept_to).unwrap_or_default();
    if printed.steps.is_empty() {
        return format!("<h3>{n}</h3>{kept_to}<p>No steps: the techniques find none.</p>");
    }
    let words: String = printed.steps.iter().map(|line| format!("<li>{}</li>", escape(line))).collect();
    format!("<h3>{n}</h3>{kept_to}<ol>{words}</ol>")
}

/// Columns of a page with so many figures: the page is half as high again as it is wide.
fn columns(figures: usize) -> usize {
    (1usize..).find(|columns| columns * (columns * 3).div_ceil(2) >= figures).unwrap_or(1)
}

/// Height of a page for figures, in millimetres.
const HEIGHT: usize = 215;
/// Height of a caption and the gap between rows.
const ROW: usize = 14;

/// So many figures a page, in columns; no row is higher than its share of the page.
fn grid(per_page: usize, figures: &str) -> String {
    let columns = columns(per_page);
    let high = (HEIGHT / per_page.div_ceil(columns)).saturating_sub(ROW).max(10);
    format!("<div class=\"grid\" style=\"grid-template-columns:repeat({columns},1fr);--high:{high}mm\">{figures}</div>")
}

const STYLE: &str = "\
@page{size:A4;margin:14mm}\
body{margin:0 auto;max-width:182mm;color:#000;background:#fff;font:12px/1.4 Helvetica,Arial,'DejaVu Sans',sans-serif}\
.page{break-after:page;margin:0 0 14mm}h2{font-size:18px;margin:0 0 6mm}h3{font-size:13px;margin:4mm 0 1mm}\
p{margin:0 0 2mm}.grid{display:grid;gap:8mm;align-items:start}\
figure{margin:0;text-align:center;break-inside:avoid}figure svg{width:100%;height:auto;max-height:var(--high)}\
figcaption{margin-top:1mm}i{color:#444}ol{margin:0;padding-left:8mm;columns:2;column-gap:14mm}li{break-inside:avoid}\
.missing{border:1px dashed #888;padding:6mm}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fill_an_upright_page() {
        let of = [1, 2, 4, 6, 12, 15, 16].map(columns);
        assert_eq!(of, [1, 1, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn solutions_stand_on_pages_of_their_own_and_text_is_escaped() {
        let printed = SheetPuzzle {
            genre: "sudoku",
            rules: "a < b",
            about: "<b>".into(),
            puzzle: "<svg>puzzle</svg>".into(),
            solution: Solution::Drawn("<svg>solution</svg>".into()),
            steps: vec!["x > y".into()],
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
}
