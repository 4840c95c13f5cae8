//! puzz.link addresses: `…?sudoku/columns/rows/cells`.

use super::only_boxes;
use crate::Sheet;
use crate::codec::variant_rules;
use crate::variant::{Design, cell_name};
use tesuji_genre::Bad;
use tesuji_solver::Value;

/// Reads an address.
pub(crate) fn parse(text: &str) -> Result<Sheet, Bad> {
    let (text, note) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let start = text.rfind('?').map_or(0, |i| i + 1);
    let mut fields = text[start..].split('/');
    let name = fields.next().unwrap_or("");
    if name != "sudoku" {
        return Err(Bad::new(format!("a puzz.link address of {name:?}, not of sudoku")).column(start + 1));
    }
    if fields.clone().any(|f| f.starts_with("v:")) {
        return Err(variant_rules().column(start + name.len() + 2));
    }
    let mut size = || fields.next().and_then(|f| f.parse::<usize>().ok());
    let (Some(cols), Some(rows)) = (size(), size()) else {
        return Err(Bad::new("columns and rows are expected after the name").column(start + name.len() + 2));
    };
    if cols != rows {
        return Err(Bad::new(format!("{cols} columns and {rows} rows make no sudoku")).column(start + name.len() + 2));
    }
    let body = fields.next().unwrap_or("");
    let mut sheet = Sheet::new(Design::usual(cols)?);
    let n = sheet.design.n();
    let shift = text.chars().count() - body.chars().count();
    let chars: Vec<char> = body.chars().collect();
    let (mut i, mut cell) = (0, 0);
    while let Some(&c) = chars.get(i) {
        let column = shift + i + 1;
        let digits = match c {
            '-' => 2,
            '+' => 3,
            _ => 0,
        };
        let value = if digits > 0 {
            let hex: String = chars.iter().skip(i + 1).take(digits).collect();
            i += digits;
            u32::from_str_radix(&hex, 16).ok().filter(|_| hex.len() == digits)
        } else if c == '.' {
            Some(0)
        } else if ('g'..='z').contains(&c) {
            cell += c as usize - 'f' as usize;
            i += 1;
            continue;
        } else {
            c.to_digit(16)
        };
        i += 1;
        let Some(value) = value else {
            return Err(Bad::new(format!("symbol {c:?} is no number and no gap")).column(column));
        };
        let Some(slot) = sheet.givens.get_mut(cell) else {
            return Err(Bad::new(format!("more than {} cells", n * n)).column(column));
        };
        if value as usize > n {
            return Err(Bad::new(format!("{value}: 1 to {n} is expected")).column(column).at(cell_name(n, cell)));
        }
        *slot = value as Value;
        cell += 1;
    }
    if cell > n * n {
        return Err(Bad::new(format!("more than {} cells", n * n)).column(shift + i.min(chars.len()) + 1));
    }
    if !note.trim().is_empty() {
        sheet.notes.insert("note".to_string(), note.trim().into());
    }
    Ok(sheet)
}

/// Writes an address.
pub(super) fn print(sheet: &Sheet) -> Result<String, Bad> {
    only_boxes(sheet, "puzz.link")?;
    let n = sheet.design.n();
    let mut text = format!("https://puzz.link/p?sudoku/{n}/{n}/");
    let mut gap = 0u8;
    let flush = |gap: &mut u8, text: &mut String| {
        if *gap > 0 {
            text.push(char::from(b'f' + *gap));
            *gap = 0;
        }
    };
    for &value in &sheet.givens {
        if value == 0 {
            gap += 1;
            if gap == 20 {
                flush(&mut gap, &mut text);
            }
            continue;
        }
        flush(&mut gap, &mut text);
        if value < 16 {
            text += &format!("{value:x}");
        } else {
            text += &format!("-{value:02x}");
        }
    }
    flush(&mut gap, &mut text);
    Ok(text)
}
