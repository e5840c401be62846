//! The score if play stopped here, given an owner for every point.

use crate::owners::Owners;
use gosedai_board::{Board, Color, PointSet, Position, Scoring};

/// Share of the points whose owner is open.
pub fn open_share(position: &Position, owners: &Owners) -> f64 {
    let open: f64 = position.size().points().map(|point| 1.0 - f64::from(owners.at(point).abs())).sum();
    open / position.size().area() as f64
}

/// Strings with a chance below this are dead when play stops.
const LIVES: f64 = 0.5;
/// While borders are open, a point has an owner from this share on.
const SURE: f32 = 0.5;

/// Strings that the owners give to the other side.
pub fn dead_stones(board: &Board, owners: &Owners) -> PointSet {
    let mut dead = PointSet::EMPTY;
    for head in board.strings() {
        let Some(color) = board.color_at(head) else { continue };
        let string = board.string_set(head);
        if owners.life_either(&string, color) < LIVES {
            dead.add(&string);
        }
    }
    dead
}

/// Black's lead by the rules of the position if play stopped here: strings the network gives to the other side are
/// dead; empty areas beside one colour are its territory, and in areas beside both every point goes by its owner.
pub fn count(position: &Position, owners: &Owners) -> f64 {
    let board = position.board();
    let dead = dead_stones(board, owners);
    let living = Color::BOTH.map(|color| board.stone_set(color).minus(&dead));
    let full = PointSet::full(position.size());
    let mut owned = [PointSet::EMPTY; 2];
    for area in full.minus(&living[0]).minus(&living[1]).components() {
        let beside = area.grown();
        match [beside.intersects(&living[0]), beside.intersects(&living[1])] {
            [true, false] => owned[0].add(&area),
            [false, true] => owned[1].add(&area),
            _ => area.each(|point| {
                let owner = owners.at(point);
                if owner.abs() >= SURE {
                    owned[usize::from(owner < 0.0)].insert(point);
                }
            }),
        }
    }
    // an unplayed point between living stones of both colours belongs to neither
    let between = living[0].touched().0.intersection(&living[1].touched().0);
    let size = |set: &PointSet| set.len() as f64;
    let mut lead = match position.rules().scoring {
        Scoring::Territory => {
            let owned = owned.map(|owned| owned.minus(&between));
            // a point that must be filled to connect does not count
            let owned = [0, 1].map(|i| owned[i].minus(&needed(board, Color::BOTH[i], &living[i], &owned)));
            // dead stones count for the point and as prisoners
            let taken = [Color::Black, Color::White].map(|color| {
                let enemies = dead.intersection(&board.stone_set(color.opponent()));
                size(&enemies) + f64::from(board.captured(color.opponent()))
            });
            size(&owned[0]) - size(&owned[1]) + taken[0] - taken[1]
        }
        _ => size(&owned[0]) + size(&living[0]) - size(&owned[1]) - size(&living[1]),
    };
    lead -= f64::from(position.komi()) + position.rules().handicap_points(position.handicap()) as f64;
    lead
}

/// Points a side must fill once the neutral points are taken: the last liberties of strings that are in atari then.
fn needed(board: &Board, color: Color, living: &PointSet, owned: &[PointSet; 2]) -> PointSet {
    let mut needed = PointSet::EMPTY;
    let own = &owned[color.index()];
    let mut rest = *living;
    while let Some(head) = rest.first() {
        let string = board.string_set(head);
        rest = rest.minus(&string);
        let liberties = board.liberties(head);
        let inside = liberties.intersection(own);
        // all other liberties are neutral, and there are some
        let neutral = liberties.minus(&inside);
        if inside.len() == 1 && !neutral.is_empty() && !neutral.intersects(&owned[color.opponent().index()]) {
            needed.add(&inside);
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Rules, diagram};

    /// Once White has taken E3, Black must connect at C3, so C3 is not a point.
    #[test]
    fn connections_that_will_be_needed_are_no_territory() {
        let count_of = |rows: &str| {
            let board = diagram::parse(rows).unwrap();
            let position = Position::from_board(board, Color::Black, Rules::JAPANESE, 0.0);
            let neutral = ["C1", "E3"].map(|name| name.parse().unwrap());
            let owners = Owners::new(position.size(), |point, _| match point.x() {
                _ if neutral.contains(&point) => 0.0,
                x if x < 3 || point.to_string() == "D3" => 1.0,
                _ => -1.0,
            });
            count(&position, &owners)
        };
        assert_eq!(count_of(". X . X . O .\nX X X O O O O\n. X . O . O ."), 2.0 - 3.0);
        // with the connection made there is nothing to lose
        assert_eq!(count_of(". X X X . O .\nX X X O O O O\n. X . O . O ."), 2.0 - 3.0);
    }
}
