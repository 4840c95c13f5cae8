//! Plain 9×9 grids for the suites that test the solver itself, not a genre.

use std::sync::OnceLock;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, HouseKind, Network, Var};

/// The 9×9 network: rows, then columns, then boxes.
pub fn network() -> &'static Network {
    static NET: OnceLock<Network> = OnceLock::new();
    NET.get_or_init(|| {
        let mut net = Network::with_vars(81, Domain::range(1, 9));
        let row = |i: u32| (0..9).map(|j| Var(i * 9 + j)).collect::<Vec<_>>();
        let column = |i: u32| (0..9).map(|j| Var(j * 9 + i)).collect();
        let region = |i: u32| (0..9).map(|j| Var((i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3)).collect();
        let houses = (0..9).map(|i| (row(i), HouseKind::Line(0)));
        let houses = houses.chain((0..9).map(|i| (column(i), HouseKind::Line(1))));
        let houses = houses.chain((0..9).map(|i| (region(i), HouseKind::Region)));
        for (vars, kind) in houses {
            // The scopes are in range and without repetition by construction.
            let _ = net.add_house(RuleSpec::AllDifferent { vars }, kind);
        }
        net
    })
}

/// The domains of an 81-character line: `1`–`9` givens, `.`, `0` or `_` open.
///
/// # Errors
/// What is wrong, with the column.
pub fn domains(text: &str) -> Result<Vec<Domain>, String> {
    let cells: Result<Vec<Domain>, String> = text
        .chars()
        .enumerate()
        .map(|(i, c)| match c {
            '1'..='9' => Ok(Domain::single(c as u8 - b'0')),
            '.' | '0' | '_' => Ok(Domain::range(1, 9)),
            other => Err(format!("column {}: `{other}` is no cell of a 9×9 grid", i + 1)),
        })
        .collect();
    let cells = cells?;
    if cells.len() == 81 { Ok(cells) } else { Err(format!("a 9×9 grid has 81 cells, this line has {}", cells.len())) }
}
