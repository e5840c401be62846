//! One game: both programs play, our own board watches.

use std::time::{Duration, Instant};

use gosedai_board::{Color, Move, Position};
use gosedai_engine::dead_stones;

use super::client::{Client, ClientError};

/// Time for commands other than `genmove`.
const SMALL: Duration = Duration::from_secs(30);

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// `B+3.5`, `W+R`, `0`…
    pub result: String,
    pub winner: Option<Color>,
    /// Which side's program failed, and how.
    pub fault: Option<(Color, String)>,
}

impl Ending {
    fn won(winner: Color, how: &str) -> Ending {
        Ending { result: format!("{}+{how}", letter(winner)), winner: Some(winner), fault: None }
    }

    /// The side whose program misbehaves loses.
    fn forfeit(loser: Color, reason: String) -> Ending {
        Ending { fault: Some((loser, reason)), ..Ending::won(loser.opponent(), "F") }
    }
}

fn letter(color: Color) -> char {
    if color == Color::Black { 'B' } else { 'W' }
}

/// What both sides are told before the first move.
pub struct Conditions {
    /// Seconds for a move.
    pub seconds: Option<f64>,
    /// A program that takes longer than this for a move has hung.
    pub patience: Duration,
}

/// Plays from `position` to the end; `players` in the order of the colours. `Err` only if the match is to stop.
pub fn play(
    players: [&mut Client; 2],
    position: &mut Position,
    conditions: &Conditions,
) -> Result<Ending, ClientError> {
    for color in Color::BOTH {
        match prepare(players[color.index()], position, conditions) {
            Ok(()) => {}
            Err(ClientError::Stopped) => return Err(ClientError::Stopped),
            Err(error) => return Ok(Ending::forfeit(color, error.to_string())),
        }
    }
    let most_moves = position.size().area() * 3 + 20;
    while !position.is_over() && position.move_number() < most_moves {
        let color = position.to_play();
        let started = Instant::now();
        let answer = match players[color.index()].ask(&format!("genmove {color}"), conditions.patience) {
            Ok(answer) => answer,
            Err(ClientError::Stopped) => return Err(ClientError::Stopped),
            Err(error) => return Ok(Ending::forfeit(color, error.to_string())),
        };
        if let Some(seconds) = conditions.seconds
            && started.elapsed().as_secs_f64() > seconds * 3.0 + 5.0
        {
            return Ok(Ending {
                result: format!("{}+T", letter(color.opponent())),
                ..Ending::won(color.opponent(), "T")
            });
        }
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Ending::won(color.opponent(), "R"));
        }
        let Ok(mv) = answer.parse::<Move>() else {
            return Ok(Ending::forfeit(color, format!("move {}: '{answer}' is no move", position.move_number() + 1)));
        };
        if let Err(error) = position.play_as(color, mv) {
            let number = position.move_number() + 1;
            return Ok(Ending::forfeit(color, format!("move {number}, {mv}, is illegal: {error}")));
        }
        match players[color.opponent().index()].ask(&format!("play {color} {mv}"), SMALL) {
            Ok(_) => {}
            Err(ClientError::Stopped) => return Err(ClientError::Stopped),
            Err(error) => return Ok(Ending::forfeit(color.opponent(), error.to_string())),
        }
    }
    count(players, position)
}

fn prepare(player: &mut Client, position: &Position, conditions: &Conditions) -> Result<(), ClientError> {
    let size = position.size();
    match size.is_square() {
        true => player.ask(&format!("boardsize {}", size.width()), SMALL)?,
        false => player.ask(&format!("rectangular_boardsize {} {}", size.width(), size.height()), SMALL)?,
    };
    player.ask("clear_board", SMALL)?;
    player.ask(&format!("komi {}", position.komi()), SMALL)?;
    if player.ask("known_command kata-set-rules", SMALL)? == "true" {
        player.ask(&format!("kata-set-rules {}", position.rules().set()), SMALL)?;
    }
    if let Some(seconds) = conditions.seconds {
        // One move a period: every move has its own time.
        player.ask(&format!("time_settings 0 {} 1", seconds.ceil().max(1.0)), SMALL)?;
    }
    for (color, mv) in position.moves() {
        player.ask(&format!("play {color} {mv}"), SMALL)?;
    }
    Ok(())
}

/// The score both programs agree on, or else our own count.
fn count(players: [&mut Client; 2], position: &Position) -> Result<Ending, ClientError> {
    let mut claims = Vec::new();
    for player in players {
        match player.ask("final_score", SMALL) {
            Ok(claim) => claims.push(claim.split_whitespace().next().unwrap_or("").to_ascii_uppercase()),
            Err(ClientError::Stopped) => return Err(ClientError::Stopped),
            // Not everybody can count.
            Err(_) => {}
        }
    }
    let agreed = claims.len() == 2 && claims[0] == claims[1];
    let result = match claims.first().filter(|_| agreed) {
        Some(claim) if claim.starts_with("B+") || claim.starts_with("W+") || claim == "0" => claim.clone(),
        _ => dead_stones::score(position).result(),
    };
    let winner = match result.chars().next() {
        Some('B') => Some(Color::Black),
        Some('W') => Some(Color::White),
        _ => None,
    };
    Ok(Ending { result, winner, fault: None })
}
