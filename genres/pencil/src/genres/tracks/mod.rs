//! Tracks: lay one track between the two stations on the frame; numbers count the cells of their
//! lines that it passes.

mod draw;
mod read;
mod track;

use super::{listed, places};
use crate::board::{Board, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::{AllEdgeClues, Codec, Filled, Hexadecimal, LineCounts, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables};
use crate::scene::{Scene, Stroke};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Technique, Tier, Value};
use track::{is_frame, one_track, stations, total};

/// One track between stations.
#[derive(Debug)]
pub struct Tracks;

/// The genre.
pub static TRACKS: Pencil = Pencil::of(&Tracks, &INFO);

const NO_LINE: Value = 0;
const LINE: Value = 1;
const EMPTY: Value = 2;
const PASSED: Value = 3;
const COUNT: u16 = 0;
const CELL: u16 = 1;
const TRACK: u16 = 2;

static INFO: PencilInfo = PencilInfo {
    name: "tracks",
    about: "One track from station to station; numbers count its cells",
    rules: "Lay one track from station to station through the centres of cells; it does not cross itself. A \
        number counts the cells of its line that the track passes. Pieces that are given belong to it.",
    sizes: &["8x8", "5x5", "6x6", "10x10"],
    options: &[],
    values: Values::Named(&[('x', "no track"), ('-', "track"), ('.', "empty"), ('o', "passed")]),
    classes: &[
        Class::at_place("").counting("cell with track", "cells with track"),
        Class::at_place("the cell").law("the track passes a cell once or leaves it empty"),
        Class::whole("the track"),
    ],
    tatham: "tracks",
    clues_are_optional: false,
    clue_classes: &[COUNT],
    repair: Some(draw::repair),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Tracks {
    fn handle(&self) -> &'static Pencil {
        &TRACKS
    }

    fn codec(&self) -> Codec {
        Codec::new(&["tracks"]).with(LineCounts(Hexadecimal)).with(AllEdgeClues(Filled))
    }

    fn form(&self) -> Form {
        Form::line_counts(Signs::pieces()).with_pieces()
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(EMPTY, PASSED));
        to.inner_edges(&puzzle.board, Domain::range(NO_LINE, LINE));
    }

    /// A piece of track that is given; a cell beside a station is passed.
    fn pattern(&self, board: &Board, place: Place, _clue: &Clue) -> Vec<(Place, Domain)> {
        let Place::Edge(edge) = place else { return Vec::new() };
        match board.cells_beside(edge.into()) {
            [Some(_), Some(_)] => vec![(place, Domain::single(LINE))],
            beside => beside.into_iter().flatten().map(|c| (Place::Cell(c as u16), Domain::single(PASSED))).collect(),
        }
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
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
        one_track(puzzle, &stations, to);
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
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
        listed::with_ideas(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let is_station = |place: &&Place| matches!(place, Place::Edge(e) if is_frame(board, (*e).into()));
        let stations = puzzle.clues.keys().filter(is_station).count();
        if stations != 2 {
            return Err(Bad::new(format!("{stations} stations on the frame; two are expected")));
        }
        let beside = track::stations(puzzle);
        if beside.len() == 2 && board.neighbours(beside[0]).any(|c| c == beside[1]) && total(puzzle).is_none() {
            return Err(Bad::new("stations side by side need the numbers of all columns"));
        }
        places::lint_counts(puzzle)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the stations and tracks on {size} are too many to list")))
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        draw::completion(board, rng)
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        let edges = (0..board.edges()).map(|e| Place::Edge(e as u16));
        edges.chain(places::outside(board, &[Side::Top, Side::Left])).collect()
    }

    /// The stations, at the ends of the track, and all numbers.
    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        match place {
            Place::Edge(edge) => draw::drawn_stations(board, value)?.contains(&edge.into()).then_some(Clue::Black),
            _ => places::count_in_line(board, place, &|c| value(Place::Cell(c as u16)) == PASSED),
        }
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
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

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        read::tatham(id)
    }
}
