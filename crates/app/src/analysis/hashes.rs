//! Names of positions: `thisHash`, the same for the same stones, side to move and ko, and `symHash`, the same for mirrored ones too.

use gosedai_board::{Position, Symmetry};

pub fn hashes(position: &Position) -> (String, String) {
    let all = Symmetry::of(position.size()).iter().map(|&symmetry| name(position, symmetry));
    (name(position, Symmetry::IDENTITY), all.min().unwrap_or_default())
}

fn name(position: &Position, symmetry: Symmetry) -> String {
    let (board, to_play) = (position.board(), position.to_play());
    let size = symmetry.size(board.size());
    let ko = board.ko(to_play).map_or(0, |point| symmetry.apply(point, board.size()).index() as u64 + 1);
    let stones = symmetry.apply_board(board).hash_with(to_play);
    let rest = ko << 16 | (size.width() as u64) << 8 | size.height() as u64;
    let one = mixed(stones ^ mixed(rest));
    format!("{one:016X}{:016X}", mixed(one ^ stones.rotate_left(32)))
}

/// Every bit of the number has its share in every bit of the result.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Color, Rules, Size};

    fn after(moves: &[&str]) -> Position {
        let mut position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
        for mv in moves {
            position.play(mv.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn mirrored_positions_share_one_name_and_no_others_do() {
        let (one, mirrored, other) = (hashes(&after(&["C3"])), hashes(&after(&["G7"])), hashes(&after(&["C4"])));
        assert_ne!(one.0, mirrored.0);
        assert_eq!(one.1, mirrored.1);
        assert_ne!(one.1, other.1);
        assert_eq!(hashes(&after(&["C3", "D4", "E5"])).0, hashes(&after(&["E5", "D4", "C3"])).0);
        let mut turned = after(&["C3"]);
        turned.set_to_play(Color::Black);
        assert_ne!(hashes(&turned).0, one.0);
        assert_eq!(one.0.len(), 32);
    }
}
