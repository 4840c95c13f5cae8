//! The same rules in the plainest way: a grid, and floods by hand. The twin that the fast board is
//! compared with.

use super::{Color, Illegal, Point};
use std::collections::BTreeSet;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainBoard {
    pub grid: Vec<Vec<Option<Color>>>,
    pub ko: Option<Point>,
}

impl PlainBoard {
    pub fn new(w: u8, h: u8) -> Self {
        PlainBoard { grid: vec![vec![None; w as usize]; h as usize], ko: None }
    }

    pub fn at(&self, p: Point) -> Option<Color> {
        self.grid[p.y as usize][p.x as usize]
    }

    pub fn beside(&self, p: Point) -> Vec<Point> {
        let steps = [(0, -1), (-1, 0), (1, 0), (0, 1)];
        let places = steps.map(|(dx, dy)| (i32::from(p.x) + dx, i32::from(p.y) + dy));
        let (w, h) = (self.grid[0].len() as i32, self.grid.len() as i32);
        let on = places.into_iter().filter(|&(x, y)| x >= 0 && y >= 0 && x < w && y < h);
        on.map(|(x, y)| Point::new(x as u8, y as u8)).collect()
    }

    /// Stones and liberties of the chain at `p`.
    pub fn chain(&self, p: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let color = self.at(p);
        let (mut stones, mut liberties, mut todo) = (BTreeSet::from([p]), BTreeSet::new(), vec![p]);
        while let Some(q) = todo.pop() {
            for r in self.beside(q) {
                if self.at(r).is_none() {
                    liberties.insert(r);
                } else if self.at(r) == color && stones.insert(r) {
                    todo.push(r);
                }
            }
        }
        (stones, liberties)
    }

    /// Plays and gives the number of stones taken; changes nothing where the move is illegal.
    pub fn play(&mut self, p: Point, color: Color) -> Result<usize, Illegal> {
        if self.at(p).is_some() {
            return Err(Illegal::Occupied);
        }
        if self.ko == Some(p) {
            return Err(Illegal::Ko);
        }
        let before = self.clone();
        self.grid[p.y as usize][p.x as usize] = Some(color);
        let mut taken = BTreeSet::new();
        for q in self.beside(p) {
            if self.at(q) == Some(color.other()) && self.chain(q).1.is_empty() {
                taken.extend(self.chain(q).0);
            }
        }
        for q in &taken {
            self.grid[q.y as usize][q.x as usize] = None;
        }
        let (own, liberties) = self.chain(p);
        if liberties.is_empty() {
            *self = before;
            return Err(Illegal::Suicide);
        }
        let is_ko = taken.len() == 1 && own.len() == 1 && liberties == taken;
        self.ko = if is_ko { taken.first().copied() } else { None };
        Ok(taken.len())
    }
}
