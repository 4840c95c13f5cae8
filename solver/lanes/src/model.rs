//! From all-different sets to blocks, positions and groups: what the kernels work on.

use tesuji_base::{Domain, Value, Var, VarSet};

/// How much work the search for a partition into full groups may cost.
const PARTITION_STEPS: usize = 20_000;
/// How many partitions are looked at for one that has transversal partner.
const PARTITION_TRIES: usize = 12;

/// Variables, and the sets of them that hold no value twice.
#[derive(Clone, Debug)]
pub struct Groups<'a> {
    /// Initial domains, by variable.
    pub domains: &'a [Domain],
    /// The all-different sets.
    pub sets: Vec<VarSet>,
}

/// The part of a group that lies in one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub block: usize,
    pub mask: u32,
}

/// An all-different group as its pieces, in the order of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub pieces: Vec<Piece>,
    /// Every value stands somewhere in it.
    pub cover: bool,
}

/// Disjoint groups, and the cells outside them as pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Class {
    pub groups: Vec<Group>,
    pub outside: Vec<Piece>,
}

/// All-different groups, laid out for one lane per value.
///
/// The variables are split into *blocks*: groups with as many variables as there are values. A
/// variable is a block and a position in it. Where a second partition into full groups meets every
/// block once, it becomes the positions (*columns*).
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// Value of each lane, rising.
    pub alphabet: Vec<Value>,
    /// Number of blocks.
    pub blocks: usize,
    /// Block and position of each variable.
    pub place: Vec<(usize, u32)>,
    /// Variables by block and position.
    pub at: Vec<Vec<Var>>,
    /// Do the positions make full groups?
    pub columns: bool,
    /// Full groups with several variables in some block.
    pub classes: Vec<Class>,
    /// Full groups with one variable in each block, that are not columns.
    pub transversals: Vec<Vec<u32>>,
    /// Groups that need not hold every value.
    pub partial: Vec<Group>,
}

impl Model {
    /// All positions of a block.
    pub fn full(&self) -> u32 {
        if self.alphabet.len() >= 32 { u32::MAX } else { (1 << self.alphabet.len()) - 1 }
    }

    /// Values or blocks, whichever are more.
    pub fn span(&self) -> usize {
        self.alphabet.len().max(self.blocks)
    }

    /// Lays groups out; `None` when the variables can't be split into full groups of at most 32.
    pub fn of_groups(groups: &Groups<'_>) -> Option<Model> {
        let vars = groups.domains.len();
        let union = groups.domains.iter().fold(Domain::EMPTY, |u, &d| u | d);
        let alphabet: Vec<Value> = union.iter().collect();
        let size = alphabet.len();
        if size == 0 || size > 32 || vars == 0 || !vars.is_multiple_of(size) || vars / size > 32 {
            return None;
        }
        let groups = &groups.sets;
        if groups.iter().any(|set| set.len() > size) {
            return None;
        }
        // Groups inside another group say nothing of their own.
        let kept: Vec<VarSet> = (0..groups.len())
            .filter(|&i| {
                let inside = |j: usize| {
                    let (a, b) = (&groups[i], &groups[j]);
                    j != i && a.is_subset(b) && (!b.is_subset(a) || j < i)
                };
                groups[i].len() > 1 && !(0..groups.len()).any(inside)
            })
            .map(|i| groups[i].clone())
            .collect();
        let full: Vec<usize> = (0..kept.len()).filter(|&i| kept[i].len() == size).collect();
        let mut tries = Vec::new();
        partitions(&kept, &full, vars, PARTITION_TRIES, &mut tries);
        let transversal = |rows: &[usize]| {
            let across: Vec<usize> =
                full.iter().copied().filter(|g| rows.iter().all(|r| kept[*r].and(&kept[*g]).len() == 1)).collect();
            let mut found = Vec::new();
            partitions(&kept, &across, vars, 1, &mut found);
            found.pop()
        };
        let square = vars == size * size;
        let paired = tries.iter().find_map(|rows| Some((rows.clone(), Some(transversal(rows).filter(|_| square)?))));
        let (rows, columns) = paired.or_else(|| Some((tries.first()?.clone(), None)))?;
        let model = Self::lay_out(vars, alphabet.clone(), &kept, rows.clone(), columns.clone());
        // Boxes lie flat: one kernel serves both orientations.
        Some(match (model.boxes(), columns) {
            (Some((h, w)), Some(columns)) if h > w => Self::lay_out(vars, alphabet, &kept, columns, Some(rows)),
            _ => model,
        })
    }

    fn lay_out(
        n: usize,
        alphabet: Vec<Value>,
        groups: &[VarSet],
        mut rows: Vec<usize>,
        mut columns: Option<Vec<usize>>,
    ) -> Model {
        let size = alphabet.len();
        // Lines that meet the same further groups stand together, so that boxes become bands.
        let rest = |rows: &[usize], columns: &Option<Vec<usize>>| -> Vec<usize> {
            let used = |g: &usize| rows.contains(g) || columns.as_ref().is_some_and(|c| c.contains(g));
            (0..groups.len()).filter(|g| !used(g) && groups[*g].len() == size).collect()
        };
        let others = rest(&rows, &columns);
        let boxes: Vec<usize> =
            others.into_iter().filter(|&g| rows.iter().any(|&r| groups[r].and(&groups[g]).len() > 1)).collect();
        let sort = |lines: &mut Vec<usize>| {
            let met =
                |l: usize| -> Vec<usize> { boxes.iter().copied().filter(|&g| groups[l].meets(&groups[g])).collect() };
            let mut order: Vec<Vec<usize>> = Vec::new();
            for &l in lines.iter() {
                if !order.contains(&met(l)) {
                    order.push(met(l));
                }
            }
            lines.sort_by_key(|&l| order.iter().position(|o| *o == met(l)));
        };
        sort(&mut rows);
        if let Some(c) = &mut columns {
            sort(c);
        }
        let mut place = vec![(0, 0); n];
        for (b, &r) in rows.iter().enumerate() {
            for (i, v) in groups[r].iter().enumerate() {
                place[v.index()] = (b, i as u32);
            }
        }
        for (i, &c) in columns.iter().flatten().enumerate() {
            for v in groups[c].iter() {
                place[v.index()].1 = i as u32;
            }
        }
        let mut at = vec![vec![Var(0); size]; rows.len()];
        for (v, &(b, i)) in place.iter().enumerate() {
            at[b][i as usize] = Var(v as u32);
        }
        let mut model = Model {
            blocks: rows.len(),
            columns: columns.is_some(),
            alphabet,
            place,
            at,
            classes: Vec::new(),
            transversals: Vec::new(),
            partial: Vec::new(),
        };
        for (g, set) in groups.iter().enumerate() {
            if !rows.contains(&g) && !columns.as_ref().is_some_and(|c| c.contains(&g)) {
                model.add_group(set);
            }
        }
        // Columns alone are a class of their own: the blocks against the columns.
        if model.columns && model.classes.is_empty() {
            let full = model.full();
            let row = |block| Group { pieces: vec![Piece { block, mask: full }], cover: true };
            model.classes.push(Class { groups: (0..model.blocks).map(row).collect(), outside: Vec::new() });
        }
        model.classes.iter_mut().for_each(|c| c.close(model.blocks, (1u64 << size).wrapping_sub(1) as u32));
        model
    }

    fn add_group(&mut self, set: &VarSet) {
        let mut masks = vec![0u32; self.blocks];
        for v in set.iter() {
            let (b, i) = self.place[v.index()];
            masks[b] |= 1 << i;
        }
        let pieces: Vec<Piece> =
            masks.iter().enumerate().filter(|(_, m)| **m != 0).map(|(block, &mask)| Piece { block, mask }).collect();
        let cover = set.len() == self.alphabet.len();
        if !cover {
            self.partial.push(Group { pieces, cover });
        } else if pieces.len() == set.len() && pieces.len() == self.blocks {
            self.transversals.push(pieces.iter().map(|p| p.mask.trailing_zeros()).collect());
        } else {
            let disjoint = |class: &Class| !class.groups.iter().any(|g| g.meets(&pieces));
            let class = match self.classes.iter().position(disjoint) {
                Some(i) => i,
                None => {
                    self.classes.push(Class::default());
                    self.classes.len() - 1
                }
            };
            self.classes[class].groups.push(Group { pieces, cover });
        }
    }

    /// The heights and widths of boxes that tile the blocks, when they are the only class of
    /// groups.
    pub fn boxes(&self) -> Option<(usize, usize)> {
        let [class] = &self.classes[..] else { return None };
        let first = class.groups.first()?.pieces.first()?;
        let (height, width) = (class.groups[0].pieces.len(), first.mask.count_ones() as usize);
        let size = self.alphabet.len();
        let is_box = |g: &Group| {
            let m = g.pieces[0].mask;
            let shift = m.trailing_zeros();
            g.pieces.len() == height
                && g.pieces[0].block.is_multiple_of(height)
                && (shift as usize).is_multiple_of(width)
                && u64::from(m) == ((1u64 << width) - 1) << shift
                && g.pieces.iter().enumerate().all(|(i, p)| p.block == g.pieces[0].block + i && p.mask == m)
        };
        (self.columns
            && height > 1
            && width > 1
            && height * width == size
            && self.blocks == size
            && class.groups.len() == size
            && class.groups.iter().all(is_box))
        .then_some((height, width))
    }

    /// Boxes of that shape and no further groups?
    pub fn is_plain_boxes(&self, height: usize, width: usize) -> bool {
        self.boxes() == Some((height, width)) && self.transversals.is_empty() && self.partial.is_empty()
    }

    /// The lane of a value.
    pub fn lane(&self, value: Value) -> Option<usize> {
        self.alphabet.binary_search(&value).ok()
    }
}

impl Group {
    fn meets(&self, pieces: &[Piece]) -> bool {
        self.pieces.iter().any(|p| pieces.iter().any(|q| q.block == p.block && q.mask & p.mask != 0))
    }
}

impl Class {
    /// Notes the cells that no group of the class has.
    fn close(&mut self, blocks: usize, full: u32) {
        for block in 0..blocks {
            let pieces = self.groups.iter().flat_map(|g| &g.pieces).filter(|p| p.block == block);
            let left = full & !pieces.fold(0, |m, p| m | p.mask);
            if left != 0 {
                self.outside.push(Piece { block, mask: left });
            }
        }
    }
}

/// Finds up to `wanted` partitions of `0..n` into groups of `usable`, each in the order of its
/// least variables.
fn partitions(groups: &[VarSet], usable: &[usize], n: usize, wanted: usize, found: &mut Vec<Vec<usize>>) {
    struct Cover<'a> {
        groups: &'a [VarSet],
        with: Vec<Vec<usize>>,
        n: usize,
        wanted: usize,
        steps: usize,
    }
    impl Cover<'_> {
        fn go(&mut self, covered: &VarSet, chosen: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
            let Some(next) = (0..self.n).find(|&v| !covered.contains(Var(v as u32))) else {
                found.push(chosen.clone());
                return;
            };
            for k in 0..self.with[next].len() {
                let g = self.with[next][k];
                if self.groups[g].meets(covered) {
                    continue;
                }
                if found.len() >= self.wanted || self.steps == 0 {
                    return;
                }
                self.steps -= 1;
                let mut more = covered.clone();
                more.or_with(&self.groups[g]);
                chosen.push(g);
                self.go(&more, chosen, found);
                chosen.pop();
            }
        }
    }
    let mut with = vec![Vec::new(); n];
    for &g in usable {
        for v in groups[g].iter() {
            with[v.index()].push(g);
        }
    }
    let mut cover = Cover { groups, with, n, wanted, steps: PARTITION_STEPS };
    cover.go(&VarSet::with_capacity(n), &mut Vec::new(), found);
}
