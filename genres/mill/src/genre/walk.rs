//! Walking through a puzzle: turns of both sides, answered as the solution has it.

use crate::board::points;
use crate::draw::{self, Highlights};
use crate::position::{Colour, Position};
use crate::puzzle::{Question, State, Step, first_moves, right_turns, words_of_goal};
use tesuji_genre::{Bad, Choice, Judged, Solution, Spot, WalkRequest, Walked};

/// Walks.
pub(super) fn walk(question: &Question, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
    let diagonals = question.variant.rules.diagonals;
    let kernel = match question.kernel() {
        Ok(kernel) => kernel,
        // Where the past counts, there is a board and nothing to play.
        Err(_) if want.moves.is_empty() => {
            let show = Highlights { caption: words_of_goal(question), ..Highlights::default() };
            let svg = draw::svg(&question.position(), diagonals, &show);
            let alt = in_words(&question.position());
            return Ok(Walked { svg, alt, is_end: true, ..Walked::default() });
        }
        Err(bad) => return Err(bad),
    };
    let line: Vec<String> = want.solution.map(line_of).unwrap_or_default();
    let mut moves = want.moves.to_vec();
    // The solver moves at even places.
    let answer = |moves: &mut Vec<String>| {
        if moves.len() % 2 == 1 && line.len() > moves.len() && line.starts_with(moves) {
            moves.push(line[moves.len()].clone());
        }
    };
    answer(&mut moves);
    if want.step && line.starts_with(&moves) && line.len() > moves.len() {
        moves.push(line[moves.len()].clone());
        answer(&mut moves);
    }
    let (mut state, mut side) = (question.state, question.side);
    let mut before: Option<(State, Step)> = None;
    for text in &moves {
        // Where any man may be taken, a turn may be written without one.
        let takes = format!("{text}x");
        let turns = kernel.all_turns(&state);
        let named = |step: &&Step| step.to_string() == *text;
        let step = turns.iter().find(named).or_else(|| turns.iter().find(|s| s.to_string().starts_with(&takes)));
        let step = *step.ok_or_else(|| Bad::new("no such turn here").at(text.clone()))?;
        before = Some((state, step));
        state = kernel.play(&state, step);
        side = side.other();
    }
    let is_over = kernel.lost(&state);
    let mut show =
        Highlights { caption: words_of_goal(&Question { state, side, ..*question }), ..Highlights::default() };
    if let Some((_, step)) = before {
        show.points.push(step.to);
        show.points.extend(step.from);
        show.caption = format!("{step}; {} to move", side.name());
    }
    let firsts = || want.solution.map(|s| first_moves(question, s)).unwrap_or_default();
    let judged = match moves.first() {
        Some(_) if line.len() >= moves.len() && line.starts_with(&moves) => Some(Judged::Right),
        Some(first) if moves.len() <= 2 => firsts()
            .iter()
            .find(|m| m.name == *first || first.starts_with(&format!("{}x", m.name)))
            .map(|m| Judged::of(m.is_right)),
        _ => None,
    };
    let is_end = is_over || !moves.is_empty() && line.len() == moves.len() && line == moves;
    Ok(Walked {
        svg: draw::svg(&state.position(side), diagonals, &show),
        alt: in_words(&state.position(side)),
        to_move: format!("{} to move", side.name()),
        spots: if is_over { Vec::new() } else { spots(question, &state)? },
        judged,
        is_end,
        moves,
        ..Walked::default()
    })
}

/// Where the men are, and how many are in hand.
fn in_words(position: &Position) -> String {
    let men = |colour: Colour| {
        let set = if colour == position.side { position.own() } else { position.enemy() };
        let names: Vec<&str> = points(set).map(|p| p.name()).collect();
        let hand = position.total(colour).saturating_sub(names.len() as u32);
        let hand = if hand > 0 { format!(", {hand} in hand") } else { String::new() };
        format!("{}: {}{hand}.", colour.name(), if names.is_empty() { "none".to_string() } else { names.join(" ") })
    };
    format!("Mill board. {} {}", men(Colour::White), men(Colour::Black))
}

/// The turns of a solution: its line, or the key alone.
fn line_of(solution: &Solution) -> Vec<String> {
    let line = solution.line();
    let turns = if line.is_empty() { right_turns(solution).into_iter().take(1).collect() } else { line };
    turns.into_iter().map(str::to_string).collect()
}

/// The turns by the point at which they start.
fn spots(question: &Question, state: &State) -> Result<Vec<Spot>, Bad> {
    let mut spots: Vec<(crate::Point, Spot)> = Vec::new();
    for step in question.kernel()?.all_turns(state) {
        let start = step.from.unwrap_or(step.to);
        let choice = Choice::plain(step.to_string());
        match spots.iter_mut().find(|(p, _)| *p == start) {
            Some((_, spot)) => spot.choices.push(choice),
            None => {
                let name = start.name().to_string();
                spots.push((start, Spot { name, at: draw::rect(start), choices: vec![choice] }));
            }
        }
    }
    Ok(spots.into_iter().map(|(_, spot)| spot).collect())
}
