//! The properties that describe a game, normalised.

use crate::CleanOptions;
use crate::normal::{DateReading, date, komi, name_and_rank, rank, result, rules};
use crate::record::Category;

/// A value brought to its usual form.
pub(crate) struct Normal {
    /// The value; `None`: it says nothing that SGF could write.
    pub text: Option<String>,
    /// The change: a short name and words. Spaces taken off are no finding.
    pub done: Option<(&'static str, String)>,
    /// A rank that stood behind the name.
    pub rank: Option<String>,
}

/// Normalises a property of the description of a game on a board of this number of points; `None`
/// for those that are not touched.
pub(crate) fn normal(name: &str, text: &str, points: f64, options: &CleanOptions) -> Option<Normal> {
    let professionals = options.category == Category::Pro;
    let trimmed = text.trim();
    let keep = |text: &str| Normal { text: Some(text.to_string()), done: None, rank: None };
    let changed = |what: &'static str, new: String, why: String| {
        let done = (new != trimmed).then_some((what, why));
        Normal { text: Some(new), done, rank: None }
    };
    if trimmed.is_empty() && !matches!(name, "PB" | "PW") {
        return matches!(name, "KM" | "RE" | "RU" | "DT" | "BR" | "WR" | "HA").then_some(Normal {
            text: None,
            done: None,
            rank: None,
        });
    }
    Some(match name {
        "KM" => match komi(trimmed) {
            Some(k) => match k.change {
                // `6.50` is 6.5: nothing was changed.
                None => keep(&k.points.to_string()),
                Some(change) => {
                    changed("komi", k.points.to_string(), format!("KM[{trimmed}] read as {change}: {}", k.points))
                }
            },
            None => {
                let number = trimmed.parse::<f64>().is_ok_and(f64::is_finite);
                let why = format!("KM[{trimmed}] is no komi{}", if number { "" } else { ": left out" });
                Normal { text: number.then(|| trimmed.to_string()), done: Some(("komi", why)), rank: None }
            }
        },
        "RE" => match result(trimmed) {
            Some(read) => {
                let r = read.on(points);
                let new = r.to_string();
                let why = if r == read {
                    format!("RE[{trimmed}] written {new}")
                } else {
                    format!("RE[{trimmed}] is no margin on a board of {points} points: written {new}")
                };
                let mut normal = changed("result", new.clone(), why);
                if r == read && is_long_form(trimmed, &new) {
                    normal.done = None;
                }
                normal
            }
            None => Normal { done: Some(("result", format!("RE[{trimmed}] is not understood"))), ..keep(trimmed) },
        },
        "RU" => match rules(trimmed) {
            Some(known) => changed("rules", known.to_string(), format!("RU[{trimmed}] written {known}")),
            None => keep(trimmed),
        },
        "DT" => {
            let kept = |why: &str| Normal {
                done: Some(("date", format!("DT[{trimmed}] {why}: kept as it is"))),
                ..keep(trimmed)
            };
            match date(trimmed) {
                DateReading::Known(day) => changed("date", day.clone(), format!("DT[{trimmed}] written {day}")),
                DateReading::Impossible => kept("is a day that does not exist"),
                DateReading::Ambiguous => kept("could be two days (day or month first)"),
                DateReading::Unknown => kept("is not understood"),
            }
        }
        "BR" | "WR" => match rank(trimmed, professionals) {
            Some(short) => changed("rank", short.clone(), format!("{name}[{trimmed}] written {short}")),
            None => keep(trimmed),
        },
        "PB" | "PW" => {
            let (player, behind) = name_and_rank(trimmed, professionals);
            let why = format!("{name}[{trimmed}]: the rank taken from the name");
            let done = behind.is_some().then_some(("name", why));
            Normal { text: Some(player), done, rank: behind }
        }
        "HA" => match trimmed.parse::<u8>() {
            Ok(n) => keep(&n.to_string()),
            Err(_) => Normal {
                text: None,
                done: Some(("handicap", format!("HA[{trimmed}] is no number: left out"))),
                rank: None,
            },
        },
        _ => return None,
    })
}

/// Is this the same result in the long words of FF\[4\], or with zeros behind its decimals? That is
/// no repair.
fn is_long_form(text: &str, short: &str) -> bool {
    let text = text.to_lowercase();
    text.strip_prefix(&short.to_lowercase())
        .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '0' | '.')))
}
