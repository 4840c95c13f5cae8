use super::*;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn hashes_do_not_depend_on_the_way(w in 2u8..8, h in 2u8..8, moves in prop::collection::vec((0u8..8, 0u8..8, any::<bool>()), 0..160)) {
        let mut board = Board::new(w, h).unwrap();
        for (x, y, black) in moves {
            let (p, color) = (Point::new(x % w, y % h), if black { Color::Black } else { Color::White });
            let legal = board.check(p, color);
            prop_assert_eq!(legal, board.play(p, color).map(|_| ()));
        }
        let stones = Color::ALL.into_iter().flat_map(|c| board.stones(c).iter().map(move |p| (p, c)).collect::<Vec<_>>());
        let mut anew = Board::set_up(w, h, stones).unwrap();
        anew.set_ko(board.ko());
        prop_assert_eq!(anew.hash(), board.hash());
        for (s, hash) in Symmetry::ALL.into_iter().zip(board.hashes) {
            let image = board.image(s);
            prop_assert_eq!(image.hash(), hash);
            prop_assert_eq!(image.least_hash(), board.least_hash());
            prop_assert_eq!(&image.image(s.inverse()), &board);
        }
    }

    #[test]
    fn sets_of_points_are_sets(a in prop::collection::btree_set((0u8..25, 0u8..25), 0..60), b in prop::collection::btree_set((0u8..25, 0u8..25), 0..60)) {
        let of = |s: &std::collections::BTreeSet<(u8, u8)>| s.iter().map(|&(x, y)| Point::new(x, y)).collect::<Points>();
        let count = |s: Vec<_>| -> usize { s.len() };
        prop_assert_eq!((of(&a) & of(&b)).len(), count(a.intersection(&b).collect()));
        prop_assert_eq!((of(&a) | of(&b)).len(), count(a.union(&b).collect()));
        prop_assert_eq!((of(&a) - of(&b)).len(), count(a.difference(&b).collect()));
        let (mut both, mut either) = (of(&a), of(&a));
        both &= of(&b);
        either |= of(&b);
        prop_assert_eq!((both, either), (of(&a) & of(&b), of(&a) | of(&b)));
        prop_assert_eq!((of(&a).meets(&of(&b)), of(&a).within(&of(&b))), (!a.is_disjoint(&b), a.is_subset(&b)));
        prop_assert!(b.iter().all(|&(x, y)| of(&a).contains(Point::new(x, y)) == a.contains(&(x, y))));
        prop_assert_eq!((of(&a) ^ of(&b)).len(), count(a.symmetric_difference(&b).collect()));
        prop_assert_eq!(of(&a).iter().collect::<Points>(), of(&a));
        prop_assert_eq!(of(&a).parts().iter().map(Points::len).sum::<usize>(), a.len());
        let board = Points::board(25, 25);
        let steps = |&(x, y): &(u8, u8)| [(x, y.wrapping_sub(1)), (x.wrapping_sub(1), y), (x + 1, y), (x, y + 1)];
        let on_board = a.iter().flat_map(steps).filter(|&(x, y)| x < 25 && y < 25);
        let beside: Points = on_board.map(|(x, y)| Point::new(x, y)).collect();
        prop_assert_eq!(of(&a).beside(&board), beside);
    }
}

#[test]
fn ko_suicide_and_bad_positions() {
    use Color::{Black, White};
    let at = |x, y| Point::new(x, y);
    let ring = [
        (1, 0, Black),
        (0, 1, Black),
        (1, 2, Black),
        (2, 0, White),
        (3, 1, White),
        (2, 2, White),
        (2, 1, Black),
        (3, 4, Black),
        (4, 3, Black),
    ];
    let mut board = Board::set_up(5, 5, ring.map(|(x, y, c)| (at(x, y), c))).unwrap();
    assert_eq!(board.play(at(1, 1), White).unwrap(), Points::single(at(2, 1)));
    assert_eq!(board.play(at(2, 1), Black), Err(Illegal::Ko));
    assert_eq!(board.play(at(4, 4), White), Err(Illegal::Suicide));
    board.pass();
    assert!(board.play(at(2, 1), Black).is_ok());

    assert!(matches!(Board::new(1, 9), Err(BadPosition::Size(1, 9))));
    assert!(matches!(Board::new(26, 9), Err(BadPosition::Size(26, 9))));
    let dead = Board::set_up(3, 3, [(at(0, 0), White), (at(1, 0), Black), (at(0, 1), Black)]);
    assert_eq!(dead, Err(BadPosition::NoLiberty(vec!["A3".into()])));
    assert!(matches!(Board::set_up(3, 3, [(at(4, 0), White)]), Err(BadPosition::OffBoard(p)) if p == ["E3"]));
    assert!(
        matches!(Board::set_up(3, 3, [(at(1, 1), White), (at(1, 1), Black)]), Err(BadPosition::Twice(p)) if p == ["B2"])
    );
}
