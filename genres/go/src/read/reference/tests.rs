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
