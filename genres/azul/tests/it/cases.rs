//! Cases that are stated in words, and positions that are refused.

use tesuji_azul::conform::order_total;
use tesuji_azul::scenario::Params;
use tesuji_azul::{
    Board, BoardSetup, Colour, NO_COLUMN, Phase, Rng, Setup, State, WallKind, coloured_at, placement_score, text,
};

fn blank() -> Setup {
    Setup {
        kind: WallKind::Coloured,
        phase: Phase::Drafting,
        round: 10,
        turn: 0,
        starter: 0,
        token: None,
        factories: vec![[0; 5]; 5],
        centre: [0; 5],
        bag: [20; 5],
        lid: [0; 5],
        boards: vec![BoardSetup::default(), BoardSetup::default()],
    }
}

fn wall(setup: &mut Setup, player: usize, row: usize, column: usize) {
    let colour = coloured_at(row, column);
    setup.boards[player].wall[row][column] = Some(colour);
    setup.bag[colour.index()] -= 1;
}

fn line(setup: &mut Setup, player: usize, row: usize, colour: Colour, n: u32) {
    setup.boards[player].lines[row] = Some((colour, n));
    setup.bag[colour.index()] -= n;
}

/// `rule-order-top-to-bottom`: lines from the top, each tile scored at once; then the floor; never
/// below 0.
#[test]
fn tiling_goes_from_top_to_bottom() {
    let mut setup = blank();
    // Blue stands in column 1 of row 1, white in column 1 of row 2: the second tile finds the
    // first.
    line(&mut setup, 0, 0, Colour::Blue, 1);
    line(&mut setup, 0, 1, Colour::White, 2);
    setup.boards[0].floor = vec![Colour::Red];
    setup.bag[Colour::Red.index()] -= 1;
    // The other has nothing but a full floor: it stays at 0.
    setup.boards[1].floor = vec![Colour::Red; 7];
    setup.bag[Colour::Red.index()] -= 7;
    let mut state = State::from_setup(&setup).unwrap();
    let ended = state.end_round(&mut Rng::new(1)).unwrap();
    assert_eq!(ended.boards[0].points, [1, 2, 0, 0, 0]);
    assert_eq!((state.board(0).score(), state.board(1).score()), (1 + 2 - 1, 0));
    assert_eq!((ended.boards[1].penalty, ended.bonuses), (14, None));
    assert!(state.conserves());
}

/// `remi-2x2`: a block of four scores 9 by columns, 10 from a diagonal.
#[test]
fn blocks_by_columns_and_from_the_diagonal() {
    let total = |places: [(usize, usize); 4]| {
        let mut wall = 0u32;
        let mut points = 0;
        for (row, column) in places {
            wall |= 1 << (5 * row + column);
            points += placement_score(wall, row, column);
        }
        points
    };
    assert_eq!(total([(0, 0), (1, 0), (0, 1), (1, 1)]), 9);
    assert_eq!(total([(0, 0), (1, 1), (0, 1), (1, 0)]), 10);
    // The case as rounds of whole rows.
    assert_eq!(order_total(&[vec![0, 1, 2, 3, 4], vec![1, 0, 2, 3, 4]]).map(|t| t > 0), Some(true));
    assert_eq!(order_total(&[vec![0, 1, 2, 3, 3]]), None);
}

/// The lid goes back into the bag only when the bag is empty, and in the middle of filling.
#[test]
fn the_bag_is_refilled_only_when_empty() {
    let mut setup = blank();
    // 12 in the bag, 8 on lines, 80 in the lid.
    setup.bag = [12, 0, 0, 0, 0];
    setup.lid = [0, 20, 20, 20, 20];
    for (player, row) in [(0, 3), (1, 3)] {
        setup.boards[player].lines[row] = Some((Colour::Blue, 4));
    }
    let mut state = State::from_setup(&setup).unwrap();
    state.end_round(&mut Rng::new(1)).unwrap();
    // Two tiles went to the walls, six to the lid: three factories of the bag's twelve blue, then
    // two from the lid.
    let blue = |s: &State| s.factories().iter().map(|f| f.get(Colour::Blue)).collect::<Vec<_>>();
    assert_eq!(blue(&state)[..3], [4, 4, 4]);
    assert_eq!((state.lid().total(), state.bag().total()), (0, 86 - 8));
    assert!(state.conserves());
}

/// Too few tiles: factories are filled in order as far as they go, and the round is played.
#[test]
fn a_round_may_start_short_of_tiles() {
    let mut setup = blank();
    (setup.round, setup.factories) = (30, vec![[0; 5]; 9]);
    setup.boards = vec![BoardSetup::default(); 4];
    // All walls have everything but red: of the twenty red tiles fourteen lie on lines, six in the
    // lid.
    for player in 0..4 {
        for row in 0..5 {
            for column in (0..5).filter(|&column| coloured_at(row, column) != Colour::Red) {
                wall(&mut setup, player, row, column);
            }
        }
    }
    for (player, row) in [(0, 1), (0, 2), (0, 3), (0, 4), (1, 4)] {
        line(&mut setup, player, row, Colour::Red, row as u32);
    }
    std::mem::swap(&mut setup.bag, &mut setup.lid);
    assert_eq!(setup.lid, [0, 0, 6, 0, 0]);
    let mut state = State::from_setup(&setup).unwrap();
    state.end_round(&mut Rng::new(3)).unwrap();
    let filled: Vec<u8> = state.factories().iter().map(|f| f.total()).collect();
    assert_eq!(filled, [4, 2, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(state.setup().flaws(), []);
    assert_eq!((state.phase(), state.round()), (Phase::Drafting, 31));
    // The rest can't be dealt when nothing is left: then the game stalls.
    let mut setup = state.setup();
    setup.factories = vec![[0; 5]; 9];
    setup.boards[1].lines[3] = Some((Colour::Red, 3));
    setup.boards[2].lines[3] = Some((Colour::Red, 3));
    let mut state = State::from_setup(&setup).unwrap();
    state.end_round(&mut Rng::new(3)).unwrap();
    assert_eq!(state.phase(), Phase::Stalled);
    assert!(state.ranking().is_some());
}

/// Nobody has the token when every pick emptied a factory of one colour: the starter stays.
#[test]
fn without_the_token_the_starter_stays() {
    let mut setup = blank();
    setup.starter = 1;
    let mut state = State::from_setup(&setup).unwrap();
    assert_eq!((state.phase(), state.token()), (Phase::Tiling, None));
    state.end_round(&mut Rng::new(1)).unwrap();
    assert_eq!((state.turn(), state.starter()), (1, 1));
}

/// The token takes a space of the floor line, or none where none is free; its holder starts either
/// way.
#[test]
fn the_token_and_a_full_floor() {
    let mut setup = blank();
    setup.centre[0] = 2;
    setup.bag[0] -= 2;
    setup.boards[0].floor = vec![Colour::Red; 7];
    setup.bag[2] -= 7;
    let mut state = State::from_setup(&setup).unwrap();
    state.play(state.legal()[0]).unwrap();
    assert_eq!((state.token(), state.board(0).floor_len()), (Some(0), 7));
    // One tile on line 1; the other found no space.
    assert_eq!((state.board(0).line(0), state.lid().total()), (Some((Colour::Blue, 1)), 1));
    assert_eq!(text::parse(&state.to_string()), Ok(state));
    state.end_round(&mut Rng::new(1)).unwrap();
    assert_eq!((state.turn(), state.board(0).score()), (0, 0));
}

/// Grey wall: any free column without the colour; a line that fits nowhere falls as a whole.
#[test]
fn grey_walls() {
    let mut setup = blank();
    setup.kind = WallKind::Grey;
    setup.boards[0].wall[0][0] = Some(Colour::Blue);
    setup.bag[0] -= 1;
    line(&mut setup, 0, 1, Colour::Blue, 2);
    let state = State::from_setup(&setup).unwrap();
    let board = state.board(0);
    assert_eq!(board.free_columns(WallKind::Grey, 1, Colour::Blue), 0b11110);
    assert_eq!(board.tilings(WallKind::Grey).len(), 4);
    let mut tiled: Board = *board;
    assert!(tiled.tile(WallKind::Grey, &[NO_COLUMN, 0, NO_COLUMN, NO_COLUMN, NO_COLUMN]).is_none());
    assert_eq!(tiled, *board, "nothing is done");
    assert!(tiled.tile(WallKind::Grey, &[NO_COLUMN, 3, NO_COLUMN, NO_COLUMN, NO_COLUMN]).is_some());

    // Row 5 has one free column, and the colour stands above it.
    let mut setup = blank();
    setup.kind = WallKind::Grey;
    for (column, colour) in [Colour::Yellow, Colour::Red, Colour::Black, Colour::White].into_iter().enumerate() {
        setup.boards[0].wall[4][column] = Some(colour);
        setup.bag[colour.index()] -= 1;
    }
    setup.boards[0].wall[0][4] = Some(Colour::Blue);
    setup.bag[0] -= 1;
    line(&mut setup, 0, 4, Colour::Blue, 5);
    let mut state = State::from_setup(&setup).unwrap();
    let ended = state.end_round(&mut Rng::new(1)).unwrap();
    assert_eq!((ended.boards[0].floor, ended.boards[0].columns[4], state.phase()), (5, None, Phase::Drafting));
    assert!(state.conserves());
}

/// Ties: more complete rows first, else shared.
#[test]
fn ties() {
    let mut setup = blank();
    setup.phase = Phase::Over;
    for column in 0..5 {
        wall(&mut setup, 0, 0, column);
    }
    let board = |setup: &Setup| State::from_setup(setup).unwrap().ranking();
    for player in 0..2 {
        setup.boards[player].score = 0;
    }
    assert_eq!(board(&setup), Some(vec![vec![0], vec![1]]), "one row against none");
    for column in 0..5 {
        wall(&mut setup, 1, 0, column);
    }
    assert_eq!(board(&setup), Some(vec![vec![0, 1]]));
}

/// The source document's worked example is no position that play can reach: its scores are more
/// than its walls give.
#[test]
fn the_appendix_position_is_refused() {
    let mut setup = blank();
    setup.round = 4;
    for (row, column) in [(0, 1), (1, 2), (2, 0), (2, 4), (4, 1), (4, 2)] {
        wall(&mut setup, 0, row, column);
    }
    for (row, column) in [(0, 2), (1, 1), (2, 3), (3, 0), (3, 4)] {
        wall(&mut setup, 1, row, column);
    }
    (setup.boards[0].score, setup.boards[1].score) = (18, 14);
    line(&mut setup, 0, 1, Colour::Red, 1);
    line(&mut setup, 0, 3, Colour::Yellow, 3);
    line(&mut setup, 1, 2, Colour::Blue, 2);
    line(&mut setup, 1, 4, Colour::Red, 4);
    setup.factories = vec![[2, 2, 0, 0, 0], [0, 0, 3, 1, 0], [0, 0, 0, 0, 4], [1, 1, 0, 2, 0], [3, 0, 1, 0, 0]];
    for factory in setup.factories.clone() {
        for (bag, n) in setup.bag.iter_mut().zip(factory) {
            *bag -= n;
        }
    }
    // 80 tiles were dealt in four rounds: 20 are in the bag.
    for i in 0..5 {
        let keep = setup.bag[i].min(4);
        setup.lid[i] = setup.bag[i] - keep;
        setup.bag[i] = keep;
    }
    let flaws: Vec<String> = setup.flaws().iter().map(ToString::to_string).collect();
    assert!(flaws.iter().any(|f| f.starts_with("player 1 score: 18 points")), "{flaws:?}");
    assert!(flaws.iter().any(|f| f.starts_with("player 2 score: 14 points")), "{flaws:?}");
    // With scores that can be, it is early (the document says mid), has 34 moves (it says 28), and
    // of the moves that it lists four are not legal.
    (setup.boards[0].score, setup.boards[1].score) = (5, 3);
    let state = State::from_setup(&setup).unwrap();
    assert_eq!(state.game_stage(), tesuji_azul::GameStage::Early);
    assert_eq!(state.legal_count(), 34);
    let illegal = ["1B4", "1Y1", "2R3", "2R5"].map(|m| tesuji_azul::Move::parse(m).unwrap());
    assert!(illegal.iter().all(|&m| !state.legal().contains(&m)), "{:?}", state.legal());
}

#[test]
fn parameter_objects() {
    let params = Params::from_json(
        r#"{"target_game_stage":"MID","target_round_stage":"START","seed":"1737323155000","policy_mix":"AllGreedy",
            "filter_config":{"min_legal_actions":6,"min_unique_destinations":2,"require_non_floor_option":true,"max_floor_ratio":0.5}}"#,
    )
    .unwrap();
    let mid = Params {
        game_stage: Some(tesuji_azul::GameStage::Mid),
        round_stage: Some(tesuji_azul::RoundStage::Start),
        seed: 1_737_323_155_000,
        ..Params::default()
    };
    assert_eq!(params, mid);
    let legacy = Params::from_json(r#"{"phase":"LATE","require_denial_opportunity":true}"#).unwrap();
    assert_eq!(legacy.round_stage, Some(tesuji_azul::RoundStage::End));
    assert_eq!(legacy.kinds, [tesuji_azul::scenario::Kind::Denial]);
    let mixed = Params::from_json(r#"{"policy_mix":{"Mixed":{"greedy_ratio":0.7}}}"#).unwrap();
    assert_eq!(mixed.policy, tesuji_azul::Policy::Mixed(700_000));
    for (wrong, at) in [
        (r#"{"target_game_stage":"MIDDLE"}"#, "target_game_stage"),
        (r#"{"sead":1}"#, "sead"),
        (r#"{"seed":-1}"#, "seed"),
        (r#"{"seed":"12a"}"#, "seed"),
        (r#"{"filter_config":{"min_legal":3}}"#, "filter_config.min_legal"),
        (r#"{"players":5}"#, "players"),
        (r#"{"types":["denail"]}"#, "types"),
        (r#"{"require_luck":true}"#, "require_luck"),
    ] {
        assert_eq!(Params::from_json(wrong).unwrap_err().at.as_deref(), Some(at), "{wrong}");
    }
    assert!(Params::from_json("[]").is_err());
    assert!(Params::from_json("{").unwrap_err().line.is_some());
}
