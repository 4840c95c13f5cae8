//! The standard shapes: a table from outside, and a sample of the comparison over all eye shapes.

use tesuji_go::read::shapes;
use tesuji_go::read::{Area, Exits, Supply};
use tesuji_go::{Class, DfPnReader, Question, Reader, ReferenceReader, Role};
use tesuji_solver::Limits;

fn data() -> std::path::PathBuf {
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    std::env::var_os("TESUJI_DATA").map_or_else(|| here.into(), Into::into)
}

/// The question of a row: its picture, or an eye space of that name.
fn question(name: &str, picture: &str) -> Option<Question> {
    if picture.is_empty() { shapes::named(name) } else { Question::from_picture(picture).ok() }
}

#[test]
fn the_table_of_shapes() {
    let file = data().join("go/shapes.tsv");
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("SKIPPED: {} is not there", file.display());
        return;
    };
    let reader = DfPnReader::telling_seki();
    let mut rows = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, attacker, defender, picture] = fields[..] else { panic!("{line}") };
        let q = question(name, picture).unwrap_or_else(|| panic!("no picture for {name}"));
        for (role, want) in [(Role::Attacker, attacker), (Role::Defender, defender)] {
            let proved = reader.prove(&q, role, &Limits::default().with_nodes(3_000_000)).unwrap();
            let got = proved.reading.outcome;
            assert_eq!(proved.check(&q, role).unwrap(), Ok(()), "{name}");
            // "KO by the graph; DEAD by the bent-four rule"
            let (want, by_rule) = match want.split_once(" by the graph; ") {
                Some((graph, _)) => (graph, Some(Class::Dead)),
                None => (want, None),
            };
            assert_eq!(got.class().map(|c| c.to_string()), Some(want.to_string()), "{name}, {role} first, {picture}");
            assert_eq!(q.is_bent_four_in_the_corner().then_some(Class::Dead), by_rule, "{name}");
        }
        rows += 1;
    }
    assert!(rows >= 36, "{rows} rows");
}

/// All shapes of up to four cells: every placement, number of liberties, set of stones inside, and
/// side to move.
#[test]
fn both_readers_on_small_eye_shapes() {
    let fast = DfPnReader::telling_seki();
    let mut positions = 0;
    for shape in shapes::all(4) {
        for (site, placed) in shapes::placements(&shape) {
            for liberties in 0..3 {
                let cells: Vec<_> = placed.iter().copied().collect();
                let sets = (0_u32..1 << cells.len()).map(|set| {
                    (0..cells.len()).filter(|i| set >> i & 1 == 1).map(|i| cells[i]).collect::<shapes::Shape>()
                });
                let asked: Vec<_> = sets.filter_map(|s| shapes::question(site, &placed, liberties, &s)).collect();
                let area = Area::of(&asked[0], Exits::Free).unwrap();
                let roots: Vec<_> = asked.iter().flat_map(|q| Role::ALL.map(|r| (q, r))).collect();
                let states: Vec<_> = roots.iter().map(|(q, r)| area.state(q, *r, Supply::NONE)).collect();
                let want = ReferenceReader.read_all(&area, &states, &Limits::default()).unwrap();
                for ((q, role), want) in roots.into_iter().zip(want) {
                    let got = fast.read_first(q, role, &Limits::default()).unwrap().outcome;
                    assert_eq!(got, want, "{}, {role} first", q.picture());
                    positions += 1;
                }
            }
        }
    }
    assert!(positions > 2500, "{positions}");
}
