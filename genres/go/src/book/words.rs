//! Reads comments on a line: words, signs, and the control words of goproblems.com.

use super::marks::Mark;

/// Words at the beginning of a comment, or of a node's name, in small letters.
const RIGHT: &[&str] = &[
    "right",
    "correct",
    "solution",
    "success",
    "正解",
    "正确",
    "正確",
    "成功",
    "正着",
    "정답",
    "정해",
    "richtig",
    "juste",
    "верно",
    "правильно",
];
const WRONG: &[&str] = &[
    "wrong",
    "incorrect",
    "fail",
    "mistake",
    "不正解",
    "失败",
    "失敗",
    "错误",
    "錯誤",
    "误",
    "실패",
    "오답",
    "falsch",
    "raté",
    "неверно",
    "неправильно",
];
const VARIATION: &[&str] = &["variation", "变化", "變化", "変化", "参考", "參考", "변화"];
/// Words that say it anywhere in the comment of a line's last move.
const RIGHT_ANYWHERE: &[&str] = &["right", "correct"];
const WRONG_ANYWHERE: &[&str] = &["wrong", "incorrect", "fails", "failure"];
/// Words before and behind them that give them another meaning.
const NOT: &[&str] = &["not", "isn", "isnt", "no", "the", "on", "in", "to", "from", "more", "all"];
const SIDE: &[&str] =
    &["side", "corner", "edge", "hand", "group", "half", "away", "now", "here", "move", "answer", "way"];
/// Comments, or their first sentences, that praise or blame a move.
const GOOD: &[&str] = &[
    "good",
    "good move",
    "very good",
    "well done",
    "great",
    "excellent",
    "perfect",
    "yes",
    "gut",
    "ja",
    "oui",
    "bien",
    "да",
    "好",
    "好手",
    "好棋",
];
const BAD: &[&str] =
    &["bad", "bad move", "very bad", "no", "nope", "schlecht", "nein", "non", "нет", "坏", "坏棋", "恶手", "悪手"];
/// Words with which a sentence takes back what the one before it says.
const BUT: &[&str] = &["but", "however", "although", "aber", "mais"];
/// Comments that are a sign.
const PLUS: &[&str] = &["+", "＋", "✓", "✔", "○", "〇", "◯"];
const PLUS_SIGN: &str = "C[+]";
const MINUS: &[&str] = &["-", "−", "–", "—", "－", "✗", "✘", "×", "✕"];
const MINUS_SIGN: &str = "C[-]";

/// Is a mark in passing a sign? It says the same on either side's move.
pub(super) fn is_sign(by: &str) -> bool {
    by == PLUS_SIGN || by == MINUS_SIGN
}

/// The control words of goproblems.com. They tell its player how to answer, and stand glued to
/// other words: `CHOICERIGHT`, `goodRIGHT`, `RIGHTCHOICE`.
const CONTROLS: [&str; 3] = ["NOTTHIS", "CHOICE", "FORCE"];
/// Further words that are glued.
const GLUED_RIGHT: &str = "RIGHT";

/// A word without the control words at its ends, and whether RIGHT was glued to it or to them.
fn unglued(word: &str) -> (&str, bool) {
    let (mut rest, mut is_right) = (word, false);
    while let Some((less, control)) =
        CONTROLS.iter().chain([&GLUED_RIGHT]).find_map(|control| Some((rest.strip_suffix(control)?, *control)))
    {
        (rest, is_right) = (less, is_right || control == GLUED_RIGHT);
    }
    // Behind another capital it is the end of another word: `ALRIGHT`, `ENFORCE`.
    if rest.ends_with(|c: char| c.is_uppercase()) {
        (rest, is_right) = (word, false);
    }
    // In front of a word that begins with a capital.
    for control in CONTROLS.iter().chain([&GLUED_RIGHT]) {
        let Some(behind) = rest.strip_prefix(control) else { continue };
        let mut letters = behind.chars();
        let begins = letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase);
        if begins || behind.starts_with(|c: char| c.is_numeric()) {
            (rest, is_right) = (behind, is_right || *control == GLUED_RIGHT);
        }
    }
    // RIGHT alone is a word like others.
    if word == GLUED_RIGHT { (word, false) } else { (rest, is_right) }
}

/// The text without control words, and whether RIGHT was glued to one of its words.
fn without_controls(text: &str) -> (String, bool) {
    let (mut plain, mut is_right) = (String::with_capacity(text.len()), false);
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (word, glued) = unglued(&rest[..end]);
        plain.push_str(word);
        is_right |= glued;
        let next = rest[end..].find(char::is_alphanumeric).map_or(rest.len(), |at| end + at);
        plain.push_str(&rest[end..next]);
        rest = &rest[next..];
    }
    (plain, is_right)
}

/// The judgement of a comment on its line.
pub(super) fn in_words(text: &str, is_last: bool) -> Option<(Mark, &'static str)> {
    let (text, is_glued) = without_controls(text);
    let lower = text.to_lowercase();
    let start = lower.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '+');
    let is_ascii_word = |w: &str| w.is_ascii();
    let begins = |list: &[&str]| {
        list.iter().any(|w| {
            let behind = start.strip_prefix(w).and_then(|rest| rest.chars().next());
            // `Rightmost` is another word, `Fails` is not.
            start.starts_with(w) && (!is_ascii_word(w) || *w == "fail" || !behind.is_some_and(char::is_alphabetic))
        })
    };
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let lowered: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
    let before = |i: usize| i.checked_sub(1).and_then(|i| lowered.get(i)).map_or("", String::as_str);
    let behind = |i: usize| lowered.get(i + 1).map_or("", String::as_str);
    // Where all is in capitals, `RIGHT` is a word like others.
    let is_shouted = |i: usize| {
        let is_capital = |at: Option<&&str>| at.is_some_and(|w| !w.chars().any(char::is_lowercase));
        SIDE.contains(&behind(i)) && is_capital(words.get(i + 1)) || before(i) == "not"
    };
    let is_control = |(i, w): (usize, &&str)| matches!(*w, "RIGHT" | "CORRECT") && !is_shouted(i);
    if is_glued {
        return Some((Mark::Right, "C[right]"));
    }
    if begins(WRONG) {
        return Some((Mark::Wrong, "C[wrong]"));
    }
    if begins(VARIATION) {
        return Some((Mark::Variation, "C[variation]"));
    }
    // `Right side` and `Right now` begin with the word, too.
    let goes_on = words.get(1).is_some_and(|w| SIDE.contains(&w.to_lowercase().as_str()));
    if words.iter().enumerate().any(is_control) || begins(RIGHT) && !goes_on {
        return Some((Mark::Right, "C[right]"));
    }
    if !is_last {
        return None;
    }
    let says = |list: &[&str]| {
        let has_other_sense = |i: usize| NOT.contains(&before(i)) || SIDE.contains(&behind(i));
        lowered.iter().enumerate().any(|(i, w)| list.contains(&w.as_str()) && !has_other_sense(i))
    };
    match (says(RIGHT_ANYWHERE), says(WRONG_ANYWHERE)) {
        (true, false) => Some((Mark::Right, "C[right]")),
        (false, true) => Some((Mark::Wrong, "C[wrong]")),
        _ => None,
    }
}

/// A judgement by a sign or by praise, which counts where a file says nothing plainer.
pub(super) fn in_passing(text: &str) -> Option<(Mark, &'static str)> {
    let (text, _) = without_controls(text);
    let text = text.trim();
    let sign = text.trim_matches(['[', ']', '(', ')', ' ']);
    if PLUS.contains(&sign) {
        return Some((Mark::Right, PLUS_SIGN));
    }
    if MINUS.contains(&sign) {
        return Some((Mark::Wrong, MINUS_SIGN));
    }
    let end = text.find(['.', '!', '?', ';', '\n', '。', '！', '？']).unwrap_or(text.len());
    let (first, rest) = text.split_at(end);
    let first = first.trim().to_lowercase();
    let takes_back = rest.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|w| BUT.contains(&w));
    if takes_back || rest.starts_with(['?', '？']) {
        return None;
    }
    match (GOOD.contains(&first.as_str()), BAD.contains(&first.as_str())) {
        (true, _) => Some((Mark::Right, "C[good]")),
        (_, true) => Some((Mark::Wrong, "C[bad]")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, is_last: bool) -> Option<Mark> {
        in_words(text, is_last).map(|(mark, _)| mark)
    }

    #[test]
    fn comments_say_right_or_wrong_in_many_ways() {
        for text in
            ["RIGHT", "Correct.", "correct!", "That is it. RIGHT", "正解", "正解图", "+RIGHT", "Right, and White dies"]
        {
            assert_eq!(read(text, false), Some(Mark::Right), "{text}");
        }
        for text in ["Wrong.", "wrong", "不正解", "失败图", "Fails.", "Failure", "Incorrect"] {
            assert_eq!(read(text, false), Some(Mark::Wrong), "{text}");
        }
        assert_eq!(read("变化图 2", false), Some(Mark::Variation));
        assert_eq!(read("So it is correct", true), Some(Mark::Right));
        assert_eq!(read("this is wrong", true), Some(Mark::Wrong));
        for text in [
            "",
            "the right side",
            "Right side stones are weak",
            "not correct",
            "Rightmost stone",
            "B A1",
            "ALRIGHT",
            "BRIGHT",
            "COPYRIGHT",
            "STONES ON THE RIGHT SIDE",
            "THIS IS NOT RIGHT",
        ] {
            assert_eq!(read(text, true), None, "{text}");
        }
        assert_eq!(read("this is correct", false), None, "in the middle of a line it is talk");
    }

    #[test]
    fn control_words_are_taken_apart() {
        for text in [
            "CHOICERIGHT",
            "FORCERIGHT",
            "goodRIGHT",
            "RIGHTCHOICE",
            "RIGHTFORCE",
            "NOTTHISRIGHT",
            "Good!FORCERIGHT",
            "move 7RIGHT",
            "CHOICEFORCERIGHT",
            "RIGHTWell done",
            "White is dead.RIGHT",
            "CHOICE RIGHT",
            "CHOICE Correct!",
        ] {
            assert_eq!(read(text, false), Some(Mark::Right), "{text}");
        }
        for text in ["CHOICE", "FORCE", "NOTTHIS", "CHOICEFORCE", "FORCE it", "ENFORCE", "niceCHOICE"] {
            assert_eq!(read(text, true), None, "{text}");
        }
        assert_eq!(read("CHOICE Wrong", false), Some(Mark::Wrong));
        assert_eq!(without_controls("FORCE go on, CHOICE"), (" go on, ".to_string(), false));
    }

    #[test]
    fn signs_and_praise_count_alone() {
        let read = |text: &str| in_passing(text).map(|(mark, _)| mark);
        for text in
            ["+", " + ", "[+]", "good", "Good!", "Good move.", "Yes! Black lives.", "好手", "Well done", "CHOICE +"]
        {
            assert_eq!(read(text), Some(Mark::Right), "{text}");
        }
        for text in ["-", "−", "bad", "No.", "no", "Bad move. White lives.", "×"] {
            assert_eq!(read(text), Some(Mark::Wrong), "{text}");
        }
        for text in [
            "",
            "Good, but White lives",
            "Good. But White lives",
            "Good?",
            "no liberties",
            "- a list",
            "bad aji",
            "1 + 1",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
