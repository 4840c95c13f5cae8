//! Pages for printing: several puzzles a page, their solutions on pages of their own.

use crate::html::escape;
use std::fmt::Write as _;
use tesuji_genre::{Bad, Marks, Medium, Puzzle, Record, State, View};
use tesuji_solver::engine::LearningSolver;
use tesuji_solver::{Limits, Solver, Stop};

/// A puzzle as it is printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// What stands below it: its genre, size and tier.
    pub caption: String,
    /// The drawing.
    pub puzzle: String,
    /// The drawing of its only solution, where it was found.
    pub solution: Option<String>,
    /// Was there a solution to look for? Positions that are read have lines of moves instead.
    pub has_network: bool,
}

impl Printed {
    /// Draws a puzzle and, if the limits suffice to find it, its one solution.
    ///
    /// # Errors
    /// [`Bad`] where the puzzle can't be drawn.
    pub fn new(puzzle: &Puzzle, record: &Record, limits: &Limits) -> Result<Printed, Bad> {
        let draw = |state: Option<&State>| puzzle.genre.draw(puzzle, state, &Marks::default(), Medium::Svg);
        let tier = record.grade.as_ref().map_or(String::new(), |grade| format!(", {}", grade.tier));
        let solved = solution(puzzle, limits);
        Ok(Printed {
            caption: format!("{} {}{tier}", puzzle.genre.name(), puzzle.size),
            puzzle: draw(record.state.as_ref())?,
            has_network: matches!(puzzle.genre.view(puzzle), Ok(View::Clues(_))),
            solution: solved.map(|state| draw(Some(&state))).transpose()?,
        })
    }
}

/// The only solution, written down; none for what is no network.
fn solution(puzzle: &Puzzle, limits: &Limits) -> Option<State> {
    let Ok(View::Clues(view)) = puzzle.genre.view(puzzle) else { return None };
    let limits = Limits { solutions: 2, ..limits.clone() };
    let answer = LearningSolver::default().solve(&view.network, Some(&view.domains), &limits);
    let ([one], Stop::Exhausted) = (answer.solutions.as_slice(), answer.stop) else { return None };
    let mut state = State::default();
    state.placed.extend((0..).zip(one.iter().copied()));
    Some(state)
}

/// Solutions on one page: in rows of four.
const SOLUTIONS: usize = 12;

const STYLE: &str = "@page{size:A4;margin:14mm}\
*{box-sizing:border-box}body{margin:0;background:#fff;color:#000;font:11pt/1.3 Georgia,serif}\
h1{font-size:14pt;margin:0 0 6mm}\
.sheet{break-after:page;padding-bottom:8mm}.sheet:last-child{break-after:auto}\
.grid{display:grid;gap:8mm}\
figure{margin:0;text-align:center;break-inside:avoid}figure svg{width:100%;height:auto;max-height:var(--high)}\
figcaption{font-size:9pt;margin-top:2mm}";

/// One self-contained HTML page: sheets of `each` puzzles, numbered, then sheets of solutions.
pub fn print_page(title: &str, printed: &[Printed], each: usize) -> String {
    let each = each.max(1);
    let columns = match each {
        1 => 1,
        2..=6 => 2,
        _ => 3,
    };
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>{STYLE}</style></head><body>",
        escape(title)
    );
    let puzzles: Vec<(usize, &str, &str)> =
        (1..).zip(printed).map(|(n, p)| (n, p.puzzle.as_str(), p.caption.as_str())).collect();
    sheets(&mut out, title, &puzzles, (each, columns));
    let solved: Vec<(usize, &str, &str)> =
        (1..).zip(printed).filter_map(|(n, p)| Some((n, p.solution.as_deref()?, ""))).collect();
    sheets(&mut out, &format!("{title}: solutions"), &solved, (SOLUTIONS, 4));
    out + "</body></html>\n"
}

fn sheets(out: &mut String, title: &str, drawn: &[(usize, &str, &str)], (each, columns): (usize, usize)) {
    let high = 220 / each.div_ceil(columns);
    for sheet in drawn.chunks(each) {
        let _ = write!(
            out,
            "<section class=\"sheet\"><h1>{}</h1><div class=\"grid\" style=\"grid-template-columns:repeat({columns},1fr);--high:{high}mm\">",
            escape(title)
        );
        for (number, drawing, caption) in sheet {
            let caption = if caption.is_empty() { String::new() } else { format!(" {}", escape(caption)) };
            let _ = write!(out, "<figure>{drawing}<figcaption>{number}.{caption}</figcaption></figure>");
        }
        out.push_str("</div></section>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_stand_on_sheets_of_their_own() {
        let genre = tesuji_genres::get("slitherlink").expect("registered");
        let parsed = genre.parse("slither/4/4/dgdh2c71").expect("a puzzle");
        let record = parsed.puzzle.record();
        let one = Printed::new(&parsed.puzzle, &record, &Limits::default()).expect("drawn");
        assert!(one.solution.is_some());
        let page = print_page("Loops", &vec![one; 7], 6);
        assert_eq!(page.matches("<section").count(), 3);
        assert_eq!(page.matches("<svg").count(), 14);
        assert!(!page.contains("http:") || page.matches("http:").count() == page.matches("xmlns=\"http:").count());
    }
}
