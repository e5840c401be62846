//! "Proved" against exhaustive play of the whole board, where walls can be captured and weak groups of both colours touch:
//! random small boards, and windows cut out of a real game. Nothing is taken as safe here.

mod random_play;
mod reference;

use std::collections::HashMap;

use gosedai_board::{Board, Color, Point, PointSet, Position, Rng, Rules, Size};
use gosedai_reading::exact::{Aim, Kos};
use gosedai_reading::{Budget, FirstThreat, Outcome, Reader, Trust};
use reference::{Arena, Reference, mask};

/// What exhaustive play gives the attacker and the defender moving first; `None` if there are too many positions. Seki counts
/// as life: whether there are two eyes is another test's question.
fn truth(board: &Board, arena: &Arena, target: &PointSet, needed: usize, limit: usize) -> Option<[Outcome; 2]> {
    let defender = board.color_at(target.first()?)?;
    let sides = [defender.opponent(), defender];
    let arena = Arena { inside: arena.inside, free: sides.map(|color| arena.free[color.index()]) };
    let stones = sides.map(|color| mask(&board.stone_set(color)) & arena.inside);
    let mut captured = [[false; 2]; 3];
    for (at, kos) in [Kos::Attacker, Kos::Nobody, Kos::Defender].into_iter().enumerate() {
        let reference = Reference { arena, target: mask(target), needed: needed as u32, kos };
        captured[at] = reference.attacker_wins(&reference.graph(&stones, limit)?, Aim::Capture);
    }
    let [always, first_to_take, despite_kos] = captured;
    let attack = match (despite_kos[0], always[0]) {
        (true, _) => Outcome::Win,
        (false, true) if first_to_take[0] => Outcome::Ko(FirstThreat::Opponent),
        (false, true) => Outcome::Ko(FirstThreat::Mover),
        (false, false) => Outcome::Lose,
    };
    let defend = match (always[1], despite_kos[1]) {
        (false, _) => Outcome::Win,
        (true, false) if !first_to_take[1] => Outcome::Ko(FirstThreat::Opponent),
        (true, false) => Outcome::Ko(FirstThreat::Mover),
        (true, true) => Outcome::Lose,
    };
    Some([attack, defend])
}

/// Everything can be played, nothing stands for ever.
fn whole(board: Board) -> (Board, Arena) {
    let arena = Arena { inside: mask(&PointSet::full(board.size())), free: [0; 2] };
    (board, arena)
}

/// Random stones, few points left.
fn random_board(rng: &mut Rng) -> Option<(Board, Arena)> {
    let size = Size::new(3 + rng.below(6), 3 + rng.below(6)).ok()?;
    let most = 3 + rng.below(4);
    let board = random_play::board(size, most, rng);
    (board.empty_count() <= 7).then(|| whole(board))
}

/// A fight in a box at the edge between two masses that live with two eyes each; the floor is one side's or shared. The rest
/// of the board is full, so that the box is all that can still be played.
fn random_fight(rng: &mut Rng) -> Option<(Board, Arena)> {
    let (wide, high) = (2 + rng.below(3), 3 + rng.below(2));
    let size = Size::new(wide + 4, high + 2).ok()?;
    let floor = rng.below(wide + 1);
    let is_box = |p: Point| p.x() >= 2 && p.x() < 2 + wide && p.y() >= 2;
    let is_eye = |p: Point| (p.x() == 0 || p.x() == size.width() - 1) && (p.y() == 0 || p.y() == 2);
    let mut stones = Vec::new();
    for point in size.points() {
        if is_box(point) {
            match rng.below(10) {
                0..=3 => stones.push((point, Color::Black)),
                4..=7 => stones.push((point, Color::White)),
                _ => {}
            }
        } else if !is_eye(point) {
            let black = if point.y() < 2 { point.x() < 2 + floor } else { point.x() < 2 };
            stones.push((point, if black { Color::Black } else { Color::White }));
        }
    }
    let board = Board::with_stones(size, stones).ok()?;
    let boxed: PointSet = size.points().filter(|&p| is_box(p)).collect();
    let inside = boxed.grown().intersection(&PointSet::full(size));
    // what stands around the box is part of a mass and lives: attacker and defender are set when the question is asked
    let masses = Color::BOTH.map(|color| mask(&board.stone_set(color).intersection(&inside).minus(&boxed)));
    (boxed.intersects(&board.empty_set())).then_some((board, Arena { inside: mask(&inside), free: masses }))
}

/// A window of a position as a board of its own; strings without a liberty there are left out.
fn window(board: &Board, x0: usize, y0: usize, wide: usize, high: usize) -> Option<Board> {
    let size = Size::new(wide, high).ok()?;
    let stones = size.points().filter_map(|p| {
        let from = Point::new(x0 + p.x(), y0 + p.y());
        board.color_at(from).map(|color| (p, color))
    });
    let mut list: Vec<(Point, Color)> = stones.collect();
    loop {
        let trial = Board::with_stones(size, list.iter().copied());
        if let Ok(board) = trial {
            return (board.empty_count() <= 7).then_some(board);
        }
        let set: HashMap<Point, Color> = list.iter().copied().collect();
        let breathes = |p: Point, color: Color| {
            let mut seen = vec![p];
            let mut at = 0;
            while at < seen.len() {
                for beside in seen[at].neighbours().into_iter().filter(|q| size.contains(*q)) {
                    match set.get(&beside) {
                        None => return true,
                        Some(&c) if c == color && !seen.contains(&beside) => seen.push(beside),
                        _ => {}
                    }
                }
                at += 1;
            }
            false
        };
        let before = list.len();
        list.retain(|&(p, color)| breathes(p, color));
        if list.len() == before {
            return None;
        }
    }
}

/// Positions of the example game, each a board.
fn game() -> Vec<Board> {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ear-reddening.sgf")).unwrap();
    let size = Size::NINETEEN;
    let mut position = Position::new(size, Rules::JAPANESE, 0.0);
    let mut boards = Vec::new();
    for part in text.split(';').skip(2) {
        let letters: Vec<char> = part.chars().skip_while(|c| *c != '[').skip(1).take_while(|c| *c != ']').collect();
        let [x, y] = letters[..] else { continue };
        let point = Point::new(x as usize - 'a' as usize, 18 - (y as usize - 'a' as usize));
        if position.play(gosedai_board::Move::Play(point)).is_ok() {
            boards.push(position.board().clone());
        }
    }
    boards
}

/// Asks about every group of the board; counts what was proved.
fn compare((board, arena): &(Board, Arena), nodes: u64, proved: &mut [usize; 2]) -> usize {
    let mut asked = 0;
    let mut seen = PointSet::EMPTY;
    for (stone, _) in board.stones() {
        if seen.contains(stone) {
            continue;
        }
        let target = Reader::group(board, stone);
        seen = seen.union(&target);
        if mask(&target) & !arena.inside != 0 {
            continue;
        }
        let needed = (target.len() / 2 + 1).min(target.len());
        let Some(expected) = truth(board, arena, &target, needed, 30_000) else { continue };
        let reading = Reader::new(Budget::nodes(nodes)).life(board, &[stone]);
        let stays = [Outcome::Lose, Outcome::Win];
        for ((answer, expected), stays) in [&reading.attack, &reading.defend].into_iter().zip(expected).zip(stays) {
            asked += 1;
            proved[0] += 1;
            if answer.trust == Trust::Proved {
                proved[1] += 1;
                let found = if answer.outcome == Outcome::Seki { stays } else { answer.outcome };
                assert_eq!(found, expected, "{board:?}\nlife of {stone}: {reading:?}");
            }
        }
    }
    asked
}

fn drawn_positions(draw: fn(&mut Rng) -> Option<(Board, Arena)>, count: usize, seed: u64) {
    let (mut rng, mut done, mut proved) = (Rng::new(seed), 0, [0; 2]);
    while done < count {
        let Some(board) = draw(&mut rng) else { continue };
        done += compare(&board, 20_000, &mut proved);
    }
    println!("{} questions, {} proved", proved[0], proved[1]);
    assert!(proved[1] * 3 > proved[0], "most of these are small enough for a proof: {proved:?}");
}

fn cut_positions(count: usize, seed: u64) {
    let (mut rng, mut done, mut proved) = (Rng::new(seed), 0, [0; 2]);
    let boards = game();
    assert!(boards.len() > 300);
    while done < count {
        let board = &boards[100 + rng.below(boards.len() - 100)];
        let (wide, high) = (4 + rng.below(5), 4 + rng.below(5));
        let (x0, y0) = (rng.below(20 - wide), rng.below(20 - high));
        let Some(cut) = window(board, x0, y0, wide, high) else { continue };
        done += compare(&whole(cut), 20_000, &mut proved);
    }
    println!("{} questions, {} proved", proved[0], proved[1]);
}

#[test]
fn what_is_proved_is_true_on_random_boards() {
    drawn_positions(random_board, 150, 3);
}

#[test]
fn what_is_proved_is_true_in_fights_between_living_masses() {
    drawn_positions(random_fight, 300, 9);
}

#[test]
fn what_is_proved_is_true_in_windows_of_a_real_game() {
    cut_positions(150, 5);
}

#[test]
#[ignore = "ten thousand questions: some minutes; POSITIONS and SEED choose others"]
fn what_is_proved_is_true_ten_thousand_times() {
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (count, seed) = (number("POSITIONS", 10_000) as usize, number("SEED", 1));
    drawn_positions(random_board, count / 4, seed);
    drawn_positions(random_fight, count / 2, seed);
    cut_positions(count / 4, seed + 1);
}
