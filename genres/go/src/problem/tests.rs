use super::*;
use proptest::prelude::*;
use tesuji_sgf::Collection;

fn read(root: tesuji_sgf::Node<'_>) -> Result<Problem, String> {
    read_sgf(root).map(|(problem, _)| problem)
}

const CORNER: &str = "19x19 A19 X=black O ...OX|...OX|OOOOX|XXXXX";

#[test]
fn lines_round_trip_and_short_ones_become_long() {
    for line in [
        CORNER,
        "19x19 P19 X=white X XO...|XO...|XOOOO|XXXXX",
        "9x9 D6 X=black X !XXXXX|XO.OX|XOOOX|XXXXX",
        "9x9 A9 X=black X kxOX|xO.X|OOOX|XXXX",
        "9x9 F9 X=black X ....|....|..OO|*OOX",
    ] {
        match Problem::parse(line) {
            Ok(p) => assert_eq!(p.print(), line),
            Err(e) => assert!(line.contains('*'), "{line}: {e}"),
        }
    }
    assert_eq!(
        Problem::parse("O ...OX|...OX|OOOOX|XXXXX").unwrap().print(),
        "7x6 A6 X=black O ...OX|...OX|OOOOX|XXXXX"
    );
}

#[test]
fn bad_lines_name_the_column() {
    let why = |text: &str| {
        let e = Problem::parse(text).unwrap_err();
        (e.column, e.what)
    };
    assert_eq!(why("O ...OX|..?OX").0, 11);
    assert_eq!(why("Q ...OX").0, 1);
    assert_eq!(why("  9y9 A9 X=black O .OX|OOX|XXX").0, 3);
    assert_eq!(why("9x9 Z9 X=black O .OX|OOX|XXX").0, 5);
    assert_eq!(why("9x9 A9 X=red O .OX|OOX|XXX").0, 8);
    assert!(why("9x9 C9 X=black O ..OX|OOOX|XXXX").1.contains("the board goes on at B9"));
    assert!(why("9x9 H9 X=black O XO..|XOOO|XXXX").1.contains("does not fit"));
    assert!(why("99x9 A9 X=black O ..OX").1.contains("25"));
    assert!(why("1 2 3").1.contains("3 words"));
    assert_eq!(why(""), (1, "an empty line".to_string()));
}

#[test]
fn canonical_forms_forget_symmetry_colours_and_where_on_the_edge() {
    let a = Problem::parse(CORNER).unwrap();
    for s in Symmetry::ALL {
        assert_eq!(a.image(s).canonical(), a.canonical());
    }
    let b = Problem::parse("19x19 C19 X=black O XO...OX|XOOOOOX|XXXXXXX").unwrap();
    let c = Problem::parse("13x13 D13 X=white O XO...OX|XOOOOOX|XXXXXXX").unwrap();
    assert_eq!(b.canonical(), c.canonical());
    assert_ne!(a.canonical(), b.canonical());
    assert_eq!((a.place(), b.place()), (Place::Corner, Place::Side));
    assert_eq!((a.automorphisms().len(), b.automorphisms().len()), (1, 2));
    let d18 = Point::new(3, 0);
    assert!(b.automorphisms().into_iter().any(|s| b.image_of(d18, s) == Point::new(7, 0)));
}

#[test]
fn written_problems_are_read_back() {
    for line in [CORNER, "9x9 D6 X=white X !XXXXX|XO.OX|XOOOX|XXXXX"] {
        let problem = Problem::parse(line).unwrap();
        let mut sgf = Collection::new();
        root_of(&problem, &mut sgf);
        let (back, diagnostics) = Collection::parse(&sgf.write());
        assert!(diagnostics.is_empty());
        assert_eq!(read(back.roots().next().unwrap()).unwrap(), problem);
    }
}

/// Where the picture starts at the wall, the wall's liberties are beyond the picture.
#[test]
fn problems_are_read_back_in_every_corner() {
    for line in [CORNER, "19x19 A19 X=black O ...OX|...OX|OOOOX|XXXXX", "9x9 D6 X=white X !XXXXX|XO.OX|XOOOX|XXXXX"] {
        let problem = Problem::parse(line).unwrap();
        for s in Symmetry::ALL {
            let image = problem.image(s);
            assert_eq!(Problem::parse(&image.print()), Ok(image.clone()), "{}", image.print());
        }
    }
    let lower = Problem::parse("19x19 P4 X=black O XXXXX|XOOOO|XO...|XO...").unwrap();
    assert_eq!(lower.question.region.len(), 12);
    assert!(Problem::parse("19x19 Q4 X=black O XXXXX|XOOOO|XO...|XO...").unwrap_err().what.contains("does not fit"));
}

#[test]
fn what_would_change_the_position_is_refused() {
    let read = |text: &str| {
        let (sgf, _) = Collection::parse(text.as_bytes());
        sgf.roots().next().map(|root| super::tests::read(root)).unwrap_or(Err("no game".into()))
    };
    let stones = "AB[ea][eb][ec][dd][ad][bd][cd][ed]AW[da][db][ac][bc][cc][dc]";
    assert!(read(&format!("(;GM[1]SZ[9]PL[W]{stones}AE[])")).is_ok());
    for odd in ["GM[2]", "SZ[abc]", "SZ[-5]", "SZ[0]", "AE[b]", "AE[aa:b]"] {
        let size = if odd.starts_with("SZ") { "" } else { "SZ[9]" };
        let why = read(&format!("(;{odd}{size}{stones})")).unwrap_err();
        assert!(why.starts_with(odd), "{why}");
    }
}

/// `TESUJI` says what is read only as long as the rest of the game says the same.
#[test]
fn an_edited_game_is_not_what_its_line_says() {
    let problem = Problem::parse(CORNER).unwrap();
    let mut sgf = Collection::new();
    root_of(&problem, &mut sgf);
    let text = String::from_utf8(sgf.write()).unwrap();
    let read = |text: &str| {
        let (sgf, _) = Collection::parse(text.as_bytes());
        super::tests::read(sgf.roots().next().unwrap())
    };
    assert_eq!(read(&text).unwrap(), problem);
    let (own, other) = if problem.color() == crate::Color::Black { ("PL[B]", "PL[W]") } else { ("PL[W]", "PL[B]") };
    assert!(text.contains(own));
    assert_ne!(read(&text.replace(own, other)).unwrap().first, problem.first);
    let inside = (problem.question.region & problem.question.board.empty()).first().unwrap();
    let letters = tesuji_sgf::Point::new(inside.x, inside.y).letters();
    let more = text.replace("PL[", &format!("AW[{}]PL[", String::from_utf8_lossy(&letters)));
    assert_ne!(
        read(&more).ok().map(|p| p.question.board.stones(crate::Color::White)),
        Some(problem.question.board.stones(crate::Color::White))
    );
}

#[test]
fn bare_sgf_is_inferred_or_refused_with_the_points() {
    let read = |text: &str| {
        let (sgf, _) = Collection::parse(text.as_bytes());
        sgf.roots().next().map(|root| super::tests::read(root)).unwrap_or(Err("no game".into()))
    };
    // The corner, bare; the side to move from the first move.
    let stones = "AB[ea][eb][ec][dd][ad][bd][cd][ed]AW[da][db][ac][bc][cc][dc]";
    let p = read(&format!("(;SZ[9]{stones};W[ba])")).unwrap();
    assert_eq!(p.print(), "9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX");
    assert_eq!(read(&format!("(;SZ[9]{stones}PL[B])")).unwrap().first, Role::Attacker);
    assert!(read("(;SZ[9]AB[aa]AW[ab][ba])").unwrap_err().contains("A9"));
    assert!(read("(;SZ[30]AB[aa])").unwrap_err().contains("25"));
    assert!(read("(;SZ[9])").unwrap_err().contains("no stone"));
    assert!(read("(;SZ[9]AB[zz])").unwrap_err().contains("zz"));
    // Every chain without a liberty is named.
    let dead = read("(;SZ[9]AB[aa][ia]AW[ab][ba][ha][ib])").unwrap_err();
    assert!(dead.contains("A9") && dead.contains("J9"), "{dead}");
    // Stones of one colour ask nothing.
    assert!(read("(;SZ[9]AB[cc][gg])").unwrap_err().contains("mark the stones"));
    assert!(read("(;SZ[9]AB[cc]AW[gg]MA[dd])").unwrap_err().contains("mark the stones"));
    // Marks that name no stone are told, and those that name no point are refused wherever they
    // stand.
    assert!(read("(;SZ[9]AB[cc]AW[gg]MA[dd])").unwrap_err().contains("D6"));
    assert!(read(&format!("(;SZ[9]{stones}TR[zz]PL[W])")).unwrap_err().contains("zz"));
    assert!(read(&format!("(;SZ[9]{stones}TR[b]PL[W])")).unwrap_err().contains("TR[b]"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn nothing_panics_on_mutated_lines(text in "[0-9xA-T =blackwhiteXO|.o!*k#]{0,60}") {
        let _ = Problem::parse(&text);
    }

    #[test]
    fn random_pictures_round_trip(cells in proptest::collection::vec(0..4_u8, 12)) {
        let glyphs: String = cells.iter().map(|c| ['.', 'x', 'o', 'O'][*c as usize]).collect();
        let rows: Vec<String> = glyphs.as_bytes().chunks(4).map(|r| format!("{}X", String::from_utf8_lossy(r))).collect();
        let text = format!("X {}|XXXXX", rows.join("|"));
        if let Ok(p) = Problem::parse(&text) {
            prop_assert_eq!(&Problem::parse(&p.print()).unwrap(), &p);
            let mut sgf = Collection::new();
            root_of(&p, &mut sgf);
            let (back, _) = Collection::parse(&sgf.write());
            prop_assert_eq!(&read(back.roots().next().unwrap()).unwrap(), &p);
        }
    }
}

/// Stones outside of the region belong to the position: they are printed, read back, drawn and
/// written.
#[test]
fn no_stone_of_the_position_is_lost() {
    let stones = |b: &crate::Board| crate::Color::ALL.map(|c| b.stones(c));
    for text in [
        "(;SZ[19]PL[B]AB[da][ab][db][bc]AW[ea][eb][ec][ad][bd][cd][dd][kk])",
        "(;SZ[19]PL[B]AB[da][ab][db][bc][sa][aq]AW[ea][eb][ec][ad][bd][cd][dd][kk][rs]TR[da])",
        // A wall chain that goes on beyond the picture, and a stone of the defender beside the
        // wall.
        "(;SZ[13]PL[W]AB[ea][eb][ec][ed][ee][ef][dd][ad][bd][cd]AW[da][db][ac][bc][cc][dc][fe][fa])",
        "(;SZ[9]PL[B]AB[ib][cc][dc][ec][fc][fd][gd][ge][he][gf][gg]AW[gb][gc][hd][id][ai]TR[gb])",
    ] {
        let (sgf, _) = Collection::parse(text.as_bytes());
        let root = sgf.roots().next().unwrap();
        let given = root.setup().into_iter().filter_map(|(c, p)| Some((Point::new(p.x, p.y), super::own(c?))));
        let size = root.board_size();
        let whole = crate::Board::set_up(size.width, size.height, given).unwrap();
        let problem = read(root).unwrap();
        assert_eq!(stones(&problem.question.board), stones(&whole), "{text}");
        let line = problem.print();
        let again = Problem::parse(&line).unwrap();
        assert_eq!(stones(&again.question.board), stones(&whole), "{line}");
        assert_eq!(again.print(), line);
        for s in Symmetry::ALL {
            let image = problem.image(s);
            assert_eq!(image.canonical(), problem.canonical(), "{line}");
            assert_eq!(Problem::parse(&image.print()).unwrap().print(), image.print());
        }
        let mut sgf = Collection::new();
        root_of(&problem, &mut sgf);
        let (back, _) = Collection::parse(&sgf.write());
        let back = read(back.roots().next().unwrap()).unwrap();
        assert_eq!((stones(&back.question.board), back.print()), (stones(&whole), line));
        let drawn = crate::draw::draw(&again, None, &tesuji_genre::Marks::default(), tesuji_genre::Medium::Unicode);
        let drawn = drawn.unwrap();
        let board: String = drawn.lines().take_while(|l| !l.contains("to move")).collect();
        let count = |sign: char| board.matches(sign).count();
        assert_eq!([count('●'), count('○')], stones(&whole).map(|s| s.len()), "{drawn}");
    }
}

#[test]
fn stones_behind_the_picture_are_read_and_refused_with_the_column() {
    let line = format!("{CORNER} X+K10,L10 O+C3");
    let problem = Problem::parse(&line).unwrap();
    assert_eq!(problem.print(), line);
    assert_ne!(problem.canonical(), Problem::parse(CORNER).unwrap().canonical());
    assert_eq!(problem.print_region(), CORNER);
    let column = CORNER.chars().count() + 2;
    for (more, why) in [
        ("X+Z9", "no point"),
        ("Y+A1", "is expected"),
        ("X+", "no point"),
        ("X+A19", "in the picture"),
        ("X+C3 O+C3", "both colours"),
        ("X+C3 O+D3 X+E3", "words"),
    ] {
        let e = Problem::parse(&format!("{CORNER} {more}")).unwrap_err();
        assert!(e.what.contains(why) && (e.column == column || why == "words"), "{more}: {e} at {}", e.column);
    }
}

/// Who moves first: `PL`, else the first move, else words, else it is said that Black is assumed.
#[test]
fn who_moves_first_is_read_from_what_there_is() {
    let setup = "SZ[9]AB[ea][eb][ec][dd][ad][bd][cd][ed]AW[da][db][ac][bc][cc][dc]";
    for (rest, color, how) in [
        ("PL[W]C[Black to play];B[ba]", Color::White, Mover::Told),
        ("C[Black to play];W[ba]", Color::White, Mover::FirstMove),
        ("C[White to play and live.]", Color::White, Mover::Words),
        ("GN[Problem 5: White to move]", Color::White, Mover::Words),
        ("C[\u{767d}\u{5148}\u{9ed1}\u{6b7b}]", Color::White, Mover::Words),
        ("C[^W to play]", Color::White, Mover::Words),
        ("C[A corner]", Color::Black, Mover::Assumed),
    ] {
        let (sgf, _) = Collection::parse(format!("(;{setup}{rest})").as_bytes());
        let given = read_start(starts(sgf.roots().next().unwrap())[0]).unwrap().remove(0);
        assert_eq!((given.problem.color(), given.mover), (color, how), "{rest}");
    }
}

/// MultiGo draws a circle on the last stone; stones of both colours that are marked are two
/// questions; what can't be read is named with its node.
#[test]
fn marks_are_taken_as_they_are_meant() {
    let given = |text: &str| {
        let (sgf, _) = Collection::parse(text.as_bytes());
        read_start(starts(sgf.roots().next().unwrap())[0])
    };
    let setup = "SZ[9]AB[ea][eb][ec][dd][ad][bd][cd][ed]AW[da][db][ac][bc][cc][dc]PL[W]";
    let target = |text: &str| given(text).unwrap().remove(0).problem.question.target;
    let plain = target(&format!("(;{setup})"));
    assert_eq!(target(&format!("(;AP[MultiGo:4.4.4]{setup}CR[ed])")), plain);
    assert_eq!(target(&format!("(;MULTIGOGM[1]{setup}CR[ed])")), plain);
    assert_ne!(target(&format!("(;{setup}CR[ed])")), plain);
    let both = given(&format!("(;{setup}TR[ed][dc])")).unwrap();
    let colors: Vec<Color> = both.iter().map(|g| g.problem.question.defender).collect();
    assert_eq!(colors, [Color::Black, Color::White]);
    let why = given(&format!("(;{setup};TR[xy])")).unwrap_err();
    assert!(why.at == "game 1, node 2" && why.what.contains("TR["), "{why:?}");
}
