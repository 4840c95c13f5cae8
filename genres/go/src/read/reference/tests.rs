use super::*;

fn outcomes(picture: &str) -> [String; 2] {
    let q = Question::from_picture(picture).unwrap();
    let verdict = ReferenceReader.read(&q, &Limits::default()).unwrap();
    [verdict.attacker_first, verdict.defender_first].map(|r| r.outcome.to_string())
}

/// The standard corner shapes of the textbooks.
#[test]
fn textbook_corners() {
    for (picture, attacker_first, defender_first) in [
        ("!..OX|..OX|OOOX|XXXX", "DEAD", "DEAD"),    // square four
        ("!...OX|.OOOX|OOXXX|XXXXX", "KO", "ALIVE"), // bent four shape in the corner
        ("!..OX|.OOX|OOXX|XXXX", "DEAD", "ALIVE"),   // bent three
        ("!.O.OX|OOOOX|XXXXX", "ALIVE", "ALIVE"),    // two eyes
    ] {
        let [a, d] = outcomes(picture);
        assert!(a.starts_with(attacker_first) && d.starts_with(defender_first), "{picture}: {a}, {d}");
    }
}

/// One graph for many positions and all numbers of threats says what graphs of their own say, kos
/// included.
#[test]
fn one_graph_for_all() {
    use rand_core::SeedableRng;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(19);
    let limits = Limits::default().with_nodes(1500);
    let (mut compared, mut kos) = (0, 0);
    while compared < 100 || kos < 6 {
        let Some(question) = crate::read::sample::enclosed(&mut rng, 5) else { continue };
        let area = Area::of(&question, Exits::Free).unwrap();
        // With the positions one move on, bans among them.
        let mut asked = Vec::new();
        for role in Role::ALL {
            asked.push((question.clone(), role));
            for p in question.board.empty().iter() {
                let mut board = question.board.clone();
                if board.play(p, question.color(role)).is_ok() && area.cell(p).is_some() {
                    asked.push((Question { board, ..question.clone() }, role.other()));
                }
            }
        }
        asked.retain(|(q, _)| !q.is_captured());
        let alone: Vec<_> = asked.iter().map(|(q, r)| ReferenceReader.read_first(q, *r, &limits).unwrap()).collect();
        if alone.iter().any(|r| r.stop != Stop::Exhausted) {
            continue;
        }
        let states: Vec<_> = asked.iter().map(|(q, r)| area.state(q, *r, Supply::NONE)).collect();
        let together = ReferenceReader.read_all(&area, &states, &Limits::default()).unwrap();
        for (((q, role), alone), together) in asked.iter().zip(alone).zip(together) {
            assert_eq!(together, alone.outcome, "{}, {role} first", q.picture());
            compared += 1;
            kos += u32::from(together.threats.is_some());
        }
    }
}
