//! Cut places of a graph: those without which something can't be reached any more.
//!
//! One depth-first walk finds them all (Hopcroft and Tarjan, 1973). Each place gets the time at
//! which the walk came to it and a low point, the earliest time that an edge from its subtree leads
//! to. A place cuts the subtree of a child off if the child's low point is no earlier than its own
//! time. The walk sums up what each subtree holds, as only a subtree that holds something that
//! counts makes its parent necessary. Leaving out each place by itself would take a walk a place;
//! this is linear in the edges. The stack is a list, as boards are deeper than a thread's stack.

/// A sum over a subtree of the walk.
pub(crate) trait Subtree: Copy + Default {
    /// Adds the subtree of a child.
    fn join(&mut self, child: Self);
}

/// Does it hold a place that counts?
impl Subtree for bool {
    fn join(&mut self, child: bool) {
        *self |= child;
    }
}

/// The neighbours of all places: those of place `p` are `to[start[p]..start[p + 1]]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbours<'g, N> {
    pub start: &'g [u32],
    pub to: &'g [N],
}

/// The search, with its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct CutSearch<T> {
    time: Vec<u32>,
    low_point: Vec<u32>,
    subtree: Vec<T>,
    /// The places from the start of the walk to where it is, each with its next edge.
    way: Vec<(u32, u32)>,
}

/// The time of places to which the walk did not come.
const UNSEEN: u32 = u32::MAX;

impl<T: Subtree> CutSearch<T> {
    /// Walks from a place, which may be any, through places that `passes`. `enter` is called once
    /// for each place reached and returns what it holds by itself; `cut` is called with a place and
    /// each subtree that it cuts off. For the first place, that means each of its subtrees.
    pub(crate) fn walk<N: Copy + Into<u32>>(
        &mut self,
        graph: Neighbours<'_, N>,
        from: usize,
        passes: impl Fn(usize) -> bool,
        mut enter: impl FnMut(usize) -> T,
        mut cut: impl FnMut(usize, T),
    ) {
        let CutSearch { time, low_point, subtree, way } = self;
        let Neighbours { start, to } = graph;
        let places = start.len() - 1;
        time.clear();
        time.resize(places, UNSEEN);
        low_point.resize(places, 0);
        subtree.resize(places, T::default());
        let mut now = 1;
        (time[from], low_point[from], subtree[from]) = (0, 0, enter(from));
        way.clear();
        way.push((from as u32, start[from]));
        while let Some((place, edge)) = way.last_mut() {
            let place = *place as usize;
            if *edge < start[place + 1] {
                let next = to[*edge as usize].into() as usize;
                *edge += 1;
                if time[next] != UNSEEN {
                    low_point[place] = low_point[place].min(time[next]);
                } else if passes(next) {
                    (time[next], low_point[next], subtree[next]) = (now, now, enter(next));
                    now += 1;
                    way.push((next as u32, start[next]));
                }
                continue;
            }
            way.pop();
            if let Some(&(above, _)) = way.last() {
                let above = above as usize;
                low_point[above] = low_point[above].min(low_point[place]);
                if low_point[place] >= time[above] {
                    cut(above, subtree[place]);
                }
                let own = subtree[place];
                subtree[above].join(own);
            }
        }
    }

    /// Did the last walk come to the place?
    pub(crate) fn is_reached(&self, place: usize) -> bool {
        self.time[place] != UNSEEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleKind;
    use crate::rules::Graph;

    #[derive(Clone, Copy, Default)]
    struct Size(usize);

    impl Subtree for Size {
        fn join(&mut self, child: Size) {
            self.0 += child.0;
        }
    }

    /// A place of a drawn graph cuts off the places that can't be reached when it is left out.
    #[test]
    fn the_subtrees_cut_off_are_what_is_lost_without_the_place() {
        let mut seed = 11_u64;
        let mut below = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        let mut search = CutSearch::default();
        let mut found = 0;
        for _ in 0..2_000 {
            let n = 2 + below(10) as usize;
            let edges: Vec<[u32; 2]> = (0..below(16))
                .map(|_| [below(n as u64) as u32, below(n as u64) as u32])
                .filter(|[a, b]| a != b)
                .collect();
            let graph = Graph::new(RuleKind::Connected, n, &edges).expect("well formed");
            let (open, from) = (below(1 << n), below(n as u64) as usize);
            let passes = |p: usize| open >> p & 1 == 1;
            let mut lost = vec![0; n];
            search.walk(graph.neighbours(), from, passes, |_| Size(1), |place, Size(size)| lost[place] += size);
            let count = |reached: &[bool]| reached.iter().filter(|r| **r).count();
            let all = graph.reach(from, &passes);
            for place in (0..n).filter(|&p| p != from) {
                assert_eq!(search.is_reached(place), all[place]);
                let without = count(&graph.reach(from, &|p| p != place && passes(p)));
                let expected = if all[place] { count(&all) - 1 - without } else { 0 };
                assert_eq!(lost[place], expected, "{edges:?} from {from} without {place}");
                found += usize::from(expected > 0);
            }
        }
        assert!(found > 100);
    }
}
