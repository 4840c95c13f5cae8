//! The page of a view.

use super::MoveCandidate;
use crate::page::Page;
use tesuji_genre::{Bad, Genre, Marks, Medium, Puzzle};

/// The page of a candidate at a rank (from 1).
///
/// # Errors
/// [`Bad`] when an example is no puzzle of the genre.
pub fn move_page(genre: &'static dyn Genre, candidate: &MoveCandidate, rank: usize) -> Result<Page, Bad> {
    let (what, view) = candidate.shape.split_once(": ").unwrap_or(("", &candidate.shape));
    let title = format!("Candidate {rank}: {what}");
    let mut text = format!("{title}\n");
    for row in view.trim_matches('|').split('|') {
        text.push_str(&format!("    {row}\n"));
    }
    text.push_str(&format!("  {}\n", candidate.words()));
    let mut boards = Vec::new();
    for (i, example) in (1..).zip(&candidate.examples) {
        text.push_str(&format!("  example {i}: {} in {}\n", example.name, example.puzzle));
        let puzzle = Puzzle::new(genre, example.size.clone(), example.puzzle.clone());
        let marks = Marks { placed: vec![example.mark], ..Marks::default() };
        boards.push(genre.draw(&puzzle, None, &marks, Medium::Svg)?);
    }
    Ok(Page { title, text, boards })
}
