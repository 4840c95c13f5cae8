use super::*;
use crate::lanes::Portable;
use crate::model::Groups;
use crate::pick::choices as choices_of;
use crate::plan::State;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_base::{Domain, Var, VarSet};

type L = Portable<u16, 16>;

/// Rows, columns and boxes of a grid, with the diagonals where `is_x`.
fn sets(height: usize, width: usize, is_x: bool) -> Vec<VarSet> {
    let n = height * width;
    let mut all: Vec<Vec<usize>> = Vec::new();
    for i in 0..n {
        all.push((0..n).map(|j| i * n + j).collect());
        all.push((0..n).map(|j| j * n + i).collect());
        let (top, left) = (i / height * height, i % height * width);
        all.push((0..n).map(|j| (top + j / width) * n + left + j % width).collect());
    }
    if is_x {
        all.push((0..n).map(|i| i * n + i).collect());
        all.push((0..n).map(|i| i * n + n - 1 - i).collect());
    }
    all.iter().map(|cells| cells.iter().map(|&v| Var(v as u32)).collect()).collect()
}

/// Impact of the choice of a candidate and its rival, by the definition.
fn impact(sets: &[VarSet], domains: &[Domain], is_chosen: &dyn Fn(usize, u8) -> bool, choice: [(usize, u8); 2]) -> u32 {
    let weight = |(cell, value): (usize, u8)| -> u32 {
        let meets =
            |other: usize| sets.iter().any(|set| set.contains(Var(cell as u32)) && set.contains(Var(other as u32)));
        let peers = (0..domains.len()).filter(|&other| domains[other].contains(value) && meets(other));
        peers.map(|other| if is_chosen(other, value) { 3 } else { 1 }).sum()
    };
    weight(choice[0]) + weight(choice[1])
}

fn compare<const NB: usize>(height: usize, width: usize, is_x: bool) {
    let n = height * width;
    let sets = sets(height, width, is_x);
    let whole = vec![Domain::range(1, n as u8); n * n];
    let model = Model::of_groups(&Groups { domains: &whole, sets: sets.clone() }).unwrap();
    let weigher = Impact::<NB>::of(&model).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(n as u64);
    let mut compared = 0;
    for round in 0..200 {
        let mut domains: Vec<Domain> = whole
            .iter()
            .map(|d| d.iter().filter(|_| rng.next_u32() % 3 == 0).collect::<Domain>())
            .map(|d| if d.is_empty() { Domain::single(1) } else { d })
            .collect();
        let block = |cell: usize| model.place[cell].0;
        if round % 2 == 0 {
            // A cell that two values need, which have no other place in its block.
            let both = Domain::range(1, 2);
            for other in (1..n * n).filter(|&other| block(other) == block(0)) {
                domains[other] = domains[other].minus(both);
            }
            domains[0] = both;
        }
        let places = |cell: usize, value: u8| {
            (0..n * n).filter(|&c| block(c) == block(cell) && domains[c].contains(value)).collect::<Vec<_>>()
        };
        let is_chosen = |c: usize, v: u8| places(c, v).len() > 1 && (domains[c].len() == 2 || places(c, v).len() == 2);
        // A cell that both its values need is no choice.
        let is_open = |&c: &usize| domains[c].len() == 2 && domains[c].iter().any(|v| is_chosen(c, v));
        let cells = (0..n * n).filter(is_open);
        let of_cell = |c: usize| {
            let values: Vec<u8> = domains[c].iter().collect();
            [(c, values[0]), (c, values[1])]
        };
        let mut choices: Vec<_> = cells.map(of_cell).collect();
        if choices.is_empty() {
            for (cell, value) in (0..n * n).flat_map(|c| domains[c].iter().map(move |v| (c, v))) {
                if let [one, two] = places(cell, value)[..]
                    && one == cell
                {
                    choices.push([(one, value), (two, value)]);
                }
            }
        }
        let mut words = [L::no_words(); NB];
        for (cell, domain) in domains.iter().enumerate() {
            let (block, position) = model.place[cell];
            for value in domain.iter() {
                words[block].as_mut()[model.lane(value).unwrap()] |= 1 << position;
            }
        }
        let Some(most) = choices.iter().map(|&choice| impact(&sets, &domains, &is_chosen, choice)).max() else {
            continue;
        };
        let state = State { x: words.map(L::from_words) };
        let candidate = weigher.greatest(&state.x, &choices_of(&state).unwrap());
        let var = model.at[candidate.block][candidate.bit.trailing_zeros() as usize].index();
        let value = model.alphabet[candidate.lane];
        let of_it = choices.iter().filter(|choice| choice.contains(&(var, value)));
        let got = of_it.map(|&choice| impact(&sets, &domains, &is_chosen, choice)).max();
        assert_eq!(got, Some(most), "{height}×{width}");
        compared += 1;
    }
    assert!(compared > 100, "{compared} states");
}

#[test]
fn the_choice_is_the_one_of_the_definition() {
    compare::<4>(2, 2, false);
    compare::<6>(2, 3, false);
    compare::<8>(2, 4, false);
    compare::<9>(3, 3, false);
    compare::<9>(3, 3, true);
    compare::<10>(2, 5, false);
}

#[test]
fn large_networks_have_none() {
    let whole = vec![Domain::range(1, 12); 144];
    let model = Model::of_groups(&Groups { domains: &whole, sets: sets(3, 4, false) }).unwrap();
    assert!(Impact::<12>::of(&model).is_none());
}
