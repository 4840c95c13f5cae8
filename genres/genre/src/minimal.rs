//! Positions of which points can be left out while what they show stays: what a miner of minimal
//! positions makes smaller.

use std::collections::BTreeSet;

/// A position with what it shows.
pub trait Reducible: Send {
    /// The points that still count and may be left out, in the order in which they are tried.
    fn points(&self) -> Vec<u16>;

    /// The position with a point otherwise, in all the ways that it could be: where what it shows
    /// stays in each of them, the point does not matter, and the first one is gone on with. None
    /// where it can't be left out.
    fn without(&self, point: u16) -> Vec<Box<dyn Reducible>>;

    /// What the position shows; `None` where that is not decided within so many nodes.
    fn verdict(&self, nodes: u64) -> Option<String>;

    /// What it looks like, up to symmetry and colours: equal for positions of one form.
    fn form(&self, verdict: &str) -> String;

    /// The same with all that tells positions of one form apart.
    fn variant(&self, verdict: &str) -> String;

    /// The position, drawn as rows of text separated by `|`.
    fn picture(&self) -> String;
}

/// The bounds within which positions are made smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MinimalPolicy {
    /// Nodes for one look at a position.
    pub nodes: u64,
    /// Looks at one position.
    pub looks: u64,
}

impl Default for MinimalPolicy {
    fn default() -> Self {
        MinimalPolicy { nodes: 5_000, looks: 400 }
    }
}

/// A position of which no further point can be left out.
pub struct MinimalPosition {
    /// The position that is left.
    pub position: Box<dyn Reducible>,
    /// The verdict, as before.
    pub verdict: String,
    /// Points that were left out.
    pub left_out: u64,
    /// Was every point tried that counts?
    pub complete: bool,
}

impl std::fmt::Debug for MinimalPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.variant(), self.position.picture())
    }
}

impl MinimalPosition {
    /// Its form.
    #[must_use]
    pub fn form(&self) -> String {
        self.position.form(&self.verdict)
    }

    /// Its variant of the form.
    #[must_use]
    pub fn variant(&self) -> String {
        self.position.variant(&self.verdict)
    }
}

/// Leaves out point after point while what the position shows stays; `None` where that is not
/// decided at the start. A point that could not be left out is tried again after others were: no
/// point of the result can be, if it is complete.
pub fn reduce(position: Box<dyn Reducible>, policy: &MinimalPolicy) -> Option<MinimalPosition> {
    let verdict = position.verdict(policy.nodes)?;
    let (mut at, mut left_out, mut looks) = (position, 0, policy.looks);
    let mut holds = |ways: &[Box<dyn Reducible>]| {
        !ways.is_empty()
            && ways.iter().all(|way| {
                looks = looks.saturating_sub(1);
                looks > 0 && way.verdict(policy.nodes).as_ref() == Some(&verdict)
            })
    };
    loop {
        let (before, mut tried) = (left_out, BTreeSet::new());
        while let Some(point) = at.points().into_iter().find(|p| !tried.contains(p)) {
            tried.insert(point);
            let ways = at.without(point);
            if holds(&ways)
                && let Some(smaller) = ways.into_iter().next()
            {
                at = smaller;
                left_out += 1;
            }
        }
        if left_out == before {
            break;
        }
    }
    let complete = looks > 0;
    Some(MinimalPosition { position: at, verdict, left_out, complete })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Points 0 to 15; it shows whether three of some row of bits are there.
    #[derive(Clone)]
    struct Rows {
        left: u16,
        rows: Vec<u16>,
    }

    impl Reducible for Rows {
        fn points(&self) -> Vec<u16> {
            (0..16).filter(|p| self.left >> p & 1 == 1).collect()
        }
        fn without(&self, point: u16) -> Vec<Box<dyn Reducible>> {
            // The last point stays.
            let left = self.left & !(1 << point);
            if point == 15 { Vec::new() } else { vec![Box::new(Rows { left, rows: self.rows.clone() })] }
        }
        fn verdict(&self, _: u64) -> Option<String> {
            self.rows.iter().any(|r| (r & self.left).count_ones() >= 3).then(|| "three".to_string())
        }
        fn form(&self, _: &str) -> String {
            self.left.count_ones().to_string()
        }
        fn variant(&self, verdict: &str) -> String {
            format!("{verdict} {}", self.left)
        }
        fn picture(&self) -> String {
            format!("{:016b}", self.left)
        }
    }

    proptest! {
        #[test]
        fn no_point_of_the_result_can_be_left_out(left: u16, rows in prop::collection::vec(any::<u16>(), 1..4)) {
            let position = Rows { left, rows };
            let shows = position.verdict(0);
            let reduced = reduce(Box::new(position), &MinimalPolicy::default());
            prop_assert_eq!(reduced.as_ref().map(|r| r.verdict.clone()), shows.clone());
            if let Some(reduced) = reduced {
                prop_assert!(reduced.complete && reduced.position.verdict(0) == shows);
                for point in reduced.position.points() {
                    prop_assert!(reduced.position.without(point).iter().all(|way| way.verdict(0).is_none()));
                }
            }
        }
    }

    #[test]
    fn what_the_looks_cut_off_is_said() {
        let position = || Box::new(Rows { left: 0x7fff, rows: vec![7] });
        let few = MinimalPolicy { looks: 3, ..MinimalPolicy::default() };
        assert!(!reduce(position(), &few).unwrap().complete);
        assert_eq!(reduce(position(), &MinimalPolicy::default()).unwrap().left_out, 12);
    }
}
