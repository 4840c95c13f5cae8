//! A toy pencil genre: latin squares with clues (rows and columns hold every value once). One file
//! is all it takes.

use super::weak::weakened;
use rand_chacha::ChaCha8Rng;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};
use tesuji_genre::clue::{ClueGenre, Clued, Clues, Drawing, Layout, LayoutCache, ParsedClues, Place};
use tesuji_genre::{Bad, EnumerateRequest, GenerateRequest, GenreInfo, Marks, Medium, Names, Solution};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Catalog, Domain, HouseKind, Network, NetworkError, Rule, RuleId, Value, Var};

/// The genre.
#[derive(Debug)]
pub struct Latin {
    info: &'static GenreInfo,
    layouts: LayoutCache<u8>,
    /// Puts another implementation in the place of a rule.
    instead: fn(Arc<dyn Rule>) -> Arc<dyn Rule>,
}

/// The genre as it should be.
pub static LATIN: Latin = Latin { info: &INFO, layouts: LayoutCache::new(8), instead: |rule| rule };
/// The genre with a planted fault in the pruning of its rules.
pub static WEAK: Latin = Latin {
    info: &GenreInfo { name: "toy-weak", about: "Latin squares with a planted fault", ..INFO },
    layouts: LayoutCache::new(8),
    instead: weakened,
};
static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::standard);

struct Words(u8);

impl Names for Words {
    fn var(&self, var: Var) -> String {
        format!("r{}c{}", var.0 / u32::from(self.0) + 1, var.0 % u32::from(self.0) + 1)
    }
    fn rule(&self, rule: RuleId) -> String {
        let n = u32::from(self.0);
        if rule.0 < n { format!("row {}", rule.0 + 1) } else { format!("column {}", rule.0 - n + 1) }
    }
}

fn size_of(size: &str) -> Result<u8, Bad> {
    match size.split_once('x').map(|(a, b)| (a.parse::<u8>(), b.parse::<u8>())) {
        Some((Ok(a), Ok(b))) if a == b && (2..=9).contains(&a) => Ok(a),
        _ => Err(Bad::new(format!("no size {size:?}: 2x2 to 9x9"))),
    }
}

const INFO: GenreInfo = GenreInfo {
    name: "toy-latin",
    about: "Rows and columns hold every value once",
    sizes: &["4x4", "5x5"],
    ..GenreInfo::CLUES
};

impl ClueGenre for Latin {
    type Structure = u8;
    type Clue = Value;

    fn handle(&self) -> &'static Self {
        if std::ptr::eq(self.info, LATIN.info) { &LATIN } else { &WEAK }
    }
    fn info(&self) -> &GenreInfo {
        self.info
    }
    fn catalog(&self) -> &Catalog {
        &CATALOG
    }
    fn size(&self, n: &u8) -> String {
        format!("{n}x{n}")
    }
    fn structure(&self, size: &str, _want: &GenerateRequest, _rng: &mut ChaCha8Rng) -> Result<u8, Bad> {
        size_of(size)
    }
    fn layout(&self, &n: &u8, _clues: &Clues<Value>) -> Result<Arc<Layout>, NetworkError> {
        self.layouts.get(&n, || {
            let w = u32::from(n);
            let mut net = Network::with_vars(usize::from(n).pow(2), Domain::range(1, n));
            for r in 0..w {
                let vars = (0..w).map(|c| Var(r * w + c)).collect();
                net.add_house(RuleSpec::AllDifferent { vars }, HouseKind::Line(0))?;
            }
            for c in 0..w {
                let vars = (0..w).map(|r| Var(r * w + c)).collect();
                net.add_house(RuleSpec::AllDifferent { vars }, HouseKind::Line(1))?;
            }
            for id in net.rule_ids().collect::<Vec<_>>() {
                let rule = net.spec(id).build()?;
                net.replace_rule(id, (self.instead)(rule))?;
            }
            Ok(Layout::new(net, Arc::new(Words(n))))
        })
    }
    fn places(&self, &n: &u8) -> Vec<Place> {
        (0..u32::from(n).pow(2)).collect()
    }
    fn derive_clues_at(&self, _n: &u8, places: &[Place], solution: &[Value]) -> Vec<Option<Value>> {
        places.iter().map(|&place| solution.get(place as usize).copied()).collect()
    }
    fn for_each_pattern(&self, _n: &u8, clues: &Clues<Value>, each: &mut dyn FnMut(Place, Var, Domain)) {
        clues.iter().for_each(|(&place, &clue)| each(place, Var(place), Domain::single(clue)));
    }
    fn parse(&self, text: &str) -> Result<ParsedClues<Self>, Bad> {
        let n = (2..=9u8).find(|&n| text.chars().count() == usize::from(n).pow(2));
        let n = n.ok_or_else(|| Bad::new(format!("{} symbols are no square", text.chars().count())))?;
        let mut clues = Clues::new();
        for (i, symbol) in text.chars().enumerate() {
            match symbol.to_digit(10) {
                _ if symbol == '.' => {}
                Some(v) if (1..=u32::from(n)).contains(&v) => {
                    clues.insert(i as u32, v as Value);
                }
                _ => return Err(Bad::new(format!("{symbol:?}: 1 to {n} or . is expected")).column(i + 1)),
            }
        }
        Ok(Clued { structure: Arc::new(n), clues }.into())
    }
    fn print(&self, puzzle: &Clued<Self>) -> String {
        let cells = 0..u32::from(*puzzle.structure).pow(2);
        cells.map(|i| puzzle.clues.get(&i).map_or('.', |v| char::from(b'0' + v))).collect()
    }
    fn solution(&self, _puzzle: &Clued<Self>, values: &[Value]) -> Solution {
        values.iter().map(|v| char::from(b'0' + v)).collect::<String>().into()
    }
    fn solution_values(&self, _puzzle: &Clued<Self>, solution: &Solution) -> Option<Vec<Value>> {
        solution.text()?.chars().map(|c| c.to_digit(10).map(|d| d as Value)).collect()
    }
    fn least_image(&self, puzzle: &Clued<Self>) -> String {
        self.print(puzzle)
    }
    fn draw(&self, puzzle: &Clued<Self>, at: &Drawing<'_>, _marks: &Marks, medium: Medium) -> String {
        let n = usize::from(*puzzle.structure);
        let mut text = String::new();
        for (i, domain) in at.domains.iter().enumerate() {
            let shown = if at.placed.contains(Var(i as u32)) { domain.value() } else { None };
            let _ = write!(
                text,
                "{}{}",
                shown.map_or(".".to_string(), |v| v.to_string()),
                if (i + 1) % n == 0 { "\n" } else { "" }
            );
        }
        match medium {
            Medium::Unicode => text,
            Medium::Svg => format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><text>{text}</text></svg>"),
        }
    }
    fn structures(&self, size: &str, _want: &EnumerateRequest) -> Result<Vec<u8>, Bad> {
        Ok(vec![size_of(size)?])
    }
}
