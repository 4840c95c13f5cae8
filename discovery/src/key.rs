//! Keys of forms: a core with its covers, or its chain, in letters.

use crate::covers::{Chain, chains};
use crate::sets::{CoreSets, Set, house, value};
use std::collections::BTreeSet;
use tesuji_solver::Literal;

/// From this many truths on, kinds of lines and values are told apart no more.
const COARSE_FROM: usize = 3;
/// From this many truths on, a chain through cells and houses is one form.
const LONG_FROM: usize = 4;

/// The least description over all coverings and both ways to name the axes.
pub(crate) fn least(
    core: &CoreSets<'_>,
    coverings: &[Vec<Set>],
    key: &dyn Fn(&[Set], bool) -> String,
) -> Option<(u32, String)> {
    let lengths: Vec<u32> = coverings.iter().map(|c| core.length(c)).collect();
    let short = *lengths.iter().min()?;
    let shortest = coverings.iter().zip(&lengths).filter(|(_, l)| **l == short);
    let keys = shortest.flat_map(|(c, _)| [key(c, false), key(c, true)]);
    keys.min().map(|key| (short, key))
}

pub(crate) fn letters(of: impl Iterator<Item = char>) -> String {
    let mut letters: Vec<char> = of.collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// `n` a cell, `h` a value in a house.
pub(crate) fn coarse(core: &CoreSets<'_>, set: Set) -> char {
    if core.kind(set, false) == 'n' { 'n' } else { 'h' }
}

/// The kind, lines of both axes alike when there are many truths.
fn kind(core: &CoreSets<'_>, set: Set, swap: bool) -> char {
    match core.kind(set, swap) {
        'r' | 'c' if core.bases.len() >= COARSE_FROM => 'l',
        kind => kind,
    }
}

fn houses<'s>(sets: impl Iterator<Item = &'s Set>) -> BTreeSet<u16> {
    sets.filter_map(|&s| house(s)).collect()
}

fn values<'s>(sets: impl Iterator<Item = &'s Set>) -> BTreeSet<u8> {
    sets.filter_map(|&s| value(s)).collect()
}

/// Kinds of sets, with the numbers of houses and values.
fn described(core: &CoreSets<'_>, sets: &[Set], swap: bool) -> String {
    let kinds = letters(sets.iter().map(|&s| kind(core, s, swap)));
    format!("{kinds}{}{}", houses(sets.iter()).len(), values(sets.iter()).len())
}

/// The kinds of the houses that all cells of the core share, where it has nothing but cells.
fn common(core: &CoreSets<'_>, swap: bool) -> String {
    let cells: Vec<_> = core.bases.iter().filter_map(|s| if let Set::Cell(v) = s { Some(*v) } else { None }).collect();
    if cells.len() < core.bases.len() {
        return String::new();
    }
    let all = core.net.houses().of(cells[0]).iter().copied();
    let shared = all.filter(|h| cells.iter().all(|c| core.net.houses().of(*c).contains(h)));
    letters(shared.map(|h| kind(core, Set::Places { house: h, value: 0 }, swap)))
}

/// Do all truths stand for one value, in houses of one kind that are lines?
fn is_parallel(core: &CoreSets<'_>) -> bool {
    let kinds: BTreeSet<char> = core.bases.iter().map(|&s| core.kind(s, false)).collect();
    kinds.len() == 1 && !kinds.contains(&'n') && !kinds.contains(&'b') && values(core.bases.iter()).len() == 1
}

/// Rank 0: which candidates are there does not matter.
pub(crate) fn flat_key(core: &CoreSets<'_>, covers: &[Set], swap: bool) -> String {
    let n = core.bases.len();
    let shared = common(core, swap);
    let is_cell = |s: &Set| matches!(s, Set::Cell(_));
    if n > 1 && !shared.is_empty() {
        return format!("naked-{n}{}", if shared.len() > 1 { "-locked" } else { "" });
    }
    let one_value = values(core.bases.iter().chain(covers)).len() == 1;
    if n >= COARSE_FROM && one_value && !core.bases.iter().any(is_cell) {
        let by_region = covers.iter().any(|&s| core.kind(s, swap) == 'b');
        return format!("fish-{n}-{}", if is_parallel(core) && !by_region { "basic" } else { "franken" });
    }
    if n > 1 && houses(core.bases.iter()).len() == 1 && !core.bases.iter().any(is_cell) && covers.iter().all(is_cell) {
        return format!("hidden-{n}");
    }
    let goal = kind(core, covers[0], swap);
    format!("flat-{n}:{}/{}/{goal}", described(core, &core.bases, swap), described(core, covers, swap))
}

/// A core candidate that the first and the last of some covers both hold: a fin that sees the goal
/// itself.
fn is_finned(core: &CoreSets<'_>, of_goal: &[Set]) -> bool {
    let twice = of_goal.iter().fold([0; 3], |sum, &s| crate::sets::add(sum, core.mask(s)))[1];
    twice != 0
}

/// Words of finned and sashimi fish and their like, of more than two truths for one value.
fn fish_key(core: &CoreSets<'_>, of_goal: &[Set], rank: usize) -> String {
    let n = core.bases.len();
    let lines = letters(of_goal.iter().map(|&s| match core.kind(s, false) {
        'r' | 'c' => 'l',
        kind => kind,
    }));
    let finned = is_finned(core, of_goal);
    if is_parallel(core) && lines == "bl" {
        return format!("fish-{n}-{}", if finned { "finned" } else { "sashimi" });
    }
    let kinds: BTreeSet<char> = core.bases.iter().map(|&s| core.kind(s, false)).collect();
    let sort = if is_parallel(core) {
        "basic"
    } else if kinds.len() == 1 {
        "franken"
    } else {
        "mutant"
    };
    format!("fish-{n}-{sort}-rank-{rank}:{lines}{}", if finned { "x" } else { "" })
}

/// The chain in its least reading.
pub(crate) fn chain_key(core: &CoreSets<'_>, goal: Literal) -> Option<(u32, String)> {
    let chains = chains(core, goal);
    let length = core.length(&chains.first()?.covers);
    let key = chains.iter().map(|c| one_chain_key(core, c)).min()?;
    Some((length, key))
}

pub(crate) fn one_chain_key(core: &CoreSets<'_>, chain: &Chain) -> String {
    let n = core.bases.len();
    let ends = [chain.covers[0], chain.covers[n]];
    let all = || core.bases.iter().chain(&chain.covers);
    let kinds: BTreeSet<char> = core.bases.iter().map(|&s| coarse(core, s)).collect();
    let lines = letters(ends.iter().map(|&s| core.kind(s, false)));
    let one_value = values(all()).len() == 1;
    if n >= COARSE_FROM && is_parallel(core) && (lines == "bc" || lines == "br") {
        return fish_key(core, &ends, 1);
    }
    if n >= LONG_FROM && (kinds.len() > 1 || (!kinds.contains(&'n') && !one_value)) {
        return format!("aic-{n}");
    }
    let mut words: Vec<String> = Vec::new();
    for swap in [false, true] {
        for turned in [false, true] {
            words.push(chain_word(core, chain, swap, turned));
        }
    }
    let word = words.into_iter().min().unwrap_or_default();
    let parallel = if n >= COARSE_FROM && is_parallel(core) { " parallel" } else { "" };
    let count = if n >= LONG_FROM { format!(" {}v", values(all()).len().min(3)) } else { String::new() };
    format!("chain-{n}:{word}{count}{parallel}{}", if is_finned(core, &ends) { " x" } else { "" })
}

/// The sets along a chain, covers small and truths in capitals; of short chains the values of
/// covers by order (`1` the first), and a `g` behind a truth that has several candidates in one of
/// its covers.
fn chain_word(core: &CoreSets<'_>, chain: &Chain, swap: bool, turned: bool) -> String {
    let n = core.bases.len();
    let (mut covers, mut order) = (chain.covers.clone(), chain.order.clone());
    if turned {
        covers.reverse();
        order.reverse();
    }
    let fine = n < COARSE_FROM;
    let letter = |set: Set| if fine { core.kind(set, swap) } else { coarse(core, set) };
    let (mut word, mut met) = (String::new(), Vec::new());
    for (i, &cover) in covers.iter().enumerate() {
        word.push(letter(cover));
        if let Some(v) = value(cover).filter(|_| n < LONG_FROM) {
            if !met.contains(&v) {
                met.push(v);
            }
            word.push_str(&format!("{}", met.iter().position(|m| *m == v).unwrap_or_default() + 1));
        }
        let Some(&truth) = order.get(i) else { break };
        word.push(letter(core.bases[truth]).to_ascii_uppercase());
        let before = (core.members[truth] & core.mask(cover)).count_ones();
        let after = core.members[truth].count_ones() - before;
        if fine && (before > 1 || after > 1) {
            word.push('g');
        }
    }
    word
}

/// Rank 1 to 3 without a chain: in how many of the goal's covers each truth lies.
pub(crate) fn ranked_key(core: &CoreSets<'_>, covers: &[Set], rank: usize, swap: bool) -> String {
    let n = core.bases.len();
    let of_goal = &covers[..rank + 1];
    let all = values(core.bases.iter().chain(covers)).len();
    if n >= COARSE_FROM && all == 1 {
        return fish_key(core, of_goal, rank);
    }
    let fine = n < COARSE_FROM;
    let mut words: Vec<String> = (0..n)
        .map(|i| {
            let touched: Vec<Set> = covers.iter().copied().filter(|&s| core.mask(s) & core.members[i] != 0).collect();
            let letter = kind(core, core.bases[i], swap);
            if fine {
                let of = |&s: &Set| {
                    let letter = kind(core, s, swap);
                    if of_goal.contains(&s) { letter } else { letter.to_ascii_uppercase() }
                };
                return format!("{letter}({})", letters(touched.iter().map(of)));
            }
            match touched.iter().filter(|s| of_goal.contains(s)).count() {
                0 => format!("{letter}0"),
                g => format!("{letter}{g}{}", if touched.len() <= 2 { "-" } else { "+" }),
            }
        })
        .collect();
    words.sort_unstable();
    let goal = letters(of_goal.iter().map(|&s| kind(core, s, swap)));
    let values = all.min(if n <= COARSE_FROM { 9 } else { 2 });
    let finned = if is_finned(core, of_goal) { " x" } else { "" };
    let place = if n > 1 && houses(core.bases.iter()).len() == 1 && core.bases.iter().all(|&s| house(s).is_some()) {
        " one-house".to_string()
    } else {
        let shared = common(core, swap);
        if shared.is_empty() { shared } else { format!(" in {shared}") }
    };
    format!("rank-{rank}-{n}:{} {goal} {values}v{finned}{place}", words.join("."))
}
