use super::*;
use gosedai_board::{Board, Color, diagram};

/// A room of the dots and white stones in a fence of black ones; `+` marks nothing, open points touch the frame.
fn eyes(text: &str, open: &[&str]) -> (u8, u8) {
    let board: Board = diagram::parse(text).unwrap();
    let mut room = Room::default();
    for point in board.size().points().filter(|&p| !board.at(p).is(Color::Black)) {
        let is_open = open.iter().any(|o| o.parse::<Point>().unwrap() == point);
        let is_stone = board.at(point).is(Color::White);
        let is_walled = point.neighbours().into_iter().any(|p| board.at(p).is(Color::Black));
        room.push(NewCell { point, is_open, is_stone, is_walled, hostile: 0, tolerance: 1 });
    }
    room.join();
    let eyes = RoomBook::default().eyes(&room, 20_000);
    (eyes.attacked, eyes.defended)
}

#[test]
fn closed_shapes_have_their_known_values() {
    assert_eq!(eyes("X X X X X\nX . X . X\nX X X X X", &[]), (2, 2), "two single points");
    assert_eq!(eyes("X X X X X\nX . . . X\nX X X X X", &[]), (1, 2), "three in a row");
    assert_eq!(eyes("X X X X X\nX . O . X\nX X X X X", &[]), (1, 1), "three in a row, middle taken");
    assert_eq!(eyes("X X X X X X\nX . . . . X\nX X X X X X", &[]), (2, 2), "four in a row");
    assert_eq!(eyes("X X X X\nX . . X\nX . . X\nX X X X", &[]), (1, 1), "square four");
    assert_eq!(eyes("X X X X X\nX . . X X\nX . . . X\nX X X X X", &[]), (1, 2), "bulky five");
    assert_eq!(eyes("X X X X X\nX . . . X\nX . . . X\nX X X X X", &[]), (2, 2), "six in a rectangle");
    assert_eq!(eyes("X X X X X\nX X . X X\nX . . . X\nX X . X X\nX X X X X", &[]), (1, 2), "crossed five");
}

#[test]
fn open_shapes_can_be_reduced() {
    assert_eq!(eyes("X X X X X X\nX . . . . X\nX X X X X X", &["E2"]), (1, 1), "four, open at one end");
    assert_eq!(eyes("X X X X X X X\nX . . . . . X\nX X X X X X X", &["F2"]), (1, 2), "five, open at one end");
    assert_eq!(eyes("X X X X\nX . . X\nX X X X", &["C2"]), (0, 1), "two points, one of them open");
    assert_eq!(eyes("X X X X X X X\nX . . . . . X\nX X X X X X X", &["B2", "F2"]), (1, 1), "five, open at both ends");
}
