//! What is stored of a problem that was made: solution, tags, where from.

use super::answer::solution;
use super::grade::{done, graded, scene};
use crate::Problem;
use crate::difficulty;
use crate::names::shown;
use crate::study::{Judge, Lines, Study};
use std::collections::BTreeMap;
use tesuji_genre::position::{Candidate, PositionGenre};
use tesuji_genre::{Bad, GradeRequest, Puzzle, Record, recipe};
use tesuji_solver::Limits;

/// The tags of a problem: place, task, motifs.
pub(crate) fn tags(problem: &Problem, motifs: impl Iterator<Item = &'static str>, plies: usize) -> Vec<&'static str> {
    let task = match problem.first {
        crate::Role::Attacker => "to-kill",
        crate::Role::Defender => "to-live",
    };
    let mut tags = vec!["life-and-death", problem.place().name(), task];
    if problem.question.is_open() {
        tags.push("open");
    }
    if plies < 5 {
        tags.push("short");
    }
    tags.extend(motifs);
    tags
}

/// The candidate of a problem that passed.
pub(crate) fn made(problem: &Problem, origin: &'static str, limits: &Limits) -> Result<Candidate<Problem>, Bad> {
    let mut found = done(problem, limits)?;
    let want = GradeRequest {
        catalog: super::catalog::catalog().clone(),
        ceiling: None,
        needs: false,
        trial: 0,
        limits: limits.clone(),
    };
    let info = graded(problem, &mut found, &want)?.info;
    let names: Vec<&'static str> = shown(&scene(problem, &found)).into_iter().map(|m| m.id).collect();
    let plies = found.lines.main.as_ref().map_or(0, |l| l.plies.len());
    let mut extra = BTreeMap::new();
    extra.insert("tags".to_string(), tags(problem, names.into_iter(), plies).into());
    extra.insert("rank".to_string(), difficulty::rank(info.score).into());
    extra.insert("origin".to_string(), origin.into());
    Ok(Candidate { position: problem.clone(), solution: Some(found.json(problem)), grade: Some(info), extra })
}

/// The record of a problem that was enumerated.
pub(crate) fn record(problem: &Problem, study: &Study, lines: &Lines, judge: &dyn Judge) -> Record {
    let puzzle = Puzzle {
        genre: super::Tsumego.handle(),
        size: super::Tsumego.size(problem),
        text: super::Tsumego.print(problem),
    };
    let mut record = puzzle.record();
    record.solution = Some(solution(problem, study, lines, judge));
    record.source = Some(tesuji_genre::Source { tool: Some(recipe::tool()), ..Default::default() });
    record
}
