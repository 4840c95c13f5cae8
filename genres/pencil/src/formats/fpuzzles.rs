//! f-puzzles addresses of the family: regions, givens, diagonals, knights and cages. Documents with
//! other constraints are puzzles of the genre `variant`.

use crate::variant::constraints::{ANTI_KNIGHT, CAGE, DIAGONAL};
use crate::variant::{Constraint, Design, fpuzzles};
use crate::{Sheet, notation, symbols};
use serde_json::json;
use tesuji_genre::{Bad, RULESET, State, UNREAD};
use tesuji_solver::{Domain, Value};

/// The design of a sheet, with its sums, and the values that its cells may have.
pub(super) fn design(sheet: &Sheet) -> (Design, Vec<Domain>) {
    let design = sheet.design.clone().with_sums(&sheet.sums);
    let value = |&v: &Value| if v == 0 { design.values() } else { Domain::single(v) };
    let values = sheet.givens.iter().map(value).collect();
    (design, values)
}

/// Writes an address of f-puzzles, or of SudokuPad. What is filled in stands beside the givens.
pub(super) fn print(sheet: &Sheet, format: &str) -> Result<String, Bad> {
    let (mut design, values) = design(sheet);
    let placed = sheet.state.iter().flat_map(|state| &state.placed);
    let placed = placed.filter(|(cell, _)| sheet.givens.get(**cell as usize) == Some(&0));
    let filled = placed.map(|(&cell, value)| (fpuzzles::name(&design, cell), json!({"value": value}))).collect();
    design.extras.insert("cells".to_string(), serde_json::Value::Object(filled));
    let document = fpuzzles::write(&design, &|_| true, &values)?;
    Ok(fpuzzles::address(&document, format))
}

/// Reads an address or a document; `None` where the text is neither.
pub(crate) fn parse(text: &str) -> Option<Result<Sheet, Bad>> {
    match fpuzzles::document(text) {
        Ok(document) => document.map(|document| read(&document)),
        Err(bad) => Some(Err(bad)),
    }
}

fn read(document: &str) -> Result<Sheet, Bad> {
    let of_document = |bad: Bad| Bad { what: format!("f-puzzles: {}", bad.what), ..bad };
    sheet(fpuzzles::read_up_to(document, symbols::MOST).map_err(of_document)?, "f-puzzles")
}

/// The sheet of what was read from a form of this name.
///
/// # Errors
/// [`Bad`] where it is no puzzle of the family.
pub(crate) fn sheet((read, values, filled): fpuzzles::Read, form: &str) -> Result<Sheet, Bad> {
    let variants = |what: &str| Bad::new(format!("{form}: {what} of --genre variant"));
    let n = read.grid.rows;
    let mut design = match &read.jigsaw {
        None => Design::usual(n)?,
        Some(regions) => {
            let label: Option<Vec<u32>> = regions.iter().map(|region| region.map(u32::from)).collect();
            Design::irregular(n, &label.ok_or_else(|| variants("a cell without a region is one"))?)?
        }
    };
    let (mut rules, mut cages): (Vec<Constraint>, Vec<_>) = (Vec::new(), Vec::new());
    for c in read.constraints {
        if c.is(&CAGE) {
            let sum = c.numbers.first().filter(|sum| **sum != 0).map(|&sum| u16::try_from(sum)).transpose();
            let sum = sum.map_err(|_| Bad::new(format!("{form}: {} is no sum", c.number())).at("killercage"))?;
            cages.push((c.line().to_vec(), sum));
        } else if c.is(&DIAGONAL) || c.is(&ANTI_KNIGHT) {
            rules.push(c);
        } else {
            return Err(variants(&format!("{} is one", c.kind.noun)));
        }
    }
    if rules.iter().filter(|c| c.is(&DIAGONAL)).count() == 1 {
        return Err(variants("one diagonal alone is one").at("diagonal"));
    }
    design.add(&rules);
    let mut sheet = Sheet::new(design);
    for (given, domain) in sheet.givens.iter_mut().zip(&values).filter(|(_, domain)| **domain != read.grid.values()) {
        *given = domain.value().ok_or_else(|| variants("given pencil marks are").at("grid"))?;
    }
    if !cages.is_empty() {
        sheet.set_cages(cages)?;
    }
    let unread = fpuzzles::unread(&read.extras);
    if !unread.is_empty() {
        sheet.notes.insert(UNREAD.to_string(), unread.into());
    }
    if let Some(words) = fpuzzles::ruleset(&read.extras) {
        sheet.notes.insert(RULESET.to_string(), words.into());
    }
    let solution = read.extras.get("solution").and_then(serde_json::Value::as_array);
    let solution = solution.filter(|list| list.len() == n * n).map(|list| {
        let value = |one: &serde_json::Value| one.as_u64().or_else(|| one.as_str()?.parse().ok());
        list.iter()
            .map(|one| value(one).and_then(|v| Value::try_from(v).ok()).filter(|v| usize::from(*v) <= n))
            .collect()
    });
    if let Some(Some(values)) = solution {
        let values: Vec<Value> = values;
        notation::note_solution(&mut sheet, &notation::print_cells(&values));
    }
    let state = State { placed: filled, ..State::default() };
    sheet.state = (!state.placed.is_empty()).then_some(state);
    Ok(sheet)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::constraints::diagonals;
    use tesuji_genre::document::SUDOKUPAD;

    fn again(text: &str, with: impl Fn(&mut Sheet)) {
        let mut sheet = crate::paste::parse(text).unwrap();
        with(&mut sheet);
        let address = print(&sheet, "url").unwrap();
        let read = parse(&address).unwrap().unwrap();
        assert_eq!((&read.design, &read.givens, &read.sums), (&sheet.design, &sheet.givens, &sheet.sums));
        assert_eq!(read.state, sheet.state);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let plain = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        again(plain, |_| {});
        again(plain, |sheet| sheet.design.add(&diagonals()));
        again(plain, |sheet| sheet.design.add(&[Constraint::of(&ANTI_KNIGHT)]));
        again(plain, |sheet| {
            sheet.set_cages(vec![(vec![2, 3], Some(7)), (vec![20, 29], None)]).unwrap();
            sheet.state = Some(State { placed: [(2, 4)].into(), ..State::default() });
        });
        let regions = [0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3];
        let mut sheet = Sheet::new(Design::irregular(4, &regions).unwrap());
        sheet.givens[5] = 3;
        let read = parse(&print(&sheet, SUDOKUPAD).unwrap()).unwrap().unwrap();
        assert_eq!((read.design, read.givens), (sheet.design, sheet.givens));
    }

    #[test]
    fn other_parts_are_named() {
        let grid = "[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]";
        let says = |parts: &str, says: &str| {
            let text = format!("{{\"size\":4,\"grid\":{grid}{parts}}}");
            let why = parse(&text).unwrap().unwrap_err().to_string();
            assert!(why.contains(says), "{why}");
        };
        says(",\"thermometer\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]}]", "thermometer is one of --genre variant");
        says(",\"diagonal+\":true", "one diagonal alone");
        says(",\"killercage\":[{\"cells\":[\"R9C1\"]}]", "R9C1");
        assert!(parse("123412341234").is_none());
    }
}
