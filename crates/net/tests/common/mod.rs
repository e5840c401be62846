//! Games in the files of expected values: rules, handicap stones and moves as numbers on a canvas of 19×19.

use gosedai_board::{Color, KoRule, Move, Size};
use gosedai_net::katago::{Conditions, Game, Setup, Tax, Turn, canvas_move};
use serde_json::Value;

pub fn rows(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
}

pub fn floats(value: &Value) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

/// The game after all its moves.
pub fn game(row: &Value) -> Game {
    let start = &row["start"];
    let number = |key: &str| start[key].as_u64().unwrap() as usize;
    let size = Size::new(number("width"), number("height")).unwrap();
    let conditions = Conditions {
        ko: [KoRule::Simple, KoRule::PositionalSuperko, KoRule::SituationalSuperko][number("ko_rule")],
        territory: number("scoring") == 1,
        tax: [Tax::None, Tax::Seki, Tax::All][number("tax")],
        suicide: number("suicide") == 1,
        button: number("button") == 1,
    };
    let moves = |key: &str| -> Vec<Move> {
        let numbers = row[key].as_array().unwrap().iter().map(|v| v.as_u64().unwrap() as usize);
        numbers.map(|number| canvas_move(size, number, 19).expect("on the board")).collect()
    };
    let handicap = moves("setup").into_iter().filter_map(Move::point).collect();
    let first = if number("black_first") == 1 { Color::Black } else { Color::White };
    let komi = start["komi"].as_f64().unwrap() as f32;
    let mut game = Game::new(&Setup { size, conditions, komi, first, handicap }).expect("the stones can stand");
    for mv in moves("moves") {
        assert_ne!(game.play(mv), Turn::Illegal, "{mv}");
    }
    game
}
