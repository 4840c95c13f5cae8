//! Tracks: lay one track between the two stations on the frame; numbers count the cells of their
//! lines that it passes.

use super::{listed, places, shapes};
use crate::board::{Board, Direction, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::{AllEdgeClues, Codec, Filled, Hexadecimal, LineCounts, Puzzle};
use crate::house::{Class, Edit, Pencil, PencilGenre, Rules, TathamId, Values, Variables};
use crate::scene::{Scene, Stroke};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value, Var};

/// One track between stations.
#[derive(Debug)]
pub struct Tracks;

/// The genre.
pub static TRACKS: Pencil = Pencil::of::<Tracks>();

const NO_LINE: Value = 0;
const LINE: Value = 1;
const EMPTY: Value = 2;
const PASSED: Value = 3;
const COUNT: u16 = 0;
const CELL: u16 = 1;
const TRACK: u16 = 2;

/// Draws of a track before none is found.
const TRIES: usize = 50;

fn is_frame(board: &Board, edge: usize) -> bool {
    board.cells_beside(edge).contains(&None)
}

/// The cells beside the stations.
fn stations(puzzle: &Puzzle) -> Vec<usize> {
    let board = &puzzle.board;
    let beside = |place: &Place| match place {
        Place::Edge(edge) if is_frame(board, (*edge).into()) => {
            board.cells_beside((*edge).into()).into_iter().flatten().next()
        }
        _ => None,
    };
    puzzle.clues.keys().filter_map(beside).collect()
}

/// Where a drawn track begins, on the left, and ends, below.
fn drawn_stations(board: &Board, value: &dyn Fn(Place) -> Value) -> Option<[usize; 2]> {
    let lines = |&c: &usize| board.sides(c).into_iter().filter(|&e| value(Place::Edge(e as u16)) == LINE).count();
    let ends: Vec<usize> = board.cells().filter(|c| lines(c) == 1).collect();
    let [a, b] = ends[..] else { return None };
    let fits = |left: usize, low: usize| board.row_col(left).1 == 0 && board.row_col(low).0 + 1 == board.rows();
    let (left, low) = if fits(a, b) { (a, b) } else { (b, a) };
    fits(left, low).then(|| [board.edge(left, Direction::Left), board.edge(low, Direction::Down)])
}

/// The number of cells passed, if all columns tell theirs.
fn total(puzzle: &Puzzle) -> Option<usize> {
    let numbers = puzzle.clues.iter().filter(|(place, _)| matches!(place, Place::Outside(Side::Top | Side::Bottom, _)));
    let numbers: Vec<usize> = numbers.filter_map(|(_, clue)| clue.number().map(usize::from)).collect();
    (numbers.len() == puzzle.board.cols()).then(|| numbers.iter().sum())
}

/// The edges with what they join: cells, of which those beside the stations are one, so that the
/// track closes a loop there.
fn joined(puzzle: &Puzzle, to: &Rules<'_>) -> (Vec<Var>, Vec<[u32; 2]>) {
    let stations = stations(puzzle);
    let point = |cell: usize| if stations.contains(&cell) { stations[0] as u32 } else { cell as u32 };
    let all = puzzle.board.inner_edges().filter_map(|edge| match puzzle.board.cells_beside(edge) {
        [Some(a), Some(b)] => Some((to.edge(edge), [point(a), point(b)])),
        _ => None,
    });
    all.unzip()
}

/// The cells of a drawn loop in order.
fn around(board: &Board, crosses: &[bool]) -> Vec<usize> {
    let mut order: Vec<usize> = board.cells().filter(|&c| board.sides(c).iter().any(|&e| crosses[e])).take(1).collect();
    while let Some(&at) = order.last() {
        let link = |d: &Direction| crosses[board.edge(at, *d)];
        let next = Direction::ALL.into_iter().filter(link).filter_map(|d| board.neighbour(at, d));
        let Some(next) = next.into_iter().find(|n| !order.contains(n)) else { break };
        order.push(next);
    }
    order
}

/// A part of a drawn loop, from the left side to the bottom.
fn drawn(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let order = around(board, &shapes::centre_loop(board, rng)?);
    let on = |takes: &dyn Fn((usize, usize)) -> bool| -> Vec<usize> {
        (0..order.len()).filter(|&i| takes(board.row_col(order[i]))).collect()
    };
    let (lefts, lows) = (on(&|(_, c)| c == 0), on(&|(r, _)| r + 1 == board.rows()));
    let start = *lefts.get(pick(rng, lefts.len().max(1)))?;
    let end = *lows.get(pick(rng, lows.len().max(1)))?;
    if start == end {
        return None;
    }
    let length = (end + order.len() - start) % order.len();
    let there: Vec<usize> = (0..=length).map(|i| order[(start + i) % order.len()]).collect();
    let back: Vec<usize> = (0..=order.len() - length).map(|i| order[(start + order.len() - i) % order.len()]).collect();
    let path = if there.len() >= back.len() { there } else { back };
    let mut lines = vec![NO_LINE; board.edges()];
    for pair in path.windows(2) {
        let way = Direction::ALL.into_iter().find(|&d| board.neighbour(pair[0], d) == Some(pair[1]))?;
        lines[board.edge(pair[0], way)] = LINE;
    }
    let cells = board.cells().map(|c| if path.contains(&c) { PASSED } else { EMPTY });
    Some(cells.chain(board.inner_edges().map(|e| lines[e])).collect())
}

impl PencilGenre for Tracks {
    const NAME: &'static str = "tracks";
    const ABOUT: &'static str = "One track from station to station; numbers count its cells";
    const SIZES: &'static [&'static str] = &["8x8", "5x5", "6x6", "10x10"];
    const OPTIONS: &'static [tesuji_genre::OptionSpec] = &[];
    const VALUES: Values = Values::Named(&[('x', "no track"), ('-', "track"), ('.', "empty"), ('o', "passed")]);
    const CLASSES: &'static [Class] = &[Class::at_place(""), Class::at_place("the cell"), Class::whole("the track")];
    const TATHAM: &'static str = "tracks";
    const CLUES_ARE_OPTIONAL: bool = false;
    const REPAIRS: bool = true;

    fn handle() -> &'static Pencil {
        &TRACKS
    }

    fn codec() -> Codec {
        Codec::new(&["tracks"]).with(LineCounts(Hexadecimal)).with(AllEdgeClues(Filled))
    }

    fn variables(puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(EMPTY, PASSED));
        to.inner_edges(&puzzle.board, Domain::range(NO_LINE, LINE));
    }

    /// A piece of track that is given; a cell beside a station is passed.
    fn pattern(board: &Board, place: Place, _clue: &Clue) -> Vec<(Place, Domain)> {
        let Place::Edge(edge) = place else { return Vec::new() };
        match board.cells_beside(edge.into()) {
            [Some(_), Some(_)] => vec![(place, Domain::single(LINE))],
            beside => beside.into_iter().flatten().map(|c| (Place::Cell(c as u16), Domain::single(PASSED))).collect(),
        }
    }

    fn rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Outside(side, i), Some(n)) = (place, clue.number()) {
                let vars = to.cells(board.line_of(side, i.into()));
                to.count(COUNT, place, vars, Domain::single(PASSED), (n.into(), n.into()));
            }
        }
        let stations = stations(puzzle);
        for cell in board.cells() {
            let here = stations.iter().filter(|&&c| c == cell).count();
            if here == 0 {
                to.passed_or_not(CELL, cell, PASSED, NO_LINE, LINE);
                continue;
            }
            let links = to.links(cell).into_iter().flatten().collect();
            let ways = 2_usize.saturating_sub(here);
            to.count(CELL, Place::Cell(cell as u16), links, Domain::single(LINE), (ways, ways));
        }
        if stations.len() != 2 {
            // Without both stations there is no track.
            let vars = to.cells(board.cells().take(1));
            return to.add(TRACK, Place::Cell(0), RuleSpec::Table { vars, tuples: Vec::new() });
        }
        let (vars, ends) = joined(puzzle, to);
        let is_short = ends.iter().position(|[a, b]| a == b).filter(|_| total(puzzle) == Some(2));
        match (&stations[..], is_short) {
            // The two stations of one cell need no track.
            ([a, b], _) if a == b => to.count(TRACK, Place::Cell(0), vars, Domain::single(LINE), (0, 0)),
            (_, Some(link)) => {
                to.count(TRACK, Place::Cell(0), vec![vars[link]], Domain::single(LINE), (1, 1));
                to.count(TRACK, Place::Cell(0), vars, Domain::single(LINE), (1, 1));
            }
            _ => {
                let (mut around, mut pairs) = (Vec::new(), Vec::new());
                for (var, pair) in vars.into_iter().zip(ends) {
                    // A track of more than two cells does not take the short way.
                    if pair[0] == pair[1] {
                        to.count(TRACK, Place::Cell(0), vec![var], Domain::single(LINE), (0, 0));
                    } else {
                        around.push(var);
                        pairs.push(pair);
                    }
                }
                let values = Domain::single(LINE);
                to.add(TRACK, Place::Cell(0), RuleSpec::SingleLoop { vars: around, values, ends: pairs });
            }
        }
    }

    fn techniques() -> Vec<Arc<dyn Technique>> {
        const CELLS: &[u16] = &[CELL];
        let list = vec![
            listed::giving(("line-full", "Line Complete", Tier::Beginner, 2), &[COUNT], EMPTY, "has all its track"),
            listed::giving(
                ("line-needs", "All Cells Needed", Tier::Beginner, 3),
                &[COUNT],
                PASSED,
                "needs all cells left",
            ),
            listed::giving(("track-goes-on", "Track Goes On", Tier::Beginner, 3), CELLS, LINE, "has one way on"),
            listed::rule(("cell", "Passed or Empty", Tier::Easy, 4), CELLS, "is passed once or not at all"),
            listed::rule(("no-loop", "No Loop", Tier::Medium, 10), &[TRACK], "would close early"),
            listed::with(("line-and-cells", "Line and Its Cells", Tier::Medium, 14), COUNT, CELLS),
            listed::with(("cells-around", "Cell and Its Neighbours", Tier::Medium, 16), CELL, CELLS),
            listed::pair(("two-lines", "Two Lines", Tier::Hard, 32), COUNT, COUNT, CELLS),
        ];
        listed::with_contradictions(list, 12, 120)
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let is_station = |place: &&Place| matches!(place, Place::Edge(e) if is_frame(board, (*e).into()));
        let stations = puzzle.clues.keys().filter(is_station).count();
        if stations != 2 {
            return Err(Bad::new(format!("{stations} stations on the frame; two are expected")));
        }
        let beside = self::stations(puzzle);
        if beside.len() == 2 && board.neighbours(beside[0]).any(|c| c == beside[1]) && total(puzzle).is_none() {
            return Err(Bad::new("stations side by side need the numbers of all columns"));
        }
        places::lint_counts(puzzle)
    }

    fn boards(size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the stations and tracks on {size} are too many to list")))
    }

    fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        (0..TRIES).find_map(|_| drawn(board, rng))
    }

    fn clue_places(board: &Board) -> Vec<Place> {
        let edges = (0..board.edges()).map(|e| Place::Edge(e as u16));
        edges.chain(places::outside(board, &[Side::Top, Side::Left])).collect()
    }

    /// The stations, at the ends of the track, and all numbers.
    fn clue_at(board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        match place {
            Place::Edge(edge) => drawn_stations(board, value)?.contains(&edge.into()).then_some(Clue::Black),
            _ => places::count_in_line(board, place, &|c| value(Place::Cell(c as u16)) == PASSED),
        }
    }

    /// A piece of track that the second solution does not have.
    fn repair(puzzle: &Puzzle, two: [&[Value]; 2], rng: &mut ChaCha8Rng) -> Option<Edit> {
        let lines = puzzle.board.inner_edges().zip(puzzle.board.cells().count()..);
        let differs = |&(_, i): &(usize, usize)| two[0].get(i) == Some(&LINE) && two[1].get(i) == Some(&NO_LINE);
        let edges: Vec<(usize, usize)> = lines.filter(differs).collect();
        let (edge, _) = *edges.get(pick(rng, edges.len().max(1)))?;
        let mut puzzle = puzzle.clone();
        puzzle.clues.insert(Place::Edge(edge as u16), Clue::Black);
        Some(Edit { puzzle })
    }

    fn paint(puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.link_edges();
        scene.edge_signs.clear();
        scene.cells.iter_mut().filter(|c| c.text == "o").for_each(|c| c.text.clear());
        for edge in 0..puzzle.board.edges() {
            if puzzle.clues.contains_key(&Place::Edge(edge as u16)) {
                scene.links[edge] = Stroke::Line;
            } else if is_frame(&puzzle.board, edge) {
                scene.links[edge] = Stroke::Open;
            }
        }
    }

    /// Pieces as the sum of their sides (right 1, up 2, left 4, down 8) with gaps, then the numbers
    /// of the columns and of the rows; `S` where the track enters (left) or leaves (below).
    fn read_tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        let board = Board::new(id.size);
        let mut parts = id.text.split(',');
        let (mut clues, mut at) = (BTreeMap::new(), 0);
        for c in parts.next().unwrap_or_default().chars() {
            let sides = match c {
                'a'..='z' => {
                    at += c as usize - 'a' as usize + 1;
                    continue;
                }
                _ => c.to_digit(16).filter(|_| at < id.size.cells()),
            };
            let sides = sides.ok_or_else(|| Bad::new(format!("{c:?}: a piece or a gap is expected")).at("cells"))?;
            let ways = [Direction::Right, Direction::Up, Direction::Left, Direction::Down];
            for (_, way) in ways.into_iter().enumerate().filter(|(i, _)| sides >> i & 1 == 1) {
                clues.insert(Place::Edge(board.edge(at, way) as u16), Clue::Black);
            }
            at += 1;
        }
        let mut numbers: Vec<&str> = parts.collect();
        for (i, word) in numbers.iter_mut().enumerate().filter(|(i, _)| *i < id.size.rows() + id.size.cols()) {
            let Some(number) = word.strip_prefix('S') else { continue };
            *word = number;
            let edge = match i.checked_sub(id.size.cols()) {
                None => board.edge(board.cell(id.size.rows() - 1, i), Direction::Down),
                Some(row) => board.edge(board.cell(row, 0), Direction::Left),
            };
            clues.insert(Place::Edge(edge as u16), Clue::Black);
        }
        let mut puzzle = places::outside_puzzle(board, std::iter::once(&numbers))?;
        puzzle.clues.extend(clues);
        Ok(puzzle)
    }
}
