//! Requests by name.

use crate::board::Board;
use serde_json::{Value, json};
use std::cell::RefCell;
use tesuji::{Error, Tier};
use tesuji_genre::Bad;

thread_local! {
    /// The puzzle on the board.
    static BOARD: RefCell<Option<Board>> = const { RefCell::new(None) };
}

/// Candidates that are tried for a new puzzle.
const TRIED: u64 = 3_000;

/// Answers a request; both are JSON. A fault is `{"error": "…"}`, in the words of the command line.
pub fn answer(request: &[u8]) -> String {
    let answered = serde_json::from_slice::<Value>(request)
        .map_err(|e| Error::Bad(Bad::new(format!("not a request: {e}"))))
        .and_then(|request| asked(&request));
    answered.unwrap_or_else(|why| json!({"error": why.to_string()})).to_string()
}

/// Is a genre of that name played here?
pub fn plays(genre: &str) -> bool {
    tesuji::genre(genre).is_ok()
}

fn asked(request: &Value) -> Result<Value, Error> {
    let text = |name: &str| request[name].as_str().unwrap_or_default();
    match text("call") {
        "genres" => Ok(genres()),
        "open" => open(Board::new(puzzle_of(text("text"))?)?),
        "edit" => {
            let board = BOARD.with_borrow(|board| board.as_ref().map(|b| b.edited(text("at"), text("clue"))));
            open(board.ok_or_else(no_board)??)
        }
        "make" => open(Board::new(made(request)?)?),
        name => BOARD.with_borrow_mut(|board| board.as_mut().ok_or_else(no_board)?.ask(name, request)),
    }
}

fn no_board() -> Error {
    Error::Bad(Bad::new("there is no puzzle on the board"))
}

/// Puts a puzzle on the board.
fn open(board: Board) -> Result<Value, Error> {
    let told = board.told()?;
    BOARD.set(Some(board));
    Ok(told)
}

/// The puzzle of a text: a record, an address, or `genre:` and a notation of the genre.
fn puzzle_of(text: &str) -> Result<tesuji::Puzzle, Error> {
    let text = text.trim();
    let named = text.split_once(':').filter(|(name, _)| !text.starts_with('{') && !name.starts_with("http"));
    match named {
        Some((name, notation)) => tesuji::genre(name.trim())?.read(notation.trim_start()),
        None => tesuji::read(text),
    }
}

fn genres() -> Value {
    let one =
        |genre: tesuji::Genre| json!({"name": genre.name(), "about": genre.info().about, "sizes": genre.info().sizes});
    tesuji::genres().into_iter().map(one).collect::<Vec<_>>().into()
}

/// A new puzzle of a genre.
fn made(request: &Value) -> Result<tesuji::Puzzle, Error> {
    let text = |name: &str| request[name].as_str().filter(|text| !text.is_empty());
    let genre = tesuji::genre(text("genre").unwrap_or_default())?;
    let mut wanted = genre.generate().seed(request["seed"].as_u64().unwrap_or(1)).nodes(TRIED);
    wanted = wanted.time(std::time::Duration::MAX);
    if let Some(size) = text("size") {
        wanted = wanted.size(size);
    }
    if let Some(tier) = text("tier").and_then(Tier::from_name) {
        wanted = wanted.tier(tier);
    }
    let none = || Error::Bad(Bad::new(format!("no such puzzle of {} among {TRIED} tried", genre.name())));
    wanted.run()?.into_iter().next().ok_or_else(none)
}
