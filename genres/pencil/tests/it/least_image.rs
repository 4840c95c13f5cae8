//! Least images: the same for every image of a puzzle, itself an image, and different for different
//! puzzles.

use crate::made;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use tesuji_genre::clue::{pick, shuffle};
use tesuji_genre::{Genre, Record};
use tesuji_pencil::{ANTI_KNIGHT, JIGSAW, KILLER, SUDOKU, SUDOKU_X};

fn least(genre: &dyn Genre, text: &str) -> String {
    let puzzle = genre.parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).puzzle;
    genre.least_image(&puzzle)
}

/// A random order of lines that keeps groups of `size` together.
fn order(n: usize, size: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut groups: Vec<Vec<usize>> = (0..n / size).map(|g| (g * size..(g + 1) * size).collect()).collect();
    for group in &mut groups {
        shuffle(group, rng);
    }
    shuffle(&mut groups, rng);
    groups.concat()
}

/// A random relabelling of the symbols 1 to `n`.
fn relabelled(text: &str, n: usize, rng: &mut ChaCha8Rng) -> String {
    let symbols: Vec<char> = "123456789ABCDEFG".chars().take(n).collect();
    let mut to = symbols.clone();
    shuffle(&mut to, rng);
    text.chars().map(|c| symbols.iter().position(|s| *s == c).map_or(c, |i| to[i])).collect()
}

#[test]
fn sudoku_under_its_full_group() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for (size, n, rows, cols, count) in
        [("4x4", 4, 2, 2, 4), ("6x6", 6, 2, 3, 4), ("6x6:3x2", 6, 3, 2, 2), ("8x8", 8, 2, 4, 2), ("9x9", 9, 3, 3, 4)]
    {
        let mut seen = std::collections::BTreeSet::new();
        for Record { puzzle: text, .. } in made(&SUDOKU, size, count, 11) {
            let prefix = text.find('/').map_or("", |i| &text[..=i]);
            let cells: Vec<char> = text[prefix.len()..].chars().collect();
            let expected = least(&SUDOKU, &text);
            assert!(expected <= text, "{expected} is no less than {text}");
            assert_eq!(least(&SUDOKU, &expected), expected, "an image of itself");
            let count = |t: &str| t[prefix.len()..].chars().filter(|c| *c != '.').count();
            assert_eq!(count(&expected), count(&text));
            for _ in 0..6 {
                let (r, c) = (order(n, rows, &mut rng), order(n, cols, &mut rng));
                let turn = rows == cols && pick(&mut rng, 2) == 1;
                let image: String = (0..n * n)
                    .map(|i| {
                        let (a, b) = (r[i / n], c[i % n]);
                        cells[if turn { b * n + a } else { a * n + b }]
                    })
                    .collect();
                let image = format!("{prefix}{}", relabelled(&image, n, &mut rng));
                assert_eq!(least(&SUDOKU, &image), expected, "{text} and {image}");
            }
            seen.insert(expected);
        }
        assert!(seen.len() > 1, "{size}: different puzzles have different images");
    }
}

/// Brute force over all 3,456 × relabelling maps of 6×6 agrees.
#[test]
fn least_of_all_images_by_brute_force() {
    fn orders(n: usize, size: usize) -> Vec<Vec<usize>> {
        fn all(items: &[usize]) -> Vec<Vec<usize>> {
            if items.is_empty() {
                return vec![Vec::new()];
            }
            let mut out = Vec::new();
            for (i, &x) in items.iter().enumerate() {
                let mut rest = items.to_vec();
                rest.remove(i);
                out.extend(all(&rest).into_iter().map(|mut p| {
                    p.insert(0, x);
                    p
                }));
            }
            out
        }
        all(&(0..n).collect::<Vec<_>>())
            .into_iter()
            .filter(|p| p.chunks(size).all(|g| g.iter().all(|x| x / size == g[0] / size)))
            .collect()
    }
    let (rows, cols) = (orders(6, 2), orders(6, 3));
    assert_eq!((rows.len(), cols.len()), (48, 72));
    for Record { puzzle: text, .. } in made(&SUDOKU, "6x6", 2, 11) {
        let cells: Vec<char> = text.chars().collect();
        let mut best: Option<String> = None;
        for r in &rows {
            for c in &cols {
                let mut label = std::collections::BTreeMap::new();
                let image: String = (0..36)
                    .map(|i| match cells[r[i / 6] * 6 + c[i % 6]] {
                        '.' => '.',
                        v => {
                            let next = char::from(b'1' + label.len() as u8);
                            *label.entry(v).or_insert(next)
                        }
                    })
                    .collect();
                if best.as_ref().is_none_or(|b| image < *b) {
                    best = Some(image);
                }
            }
        }
        assert_eq!(Some(least(&SUDOKU, &text)), best);
    }
}

/// The eight maps of the square, on cells.
fn turned(n: usize, k: usize, i: usize) -> usize {
    let (mut r, mut c) = (i / n, i % n);
    if k >= 4 {
        (r, c) = (c, r);
    }
    for _ in 0..k % 4 {
        (r, c) = (c, n - 1 - r);
    }
    r * n + c
}

#[test]
fn variants_under_the_maps_of_the_square() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for (genre, size, n) in
        [(&SUDOKU_X as &dyn Genre, "9x9", 9), (&ANTI_KNIGHT, "9x9", 9), (&JIGSAW, "6x6", 6), (&JIGSAW, "7x7", 7)]
    {
        for Record { puzzle: text, .. } in made(genre, size, 2, 11) {
            let expected = least(genre, &text);
            assert_eq!(least(genre, &expected), expected);
            for k in 0..8 {
                let parts: Vec<String> = text
                    .split(';')
                    .enumerate()
                    .map(|(part, cells)| {
                        let cells: Vec<char> = cells.chars().collect();
                        let image: String = (0..n * n).map(|i| cells[turned(n, k, i)]).collect();
                        if part == 0 { relabelled(&image, n, &mut rng) } else { image }
                    })
                    .collect();
                assert_eq!(least(genre, &parts.join(";")), expected, "{} {text}", genre.name());
            }
        }
    }
    // Sums forbid relabelling.
    for Record { puzzle: text, .. } in made(&KILLER, "4x4", 2, 11) {
        let expected = least(&KILLER, &text);
        let mut parts = text.split(';');
        let cells: Vec<char> = parts.next().unwrap().chars().collect();
        let cages: Vec<&str> = parts.collect();
        for k in 0..8 {
            let image: String = (0..16).map(|i| cells[turned(4, k, i)]).collect();
            let moved = cages.iter().map(|cage| {
                let (sum, list) = cage.split_once('=').unwrap();
                let list: Vec<String> = list
                    .split(',')
                    .map(|cell| {
                        let (r, c) = cell[1..].split_once('c').unwrap();
                        let from = (r.parse::<usize>().unwrap() - 1) * 4 + c.parse::<usize>().unwrap() - 1;
                        let to = (0..16).find(|&i| turned(4, k, i) == from).unwrap();
                        format!("r{}c{}", to / 4 + 1, to % 4 + 1)
                    })
                    .collect();
                format!(";{sum}={}", list.join(","))
            });
            let image = image + &moved.collect::<String>();
            assert_eq!(least(&KILLER, &image), expected);
        }
    }
}

/// A completed grid of 16 by 16 in which `open` of 16 cells are empty, drawn.
fn large(open: usize, rng: &mut ChaCha8Rng) -> Vec<char> {
    let symbols: Vec<char> = "123456789ABCDEFG".chars().collect();
    let cell = |r: usize, c: usize| symbols[(4 * (r % 4) + r / 4 + c) % 16];
    (0..256).map(|i| if pick(rng, 16) < open { '.' } else { cell(i / 16, i % 16) }).collect()
}

/// Whether there are too many ways to find the least image does not depend on the order of the
/// rows.
#[test]
fn dense_puzzles_of_large_sizes_too() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut found = 0;
    for open in [5, 6, 7, 8, 9] {
        let cells = large(open, &mut rng);
        let image = |rng: &mut ChaCha8Rng| {
            let (r, c) = (order(16, 4, rng), order(16, 4, rng));
            let image: String = (0..256).map(|i| cells[r[i / 16] * 16 + c[i % 16]]).collect();
            relabelled(&image, 16, rng)
        };
        let images: std::collections::BTreeSet<String> = (0..6).map(|_| least(&SUDOKU, &image(&mut rng))).collect();
        // All of them, or none.
        assert!([1, 6].contains(&images.len()), "{open}: {}", images.len());
        found += usize::from(images.len() == 1);
    }
    assert!(found >= 3, "{found}");
}

/// Where there are too many ways, they are not even made: it ends soon.
#[test]
fn what_has_too_many_images_is_left_as_it_is() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (mut looked, start) = (0, std::time::Instant::now());
    for genre in [&SUDOKU as &dyn Genre, &SUDOKU_X, &ANTI_KNIGHT] {
        for text in [large(0, &mut rng).into_iter().collect(), ".".repeat(256), ".".repeat(625)] {
            let Ok(parsed) = genre.parse(&text) else { continue };
            let image = genre.least_image(&parsed.puzzle);
            assert_eq!(image.chars().filter(|c| *c == '.').count(), text.matches('.').count());
            looked += 1;
        }
    }
    assert!(looked >= 6 && start.elapsed().as_secs() < 30, "{looked} in {:?}", start.elapsed());
}

/// Rows and bands that are the same can be exchanged, and give no more ways.
#[test]
fn large_puzzles_with_few_clues_have_one_least_image() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let symbols: Vec<char> = "123456789ABCDEFG".chars().collect();
    for clues in [1, 2, 4, 7] {
        let mut cells = vec!['.'; 256];
        for _ in 0..clues {
            cells[pick(&mut rng, 256)] = symbols[pick(&mut rng, 16)];
        }
        let image = |rng: &mut ChaCha8Rng| {
            let (r, c) = (order(16, 4, rng), order(16, 4, rng));
            let image: String = (0..256).map(|i| cells[r[i / 16] * 16 + c[i % 16]]).collect();
            relabelled(&image, 16, rng)
        };
        let images: std::collections::BTreeSet<String> = (0..6).map(|_| least(&SUDOKU, &image(&mut rng))).collect();
        assert_eq!(images.len(), 1, "{clues} clues");
    }
}

/// Regions that are rows are images of regions that are columns.
#[test]
fn jigsaws_with_rows_and_columns_are_alike() {
    let rows = least(&JIGSAW, "12......3.......;1111222233334444");
    assert_eq!(rows, least(&JIGSAW, "1.3.2...........;1234123412341234"));
    // Boxes are not.
    assert_ne!(rows, least(&JIGSAW, "12......3.......;1122112233443344"));
}
