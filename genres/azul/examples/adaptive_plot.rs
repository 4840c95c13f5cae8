//! Ratings of simulated players of known strength under adaptive selection, as an SVG:
//! `cargo run --release -p tesuji-azul --example adaptive_plot > out/adaptive.svg`.

use clap::Parser;
use std::error::Error;
use tesuji_azul::Rng;
use tesuji_azul::adapt::{Player, expected, rating_of};
use tesuji_azul::grade::Mark;

const STRENGTHS: [(f64, &str); 4] =
    [(1100.0, "#1b6ca8"), (1400.0, "#2a9d60"), (1700.0, "#c77700"), (2000.0, "#b3262e")];
const RESULTS: usize = 300;

/// Ratings of simulated players under adaptive selection, as an SVG.
#[derive(Parser)]
struct Args {}

fn main() -> Result<(), Box<dyn Error>> {
    let Args {} = Args::parse();
    let pool: Vec<u32> = (0..120).collect();
    let (x, y) = (|i: usize| 60.0 + i as f64 * 2.4, |r: f64| 400.0 - (r - 900.0) * 0.3);
    println!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="820" height="460" font-family="sans-serif" font-size="13">"#
    );
    println!(r#"<rect width="820" height="460" fill="white"/>"#);
    for r in (1000..=2100).step_by(200) {
        let at = y(f64::from(r));
        println!(
            r##"<line x1="60" x2="780" y1="{at:.1}" y2="{at:.1}" stroke="#ddd"/><text x="20" y="{:.1}">{r}</text>"##,
            at + 4.0
        );
    }
    for i in (0..=RESULTS).step_by(50) {
        println!(r#"<text x="{:.1}" y="420" text-anchor="middle">{i}</text>"#, x(i));
    }
    println!(r#"<text x="420" y="446" text-anchor="middle">results; dashed: the player's true strength</text>"#);
    for (strength, colour) in STRENGTHS {
        let mut rng = Rng::new(strength as u64);
        let mut player = Player::default();
        let mut points = format!("{:.1},{:.1}", x(0), y(player.rating));
        let mut late = 0.0;
        for i in 1..=RESULTS {
            let Some(next) = player.next(&pool) else { break };
            let scenario = rating_of(pool[next]);
            let solved = rng.chance((expected(strength, scenario) * 1e6) as u32);
            player.update(scenario, if solved { Mark::Excellent } else { Mark::Miss });
            points += &format!(" {:.1},{:.1}", x(i), y(player.rating));
            if i > RESULTS - 100 {
                late += player.rating / 100.0;
            }
        }
        let at = y(strength);
        println!(r#"<line x1="60" x2="780" y1="{at:.1}" y2="{at:.1}" stroke="{colour}" stroke-dasharray="5 4"/>"#);
        println!(r#"<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.8"/>"#);
        eprintln!("strength {strength}: mean rating over the last 100 results {late:.0}");
    }
    println!("</svg>");
    Ok(())
}
