//! Graphs that are disks of squares, as boards without holes are: their diagonals and their border.
//!
//! Of such a graph some places are out, no two of them side by side. The others hang together
//! exactly if those that are out make no cycle by the diagonals of squares, one more place being
//! joined to the border: a cycle parts the places on either side of it, and what parts them is one.

use crate::rules::Graph;

/// The diagonals of a disk of squares, and the places on its border.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Squares {
    pub diagonals: Vec<[u32; 2]>,
    /// By place: is it on the border?
    pub border: Vec<u8>,
}

/// The most places beside one place.
const MOST_BESIDE: usize = 8;

/// By place and place beside it: squares at that edge, and the other edges of them at the place.
struct Corners {
    squares: Vec<u8>,
    joined: Vec<u8>,
}

impl Corners {
    /// Counts the corner of a square at `place`, between two places beside it.
    fn add(&mut self, graph: &Graph, place: u32, [a, b]: [u32; 2]) -> Option<()> {
        let slot = |to: u32| graph.beside(place as usize).iter().position(|&p| p == to);
        let (a, b) = (slot(a)?, slot(b)?);
        for (own, other) in [(a, b), (b, a)] {
            let at = MOST_BESIDE * place as usize + own;
            self.squares[at] += 1;
            self.joined[at] |= 1 << other;
            if self.squares[at] > 2 {
                return None;
            }
        }
        Some(())
    }

    /// Do the squares at a place lie around it in one fan?
    fn is_fan(&self, place: usize, degree: usize) -> bool {
        let own = MOST_BESIDE * place..MOST_BESIDE * place + degree;
        let mut fan = 1_u8;
        for _ in 0..degree {
            let grown = (0..degree).filter(|i| fan >> i & 1 == 1).fold(fan, |f, i| f | self.joined[own.start + i]);
            fan = grown;
        }
        degree > 0 && fan.count_ones() as usize == degree && self.squares[own].iter().all(|&s| s > 0)
    }
}

impl Squares {
    /// The squares of a graph; `None` if it is no disk of squares.
    ///
    /// Every cycle of four edges is taken for a square. They make a disk if each edge belongs to
    /// one or two of them, those at each place are a fan, all hang together, there is a border,
    /// and Euler's formula holds.
    pub fn of(graph: &Graph) -> Option<Squares> {
        let n = graph.places();
        let degrees = || (0..n).map(|p| graph.beside(p).len());
        if n == 0 || degrees().any(|d| d > MOST_BESIDE) {
            return None;
        }
        let mut corners = Corners { squares: vec![0; MOST_BESIDE * n], joined: vec![0; MOST_BESIDE * n] };
        let mut diagonals = Vec::with_capacity(2 * n);
        for a in 0..n as u32 {
            let above = || graph.beside(a as usize).iter().copied().filter(|&p| p > a);
            for b in above() {
                for d in above().filter(|&d| d > b) {
                    let across = graph.beside(b as usize).iter().copied();
                    for c in across.filter(|&c| c > a && graph.beside(d as usize).contains(&c)) {
                        corners.add(graph, a, [b, d])?;
                        corners.add(graph, b, [a, c])?;
                        corners.add(graph, c, [b, d])?;
                        corners.add(graph, d, [a, c])?;
                        diagonals.extend([[a, c], [b, d]]);
                    }
                }
            }
        }
        let edges = degrees().sum::<usize>() / 2;
        let is_disk = n + diagonals.len() / 2 == edges + 1
            && graph.nearest(0, n, &|_| true).len() == n
            && degrees().enumerate().all(|(p, d)| corners.is_fan(p, d));
        let on_border = |p: usize| corners.squares[MOST_BESIDE * p..][..graph.beside(p).len()].contains(&1);
        let border: Vec<u8> = (0..n).map(|p| u8::from(on_border(p))).collect();
        (is_disk && border.contains(&1)).then_some(Squares { diagonals, border })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleKind;

    /// The board with the cells for which `has` holds, and its cells.
    fn board(rows: usize, cols: usize, has: impl Fn(usize, usize) -> bool) -> Graph {
        let cells: Vec<(usize, usize)> =
            (0..rows * cols).map(|i| (i / cols, i % cols)).filter(|&(r, c)| has(r, c)).collect();
        let number = |cell: (usize, usize)| cells.iter().position(|&c| c == cell).map(|i| i as u32);
        let beside = |(r, c): (usize, usize)| [(r, c + 1), (r + 1, c)].into_iter().filter_map(number);
        let edges: Vec<[u32; 2]> =
            cells.iter().enumerate().flat_map(|(i, &c)| beside(c).map(move |b| [i as u32, b])).collect();
        Graph::new(RuleKind::Connected, cells.len(), &edges).unwrap()
    }

    /// Do the chosen places make a cycle by the diagonals and the outer place?
    fn has_cycle(squares: &Squares, out: u32) -> bool {
        let outer = squares.border.len();
        let mut part: Vec<usize> = (0..=outer).collect();
        let is_out = |p: u32| out >> p & 1 == 1;
        let inner = squares.diagonals.iter().filter(|d| d.iter().all(|&p| is_out(p)));
        let rim = (0..outer).filter(|&p| squares.border[p] > 0 && is_out(p as u32));
        let pairs = inner.map(|d| [d[0] as usize, d[1] as usize]).chain(rim.map(|p| [p, outer]));
        for [a, b] in pairs {
            let (a, b) = (part[a], part[b]);
            if a == b {
                return true;
            }
            part.iter_mut().filter(|p| **p == a).for_each(|p| *p = b);
        }
        false
    }

    /// On every board that is taken for a disk, every choice of places out of which no two are side
    /// by side leaves the others in one part exactly if it makes no cycle.
    #[test]
    fn what_has_no_cycle_leaves_one_part() {
        type Has = fn(usize, usize) -> bool;
        let boards: [(usize, usize, Has); 8] = [
            (2, 2, |_, _| true),
            (2, 7, |_, _| true),
            (3, 5, |_, _| true),
            (4, 4, |_, _| true),
            (4, 4, |r, c| r + c > 0),
            (4, 5, |r, c| r < 2 || c > 1),
            (5, 4, |r, c| r < 2 || c < 2),
            (3, 6, |r, c| r < 2 || c != 3),
        ];
        for (rows, cols, has) in boards {
            let graph = board(rows, cols, has);
            let squares = Squares::of(&graph).unwrap_or_else(|| panic!("{rows}x{cols} is a disk"));
            let n = graph.places();
            for out in 0..1_u32 << n {
                let is_out = |p: usize| out >> p & 1 == 1;
                let touches = |p: usize| graph.beside(p).iter().any(|&b| is_out(b as usize));
                if (0..n).any(|p| is_out(p) && touches(p)) {
                    continue;
                }
                let parts = graph.components(&|p| !is_out(p)).len();
                assert_eq!(parts <= 1, !has_cycle(&squares, out), "{rows}x{cols}: {out:b}");
            }
        }
    }

    #[test]
    fn lines_rings_and_boards_that_fall_apart_are_no_disks() {
        type Has = fn(usize, usize) -> bool;
        let boards: [(usize, usize, Has); 5] = [
            (1, 5, |_, _| true),
            (3, 3, |r, c| r != 1 || c != 1),
            (4, 4, |r, c| (r, c) == (0, 0) || r * c > 0),
            (5, 5, |r, c| r != 2 && c != 2),
            (4, 4, |r, c| (r < 2) == (c < 2)),
        ];
        for (rows, cols, has) in boards {
            assert_eq!(Squares::of(&board(rows, cols, has)), None, "{rows}x{cols}");
        }
        // Two squares that touch at one corner.
        let bow = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 4], [4, 5], [5, 6], [6, 0]];
        assert_eq!(Squares::of(&Graph::new(RuleKind::Connected, 7, &bow).unwrap()), None);
        // A cube: a sphere, without a border.
        let cube: Vec<[u32; 2]> =
            (0..8_u32).flat_map(|a| (0..3).map(move |i| [a, a ^ 1 << i])).filter(|[a, b]| a < b).collect();
        assert_eq!(Squares::of(&Graph::new(RuleKind::Connected, 8, &cube).unwrap()), None);
    }
}
