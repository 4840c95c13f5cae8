//! The description of a game: its root as it is written, and its record.

use super::super::handicap;
use super::{Builder, Rebuilt};
use crate::normal as values;
use crate::props::{is_markup, is_standard};
use crate::record::{GameRecord, Player, ResultRecord, Setup, Source};
use std::collections::BTreeMap;
use tesuji_sgf::{Color, Node, Point, Value};

impl Builder<'_> {
    /// Tells a handicap that the stones and the first moves contradict, and writes the one that
    /// they show.
    pub(super) fn check_handicap(&mut self, root: Node<'_>) {
        let stated = self.info.get("HA").and_then(|t| t.parse().ok());
        let Some(wrong) = handicap::correction(stated, &self.stones, &self.moves, self.size) else { return };
        let mut why = wrong.why;
        if let Some(n) = wrong.handicap {
            let top = self.sgf.roots().next().map(|r| r.id());
            if let Some(top) = top {
                self.sgf.set(top, "HA", &n.to_string());
            }
            self.info.insert("HA".to_string(), n.to_string());
            let komi = self.info.get("KM").and_then(|t| values::komi(t)).filter(|k| k.points > 1.0);
            if let Some(komi) = komi {
                why = format!("{why}; KM[{}] is that of an even game and may be wrong", komi.points);
            }
        }
        self.find("handicap", root.get("HA").and_then(Value::offset).or(root.offset()), why);
    }

    pub(super) fn finish(mut self) -> Rebuilt {
        let Some(top) = self.sgf.roots().next().map(|r| r.id()) else {
            unreachable!("the root was added first");
        };
        // The description first, then what it held else, then the stones.
        let rest: Vec<(String, Vec<Vec<u8>>)> = {
            let root = self.sgf.node(top);
            root.properties().map(|p| (p.name().into_owned(), p.values().map(|v| v.raw().to_vec()).collect())).collect()
        };
        self.sgf.clear(top);
        for (name, value) in [("FF", "4"), ("CA", "UTF-8"), ("GM", "1"), ("SZ", &self.size.to_string())] {
            self.sgf.add(top, name, value);
        }
        for (name, list) in &rest {
            list.iter().for_each(|v| self.sgf.add_raw(top, name, v));
        }
        for name in ["BR", "WR"] {
            if let Some(rank) = self.info.get(name)
                && !self.sgf.node(top).has(name)
            {
                let rank = rank.clone();
                self.sgf.add(top, name, &rank);
            }
        }
        let stones =
            |color: Color| -> Vec<Point> { self.stones.iter().filter(|s| *s.1 == color).map(|s| *s.0).collect() };
        let (black, white) = (stones(Color::Black), stones(Color::White));
        black.iter().for_each(|&p| self.sgf.add_point(top, "AB", p));
        white.iter().for_each(|&p| self.sgf.add_point(top, "AW", p));
        let letters = |list: &[Point]| list.iter().map(ToString::to_string).collect();
        let mut info = self.info;
        let mut take = |name: &str| info.remove(name).filter(|t| !t.is_empty());
        let player = |name, rank, team| Player { name, rank, team };
        let black_player = player(take("PB"), take("BR"), take("BT"));
        let white_player = player(take("PW"), take("WR"), take("WT"));
        let result = take("RE").and_then(|t| values::result(&t)).map(|r| ResultRecord {
            text: r.to_string(),
            winner: r.winner.map(|c| c.letter().to_string()),
            points: match r.how {
                values::How::Points(points) => Some(points),
                _ => None,
            },
        });
        let komi = take("KM").and_then(|t| values::komi(&t)).filter(|k| k.change.is_none()).map(|k| k.points);
        let to_play = take("PL").and_then(|t| Color::read(t.as_bytes())).map(|c| c.letter().to_string());
        let (rules, date) = (take("RU"), take("DT"));
        let handicap = take("HA").and_then(|t| t.parse().ok());
        info.retain(|name, text| is_standard(name) && !is_markup(name) && !text.is_empty() && !per_move(name));
        if let Some(program) = info.get_mut("AP") {
            *program = program.replace('\u{1}', ":");
        }
        let record = GameRecord {
            hash: None,
            tree: None,
            source: Source { charset: self.charset.unwrap_or_else(|| "UTF-8".to_string()), ..Source::default() },
            sgf: None,
            unwritten: None,
            category: self.options.category,
            licence: self.options.licence.clone(),
            width: self.size.width,
            height: self.size.height,
            black: black_player,
            white: white_player,
            komi,
            rules,
            result,
            date,
            info,
            handicap,
            setup: Setup { black: letters(&black), white: letters(&white) },
            to_play,
            moves: self.moves,
            illegal: None,
            nodes: self.sgf.nodes().count(),
            leaves: self.sgf.nodes().filter(|n| n.first_child().is_none()).count(),
            repairs: BTreeMap::new(),
        };
        Rebuilt { sgf: self.sgf, record, findings: self.findings, places: self.places, cut: self.cut }
    }
}

/// Properties that belong to a move or a node rather than to the game.
fn per_move(name: &str) -> bool {
    const NODE: [&str; 29] = [
        "N", "BL", "WL", "OB", "OW", "MN", "KO", "V", "DM", "GB", "GW", "HO", "UC", "BM", "DO", "IT", "TE", "FG", "PM",
        "ST", "CH", "SI", "TC", "OM", "OP", "OV", "LT", "ID", "EX",
    ];
    NODE.contains(&name)
}
