//! Each motif: a line that shows it, and one like it that does not. All set up by hand.

use super::motifs::{Line, MOTIFS, Motif, motifs};
use super::state::Kernel;
use super::testing::{men, steps};

/// Men of the solver, men of the other side, a line, first turns that are right besides the line's
/// own, motif, shown?
type Case = (&'static str, &'static str, &'static str, &'static str, Motif, bool);

const CASES: &[Case] = &[
    // From a7 both a4 (with a1) and g7 (with d7) are open; from g7 only a7 is.
    ("d7 a1 f4", "d5 e3 c4 d2", "f4-a7", "", Motif::DoubleThreat, true),
    ("d7 a1 f4", "d5 e3 c4 d2", "f4-g7", "", Motif::DoubleThreat, false),
    ("d7 a1 f4", "d5 e3 c4 d2", "f4-a7", "", Motif::RightAngleThreat, true),
    ("d7 a1 f4", "d5 e3 c4 d2", "f4-g7", "", Motif::RightAngleThreat, false),
    // a4 and b4 serve the outer and the middle file; then two men close one mill each.
    ("a1 a4 a7 b2 b6", "d5 e4 d3 f4 g1", "a4-b4xd5 f4-g4 b4-a4xe4", "", Motif::DoubleMill, true),
    ("a1 a7 g7 b4 d6", "d5 e4 d3 f2", "b4-a4xe4 d5-c5 d6-d7xd3", "", Motif::DoubleMill, false),
    ("a1 a7 g7 b4 d6", "d5 e4 d3 f2", "b4-a4xe4 d5-c5 d6-d7xd3", "", Motif::RunningMill, true),
    ("a1 a4 a7 b2 b6", "d5 e4 d3 f4 g1", "a4-b4xd5 f4-g4 b4-a4xe4", "", Motif::RunningMill, false),
    // g4-g7 threatens.
    ("f4 c4 b2", "a7 d7 g4 d3", "f4-g7", "", Motif::MillBlock, true),
    ("f4 c4 b2", "a7 d7 g4 d3", "f4-f2", "", Motif::MillBlock, false),
    ("f4 c4 b2", "a7 d7 g4 d3", "f4-g7", "", Motif::Flight, true),
    ("f4 c4 b2", "a7 d7 g4 d3", "f4-f2", "", Motif::Flight, false),
    // d7 is the last way out.
    ("b4 d2 g1 d6", "a1 a4 d1 a7", "d6-d7", "", Motif::Immobilisation, true),
    ("b4 d2 g1 d6", "a1 a4 d1 a7", "d6-f6", "", Motif::Immobilisation, false),
    // Two men want b4.
    ("c4 d2 d1 d7", "a4 b2 a1 a7", "c4-b4", "", Motif::MobilitySqueeze, true),
    ("c4 d2 d1 d7", "a4 b2 a1 a7", "c4-c5", "", Motif::MobilitySqueeze, false),
    // g7-g4 is all that is left.
    ("c4 d2 d1 d7 e4", "a4 b2 a1 a7 g7", "c4-b4", "", Motif::Zugzwang, true),
    ("c4 d2 d1 d7 e4", "a4 b2 a1 a7 g7", "c4-c5", "", Motif::Zugzwang, false),
    ("a1 a7 b4 f2 d2", "c5 d5 e4 d3", "f2-f4 e4-e5xf4 b4-a4xd3", "", Motif::Sacrifice, true),
    ("a1 a7 b4 f2 d2", "c5 d5 e4 d3", "f2-f4 d3-e3 b4-a4xe4", "", Motif::Sacrifice, false),
    // b4-a4 would close a mill; it is wrong, then right.
    ("a1 a7 b4 f2 d2", "c5 d5 e4 d3", "f2-f4", "", Motif::GreedyMillTrap, true),
    ("a1 a7 b4 f2 d2", "c5 d5 e4 d3", "f2-f4", "b4-a4xd3", Motif::GreedyMillTrap, false),
    ("a1 a7 b4 f2 d2", "c5 d5 e4 d3", "b4-a4xd3", "", Motif::CaptureChoice, true),
    ("a1 a7 b4 f2 d2", "c5 d5 e4 d3", "b4-a4xd3", "b4-a4xe4", Motif::CaptureChoice, false),
    // From f6 f4 would be closed by g4.
    ("a1 g4 f2 d6", "c5 e4 d3 b2", "d6-b6", "", Motif::QuietMove, true),
    ("a1 g4 f2 d6", "c5 e4 d3 b2", "d6-f6", "", Motif::QuietMove, false),
    ("a1 g4 f2 d6", "c5 e4 d3 b2", "d6-d7", "", Motif::RingTransfer, true),
    ("a1 g4 f2 d6", "c5 e4 d3 b2", "d6-f6", "", Motif::RingTransfer, false),
    ("a1 a4 a7 f2", "c5 e4 d3 b2", "a4-b4", "", Motif::MillOpening, true),
    ("a1 a4 a7 f2", "c5 e4 d3 b2", "f2-f4", "", Motif::MillOpening, false),
    ("a1 g4 f2 d6", "c5 e4 d3", "d6-d7", "", Motif::AgainstFlying, true),
    ("a1 g4 f2 d6", "c5 e4 d3 b2", "d6-d7", "", Motif::AgainstFlying, false),
];

#[test]
fn each_motif_is_shown_and_not_shown() {
    let kernel = Kernel::standard();
    for &(own, enemy, line, others, motif, shown) in CASES {
        let start = men(own, enemy);
        let line = Line { start, steps: steps(line) };
        let mut at = start;
        for step in &line.steps {
            assert!(kernel.all_turns(&at).contains(step), "{step} is not legal");
            at = kernel.play(&at, *step);
        }
        let mut right = vec![line.steps[0]];
        right.extend(steps(others));
        let found = motifs(&kernel, &line, &right);
        assert_eq!(found.contains(&motif), shown, "{own} | {enemy}, {}: {found:?}", motif.name());
    }
    for (motif, name, ..) in MOTIFS {
        assert_eq!(motif.name(), name);
        for wanted in [true, false] {
            assert!(CASES.iter().any(|c| c.4 == motif && c.5 == wanted), "no case {name} {wanted}");
        }
    }
}
