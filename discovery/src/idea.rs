//! Ideas: how the reasons of a removal hang together, whatever the rules and places are.
//!
//! The first step is the supposition. `truth[k]`: a rule has k members, and each is excluded at
//! once. `star[a,b]`: the same through chains of these lengths. `chain[n]`: one step leads to the
//! next, n in all. `tree[k]`: chains that part and meet in k members. `net[n]`: n steps of which
//! some need several others. `together[n]`: n rules taken together in one step.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A family of ideas.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// A rule whose members, of this number, are each excluded at once.
    Truth(u32),
    /// A rule whose members are excluded by chains of these lengths, in rising order.
    Star(Vec<u32>),
    /// One step leads to the next; the number of them.
    Chain(u32),
    /// Chains that part, and meet in this number of members.
    Tree(u32),
    /// Steps of this number, some of which need several others.
    Net(u32),
    /// Rules of this number, taken together in one step.
    Together(u32),
}

/// The implication graph of an explanation, modulo renaming of its steps.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Idea {
    /// The family.
    pub family: Family,
    /// The graph with its steps in canonical order: by step the steps that it needs.
    pub key: String,
}

/// Orders that are tried for the least one.
const ORDERS: usize = 2_000;

impl Idea {
    /// The idea of steps, each with the steps that it needs; the first one is the supposition, the
    /// last one the contradiction. `together` is the number of rules that a step takes together;
    /// 0 where none does.
    pub fn new(from: &[Vec<usize>], together: usize) -> Idea {
        let family = family(from, together);
        let key = canonical(from);
        Idea { family, key }
    }
}

fn family(from: &[Vec<usize>], together: usize) -> Family {
    let n = from.len();
    if together > 1 {
        return Family::Together(together as u32);
    }
    let Some(last) = from.last().filter(|_| n > 1) else { return Family::Chain(0) };
    if from[1..n - 1].iter().any(|from| from.len() > 1) {
        return Family::Net(n as u32 - 2);
    }
    let path = |mut at: usize| {
        let mut path = Vec::new();
        while at != 0 {
            path.push(at);
            at = from[at].first().copied().unwrap_or(0);
        }
        path
    };
    let paths: Vec<Vec<usize>> = last.iter().map(|&at| path(at)).collect();
    let mut all: Vec<usize> = paths.iter().flatten().copied().collect();
    let steps = all.len();
    all.sort_unstable();
    all.dedup();
    let mut lengths: Vec<u32> = paths.iter().map(|path| path.len() as u32).collect();
    lengths.sort_unstable();
    if all.len() < steps {
        Family::Tree(last.len() as u32)
    } else if lengths.iter().all(|&length| length <= 1) {
        Family::Truth(lengths.len().max(1) as u32)
    } else if let [one] = lengths[..] {
        Family::Chain(one)
    } else {
        Family::Star(lengths)
    }
}

/// The graph in the order of its steps that gives the least text. Steps differ by what they need
/// and by what needs them; where that leaves some alike, each order of these is tried.
fn canonical(from: &[Vec<usize>]) -> String {
    let mut colours: Vec<usize> =
        (0..from.len()).map(|i| usize::from(i > 0) + usize::from(i + 1 == from.len())).collect();
    let (mut best, mut left) = (None, ORDERS);
    refine(from, &mut colours);
    least(from, colours, &mut best, &mut left);
    best.unwrap_or_default()
}

fn refine(from: &[Vec<usize>], colours: &mut Vec<usize>) {
    loop {
        let sorted = |mut list: Vec<usize>| {
            list.sort_unstable();
            list
        };
        let of = |i: usize| {
            let needs = sorted(from[i].iter().map(|&j| colours[j]).collect());
            let needed = sorted((0..from.len()).filter(|&j| from[j].contains(&i)).map(|j| colours[j]).collect());
            (colours[i], needs, needed)
        };
        let all: Vec<_> = (0..from.len()).map(of).collect();
        let mut kinds = all.clone();
        kinds.sort();
        kinds.dedup();
        let before = colours.iter().collect::<std::collections::BTreeSet<_>>().len();
        *colours = all.iter().map(|kind| kinds.binary_search(kind).unwrap_or(0)).collect();
        if kinds.len() == before {
            return;
        }
    }
}

fn least(from: &[Vec<usize>], colours: Vec<usize>, best: &mut Option<String>, left: &mut usize) {
    let mut by_colour: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    colours.iter().enumerate().for_each(|(i, &colour)| by_colour.entry(colour).or_default().push(i));
    let Some(alike) = by_colour.values().find(|steps| steps.len() > 1) else {
        let text = written(from, &colours);
        if best.as_ref().is_none_or(|known| text < *known) {
            *best = Some(text);
        }
        *left = left.saturating_sub(1);
        return;
    };
    for &one in alike {
        if *left == 0 {
            return;
        }
        // Its colour goes before that of the others.
        let mut told: Vec<usize> = colours.iter().map(|colour| 2 * colour + 1).collect();
        told[one] -= 1;
        refine(from, &mut told);
        least(from, told, best, left);
    }
}

fn written(from: &[Vec<usize>], colours: &[usize]) -> String {
    let mut order: Vec<usize> = (0..from.len()).collect();
    order.sort_by_key(|&i| colours[i]);
    let number: BTreeMap<usize, usize> = order.iter().enumerate().map(|(at, &i)| (i, at)).collect();
    let step = |&i: &usize| {
        let mut needs: Vec<usize> = from[i].iter().map(|j| number[j]).collect();
        needs.sort_unstable();
        needs.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
    };
    order.iter().skip(1).map(step).collect::<Vec<_>>().join(";")
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Family::Truth(k) => write!(f, "truth[{k}]"),
            Family::Star(lengths) => {
                let lengths: Vec<String> = lengths.iter().map(ToString::to_string).collect();
                write!(f, "star[{}]", lengths.join(","))
            }
            Family::Chain(n) => write!(f, "chain[{n}]"),
            Family::Tree(k) => write!(f, "tree[{k}]"),
            Family::Net(n) => write!(f, "net[{n}]"),
            Family::Together(n) => write!(f, "together[{n}]"),
        }
    }
}

impl Serialize for Family {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Family {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let range: FamilyRange = text.parse().map_err(serde::de::Error::custom)?;
        range.single().ok_or_else(|| serde::de::Error::custom(format!("{text:?} is a range of families")))
    }
}

/// Numbers from one to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NumberRange {
    /// The least number.
    pub low: u32,
    /// The greatest one.
    pub high: u32,
}

/// Families of one kind whose numbers lie in ranges: what a technique may ask for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FamilyRange {
    kind: Kind,
    numbers: Vec<NumberRange>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Kind {
    Truth,
    Star,
    Chain,
    Tree,
    Net,
    Together,
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::Truth, "truth"),
    (Kind::Star, "star"),
    (Kind::Chain, "chain"),
    (Kind::Tree, "tree"),
    (Kind::Net, "net"),
    (Kind::Together, "together"),
];

/// Why a text is no range of families.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FamilyError {
    /// There is no family of that name.
    #[error("no family of ideas {0:?}; there are truth, star, chain, tree, net, together")]
    Kind(String),
    /// The numbers are malformed.
    #[error("{0:?}: expected numbers in brackets, each as 3, <=3 or 2..3")]
    Numbers(String),
    /// A range holds nothing.
    #[error("{0:?} holds nothing")]
    Empty(String),
}

impl Family {
    fn parts(&self) -> (Kind, Vec<u32>) {
        match self {
            Family::Truth(k) => (Kind::Truth, vec![*k]),
            Family::Star(lengths) => (Kind::Star, lengths.clone()),
            Family::Chain(n) => (Kind::Chain, vec![*n]),
            Family::Tree(k) => (Kind::Tree, vec![*k]),
            Family::Net(n) => (Kind::Net, vec![*n]),
            Family::Together(n) => (Kind::Together, vec![*n]),
        }
    }
}

impl FamilyRange {
    /// Does it hold the family? Of a star each length needs a range of its own.
    pub fn holds(&self, family: &Family) -> bool {
        let (kind, numbers) = family.parts();
        kind == self.kind && numbers.len() == self.numbers.len() && meets(&numbers, &self.numbers)
    }

    /// Rounds of consequences in which its ideas are found.
    pub(crate) fn rounds(&self) -> u32 {
        const ROUNDS: u32 = 4;
        let longest = self.numbers.iter().map(|r| r.high).max().unwrap_or(1);
        match self.kind {
            Kind::Truth | Kind::Together => 1,
            Kind::Star | Kind::Chain => longest.min(12),
            Kind::Tree | Kind::Net => ROUNDS,
        }
    }

    /// The family, if it holds one alone.
    pub fn single(&self) -> Option<Family> {
        let numbers: Option<Vec<u32>> = self.numbers.iter().map(|r| (r.low == r.high).then_some(r.low)).collect();
        let numbers = numbers?;
        Some(match self.kind {
            Kind::Truth => Family::Truth(*numbers.first()?),
            Kind::Star => Family::Star(numbers),
            Kind::Chain => Family::Chain(*numbers.first()?),
            Kind::Tree => Family::Tree(*numbers.first()?),
            Kind::Net => Family::Net(*numbers.first()?),
            Kind::Together => Family::Together(*numbers.first()?),
        })
    }
}

/// Can each number be given a range of its own that holds it?
fn meets(numbers: &[u32], ranges: &[NumberRange]) -> bool {
    let Some((first, rest)) = numbers.split_first() else { return true };
    (0..ranges.len()).any(|at| {
        let holds = (ranges[at].low..=ranges[at].high).contains(first);
        let mut others = ranges.to_vec();
        others.remove(at);
        holds && meets(rest, &others)
    })
}

impl fmt::Display for FamilyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = KINDS.iter().find(|(kind, _)| *kind == self.kind).map_or("", |(_, name)| name);
        let number = |r: &NumberRange| match (r.low, r.high) {
            (low, high) if low == high => low.to_string(),
            (1, high) => format!("<={high}"),
            (low, high) => format!("{low}..{high}"),
        };
        write!(f, "{name}[{}]", self.numbers.iter().map(number).collect::<Vec<_>>().join(","))
    }
}

impl FromStr for FamilyRange {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Self, FamilyError> {
        let malformed = || FamilyError::Numbers(text.to_string());
        let (name, rest) = text.split_once('[').ok_or_else(|| match KINDS.iter().any(|(_, name)| *name == text) {
            true => malformed(),
            false => FamilyError::Kind(text.to_string()),
        })?;
        let kind = KINDS.iter().find(|(_, own)| *own == name).map(|(kind, _)| *kind);
        let kind = kind.ok_or_else(|| FamilyError::Kind(name.to_string()))?;
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| malformed());
        let range = |text: &str| {
            let (low, high) = match (text.trim().strip_prefix("<="), text.split_once("..")) {
                (Some(high), _) => (1, number(high)?),
                (None, Some((low, high))) => (number(low)?, number(high)?),
                (None, None) => (number(text)?, number(text)?),
            };
            if low > high || high == 0 {
                Err(FamilyError::Empty(text.trim().to_string()))
            } else {
                Ok(NumberRange { low, high })
            }
        };
        let inner = rest.strip_suffix(']').ok_or_else(malformed)?;
        let numbers = inner.split(',').map(range).collect::<Result<Vec<_>, _>>()?;
        let fits = if kind == Kind::Star { numbers.len() > 1 } else { numbers.len() == 1 };
        if fits { Ok(FamilyRange { kind, numbers }) } else { Err(malformed()) }
    }
}

/// Names in the literature for techniques with the idea of a family, by genre.
pub fn known_names(family: &Family) -> &'static [(&'static str, &'static str)] {
    match family {
        Family::Truth(2) => &[
            ("sudoku", "pointing, claiming"),
            ("hitori", "sandwich, pair induction"),
            ("slitherlink", "line comes to a 3"),
            ("starbattle", "confinement"),
            ("tents", "counting in pairs"),
        ],
        Family::Star(lengths) => match lengths[..] {
            [1, 2] => &[("sudoku", "naked pair"), ("hitori", "corner pairs")],
            [2, 2] => &[("sudoku", "W-wing, XY-wing"), ("hitori", "pairs in two rows")],
            [1, 3] => &[("sudoku", "X-wing, skyscraper")],
            _ => &[],
        },
        Family::Chain(_) => &[("slitherlink", "3, twos, 3 on a diagonal")],
        Family::Together(_) => &[("starbattle", "shared space, n regions in n lines"), ("sudoku", "set equivalence")],
        Family::Truth(_) | Family::Tree(_) | Family::Net(_) => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(from: &[&[usize]]) -> Idea {
        Idea::new(&from.iter().map(|f| f.to_vec()).collect::<Vec<_>>(), 0)
    }

    #[test]
    fn families_are_told_by_the_graph_alone() {
        for (from, text) in [
            (&[&[][..], &[0], &[0], &[1, 2]][..], "truth[2]"),
            (&[&[], &[0]], "truth[1]"),
            (&[&[], &[0], &[0, 1]], "truth[2]"),
            (&[&[], &[0], &[1], &[2]], "chain[2]"),
            (&[&[], &[0], &[0], &[2], &[1, 3]], "star[1,2]"),
            (&[&[], &[0], &[1], &[1], &[2, 3]], "tree[2]"),
            (&[&[], &[0], &[0], &[1, 2], &[3]], "net[3]"),
        ] {
            assert_eq!(of(from).family.to_string(), text);
        }
        assert_eq!(Idea::new(&[vec![], vec![0]], 5).family, Family::Together(5));
    }

    /// Renamed steps make the same idea; other graphs make others.
    #[test]
    fn the_canonical_form_is_that_of_the_graph() {
        let one = of(&[&[], &[0], &[0], &[1], &[2], &[3, 4]]);
        let same = of(&[&[], &[0], &[0], &[2], &[1], &[3, 4]]);
        let swapped = of(&[&[], &[0], &[1], &[0], &[3], &[2, 4]]);
        assert_eq!((&one, &one), (&same, &swapped));
        let other = of(&[&[], &[0], &[0], &[1], &[1], &[3, 4]]);
        assert_ne!(one.key, other.key);
        // All graphs of three inner steps and their renamings.
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for bits in 0..1_u32 << 9 {
            let need = |at: usize, mask: u32| (0..=at).filter(|j| mask >> j & 1 == 1).collect::<Vec<_>>();
            let from =
                vec![vec![], vec![0], need(1, bits & 3 | 1), need(2, bits >> 2 & 7 | 1), need(3, bits >> 5 & 15 | 8)];
            let idea = Idea::new(&from, 0);
            // The second and third steps change places where neither needs the other.
            if !from[2].contains(&1) {
                let swap = |j: usize| {
                    if j == 1 {
                        2
                    } else if j == 2 {
                        1
                    } else {
                        j
                    }
                };
                let mut renamed: Vec<Vec<usize>> = from.iter().map(|f| f.iter().map(|&j| swap(j)).collect()).collect();
                renamed.swap(1, 2);
                assert_eq!(Idea::new(&renamed, 0), idea, "{from:?}");
            }
            *seen.entry(idea.key).or_default() += 1;
        }
        assert!(seen.len() > 20, "{}", seen.len());
    }

    #[test]
    fn ranges_hold_families_and_nonsense_is_refused() {
        let holds = |range: &str, family: &str| {
            let family = family.parse::<FamilyRange>().unwrap().single().unwrap();
            range.parse::<FamilyRange>().unwrap().holds(&family)
        };
        assert!(holds("truth[2..3]", "truth[3]") && !holds("truth[2..3]", "truth[4]"));
        assert!(holds("star[<=2,<=3]", "star[1,3]") && holds("star[<=3,<=2]", "star[1,3]"));
        assert!(!holds("star[<=2,<=3]", "star[3,3]") && !holds("star[<=2,<=3]", "star[1,2,2]"));
        assert!(!holds("chain[<=9]", "truth[2]"));
        for (text, says) in [
            ("trouth[2]", "no family"),
            ("truth", "expected numbers"),
            ("truth[3..2]", "holds nothing"),
            ("truth[<=0]", "holds nothing"),
            ("truth[1,2]", "expected numbers"),
            ("star[2]", "expected numbers"),
            ("net[x]", "expected numbers"),
        ] {
            let why = text.parse::<FamilyRange>().unwrap_err().to_string();
            assert!(why.contains(says), "{text}: {why}");
        }
        for text in ["truth[2]", "star[<=2,<=3]", "chain[2..5]", "together[<=9]"] {
            assert_eq!(text.parse::<FamilyRange>().unwrap().to_string(), text);
        }
    }
}
