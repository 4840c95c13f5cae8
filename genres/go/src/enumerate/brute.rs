//! Brute force, as plain as can be: a rectangle in a corner, with a group or the wall on its other
//! two sides. Shares nothing with the readers: bytes for cells, captures by search, and sweeps over
//! all positions until nothing changes.

use std::collections::BTreeSet;

const EMPTY: u8 = 0;
const ATTACKER: u8 = 1;
const DEFENDER: u8 = 2;
/// Ko threats: so many of the attacker's (positive) or the defender's; `UNLIMITED` for the
/// attacker.
pub(super) const UNLIMITED: i32 = 100;
const MOST: i32 = 7;

pub(super) struct Brute {
    w: usize,
    h: usize,
    n: usize,
    /// The target is a ring of defender stones on the other two sides, itself walled in without
    /// liberties; else the wall is there.
    ring: bool,
    /// By code, side and cell: the code after the move, and the cell that may not be retaken (n:
    /// none).
    next: Vec<Option<(usize, usize)>>,
    /// For each number of threats: is the position captured, by code, side and banned cell?
    killed: Vec<(i32, Vec<bool>)>,
}

impl Brute {
    /// The cells of a code; the ring is one more.
    fn cells(&self, mut code: usize) -> Vec<u8> {
        let digit = |_| {
            let c = (code % 3) as u8;
            code /= 3;
            c
        };
        (0..self.n).map(digit).chain(self.ring.then_some(DEFENDER)).collect()
    }

    /// The code where the target is off the board.
    fn won(&self) -> usize {
        3_usize.pow(self.n as u32)
    }

    fn code(&self, cells: &[u8]) -> usize {
        cells[..self.n].iter().rev().fold(0, |code, &c| code * 3 + c as usize)
    }

    fn beside(&self, i: usize) -> Vec<usize> {
        if i == self.n {
            return (0..self.n).filter(|&j| self.at_wall(j)).collect();
        }
        let (x, y) = (i % self.w, i / self.w);
        let mut near = Vec::new();
        if x > 0 {
            near.push(i - 1);
        }
        if x + 1 < self.w {
            near.push(i + 1);
        }
        if y > 0 {
            near.push(i - self.w);
        }
        if y + 1 < self.h {
            near.push(i + self.w);
        }
        near
    }

    /// The wall is to the right and below.
    fn at_wall(&self, i: usize) -> bool {
        i == self.n || i % self.w + 1 == self.w || i / self.w + 1 == self.h
    }

    /// The chain at a cell, its number of liberties, and whether it stands at the wall.
    fn chain(&self, cells: &[u8], i: usize) -> (Vec<usize>, usize, bool) {
        let mut chain = vec![i];
        let mut liberties = BTreeSet::new();
        let mut at = 0;
        while at < chain.len() {
            for j in self.beside(chain[at]) {
                if cells[j] == EMPTY {
                    liberties.insert(j);
                } else if cells[j] == cells[i] && !chain.contains(&j) {
                    chain.push(j);
                }
            }
            // The ring, as cell n, is beside every cell at its sides.
            if self.ring && cells[i] == DEFENDER && self.at_wall(chain[at]) && !chain.contains(&self.n) {
                chain.push(self.n);
            }
            at += 1;
        }
        let walled = !self.ring && chain.iter().any(|&c| self.at_wall(c));
        (chain, liberties.len(), walled)
    }

    fn breathes(&self, cells: &[u8], i: usize) -> bool {
        let (_, liberties, walled) = self.chain(cells, i);
        liberties > 0 || cells[i] == ATTACKER && walled
    }

    /// Does every chain breathe?
    pub(super) fn is_legal(&self, code: usize) -> bool {
        let cells = self.cells(code);
        (0..cells.len()).all(|i| cells[i] == EMPTY || self.breathes(&cells, i))
    }

    fn play(&self, code: usize, color: u8, i: usize) -> Option<(usize, usize)> {
        let mut cells = self.cells(code);
        if cells[i] != EMPTY {
            return None;
        }
        cells[i] = color;
        let mut taken = Vec::new();
        let mut near = self.beside(i);
        if self.ring && self.at_wall(i) {
            near.push(self.n);
        }
        for j in near {
            if cells[j] == 3 - color && !self.breathes(&cells, j) {
                for k in self.chain(&cells, j).0 {
                    cells[k] = EMPTY;
                    taken.push(k);
                }
            }
        }
        if taken.contains(&self.n) {
            return Some((self.won(), self.n));
        }
        if !self.breathes(&cells, i) {
            return None;
        }
        let (own, liberties, walled) = self.chain(&cells, i);
        let ko = taken.len() == 1 && own.len() == 1 && liberties == 1 && !(color == ATTACKER && walled);
        Some((self.code(&cells), if ko { taken[0] } else { self.n }))
    }

    pub(super) fn new(w: usize, h: usize, ring: bool) -> Brute {
        let n = w * h;
        let mut brute = Brute { w, h, n, ring, next: Vec::new(), killed: Vec::new() };
        for code in 0..3_usize.pow(n as u32) {
            for color in [ATTACKER, DEFENDER] {
                for i in 0..n {
                    brute.next.push(brute.play(code, color, i));
                }
            }
        }
        for t in (0..=MOST).flat_map(|t| [t, -t]).chain([UNLIMITED]) {
            if !brute.killed.iter().any(|(known, _)| *known == t) {
                let table = brute.sweep(t);
                brute.killed.push((t, table));
            }
        }
        brute
    }

    fn place(&self, code: usize, color: u8, ko: usize) -> usize {
        (code * 2 + usize::from(color == DEFENDER)) * (self.n + 1) + ko
    }

    fn known(&self, t: i32, place: usize) -> bool {
        self.killed.iter().find(|(known, _)| *known == t).is_some_and(|(_, table)| table[place])
    }

    /// The least set of positions that the attacker captures from: swept until it grows no more.
    fn sweep(&self, t: i32) -> Vec<bool> {
        let codes = 3_usize.pow(self.n as u32);
        let mut killed = vec![false; (codes + 1) * 2 * (self.n + 1)];
        for code in 0..=codes {
            if code == self.won() || !self.cells(code).contains(&DEFENDER) {
                for color in [ATTACKER, DEFENDER] {
                    for ko in 0..=self.n {
                        killed[self.place(code, color, ko)] = true;
                    }
                }
            }
        }
        loop {
            let mut grown = false;
            for code in 0..codes {
                for color in [ATTACKER, DEFENDER] {
                    for ko in 0..=self.n {
                        let place = self.place(code, color, ko);
                        if !killed[place] && self.captured(&killed, t, code, color, ko) {
                            killed[place] = true;
                            grown = true;
                        }
                    }
                }
            }
            if !grown {
                return killed;
            }
        }
    }

    fn captured(&self, killed: &[bool], t: i32, code: usize, color: u8, ko: usize) -> bool {
        let other = 3 - color;
        let mut values = vec![killed[self.place(code, other, self.n)]];
        for i in 0..self.n {
            let Some((after, ban)) = self.next[(code * 2 + usize::from(color == DEFENDER)) * self.n + i] else {
                continue;
            };
            // No ban binds the attacker with unlimited threats.
            let ban = if t == UNLIMITED && other == ATTACKER { self.n } else { ban };
            let place = self.place(after, other, ban);
            if i != ko {
                values.push(killed[place]);
            } else if (t > 0) == (color == ATTACKER) && t != 0 {
                values.push(if t == UNLIMITED { killed[place] } else { self.known(t - t.signum(), place) });
            }
        }
        if color == ATTACKER { values.contains(&true) } else { !values.contains(&false) }
    }

    /// What a position comes to, as a number that rises for the defender: 0 dead, -7…-1 a ko in
    /// which he needs threats (as 10 + t), 1…7 one in which the attacker needs them (as 20 + t), 30
    /// a ko without a count, 40 alive.
    pub(super) fn outcome(&self, code: usize, color: u8, ko: usize) -> i32 {
        let at = |t: i32| {
            let ko = if t == UNLIMITED && color == ATTACKER { self.n } else { ko };
            self.known(t, self.place(code, color, ko))
        };
        if at(0) {
            return (1..=MOST).find(|t| !at(-t)).map_or(0, |t| 10 - t);
        }
        if !at(UNLIMITED) {
            return 40;
        }
        (1..=MOST).find(|&t| at(t)).map_or(30, |t| 20 + t)
    }

    /// All problems: picture with the mover's letter in front, and the cell of the only right move.
    pub(super) fn problems(&self) -> BTreeSet<(String, usize)> {
        let mut found = BTreeSet::new();
        for code in 0..3_usize.pow(self.n as u32) {
            let cells = self.cells(code);
            let walled = |i: usize| cells[i] == ATTACKER && self.chain(&cells, i).2;
            if !cells.contains(&DEFENDER) || !self.is_legal(code) || (0..self.n).any(walled) {
                continue;
            }
            for (color, letter) in [(ATTACKER, "X"), (DEFENDER, "O")] {
                let best = self.outcome(code, color, self.n);
                let hopeless = best == if color == ATTACKER { 40 } else { 0 };
                // A ko that can't be counted has no aim that could be stated.
                if hopeless || best == 30 || self.outcome(code, 3 - color, self.n) == best {
                    continue;
                }
                let right: Vec<usize> = (0..self.n)
                    .filter(|&i| {
                        self.next[(code * 2 + usize::from(color == DEFENDER)) * self.n + i]
                            .is_some_and(|(after, ban)| self.outcome(after, 3 - color, ban) == best)
                    })
                    .collect();
                if let [key] = right[..] {
                    found.insert((format!("{letter} {}", self.picture(&cells)), key));
                }
            }
        }
        found
    }

    fn picture(&self, cells: &[u8]) -> String {
        let (letters, side) = if self.ring { ([".", "x", "o"], "OX") } else { ([".", "x", "O"], "X") };
        let glyph = |c: &u8| letters[*c as usize];
        let mut rows: Vec<String> =
            cells[..self.n].chunks(self.w).map(|row| row.iter().map(glyph).collect::<String>() + side).collect();
        if self.ring {
            rows.push("O".repeat(self.w + 1) + "X");
        }
        rows.push("X".repeat(self.w + usize::from(self.ring)) + "#");
        let mark = if self.ring { "!" } else { "" };
        format!("{mark}{}", rows.join("|"))
    }
}
