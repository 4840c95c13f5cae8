//! Books to print: a title page, puzzles by genre with their rules, solutions on pages of their own
//! and, in pictures, the decisive steps of each. One self-contained HTML file, or a PDF that a
//! browser makes of it.

mod cover;
mod games;
mod pages;
mod paper;
pub mod pdf;
mod solutions;
mod step_pages;
mod steps;

use crate::sheet::{SheetPuzzle, besides};
use tesuji_genre::{Bad, Genre, GradeRequest, Puzzle, Record, RestrictionRequest};
use tesuji_solver::Limits;

pub use cover::{Logo, LogoError};
pub(crate) use games::as_many;
pub use paper::Paper;
pub(crate) use steps::apply;
pub use steps::{StepPicture, before, step_of};

/// How a book looks.
#[derive(Clone, Debug)]
pub struct BookOptions {
    /// The title.
    pub title: String,
    /// The author, where one is named.
    pub author: Option<String>,
    /// A picture for the title page.
    pub logo: Option<Logo>,
    /// The paper.
    pub paper: Paper,
    /// Puzzles a page, at least 1.
    pub per_page: usize,
}

/// A puzzle of a book.
#[derive(Clone, Debug)]
pub struct BookPuzzle {
    sheet: SheetPuzzle,
    label: Option<String>,
    size: String,
    difficulty: Option<String>,
    /// What its document says that was not read.
    besides: Vec<String>,
    /// Is it a position of a game, whose boards all have one scale?
    is_game: bool,
    steps: Vec<StepPicture>,
}

impl BookPuzzle {
    /// A puzzle with its solution, its difficulty (the record's, else that of a grade), and up to
    /// `pictures` pictures of decisive steps.
    ///
    /// # Errors
    /// [`Bad`] where the text is not a puzzle of the genre.
    pub fn new(
        genre: &'static dyn Genre,
        puzzle: &Puzzle,
        record: &Record,
        pictures: usize,
        restriction: &RestrictionRequest,
        limits: &Limits,
    ) -> Result<Self, Bad> {
        let sheet = SheetPuzzle::new(genre, puzzle, record, None, limits)?;
        let rank = record.extra.get("rank").and_then(serde_json::Value::as_str).map(str::to_string);
        let tier = record.grade.as_ref().map(|grade| grade.tier.clone()).filter(|tier| !tier.is_empty());
        let is_game = !genre.info().has_trial;
        let (restriction, _) = restriction.over(record.grade.as_ref());
        let catalog = restriction.apply(genre.catalog());
        let mut difficulty = rank.or(tier);
        let mut steps: Vec<StepPicture> = Vec::new();
        let wants_steps = pictures > 0 && !is_game;
        if is_game && pictures > 0 {
            steps = games::line(genre, puzzle, record, &catalog, pictures + 1, limits);
            // The first picture stands among the solutions.
            if steps.len() > 1 {
                steps.remove(0);
            }
        }
        if wants_steps || difficulty.is_none() {
            // Where the techniques or the limits fail, the book goes without.
            let graded =
                genre.grade(puzzle, record.state.as_ref(), &GradeRequest::new(catalog.clone(), limits.clone()));
            if let Ok(graded) = graded {
                let rank = graded.extra.get("rank").and_then(serde_json::Value::as_str).map(str::to_string);
                difficulty = difficulty.or(rank).or(graded.info.solved.then_some(graded.info.tier.clone()));
                if wants_steps {
                    steps = steps::decisive(genre, puzzle, record, &graded, &catalog, pictures, limits);
                }
            }
        }
        let label = record.label();
        let besides = besides(record);
        Ok(BookPuzzle { sheet, label, size: puzzle.size.clone(), difficulty, besides, is_game, steps })
    }

    /// Was no solution found within the limits?
    pub fn is_unsolved(&self) -> bool {
        self.sheet.is_unsolved()
    }

    /// The caption below the puzzle; with its size where those of a chapter differ.
    fn caption(&self, with_size: bool) -> String {
        let size = with_size.then(|| self.size.clone());
        let parts: Vec<String> = self.label.clone().into_iter().chain(size).chain(self.difficulty.clone()).collect();
        let first = (!parts.is_empty()).then(|| parts.join(", "));
        first.into_iter().chain(self.besides.iter().cloned()).collect::<Vec<_>>().join("; ")
    }
}

/// A genre of a book, its puzzles numbered through the whole book.
struct Chapter<'a> {
    puzzles: Vec<(usize, &'a BookPuzzle)>,
    /// Do their sizes differ?
    is_mixed: bool,
}

fn chapters(puzzles: &[BookPuzzle]) -> Vec<Chapter<'_>> {
    let mut groups: Vec<Vec<&BookPuzzle>> = Vec::new();
    for puzzle in puzzles {
        match groups.iter_mut().find(|group| group[0].sheet.genre == puzzle.sheet.genre) {
            Some(group) => group.push(puzzle),
            None => groups.push(vec![puzzle]),
        }
    }
    let mut next = 1;
    groups
        .into_iter()
        .map(|group| {
            let is_mixed = group.iter().any(|p| p.size != group[0].size);
            let puzzles: Vec<_> = (next..).zip(group).collect();
            next += puzzles.len();
            Chapter { puzzles, is_mixed }
        })
        .collect()
}

/// A page between its margins: what stands on it, and a name for the contents where a part begins.
struct Page {
    body: String,
    begins: Vec<String>,
}

/// The whole book as one HTML text.
pub fn book(puzzles: &[BookPuzzle], options: &BookOptions) -> String {
    let chapters = chapters(puzzles);
    let room = options.paper.room();
    let (mut all, scales) = pages::puzzles(&chapters, options.per_page.max(1), room);
    all.extend(solutions::pages(&chapters, options.per_page.max(1), &scales, room));
    all.extend(step_pages::pages(&chapters, room));
    let contents: Vec<(String, usize)> =
        (2..).zip(&all).flat_map(|(n, page)| page.begins.iter().map(move |name| (name.clone(), n))).collect();
    let mut out =
        format!("<section class=\"page cover\">{}</section>", cover::cover(options, puzzles.len(), &contents));
    for (n, page) in (2..).zip(&all) {
        out += &format!("<section class=\"page\">{}<footer>{n}</footer></section>", page.body);
    }
    paper::document(options, &out)
}
