//! A position genre in one file: one heap, take one to three; who takes the last wins. What it says
//! here is all that it takes to be solved, cross-checked, graded, generated, read and written.

use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use tesuji_genre::position::{Candidate, ParsedPosition, PositionGenre, Positions, named, step};
use tesuji_genre::recipe::Tried;
use tesuji_genre::{
    Bad, Coverage, EnumerateRequest, Enumerated, GenerateRequest, Genre, GenreInfo, GradeInfo, GradeRequest, Graded,
    Marks, Medium, Need, OptionSpec, PositionActions, Record, Solved, State, View, pick,
};
use tesuji_solver::{Catalog, Clock, Deduction, Limits, Phase, Stats, Stop, TechniqueId, Tier};

#[derive(Debug)]
struct Heap;
static HEAP: Positions<Heap> = Positions(Heap);
const FOURS: TechniqueId = TechniqueId::new("leave-fours");

fn solved(moves: impl Iterator<Item = u32>) -> Solved {
    Solved {
        solutions: moves.map(|take| take.to_string().into()).collect(),
        stop: Stop::Exhausted,
        stats: Stats::default(),
    }
}

/// Does the side to move win?
fn wins(heap: u32) -> bool {
    (1..=3.min(heap)).any(|take| !wins(heap - take))
}

const INFO: GenreInfo = GenreInfo {
    name: "heap",
    about: "one heap",
    sizes: &["12"],
    options: &[OptionSpec { key: "even", values: &["no", "yes"], default: "no", help: "only even heaps" }],
    ..GenreInfo::POSITIONS
};

impl PositionActions for Heap {}

impl PositionGenre for Heap {
    type Position = u32;

    fn handle(&self) -> &'static Positions<Self> {
        &HEAP
    }
    fn info(&self) -> &GenreInfo {
        &INFO
    }
    fn catalog(&self) -> &Catalog {
        static ALL: OnceLock<Catalog> = OnceLock::new();
        ALL.get_or_init(|| {
            [named("leave-fours", "Leave fours", Tier::Easy, 10, Phase::Propagation)].into_iter().collect()
        })
    }
    fn size(&self, _: &u32) -> String {
        "12".into()
    }
    fn parse(&self, text: &str) -> Result<ParsedPosition<u32>, Bad> {
        let heap: u32 = text.parse().map_err(|_| Bad::new("a number is expected").column(1))?;
        if heap > 12 { Err(Bad::new("at most 12").column(1)) } else { Ok(heap.into()) }
    }
    fn print(&self, heap: &u32) -> String {
        heap.to_string()
    }
    fn least_image(&self, heap: &u32) -> String {
        heap.to_string()
    }
    fn solve(&self, heap: &u32, _: &Limits) -> Result<Solved, Bad> {
        Ok(solved((1..=3).filter(|take| take == &(heap % 4))))
    }
    fn reference(&self, heap: &u32, _: &Limits) -> Result<Solved, Bad> {
        Ok(solved((1..=3.min(*heap)).filter(|take| !wins(heap - take))))
    }
    fn grade(&self, heap: &u32, _: Option<&State>, want: &GradeRequest) -> Result<Graded, Bad> {
        let knows = want.catalog.get(&FOURS).is_some();
        let tier = if heap / 4 > 1 { "hard" } else { "easy" };
        let need = Need::new(FOURS.as_str(), 0, *heap);
        let needs = (want.needs && *heap > 3).then(|| vec![need]);
        let info = GradeInfo {
            tier: tier.into(),
            score: Some(*heap),
            solved: knows || *heap < 4,
            needs,
            ..GradeInfo::default()
        };
        Ok(Graded {
            info,
            steps: vec![step(&FOURS)],
            words: vec![format!("leave {}", heap / 4 * 4)],
            ..Graded::default()
        })
    }
    fn hint(
        &self,
        _: &u32,
        _: Option<&State>,
        _: &Catalog,
        _: &Limits,
    ) -> Result<Option<(Deduction, String, Marks)>, Bad> {
        Ok(None)
    }
    fn sample(
        &self,
        want: &GenerateRequest,
        _: u64,
        rng: &mut ChaCha8Rng,
        _: &Clock,
        tried: &mut Tried,
    ) -> Vec<Candidate<u32>> {
        tried.count += 1;
        let heap = pick(rng, 13) as u32;
        if heap.is_multiple_of(4) || (want.set.get("even").is_some_and(|v| v == "yes") && heap % 2 == 1) {
            tried.reject("no key move");
            return Vec::new();
        }
        vec![heap.into()]
    }
    fn enumerate(&self, _: &EnumerateRequest, _: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad> {
        let by = BTreeMap::new();
        Ok(Enumerated { coverage: Coverage::Complete, stop: Stop::Exhausted, total: 9, by, minimal: None })
    }
    fn draw(&self, heap: &u32, _: Option<&State>, _: &Marks, _: Medium) -> Result<String, Bad> {
        Ok("o".repeat(*heap as usize))
    }
}

fn request(count: u64, threads: usize) -> GenerateRequest {
    GenerateRequest { count, limits: Limits::default().with_nodes(1000), threads, ..GenerateRequest::default() }
}

fn generated(want: &GenerateRequest) -> (Vec<Record>, Stop) {
    let mut records = Vec::new();
    let report = HEAP.generate(want, &mut |r| records.push(r)).unwrap();
    assert_eq!(report.made, records.len() as u64);
    (records, report.stop)
}

#[test]
fn solver_and_reference_agree_on_every_heap() {
    for heap in 0..=12 {
        let puzzle = HEAP.parse(&heap.to_string()).unwrap().puzzle;
        assert!(matches!(HEAP.view(&puzzle), Ok(View::Reading)));
        let limits = Limits::default();
        assert_eq!(HEAP.solve(&puzzle, &limits).unwrap(), HEAP.reference(&puzzle, &limits).unwrap());
    }
}

#[test]
fn generated_ones_are_distinct_and_the_same_for_any_number_of_threads() {
    let (one, stop) = generated(&request(20, 1));
    let (two, _) = generated(&request(20, 2));
    assert_eq!(one, two);
    // Nine heaps have a key move; the run ends at its limit, not at the count.
    assert_eq!((one.len(), stop), (9, Stop::Nodes));
}

#[test]
fn tier_needs_without_and_options_filter() {
    let mut want = request(20, 1);
    want.tier = Some(Tier::Easy);
    want.needs = vec![FOURS];
    let heaps: Vec<_> = generated(&want).0.into_iter().map(|r| r.puzzle).collect();
    assert_eq!(heaps.len(), 3);
    assert!(heaps.iter().all(|h| ["5", "6", "7"].contains(&h.as_str())));

    let mut want = request(20, 1);
    want.without = vec![FOURS];
    assert_eq!(generated(&want).0.len(), 3, "heaps up to three need nothing");

    let mut want = request(20, 1);
    want.set.insert("even".into(), "yes".into());
    assert_eq!(generated(&want).0.len(), 3, "2, 6, 10");
    want.set.insert("evn".into(), "yes".into());
    assert!(HEAP.generate(&want, &mut |_| ()).unwrap_err().what.contains("nearest: even"));
}

#[test]
fn lines_and_records_are_read_back() {
    let records = generated(&request(5, 1)).0;
    for format in INFO.formats {
        let mut doc = Vec::new();
        HEAP.write(format, &mut records.clone().into_iter(), &mut doc).unwrap();
        doc.extend(b"13\n");
        let mut texts = Vec::new();
        let mut bad = Vec::new();
        HEAP.read(&doc, &mut |r| match r {
            Ok(p) => texts.push(p.puzzle.text),
            Err(b) => bad.push((b.line, b.what)),
        });
        assert_eq!(texts, records.iter().map(|r| r.puzzle.clone()).collect::<Vec<_>>());
        assert_eq!(bad, [(Some(6), "at most 12".to_string())]);
    }
}
