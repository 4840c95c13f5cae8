//! Random enclosed positions, for comparing readers.

use crate::Question;
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;

/// A random position inside a closed wall, with at most `most_empty` empty points: a random eye space in a corner, at a
/// side or in the centre, a defender around it with gaps, attacker stones inside, liberties outside. `None` where the
/// draw is no legal position.
pub fn enclosed(rng: &mut ChaCha8Rng, most_empty: usize) -> Option<Question> {
    let mut below = |n: usize| (rng.next_u64() % n.max(1) as u64) as usize;
    let (w, h) = (2 + below(4), 1 + below(4));
    // Two cells for defender and wall where the place is no edge of the board.
    let (left, above) = [(0, 0), (2, 0), (2, 2)][below(3)];
    let (width, height) = (left + w + 2, above + h + 2);
    let inside = |(x, y): (usize, usize)| x >= left && x < left + w && y >= above && y < above + h;
    let size = (w * h).min(2 + below(most_empty));
    let mut eye = vec![(left + below(w), above + below(h))];
    for _ in 0..size * 20 {
        if eye.len() >= size {
            break;
        }
        let (x, y) = eye[below(eye.len())];
        let (dx, dy) = [(1, 0), (0, 1), (usize::MAX, 0), (0, usize::MAX)][below(4)];
        let next = (x.wrapping_add(dx), y.wrapping_add(dy));
        if inside(next) && !eye.contains(&next) {
            eye.push(next);
        }
    }
    let mut rows = vec![vec!['X'; width]; height];
    let (corners, gaps, stones, liberties) = (below(101), below(25), below(25), below(20));
    for (y, row) in rows.iter_mut().enumerate() {
        for (x, glyph) in row.iter_mut().enumerate() {
            let far = |&(a, b): &(usize, usize)| (a.abs_diff(x), b.abs_diff(y));
            let beside = eye.iter().map(far).any(|(a, b)| a + b == 1);
            let touching = eye.iter().map(far).any(|(a, b)| a.max(b) == 1);
            let draw = below(100);
            *glyph = if eye.contains(&(x, y)) {
                if draw < stones { ['x', 'x', 'O'][below(3)] } else { '.' }
            } else if beside || touching && below(100) < corners {
                if draw < gaps { ['.', '.', 'x'][below(3)] } else { 'O' }
            } else if touching && draw < liberties {
                '.'
            } else {
                'X'
            };
        }
    }
    let empty = rows.iter().flatten().filter(|&&c| c == '.').count();
    if empty > most_empty || empty < 2 {
        return None;
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    let prefix = if below(3) == 0 { "!" } else { "" };
    let question = Question::from_picture(&format!("{prefix}{}", rows.join("|"))).ok()?;
    // A crucial target is one chain.
    let crucial = (question.goal == crate::Goal::Crucial).then(|| question.target.parts().into_iter().next());
    Some(match crucial.flatten() {
        Some(chain) => Question { target: chain, ..question },
        None => question,
    })
}

/// A random group of several chains in a random region, larger than those of [`enclosed`]: for training and timing.
/// `None` where the draw is no legal position.
pub fn group(rng: &mut ChaCha8Rng, most_empty: usize) -> Option<Question> {
    let mut below = |n: usize| (rng.next_u64() % n.max(1) as u64) as usize;
    let (width, height) = (5 + below(5), 4 + below(3));
    // How many cells of wall there are on the left and above: none at an edge of the board.
    let (left, above) = [(0, 0), (0, 0), (1, 0), (1, 1)][below(4)];
    let inside = |x: usize, y: usize| x >= left && y >= above && x < width - 1 && y < height - 1;
    let size = most_empty + below(most_empty);
    let mut region = vec![if left == 0 { (0, 0) } else { (left + (width - left) / 2 - below(2), above) }];
    for _ in 0..size * 20 {
        let (x, y) = region[below(region.len())];
        let (dx, dy) = [(1, 0), (0, 1), (usize::MAX, 0), (0, usize::MAX)][below(4)];
        let next = (x.wrapping_add(dx), y.wrapping_add(dy));
        if region.len() < size && inside(next.0, next.1) && !region.contains(&next) {
            region.push(next);
        }
    }
    let (stones, attackers) = (30 + below(25), 4 + below(10));
    let mut rows = vec![vec!['X'; width]; height];
    for &(x, y) in &region {
        let beside = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        let on = |&&(a, b): &&(usize, usize)| a < width && b < height;
        let at_wall = beside.iter().filter(on).any(|p| !region.contains(p));
        let draw = below(100);
        // Towards the wall there are more stones.
        let most = if at_wall { stones + 30 } else { stones.saturating_sub(20) };
        rows[y][x] = match () {
            () if draw < most => 'O',
            () if draw < most + attackers => 'x',
            () => '.',
        };
    }
    let empty = rows.iter().flatten().filter(|&&c| c == '.').count();
    if empty > most_empty || empty + 4 < most_empty {
        return None;
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    Question::from_picture(&rows.join("|")).ok()
}
