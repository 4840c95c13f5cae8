//! Draws a position: `draw POSITION > board.svg`, or `draw POSITION unicode`.

use clap::Parser;
use tesuji_azul::AZUL;
use tesuji_genre::{Genre, Marks, Medium};

/// Draws a position.
#[derive(Parser)]
struct Args {
    /// The position, as the genre writes it
    position: String,
    /// How it is drawn
    #[arg(default_value = "svg", value_parser = ["svg", "unicode"])]
    medium: String,
}

fn main() {
    let Args { position: text, medium } = Args::parse();
    let medium = if medium == "unicode" { Medium::Unicode } else { Medium::Svg };
    let drawn = AZUL.parse(&text).and_then(|parsed| {
        let hint = AZUL.hint(&parsed.puzzle, None, AZUL.catalog(), &tesuji_solver::Limits::default()).ok().flatten();
        let marks = hint.map_or_else(Marks::default, |h| h.2);
        AZUL.draw(&parsed.puzzle, None, &marks, medium)
    });
    match drawn {
        Ok(drawn) => println!("{drawn}"),
        Err(bad) => eprintln!("{bad}"),
    }
}
