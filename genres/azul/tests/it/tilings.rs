//! Values where the tiling counts, against a brute force over all tilings of all boards.

use tesuji_azul::leaf::{self, TOKEN_WORTH, margins, progress};
use tesuji_azul::read::{Reader, Want, plain};
use tesuji_azul::{Aim, Board, BoardSetup, Colour, Phase, Rng, Setup, State, WallKind, sub_seed};
use tesuji_solver::Limits;

/// A late position: full walls, full lines, and a few tiles in the centre. Mostly one that no game
/// leads to, but legal.
fn late(players: usize, kind: WallKind, rng: &mut Rng) -> Option<State> {
    let mut bag = [20u32; 5];
    let mut boards = Vec::new();
    let colour = |rng: &mut Rng| Colour::ALL[rng.below(5) as usize];
    for _ in 0..players {
        let mut board = BoardSetup { score: 20 + rng.below(30), ..BoardSetup::default() };
        for row in 0..5 {
            let wanted = [2, 3, 4, 4][rng.below(4) as usize];
            for _ in 0..40 {
                let (c, column) = (colour(rng), rng.below(5) as usize);
                let twice = (0..5).any(|i| board.wall[row][i] == Some(c) || board.wall[i][column] == Some(c));
                let place = kind == WallKind::Grey || tesuji_azul::coloured_column(row, c) == column;
                let tiles = board.wall[row].iter().flatten().count();
                if board.wall[row][column].is_none() && !twice && place && tiles < wanted {
                    board.wall[row][column] = Some(c);
                    bag[c.index()] = bag[c.index()].checked_sub(1)?;
                }
            }
            let c = colour(rng);
            let n = if rng.below(3) > 0 { row as u32 + 1 } else { rng.below(row as u32 + 1) };
            if n > 0 && !board.wall[row].contains(&Some(c)) {
                board.lines[row] = Some((c, n));
                bag[c.index()] = bag[c.index()].checked_sub(n)?;
            }
        }
        boards.push(board);
    }
    let mut centre = [0; 5];
    for _ in 0..1 + rng.below(3) {
        let c = colour(rng).index();
        centre[c] += 1;
        bag[c] = bag[c].checked_sub(1)?;
    }
    let (turn, starter) = (rng.below(players as u32) as usize, rng.below(players as u32) as usize);
    let token = Some(rng.below(players as u32) as usize);
    let factories = vec![[0; 5]; 2 * players + 1];
    let (phase, lid) = (Phase::Drafting, [0; 5]);
    State::from_setup(&Setup { kind, phase, round: 9, turn, starter, token, factories, centre, bag, lid, boards }).ok()
}

/// A board after one of its tilings: worth if the game goes on, if it ends, and whether a row is
/// complete.
#[derive(Clone, Copy)]
struct Tiled {
    on: i32,
    end: i32,
    completes: bool,
}

/// All tilings of a board, those best for going on first.
fn tiled(board: &Board, kind: WallKind) -> Vec<Tiled> {
    let mut all: Vec<((u16, i32), Tiled)> = Vec::new();
    for tiling in board.tilings(kind) {
        let mut after = *board;
        after.tile(kind, &tiling).unwrap();
        let rest = progress(&after, kind);
        let score = i32::from(after.score());
        let (on, end) = (10 * score + rest, 10 * (score + i32::from(after.bonus())));
        all.push(((after.score(), rest), Tiled { on, end, completes: after.complete_rows() > 0 }));
    }
    all.sort_by_key(|t| std::cmp::Reverse(t.0));
    all.into_iter().map(|t| t.1).collect()
}

/// The first of two players' margin when the round is over, and the players who may but need not
/// end the game.
fn brute(state: &State) -> (i32, [bool; 2]) {
    let [mine, yours] = [0, 1].map(|p| tiled(state.board(p), state.kind()));
    // Each end of the game over all pairs of tilings: the one player's best against the other's
    // best.
    let end = |mine: &dyn Fn(&Tiled) -> bool, yours: &dyn Fn(&Tiled) -> bool, all: [&[Tiled]; 2]| {
        let against = |m: &Tiled| all[1].iter().filter(|t| yours(t)).map(|y| m.end - y.end).min();
        all[0].iter().filter(|t| mine(t)).filter_map(against).max()
    };
    let (any, completes) = (|_: &Tiled| true, |t: &Tiled| t.completes);
    let all = [mine.as_slice(), yours.as_slice()];
    if all.iter().any(|side| side.iter().all(|t| t.completes)) {
        return (end(&any, &any, all).unwrap(), [false; 2]);
    }
    let on = all.map(|side| side.iter().find(|t| !t.completes).unwrap().on);
    let starts = state.token().unwrap_or(state.starter()) == 0;
    let on = on[0] - on[1] + if starts { TOKEN_WORTH } else { -TOKEN_WORTH };
    let (a, b) = (end(&completes, &any, all), end(&any, &completes, all));
    // Either order of speaking.
    let first = b.map_or(on, |b| b.min(on));
    let first = a.map_or(first, |a| a.max(first));
    let second = a.map_or(on, |a| a.max(on));
    let second = b.map_or(second, |b| b.min(second));
    assert_eq!(first, second, "{state}");
    (first, [a.is_some(), b.is_some()])
}

/// The first player's margin by the brute force under best play. Of the round's ends where somebody
/// may but need not end the game: how many go on, and how many end.
fn search(state: &State, choices: &mut [u32; 2]) -> i32 {
    if state.phase() != Phase::Drafting {
        let (value, may) = brute(state);
        // The engine's own end of the round comes to the same.
        let mut ended = *state;
        ended.end_round(&mut Rng::new(1)).unwrap();
        assert_eq!(margins(leaf::worths(&ended), 2)[0], value, "{state}");
        choices[usize::from(ended.phase() == Phase::Over)] += u32::from(may != [false; 2]);
        return value;
    }
    let each = state.legal().into_iter().map(|mv| {
        let mut next = *state;
        next.play(mv).unwrap();
        search(&next, choices)
    });
    if state.turn() == 0 { each.max().unwrap() } else { each.min().unwrap() }
}

#[test]
fn values_are_those_of_all_tilings() {
    let mut reader = Reader::new();
    for (kind, n, least) in [(WallKind::Grey, 10_000, 5), (WallKind::Coloured, 200, 0)] {
        let (mut read, mut choices) = (0, [0; 2]);
        for seed in 0.. {
            let Some(state) = late(2, kind, &mut Rng::new(sub_seed(9, seed))) else { continue };
            let all = reader.read(&state, Want::All, &Limits::default());
            let (values, _) = plain::values(&state, u64::MAX).unwrap();
            for (mv, value) in values {
                let mut next = state;
                next.play(mv).unwrap();
                let right = search(&next, &mut choices);
                let right = if state.turn() == 0 { right } else { -right };
                assert_eq!(value[state.turn()], right, "{mv} in {state}");
                assert_eq!(all.of(&state, mv).map(|m| m.value), Some(right), "{mv} in {state}");
            }
            read += 1;
            if read == n {
                break;
            }
        }
        // On the coloured wall nobody ever has a choice.
        let enough = |&n: &u32| n >= least && (kind == WallKind::Grey || n == 0);
        assert!(choices.iter().all(enough), "{kind:?} {choices:?}");
    }
}

/// Three and four players, and with something left out of account, against the reference; and the
/// round's end as played.
#[test]
fn more_players_and_counterfactuals() {
    use leaf::Leaf;
    let mut reader = Reader::new();
    let leaves = [
        Leaf::True,
        Leaf::Own,
        Leaf::NoBonus,
        Leaf::NoToken,
        Leaf::NoEnd,
        Leaf::NoRuns,
        Leaf::NoFloor,
        Leaf::OnlyFloor,
    ];
    for (players, n) in [(2, 60), (3, 60), (4, 30)] {
        let states = (0..).filter_map(|seed| late(players, WallKind::Grey, &mut Rng::new(sub_seed(10, seed))));
        for state in states.filter(|s| s.tiles_on_table() <= 2).take(n) {
            for leaf in leaves {
                let (values, _) = plain::values_with(&state, leaf, u64::MAX).unwrap();
                let all = reader.read_with(&state, leaf, Want::All, &Limits::default());
                for (mv, value) in values {
                    assert_eq!(
                        all.of(&state, mv).map(|m| m.value),
                        Some(value[state.turn()]),
                        "{leaf:?} {mv} in {state}"
                    );
                    let mut next = state;
                    next.play(mv).unwrap();
                    if leaf == Leaf::True && next.phase() == Phase::Tiling {
                        next.end_round(&mut Rng::new(1)).unwrap();
                        assert_eq!(margins(leaf::worths(&next), players), value, "{mv} in {state}");
                    }
                }
            }
        }
    }
}

/// The tiling that the engine chooses for each aim is the first of the best, by the aim's own
/// words; and the wall that it leaves is the one that the words speak of.
#[test]
fn the_tiling_for_each_aim_is_the_best() {
    let mut differ = [0; 3];
    let mut none = 0;
    let states = (0..).filter_map(|seed| late(2, WallKind::Grey, &mut Rng::new(sub_seed(11, seed))));
    for board in states.take(3_000).flat_map(|state| [*state.board(0), *state.board(1)]) {
        let kind = WallKind::Grey;
        let after = |tiling: &_| {
            let mut after = board;
            after.tile(kind, tiling).expect("it is legal");
            after
        };
        let worth = |aim: Aim, tiling: &_| {
            let after = after(tiling);
            let rows =
                (0..5).filter(|&row| (0..5).all(|column| after.wall_tile(kind, row, column).is_some())).count() as i32;
            let (score, end) = (i32::from(after.score()), i32::from(after.score()) + i32::from(after.bonus()));
            let rest = progress(&after, kind);
            match aim {
                Aim::GoOn => Some(vec![i32::from(rows == 0), score, rest]),
                Aim::End => Some(vec![end, rows, score, rest]),
                Aim::Complete => (rows > 0).then(|| vec![end, rows, score, rest]),
            }
        };
        let all = board.tilings(kind);
        let chosen = [Aim::GoOn, Aim::End, Aim::Complete].map(|aim| {
            let best = all
                .iter()
                .filter_map(|t| Some((worth(aim, t)?, t)))
                .reduce(|best, next| if next.0 > best.0 { next } else { best });
            let best = best.map(|(_, tiling)| *tiling);
            assert_eq!(board.best_tiling(kind, aim), best, "{aim:?}: {board:?}");
            best
        });
        none += usize::from(chosen[2].is_none());
        for (i, (a, b)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
            differ[i] += usize::from(chosen[a] != chosen[b]);
        }
    }
    assert!(none > 100 && differ.iter().all(|&n| n > 20), "{none} {differ:?}");
}

/// On the coloured wall a board has one tiling, which completes a row or does not.
#[test]
fn the_coloured_wall_leaves_no_choice() {
    let mut seen = [0; 2];
    let states = (0..).filter_map(|seed| late(2, WallKind::Coloured, &mut Rng::new(sub_seed(12, seed))));
    for board in states.take(500).flat_map(|state| [*state.board(0), *state.board(1)]) {
        let kind = WallKind::Coloured;
        let all = board.tilings(kind);
        assert_eq!(all.len(), 1);
        let mut after = board;
        after.tile(kind, &all[0]).expect("it is legal");
        let completes = after.complete_rows() > 0;
        assert_eq!([Aim::GoOn, Aim::End].map(|aim| board.best_tiling(kind, aim)), [Some(all[0]); 2]);
        assert_eq!(board.best_tiling(kind, Aim::Complete), completes.then_some(all[0]));
        seen[usize::from(completes)] += 1;
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
}
