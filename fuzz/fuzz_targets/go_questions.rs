#![no_main]
//! Life-and-death questions from pictures and from mutated game records: nothing panics, pictures
//! are read again as printed, and a reading under a small limit replays or says UNKNOWN.

use libfuzzer_sys::fuzz_target;
use tesuji_go::{Board, Color, DfPnReader, Point, Points, Question, Role, Unconditional};
use tesuji_sgf::Collection;
use tesuji_solver::Limits;

fn read(question: &Question) {
    let limits = Limits::default().with_nodes(300).with_memory(1 << 20);
    let reader = DfPnReader::new();
    for role in Role::ALL {
        if let Ok(proved) = reader.prove(question, role, &limits)
            && !proved.certificates.is_empty()
        {
            for certificate in &proved.certificates {
                assert!(certificate.proof.len() > 0);
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data)
        && let Ok(question) = Question::from_picture(text)
    {
        let again = Question::from_picture(&question.picture()).expect("a printed picture is read again");
        assert_eq!(again.picture(), question.picture());
        read(&question);
    }
    let (games, _) = Collection::parse(data);
    for root in games.roots() {
        let size = root.board_size();
        let stones = root.setup().into_iter().filter_map(|(color, p)| {
            let color = match color? {
                tesuji_sgf::Color::Black => Color::Black,
                tesuji_sgf::Color::White => Color::White,
            };
            Some((Point::new(p.x, p.y), color))
        });
        let Ok(board) = Board::set_up(size.width, size.height, stones) else { continue };
        let marked: Points = ["MA", "TR"]
            .iter()
            .flat_map(|name| root.points(name))
            .map(|p| Point::new(p.x, p.y))
            .filter(|&p| board.on_board(p))
            .collect();
        let unconditional = Unconditional::of(&board);
        for color in Color::ALL {
            assert!(unconditional.alive(color).within(&board.stones(color)));
            assert!(!unconditional.territory(color).meets(&unconditional.alive(color)));
        }
        let asked = [Question::infer(&board), Question::of_target(&board, &marked), Question::guess(&board)];
        for question in asked.into_iter().flatten() {
            assert!(question.exits.within(&question.region) && !question.wall.meets(&question.region));
            read(&question);
            let limits = Limits::default().with_nodes(300).with_memory(1 << 20);
            for role in Role::ALL {
                let _ = DfPnReader::new().read_widening(&question, role, &limits);
            }
        }
    }
});
