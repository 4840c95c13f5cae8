//! Walking through a position: one move, by the tiles on the table.

use crate::read::distinct_moves;
use crate::{CENTRE, Colour, FLOOR, Move, State, Tiles, draw};
use tesuji_genre::{Bad, Choice, Judged, Marks, Rect, Spot, WalkRequest, Walked};

/// Walks.
pub(crate) fn walk(state: &State, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
    let right = || want.solution.and_then(|s| s.keys()).unwrap_or_default().into_iter();
    let mut moves = want.moves.to_vec();
    if want.step && moves.is_empty() {
        moves.extend(right().next().map(str::to_string));
    }
    let mut at = *state;
    let mut marks = Marks::default();
    let mut told = Vec::new();
    for text in &moves {
        let no = |why: String| Bad::new(why).at(text.clone());
        let mv = Move::parse(text).ok_or_else(|| no("no move: 3B2, CRF".to_string()))?;
        marks = draw::marks(mv);
        told = vec![format!("{}.", mv.words())];
        at.play(mv).map_err(|e| no(e.to_string()))?;
    }
    // The move is seen on the board before it.
    let is_first = moves.len() == 1;
    let svg = draw::svg(if is_first { state } else { &at }, &if is_first { marks } else { Marks::default() });
    let judged = moves.first().filter(|_| is_first && want.solution.is_some());
    let spots = if moves.is_empty() { spots(state) } else { Vec::new() };
    Ok(Walked {
        svg,
        alt: in_words(if is_first { state } else { &at }),
        to_move: format!("player {} to move", at.turn() + 1),
        judged: judged.map(|mv| Judged::of(right().any(|r| r == mv))),
        is_end: !moves.is_empty(),
        spots,
        moves,
        told,
        ..Walked::default()
    })
}

/// The tiles on the table and what each player has.
fn in_words(state: &State) -> String {
    let tiles = |tiles: Tiles| {
        let count =
            |&colour: &Colour| (tiles.get(colour) > 0).then(|| format!("{} {}", tiles.get(colour), colour.name()));
        let all: Vec<String> = Colour::ALL.iter().filter_map(count).collect();
        if all.is_empty() { "empty".to_string() } else { all.join(" ").to_lowercase() }
    };
    let mut text = "Azul.".to_string();
    for (i, &factory) in state.factories().iter().enumerate() {
        text += &format!(" Factory {}: {}.", i + 1, tiles(factory));
    }
    text += &format!(" Centre: {}.", tiles(state.centre()));
    for (player, board) in state.boards().iter().enumerate() {
        let line = |row: usize| board.line(row).map(|(colour, n)| format!("line {} {n} {}", row + 1, colour.name()));
        let lines: Vec<String> = (0..5).filter_map(line).collect();
        let lines = if lines.is_empty() { "no tiles in lines".to_string() } else { lines.join(", ").to_lowercase() };
        let floor = tiles(board.floor());
        text += &format!(
            " Player {}: {} points, {lines}, {} tiles on the wall, floor {floor}.",
            player + 1,
            board.score(),
            board.wall_tiles()
        );
    }
    text
}

/// The tiles with where they can go.
fn spots(state: &State) -> Vec<Spot> {
    let legal = distinct_moves(state);
    let words = |mv: &Move| if mv.to == FLOOR { "floor".to_string() } else { format!("line {}", mv.to + 1) };
    let of = |(source, colour, at): (u8, Colour, Rect)| {
        let here = legal.iter().filter(|m| m.source == source && m.colour == colour);
        let from = if source == CENTRE { "the centre".to_string() } else { format!("factory {}", source + 1) };
        let name = format!("{} from {from}", colour.name().to_lowercase());
        Spot { name, at, choices: here.map(|m| Choice { mv: m.to_string(), words: words(m) }).collect() }
    };
    draw::table_rects(state).into_iter().map(of).filter(|spot| !spot.choices.is_empty()).collect()
}
