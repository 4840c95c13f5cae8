//! Every puzzle of a sector, one of each class of positions that symmetries and colours make equal.

use super::{BUDGET, MILL, sector_of, solution, variant_of};
use crate::exchange::Category;
use crate::position::Colour;
use crate::puzzle::{Library, Question, State, default_folder, judge};
use crate::symmetry::Symmetry;
use crate::tables::Sector;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use tesuji_genre::{Bad, Coverage, EnumerateRequest, Enumerated, Record};
use tesuji_solver::Stop;

/// The images of a position: by the symmetries and both colours, each once.
fn images(question: &Question) -> BTreeSet<(State, Colour)> {
    let image =
        |s: Symmetry| State { own: s.set(question.state.own), enemy: s.set(question.state.enemy), ..question.state };
    Symmetry::all().flat_map(|s| Colour::BOTH.map(|c| (image(s), c))).collect()
}

pub(super) fn run(want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad> {
    let variant = variant_of(want.set.get("variant"))?;
    let category = want.set.get("category").map_or("winGame", String::as_str);
    let category =
        Category::of(category).ok_or_else(|| Bad::new(format!("no category {category:?}")).at("category"))?;
    if category == Category::Opening {
        return Err(Bad::new("sectors hold positions without men in hand: openings are not enumerated").at("category"));
    }
    let captures = want.set.get("captures").and_then(|c| c.parse().ok()).unwrap_or(2);
    let captures = if category == Category::CapturePieces { captures } else { 1 };
    let (own, enemy) =
        sector_of(Some(&want.size))?.ok_or_else(|| Bad::new("a sector such as 4-3 is expected").at("size"))?;
    let folder = want.set.get("tables").filter(|f| !f.is_empty()).map_or_else(default_folder, PathBuf::from);
    let library = Library::open(variant, &folder, own, enemy)?;
    let sector =
        Sector::new(own as u8, enemy as u8).ok_or_else(|| Bad::new("a sector has 3 to 12 men a side").at("size"))?;

    let clock = want.limits.start();
    let mut found = Enumerated {
        coverage: Coverage::Complete,
        stop: Stop::Exhausted,
        total: 0,
        by: BTreeMap::new(),
        minimal: None,
    };
    let mut given = 0_usize;
    let mut looked = 0_u64;
    let mut oracle = library.oracle(BUDGET);
    'all: for (own, enemy, _) in library.tables().positions(sector) {
        looked += 1;
        if let Some(stop) = clock.check(looked) {
            (found.coverage, found.stop) = (Coverage::Partial, stop);
            break;
        }
        let state = State::moving(own, enemy);
        let question = Question { variant, state, side: Colour::White, category, captures };
        let Ok(judged) = judge(&question, &mut oracle) else { continue };
        let questions: Vec<Question> = match want.modulo_symmetry {
            true => vec![question.least()],
            false => images(&question).into_iter().map(|(state, side)| Question { state, side, ..question }).collect(),
        };
        for question in questions {
            if given >= want.limits.solutions {
                (found.coverage, found.stop) = (Coverage::Partial, Stop::Enough);
                break 'all;
            }
            given += 1;
            found.total += 1;
            *found.by.entry(judged.n).or_default() += 1;
            if want.count_only {
                continue;
            }
            let mut record = MILL.puzzle(&question).record();
            if question.state == state {
                record.solution = Some(solution(&judged));
            } else if let Ok(image) = judge(&question, &mut oracle) {
                record.solution = Some(solution(&image));
            }
            emit(record);
        }
    }
    Ok(found)
}
