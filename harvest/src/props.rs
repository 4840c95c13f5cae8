//! Which properties there are, and what their values look like.

/// The kind of a property's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Points and rectangles: nothing to decode.
    Points,
    /// A point or a word, a colon, and text.
    Pair,
    /// A line of text, a number, a code.
    Line,
    /// Text of several lines.
    Text,
}

/// Properties of markup: they change nothing on the board.
const MARKUP: [&str; 20] = [
    "AR", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TR", "TB", "TW", "VW", "FG", "PM", "L", "M", "RG", "SC", "SE",
    "EL",
];

/// The other properties of FF\[1\] to FF\[4\], those of Go among the games' own.
const OTHER: [&str; 67] = [
    "AB", "AE", "AN", "AP", "AW", "B", "BL", "BM", "BR", "BT", "C", "CA", "CP", "DM", "DO", "DT", "EV", "FF", "GB",
    "GC", "GM", "GN", "GW", "HA", "HO", "IT", "KM", "KO", "MN", "N", "OB", "ON", "OT", "OW", "PB", "PC", "PL", "PW",
    "RE", "RO", "RU", "SO", "ST", "SZ", "TE", "TM", "UC", "US", "V", "W", "WL", "WR", "WT", // FF[1] to FF[3]
    "BS", "CH", "CO", "EX", "ID", "LT", "OM", "OP", "OV", "SI", "TC", "WS", "IS", "SK",
];

/// Is it a property of the standard, in any version?
pub(crate) fn is_standard(name: &str) -> bool {
    MARKUP.contains(&name) || OTHER.contains(&name)
}

/// Is it markup?
pub(crate) fn is_markup(name: &str) -> bool {
    MARKUP.contains(&name)
}

/// The shape of its values.
pub(crate) fn shape(name: &str) -> Shape {
    match name {
        "CR" | "DD" | "MA" | "SL" | "SQ" | "TR" | "TB" | "TW" | "VW" | "L" | "M" => Shape::Points,
        "AP" | "AR" | "LB" | "LN" | "FG" => Shape::Pair,
        "C" | "GC" => Shape::Text,
        _ if is_standard(name) => Shape::Line,
        _ => Shape::Text,
    }
}

/// May it have several values?
pub(crate) fn is_list(name: &str) -> bool {
    shape(name) == Shape::Points || matches!(name, "AR" | "LB" | "LN" | "AB" | "AW" | "AE") || !is_standard(name)
}
