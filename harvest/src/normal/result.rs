//! Results, by code or in words.

use super::amount::{Amount, Unit, leading};
use super::plain_digits;
use std::fmt;
use tesuji_sgf::Color;

/// A result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameResult {
    /// Who won.
    pub winner: Option<Color>,
    /// How it ended.
    pub how: How,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum How {
    /// The margin in points.
    Points(f64),
    /// By resignation.
    Resignation,
    /// On time.
    Time,
    /// By forfeit.
    Forfeit,
    /// Won, nothing else said.
    Won,
    /// Drawn.
    Draw,
    /// Without a result.
    Void,
    /// Not known.
    Unknown,
}

impl fmt::Display for GameResult {
    /// As FF\[4\] writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner.map_or("", Color::letter);
        match self.how {
            How::Points(points) => write!(f, "{winner}+{points}"),
            How::Resignation => write!(f, "{winner}+R"),
            How::Time => write!(f, "{winner}+T"),
            How::Forfeit => write!(f, "{winner}+F"),
            How::Won => write!(f, "{winner}+"),
            How::Draw => f.write_str("0"),
            How::Void => f.write_str("Void"),
            How::Unknown => f.write_str("?"),
        }
    }
}

/// Reads a result; `None` when it says nothing that is understood. A remark behind the result is
/// passed over, as in `W+R (moves after 173 not known)`.
pub fn result(text: &str) -> Option<GameResult> {
    let text = plain_digits(text).to_lowercase();
    let text = text.trim().trim_end_matches(['.', '!', '。']);
    if text.is_empty() {
        return None;
    }
    let short = without_remark(text);
    let of_short = exact(short).or_else(|| coded(short)).or_else(|| in_words(short));
    match of_short {
        // The remark may say by how much: `White wins (3.5 points)`.
        Some(GameResult { how: How::Won, .. }) if short != text => in_words(text).or(of_short),
        None if short != text => exact(text).or_else(|| coded(text)).or_else(|| in_words(text)),
        _ => of_short,
    }
}

/// The results that are a word of their own.
fn exact(text: &str) -> Option<GameResult> {
    let without = |how| Some(GameResult { winner: None, how });
    match text {
        "0" | "draw" | "jigo" | "持碁" | "持棋" | "和" | "和棋" | "和局" | "무승부" | "빅" | "tie" => {
            without(How::Draw)
        }
        "void" | "no result" | "無勝負" | "无胜负" | "annulled" => without(How::Void),
        "?" | "unknown" => without(How::Unknown),
        "b" | "black" => Some(GameResult { winner: Some(Color::Black), how: How::Won }),
        "w" | "white" => Some(GameResult { winner: Some(Color::White), how: How::Won }),
        _ => None,
    }
}

/// `b+3.5`, `w+resign`, `b+`.
fn coded(text: &str) -> Option<GameResult> {
    let (winner, rest) = text.split_once('+')?;
    let winner = match winner.trim() {
        "b" | "black" => Color::Black,
        "w" | "white" => Color::White,
        _ => return None,
    };
    let rest = rest.trim();
    let how = ending(rest).or_else(|| {
        let (amount, behind) = leading(rest)?;
        behind.trim().is_empty().then(|| points(amount)).flatten()
    });
    // Letters are a code with any words behind them; a number is not.
    let how = how.or_else(|| ending(rest.split_whitespace().next()?))?;
    Some(settled(winner, how))
}

/// The ways to end a game that have a code.
fn ending(code: &str) -> Option<How> {
    Some(match code {
        "" | "?" => How::Won,
        "r" | "res" | "resign" | "resigned" | "resignation" | "by resignation" => How::Resignation,
        "t" | "time" | "timeout" | "on time" => How::Time,
        "f" | "forfeit" | "i" | "illegal" | "disqualification" => How::Forfeit,
        _ => return None,
    })
}

impl GameResult {
    /// Drops a margin that no game on a board of `points` points has: where stones are counted it
    /// may be the winner's area.
    #[must_use]
    pub fn on(self, points: f64) -> GameResult {
        let is_area = |margin: f64| margin > points * MOST_MARGIN;
        match self.how {
            How::Points(margin) if is_area(margin) => GameResult { how: How::Won, ..self },
            _ => self,
        }
    }
}

/// No margin is as large as this part of the board: what is larger is the count of an area.
const MOST_MARGIN: f64 = 0.9;

/// Nobody wins by nothing.
fn settled(winner: Color, how: How) -> GameResult {
    match how {
        How::Points(0.0) => GameResult { winner: None, how: How::Draw },
        how => GameResult { winner: Some(winner), how },
    }
}

/// A margin that a game can have. A quarter of a stone is half a point: Chinese half counts, where no
/// unit says that it is points.
fn points(amount: Amount) -> Option<How> {
    let number = amount.points();
    let quarter = (number * 4.0).fract() == 0.0 && (number * 2.0).fract() != 0.0;
    let number = if quarter && amount.unit == Unit::None { number * 2.0 } else { number };
    (number < 1000.0).then_some(How::Points(number))
}

/// The text in front of a remark in brackets or behind a semicolon.
fn without_remark(text: &str) -> &str {
    let cut = text.find(['(', '（', '[', ';', '；']).unwrap_or(text.len());
    let short = text[..cut].trim().trim_end_matches([',', '.', '、', '。']).trim_end();
    if short.is_empty() { text } else { short }
}

/// `黒中押し勝ち`, `흑 불계승`, `White wins by 3.5`.
fn in_words(text: &str) -> Option<GameResult> {
    let has = |words: &[&str]| words.iter().any(|w| text.contains(w));
    let place = |words: &[&str]| words.iter().filter_map(|w| text.find(w)).min();
    let named = match (place(&["black", "黒", "黑", "흑"]), place(&["white", "白", "백"])) {
        (Some(b), Some(w)) if b < w => Color::Black,
        (Some(_), None) => Color::Black,
        (_, Some(_)) => Color::White,
        (None, None) if text.starts_with("b ") => Color::Black,
        (None, None) if text.starts_with("w ") => Color::White,
        (None, None) => return None,
    };
    let won = has(&["win", "won", "胜", "勝", "승", "勝ち", "贏", "赢", "beat"]);
    let lost = has(&["lose", "lost", "负", "負", "패", "resigns", "resigned", "forfeits", "輸", "输"]);
    let winner = match (won, lost) {
        (true, false) => named,
        (false, true) => named.other(),
        (false, false) if has(&[" by "]) => named,
        _ => return None,
    };
    // Without counting: by resignation.
    // Won without counting is won by resignation.
    const RESIGNED: [&str; 15] = [
        "resign",
        "中盘",
        "中盤",
        "中押",
        "불계",
        "기권",
        "认输",
        "投了",
        "不计点",
        "不计目",
        "不计子",
        "不計點",
        "不計目",
        "不數",
        "不数",
    ];
    let how = if has(&RESIGNED) {
        How::Resignation
    } else if has(&["time", "超时", "超時", "時間", "时间", "시간", "時間切"]) {
        How::Time
    } else if has(&["forfeit", "反则", "反則", "반칙", "弃权", "棄権", "不戦"]) {
        How::Forfeit
    } else {
        margin(text).and_then(points).unwrap_or(How::Won)
    };
    Some(settled(winner, how))
}

/// The margin: the first number with a unit (`3.5目`, `2目半`, `半目`, `1又3/4子`), else the number behind
/// `by` or right behind the verb (`White wins by 3.5`).
fn margin(text: &str) -> Option<Amount> {
    let mut before = ' ';
    let mut last = None;
    let mut read_to = 0;
    for (at, c) in text.char_indices() {
        let starts = at >= read_to && !(before.is_ascii_alphanumeric() || before == '.' && c.is_ascii_digit());
        before = c;
        let Some((amount, rest)) = starts.then(|| leading(&text[at..])).flatten().filter(|_| !c.is_whitespace()) else {
            continue;
        };
        if amount.unit != Unit::None {
            return Some(amount);
        }
        read_to = text.len() - rest.len();
        let ahead = text[..at].trim_end();
        let is_margin = ahead.ends_with(" by")
            || rest.trim().is_empty() && ["win", "wins", "won", "胜", "勝", "승"].iter().any(|w| ahead.ends_with(w));
        if is_margin {
            last = last.or(Some(amount));
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_words() {
        let mut count = 0;
        for row in include_str!("cases/results.tsv").lines().skip(1) {
            let cells: Vec<&str> = row.split('\t').collect();
            let [text, board, want] = cells[..] else { panic!("three columns: {row}") };
            let read = result(text).map(|r| board.parse().map_or(r, |points| r.on(points)));
            assert_eq!(read.map_or("none".to_string(), |r| r.to_string()), want, "{text}");
            count += 1;
        }
        assert_eq!(count, 86);
    }
}
