//! Commands that ask the book.

use super::engine::{Engine, exactly, none, syntax_error};
use super::protocol::Reply;
use crate::gogui;
use crate::point::{Color, Move};

/// The best move of the book that is legal; the first of equals.
fn best(engine: &mut Engine, color: Color) -> Move {
    let mut suggestions = engine.with_dictionary(|dictionary, position| dictionary.suggest_for(position, color));
    suggestions.sort_by_key(|s| std::cmp::Reverse(s.rating));
    let legal = |mv: &Move| engine.position.clone().play(*mv).is_ok();
    let best = suggestions.iter().map(|s| Move { color, at: Some(s.at) }).find(legal);
    best.unwrap_or(Move { color, at: None })
}

fn word(mv: Move) -> String {
    mv.at.map_or_else(|| "pass".to_string(), |p| p.to_string())
}

pub(super) fn genmove(engine: &mut Engine, args: &[String]) -> Reply {
    let [color] = exactly(args)?;
    let mv = best(engine, Engine::color(color)?);
    engine.position.play(mv).map_err(|e| e.to_string())?;
    Ok(word(mv))
}

pub(super) fn reg_genmove(engine: &mut Engine, args: &[String]) -> Reply {
    let [color] = exactly(args)?;
    Ok(word(best(engine, Engine::color(color)?)))
}

pub(super) fn analyze_commands(engine: &mut Engine, args: &[String]) -> Reply {
    none(args)?;
    let commands = [
        "gfx/Joseki Moves/gogui-joseki_moves/Moves of the book for whoever is to play",
        "gfx/Joseki Range/gogui-joseki_show_pattern %p/Points that the book compares around a point",
        "string/Joseki Matches/tesuji-joseki_matches/Moves of the book with ratings and kinds",
    ];
    let all: Vec<_> = commands.into_iter().chain(engine.extras.iter().map(|e| e.analyze)).collect();
    Ok(all.join("\n"))
}

pub(super) fn moves(engine: &mut Engine, args: &[String]) -> Reply {
    none(args)?;
    Ok(engine.with_dictionary(gogui::joseki_moves))
}

pub(super) fn range(engine: &mut Engine, args: &[String]) -> Reply {
    let [at] = exactly(args)?;
    let at = engine.vertex(at)?.ok_or_else(syntax_error)?;
    Ok(gogui::joseki_range(at, engine.position.board().size()))
}

/// A line a move: vertex, rating, kind.
pub(super) fn matches(engine: &mut Engine, args: &[String]) -> Reply {
    none(args)?;
    let mut suggestions = engine.with_dictionary(|dictionary, position| dictionary.suggest(position));
    suggestions.sort_by_key(|s| std::cmp::Reverse(s.rating));
    let line = |s: &crate::matches::Suggestion| format!("{} {} {}", s.at, s.rating, s.kind.name());
    Ok(suggestions.iter().map(line).collect::<Vec<_>>().join("\n"))
}
