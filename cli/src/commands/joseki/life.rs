//! Life and death for the GTP engine: GoGui's analyze commands about the chain at a point.

use tesuji_go::{Analysis, Board, Color, Point};
use tesuji_joseki::gtp::{Extra, Reply};
use tesuji_joseki::{board, point};
use tesuji_solver::Limits;

/// Positions that a command visits by default, for an enclosed chain and for one in the open, where
/// a position costs tenfold: about a second.
const NODES: [u64; 2] = [500_000, 50_000];
/// The largest number that a command takes.
const MOST: u64 = 100_000_000;

/// The commands.
pub const COMMANDS: [Extra; 3] = [
    Extra {
        name: "tesuji-life_status",
        analyze: "string/Life and Death/tesuji-life_status %p/What comes of the chain at a point, for each side first",
        run: |board, args| read(board, args, |asked, limits| asked.status(limits).map(|s| s.to_string())),
    },
    Extra {
        name: "tesuji-life_keys",
        analyze: "gfx/Life: Key Moves/tesuji-life_keys %p/Right first moves of Black (circles) and White (triangles)",
        run: |board, args| read(board, args, |asked, limits| asked.keys(limits).map(|k| k.to_string())),
    },
    Extra {
        name: "tesuji-life_zone",
        analyze: "gfx/Life: Proof Zone/tesuji-life_zone %p/Points that the proofs speak of, Black first and White first",
        run: |board, args| read(board, args, |asked, limits| asked.zone(limits).map(|z| z.to_string())),
    },
];

/// Reads `POINT [POSITIONS]` and asks.
fn read(
    board: &board::Board,
    args: &[String],
    ask: fn(&Analysis, &Limits) -> Result<String, tesuji_go::Fault>,
) -> Reply {
    let wanted = || format!("syntax error: positions to visit are a number from 1 to {MOST}");
    let (at, nodes) = match args {
        [at] => (at, None),
        [at, nodes] => (at, Some(nodes.parse().ok().filter(|n| (1..=MOST).contains(n)).ok_or_else(wanted)?)),
        [] => return Err("syntax error: a point is expected, such as F5".to_string()),
        [_, _, more, ..] => {
            return Err(format!("syntax error: a point and a number are all it takes, not {more:?} too"));
        }
    };
    let size = board.size();
    let point = |p: point::Point| Point::new(p.x, size - 1 - p.y);
    let color = |c| match c {
        point::Color::Black => Color::Black,
        point::Color::White => Color::White,
    };
    let at = point::Point::read(at, size).ok_or_else(|| format!("syntax error: {at:?} is no point of the board"))?;
    let stones = point::Point::all(size).filter_map(|p| Some((point(p), color(board.at(p)?))));
    let mut position = Board::set_up(size, size, stones).map_err(|e| e.to_string())?;
    position.set_ko(board.ko().map(point));
    let asked = Analysis::of(&position, point(at), color(board.to_play())).map_err(|e| e.to_string())?;
    let nodes = nodes.unwrap_or(NODES[usize::from(asked.question().is_open())]);
    ask(&asked, &Limits::default().with_nodes(nodes)).map_err(|e| e.to_string())
}
