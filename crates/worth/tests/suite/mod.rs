//! Reads the composed whole-board endgames.

#![allow(dead_code)]

use gosedai_board::{Board, Color, Point, Size};

pub struct Position {
    pub name: String,
    pub board: Board,
    /// Black first, White first.
    pub territory: [i64; 2],
    pub area: [i64; 2],
    pub greedy_loses: [i64; 2],
}

pub fn positions() -> Vec<Position> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suite/endgame");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    files.iter().filter(|f| f.extension().is_some_and(|e| e == "txt")).map(|f| read(f)).collect()
}

fn read(path: &std::path::Path) -> Position {
    let text = std::fs::read_to_string(path).unwrap();
    let numbers = |line: &str| -> [i64; 2] {
        let found: Vec<i64> = line.split_whitespace().filter_map(|w| w.parse().ok()).collect();
        [found[0], found[1]]
    };
    let mut p = Position {
        name: path.file_stem().unwrap().to_string_lossy().into_owned(),
        board: Board::new(Size::NINETEEN),
        territory: [0; 2],
        area: [0; 2],
        greedy_loses: [0; 2],
    };
    let mut stones = Vec::new();
    let mut y = 19;
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        if line.starts_with("territory") {
            p.territory = numbers(line);
        } else if line.starts_with("area") {
            p.area = numbers(line);
        } else if line.starts_with("hottest") {
            p.greedy_loses = numbers(line);
        } else {
            y -= 1;
            for (x, c) in line.split_whitespace().enumerate() {
                match c {
                    "X" => stones.push((Point::new(x, y), Color::Black)),
                    "O" => stones.push((Point::new(x, y), Color::White)),
                    _ => {}
                }
            }
        }
    }
    assert_eq!(y, 0, "nineteen rows in {}", p.name);
    p.board = Board::with_stones(Size::NINETEEN, stones).unwrap();
    p
}
