use super::*;

#[test]
fn pictures_round_trip() {
    for text in
        ["...OX|...OX|OOOOX|XXXXX", "!xxx.OX|.OOOOX|OOXXXX|XXXXXX", "....*|...O*|.OOO*|XXX**", "k.OX|.xOX|OOOX|XXXX"]
    {
        let q = Question::from_picture(text).unwrap();
        assert_eq!(q.picture(), text);
        for s in crate::Symmetry::ALL {
            let image = q.image(s);
            let again = image.image(s.inverse());
            assert_eq!(again, q);
        }
    }
    // What is beyond the wall is not shown.
    assert_eq!(Question::from_picture("..OXX|OOOXX|XXXXX").unwrap().picture(), "..OX|OOOX|XXXX");
}

#[test]
fn bad_pictures_name_the_place() {
    let why = |text: &str| Question::from_picture(text).unwrap_err().to_string();
    assert_eq!(why("..OX|OOX|XXXX"), "row 2, column 4: the rows must be equally long");
    assert_eq!(why("..O?|OOXX|XXXX"), "row 1, column 4: one of `X x O o . * k #` is expected");
    assert_eq!(why("k.OX|.kOX|XXXX"), "row 2, column 2: a second `k`: only one point can be banned");
    assert!(why("....|....").contains("no stone to attack"));
    assert_eq!(why("Ox|x."), "no liberty for the chain at A2");
    assert!(why(&".".repeat(30)).contains("30×2") || why(&".".repeat(30)).contains("30×1"));
    assert!(why("").contains("no stone"));
}

#[test]
fn inferred_from_a_bare_position() {
    use Color::{Black, White};
    // A corner group of White, enclosed by Black.
    let rows = [
        "...OX....",
        "...OX....",
        "OOOOX....",
        "XXXXX....",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    let stones = rows.iter().enumerate().flat_map(|(y, row)| {
        row.chars().enumerate().filter_map(move |(x, c)| match c {
            'X' => Some((Point::new(x as u8, y as u8), Black)),
            'O' => Some((Point::new(x as u8, y as u8), White)),
            _ => None,
        })
    });
    let board = Board::set_up(9, 9, stones).unwrap();
    let q = Question::infer(&board).unwrap();
    assert_eq!((q.defender, q.is_open()), (White, false));
    assert_eq!(q.picture(), "...OX|...OX|OOOOX|XXXXX");
    let marked = Question::of_target(&board, &Points::single(Point::new(0, 2))).unwrap();
    assert_eq!(marked.region, q.region);
    // The attacker's own group is open.
    let other = Question::of_target(&board, &Points::single(Point::new(4, 0))).unwrap();
    assert!(other.is_open());
    assert!(matches!(Question::of_target(&board, &Points::single(Point::new(8, 8))), Err(Unclear::Target(_))));
    assert!(matches!(Question::of_target(&board, &Points::EMPTY), Err(Unclear::NoTarget)));
    assert!(matches!(Question::infer(&Board::new(9, 9).unwrap()), Err(Unclear::NoTarget)));
    assert!(q.play(Role::Attacker, Some(Point::new(8, 8))).is_err());
    assert!(!q.play(Role::Attacker, Some(Point::new(1, 0))).unwrap().is_captured());
}
