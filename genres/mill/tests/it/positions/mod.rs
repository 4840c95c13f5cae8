//! Positions and what must hold in them, in words.
//!
//! A position is men as `W a1 d1 +7 B g7 +8 w` (White's men and hand, Black's, who is to move;
//! marked points after `X`). What must hold after actions have been played: `+a1-a4` legal,
//! `-a1-a4` not legal, `n=24` legal actions, `take=a1,b2` exactly these may be taken, `side=b`,
//! `hand=8,7`, `men=3,2`, `due=1,0` men to take, `marked=a4` (or none), `quiet=3`, `ply=4`,
//! `win=w`, `draw`, `on` (not over).

use tesuji_mill::board::{Set, points};
use tesuji_mill::rules;
use tesuji_mill::{Action, Colour, Phase, Point, Position, RuleSet};

/// The points of these names.
pub fn set(words: &[&str]) -> Set {
    words.iter().map(|w| Point::named(w).unwrap_or_else(|| panic!("no point {w}")).bit()).sum()
}

fn position(rules: &RuleSet, text: &str) -> Position {
    let mut men = [Vec::new(), Vec::new(), Vec::new()];
    let (mut hand, mut at, mut side) = ([0, 0], 0, Colour::White);
    for word in text.split_whitespace() {
        match word {
            "W" => at = 0,
            "B" => at = 1,
            "X" => at = 2,
            "w" => side = Colour::White,
            "b" => side = Colour::Black,
            _ => match word.strip_prefix('+') {
                Some(count) => hand[at] = count.parse().unwrap(),
                None => men[at].push(word),
            },
        }
    }
    let phase = if hand[side.index()] > 0 { Phase::Placing } else { Phase::Moving };
    let set_up = Position { hand, phase, marked: set(&men[2]), ..Position::moving([set(&men[0]), set(&men[1])], side) };
    rules::settled(rules, set_up)
}

fn names(set: Set) -> String {
    let mut names: Vec<&str> = points(set).map(Point::name).collect();
    names.sort_unstable();
    names.join(",")
}

fn holds(rules: &RuleSet, at: &Position, what: &str) -> bool {
    let legal: Vec<String> = rules::actions(rules, at).iter().map(ToString::to_string).collect();
    let winner = at.end.map(|e| e.winner);
    if let Some(action) = what.strip_prefix('+') {
        return legal.iter().any(|a| a == action);
    }
    if let Some(action) = what.strip_prefix('-') {
        return legal.iter().all(|a| a != action);
    }
    let pair = |a: u32, b: u32| format!("{a},{b}");
    let (key, want) = what.split_once('=').unwrap_or((what, ""));
    let got = match key {
        "n" => legal.len().to_string(),
        "take" => {
            let mut taken: Vec<&str> = legal.iter().filter_map(|a| a.strip_prefix('x')).collect();
            taken.sort_unstable();
            taken.join(",")
        }
        "side" => if at.side == Colour::White { "w" } else { "b" }.to_string(),
        "hand" => pair(at.hand[0].into(), at.hand[1].into()),
        "men" => pair(at.men[0].count_ones(), at.men[1].count_ones()),
        "due" => pair(at.removals[0].into(), at.removals[1].into()),
        "quiet" => at.quiet.to_string(),
        "ply" => at.ply.to_string(),
        "marked" => {
            if at.marked == 0 {
                "none".to_string()
            } else {
                names(at.marked)
            }
        }
        "win" => match winner {
            Some(Some(Colour::White)) => "w",
            Some(Some(Colour::Black)) => "b",
            _ => "nobody",
        }
        .to_string(),
        "draw" => return winner == Some(None),
        "on" => return winner.is_none(),
        _ => panic!("what is {what}?"),
    };
    got == want
}

/// Expectations that fail after the actions, each with its place; an unplayable action is one too.
pub fn wrong(rules: &RuleSet, start: &str, played: &str, wants: &str) -> Vec<String> {
    let mut at = if start == "start" { Position::start(rules) } else { position(rules, start) };
    let mut wrong = Vec::new();
    for action in played.split_whitespace() {
        let action: Action = action.parse().unwrap();
        at = match rules::play(rules, &at, action) {
            Ok(next) => next,
            Err(e) => {
                wrong.push(format!("{start} | {played}: {e}"));
                break;
            }
        };
    }
    for want in wants.split_whitespace() {
        if !holds(rules, &at, want) {
            wrong.push(format!("{start} | {played}: not {want} in {at:?}"));
        }
    }
    wrong
}
