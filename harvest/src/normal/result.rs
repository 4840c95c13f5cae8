//! Results, by code or in words.

use super::{numeral, plain_digits};
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
    /// By so many points.
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

/// Reads a result; `None` when it says nothing that is understood.
pub fn result(text: &str) -> Option<GameResult> {
    let text = plain_digits(text).to_lowercase();
    let text = text.trim().trim_end_matches(['.', '!', '。']);
    let without = |how| Some(GameResult { winner: None, how });
    match text {
        "" => return None,
        "0" | "draw" | "jigo" | "持碁" | "持棋" | "和" | "和棋" | "和局" | "무승부" | "빅" | "tie" => {
            return without(How::Draw);
        }
        "void" | "no result" | "無勝負" | "无胜负" | "annulled" => return without(How::Void),
        "?" | "unknown" => return without(How::Unknown),
        "b" | "black" => return Some(GameResult { winner: Some(Color::Black), how: How::Won }),
        "w" | "white" => return Some(GameResult { winner: Some(Color::White), how: How::Won }),
        _ => {}
    }
    coded(text).or_else(|| in_words(text))
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
    let how = match rest {
        "" | "?" => How::Won,
        "r" | "res" | "resign" | "resigned" | "resignation" | "by resignation" => How::Resignation,
        "t" | "time" | "timeout" | "on time" => How::Time,
        "f" | "forfeit" | "i" | "illegal" | "disqualification" => How::Forfeit,
        _ => points(number(rest)?),
    };
    Some(settled(winner, how))
}

/// Nobody wins by nothing.
fn settled(winner: Color, how: How) -> GameResult {
    match how {
        How::Points(0.0) => GameResult { winner: None, how: How::Draw },
        how => GameResult { winner: Some(winner), how },
    }
}

/// A quarter of a stone is half a point: Chinese half counts.
fn points(number: f64) -> How {
    let quarter = (number * 4.0).fract() == 0.0 && (number * 2.0).fract() != 0.0;
    How::Points(if quarter { number * 2.0 } else { number })
}

/// The number at the start, with nothing but a unit behind it.
fn number(text: &str) -> Option<f64> {
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
    let (number, unit) = text.split_at(digits);
    let known = matches!(unit.trim(), "" | "points" | "point" | "pts" | "目" | "집" | "moku" | "zi" | "子");
    let number: f64 = number.replacen(',', ".", 1).parse().ok().filter(|_| known)?;
    let number = if unit.trim() == "子" || unit.trim() == "zi" { number * 2.0 } else { number };
    (number < 1000.0).then_some(number)
}

/// `黒中押し勝ち`, `흑 불계승`, `White wins by 3.5 points`.
fn in_words(text: &str) -> Option<GameResult> {
    let has = |words: &[&str]| words.iter().any(|w| text.contains(w));
    let place = |words: &[&str]| words.iter().filter_map(|w| text.find(w)).min();
    let named = match (place(&["black", "黒", "黑", "흑"]), place(&["white", "白", "백"])) {
        (Some(b), Some(w)) if b < w => Color::Black,
        (Some(_), None) => Color::Black,
        (_, Some(_)) => Color::White,
        (None, None) => return None,
    };
    let won = has(&["win", "won", "胜", "勝", "승", "勝ち", "贏", "赢", "beat"]);
    let lost = has(&["lose", "lost", "负", "負", "패", "resigns", "輸", "输"]);
    let winner = match (won, lost) {
        (true, false) => named,
        (false, true) => named.other(),
        _ => return None,
    };
    let how = if has(&["resign", "中盘", "中盤", "中押", "불계", "기권", "认输", "投了"]) {
        How::Resignation
    } else if has(&["time", "超时", "超時", "時間", "时间", "시간", "時間切"]) {
        How::Time
    } else if has(&["forfeit", "反则", "反則", "반칙", "弃权", "棄権", "不戦"]) {
        How::Forfeit
    } else {
        margin(text).map_or(How::Won, How::Points)
    };
    Some(settled(winner, how))
}

/// The margin in front of its unit: `3.5目`, `2目半`, `半目`, `1又3/4子`, `0.5집`, `by 3.5 points`.
fn margin(text: &str) -> Option<f64> {
    for (unit, worth) in [("目", 1.0), ("집", 1.0), ("point", 1.0), ("pts", 1.0), ("moku", 1.0), ("子", 2.0)] {
        let Some(at) = text.find(unit) else { continue };
        let (before, after) = text.split_at(at);
        let half_after = after.get(unit.len()..).unwrap_or_default().trim_start().starts_with(['半', '반']);
        let before = before.trim_end();
        if before.ends_with(['半', '반']) {
            return Some(0.5 * worth);
        }
        let digits = |t: &str, slash: bool| {
            let n = t.chars().rev().take_while(|c| c.is_ascii_digit() || *c == '.' || slash && *c == '/').count();
            t.len() - n
        };
        let (rest, amount) = before.split_at(digits(before, true));
        let amount = match amount.split_once('/') {
            Some((a, b)) => {
                let (a, b): (f64, f64) = (a.parse().ok()?, b.parse().ok()?);
                let rest = rest.trim_end_matches(['又', ' ']);
                let whole: f64 = rest.get(digits(rest, false)..).and_then(|w| w.parse().ok()).unwrap_or(0.0);
                if b > 0.0 { whole + a / b } else { return None }
            }
            None if amount.is_empty() => f64::from(before.chars().next_back().and_then(numeral)?),
            None => amount.parse().ok()?,
        };
        let amount = amount * worth + if half_after { 0.5 } else { 0.0 };
        return (amount < 1000.0).then_some(amount);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_words() {
        for (text, want) in [
            ("B+R", "B+R"),
            ("W+Resign", "W+R"),
            ("b+resign.", "B+R"),
            ("W+T", "W+T"),
            ("W+Time", "W+T"),
            ("B+3.50", "B+3.5"),
            ("B+6", "B+6"),
            ("B+0.25", "B+0.5"),
            ("W+2.75", "W+5.5"),
            ("W+0.0", "0"),
            ("B+", "B+"),
            ("W", "W+"),
            ("draw", "0"),
            ("Jigo", "0"),
            ("Void", "Void"),
            ("?", "?"),
            ("Black wins by resignation", "B+R"),
            ("White resigns", "B+R"),
            ("White wins by 3.5 points", "W+3.5"),
            ("black 4 points win", "B+4"),
            ("257手完, 黒中押し勝ち", "B+R"),
            ("白番中押し勝ち", "W+R"),
            ("黑中盘胜", "B+R"),
            ("294수 흑0.5집승", "B+0.5"),
            ("흑 시간승", "B+T"),
            ("흑 불계승", "B+R"),
            ("백 반집승", "W+0.5"),
            ("白11目胜", "W+11"),
            ("白２目半勝ち", "W+2.5"),
            ("黒半目勝", "B+0.5"),
            ("黑胜1又3/4子", "B+3.5"),
            ("白胜3/4子", "W+1.5"),
            ("黑胜二子", "B+4"),
            ("黑超时负", "W+T"),
            ("黒中押し勝ち!", "B+R"),
        ] {
            assert_eq!(result(text).map(|r| r.to_string()).as_deref(), Some(want), "{text}");
        }
        for wrong in ["", "has adjourned", "Left unfinished", "B+x", "black stone", "3.5"] {
            assert_eq!(result(wrong), None, "{wrong}");
        }
    }
}
