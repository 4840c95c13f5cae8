//! Images of designs under maps of their cells.

use super::constraint::{Constraint, Maps};
use super::constraints::DIAGONAL;
use super::design::{Design, renumbered};

/// A map of cells: where each target cell comes from.
pub type Map = Vec<usize>;

impl Design {
    /// The image of the design; `None` where boxes would change their shape, or a constraint has no
    /// image that is known. Constraints that are read in any order are sorted.
    pub fn image(&self, map: &Map) -> Option<Design> {
        let owners = self.owners();
        let moved: Vec<Option<usize>> = map.iter().map(|&from| owners[from]).collect();
        if self.jigsaw.is_none() && renumbered(&moved) != renumbered(&owners) {
            return None;
        }
        let regions = self.jigsaw.as_ref().map(|own| map.iter().map(|&from| own[from]).collect::<Vec<_>>());
        let mut made = Design { jigsaw: regions.map(|regions| renumbered(&regions)), ..self.clone() };
        if made.box_shape() != self.box_shape() {
            return None;
        }
        let mut to = vec![0; map.len()];
        for (target, &from) in map.iter().enumerate() {
            to[from] = target as u32;
        }
        made.constraints = self.constraints.iter().map(|c| self.moved(c, &to)).collect::<Option<_>>()?;
        made.constraints.sort();
        Some(made)
    }

    /// The image of a constraint; `to` is where each cell goes.
    fn moved(&self, c: &Constraint, to: &[u32]) -> Option<Constraint> {
        let mut moved = c.clone();
        match c.kind.symmetry.maps {
            Maps::Unknown => return None,
            Maps::Grid => {}
            // One of them alone may lie on the other one.
            Maps::Diagonals => {
                let has = |slope: &str| self.constraints.iter().any(|c| c.is(&DIAGONAL) && c.text == slope);
                (has("1") && has("-1")).then_some(())?;
            }
            Maps::Cells | Maps::Sets => {
                for cell in moved.cells.iter_mut().flatten() {
                    *cell = *to.get(*cell as usize)?;
                }
            }
        }
        if c.kind.symmetry.maps == Maps::Sets {
            moved.cells.iter_mut().for_each(|cells| cells.sort_unstable());
        }
        Some(moved)
    }
}
