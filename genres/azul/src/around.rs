//! Views of the first moves of a solved position, without colours and players, for the miner of
//! moves.

use crate::leaf::promised_points;
use crate::read::distinct_moves;
use crate::state::{CENTRE, FLOOR};
use crate::{Move, State};
use tesuji_genre::{FirstMove, Solution};
use tesuji_solver::{Literal, Var};

/// The moves with what they are like, right and wrong; none where the solution names a move that
/// does not exist here.
#[must_use]
pub fn first_moves(state: &State, solution: &Solution) -> Vec<FirstMove> {
    let right = solution.words("moves").unwrap_or_default();
    let of = |mv: Move| {
        let name = mv.to_string();
        FirstMove { mark: mark(mv), is_right: right.contains(&name.as_str()), name, shapes: views(state, mv) }
    };
    let found: Vec<FirstMove> = distinct_moves(state).into_iter().map(of).collect();
    let exists = |turn: &&str| found.iter().any(|m| m.name == *turn);
    if right.iter().all(exists) { found } else { Vec::new() }
}

/// A move as a mark: the colour on its source, and the destination (see
/// [`draw::marks`](crate::draw::marks)).
fn mark(mv: Move) -> Literal {
    Literal { var: Var(u32::from(mv.source) * 5 + mv.colour.index() as u32), value: mv.to }
}

/// The views of a move, the narrowest first: what becomes of the line (`fills line 3`,
/// `fills line 3 and 2 over`, `line 4, 1 short`, `3 to the floor`); then also the points of a tile
/// that a full line puts on the wall as it stands; then also where the tiles come from.
fn views(state: &State, mv: Move) -> Vec<String> {
    let (n, board) = (state.source(mv.source).get(mv.colour), &state.boards()[state.turn()]);
    let mut rows = Vec::new();
    if mv.to == FLOOR {
        rows.push(format!("{n} to the floor"));
    } else {
        let row = usize::from(mv.to);
        let room = mv.to + 1 - board.line(row).map_or(0, |(_, n)| n);
        let line = row + 1;
        rows.push(match n {
            n if n < room => format!("line {line}, {} short", room - n),
            n if n == room => format!("fills line {line}"),
            n => format!("fills line {line} and {} over", n - room),
        });
        if n >= room {
            rows.push(format!("scores {}", promised_points(board, state.kind(), row, mv.colour)));
        }
    }
    let from = match mv.source {
        CENTRE if state.token().is_none() => "from the centre with the token".to_string(),
        CENTRE => "from the centre".to_string(),
        source => format!("from a factory, {} to the centre", state.source(source).total() - n),
    };
    rows.push(from);
    (1..=rows.len()).map(|shown| format!("the move: |{}|", rows[..shown].join("|"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Phase, Policy, Rng, WallKind, play_out};
    use serde_json::json;
    use std::collections::BTreeMap;

    /// Positions of random games, of both walls and all numbers of players.
    fn positions() -> Vec<State> {
        let mut all = Vec::new();
        for seed in 0..24 {
            let mut rng = Rng::new(seed);
            let kind = if seed % 2 == 0 { WallKind::Coloured } else { WallKind::Grey };
            let mut state = State::deal(2 + seed as usize % 3, kind, &mut rng);
            for _ in 0..seed * 3 {
                let legal = state.legal();
                let Some(&mv) = legal.get(rng.below(legal.len().max(1) as u32) as usize) else { break };
                state.play(mv).unwrap();
                if state.phase() == Phase::Tiling {
                    state.end_round(&mut rng).unwrap();
                }
            }
            if state.phase() == Phase::Drafting {
                all.push(state);
            }
        }
        all
    }

    /// A view describes the effect of the move.
    #[test]
    fn views_say_what_a_move_does() {
        let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
        for state in positions() {
            let (me, moves) = (state.turn(), distinct_moves(&state));
            let found = first_moves(&state, &Solution::from(json!({ "moves": [moves[0].to_string()], "value": 0 })));
            assert_eq!(found.iter().filter(|m| m.is_right).count(), 1);
            for (mv, m) in moves.into_iter().zip(&found) {
                let mut after = state;
                after.play(mv).unwrap();
                let (before, board) = (&state.boards()[me], &after.boards()[me]);
                let (view, n) = (&m.shapes[0], state.source(mv.source).get(mv.colour));
                let dropped = board.floor().total() - before.floor().total();
                let token = before.floor_len() < 7 && after.token() == Some(me) && state.token() != Some(me);
                assert_eq!(m.shapes.last().unwrap().contains("with the token"), state.token() != after.token());
                let room = 7 - before.floor_len() - u8::from(token);
                if mv.to == FLOOR {
                    assert_eq!(view, &format!("the move: |{n} to the floor|"));
                    assert_eq!(dropped, n.min(room), "{mv} {state}");
                    *seen.entry("floor").or_default() += 1;
                    continue;
                }
                let line = usize::from(mv.to);
                let there = board.line(line).unwrap().1;
                match (board.line_full(line), view.split_once(" and ").and_then(|(_, rest)| rest.split(' ').next())) {
                    (true, Some(over)) => {
                        assert_eq!(dropped, over.parse::<u8>().unwrap().min(room), "{mv} {state}");
                        *seen.entry("over").or_default() += 1;
                    }
                    (true, None) => {
                        assert!(view.contains("fills") && dropped == 0, "{view} {mv} {state}");
                        *seen.entry("fills").or_default() += 1;
                    }
                    (false, _) => {
                        assert_eq!(view, &format!("the move: |line {}, {} short|", line + 1, mv.to + 1 - there));
                        *seen.entry("short").or_default() += 1;
                    }
                }
                if mv.source != CENTRE {
                    let grown = after.centre().total() - state.centre().total();
                    assert!(m.shapes.last().unwrap().ends_with(&format!("a factory, {grown} to the centre|")));
                }
            }
        }
        assert!(seen.len() == 4 && seen.values().all(|&n| n > 10), "{seen:?}");
    }

    /// The points are those of the tiling phase where no other line is full.
    #[test]
    fn points_are_those_of_the_tiling() {
        let mut compared = 0;
        for state in positions() {
            let me = state.turn();
            for (mv, m) in distinct_moves(&state).into_iter().zip(first_moves(&state, &Solution::from(json!({})))) {
                let board = &state.boards()[me];
                if mv.to == FLOOR || state.kind() == WallKind::Grey || (0..5).any(|row| board.line_full(row)) {
                    continue;
                }
                let mut after = state;
                after.play(mv).unwrap();
                if !after.boards()[me].line_full(usize::from(mv.to)) {
                    continue;
                }
                let mut tiled = after.boards()[me];
                let line = usize::from(mv.to);
                let points = tiled.place(WallKind::Coloured, line, crate::coloured_column(line, mv.colour), mv.colour);
                assert!(m.shapes[1].ends_with(&format!("|scores {points}|")), "{:?} {points} {state}", m.shapes);
                compared += 1;
            }
        }
        assert!(compared > 30, "{compared}");
    }

    #[test]
    fn a_solution_of_another_position_tells_nothing() {
        let mut state = State::deal(2, WallKind::Coloured, &mut Rng::new(3));
        assert_eq!(first_moves(&state, &Solution::from(json!({ "moves": ["9W5"] }))), []);
        assert!(first_moves(&state, &Solution::from(json!({}))).iter().all(|m| !m.is_right));
        play_out(&mut state, &[Policy::Random], &mut Rng::new(3));
        assert_eq!(first_moves(&state, &Solution::from(json!({}))), []);
    }
}
