//! A pencil genre in one file: Latin squares. What it says here is all that it takes to be solved,
//! cross-checked, graded, generated and enumerated.

use rand_chacha::ChaCha8Rng;
use std::sync::{Arc, OnceLock};
use tesuji_genre::clue::{ClueGenre, Clued, Clues, Drawing, Layout, LayoutCache, ParsedClues, Place, Symmetry, option};
use tesuji_genre::{
    Bad, Coverage, EnumerateRequest, GenerateRequest, Genre, GenreInfo, GradeRequest, HintRequest, Marks, Medium,
    Names, Solution, View,
};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{
    Catalog, Domain, FastSolver, HouseKind, Limits, Network, NetworkError, PlainSolver, RuleId, SimpleSolver, Solver,
    Stop, TechniqueId, Tier, Value, Var,
};

#[derive(Debug)]
struct Latin;
static LATIN: Latin = Latin;

struct Words(usize);
impl Names for Words {
    fn var(&self, var: Var) -> String {
        format!("{}{}", char::from(b'a' + (var.index() % self.0) as u8), var.index() / self.0 + 1)
    }
    fn rule(&self, rule: RuleId) -> String {
        let i = rule.index();
        if i.is_multiple_of(2) {
            format!("row {}", i / 2 + 1)
        } else {
            format!("column {}", char::from(b'a' + (i / 2) as u8))
        }
    }
}

const INFO: GenreInfo = GenreInfo {
    name: "latin",
    about: "Rows and columns hold every value once",
    sizes: &["4", "3", "5"],
    options: option::SQUARE,
    ..GenreInfo::CLUES
};

impl ClueGenre for Latin {
    type Structure = usize;
    type Clue = Value;

    fn handle(&self) -> &'static Self {
        &LATIN
    }
    fn info(&self) -> &GenreInfo {
        &INFO
    }
    fn catalog(&self) -> &Catalog {
        static CATALOG: OnceLock<Catalog> = OnceLock::new();
        CATALOG.get_or_init(Catalog::standard)
    }
    fn size(&self, n: &usize) -> String {
        n.to_string()
    }
    fn structure(&self, size: &str, _: &GenerateRequest, _: &mut ChaCha8Rng) -> Result<usize, Bad> {
        size.parse().ok().filter(|n| (2..=7).contains(n)).ok_or_else(|| Bad::new(format!("no size {size}")))
    }
    fn structures(&self, size: &str, _: &EnumerateRequest) -> Result<Vec<usize>, Bad> {
        size.parse().map(|n| vec![n]).map_err(|_| Bad::new(format!("no size {size}")))
    }
    fn layout(&self, n: &usize, _: &Clues<Value>) -> Result<Arc<Layout>, NetworkError> {
        static LAYOUTS: LayoutCache<usize> = LayoutCache::new(8);
        let n = *n;
        LAYOUTS.get(&n, || {
            let mut net = Network::with_vars(n * n, Domain::range(1, n as u8));
            let var = |r: usize, c: usize| Var((r * n + c) as u32);
            for i in 0..n {
                let row = RuleSpec::AllDifferent { vars: (0..n).map(|c| var(i, c)).collect() };
                let column = RuleSpec::AllDifferent { vars: (0..n).map(|r| var(r, i)).collect() };
                net.add_house(row, HouseKind::Line(0))?;
                net.add_house(column, HouseKind::Line(1))?;
            }
            Ok(Layout::new(net, Arc::new(Words(n))))
        })
    }
    fn places(&self, n: &usize) -> Vec<Place> {
        (0..(n * n) as u32).collect()
    }
    fn derive_clues_at(&self, _: &usize, places: &[Place], solution: &[Value]) -> Vec<Option<Value>> {
        places.iter().map(|&place| solution.get(place as usize).copied()).collect()
    }
    fn for_each_pattern(&self, _: &usize, clues: &Clues<Value>, each: &mut dyn FnMut(Place, Var, Domain)) {
        clues.iter().for_each(|(&place, &clue)| each(place, Var(place), Domain::single(clue)));
    }
    fn orbits(&self, n: &usize, symmetry: Symmetry, places: &[Place]) -> Vec<Vec<Place>> {
        let n = *n as u32;
        let orbit = |&p: &Place| symmetry.images(n, p / n, p % n).into_iter().map(|(r, c)| r * n + c).collect();
        places.iter().map(orbit).collect()
    }
    fn parse(&self, text: &str) -> Result<ParsedClues<Self>, Bad> {
        let n = (2..=7).find(|n| n * n == text.len()).ok_or_else(|| Bad::new("no square"))?;
        let mut clues = Clues::new();
        for (i, c) in text.chars().enumerate().filter(|(_, c)| *c != '.') {
            let value = c.to_digit(10).filter(|d| (1..=n as u32).contains(d));
            let value = value.ok_or_else(|| Bad::new(format!("symbol {c:?}")).column(i + 1))?;
            clues.insert(i as u32, value as Value);
        }
        Ok(Clued { structure: Arc::new(n), clues }.into())
    }
    fn print(&self, puzzle: &Clued<Self>) -> String {
        let cells = 0..(*puzzle.structure * *puzzle.structure) as u32;
        cells.map(|i| puzzle.clues.get(&i).map_or('.', |v| char::from(b'0' + v))).collect()
    }
    fn solution(&self, _: &Clued<Self>, values: &[Value]) -> Solution {
        values.iter().map(|v| char::from(b'0' + v)).collect::<String>().into()
    }
    fn solution_values(&self, _: &Clued<Self>, solution: &Solution) -> Option<Vec<Value>> {
        solution.text()?.chars().map(|c| Some(c.to_digit(10)? as Value)).collect()
    }
    fn least_image(&self, puzzle: &Clued<Self>) -> String {
        self.print(puzzle)
    }
    fn draw(&self, puzzle: &Clued<Self>, _: &Drawing<'_>, _: &Marks, _: Medium) -> String {
        self.print(puzzle)
    }
}

fn request(size: &str, threads: usize) -> GenerateRequest {
    GenerateRequest { size: Some(size.into()), count: 4, seed: 7, threads, ..GenerateRequest::default() }
}

fn made(want: &GenerateRequest) -> (Vec<String>, Stop) {
    let mut lines = Vec::new();
    let report = Genre::generate(&LATIN, want, &mut |r| lines.push(serde_json::to_string(&r).unwrap())).unwrap();
    assert_eq!(report.made as usize, lines.len());
    assert_eq!(report.tried, report.made + report.rejected.values().sum::<u64>());
    (lines, report.stop)
}

#[test]
fn generated_puzzles_are_solved_graded_and_checked() {
    let genre: &dyn Genre = &LATIN;
    let (lines, stop) = made(&request("4", 1));
    assert_eq!(stop, Stop::Enough);
    let mut doc = lines.join("\n");
    doc.push_str("\n12..\n5...............\n");
    let (mut good, mut bad) = (0, 0);
    genre.read(doc.as_bytes(), &mut |parsed| {
        let Ok(parsed) = parsed else {
            bad += 1;
            return;
        };
        let Some(stored) = parsed.notes.get("solution") else { return };
        good += 1;
        let solved = genre.solve(&parsed.puzzle, &Limits::solutions(2)).unwrap();
        assert_eq!((solved.solutions.len(), solved.stop), (1, Stop::Exhausted));
        assert_eq!(solved.solutions, genre.reference(&parsed.puzzle, &Limits::solutions(2)).unwrap().solutions);
        assert_eq!(solved.solutions[0], Solution::from(stored.clone()));
        // The cross-check sees the network only.
        let View::Clues(view) = genre.view(&parsed.puzzle).unwrap() else { panic!("clues expected") };
        for solver in [&SimpleSolver as &dyn Solver, &PlainSolver, &FastSolver::default()] {
            let answer = solver.solve(&view.network, Some(&view.domains), &Limits::solutions(2));
            assert_eq!((answer.solutions.len(), answer.stop), (1, Stop::Exhausted), "{}", solver.name());
        }
        let plain = GradeRequest::new(genre.catalog().clone(), Limits::default());
        let want = GradeRequest { needs: true, trial: 1, ..plain };
        let graded = genre.grade(&parsed.puzzle, None, &want).unwrap();
        assert!(graded.info.solved || graded.info.trial_depth.is_some());
        assert!(graded.words.iter().all(|w| !w.is_empty()));
        let hint = genre.hint(&parsed.puzzle, None, &HintRequest::new(genre.catalog())).unwrap();
        assert_eq!(hint.step().map(|step| step.deduction), graded.steps.first().cloned());
    });
    assert_eq!((good, bad), (4, 1));
}

#[test]
fn same_request_same_bytes_with_one_and_two_threads() {
    let mut one = request("5", 1);
    one.tier = Some(Tier::Easy);
    one.set.insert("symmetry".into(), "rotational180".into());
    let two = GenerateRequest { threads: 2, ..one.clone() };
    assert_eq!(made(&one), made(&two));
    // A node limit cuts at the same place, too.
    one.count = 1000;
    one.limits = Limits::default().with_nodes(15);
    let two = GenerateRequest { threads: 2, ..one.clone() };
    let (lines, stop) = made(&one);
    assert_eq!(stop, Stop::Nodes);
    assert_eq!((lines, stop), made(&two));
}

#[test]
fn needed_techniques_are_needed() {
    let genre: &dyn Genre = &LATIN;
    let mut want = request("5", 2);
    want.needs = vec![TechniqueId::new("hidden-single")];
    want.count = 2;
    let mut seen = 0;
    let mut check = |record: tesuji_genre::Record| {
        seen += 1;
        let puzzle = genre.parse(&record.puzzle).unwrap().puzzle;
        let ceiling = Tier::from_name(record.grade.unwrap().ceiling.as_deref().unwrap()).unwrap();
        let allowed = genre.catalog().up_to(ceiling);
        let solved = |catalog| {
            let want = GradeRequest::new(catalog, Limits::default());
            genre.grade(&puzzle, None, &want).unwrap().info.solved
        };
        assert!(solved(allowed.clone()));
        assert!(!solved(allowed.without(&want.needs)));
    };
    genre.generate(&want, &mut check).unwrap();
    assert_eq!(seen, 2);
}

#[test]
fn wrong_requests_name_the_nearest() {
    let genre: &dyn Genre = &LATIN;
    let mut want = request("9", 1);
    assert!(genre.generate(&want, &mut |_| {}).unwrap_err().what.contains("no size 9"));
    want = request("4", 1);
    want.needs = vec![TechniqueId::new("hiden-single")];
    assert!(genre.generate(&want, &mut |_| {}).unwrap_err().what.contains("nearest: hidden-single"));
    want = request("4", 1);
    want.set.insert("symetry".into(), "none".into());
    assert!(genre.generate(&want, &mut |_| {}).unwrap_err().what.contains("nearest: symmetry"));
}

#[test]
fn all_puzzles_of_size_three() {
    let genre: &dyn Genre = &LATIN;
    let want = EnumerateRequest {
        size: "3".into(),
        minimal: false,
        modulo_symmetry: false,
        grids: false,
        count_only: false,
        set: Default::default(),
        limits: Limits { solutions: usize::MAX, ..Limits::default() },
    };
    let mut texts = std::collections::BTreeSet::new();
    let done = genre.enumerate(&want, &mut |r| assert!(texts.insert(r.puzzle))).unwrap();
    assert_eq!((done.coverage, done.stop, done.total), (Coverage::Complete, Stop::Exhausted, texts.len() as u64));
    // Brute force over all 4^9 fillings with values or nothing.
    let three = &LATIN.layout(&3, &Clues::new()).unwrap();
    let grids = SimpleSolver.solve(&three.network, None, &Limits::solutions(usize::MAX)).solutions;
    assert_eq!(grids.len(), 12);
    let mut unique = 0;
    for code in 0..4u32.pow(9) {
        let cells: Vec<Value> = (0..9).map(|i| (code >> (2 * i) & 3) as Value).collect();
        let fits = grids.iter().filter(|g| g.iter().zip(&cells).all(|(v, c)| *c == 0 || v == c)).count();
        unique += u64::from(fits == 1);
    }
    assert_eq!(done.total, unique);
}
