//! What one node of a stored solution says of its line.

use crate::Color;
use tesuji_sgf::{BoardSize, Move, Node};

/// What a node says of the line that it is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// By words, or by `CH`: the line is right.
    Right,
    /// By `TE`: the move is right.
    GoodMove,
    /// By words: the line is wrong.
    Wrong,
    /// By `BM` or `WV`: the move is wrong.
    BadMove,
    /// A variation: neither right nor wrong is said.
    Variation,
}

/// What is found in a node.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Marks {
    /// All that is said, in words first.
    pub(super) all: Vec<Mark>,
    /// By what: `C[RIGHT]`, `TE`.
    pub(super) by: Vec<&'static str>,
    /// Is the node's own move marked with a triangle?
    pub(super) has_triangle: bool,
}

impl Marks {
    /// With those of another node.
    pub(super) fn and(mut self, other: Marks) -> Marks {
        for (mark, by) in other.all.into_iter().zip(other.by) {
            if !self.all.contains(&mark) {
                self.all.push(mark);
                self.by.push(by);
            }
        }
        self.has_triangle |= other.has_triangle;
        self
    }
}

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

/// What a comment says of its line.
fn in_words(text: &str, is_last: bool) -> Option<(Mark, &'static str)> {
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
    if begins(WRONG) {
        return Some((Mark::Wrong, "C[wrong]"));
    }
    if begins(VARIATION) {
        return Some((Mark::Variation, "C[variation]"));
    }
    // `Right side` and `Right now` begin with the word, too.
    let goes_on = words.get(1).is_some_and(|w| SIDE.contains(&w.to_lowercase().as_str()));
    if words.iter().any(|w| *w == "RIGHT" || *w == "CORRECT") || begins(RIGHT) && !goes_on {
        return Some((Mark::Right, "C[right]"));
    }
    if !is_last {
        return None;
    }
    let lowered: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
    let says = |list: &[&str]| {
        lowered.iter().enumerate().any(|(i, w)| {
            let before = i.checked_sub(1).and_then(|i| lowered.get(i)).is_some_and(|w| NOT.contains(&w.as_str()));
            let behind = lowered.get(i + 1).is_some_and(|w| SIDE.contains(&w.as_str()));
            list.contains(&w.as_str()) && !before && !behind
        })
    };
    match (says(RIGHT_ANYWHERE), says(WRONG_ANYWHERE)) {
        (true, false) => Some((Mark::Right, "C[right]")),
        (false, true) => Some((Mark::Wrong, "C[wrong]")),
        _ => None,
    }
}

/// Reads the marks of a node. `solver` is the side whose problem it is: of the other side's moves
/// `TE` and `BM` say nothing.
pub(super) fn marks(node: Node<'_>, solver: Color, size: BoardSize) -> Marks {
    let mut found = Marks::default();
    let mut add = |mark: Mark, by: &'static str| {
        if !found.all.contains(&mark) {
            found.all.push(mark);
            found.by.push(by);
        }
    };
    let is_last = node.first_child().is_none();
    for name in ["C", "N"] {
        if let Some((mark, by)) = node.text(name).and_then(|text| in_words(&text, is_last)) {
            add(mark, by);
        }
    }
    if node.has("CH") {
        add(Mark::Right, "CH");
    }
    if node.has("WV") {
        add(Mark::BadMove, "WV");
    }
    let played = node.stone_played(size);
    if played.is_some_and(|(color, _)| crate::problem::own(color) == solver) {
        if node.has("TE") {
            add(Mark::GoodMove, "TE");
        }
        if node.has("BM") {
            add(Mark::BadMove, "BM");
        }
        let at = played.and_then(|(_, mv)| if let Move::At(p) = mv { Some(p) } else { None });
        found.has_triangle = at.is_some_and(|p| node.points("TR").contains(&p));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_say_right_or_wrong_in_many_ways() {
        let read = |text: &str, last: bool| in_words(text, last).map(|(mark, _)| mark);
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
        for text in
            ["", "the right side", "Right side stones are weak", "not correct", "Rightmost stone", "B A1", "ALRIGHT"]
        {
            assert_eq!(read(text, true), None, "{text}");
        }
        assert_eq!(read("this is correct", false), None, "in the middle of a line it is talk");
    }
}
