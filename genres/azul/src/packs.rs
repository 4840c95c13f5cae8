//! The themed packs: what each is about and what it consists of. `examples/lab/packs.rs` makes them
//! into `data/azul`.

use crate::scenario::Kind;

/// A part of a pack: scenarios of one type at one stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section {
    /// The type that each of its scenarios shows.
    pub kind: Kind,
    /// Stage of the game and of the round, in the words of the genre's option.
    pub stage: &'static str,
    /// How many.
    pub count: u64,
}

/// A pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pack {
    /// Its name: `adjacency`; the file is `pack-adjacency.jsonl`.
    pub name: &'static str,
    /// The lesson of the pack.
    pub about: &'static str,
    /// Its parts.
    pub sections: &'static [Section],
}

const fn section(kind: Kind, stage: &'static str, count: u64) -> Section {
    Section { kind, stage, count }
}

/// All packs. Three are the source document's; the fourth is denial.
pub const PACKS: [Pack; 4] = [
    Pack {
        name: "adjacency",
        about: "neighbours on the wall decide the move",
        sections: &[
            section(Kind::Adjacency, "early/mid", 10),
            section(Kind::Adjacency, "mid/mid", 20),
            section(Kind::Adjacency, "mid/end", 10),
            section(Kind::Adjacency, "late/mid", 20),
        ],
    },
    Pack {
        name: "floor",
        about: "penalties can't be avoided, and which to take decides",
        sections: &[
            section(Kind::FloorDilemma, "any/mid", 20),
            section(Kind::FloorDilemma, "any/end", 20),
            section(Kind::DamageControl, "any/end", 20),
        ],
    },
    Pack {
        name: "end-bonus",
        about: "rows, columns and colours of the end decide the move",
        sections: &[
            section(Kind::EndBonus, "mid/mid", 15),
            section(Kind::EndBonus, "late/mid", 30),
            section(Kind::EndBonus, "late/end", 15),
        ],
    },
    Pack {
        name: "denial",
        about: "what the opponent must not get decides the move",
        sections: &[
            section(Kind::Denial, "early/mid", 10),
            section(Kind::Denial, "mid/mid", 20),
            section(Kind::Denial, "late/mid", 20),
            section(Kind::Denial, "late/end", 10),
        ],
    },
];
