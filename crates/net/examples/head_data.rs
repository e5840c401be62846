//! Self-play games as training data for the network's value, score and ownership heads.
//!
//! `cargo run --release -p gosedai-net --example head_data -- SIDE GAMES SHARE SEED OUT`
//!
//! Moves are drawn from the network's policy; games go on until neither side has a sensible move, so that counting the area
//! needs no opinion about dead stones. Of each game a SHARE of the positions is written: `f32 score` (for the side to move,
//! komi included), `f32 komi` (likewise), `i8[area]` owners (+1 the side to move), `u8[area * channels]` trunk activations.
//!
//! `head_data golden GOLDEN.jsonl OUT` writes the trunk activations of the golden positions instead.

use std::io::Write;

use gosedai_board::{Color, Move, PointSet, Position, Rng, Rules, Size, safety, score};
use gosedai_net::{Input, Net, Workspace};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    if let [_, mode, golden, out] = &args[..]
        && mode == "golden"
    {
        return write_golden(golden, out);
    }
    let [_, side, games, share, seed, out] = &args[..] else {
        return Err("arguments: SIDE GAMES SHARE SEED OUT".into());
    };
    let size = Size::square(side.parse()?)?;
    let (share, mut rng) = (share.parse::<f64>()?, Rng::new(seed.parse()?));
    let mut out = std::io::BufWriter::new(std::fs::File::create(out)?);
    let net = Net::embedded();
    let mut work = Workspace::default();
    for game in 0..games.parse::<usize>()? {
        let komi = [5.5, 6.5, 7.0, 7.5, 0.5, 3.5, 10.5][rng.below(7)];
        let mut position = Position::new(size, Rules::CHINESE, komi);
        let mut kept: Vec<(Color, Vec<u8>)> = Vec::new();
        let limit = 2 * size.area() + 40;
        while !position.is_over() && position.move_number() < limit {
            let input = Input::of(&position);
            if rng.unit() < share {
                kept.push((position.to_play(), net.trunk(&input, &mut work)));
            }
            let moves = sensible(&position);
            let output = net.evaluate(&input, &mut work);
            let temperature = if position.move_number() < size.width() { 1.0 } else { 0.5 };
            let mv = draw(&moves, &output.probabilities(&moves), temperature, &mut rng);
            position.play(mv)?;
        }
        let owners = owners(&position);
        for (color, trunk) in &kept {
            let sign = if *color == Color::Black { 1.0 } else { -1.0 };
            let area: f32 = owners.iter().map(|&o| f32::from(o)).sum();
            out.write_all(&(sign * (area - komi)).to_le_bytes())?;
            out.write_all(&(-sign * komi).to_le_bytes())?;
            let own: Vec<u8> = owners.iter().map(|&o| (o * sign as i8) as u8).collect();
            out.write_all(&own)?;
            out.write_all(trunk)?;
        }
        if game % 20 == 0 {
            eprintln!("game {game}: {} moves", position.move_number());
        }
    }
    Ok(out.flush()?)
}

fn settled(position: &Position) -> [PointSet; 2] {
    Color::BOTH.map(|color| {
        let safe = safety::unconditionally_alive(position.board(), color);
        safe.alive.union(&safe.territory)
    })
}

/// Legal moves outside settled territory and outside spaces that only the own side borders (unless a string beside is in
/// atari); a pass for those who have none.
fn sensible(position: &Position) -> Vec<Move> {
    let (board, me) = (position.board(), position.to_play());
    let late = board.empty_count() * 2 < position.size().area();
    let safe = if late { settled(position) } else { [PointSet::EMPTY; 2] };
    let mut moves = Vec::new();
    for space in board.empty_set().components() {
        let border = space.grown();
        let mine = border.intersection(&board.stone_set(me));
        let alone = !mine.is_empty() && border.intersection(&board.stone_set(me.opponent())).is_empty();
        for point in space.iter().filter(|&p| !safe.iter().any(|s| s.contains(p))) {
            let danger = || point.neighbours().iter().any(|&b| board.at(b).is(me) && board.in_atari(b));
            if (!alone || danger()) && position.is_legal(Move::Play(point)) {
                moves.push(Move::Play(point));
            }
        }
    }
    if moves.is_empty() {
        moves.push(Move::Pass);
    }
    moves
}

fn draw(moves: &[Move], probabilities: &[f32], temperature: f64, rng: &mut Rng) -> Move {
    let weights: Vec<f64> = probabilities.iter().map(|&p| f64::from(p).powf(1.0 / temperature)).collect();
    let mut at = rng.unit() * weights.iter().sum::<f64>();
    for (mv, weight) in moves.iter().zip(&weights) {
        at -= weight;
        if at <= 0.0 {
            return *mv;
        }
    }
    moves[moves.len() - 1]
}

/// +1 Black … −1 White, in row order from the upper left corner.
fn owners(position: &Position) -> Vec<i8> {
    let (size, board) = (position.size(), position.board());
    let safe = settled(position);
    let counted = score::area(board, &PointSet::EMPTY);
    let owner = |x: usize, y: usize| {
        let point = gosedai_board::Point::new(x, size.height() - 1 - y);
        let color = Color::BOTH.into_iter().find(|c| safe[c.index()].contains(point));
        match color.or_else(|| score::owner(board, &counted, point)) {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        }
    };
    (0..size.height()).flat_map(|y| (0..size.width()).map(move |x| (x, y))).map(|(x, y)| owner(x, y)).collect()
}

fn write_golden(golden: &str, out: &str) -> Result<(), Box<dyn std::error::Error>> {
    let (net, mut work) = (Net::embedded(), Workspace::default());
    let mut bytes = Vec::new();
    for line in std::fs::read_to_string(golden)?.lines() {
        let row: serde_json::Value = serde_json::from_str(line)?;
        let komi = row["komi"].as_f64().ok_or("no komi")? as f32;
        let mut position = Position::new(Size::NINETEEN, Rules::JAPANESE, komi);
        for mv in row["moves"].as_array().ok_or("no moves")? {
            let index = mv.as_u64().ok_or("not a move")? as usize;
            let point = gosedai_board::Point::new(index % 19, 18 - (index / 19).min(18));
            position.play(if index == 361 { Move::Pass } else { Move::Play(point) })?;
        }
        bytes.extend(net.trunk(&Input::of(&position), &mut work));
    }
    Ok(std::fs::write(out, bytes)?)
}
