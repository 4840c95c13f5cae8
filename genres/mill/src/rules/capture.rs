//! Further ways to take men: enclosing, stepping between, jumping.

use crate::board::{Board, PLAIN_LINES, Point, SIDE_LINES, Set};
use crate::position::{Captures, Phase, Position, Targets};
use crate::rules::takeable;
use crate::variant::{CaptureRule, RuleSet};

/// The lines that a rule works on: (end, middle, other end).
fn lines(rule: &CaptureRule, rules: &RuleSet) -> impl Iterator<Item = [Set; 3]> + use<> {
    let (on, diagonals) = ([rule.on_spokes, rule.on_sides, rule.on_diagonals], rules.diagonals);
    // Spokes first: where several lines offer a man, the first counts (stepping between).
    let all = Board::get(diagonals).lines;
    let [spokes, sides, corners] = on;
    let part = move |on: bool, range: std::ops::Range<usize>| {
        all.get(range).unwrap_or_default().iter().filter(move |_| on).map(|line| line.map(|p| 1 << p))
    };
    part(spokes, SIDE_LINES..PLAIN_LINES).chain(part(sides, 0..SIDE_LINES)).chain(part(corners, PLAIN_LINES..all.len()))
}

fn in_use(rule: &CaptureRule, phase: Phase) -> bool {
    rule.enabled
        && match phase {
            Phase::Placing => rule.placing,
            Phase::Moving => rule.moving,
        }
}

/// With three men only: always for jumps, otherwise only while moving.
fn few_enough(rule: &CaptureRule, position: &Position, always: bool) -> bool {
    !rule.with_three_only || (!always && position.phase != Phase::Moving) || position.own().count_ones() <= 3
}

/// Those of the points where a man may be taken, mills respected.
fn allowed(rules: &RuleSet, position: &Position, at: Set) -> Set {
    at & position.enemy() & takeable(rules, position.enemy())
}

fn targets(at: Set) -> Targets {
    Targets { at, count: at.count_ones() as u8 }
}

/// Men enclosed by the man that just came to `to`.
pub(super) fn custodian(rules: &RuleSet, position: &Position, to: Point) -> Targets {
    let rule = &rules.custodian;
    if !in_use(rule, position.phase) || !few_enough(rule, position, false) {
        return Targets::default();
    }
    let (own, enemy) = (position.own(), position.enemy());
    let encloses = |ends: [Set; 2]| ends.contains(&to.bit()) && own & (ends[0] | ends[1]) == ends[0] | ends[1];
    let at = lines(rule, rules)
        .filter(|&[a, middle, b]| enemy & middle != 0 && encloses([a, b]))
        .fold(0, |all, [_, middle, _]| all | middle);
    targets(allowed(rules, position, at))
}

/// Men that the man that just came to `to` stepped between.
pub(super) fn intervention(rules: &RuleSet, position: &Position, to: Point) -> Targets {
    let rule = &rules.intervention;
    if !in_use(rule, position.phase) || !few_enough(rule, position, false) {
        return Targets::default();
    }
    let enemy = position.enemy();
    let between = |&[a, middle, b]: &[Set; 3]| middle == to.bit() && enemy & (a | b) == a | b;
    let found: Vec<Set> = lines(rule, rules).filter(between).map(|[a, _, b]| a | b).collect();
    let preferred = position.preferred.and_then(|p| found.iter().find(|&&pair| pair & p.bit() != 0));
    let pair = preferred.or(found.first()).copied().unwrap_or(0);
    targets(allowed(rules, position, pair))
}

/// The man jumped from `from` to `to`.
pub(super) fn leap(rules: &RuleSet, position: &Position, from: Point, to: Point) -> Targets {
    let rule = &rules.leap;
    if !in_use(rule, position.phase) || !few_enough(rule, position, true) {
        return Targets::default();
    }
    let at = over(rules, position, from).filter(|&(_, end)| end == to.bit()).fold(0, |all, (middle, _)| all | middle);
    targets(allowed(rules, position, at))
}

/// Enemy men next to `from` on a line, each with the point behind it.
fn over(rules: &RuleSet, position: &Position, from: Point) -> impl Iterator<Item = (Set, Set)> + use<> {
    let (enemy, bit) = (position.enemy(), from.bit());
    lines(&rules.leap, rules).filter(move |[_, middle, _]| enemy & middle != 0).filter_map(move |[a, middle, b]| {
        if a == bit {
            Some((middle, b))
        } else if b == bit {
            Some((middle, a))
        } else {
            None
        }
    })
}

/// Where the man may jump to. Only without men in hand and where it can't fly.
pub(super) fn leaps(rules: &RuleSet, position: &Position, from: Point) -> Set {
    let rule = &rules.leap;
    let open = position.hand[position.side.index()] == 0 && in_use(rule, position.phase);
    if !open || !few_enough(rule, position, true) {
        return 0;
    }
    let free = position.empty();
    over(rules, position, from)
        .filter(|&(middle, end)| free & end != 0 && allowed(rules, position, middle) != 0)
        .fold(0, |all, (_, end)| all | end)
}

/// Takes one of the offered men: which others may still be taken, and how many men now in all.
/// `None` if the man is not one of those offered.
pub(super) fn take(rules: &RuleSet, captures: &mut Captures, at: Point) -> Option<u8> {
    let bit = at.bit();
    let offered = |t: &Targets| t.at & bit != 0 && t.count > 0;
    if offered(&captures.intervention) {
        let pair = captures.intervention;
        let left = pair.count - 1;
        let other = lines(&rules.intervention, rules)
            .filter_map(|[a, _, b]| match (a == bit, b == bit) {
                (true, _) if pair.at & b != 0 => Some(b),
                (_, true) if pair.at & a != 0 => Some(a),
                _ => None,
            })
            .next()
            .unwrap_or(pair.at & !bit);
        let rest = if left == 0 { Targets::default() } else { Targets { at: other, count: left } };
        *captures = Captures { intervention: rest, ..Captures::default() };
        return Some(left);
    }
    if offered(&captures.custodian) || offered(&captures.leap) {
        *captures = Captures::default();
        return Some(0);
    }
    None
}
