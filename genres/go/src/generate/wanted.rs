//! The options of the genre, read and checked.

use super::Origin;
use crate::difficulty;
use crate::names::{CLOSERS, MOTIFS};
use crate::{Place, Role};
use std::collections::BTreeMap;
use tesuji_genre::{Bad, GenerateRequest, OptionSpec};
use tesuji_solver::{TechniqueId, Tier};

/// The options of `generate` and `enumerate`.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "place",
        values: &["any", "corner", "side", "centre"],
        default: "any",
        help: "Where the region lies (enumerate: any means corner)",
    },
    OptionSpec {
        key: "task",
        values: &["any", "kill", "live"],
        default: "any",
        help: "Who moves first: the attacker to kill, or the defender to live",
    },
    OptionSpec {
        key: "region",
        values: &[],
        default: "5-8",
        help: "Empty points of the region, as N or N-M from 3 to 14 (with a tier: 4-6 beginner to 9-12 master)",
    },
    OptionSpec {
        key: "ko",
        values: &["any", "no", "only"],
        default: "",
        help: "Problems whose best outcome is a ko (default: generate no, unless `shows` names ko; enumerate any)",
    },
    OptionSpec {
        key: "origin",
        values: &["any", "enclosure", "shape", "game"],
        default: "any",
        help: "Where positions come from: random enclosures, known shapes changed, endings of random games",
    },
    OptionSpec {
        key: "shows",
        values: &[],
        default: "",
        help: "Generate: names that the solution must show, separated by commas (see `techniques`)",
    },
    OptionSpec {
        key: "rank",
        values: &[],
        default: "",
        help: "Generate: the rank of problems, as 15k or 15k-10k (30k to 9d)",
    },
    OptionSpec {
        key: "ring",
        values: &["group", "wall"],
        default: "group",
        help: "Enumerate: the rectangle is the inside of a group to be captured, or is walled in by the attacker",
    },
];

/// The wanted problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Width and height of the board.
    pub board: (u8, u8),
    /// Where the region lies.
    pub place: Option<Place>,
    /// Who moves first.
    pub first: Option<Role>,
    /// Fewest and most empty points.
    pub empty: (usize, usize),
    /// Outcomes that are kos: wanted (`Some(true)`), not wanted, or no matter.
    pub ko: Option<bool>,
    /// Where positions come from.
    pub origin: Option<Origin>,
    /// The numbers of the easiest and the hardest rank that is wanted.
    pub ranks: Option<(u32, u32)>,
    /// Names that the solution must show.
    pub shows: Vec<&'static str>,
    /// Motifs that it must not show.
    pub hides: Vec<&'static str>,
}

/// The ids of closers and motifs in a list of words.
fn names(words: &str) -> Result<Vec<&'static str>, Bad> {
    let all = || CLOSERS.iter().map(|c| c.id()).chain(MOTIFS.iter().map(|m| m.id));
    let id = |word: &str| {
        all().find(|id| *id == word).ok_or_else(|| {
            let near = tesuji_genre::near(word, all());
            Bad::new(format!("no technique {word}; {near}")).at("shows")
        })
    };
    words.split(',').map(str::trim).filter(|word| !word.is_empty()).map(id).collect()
}

/// The motif of that name: it describes a solution, but proves nothing.
fn motif(id: &TechniqueId) -> Option<&'static str> {
    MOTIFS.iter().map(|m| m.id).find(|m| *m == id.as_str())
}

/// The choices of the options that requests have in common.
pub(crate) fn place(set: &BTreeMap<String, String>) -> Option<Place> {
    Place::ALL.into_iter().find(|p| set.get("place").is_some_and(|v| v == p.name()))
}

pub(crate) fn first(set: &BTreeMap<String, String>) -> Option<Role> {
    match set.get("task").map(String::as_str) {
        Some("kill") => Some(Role::Attacker),
        Some("live") => Some(Role::Defender),
        _ => None,
    }
}

pub(crate) fn ko(set: &BTreeMap<String, String>, default: Option<bool>) -> Option<bool> {
    match set.get("ko").map(String::as_str) {
        Some("no") => Some(false),
        Some("only") => Some(true),
        Some("any") => None,
        _ => default,
    }
}

/// Width and height from `19x19`.
pub(crate) fn size(text: &str, least: u8, most: u8) -> Result<(u8, u8), Bad> {
    let parsed = text.split_once('x').map(|(w, h)| (w.parse::<u8>(), h.parse::<u8>()));
    match parsed {
        Some((Ok(w), Ok(h))) if (least..=most).contains(&w) && (least..=most).contains(&h) => Ok((w, h)),
        _ => Err(Bad::new(format!("size {text}: width x height, each from {least} to {most}, is expected")).at("size")),
    }
}

fn range(text: &str) -> Result<(usize, usize), Bad> {
    let bad = || Bad::new(format!("region {text}: N or N-M from 3 to 14 is expected")).at("region");
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if 3 <= low && low <= high && high <= 14 => Ok((low, high)),
        _ => Err(bad()),
    }
}

/// The numbers of the easiest and the hardest rank of `15k` or `15k-10k`.
fn ranks(text: &str, tier: Option<Tier>) -> Result<Option<(u32, u32)>, Bad> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let bad = |what: &str| Bad::new(format!("rank {text}: {what}")).at("rank");
    let (easy, hard) = text.split_once('-').unwrap_or((text, text));
    let (Some(easy), Some(hard)) = (difficulty::rank_named(easy), difficulty::rank_named(hard)) else {
        return Err(bad("a rank from 30k to 9d, or two as 15k-10k, is expected"));
    };
    if easy > hard {
        return Err(bad("the easier rank goes first"));
    }
    let is_in = |score: &u32| (easy..=hard).contains(&difficulty::rank_number(*score));
    match tier {
        Some(tier) if !(0..=100).filter(is_in).any(|score| difficulty::tier(score) == tier) => {
            Err(bad(&format!("no such problem is of the tier {}", tier.name())))
        }
        _ => Ok(Some((easy, hard))),
    }
}

/// Whether outcomes that are kos are wanted: not by default, unless the solution is to show one.
fn wanted_ko(set: &BTreeMap<String, String>, shows: &[&str], hides: &[&str]) -> Result<Option<bool>, Bad> {
    match ko(set, None) {
        Some(false) if shows.contains(&"ko") => Err(Bad::new("no: `shows` wants a ko").at("ko")),
        Some(true) if hides.contains(&"ko") => Err(Bad::new("only: `without` leaves out kos").at("ko")),
        _ if shows.contains(&"ko") => Ok(Some(true)),
        asked if asked.is_some() || set.get("ko").is_some_and(|word| word == "any") => Ok(asked),
        _ => Ok(Some(false)),
    }
}

/// Why no solution of such a problem shows that name, by what the name means.
fn against(
    id: &str,
    first: Option<Role>,
    place: Option<Place>,
    ko: Option<bool>,
    shows: &[&str],
) -> Option<&'static str> {
    let with = |ids: &[&str]| ids.iter().any(|id| shows.contains(id));
    match id {
        "placement" | "false-eye" | "bent-four" if first == Some(Role::Defender) => {
            Some("the attacker's, who is to move with `task` kill")
        }
        "block" | "connection" | "seki" if first == Some(Role::Attacker) => {
            Some("the defender's, who is to move with `task` live")
        }
        "bent-four" | "two-one-point" | "l-group" if matches!(place, Some(Place::Centre | Place::Side)) => {
            Some("in a corner only, which `place` leaves out")
        }
        "bent-four" | "seki" if ko == Some(true) => Some("a problem that is no ko, where `ko` or `shows` want one"),
        "placement" if with(&["hane", "net", "block", "connection", "seki"]) => {
            Some("no placement by its definition is also a hane or net, or a move of the defender's")
        }
        "block" if with(&["vital-point", "false-eye", "bent-four"]) => {
            Some("no block by its definition is also the vital point, or a move of the attacker's")
        }
        _ => None,
    }
}

impl Wanted {
    /// Reads the options of a request.
    ///
    /// # Errors
    /// [`Bad`] naming the option.
    pub fn of(want: &GenerateRequest) -> Result<Wanted, Bad> {
        if want.set.contains_key("ring") {
            return Err(Bad::new("for enumerate only: `place` and `origin` say where problems come from").at("ring"));
        }
        let board = size(want.size.as_deref().unwrap_or("19x19"), 7, crate::MAX_SIZE)?;
        let ranks = ranks(want.set.get("rank").map_or("", String::as_str), want.tier)?;
        // Problems of a rank have regions as those of its tier.
        let middle = |(easy, hard): (u32, u32)| (0..=100).find(|s| difficulty::rank_number(*s) * 2 >= easy + hard);
        let tier = want.tier.or(ranks.and_then(middle).map(difficulty::tier));
        let empty = match want.set.get("region") {
            Some(text) => range(text)?,
            None => match tier {
                None => (5, 8),
                Some(Tier::Beginner) => (4, 6),
                Some(Tier::Easy) => (5, 7),
                Some(Tier::Medium) => (6, 8),
                Some(Tier::Hard) => (7, 9),
                Some(Tier::Expert) => (8, 11),
                Some(Tier::Master) => (9, 12),
            },
        };
        let origin = match want.set.get("origin").map(String::as_str) {
            Some("enclosure") => Some(Origin::Enclosure),
            Some("shape") => Some(Origin::Shape),
            Some("game") => Some(Origin::Game),
            _ => None,
        };
        let place = place(&want.set);
        if let (Some(Origin::Shape), Some(Place::Centre)) = (origin, place) {
            return Err(Bad::new("shape: the known shapes lie in the corner and on the side").at("origin"));
        }
        if let Some(id) = want.needs.iter().find_map(motif) {
            let why = format!("{id} describes a solution, and no proof rests on it: use `shows` in place of needs");
            return Err(Bad::new(why).at("needs"));
        }
        let shows = names(want.set.get("shows").map_or("", String::as_str))?;
        let hides: Vec<&'static str> = want.without.iter().filter_map(motif).collect();
        if let Some(id) = shows.iter().find(|id| want.without.iter().any(|w| w.as_str() == **id)) {
            return Err(Bad::new(format!("{id} can't be shown and not allowed")).at("shows"));
        }
        let (first, ko) = (first(&want.set), wanted_ko(&want.set, &shows, &hides)?);
        if let Some((id, why)) = shows.iter().find_map(|id| Some((id, against(id, first, place, ko, &shows)?))) {
            return Err(Bad::new(format!("{id}: {why}")).at("shows"));
        }
        Ok(Wanted { board, place, first, empty, ko, origin, ranks, shows, hides })
    }
}
