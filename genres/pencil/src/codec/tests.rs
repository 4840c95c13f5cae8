//! Addresses written by hand, and round trips of random puzzles.

use super::*;
use crate::board::Side;
use proptest::prelude::*;

fn slither() -> Codec {
    Codec::new(&["slither", "slitherlink"]).with(CellClues(FourCell))
}

fn heyawake() -> Codec {
    Codec::new(&["heyawake"]).with(Borders).with(RegionNumbers(Hexadecimal))
}

fn nurikabe() -> Codec {
    Codec::new(&["nurikabe"]).with(CellClues(Hexadecimal))
}

fn hitori() -> Codec {
    Codec::new(&["hitori"]).with(CellClues(SingleSymbol))
}

fn nonogram() -> Codec {
    Codec::new(&["nonogram"]).with(OutsideNumbers(Hexadecimal))
}

fn number(puzzle: &Puzzle, cell: u16) -> Option<u16> {
    puzzle.clues.get(&Place::Cell(cell)).and_then(Clue::number)
}

#[test]
fn four_cell_numbers_say_what_follows() {
    let puzzle = slither().read("https://puzz.link/p?slither/3/2/07b").expect("an address");
    let cells: Vec<_> = (0..6).map(|c| number(&puzzle, c)).collect();
    assert_eq!(cells, [Some(0), Some(2), None, Some(1), None, None]);
    assert_eq!(slither().write(&puzzle).expect("text"), "slither/3/2/07b");
    assert_eq!(slither().read("slitherlink/3/2/07b").expect("its other name"), puzzle);
}

#[test]
fn long_numbers_and_long_gaps() {
    let puzzle = nurikabe().read("nurikabe/30/1/z-10+100.i3").expect("an address");
    assert_eq!(number(&puzzle, 20), Some(16));
    assert_eq!(number(&puzzle, 21), Some(256));
    assert_eq!(puzzle.clues.get(&Place::Cell(22)), Some(&Clue::Unknown));
    assert_eq!(number(&puzzle, 26), Some(3));
    assert_eq!(nurikabe().write(&puzzle).expect("text"), "nurikabe/30/1/z-10+100.i3i");
}

#[test]
fn borders_divide_a_board() {
    // Two rows, one border between the columns of the first row and one below its first cell.
    let puzzle = heyawake().read("heyawake/2/2/ggg3").expect("an address");
    let regions = puzzle.board.regions().expect("regions");
    assert_eq!(regions.iter().map(<[usize]>::len).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(puzzle.clues.get(&Place::Region(1)), Some(&Clue::Number(3)));
    assert_eq!(heyawake().write(&puzzle).expect("text"), "heyawake/2/2/ggg3");
}

#[test]
fn numbers_beside_lines_are_read_from_the_board_outwards() {
    let puzzle = nonogram().read("nonogram/3/3/2g11122i2g").expect("an address");
    let line = |side, i| puzzle.clues.get(&Place::Outside(side, i)).cloned();
    assert_eq!(line(Side::Top, 0), Some(Clue::Numbers(vec![Some(2)])));
    assert_eq!(line(Side::Top, 1), Some(Clue::Numbers(vec![Some(1), Some(1)])));
    assert_eq!(line(Side::Top, 2), Some(Clue::Numbers(vec![Some(2), Some(1)])));
    assert_eq!(line(Side::Left, 1), None);
    assert_eq!(nonogram().write(&puzzle).expect("text"), "nonogram/3/3/2g11122i2g");
}

#[test]
fn what_is_wrong_is_named_with_its_column() {
    for (text, column, what) in [
        ("slither/x/4/0", Some(9), "columns"),
        ("slither/4", Some(10), "rows"),
        ("slither/4/4/g!", Some(14), "a number from 0 to 4"),
        ("slither/1/1/00", Some(14), "after the last cell"),
        ("slither/2/1/k", Some(13), "beyond"),
        ("slither/999/1/0", Some(9), "150"),
        ("masyu/4/4/0", Some(1), "slither or slitherlink"),
        ("https://puzz.link/p?masyu/4/4/0", Some(21), "slither or slitherlink"),
    ] {
        let bad = slither().read(text).expect_err(text);
        assert_eq!(bad.column, column, "{text}: {bad}");
        assert!(bad.to_string().contains(what), "{text}: {bad}");
    }
    let bad = heyawake().read("heyawake/5/5/0").expect_err("borders are missing");
    assert!(bad.to_string().contains("borders"), "{bad}");
    let mut puzzle = slither().read("slither/2/2/").expect("an address");
    puzzle.clues.insert(Place::Cell(3), Clue::Number(7));
    assert_eq!(slither().write(&puzzle).expect_err("no such number").at.as_deref(), Some("r2c2"));
}

#[test]
fn an_address_tells_its_genre() {
    assert_eq!(name_in_address("https://puzz.link/p?slither/4/4/dgdh2c71"), Some("slither"));
    assert_eq!(name_in_address("https://puzz.link/p?v:/slither/4/4/dgdh2c71"), Some("slither"));
    assert_eq!(name_in_address("...1.4.....2...."), None);
}

fn clue() -> impl Strategy<Value = Option<Clue>> {
    prop_oneof![
        4 => Just(None),
        1 => Just(Some(Clue::Unknown)),
        3 => (0u16..5).prop_map(|n| Some(Clue::Number(n))),
        1 => any::<u16>().prop_map(|n| Some(Clue::Number(n))),
    ]
}

proptest! {
    #[test]
    fn runs_read_what_they_write(places in proptest::collection::vec(clue(), 0..70), small in any::<bool>()) {
        let few = |most: u16| -> Vec<Option<Clue>> {
            places.iter().map(|c| c.clone().filter(|c| c.number().is_none_or(|n| n <= most))).collect()
        };
        let pairs: [(&dyn Run, Vec<Option<Clue>>); 3] = [
            (&Hexadecimal, few(u16::MAX)),
            (&FourCell, few(4)),
            (&SingleSymbol, few(if small { 35 } else { 1295 })),
        ];
        for (run, places) in pairs {
            let mut text = String::new();
            run.write(&places, &mut text).expect("a form");
            let mut cursor = Cursor::new(&text, 1);
            prop_assert_eq!(run.read(&mut cursor, places.len()).expect("its own text"), places);
            prop_assert!(cursor.end().is_ok());
        }
    }

    #[test]
    fn divided_boards_read_what_they_write(
        rows in 1usize..7,
        cols in 1usize..7,
        labels in proptest::collection::vec(0u32..3, 36),
        numbers in proptest::collection::vec(clue(), 36),
    ) {
        let size = Size::new(rows, cols).expect("a size");
        let bare = Board::new(size);
        let border: Vec<bool> = (0..bare.edges())
            .map(|e| matches!(bare.cells_beside(e), [Some(a), Some(b)] if labels[a] != labels[b]))
            .collect();
        let board = Arc::new(bare.with_borders(&border).expect("borders"));
        let count = board.regions().map_or(0, |r| r.len());
        let clues = (0..count as u16).filter_map(|r| Some((Place::Region(r), numbers[usize::from(r)].clone()?)));
        let puzzle = Puzzle { clues: clues.collect(), board };
        let text = heyawake().write(&puzzle).expect("text");
        prop_assert_eq!(heyawake().read(&text).expect("its own text"), puzzle);
    }

    #[test]
    fn no_text_makes_a_codec_panic(text in "[ -~]{0,40}", name in 0usize..5, size in "[0-9]{1,3}/[0-9]{1,3}/") {
        let codecs = [slither(), heyawake(), nurikabe(), hitori(), nonogram()];
        let codec = &codecs[name];
        for text in [text.clone(), format!("{}/{size}{text}", codec.names()[0]), format!("?{text}é/{size}")] {
            if let Ok(puzzle) = codec.read(&text) {
                let written = codec.write(&puzzle).expect("text");
                prop_assert_eq!(codec.read(&written).expect("its own text"), puzzle);
            }
        }
    }
}

#[test]
fn holes_part_a_region() {
    // Three cells in a row of one region; the one in the middle is out of play.
    let text = "lits/3/1/08";
    let codec = Codec::new(&["lits"]).with(Borders).with(Holes);
    let puzzle = codec.read(text).expect("an address");
    let regions = puzzle.board.regions().expect("regions");
    assert_eq!(regions.iter().count(), 2, "{:?}", puzzle.board);
    let written = codec.write(&puzzle).expect("an address");
    let again = codec.read(&written).expect("its own address");
    assert_eq!(again.board, puzzle.board, "{written}");
}

#[test]
fn decimal_gaps_are_read_and_written() {
    use super::{CellClues, Decimal};
    let codec = Codec::new(&["genre"]).with(CellClues(Decimal));
    for text in ["genre/5/5/2a2c4a2g2a4c2a2", "genre/6/6/z1h2", "genre/3/2/.f0"] {
        match codec.read(text) {
            Ok(puzzle) => assert_eq!(codec.write(&puzzle).as_deref(), Ok(text)),
            Err(bad) => assert!(text.ends_with("f0"), "{text}: {bad}"),
        }
    }
}
