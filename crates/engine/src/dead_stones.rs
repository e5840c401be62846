//! Which stones of a finished game are dead: unconditional life first, then the owners the network expects, or, on boards
//! that it does not know, many random continuations.

use gosedai_board::{Color, PointSet, Position, Rng, playout, safety};
use gosedai_net::Workspace;
use gosedai_recognition::dead_stones as counted_dead;

use crate::network;

/// The count of a game is asked for once, so it may take all views of the board.
const VIEWS: usize = 8;

/// Stones that belong to the other side in the end. Deterministic.
pub fn guess(position: &Position) -> PointSet {
    let known = |side: usize| (9..=19).contains(&side);
    if !known(position.size().width()) || !known(position.size().height()) {
        return guess_by_games(position);
    }
    let (board, net) = (position.board(), network::embedded());
    let [black, white] = Color::BOTH.map(|color| {
        let mut view = position.clone();
        view.set_to_play(color);
        net.evaluate_views(&net.input_with_history(&view, &[]), VIEWS, &mut Workspace::default())
    });
    let mut dead =
        counted_dead(board, &network::owners(position.size(), [(&black, Color::Black), (&white, Color::White)]));
    // a proof overrules an expectation
    for color in Color::BOTH {
        let safe = safety::unconditionally_alive(board, color);
        dead = dead.minus(&safe.alive).union(&safe.territory.intersection(&board.stone_set(color.opponent())));
    }
    dead
}

/// Stones that the other side owns at the end of most random games. Deterministic, and without any learned part.
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

#[cfg(test)]
mod tests;
