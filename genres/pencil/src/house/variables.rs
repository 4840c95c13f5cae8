//! The variables that a genre gives to places.

use crate::board::{Board, Place};
use std::collections::BTreeMap;
use tesuji_solver::{Domain, Var};

/// The places that carry variables, both ways.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    places: Vec<Place>,
    domains: Vec<Domain>,
    /// By number of the cell, and of the edge.
    cells: Vec<Option<Var>>,
    edges: Vec<Option<Var>>,
    others: BTreeMap<Place, Var>,
}

impl Variables {
    /// Gives a place a variable with these values; a place that has one loses the others.
    pub fn add(&mut self, place: Place, domain: Domain) -> Var {
        if let Some(var) = self.get(place) {
            self.domains[var.index()] &= domain;
            return var;
        }
        let var = Var(self.places.len() as u32);
        self.places.push(place);
        self.domains.push(domain);
        let numbered = match place {
            Place::Cell(cell) => Some((&mut self.cells, usize::from(cell))),
            Place::Edge(edge) => Some((&mut self.edges, usize::from(edge))),
            _ => None,
        };
        match numbered {
            Some((list, number)) => {
                list.resize(list.len().max(number + 1), None);
                list[number] = Some(var);
            }
            None => drop(self.others.insert(place, var)),
        }
        var
    }

    /// Gives all cells in play a variable.
    pub fn cells(&mut self, board: &Board, domain: Domain) {
        for cell in board.cells() {
            self.add(Place::Cell(cell as u16), domain);
        }
    }

    /// Gives all edges a variable.
    pub fn edges(&mut self, board: &Board, domain: Domain) {
        for edge in 0..board.edges() {
            self.add(Place::Edge(edge as u16), domain);
        }
    }

    /// Gives all edges between two cells in play a variable.
    pub fn inner_edges(&mut self, board: &Board, domain: Domain) {
        for edge in board.inner_edges() {
            self.add(Place::Edge(edge as u16), domain);
        }
    }

    /// The variable of a place, if it has one.
    pub fn get(&self, place: Place) -> Option<Var> {
        match place {
            Place::Cell(cell) => self.cells.get(usize::from(cell)).copied().flatten(),
            Place::Edge(edge) => self.edges.get(usize::from(edge)).copied().flatten(),
            _ => self.others.get(&place).copied(),
        }
    }

    /// The place of a variable.
    pub fn place(&self, var: Var) -> Option<Place> {
        self.places.get(var.index()).copied()
    }

    /// The places, by variable.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The domains, by variable.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
    }
}
