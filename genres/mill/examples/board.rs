//! Draws a position: `board FEN [TURN] > board.svg`, the text form on standard error.

use tesuji_mill::draw::{Highlights, svg, unicode};
use tesuji_mill::{RuleSet, fen};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = args.first().ok_or("which position?")?;
    let rules = RuleSet { men: 12, diagonals: args.iter().any(|a| a == "--diagonals"), ..RuleSet::STANDARD };
    let position = fen::parse(&rules, text)?.position;
    let turn = args.get(1).filter(|a| !a.starts_with("--")).map(|t| t.parse()).transpose()?;
    eprint!("{}", unicode(&position, rules.diagonals));
    let show = Highlights { turns: turn.into_iter().collect(), ..Highlights::default() };
    print!("{}", svg(&position, rules.diagonals, &show));
    Ok(())
}
