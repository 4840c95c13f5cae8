//! What words say of a problem: who moves first, and what for. `White to play and kill`, `白先黑死`,
//! `^B to live`.

use crate::{Color, Role};

/// What a text says.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Said {
    /// Who moves first.
    pub mover: Option<Color>,
    /// What that side wants: to capture, or to live.
    pub task: Option<Role>,
    /// How many stones it wants to capture or to save, where words give a number.
    pub stones: Option<usize>,
}

/// Words behind `black to …` that say what is to be done.
const KILL: &[&str] = &["kill", "capture", "kills", "captures", "catch"];
const LIVE: &[&str] = &["live", "lives", "survive", "save", "escape", "life", "rescue"];
/// Words behind a colour that say that it begins.
const BEGINS: &[&str] = &["first", "starts", "begins", "turn"];
/// How far behind the colour a task may stand.
const NEAR: usize = 6;

/// Phrases without a word order of their own to read.
const PHRASES: &[(&str, Color)] = &[
    ("schwarz am zug", Color::Black),
    ("schwarz beginnt", Color::Black),
    ("weiß am zug", Color::White),
    ("weiss am zug", Color::White),
    ("weiß beginnt", Color::White),
    ("weiss beginnt", Color::White),
    ("noir joue", Color::Black),
    ("blanc joue", Color::White),
    ("trait à noir", Color::Black),
    ("trait à blanc", Color::White),
    ("juegan negras", Color::Black),
    ("juegan blancas", Color::White),
    ("negras juegan", Color::Black),
    ("blancas juegan", Color::White),
    ("ход чёрных", Color::Black),
    ("ход черных", Color::Black),
    ("ход белых", Color::White),
];

/// Reads a text. Where it names both sides as the one to move, nothing is said.
#[must_use]
pub fn said(text: &str) -> Said {
    let lower = text.to_lowercase();
    let found: Vec<Said> =
        in_english(&lower).into_iter().chain(in_phrases(&lower)).chain(in_characters(&lower)).collect();
    let Some(first) = found.first() else { return Said::default() };
    if found.iter().any(|other| other.mover != first.mover) {
        return Said::default();
    }
    Said { mover: first.mover, task: found.iter().find_map(|s| s.task), stones: None }
}

/// Verbs of what is done to stones, apart from [`KILL`] and [`LIVE`].
const TAKE: &[&str] = &["take", "takes", "atari"];
/// Words before a verb that turn its sense round.
const UNDONE: &[&str] = &["be", "being", "is", "are", "was", "were", "been", "not", "cannot", "without", "avoid"];
const NUMBERS: &[&str] = &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/// How far behind its verb the stones may be named, and how far before it the side that acts.
const OBJECT: usize = 6;
const SUBJECT: usize = 8;

/// What words ask of the side to move: `How can Black capture two white stones?`, `黑先吃二子`.
#[must_use]
pub fn asked(text: &str, mover: Color) -> Said {
    let lower = text.to_lowercase();
    let sentences = lower.split(['.', '?', '!', ';', '\n', '。', '？', '！']);
    let found: Vec<(Role, Option<usize>)> = sentences.flat_map(|s| asked_in(s, mover)).collect();
    let stones = found.iter().find_map(|&(role, stones)| Some((role, stones?))).or_else(|| in_signs(&lower));
    let task = stones.map(|(role, _)| role).or_else(|| found.first().map(|&(role, _)| role));
    Said { mover: None, task, stones: stones.map(|(_, n)| n) }
}

/// The colour that a word of English names.
fn color_of(word: &str) -> Option<Color> {
    match word {
        "black" | "b" => Some(Color::Black),
        "white" | "w" => Some(Color::White),
        _ => None,
    }
}

/// What one sentence asks: each task, with the number of its stones.
fn asked_in(sentence: &str, mover: Color) -> Vec<(Role, Option<usize>)> {
    let words: Vec<&str> = sentence.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let is_stone = |at: usize| words.get(at).is_some_and(|w| matches!(*w, "stone" | "stones" | "group"));
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let role = match word {
            w if KILL.contains(w) || TAKE.contains(w) => Role::Attacker,
            w if LIVE.contains(w) && *w != "life" => Role::Defender,
            _ => continue,
        };
        let before = &words[at.saturating_sub(SUBJECT)..at];
        let first = at - before.len();
        let acts = before.iter().enumerate().rev().filter(|(i, _)| !is_stone(first + i + 1));
        let subject = acts.filter_map(|(_, w)| color_of(w)).next();
        if before.last().is_some_and(|w| UNDONE.contains(w)) || subject.is_some_and(|c| c != mover) {
            continue;
        }
        let owner = if role == Role::Attacker { mover.other() } else { mover };
        let object = &words[at + 1..(at + 1 + OBJECT).min(words.len())];
        let noun = object.iter().position(|w| matches!(*w, "stone" | "stones"));
        let object = &object[..noun.map_or(0, |n| n + 1)];
        if object.iter().any(|w| color_of(w).is_some_and(|c| c != owner)) {
            continue;
        }
        let number = |w: &&str| w.parse().ok().or_else(|| NUMBERS.iter().position(|n| n == w).map(|n| n + 1));
        let counted = object.iter().find_map(number).or_else(|| object.ends_with(&["stone"]).then_some(1));
        let is_marked = object.iter().any(|w| w.starts_with("mark") || w.starts_with("triang"));
        found.push((role, counted.filter(|_| !is_marked)));
    }
    found
}

/// The same in Chinese: a verb, at most two signs, a number, and `子`.
fn in_signs(text: &str) -> Option<(Role, usize)> {
    let signs: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let number = |c: char| "一二三四五六七八九十".chars().position(|n| n == c).map(|n| n + 1);
    signs.iter().enumerate().find_map(|(at, sign)| {
        let role = match sign {
            '吃' | '提' => Role::Attacker,
            '救' => Role::Defender,
            _ => return None,
        };
        let near = &signs[at + 1..signs.len().min(at + 5)];
        near.windows(2).find_map(|pair| if pair[1] == '子' { number(pair[0]) } else { None }).map(|n| (role, n))
    })
}

/// What a text speaks of that is not life and death, by the words that tell it.
const SUBJECTS: &[(&str, &[&str])] = &[
    (
        "the endgame",
        &[
            "yose",
            "endgame",
            "end game",
            "win the game",
            "wins the game",
            "win this game",
            "winning the game",
            "who is ahead",
            "who is winning",
            "who wins the game",
            "biggest move",
            "largest move",
            "in sente",
            "counting problem",
            "count the score",
            "endspiel",
            "йосе",
            "官子",
            "收官",
            "ヨセ",
            "よせ",
            "寄せ",
            "끝내기",
        ],
    ),
    ("a joseki", &["joseki", "josekis", "定式", "定石", "정석", "дзёсэки"]),
    ("the opening", &["fuseki", "opening move", "opening problem", "布局", "布石", "포석", "фусэки"]),
];
/// Words that say that the marked stone was played last.
const LAST_MOVE: &[&str] = &[
    "just played",
    "last move",
    "played last",
    "last played",
    "has played the marked",
    "marked move",
    "最后一手",
    "letzter zug",
    "dernier coup",
];

/// Does a text have one of those phrases, as words of their own?
fn has_phrase(text: &str, phrases: &[&str]) -> bool {
    let lower = text.to_lowercase();
    phrases.iter().any(|phrase| {
        lower.match_indices(phrase).any(|(at, _)| {
            let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
            let is_latin = phrase.is_ascii();
            !is_latin
                || !is_letter(lower[..at].chars().next_back()) && !is_letter(lower[at + phrase.len()..].chars().next())
        })
    })
}

/// What a text is about, where that is something else than life and death, and it says nothing of
/// killing or living.
pub(crate) fn subject(text: &str) -> Option<&'static str> {
    let found = SUBJECTS.iter().find(|(_, phrases)| has_phrase(text, phrases));
    found.map(|(name, _)| *name).filter(|_| said(text).task.is_none())
}

/// Does a text say that a mark stands on the stone that was played last?
pub(crate) fn marks_last_move(text: &str) -> bool {
    has_phrase(text, LAST_MOVE)
}

fn in_english(text: &str) -> Vec<Said> {
    // SmartGo writes the colours as `^B` and `^W`.
    let text = text.replace("^b", " black ").replace("^w", " white ");
    let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty()).collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(mover) = color_of(word) else { continue };
        let rest = &words[at + 1..];
        let rest = if rest.first() == Some(&"s") { &rest[1..] } else { rest };
        let begins = match rest {
            ["to", ..] => true,
            ["plays" | "moves", "first", ..] => true,
            [next, ..] => BEGINS.contains(next),
            [] => false,
        };
        if begins {
            let near = rest.iter().take(NEAR).take_while(|w| color_of(w).is_none());
            let task = near.into_iter().find_map(|w| match *w {
                w if KILL.contains(&w) => Some(Role::Attacker),
                w if LIVE.contains(&w) => Some(Role::Defender),
                _ => None,
            });
            found.push(Said { mover: Some(mover), task, stones: None });
        }
    }
    found
}

fn in_phrases(text: &str) -> Vec<Said> {
    let found = PHRASES.iter().filter(|(phrase, _)| text.contains(phrase));
    found.map(|&(_, mover)| Said { mover: Some(mover), task: None, stones: None }).collect()
}

/// Chinese, Japanese and Korean: a colour, then `先` or `番` (`선`, `번`, `차례`), with at most two
/// characters between.
fn in_characters(text: &str) -> Vec<Said> {
    let signs: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let color = |c: char| match c {
        '黑' | '黒' | '흑' => Some(Color::Black),
        '白' | '백' => Some(Color::White),
        _ => None,
    };
    let mut found = Vec::new();
    for (at, &sign) in signs.iter().enumerate() {
        let Some(mover) = color(sign) else { continue };
        let between = signs[at + 1..].iter().take(3).position(|c| matches!(c, '先' | '番' | '선' | '번' | '차'));
        let Some(steps) = between.filter(|&n| signs[at + 1..at + 1 + n].iter().all(|&c| color(c).is_none())) else {
            continue;
        };
        let mut whose = mover;
        let mut task = None;
        for &c in signs[at + 2 + steps..].iter().take(NEAR) {
            match c {
                '死' | '사' if whose != mover => task = Some(Role::Attacker),
                '杀' | '殺' | '살' => task = Some(Role::Attacker),
                '活' | '生' | '활' | '생' if whose == mover => task = Some(Role::Defender),
                _ => whose = color(c).unwrap_or(whose),
            }
            if task.is_some() {
                break;
            }
        }
        found.push(Said { mover: Some(mover), task, stones: None });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_words_are_read() {
        let (kill, live) = (Some(Role::Attacker), Some(Role::Defender));
        for (text, mover, task) in [
            ("White to play and kill.", Color::White, kill),
            ("Black to move and live", Color::Black, live),
            ("Problem 5: White to move", Color::White, None),
            ("B to kill", Color::Black, kill),
            ("It is White's turn.", Color::White, None),
            ("Black first.", Color::Black, None),
            ("^W to live", Color::White, live),
            ("白先黑死", Color::White, kill),
            ("黑先活", Color::Black, live),
            ("黑先白死", Color::Black, kill),
            ("黑先杀白", Color::Black, kill),
            ("黒番です", Color::Black, None),
            ("白棋先", Color::White, None),
            ("흑선백사", Color::Black, kill),
            ("백 차례", Color::White, None),
            ("Schwarz am Zug", Color::Black, None),
            ("Ход белых", Color::White, None),
        ] {
            assert_eq!(said(text), Said { mover: Some(mover), task, stones: None }, "{text}");
        }
    }

    #[test]
    fn what_is_to_be_captured_or_saved_is_read() {
        let (kill, live) = (Some(Role::Attacker), Some(Role::Defender));
        for (text, task, stones) in [
            ("Black to play. How can Black capture two white stones?", kill, Some(2)),
            ("Which way should Black give atari to the lone white stone?", kill, Some(1)),
            ("Where does Black play to capture White?", kill, None),
            ("White threatens to take a stone. Can Black save his three stones?", live, Some(3)),
            ("Black can capture the marked stone.", kill, None),
            ("黑先吃白二子", kill, Some(2)),
            ("黑先救三子", live, Some(3)),
            ("White can capture two black stones.", None, None),
            ("How does Black live without being captured?", live, None),
            ("Black plays", None, None),
        ] {
            let found = asked(text, Color::Black);
            assert_eq!((found.task, found.stones), (task, stones), "{text}");
        }
    }

    #[test]
    fn other_subjects_are_told_by_their_words() {
        for (text, about) in [
            ("Black to play. Yose", "the endgame"),
            ("Black to win the game", "the endgame"),
            ("End game problem 7", "the endgame"),
            ("官子题", "the endgame"),
            ("Copy this joseki.", "a joseki"),
            ("Fuseki", "the opening"),
        ] {
            assert_eq!(subject(text), Some(about), "{text}");
        }
        for text in
            ["Black to win the race", "From a joseki. White to live", "Black to kill; then yose", "Black plays", ""]
        {
            assert_eq!(subject(text), None, "{text}");
        }
        assert!(marks_last_move("Black has just played the marked stone. White to live."));
        assert!(marks_last_move("The last move is marked") && !marks_last_move("The marked stones are weak"));
    }

    #[test]
    fn what_does_not_say_it_is_not_guessed() {
        for text in [
            "",
            "A problem of the third week",
            "White captures if Black passes",
            "the white stones are dead",
            "Black to play. And White to play?",
            "黑棋和白棋",
            "黑",
        ] {
            assert_eq!(said(text), Said::default(), "{text}");
        }
    }
}
