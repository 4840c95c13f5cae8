//! Reading position strings.

use super::{Dialect, FIELDS, FenError, Parsed, extension};
use crate::board::{ALL, Point, Set};
use crate::position::{Captures, Colour, End, Phase, Position, StalemateRemoval, Why};
use crate::rules::{self, settled};
use crate::variant::RuleSet;

/// Reads a position string under a rule set.
///
/// # Errors
/// [`FenError`] with the field.
pub fn parse(rules: &RuleSet, text: &str) -> Result<Parsed, FenError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let Some(form) = short_form(&fields) else { return parse_fields(rules, &fields, Vec::new()) };
    let parsed = parse_fields(rules, &form.full, vec![form.what]);
    // The numbers of fields are those of the text.
    parsed.map_err(|e| FenError { field: form.in_text(e.field), ..e })
}

/// Fields about mills, which older writers leave out: from, to, from, to, and those that were formed.
const MILLS: [&str; 5] = ["-1", "-1", "-1", "-1", "0"];

/// A position string of an older form in seventeen fields.
struct ShortForm<'a> {
    full: Vec<&'a str>,
    what: &'static str,
    /// Fields of the text, without extensions.
    plain: usize,
}

impl ShortForm<'_> {
    /// The number in the text of a field of the full form.
    fn in_text(&self, field: usize) -> usize {
        let one_number = usize::from(self.plain == 11);
        match field {
            ..=9 => field,
            10 => 10 - one_number,
            _ => field.saturating_sub(MILLS.len() + one_number),
        }
    }
}

/// The form of a position string of twelve fields (without those about mills), ten (nor the last
/// two), or eleven (without those about mills, and one number of men to take for both sides: it is
/// the mover's); `None` where it is none of them.
fn short_form<'a>(fields: &[&'a str]) -> Option<ShortForm<'a>> {
    let plain = fields.iter().take_while(|f| !f.contains(':')).count();
    let (stones, rest) = (fields.get(..8)?, fields.get(plain..)?);
    let removals: [&str; 2] = match (plain, fields.get(1)?) {
        (10 | 12, _) => [fields[8], fields[9]],
        (11, &"b") => ["0", fields[8]],
        (11, _) => [fields[8], "0"],
        _ => return None,
    };
    let clock: [&str; 2] = if plain == 10 { ["0", "1"] } else { [fields[plain - 2], fields[plain - 1]] };
    let full = [stones, &removals, &MILLS, &clock, rest].concat();
    let what = if plain == 11 { "one number of men to take" } else { "fields of mills left out" };
    Some(ShortForm { full, what, plain })
}

fn parse_fields(rules: &RuleSet, fields: &[&str], mut oddities: Vec<&'static str>) -> Result<Parsed, FenError> {
    if fields.len() < 17 {
        let got = fields.len();
        let shape = shape_of(fields.first().copied().unwrap_or_default());
        let what = format!("17 fields are needed (or 12, 11 or 10, in the old forms), {got} are there{shape}");
        return Err(FenError { field: got + 1, name: FIELDS.get(got).copied().unwrap_or("board"), what });
    }
    let dialect = if fields[17..].contains(&"ids:nodes") { Dialect::Nodes } else { Dialect::Legacy };
    let [white, black, marked] = board(fields[0])?;
    let side = one_of(fields, 1, &[("w", Colour::White), ("b", Colour::Black)])?;
    let mut position = Position::moving([white, black], side);
    position.marked = marked;
    let phases = [
        ("r", Some(Phase::Placing)),
        ("p", Some(Phase::Placing)),
        ("n", Some(Phase::Placing)),
        ("m", Some(Phase::Moving)),
        ("o", None),
    ];
    let phase = one_of(fields, 2, &phases)?;
    position.phase = phase.unwrap_or(Phase::Moving);
    let removing = match fields[3] {
        "r" => true,
        "p" | "s" => false,
        other if phase.is_none() && other.chars().count() == 1 => false,
        other => return Err(at(3, format!("`{other}` is none of p, s, r"))),
    };
    for colour in Colour::BOTH {
        let i = colour.index();
        let on: u8 = number(fields, 4 + 2 * i)?;
        let there = position.on_board(colour);
        if u32::from(on) != there {
            return Err(at(4 + 2 * i, format!("{on} men of {} stated, {there} on the board", colour.name())));
        }
        position.hand[i] = number(fields, 5 + 2 * i)?;
        let total = there + u32::from(position.hand[i]);
        if total > u32::from(rules.men) {
            let what =
                format!("{} has {total} men on the board and in hand, the rules give {}", colour.name(), rules.men);
            return Err(at(5 + 2 * i, what));
        }
    }
    match phase {
        None => position.phase = if position.hand[side.index()] > 0 { Phase::Placing } else { Phase::Moving },
        Some(Phase::Placing) if position.hand[side.index()] == 0 && !removing => {
            return Err(at(2, format!("placing, but {} has no man in hand", side.name())));
        }
        Some(Phase::Moving) if position.hand[side.index()] > 0 => {
            return Err(at(2, format!("moving, but {} has men in hand", side.name())));
        }
        Some(Phase::Moving) if fields[3] == "p" => oddities.push("action p in phase m"),
        Some(Phase::Placing) if fields[3] == "s" => oddities.push("action s in phase p"),
        _ => {}
    }
    for i in 0..2 {
        let signed: i8 = number(fields, 8 + i)?;
        position.removals[i] = signed.unsigned_abs();
        position.remove_own[i] = signed < 0;
        let points = [point(fields, 10 + 2 * i, dialect)?, point(fields, 11 + 2 * i, dialect)?];
        position.last_mill[i] = points[1].map(|to| (points[0], to));
        if points[1].is_none() && points[0].is_some() {
            return Err(at(11 + 2 * i, "a mill from a point, but to none".to_string()));
        }
    }
    position.used_mills = used_mills(fields, dialect)?;
    position.quiet = number(fields, 15)?;
    let move_number: u32 = number(fields, 16)?;
    position.ply = move_number.saturating_sub(1).saturating_mul(2).saturating_add(side.index() as u32);
    if move_number == 0 {
        oddities.push("move number 0");
    }
    extensions(fields, dialect, &mut position, &mut oddities)?;
    due_removals(rules, removing, &mut position, &mut oddities)?;
    if phase.is_none() {
        position.end = Some(End { winner: None, why: Why::Stated });
    }
    Ok(Parsed { position: settled(rules, position), dialect, oddities })
}

/// A hint about a board that is not one, for the error about missing fields.
fn shape_of(text: &str) -> String {
    match board(text) {
        Ok(_) => String::new(),
        Err(e) => format!("; and the board is none: {}", e.what),
    }
}

fn at(index: usize, what: String) -> FenError {
    FenError { field: index + 1, name: FIELDS.get(index).copied().unwrap_or("extension"), what }
}

fn board(text: &str) -> Result<[Set; 3], FenError> {
    let rings: Vec<&str> = text.split('/').collect();
    if rings.len() != 3 {
        return Err(at(0, format!("three rings of 8 points with `/` between them are needed, not {}", rings.len())));
    }
    let mut sets = [0; 3];
    for (ring, text) in rings.iter().enumerate() {
        let points = text.chars().count();
        if points != 8 {
            return Err(at(0, format!("ring {} (`{text}`) has {points} points, not 8", ring + 1)));
        }
        for (step, c) in text.chars().enumerate() {
            let bit = 1 << (8 * ring + step);
            match c {
                'O' => sets[0] |= bit,
                '@' => sets[1] |= bit,
                'X' => sets[2] |= bit,
                '*' => {}
                other => {
                    let what = format!(
                        "`{other}` in ring {} is none of O (White), @ (Black), * (empty), X (marked)",
                        ring + 1
                    );
                    return Err(at(0, what));
                }
            }
        }
    }
    Ok(sets)
}

fn one_of<T: Copy>(fields: &[&str], index: usize, known: &[(&str, T)]) -> Result<T, FenError> {
    known.iter().find(|(name, _)| *name == fields[index]).map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
        at(index, format!("`{}` is none of {}", fields[index], names.join(", ")))
    })
}

fn number<T: std::str::FromStr>(fields: &[&str], index: usize) -> Result<T, FenError> {
    fields[index].parse().map_err(|_| at(index, format!("`{}` is no number that fits", fields[index])))
}

fn point(fields: &[&str], index: usize, dialect: Dialect) -> Result<Option<Point>, FenError> {
    let none = if dialect == Dialect::Nodes { "-1" } else { "0" };
    // Some writers put −1 without saying which numbering they use.
    if fields[index] == none || fields[index] == "-1" {
        return Ok(None);
    }
    extension::point(fields[index], dialect)
        .map(Some)
        .ok_or_else(|| at(index, format!("`{}` is no point ({none} for none)", fields[index])))
}

fn used_mills(fields: &[&str], dialect: Dialect) -> Result<[Set; 2], FenError> {
    let packed: u64 = number(fields, 14)?;
    let mut used = [0; 2];
    for (i, half) in [packed >> 32, packed & 0xffff_ffff].into_iter().enumerate() {
        let set = half >> dialect.shift();
        if set << dialect.shift() != half || set & !u64::from(ALL) != 0 {
            return Err(at(14, format!("{packed} holds bits of no point")));
        }
        used[i] = set as Set;
    }
    Ok(used)
}

fn extensions(
    fields: &[&str],
    dialect: Dialect,
    position: &mut Position,
    oddities: &mut Vec<&'static str>,
) -> Result<(), FenError> {
    for (index, field) in fields.iter().enumerate().skip(17) {
        let Some((label, text)) = field.split_once(':') else {
            return Err(at(index, format!("`{field}` is no extension")));
        };
        let both = |text| extension::targets(text, dialect, index + 1);
        match label {
            "ids" if text == "nodes" => {}
            "ids" => return Err(at(index, format!("unknown numbering `{text}`"))),
            "c" => both(text)?.into_iter().zip(&mut position.captures).for_each(|(t, c)| c.custodian = t),
            "i" => both(text)?.into_iter().zip(&mut position.captures).for_each(|(t, c)| c.intervention = t),
            "l" => both(text)?.into_iter().zip(&mut position.captures).for_each(|(t, c)| c.leap = t),
            "p" => {
                let found = extension::point(text, dialect);
                position.preferred = Some(found.ok_or_else(|| at(index, format!("`{text}` is no point")))?);
            }
            "s" => {
                position.stalemate_removal = match text {
                    "0" => StalemateRemoval::None,
                    "1" => StalemateRemoval::ThenMove,
                    "2" => StalemateRemoval::Both,
                    _ => return Err(at(index, format!("`{text}` is none of 0, 1, 2"))),
                }
            }
            _ => oddities.push("unknown extension"),
        }
    }
    Ok(())
}

/// Fills in what the counts leave out, and refuses removals of men that aren't there.
fn due_removals(
    rules: &RuleSet,
    removing: bool,
    position: &mut Position,
    oddities: &mut Vec<&'static str>,
) -> Result<(), FenError> {
    let side = position.side.index();
    let captures: Captures = position.captures[side];
    if removing && position.removals[side] == 0 {
        if position.removals[side ^ 1] > 0 {
            let what = format!("{} is to remove, but only the other side has men to take", position.side.name());
            return Err(at(3, what));
        }
        position.removals[side] = captures.count().max(1);
        oddities.push("removal without a count");
    }
    if position.removals[side] > 0 && !removing {
        return Err(at(8 + side, format!("{} has men to take, but the action is not r", position.side.name())));
    }
    position.mill_removal = position.removals.iter().any(|&n| n > 0) && captures.count() == 0;
    if position.must_remove() && rules::removable(rules, position) == 0 {
        return Err(at(3, "no man can be taken".to_string()));
    }
    Ok(())
}
