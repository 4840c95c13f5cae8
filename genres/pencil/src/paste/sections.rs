//! Files with `[Puzzle]` and `[State]` sections, as SudoCue and SadMan Software write them: rows of
//! givens, then rows of what stands on the board.

use super::{comment, drawing};
use crate::Sheet;
use tesuji_genre::{Bad, State};

/// The name of a section's heading, if the trimmed line is one.
pub(super) fn name(line: &str) -> Option<&str> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?;
    ["puzzle", "state"].iter().any(|known| name.eq_ignore_ascii_case(known)).then_some(name)
}

/// Is the first line that is no comment the heading of a section?
pub(super) fn is_begun(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !comment::is_comment(line));
    first.is_some_and(|line| name(line).is_some())
}

/// Reads the sections.
pub(super) fn parse(text: &str) -> Result<Sheet, Bad> {
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| !comment::is_comment(line.trim())) {
        match (name(line.trim()), sections.last_mut()) {
            (Some(name), _) => sections.push((name.to_ascii_lowercase(), String::new())),
            (None, Some((_, body))) => {
                body.push_str(line);
                body.push('\n');
            }
            (None, None) => {}
        }
    }
    let of = |name: &str| sections.iter().find(|(n, _)| n == name).map(|(_, body)| body);
    let read = |body: &str| drawing::parse(body).unwrap_or_else(|| Err(drawing::unread(body)));
    let mut sheet = read(of("puzzle").ok_or_else(|| Bad::new("a state without its puzzle"))?)?;
    if let Some(body) = of("state") {
        let at = read(body).map_err(|bad| Bad { at: Some("state".to_string()), ..bad })?;
        if at.givens.len() != sheet.givens.len() {
            return Err(Bad::new("the state has another size than the puzzle").at("state"));
        }
        let mut state = State::default();
        for (cell, (&value, &given)) in at.givens.iter().zip(&sheet.givens).enumerate() {
            if given > 0 && value > 0 && value != given {
                let cell = crate::variant::cell_name(sheet.design.n(), cell);
                return Err(Bad::new("the state has another value than the puzzle gives there").at(cell));
            }
            if value > 0 && given == 0 {
                state.placed.insert(cell as u32, value);
            }
        }
        sheet.state = (state != State::default()).then_some(state);
    }
    Ok(sheet)
}
