//! Draws a position: `board FEN [TURN] > board.svg`, the text form on standard error.

use clap::Parser;
use tesuji_mill::draw::{Highlights, svg, unicode};
use tesuji_mill::{RuleSet, fen};

/// Draws a position.
#[derive(Parser)]
struct Args {
    /// The position string
    position: String,
    /// A turn to show
    turn: Option<String>,
    /// The board with diagonals
    #[arg(long)]
    diagonals: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Args { position: text, turn, diagonals } = Args::parse();
    let rules = RuleSet { men: 12, diagonals, ..RuleSet::STANDARD };
    let position = fen::parse(&rules, &text)?.position;
    let turn = turn.map(|t| t.parse()).transpose()?;
    eprint!("{}", unicode(&position, rules.diagonals));
    let show = Highlights { turns: turn.into_iter().collect(), ..Highlights::default() };
    print!("{}", svg(&position, rules.diagonals, &show));
    Ok(())
}
