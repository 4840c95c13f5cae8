//! Scoring cases of Azul, a JSON object a line: placements, floor lines, bonuses, legal lines,
//! orders of filling rows.

use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::{Value, json};
use tesuji_azul::conform::{Orders, fill_orders};
use tesuji_azul::{
    BoardSetup, Colour, FLOOR, Phase, Rng, Setup, State, WallKind, coloured_at, factories_for, placement_score,
};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "azul-cases",
    about: "scoring cases of Azul (cases.jsonl): placements, floor, bonuses, legal lines, fill orders",
    counts: &[],
    load,
    together: None,
};

struct One {
    line: usize,
    case: Value,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let path = if options.path.is_dir() { options.path.join("cases.jsonl") } else { options.path.clone() };
    let text =
        std::fs::read_to_string(&path).map_err(|e| Error::Input(format!("cannot read {}: {e}", path.display())))?;
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
    lines
        .map(|(i, l)| {
            let case = serde_json::from_str(l).map_err(|e| Error::Input(format!("line {}: {e}", i + 1)))?;
            Ok(Box::new(One { line: i + 1, case }) as Box<dyn Case>)
        })
        .collect()
}

impl Case for One {
    fn run(&self, _: &Options) -> Report {
        let id = self.case.get("id").and_then(Value::as_str).unwrap_or("?");
        match decide(id, &self.case) {
            Some((expected, got)) if expected == got => Report::of(Verdict::Agree),
            Some((expected, got)) => {
                let line = json!({"case": id, "line": self.line, "expected": expected, "got": got});
                Report::with_line(Verdict::Differ, line)
            }
            None => {
                let line = json!({"case": id, "line": self.line, "reason": "no figures to check: a note in words"});
                Report::with_line(Verdict::Skipped, line)
            }
        }
    }
}

/// The expected score and that of the rules; `None` where the line has no figures.
fn decide(id: &str, case: &Value) -> Option<(Value, Value)> {
    let number = |name: &str| case.get(name).and_then(Value::as_u64);
    match case.get("kind").and_then(Value::as_str)? {
        "place" => {
            let got = placed(number("h")?, number("v")?)?;
            Some((case.get("expect")?.clone(), json!(got)))
        }
        "floor" => {
            let token = case.get("token").and_then(Value::as_bool)?;
            let (before, after) = floored(100, number("floor_tiles")?, token)?;
            Some((case.get("expect_penalty")?.clone(), json!(before - after)))
        }
        "floor_apply" => {
            let token = case.get("token").and_then(Value::as_bool)?;
            let (_, after) = floored(number("score")?, number("floor_tiles")?, token)?;
            Some((case.get("expect_score")?.clone(), json!(after)))
        }
        "bonus" => Some((case.get("expect")?.clone(), json!(bonus(id)?))),
        "legal" => {
            let colour = Colour::from_name(case.get("color")?.as_str()?)?;
            let (dests, over) = legal(id, colour, number("count")?)?;
            let expected = json!({"dests": case.get("expect_dests")?, "overflow": case.get("line1_overflow")?});
            Some((expected, json!({"dests": dests, "overflow": over})))
        }
        "orders" => {
            let rows = usize::try_from(number("rows")?).ok()?;
            let Orders { orders, totals, obvious, .. } = fill_orders(rows)?;
            let mut got = serde_json::Map::new();
            let mut expected = serde_json::Map::new();
            let at = |n: u64| totals.get(&(n as u32)).copied().unwrap_or(0);
            let (min, max) = (*totals.keys().next()?, *totals.keys().next_back()?);
            let sum: u64 = totals.iter().map(|(&t, &n)| u64::from(t) * n).sum();
            for (name, value) in case.as_object()? {
                let found = match name.as_str() {
                    "orders" => json!(orders),
                    "min" => json!(min),
                    "max" => json!(max),
                    "count_min" => json!(at(min.into())),
                    "count_max" => json!(at(max.into())),
                    "obvious_fill_score" => json!(obvious),
                    "mean" => json!((sum as f64 / orders as f64 * 10.0).round() / 10.0),
                    other => match other.strip_prefix("count_").and_then(|n| n.parse().ok()) {
                        Some(total) => json!(at(total)),
                        None => continue,
                    },
                };
                expected.insert(name.clone(), value.clone());
                got.insert(name.clone(), found);
            }
            Some((Value::Object(expected), Value::Object(got)))
        }
        _ => None,
    }
}

/// Points of a tile that completes a run of `h` across and `v` down.
fn placed(h: u64, v: u64) -> Option<u16> {
    if !(1..=5).contains(&h) || !(1..=5).contains(&v) {
        return None;
    }
    let across: u32 = (0..h).map(|c| 1 << c).sum();
    let down: u32 = (0..v).map(|r| 1 << (5 * r)).sum();
    Some(placement_score(across | down, 0, 0))
}

/// A two-player position at the start of the tiling phase, nothing on the table.
fn blank(score: u64) -> Setup {
    Setup {
        kind: WallKind::Coloured,
        phase: Phase::Drafting,
        round: 20,
        turn: 0,
        starter: 0,
        token: None,
        factories: vec![[0; 5]; factories_for(2)],
        centre: [0; 5],
        bag: [20; 5],
        lid: [0; 5],
        boards: vec![BoardSetup { score: score as u32, ..BoardSetup::default() }, BoardSetup::default()],
    }
}

/// Score before and after a round's end with a number of tiles on the floor.
fn floored(score: u64, tiles: u64, token: bool) -> Option<(u32, u32)> {
    // A score needs a wall that can have given it: the diagonal's last rows do; see `walled`.
    let mut setup = walled(score);
    if tiles > 7 {
        return None;
    }
    setup.boards[0].floor = vec![Colour::Blue; tiles as usize];
    setup.bag[0] = setup.bag[0].checked_sub(tiles as u32)?;
    setup.token = token.then_some(0);
    let mut state = State::from_setup(&setup).ok()?;
    state.end_round(&mut Rng::new(1)).ok()?;
    Some((score as u32, state.board(0).score().into()))
}

/// A position whose first player has a score and a wall of four full columns, enough for any score
/// asked for.
fn walled(score: u64) -> Setup {
    let mut setup = blank(score);
    for row in 0..5 {
        for column in 0..4 {
            let colour = coloured_at(row, column);
            setup.boards[0].wall[row][column] = Some(colour);
            setup.bag[colour.index()] -= 1;
        }
    }
    setup
}

/// Bonus of the walls that the notes describe.
fn bonus(id: &str) -> Option<u32> {
    let mut setup = blank(0);
    setup.phase = Phase::Over;
    let wanted = |row: usize, column: usize| match id {
        "jh-bonus-combo" => row == 0 || column == 0 || coloured_at(row, column) == Colour::Blue,
        "full-wall-bonus" => true,
        _ => false,
    };
    for row in 0..5 {
        for column in 0..5 {
            if wanted(row, column) {
                let colour = coloured_at(row, column);
                setup.boards[0].wall[row][column] = Some(colour);
                setup.bag[colour.index()] -= 1;
            }
        }
    }
    let state = State::from_setup(&setup).ok()?;
    Some(state.board(0).bonus().into())
}

/// The rulebook's example: where two yellow tiles may go, and how many fall from line 1.
fn legal(id: &str, colour: Colour, count: u64) -> Option<(Vec<String>, u64)> {
    if id != "rule-legal-andrea" {
        return None;
    }
    let mut setup = blank(0);
    let count = u32::try_from(count).ok().filter(|n| (1..=4).contains(n))?;
    for row in [1, 2] {
        let column = (0..5).find(|&c| coloured_at(row, c) == colour)?;
        setup.boards[0].wall[row][column] = Some(colour);
        setup.bag[colour.index()] -= 1;
    }
    setup.boards[0].lines[3] = Some((Colour::Blue, 1));
    setup.bag[Colour::Blue.index()] -= 1;
    setup.centre[colour.index()] = count;
    setup.bag[colour.index()] -= count;
    let state = State::from_setup(&setup).ok()?;
    let name = |to: u8| if to == FLOOR { "floor".to_string() } else { format!("line{}", to + 1) };
    let moves = state.legal();
    let first = moves.iter().copied().find(|m| m.to == 0)?;
    let mut next = state;
    next.play(first).ok()?;
    // The token takes one space of the floor line.
    let over = u64::from(next.board(0).floor_len()) - 1;
    Some((moves.iter().map(|m| name(m.to)).collect(), over))
}
