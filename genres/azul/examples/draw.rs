//! Draws a position: `draw POSITION > board.svg`, or `draw POSITION unicode`.

use clap::Parser;
use tesuji_azul::AZUL;
use tesuji_genre::{Genre, Hint, HintRequest, Marks, Medium};

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
        let hint = AZUL.hint(&parsed.puzzle, None, &HintRequest::new(AZUL.catalog())).ok();
        let marks = hint.and_then(Hint::step).map_or_else(Marks::default, |step| step.marks);
        AZUL.draw(&parsed.puzzle, None, &marks, medium)
    });
    match drawn {
        Ok(drawn) => println!("{drawn}"),
        Err(bad) => eprintln!("{bad}"),
    }
}
