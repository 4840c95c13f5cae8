//! Puzzles as puzzles of a pack.

use super::difficulty::{Difficulty, rating};
use super::judge::{Aim, Judged};
use super::probe::Oracle;
use super::question::{Question, standard};
use super::state::Step;
use super::text::{roman, words};
use crate::exchange::{ExportedBy, LocalizationKeys, Metadata, Pack, PackPuzzle, PuzzleMove, Solution};
use crate::position::Colour;
use std::collections::BTreeMap;

/// Slower wins that are stored beside the key.
const SLOWER: usize = 3;
/// Longest line of a slower win.
const SLOWER_TURNS: usize = 60;

fn moves(side: Colour, steps: &[Step], comment: Option<&str>) -> Vec<PuzzleMove> {
    let mut moves = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        let side = if i % 2 == 0 { side } else { side.other() };
        for (k, action) in step.turn().actions().enumerate() {
            let comment = comment.filter(|_| i == 0 && k == 0).map(String::from);
            moves.push(PuzzleMove { notation: action.to_string(), side: side.name().to_lowercase(), comment });
        }
    }
    moves
}

/// The puzzle as the format has it: every key as an optimal line, some slower wins as lines that
/// are not.
pub fn pack_puzzle(
    question: &Question,
    judged: &Judged,
    difficulty: &Difficulty,
    oracle: &mut Oracle<'_>,
) -> PackPuzzle {
    let words = words(question, judged);
    let hash = tesuji_genre::record_id("mill", &question.to_string());
    let side = question.side.name().to_lowercase();
    let id = format!("tesuji_{}_{side}_{}_{}", question.category.name().to_lowercase(), judged.n, &hash[..10]);
    let mut puzzle =
        PackPuzzle::new(&id, &words.title, &words.description, question.category, difficulty.tier, &question.fen());
    for (i, key) in judged.keys.iter().enumerate() {
        let mut line = judged.line.clone();
        if let Some(first) = line.first_mut() {
            *first = *key;
        }
        let comment = (i == 0).then_some(words.comment.as_str());
        let description = match judged.aim {
            // However long the game lasts after it.
            Aim::Stop => "Stops the mill and gives nothing up",
            _ if i == 0 => "The shortest way",
            _ => "As short, another man taken",
        };
        puzzle.solutions.push(Solution {
            moves: moves(question.side, &line, comment),
            description: Some(description.into()),
            is_optimal: true,
        });
    }
    if judged.aim == Aim::Win {
        let mut slower = judged.slower.clone();
        slower.sort_by_key(|v| std::cmp::Reverse(v.worth));
        for valued in slower.iter().take(SLOWER) {
            let Some(line) = oracle.line(&question.state, Some(valued.step), SLOWER_TURNS + 1) else { continue };
            if line.len() > SLOWER_TURNS {
                continue;
            }
            let description = format!("Wins too, but in {}", valued.worth.winners_turns());
            puzzle.solutions.push(Solution {
                moves: moves(question.side, &line, None),
                description: Some(description),
                is_optimal: false,
            });
        }
    }
    puzzle.hint = Some(words.hint);
    puzzle.completion_message = Some(words.completion);
    puzzle.tags = words.tags;
    puzzle.is_custom = Some(false);
    puzzle.author = Some("tesuji".into());
    puzzle.version = Some(1);
    puzzle.rating = Some(rating(question.category, difficulty.score));
    puzzle.rule_variant = Some(question.variant.id.into());
    puzzle.keys = LocalizationKeys::of(&id);
    puzzle
}

/// An author's words about a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackWords {
    /// Unique identifier.
    pub id: String,
    /// Display name.
    pub name: String,
    /// The pack's subject.
    pub description: String,
    /// Who made it, of the pack and of each puzzle.
    pub author: String,
    /// Date of making, where one is given.
    pub date: Option<String>,
}

impl Default for PackWords {
    fn default() -> Self {
        PackWords {
            id: "tesuji_mill".into(),
            name: "Mill puzzles".into(),
            description: "Generated from exact endgame tables; every claim proved.".into(),
            author: "tesuji".into(),
            date: None,
        }
    }
}

/// A pack of generated puzzles; titles that stand twice are numbered.
pub fn pack(puzzles: Vec<PackPuzzle>, date: Option<&str>) -> Pack {
    pack_of(puzzles, &PackWords { date: date.map(str::to_string), ..PackWords::default() })
}

/// A pack of generated puzzles with the words of its author.
pub fn pack_of(puzzles: Vec<PackPuzzle>, words: &PackWords) -> Pack {
    let variant = puzzles.first().map_or(standard().id, |p| p.rule_variant_id()).to_string();
    let one_variant = puzzles.iter().all(|p| p.rule_variant_id() == variant);
    let metadata = Metadata {
        id: words.id.clone(),
        name: words.name.clone(),
        description: words.description.clone(),
        author: words.author.clone(),
        created_date: words.date.clone(),
        version: env!("CARGO_PKG_VERSION").into(),
        tags: vec!["generated".into()],
        rule_variant_id: one_variant.then_some(variant),
        ..Metadata::default()
    };
    let by = ExportedBy { app_name: "tesuji".into(), platform: Some(std::env::consts::OS.into()) };
    let mut pack = Pack::new(by, words.date.as_deref(), Some(metadata));
    let mut seen = BTreeMap::<String, usize>::new();
    for mut puzzle in puzzles {
        puzzle.author = Some(words.author.clone());
        let count = seen.entry(puzzle.title.clone()).or_default();
        *count += 1;
        if *count > 1 {
            puzzle.title = format!("{} {}", puzzle.title, roman(*count));
        }
        pack.push(puzzle);
    }
    pack
}
