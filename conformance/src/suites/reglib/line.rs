//! Reads a line of the library.

use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Conflict, Domain, HouseKind, Literal, Network, NetworkError, Store, Value, Var};

/// A line, read.
#[derive(Debug)]
pub struct Line {
    /// The technique's code.
    pub code: String,
    /// The variant, empty when there is none.
    pub variant: String,
    /// Digits that the instance is about; empty: any.
    pub digits: Domain,
    /// 81 cells: digit and whether it is a given.
    pub cells: Vec<Option<(Value, bool)>>,
    /// Candidates deleted beforehand.
    pub deleted: Vec<Literal>,
    /// Expected eliminations, sorted.
    pub eliminations: Vec<Literal>,
    /// Expected placements, sorted.
    pub placements: Vec<Literal>,
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong, with the field's number from 1.
    pub fn read(text: &str) -> Result<Line, String> {
        let mut fields: Vec<&str> = text.trim().split(':').collect();
        if fields.len() < 5 {
            return Err(format!("{} fields, at least 5 expected", fields.len()));
        }
        // A case that must find nothing may end early.
        fields.resize(fields.len().max(8), "");
        let (code, variant) = fields[1].split_once('-').unwrap_or((fields[1], ""));
        let mut eliminations = literals(fields[5], 5)?;
        let mut placements = literals(fields[6], 6)?;
        eliminations.sort_unstable();
        placements.sort_unstable();
        Ok(Line {
            code: code.to_string(),
            variant: variant.to_string(),
            digits: fields[2]
                .chars()
                .map(|c| digit(c).ok_or(format!("field 2: `{c}` is no digit")))
                .collect::<Result<_, _>>()?,
            cells: grid(fields[3])?,
            deleted: literals(fields[4], 4)?,
            eliminations,
            placements,
        })
    }

    /// The puzzle of the givens.
    ///
    /// # Errors
    /// Never for a line that was read; the network's own check.
    pub fn network(&self) -> Result<Network, NetworkError> {
        let mut net = Network::with_vars(81, Domain::range(1, 9));
        let mut house = |kind, cells: &dyn Fn(u32) -> u32| {
            net.add_house(RuleSpec::AllDifferent { vars: (0..9).map(|i| Var(cells(i))).collect() }, kind)
        };
        for h in 0..9 {
            house(HouseKind::Line(0), &|i| h * 9 + i)?;
        }
        for h in 0..9 {
            house(HouseKind::Line(1), &|i| i * 9 + h)?;
        }
        for h in 0..9 {
            house(HouseKind::Region, &|i| (h / 3 * 3 + i / 3) * 9 + h % 3 * 3 + i % 3)?;
        }
        for (i, cell) in self.cells.iter().enumerate() {
            if let Some((value, true)) = cell {
                net.set_domain(Var(i as u32), Domain::single(*value));
            }
        }
        Ok(net)
    }

    /// The candidate state: all values written down, the deleted candidates gone.
    ///
    /// # Errors
    /// [`Conflict`] when the state contradicts itself.
    pub fn store<'n>(&self, net: &'n Network) -> Result<Store<'n>, Conflict> {
        let mut at = Store::new(net);
        for (i, cell) in self.cells.iter().enumerate() {
            if let Some((value, _)) = *cell {
                at.place(Literal { var: Var(i as u32), value })?;
            }
        }
        for l in &self.deleted {
            at.remove(l.var, Domain::single(l.value))?;
        }
        Ok(at)
    }
}

fn digit(c: char) -> Option<Value> {
    c.to_digit(10).filter(|&d| d > 0).map(|d| d as Value)
}

fn grid(text: &str) -> Result<Vec<Option<(Value, bool)>>, String> {
    let mut cells = Vec::with_capacity(81);
    let mut given = true;
    for c in text.chars() {
        match c {
            '+' if given => given = false,
            '.' | '0' if given => cells.push(None),
            _ => {
                let value = digit(c).ok_or(format!("field 3: `{c}` at cell {}", cells.len() + 1))?;
                cells.push(Some((value, given)));
                given = true;
            }
        }
    }
    if cells.len() == 81 { Ok(cells) } else { Err(format!("field 3: {} cells, 81 expected", cells.len())) }
}

fn literals(text: &str, field: usize) -> Result<Vec<Literal>, String> {
    text.split_whitespace()
        .map(|word| {
            let digits: Option<Vec<Value>> = word.chars().map(digit).collect();
            match digits.as_deref() {
                Some(&[value, row, column]) => {
                    let var = Var((u32::from(row) - 1) * 9 + u32::from(column) - 1);
                    Ok(Literal { var, value })
                }
                _ => Err(format!("field {field}: `{word}` is no candidate (digit, row, column)")),
            }
        })
        .collect()
}

/// The library's spelling of a candidate.
pub fn spell(l: Literal) -> String {
    format!("{}{}{}", l.value, l.var.0 / 9 + 1, l.var.0 % 9 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_refuses() {
        let grid = format!("+1.2{}", ".".repeat(78));
        let line = Line::read(&format!(":0610-x:12:{grid}:311 499:558:::")).unwrap();
        assert_eq!((line.code.as_str(), line.variant.as_str(), line.digits), ("0610", "x", Domain(0b110)));
        assert_eq!(line.cells[..3], [Some((1, false)), None, Some((2, true))]);
        assert_eq!(line.eliminations, [Literal { var: Var(4 * 9 + 7), value: 5 }]);
        assert_eq!(spell(line.deleted[1]), "499");
        for bad in [
            ":0100:1:123:::::".to_string(),
            ":0100:1:123:".to_string(),
            ":0100".to_string(),
            format!(":0100:1:{grid}:12:::::"),
            format!(":0100:1:{grid}::000::::"),
            format!(":0100:z:{grid}::::::"),
            format!(":0100:1:+{grid}::::::"),
        ] {
            assert!(Line::read(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_state_strikes_placed_values_and_deleted_candidates() {
        let line = Line::read(&format!(":0100::1.+2{}:311::::", ".".repeat(78))).unwrap();
        // The deleted candidate stands in a given cell: nothing to strike, no contradiction.
        let net = line.network().unwrap();
        let at = line.store(&net).unwrap();
        assert_eq!(at.domain(Var(1)), Domain::range(3, 9));
        assert!(at.is_placed(Var(0)) && at.is_placed(Var(2)) && !at.is_placed(Var(1)));
        assert_eq!(net.domains()[2], Domain::range(1, 9), "a placed value is no given");
        let twice = Line::read(&format!(":0100::1.1{}:::::", ".".repeat(78))).unwrap();
        let net = twice.network().unwrap();
        assert!(twice.store(&net).is_err());
    }
}
