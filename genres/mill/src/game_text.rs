//! Games as Sanmill writes them: tags in square brackets, then numbered turns.
//!
//! ```text
//! [FEN "***O**@*/@****@*O/OO@***@O b m s 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"]
//!
//!  1.    c5-d5    d2-d1
//!  2.    d5-c5xg7
//! ```
//!
//! Without `FEN` the game begins with an empty board. Comments in braces, results and move numbers
//! are passed over. Without numbers every line is a game.

use crate::action::{Action, LONGEST_TURN, Turn};
use crate::fen;
use crate::position::Position;
use crate::rules;
use crate::variant::{VARIANTS, Variant};
use tesuji_genre::{Bad, near};

/// A game that was read and played through.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The rule set.
    pub variant: &'static Variant,
    /// Where it begins.
    pub start: Position,
    /// Its turns.
    pub turns: Vec<Turn>,
    /// Where it ends.
    pub end: Position,
}

/// The message for a turn that the rules forbid.
const CANT: &str = "can't be played";

/// Is this the text of a game: a tag, or a turn with the number one?
pub fn is_game(text: &str) -> bool {
    let start = text.trim_start();
    let tag = start.strip_prefix('[').is_some_and(|rest| {
        let name = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        name > 0 && rest[name..].trim_start().starts_with('"')
    });
    let first = start.strip_prefix("1.").and_then(|rest| rest.split_whitespace().next());
    tag || first.is_some_and(|word| turn(word).is_some())
}

/// Reads all games of a text. A game ends where tags, or the number one, follow its turns.
pub fn games(text: &str) -> Vec<Result<PlayedGame, Bad>> {
    games_by(text, &VARIANTS[0])
}

/// The same, by these rules where a game has no tag that names others.
pub fn games_by(text: &str, variant: &'static Variant) -> Vec<Result<PlayedGame, Bad>> {
    let mut games = Vec::new();
    let mut part = Part::default();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let tag = line.strip_prefix('[').and_then(|l| l.strip_suffix(']'));
        if let Some((name, value)) = tag.and_then(|t| t.split_once(char::is_whitespace)) {
            if part.has_turns() {
                games.push(std::mem::take(&mut part).read(variant));
            }
            part.line.get_or_insert(number + 1);
            part.tags.push((name.to_string(), value.trim().trim_matches('"').to_string()));
        } else if !line.is_empty() {
            if part.has_turns() && part.ends_before(line) {
                games.push(std::mem::take(&mut part).read(variant));
            }
            part.line.get_or_insert(number + 1);
            part.text.push((number + 1, line.to_string()));
        }
    }
    if part.line.is_some() {
        games.push(part.read(variant));
    }
    games
}

/// The lines of one game.
#[derive(Debug, Default)]
struct Part {
    /// The number of the first.
    line: Option<usize>,
    tags: Vec<(String, String)>,
    text: Vec<(usize, String)>,
}

impl Part {
    fn has_turns(&self) -> bool {
        !self.text.is_empty()
    }

    /// Does a line begin another game: one with the number one, or the next of those that have
    /// neither tags nor numbers? (A removal, a comment and a result go on with the turn before
    /// them.)
    fn ends_before(&self, line: &str) -> bool {
        let is_first = line.strip_prefix("1.").is_some_and(|rest| !rest.starts_with('.'));
        let goes_on = line.starts_with(|c: char| matches!(c, 'x' | '{' | '}' | '*' | '0'..='9'));
        let is_bare = |first: &str| self.tags.is_empty() && !first.starts_with(|c: char| c.is_ascii_digit());
        is_first || !goes_on && self.text.first().is_some_and(|(_, first)| is_bare(first))
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Plays the game by the rules of its tag, else by these. Where it can't be played, and no tag
    /// says by which rules it was, those are named by which it can.
    fn read(self, variant: &'static Variant) -> Result<PlayedGame, Bad> {
        self.play(variant).map_err(|bad| {
            if self.tag("Variant").is_some() || !bad.what.contains(CANT) {
                return bad;
            }
            let can: Vec<&str> = VARIANTS.iter().filter(|v| self.play(v).is_ok()).map(|v| v.id).collect();
            let hint = match &can[..] {
                [] => String::new(),
                can => format!("; it can by --variant {}", can.join(", ")),
            };
            Bad { what: format!("{} by the rules of {}{hint}", bad.what, variant.id), ..bad }
        })
    }

    fn play(&self, variant: &'static Variant) -> Result<PlayedGame, Bad> {
        let line = self.line.unwrap_or(1);
        let variant = match self.tag("Variant") {
            None => variant,
            Some(id) => VARIANTS.iter().find(|v| v.id == id).ok_or_else(|| {
                let near = near(id, VARIANTS.iter().map(|v| v.id));
                Bad::new(format!("unknown: {id:?}; {near}")).at(format!("line {line}: Variant"))
            })?,
        };
        let start = match self.tag("FEN") {
            None => Position::start(&variant.rules),
            Some(fen) => {
                let parsed = fen::parse(&variant.rules, fen);
                parsed.map_err(|e| Bad::new(e.to_string()).at(format!("line {line}: FEN")))?.position
            }
        };
        let (mut at, mut turns) = (start, Vec::new());
        for turn in self.words()? {
            let (line, turn) = turn;
            let what = |why: String| Bad::new(why).at(format!("line {line}, turn {}", turns.len() + 1));
            if at.end.is_some() {
                return Err(what(format!("{turn} is played after the end of the game")));
            }
            at = rules::play_turn(&variant.rules, &at, turn)
                .map_err(|_| what(format!("{turn} {CANT}: {} is to move", at.side.name())))?;
            turns.push(turn);
        }
        Ok(PlayedGame { variant, start, turns, end: at })
    }

    /// The turns with the numbers of their lines. A removal that stands apart belongs to the turn
    /// before it.
    fn words(&self) -> Result<Vec<(usize, Turn)>, Bad> {
        let mut turns: Vec<(usize, Turn)> = Vec::new();
        let mut comment = false;
        for (line, text) in &self.text {
            // Braces as words of their own.
            let text = text.replace('{', " { ").replace('}', " } ");
            for word in text.split_whitespace() {
                match word {
                    "{" => comment = true,
                    "}" => comment = false,
                    _ if comment => {}
                    "1-0" | "0-1" | "1/2-1/2" | "*" => {}
                    _ => {
                        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
                        // `1.c5-d5` and `12...`.
                        let rest = if digits > 0 { word[digits..].trim_start_matches('.') } else { word };
                        let rest = rest.trim_end_matches(['!', '?']);
                        if rest.is_empty() || word.starts_with('$') {
                            continue;
                        }
                        let wrong = || {
                            let what = format!("{rest:?} is no turn, such as d6, d6-f6 or d6-f6xa1");
                            Bad::new(what).at(format!("line {line}"))
                        };
                        let read = turn(rest).ok_or_else(wrong)?;
                        match turns.last_mut() {
                            Some((_, last)) if read.step().is_none() => {
                                for taken in read.removed() {
                                    *last = last.with(Action::Remove(taken)).ok_or_else(wrong)?;
                                }
                            }
                            _ => turns.push((*line, read)),
                        }
                    }
                }
            }
        }
        Ok(turns)
    }
}

fn turn(word: &str) -> Option<Turn> {
    const LONGEST: usize = 3 * LONGEST_TURN + 5;
    (word.len() <= LONGEST).then(|| word.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::{Dialect, print};

    #[test]
    fn games_with_and_without_a_position() {
        let text = "[Event \"x\"]\n[FEN \"O@**OO**/**@*****/*******@ b m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes\"]\n\n 1. f4-e3\n\n\
                    [White \"a\"]\n 1.    d6    f4  {good}\n 2. b4 d2 1/2-1/2\n";
        assert!(is_game(text));
        let read = games(text);
        assert_eq!(read.len(), 2);
        let first = read[0].as_ref().unwrap();
        assert_eq!((first.turns.len(), first.turns[0].to_string().as_str()), (1, "f4-e3"));
        let second = read[1].as_ref().unwrap();
        assert_eq!(second.start, Position::start(&crate::RuleSet::STANDARD));
        let turns: Vec<String> = second.turns.iter().map(ToString::to_string).collect();
        assert_eq!(turns, ["d6", "f4", "b4", "d2"]);
        assert!(
            print(&second.end, Dialect::Nodes).contains(" w p p 2 7 2 7 "),
            "{}",
            print(&second.end, Dialect::Nodes)
        );
    }

    /// A mill's removal in the turn and apart is the same.
    #[test]
    fn removals_may_stand_apart() {
        let with = |line: &str| games(&format!("1. a7 d6\n2. d7 b4\n{line}")).remove(0).unwrap().end;
        assert_eq!(with("3. g7xd6"), with("3. g7 xd6"));
        assert_eq!(with("3. g7xd6").on_board(crate::Colour::Black), 1);
    }

    /// A game of other rules is read by them, by a tag or by name; else they are named.
    #[test]
    fn games_of_other_rules() {
        let twelve = VARIANTS.iter().find(|v| v.id == "twelve_mens_morris").unwrap();
        // A mill on a diagonal, which the standard board does not have.
        let diagonal = "1. a7 d6\n2. b6 f4\n3. c5xd6";
        assert_eq!(games_by(diagonal, twelve).remove(0).unwrap().variant.id, twelve.id);
        let wrong = games(diagonal).remove(0).unwrap_err();
        assert!(wrong.what.contains("by the rules of standard_9mm; it can by --variant"), "{wrong}");
        assert!(wrong.what.contains("twelve_mens_morris"), "{wrong}");
        let tagged = games(&format!("[Variant \"twelve_mens_morris\"]\n{diagonal}")).remove(0).unwrap();
        assert_eq!((tagged.variant.id, tagged.turns.len()), ("twelve_mens_morris", 5));
    }

    #[test]
    fn what_is_wrong_is_named_by_line() {
        for (text, at) in [
            ("1. d6 d6", "line 1, turn 2"),
            ("1. d6 f4\n2. d6-d7", "line 2, turn 3"),
            ("[FEN \"O*****X\"]\n1. d6", "line 1: FEN"),
            ("[Variant \"checkers\"]\n1. d6", "line 1: Variant"),
            ("1. d6\n2. hello", "line 2"),
        ] {
            let found = games(text).remove(0).unwrap_err();
            assert_eq!(found.at.as_deref(), Some(at), "{text}: {found:?}");
        }
        for text in ["", "{\"id\": 1}", "[{\"a\": 1}]", "[1, 2]", "1. e9", "********/********/******** w p p"] {
            assert!(!is_game(text), "{text}");
        }
    }
}
