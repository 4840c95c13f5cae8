//! Names that programs and people give to the parts of a puzzle.

/// A part of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Part {
    /// The cells.
    Grid,
    /// A label of its region for each cell.
    Regions,
    /// Clues beside the rows.
    Rows,
    /// Clues above the columns.
    Columns,
    /// Numbers above the columns.
    Top,
    /// Numbers below the columns.
    Bottom,
    /// Numbers left of the rows.
    Left,
    /// Numbers right of the rows.
    Right,
    /// The cages, each with its result.
    Cages,
    /// The number of stars of a line.
    Stars,
    /// The side of a square.
    Side,
    /// Columns.
    Width,
    /// Rows.
    Height,
    /// The stored solution.
    Solution,
    /// Cells of a region.
    RegionSize,
    /// Monsters of a kind.
    Ghosts,
    /// The same.
    Vampires,
    /// The same.
    Zombies,
}

const PARTS: &[(Part, &[&str])] = &[
    (
        Part::Grid,
        &[
            "grid", "board", "puzzle", "problem", "cells", "cell", "field", "map", "matrix", "givens", "given",
            "clues", "clue", "numbers", "initial", "start", "input", "values", "value", "data", "state", "task",
            "question", "tiles", "layout", "islands", "trees", "walls", "circles", "pearls", "hints", "arr", "array",
            "a", "g", "b", "m", "instance", "example", "test", "level", "contents",
        ],
    ),
    (
        Part::Regions,
        &[
            "region",
            "regions",
            "area",
            "areas",
            "room",
            "rooms",
            "zone",
            "zones",
            "block",
            "blocks",
            "shape",
            "shapes",
            "group",
            "groups",
            "color",
            "colors",
            "colour",
            "colours",
            "colorregions",
            "colourregions",
            "box",
            "boxes",
            "regionmap",
            "regiongrid",
            "territories",
            "dominoes",
            "rules",
            "partition",
            "labels",
        ],
    ),
    (Part::Rows, &["row", "rows", "hor", "horizontal", "horizontals", "horiz"]),
    (Part::Columns, &["col", "cols", "column", "columns", "ver", "vert", "vertical", "verticals"]),
    (Part::Top, &["top", "north", "above", "upper", "up"]),
    (Part::Bottom, &["bottom", "south", "below", "lower", "down"]),
    (Part::Left, &["left", "west"]),
    (Part::Right, &["right", "east"]),
    (Part::Cages, &["cage", "cages"]),
    (
        Part::Stars,
        &["star", "stars", "starcount", "numstars", "nstars", "starsperline", "starsperrow", "starsperregion"],
    ),
    (Part::Side, &["size", "n", "dimension", "dimensions", "gridsize", "boardsize", "side", "sidelength"]),
    (Part::Width, &["width", "w", "numcols", "ncols", "colcount", "columncount", "numcolumns"]),
    (Part::Height, &["height", "h", "numrows", "nrows", "rowcount"]),
    (Part::Solution, &["solution", "solutions", "answer", "answers", "goal", "expected", "solved", "output", "target"]),
    (Part::RegionSize, &["regionsize", "areasize", "cellsperregion", "k"]),
    (Part::Ghosts, &["ghost", "ghosts"]),
    (Part::Vampires, &["vampire", "vampires"]),
    (Part::Zombies, &["zombie", "zombies"]),
];

/// Words behind the name of a part that say no more.
const ENDS: &[&str] = &[
    "clues",
    "clue",
    "hints",
    "hint",
    "constraints",
    "constraint",
    "counts",
    "sums",
    "sum",
    "totals",
    "total",
    "numbers",
    "values",
    "targets",
    "keys",
    "rules",
    "runs",
    "data",
    "views",
    "labels",
];

/// The part that a name is of.
pub(crate) fn part(name: &str) -> Option<Part> {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let known = |name: &str| PARTS.iter().find(|(_, names)| names.contains(&name)).map(|(part, _)| *part);
    known(&name)
        .or_else(|| ENDS.iter().find_map(|end| name.strip_suffix(end).filter(|n| !n.is_empty()).and_then(known)))
}

#[cfg(test)]
mod tests {
    use super::{Part, part};

    #[test]
    fn names_of_many_programs_are_known() {
        for (name, wanted) in [
            ("ver", Part::Columns),
            ("hor", Part::Rows),
            ("rowClues", Part::Rows),
            ("col_clues", Part::Columns),
            ("columnHints", Part::Columns),
            ("colorRegions", Part::Regions),
            ("board", Part::Grid),
        ] {
            assert_eq!(part(name), Some(wanted), "{name}");
        }
        assert_eq!(part("xyz"), None);
    }
}
