//! Impossible patterns beside all sets of cells, one by one.

use super::{Impossible, ImpossiblePolicy, impossible, others};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Limits, Literal, Network, Var};

/// A ring of five cells, each of which sees the next.
fn ring(n: u32) -> Network {
    let mut net = Network::with_vars(n as usize, Domain::range(1, 4));
    for i in 0..n {
        let vars = vec![Var(i), Var((i + 1) % n)];
        net.add(RuleSpec::AllDifferent { vars }).unwrap();
    }
    net
}

#[test]
fn odd_rings_of_two_values_are_impossible_and_even_ones_are_not() {
    let clock = Limits::default().start();
    for n in 4..=9 {
        let net = ring(n);
        let mut domains = vec![[1, 2].into_iter().collect::<Domain>(); n as usize];
        domains[0] = Domain::range(1, 3);
        let (found, complete) = impossible(&net, &domains, &ImpossiblePolicy::default(), &clock);
        assert!(complete);
        if n % 2 == 0 {
            assert!(found.is_empty(), "{n}: {found:?}");
            continue;
        }
        let [one] = &found[..] else { panic!("{n}: {found:?}") };
        assert_eq!((one.cells.len(), &one.guardians[..]), (n as usize, &[Literal { var: Var(0), value: 3 }][..]));
        assert_eq!(one.goals, [1, 2].map(|value| Literal { var: Var(0), value }));
        assert!(one.holds(&net, &domains));
    }
}

#[test]
fn the_referee_refuses_what_can_be_filled_or_does_not_follow() {
    let net = ring(5);
    let mut domains = vec![[1, 2].into_iter().collect::<Domain>(); 5];
    domains[0] = Domain::range(1, 3);
    let (found, _) = impossible(&net, &domains, &ImpossiblePolicy::default(), &Limits::default().start());
    let one = &found[0];
    let fewer = Impossible { cells: one.cells[..4].to_vec(), ..one.clone() };
    let other = Impossible { goals: vec![Literal { var: Var(1), value: 1 }], ..one.clone() };
    let bare = Impossible { guardians: Vec::new(), goals: Vec::new(), ..one.clone() };
    assert!(one.holds(&net, &domains));
    assert!([fewer, other, bare].iter().all(|wrong| !wrong.holds(&net, &domains)));
}

/// All sets of cells of small boards, one by one: the fewest guarded cells are the same.
#[test]
fn the_fewest_guarded_cells_are_those_of_all_sets() {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore, SeedableRng};
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut some = 0;
    for _ in 0..150 {
        let mut net = Network::with_vars(7, Domain::range(1, 4));
        for a in 0..7 {
            for b in 0..a {
                if rng.next_u32() % 5 < 2 {
                    net.add(RuleSpec::AllDifferent { vars: vec![Var(b), Var(a)] }).unwrap();
                }
            }
        }
        let draw = |r: u32| if r.is_multiple_of(4) { Domain::range(1, 4) } else { Domain::range(1, 3) };
        let domains: Vec<Domain> = (0..7).map(|_| draw(rng.next_u32())).collect();
        let (found, complete) = impossible(&net, &domains, &ImpossiblePolicy::default(), &Limits::default().start());
        assert!(complete && found.iter().all(|p| p.holds(&net, &domains)));
        let values = Domain::range(1, 3);
        let own = found.iter().filter(|p| p.values == values);
        let least = own.map(|p| p.guardians.len()).min();
        assert_eq!(least, fewest(&net, &domains, values), "{domains:?}");
        some += usize::from(least.is_some());
    }
    assert!(some > 5, "{some}");
}

fn fewest(net: &Network, domains: &[Domain], values: Domain) -> Option<usize> {
    let sets = (0_u32..128).filter_map(|set| {
        let cells: Vec<Var> = (0..7).filter(|i| set >> i & 1 == 1).map(Var).collect();
        let guardians = others(domains, &cells, values);
        let all = Impossible { values, cells, guardians, goals: Vec::new() };
        (all.guardians.len() <= 3 && all.holds(net, domains)).then_some(all.guardians.len())
    });
    sets.min()
}
