//! Small wrong states by hand, one for each code that a rule of a genre answers.

use super::pzprjs::{Missing, case};
use crate::{Options, Verdict};
use std::path::PathBuf;
use std::time::Duration;

/// A code, and a state that has this fault.
const WRONG: &[(&str, &str)] = &[
    ("akariDup", "pzprv3/lightup/1/3/# . # /"),
    ("ceDark", "pzprv3/lightup/1/3/- . - /"),
    ("csDivide", "pzprv3/aqre/1/3/1/0 0 0 /. . . /# . # /"),
    ("cu3", "pzprv3/aqre/1/4/1/0 0 0 0 /. . . . /. . . . /"),
    ("csAdjacent", "pzprv3/kurodoko/1/2/. . /# # /"),
    ("nmSumViewNe", "pzprv3/kurodoko/1/3/2 . . /. . . /"),
    ("cs2x2", "pzprv3/nurimisaki/2/2/. . /. . /# # /# # /"),
    ("circleNotPromontory", "pzprv3/nurimisaki/1/3/. - . /. . . /"),
    ("nmLineGt", "pzprv3/hashikake/1/3/1 . 1 /2 2 /"),
    ("nmLineLt", "pzprv3/hashikake/1/3/2 . 2 /1 1 /"),
    ("lnCross", "pzprv3/hashikake/3/3/. 1 . /1 . 1 /. 1 . /0 0 /1 1 /0 0 /0 1 0 /0 1 0 /"),
    ("csAdjacent", "pzprv3/hitori/1/2/1 1 /# # /"),
    ("nmDupRow", "pzprv3/hitori/1/2/1 1 /. . /"),
    ("bkLineNe", "pzprv3/country/2/2/1/0 0 /0 0 /3 . /. . /1 /1 /1 1 /0 0 /0 0 /"),
    ("cbNoLine", "pzprv3/country/1/2/2/0 1 /. . /0 /0 0 /"),
    ("lnPlLoop", "pzprv3/country/2/4/1/0 0 0 0 /0 0 0 0 /. . . . /. . . . /1 0 1 /1 0 1 /1 1 1 1 /0 0 0 0 /0 0 0 0 /"),
    ("crShadeGt", "pzprv3/creek/1/1/0 . /. . /# /"),
    ("crShadeLt", "pzprv3/creek/1/1/1 . /. . /. /"),
    ("crConnSlNe", "pzprv3/gokigen/1/1/1 1 /. . /1 /"),
    ("csAdjacent", "pzprv3/heyawake/1/2/1/0 0 /. . /# # /"),
    ("bkShadeNe", "pzprv3/heyawake/1/2/1/0 0 /1 . /. . /"),
    ("nmSumRowNe", "pzprv3/kakuro/1/2/0 0 0 /3 . . /1 3 /"),
    ("nmSumSizeNe", "pzprv3/kurotto/1/3/2 . . /. # . /"),
    ("bkShadeGt4", "pzprv3/lits/1/5/1/0 0 0 0 0 /# # # # # /"),
    ("bkNoShade", "pzprv3/lits/1/4/1/0 0 0 0 /. . . . /"),
    ("bsSameShape", "pzprv3/lits/4/2/2/0 1 /0 1 /0 1 /0 1 /# # /# # /# # /# # /"),
    ("bkShadeGt2", "pzprv3/norinori/1/3/1/0 0 0 /# # # /"),
    ("bkShadeLt2", "pzprv3/norinori/1/2/1/0 0 /# . /"),
    ("nmAdjacent", "pzprv3/magnets/1/2/0 /. . . . /. . . . /. . a1 a1 /"),
    ("bkNumLt2", "pzprv3/magnets/1/2/0 /. . . . /. . . . /. . a1 . /"),
    ("bkNumGt2", "pzprv3/magnets/1/3/0 0 /. . . . . /. . . . . /. . a1 a2 a1 /"),
    ("exPlusNe", "pzprv3/magnets/1/2/0 /. . 0 . /. . . . /. . a1 a2 /"),
    ("exMinusNe", "pzprv3/magnets/1/2/0 /. . . . /. . . 0 /. . a1 a2 /"),
    ("lnBranch", "pzprv3/mashu/2/3/. . . /. . . /1 1 /0 0 /0 1 0 /"),
    ("mashuWCurve", "pzprv3/mashu/2/2/1 . /. . /1 /1 /1 1 /"),
    ("mashuBCvNbr", "pzprv3/mashu/2/2/2 . /. . /1 /1 /1 1 /"),
    ("mashuOnLine", "pzprv3/mashu/1/2/1 . /0 /"),
    ("lnPlLoop", "pzprv3/mashu/2/4/. . . . /. . . . /1 0 1 /1 0 1 /1 1 1 1 /"),
    ("nmSubNe1", "pzprv3/kropki/3/3/1 0 /0 0 /0 0 /0 0 0 /0 0 0 /1 3 . /. . . /. . . /"),
    ("nmDivNe2", "pzprv3/kropki/3/3/2 0 /0 0 /0 0 /0 0 0 /0 0 0 /1 3 . /. . . /. . . /"),
    ("lcOnNum", "pzprv3/numlin/1/4/1 2 1 2 /1 1 0 /"),
    ("lnBranch", "pzprv3/numlin/2/3/1 . 1 /. . . /1 1 /0 0 /0 1 0 /"),
    ("bkNumGe2", "pzprv3/nurikabe/1/3/1 . 1 /"),
    ("bkNoNum", "pzprv3/nurikabe/1/3/1 # . /"),
    ("nmSmallGap", "pzprv3/ripple/1/4/0 1 0 /. . . . /. 2 2 . /"),
    ("nmTriangleGt", "pzprv3/shakashaka/1/2/0 . /. 2 /"),
    ("bkNumGe2", "pzprv3/shikaku/1/2/1 1 /0 /"),
    ("bkSizeNe", "pzprv3/shikaku/1/3/1 . 2 /0 1 /"),
    ("lnCross", "pzprv3/simpleloop/3/3/. . . /. . . /. . . /0 0 /1 1 /0 0 /0 1 0 /0 1 0 /"),
    ("lnPlLoop", "pzprv3/simpleloop/2/4/. . . . /. . . . /1 0 1 /1 0 1 /1 1 1 1 /"),
    ("nmSightNe", "pzprv3/skyscrapers/2/2/. 2 . . /. 2 1 . /. 1 2 . /. . . . /"),
    ("lnBranch", "pzprv3/slither/1/2/. . /1 1 1 /1 1 /1 1 /"),
    ("nmLineNe", "pzprv3/slither/1/1/3 /1 1 /1 /1 /"),
    ("lnDeadEnd", "pzprv3/slither/1/1/. /1 0 /0 /0 /"),
    ("bkStarGt", "pzprv3/starbattle/4/4/1/4/0 0 1 1 /0 0 1 1 /2 2 3 3 /2 2 3 3 /# . . . /. # . . /. . # . /. . . # /"),
    ("lnStarNe", "pzprv3/starbattle/4/4/1/4/0 0 1 1 /0 0 1 1 /2 2 3 3 /2 2 3 3 /# . . # /. . . . /. # . . /. . # . /"),
    ("cs2x2", "pzprv3/tapa/2/2/# # /# # /"),
    ("bkNoStar", "pzprv3/tentaisho/1/2/1../1 /0 0 /"),
    ("bkPlStar", "pzprv3/tentaisho/1/2/1.1/0 /0 0 /"),
    ("nmTreeNone", "pzprv3/tents/1/3/. . . . /. 1 . A /0 0 /"),
    ("nmTentGt", "pzprv3/tents/1/3/. . . . /. A 1 A /0 0 /"),
    ("exTentNe", "pzprv3/tents/1/2/. . . /0 1 A /0 /"),
    ("lnOnShade", "pzprv3/yajilin/1/3/. . . /# . . /1 0 /"),
    ("anShadeNe", "pzprv3/yajilin/1/3/4,1 . . /. . . /0 0 /"),
    ("lnPlLoop", "pzprv3/yajilin/2/4/. . . . /. . . . /. . . . /. . . . /1 0 1 /1 0 1 /1 1 1 1 /"),
    ("mu2x2", "pzprv3/yinyang/2/2/. . /. . /1 1 /1 1 /"),
    ("muDivide", "pzprv3/yinyang/1/3/. . . /1 2 1 /"),
    ("bsSameNum", "pzprv3/fillomino/1/3/. . . /2 2 2 /0 1 /"),
];

#[test]
fn the_rules_that_a_code_names_refuse_the_state() {
    let options = Options {
        path: PathBuf::new(),
        time: Duration::from_secs(60),
        limit: usize::MAX,
        every: 1,
        games: None,
        book: None,
        records: None,
        tables: PathBuf::new(),
        total: None,
        replay: false,
        nodes: None,
        recheck: false,
    };
    let mut faults = Vec::new();
    for &(code, state) in WRONG {
        let report = case("", state, Some(code.to_string()), &Missing::new()).run(&options);
        if report.verdict != Verdict::Agree {
            faults.push(format!("{code} {state}: {:?} {:?}", report.verdict, report.line.map(|l| l["reason"].clone())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
