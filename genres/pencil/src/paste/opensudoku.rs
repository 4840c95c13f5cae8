//! OpenSudoku's files: XML whose `game` elements have the cells in their `data`.

use super::drawing;
use crate::Sheet;
use tesuji_genre::clue::Found;
use tesuji_genre::{Bad, State};
use tesuji_solver::Value;

/// Reads a file; `false` when the text is none.
pub(crate) fn document(text: &str, found: &mut dyn FnMut(Found<Sheet>)) -> bool {
    if !text.trim_start().starts_with('<') || !text.contains("<opensudoku") {
        return false;
    }
    for (at, _) in text.match_indices("<game") {
        let line = text[..at].matches('\n').count() as u64 + 1;
        let element = text[at..].split('>').next().unwrap_or("");
        let read = data(element).ok_or_else(|| Bad::new("a game without data")).and_then(|data| cells(&data));
        found(read.map(|sheet| (sheet, Some(line))).map_err(|bad| bad.line(line)));
    }
    true
}

/// The value of the element's attribute `data`.
fn data(element: &str) -> Option<String> {
    let (_, after) = element.split_once("data=")?;
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let value = after[1..].split(quote).next()?;
    Some(value.replace("&#10;", "\n").replace("&#xA;", "\n"))
}

/// The cells: a symbol each, or after a line with a version, several fields each: the value first,
/// and last whether it can be changed.
fn cells(data: &str) -> Result<Sheet, Bad> {
    let Some((_, body)) = data.trim().strip_prefix("version:").and_then(|rest| rest.trim().split_once(['\n', ' ']))
    else {
        return drawing::parse(data).unwrap_or_else(|| Err(drawing::unread(data)));
    };
    let fields: Vec<&str> = body.trim().trim_end_matches('|').split('|').collect();
    let each = fields.len() / 81;
    if each < 2 || fields.len() != each * 81 {
        return Err(Bad::new(format!("{} fields are not as many for each of 81 cells", fields.len())).at("data"));
    }
    let mut sheet = Sheet::new(crate::variant::Design::usual(9)?);
    let mut state = State::default();
    for (cell, of) in fields.chunks(each).enumerate() {
        let at = || crate::variant::cell_name(9, cell);
        let value = of[0].trim().parse::<Value>().ok().filter(|v| *v <= 9);
        let value = value.ok_or_else(|| Bad::new(format!("{:?}: 0 to 9 is expected", of[0])).at(at()))?;
        if value > 0 && of[each - 1].trim() == "0" {
            sheet.givens[cell] = value;
        } else if value > 0 {
            state.placed.insert(cell as u32, value);
        }
    }
    sheet.state = (state != State::default()).then_some(state);
    Ok(sheet)
}
