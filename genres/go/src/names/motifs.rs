//! Motifs: what the main line of a problem shows, by names that players use.
//!
//! Each is a rule on positions and moves, stated at its function. Motifs describe; they are never
//! needed. Ladder and net may be in the refutation of a wrong first move too.

use super::chase::{ladder, net};
use super::scene::{Scene, Turn};
use crate::read::{State, cells};
use crate::study::lemmas;
use crate::{Class, Role};
use tesuji_solver::Tier;

/// A motif.
#[derive(Clone, Copy)]
pub struct Motif {
    /// Its id in catalogs.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its tier.
    pub tier: Tier,
    /// Its points.
    pub score: u32,
    /// Does the scene show it?
    pub shown: fn(&Scene<'_>) -> bool,
}

impl std::fmt::Debug for Motif {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

const fn motif(id: &'static str, name: &'static str, tier: Tier, score: u32, shown: fn(&Scene<'_>) -> bool) -> Motif {
    Motif { id, name, tier, score, shown }
}

/// All motifs, easiest first.
pub const ALL: &[Motif] = &[
    motif("atari", "Atari", Tier::Beginner, 2, atari),
    motif("vital-point", "Vital point", Tier::Beginner, 4, vital_point),
    motif("hane", "Hane", Tier::Easy, 6, hane),
    motif("descent", "Descent", Tier::Easy, 6, descent),
    motif("block", "Block", Tier::Easy, 6, block),
    motif("connection", "Connection", Tier::Easy, 6, connection),
    motif("double-atari", "Double atari", Tier::Easy, 6, double_atari),
    motif("snapback", "Snapback", Tier::Easy, 8, snapback),
    motif("throw-in", "Throw-in", Tier::Easy, 8, throw_in),
    motif("false-eye", "False eye", Tier::Easy, 8, false_eye),
    motif("ladder", "Ladder", Tier::Easy, 8, ladder),
    motif("net", "Net", Tier::Medium, 10, net),
    motif("ko", "Ko", Tier::Medium, 10, ko),
    motif("seki", "Seki", Tier::Medium, 12, seki),
    motif("placement", "Placement", Tier::Medium, 10, placement),
    motif("connect-and-die", "Connect and die", Tier::Medium, 10, connect_and_die),
    motif("liberty-shortage", "Shortage of liberties", Tier::Medium, 12, liberty_shortage),
    motif("two-one-point", "2-1 point", Tier::Medium, 10, two_one_point),
    motif("l-group", "L group", Tier::Medium, 10, l_group),
    motif("squeeze", "Squeeze", Tier::Hard, 14, squeeze),
    motif("bent-four", "Bent four in the corner", Tier::Hard, 16, bent_four),
    motif("under-the-stones", "Under the stones", Tier::Expert, 20, under_the_stones),
];

/// One of the prover's moves puts a chain in atari.
fn atari(s: &Scene<'_>) -> bool {
    s.own().any(|t| !new_ataris(s, t).is_empty())
}

/// The opponent's chains beside the stone that are in atari now and were not before.
fn new_ataris(s: &Scene<'_>, t: &Turn) -> Vec<u64> {
    let other = t.by().other();
    let mut chains = s.chains(&t.after, other);
    chains.retain(|&c| {
        s.area.around(c) & t.stone() != 0
            && s.atari(&t.after, other, c).is_some()
            && s.atari(&t.before, other, c).is_none()
    });
    chains
}

/// A stone of the prover puts two chains in atari at once.
fn double_atari(s: &Scene<'_>) -> bool {
    s.own().any(|t| new_ataris(s, t).len() >= 2)
}

/// The first move is the vital point of an eye space that has a nakade shape.
fn vital_point(s: &Scene<'_>) -> bool {
    s.turns.first().is_some_and(|t| {
        let space = s.eye_space(&t.before);
        lemmas::parts(s.area, space)
            .into_iter()
            .any(|part| part & t.before.attacker == 0 && lemmas::vital(s.area, part) == Some(t.stone()))
    })
}

/// A stone of the attacker inside the eye space, not beside his own stones; no hane, and no net.
fn placement(s: &Scene<'_>) -> bool {
    s.prover() == Role::Attacker
        && !hane(s)
        && !net(s)
        && s.turns.first().is_some_and(|t| {
            let own = t.before.attacker | s.area.wall;
            t.stone() & s.eye_space(&t.before) != 0
                && s.area.around(t.stone()) & t.before.attacker == 0
                && t.stone() & own == 0
        })
}

/// The first move bends round an opponent's stone: that stone beside it is beside an own stone too,
/// which is diagonal to the move; the other point between them is empty.
fn hane(s: &Scene<'_>) -> bool {
    let Some(t) = s.turns.first() else { return false };
    let (by, other) = (t.by(), t.by().other());
    let Some(p) = s.point(t.stone()) else { return false };
    let (beside, diagonal) = s.near(p);
    if beside.iter().any(|&q| s.is_stone(&t.before, by, q)) {
        return false;
    }
    diagonal.into_iter().filter(|&d| s.is_stone(&t.before, by, d)).any(|d| {
        let (a, b) = (crate::Point::new(d.x, p.y), crate::Point::new(p.x, d.y));
        let stone = |q| s.is_stone(&t.before, other, q);
        let empty = |q| !stone(q) && !s.is_stone(&t.before, by, q);
        stone(a) && empty(b) || stone(b) && empty(a)
    })
}

/// The first move goes from an own stone on the second line straight to the edge.
fn descent(s: &Scene<'_>) -> bool {
    let Some(t) = s.turns.first() else { return false };
    let Some(p) = s.point(t.stone()) else { return false };
    let (w, h) = s.problem.question.board.size();
    let line = |q: crate::Point| q.x.min(q.y).min(w - 1 - q.x).min(h - 1 - q.y);
    let (beside, _) = s.near(p);
    line(p) == 0 && beside.into_iter().any(|q| line(q) == 1 && s.is_stone(&t.before, t.by(), q))
}

/// The defender's first move stops the attacker where he could come in, and shuts the eye space
/// there: it is beside an attacker's stone or the wall, and not the vital point; of the points that
/// he does not hold, those that hang together beside it touched the wall before, and two or more of
/// them don't after it, more than do; it touches no stone of the attacker's among these.
fn block(s: &Scene<'_>) -> bool {
    s.prover() == Role::Defender
        && !vital_point(s)
        && s.turns.first().is_some_and(|t| {
            let (stone, near) = (t.stone(), s.area.around(t.stone()));
            let before = s.area.flood(stone, s.area.all & !t.before.defender);
            let beside = lemmas::parts(s.area, before & !stone).into_iter().filter(|part| part & near != 0);
            let (open, shut): (Vec<u64>, Vec<u64>) = beside.partition(|part| part & s.area.wall != 0);
            let [open, shut] = [open, shut].map(|parts| parts.into_iter().fold(0, |all, part| all | part));
            before & s.area.wall != 0
                && (stone & s.area.wall != 0 || near & open & t.before.attacker != 0)
                && shut.count_ones() >= 2
                && shut.count_ones() > open.count_ones()
                && shut & near & t.before.attacker == 0
        })
}

/// The defender's first move joins two of his chains where the attacker could cut them: at their
/// only common liberty, beside an attacker's stone or the wall.
fn connection(s: &Scene<'_>) -> bool {
    s.prover() == Role::Defender
        && s.turns.first().is_some_and(|t| {
            let (stone, at) = (t.stone(), &t.before);
            let empty = s.area.all & !at.attacker & !at.defender;
            let mut chains = s.chains(at, Role::Defender);
            chains.retain(|&c| s.area.around(c) & stone != 0);
            let joins = |a: u64, b: u64| s.area.around(a) & s.area.around(b) & empty == stone;
            (stone & s.area.wall != 0 || s.area.around(stone) & at.attacker != 0)
                && chains.iter().enumerate().any(|(i, &a)| chains[..i].iter().any(|&b| joins(a, b)))
        })
}

/// A single stone of the prover that takes nothing, with one liberty, at which the opponent can
/// take it.
fn is_throw_in(s: &Scene<'_>, t: &Turn) -> bool {
    let chain = s.chain(&t.after, t.by(), t.stone());
    t.taken() == 0
        && chain == t.stone()
        && s.atari(&t.after, t.by(), chain)
            .and_then(|l| s.play(&t.after, t.by().other(), l))
            .is_some_and(|answer| answer.taken() == chain)
}

/// A stone of the prover is thrown in to be taken.
fn throw_in(s: &Scene<'_>) -> bool {
    s.own().any(|t| is_throw_in(s, t))
}

/// After a move of the prover, taking his chain in atari would let him take back at least two
/// stones at once, on a point where his own stood.
fn snapback(s: &Scene<'_>) -> bool {
    s.own().any(|t| {
        let chain = s.chain(&t.after, t.by(), t.stone());
        let answer = s.atari(&t.after, t.by(), chain).and_then(|l| s.play(&t.after, t.by().other(), l));
        answer.filter(|a| a.taken() & chain != 0).is_some_and(|a| {
            cells(a.taken())
                .filter_map(|c| s.play(&a.after, t.by(), 1 << c))
                .any(|back| back.taken() & a.stone() != 0 && back.taken().count_ones() >= 2)
        })
    })
}

/// After a move of the prover a chain in atari can connect to another one, and the two together are
/// in atari still.
fn connect_and_die(s: &Scene<'_>) -> bool {
    s.own().any(|t| {
        let other = t.by().other();
        s.chains(&t.after, other).into_iter().any(|chain| {
            let Some(last) = s.atari(&t.after, other, chain) else { return false };
            let Some(joined) = s.play(&t.after, other, last) else { return false };
            let whole = s.chain(&joined.after, other, last);
            joined.taken() == 0
                && t.after.stones(other) & whole & !chain != 0
                && s.atari(&joined.after, other, whole).is_some_and(|l| s.play(&joined.after, t.by(), l).is_some())
        })
    })
}

/// After a move of the prover, the opponent can't come near one of his chains with at most two
/// liberties: where he would have to play, it is suicide, or leaves a chain of his of three stones
/// or more in atari.
fn liberty_shortage(s: &Scene<'_>) -> bool {
    s.own().any(|t| {
        let (by, other) = (t.by(), t.by().other());
        let chain = s.chain(&t.after, by, t.stone());
        let Some(liberties) = s.liberties(&t.after, by, chain) else { return false };
        liberties.count_ones() <= 2
            && cells(liberties).map(|c| 1 << c).any(|l| {
                let near = s.area.around(l) & t.after.stones(other);
                match s.play(&t.after, other, l) {
                    None => near != 0 && s.chain(&t.after, other, near).count_ones() >= 2,
                    Some(turn) => {
                        let whole = s.chain(&turn.after, other, l);
                        turn.taken() == 0 && whole.count_ones() >= 4 && s.atari(&turn.after, other, whole).is_some()
                    }
                }
            })
    })
}

/// The line ends with a point that only looks like an eye: between defender's stones, but too many
/// of its diagonals are the attacker's (one at the edge, two in the middle), and it joins two
/// chains.
fn false_eye(s: &Scene<'_>) -> bool {
    s.prover() == Role::Attacker
        && s.area.cells.iter().any(|&p| {
            let end = &s.end;
            let (beside, diagonal) = s.near(p);
            let inner = !s.is_stone(end, Role::Defender, p) && !s.is_stone(end, Role::Attacker, p);
            let lost = diagonal.iter().filter(|&&d| s.is_stone(end, Role::Attacker, d)).count();
            let chains: std::collections::BTreeSet<u64> =
                beside.iter().filter_map(|&q| s.area.cell(q)).map(|c| s.chain(end, Role::Defender, 1 << c)).collect();
            inner
                && beside.iter().all(|&q| s.is_stone(end, Role::Defender, q))
                && lost >= if diagonal.len() < 4 { 1 } else { 2 }
                && chains.len() >= 2
        })
}

/// The outcome is a ko.
fn ko(s: &Scene<'_>) -> bool {
    s.outcome.class() == Some(Class::Ko)
}

/// The outcome is a seki, or the defender lives without two eyes: the line ends in a position that
/// no closer decides, with attacker's stones that are not of the wall inside, and a liberty that
/// both share and neither can fill safely.
fn seki(s: &Scene<'_>) -> bool {
    let is_seki = || s.outcome.class() == Some(Class::Seki) || s.outcome.lives() && !s.closed && is_seki(s, &s.end);
    s.prover() == Role::Defender && is_seki()
}

/// A liberty shared by a defender's chain and an attacker's chain inside, where either's stone
/// would be in atari.
pub(crate) fn is_seki(s: &Scene<'_>, at: &State) -> bool {
    let empty = s.area.all & !at.attacker & !at.defender;
    cells(empty).map(|c| 1 << c).any(|l| {
        let near = s.area.around(l);
        let inner = cells(near & at.attacker)
            .map(|c| s.chain(at, Role::Attacker, 1 << c))
            .any(|c| s.liberties(at, Role::Attacker, c).is_some());
        inner
            && near & at.defender != 0
            && Role::ALL.iter().all(|&role| match s.play(at, role, l) {
                None => true,
                Some(t) => {
                    let whole = s.chain(&t.after, role, l);
                    t.taken() == 0 && s.atari(&t.after, role, whole).is_some()
                }
            })
    })
}

/// After a stone of the prover was taken, he gives atari to the chain that took it, from elsewhere:
/// its last liberty is the point where it took, so that it can only fill in.
fn squeeze(s: &Scene<'_>) -> bool {
    s.turns.windows(2).any(|w| {
        let [taking, own] = w else { return false };
        let (taken, opponent) = (taking.taken(), s.prover().other());
        let chain = s.chain(&own.after, opponent, taking.stone());
        taking.by() == opponent
            && taken != 0
            && own.stone() & taken == 0
            && s.area.around(chain) & own.stone() != 0
            && s.atari(&own.after, opponent, chain).is_some_and(|last| last & taken != 0)
    })
}

/// The attacker captures: the eye space is four points bent round the corner point, with stones of
/// his on three of them.
fn bent_four(s: &Scene<'_>) -> bool {
    let dies = s.prover() == Role::Attacker && s.outcome.class() != Some(Class::Ko);
    dies && [&s.end].into_iter().chain(s.turns.iter().map(|t| &t.before)).any(|at| {
        lemmas::parts(s.area, s.area.all & !at.defender).into_iter().any(|part| {
            let inside: Vec<(u8, u8)> = cells(part).filter_map(|c| s.point(1 << c)).map(|p| s.from_corner(p)).collect();
            // On the edge in both directions: the corner, one point one way, two the other.
            let mut sorted = inside.clone();
            sorted.sort_unstable();
            part & s.area.wall == 0
                && (part & at.attacker).count_ones() == 3
                && sorted == [(0, 0), (0, 1), (0, 1), (0, 2)]
        })
    })
}

/// At least three stones of the prover are taken, and his first stone where they stood takes
/// something or gives a new atari. (Only to play on the vital point of what they left is nakade.)
fn under_the_stones(s: &Scene<'_>) -> bool {
    s.turns.iter().enumerate().any(|(i, taking)| {
        let taken = taking.taken();
        let back = || s.turns[i + 1..].iter().find(|t| t.by() == s.prover() && t.stone() & taken != 0);
        taking.by() != s.prover()
            && taken.count_ones() >= 3
            && back().is_some_and(|t| t.taken() != 0 || !new_ataris(s, t).is_empty())
    })
}

/// The first move is on the 2-1 point of a corner.
fn two_one_point(s: &Scene<'_>) -> bool {
    s.turns.first().and_then(|t| s.point(t.stone())).is_some_and(|p| s.from_corner(p) == (0, 1))
}

/// The defender's stones are an L round the 2-2 point of a corner, from the second line to the
/// second line, with no leg, a long one or a short one.
fn l_group(s: &Scene<'_>) -> bool {
    let Some(t) = s.turns.first() else { return false };
    let (w, h) = s.problem.question.board.size();
    let stones: Vec<crate::Point> = cells(t.before.defender).filter_map(|c| s.point(1 << c)).collect();
    const L: [(u8, u8); 4] = [(1, 2), (2, 2), (3, 1), (3, 2)];
    let forms: [&[(u8, u8)]; 3] = [&[], &[(4, 1)], &[(1, 3)]];
    (0..8_u8).any(|turn| {
        let mut at: Vec<(u8, u8)> = stones
            .iter()
            .map(|p| {
                let x = if turn & 1 == 0 { p.x } else { w - 1 - p.x };
                let y = if turn & 2 == 0 { p.y } else { h - 1 - p.y };
                if turn & 4 == 0 { (x, y) } else { (y, x) }
            })
            .collect();
        at.sort_unstable();
        forms.iter().any(|legs| {
            let mut form: Vec<(u8, u8)> = L.iter().chain(*legs).copied().collect();
            form.sort_unstable();
            at == form
        })
    })
}
