//! Commands of set-up, play and final status.

use super::engine::{Engine, exactly, none, syntax_error};
use super::protocol::Reply;
use super::{diagram, handicap, score};
use crate::game::Game;
use crate::point::{Color, LARGEST, Move, Point};
use crate::position::Position;
use std::str::FromStr;

fn number<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| syntax_error())
}

fn empty() -> Reply {
    Ok(String::new())
}

pub(super) fn boardsize(engine: &mut Engine, args: &[String]) -> Reply {
    let [size] = exactly(args)?;
    let size: i64 = number(size)?;
    match u8::try_from(size) {
        Ok(size @ 2..=LARGEST) => {
            engine.position = Position::new(size);
            empty()
        }
        _ => Err("unacceptable size".to_string()),
    }
}

pub(super) fn clear_board(engine: &mut Engine, args: &[String]) -> Reply {
    none(args)?;
    engine.position = Position::new(engine.position.board().size());
    empty()
}

pub(super) fn komi(engine: &mut Engine, args: &[String]) -> Reply {
    let [komi] = exactly(args)?;
    let komi: f64 = number(komi)?;
    if !komi.is_finite() {
        return Err(syntax_error());
    }
    engine.komi = komi;
    empty()
}

pub(super) fn play(engine: &mut Engine, args: &[String]) -> Reply {
    let [color, at] = exactly(args)?;
    let mv = Move { color: Engine::color(color)?, at: engine.vertex(at)? };
    engine.position.play(mv).map_err(|_| "illegal move".to_string())?;
    empty()
}

pub(super) fn undo(engine: &mut Engine, args: &[String]) -> Reply {
    none(args)?;
    engine.position.undo().ok_or("cannot undo")?;
    empty()
}

fn place(engine: &mut Engine, points: &[Point]) -> Reply {
    let stones: Vec<(Color, Point)> = points.iter().map(|&p| (Color::Black, p)).collect();
    engine.position.set_up(&stones, Color::White).map_err(|_| "board not empty".to_string())?;
    Ok(points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

pub(super) fn fixed_handicap(engine: &mut Engine, args: &[String]) -> Reply {
    let [stones] = exactly(args)?;
    let stones: i64 = number(stones)?;
    let points = usize::try_from(stones).ok().and_then(|n| handicap::fixed(n, engine.position.board().size()));
    place(engine, &points.ok_or("invalid number of stones")?)
}

pub(super) fn place_free_handicap(engine: &mut Engine, args: &[String]) -> Reply {
    let [stones] = exactly(args)?;
    let stones: i64 = number(stones)?;
    let size = engine.position.board().size();
    // An engine may place fewer stones than the command wants.
    let points = usize::try_from(stones).ok().and_then(|n| handicap::fixed(n.min(handicap::most(size)), size));
    place(engine, &points.ok_or("invalid number of stones")?)
}

pub(super) fn set_free_handicap(engine: &mut Engine, args: &[String]) -> Reply {
    let bad = || "bad vertex list".to_string();
    let mut points = Vec::with_capacity(args.len());
    for word in args {
        let point = engine.vertex(word).map_err(|_| bad())?.ok_or_else(bad)?;
        if points.contains(&point) {
            return Err(bad());
        }
        points.push(point);
    }
    let size = usize::from(engine.position.board().size());
    if points.len() < 2 || points.len() >= size * size {
        return Err(bad());
    }
    place(engine, &points).and_then(|_| empty())
}

pub(super) fn showboard(engine: &mut Engine, args: &[String]) -> Reply {
    none(args)?;
    Ok(format!("\n{}", diagram::board(engine.position.board())))
}

pub(super) fn time_settings(_: &mut Engine, args: &[String]) -> Reply {
    let [main, byo, stones] = exactly(args)?;
    // A book answers at once: only the form is checked.
    for word in [main, byo, stones] {
        number::<u32>(word)?;
    }
    empty()
}

pub(super) fn time_left(_: &mut Engine, args: &[String]) -> Reply {
    let [color, time, stones] = exactly(args)?;
    Engine::color(color)?;
    number::<u32>(time)?;
    number::<u32>(stones)?;
    empty()
}

pub(super) fn final_score(engine: &mut Engine, args: &[String]) -> Reply {
    none(args)?;
    Ok(score::text(score::area(engine.position.board(), engine.komi)))
}

pub(super) fn final_status_list(engine: &mut Engine, args: &[String]) -> Reply {
    let [status] = exactly(args)?;
    let board = engine.position.board();
    match status {
        // All stones count as alive, a line each.
        "alive" => {
            let stones = Point::all(board.size()).filter(|&p| board.at(p).is_some());
            Ok(stones.map(|p| p.to_string()).collect::<Vec<_>>().join("\n"))
        }
        "dead" | "seki" => empty(),
        _ => Err(syntax_error()),
    }
}

/// Loads the first game of a file, up to before a move where one is named.
pub(super) fn loadsgf(engine: &mut Engine, args: &[String]) -> Reply {
    let (file, before) = match args {
        [file] => (file, None),
        [file, before] => (file, Some(number::<usize>(before)?.max(1))),
        _ => return Err(syntax_error()),
    };
    let wrong = |_| "cannot load file".to_string();
    let bytes = std::fs::read(file).map_err(|e| wrong(e.to_string()))?;
    let game = Game::all(&bytes).into_iter().next().unwrap_or_else(|| Err("no game".to_string())).map_err(wrong)?;
    // A number behind the last move stands for the end.
    let position = match before.filter(|&number| number <= game.moves.len()) {
        Some(number) => game.before(number),
        None => game.end(),
    };
    engine.position = position.map_err(wrong)?;
    if let Some(komi) = game.komi {
        engine.komi = komi;
    }
    Ok(if engine.position.board().to_play() == Color::Black { "black" } else { "white" }.to_string())
}
