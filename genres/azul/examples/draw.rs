//! Draws a position: `draw POSITION > board.svg`, or `draw POSITION unicode`.

use tesuji_azul::AZUL;
use tesuji_genre::{Genre, Marks, Medium};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = args.first().cloned().unwrap_or_default();
    let medium = if args.len() > 1 { Medium::Unicode } else { Medium::Svg };
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
