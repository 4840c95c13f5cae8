//! The state of the engine and the list of its commands.

use super::extra::Extra;
use super::protocol::{self, Reply, Request};
use super::{board_commands as board, joseki_commands as joseki};
use crate::dictionary::Dictionary;
use crate::point::{Color, Point};
use crate::position::Position;
use crate::variation::Book;

/// Its name.
const NAME: &str = "tesuji joseki";

/// A command: how it is called, and what it does.
type Command = (&'static str, fn(&mut Engine, &[String]) -> Reply);

/// All commands.
const COMMANDS: &[Command] = &[
    ("boardsize", board::boardsize),
    ("clear_board", board::clear_board),
    ("final_score", board::final_score),
    ("final_status_list", board::final_status_list),
    ("fixed_handicap", board::fixed_handicap),
    ("genmove", joseki::genmove),
    ("gogui-analyze_commands", joseki::analyze_commands),
    ("gogui-joseki_moves", joseki::moves),
    ("gogui-joseki_show_pattern", joseki::range),
    ("known_command", known_command),
    ("komi", board::komi),
    ("list_commands", list_commands),
    ("loadsgf", board::loadsgf),
    ("name", |_, args| none(args).map(|()| NAME.to_string())),
    ("place_free_handicap", board::place_free_handicap),
    ("play", board::play),
    ("protocol_version", |_, args| none(args).map(|()| "2".to_string())),
    ("quit", quit),
    ("reg_genmove", joseki::reg_genmove),
    ("set_free_handicap", board::set_free_handicap),
    ("showboard", board::showboard),
    ("tesuji-joseki_matches", joseki::matches),
    ("time_left", board::time_left),
    ("time_settings", board::time_settings),
    ("undo", board::undo),
    ("version", |_, args| none(args).map(|()| env!("CARGO_PKG_VERSION").to_string())),
];

/// The error of arguments that don't fit.
pub(super) fn syntax_error() -> String {
    "syntax error".to_string()
}

/// No arguments are expected.
pub(super) fn none(args: &[String]) -> Result<(), String> {
    if args.is_empty() { Ok(()) } else { Err(syntax_error()) }
}

/// Expects exactly `N` arguments.
pub(super) fn exactly<const N: usize>(args: &[String]) -> Result<[&str; N], String> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    words.try_into().map_err(|_| syntax_error())
}

/// The engine: answers one line after the other, and never ends for a bad one.
pub struct Engine {
    book: Book,
    /// The patterns for the board in play, made when first asked for.
    dictionary: Option<Dictionary>,
    pub(super) position: Position,
    pub(super) komi: f64,
    over: bool,
    pub(super) extras: Vec<Extra>,
}

impl Engine {
    /// An engine with an empty 19×19 board.
    pub fn new(book: Book) -> Engine {
        Engine { book, dictionary: None, position: Position::new(19), komi: 0.0, over: false, extras: Vec::new() }
    }

    /// The engine with more commands. (One that has the name of another is never reached.)
    #[must_use]
    pub fn with(mut self, extras: &[Extra]) -> Engine {
        self.extras.extend_from_slice(extras);
        self
    }

    /// All commands, sorted.
    fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = COMMANDS.iter().map(|c| c.0).chain(self.extras.iter().map(|e| e.name)).collect();
        names.sort_unstable();
        names
    }

    /// Did the controller send `quit`?
    pub fn over(&self) -> bool {
        self.over
    }

    /// The board as it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Answers a line; an empty one or a comment has no answer.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let request = Request::read(line)?;
        let reply = match COMMANDS.iter().find(|(name, _)| *name == request.name) {
            Some((_, run)) => run(self, &request.args),
            None => match self.extras.iter().find(|e| e.name == request.name) {
                Some(extra) => (extra.run)(self.position.board(), &request.args),
                None => Err("unknown command".to_string()),
            },
        };
        Some(protocol::write(request.id, &reply))
    }

    /// The patterns for the board in play.
    pub(super) fn with_dictionary<T>(&mut self, read: impl FnOnce(&Dictionary, &Position) -> T) -> T {
        let size = self.position.board().size();
        if self.dictionary.as_ref().is_some_and(|d| d.size() != size) {
            self.dictionary = None;
        }
        // The reader has reported the book's faults already.
        let book = &self.book;
        let dictionary = self.dictionary.get_or_insert_with(|| Dictionary::build(size, book, &mut |_| ()));
        read(dictionary, &self.position)
    }

    /// A colour.
    pub(super) fn color(word: &str) -> Result<Color, String> {
        Color::read(word).ok_or_else(syntax_error)
    }

    /// A point of the board, or a pass.
    pub(super) fn vertex(&self, word: &str) -> Result<Option<Point>, String> {
        if word.eq_ignore_ascii_case("pass") {
            return Ok(None);
        }
        Point::read(word, self.position.board().size()).map(Some).ok_or_else(syntax_error)
    }
}

fn known_command(engine: &mut Engine, args: &[String]) -> Reply {
    let [name] = exactly(args)?;
    Ok(engine.names().contains(&name).to_string())
}

fn list_commands(engine: &mut Engine, args: &[String]) -> Reply {
    none(args)?;
    Ok(engine.names().join("\n"))
}

fn quit(engine: &mut Engine, args: &[String]) -> Reply {
    none(args)?;
    engine.over = true;
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_sorted_and_answered() {
        assert!(COMMANDS.windows(2).all(|w| w[0].0 < w[1].0));
        for &(name, _) in COMMANDS {
            let mut engine = Engine::new(Book::default());
            let line = format!("5 {name} one two three four five six seven eight nine");
            let reply = engine.answer(&line).unwrap();
            assert!(reply.starts_with("?5 ") && reply.ends_with("\n\n"), "{name} took nonsense: {reply:?}");
            assert!(!engine.over());
        }
    }
}
