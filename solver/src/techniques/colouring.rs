//! Colouring: the candidates of one value that strong links join take two colours in turns; one
//! colour is true.

use super::Ordered;
use super::described::{Described, Find, Found};
use crate::packed::kernels;
use crate::{Because, Board, Deduction, Domain, Flow, Literal, RuleId, Say, TechniqueId, Tier, Value, Var, VarSet};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;

/// The techniques of this file with their places in the order (scores as HoDoKu has them).
pub(super) fn all() -> Vec<Ordered> {
    let row = |order, code, name, score, (find, all): (Find, Find), kernel| {
        Described::new(order, code, name, (Tier::Hard, score), find).with_all(all).packed(kernel).ordered()
    };
    vec![
        row(
            5330,
            "0500",
            ("simple-colors-trap", "Simple Colors Trap"),
            150,
            (|id, at, found| trap(id, at, false, found), |id, at, found| trap(id, at, true, found)),
            kernels::SIMPLE_COLOURS[0],
        ),
        row(
            5331,
            "0501",
            ("simple-colors-wrap", "Simple Colors Wrap"),
            150,
            (|id, at, found| wrap(id, at, false, found), |id, at, found| wrap(id, at, true, found)),
            kernels::SIMPLE_COLOURS[1],
        ),
        row(
            5360,
            "0502",
            ("multi-colors-1", "Multi Colors 1"),
            200,
            (|id, at, found| multi_1(id, at, false, found), |id, at, found| multi_1(id, at, true, found)),
            kernels::MULTI_COLOURS[0],
        ),
        row(
            5361,
            "0503",
            ("multi-colors-2", "Multi Colors 2"),
            200,
            (|id, at, found| multi_2(id, at, false, found), |id, at, found| multi_2(id, at, true, found)),
            kernels::MULTI_COLOURS[1],
        ),
    ]
}

/// A component of strong links: its two colours, and the houses of the links.
struct Coloured {
    colours: [VarSet; 2],
    houses: Vec<RuleId>,
}

/// The components of a value, by least cell.
fn components(at: &Board<'_>, value: Value) -> Vec<Coloured> {
    let mut links: BTreeMap<Var, Vec<(Var, RuleId)>> = BTreeMap::new();
    for house in at.houses().covering(value) {
        let places: Vec<Var> = at.places_in(house, value).iter().collect();
        if let [a, b] = places[..] {
            links.entry(a).or_default().push((b, house.rule));
            links.entry(b).or_default().push((a, house.rule));
        }
    }
    let mut colour: BTreeMap<Var, usize> = BTreeMap::new();
    let mut all = Vec::new();
    for &start in links.keys() {
        if colour.contains_key(&start) {
            continue;
        }
        let mut c = Coloured { colours: Default::default(), houses: Vec::new() };
        let mut queue = VecDeque::from([(start, 0)]);
        colour.insert(start, 0);
        while let Some((var, side)) = queue.pop_front() {
            c.colours[side].insert(var);
            for &(next, rule) in &links[&var] {
                if !c.houses.contains(&rule) {
                    c.houses.push(rule);
                }
                if let Entry::Vacant(empty) = colour.entry(next) {
                    empty.insert(1 - side);
                    queue.push_back((next, 1 - side));
                }
            }
        }
        c.houses.sort();
        all.push(c);
    }
    all
}

/// All cells that see a cell of `set`.
fn seen_by(at: &Board<'_>, set: &VarSet) -> VarSet {
    let mut seen = VarSet::with_capacity(at.network().len());
    set.iter().for_each(|v| seen.or_with(at.houses().peers(v)));
    seen
}

fn literals(set: &VarSet, value: Value) -> impl Iterator<Item = Literal> {
    set.iter().map(move |var| Literal { var, value }).collect::<Vec<_>>().into_iter()
}

/// The places of `value` that see both ends of two strong links joined by a weak one.
fn turbot_eliminations(at: &Board<'_>, value: Value) -> VarSet {
    let mut pairs: Vec<[Var; 2]> = Vec::new();
    for house in at.houses().covering(value) {
        if let [a, b] = at.places_in(house, value).iter().collect::<Vec<_>>()[..] {
            pairs.extend([[a, b], [b, a]]);
        }
    }
    let mut gone = VarSet::with_capacity(at.network().len());
    for [end_a, a] in &pairs {
        for [end_b, b] in &pairs {
            if at.houses().sees(*a, *b) && ![end_b, b].contains(&end_a) && end_b != a {
                gone.or_with(&at.common_peers(value, &[*end_a, *end_b]));
            }
        }
    }
    gone
}

fn colour_words(c: &Coloured, value: Value) -> Vec<Say> {
    vec![
        Say::Text("strong links of ".into()),
        Say::Values(Domain::single(value)),
        Say::Text(" colour ".into()),
        Say::Vars(c.colours[0].iter().collect()),
        Say::Text(" against ".into()),
        Say::Vars(c.colours[1].iter().collect()),
    ]
}

fn because(value: Value, of: &[&Coloured], end: Vec<Say>) -> Because {
    let mut why = Because::default();
    for (i, c) in of.iter().enumerate() {
        if i > 0 {
            why.say.push(Say::Text("; ".into()));
        }
        why.say.extend(colour_words(c, value));
        why.houses.extend(&c.houses);
        why.pattern.extend(literals(&c.colours[0], value));
        why.extra.extend(literals(&c.colours[1], value));
    }
    why.say.extend(end);
    why
}

/// Reports what goes, unless turbot fish (skyscrapers, kites, X-wings) would strike all of it and
/// `all` is off.
fn emit(
    id: &TechniqueId,
    at: &Board<'_>,
    all: bool,
    (value, gone): (Value, &VarSet),
    why: Because,
    found: Found<'_>,
) -> Flow {
    if !all && gone.is_subset(&turbot_eliminations(at, value)) {
        return ControlFlow::Continue(());
    }
    match Deduction::remove(id, gone.iter().map(|v| (v, value)), why) {
        Some(d) => found(d),
        None => ControlFlow::Continue(()),
    }
}

/// What sees both colours goes.
fn trap(id: &TechniqueId, at: &Board<'_>, all: bool, found: Found<'_>) -> Flow {
    for value in at.values().iter() {
        for c in components(at, value) {
            let [a, b] = &c.colours;
            let gone = at.places(value).and(&seen_by(at, a)).and(&seen_by(at, b)).minus(a).minus(b);
            let end = vec![Say::Text(": one colour is true, and what sees both goes".into())];
            emit(id, at, all, (value, &gone), because(value, &[&c], end), found)?;
        }
    }
    ControlFlow::Continue(())
}

/// A colour that sees itself is false.
fn wrap(id: &TechniqueId, at: &Board<'_>, all: bool, found: Found<'_>) -> Flow {
    for value in at.values().iter() {
        for c in components(at, value) {
            for colour in c.colours.iter().filter(|s| s.meets(&seen_by(at, s))) {
                let end = vec![
                    Say::Text(": two of ".into()),
                    Say::Vars(colour.iter().collect()),
                    Say::Text(" see each other, so that colour is false".into()),
                ];
                emit(id, at, all, (value, colour), because(value, &[&c], end), found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A colour of one component sees a colour of another: one of the two opposite colours is true.
fn multi_1(id: &TechniqueId, at: &Board<'_>, all: bool, found: Found<'_>) -> Flow {
    for value in at.values().iter() {
        let sets = components(at, value);
        for (i, a) in sets.iter().enumerate() {
            for b in &sets[i + 1..] {
                let mut gone = VarSet::with_capacity(at.network().len());
                let mut end = Vec::new();
                for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let both = [&a.colours[1 - x], &b.colours[1 - y]];
                    let mut seen = at.places(value).clone();
                    both.iter().for_each(|colour| seen.and_with(&seen_by(at, colour)));
                    if !seen_by(at, &a.colours[x]).meets(&b.colours[y]) || seen.is_empty() {
                        continue;
                    }
                    gone.or_with(&seen);
                    end.extend([
                        Say::Text("; ".into()),
                        Say::Vars(a.colours[x].iter().collect()),
                        Say::Text(" and ".into()),
                        Say::Vars(b.colours[y].iter().collect()),
                        Say::Text(" see each other, so one of their opposites is true, and what sees both goes".into()),
                    ]);
                }
                emit(id, at, all, (value, &gone), because(value, &[a, b], end), found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A colour of one component sees both colours of another: it is false.
fn multi_2(id: &TechniqueId, at: &Board<'_>, all: bool, found: Found<'_>) -> Flow {
    for value in at.values().iter() {
        let sets = components(at, value);
        for (i, a) in sets.iter().enumerate() {
            for (_, b) in sets.iter().enumerate().filter(|(j, _)| *j != i) {
                for colour in &a.colours {
                    let seen = seen_by(at, colour);
                    if !b.colours.iter().all(|c| c.meets(&seen)) {
                        continue;
                    }
                    let end = vec![
                        Say::Text(": ".into()),
                        Say::Vars(colour.iter().collect()),
                        Say::Text(" sees both colours of the second set, one of which is true, so it is false".into()),
                    ];
                    emit(id, at, all, (value, colour), because(value, &[a, b], end), found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
