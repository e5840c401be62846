//! Which stones of a finished game are dead: unconditional life first, then the network's owners, on boards it does not know
//! many random continuations.

use std::sync::OnceLock;

use gosedai_board::{Color, Move, PointSet, Position, Rng, playout, safety};
use gosedai_net::{Input, Net, Workspace};
use gosedai_recognition::Owners;

/// Strings with a chance below this are dead.
const LIVES: f64 = 0.5;

/// Stones that belong to the other side in the end. Deterministic.
pub fn guess(position: &Position) -> PointSet {
    let known = |side: usize| (9..=19).contains(&side);
    if !known(position.size().width()) || !known(position.size().height()) {
        return guess_by_games(position);
    }
    let board = position.board();
    let safe = Color::BOTH.map(|color| safety::unconditionally_alive(board, color));
    let owners = owners(position);
    let mut dead = PointSet::EMPTY;
    for stone in board.strings() {
        let Some(color) = board.color_at(stone) else { continue };
        let string = board.string_set(stone);
        let in_enemy_land = safe[color.opponent().index()].territory.contains(stone);
        let lives = safe[color.index()].alive.contains(stone) || owners.life(&string, color) >= LIVES;
        if in_enemy_land || !lives {
            dead.add(&string);
        }
    }
    dead
}

/// The network's owners, with either side to move.
fn owners(position: &Position) -> Owners {
    static NET: OnceLock<Net> = OnceLock::new();
    let net = NET.get_or_init(Net::embedded);
    let mut work = Workspace::default();
    let views = Color::BOTH.map(|color| {
        let mut view = position.clone();
        view.set_to_play(color);
        (net.evaluate(&Input::with_history(&view, &[]), &mut work), color.sign() as f32)
    });
    Owners::new(position.size(), |point| {
        let of = |(output, sign): &(gosedai_net::Output, f32)| output.ownership[output.index(Move::Play(point))] * sign;
        0.5 * (of(&views[0]) + of(&views[1]))
    })
}

/// Stones that the other side owns at the end of most random games. Deterministic, and nothing learned comes into it.
pub fn guess_by_games(position: &Position) -> PointSet {
    const GAMES: usize = 400;
    let board = position.board();
    let size = board.size();
    let safe = Color::BOTH.map(|color| safety::unconditionally_alive(board, color));
    let mut lost = [0u32; gosedai_board::CELLS];
    let mut rng = Rng::new(0x6465_6164);
    for game in 0..GAMES {
        let mut trial = board.clone();
        trial.clear_ko();
        let first = if game % 2 == 0 { Color::Black } else { Color::White };
        playout::play_out(&mut trial, first, size.area() * 3, &mut rng);
        for (point, color) in board.stones() {
            let owner =
                trial.color_at(point).or_else(|| point.neighbours().iter().find_map(|&beside| trial.color_at(beside)));
            lost[point.index()] += u32::from(owner == Some(color.opponent()));
        }
    }
    let mut dead = PointSet::EMPTY;
    for stone in board.strings() {
        let Some(color) = board.color_at(stone) else { continue };
        if safe[color.index()].alive.contains(stone) {
            continue;
        }
        let string = board.string_set(stone);
        let votes: u32 = string.iter().map(|p| lost[p.index()]).sum();
        let in_enemy_land = safe[color.opponent().index()].territory.contains(stone);
        if in_enemy_land || votes as usize * 10 > string.len() * GAMES * 7 {
            dead = dead.union(&string);
        }
    }
    dead
}

/// Result of the game as it stands, dead stones guessed.
pub fn score(position: &Position) -> gosedai_board::Score {
    position.score(&guess(position))
}

/// Is there nothing sensible left: would both sides' passes end the game here?
pub fn both_passed(position: &Position) -> bool {
    position.moves().rev().take(2).filter(|(_, mv)| *mv == Move::Pass).count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Rules, diagram};

    /// Single stones that everybody calls dead; random games often let them live.
    #[test]
    fn stones_left_behind_in_the_enemys_land_are_dead() {
        let rows = "
            . . . X O . . . .
            . O . X O . X . .
            . . . X O . . . .
            . X X X O O O O O
            X X O O X X X X X
            O O O . O X . . .
            . . O O O X . O .
            . X . . O X X . .
            . . . O O X . . .
        ";
        let board = diagram::parse(rows).unwrap();
        let position = Position::from_board(board, Color::Black, Rules::CHINESE, 7.0);
        let dead: Vec<String> = guess(&position).iter().map(|p| p.to_string()).collect();
        assert_eq!(dead, ["B2", "H3", "B8", "G8"]);
    }
}
