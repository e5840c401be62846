//! Which stones of a finished game are dead: unconditional life first, then many random continuations.

use gosedai_board::{Color, Move, PointSet, Position, Rng, playout, safety};

/// Stones that the other side owns at the end of most random games. Deterministic.
pub fn guess(position: &Position) -> PointSet {
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
