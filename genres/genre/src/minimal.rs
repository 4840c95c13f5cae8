//! Positions of which points can be left out while what they show stays: what a miner of minimal
//! positions makes smaller.

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
