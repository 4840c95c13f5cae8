use super::*;
use crate::ReferenceReader;

/// Both readers, both sides first; SEKI and ALIVE count as one where the fast reader does not tell them apart.
fn agree(picture: &str) {
    let q = Question::from_picture(picture).unwrap();
    for first in Role::ALL {
        let fast = DfPnReader::new().read_first(&q, first, &Limits::default().with_nodes(2_000_000)).unwrap().outcome;
        let plain = ReferenceReader.read_first(&q, first, &Limits::default().with_nodes(1_000_000)).unwrap();
        if plain.stop != Stop::Exhausted {
            continue;
        }
        let plain = plain.outcome;
        assert!(fast == plain || fast.lives() && plain.lives(), "{picture}, {first} first: {fast}, not {plain}");
    }
}

#[test]
fn agrees_on_textbook_shapes() {
    for picture in [
        "!..OX|..OX|OOOX|XXXX",
        "!...OX|.OOOX|OOXXX|XXXXX",
        "..OX|.OOX|OOXX|XXXX",
        "!...OX|...OX|OOOOX|XXXXX",
        ".O.OX|OOOOX|XXXXX",
        "!....OX|OOOOOX|XXXXXX",
        ".x.OX|OOOOX|XXXXX",
    ] {
        agree(picture);
    }
}

#[test]
fn agrees_with_the_whole_graph_on_random_positions() {
    use rand_core::SeedableRng;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    let limits = Limits::default().with_nodes(4000);
    let fast = DfPnReader::new();
    let mut compared = 0;
    while compared < 150 {
        let Some(q) = crate::read::sample::enclosed(&mut rng, 7) else { continue };
        let plain = ReferenceReader.read(&q, &limits).unwrap();
        if Role::ALL.iter().any(|&r| plain.first(r).stop != Stop::Exhausted) {
            continue;
        }
        compared += 1;
        let read = fast.read(&q, &Limits::default()).unwrap();
        for role in Role::ALL {
            let (want, got) = (plain.first(role).outcome, read.first(role).outcome);
            assert!(want == got || want.lives() && got.lives(), "{}, {role} first: {got}, not {want}", q.picture());
        }
    }
}
