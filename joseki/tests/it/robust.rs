//! Whatever comes in, something sensible goes out.

use proptest::prelude::*;
use tesuji_joseki::book_file;
use tesuji_joseki::game::Game;
use tesuji_joseki::gtp::Engine;
use tesuji_joseki::lint::lint;
use tesuji_joseki::tree::Tree;
use tesuji_joseki::variation::Book;

/// Text made of the pieces of SGF, mostly not well-formed.
fn sgf_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "(",
        ")",
        ";",
        "B[",
        "W[",
        "]",
        "AB[",
        "AW[",
        "AE[",
        "C[",
        "pd",
        "qf",
        "aa",
        "tt",
        "zz",
        "nc:pd",
        "SZ[",
        "19",
        "13",
        "9:9",
        "<bad>",
        "<3x3>",
        "<later>",
        "<tenuki>",
        "<",
        ">",
        "\n",
        "\\",
        "B[pd]",
        ";W[qf]",
        ";B[nc]C[<3x3>]",
        "(;SZ[19]",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any file: what is built can be read back without a fault, whatever was left out.
    #[test]
    fn files(text in sgf_like(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for content in [text.as_bytes(), &bytes] {
            let chapter = Tree::read("a.sgf", content, &mut |p| assert!(!p.to_string().is_empty())).chapter();
            let book = Book { chapters: vec![chapter] };
            let mut problems = Vec::new();
            let back = book_file::read("built", &book_file::write(&book), &mut |p| problems.push(p));
            prop_assert_eq!((back, problems), (book, vec![]));
            lint(&[("a.sgf".to_string(), content.to_vec()), ("b.sgf".to_string(), text.as_bytes().to_vec())]);
            Game::all(content);
        }
    }

    /// Any line: no answer or one in the form of the protocol, with the number it came with.
    #[test]
    fn lines(
        lines in prop::collection::vec(
            ("([0-9]{1,11} )?", prop::sample::select(vec![
                "play", "undo", "boardsize", "komi", "genmove", "showboard", "fixed_handicap", "set_free_handicap", "clear_board",
                "final_score", "final_status_list", "gogui-joseki_moves", "gogui-joseki_show_pattern", "known_command",
                "tesuji-joseki_matches", "loadsgf", "time_left", "place_free_handicap", "reg_genmove", "\u{0}", "#", "",
            ]), "( (b|w|pass|[a-z][0-9]{1,2}|-?[0-9]{1,3}|alive|[^\n]{0,4})){0,3}"), 0..40)
    ) {
        let mut engine = Engine::new(Book::default());
        for (id, name, args) in lines {
            let Some(reply) = engine.answer(&format!("{id}{name}{args}")) else { continue };
            prop_assert!(reply.ends_with("\n\n") && !reply[..reply.len() - 2].contains("\n\n"), "{reply:?}");
            prop_assert!(reply.starts_with(['=', '?']));
            if let Ok(id) = id.trim().parse::<u32>() {
                prop_assert!(reply[1..].starts_with(&format!("{id} ")), "{reply:?}");
            }
        }
    }
}

/// A position that can't be had as it stands in the file is not loaded by half.
#[test]
fn games_with_stones_set_in_play_are_not_loaded() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut engine = Engine::new(Book::default());
    let mut answer = |line: &str| engine.answer(line).expect("an answer");
    assert_eq!(answer("boardsize 9"), "= \n\n");
    assert_eq!(answer("play b e5"), "= \n\n");
    let before = answer("showboard");
    for (i, setup) in ["AW[gg]", "AB[gg]", "AE[cc]", "B[dd]AW[ee]"].into_iter().enumerate() {
        let file = dir.path().join(format!("{i}.sgf"));
        std::fs::write(&file, format!("(;SZ[9]KM[5];B[cc];W[gc];{setup};B[cg])")).expect("writes");
        let file = file.display();
        for line in [format!("loadsgf {file}"), format!("loadsgf {file} 3"), format!("loadsgf {file} 99")] {
            assert_eq!(answer(&line), "? cannot load file\n\n", "{setup}");
            assert_eq!(answer("showboard"), before);
        }
        assert_eq!(answer(&format!("loadsgf {file} 2")), "= white\n\n", "before the stones");
        assert_eq!(answer("undo"), "= \n\n");
        assert_eq!(answer("play b e5"), "= \n\n");
    }
}
