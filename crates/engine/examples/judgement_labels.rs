//! Labels for tuning the judgement: games that were counted out, with the owner of every point at the end.
//!
//! `judgement_labels COUNT STEP GAMES… > labels`: of every STEP-th game with a numeric result, those whose count (dead
//! stones guessed by random continuations) agrees with the recorded result to a point.

use gosedai_board::{Color, Position, Rules, score};
use gosedai_engine::{dead_stones, files};
use gosedai_records::replay::{self, Overrides};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (wanted, step): (usize, usize) = (args[0].parse().unwrap(), args[1].parse().unwrap());
    let (mut seen, mut tried, mut kept) = (0, 0, 0);
    for game in files::games(&args[2..]).flatten() {
        if kept >= wanted {
            break;
        }
        let tree = &game.record.game;
        let Some((leader, margin)) = tree.root().raw("RE").and_then(|re| re.split_once('+')) else { continue };
        let Ok(margin) = margin.parse::<f64>() else { continue };
        seen += 1;
        if seen % step != 0 || tree.root().raw("KM").is_none() {
            continue;
        }
        tried += 1;
        let margin = if leader == "B" { margin } else { -margin };
        let line = replay::main_line(tree);
        let Ok(end) = replay::replay(tree, &line, None, Overrides::default()) else { continue };
        let mut position: Position = end.position;
        position.set_rules(Rules::JAPANESE);
        let dead = dead_stones::guess_by_games(&position);
        let counted = position.score(&dead).margin();
        if (counted - margin).abs() > 1.01 {
            continue;
        }
        // a record that stops before the borders are closed would agree by chance only
        let area = score::area(position.board(), &dead);
        if area.neutral.len() > 20 {
            continue;
        }
        kept += 1;
        let owner: String = position
            .size()
            .points()
            .map(|p| match score::owner(position.board(), &area, p) {
                Some(Color::Black) => 'B',
                Some(Color::White) => 'W',
                None => '.',
            })
            .collect();
        let moves: Vec<String> = position.moves().map(|(_, mv)| mv.to_string()).collect();
        println!("{margin} {} {owner} {}", position.komi(), moves.join(","));
    }
    eprintln!("{seen} counted games seen, {tried} tried, {kept} kept");
}
