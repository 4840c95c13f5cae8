//! Every instruction set against the portable twin, on random lanes.

use super::*;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// Words that hit the edges: empty, single, two, full, random.
fn word(rng: &mut ChaCha8Rng) -> u32 {
    match rng.next_u32() % 6 {
        0 => 0,
        1 => 1 << (rng.next_u32() % 32),
        2 => 1 << (rng.next_u32() % 32) | 1 << (rng.next_u32() % 32),
        3 => u32::MAX,
        4 => rng.next_u32() & rng.next_u32(),
        _ => rng.next_u32(),
    }
}

fn same<A: Lanes, B: Lanes<Word = A::Word>>(a: A, b: B, what: &str) {
    assert_eq!(a.words().as_ref(), b.words().as_ref(), "{what}");
}

fn compare<A: Lanes, B: Lanes<Word = A::Word, Words = A::Words>, const NB: usize>(seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..400 {
        let mut words = [A::no_words(); NB];
        words.iter_mut().for_each(|w| w.as_mut().iter_mut().for_each(|w| *w = A::Word::of(word(&mut rng))));
        let x = words.map(A::from_words);
        let y = words.map(B::from_words);
        let (a, b, c, d) = (x[0], x[NB - 1], y[0], y[NB - 1]);
        same(a & b, c & d, "and");
        same(a | b, c | d, "or");
        same(a ^ b, c ^ d, "xor");
        same(!a, !c, "not");
        same(a.minus(b), c.minus(d), "minus");
        same(a.drop_low(), c.drop_low(), "drop_low");
        same(a.is_zero(), c.is_zero(), "is_zero");
        let n = rng.next_u32() % A::LANES as u32;
        same(a.shl(n), c.shl(n), "shl");
        same(a.shr(n), c.shr(n), "shr");
        same(A::splat(n), B::splat(n), "splat");
        assert_eq!((a & b).any(), (c & d).any());
        assert_eq!((a & b).first(), (c & d).first());
        assert_eq!(a.lanes_with(n), c.lanes_with(n));
        let (p, q) = (A::counts::<NB, true>(&x), B::counts::<NB, true>(&y));
        let (two, twin) = (A::counts::<NB, false>(&x), B::counts::<NB, false>(&y));
        let (u, v) = (A::union(&x), B::union(&y));
        for block in 0..NB {
            for k in 0..3 {
                same(p[k].broadcast(block), q[k].broadcast(block), "counts");
            }
            for k in 0..2 {
                same(two[k].broadcast(block), twin[k].broadcast(block), "counts of two");
            }
            same(u.broadcast(block), v.broadcast(block), "union");
            assert_eq!(p[0].words().as_ref()[A::slot(block)], p[0].broadcast(block).words().as_ref()[0]);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx2_agrees_with_the_portable_twin() {
    if !std::arch::is_x86_feature_detected!("avx2") {
        println!("SKIPPED: this CPU has no AVX2");
        return;
    }
    compare::<Avx2Narrow, Portable<u16, 16>, 9>(1);
    compare::<Avx2Narrow, Portable<u16, 16>, 16>(2);
    compare::<Avx2Narrow, Portable<u16, 16>, 4>(3);
    compare::<Avx2Wide, Portable<u32, 32>, 25>(4);
    compare::<Avx2Wide, Portable<u32, 32>, 32>(5);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn sse2_agrees_with_the_portable_twin() {
    compare::<Sse2Narrow, Portable<u16, 16>, 9>(6);
    compare::<Sse2Narrow, Portable<u16, 16>, 16>(7);
    compare::<Sse2Narrow, Portable<u16, 16>, 6>(8);
}

#[test]
fn the_portable_twin_counts_lanes() {
    let mut words = [0u16; 16];
    (words[0], words[3], words[9]) = (0b0111, 0b0011, 0b1001);
    let [once, twice, thrice] = Portable::counts::<1, true>(&[Portable::from_words(words)]);
    assert_eq!((once.words()[0], twice.words()[0], thrice.words()[0]), (0b1111, 0b0011, 0b0001));
}
