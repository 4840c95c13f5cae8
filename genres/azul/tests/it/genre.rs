//! Azul through the contract of genres.

use std::collections::BTreeMap;
use tesuji_azul::{AZUL, Policy, Rng, State, WallKind};
use tesuji_genre::{
    Coverage, EnumerateRequest, GenerateRequest, Genre, GradeRequest, HintRequest, Marks, Medium, PositionActions,
    Record, Step, record_id,
};
use tesuji_solver::{Limits, Stop};

fn request(size: &str, set: &[(&str, &str)], count: u64, seed: u64, threads: usize) -> GenerateRequest {
    GenerateRequest {
        size: Some(size.into()),
        needs: vec![],
        without: vec![],
        set: set.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        count,
        seed,
        limits: Limits::default().with_nodes(100_000),
        threads,
        ..GenerateRequest::default()
    }
}

fn generate(want: &GenerateRequest) -> Vec<Record> {
    let mut all = Vec::new();
    let report = AZUL.generate(want, &mut |r| all.push(r)).unwrap();
    assert_eq!(report.stop, Stop::Enough, "{report:?}");
    all
}

#[test]
fn what_is_generated_is_what_was_asked_for() {
    let want = request("2p", &[("stage", "late/end"), ("type", "end-bonus"), ("gap", "1")], 3, 7, 1);
    let records = generate(&want);
    assert_eq!(records, generate(&GenerateRequest { threads: 2, ..want }), "threads do not show");
    for record in &records {
        let parsed = AZUL.parse(&record.puzzle).unwrap();
        assert_eq!(record.id, record_id("azul", &parsed.puzzle.text));
        let state: State = tesuji_azul::text::parse(&record.puzzle).unwrap();
        assert_eq!((state.game_stage().name(), state.round_stage().name()), ("late", "end"));
        let solved = AZUL.solve(&parsed.puzzle, &Limits::default()).unwrap();
        let plain = AZUL.reference(&parsed.puzzle, &Limits::default()).unwrap();
        assert_eq!(solved.solutions, plain.solutions);
        assert_eq!(record.solution.as_slice(), solved.solutions);
        let want = GradeRequest::new(AZUL.catalog().clone(), Limits::default());
        let graded = AZUL.grade(&parsed.puzzle, None, &want).unwrap();
        assert_eq!(record.grade.as_ref(), Some(&graded.info));
        assert!(graded.info.techniques.contains_key("azul-end-bonus") && graded.info.features["gap"] >= 1.0);
        let hint = AZUL.hint(&parsed.puzzle, None, &HintRequest::new(AZUL.catalog())).unwrap();
        let Step { words, marks, .. } = hint.step().unwrap();
        assert!(words.contains("points") && words.contains(&format!("({})", marks.moves[0])), "{words}");
        let drawing = AZUL.draw(&parsed.puzzle, None, &marks, Medium::Unicode).unwrap();
        assert!(drawing.contains('[') && drawing.contains('>'), "{drawing}");
        assert!(AZUL.draw(&parsed.puzzle, None, &marks, Medium::Svg).unwrap().ends_with("</svg>"));
    }
    let mut lines = Vec::new();
    AZUL.write("practice", &mut records.clone().into_iter(), &mut lines).unwrap();
    let text = String::from_utf8(lines).unwrap();
    let mut read = Vec::new();
    let first = serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>().next().unwrap().unwrap();
    AZUL.read(first.to_string().as_bytes(), &mut |p| read.push(p.unwrap().puzzle.text));
    assert_eq!(read, [records[0].puzzle.clone()]);
}

#[test]
fn mistakes_in_requests_are_named() {
    let wrong = |size: &str, set: &[(&str, &str)]| {
        AZUL.generate(&request(size, set, 1, 1, 1), &mut |_| ()).unwrap_err().to_string()
    };
    assert!(wrong("5p", &[]).contains("5p"));
    assert!(wrong("2p", &[("type", "denail")]).contains("denial"));
    assert!(wrong("2p", &[("policy", "mixed:2")]).contains("policy"));
    assert!(wrong("2p", &[("gap", "-1")]).contains("gap"));
    assert!(wrong("2p", &[("tiles", "3"), ("stage", "any/start")]).contains("tiles"));
    assert!(wrong("2p", &[("stage", "late/never")]).contains("stage"));
}

#[test]
fn a_target_that_cannot_be_met_says_why() {
    // One tile on the table gives at most six moves, and all destinations: the default filter wants
    // six and non-floor.
    let mut want = request("2p", &[("stage", "early/end"), ("type", "game-end")], 1, 1, 1);
    want.limits = Limits::default().with_nodes(200);
    let report = AZUL.generate(&want, &mut |_| panic!("an early game can't be ended")).unwrap();
    assert_eq!((report.made, report.stop), (0, Stop::Nodes));
    assert!(report.rejected.contains_key("does not show game-end"), "{report:?}");
}

#[test]
fn enumeration_covers_the_round() {
    let want = EnumerateRequest {
        size: "2p".into(),
        minimal: false,
        modulo_symmetry: false,
        grids: false,
        count_only: false,
        set: [("stage", "mid/end"), ("filters", "none"), ("tiles", "5"), ("deal", "3")]
            .map(|(k, v)| (k.to_string(), v.to_string()))
            .into(),
        limits: Limits::solutions(usize::MAX),
    };
    let mut all = Vec::new();
    let done = AZUL.enumerate(&want, &mut |r| all.push(r.puzzle)).unwrap();
    assert_eq!((done.coverage, done.stop, done.total), (Coverage::Complete, Stop::Exhausted, all.len() as u64));
    // The number by the rules alone, recursively.
    fn walk(state: &State, seen: &mut BTreeMap<String, ()>) {
        let image = AZUL.parse(&state.to_string()).map(|p| AZUL.least_image(&p.puzzle));
        let Ok(image) = image else { return };
        // Who is to move and where the tiles lie say all: the least image forgets only seats and
        // order of factories.
        if seen.insert(format!("{} {image}", state.turn()), ()).is_none() {
            for mv in state.legal() {
                let mut next = *state;
                next.play(mv).unwrap();
                walk(&next, seen);
            }
        }
    }
    let mut seen = BTreeMap::new();
    walk(&tesuji_azul::text::parse(&all[0]).unwrap(), &mut seen);
    assert_eq!(seen.len(), all.len());
    let cut = AZUL.enumerate(&EnumerateRequest { limits: Limits::solutions(3), ..want }, &mut |_| ()).unwrap();
    assert_eq!((cut.coverage, cut.total), (Coverage::Partial, 3));
}

#[test]
fn least_images_forget_seats_and_factories() {
    let mut rng = Rng::new(11);
    let mut state = State::deal(2, WallKind::Coloured, &mut rng);
    for _ in 0..4 {
        let mv = Policy::Greedy.choose(&state, &mut rng).unwrap();
        state.play(mv).unwrap();
    }
    let mut setup = state.setup();
    setup.factories.reverse();
    setup.boards.swap(0, 1);
    setup.turn = 1 - setup.turn;
    setup.starter = 1 - setup.starter;
    setup.token = setup.token.map(|p| 1 - p);
    let turned = State::from_setup(&setup).unwrap();
    assert_ne!(turned, state);
    let image = |s: &State| AZUL.least_image(&AZUL.parse(&s.to_string()).unwrap().puzzle);
    assert_eq!(image(&turned), image(&state));
    let _ = AZUL.draw(&AZUL.parse(&state.to_string()).unwrap().puzzle, None, &Marks::default(), Medium::Svg).unwrap();
}

/// Solutions tell the miner of moves which first moves are right, and which are not.
#[test]
fn solved_positions_tell_right_moves_from_wrong_ones() {
    for record in generate(&request("2p", &[("stage", "late/end")], 3, 5, 1)) {
        let puzzle = AZUL.parse(&record.puzzle).unwrap().puzzle;
        let moves = AZUL.0.first_moves(&puzzle, record.solution.as_ref().unwrap()).unwrap();
        assert!(moves.iter().any(|m| m.is_right) && moves.iter().any(|m| !m.is_right), "{}", record.puzzle);
    }
}
